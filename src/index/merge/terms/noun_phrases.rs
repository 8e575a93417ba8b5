//! Which common noun phrases are terms: C-value over the corpus (Frantzi, Ananiadou & Mima 2000), burstiness over text
//! units (residual inverse document frequency, Church & Gale 1995), standing in headings, and a head that can carry a
//! topic. A longer phrase that is no term gives way to the term at its end.

use std::collections::HashMap;
use std::ops::Range;

use super::lone_nouns::{bound, formulas, subjects, word_before};
use crate::index::merge::table::{Name, Table};
use crate::judgement::Passages;
use crate::model::{SentenceKind, Span};
use crate::text::cutting::script::is_han_word;
use crate::text::language::word_lists;
use crate::text::names::is_determiner;
use crate::text::names::tag::{is_no_noun, is_ordinary_word};
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags, flags_of_noun};

word_lists! {
    static WORDS = "noun_phrases.toml": not_learned, learned, behind_numbers, symbols
}

/// True for what is left of an hour, a rank or a measure: *00pm* of *6:00pm*, *100th*, *3-4kg*.
pub(in crate::index::merge) fn is_hour_or_rank(word: &str) -> bool {
    let letters = word.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '–' | '.' | ','));
    letters.len() < word.len() && WORDS.behind_numbers.has(letters)
}

/// True for the sign of a unit, as it is written: *mW*, *kHz*; one of several words may open a sentence: *Sq ft*.
pub(in crate::index::merge) fn is_symbol(written: &str) -> bool {
    WORDS.symbols.has(written) || written.contains(' ') && WORDS.symbols.has(&written.to_lowercase())
}

/// How much support terms need; grows with the corpus.
#[derive(Clone, Copy, Debug)]
pub(in crate::index::merge) struct Thresholds {
    /// Occurrences of a phrase.
    pub phrase: u32,
    /// Occurrences of a phrase whose head is a general noun.
    pub general: u32,
    /// Occurrences of a lone noun.
    pub single: u32,
    /// The largest share of documents in which a lone noun may occur.
    pub single_share: f32,
    /// Text units of the corpus.
    pub units: u32,
}

impl Thresholds {
    /// Thresholds for a corpus in which `sentences` sentences of `documents` documents, in `units` text
    /// units, were read.
    pub fn of(sentences: usize, documents: usize, units: usize) -> Thresholds {
        let (phrase, general, single) = match sentences {
            0..=150 => (1, 2, 2),
            151..=1_500 => (2, 3, 4),
            1_501..=15_000 => (3, 6, 6),
            15_001..=100_000 => (3, 9, 9),
            _ => (5, 12, 16),
        };
        let single_share = if documents < 8 { 1.0 } else { 0.3 };
        Thresholds { phrase, general, single, single_share, units: units as u32 }
    }
}

/// What the head of a phrase can carry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    Never,
    General,
    Topical,
}

fn head(word: &str) -> Head {
    let flags = flags_of_noun(word);
    if flags.has(Flags::NEVER | Flags::FUNCTION | Flags::FILLER | Flags::MEASURE | Flags::ROLE)
        && !flags.has(Flags::NOMINAL)
    {
        Head::Never
    } else if flags.has(Flags::GENERIC | Flags::SOFT) {
        Head::General
    } else {
        Head::Topical
    }
}

/// Times that a word which is no noun in the first place stands behind a determiner where it is one.
const DETERMINED: u32 = 3;

#[derive(Clone, Copy, Default)]
pub(super) struct Support {
    /// Occurrences as a whole phrase.
    pub alone: u32,
    /// Occurrences as the end of longer phrases, and how many of these differ.
    nested: u32,
    longer: u32,
    pub documents: u32,
    /// Text units that it occurs in, and occurrences in headings.
    units: u32,
    pub marked: u32,
    /// Occurrences that the text sets off as a name, in bold or as code.
    set_off: u32,
    /// Occurrences as a whole phrase behind an article or another determiner.
    determined: u32,
}

impl Support {
    pub fn total(&self) -> u32 {
        self.alone + self.nested
    }

    /// How many bits rarer its text units are than chance would have them, were its occurrences strewn over all
    /// `units`: what a text is about returns where it stands.
    fn residual(&self, units: u32) -> f32 {
        let (all, with) = (units.max(1) as f32, self.units.max(1) as f32);
        (all / with).log2() + (1.0 - (-(self.total() as f32) / all).exp()).log2()
    }

    /// True for a word that the texts use as a noun, whatever it is elsewhere: *the strike*.
    pub fn is_noun(&self, word: &str) -> bool {
        !is_no_noun(word) || self.determined >= DETERMINED && 2 * self.determined >= self.alone
    }

    /// True for what returns within a text unit, or heads a section.
    fn is_dear(&self) -> bool {
        self.total() > self.units || self.marked > 0
    }
}

/// Decides on every common phrase: occurrences of what is no term are dropped or moved to the term at their end.
pub(in crate::index::merge) fn keep_terms(table: &mut Table, passages: &dyn Passages, thresholds: Thresholds) {
    let documents = table.documents as u32;
    let support = support(table, passages);
    let mut formulas = formulas(table, passages);
    formulas.extend(bound(table, passages));
    let subjects = subjects(&support, thresholds, documents);
    let accepted = |key: &str| -> bool {
        let Some(support) = support.get(key).filter(|_| !formulas.contains(key)) else { return false };
        subjects.contains(key) || is_term(key, *support, thresholds, documents)
    };
    // A name that is also written small keeps its small occurrences.
    let mut decisions: HashMap<u32, Option<Range<usize>>> = HashMap::new();
    let mut moved: Vec<(usize, String, Span)> = Vec::new();
    let mut keep = vec![true; table.occurrences.len()];
    for (number, occurrence) in table.occurrences.iter().enumerate() {
        if occurrence.proper {
            continue;
        }
        let name = &table.names[occurrence.name as usize];
        let part = decisions.entry(occurrence.name).or_insert_with(|| decide(name, &accepted));
        let Some(part) = part else {
            keep[number] = false;
            continue;
        };
        let count = name.words().count();
        if part.len() == count {
            continue;
        }
        let text = occurrence.span().slice(passages.text(occurrence.unit as usize)).unwrap_or("");
        match words_of(text, count) {
            Some(spans) => {
                let span = Span::new(spans[part.start].start, spans[part.end - 1].end).shifted(occurrence.span().start);
                moved.push((number, part_key(name, part), span));
            }
            None => keep[number] = false,
        }
    }
    for (number, key, span) in moved {
        let name = table.name(key);
        let occurrence = &mut table.occurrences[number];
        (occurrence.name, occurrence.start, occurrence.end) = (name, span.start as u32, span.end as u32);
    }
    let mut keep = keep.into_iter();
    table.occurrences.retain(|_| keep.next().unwrap_or(false));
    table.count(passages);
}

/// Which words of a common phrase are a term: all, or the longest end of it, or its front; `None` when nothing is.
fn decide(name: &Name, accepted: &impl Fn(&str) -> bool) -> Option<Range<usize>> {
    let count = name.words().count();
    let also_name = name.sure >= 2 && name.proper * 2 > name.common;
    if also_name {
        // *stem* is not STEM.
        let shouted = |surface: &String| surface.chars().filter(|c| c.is_uppercase()).count() >= 2;
        return (count > 1 || !name.surfaces.keys().any(shouted)).then_some(0..count);
    }
    if accepted(&name.key) {
        return Some(0..count);
    }
    let ends = (1..count).map(|from| from..count);
    let fronts = (2..count).rev().map(|to| 0..to);
    let parts: Vec<Range<usize>> =
        ends.clone().filter(|part| part.len() > 1).chain(fronts).chain(ends.filter(|part| part.len() == 1)).collect();
    parts.into_iter().find(|part| accepted(&part_key(name, part)))
}

/// The key of some words of a phrase.
fn part_key(name: &Name, part: &Range<usize>) -> String {
    let words: Vec<&str> = name.words().skip(part.start).take(part.len()).collect();
    match words.split_last() {
        Some((last, front)) if !front.is_empty() => format!("{} {}", front.join(" "), fold::singular(last)),
        Some((last, _)) => fold::singular(last),
        None => String::new(),
    }
}

/// Counts how often every phrase occurs alone and as the end of longer ones.
fn support(table: &Table, passages: &dyn Passages) -> HashMap<String, Support> {
    let mut support: HashMap<String, Support> = HashMap::new();
    let mut last_document: HashMap<&str, u32> = HashMap::new();
    let mut last_unit: HashMap<&str, u32> = HashMap::new();
    let heads = |unit: u32, sentence: u32| {
        let document = passages.at(unit as usize).document;
        let sentences = &document.sentences;
        sentences.get(sentence as usize).is_some_and(|sentence| sentence.kind == SentenceKind::Heading)
    };
    let mut order: Vec<(u32, u32, u32, [bool; 3])> = table
        .occurrences
        .iter()
        .filter(|o| !o.proper)
        .map(|o| {
            let (text, span) = (passages.text(o.unit as usize), o.span());
            let signs = [heads(o.unit, o.sentence), is_set_off(text, span), is_determined(text, span)];
            (o.document, o.unit, o.name, signs)
        })
        .collect();
    order.sort_unstable();
    for (document, unit, name, [marked, set_off, determined]) in order {
        let key = table.names[name as usize].key.as_str();
        let mut from = 0;
        loop {
            let part = &key[from..];
            let entry = match support.get_mut(part) {
                Some(entry) => entry,
                None => support.entry(part.to_owned()).or_default(),
            };
            if from == 0 {
                entry.set_off += u32::from(set_off);
                entry.determined += u32::from(determined);
                entry.alone += 1;
            } else {
                entry.nested += 1;
            }
            entry.marked += u32::from(marked);
            if last_unit.insert(part, unit) != Some(unit) {
                entry.units += 1;
            }
            if last_document.insert(part, document) != Some(document) {
                entry.documents += 1;
            }
            match key[from..].find(' ') {
                Some(space) => from += space + 1,
                None => break,
            }
        }
    }
    for name in &table.names {
        if name.common == 0 {
            continue;
        }
        let mut rest = name.key.as_str();
        while let Some((_, tail)) = rest.split_once(' ') {
            if let Some(entry) = support.get_mut(tail) {
                entry.longer += 1;
            }
            rest = tail;
        }
    }
    support
}

/// True for words that a text sets off as a name: `**lampd** keeps the log`, "the reader, `lampd`".
fn is_set_off(text: &str, span: Span) -> bool {
    let (before, behind) = (text.get(..span.start).unwrap_or_default(), text.get(span.end..).unwrap_or_default());
    ["**", "`"].iter().any(|mark| before.ends_with(mark) && behind.starts_with(mark))
}

/// True behind an article or another determiner.
fn is_determined(text: &str, span: Span) -> bool {
    word_before(text, span.start).is_some_and(|word| is_determiner(&word.to_lowercase()))
}

fn is_term(key: &str, support: Support, thresholds: Thresholds, documents: u32) -> bool {
    let words: Vec<&str> = key.split(' ').collect();
    let Some(&last) = words.last() else { return false };
    let total = support.total();
    if words.len() == 1 {
        return is_single_term(last, support, thresholds, documents);
    }
    if words.len() > 4 || words.iter().any(|word| word.chars().count() < 2) {
        return false;
    }
    let first = flags(words[0]);
    if first.has(Flags::WEAK | Flags::NEVER | Flags::FUNCTION | Flags::FILLER) && !first.has(Flags::NOMINAL) {
        return false;
    }
    // C-value: what longer phrases explain does not count for the shorter one.
    let explained = if support.longer > 0 { f64::from(support.nested) / f64::from(support.longer) } else { 0.0 };
    let value = (words.len() as f64).log2() * (f64::from(total) - explained);
    let need = match head(last) {
        Head::Never => return false,
        Head::General => {
            // *learning process*, *operating model*: a general head needs a modifier that is not general itself.
            let general = words[..words.len() - 1].iter().all(|word| head(word) != Head::Topical);
            let need = if support.is_dear() { thresholds.general.div_ceil(2) } else { thresholds.general };
            if general { thresholds.general * 3 } else { need }
        }
        Head::Topical => {
            let general = words[..words.len() - 1].iter().all(|word| head(word) == Head::General);
            let need = if support.is_dear() { thresholds.phrase.min(2) } else { thresholds.phrase };
            if general { thresholds.phrase + 1 } else { need }
        }
    };
    // *deep learning* is a term, *common problem* hardly: the adjective needs twice the support.
    let need = if first.has(Flags::MILD) { need * 2 } else { need };
    // A long phrase seen once is just words.
    if words.len() > 2 && total < 2 {
        return false;
    }
    // One document's phrase must be dear to it.
    let local = support.documents < 2 && documents >= 8 && !support.is_dear();
    let need = if local { need + need.div_ceil(2) } else { need };
    support.alone >= need.div_ceil(2) && value >= f64::from(need)
}

pub(super) fn share_of(support: Support, documents: u32) -> f32 {
    if documents < 8 { 0.0 } else { support.documents as f32 / documents as f32 }
}

/// True for a word that says too little to be a term by itself.
pub(super) fn is_barred(word: &str) -> bool {
    let barred = Flags::GENERIC
        | Flags::SOFT
        | Flags::NEVER
        | Flags::WEAK
        | Flags::FUNCTION
        | Flags::FILLER
        | Flags::ROLE
        | Flags::MEASURE
        | Flags::NUMBER
        | Flags::SAY
        | Flags::FIRST_NAME
        | Flags::DEMONYM
        | Flags::HONORIFIC
        | Flags::MONTH
        | Flags::WEEKDAY;
    let flags = flags_of_noun(word);
    flags.has(barred) && !flags.tells_alone() || word.chars().count() < 4
}

/// A lone noun is a term when it is frequent where it occurs and absent elsewhere, or looks learned.
fn is_single_term(word: &str, support: Support, thresholds: Thresholds, documents: u32) -> bool {
    if is_han_word(word) {
        return support.alone >= thresholds.phrase.max(2) && share_of(support, documents) <= 0.6;
    }
    if is_barred(word) {
        return false;
    }
    let learned = WORDS.learned.iter().any(|end| word.ends_with(end) && word.len() > end.len() + 2);
    let total = support.total();
    let share = share_of(support, documents);
    let burst = total as f32 / support.documents.max(1) as f32;
    if learned && !WORDS.not_learned.has(word) {
        return support.alone >= thresholds.single.div_ceil(3) && share <= 0.6;
    }
    // Everyday words must be the subject of few documents; words that no lexicon has tell more.
    let (burst_needed, share_allowed) =
        if is_ordinary_word(word) { (4.0, thresholds.single_share / 2.0) } else { (2.0, thresholds.single_share) };
    let alone = support.alone >= thresholds.single;
    let of_few = documents < 8 || (share <= share_allowed.max(1.5 / documents as f32) && burst >= burst_needed);
    alone && of_few || is_bursty(word, support, share, thresholds) || is_coined(word, support, share)
}

/// True for a word that no lexicon has, which a text sets off as a name and several documents use: what a program or a
/// machine is called.
fn is_coined(word: &str, support: Support, share: f32) -> bool {
    const MOST: f32 = 0.8;
    let (occurrences, documents) = (3, 2);
    let returns = support.total() >= occurrences && support.documents >= documents && share <= MOST;
    support.set_off > 0 && returns && !is_ordinary_word(word)
}

/// Text units below which burstiness cannot be told from chance.
const FEWEST_UNITS: u32 = 40;
/// Bits by which a word must be rarer than chance, for one that is in no document and for each further share of them:
/// what every document speaks of has to be the subject of some.
const RESIDUAL: (f32, f32) = (0.45, 0.5);

/// True for an ordinary word that is what some texts are about: it returns where it stands, or heads sections.
fn is_bursty(word: &str, support: Support, share: f32, thresholds: Thresholds) -> bool {
    if thresholds.units < FEWEST_UNITS || !support.is_noun(word) {
        return false;
    }
    let least = if support.marked > 0 { thresholds.single.div_ceil(3) } else { thresholds.single.div_ceil(2) };
    let (least_bits, by_share) = RESIDUAL;
    support.alone >= least.max(2) && support.residual(thresholds.units) >= least_bits + by_share * share
}

/// Whether an ordinary word that is written with a capital (*Agreement*, *Unity*) is dear enough to its documents to be
/// taken for a name.
pub(in crate::index::merge) fn is_dear(count: u32, spread: u32, thresholds: Thresholds, documents: usize) -> bool {
    let share = spread as f32 / documents.max(1) as f32;
    documents < 8
        || (count >= thresholds.single.div_ceil(3)
            && count >= 2 * spread
            && share <= (thresholds.single_share / 2.0).max(1.5 / documents as f32))
}

/// The bytes of the words of `text`; `None` when they are not the `count` words of its key.
fn words_of(text: &str, count: usize) -> Option<Vec<Span>> {
    let mut words: Vec<Span> = Vec::with_capacity(count);
    let mut inside = false;
    for (at, c) in text.char_indices() {
        let part = c.is_alphanumeric() || matches!(c, '\'' | '’' | '+' | '#');
        match words.last_mut() {
            Some(word) if part && inside => word.end = at + c.len_utf8(),
            _ if part => words.push(Span::new(at, at + c.len_utf8())),
            _ => {}
        }
        inside = part;
    }
    (words.len() == count).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGE: Thresholds = Thresholds { phrase: 3, general: 6, single: 6, single_share: 0.3, units: 400 };

    fn term(key: &str, alone: u32, nested: u32, longer: u32, documents: u32) -> bool {
        let units = alone + nested;
        is_term(key, Support { alone, nested, longer, documents, units, ..Support::default() }, LARGE, 40)
    }

    #[test]
    fn terms_need_support_and_a_head() {
        assert!(term("salt marsh", 3, 0, 0, 2));
        assert!(!term("salt marsh", 2, 0, 0, 2));
        assert!(!term("different kind", 90, 0, 0, 30));
        assert!(!term("tidal model", 4, 0, 0, 3));
        assert!(term("tidal model", 6, 0, 0, 3));
    }

    #[test]
    fn what_longer_phrases_explain_does_not_count() {
        assert!(!term("marsh restoration", 1, 20, 1, 4));
        assert!(term("marsh restoration", 3, 20, 5, 4));
    }

    #[test]
    fn lone_nouns_must_be_of_one_subject() {
        assert!(term("seagrass", 12, 0, 0, 2));
        assert!(!term("seagrass", 12, 0, 0, 12));
        assert!(!term("question", 40, 0, 0, 2));
        assert!(term("oceanography", 3, 0, 0, 3));
    }

    #[test]
    fn what_is_set_off_as_a_name_is_one_where_documents_return_to_it() {
        let text = "**lampd** keeps the log, `tarn` reads it.";
        assert!(is_set_off(text, Span::new(2, 7)) && !is_set_off(text, Span::new(20, 23)));
        let support = |set_off, documents| Support { alone: 4, units: 12, documents, set_off, ..Support::default() };
        for (set_off, documents, coined) in [(1, 12, true), (0, 12, false), (1, 1, false)] {
            assert_eq!(is_term("lampd", support(set_off, documents), LARGE, 40), coined, "{set_off} {documents}");
        }
        assert!(!is_term("harbour", support(2, 12), LARGE, 40));
    }

    #[test]
    fn what_returns_where_it_stands_is_a_subject() {
        let support =
            |alone, units, documents, marked| Support { alone, units, documents, marked, ..Support::default() };
        let term = |key, support| is_term(key, support, LARGE, 40);
        assert!(term("basement", support(9, 3, 3, 0)));
        assert!(!term("basement", support(9, 9, 9, 0)));
        assert!(term("basement", support(40, 20, 20, 0)), "in half of the documents, and dear to some");
        assert!(!term("depend", support(9, 3, 3, 0)), "no noun");
        assert!(term("salt marsh", support(2, 1, 1, 0)));
        assert!(term("salt marsh", support(2, 2, 2, 1)));
    }

    #[test]
    fn words_have_their_bytes() {
        assert_eq!(words_of("deep salt-marsh", 3), Some(vec![Span::new(0, 4), Span::new(5, 9), Span::new(10, 15)]));
        assert_eq!(words_of("deep soil", 3), None);
    }

    #[test]
    fn a_phrase_gives_way_to_the_term_in_it() {
        let name = |key: &str| Name { key: key.into(), common: 1, ..Name::default() };
        let accepted = |key: &str| key == "salt marsh";
        assert_eq!(decide(&name("big salt marsh"), &accepted), Some(1..3));
        assert_eq!(decide(&name("salt marsh store"), &accepted), Some(0..2));
        assert_eq!(decide(&name("salt water"), &accepted), None);
    }
}
