//! Words as retrieval sees them: folded, stemmed, with their places; which of them only tie a sentence together.

use std::collections::HashMap;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

use super::fold::lower_in_place;
use super::forms;
use super::script::is_unspaced;
use crate::model::Span;
use crate::text::language::english;

/// Words of text longer than this are cut: no language has them, a hostile file might.
const LONGEST_WORD: usize = 64;
/// Letters that a stem never loses of its word.
const KEPT: usize = 2;

/// A word of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// As written, without a possessive ending; two letters of a run of Chinese, Japanese or Korean.
    pub text: &'a str,
    /// Its bytes in the text.
    pub span: Span,
}

impl Word<'_> {
    /// True when it is written as a name or a number is: first letter a capital, a digit, or of a script without case.
    pub fn is_capital(&self) -> bool {
        self.text.chars().next().is_some_and(|c| !c.is_lowercase())
    }
}

/// A word without the mark of the genitive.
pub fn without_genitive(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

/// Splits a text into words: runs of letters and digits, apostrophes inside them included. Linear in the text.
pub fn words(text: &str) -> Words<'_> {
    Words { text, at: 0 }
}

/// Where some words stand in a text by themselves, whatever their case: no letter, digit, hyphen or underscore joins
/// them to others.
pub fn whole_matches(text: &str, words: &str) -> Vec<Span> {
    const JOINS: [char; 2] = ['_', '-'];
    let (within, words) = (lower_in_place(text), lower_in_place(words));
    let joined = |span: &Span| within[..span.start].ends_with(JOINS) || within[span.end..].starts_with(JOINS);
    whole_places(&within, &words).filter(|span| !joined(span)).collect()
}

/// Where some words stand in a text as they are written, no letter or digit right before or behind them.
pub fn whole_places(text: &str, words: &str) -> impl Iterator<Item = Span> {
    let places = text.match_indices(words).map(|(at, found)| Span::new(at, at + found.len()));
    places.filter(|&place| !place.is_empty() && is_whole(text, place))
}

/// True for a place in a text that no letter or digit before or behind it goes on from.
fn is_whole(text: &str, place: Span) -> bool {
    !text[..place.start].ends_with(char::is_alphanumeric) && !text[place.end..].starts_with(char::is_alphanumeric)
}

/// The word that a text begins with; nothing, where it begins with anything else.
pub fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()
}

/// The word that a text ends in; nothing, where it ends in anything else.
pub fn last_word(text: &str) -> &str {
    text.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()
}

/// What a text writes of several numbers, as a version, a day and a time are (`4.6.1`, `10:15`), each in its parts.
pub fn numbers(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.split_whitespace().filter_map(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let parts: Vec<&str> = word.split(['.', '-', ':', '/']).collect();
        let whole = parts.iter().all(|part| !part.is_empty() && part.chars().all(char::is_alphanumeric));
        let figures = parts.iter().filter(|part| is_digits(part));
        (whole && figures.count() >= 2).then_some(parts)
    })
}

/// See [`words`].
#[derive(Clone, Debug)]
pub struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let start = self.at + start_of_word(&self.text[self.at..])?;
        // Most words of most texts are plain letters and end at a plain sign.
        let letters = &self.text.as_bytes()[start..];
        let plain = letters.iter().take(LONGEST_WORD).take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let ends = letters.get(plain).is_none_or(|next| next.is_ascii() && *next != b'\'') || plain == LONGEST_WORD;
        if plain > 0 && ends {
            self.at = start + plain;
            return Some(self.word(start, self.at));
        }
        let mut chars = self.text[start..].char_indices().peekable();
        let (_, first) = chars.next()?;
        if is_unspaced(first) {
            // A pair of letters; the next word begins with the second.
            let second = chars.next().filter(|(_, c)| is_unspaced(*c));
            let one = start + first.len_utf8();
            let end = second.map_or(one, |(_, c)| one + c.len_utf8());
            let more = self.text[end..].chars().next().is_some_and(is_unspaced);
            self.at = if more { one } else { end };
            return Some(self.word(start, end));
        }
        let mut end = start + first.len_utf8();
        while let Some((at, c)) = chars.next() {
            let inside = matches!(c, '\'' | '’')
                && chars.peek().is_some_and(|(_, next)| next.is_alphanumeric() && !is_unspaced(*next));
            let mark = is_combining(c);
            if !(c.is_alphanumeric() && !is_unspaced(c) || inside || mark) {
                break;
            }
            end = start + at + c.len_utf8();
            if end - start >= LONGEST_WORD {
                break;
            }
        }
        self.at = end;
        let whole = &self.text[start..end];
        let bare = ["'s", "’s", "'S", "’S"].iter().find_map(|ending| whole.strip_suffix(ending)).unwrap_or(whole);
        Some(self.word(start, start + bare.len()))
    }
}

impl<'a> Words<'a> {
    fn word(&self, start: usize, end: usize) -> Word<'a> {
        Word { text: &self.text[start..end], span: Span { start, end } }
    }
}

/// Where the first letter or digit stands.
fn start_of_word(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let at = bytes.iter().position(|byte| !byte.is_ascii() || byte.is_ascii_alphanumeric())?;
    if bytes[at].is_ascii() {
        return Some(at);
    }
    text[at..].char_indices().find(|(_, c)| c.is_alphanumeric()).map(|(after, _)| at + after)
}

/// True for a mark that is written over or under the letter before it.
pub(in crate::text) fn is_combining(c: char) -> bool {
    matches!(c, '\u{0300}'..='\u{036F}')
}

/// True for the hyphens that join words.
pub(in crate::text) fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '‐' | '‑')
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

/// True for a word of digits and nothing else; no word has none.
pub fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The words of a text, each folded, in their order.
pub fn folded(text: &str) -> Vec<String> {
    words(text).map(|word| fold(word.text)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(text: &str) -> Vec<&str> {
        words(text).map(|word| word.text).collect()
    }

    #[test]
    fn words_that_stand_by_themselves_are_found_whatever_their_case() {
        let found = |text: &str, name: &str| whole_matches(text, name).iter().map(|at| at.start).collect::<Vec<_>>();
        assert_eq!(found("The Ann of the annual Ann-Lee and ANN.", "ann"), [4, 34]);
        assert_eq!(found("İ Ada Voss", "ada voss"), [3]);
        assert!(found("Ada", "").is_empty() && found("", "Ada").is_empty());
    }

    #[test]
    fn words_are_found_as_they_are_written_where_nothing_goes_on_from_them() {
        let found = |text: &str, name: &str| whole_places(text, name).map(|at| at.start).collect::<Vec<_>>();
        assert_eq!(found("Ann, Anna, ann, Ann-Lee, éAnn, Ann", "Ann"), [0, 16, 32]);
        assert!(found("Ada", "").is_empty() && found("", "Ada").is_empty());
    }

    #[test]
    fn a_text_begins_with_a_word_and_ends_in_one_or_does_not() {
        assert_eq!((first_word("élan, vital"), last_word("élan, vital")), ("élan", "vital"));
        assert_eq!((first_word(" élan"), last_word("vital."), first_word("")), ("", "", ""));
    }

    #[test]
    fn phrases_share_a_word_in_whatever_form() {
        assert!(share_a_word("deposits", "the deposit account") && share_a_word("Ada Voss", "Voss"));
        assert!(!share_a_word("the weir", "the ferry"), "the article is none");
    }

    #[test]
    fn words_are_runs_of_letters_and_digits() {
        assert_eq!(
            split("Lothair II's mother—“Ermengarde”, didn't… 2.5x AT&T"),
            ["Lothair", "II", "mother", "Ermengarde", "didn't", "2", "5x", "AT", "T"]
        );
        assert_eq!(split(" \n-- "), [""; 0]);
        assert_eq!(words("ab ’tis").last().map(|w| w.span), Some(Span::new(6, 9)));
    }

    #[test]
    fn what_is_written_of_several_numbers_is_told_in_its_parts() {
        let told: Vec<Vec<&str>> = numbers("In v4.6.1, at 10:15 (not 12), COVID-19; a/b 3. ..1").collect();
        assert_eq!(told, [vec!["v4", "6", "1"], vec!["10", "15"]]);
    }

    #[test]
    fn a_word_of_digits_has_one() {
        assert!(is_digits("0") && is_digits("2019"));
        assert!(!is_digits("") && !is_digits("1a") && !is_digits("+1") && !is_digits("１"));
    }

    #[test]
    fn scripts_without_spaces_give_pairs() {
        assert_eq!(split("東京都は big 京"), ["東京", "京都", "都は", "big", "京"]);
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

        #[test]
        fn spans_slice_the_words(text in "\\PC{0,80}") {
            let mut from = 0;
            for word in words(&text) {
                prop_assert_eq!(word.span.slice(&text), Some(word.text));
                prop_assert!(word.span.start >= from && !word.text.is_empty());
                from = word.span.start;
            }
        }
    }
}
