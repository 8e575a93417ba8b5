//! Days of a month in words: *the twenty-first of March*; and days that a text tells without their month, *the evening
//! of the 21st*, which are of the month it was written in or of the one before.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::calendar::CalendarDate;
use super::ordinal;
use crate::config::entries;
use crate::model::Span;
use crate::text::words::terms::{Word, words};
use crate::text::words::wordlist::{is_article, is_function_word};

/// What each day is called, the first of them first.
static DAYS: LazyLock<Vec<&'static str>> = LazyLock::new(|| entries(include_str!("ordinals.txt")).collect());

/// A day below this is a rank as often, where no month stands beside it: *on the second*.
const FIRST_OF_DAYS: u32 = 11;

/// What a day is called in English words, which a hyphen may tie: `twenty first`.
pub fn in_words(day: u32) -> Option<&'static str> {
    DAYS.get((day as usize).checked_sub(1)?).copied()
}

/// The days by the word that each begins with, with the one behind it, empty where there is none: every word of a text
/// is looked up here.
static BY_FIRST: LazyLock<HashMap<&str, Vec<(&str, u32)>>> = LazyLock::new(|| {
    let mut by_first: HashMap<&str, Vec<(&str, u32)>> = HashMap::new();
    for (day, number) in DAYS.iter().zip(1..) {
        let (first, second) = day.split_once(' ').unwrap_or((day, ""));
        by_first.entry(first).or_default().push((second, number));
    }
    by_first
});

/// The day that one word or two call, with how many they are.
pub(super) fn of_words(first: &str, second: &str) -> Option<(u32, usize)> {
    let behind = BY_FIRST.get(first.to_lowercase().as_str())?;
    let second = second.to_lowercase();
    let of = |word: &str| behind.iter().find(|(own, _)| *own == word).map(|&(_, day)| day);
    let two = of(&second).filter(|_| !second.is_empty());
    two.map(|day| (day, 2)).or_else(|| of("").map(|day| (day, 1)))
}

/// The days that a text written on `day` (in seconds since 1970) tells without a month: the last such days before it.
/// `whole` are the dates that it tells besides.
pub fn bare_days(text: &str, day: i64, whole: &[CalendarDate]) -> Vec<CalendarDate> {
    let written = CalendarDate::of(day);
    let all: Vec<Word<'_>> = words(text).collect();
    let mut found = Vec::new();
    for (at, pair) in all.windows(2).enumerate() {
        let ties = at > 0 && is_function_word(&all[at - 1].text.to_lowercase());
        let Some((day, count)) = bare_day(&all[at + 1..]).filter(|_| ties && is_article(&pair[0].text.to_lowercase()))
        else {
            continue;
        };
        let last = &all[at + count];
        let gap = |next: &Word<'_>| text.get(last.span.end..next.span.start).unwrap_or_default().trim();
        let ends = |next: &Word<'_>| !gap(next).is_empty() || is_function_word(&next.text.to_lowercase());
        if !all.get(at + count + 1).is_none_or(ends) {
            continue;
        }
        let span = Span::new(pair[1].span.start, last.span.end);
        if whole.iter().any(|date| date.span.overlaps(span)) {
            continue;
        }
        let before = written.day.is_some_and(|today| day > today);
        let (year, month) = match (before, written.month) {
            (true, 1) => (written.year.map(|year| year - 1), 12),
            (true, month) => (written.year, month - 1),
            (false, month) => (written.year, month),
        };
        found.push(CalendarDate { year, month, day: Some(day), span });
    }
    found
}

/// The day that some words begin with, in figures with an ending or in words, and how many words tell it.
fn bare_day(words: &[Word<'_>]) -> Option<(u32, usize)> {
    let first = words.first()?.text;
    let figures = || ordinal(first).filter(|_| first.ends_with(char::is_alphabetic)).map(|day| (day, 1));
    let second = words.get(1).map_or("", |word| word.text);
    // A word with a hyphen is one or two, as texts are read.
    let (ten, one) = first.split_once('-').unwrap_or((first, second));
    let count = |length: usize| if first.contains('-') { 1 } else { length };
    let told = of_words(ten, one).map(|(day, length)| (day, count(length)));
    figures().or(told.filter(|&(day, _)| day >= FIRST_OF_DAYS)).filter(|&(day, _)| (1..=31).contains(&day))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::dates::calendar::calendar_dates;
    use crate::text::dates::first_date;

    #[test]
    fn every_day_is_found_by_its_words() {
        for (name, day) in DAYS.iter().zip(1..) {
            let (first, second) = name.split_once(' ').unwrap_or((name, "gate"));
            let length = name.split(' ').count();
            assert_eq!(of_words(&first.to_uppercase(), second), Some((day, length)), "{name}");
        }
        assert_eq!(of_words("twenty", "gate"), None);
        assert_eq!(of_words("", ""), None);
    }

    #[test]
    fn a_day_without_its_month_is_the_last_before_the_text() {
        let day = first_date("2031-04-19").expect("a day");
        let told = |text: &str| -> Vec<(u32, u32)> {
            bare_days(text, day, &calendar_dates(text))
                .into_iter()
                .map(|date| (date.month, date.day.unwrap_or_default()))
                .collect()
        };
        assert_eq!(told("What happened on the evening of the twenty-first?"), [(3, 21)]);
        assert_eq!(told("On the fifteenth I rang the quay; it was shut on the 3rd."), [(4, 15), (4, 3)]);
        assert_eq!(told("on the third floor, on the 21st floor and on the second"), []);
        assert_eq!(told("on the 21st of June"), []);
    }
}
