//! How a spreadsheet shows the number of a cell, as its style says: a day, a time of day, a length of time, parts of a
//! hundred.

use std::collections::BTreeMap;

use super::Unreadable;
use super::xml::{self, Node};
use crate::text::dates;

/// Seconds of a day.
const DAY: f64 = 86_400.0;

/// What the number of a cell is shown as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shown {
    #[default]
    Number,
    /// With the time of day, where the style has one.
    Day {
        timed: bool,
    },
    Time {
        seconds: bool,
    },
    /// Hours and minutes, however many.
    Length {
        hours: bool,
        seconds: bool,
    },
    /// Parts of a hundred.
    Percent,
}

/// What each cell style shows.
pub(super) fn styles(part: &[u8]) -> Result<Vec<Shown>, Unreadable> {
    let mut custom: BTreeMap<u32, Shown> = BTreeMap::new();
    let mut styles = Vec::new();
    let mut cells = false;
    xml::walk(part, |node| {
        match node {
            Node::Open("numFmt", attributes) => {
                let code = attributes.get("formatCode").unwrap_or_default();
                custom.extend(attributes.number("numFmtId").map(|id| (id, Shown::of_code(&code))));
            }
            Node::Open("cellXfs", _) => cells = true,
            Node::Close("cellXfs") => cells = false,
            Node::Open("xf", attributes) if cells => {
                let id = attributes.number("numFmtId").unwrap_or(0);
                styles.push(custom.get(&id).copied().unwrap_or_else(|| Shown::of_number(id)));
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(styles)
}

impl Shown {
    /// What a style shows that is known by its number alone.
    fn of_number(id: u32) -> Self {
        match id {
            9 | 10 => Self::Percent,
            22 => Self::Day { timed: true },
            14..=17 | 27..=31 | 34..=36 | 50..=58 => Self::Day { timed: false },
            18 | 20 | 32 => Self::Time { seconds: false },
            19 | 21 | 33 => Self::Time { seconds: true },
            45 | 47 => Self::Length { hours: false, seconds: true },
            46 => Self::Length { hours: true, seconds: true },
            _ => Self::Number,
        }
    }

    /// What a style shows by its code: `dd.mm.yyyy`, `[h]:mm`, `0.0%`; `0.00 "days"` is a number.
    fn of_code(code: &str) -> Self {
        let mut bare = String::new();
        let mut counted = false;
        let mut until = None;
        let mut bracketed = String::new();
        let mut chars = code.chars();
        while let Some(c) = chars.next() {
            match (until, c) {
                (Some(end), c) if c == end => {
                    // `[h]` counts hours beyond a day; `[Red]` and `[$-409]` say nothing of time.
                    let letters = bracketed.to_ascii_lowercase();
                    if end == ']' && !letters.is_empty() && letters.bytes().all(|letter| b"hms".contains(&letter)) {
                        counted = true;
                        bare.push_str(&letters);
                    }
                    until = None;
                }
                (Some(_), c) => bracketed.push(c),
                (None, '"') => (until, bracketed) = (Some('"'), String::new()),
                (None, '[') => (until, bracketed) = (Some(']'), String::new()),
                // What follows is shown as it is.
                (None, '\\' | '_' | '*') => drop(chars.next()),
                (None, ';') => break,
                (None, c) => bare.push(c.to_ascii_lowercase()),
            }
        }
        let has = |letter: char| bare.contains(letter);
        let (clock, seconds) = (has('h') || has('s'), has('s'));
        match () {
            () if has('%') => Self::Percent,
            () if counted => Self::Length { hours: has('h'), seconds },
            () if has('y') || has('d') && has('m') => Self::Day { timed: has('h') },
            () if has('h') => Self::Time { seconds },
            () if clock && has('m') => Self::Length { hours: false, seconds },
            () => Self::Number,
        }
    }

    /// A number as it is shown; `None` where it stands as it is.
    pub fn write(self, value: &str, since_1904: bool) -> Option<String> {
        let number = value.trim().parse::<f64>().ok().filter(|number| number.is_finite())?;
        match self {
            Self::Number => None,
            Self::Day { timed } => {
                let day = day(number, since_1904)?;
                let time = (number.fract() * DAY).round() as i64;
                Some(if timed && time > 0 && time < DAY as i64 { format!("{day} {}", clock(time, false)) } else { day })
            }
            Self::Time { seconds } => {
                let time = (number.rem_euclid(1.0) * DAY).round() as i64;
                (number >= 0.0).then(|| clock(time % DAY as i64, seconds))
            }
            Self::Length { hours, seconds } => {
                let time = (number.abs() * DAY).round() as i64;
                let sign = if number < 0.0 { "-" } else { "" };
                Some(format!(
                    "{sign}{}",
                    if hours { clock(time, seconds) } else { format!("{:02}:{:02}", time / 60, time % 60) }
                ))
            }
            // More figures than the style shows, as many as tell the part apart.
            Self::Percent => Some(format!("{}%", (number * 10_000.0).round() / 100.0)),
        }
    }
}

/// Hours and minutes, and seconds where they are shown or are not none.
fn clock(time: i64, seconds: bool) -> String {
    let (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60);
    if seconds || second > 0 { format!("{hour:02}:{minute:02}:{second:02}") } else { format!("{hour:02}:{minute:02}") }
}

/// A day counted from 1900 (with its 29 February that never was) or from 1904.
fn day(number: f64, since_1904: bool) -> Option<String> {
    let number = Some(number).filter(|days| (1.0..2_958_466.0).contains(days))?;
    let whole = number.floor() as i64 + if since_1904 { 1_462 } else { 0 };
    // Days since 1970; day 60 of 1900 does not exist.
    let days = whole - if whole > 59 { 25_569 } else { 25_568 };
    let (year, month, day) = dates::civil(days);
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_a_style_tells_what_it_shows() {
        let day = |timed| Shown::Day { timed };
        for (code, shown) in [
            ("[$-409]d mmm yyyy", day(false)),
            ("yyyy", day(false)),
            ("dd.mm.yyyy hh:mm", day(true)),
            ("0.0\" days\"", Shown::Number),
            ("h:mm", Shown::Time { seconds: false }),
            ("h:mm:ss AM/PM", Shown::Time { seconds: true }),
            ("[h]:mm", Shown::Length { hours: true, seconds: false }),
            ("[hh]:mm:ss", Shown::Length { hours: true, seconds: true }),
            ("mm:ss", Shown::Length { hours: false, seconds: true }),
            ("0.0%", Shown::Percent),
            ("#,##0.00;[Red]-#,##0.00", Shown::Number),
            ("General", Shown::Number),
            ("#,##0\\ \"Stück\"", Shown::Number),
        ] {
            assert_eq!(Shown::of_code(code), shown, "{code}");
        }
    }

    #[test]
    fn numbers_are_written_as_they_are_shown() {
        let day = Shown::Day { timed: false };
        assert_eq!(day.write("45413", false).as_deref(), Some("2024-05-01"));
        assert_eq!(day.write("1", false).as_deref(), Some("1900-01-01"));
        assert_eq!(day.write("43951.5", true).as_deref(), Some("2024-05-01"));
        assert_eq!(Shown::Day { timed: true }.write("45413.5", false).as_deref(), Some("2024-05-01 12:00"));
        assert_eq!(Shown::Number.write("45413", false), None);
        assert_eq!(Shown::Time { seconds: false }.write("0.5729166667", false).as_deref(), Some("13:45"));
        assert_eq!(Shown::Length { hours: true, seconds: false }.write("1.25", false).as_deref(), Some("30:00"));
        assert_eq!(Shown::Percent.write("0.125", false).as_deref(), Some("12.5%"));
        assert_eq!(Shown::Percent.write("n/a", false), None);
    }
}
