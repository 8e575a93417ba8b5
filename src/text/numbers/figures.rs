//! Figures of a text with what they come to: digits whose thousands may stand apart, and English words for numbers.
//! `1,240`, *forty-one thousand*, `£9m`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::units::is_money_sign;
use crate::config::entries;
use crate::model::Span;
use crate::text::words::terms::{Word, is_digits, words};

/// English words for numbers, with what they come to where a figure is read from them.
static WORDS: LazyLock<HashMap<&'static str, Option<f64>>> = LazyLock::new(|| {
    let pairs = entries(include_str!("figures.txt")).map(|line| line.split_once(' ').unwrap_or((line, "")));
    pairs.map(|(word, value)| (word, value.parse().ok())).collect()
});

/// From here on a word multiplies what stands in front of it.
const HUNDRED: f64 = 100.0;
const THOUSAND: f64 = 1_000.0;
/// By itself it is more often a pronoun.
const ONE: &str = "one";
/// Letters of the longest sign for a number: *k*, *bn*.
const SIGN: usize = 2;
/// What joins the parts of a number in words.
const JOINING: &str = "and";
/// Digits between the marks that put thousands apart.
const GROUP: usize = 3;

/// A figure of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    pub value: f64,
    /// Its bytes, a sign of money in front among them.
    pub span: Span,
    /// A sign of money stands in front of it.
    pub is_money: bool,
}

/// True for a number in words, lower case, that says one by itself: *two*, *dozen*.
pub fn is_number_word(word: &str) -> bool {
    word.len() > SIGN && word != ONE && WORDS.contains_key(word)
}

/// What a word of a number comes to, in whatever case.
fn value_of(word: &str) -> Option<f64> {
    WORDS.get(word.to_lowercase().as_str()).copied().flatten()
}

/// The figures of a text, in order.
pub fn figures(text: &str) -> Vec<Figure> {
    let all: Vec<Word<'_>> = words(text).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < all.len() {
        // *L-3* is what something is called.
        let front = text[..all[at].span.start].strip_suffix('-').and_then(|front| front.chars().next_back());
        let named = front.is_some_and(char::is_alphabetic) && all[at].text.starts_with(|c: char| c.is_ascii_digit());
        match figure(text, &all[at..]).filter(|_| !named) {
            Some((value, length)) => {
                let start = all[at].span.start;
                let sign = text[..start].chars().next_back().filter(|&sign| is_money_sign(sign));
                let span = Span::new(start - sign.map_or(0, char::len_utf8), all[at + length - 1].span.end);
                found.push(Figure { value, span, is_money: sign.is_some() });
                at += length;
            }
            None => at += 1,
        }
    }
    found
}

/// What the figure comes to that begins with the first of some words, and of how many it is.
fn figure(text: &str, from: &[Word<'_>]) -> Option<(f64, usize)> {
    let runs_on = |at: usize| {
        let gap = text.get(from[at - 1].span.end..from[at].span.start).unwrap_or_default();
        matches!(gap, " " | "-" | "\n" | "\u{a0}")
    };
    let value = |at: usize| value_of(from.get(at)?.text);
    if from[0].text.starts_with(|c: char| c.is_ascii_digit()) {
        let (digits, length) = in_digits(text, from)?;
        let behind = value(length).filter(|scale| *scale >= THOUSAND && runs_on(length));
        return Some((digits * behind.unwrap_or(1.0), length + usize::from(behind.is_some())));
    }
    // *M* and *k* alone are no numbers.
    let is_one = from[0].text.eq_ignore_ascii_case(ONE) && value(1).is_none_or(|next| next < HUNDRED);
    value(0).filter(|_| from[0].text.chars().count() > SIGN && !is_one)?;
    let (mut whole, mut part, mut length) = (0.0, 0.0, 0);
    // "Four thousand, one hundred and twenty"
    let goes_on = |at: usize, of_thousands: bool| {
        let gap = text.get(from[at - 1].span.end..from[at].span.start);
        runs_on(at) || of_thousands && gap == Some(", ") && value(at).is_some()
    };
    while length < from.len() && (length == 0 || goes_on(length, whole > 0.0 && part == 0.0)) {
        let joins = length > 0 && from[length].text == JOINING && length + 1 < from.len() && runs_on(length + 1);
        let here = length + usize::from(joins);
        match value(here) {
            Some(scale) if scale >= THOUSAND => (whole, part) = (whole + f64::max(part, 1.0) * scale, 0.0),
            Some(HUNDRED) => part = f64::max(part, 1.0) * HUNDRED,
            Some(value) => part += value,
            None => break,
        }
        length = here + 1;
    }
    Some((whole + part, length))
}

/// What a figure in digits comes to that begins with the first of some words, its thousands and decimals among them,
/// with what letters right behind it multiply, and of how many words it is: `1,240.5`, `9m`.
fn in_digits(text: &str, from: &[Word<'_>]) -> Option<(f64, usize)> {
    let mark = |at: usize| text.get(from[at - 1].span.end..from[at].span.start).unwrap_or_default();
    let first = from[0].text.trim_end_matches(|c: char| c.is_alphabetic());
    let (mut digits, mut letters, mut length) = (first.to_owned(), &from[0].text[first.len()..], 1);
    while letters.is_empty() && length < from.len() {
        let next = from[length].text;
        let own = next.trim_end_matches(|c: char| c.is_alphabetic());
        match mark(length) {
            "," if own.len() == GROUP && is_digits(own) && !digits.contains('.') => digits.push_str(own),
            "." if is_digits(own) && !digits.contains('.') => digits.extend([".", own]),
            _ => break,
        }
        (letters, length) = (&next[own.len()..], length + 1);
    }
    let scale = match letters {
        "" => 1.0,
        letters => value_of(letters).filter(|scale| *scale >= THOUSAND)?,
    };
    digits.parse::<f64>().ok().map(|value| (value * scale, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(f64, &str)> {
        figures(text).into_iter().map(|figure| (figure.value, figure.span.slice(text).unwrap_or_default())).collect()
    }

    #[test]
    fn figures_are_read_in_digits_and_in_words() {
        assert_eq!(told("The 1,240 people and 3.5 boats"), [(1240.0, "1,240"), (3.5, "3.5")]);
        assert_eq!(told("Forty-one thousand fish died."), [(41_000.0, "Forty-one thousand")]);
        assert_eq!(told("two hundred and fourteen piles"), [(214.0, "two hundred and fourteen")]);
        let long = "four thousand, one hundred and twenty tonnes";
        assert_eq!(told(long), [(4_120.0, "four thousand, one hundred and twenty")]);
        assert_eq!(told("owing £9 million, or £9m"), [(9e6, "£9 million"), (9e6, "£9m")]);
        assert_eq!(told("Eleven, not fourteen. Six"), [(11.0, "Eleven"), (14.0, "fourteen"), (6.0, "Six")]);
        assert_eq!(told("No one went, and M. Voss had L-3 and 12-14."), [(12.0, "12"), (14.0, "14")]);
    }

    #[test]
    fn a_number_word_says_one_by_itself() {
        assert!(["two", "ninety", "million", "dozen", "half"].into_iter().all(is_number_word));
        assert!(["one", "k", "bn", "and", "boats"].into_iter().all(|word| !is_number_word(word)));
    }

    proptest::proptest! {
        #[test]
        fn anything_may_hold_figures(text in "\\PC{0,40}|[a-z0-9,. £-]{0,40}|(two|hundred|and|thousand|m| |-){0,12}") {
            for figure in figures(&text) {
                proptest::prop_assert!(figure.span.slice(&text).is_some_and(|said| !said.is_empty()));
                proptest::prop_assert!(figure.value >= 0.0);
            }
        }
    }
}
