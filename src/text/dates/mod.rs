//! Dates: full ones as documents write them, read into seconds since 1970 (midnight UTC), and how they are written
//! again. Beside them, the names of months (`months`), days and months without a year (`calendar`), days in words
//! (`ordinals`), years and quarters (`periods`), how one hand writes those that could be read in several ways
//! (`hands`), of which day a passage is (`passage_days`), what opens something of a day (`openings`) or parts days
//! (`separators`), which lines are a year that heads others (`year_lines`), which days end a time of several
//! (`ranges`), which are those of something else (`anothers`), what texts say of which time (`events`), and of which
//! year a day is that they tell without one (`guessed`).

mod anothers;
pub mod calendar;
pub mod events;
mod guessed;
pub mod hands;
mod months;
mod openings;
pub mod ordinals;
pub mod passage_days;
pub mod periods;
pub mod ranges;
pub mod separators;
pub mod weekdays;
mod year_lines;

use crate::model::file_name;
use crate::text::language::english;
use crate::text::numbers::years::{YEARS, is_year};
use crate::text::words::fold::with_capital;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::is_digits;
use calendar::{CalendarDate, calendar_dates, first_day, full_days};
use months::month;
pub use months::{forms_of_month, is_month, month_in_any};

/// Returns the first full date of `text`: `2018-12-10`, `20181210` standing alone, `July 22, 2014`, `22 July 2014`.
pub fn first_date(text: &str) -> Option<i64> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(400).collect();
    (0..words.len()).find_map(|at| {
        let number = |offset: usize| words.get(at + offset).and_then(|word| ordinal(word));
        let month = |offset: usize| words.get(at + offset).and_then(|word| month(word));
        let year =
            |offset: usize| words.get(at + offset).filter(|word| word.len() == 4).and_then(|word| word.parse().ok());
        let numeric = is_digits(words[at]);
        if numeric && words[at].len() == 8 {
            let word = words[at];
            return date(word[..4].parse().ok()?, word[4..6].parse().ok()?, word[6..].parse().ok()?);
        }
        if numeric && words[at].len() == 4 && words.get(at + 1).is_some_and(|word| word.len() == 2) {
            // "2024-05-01T10:00" has its day in front of a T.
            let day = words.get(at + 2)?;
            let day = day.split(['T', 't']).next().filter(|day| day.len() == 2)?;
            return date(year(0)?, number(1)?, day.parse().ok()?);
        }
        if month(0).is_some() {
            return date(year(2)?, month(0)?, number(1)?);
        }
        // "Version 1, November 2022"
        let counts = || at > 0 && anothers::is_numbered(words[at - 1]);
        if month(1).is_some() && number(0).is_some() && !counts() {
            return date(year(2)?, month(1)?, number(0)?);
        }
        None
    })
}

/// The headings of a text in Markdown that begin with days, as those of a diary do, without their marks.
pub(super) fn entries(text: &str) -> impl Iterator<Item = &str> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_matches(['#', ' ']));
    headings.filter(|heading| day_in_front(heading).is_some())
}

/// The day of the first entry of a diary that tells its year. Linear.
pub fn of_diary(text: &str) -> Option<i64> {
    entries(text).nth(1)?;
    entries(text).find_map(|heading| first_date(&heading[..day_in_front(heading)?]))
}

/// The day that the first entry of a timeline in a text is of: several lines that begin with days in figures, as rows
/// of a table, items or by themselves. Linear.
pub fn of_timeline(text: &str) -> Option<i64> {
    const FEWEST: usize = 2;
    let mut days = text.lines().filter_map(|line| {
        let entry = line.trim_start_matches(['|', '-', '*', '[', ' ', '\t']);
        let day = entry.get(..10).filter(|day| bound(day).is_some())?;
        (!entry[10..].starts_with(|c: char| c.is_alphanumeric() || c == '-') || entry[10..].starts_with('T'))
            .then_some(day)
    });
    let first = days.next()?;
    days.nth(FEWEST - 2).and_then(|_| first_date(first))
}

/// Returns 1 January of the year that `name` begins with: `1998-Ord-59`.
pub fn leading_year(name: &str) -> Option<i64> {
    date(leading_number(name).filter(|number| YEARS.contains(number))?, 1, 1)
}

/// The day that a document's title tells, else the name of its file, else the year that the name begins with where
/// files are not `numbered`.
pub fn told(title: &str, path: &str, numbered: bool) -> Option<i64> {
    let file = file_name(path);
    let year = || leading_year(file).filter(|_| !numbered);
    // "Reply to the report of 4 May 2031" is not of that day.
    let titled = full_days(title).next().filter(|(_, span)| !anothers::is_anothers(title, *span));
    let titled = titled.filter(|_| ranges::of_name(title).is_none());
    let of_title = || first_date(title).filter(|_| full_days(title).next().is_none());
    let titled = titled.map(|(day, _)| day).or_else(of_title);
    titled.or_else(|| first_day(file).filter(|_| ranges::of_name(file).is_none())).or_else(year)
}

/// The day of a document, as it is [`told`], else its `own`; where a year alone is told that is its own of that year.
pub fn of_document(title: &str, path: &str, numbered: bool, own: Option<i64>) -> Option<i64> {
    let told = told(title, path, numbered);
    let is_closer = |own: &i64| told.is_some_and(|told| !known(told).contains('-') && year_at(told) == year_at(*own));
    own.filter(is_closer).or(told).or(own)
}

/// True where files are numbered in four digits and not named by years: the file of one path begins with what is no
/// year, as `2947-cargo.md` does beside `2003-lints.md`.
pub fn are_numbered<'a>(mut paths: impl Iterator<Item = &'a str>) -> bool {
    paths.any(|path| leading_number(file_name(path)).is_some_and(|number| !YEARS.contains(&number)))
}

fn leading_number(name: &str) -> Option<i64> {
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    name.get(..4).filter(|_| digits == 4)?.parse().ok()
}

/// True for the first of a month as Romance languages write it: *1er*, *1º*.
pub fn is_first_of_month(word: &str) -> bool {
    matches!(word.strip_prefix('1'), Some("er" | "ER" | "º" | "°"))
}

/// The number of a day: *4*, *21st*, *22d* as it was written, and the first as Romance languages have it (*1er*, *1º*).
pub fn ordinal(word: &str) -> Option<u32> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    // Every word of a text is asked, and most have none.
    if !matches!(digits, 1 | 2) {
        return None;
    }
    let rest = word[digits..].to_ascii_lowercase();
    let old = rest == "d" && word[..digits].ends_with(['2', '3']);
    (old || is_first_of_month(word) || matches!(rest.as_str(), "" | "st" | "nd" | "rd" | "th"))
        .then(|| word[..digits].parse().ok())?
}

/// Bytes of the day that a line begins with, as diaries and logs date what follows: `May 15th`,
/// `Thursday 10 March 1864`, `2031-05-04`. Of other languages than English only those that are written in figures.
pub fn day_in_front(line: &str) -> Option<usize> {
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty()).map(|word| {
        let bare = word.trim_end_matches(['.', ',', ':', ';', '–', '—', '-']);
        (bare, bare.as_ptr() as usize - line.as_ptr() as usize + bare.len())
    });
    let (mut word, mut end) = words.next()?;
    if flags(&word.to_lowercase()).has(Flags::WEEKDAY) {
        (word, end) = words.next()?;
    }
    if word.len() == 10 && bound(word).is_some() {
        return Some(end);
    }
    let (next, behind) = words.next()?;
    let day = |word: &str| ordinal(word).is_some_and(|day| (1..=31).contains(&day));
    (is_month(word) && day(next) || day(word) && is_month(next)).then_some(())?;
    Some(words.next().filter(|(word, _)| is_year(word)).map_or(behind, |(_, end)| end))
}

/// The year of this century or the last that a word writes: *2023*, *FY23*, *FY2023*.
pub fn year_of(word: &str) -> Option<u16> {
    let fiscal = word.get(..2).filter(|front| front.eq_ignore_ascii_case("fy")).map(|front| &word[front.len()..]);
    let digits = fiscal.unwrap_or(word);
    let number: u16 = is_digits(digits).then(|| digits.parse().ok())??;
    match digits.len() {
        4 if (1900..2100).contains(&number) => Some(number),
        2 if fiscal.is_some() => Some(2000 + number),
        _ => None,
    }
}

/// True where a text says in brackets from when to when somebody lived: *(3 May 1871 – 9 June 1902)*. Linear.
pub fn tells_lifespan(text: &str) -> bool {
    /// Words within the brackets.
    const LONGEST: usize = 24;
    let years = |part: &str| part.split(|c: char| !c.is_alphanumeric()).any(is_year);
    text.split('(').skip(1).any(|rest| {
        let within = rest.split(')').next().unwrap_or_default();
        let both = || within.split_once(['–', '—', '-']).is_some_and(|(from, until)| years(from) && years(until));
        within.split_whitespace().take(LONGEST + 1).count() <= LONGEST && both()
    })
}

/// Other ways in which a year is written as one word: *2023* also *FY23* and *FY2023*, in lower case. Empty for what is
/// no year of this century or the last.
pub fn year_forms(word: &str) -> Vec<String> {
    let Some(year) = year_of(word).map(|year| year.to_string()) else { return Vec::new() };
    let forms = [year.clone(), format!("fy{}", &year[2..]), format!("fy{year}")];
    forms.into_iter().filter(|form| !form.eq_ignore_ascii_case(word)).collect()
}

/// Days of a month of the Gregorian calendar; none of a month that does not exist.
pub fn days_of(year: i64, month: u32) -> u32 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// Seconds since 1970 at the beginning of a day of the Gregorian calendar; none for days that do not exist.
/// Days are counted as in Howard Hinnant's `days_from_civil`.
pub fn date(year: i64, month: u32, day: u32) -> Option<i64> {
    if !(1000..3000).contains(&year) || !(1..=days_of(year, month)).contains(&day) {
        return None;
    }
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year - era * 400;
    let of_year = (153 * (i64::from(month) + if month > 2 { -3 } else { 9 }) + 2) / 5 + i64::from(day) - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    Some(days * DAY)
}

/// An end of a time, as it is named in front of a colon: `from:2019-02`, `until:2019-12-31`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    From,
    Until,
}

impl End {
    /// The end that a word names: also `since`, which says the same as `from`.
    pub fn named(word: &str) -> Option<End> {
        match word {
            "from" | "since" => Some(End::From),
            "until" => Some(End::Until),
            _ => None,
        }
    }
}

/// A year, a month or a day that there is, as bounds of a time are written: `2019`, `2019-02`, `2019-02-01`.
pub fn bound(text: &str) -> Option<String> {
    let lengths = [4, 2, 2];
    let parts: Vec<&str> = text.split('-').collect();
    let fits = parts.len() <= lengths.len()
        && parts.iter().zip(lengths).all(|(part, length)| part.len() == length && is_digits(part));
    let numbers: Option<Vec<u32>> = parts.iter().map(|part| part.parse().ok()).collect();
    let there_is = |numbers: Vec<u32>| {
        let month = numbers.get(1).copied().unwrap_or(1);
        let day = numbers.get(2).copied().unwrap_or(1);
        (1..=12).contains(&month) && (1..=days_of(numbers[0].into(), month)).contains(&day)
    };
    (fits && numbers.is_some_and(there_is)).then(|| text.to_owned())
}

/// The same as somebody types it: also `feb 2019`, `3 February 2019`, in any language that is known.
pub fn typed_bound(text: &str) -> Option<String> {
    let text = text.trim();
    let of_month = || match text.split_whitespace().collect::<Vec<_>>()[..] {
        [month, year] if is_year(year) => Some(format!("{year}-{:02}", month_in_any(month)?)),
        _ => None,
    };
    bound(text).or_else(of_month).or_else(|| first_day(text).map(written))
}

/// Seconds of a day.
pub const DAY: i64 = 86_400;

/// Seconds behind the beginning of its first day at which a month is kept of which no day is told. Whatever knows
/// nothing of that takes it for that day, and sorts it so.
const OF_MONTH: i64 = 1;

/// The moment at which a month is kept of which no day is told, in seconds since 1970.
pub fn month_alone(year: i64, month: u32) -> Option<i64> {
    date(year, month, 1).map(|day| day + OF_MONTH)
}

/// True for a moment that is a month of which no day is told.
pub fn is_month_alone(seconds: i64) -> bool {
    seconds.rem_euclid(DAY) == OF_MONTH && civil(seconds.div_euclid(DAY)).2 == 1
}

/// The day of a moment, in seconds since 1970, as it is written: `2024-02-29`.
pub fn written(seconds: i64) -> String {
    let (year, month, day) = civil(seconds.div_euclid(DAY));
    format!("{year:04}-{month:02}-{day:02}")
}

/// The year of a moment, in seconds since 1970.
pub fn year_at(seconds: i64) -> i64 {
    civil(seconds.div_euclid(DAY)).0
}

/// The day of a document, as [`written`] has it. A year alone is kept as its first day, which nobody wrote: that is the
/// year, `2024`; a month alone ([`month_alone`]) is `2024-02`.
pub fn known(seconds: i64) -> String {
    let day = written(seconds);
    if is_month_alone(seconds) {
        return day[..day.len() - "-01".len()].to_owned();
    }
    day.strip_suffix("-01-01").map(str::to_owned).unwrap_or(day)
}

/// A day as [`written`] or [`known`] has it, as it stands in a sentence: `2022-08-19` → `19 Aug 2022`, `2022-08` →
/// `Aug 2022`; a year stays.
pub fn spelled(day: &str) -> String {
    let mut parts = day.split('-');
    let (Some(year), Some(month), number) = (parts.next(), parts.next(), parts.next()) else { return day.to_owned() };
    let name = month.parse().ok().and_then(|month| english().forms_of_month(month).max_by_key(|form| form.len()));
    let Some(name) = name.map(|name| with_capital(name.get(..3).unwrap_or(name))) else { return day.to_owned() };
    let number = number.map_or_else(String::new, |number| format!("{} ", number.trim_start_matches('0')));
    format!("{number}{name} {year}")
}

/// True where a text tells a day, with its year or without, or the year that is all that is known: it is given as
/// [`known`] has it.
pub fn tells(text: &str, day: &str) -> bool {
    if let Some(date) = first_date(day).map(CalendarDate::of) {
        let mut told = calendar_dates(text).into_iter();
        return told.any(|told| told.day.is_some() && told.holds(&date, None)) || figures(text, day);
    }
    let month = calendar_dates(day).into_iter().next();
    text.contains(day) || month.is_some_and(|month| calendar_dates(text).iter().any(|told| month.holds(told, None)))
}

/// True where a text tells the year of a day that is written.
pub fn tells_year(text: &str, day: &str) -> bool {
    day.get(..4).is_some_and(|year| text.contains(year)) || figures(text, day)
}

/// True where a text tells a day in figures that are no date by themselves: `18-02-2019`, `12/03/18`.
fn figures(text: &str, day: &str) -> bool {
    let [year, month, number] = day.split('-').collect::<Vec<_>>()[..] else { return false };
    let pieces: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let same = |told: &str, part: &str| told.trim_start_matches('0') == part.trim_start_matches('0');
    pieces.windows(3).any(|told| {
        same(told[0], number) && same(told[1], month) && [Some(year), year.get(2..)].contains(&Some(told[2]))
    })
}

/// A title with the day of its document behind it, where it does not tell the year itself: `Lamp log, 2019-02-03`.
pub fn dated_title(title: &str, day: Option<i64>) -> String {
    let day = day.map(known).filter(|day| day.get(..4).is_some_and(|year| !title.contains(year)));
    day.map_or_else(|| title.to_owned(), |day| format!("{title}, {day}"))
}

/// A moment, in seconds since 1970, to the minute as UTC has it: `2024-02-29 14:05`.
pub fn to_the_minute(seconds: i64) -> String {
    format!("{} {}", written(seconds), clock(seconds))
}

/// The time of day of a moment, in seconds since 1970, as UTC has it: `14:05`.
pub fn clock(seconds: i64) -> String {
    let minutes = seconds.rem_euclid(DAY) / 60;
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Days since 1970 as year, month and day of the Gregorian calendar (H. Hinnant, "chrono-compatible low-level date
/// algorithms").
pub fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
#[path = "dates_tests.rs"]
mod tests;
