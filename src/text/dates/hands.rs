//! How one hand writes days that could be read in several ways: which of two figures with a stroke between them is the
//! day, and whether two figures behind a month are a year. Its own text tells.

use super::calendar::{CalendarDate, calendar_dates, dates_by, figure, short_year, year};
use super::{date, weekdays};
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::words;

/// What an item, a heading or a row begins with.
pub(super) const MARKS: [char; 9] = ['#', '|', '-', '*', '[', '(', ' ', '\t', '_'];
/// Days, and lines that begin with them, which tell a habit, at least.
const FEWEST: usize = 3;

/// Which of two figures with a stroke between them is the day: *11/03/2018*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strokes {
    DayFirst,
    MonthFirst,
}

/// How the days of a text are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// None where days with strokes tell both ways, or nothing tells one.
    pub strokes: Option<Strokes>,
    /// Lines begin with two figures and a stroke between them, and no year: *3/2 dipwells*.
    pub entries: bool,
    /// Lines begin with a day, its month and two figures, which are the year: *2 Mar 23*.
    pub short_years: bool,
}

/// Two figures with a stroke between them.
#[derive(Clone, Copy, Debug)]
struct Stroked<'t> {
    one: u32,
    other: u32,
    year: Option<i64>,
    /// The name of a day of the week in front.
    weekday: Option<&'t str>,
    /// They stand at the beginning of a line.
    begins: bool,
}

impl Stroked<'_> {
    /// Those that a stroke stands between at a byte.
    fn at(text: &str, at: usize) -> Option<Stroked<'_>> {
        let first = text[..at].rsplit(|c: char| !c.is_ascii_digit()).next()?;
        let front = &text[..at - first.len()];
        let line = front.rsplit('\n').next().unwrap_or_default();
        let mut behind = text[at + 1..].splitn(3, |c: char| !c.is_ascii_digit());
        let next = behind.next()?;
        let rest = &text[at + 1 + next.len()..];
        // Of "1/2/3" and "a/4/5" the first two are none.
        if front.ends_with(['/', '.', ':', '-']) || front.ends_with(char::is_alphanumeric) {
            return None;
        }
        let mut told = || behind.next().and_then(|word| year(word).or_else(|| short_year(word)));
        let year = if rest.starts_with('/') { Some(told()?) } else { None };
        let joined = rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | ':' | ',' | '%'));
        let ends = rest.trim_start_matches(['.', ':', ',']).chars().next().is_none_or(char::is_whitespace);
        if year.is_none() && joined && !ends {
            return None;
        }
        let before = words(line).last().filter(|word| flags(&word.text.to_lowercase()).has(Flags::WEEKDAY));
        let weekday = before.filter(|word| !line[word.span.end..].contains(|c: char| !matches!(c, ' ' | ',' | '.')));
        let begins = line.trim_start_matches(MARKS).is_empty();
        Some(Stroked {
            one: figure(first)?,
            other: figure(next)?,
            year,
            weekday: weekday.map(|word| word.text),
            begins,
        })
    }

    fn read(&self, strokes: Strokes, year: i64) -> Option<i64> {
        let (day, month) = match strokes {
            Strokes::DayFirst => (self.one, self.other),
            Strokes::MonthFirst => (self.other, self.one),
        };
        date(year, month, day)
    }
}

impl Hand {
    /// How a text is written. Linear.
    pub fn of(text: &str) -> Self {
        let stroked = text.match_indices('/').filter_map(|(at, _)| Stroked::at(text, at));
        let stroked: Vec<Stroked<'_>> = stroked.collect();
        let with_year: Vec<Stroked<'_>> = stroked.iter().copied().filter(|one| one.year.is_some()).collect();
        let bare: Vec<Stroked<'_>> = stroked.iter().copied().filter(|one| one.year.is_none()).collect();
        let begin = |one: &&Stroked<'_>| one.begins && (1..=31).contains(&one.one) && (1..=31).contains(&one.other);
        let entries = bare.iter().filter(begin).count() >= FEWEST && are_in_order(&bare);
        let strokes = match (clear(&with_year), stroked.is_empty()) {
            (Read::Told(strokes), _) => Some(strokes),
            (Read::Both, _) | (Read::Nothing, true) => None,
            (Read::Nothing, false) => in_order(&with_year).or_else(|| of_others(text, &bare, entries)),
        };
        Self { strokes, entries, short_years: has_short_years(text) }
    }
}

/// What some figures tell that can be read in one way only.
enum Read {
    Told(Strokes),
    Both,
    Nothing,
}

fn clear(figures: &[Stroked<'_>]) -> Read {
    let is_day = |one: u32, other: u32| (13..=31).contains(&one) && (1..=12).contains(&other);
    let day_first = figures.iter().any(|one| is_day(one.one, one.other));
    let month_first = figures.iter().any(|one| is_day(one.other, one.one));
    match (day_first, month_first) {
        (true, false) => Read::Told(Strokes::DayFirst),
        (false, true) => Read::Told(Strokes::MonthFirst),
        (false, false) => Read::Nothing,
        (true, true) => Read::Both,
    }
}

/// How days are written that could be read in both ways, where somebody wrote them down one after the other: in the way
/// in which they are in order, or, where both are, in which they lie close.
fn in_order(figures: &[Stroked<'_>]) -> Option<Strokes> {
    /// How much closer they lie in the one way.
    const CLOSER: i64 = 2;
    let distance = |strokes: Strokes| {
        let mut days: Vec<i64> = figures.iter().map(|one| one.read(strokes, one.year?)).collect::<Option<_>>()?;
        let sorted = days.is_sorted();
        days.dedup();
        (sorted && days.len() >= FEWEST).then(|| days[days.len() - 1] - days[0])
    };
    match (distance(Strokes::DayFirst), distance(Strokes::MonthFirst)) {
        (Some(_), None) => Some(Strokes::DayFirst),
        (None, Some(_)) => Some(Strokes::MonthFirst),
        (Some(one), Some(other)) if one * CLOSER <= other => Some(Strokes::DayFirst),
        (Some(one), Some(other)) if other * CLOSER <= one => Some(Strokes::MonthFirst),
        _ => None,
    }
}

/// True where days without a year that lines begin with are in order in one way at least.
fn are_in_order(figures: &[Stroked<'_>]) -> bool {
    const LEAP: i64 = 2000;
    [Strokes::DayFirst, Strokes::MonthFirst].into_iter().any(|strokes| {
        let days = figures.iter().filter(|one| one.begins).map(|one| one.read(strokes, LEAP));
        days.collect::<Option<Vec<i64>>>().is_some_and(|days| days.is_sorted())
    })
}

/// How figures are read that no other such figures tell: as the days of the week beside them have it in the year of the
/// text, as those have it that have no year, or as the text writes the names of months, which is with the day in front
/// wherever that is done.
fn of_others(text: &str, bare: &[Stroked<'_>], entries: bool) -> Option<Strokes> {
    /// Bytes at the beginning of a text in which its year is looked for.
    const HEAD: usize = 2_000;
    let head = &text[..text.floor_char_boundary(HEAD)];
    let told = calendar_dates(head);
    let year = told.iter().find_map(|one| one.year);
    let fits = |strokes: Strokes| {
        let named = bare.iter().filter_map(|one| Some((one.weekday?, one.read(strokes, year?)?)));
        named.filter(|(weekday, day)| weekdays::is_called(weekday, *day)).count()
    };
    let (day_first, month_first) = (fits(Strokes::DayFirst), fits(Strokes::MonthFirst));
    match day_first.cmp(&month_first) {
        std::cmp::Ordering::Greater => return Some(Strokes::DayFirst),
        std::cmp::Ordering::Less => return Some(Strokes::MonthFirst),
        std::cmp::Ordering::Equal => {}
    }
    // A fraction is no day: of those without a year only what is told of days counts.
    let of_days: Vec<Stroked<'_>> =
        bare.iter().copied().filter(|one| one.weekday.is_some() || entries && one.begins).collect();
    if let Read::Told(strokes) = clear(&of_days) {
        return Some(strokes);
    }
    let in_words = |one: &&CalendarDate| one.day.is_some() && one.span.slice(text).is_some_and(has_letters);
    let mut days = told.iter().filter(in_words).peekable();
    days.peek()?;
    let in_front =
        |one: &CalendarDate| one.span.slice(text).is_some_and(|told| told.starts_with(|c: char| c.is_ascii_digit()));
    days.all(in_front).then_some(Strokes::DayFirst)
}

fn has_letters(text: &str) -> bool {
    text.contains(char::is_alphabetic)
}

/// True where lines begin with a day, its month and two figures, and those are years: it is with them that the days are
/// in order, or all are of one.
fn has_short_years(text: &str) -> bool {
    let hand = Hand { short_years: true, ..Hand::default() };
    let lines = text.lines().filter_map(|line| {
        let line = line.trim_start_matches(MARKS);
        // A day stands in a few bytes.
        let front = &line[..line.floor_char_boundary(24)];
        let first =
            front.starts_with(|c: char| c.is_ascii_digit()).then(|| dates_by(front, hand)).into_iter().flatten();
        let day = first.into_iter().next().filter(|one| one.span.start == 0)?;
        let written = day.span.slice(front)?;
        let year = written.rsplit(' ').next().filter(|year| short_year(year).is_some())?;
        Some((short_year(year)?, day.month, day.day?))
    });
    let days: Vec<(i64, u32, u32)> = lines.collect();
    if days.len() < FEWEST {
        return false;
    }
    let of_one_year = days.iter().all(|day| day.0 == days[0].0);
    let without = days.iter().map(|&(_, month, day)| (month, day)).is_sorted();
    of_one_year || days.is_sorted() && !without
}

#[cfg(test)]
#[path = "hands_tests.rs"]
mod tests;
