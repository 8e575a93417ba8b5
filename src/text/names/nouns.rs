//! Nouns of a language that writes all of them with a capital, as German does: what one is by itself, or by the word
//! that it ends in.

use std::collections::HashMap;
use std::sync::LazyLock;

use rust_stemmers::Stemmer;

use crate::text::language::{Pack, WordList, pack, word_lists};
use crate::text::words::fold;

word_lists! {
    static WORDS = "../../../assets/languages/nouns/deu.toml":
        common, hollow, measures, offices, trades, bodies, places, streets, adjectives, doing, firms, eras, before_eras
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
    /// As the lists have them: *Kämmerer* has the stem of *Kammer*.
    exact: HashMap<String, Sorts>,
    /// The same without the marks on their letters, for whoever has no more than the key of a name: *muller*.
    folded: HashMap<String, Sorts>,
    whole: HashMap<String, Sorts>,
    /// Those that tell what ends in them, with their letters: *Gottfried* does not end in *Frieden*.
    ends: HashMap<String, (Sorts, usize)>,
}

static GERMAN: LazyLock<Option<Nouns>> =
    LazyLock::new(|| pack("deu").and_then(|pack| Some(Nouns::of(pack, Stemmer::create(pack.stemmer()?)))));

/// The nouns of a language in which they have capitals; of any other none.
pub(super) fn of_language(pack: &Pack) -> Option<&'static Nouns> {
    if pack.nouns_are_capital { GERMAN.as_ref() } else { None }
}

/// Letters of an office that tells what ends in it, where the language of a word is not known.
const OFFICE: usize = 7;

/// True for a word, folded, that is an office in a language in which nouns are put together: *Hafenmeisterin*.
pub(crate) fn is_office(folded: &str) -> bool {
    let Some(nouns) = GERMAN.as_ref() else { return false };
    let of = |sorts: Sorts| sorts.has(Sorts::OFFICE);
    nouns.of_whole(folded).map_or_else(|| nouns.of_end(folded, OFFICE).is_some_and(of), of)
}

/// True for a word, folded, that is a trade by which people are called: *Bauer*.
pub(crate) fn is_trade(folded: &str) -> bool {
    GERMAN.as_ref().and_then(|nouns| nouns.folded.get(folded)).is_some_and(|sorts| sorts.has(Sorts::TRADE))
}

/// True for a word, in lower case or folded, that is a thing in such a language: nobody's first name, in whatever text.
pub(crate) fn is_thing(word: &str) -> bool {
    let things = Sorts::COMMON | Sorts::HOLLOW | Sorts::MEASURE | Sorts::PLACE;
    let known = GERMAN.as_ref().and_then(|nouns| nouns.exact.get(word).or_else(|| nouns.folded.get(word)));
    known.is_some_and(|sorts| sorts.has(things))
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
        let (mut exact, mut folded, mut whole) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut ends: HashMap<String, (Sorts, usize)> = HashMap::new();
        let add = |map: &mut HashMap<String, Sorts>, word: String, sort: Sorts| {
            let known = map.entry(word).or_default();
            *known = *known | sort;
        };
        for (list, sort, tells) in lists {
            for entry in list.iter() {
                let word = entry.trim_start_matches(['-', '=']);
                add(&mut exact, word.to_owned(), sort);
                add(&mut folded, fold::key(word), sort);
                let long = word.chars().count() >= SHORTEST.0 || entry.starts_with('-');
                // *Kolleginnen* have another stem than *Kollegin*.
                let women = word.ends_with("in").then(|| format!("{word}nen"));
                for form in [Some(word.to_owned()), women].into_iter().flatten() {
                    let stem = stemmer.stem(&form).into_owned();
                    if tells && long && !entry.starts_with('=') {
                        let letters = word.chars().count();
                        let known = ends.entry(stem.clone()).or_insert((sort, letters));
                        *known = (known.0 | sort, known.1.min(letters));
                    }
                    add(&mut whole, stem, sort);
                }
            }
        }
        Self { pack, stemmer, exact, folded, whole, ends }
    }

    /// True for a word, in lower case, that ends as adjectives in front of a noun do.
    pub fn is_adjective(&self, word: &str) -> bool {
        WORDS.adjectives.iter().any(|end| word.ends_with(end))
    }

    /// True for a word, in lower case, that ends as what somebody does: *Glockenforscherin*.
    pub fn is_doing(&self, word: &str) -> bool {
        const SHORTEST: usize = 8;
        word.chars().count() >= SHORTEST && WORDS.doing.iter().any(|end| word.ends_with(end))
    }

    /// True for the word in front of a firm's name: *die Firma Holz Voss*.
    pub fn is_before_firm(&self, word: &str) -> bool {
        WORDS.firms.has(word)
    }

    /// True for what years are counted from, with the word in front: *vor Christus*.
    pub fn is_era(&self, before: &str, word: &str) -> bool {
        WORDS.eras.has(word) && WORDS.before_eras.has(before)
    }

    /// The lists that a noun, in lower case, stands in, else those of the longest word that it ends in.
    pub fn sorts(&self, word: &str) -> Sorts {
        let word = last_part(word);
        self.of_whole(word).or_else(|| self.of_end(word, SHORTEST.0 - 1)).unwrap_or_default()
    }

    /// The lists of the longest word of so many letters that a word ends in.
    fn of_end(&self, word: &str, letters: usize) -> Option<Sorts> {
        let fronts = word.char_indices().map(|(at, _)| at).skip(SHORTEST.1);
        let mut ends = fronts.map(|at| &word[at..]).take_while(|end| end.chars().count() >= letters);
        ends.find_map(|end| {
            let (sorts, least) = self.ends.get(&*self.stemmer.stem(end))?;
            (end.chars().count() >= *least).then_some(*sorts)
        })
    }

    /// True for a noun that is told by its end alone, as a name may be.
    pub fn is_put_together(&self, word: &str) -> bool {
        self.of_whole(last_part(word)).is_none()
    }

    fn of_whole(&self, word: &str) -> Option<Sorts> {
        self.exact.get(word).or_else(|| self.whole.get(&*self.stemmer.stem(word))).copied()
    }
}

fn last_part(word: &str) -> &str {
    word.rsplit(['-', '‐', '‑']).next().unwrap_or(word)
}

#[cfg(test)]
#[path = "nouns_tests.rs"]
mod tests;
