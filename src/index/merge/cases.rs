//! How words are written over the whole corpus where no sentence begins: what is small nearly everywhere is no name, and
//! an ordinary word that hardly ever is small is one.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::entities::own_surface;
use super::table::{Name, Table};
use crate::judgement::Passages;
use crate::text::names::lexicon::{Flags, flags};
use crate::text::terms;

/// Fewer occurrences tell nothing.
const FEWEST: u32 = 3;

/// Counts of small and of capital first letters, by word in lower case.
#[derive(Debug, Default)]
pub(super) struct Cases {
    counts: HashMap<String, [u32; 2]>,
}

impl Cases {
    /// Counts the words of what is taken for names.
    pub fn of(table: &Table, passages: &dyn Passages) -> Self {
        let wanted: HashSet<&str> =
            table.names.iter().filter(|name| name.proper > 0).flat_map(|name| name.words()).collect();
        let counts = (0..passages.len())
            .into_par_iter()
            .fold(HashMap::new, |mut counts: HashMap<&str, [u32; 2]>, at| {
                let passage = passages.at(at);
                let mut lower = String::new();
                for sentence in passage.document.sentences.get(passage.sentences.clone()).unwrap_or_default() {
                    if sentence.recurring || sentence.span.start < passage.unit.fresh_from {
                        continue;
                    }
                    let text = sentence.span.slice(&passage.document.text).unwrap_or_default();
                    for word in terms::words(text).skip(1) {
                        lower.clear();
                        lower.extend(word.text.chars().flat_map(char::to_lowercase));
                        if let Some(&word_wanted) = wanted.get(lower.as_str()) {
                            let small = word.text.starts_with(char::is_lowercase);
                            counts.entry(word_wanted).or_default()[usize::from(!small)] += 1;
                        }
                    }
                }
                counts
            })
            .reduce(HashMap::new, |mut all, counts| {
                for (word, [small, capital]) in counts {
                    let entry = all.entry(word).or_default();
                    entry[0] += small;
                    entry[1] += capital;
                }
                all
            });
        Self { counts: counts.into_iter().map(|(word, counts)| (word.to_owned(), counts)).collect() }
    }

    fn of_word(&self, word: &str) -> [u32; 2] {
        self.counts.get(word).copied().unwrap_or_default()
    }

    /// True for a word that is written small more often than not.
    pub fn is_small(&self, word: &str) -> bool {
        let [small, capital] = self.of_word(word);
        small >= FEWEST && small >= capital
    }

    /// True for a name of several words that is nobody's, because the corpus writes its words small elsewhere: *Polonius
    /// Alpha*, *Nomograms Molecular*. Whoever has a first name that we know may be called by any other word besides; of what
    /// stands behind a title (*Major Change Proposal*, *Captain Reed*) two words at least must be such.
    pub fn calls_nobody(&self, name: &Name) -> bool {
        let first = name.words().next().unwrap_or_default();
        let is_small = |word: &str| self.is_small(word) && !flags(word).has(Flags::FIRST_NAME | Flags::PARTICLE);
        if flags(first).has(Flags::HONORIFIC) {
            return name.words().count() > 2 && name.words().skip(1).all(is_small);
        }
        let single = |word: &str| word.chars().count() == 1 && word.is_ascii();
        // *M Staging* is a thing of that letter, *L. Dace* somebody.
        let initialled = single(first) && own_surface(name).contains('.');
        // *Hepatitis B*: no first name, and a letter instead of a surname.
        let lettered = name.words().next_back().is_some_and(single);
        let known = initialled || flags(first).has(Flags::FIRST_NAME);
        name.key.contains(' ') && !known && (lettered || name.words().any(is_small))
    }

    /// True for a word that is hardly ever small.
    pub fn is_capital(&self, word: &str) -> bool {
        let [small, capital] = self.of_word(word);
        capital >= FEWEST && small * 4 <= capital
    }
}
