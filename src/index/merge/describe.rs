//! Descriptions: the sentences that say best what an entity is, and the one that shows a relationship, verbatim and
//! cited.

use rayon::prelude::*;

use super::relate::Place;
use crate::judgement::extractive::quotation::quotation;
use crate::judgement::{Passage, Passages, Quotable};
use crate::model::{EntityType, Ref, SentenceKind, Span};
use crate::text::office::Sought;
use crate::text::standalone::Quote;

/// What of each sentence of each passage can be read by itself.
pub(super) struct Worths {
    /// One passage after the other.
    quotes: Vec<Option<Quote>>,
    /// Where those of each passage begin, and the first of its sentences.
    starts: Vec<(usize, u32)>,
}

/// Passages whose sentences are looked at together.
const TOGETHER: usize = 1 << 12;

impl Worths {
    /// Takes what was judged of every sentence.
    pub fn of(passages: &dyn Passages) -> Worths {
        let mut worths = Worths { quotes: Vec::new(), starts: Vec::with_capacity(passages.len()) };
        for from in (0..passages.len()).step_by(TOGETHER) {
            let of = |at: usize| {
                let passage = passages.at(at);
                let quotes: Vec<_> = passage.sentences.clone().map(|sentence| standing(&passage, sentence)).collect();
                (passage.sentences.start, quotes)
            };
            let judged: Vec<_> = (from..(from + TOGETHER).min(passages.len())).into_par_iter().map(of).collect();
            for (first, quotes) in judged {
                worths.starts.push((worths.quotes.len(), first as u32));
                worths.quotes.extend(quotes);
            }
        }
        worths
    }

    fn quote_of(&self, unit: u32, sentence: u32) -> Option<Quote> {
        let &(start, first) = self.starts.get(unit as usize)?;
        let end = self.starts.get(unit as usize + 1).map_or(self.quotes.len(), |&(end, _)| end);
        let at = start + sentence.checked_sub(first)? as usize;
        self.quotes.get(at).filter(|_| at < end).copied().flatten()
    }

    /// How well a sentence can be read by itself, from 0 to 1; 0 for one that lies elsewhere.
    pub fn get(&self, unit: u32, sentence: u32) -> f32 {
        self.quote_of(unit, sentence).map_or(0.0, |quote| quote.worth)
    }

    /// Returns the quotation of a sentence of passage `unit` with its citation; of one that does not stand alone the `part`
    /// that is given (bytes of the sentence), else the whole, unless it is too long, and then up to the last word that fits.
    pub fn quotation(&self, passages: &dyn Passages, unit: u32, sentence: u32, part: Option<Span>) -> Option<String> {
        const LONGEST: usize = 320;
        let passage = passages.at(unit as usize);
        let stands = self.quote_of(unit, sentence).or(part.map(|span| Quote { span, worth: 0.0 }));
        let sentence = passage.document.sentences.get(sentence as usize)?;
        let text = sentence.span.slice(&passage.document.text)?;
        let text = match stands {
            Some(quote) => quote.text(text)?.into_owned(),
            None if text.chars().count() <= LONGEST => text.to_owned(),
            None => {
                let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
                let end = text[..end].rfind(char::is_whitespace).unwrap_or(end);
                format!("{} …", &text[..end])
            }
        };
        let speaker = sentence
            .speaker
            .and_then(|speaker| passage.document.speakers.get(usize::from(speaker)))
            .map(crate::model::Speaker::attribution);
        Some(quotation(&Quotable {
            text,
            cites: vec![Ref::from(passage.unit.id)],
            place: None,
            speaker,
            relevance: None,
        }))
    }
}

fn standing(passage: &Passage, at: usize) -> Option<Quote> {
    let sentence = passage.document.sentences.get(at)?;
    match sentence.kind {
        SentenceKind::Prose => passage.document.quote(at),
        // An item of a list is quoted whole, when there is nothing better.
        SentenceKind::Item => {
            passage.document.quote(at).or(Some(Quote { span: Span::new(0, sentence.span.len()), worth: 0.2 }))
        }
        _ => None,
    }
}

/// What a sentence tells of an entity that it names.
#[derive(Debug, Default)]
pub(super) struct Tells {
    /// How well it says what the entity is: what it is worth by itself (0 to 1), with 1.3 for an office beside a name, 0.9 for a
    /// definition, less for what is like one, and up to 0.5 for naming the entity early. 0 for a sentence that is no description.
    pub score: f32,
    /// The type that the sentence defines it as.
    pub defines: Option<EntityType>,
    /// The bytes of the sentence that say who somebody is.
    pub part: Option<Span>,
    /// Nothing but the part can be quoted.
    pub fragment: bool,
}

/// How well a sentence tells what the entity at `place` is: who somebody is, a definition, an apposition, an early and full
/// mention. `base` is what the sentence is worth by itself; only a `person` has an office.
pub(super) fn tells(passage: &Passage, place: &Place, base: f32, person: bool) -> Tells {
    let Some(sentence) = passage.document.sentences.get(place.sentence as usize) else { return Tells::default() };
    let text = &passage.document.text;
    let behind = text.get(place.end..sentence.span.end.max(place.end)).unwrap_or("");
    let before = text.get(sentence.span.start..place.start.max(sentence.span.start)).unwrap_or("");
    let position = before.len() as f32 / sentence.span.len().max(1) as f32;
    let called = text.get(place.start..place.end).unwrap_or("");
    // "Ada, a handful of them have asked": whoever is spoken to is not what follows.
    let addressed = sentence.speaker.is_some() && before.is_empty() && behind.starts_with(',') && !called.contains(' ');
    let kind = super::kinds::defined(behind).filter(|_| !addressed);
    let part = sentence.span.slice(text).filter(|_| person).and_then(|sentence| who(sentence, called, before, behind));
    if base <= 0.0 && part.is_none() {
        return Tells { defines: kind, ..Tells::default() };
    }
    let words: Vec<&str> = behind.split_whitespace().take(3).collect();
    let copula = matches!(words.first(), Some(&("is" | "was" | "are" | "were" | "means" | "refers" | "became")))
        && matches!(words.get(1), Some(&("a" | "an" | "the" | "one" | "to" | "how" | "what")))
        && !matches!(words.get(2), Some(&("lot" | "bit" | "little" | "few")));
    let apposition = !addressed && [", a ", ", an ", ", the ", ", who "].iter().any(|front| behind.starts_with(front));
    let introduced = before.trim_end().ends_with(['—', ',']) && position > 0.1;
    let form = match () {
        () if part.is_some() => 1.3,
        () if kind.is_some() => 0.9,
        () if copula => 0.6,
        () if apposition => 0.5,
        () if introduced => 0.1,
        () => 0.0,
    };
    // What "In Orsk," begins with is told of something else.
    let subject = if matches!(before.trim(), "" | "The" | "A" | "An" | "Our") && !addressed { 0.15 } else { 0.0 };
    Tells { score: base + form + subject + (1.0 - position) * 0.35, defines: kind, part, fragment: base <= 0.0 }
}

/// The bytes of a sentence that say who the person called so is: "Ada Voss, harbour master of Orsk".
fn who(sentence: &str, called: &str, before: &str, behind: &str) -> Option<Span> {
    /// As plain as an office in front of a name.
    const PLAIN: f32 = 0.9;
    // Most mentions have no room beside them for an office.
    let beside = behind.trim_start().starts_with([',', '('])
        || before.trim_end().ends_with([',', ':', '('])
        || behind.contains("he was ");
    if !beside || !called.contains(' ') {
        return None;
    }
    let told = Sought::Name(called.to_owned()).told(sentence, None, "");
    told.filter(|&(span, plain)| plain >= PLAIN && span.len() < sentence.len()).map(|(span, _)| span)
}
