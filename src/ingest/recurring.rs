//! Text that returns: overlapping parts of one text, near-duplicate files, and boilerplate (intros, disclaimers, page
//! furniture). It is counted where it stands first in reading order and marked everywhere else; boilerplate is marked
//! in its first place too, as something not to be quoted.
//!
//! A sentence recurs only where all its words stand elsewhere as they stand here, one behind another: one changed word
//! makes it a sentence of its own, however much around it returns. That is what tells two versions of a contract apart.
//!
//! Every shingle of every document is sorted once, so that the cost is that of sorting, whatever the corpus looks like.

use rayon::prelude::*;

use super::document::LoadedDocument;
use crate::model::{DocumentId, RecurringKind, RecurringSpan, SentenceKind, Span};
use crate::text::cutting::punctuation::{is_closer, is_terminal};
use crate::text::similarity::shingles::{self, LEN, Prints};
use crate::text::words::terms;

/// Shingles kept at most, in about: 16 bytes each.
const MOST_SHINGLES: u64 = 6_000_000;
/// Words in a row that make a stretch worth marking when it stands in two or three places …
const LONG: u32 = 24;
/// … and when it stands in many.
const SHORT: u32 = 12;
/// Documents that make a stretch boilerplate.
const MANY: u32 = 4;
/// A long document is a duplicate when all but this share of its words stands in another, in percent …
const SPARE_OF_LONG: u32 = 15;
/// … a short one when at most one word in this many does not: entries made after one pattern differ in a name only.
const SPARE_OF_SHORT: u32 = 60;
/// Words of a long document.
const LONG_DOCUMENT: u32 = 300;
/// Stretches of one source this few words apart are one: a link's address, a corrected word.
const BRIDGE: u32 = 8;
/// Where only some shingles are kept, a sentence is marked when this share of its words lies in recurring stretches, in
/// percent: nobody knows its other words.
const SENTENCE: usize = 80;

/// Returns the sampling rate of shingles for a corpus of `bytes` bytes: one in this many is kept.
pub(super) fn sampling(bytes: u64) -> u64 {
    (bytes / 6).div_ceil(MOST_SHINGLES).max(1)
}

/// The shingles of a document, and its sentences where every shingle is kept.
pub(super) fn prints(document: &LoadedDocument, every: u64) -> Prints {
    let sentences = if every == 1 { document.sentences.as_slice() } else { &[] };
    shingles::prints(&document.text, every, sentences.iter().map(|sentence| sentence.span))
}

/// A stretch of words of a document that stands elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    /// First word, and the one behind the last.
    from: u32,
    to: u32,
    /// Document it was counted in, by position.
    source: u32,
    kind: RecurringKind,
    /// It stands in many documents.
    of_many: bool,
}

/// What was found out about one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    stretches: Vec<Stretch>,
    /// Words that stand in one other place in a row, where every shingle is kept.
    rows: Vec<(u32, u32)>,
    /// The sentences that stand somewhere before, word for word.
    said_before: Vec<u32>,
    /// Only some shingles are kept.
    sampled: bool,
    /// Words that are counted here but return in many documents.
    boilerplate: Vec<(u32, u32)>,
    /// The end of the document is the beginning of that one, from this word on: a sentence cut off by the end stands
    /// there whole.
    continued: Option<(u32, u32)>,
}

/// How much of a corpus is counted once only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecurringNumbers {
    /// Documents that are (nearly) another one.
    pub duplicates: u32,
    /// Documents that begin with the end of another.
    pub overlaps: u32,
    /// Stretches that return across documents.
    pub boilerplate: u32,
    /// Words in any of these, of all words.
    pub recurring_words: u64,
    pub words: u64,
}

/// A shingle's other place: word `at` of this document is word `source_at` of `source`.
#[derive(Clone, Copy)]
struct Match {
    at: u32,
    source: u32,
    source_at: u32,
    /// Documents that hold the shingle.
    documents: u32,
}

/// Finds what recurs among documents given by their shingles, in reading order.
pub(super) fn find(prints: &[&Prints], every: u64) -> (Vec<Marks>, RecurringNumbers) {
    let mut all: Vec<(u64, u32, u32)> = Vec::with_capacity(prints.iter().map(|prints| prints.shingles.len()).sum());
    for (document, prints) in (0u32..).zip(prints) {
        all.extend(prints.shingles.iter().map(|&(hash, at)| (hash, document, at)));
    }
    all.par_sort_unstable();
    let mut matches: Vec<Vec<Match>> = vec![Vec::new(); prints.len()];
    // Shingles of many documents in their first place: (document, word, documents).
    let mut firsts: Vec<(u32, u32, u32)> = Vec::new();
    for group in all.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
        let (_, source, source_at) = group[0];
        let documents = group.chunk_by(|a, b| a.1 == b.1).count() as u32;
        if documents >= MANY {
            firsts.push((source, source_at, documents));
        }
        for &(_, document, at) in &group[1..] {
            matches[document as usize].push(Match { at, source, source_at, documents });
        }
    }
    drop(all);
    let reach = BRIDGE * u32::try_from(every).unwrap_or(u32::MAX).min(1_000);
    let mut marks: Vec<Marks> = matches
        .into_par_iter()
        .enumerate()
        .map(|(document, mut matches)| {
            matches.sort_unstable_by_key(|found| found.at);
            let stretches = stretches(document as u32, &matches, prints, reach);
            let sampled = every > 1 && !stretches.is_empty();
            let rows =
                if sampled || stretches.is_empty() { Vec::new() } else { rows(&matches, prints[document].words) };
            Marks { stretches, rows, sampled, ..Marks::default() }
        })
        .collect();
    note_said_before(&mut marks, prints);
    let copies: Vec<bool> = marks
        .iter()
        .map(|marks| marks.stretches.iter().any(|stretch| stretch.kind == RecurringKind::Duplicate))
        .collect();
    note_continued(&mut marks, prints);
    note_firsts(&mut marks, firsts, &copies, reach);
    let numbers = count(&marks, prints);
    (marks, numbers)
}

/// Words in a row that stand elsewhere in a row.
struct Run<'a> {
    matches: &'a [Match],
    from: u32,
    to: u32,
}

/// Joins the matches of a document to stretches and says what each is.
fn stretches(document: u32, matches: &[Match], prints: &[&Prints], reach: u32) -> Vec<Stretch> {
    let words = prints[document as usize].words;
    let runs = runs(matches, words, reach / BRIDGE);
    let covered: u32 = runs.iter().filter(|run| run.matches[0].source != document).map(|run| run.to - run.from).sum();
    let spare = if words >= LONG_DOCUMENT { words / 100 * SPARE_OF_LONG } else { words / SPARE_OF_SHORT };
    if words >= 5 && covered + spare >= words {
        let sources = matches.iter().map(|found| found.source).filter(|&source| source != document);
        if let Some((source, share)) = most_common(sources)
            && share * 2 >= matches.len()
        {
            let kind = RecurringKind::Duplicate;
            return runs
                .iter()
                .map(|run| Stretch { from: run.from, to: run.to, source, kind, of_many: false })
                .collect();
        }
    }
    let mut found = Vec::new();
    // Runs of one source with a few words between them are long enough together; the words between stay this text's
    // own.
    for group in runs.chunk_by(|a, b| a.source() == b.source() && b.from <= a.to + reach) {
        let (first, last) = (&group[0].matches[0], &group[group.len() - 1].matches);
        let length: u32 = group.iter().map(|run| run.to - run.from).sum();
        let shingles: usize = group.iter().map(|run| run.matches.len()).sum();
        let of_many = group.iter().flat_map(|run| run.matches).filter(|found| found.documents >= MANY).count();
        let of_many = of_many * 2 > shingles;
        if length < if of_many { SHORT } else { LONG } {
            continue;
        }
        let source = group[0].source();
        // The end of one text and the beginning of another, with room for a word that was cut.
        let slack = 3 + reach - BRIDGE;
        let reaches_end = last
            .iter()
            .rev()
            .find(|found| found.source == source)
            .is_some_and(|last| last.source_at + LEN as u32 + slack >= prints[source as usize].words);
        let overlap = source != document && first.at <= slack && first.source_at > first.at + LONG && reaches_end;
        let kind = if overlap { RecurringKind::Overlap } else { RecurringKind::Boilerplate };
        for (position, run) in group.iter().enumerate() {
            let from = if overlap && position == 0 { 0 } else { run.from };
            found.push(Stretch { from, to: run.to, source, kind, of_many });
        }
    }
    found
}

impl Run<'_> {
    /// The document most of it was counted in.
    fn source(&self) -> u32 {
        most_common(self.matches.iter().map(|found| found.source)).map_or(0, |(source, _)| source)
    }
}

/// Cuts matches, which are in order, where words stand between them, and where two words that are neighbours here are
/// none elsewhere: then no shingle has both. Sampled shingles lie some words apart.
fn runs(matches: &[Match], words: u32, every: u32) -> Vec<Run<'_>> {
    let gap = if every > 1 { every * BRIDGE } else { 0 };
    matches
        .chunk_by(|a, b| b.at < a.at + LEN as u32 + gap)
        .map(|matches| Run { matches, from: matches[0].at, to: end_of(&matches[matches.len() - 1], words) })
        .collect()
}

/// Words that stand in a row in the place where they are counted.
fn rows(matches: &[Match], words: u32) -> Vec<(u32, u32)> {
    matches
        .chunk_by(|a, b| b.at == a.at + 1 && a.source == b.source && b.source_at == a.source_at + 1)
        .map(|row| (row[0].at, end_of(&row[row.len() - 1], words)))
        .collect()
}

/// Notes which sentences of documents with recurring stretches stand word for word before.
fn note_said_before(marks: &mut [Marks], prints: &[&Prints]) {
    let mut all: Vec<(u64, u32, u32)> = Vec::new();
    for (document, prints) in (0u32..).zip(prints) {
        let hashes = (0u32..).zip(&prints.sentences).filter(|&(_, &hash)| hash != 0);
        all.extend(hashes.map(|(at, &hash)| (hash, document, at)));
    }
    all.par_sort_unstable();
    for group in all.chunk_by(|a, b| a.0 == b.0) {
        for &(_, document, at) in &group[1..] {
            if !marks[document as usize].stretches.is_empty() {
                marks[document as usize].said_before.push(at);
            }
        }
    }
    marks.par_iter_mut().for_each(|marks| marks.said_before.sort_unstable());
}

fn end_of(found: &Match, words: u32) -> u32 {
    (found.at + LEN as u32).min(words)
}

/// The value that comes most often, the smallest of several, and how often.
fn most_common(values: impl Iterator<Item = u32>) -> Option<(u32, usize)> {
    let mut values: Vec<u32> = values.collect();
    values.sort_unstable();
    values
        .chunk_by(|a, b| a == b)
        .map(|group| (group[0], group.len()))
        .min_by_key(|&(value, count)| (std::cmp::Reverse(count), value))
}

/// Tells the document before an overlap where its last, perhaps cut-off, sentence is whole.
fn note_continued(marks: &mut [Marks], prints: &[&Prints]) {
    for document in 0..marks.len() {
        let overlap = marks[document].stretches.iter().rfind(|stretch| stretch.kind == RecurringKind::Overlap).copied();
        if let Some(overlap) = overlap {
            let source = overlap.source as usize;
            let shared = overlap.to.min(prints[source].words);
            marks[source].continued = Some((prints[source].words - shared, document as u32));
        }
    }
}

/// Marks boilerplate where it is counted, unless its other places are copies of whole documents.
fn note_firsts(marks: &mut [Marks], mut firsts: Vec<(u32, u32, u32)>, copies: &[bool], reach: u32) {
    let copied = copies.iter().filter(|&&copy| copy).count() as u32;
    firsts.sort_unstable();
    for group in firsts.chunk_by(|a, b| a.0 == b.0 && b.1 <= a.1 + LEN as u32 + reach) {
        let (document, from, _) = group[0];
        let to = group[group.len() - 1].1 + LEN as u32;
        // With copies about, a text in three files of its own is no boilerplate.
        let documents = group.iter().map(|first| first.2).max().unwrap_or(0);
        if to - from >= SHORT && documents >= MANY + copied.min(MANY) {
            let rows = group.chunk_by(|a, b| b.1 < a.1 + LEN as u32 + (reach - BRIDGE));
            let rows = rows.map(|row| (row[0].1, row[row.len() - 1].1 + LEN as u32));
            marks[document as usize].boilerplate.extend(rows);
        }
    }
}

fn count(marks: &[Marks], prints: &[&Prints]) -> RecurringNumbers {
    let mut numbers =
        RecurringNumbers { words: prints.iter().map(|prints| u64::from(prints.words)).sum(), ..Default::default() };
    let is_copy = |marks: &&Marks| marks.stretches.iter().any(|stretch| stretch.kind == RecurringKind::Duplicate);
    numbers.duplicates = marks.iter().filter(is_copy).count() as u32;
    for stretch in marks.iter().flat_map(|marks| &marks.stretches) {
        numbers.recurring_words += u64::from(stretch.to - stretch.from);
        match stretch.kind {
            RecurringKind::Duplicate => {}
            RecurringKind::Overlap => numbers.overlaps += 1,
            RecurringKind::Boilerplate => numbers.boilerplate += 1,
        }
    }
    numbers
}

/// Writes what was found into a document; `first` is the id of the first document of the reading.
pub(super) fn mark(loaded: &mut LoadedDocument, marks: &Marks, first: u32) {
    if marks == &Marks::default() {
        return;
    }
    // Entries made after one pattern say the same words of different things ("He was the son of …"): a row is recurring
    // as a whole or not at all.
    let row = loaded.document.is_row();
    // In 32 bits, which no text outgrows: of a log of 200 MB there are tens of millions.
    let words: Vec<(u32, u32)> =
        shingles::words(&loaded.text).map(|word| (word.start as u32, word.end as u32)).collect();
    let bytes = |from: u32, to: u32| {
        let start = if from == 0 { 0 } else { words.get(from as usize)?.0 as usize };
        let last = (to as usize).checked_sub(1);
        let end = if to as usize >= words.len() { loaded.text.len() } else { words.get(last?)?.1 as usize };
        Some(Span::new(start, end))
    };
    let id = loaded.document.id;
    let mut recurring: Vec<RecurringSpan> = marks
        .stretches
        .iter()
        .filter(|stretch| !row || stretch.kind != RecurringKind::Boilerplate)
        .filter_map(|stretch| {
            let span = bytes(stretch.from, stretch.to)?;
            Some(RecurringSpan {
                document: id,
                span,
                kind: stretch.kind,
                first_document: DocumentId(first + stretch.source),
            })
        })
        .collect();
    let stretches: Vec<Span> = recurring.iter().map(|recurring| recurring.span).collect();
    let boilerplate: Vec<Span> =
        marks.boilerplate.iter().filter(|_| !row).filter_map(|&(from, to)| bytes(from, to)).collect();
    let returns = |stretch: &&Stretch| stretch.of_many && stretch.kind == RecurringKind::Boilerplate && !row;
    let elsewhere: Vec<Span> =
        marks.stretches.iter().filter(returns).filter_map(|stretch| bytes(stretch.from, stretch.to)).collect();
    let overlap_end = recurring.iter().rfind(|found| found.kind == RecurringKind::Overlap).map(|found| found.span.end);
    let copy = marks.stretches.iter().any(|stretch| stretch.kind == RecurringKind::Duplicate);
    let share = if marks.sampled { SENTENCE } else { 100 };
    for (at, sentence) in (0u32..).zip(&mut loaded.sentences) {
        let span = sentence.span;
        let from = words.partition_point(|word| word.1 as usize <= span.start);
        let own = &words[from..words.partition_point(|word| (word.0 as usize) < span.end)];
        // What the end of the document before cut off stands here whole.
        let completed = overlap_end.is_some_and(|end| {
            span.start < end && end + 1 < span.end && !says_nothing_new(&loaded.text, own, &[Span::new(0, end)], 100)
        });
        let returns = |stretches: &[Span]| says_nothing_new(&loaded.text, own, stretches, share);
        let said_before = marks.said_before.binary_search(&at).is_ok();
        let as_here = marks.sampled || said_before || marks.hold_in_a_row(from as u32, (from + own.len()) as u32);
        let of_copy = copy && (said_before || own.is_empty());
        sentence.recurring = of_copy || !completed && as_here && returns(&stretches);
        if sentence.kind == SentenceKind::Prose && (returns(&boilerplate) || sentence.recurring && returns(&elsewhere))
        {
            sentence.kind = SentenceKind::Boilerplate;
        }
    }
    let whole = loaded.sentences.iter().all(|sentence| sentence.recurring);
    if copy && whole {
        recurring.truncate(1);
        recurring.iter_mut().for_each(|recurring| recurring.span = Span::new(0, loaded.text.len()));
    } else if row {
        recurring.clear();
        loaded.sentences.iter_mut().for_each(|sentence| sentence.recurring = false);
    }
    if let Some((from, document)) = marks.continued
        && let Some(start) = words.get(from as usize).map(|word| word.0 as usize)
        && let Some(last) = loaded.sentences.last_mut()
        && last.span.start >= start
        && !last.recurring
        && last.span.slice(&loaded.text).is_some_and(|text| !text.ends_with(|c| is_terminal(c) || is_closer(c)))
    {
        last.recurring = true;
        let first_document = DocumentId(first + document);
        recurring.push(RecurringSpan { document: id, span: last.span, kind: RecurringKind::Overlap, first_document });
    }
    loaded.recurring = recurring;
}

impl Marks {
    /// Whether these words stand one behind another in one other place. A document that begins with the end of another
    /// may begin inside a word.
    fn hold_in_a_row(&self, from: u32, to: u32) -> bool {
        let begins =
            self.stretches.first().is_some_and(|first| first.from == 0 && first.kind == RecurringKind::Overlap);
        // Of the rows that begin before, the last ends last: a log has thousands of rows and millions of sentences.
        let before = self.rows.partition_point(|row| row.0 <= from).checked_sub(1);
        let near = before.or(begins.then_some(0)).and_then(|at| self.rows.get(at));
        near.is_some_and(|row| to <= row.1)
    }
}

/// True when at least `share` percent of a sentence's words lie in `stretches`, and none of the others is a name or a
/// figure.
fn says_nothing_new(text: &str, words: &[(u32, u32)], stretches: &[Span], share: usize) -> bool {
    let mut outside = 0;
    let spans = words.iter().map(|&(start, end)| (start as usize, end as usize));
    for (position, (start, end)) in spans.enumerate() {
        let before = stretches.partition_point(|stretch| stretch.end < end);
        if stretches.get(before).is_some_and(|stretch| stretch.start <= start) {
            continue;
        }
        outside += 1;
        let word = text.get(start..end).unwrap_or_default();
        let telling = word.starts_with(|c: char| c.is_uppercase() || c.is_numeric());
        if telling && !(position == 0 && terms::is_stop(&terms::fold(word))) {
            return false;
        }
    }
    outside < words.len() && outside * 100 <= words.len() * (100 - share)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn words_stand_in_a_row_where_any_row_holds_them(
            mut at in prop::collection::vec(0u32..60, 0..30),
            (from, length) in (0u32..70, 0u32..12),
            overlaps in any::<bool>(),
        ) {
            at.sort_unstable();
            at.dedup();
            let matches: Vec<Match> =
                at.iter().map(|&at| Match { at, source: at / 20, source_at: at, documents: 2 }).collect();
            let rows = rows(&matches, 64);
            let begins = Stretch { from: 0, to: 9, source: 0, kind: RecurringKind::Overlap, of_many: false };
            let marks = Marks { stretches: [begins].repeat(overlaps.into()), rows, ..Marks::default() };
            let to = from + length;
            let holds = |(at, row): (usize, &(u32, u32))| (row.0 <= from || at == 0 && overlaps) && to <= row.1;
            prop_assert_eq!(marks.hold_in_a_row(from, to), marks.rows.iter().enumerate().any(holds));
        }
    }
}
