//! Which day a passage is of: of a diary, a log or a chat that of its entry, of a message that of its head; else that
//! of its document. What is of several days, or of none that is told with its year, has none: a wrong day behind a
//! quotation is worse than no day.

use super::anothers::{is_anothers, is_of_last_change, is_own};
use super::calendar::{CalendarDate, dates_by, first_day, full_days, full_days_by, year_in};
use super::hands::Hand;
use super::openings::read_openings;
use super::{date, known, told, written, year_of};
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
        let year = names.into_iter().find_map(year_in);
        let quotes = document.format != "markdown";
        let is_mail = matches!(document.format.as_str(), "mail" | "mbox");
        let openings = read_openings(text, year, quotes, is_mail);
        let named = told(&document.title, &document.path, true);
        let told_once = |day: &i64| named == Some(*day) || document.modified == Some(*day);
        let entries: Vec<(Span, Option<String>)> = openings
            .iter()
            .map(|one| (one.span, one.known().filter(|_| one.sure || one.moment().as_ref().is_some_and(told_once))))
            .collect();
        let own = own.or_else(|| document.modified.filter(|&day| heads(text, day)));
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
/// dated, else the first in a line by itself, or at the head of one. What a sentence mentions by the way, or an item of
/// a list, is the day of something else.
pub fn headed_day(text: &str) -> Option<i64> {
    const LINE: usize = 100;
    const FRONT: usize = 40;
    let head = head_of(text);
    let mut dates = dates_by(head, Hand::of(text)).into_iter();
    // Of a month the year is known.
    let day = |one: CalendarDate| date(one.year?, one.day.map_or(1, |_| one.month), one.day.unwrap_or(1));
    if let Some(day) = dates.find(|one| one.year.is_some() && is_of_last_change(head, one.span)).and_then(day) {
        return Some(day);
    }
    let is_of_the_text = |span: Span| {
        let Span { start, end } = line_around(text, span);
        let line = text[start..end].trim();
        !is_numbered_item(line)
            && (line.chars().count() <= LINE
                || text[start..span.start].chars().count() <= FRONT
                || !line.ends_with(|c| is_terminal(c) || is_closer(c)))
    };
    let days = || {
        let own = full_days_by(head, Hand::of(text)).filter(|&(_, span)| !is_anothers(head, span));
        own.filter(|&(day, span)| !tells_span(head, day, span))
    };
    let dated = days().find(|&(_, span)| is_own(head, span));
    dated.or_else(|| days().find(|&(_, span)| is_of_the_text(span))).map(|(day, _)| day)
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
