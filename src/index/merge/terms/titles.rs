//! Documents whose title names what they are about: an encyclopaedia's passage, a page on a person or a place.

use std::collections::{HashMap, HashSet};

use crate::index::merge::table::{KINDS, Occurrence, PERSON, Table};
use crate::index::ragged::Ragged;
use crate::judgement::{DocumentText, Passages};
use crate::model::hash::hash64;
use crate::model::{Document, EntityType, Span};
use crate::text::names::kind;
use crate::text::titles::subjects::unanswered;
use crate::text::words::fold;
use crate::text::words::terms::whole_places;
use crate::text::words::wordlist::{is_auxiliary, is_copula, is_function_word};

/// In longer documents a title is looked for among the names only, not in the text.
const SHORT: usize = 20_000;
/// So many rows of one title are the rows of a file that is called so.
const ROWS_OF_A_FILE: usize = 3;
/// Where one in so many rows of a file has a title that is a sentence, none has its title from what it is called.
const MATTERS: usize = 4;
/// Titles of more words are sentences.
const LONGEST: usize = 10;

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
    /// Paths of files whose rows are called by what they are about, as tickets and messages are.
    matters: HashSet<u64>,
}

impl Titles {
    fn of(table: &Table, passages: &dyn Passages) -> Self {
        let (mut forms, mut rows) = (Vec::with_capacity(table.documents), Vec::new());
        let mut said: HashMap<u64, [usize; 2]> = HashMap::new();
        for document in 0..table.documents {
            let Some(&unit) = table.units.of(document).first() else { continue };
            let about = &passages.at(unit as usize).document.document;
            let title = hash_of(&fold::key(&about.title));
            forms.push((hash_of(&fold::key(bare(&about.title))), title));
            if about.is_row() {
                rows.push(title);
                let [all, sentences] = said.entry(hash_of(&about.path)).or_default();
                *all += 1;
                *sentences += usize::from(is_said(&about.title));
            }
        }
        forms.sort_unstable();
        forms.dedup();
        rows.sort_unstable();
        let of_matters = |&(_, [all, sentences]): &(u64, [usize; 2])| sentences > 1 && sentences * MATTERS >= all;
        Self { forms, rows, matters: said.into_iter().filter(of_matters).map(|(path, _)| path).collect() }
    }

    /// True for a row that is called by what it is about, and names nothing.
    fn tells_matter(&self, about: &Document) -> bool {
        self.matters.contains(&hash_of(&about.path))
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

/// True for a title as only a sentence or a note has it: a question, something behind a colon, a word that goes with a
/// verb, several small words that tell something: *Lamp burns out again*.
fn is_said(title: &str) -> bool {
    const TELLING: usize = 2;
    let small = |word: &&str| word.starts_with(char::is_lowercase);
    let verb = |word: &str| is_auxiliary(word) || is_copula(word);
    let words = || title.split(' ').filter(small);
    title.ends_with(['?', '!'])
        || title.contains(": ")
        || words().any(verb)
        || words().filter(|word| !is_function_word(word)).count() >= TELLING
}

fn hash_of(title: &str) -> u64 {
    hash64(title.as_bytes(), 0)
}

/// Finds the subject of each document, if its title names one; the table gains names and occurrences where the text
/// does not name it in a way that the reading found.
pub(in crate::index::merge) fn subjects(table: &mut Table, passages: &dyn Passages) -> Vec<Option<u32>> {
    let titles = Titles::of(table, passages);
    let of_documents = table.occurrences.iter().map(|occurrence| occurrence.document as usize).zip(0..);
    let by_document: Ragged<u32> = Ragged::sorted(table.documents, of_documents);
    let mut dropped = vec![false; table.occurrences.len()];
    let mut told: HashMap<u32, EntityType> = HashMap::new();
    let subjects = (0..table.documents)
        .map(|document| {
            let first_unit = *table.units.of(document).first()?;
            let text = passages.at(first_unit as usize).document;
            let about =
                About { document, text: &text, passages, titles: &titles, occurrences: by_document.of(document) };
            about.subject(table, &mut dropped, &mut told)
        })
        .collect();
    for occurrence in &mut table.occurrences {
        if let Some(number) = told.get(&occurrence.name).and_then(|kind| KINDS.iter().position(|known| known == kind)) {
            occurrence.kind = Some(number as u8);
        }
    }
    // Occurrences placed since stand behind those that may be dropped.
    let mut dropped = dropped.into_iter();
    table.occurrences.retain(|_| !dropped.next().unwrap_or(false));
    table.sort_occurrences();
    subjects
}

/// A document that is asked for its subject.
struct About<'a> {
    document: usize,
    text: &'a DocumentText,
    passages: &'a dyn Passages,
    titles: &'a Titles,
    /// What reading found in it, by number.
    occurrences: &'a [u32],
}

impl About<'_> {
    /// What its title names, if it names its subject. Of a row the name is placed in the text; what stands within it
    /// there is dropped, and what the qualifier of the title tells of its type is told.
    fn subject(&self, table: &mut Table, dropped: &mut [bool], told: &mut HashMap<u32, EntityType>) -> Option<u32> {
        let title = self.text.document.title.as_str();
        let row = self.text.document.is_row();
        let name = bare(title);
        let key = fold::key(name);
        if key.is_empty() || key.split(' ').count() > LONGEST || !key.chars().any(char::is_alphabetic) {
            return None;
        }
        let comma = name.split(',').next().map(fold::key).unwrap_or_default();
        let found = self.named(table, &key);
        let found = found.or_else(|| if comma != key && row { self.named(table, &comma) } else { None });
        if !row || self.titles.tells_matter(&self.text.document) {
            // A file's title counts when the text names the same, as a name, or calls by a word of it whom others do.
            let found = found.or_else(|| self.named_in_part(table, &key));
            return found.filter(|&number| table.names[number as usize].proper > 0);
        }
        let full = if self.titles.share(&key) { fold::key(title) } else { key.clone() };
        let subject = table.name(full);
        table.names[subject as usize].written.get_or_insert_with(|| title.to_owned());
        let renamed = found.is_some_and(|number| self.rename(table, number, subject));
        let written = self.text.text.len() <= SHORT && self.place_written(table, name, subject, dropped);
        let is_subject = renamed || written || self.place_opening(table, &key, subject);
        if let Some(kind) = kind::by_qualifier(title) {
            told.insert(subject, kind);
        }
        is_subject.then_some(subject)
    }

    /// The number of a name that reading found in the document.
    fn named(&self, table: &Table, wanted: &str) -> Option<u32> {
        let number = table.by_key.get(wanted).copied()?;
        self.occurrences.iter().any(|&at| table.occurrences[at as usize].name == number).then_some(number)
    }

    /// The number of somebody's whole name, where the document has one word of it alone: *Bill* under *Bill Voss*.
    fn named_in_part(&self, table: &Table, wanted: &str) -> Option<u32> {
        let number = table.by_key.get(wanted).copied()?;
        let whole = &table.names[number as usize];
        let is_part = |&at: &u32| {
            let part = &table.occurrences[at as usize];
            part.proper && whole.words().any(|word| word == table.names[part.name as usize].key)
        };
        let person = whole.words().count() > 1 && whole.votes[PERSON] * 2 > whole.count();
        (person && self.occurrences.iter().any(is_part)).then_some(number)
    }

    /// Makes the subject of all that was found under its name; false where nothing was.
    fn rename(&self, table: &mut Table, number: u32, subject: u32) -> bool {
        let mut placed = false;
        for &at in self.occurrences {
            let occurrence = &mut table.occurrences[at as usize];
            if occurrence.name == number {
                (occurrence.name, occurrence.sure, occurrence.proper) = (subject, true, true);
                placed = true;
            }
        }
        placed
    }

    /// Adds the first places where the text writes the name and reading did not find it; false where there are none.
    fn place_written(&self, table: &mut Table, name: &str, subject: u32, dropped: &mut [bool]) -> bool {
        let mut placed = false;
        for span in whole_places(&self.text.text, name).take(4) {
            let is_known = |&at: &u32| {
                let occurrence = &table.occurrences[at as usize];
                occurrence.name == subject && occurrence.span().overlaps(span)
            };
            if self.occurrences.iter().any(is_known) {
                continue;
            }
            for &at in self.occurrences {
                dropped[at as usize] |= span.contains(table.occurrences[at as usize].span());
            }
            placed |= place(table, self.passages, self.document, subject, span);
        }
        placed
    }

    /// Places the subject where the text opens: there stands another form of its name, *Oda the Elder* under the title
    /// *Oda I of Tarn*, or nothing. False where the title is no subject: rows that share one which they never name have
    /// it from their file.
    fn place_opening(&self, table: &mut Table, key: &str, subject: u32) -> bool {
        let start = self.text.sentences.first().map_or(0, |sentence| sentence.span.start);
        let is_opening = |&at: &usize| {
            let occurrence = &table.occurrences[at];
            let other = &table.names[occurrence.name as usize].key;
            let shared = |word: &str| word.chars().count() > 2 && key.split(' ').any(|of_title| of_title == word);
            occurrence.proper && occurrence.span().start <= start + 8 && other.split(' ').any(shared)
        };
        let opening = self.occurrences.iter().map(|&at| at as usize).find(is_opening);
        match opening {
            Some(at) => {
                table.occurrences[at].name = subject;
                table.occurrences[at].sure = true;
            }
            None if self.titles.rows(&fold::key(&self.text.document.title)) >= ROWS_OF_A_FILE => return false,
            None => {
                place(table, self.passages, self.document, subject, Span::new(start, start));
            }
        }
        true
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qualifiers_go() {
        assert_eq!(bare("Mercury (planet)"), "Mercury");
        assert_eq!(bare("(untitled)"), "(untitled)");
        assert_eq!(bare("Tarn"), "Tarn");
        assert_eq!(bare("Re: The pier (closed)"), "The pier");
    }
}
