//! Days and months as texts write them, read in any language that has a pack: `2021-09-06`, *6 September 2021*, *Sept.
//! 6th, 2021*, *06.09.2021*; without a year, *May 26th*; without a day, *Jan 2019*, `2019-01`.

use super::anothers::is_numbered;
use super::{civil, date as day_of, days_of, first_date, month_in_any, ordinal, ordinals};
use crate::model::Span;
use crate::text::language::{english, packs, word_lists};
use crate::text::numbers::years::YEARS;
use crate::text::words::terms::is_digits;

word_lists! { static WORDS = "calendar.toml": ties }

/// A day, a day of any year, or a month of a year, as a text tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CalendarDate {
    pub year: Option<i64>,
    /// From 1.
    pub month: u32,
    /// None where a month is told.
    pub day: Option<u32>,
    /// The bytes of the text that tell it.
    pub span: Span,
}

impl CalendarDate {
    /// The day of a moment, in seconds since 1970.
    pub fn of(seconds: i64) -> Self {
        let (year, month, day) = civil(seconds.div_euclid(super::DAY));
        let number = |part: i64| u32::try_from(part).unwrap_or_default();
        Self { year: Some(year), month: number(month), day: Some(number(day)), span: Span::new(0, 0) }
    }

    /// True where another lies within it: the same day, whatever the year where one of them has none, or a day of its
    /// month. `year` is what the other text is of where it tells none.
    pub fn holds(&self, other: &Self, year: Option<i64>) -> bool {
        let same_year = match (self.year, other.year.or(year)) {
            (Some(one), Some(other)) => one == other,
            // A month of any year is none in particular.
            _ => self.day.is_some(),
        };
        self.month == other.month && same_year && (self.day.is_none() || self.day == other.day)
    }

    /// True for the same date, wherever it is told.
    pub fn is(&self, other: &Self) -> bool {
        (self.year, self.month, self.day) == (other.year, other.month, other.day)
    }
}

/// The year of a text that tells no more of when it is, as the name of a file: `diary-1864.md`.
pub fn year_in(text: &str) -> Option<i64> {
    pieces(text).into_iter().find_map(|piece| year(piece.text))
}

/// Which of two figures with a stroke between them is the day: *11/03/2018*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strokes {
    DayFirst,
    MonthFirst,
}

/// How one hand writes days with strokes, as those tell it that can be read in one way only, else as their order does;
/// none where they tell both, or nothing. Linear.
pub fn strokes_of(text: &str) -> Option<Strokes> {
    let figures = text.match_indices('/').filter_map(|(at, _)| {
        let front = text[..at].rsplit(|c: char| !c.is_ascii_digit()).next().and_then(figure)?;
        let mut behind = text[at + 1..].splitn(3, |c: char| !c.is_ascii_digit());
        let next = behind.next().filter(|next| text[at + 1 + next.len()..].starts_with('/')).and_then(figure)?;
        behind.next().and_then(|word| year(word).or_else(|| short_year(word))).map(|year| (front, next, year))
    });
    let figures: Vec<(u32, u32, i64)> = figures.collect();
    let is_day = |one: u32, other: u32| (13..=31).contains(&one) && other <= 12;
    let day_first = figures.iter().any(|&(one, other, _)| is_day(one, other));
    let month_first = figures.iter().any(|&(one, other, _)| is_day(other, one));
    match (day_first, month_first) {
        (true, false) => Some(Strokes::DayFirst),
        (false, true) => Some(Strokes::MonthFirst),
        (false, false) => strokes_in_order(&figures),
        _ => None,
    }
}

/// How days are written that could be read in both ways, where somebody wrote them down one after the other: in the way
/// in which they are in order, or, where both are, in which they lie close.
fn strokes_in_order(figures: &[(u32, u32, i64)]) -> Option<Strokes> {
    /// Days that differ, at least, and how much closer they lie in the one way.
    const FEWEST: usize = 3;
    const CLOSER: i64 = 2;
    let distance = |month_first: bool| {
        let days = figures.iter().map(|&(one, other, year)| {
            let (day, month) = if month_first { (other, one) } else { (one, other) };
            day_of(year, month, day)
        });
        let mut days: Vec<i64> = days.collect::<Option<_>>()?;
        let in_order = days.is_sorted();
        days.dedup();
        (in_order && days.len() >= FEWEST).then(|| days[days.len() - 1] - days[0])
    };
    match (distance(false), distance(true)) {
        (Some(_), None) => Some(Strokes::DayFirst),
        (None, Some(_)) => Some(Strokes::MonthFirst),
        (Some(one), Some(other)) if one * CLOSER <= other => Some(Strokes::DayFirst),
        (Some(one), Some(other)) if other * CLOSER <= one => Some(Strokes::MonthFirst),
        _ => None,
    }
}

/// The dates of a text, in order. Linear in its length.
pub fn calendar_dates(text: &str) -> Vec<CalendarDate> {
    dates_by(text, None)
}

/// The same of a text by a hand that writes days with strokes in one way.
pub fn dates_by(text: &str, strokes: Option<Strokes>) -> Vec<CalendarDate> {
    let pieces = pieces(text);
    // Whoever types without capitals writes months without.
    let unmarked = !text.chars().skip(1).any(char::is_uppercase);
    let reading = Pieces { text, pieces: &pieces, unmarked, strokes };
    let (mut found, mut at) = (Vec::new(), 0);
    while at < pieces.len() {
        match reading.date_at(at) {
            Some((date, next)) => {
                found.push(date);
                at = next;
            }
            None => at += 1,
        }
    }
    found
}

/// The days of a text that tell their year, in seconds since 1970, each with the bytes that tell it.
pub fn full_days(text: &str) -> impl Iterator<Item = (i64, Span)> {
    full_days_by(text, None)
}

/// The same of a text by a hand that writes days with strokes in one way.
pub fn full_days_by(text: &str, strokes: Option<Strokes>) -> impl Iterator<Item = (i64, Span)> {
    let full = |date: CalendarDate| Some((day_of(date.year?, date.month, date.day?)?, date.span));
    dates_by(text, strokes).into_iter().filter_map(full)
}

/// The first day of a text that tells its year, in seconds since 1970, in whatever of these ways it is written.
pub fn first_day(text: &str) -> Option<i64> {
    first_date(text).or_else(|| full_days(text).next().map(|(day, _)| day))
}

/// A run of letters and digits.
struct Piece<'t> {
    text: &'t str,
    start: usize,
}

impl Piece<'_> {
    fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut at = 0;
    let runs = text.split_inclusive(|c: char| !c.is_alphanumeric()).map(|run| {
        let start = at;
        at += run.len();
        Piece { text: run.trim_end_matches(|c: char| !c.is_alphanumeric()), start }
    });
    runs.filter(|piece| !piece.text.is_empty()).collect()
}

/// A text as it is read for dates.
struct Pieces<'t> {
    text: &'t str,
    pieces: &'t [Piece<'t>],
    unmarked: bool,
    strokes: Option<Strokes>,
}

impl Pieces<'_> {
    fn word(&self, at: usize) -> &str {
        self.pieces.get(at).map_or("", |piece| piece.text)
    }

    /// What stands between a piece and the next.
    fn gap(&self, at: usize) -> &str {
        match (self.pieces.get(at), self.pieces.get(at + 1)) {
            (Some(one), Some(next)) => self.text.get(one.end()..next.start).unwrap_or_default(),
            _ => "",
        }
    }

    /// The date that begins at a piece, with the piece behind it.
    fn date_at(&self, at: usize) -> Option<(CalendarDate, usize)> {
        let read = [Self::in_figures, Self::in_characters, Self::month_first, Self::day_first];
        read.into_iter().find_map(|read| read(self, at))
    }

    /// `2021年9月6日`.
    fn in_characters(&self, at: usize) -> Option<(CalendarDate, usize)> {
        let (front, rest) = self.word(at).split_once('年')?;
        let (month, rest) = rest.split_once('月')?;
        let digits = front.len() - front.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (day, _) = rest.split_once('日')?;
        let year = year(&front[front.len() - digits..])?;
        self.made(at, at + 1, (Some(year), figure(month)?, Some(figure(day)?)))
    }

    fn made(&self, from: usize, to: usize, parts: (Option<i64>, u32, Option<u32>)) -> Option<(CalendarDate, usize)> {
        const LEAP: i64 = 2000;
        let (year, month, day) = parts;
        let fits = day.is_none_or(|day| (1..=days_of(year.unwrap_or(LEAP), month)).contains(&day));
        let span = Span::new(self.pieces.get(from)?.start, self.pieces.get(to - 1)?.end());
        ((1..=12).contains(&month) && fits).then_some((CalendarDate { year, month, day, span }, to))
    }

    /// `2021-09-06`, `20210906`, `2021-09`, `06.09.2021`, `25/4/2018`, `25/4/18`, `06.09.21, 08:05`.
    fn in_figures(&self, at: usize) -> Option<(CalendarDate, usize)> {
        let word = self.word(at);
        if !is_digits(word) {
            return None;
        }
        if word.len() == 8 {
            let (year, month) = (year(&word[..4])?, figure(&word[4..6])?);
            return self.made(at, at + 1, (Some(year), month, Some(figure(&word[6..])?)));
        }
        let joined = self.gap(at);
        if let Some(year) = year(word).filter(|_| matches!(joined, "-" | "/" | "." | "_")) {
            let month = figure(self.word(at + 1))?;
            // "2024-05-01T10:00" has its day in front of a T.
            let day = self.word(at + 2).split(['T', 't']).next().and_then(figure);
            return match day.filter(|_| self.gap(at + 1) == joined) {
                Some(day) => self.made(at, at + 3, (Some(year), month, Some(day))),
                None if self.word(at + 1).len() == 2 && joined != "." => {
                    self.made(at, at + 2, (Some(year), month, None))
                }
                None => None,
            };
        }
        if matches!(joined, "." | "/") && self.gap(at + 1) == joined {
            let (one, other) = (figure(word)?, figure(self.word(at + 1))?);
            // With strokes some write the month first.
            let strokes = self.strokes.filter(|_| joined == "/");
            let clear = joined == "." || strokes.is_some() || one > 12 || one == other;
            let (day, month) = if strokes == Some(Strokes::MonthFirst) { (other, one) } else { (one, other) };
            // Of `25/4/18/2` no part is a year.
            let ends = || self.gap(at + 2) != joined && (joined == "/" || self.is_before_time(at + 2));
            let short = || short_year(self.word(at + 2)).filter(|_| ends());
            let year = year(self.word(at + 2)).or_else(short).filter(|_| clear)?;
            return self.made(at, at + 3, (Some(year), month, Some(day)));
        }
        None
    }

    /// True for a piece with a time of the day behind it, as the stamps of chats have them: `06.09.21, 08:05`.
    fn is_before_time(&self, at: usize) -> bool {
        let hour = figure(self.word(at + 1)).is_some_and(|hour| hour < 24);
        hour && matches!(self.gap(at), ", " | " ") && self.gap(at + 1) == ":" && figure(self.word(at + 2)).is_some()
    }

    /// "September 6th, 2021", "May 26", "June 2022".
    fn month_first(&self, at: usize) -> Option<(CalendarDate, usize)> {
        let month = month_in_any(self.word(at)).filter(|_| !self.breaks(at))?;
        if let Some((year, next)) = self.year_behind(at) {
            return self.made(at, next, (Some(year), month, None));
        }
        let day = self.day(at + 1)?;
        match self.year_behind(at + 1) {
            Some((year, next)) => self.made(at, next, (Some(year), month, Some(day))),
            // "May 10:30", "June 12-year-olds".
            None if self.gap(at + 1).starts_with([':', '-']) || !self.names_month(at) => None,
            None => self.made(at, at + 2, (None, month, Some(day))),
        }
    }

    /// "6 September 2021", "6th of May", "6 de mayo de 2018".
    fn day_first(&self, at: usize) -> Option<(CalendarDate, usize)> {
        let day = self.day(at).filter(|_| !self.breaks(at));
        let (day, at_month) = match day {
            Some(day) => (day, at + 1 + usize::from(self.ties(at + 1))),
            // "his second May" is none.
            None => self.day_in_words(at).filter(|&(_, next)| self.ties(next)).map(|(day, next)| (day, next + 1))?,
        };
        let month = month_in_any(self.word(at_month)).filter(|_| !self.breaks(at_month - 1))?;
        match self.year_behind(at_month) {
            Some((year, next)) => self.made(at, next, (Some(year), month, Some(day))),
            None if !self.names_month(at_month) => None,
            None => self.made(at, at_month + 1, (None, month, Some(day))),
        }
    }

    /// The day that is told in words at a piece, with the piece behind it: "twenty-first".
    fn day_in_words(&self, at: usize) -> Option<(u32, usize)> {
        let tied = matches!(self.gap(at), "-" | " ");
        let (day, count) = ordinals::of_words(self.word(at), if tied { self.word(at + 1) } else { "" })?;
        (!self.breaks(at + count - 1)).then_some((day, at + count))
    }

    /// The number of a day that stands at a piece, with nothing of a larger number before it.
    fn day(&self, at: usize) -> Option<u32> {
        let part = at > 0 && matches!(self.gap(at - 1), "." | ":" | "," | "$" | "£" | "€");
        // "version 1 of June 2022"
        let counts = || at > 0 && self.ties(at + 1) && self.gap(at - 1) == " " && is_numbered(self.word(at - 1));
        ordinal(self.word(at)).filter(|_| !part && !counts())
    }

    /// The year behind a piece, with the piece behind that.
    fn year_behind(&self, at: usize) -> Option<(i64, usize)> {
        let next = at + 1 + usize::from(self.ties(at + 1));
        let found = year(self.word(next)).filter(|_| !self.breaks(at))?;
        // Not the beginning of "2021-09-06".
        let goes_on = matches!(self.gap(next), "-" | "/") && figure(self.word(next + 1)).is_some();
        (!goes_on).then_some((found, next + 1))
    }

    /// True where what stands behind a piece belongs to another line, sentence or column.
    fn breaks(&self, at: usize) -> bool {
        const COLUMN: &str = "   ";
        let gap = self.gap(at);
        gap.contains(['\n', '\t', ';', '?', '!', '|', '(', ')']) || gap.contains(COLUMN)
    }

    fn ties(&self, at: usize) -> bool {
        WORDS.ties.has(self.word(at))
    }

    /// True for a word that names a month where no year stands behind it: *May*, not *may*; *26 mai*, not *3 out*,
    /// which is short for a month in Portuguese and a word in English.
    fn names_month(&self, at: usize) -> bool {
        let word = self.word(at);
        let lower = word.to_lowercase();
        if english().month(&lower).is_some() {
            let function = english().function.has(&lower);
            return word.starts_with(char::is_uppercase) || self.unmarked && !function;
        }
        packs().iter().any(|pack| pack.is_whole_month(&lower))
    }
}

fn year(word: &str) -> Option<i64> {
    word.parse().ok().filter(|number| word.len() == 4 && YEARS.contains(number))
}

/// The year that two figures stand for: *18* is 2018, *64* is 1964.
fn short_year(word: &str) -> Option<i64> {
    /// The last year of this century that is written so.
    const LAST: i64 = 49;
    let number: i64 = word.parse().ok().filter(|_| word.len() == 2 && is_digits(word))?;
    Some(number + if number <= LAST { 2000 } else { 1900 })
}

fn figure(word: &str) -> Option<u32> {
    let fits = matches!(word.len(), 1 | 2) && is_digits(word);
    word.parse().ok().filter(|_| fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(Option<i64>, u32, Option<u32>)> {
        calendar_dates(text).into_iter().map(|date| (date.year, date.month, date.day)).collect()
    }

    #[test]
    fn a_day_is_read_however_it_is_written() {
        for text in [
            "on 6 September 2021",
            "2021-09-06 08:05",
            "notes 20210906",
            "September 6th, 2021",
            "Sept. 6, 2021",
            "6 Sep 2021",
            "the 6th of September 2021",
            "the sixth of September 2021",
            "am 6. September 2021",
            "06.09.2021",
            "2021/09/06",
            "2021-09-06T10:00",
            "le 6 septembre 2021",
            "el 6 de septiembre de 2021",
            "6 сентября 2021",
        ] {
            assert_eq!(told(text), [(Some(2021), 9, Some(6))], "{text}");
        }
        assert_eq!(told("25/04/2018 or 25.4.2018"), [(Some(2018), 4, Some(25)); 2]);
        assert_eq!(told("minutes 06.09.2021.pdf"), [(Some(2021), 9, Some(6))], "the name of a file");
    }

    #[test]
    fn a_month_of_a_year_and_a_day_of_any_year_are_read() {
        for text in ["in June 2022", "2022-06", "Jun 2022", "junio de 2022", "June, 2022"] {
            assert_eq!(told(text), [(Some(2022), 6, None)], "{text}");
        }
        for text in [
            "captured 18 men.\n# May 26. Marched",
            "on May 26",
            "May 26th",
            "the 26th of May",
            "the twenty-sixth of May",
            "26 May",
            "le 26 mai",
            "el 26 de mayo",
        ] {
            assert_eq!(told(text), [(None, 5, Some(26))], "{text}");
        }
        assert_eq!(told("what was it on june 3"), [(None, 6, Some(3))]);
        assert_eq!(told("May 23d. 41"), [(None, 5, Some(23))]);
        assert_eq!(told("replaces version 1 of June 2022"), [(Some(2022), 6, None)]);
        assert_eq!(told("From 3 May 2019 to 4 June 2019").len(), 2);
    }

    #[test]
    fn days_with_strokes_are_read_as_the_rest_of_the_text_has_them() {
        let told =
            |text: &str| dates_by(text, strokes_of(text)).iter().map(|one| (one.month, one.day)).collect::<Vec<_>>();
        assert_eq!(told("01/04/2017, 25/04/2017"), [(4, Some(1)), (4, Some(25))]);
        assert_eq!(told("1/4/2017; 4/25/2017"), [(1, Some(4)), (4, Some(25))]);
        assert_eq!(told("1/4/2017 and/or 3/4, 5/6/2018"), []);
        assert_eq!(told("25/04/2017; 4/25/2017; 3/4/2017"), [(4, Some(25))]);
        // Whoever writes day after day writes the day that goes on.
        assert_eq!(told("1/4/2017; 1/4/2017; 2/4/2017; 5/4/2017").last(), Some(&(4, Some(5))));
        assert_eq!(told("1/4/2017; 1/5/2017; 2/2/2017").last(), Some(&(2, Some(2))));
        assert_eq!(told("5/4/2017; 1/4/2017; 2/4/2017"), [], "in no order");
    }

    #[test]
    fn years_of_two_figures_are_read_where_nothing_else_is_written_so() {
        for text in ["[25/04/18, 07:55:01] Ada: yes", "25.04.18, 07:55 - Ada: yes", "at the quay 25/4/18 with Ada"] {
            assert_eq!(told(text), [(Some(2018), 4, Some(25))], "{text}");
        }
        assert_eq!(told("4/25/18, 7:55 AM - Ada: yes"), [], "the month first, as nothing told");
        let american: Vec<_> = dates_by("4/25/18, 7:55 AM - Ada: yes", Some(Strokes::MonthFirst));
        assert_eq!(american.first().map(|one| (one.year, one.month, one.day)), Some((Some(2018), 4, Some(25))));
        for text in ["version 25.4.18", "section 3.4.18 of it", "25/4/18/2", "4/5/18", "25.4.18, 7 of 9"] {
            assert_eq!(told(text), [], "{text}");
        }
    }

    #[test]
    fn the_first_day_is_one_of_a_year() {
        let day = first_date("2021-05-06");
        for text in ["6 May 2021", "06.05.2021", "6. Mai 2021", "26 May, and on 6. Mai 2021", "20210506"] {
            assert_eq!(first_day(text), day, "{text}");
        }
        assert_eq!(first_day("on May 26, in June 2022 and 4/5/2019"), None);
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "a 26-year-old farmer",
            "It may 3 times fail",
            "3 out of 5, 10 ago",
            "captured on the 21st, 18 men. May",
            "2021-99-01",
            "31 June 2021 or 30 February",
            "in 2021",
            "May 10:30 be the hour?",
            "version 2.30.8",
            "4/5/2019",
            "",
        ] {
            let found: Vec<_> = told(text).into_iter().filter(|date| date.2.is_some()).collect();
            assert!(found.is_empty(), "{text}: {found:?}");
        }
    }

    #[test]
    fn a_date_holds_what_lies_within_it() {
        let one = |text: &str| calendar_dates(text)[0];
        assert!(one("May 26").holds(&one("1864-05-26"), None));
        assert!(
            one("26 May 1864").holds(&one("May 26th"), None) && one("26 May 1864").holds(&one("May 26"), Some(1864))
        );
        assert!(!one("26 May 1864").holds(&one("May 26th"), Some(1909)));
        assert!(one("June 2022").holds(&one("2022-06-09"), None) && !one("June 2022").holds(&one("June 9"), None));
        assert!(
            one("June 2022").holds(&one("June 9"), Some(2022)) && !one("June 2022").holds(&one("2020-06-09"), None)
        );
        assert!(!one("9 June 2022").holds(&one("June 2022"), None));
        assert!(CalendarDate::of(951_782_400).is(&one("2000-02-29")));
        assert_eq!((year_in("reader-1864-03.md"), year_in("part 3")), (Some(1864), None));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC{0,60}|((May|6th|2021|09|-|/|de|of|, |\\.| ) ?){0,16}") {
            for date in calendar_dates(&text) {
                proptest::prop_assert!(date.span.slice(&text).is_some());
            }
        }
    }
}
