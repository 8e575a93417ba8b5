//! The sentence that goes with another: the remedy with its problem, the other side with a disagreement, the earlier figure
//! with the one of now.

use std::collections::{BTreeMap, HashSet};

use super::signs::is_filler;
use crate::judgement::Quotable;
use crate::model::{DocumentId, Kind, Span};
use crate::text::dates::is_month;
use crate::text::stance::{STATED, Stance, is_negative};
use crate::text::terms::{Stems, fold, is_stop, words};

/// How far behind a problem, in bytes, its remedy is told.
const BEHIND: usize = 600;
/// The same where the two share no word.
const NEXT: usize = 240;
/// How plainly it must be one.
const REMEDY: f32 = 0.65;
/// Words that two sentences must share to be of the same matter, and the part of the shorter's that they make up.
const SHARED: usize = 3;
const SHARED_PART: f32 = 0.4;

/// True for a sentence that says itself what is done.
pub(super) fn is_remedied(quotable: &Quotable) -> bool {
    Stance::Remedy.strength(&quotable.text) >= STATED
}

pub(super) fn remedy<'q>(of: &Quotable, among: &'q [Quotable], stems: &mut Stems) -> Option<&'q Quotable> {
    if is_remedied(of) {
        return None;
    }
    let said = content(&of.text, stems);
    let mut best: Option<(f32, &Quotable)> = None;
    for other in among.iter().filter(|other| other.text != of.text) {
        let remedy = Stance::Remedy.strength(&other.text);
        if remedy < REMEDY {
            continue;
        }
        let said_by_other = content(&other.text, stems);
        let shared = said_by_other.intersection(&said).count();
        let part = shared as f32 / said.len().min(said_by_other.len()).max(1) as f32;
        let fits = match behind(of, other) {
            Some(behind) => behind <= NEXT && remedy >= STATED || behind <= BEHIND && shared > 0,
            None => remedy >= STATED && shared >= SHARED && part >= SHARED_PART,
        };
        let score = remedy + 0.3 * shared as f32 + if behind(of, other).is_some() { 0.5 } else { 0.0 };
        if fits && best.is_none_or(|(known, _)| score > known) {
            best = Some((score, other));
        }
    }
    best.map(|(_, other)| other)
}

/// What somebody else says of the same, otherwise.
pub(super) fn other_side<'q>(of: &Quotable, among: &'q [Quotable], stems: &mut Stems) -> Option<&'q Quotable> {
    // A *no* is the other side of what is plainly disputed, not of whatever has the same words.
    let plain = Stance::Disagreement.strength(&of.text) >= STATED;
    let mut best: Option<(usize, &Quotable)> = None;
    for other in among {
        let shared = contradicts(&of.text, &other.text, plain, stems);
        if is_anothers(of, other) && shared > best.map_or(0, |(shared, _)| shared) {
            best = Some((shared, other));
        }
    }
    best.map(|(_, other)| other)
}

/// Another figure for the same thing, as it was at another time.
pub(super) fn other_figure<'q>(of: &Quotable, among: &'q [Quotable], stems: &mut Stems) -> Option<&'q Quotable> {
    let mut best: Option<(usize, &Quotable)> = None;
    for other in among.iter().filter(|other| is_anothers(of, other)) {
        let shared = contradicts(&of.text, &other.text, false, stems);
        if shared > best.map_or(0, |(known, _)| known) {
            best = Some((shared, other));
        }
    }
    best.map(|(_, other)| other)
}

/// True when two sentences are of different speakers, or of different documents.
pub fn is_anothers(one: &Quotable, other: &Quotable) -> bool {
    let source = |quotable: &Quotable| quotable.cites.iter().find(|cite| cite.kind == Kind::Source).copied();
    one.speaker != other.speaker && source(one) != source(other)
}

/// Bytes between the end of a sentence and the beginning of another that stands behind it in its document.
fn behind(of: &Quotable, other: &Quotable) -> Option<usize> {
    let (place, place_of_other) = (placed(of)?, placed(other)?);
    (place.0 == place_of_other.0).then(|| place_of_other.1.start.checked_sub(place.1.end)).flatten()
}

/// True for the very next sentence.
pub fn follows(of: &Quotable, other: &Quotable) -> bool {
    const SPACE: usize = 4;
    behind(of, other).is_some_and(|behind| behind <= SPACE)
}

/// Where a quotation stands, where that is known; a report's knows its document only.
fn placed(quotable: &Quotable) -> Option<(DocumentId, Span)> {
    quotable.place.filter(|(_, span)| span.end > 0)
}

/// True for a sentence that says how much something is now.
pub fn tells_of_now(text: &str) -> bool {
    words(text).any(|word| word.text == "now") && text.contains(|c: char| c.is_ascii_digit())
}

/// Words that two sentences share that give other figures for one thing, or two opinions of it, or where the first is
/// `plain`ly disputed, of which one denies what the other says; 0 where they do not.
pub fn contradicts(one: &str, other: &str, plain: bool, stems: &mut Stems) -> usize {
    let (said, said_by_other) = (content(one, stems), content(other, stems));
    let shared = said.intersection(&said_by_other).filter(|stem| !is_figure(stem)).count();
    let (figures, others) = (measures(one, stems), measures(other, stems));
    // So many of one thing, and so many others of the same.
    let differ = figures.iter().any(|(unit, figure)| others.get(unit).is_some_and(|other| other != figure))
        && !figures.iter().any(|(unit, figure)| others.get(unit) == Some(figure));
    let opinions = is_opinion(one) && is_opinion(other);
    let part = shared as f32 / said.len().min(said_by_other.len()).max(1) as f32;
    let same = shared > SHARED && part >= SHARED_PART;
    let denied = plain && same && is_negative(one) != is_negative(other);
    if shared >= SHARED && (denied || differ || opinions) { shared } else { 0 }
}

/// Words of content that two sentences share.
pub(super) fn shared(one: &str, other: &str, stems: &mut Stems) -> usize {
    content(one, stems).intersection(&content(other, stems)).count()
}

/// Stems of the words that say something.
fn content(text: &str, stems: &mut Stems) -> HashSet<String> {
    let telling =
        |word: &str| (word.chars().count() > 3 || is_figure(word)) && !is_stop(&fold(word)) && !is_filler(word);
    words(text).filter(|word| telling(word.text)).map(|word| stems.stem(word.text).to_owned()).collect()
}

/// The figures of a sentence, by the stem of what they count.
fn measures(text: &str, stems: &mut Stems) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut figure: Option<(String, usize)> = None;
    for word in words(text) {
        match figure.take() {
            _ if is_figure(word.text) => {
                // "4,120" is one figure.
                let joined = figure_before(text, word.span.start);
                let whole = joined.map_or(word.text.to_owned(), |before| format!("{before}{}", word.text));
                figure = Some((whole, word.span.end));
            }
            // "2 February" counts nothing.
            Some((number, end))
                if word.text.chars().count() > 2
                    && word.span.start == end + 1
                    && !is_month(&word.text.to_lowercase()) =>
            {
                found.insert(stems.stem(word.text).to_owned(), number);
            }
            _ => {}
        }
    }
    found
}

/// The digits in front of a comma or a point that stands directly before a position.
fn figure_before(text: &str, start: usize) -> Option<&str> {
    let front = text.get(..start)?.strip_suffix([',', '.'])?;
    let digits = front.len() - front.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    (digits > 0).then(|| &front[front.len() - digits..])
}

/// True for what somebody gives as an opinion of theirs.
fn is_opinion(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["in my opinion", "in our opinion", "in my view", "in our view", "we conclude", "i conclude"]
        .iter()
        .any(|mark| lower.contains(mark))
}

fn is_figure(stem: &str) -> bool {
    stem.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples::said;

    #[test]
    fn a_problem_goes_with_what_is_done_about_it() {
        let problem = said(1, "Ada Voss", 0, "The sluice at Orsk leaked all winter.");
        let after = said(1, "Ada Voss", 50, "In June the guild repaired it with clay.");
        let far = said(1, "Ada Voss", 5_000, "In June the guild repaired it with clay.");
        let elsewhere = said(2, "Jan Orr", 0, "The guild repaired the sluice of Orsk before the winter.");
        let mut stems = Stems::default();
        let mut with = |other: &Quotable| remedy(&problem, std::slice::from_ref(other), &mut stems).is_some();
        assert!(with(&after) && with(&elsewhere) && !with(&far));
    }

    #[test]
    fn the_other_side_denies_or_counts_otherwise() {
        let mut stems = Stems::default();
        let one = "The board bought 40 tonnes of cement for the northern sluice.";
        assert!(contradicts(one, "The board never bought cement for the northern sluice.", true, &mut stems) > 0);
        assert_eq!(contradicts(one, "The board never bought cement for the northern sluice.", false, &mut stems), 0);
        assert!(
            contradicts(one, "For the northern sluice the board bought 12 tonnes of cement.", false, &mut stems) > 0
        );
        assert_eq!(
            contradicts(one, "For the northern sluice the board bought 40 tonnes of cement.", false, &mut stems),
            0
        );
        let opinion = "In my opinion the char at Orsk died of cold water.";
        let others = "In our view lime in the water killed the char at Orsk.";
        assert!(contradicts(opinion, others, false, &mut stems) > 0);
        assert_eq!(contradicts(opinion, "Lime in the water killed the char at Orsk.", true, &mut stems), 0);
        assert_eq!(contradicts(one, "The vicar never rang the bells.", true, &mut stems), 0);
    }
}
