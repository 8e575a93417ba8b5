//! Documents whose title names what they are about: an encyclopaedia's passage, a page on a person or a place.

use std::collections::HashMap;

use super::super::ragged::Ragged;
use super::table::{KINDS, Occurrence, Table};
use crate::judgement::Passages;
use crate::model::{EntityType, Span};
use crate::text::fold;
use crate::text::hash::hash64;
use crate::text::language::word_lists;
use crate::text::names::kind;

word_lists! {
    static WORDS = "titles.toml": answers
}

/// In longer documents a title is looked for among the names only, not in the text.
const SHORT: usize = 20_000;
/// So many rows of one title are the rows of a file that is called so.
const ROWS_OF_A_FILE: usize = 3;
/// Titles of more words are sentences.
const LONGEST: usize = 10;

/// A title without the marks that mail programs put in front of the subject of an answer: `Re: AW: The pier` →
/// `The pier`.
fn unanswered(title: &str) -> &str {
    let mut title = title.trim();
    while let Some((mark, rest)) = title.split_once(':') {
        // *Re[2]:* counts the answers.
        let mark = mark.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '[' | ']' | ' '));
        if !WORDS.answers.has(&mark.to_lowercase()) || rest.trim().is_empty() {
            break;
        }
        title = rest.trim();
    }
    title
}

/// A title as it may stand in the text, without its qualifier: `Mercury (planet)` → `Mercury`.
fn bare(title: &str) -> &str {
    let title = unanswered(title);
    match title.strip_suffix(')').and_then(|front| front.rfind('(')) {
        Some(open) if open > 0 => title[..open].trim_end(),
        _ => title,
    }
}

/// The titles of all documents, as hashes: the rows of a large table have a million, which are read once only.
struct Titles {
    /// Of bare titles, each with those of the titles that have it, sorted.
    forms: Vec<(u64, u64)>,
    /// Of the titles of rows, sorted.
    rows: Vec<u64>,
}

impl Titles {
    fn of(table: &Table, passages: &dyn Passages) -> Self {
        let (mut forms, mut rows) = (Vec::with_capacity(table.documents), Vec::new());
        for document in 0..table.documents {
            let Some(&unit) = table.units.of(document).first() else { continue };
            let about = &passages.at(unit as usize).document.document;
            let title = hash_of(&fold::key(&about.title));
            forms.push((hash_of(&fold::key(bare(&about.title))), title));
            if about.is_row() {
                rows.push(title);
            }
        }
        forms.sort_unstable();
        forms.dedup();
        rows.sort_unstable();
        Self { forms, rows }
    }

    /// True for a bare title that different titles have.
    fn share(&self, bare: &str) -> bool {
        let bare = hash_of(bare);
        let from = self.forms.partition_point(|&(other, _)| other < bare);
        self.forms.get(from + 1).is_some_and(|&(other, _)| other == bare)
    }

    /// How many rows have the very same title.
    fn rows(&self, title: &str) -> usize {
        let title = hash_of(title);
        self.rows.partition_point(|&other| other <= title) - self.rows.partition_point(|&other| other < title)
    }
}

fn hash_of(title: &str) -> u64 {
    hash64(title.as_bytes(), 0)
}

/// Finds the subject of each document, if its title names one; the table gains names and occurrences where the text
/// does not name it in a way that the reading found.
pub(super) fn subjects(table: &mut Table, passages: &dyn Passages) -> Vec<Option<u32>> {
    let mut subjects = vec![None; table.documents];
    let titles = Titles::of(table, passages);
    let of_documents = table.occurrences.iter().map(|occurrence| occurrence.document as usize).zip(0..);
    let by_document: Ragged<u32> = Ragged::sorted(table.documents, of_documents);
    let occurrences_of = |document: usize| by_document.of(document).iter().map(|&number| number as usize);
    let mut dropped = vec![false; table.occurrences.len()];
    let mut told: HashMap<u32, EntityType> = HashMap::new();
    for (document, slot) in subjects.iter_mut().enumerate() {
        let Some(&first_unit) = table.units.of(document).first() else { continue };
        let text = &passages.at(first_unit as usize).document;
        let title = text.document.title.as_str();
        let row = text.document.is_row();
        let name = bare(title);
        let key = fold::key(name);
        if key.is_empty() || key.split(' ').count() > LONGEST || !key.chars().any(char::is_alphabetic) {
            continue;
        }
        let comma = name.split(',').next().map(fold::key).unwrap_or_default();
        let named = |wanted: &str| {
            let number = table.by_key.get(wanted).copied()?;
            occurrences_of(document).any(|o| table.occurrences[o].name == number).then_some(number)
        };
        let found = named(&key).or_else(|| if comma != key && row { named(&comma) } else { None });
        if !row {
            // A file's title counts when the text names the same, as a name.
            *slot = found.filter(|&number| table.names[number as usize].proper > 0);
            continue;
        }
        let full = if titles.share(&key) { fold::key(title) } else { key.clone() };
        let subject = table.name(full);
        table.names[subject as usize].written.get_or_insert_with(|| title.to_owned());
        *slot = Some(subject);
        let mut placed = false;
        if let Some(number) = found {
            for o in occurrences_of(document) {
                if table.occurrences[o].name == number {
                    table.occurrences[o].name = subject;
                    table.occurrences[o].sure = true;
                    table.occurrences[o].proper = true;
                    placed = true;
                }
            }
        }
        if text.text.len() <= SHORT {
            for span in literal(&text.text, name).into_iter().take(4) {
                let known = occurrences_of(document).any(|o| {
                    let occurrence = &table.occurrences[o];
                    occurrence.name == subject && occurrence.span().overlaps(span)
                });
                if known {
                    continue;
                }
                for o in occurrences_of(document) {
                    dropped[o] |= span.contains(table.occurrences[o].span());
                }
                placed |= place(table, passages, document, subject, span);
            }
        }
        if !placed {
            // The text opens with another form of the name: *Oda the Elder* under the title *Oda I of Tarn*.
            let opening = occurrences_of(document).find(|&o| {
                let occurrence = &table.occurrences[o];
                let start = text.sentences.first().map_or(0, |sentence| sentence.span.start);
                let other = &table.names[occurrence.name as usize].key;
                occurrence.proper
                    && occurrence.span().start <= start + 8
                    && other
                        .split(' ')
                        .any(|word| word.chars().count() > 2 && key.split(' ').any(|of_title| of_title == word))
            });
            match opening {
                Some(o) => {
                    table.occurrences[o].name = subject;
                    table.occurrences[o].sure = true;
                }
                // Rows that share a title which they never name have it from their file: it is no subject.
                None if titles.rows(&fold::key(title)) >= ROWS_OF_A_FILE => {
                    *slot = None;
                }
                None => {
                    let start = text.sentences.first().map_or(0, |sentence| sentence.span.start);
                    place(table, passages, document, subject, Span::new(start, start));
                }
            }
        }
        if let Some(kind) = kind::by_qualifier(title) {
            told.insert(subject, kind);
        }
    }
    for occurrence in &mut table.occurrences {
        if let Some(number) = told.get(&occurrence.name).and_then(|kind| KINDS.iter().position(|known| known == kind)) {
            occurrence.kind = Some(number as u8);
        }
    }
    // Occurrences placed since stand behind those that may be dropped.
    let mut dropped = dropped.into_iter();
    table.occurrences.retain(|_| !dropped.next().unwrap_or(false));
    table.occurrences.sort_by_key(|o| (o.unit, o.start, std::cmp::Reverse(o.end)));
    subjects
}

/// Adds an occurrence of `name` at `span` of a document; false when no text unit holds it as its own.
fn place(table: &mut Table, passages: &dyn Passages, document: usize, name: u32, span: Span) -> bool {
    let unit = table.units.of(document).iter().copied().find(|&unit| {
        let own = &passages.unit(unit as usize);
        own.span.contains(span) && own.fresh_from <= span.start
    });
    let Some(unit) = unit else { return false };
    let sentences = &passages.at(unit as usize).document.sentences;
    let sentence = sentences.partition_point(|sentence| sentence.span.end <= span.start);
    if sentences.get(sentence).is_none_or(|sentence| sentence.recurring) {
        return false;
    }
    table.occurrences.push(Occurrence {
        name,
        unit,
        document: document as u32,
        sentence: sentence as u32,
        start: span.start as u32,
        end: span.end as u32,
        sure: true,
        proper: true,
        kind: None,
    });
    true
}

/// Where `name` stands in `text` as whole words.
fn literal(text: &str, name: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    if name.is_empty() {
        return spans;
    }
    for at in memchr::memmem::find_iter(text.as_bytes(), name.as_bytes()) {
        let end = at + name.len();
        if !text.is_char_boundary(at) || !text.is_char_boundary(end) {
            continue;
        }
        let before = text[..at].chars().next_back();
        let after = text[end..].chars().next();
        if !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric) {
            spans.push(Span::new(at, end));
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qualifiers_go() {
        assert_eq!(bare("Mercury (planet)"), "Mercury");
        assert_eq!(bare("(untitled)"), "(untitled)");
        assert_eq!(bare("Tarn"), "Tarn");
    }

    #[test]
    fn marks_of_an_answer_are_no_part_of_a_name() {
        for subject in ["Re: The pier", "AW: Re: The pier", "Fwd: RE[2]: The pier", "SV: The pier"] {
            assert_eq!(bare(subject), "The pier", "{subject}");
        }
        for title in ["Re", "Re:", "Tarn: a history", "Resin: notes"] {
            assert_eq!(bare(title), title);
        }
    }

    #[test]
    fn titles_are_found_as_whole_words() {
        assert_eq!(literal("Odal and Oda; Oda", "Oda"), [Span::new(9, 12), Span::new(14, 17)]);
    }
}
