//! Where words begin and end in a text, in scripts with spaces and without, and what is told of one by its signs alone.

use super::script::is_unspaced;
use crate::model::Span;

/// Words of text longer than this are cut: no language has them, a hostile file might.
pub(in crate::text) const LONGEST_WORD: usize = 64;

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

/// Splits a text into words: runs of letters and digits, apostrophes inside them included. Linear in the text.
pub fn words(text: &str) -> Words<'_> {
    Words { text, at: 0 }
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
            let longer = start + at + c.len_utf8();
            if longer - start > LONGEST_WORD {
                break;
            }
            end = longer;
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

/// True for a word of digits and nothing else; no word has none.
pub fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(text: &str) -> Vec<&str> {
        words(text).map(|word| word.text).collect()
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

    proptest! {
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
