//! Descriptions: the sentences that say best what an entity is, and the one that shows a relationship, verbatim and
//! cited.

use std::collections::HashMap;
use std::ops::Range;

use rayon::prelude::*;

use super::places::{EntityPlace, Places};
use super::relate::Related;
use crate::index::TOGETHER;
use crate::index::merge::kinds::decision::{Defined, defined};
use crate::judgement::quotation::{is_direct_speech, quotation};
use crate::judgement::rank::features::{breaks_off, is_roster};
use crate::judgement::rank::window::Stretch;
use crate::judgement::{DocumentText, Passage, Passages, Quotable};
use crate::model::{DocumentId, Ref, Sentence, SentenceKind, Span};
use crate::text::cutting::script::is_unspaced;
use crate::text::display::cut::closed;
use crate::text::language::{WordList, in_any, word_lists};
use crate::text::names::{is_determiner, upright};
use crate::text::statements::office::Sought;
use crate::text::words::terms::{fold, is_stop, words};
use crate::text::words::wordlist::{is_copula, is_title_of_person};

/// Longest line of a description, in characters; what is longer is cut at a word and marked so.
const LONGEST: usize = 320;

/// A sentence below this is no line of a description.
const BARELY: f32 = 0.2;
/// Score below which only the part of a sentence that introduces a person is quoted.
const PLAIN: f32 = 0.5;
/// Score from which on the form of a sentence is a definition.
const SAYS: f32 = 0.5;
/// Added to the score of a sentence that the entity opens.
const OPENS: f32 = 0.15;
/// Added to the score of one right under a heading that names the entity.
const HEADED: f32 = 0.4;
/// Added to the score by how early in the sentence the entity stands, at most.
const EARLY: f32 = 0.35;
/// Added to the score of an introduction that uses more of the name than a title and a surname.
const IN_FULL: f32 = 0.3;

word_lists! {
    static WORDS = "describe.toml": becoming, determiners, vague, appositions, fronts, joining
}

/// How well each sentence of each passage reads as a line of its own.
pub(in crate::index::merge) struct Worths {
    /// One passage after the other.
    worths: Vec<f32>,
    /// Where those of each passage begin, and the first of its sentences.
    starts: Vec<(usize, u32)>,
}

impl Worths {
    /// Measures every sentence, in the order of the passages.
    pub fn of(passages: &dyn Passages) -> Worths {
        let mut all = Worths { worths: Vec::new(), starts: Vec::with_capacity(passages.len()) };
        for from in (0..passages.len()).step_by(TOGETHER) {
            let of = |at: usize| {
                let passage = passages.at(at);
                let worths: Vec<_> = passage.sentences.clone().map(|sentence| plainness(&passage, sentence)).collect();
                (passage.sentences.start, worths)
            };
            let measured: Vec<_> = (from..(from + TOGETHER).min(passages.len())).into_par_iter().map(of).collect();
            for (first, worths) in measured {
                all.starts.push((all.worths.len(), first as u32));
                all.worths.extend(worths);
            }
        }
        all
    }

    /// How well a sentence reads as a line of its own, from 0 to 1; 0 for one that lies elsewhere.
    pub fn get(&self, unit: u32, sentence: u32) -> f32 {
        let Some(&(start, first)) = self.starts.get(unit as usize) else { return 0.0 };
        let end = self.starts.get(unit as usize + 1).map_or(self.worths.len(), |&(end, _)| end);
        let at = sentence.checked_sub(first).map(|at| start + at as usize).filter(|&at| at < end);
        at.and_then(|at| self.worths.get(at)).copied().unwrap_or_default()
    }
}

/// Returns the quotation of a sentence of a passage with its citation: whole, of a long one up to the last word that
/// fits, or the `part` that is given (bytes of the sentence). Whoever says it is named, else who wrote the document, by
/// `authors`.
pub(in crate::index::merge) fn line(
    passage: &Passage,
    sentence: u32,
    part: Option<Span>,
    authors: &HashMap<DocumentId, String>,
) -> Option<String> {
    let at = sentence as usize;
    let sentence = passage.document.sentences.get(at)?;
    let whole = match part {
        None => entry(&passage.document, at)?,
        Some(_) => sentence.span.slice(&passage.document.text)?,
    };
    let text = match part {
        Some(span) => {
            let mark = |is: bool| if is { "…" } else { "" };
            let (front, back) = (mark(span.start > 0), mark(span.end < whole.len()));
            format!("{front} {} {back}", span.slice(whole)?).trim().to_owned()
        }
        None => match whole.char_indices().nth(LONGEST) {
            None => whole.to_owned(),
            Some((end, _)) => {
                let end = whole[..end].rfind(char::is_whitespace).unwrap_or(end);
                format!("{} …", &whole[..end])
            }
        },
    };
    let speaker = sentence
        .speaker
        .and_then(|speaker| passage.document.speakers.get(usize::from(speaker)))
        .map(crate::model::Speaker::attribution)
        .or_else(|| authors.get(&passage.document.document.id).filter(|_| !is_direct_speech(whole)).cloned());
    let cites = vec![Ref::from(passage.unit.id)];
    let text = closed(&text).into_owned();
    Some(quotation(&Quotable { text, cites, speaker, ..Quotable::default() }))
}

/// A sentence; one that is hardly more than a name with what stands behind it in its line, as in a register:
/// *Voss, Ada. Keeper. Retired in 2031.*
fn entry(document: &DocumentText, at: usize) -> Option<&str> {
    /// Words of what is hardly more than a name.
    const NAME: usize = 4;
    let first = document.sentences.get(at)?;
    let whole = first.span.slice(&document.text)?;
    if words(whole).nth(NAME).is_some() {
        return Some(whole);
    }
    let mut end = first.span.end;
    for next in &document.sentences[at + 1..] {
        let goes_on = document.text.get(end..next.span.start).is_some_and(|between| !between.contains('\n'));
        if !goes_on || next.span.end - first.span.start > LONGEST {
            break;
        }
        end = next.span.end;
    }
    document.text.get(first.span.start..end)
}

/// How well a sentence reads as a line of its own, from 0 to 1, by signs that are the same in every language: it is
/// running text, long enough to say something and short enough to be read at once, ends like a statement, points to
/// nothing before it, is more than talk, and is neither a list of names nor a row of figures. Each sign that is missing
/// takes its share; none decides alone.
fn plainness(passage: &Passage, at: usize) -> f32 {
    /// Words below which a sentence hardly says anything.
    const FEWEST: usize = 6;
    /// Words below which it says little.
    const FEW: usize = 9;
    /// Words above which it is too long.
    const MANY: usize = 38;
    /// Share of words without a topic above which a sentence is talk.
    const EMPTY: f32 = 0.5;
    /// What each further share of such words takes from the score.
    const TALK: f32 = 1.2;
    /// Share of the signs that may be digits.
    const FIGURES: f32 = 0.12;
    let document = &passage.document;
    let Some((sentence, text)) =
        document.sentences.get(at).and_then(|sentence| Some((sentence, sentence.span.slice(&document.text)?)))
    else {
        return 0.0;
    };
    let kind = match sentence.kind {
        SentenceKind::Prose => 1.0,
        SentenceKind::Item => 0.6,
        _ => return 0.0,
    };
    let stretch = Stretch {
        sentences: &document.sentences,
        text: &document.text,
        offset: 0,
        language: document.document.language.as_deref(),
    };
    let all = words(text).count();
    let empty = words(text).filter(|word| is_stop(&fold(word.text))).count() as f32 / all.max(1) as f32;
    let count = all + text.chars().filter(|&c| is_unspaced(c)).count() / 2;
    let digits = text.bytes().filter(u8::is_ascii_digit).count() as f32 / text.len().max(1) as f32;
    let bare = text.trim_end().trim_end_matches(['"', '”', '’', '»', '“', ')', ']', '」', '』']);
    let faults = [
        (count < FEWEST, 0.3),
        (count < FEW, 0.8),
        (count > MANY, 0.7),
        (!bare.ends_with(['.', '!', '。', '！', '…']), 0.7),
        (bare.ends_with(['?', '？', ':', '：']), 0.4),
        (stretch.points_back(text), 0.5),
        (is_roster(text), 0.4),
        (breaks_off(text), 0.4),
        (digits > FIGURES, 0.6),
        (sentence.recurring, 0.4),
        // What somebody said goes on in the next sentence.
        (!closes_its_quotations(text), 0.7),
    ];
    faults.iter().filter(|(is, _)| *is).fold(kind, |worth, (_, share)| worth * share)
        * (1.0 - TALK * (empty - EMPTY).max(0.0))
}

/// True where every quotation mark that a text opens is closed in it.
fn closes_its_quotations(text: &str) -> bool {
    let count = |mark: char| text.matches(mark).count();
    // German closes with the mark that English opens with.
    let (open, close) = if text.contains('„') { ('„', '“') } else { ('“', '”') };
    count('"').is_multiple_of(2) && count(open) <= count(close)
}

/// What a sentence tells of an entity that it names.
#[derive(Debug, Default)]
pub(super) struct Tells {
    /// How well it says what the entity is: how plain it is (0 to 1), with 1.3 for an office beside a name, 0.9 for a
    /// definition, less for what is like one, and up to 0.5 for naming the entity early. 0 for a sentence that is no
    /// description.
    pub score: f32,
    /// What the sentence defines it as.
    pub defines: Option<Defined>,
    /// The bytes of the sentence that say who somebody is.
    pub part: Option<Span>,
    /// It is about the entity, and does not only name it.
    pub about: bool,
    /// Nothing but the part is worth quoting.
    pub fragment: bool,
}

/// Sentences with which a document that is titled by an entity says what it is.
const OPENING: usize = 2;

/// The sentences of a passage that open its document's running text.
pub(super) fn opening(passage: &Passage) -> Range<usize> {
    let is_prose = |sentence: &Sentence| sentence.kind == SentenceKind::Prose;
    passage.document.sentences.iter().position(is_prose).map_or(0..0, |first| first..first + OPENING)
}

/// What a sentence tells that opens a document titled by the entity, and does not name it: the first more than the
/// next, however short it is.
pub(super) fn opens(base: f32, is_first: bool) -> Tells {
    let score = match is_first {
        true => base + SAYS + 2.0 * HEADED,
        false if base < BARELY => 0.0,
        false => base + SAYS + HEADED,
    };
    Tells { score, about: true, ..Tells::default() }
}

/// How plain the entry of a register is, at least.
const ENTERED: f32 = 0.6;

/// What a field counts as a description: it says what it is, and nothing of it.
const LABELLED: f32 = 0.3;

/// How well a sentence tells what the entity at `place` is: who somebody is, a definition, an apposition, an early and
/// full mention. `base` is how plain the sentence is; only a `person` has an office.
pub(super) fn tells(passage: &Passage, place: &EntityPlace, base: f32, person: bool) -> Tells {
    let Some(sentence) = passage.document.sentences.get(place.sentence as usize) else { return Tells::default() };
    let text = &passage.document.text;
    let (start, end) = (place.start as usize, place.end as usize);
    let behind = text.get(end..sentence.span.end.max(end)).unwrap_or("");
    let before = text.get(sentence.span.start..start.max(sentence.span.start)).unwrap_or("");
    let position = before.len() as f32 / sentence.span.len().max(1) as f32;
    let called = text.get(start..end).unwrap_or("");
    // "Ada, a handful of them have asked": whoever is spoken to is not what follows.
    // "I would add, Ada, that they asked": nor does it say anything of her.
    let titled = called.split_once(' ').is_some_and(|(title, _)| is_title_of_person(&fold(title)));
    let may_be_called = sentence.speaker.is_some() && (!called.contains(' ') || titled);
    let addressed = may_be_called && before.is_empty() && behind.starts_with(',');
    let in_passing = may_be_called && before.trim_end().ends_with(',') && behind.starts_with([',', '.', '?', '!']);
    let kind = defined(before, called, behind).filter(|_| !addressed);
    let part = sentence.span.slice(text).filter(|_| person).and_then(|sentence| who(sentence, called, before, behind));
    // "Voss, Ada (1931–2004), keeper": what a register enters says who it is, whatever it reads like.
    let entered = person && upright(called).is_some() && !before.contains(char::is_alphanumeric);
    let base = if entered { base.max(ENTERED) } else { base };
    if (base < BARELY || addressed || in_passing) && part.is_none() {
        return Tells { defines: kind, ..Tells::default() };
    }
    let next: Vec<&str> = behind.split_whitespace().take(3).collect();
    let is = |at: usize, list: &WordList| next.get(at).is_some_and(|word| list.has(word));
    // "We built for the cold, and Orsk is the cold" is about the cold.
    let joined = before.split_whitespace().next_back().is_some_and(|word| WORDS.joining.has(word));
    let is_copula = next.first().is_some_and(|word| is_copula(word)) || is(0, &WORDS.becoming);
    let copula = is_copula && is(1, &WORDS.determiners) && !is(2, &WORDS.vague) && !joined;
    let apposition = !addressed
        && behind
            .strip_prefix(", ")
            .and_then(|rest| rest.split_once(' '))
            .is_some_and(|(word, _)| WORDS.appositions.has(word));
    let introduced = before.trim_end().ends_with(['—', ',']) && position > 0.1;
    // "owner: Ada Voss" says of what she is the owner nowhere: a sentence says more.
    let is_scrap = |part: Span| before.trim_end().ends_with(':') && part.end <= before.len() + called.len();
    let scrap = part.is_some_and(is_scrap);
    let form = match () {
        () if scrap => LABELLED,
        () if part.is_some() || person && is_whom(before, called, behind) => 1.3,
        () if entered => 0.9,
        () if kind.as_ref().is_some_and(|kind| !kind.labelled) => 0.9,
        () if kind.is_some() => LABELLED,
        () if copula => 0.6,
        () if apposition => SAYS,
        () if introduced => 0.1,
        () => 0.0,
    };
    // What "In Orsk," begins with is told of something else.
    let front = before.trim();
    let opens = !addressed && (front.is_empty() || WORDS.fronts.has(&front.to_lowercase()));
    let in_full =
        part.is_some() && !scrap && called.split(' ').filter(|word| !is_title_of_person(&fold(word))).count() > 1;
    let headed = opens && is_headed(&passage.document, place.sentence as usize, called);
    let score = base
        + form
        + if opens { OPENS } else { 0.0 }
        + if headed { HEADED } else { 0.0 }
        + if in_full { IN_FULL } else { 0.0 }
        + (1.0 - position) * EARLY;
    Tells { score, defines: kind, about: form >= SAYS || opens, fragment: part.is_some() && base < PLAIN, part }
}

/// True where a sentence says of an office who holds it: "The harbour master is Ada Voss."
fn is_whom(before: &str, called: &str, behind: &str) -> bool {
    const LONGEST: usize = 6;
    let words: Vec<&str> = before.split_whitespace().collect();
    let Some((copula, office)) = words.split_last() else { return false };
    let named = called.contains(' ') && behind.trim_start().starts_with(['.', ',', ';']);
    let first = office.first().map(|first| first.to_lowercase()).unwrap_or_default();
    let holds = is_determiner(&first) || in_any(|pack| &pack.determiners, &first);
    let is = is_copula(copula) || in_any(|pack| &pack.copula, copula);
    named && is && (2..=LONGEST).contains(&office.len()) && holds
}

/// True for a sentence that stands right under a heading which names what it opens with: "About Orsk Power".
fn is_headed(document: &DocumentText, sentence: usize, called: &str) -> bool {
    /// Sentences up to which what stands under a heading introduces.
    const NEAR: usize = 3;
    let heading = document.sentences[..sentence].iter().rev().take(NEAR).find(|one| one.kind == SentenceKind::Heading);
    let heading = heading.and_then(|heading| heading.span.slice(&document.text)).unwrap_or_default();
    !called.is_empty() && heading.to_lowercase().contains(&called.to_lowercase())
}

/// The bytes of a sentence that say who the person called so is: "Ada Voss, harbour master of Orsk".
fn who(sentence: &str, called: &str, before: &str, behind: &str) -> Option<Span> {
    /// As plain as an office in front of a name.
    const OFFICE: f32 = 0.9;
    // Most mentions have no room beside them for an office.
    let beside = behind.trim_start().starts_with([',', '('])
        || before.trim_end().ends_with([',', ':', '('])
        || behind.contains("he was ");
    if !beside || !called.contains(' ') {
        return None;
    }
    let told = |from: usize| {
        let told = Sought::Name(called.to_owned()).told(sentence.get(from..)?, None, "");
        let told = told.filter(|&(span, plain)| plain >= OFFICE && span.len() < sentence.len());
        told.map(|(span, _)| Span::new(from + span.start, from + span.end))
    };
    // "For the board: Ada Voss, harbour master": what stands behind says who, the field what she did there.
    let labelled = before.trim_end().ends_with(':') && behind.trim_start().starts_with([',', '(']);
    let behind_label = if labelled { told(before.len()) } else { None };
    behind_label.or_else(|| told(0))
}

/// Returns the sentence that shows a relationship best, among the first units of the pair; where none names both, the
/// two sentences that come nearest, in their order.
pub(in crate::index::merge) fn best_sentence(related: &Related, places: &Places, worths: &Worths) -> Vec<(u32, u32)> {
    let mut best: Option<(f32, u32, u32)> = None;
    let mut nearest: Option<(u32, u32, u32, u32)> = None;
    for &unit in related.units.iter().take(8) {
        let named =
            |entity: u32| places.of(unit as usize).iter().filter(move |place| place.entity == entity && !place.implied);
        for a in named(related.source) {
            for b in named(related.target) {
                if a.sentence != b.sentence {
                    let distance = a.sentence.abs_diff(b.sentence);
                    if nearest.is_none_or(|(known, ..)| distance < known) {
                        nearest = Some((distance, unit, a.sentence.min(b.sentence), a.sentence.max(b.sentence)));
                    }
                } else if b.start >= a.end || a.start >= b.end {
                    let worth = worths.get(unit, a.sentence) - a.start.abs_diff(b.start) as f32 / 600.0;
                    if best.is_none_or(|(known, ..)| worth > known) {
                        best = Some((worth, unit, a.sentence));
                    }
                }
            }
        }
    }
    if let Some((_, unit, sentence)) = best {
        return vec![(unit, sentence)];
    }
    if let Some((_, unit, first, second)) = nearest {
        return vec![(unit, first), (unit, second)];
    }
    // The subject of a document is not named in the sentence that names the other: that sentence shows it.
    related
        .units
        .first()
        .and_then(|&unit| {
            let named = |place: &&EntityPlace| {
                !place.implied && (place.entity == related.source || place.entity == related.target)
            };
            places.of(unit as usize).iter().find(named).map(|place| (unit, place.sentence))
        })
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples;

    #[test]
    fn an_entry_is_told_with_what_stands_behind_the_name() {
        let document =
            samples::document("Voss, Ada. Keeper. Retired in 2031.\n\nThe lamp of the harbour was lit by Reed.");
        assert_eq!(entry(&document, 0), Some("Voss, Ada. Keeper. Retired in 2031."));
        let last = document.sentences.len() - 1;
        assert_eq!(entry(&document, last), Some("The lamp of the harbour was lit by Reed."));
        assert_eq!(entry(&document, last + 1), None);
    }

    #[test]
    fn who_holds_an_office_is_told_behind_it() {
        for (before, behind, told) in [
            ("The harbour master is ", ".", true),
            ("Die Hafenmeisterin ist ", ", seit Mai.", true),
            ("The harbour master is ", " of Orsk's brother.", false),
            ("Yesterday it was ", ".", false),
            ("", " is the harbour master.", false),
        ] {
            assert_eq!(is_whom(before, "Ada Voss", behind), told, "{before}");
        }
        assert!(!is_whom("The harbour is ", "Orsk", "."));
    }
}
