//! Dates that are worth an entity: a month with a year, a day with both, a decade. Bare numbers are none.

use super::token::TokenShape;
use super::{FoundName, View};
use crate::model::{EntityType, Span};
use crate::text::dates::calendar::{is_tie, is_word_for_day};
use crate::text::dates::{is_first_of_month, is_month, month_in_any};
use crate::text::numbers::years::{FIRST_BESIDE_MONTH, is_year_from};
use crate::text::words::lexicon::Flags;
use crate::text::words::terms::is_digits;

/// True for a year that stands beside a month.
fn is_year(word: &str) -> bool {
    is_year_from(word, FIRST_BESIDE_MONTH)
}

fn is_day(digits: &str) -> bool {
    let number = digits.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    number.len() <= 2 && number.parse::<u8>().is_ok_and(|day| (1..=31).contains(&day))
}

impl View<'_> {
    /// Finds the dates of the sentence and marks their tokens.
    pub(super) fn dates(&self, taken: &mut [bool], found: &mut Vec<FoundName>) {
        for at in 0..self.tokens.len() {
            if taken[at] || !self.tokens[at].is_word() {
                continue;
            }
            let word = |i: usize| self.words.get(i).map_or("", String::as_str);
            // "1er mars" is a day, and no name.
            if is_first_of_month(word(at)) && month_in_any(word(at + 1)).is_some() {
                taken[at..at + 2].fill(true);
                continue;
            }
            let range = if self.flags[at].has(Flags::MONTH) && self.tokens[at].is_capital() {
                let comma = |i: usize| if word(i) == "," { i + 1 } else { i };
                // *11 November 875*: the year behind a day and a month may be short.
                let day = self.day_in_front(at).filter(|&day| !taken[day]);
                let short_year = |digits: &str| digits.len() == 3 && is_digits(digits);
                let day_after = is_day(word(at + 1)) && self.tokens.get(at + 1).is_some_and(|token| token.gap);
                if day_after && is_year(word(comma(at + 2))) {
                    Some(at..comma(at + 2) + 1)
                } else if is_year(word(at + 1)) || (day.is_some() && short_year(word(at + 1))) {
                    Some(day.unwrap_or(at)..at + 2)
                } else if is_year(word(comma(at + 1))) {
                    Some(at..comma(at + 1) + 1)
                } else {
                    None
                }
            } else if is_iso(word(at)) && self.tokens[at].shape == TokenShape::Number
                || is_decade(word(at))
                || is_hyphened(word(at))
            {
                Some(at..at + 1)
            } else {
                None
            };
            if let Some(range) = range {
                let span = Span::new(self.tokens[range.start].start, self.tokens[range.end - 1].end);
                taken[range].fill(true);
                found.push(FoundName { span, kind: Some(EntityType::Date), sure: true, proper: true });
            }
        }
    }
}

impl View<'_> {
    /// The token of the day in front of a month: *9 November*, *9. November* in German, *9th of November*, *9th day of
    /// November*.
    fn day_in_front(&self, month: usize) -> Option<usize> {
        let word = |back: usize| month.checked_sub(back).map_or("", |at| self.words[at].as_str());
        let back = match (word(2), word(1)) {
            (_, day) if is_day(day) => 1,
            (day, ".") if !self.english && is_day(day) => 2,
            (day, tie) if is_tie(tie) && is_day(day) => 2,
            (day, tie) if is_tie(tie) && is_word_for_day(day) && is_day(word(3)) => 3,
            _ => return None,
        };
        month.checked_sub(back)
    }
}

/// `2-mar-1987`.
fn is_hyphened(word: &str) -> bool {
    let mut parts = word.split('-');
    parts.next().is_some_and(is_day)
        && parts.next().is_some_and(is_month)
        && parts.next().is_some_and(is_year)
        && parts.next().is_none()
}

/// `2018-08-13`.
fn is_iso(word: &str) -> bool {
    let mut parts = word.split('-');
    parts.next().is_some_and(is_year)
        && parts.next().is_some_and(is_day)
        && parts.next().is_none_or(is_day)
        && word.len() >= 8
}

/// `1990s`.
fn is_decade(word: &str) -> bool {
    word.len() == 5 && word.strip_suffix("0s").is_some_and(|front| is_year(&format!("{front}0")))
}
