//! What an extraction is told of a passage beside its words: the document it is of and where it stands in it, how the
//! document begins (there are its date, its sender and whom it is for), and the full names that the document or the
//! collection has for what the passage names in part.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rayon::prelude::*;

use super::table::cell;
use crate::judgement::extractive::extractor::ExtractiveExtractor;
use crate::judgement::{DocumentText, Extraction, Passage, Passages, headings};
use crate::model::{DocumentId, EntityType, SentenceKind, file_stem};
use crate::text::names::called;
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags, flags_of_noun};
use crate::text::words::terms::is_stop;

/// Characters of a document's beginning that a prompt quotes.
const BEGINNING: usize = 240;
/// Full names that a prompt lists at most.
const NAMES: usize = 12;
/// A word that stands in this many full names is too ambiguous to refer to any of them.
const COMMON: usize = 3;

/// The full names that rules find in a collection, as somebody or something is called: a person under each word of the
/// name, anything else under the word that it begins with, where that is no ordinary word (*Harbour Board*) and names
/// nothing by itself (*Wethelbridge Town Council*).
#[derive(Debug, Default)]
pub(super) struct KnownNames {
    /// For each word the full names that it tells, with the documents that have them.
    by_word: HashMap<String, BTreeMap<String, BTreeSet<DocumentId>>>,
}

impl KnownNames {
    /// Reads all passages by rule.
    pub fn of(passages: &dyn Passages) -> Self {
        let rules = ExtractiveExtractor::default();
        let found: Vec<(DocumentId, Extraction)> = (0..passages.len())
            .into_par_iter()
            .map(|at| (passages.unit(at).document, rules.extract_now(&passages.at(at))))
            .collect();
        let mut known = Self::default();
        // Bodies, by the word that they begin with, and what is named by one word alone.
        let (mut bodies, mut alone) = (Vec::new(), BTreeSet::new());
        for (document, extraction) in found {
            for entity in extraction.entities.iter().filter(|entity| entity.sure) {
                let named = !matches!(entity.kind, Some(EntityType::Concept | EntityType::Date | EntityType::Work));
                let name = cell(called(&entity.name));
                let words: Vec<String> = words(&name);
                match words.as_slice() {
                    [one] if matches!(entity.kind, Some(EntityType::Person | EntityType::Place)) => {
                        alone.insert(one.clone());
                    }
                    [_, _, ..] if named && entity.kind == Some(EntityType::Person) => {
                        words.into_iter().for_each(|word| known.add(word, &name, document));
                    }
                    [first, _, ..] if named => bodies.push((first.clone(), name, document)),
                    _ => {}
                }
            }
        }
        let first: HashSet<&str> = bodies.iter().map(|(first, ..)| first.as_str()).collect();
        let ordinary = ordinary(passages, &first);
        for (word, name, document) in &bodies {
            if !ordinary.contains(word) && !alone.contains(word) {
                known.add(word.clone(), name, *document);
            }
        }
        known
    }

    fn add(&mut self, word: String, name: &str, document: DocumentId) {
        self.by_word.entry(word).or_default().entry(name.to_owned()).or_default().insert(document);
    }

    /// Full names of what a text names in part: those of its own document first, of others only where they leave no
    /// doubt.
    pub fn in_part(&self, document: DocumentId, text: &str) -> Vec<&str> {
        let folded = format!(" {} ", fold::key(text));
        let mut found: Vec<&str> = Vec::new();
        for word in words(text).into_iter().collect::<BTreeSet<_>>() {
            let Some(names) = self.by_word.get(&word) else { continue };
            let here: Vec<&str> = names
                .iter()
                .filter(|(_, documents)| documents.contains(&document))
                .map(|(name, _)| name.as_str())
                .collect();
            let candidates = if here.is_empty() { names.keys().map(String::as_str).collect() } else { here };
            if candidates.len() > COMMON {
                continue;
            }
            let missing = candidates.into_iter().filter(|name| !folded.contains(&format!(" {} ", fold::key(name))));
            found.extend(missing);
        }
        found.sort_unstable();
        found.dedup();
        found.truncate(NAMES);
        found
    }
}

/// Those of some words that passages write without a capital too: *the board*, *a harbour*.
fn ordinary(passages: &dyn Passages, words: &HashSet<&str>) -> HashSet<String> {
    let lower = |at: usize| -> HashSet<String> {
        let passage = passages.at(at);
        let text = passage.unit.span.slice(&passage.document.text).unwrap_or_default();
        let small = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.starts_with(char::is_lowercase));
        small.filter(|word| words.contains(word)).map(str::to_owned).collect()
    };
    let listed = |word: &&&str| flags_of_noun(word).has(Flags::ORG_HEAD | Flags::PLACE_HEAD | Flags::GENERIC);
    let mut ordinary: HashSet<String> = words.iter().filter(listed).map(|word| (*word).to_owned()).collect();
    ordinary.par_extend((0..passages.len()).into_par_iter().flat_map_iter(lower));
    ordinary
}

/// The words of a name or a text that begin with a capital, folded; those that are too short to name anything are left
/// out.
fn words(text: &str) -> Vec<String> {
    let capitals =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().next().is_some_and(char::is_uppercase));
    let telling = |word: &String| word.chars().count() > 2 && !is_stop(word) && !flags(word).has(Flags::HONORIFIC);
    capitals.map(fold::key).filter(telling).collect()
}

/// The lines that stand before a passage in a prompt.
pub(super) fn of(passage: &Passage) -> String {
    let document = &passage.document;
    let (title, path) = (&document.document.title, &document.document.path);
    // A title that is the file's name says nothing beside the path.
    let stem = file_stem(path);
    let is_named = path.is_empty() || path == title;
    let mut lines = match fold::key(stem) == fold::key(title) {
        true if !is_named => format!("Document: {}\n", cell(path)),
        false if !is_named => format!("Document: {} (file {})\n", cell(title), cell(path)),
        _ => format!("Document: {}\n", cell(title)),
    };
    if passage.unit.ordinal > 0 {
        let end = document.text.floor_char_boundary(BEGINNING);
        lines.push_str(&format!("It begins: {} …\n", cell(&document.text[..end])));
        if let Some(heading) = heading(document, passage.sentences.start) {
            lines.push_str(&format!("The passage stands under: {}\n", cell(&heading)));
        }
    }
    lines
}

/// The heading that the first sentence of a passage stands under.
fn heading(document: &DocumentText, first: usize) -> Option<String> {
    let before = document.sentences.get(..=first.min(document.sentences.len().checked_sub(1)?))?;
    let headings = before.iter().rev().filter(|sentence| sentence.kind == SentenceKind::Heading);
    let lines =
        headings.filter_map(|sentence| sentence.span.slice(&document.text)).map(Ok::<_, std::convert::Infallible>);
    headings::under(lines).unwrap_or_else(|never| match never {})
}

#[cfg(test)]
mod tests {
    use super::super::extractor::tests::passage;
    use super::*;

    #[test]
    fn full_names_are_told_where_a_passage_has_a_part_of_them() {
        let mut minutes = passage("The report was made by Desmond Quill and Ada Voss of the Harbour Board.", 0);
        let letter = passage("I told Mr Quill that Ada Voss was wrong.", 0);
        minutes.unit.document = DocumentId(4);
        let known = KnownNames::of(&[minutes, letter.clone()]);
        assert_eq!(known.in_part(letter.unit.document, &letter.document.text), ["Desmond Quill"]);
        assert!(known.in_part(letter.unit.document, "Nobody came to the quill.").is_empty());
    }

    #[test]
    fn one_ordinary_word_is_no_part_of_a_name_and_each_is_told_in_one_form() {
        let mut minutes = passage(
            "The Harbour Board met Dr Imre Kovalik and Corvane Engineering Limited. Imre Kovalik agreed. The board left.",
            0,
        );
        minutes.unit.document = DocumentId(4);
        let text = "Harbour House was shut. Kovalik wrote to Corvane about the harbour.";
        let letter = passage(text, 0);
        let known = KnownNames::of(&[minutes, letter.clone()]);
        assert_eq!(known.in_part(letter.unit.document, text), ["Corvane Engineering", "Imre Kovalik"]);
    }

    #[test]
    fn a_later_passage_knows_how_its_document_begins() {
        let mut later = passage("To: Ada Voss\nDate: 3 May 2018\nThe gate was shut.", 0);
        assert_eq!(of(&later), "Document: minutes.txt\n", "a title that is the file's name is not told twice");
        later.unit.ordinal = 1;
        assert!(of(&later).contains("It begins: To: Ada Voss Date: 3 May 2018 The gate was shut. …"));
    }
}
