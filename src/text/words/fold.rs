//! Folding: the form under which names that are written differently are the same. Case, width, accents, punctuation,
//! a leading article, and the plural of an English noun.

use std::collections::HashMap;
use std::sync::LazyLock;

use icu_normalizer::DecomposingNormalizerBorrowed;

use crate::text::language::{WordList, word_lists};

word_lists! { static WORDS = "fold.toml": leading, joining, irregular, kept, alike, of_one, endings, vowels }

/// The singular of plurals that are not regular.
static IRREGULAR: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| pairs(&WORDS.irregular).collect());

/// Endings with what they become, the longest first, and whether they change a vowel.
static ENDINGS: LazyLock<Vec<(&str, &str, bool)>> = LazyLock::new(|| {
    let plain = pairs(&WORDS.endings).map(|(plural, single)| (plural, single, false));
    let vowels = pairs(&WORDS.vowels).map(|(plural, single)| (plural, single, true));
    let mut endings: Vec<_> = plain.chain(vowels).collect();
    endings.sort_unstable_by_key(|(plural, ..)| std::cmp::Reverse(plural.len()));
    endings
});

/// How `&` is read.
const AND: &str = "and";
/// Letters of a plural in *s*, at least.
const SHORTEST_PLURAL: usize = 4;
/// Letters in front of an ending that changes a vowel, at least.
const STEM: usize = 3;

fn pairs(words: &WordList) -> impl Iterator<Item = (&str, &str)> {
    words.iter().filter_map(|pair| pair.split_once('/'))
}

/// Returns the key of a name: lower case, full-width letters narrowed, Latin accents dropped, full stops and
/// apostrophes removed, other punctuation turned into single spaces, `&` and its likes read as *and*, a leading *the*
/// dropped.
/// `The  Allen-Institute` and `allen institute` share a key; so do `U.S.` and `US`.
pub fn key(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    let mut space = false;
    for c in name.chars() {
        let c = narrow(c);
        // A full stop parts words; initials (`U.S.`) are joined again below.
        if c == '.' {
            space = !folded.is_empty();
            continue;
        }
        if matches!(c, '\'' | '’' | 'ʼ' | '‘' | '"' | '“' | '”' | '\u{ad}' | '\u{300}'..='\u{36f}') {
            continue;
        }
        if c == '&' {
            if !folded.is_empty() {
                folded.push(' ');
            }
            folded.push_str(AND);
            space = true;
            continue;
        }
        if !c.is_alphanumeric() && c != '+' && c != '#' {
            space = !folded.is_empty();
            continue;
        }
        if space {
            folded.push(' ');
            space = false;
        }
        for c in c.to_lowercase() {
            match plain(c) {
                Some(plain) => folded.push_str(plain),
                None if matches!(c, '\u{300}'..='\u{36f}') => {}
                None => folded.push(c),
            }
        }
    }
    let folded = joined_alike(folded);
    let folded = match folded.split_once(' ') {
        Some((first, rest)) if WORDS.leading.has(first) && !rest.is_empty() => rest.to_owned(),
        _ => folded,
    };
    join_initials(folded)
}

/// Writes what joins the parts of a name in one way, which is that of `&`: *Orsk und Söhne* is *Orsk & Söhne*.
fn joined_alike(folded: String) -> String {
    if !folded.split(' ').any(|word| WORDS.joining.has(word)) {
        return folded;
    }
    let words: Vec<&str> = folded.split(' ').collect();
    let within = 1..words.len().saturating_sub(1);
    let alike = words.iter().enumerate().map(|(at, &word)| match within.contains(&at) && WORDS.joining.has(word) {
        true => AND,
        false => word,
    });
    alike.collect::<Vec<_>>().join(" ")
}

/// True for a word that joins the parts of a name or two names, in lower case: *and*, *und*.
pub fn is_joining(word: &str) -> bool {
    word == AND || WORDS.joining.has(word)
}

/// The two that a key joins: `voss and reed`.
pub fn two_joined(key: &str) -> Option<(&str, &str)> {
    let joint = key.split(' ').skip(1).find(|word| *word == AND)?;
    let at = joint.as_ptr() as usize - key.as_ptr() as usize;
    Some((&key[..at - 1], key.get(at + AND.len() + 1..)?))
}

/// Makes one word of single letters that follow each other: `j p morgan` and `jp morgan` are the same.
fn join_initials(folded: String) -> String {
    let single = |word: &str| word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    let words: Vec<&str> = folded.split(' ').collect();
    if !words.windows(2).any(|pair| single(pair[0]) && single(pair[1])) {
        return folded;
    }
    let mut joined = String::with_capacity(folded.len());
    for (at, word) in words.iter().enumerate() {
        if at > 0 && !(single(word) && single(words[at - 1])) {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    joined
}

/// Full-width forms of ASCII as ASCII, and lowered figures as figures: *CO₂* is *CO2*.
fn narrow(c: char) -> char {
    match c {
        '₀'..='₉' => char::from_digit(u32::from(c) - u32::from('₀'), 10).unwrap_or(c),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ => c,
    }
}

/// Small letters of Latin, each by itself.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// The plain letters of an accented Latin one, in lower case; `None` for any other character.
pub fn plain(c: char) -> Option<&'static str> {
    if c.is_ascii() {
        return None;
    }
    // Letters of their own, which no mark makes.
    let own = match c {
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ı' => "i",
        'ŀ' | 'ł' => "l",
        'ø' => "o",
        'ß' => "ss",
        'ŧ' => "t",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        _ => return unmarked_letter(c),
    };
    Some(own)
}

/// The letter of Latin that marks make another of, as Unicode takes them apart: *e* of *ễ*.
fn unmarked_letter(c: char) -> Option<&'static str> {
    let mut parts = DecomposingNormalizerBorrowed::new_nfd().normalize_iter(std::iter::once(c));
    let at = LETTERS.find(parts.next()?)?;
    let mut marks = parts.peekable();
    let marked = marks.peek().is_some() && marks.all(|mark| matches!(mark, '\u{300}'..='\u{36f}'));
    marked.then(|| &LETTERS[at..=at])
}

/// A text with a capital in front.
pub fn with_capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A text in lower case, byte for byte beside it: a letter whose small form takes another number of bytes stays as it
/// is.
pub fn lower_in_place(text: &str) -> String {
    let lower = |c: char| {
        let mut small = c.to_lowercase();
        match (small.next(), small.next()) {
            (Some(one), None) if one.len_utf8() == c.len_utf8() => one,
            _ => c,
        }
    };
    text.chars().map(lower).collect()
}

/// Returns the singular of an English noun in lower case; a word that is no regular plural is returned as it is.
pub fn singular(word: &str) -> String {
    if let Some(single) = IRREGULAR.get(word) {
        return (*single).to_owned();
    }
    let regular = word.len() >= SHORTEST_PLURAL && word.ends_with('s') && word.is_ascii();
    if !regular || WORDS.kept.has(word) {
        return word.to_owned();
    }
    let single = ENDINGS.iter().find_map(|(plural, single, vowel)| {
        let stem = word.strip_suffix(plural)?;
        (!vowel || stem.len() >= STEM).then(|| [stem, single].concat())
    });
    single.unwrap_or_else(|| word.to_owned())
}

/// True for a plural in lower case, of English, or of another language that forms it with an *s*: *lamps*, *geese*,
/// *digues*. Of a word that is the same for one and for several it is true as well.
pub fn is_plural(word: &str) -> bool {
    if IRREGULAR.contains_key(word) || WORDS.alike.has(word) {
        return true;
    }
    let ends_as_one = || WORDS.of_one.iter().any(|end| word.ends_with(end));
    word.chars().count() >= SHORTEST_PLURAL && word.ends_with('s') && !WORDS.kept.has(word) && !ends_as_one()
}

/// Returns the key of a common noun phrase: the key of its words with the last one in the singular.
pub fn noun_key(phrase: &str) -> String {
    let key = key(phrase);
    match key.rsplit_once(' ') {
        Some((front, last)) => format!("{front} {}", singular(last)),
        None => singular(&key),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plurals_are_told_from_words_that_end_like_them() {
        for plural in ["lamps", "geese", "children", "topics", "analyses", "species", "digues", "années", "people"] {
            assert!(is_plural(plural), "{plural}");
        }
        for one in ["bus", "glass", "campus", "basis", "news", "always", "this", "gas", "lamp", "child", ""] {
            assert!(!is_plural(one), "{one}");
        }
    }

    #[test]
    fn marks_and_what_joins_make_no_other_name() {
        assert_eq!(key("Nguyễn Ḥasan"), key("Nguyen Hasan"));
        assert_eq!(key("Orsk & Söhne"), key("Orsk und Söhne"));
        assert_eq!(key("Et al"), "et al", "nothing stands in front of it");
        assert_ne!(key("Й"), key("И"), "letters of other scripts keep their marks");
    }

    #[test]
    fn folds_spelling_away() {
        for (a, b) in [
            ("U.S.", "US"),
            ("The Harbour-Board", "harbour board"),
            ("Tobias Lütke", "Tobias Lutke"),
            ("ＮＡＳＡ", "nasa"),
            ("Smith & Sons", "Smith and Sons"),
            ("J. P. Morgan", "J.P. Morgan"),
            ("O’Neill", "O'Neill"),
        ] {
            assert_eq!(key(a), key(b));
        }
        assert_ne!(key("C"), key("C++"));
        assert_eq!(key("The"), "the");
    }

    #[test]
    fn small_letters_stay_where_they_stand() {
        assert_eq!(lower_in_place("Ada VOSS, Ärzte"), "ada voss, ärzte");
        // "İ" grows by a byte and "ẞ" shrinks by one.
        let text = "İ and ẞ: but not ADA";
        let lower = lower_in_place(text);
        assert_eq!(lower.find("but not").map(|at| &text[at..]), Some("but not ADA"));
    }

    #[test]
    fn folds_plurals() {
        for (plural, single) in [
            ("companies", "company"),
            ("boxes", "box"),
            ("networks", "network"),
            ("glasses", "glass"),
            ("physics", "physics"),
            ("analysis", "analysis"),
            ("bus", "bus"),
            ("headaches", "headache"),
            ("tomatoes", "tomato"),
        ] {
            assert_eq!(singular(plural), single);
        }
        assert_eq!(noun_key("Neural  Networks"), "neural network");
    }

    proptest! {
        #[test]
        fn a_key_is_its_own_key(name in "\\PC{0,24}") {
            let once = key(&name);
            prop_assert!(!once.starts_with(' ') && !once.ends_with(' ') && !once.contains("  "));
            if !once.starts_with("the ") {
                prop_assert_eq!(&key(&once), &once);
            }
        }
    }
}
