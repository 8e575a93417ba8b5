//! Words as retrieval sees them: folded, stemmed, with their places; which of them only tie a sentence together.

use std::collections::HashMap;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

use super::fold::lower_in_place;
use super::forms;
use crate::model::Span;
use crate::text::language::english;

pub use crate::text::cutting::words::{Word, Words, first_word, is_digits, last_word, numbers, whole_places, words};
pub(in crate::text) use crate::text::cutting::words::{is_combining, is_hyphen};

/// Letters that a stem never loses of its word.
const KEPT: usize = 2;

/// A word without the mark of the genitive.
pub fn without_genitive(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

/// Where some words stand in a text by themselves, whatever their case: no letter, digit, hyphen or underscore joins
/// them to others.
pub fn whole_matches(text: &str, words: &str) -> Vec<Span> {
    const JOINS: [char; 2] = ['_', '-'];
    let (within, words) = (lower_in_place(text), lower_in_place(words));
    let joined = |span: &Span| within[..span.start].ends_with(JOINS) || within[span.end..].starts_with(JOINS);
    whole_places(&within, &words).filter(|span| !joined(span)).collect()
}

/// Turns words into stems, each form once. English rules; words of other languages keep what those leave.
pub struct Stems {
    stemmer: Stemmer,
    /// Positions among `stems`, by the word as written.
    known: HashMap<String, usize>,
    /// Each with whether the word only ties a sentence together.
    stems: Vec<(String, bool)>,
}

impl Default for Stems {
    fn default() -> Self {
        Self { stemmer: Stemmer::create(Algorithm::English), known: HashMap::new(), stems: Vec::new() }
    }
}

impl Stems {
    /// How many words it has stemmed and remembers.
    pub fn remembered(&self) -> usize {
        self.stems.len()
    }

    /// Returns the stem of a word as written: lower case, without marks on Latin letters, without its ending.
    pub fn stem(&mut self, word: &str) -> &str {
        self.weighed(word).0
    }

    /// Returns the stem of a word as written, and whether the word only ties a sentence together, as [`is_stop`] says.
    pub fn weighed(&mut self, word: &str) -> (&str, bool) {
        let at = self.known.get(word).copied().unwrap_or_else(|| {
            let folded = fold(word);
            let stem = self.stemmer.stem(forms::base(&folded).unwrap_or(&folded)).into_owned();
            self.stems.push((stem, is_stop(&folded)));
            self.known.insert(word.to_owned(), self.stems.len() - 1);
            self.stems.len() - 1
        });
        let (stem, stop) = &self.stems[at];
        (stem, *stop)
    }
}

/// How the forms of words begin that no stemmer joins, by their stem.
static FORMS: LazyLock<HashMap<String, Vec<[char; KEPT]>>> = LazyLock::new(|| {
    let stemmer = Stemmer::create(Algorithm::English);
    let families = forms::families().iter().filter_map(|family| Some((family.first()?, family)));
    families
        .map(|(base, family)| (stemmer.stem(base).into_owned(), family.iter().map(|form| beginning(form)).collect()))
        .collect()
});

/// The first letters of some stems: a word that begins otherwise has none of them, and need not be turned into its own.
pub struct Beginnings {
    all: Vec<[char; KEPT]>,
    /// Those of plain letters and digits again, a bit each: most words of most texts are told by one look.
    plain: [u64; PLAIN_PAIRS.div_ceil(64)],
}

/// Letters and digits that [`plain_place`] counts, and pairs of one with another, or with nothing behind it.
const PLAIN: usize = 36;
const PLAIN_PAIRS: usize = PLAIN * (PLAIN + 1);

/// The place of a plain letter, large or small, or digit among all.
fn plain_place(byte: u8) -> Option<usize> {
    match byte {
        b'0'..=b'9' => Some(usize::from(byte - b'0')),
        b'a'..=b'z' => Some(usize::from(byte - b'a') + 10),
        b'A'..=b'Z' => Some(usize::from(byte - b'A') + 10),
        _ => None,
    }
}

/// The place of two first letters among all pairs; none where they are not plain.
fn plain_pair(first: u8, second: Option<u8>) -> Option<usize> {
    let second = second.map_or(Some(PLAIN), plain_place)?;
    Some(plain_place(first)? * (PLAIN + 1) + second)
}

impl Beginnings {
    pub fn of<'a>(stems: impl Iterator<Item = &'a str>) -> Self {
        let mut beginnings = Vec::new();
        for stem in stems {
            beginnings.push(beginning(stem));
            beginnings.extend(FORMS.get(stem).into_iter().flatten());
        }
        // "Dying" has the stem of "die", and the like.
        let inflected = beginnings.iter().filter(|letters| letters[1] == 'i').map(|letters| [letters[0], 'y']);
        beginnings.extend(inflected.collect::<Vec<_>>());
        beginnings.sort_unstable();
        beginnings.dedup();
        let mut plain = [0; PLAIN_PAIRS.div_ceil(64)];
        for [first, second] in &beginnings {
            let byte = |letter: &char| u8::try_from(*letter).ok().filter(u8::is_ascii_alphanumeric);
            let pair = match second {
                ' ' => byte(first).and_then(|first| plain_pair(first, None)),
                second => byte(first).zip(byte(second)).and_then(|(first, second)| plain_pair(first, Some(second))),
            };
            if let Some(pair) = pair {
                plain[pair / 64] |= 1 << (pair % 64);
            }
        }
        Self { all: beginnings, plain }
    }

    /// True when a word as written may have one of the stems.
    pub fn may_have(&self, word: &str) -> bool {
        let bytes = word.as_bytes();
        match bytes.first().and_then(|&first| plain_pair(first, bytes.get(1).copied())) {
            Some(pair) => self.plain[pair / 64] >> (pair % 64) & 1 == 1,
            None => self.all.binary_search(&beginning(word)).is_ok(),
        }
    }
}

/// The first letters of a word, as a stem has them.
fn beginning(word: &str) -> [char; KEPT] {
    let mut letters = [' '; KEPT];
    let plain = word.as_bytes().iter().take(KEPT).all(u8::is_ascii_alphanumeric);
    let folded;
    let chars = if plain {
        word
    } else {
        folded = fold(&word.chars().take(2 * KEPT).collect::<String>());
        &folded
    };
    letters.iter_mut().zip(chars.chars()).for_each(|(letter, c)| *letter = c.to_ascii_lowercase());
    letters
}

/// Returns the word in lower case, without marks on Latin letters and without apostrophes.
pub fn fold(word: &str) -> String {
    if word.is_ascii() {
        return word.chars().filter(|&c| c != '\'').map(|c| c.to_ascii_lowercase()).collect();
    }
    let mut folded = String::with_capacity(word.len());
    for c in word.chars().flat_map(char::to_lowercase) {
        match c {
            '\'' | '’' | '\u{0300}'..='\u{036F}' => {}
            c if c.is_ascii() => folded.push(c),
            c => match super::fold::plain(c) {
                Some(plain) => folded.push_str(plain),
                None => folded.push(c),
            },
        }
    }
    folded
}

/// True for a folded word that only ties a sentence together, in English.
pub fn is_stop(folded: &str) -> bool {
    english().stop.has(folded)
}

/// True where two phrases have a word in common, in whatever form: *deposits*, *the deposit account*.
pub fn share_a_word(one: &str, other: &str) -> bool {
    let mut stems = Stems::default();
    let mut telling = |text: &str| -> Vec<String> {
        let weighed = words(text).map(|word| {
            let (stem, ties) = stems.weighed(word.text);
            (stem.to_owned(), ties)
        });
        weighed.filter(|(_, ties)| !ties).map(|(stem, _)| stem).collect()
    };
    let (one, other) = (telling(one), telling(other));
    one.iter().any(|stem| other.contains(stem))
}

/// The words of a text, each folded, in their order.
pub fn folded(text: &str) -> Vec<String> {
    words(text).map(|word| fold(word.text)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::cutting::words::LONGEST_WORD;

    #[test]
    fn words_that_stand_by_themselves_are_found_whatever_their_case() {
        let found = |text: &str, name: &str| whole_matches(text, name).iter().map(|at| at.start).collect::<Vec<_>>();
        assert_eq!(found("The Ann of the annual Ann-Lee and ANN.", "ann"), [4, 34]);
        assert_eq!(found("İ Ada Voss", "ada voss"), [3]);
        assert!(found("Ada", "").is_empty() && found("", "Ada").is_empty());
    }

    #[test]
    fn phrases_share_a_word_in_whatever_form() {
        assert!(share_a_word("deposits", "the deposit account") && share_a_word("Ada Voss", "Voss"));
        assert!(!share_a_word("the weir", "the ferry"), "the article is none");
    }

    #[test]
    fn stems_fold_case_marks_and_endings() {
        let mut stems = Stems::default();
        assert_eq!(stems.stem("Directed"), "direct");
        assert_eq!(stems.stem("Wertmüller"), "wertmul");
        assert_eq!(fold("Łódź’s Æther"), "lodzs aether");
        assert_eq!(fold("e\u{301}te\u{301}"), "ete");
    }

    #[test]
    fn a_word_begins_as_its_stem_does() {
        let mut stems = Stems::default();
        for word in ["dying", "O'Neill", "Älter", "İz", "é", "x", "東京", "skies"] {
            let stem = stems.stem(word).to_owned();
            assert!(Beginnings::of(std::iter::once(stem.as_str())).may_have(word), "{word}: {stem}");
        }
        let some = Beginnings::of(["ferri", "harbour", "x", "東"].into_iter());
        for (word, may) in
            [("house", false), ("Harbours", true), ("FE", true), ("X", true), ("xy", false), ("f", false)]
        {
            assert_eq!(some.may_have(word), may, "{word}");
        }
        assert!(some.may_have("東") && !some.may_have("京") && some.may_have("härte") && !some.may_have("h'o"));
    }

    #[test]
    fn stop_words_are_known() {
        assert!(is_stop("whose") && !is_stop("film"));
    }

    proptest! {
        #[test]
        fn plain_letters_are_split_and_folded_like_any_others(text in "([a-zA-Z0-9]{0,9}['’ .é-]?){0,8}[a-z]{0,70}") {
            // Letters that fold to the same ones take the other way.
            let wide: String = text.chars().map(|c| if c == 'a' { 'á' } else { c }).collect();
            let one: Vec<String> = words(&text).map(|word| fold(word.text)).collect();
            let other: Vec<String> = words(&wide).map(|word| fold(word.text)).collect();
            if wide.len() < LONGEST_WORD {
                prop_assert_eq!(one, other);
            }
            prop_assert!(words(&text).all(|word| word.text.len() <= LONGEST_WORD));
        }
    }
}
