//! Nouns of a language that writes all of them with a capital, as German does: what one is by itself, or by the word
//! that it ends in.

use std::collections::HashMap;
use std::sync::LazyLock;

use rust_stemmers::Stemmer;

use crate::text::language::{Pack, WordList, pack, word_lists};

word_lists! {
    static WORDS = "../../../assets/languages/nouns/deu.toml":
        common, hollow, measures, offices, trades, bodies, places, streets, adjectives
}

/// Letters of a word that tells what ends in it, and of what stands in front of that, at least.
const SHORTEST: (usize, usize) = (4, 3);

/// The lists that a noun stands in, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sorts(u8);

impl Sorts {
    pub const COMMON: Sorts = Sorts(1);
    /// A lone one tells of nothing.
    pub const HOLLOW: Sorts = Sorts(1 << 1);
    pub const MEASURE: Sorts = Sorts(1 << 2);
    /// What somebody is, in front of the name.
    pub const OFFICE: Sorts = Sorts(1 << 3);
    /// The same, where people have it for a surname as well.
    pub const TRADE: Sorts = Sorts(1 << 4);
    pub const BODY: Sorts = Sorts(1 << 5);
    pub const PLACE: Sorts = Sorts(1 << 6);
    pub const STREET: Sorts = Sorts(1 << 7);

    /// True when the noun stands in any of the lists of `other`.
    pub fn has(self, other: Sorts) -> bool {
        self.0 & other.0 != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl std::ops::BitOr for Sorts {
    type Output = Sorts;

    fn bitor(self, other: Sorts) -> Sorts {
        Sorts(self.0 | other.0)
    }
}

/// The nouns of a language by their stems.
pub(super) struct Nouns {
    pub pack: &'static Pack,
    stemmer: Stemmer,
    whole: HashMap<String, Sorts>,
    /// Those that tell what ends in them.
    ends: HashMap<String, Sorts>,
}

static GERMAN: LazyLock<Option<Nouns>> =
    LazyLock::new(|| pack("deu").and_then(|pack| Some(Nouns::of(pack, Stemmer::create(pack.stemmer()?)))));

/// The nouns of a language in which they have capitals; of any other none.
pub(super) fn of_language(pack: &Pack) -> Option<&'static Nouns> {
    if pack.nouns_are_capital { GERMAN.as_ref() } else { None }
}

impl Nouns {
    fn of(pack: &'static Pack, stemmer: Stemmer) -> Self {
        let lists: [(&WordList, Sorts, bool); 8] = [
            (&WORDS.common, Sorts::COMMON, true),
            (&WORDS.hollow, Sorts::HOLLOW, false),
            (&WORDS.measures, Sorts::MEASURE, false),
            (&WORDS.offices, Sorts::OFFICE, true),
            (&WORDS.trades, Sorts::TRADE, false),
            (&WORDS.bodies, Sorts::BODY, true),
            (&WORDS.places, Sorts::PLACE, true),
            (&WORDS.streets, Sorts::STREET, true),
        ];
        let (mut whole, mut ends) = (HashMap::new(), HashMap::new());
        for (list, sort, tells) in lists {
            for entry in list.iter() {
                let word = entry.trim_start_matches(['-', '=']);
                let stem = stemmer.stem(word).into_owned();
                let long = word.chars().count() >= SHORTEST.0 || entry.starts_with('-');
                if tells && long && !entry.starts_with('=') {
                    let known = ends.entry(stem.clone()).or_insert(Sorts::default());
                    *known = *known | sort;
                }
                let known = whole.entry(stem).or_insert(Sorts::default());
                *known = *known | sort;
            }
        }
        Self { pack, stemmer, whole, ends }
    }

    /// True for a word, in lower case, that ends as adjectives in front of a noun do.
    pub fn is_adjective(&self, word: &str) -> bool {
        WORDS.adjectives.iter().any(|end| word.ends_with(end))
    }

    /// The lists that a noun, in lower case, stands in, else those of the longest word that it ends in.
    pub fn sorts(&self, word: &str) -> Sorts {
        let word = word.rsplit(['-', '‐', '‑']).next().unwrap_or(word);
        if let Some(&sorts) = self.whole.get(&*self.stemmer.stem(word)) {
            return sorts;
        }
        let fronts = word.char_indices().map(|(at, _)| at).skip(SHORTEST.1);
        let ends = fronts.map(|at| &word[at..]).take_while(|end| end.chars().count() >= SHORTEST.0 - 1);
        ends.filter_map(|end| self.ends.get(&*self.stemmer.stem(end))).copied().next().unwrap_or_default()
    }
}

#[cfg(test)]
#[path = "nouns_tests.rs"]
mod tests;
