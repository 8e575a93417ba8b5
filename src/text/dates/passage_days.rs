//! Which day a passage is of: of a diary, a log or a chat that of its entry, of a message that of its head; else that
//! of its document. What is of several days, or of none that is told with its year, has none: a wrong day behind a
//! quotation is worse than no day. What tells no more than its month is of that month.

use super::anothers::{is_anothers, is_led, is_of_last_change, is_own};
use super::calendar::{CalendarDate, dates_by, first_day, full_days, full_days_by, year_in};
use super::hands::Hand;
use super::openings::read_openings;
use super::ranges::{ends_several, month_of, of_several};
use super::{date, is_month_alone, known, month_alone, told, written, year_at, year_of};
use crate::model::{Document, Span, file_name, is_table};
use crate::text::cutting::lines::line_around;
use crate::text::cutting::punctuation::{is_closer, is_terminal};
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::words;

/// Bytes at the beginning of a text in which it tells its own day; white space in a row is one.
const HEAD: usize = 400;
/// Bytes of a text of which the entries are looked for.
pub const READ: usize = 1 << 21;
/// Formats whose files tell when a program saved them, and texts, which tell nothing beside their words.
const UNTOLD: [&str; 10] = ["text", "pdf", "docx", "pptx", "xlsx", "odt", "odp", "ods", "rtf", "epub"];

/// The days of a document's passages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PassageDays {
    /// That of all which stands in no entry.
    whole: Option<String>,
    /// What is of a day of its own, in order.
    entries: Vec<(Span, Option<String>)>,
    /// What of each lies below a heading that begins with a day, or in the paragraph of another line that does.
    headed: Vec<Span>,
    /// Lines that are nothing but a year head parts of it.
    by_year: bool,
}

impl PassageDays {
    /// Reads a document's text, or its first [`READ`] bytes. Linear.
    pub fn of(document: &Document, text: &str) -> Self {
        let text = &text[..text.floor_char_boundary(READ)];
        let own = document.modified.filter(|_| document.is_row() || !UNTOLD.contains(&document.format.as_str()));
        if document.is_row() {
            return Self { whole: own.map(known), ..Self::default() };
        }
        let names = [document.title.as_str(), file_name(&document.path)];
        let month = document.modified.filter(|&day| is_month_alone(day));
        let year = names.into_iter().find_map(year_in).or_else(|| month.map(year_at));
        let quotes = document.format != "markdown";
        let is_mail = matches!(document.format.as_str(), "mail" | "mbox");
        let openings = read_openings(text, year, quotes, is_mail);
        let named = told(&document.title, &document.path, true);
        let told_once = |day: &i64| named == Some(*day) || document.modified == Some(*day);
        let entries: Vec<(Span, Option<String>)> = openings
            .iter()
            .map(|one| (one.span, one.known().filter(|_| one.sure || one.moment().as_ref().is_some_and(told_once))))
            .collect();
        let is_named = |day: i64| names.into_iter().any(|name| month_of(name) == Some(day));
        let own = own.or_else(|| document.modified.filter(|&day| heads(text, day) || is_named(day)));
        // The day of a diary is that of its first entry, and of no more.
        let is_diary = openings.iter().any(|one| one.is_of_diary());
        let is_of_entry = |day: i64| entries.iter().any(|(_, own)| own.as_ref() == Some(&written(day)));
        let own = own.filter(|&day| !is_diary && !is_of_entry(day));
        // Rows have days of their own, each.
        let several = names.into_iter().any(tells_several) || is_table(&document.format);
        let headed = openings.iter().map(|one| one.headed(text)).collect();
        let by_year = openings.iter().any(|one| one.is_year());
        Self { whole: named.or(own).filter(|_| !several).map(known), entries, headed, by_year }
    }

    /// The entry that a passage lies in, by position.
    fn entry(&self, passage: Span) -> Option<usize> {
        let before = self.entries.partition_point(|(span, _)| span.start <= passage.start);
        self.entries[..before].iter().rposition(|(span, _)| passage.start < span.end)
    }

    /// The day of the entry of a diary or a list that a passage lies in.
    pub fn heading(&self, passage: Span) -> Option<&str> {
        let headed = |at: &usize| passage.start < self.headed[*at].end;
        self.entry(passage).filter(headed).and_then(|at| self.entries[at].1.as_deref())
    }

    /// The year of a passage, where lines that are nothing but a year head the parts of its document.
    pub fn year_above(&self, passage: Span) -> Option<i64> {
        let day = self.at(passage).filter(|_| self.by_year)?;
        day.get(..4)?.parse().ok()
    }

    /// The day of a passage: `2022-08-19`, or a year.
    pub fn at(&self, passage: Span) -> Option<String> {
        match self.entry(passage) {
            Some(at) => self.entries[at].1.clone(),
            None => self.whole.clone(),
        }
    }
}

/// True for a name that tells the last of several days (*1-2 Feb 2019*) or several months (*Nov-Dec 2019*).
fn tells_several(name: &str) -> bool {
    if words(name).filter(|word| flags(&word.text.to_lowercase()).has(Flags::MONTH)).nth(1).is_some() {
        return true;
    }
    let Some(day) = first_day(name) else { return false };
    full_days(name).any(|(told, span)| {
        let front = name[..span.start].strip_suffix(['-', '–', '/', '&']);
        told == day && front.is_some_and(|front| front.ends_with(|c: char| c.is_ascii_digit()))
    })
}

/// The beginning of a text, however far its lines are set in: a letter's day stands below two addresses.
fn head_of(text: &str) -> &str {
    let (mut read, mut spaced) = (0, false);
    let end = text.char_indices().find_map(|(at, c)| {
        read += if spaced && c.is_whitespace() { 0 } else { c.len_utf8() };
        spaced = c.is_whitespace();
        (read > HEAD).then_some(at)
    });
    &text[..end.unwrap_or(text.len())]
}

/// The years that stand near the beginning of a text, in figures.
pub fn years_of_head(text: &str) -> impl Iterator<Item = i64> {
    let figures = head_of(text).split(|c: char| !c.is_alphanumeric());
    figures.filter(|word| word.len() == 4).filter_map(year_of).map(i64::from)
}

/// The day near the beginning of a text that tells when the text is of: on which it says that it was changed last or is
/// dated, else the first in a line by itself, or at the head of one, or the month that stands so before it; of several
/// days, as a visit takes, what they have in common. What a sentence mentions by the way, or an item of a list, is the
/// day of something else.
pub fn headed_day(text: &str) -> Option<i64> {
    let head = Head::of(text);
    head.stated().or_else(|| head.standing())
}

/// The day on which a text says near its beginning that it was changed last or is dated. Comments in source code and
/// settings tell days of whatever they speak of.
pub fn stated_day(text: &str) -> Option<i64> {
    Head::of(text).stated()
}

/// The beginning of a text, with the dates in it that tell their year.
struct Head<'t> {
    text: &'t str,
    head: &'t str,
    dates: Vec<CalendarDate>,
}

impl<'t> Head<'t> {
    fn of(text: &'t str) -> Self {
        let head = head_of(text);
        let dates = dates_by(head, Hand::of(text)).into_iter().filter(|one| one.year.is_some()).collect();
        Self { text, head, dates }
    }

    /// The dates that are those of no other text, and of no time that lasts.
    fn own(&self) -> impl Iterator<Item = &CalendarDate> {
        let told = self.dates.iter().filter(|one| !is_anothers(self.head, one.span));
        told.filter(|one| moment(one).is_some_and(|day| !tells_span(self.head, day, one.span)))
    }

    /// True for a day that ends several, or begins them.
    fn is_one_of_several(&self, day: &CalendarDate) -> bool {
        /// Bytes between the first and the last.
        const APART: usize = 8;
        let next = self.dates.iter().find(|one| one.span.start >= day.span.end);
        let begins = |next: &CalendarDate| {
            next.span.start - day.span.end <= APART && of_several(self.head, next).is_some_and(|_| next.day.is_some())
        };
        ends_several(self.head, day) || next.is_some_and(begins)
    }

    fn stated(&self) -> Option<i64> {
        let changed = self.dates.iter().find(|one| is_of_last_change(self.head, one.span)).and_then(moment);
        let is_stated = |one: &&CalendarDate| is_own(self.head, one.span) && !self.is_one_of_several(one);
        changed.or_else(|| self.own().find(is_stated).and_then(moment))
    }

    fn standing(&self) -> Option<i64> {
        let of_days = |one: &&CalendarDate| one.day.is_some() && self.is_of_the_text(one.span);
        let day = self.own().filter(of_days).find(|one| !self.is_one_of_several(one));
        let month = self.own().find(|one| one.day.is_none() && self.is_set_off(one.span));
        let first = match (day, month) {
            // Of "December 2031" and "7 December 2031" the second tells more.
            (Some(day), Some(month)) if month.span.start < day.span.start && !month.holds(day, None) => Some(month),
            (day, month) => day.or(month),
        };
        let several = || self.own().filter(of_days).find_map(|one| of_several(self.head, one));
        first.and_then(moment).or_else(several)
    }

    fn is_of_the_text(&self, span: Span) -> bool {
        const LINE: usize = 100;
        const FRONT: usize = 40;
        let Span { start, end } = line_around(self.text, span);
        let line = self.text[start..end].trim();
        !is_numbered_item(line)
            && (line.chars().count() <= LINE
                || self.text[start..span.start].chars().count() <= FRONT
                || !line.ends_with(|c| is_terminal(c) || is_closer(c)))
    }

    /// True for a month that is set off from the rest of its line, which tells no other time: *The Lamp, No. 7,
    /// December 2031*.
    fn is_set_off(&self, span: Span) -> bool {
        let Span { start, end } = line_around(self.head, span);
        let alone = self.dates.iter().filter(|one| (start..end).contains(&one.span.start)).nth(1).is_none();
        let (front, behind) = (&self.head[start..span.start], self.head[span.end..end].trim());
        let is_last = behind.trim_matches(['*', '_', '.']).is_empty();
        let ends = is_last || behind.starts_with([')', ']', '·', '|', ';', '–']);
        let bare = front.trim_end_matches([' ', '*', '_']);
        let opens = bare.is_empty() || bare.ends_with([',', '(', '[', '·', '|', ':', ';', '–', '—', '-']);
        alone && self.is_of_the_text(span) && ends && (opens || is_last && !is_led(front))
    }
}

/// When a date is, in seconds since 1970, as closely as it is told.
fn moment(one: &CalendarDate) -> Option<i64> {
    match one.day {
        Some(day) => date(one.year?, one.month, day),
        None => month_alone(one.year?, one.month),
    }
}

/// True for a line that a number opens as one of several: `2. The diary, 4 May 1903`.
fn is_numbered_item(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len()
        && rest.strip_prefix(['.', ')']).is_some_and(|rest| rest.starts_with(' '))
        && !full_days(line).any(|(_, span)| span.start == 0)
}

/// True where a line tells another day than this, far from it: "Begun on 4 May 2019, last changed on 2 July 2024".
fn tells_span(text: &str, day: i64, place: Span) -> bool {
    const FAR: i64 = 31 * 86_400;
    let line = line_around(text, place);
    full_days(line.slice(text).unwrap_or_default()).any(|(other, _)| (other - day).abs() > FAR)
}

/// True where a text is headed by a day: near its beginning a line ends with it, or is no sentence, or has little else.
fn heads(text: &str, day: i64) -> bool {
    const LITTLE: usize = 8;
    if known(day).matches('-').count() < 2 {
        return headed_day(text) == Some(day);
    }
    let head = head_of(text);
    let own = full_days_by(head, Hand::of(text)).filter(|&(_, span)| !is_anothers(head, span));
    own.filter(|&(told, span)| told == day && !tells_span(head, told, span)).any(|(_, span)| {
        let Span { start, end } = line_around(text, span);
        let behind = &text[span.end..end];
        let is_sentence = behind.trim_end_matches(|c: char| is_closer(c) || c.is_whitespace()).ends_with(is_terminal);
        is_own(head, span)
            || !is_sentence
            || !behind.contains(char::is_alphanumeric)
            || words(&text[start..end]).take(LITTLE + 1).count() <= LITTLE
    })
}

#[cfg(test)]
#[path = "passage_days_tests.rs"]
pub(super) mod tests;
