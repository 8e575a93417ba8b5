//! What text units tell of one element, and how it becomes one description: put one after another as long as it is
//! short enough to be read, else by somebody who makes one text of it.

use std::collections::BTreeSet;

use crate::model::{Ref, TextUnitId, cite};
use crate::text::words::terms;

/// Text units that a description cites.
const CITED: usize = 5;
/// Share of common words from which on two notes say the same.
const ALIKE: f32 = 0.7;

/// An element with more notes than a description may have words.
#[derive(Clone, Debug, PartialEq)]
pub struct Several {
    pub element: Element,
    pub subject: String,
    /// Each with where and when it is from: `Minutes of 3 May 1931: Ada keeps the light.`
    pub notes: Vec<String>,
    pub sources: Vec<TextUnitId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// Positions.
    Entity(usize),
    Relationship(usize),
}

impl Several {
    /// A description that was made of the notes, with what they rest on.
    pub fn described(&self, description: &str) -> String {
        with_sources(description, &self.sources)
    }
}

/// Notes on one element, each with the text units that told it.
#[derive(Default)]
pub(super) struct Notes {
    notes: Vec<Note>,
}

struct Note {
    text: String,
    words: BTreeSet<String>,
    units: Vec<TextUnitId>,
}

impl Notes {
    pub fn add(&mut self, note: &str, unit: TextUnitId) {
        let text = note.trim();
        if text.is_empty() {
            return;
        }
        let words: BTreeSet<String> = terms::folded(text).into_iter().collect();
        // What nearly repeats another note gives way to the longer of the two; figures that differ are no repetition.
        if let Some(known) = self.notes.iter_mut().find(|known| alike(&known.words, &words)) {
            if words.len() > known.words.len() {
                (known.text, known.words) = (text.to_owned(), words);
            }
            if !known.units.contains(&unit) {
                known.units.push(unit);
            }
            return;
        }
        self.notes.push(Note { text: text.to_owned(), words, units: vec![unit] });
    }

    /// The notes one after another, each with what it rests on.
    pub fn text(&self) -> String {
        let notes: Vec<String> = self.notes.iter().map(|note| with_sources(&note.text, &note.units)).collect();
        notes.join(" ")
    }

    /// The notes as somebody is given them who makes one text of them; `title` tells what document a text unit is of,
    /// and of when.
    pub fn several(&self, element: Element, subject: String, title: &dyn Fn(TextUnitId) -> Option<String>) -> Several {
        let mut sources: Vec<TextUnitId> = Vec::new();
        for unit in self.notes.iter().flat_map(|note| &note.units) {
            if !sources.contains(unit) {
                sources.push(*unit);
            }
        }
        let notes = self.notes.iter().map(|note| match note.units.first().and_then(|&unit| title(unit)) {
            Some(title) if !title.is_empty() => format!("{title}: {}", note.text),
            _ => note.text.clone(),
        });
        Several { element, subject, notes: notes.collect(), sources }
    }
}

/// True where the notes, put one after another, have no more than `words` words.
pub(super) fn shorter_than(notes: &Notes, words: u32) -> bool {
    let all: usize = notes.notes.iter().map(|note| note.text.split_whitespace().count()).sum();
    notes.notes.len() < 2 || all <= words as usize
}

fn alike(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let shared = a.intersection(b).count() as f32;
    let figures = |words: &BTreeSet<String>| -> BTreeSet<String> {
        words.iter().filter(|word| word.chars().any(|c| c.is_ascii_digit())).cloned().collect()
    };
    let (of_a, of_b) = (figures(a), figures(b));
    shared >= ALIKE * a.len().max(b.len()) as f32 && (of_a.is_subset(&of_b) || of_b.is_subset(&of_a))
}

fn with_sources(text: &str, sources: &[TextUnitId]) -> String {
    let cited = cite(sources.iter().take(CITED).map(|&unit| Ref::from(unit)));
    let text = text.trim_end();
    match text.strip_suffix('.') {
        Some(sentence) => format!("{sentence} {cited}."),
        None => format!("{text} {cited}"),
    }
}
