//! How words are written over the whole corpus where no sentence begins: what is small nearly everywhere is no name,
//! and an ordinary word that hardly ever is small is one. What has a capital only where something begins is none
//! either.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use crate::index::merge::entities::resolution::own_surface;
use crate::index::merge::people::person_name::behind_office;
use crate::index::merge::table::{Name, Table};
use crate::judgement::Passages;
use crate::model::SentenceKind;
use crate::text::display::links::{is_unread, unread};
use crate::text::names::kind;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms;

/// Fewer occurrences tell nothing.
const FEWEST: u32 = 3;
/// A word that opens sentences this many times as often as it is capitalised elsewhere is capitalised there by mistake.
const RARELY: u32 = 20;
/// Words below which a line is a name rather than a sentence.
const SHORTEST: usize = 4;

/// How a word is written where no sentence begins: small, with a capital, and with a capital that nothing but the word
/// itself accounts for; and how often a sentence begins with it.
#[derive(Clone, Copy, Debug, Default)]
struct Written {
    small: u32,
    capital: u32,
    own_capital: u32,
    opens: u32,
}

impl Written {
    /// Counts the word that stands at a place of a sentence.
    fn count(&mut self, kind: SentenceKind, text: &str, (at, word): (usize, terms::Word<'_>)) {
        let small = word.text.starts_with(char::is_lowercase);
        if at == 0 {
            // A name alone in its line, or first in a row, opens no sentence.
            let running = matches!(kind, SentenceKind::Prose | SentenceKind::Item);
            self.opens += u32::from(running && !small && terms::words(text).nth(SHORTEST - 1).is_some());
            return;
        }
        let own = !small && kind != SentenceKind::Heading && !begins(text, word.span.start);
        self.small += u32::from(small);
        self.capital += u32::from(!small);
        self.own_capital += u32::from(own);
    }

    fn add(&mut self, other: Written) {
        self.small += other.small;
        self.capital += other.capital;
        self.own_capital += other.own_capital;
        self.opens += other.opens;
    }
}

/// Counts of small and of capital first letters, by word in lower case.
#[derive(Debug, Default)]
pub(in crate::index::merge) struct Cases {
    counts: HashMap<String, Written>,
}

impl Cases {
    /// Counts the words of what is taken for names.
    pub fn of(table: &Table, passages: &dyn Passages) -> Self {
        let wanted: HashSet<&str> =
            table.names.iter().filter(|name| name.proper > 0).flat_map(|name| name.words()).collect();
        let counts = (0..passages.len())
            .into_par_iter()
            .fold(HashMap::new, |mut counts: HashMap<&str, Written>, at| {
                let passage = passages.at(at);
                let mut lower = String::new();
                for sentence in passage.document.sentences.get(passage.sentences.clone()).unwrap_or_default() {
                    if sentence.recurring || sentence.span.start < passage.unit.fresh_from {
                        continue;
                    }
                    let text = sentence.span.slice(&passage.document.text).unwrap_or_default();
                    // In an address all words are small.
                    let unread = unread(text);
                    for (at, word) in terms::words(text).enumerate() {
                        if is_unread(&unread, word.span) {
                            continue;
                        }
                        lower.clear();
                        lower.extend(word.text.chars().flat_map(char::to_lowercase));
                        if let Some(&word_wanted) = wanted.get(lower.as_str()) {
                            counts.entry(word_wanted).or_default().count(sentence.kind, text, (at, word));
                        }
                    }
                }
                counts
            })
            .reduce(HashMap::new, |mut all, counts| {
                for (word, written) in counts {
                    all.entry(word).or_default().add(written);
                }
                all
            });
        Self { counts: counts.into_iter().map(|(word, counts)| (word.to_owned(), counts)).collect() }
    }

    fn of_word(&self, word: &str) -> Written {
        self.counts.get(word).copied().unwrap_or_default()
    }

    /// True for a word that is written small more often than not.
    pub fn is_small(&self, word: &str) -> bool {
        let Written { small, capital, .. } = self.of_word(word);
        small >= FEWEST && small >= capital
    }

    /// True for a name of several words that is nobody's, because the corpus writes its words small elsewhere:
    /// *Polonius Alpha*, *Nomograms Molecular*. Whoever has a first name that we know may be called by any other word
    /// besides; of what stands behind a title (*Major Change Proposal*, *Captain Reed*) two words at least must be
    /// such. Nor is a doctrine or those who follow it anybody: *Luddism*.
    pub fn calls_nobody(&self, name: &Name) -> bool {
        let words: Vec<&str> = name.words().collect();
        // *Prime Minister Ada Voss*: an office is written small elsewhere, and says nothing against who holds it.
        let words = behind_office(&words).unwrap_or(&words);
        let first = words.first().copied().unwrap_or_default();
        let is_small = |word: &str| self.is_small(word) && !flags(word).has(Flags::FIRST_NAME | Flags::PARTICLE);
        if flags(first).has(Flags::HONORIFIC) {
            return words.len() > 2 && words[1..].iter().all(|word| is_small(word));
        }
        let single = |word: &str| word.chars().count() == 1 && word.is_ascii();
        // *M Staging* is a thing of that letter, *L. Dace* somebody.
        let initialled = single(first) && own_surface(name).contains('.');
        // *Hepatitis B*: no first name, and a letter instead of a surname.
        let lettered = words.last().is_some_and(|word| single(word));
        let known = initialled || flags(first).has(Flags::FIRST_NAME);
        // *Luddism is a child of its time*, and nobody's.
        let movement = words.len() == 1 && !known && kind::is_movement(first);
        movement || name.key.contains(' ') && !known && (lettered || words.iter().any(|word| is_small(word)))
    }

    /// True for a word that is almost always capitalised.
    pub fn is_capital(&self, word: &str) -> bool {
        let Written { small, capital, .. } = self.of_word(word);
        capital >= FEWEST && small * 4 <= capital
    }

    /// True for a word that is capitalised somewhere other than at the beginning of a sentence.
    pub fn has_own_capital(&self, word: &str) -> bool {
        self.of_word(word).own_capital > 0
    }

    /// True for a word that is capitalised almost only at the beginning of sentences: *Unsurprisingly*, *Phoo*.
    pub fn only_opens(&self, word: &str) -> bool {
        let written = self.of_word(word);
        written.opens >= FEWEST && written.own_capital * RARELY <= written.opens
    }
}

/// True where something begins inside a sentence at a byte: what is quoted, what stands behind a colon or a dash.
pub(super) fn begins(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().trim_end();
    before.ends_with([
        '"', '“', '„', '‘', '(', '[', '\'', '«', '»', ':', ';', '.', '!', '?', '…', '—', '–', '-', '*', '_', '•', '·',
    ])
}
