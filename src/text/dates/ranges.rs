//! Days that end a time of several: *2–5 October 2031*, *5, 6 and 7 June*. What is of all of them is of no one day.

use super::calendar::{CalendarDate, calendar_dates};
use super::{date, month_alone, month_in_any, ordinal};
use crate::model::Span;
use crate::text::cutting::lines::line_around;
use crate::text::language::word_lists;
use crate::text::words::lexicon::{Flags, flags};

word_lists! { static WORDS = "ranges.toml": tying }

/// What stands in front of the day that ends a time.
enum Front {
    /// An earlier day of the same month.
    Day,
    /// The day of another month, or of another year.
    Date,
}

/// What stands in front of a day of a text that ends a time of several.
fn front(text: &str, day: &CalendarDate) -> Option<Front> {
    let line = line_around(text, day.span);
    let before = text.get(line.start..day.span.start)?.trim_end();
    let (rest, last) = last_word(before);
    // "Mon 5 to Tue 6 Nov"
    let before = if flags(&last.to_lowercase()).has(Flags::WEEKDAY) { rest.trim_end() } else { before };
    let dashed = before.strip_suffix(['-', '–', '—', '/', '&', '+']);
    let tied = || {
        let (rest, last) = last_word(before);
        WORDS.tying.has(&last.to_lowercase()).then_some(rest)
    };
    let rest = dashed.or_else(tied)?.trim_end_matches([' ', ',', '.']);
    let (earlier, word) = last_word(rest);
    if month_in_any(word).is_some() || word.len() == 4 && last_date_ends(rest) {
        return Some(Front::Date);
    }
    let joined = earlier.ends_with(['.', ':', '/', '-', '–', '$', '£', '€']);
    let number = ordinal(word).filter(|number| (1..=31).contains(number) && !joined)?;
    day.day.is_some_and(|day| number < day).then_some(Front::Day)
}

/// A text without its last word, and that.
fn last_word(text: &str) -> (&str, &str) {
    text.split_at(text.rfind(|c: char| !c.is_alphanumeric()).map_or(0, |at| text.ceil_char_boundary(at + 1)))
}

fn last_date_ends(text: &str) -> bool {
    calendar_dates(text).last().is_some_and(|date| date.span.end == text.len())
}

/// True for a day of a text that ends a time of several.
pub(super) fn ends_several(text: &str, day: &CalendarDate) -> bool {
    day.day.is_some() && front(text, day).is_some()
}

/// As closely as it is known of when something is that lasts until a day: the month, where it begins in that, else the
/// year; seconds since 1970.
pub(super) fn of_several(text: &str, last: &CalendarDate) -> Option<i64> {
    match front(text, last)? {
        Front::Day => month_alone(last.year?, last.month),
        Front::Date => date(last.year?, 1, 1),
    }
}

/// The same of the first day with a year in a name, where that ends a time of several.
pub fn of_name(name: &str) -> Option<i64> {
    let first = calendar_dates(name).into_iter().find(|one| one.year.is_some() && one.day.is_some())?;
    of_several(name, &first)
}

/// The month that a name tells, and no day with it: *Minutes Nov 2031*, `lamps_2031-02`. *INC-2031-02* is a number, and
/// *2031-32* would be two years.
pub fn month_of(name: &str) -> Option<i64> {
    let dates = calendar_dates(name);
    let [CalendarDate { year: Some(year), month, day: None, span: Span { start, .. } }] = dates[..] else {
        return None;
    };
    let in_figures = name[start..].starts_with(|c: char| c.is_ascii_digit());
    let numbered = name[..start].ends_with(|c: char| c == '-' || c.is_alphanumeric());
    let of_two_years = i64::from(month) == year % 100 + 1;
    month_alone(year, month).filter(|_| !in_figures || !numbered && !of_two_years)
}

#[cfg(test)]
mod tests {
    use super::super::known;
    use super::*;

    #[test]
    fn a_day_ends_a_time_of_several() {
        for (text, of) in [
            ("5, 6 and 7 June 2031", "2031-06"),
            ("2–5 October 2031", "2031-10"),
            ("Tarn, 2nd to 5th October 2031 (notes)", "2031-10"),
            ("del 13 al 17 de febrero de 2031", "2031-02"),
            ("Mon 3 to Tue 4 Nov 2031", "2031-11"),
            ("28 Sept – 3 Oct 2031", "2031"),
        ] {
            assert_eq!(of_name(text).map(known).as_deref(), Some(of), "{text}");
        }
        for text in
            ["Tarn, 7 June 2031", "flats 9 and 7 June 2031", "at 10:04 to 7 June 2031", "by Ada and 7 June 2031"]
        {
            assert_eq!(of_name(text), None, "{text}");
        }
        assert_eq!(of_name("3 May 2031 to 4 June 2031"), None, "the first begins it");
    }

    #[test]
    fn a_name_may_tell_its_month() {
        for name in ["lamp book 2031-02.txt", "AGM minutes Feb 2031", "lamps_2031-02"] {
            assert_eq!(month_of(name).map(known).as_deref(), Some("2031-02"), "{name}");
        }
        for name in ["INC-2031-02.md", "accounts 2011-12", "lamps 2031-02-03", "Jan 2031 to Feb 2031", "lamps 2031"] {
            assert_eq!(month_of(name), None, "{name}");
        }
    }
}
