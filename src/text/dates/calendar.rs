//! Days and months as texts write them, read in any language that has a pack: `2021-09-06`, *6 September 2021*, *Sept.
//! 6th, 2021*, *06.09.2021*, *6 Sep 21*; without a year, *May 26th*, *Mon 6/9*; without a day, *Jan 2019*, `2019-01`.

use super::anothers::is_numbered;
use super::hands::{Hand, MARKS, Strokes};
use super::{civil, date as day_of, days_of, first_date, is_month_alone, month_in_any, ordinal, ordinals};
use crate::model::Span;
use crate::text::language::{english, packs, word_lists};
use crate::text::numbers::years::YEARS;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::is_digits;

word_lists! { static WORDS = "calendar.toml": ties, days, due }

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
    /// The day of a moment, in seconds since 1970, or the month where no more is known.
    pub fn of(seconds: i64) -> Self {
        let (year, month, day) = civil(seconds.div_euclid(super::DAY));
        let number = |part: i64| u32::try_from(part).unwrap_or_default();
        let day = Some(number(day)).filter(|_| !is_month_alone(seconds));
        Self { year: Some(year), month: number(month), day, span: Span::new(0, 0) }
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

/// True for what ties the number of a day to its month: *of*.
pub fn is_tie(word: &str) -> bool {
    WORDS.ties.has(word)
}

/// True for the word that deeds have behind the number of a day: *9th day of May*.
pub fn is_word_for_day(word: &str) -> bool {
    WORDS.days.has(word)
}

/// The dates of a text, in order. Linear in its length.
pub fn calendar_dates(text: &str) -> Vec<CalendarDate> {
    dates_by(text, Hand::default())
}

/// The same of a text by a hand.
pub fn dates_by(text: &str, hand: Hand) -> Vec<CalendarDate> {
    let pieces = pieces(text);
    // Whoever types without capitals writes months without.
    let unmarked = !text.chars().skip(1).any(char::is_uppercase);
    let reading = Pieces { text, pieces: &pieces, unmarked, hand };
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
    full_days_by(text, Hand::default())
}

/// The same of a text by a hand.
pub fn full_days_by(text: &str, hand: Hand) -> impl Iterator<Item = (i64, Span)> {
    let full = |date: CalendarDate| Some((day_of(date.year?, date.month, date.day?)?, date.span));
    dates_by(text, hand).into_iter().filter_map(full)
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
    hand: Hand,
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
            let strokes = self.hand.strokes.filter(|_| joined == "/");
            let clear = joined == "." || strokes.is_some() || one > 12 || one == other;
            let (day, month) = if strokes == Some(Strokes::MonthFirst) { (other, one) } else { (one, other) };
            // Of `25/4/18/2` no part is a year.
            let ends = || self.gap(at + 2) != joined && (joined == "/" || self.is_before_time(at + 2));
            let short = || short_year(self.word(at + 2)).filter(|_| ends());
            let year = year(self.word(at + 2)).or_else(short).filter(|_| clear)?;
            return self.made(at, at + 3, (Some(year), month, Some(day)));
        }
        if joined == "/" { self.without_year(at) } else { None }
    }

    /// `3/2` where it is meant for a day: behind the name of one, behind what says that something is due, or at the
    /// beginning of a line where a hand begins its lines so.
    fn without_year(&self, at: usize) -> Option<(CalendarDate, usize)> {
        let (one, other) = (figure(self.word(at))?, figure(self.word(at + 1))?);
        let front = self.text.get(..self.pieces.get(at)?.start)?;
        let before = at.checked_sub(1).map(|before| (self.word(before).to_lowercase(), self.gap(before)));
        let announced = before.is_some_and(|(word, gap)| {
            matches!(gap, " " | ", " | ". " | ": ") && (flags(&word).has(Flags::WEEKDAY) || WORDS.due.has(&word))
        });
        let line = front.rsplit('\n').next().unwrap_or_default();
        let begins = self.hand.entries && line.trim_start_matches(MARKS).is_empty();
        // Of `3/2.5` and `3/2/1` the first two are none.
        let goes_on =
            !matches!(self.gap(at + 1).chars().next(), None | Some(' ' | '\n' | '\t' | ')' | ':' | ',' | '.' | ';'))
                || matches!(self.gap(at + 1), "." | ":" | ",");
        let strokes = match (one > 12, other > 12) {
            (true, false) => Some(Strokes::DayFirst),
            (false, true) => Some(Strokes::MonthFirst),
            _ => self.hand.strokes,
        };
        let (day, month) = match strokes.filter(|_| (announced || begins) && !goes_on)? {
            Strokes::DayFirst => (one, other),
            Strokes::MonthFirst => (other, one),
        };
        self.made(at, at + 2, (None, month, Some(day)))
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

    /// "6 September 2021", "6th of May", "6th day of May", "6 de mayo de 2018".
    fn day_first(&self, at: usize) -> Option<(CalendarDate, usize)> {
        let day = self.day(at).filter(|_| !self.breaks(at));
        let (day, at_month) = match day {
            Some(day) => {
                let next = self.behind_day(at + 1);
                (day, next + usize::from(self.ties(next)))
            }
            // "his second May" is none.
            None => {
                let told = self.day_in_words(at).map(|(day, next)| (day, self.behind_day(next)));
                told.filter(|&(_, next)| self.ties(next)).map(|(day, next)| (day, next + 1))?
            }
        };
        let month = month_in_any(self.word(at_month)).filter(|_| !self.breaks(at_month - 1))?;
        match self.year_behind(at_month).or_else(|| self.short_year_behind(at, at_month)) {
            Some((year, next)) => self.made(at, next, (Some(year), month, Some(day))),
            None if !self.names_month(at_month) => None,
            None => self.made(at, at_month + 1, (None, month, Some(day))),
        }
    }

    /// The piece behind the word "day" of "6th day of May", where that stands at a piece.
    fn behind_day(&self, at: usize) -> usize {
        at + usize::from(is_word_for_day(self.word(at)) && self.ties(at + 1))
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
        // "version 1 of June 2022", "No. 7, December 2023"
        let counts = || {
            let apart = self.ties(at + 1) || self.gap(at).starts_with(',');
            at > 0 && apart && matches!(self.gap(at - 1), " " | ". ") && is_numbered(self.word(at - 1))
        };
        ordinal(self.word(at)).filter(|_| !part && !counts())
    }

    /// The year behind a piece, with the piece behind that.
    fn year_behind(&self, at: usize) -> Option<(i64, usize)> {
        let next = at + 1 + usize::from(self.ties(at + 1));
        let found = year(self.word(next)).or_else(|| self.year_behind_apostrophe(at)).filter(|_| !self.breaks(at))?;
        // Not the beginning of "2021-09-06".
        let goes_on = matches!(self.gap(next), "-" | "/") && figure(self.word(next + 1)).is_some();
        (!goes_on).then_some((found, next + 1))
    }

    /// The year that two figures behind a piece are, which an apostrophe shortens: *Nov ’21*.
    fn year_behind_apostrophe(&self, at: usize) -> Option<i64> {
        let shortened = matches!(self.gap(at).trim_start_matches([' ', ',']), "'" | "’" | "‘" | "ʼ");
        short_year(self.word(at + 1)).filter(|_| shortened)
    }

    /// The year that two figures are behind a day and its month: *2 Mar 23 – the board met*, *2-Mar-23*. In *2 Mar 23
    /// boats came* they count something.
    fn short_year_behind(&self, at: usize, at_month: usize) -> Option<(i64, usize)> {
        let found = short_year(self.word(at_month + 1)).filter(|_| self.names_month(at_month))?;
        let (front, behind) = (self.text.get(..self.pieces[at].start)?, self.pieces[at_month + 1].end());
        let line = self.text[behind..].lines().next().unwrap_or_default();
        let rest = line.trim_start();
        let spaced = rest.len() < line.len();
        let next = || rest.chars().nth(1);
        let ends = match rest.chars().next() {
            None | Some(')' | ']' | ';' | '|' | '*') => true,
            // A time of the day, a decimal, a range, a list of counts.
            Some(':' | '.') => !spaced && next().is_none_or(|c| !c.is_ascii_digit()),
            Some(',') => !rest[1..].trim_start().starts_with(|c: char| c.is_ascii_digit()),
            Some('–' | '—' | '-') => spaced && next().is_none_or(char::is_whitespace),
            Some(_) => self.breaks(at_month + 1),
        };
        let begins = || front.rsplit('\n').next().unwrap_or_default().trim_start_matches(MARKS).is_empty();
        let meant = ends || self.hand.short_years && spaced && begins();
        let tied = match self.gap(at_month) {
            " " => meant,
            "-" => self.gap(at_month - 1) == "-" && !line.starts_with(['-', ':']),
            _ => false,
        };
        tied.then_some((found, at_month + 2))
    }

    /// True where what stands behind a piece belongs to another line, sentence or column.
    fn breaks(&self, at: usize) -> bool {
        const COLUMN: &str = "   ";
        let gap = self.gap(at);
        gap.contains(['\n', '\t', ';', '?', '!', '|', '(', ')']) || gap.contains(COLUMN)
    }

    fn ties(&self, at: usize) -> bool {
        is_tie(self.word(at))
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

pub(super) fn year(word: &str) -> Option<i64> {
    word.parse().ok().filter(|number| word.len() == 4 && YEARS.contains(number))
}

/// The year that two figures stand for: *18* is 2018, *64* is 1964.
pub(super) fn short_year(word: &str) -> Option<i64> {
    /// The last year of this century that is written so.
    const LAST: i64 = 49;
    let number: i64 = word.parse().ok().filter(|_| word.len() == 2 && is_digits(word))?;
    Some(number + if number <= LAST { 2000 } else { 1900 })
}

pub(super) fn figure(word: &str) -> Option<u32> {
    let fits = matches!(word.len(), 1 | 2) && is_digits(word);
    word.parse().ok().filter(|_| fits)
}

#[cfg(test)]
#[path = "calendar_tests.rs"]
mod tests;
