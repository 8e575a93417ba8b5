//! Matters that titles and headings of the documents name, as topics of communities: "War Memorial Committee" of the
//! sentences in its minutes. A sentence is about what stands above it as well as about what it says, and whoever wrote
//! the heading named the matter in few words.
//!
//! A heading is cut into the phrases that it is made of; each is told by how many sentences stand under it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::headings::names_matter;
use crate::index::evidence::bearing::Outlines;
use crate::index::evidence::sentences::{SentenceFacts, Sentences};
use crate::index::report::kinds;
use crate::judgement::Documents;
use crate::model::{Document, Entity, file_stem, is_table};
use crate::text::dates::month_in_any;
use crate::text::language::in_any;
use crate::text::layout::labels;
use crate::text::names::capitals::uncapped;
use crate::text::similarity::term_vectors::{Term, Terms};
use crate::text::titles::designators::unnumbered;
use crate::text::words::lexicon::{self, Flags};
use crate::text::words::terms::fold;

/// Words of a matter at most.
const WORDS: usize = 8;
/// Letters of the longest word of a matter at least.
const LETTERS: usize = 4;
/// Digits up to which a number behind a word is no year.
const FEW_DIGITS: usize = 3;
/// Bytes of a heading at most; more are no heading.
const LONGEST: usize = 300;
/// Of more documents, as the rows of a large table, titles and headings are not looked at.
const MOST_DOCUMENTS: usize = 20_000;

/// A matter.
pub(super) struct Matter {
    /// As it is written first, and its terms.
    pub written: String,
    pub terms: Vec<Term>,
    /// Number of sentences that stand under it.
    pub sentences: u32,
}

/// The matters of a corpus, with the sections that stand under each.
#[derive(Default)]
pub(in crate::index) struct Matters {
    pub(super) all: Vec<Matter>,
    /// By document and section, those that it stands under, sorted.
    over: HashMap<(u32, u32), Vec<u32>>,
    by_words: HashMap<String, u32>,
    outlines: Arc<Outlines>,
    terms: Terms,
}

impl Matters {
    /// Reads the titles and headings over all sentences. What has the name of an entity is no matter: who or what it
    /// names is a topic by itself, if at all.
    pub fn read(
        documents: &dyn Documents,
        sentences: &Sentences,
        outlines: Arc<Outlines>,
        entities: &[Entity],
    ) -> Self {
        let mut found = Self { outlines: outlines.clone(), ..Self::default() };
        if documents.len() > MOST_DOCUMENTS {
            return found;
        }
        let mut under: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for said in sentences.iter() {
            *under.entry(found.place(said)).or_default() += 1;
        }
        let names = entities.iter().flat_map(|entity| std::iter::once(&entity.name).chain(&entity.aliases));
        let names: HashSet<String> = names.map(|name| fold(name)).collect();
        let mut of_titles: HashMap<u32, Vec<u32>> = HashMap::new();
        for ((document, section), count) in under {
            let of_title = of_titles.entry(document).or_insert_with(|| {
                let at = document as usize;
                let document = documents.at(at);
                // A table's title names its rows, and nothing of what they tell.
                let tells = !is_table(&document.document.format) && !is_slug(&document.document);
                if tells { found.numbers(documents.title(at), &names) } else { Vec::new() }
            });
            let mut over = of_title.clone();
            let path = outlines.of(document as usize).sections.get(section as usize);
            let headings = path.into_iter().flat_map(|section| &section.path);
            headings.for_each(|heading| over.extend(found.numbers(heading, &names)));
            over.sort_unstable();
            over.dedup();
            over.iter().for_each(|&at| found.all[at as usize].sentences += count);
            if !over.is_empty() {
                found.over.insert((document, section), over);
            }
        }
        found
    }

    /// Those that a sentence stands under, by position.
    pub(super) fn over(&self, said: SentenceFacts<'_>) -> &[u32] {
        self.over.get(&self.place(said)).map_or(&[], Vec::as_slice)
    }

    /// Document and section of a sentence.
    fn place(&self, said: SentenceFacts<'_>) -> (u32, u32) {
        (said.document, self.outlines.of(said.document as usize).at(said.sentence as usize) as u32)
    }

    fn numbers(&mut self, heading: &str, names: &HashSet<String>) -> Vec<u32> {
        let mut number = |phrase: String| {
            let next = self.all.len() as u32;
            let at = *self.by_words.entry(fold(&phrase)).or_insert(next);
            if at == next {
                self.all.push(Matter { terms: self.terms.of_text(&phrase), written: phrase, sentences: 0 });
            }
            at
        };
        phrases(heading).into_iter().filter(|phrase| !names.contains(&fold(phrase))).map(&mut number).collect()
    }
}

/// True for a document that is called by the name of its file, which was not written to be read: `letter-2.txt`.
pub(super) fn is_slug(document: &Document) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let (title, file): (String, String) = (letters(&document.title), letters(file_stem(&document.path)));
    !title.is_empty() && file.ends_with(&title) && !file_stem(&document.path).contains(' ')
}

/// A heading as a title of its matter: without what kind of document it heads, what numbers it, and the day. None for a
/// field of a form: *Date of this paper: 4 May*.
pub(super) fn headline(heading: &str) -> Option<String> {
    let heading = Some(heading).filter(|heading| heading.len() <= LONGEST).map(unnumbered)?.trim_end();
    let parts = [": ", " - ", " – ", " — "].into_iter().find_map(|sign| heading.split_once(sign));
    let of_kind = |front: &str| {
        let coded = |word: &str| word.contains(|c: char| c.is_ascii_digit());
        front.split_whitespace().all(|word| kinds::is_kind(word) || coded(word) || labels::is_letters(word))
    };
    let matter = parts.filter(|(front, _)| of_kind(front)).map_or(heading, |(_, rest)| rest);
    let bare = undated(matter);
    let field =
        matter[matter.find(&bare).unwrap_or_default()..].get(bare.len()..).is_some_and(|rest| rest.starts_with(':'));
    (!field).then_some(bare)
}

/// The phrases of a heading that may be matters, each once: what its signs part, without the days in it. What stands in
/// brackets tells of the text, and a question is a heading only as a whole.
fn phrases(heading: &str) -> Vec<String> {
    if heading.len() > LONGEST {
        return Vec::new();
    }
    let heading = uncapped(unnumbered(heading));
    let heading = heading.split(['(', '[']).next().unwrap_or_default();
    let mut known = HashSet::new();
    let mut found = Vec::new();
    for part in heading.split([':', ';', ',', '|', '·', '–', '—', '/', '…']).flat_map(|part| part.split(" - ")) {
        let phrase = undated(part);
        if is_matter(&phrase) && known.insert(fold(&phrase)) {
            found.push(phrase);
        }
    }
    found
}

/// A phrase without the parts of days and the numbers at its ends; a number of few digits behind a word stays:
/// *Pier 7*.
fn undated(part: &str) -> String {
    let mut words: Vec<&str> = part.split_whitespace().collect();
    let counts = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let of_day = |word: &str| {
        let bare = word.trim_end_matches(['.', ',']);
        counts(bare) && bare.len() > FEW_DIGITS
            || month_in_any(&fold(bare)).is_some()
            || lexicon::flags(&fold(bare)).has(Flags::WEEKDAY)
    };
    let idle = |word: &str| in_any(|pack| &pack.function, &fold(word)) || !word.contains(char::is_alphanumeric);
    while words.first().is_some_and(|word| of_day(word) || counts(word) || !word.contains(char::is_alphanumeric)) {
        words.remove(0);
    }
    while let Some(last) = words.last() {
        // The day stands in front of its month: *Meeting of 4 May*.
        let day = words.len() < part.split_whitespace().count() && counts(last);
        if !(of_day(last) || day || idle(last)) {
            break;
        }
        words.pop();
    }
    words.join(" ").trim_matches(['"', '“', '”', '\'']).trim_end_matches(['.', ',', ';', ':']).to_owned()
}

fn is_matter(phrase: &str) -> bool {
    let words: Vec<&str> = phrase.split(' ').collect();
    let says = words.iter().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= LETTERS);
    (2..=WORDS).contains(&words.len())
        && says
        && !phrase.ends_with('?')
        && !words.iter().all(|word| kinds::is_kind(word))
        && names_matter(phrase)
        && !lexicon::says_little(&fold(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples;

    #[test]
    fn a_headline_is_the_matter_without_kind_number_and_day() {
        let told = |heading: &str| headline(heading).unwrap_or_default();
        for (heading, matter) in [
            ("Post-mortem: two ferries at pier 7", "two ferries at pier 7"),
            ("ADR-003: Lamps are lit by clock", "Lamps are lit by clock"),
            ("Review of the fourth quarter, 22 January 2034", "Review of the fourth quarter"),
            ("Minutes of the meeting of Tuesday 8 February 2032", "Minutes of the meeting"),
            ("Who paid for the old lamps?", "Who paid for the old lamps?"),
            ("3. Repairs of the quay", "Repairs of the quay"),
            ("Tarn Council: Harbour Committee", "Tarn Council: Harbour Committee"),
        ] {
            assert_eq!(told(heading), matter, "{heading}");
        }
        assert_eq!(headline("Date of this paper: 17 February 2032"), None, "a field");
    }

    #[test]
    fn the_phrases_of_a_heading_are_matters() {
        assert_eq!(phrases("Tarn Council: Harbour Committee, 4 May 2031"), ["Tarn Council", "Harbour Committee"]);
        assert_eq!(phrases("Register of lamps (printed 2 April 2034)"), ["Register of lamps"]);
        for heading in ["Who paid for the lamps?", "Minutes", "Any other business", "2031", "Lamps"] {
            assert!(phrases(heading).is_empty(), "{heading}");
        }
        let endless = "1 ".repeat(1 << 20);
        assert!(phrases(&endless).is_empty() && headline(&endless).is_none());
    }

    #[test]
    fn the_name_of_a_file_is_no_heading_but_a_title_in_words_is() {
        let called = |title: &str, path: &str| {
            let mut document = samples::document("The lamp burns.").document;
            (document.title, document.path) = (title.to_owned(), path.to_owned());
            is_slug(&document)
        };
        assert!(called("Voss letter", "letters/voss-letter.txt") && called("Letter Voss", "1898-02-letter_voss.txt"));
        assert!(!called("Glaze book", "Glaze book.md") && !called("The lamps of Orsk", "orsk.md"));
    }
}
