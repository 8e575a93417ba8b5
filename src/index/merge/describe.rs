//! Descriptions: the sentences that say best what an entity is, and the one that shows a relationship, verbatim and
//! cited.

use rayon::prelude::*;

use super::relate::Place;
use crate::judgement::extractive::quotation::quotation;
use crate::judgement::{Passage, Quotable};
use crate::model::{EntityType, Ref, SentenceKind, Span};
use crate::text::standalone::Quote;

/// What of each sentence of each passage can be read by itself.
pub(super) struct Worths {
    by_unit: Vec<(usize, Vec<Option<Quote>>)>,
}

impl Worths {
    /// Takes what was judged of every sentence.
    pub fn of(passages: &[Passage]) -> Worths {
        let by_unit = passages
            .par_iter()
            .map(|passage| {
                let quotes = passage.sentences.clone().map(|sentence| standing(passage, sentence)).collect();
                (passage.sentences.start, quotes)
            })
            .collect();
        Worths { by_unit }
    }

    fn quote_of(&self, unit: u32, sentence: u32) -> Option<Quote> {
        let (start, quotes) = self.by_unit.get(unit as usize)?;
        (sentence as usize).checked_sub(*start).and_then(|at| quotes.get(at)).copied().flatten()
    }

    /// How well a sentence can be read by itself, from 0 to 1; 0 for one that lies elsewhere.
    pub fn get(&self, unit: u32, sentence: u32) -> f32 {
        self.quote_of(unit, sentence).map_or(0.0, |quote| quote.worth)
    }

    /// Returns the quotation of a sentence of passage `unit` with its citation; a sentence that does not stand alone is
    /// quoted whole, unless it is too long, and then up to the last word that fits.
    pub fn quotation(&self, passages: &[Passage], unit: u32, sentence: u32) -> Option<String> {
        const LONGEST: usize = 320;
        let passage = passages.get(unit as usize)?;
        let stands = self.quote_of(unit, sentence);
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

/// How well a sentence tells what the entity at `place` is: a definition, an apposition, an early and full mention.
/// With it comes the type that the sentence defines it as, if any.
pub(super) fn tells(passage: &Passage, place: &Place, base: f32) -> (f32, Option<EntityType>) {
    let Some(sentence) = passage.document.sentences.get(place.sentence as usize) else { return (0.0, None) };
    let text = &passage.document.text;
    let behind = text.get(place.end..sentence.span.end.max(place.end)).unwrap_or("");
    let before = text.get(sentence.span.start..place.start.max(sentence.span.start)).unwrap_or("");
    let position = before.len() as f32 / sentence.span.len().max(1) as f32;
    let words: Vec<&str> = behind.split_whitespace().take(3).collect();
    let kind = super::kinds::defined(behind);
    if base <= 0.0 {
        return (0.0, kind);
    }
    let copula = matches!(words.first(), Some(&("is" | "was" | "are" | "were" | "means" | "refers" | "became")))
        && matches!(words.get(1), Some(&("a" | "an" | "the" | "one" | "to" | "how" | "what")));
    let apposition = behind.starts_with(", a ")
        || behind.starts_with(", an ")
        || behind.starts_with(", the ")
        || behind.starts_with(", who ");
    let introduced = before.trim_end().ends_with(['—', ',']) && position > 0.1;
    let mut score = base;
    if kind.is_some() {
        score += 0.9;
    } else if copula {
        score += 0.6;
    } else if apposition {
        score += 0.5;
    } else if introduced {
        score += 0.1;
    }
    (score + (1.0 - position) * 0.35, kind)
}
