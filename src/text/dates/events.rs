//! What texts say of a time: sentences, items and rows that name a day, a month or a year, or that stand under a day.

use std::cell::OnceCell;

use super::calendar::{CalendarDate, dates_by};
use super::guessed::ToldYears;
use super::hands::Hand;
use super::passage_days::{PassageDays, READ};
use super::{DAY, civil, date, days_of, first_date, is_month_alone, known, spelled, written, year_at};
use crate::model::{Sentence, SentenceKind, Span};
use crate::text::cutting::lines::is_head_field;
use crate::text::language::word_lists;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::{fold, is_digits, words};
use crate::text::words::wordlist::{is_article, is_copula, is_function_word, is_object};

word_lists! { static WORDS = "events.toml": own_day, citing, asking }

/// Words between two days of a sentence of which one leaves its year to the other, at most: *from 3 to 5 May 2031*.
const TOGETHER: usize = 3;
/// Days of one sentence that are told.
const MOST: usize = 4;
/// Dated sentences that tell a time by themselves; of them those that lie close together, in per cent.
const MANY: usize = 20;
const CLOSE: usize = 80;
/// Seconds after which what follows is of another time.
const YEAR: i64 = 366 * 24 * 60 * 60;
/// Years that are read where no day stands with them.
const YEARS: std::ops::RangeInclusive<i64> = 1700..=2099;

/// A time, as closely as it is told: a day, a month, a year, or from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct When {
    /// The first day and the last, in seconds since 1970.
    pub from: i64,
    pub until: i64,
}

impl When {
    /// What a document is from: of one that has no day but its month or its year, that.
    pub fn of_document(seconds: i64) -> Self {
        if is_month_alone(seconds) {
            let month = CalendarDate::of(seconds);
            return Self::month(month.year.unwrap_or_default(), month.month).unwrap_or(Self::day(seconds));
        }
        match known(seconds).contains('-') {
            true => Self::day(seconds),
            false => Self::years(year_at(seconds), year_at(seconds)).unwrap_or(Self::day(seconds)),
        }
    }

    fn day(seconds: i64) -> Self {
        Self { from: seconds, until: seconds }
    }

    fn month(year: i64, month: u32) -> Option<Self> {
        Some(Self { from: date(year, month, 1)?, until: date(year, month, days_of(year, month))? })
    }

    fn years(first: i64, last: i64) -> Option<Self> {
        Some(Self { from: date(first, 1, 1)?, until: date(last, 12, 31)? })
    }

    /// `2019-02-14`, `2019-02`, `2019`, `2016–2019`.
    pub fn written(self) -> String {
        let [from, until] = [self.from, self.until].map(|seconds| civil(seconds.div_euclid(DAY)));
        match () {
            () if self.from == self.until => written(self.from),
            () if Self::month(from.0, from.1 as u32) == Some(self) => format!("{:04}-{:02}", from.0, from.1),
            () if Self::years(from.0, from.0) == Some(self) => format!("{:04}", from.0),
            () if Self::years(from.0, until.0) == Some(self) => format!("{:04}–{:04}", from.0, until.0),
            () => format!("{} – {}", written(self.from), written(self.until)),
        }
    }

    /// `14 Feb 2019`, `Feb 2019`, `2019`, `2016–2019`.
    pub fn spelled(self) -> String {
        let from = civil(self.from.div_euclid(DAY));
        if self.from != self.until && Self::month(from.0, from.1 as u32) == Some(self) {
            let day = spelled(&written(self.from));
            return day.split_once(' ').map_or(day.clone(), |(_, month)| month.to_owned());
        }
        match self.written().split_once(" – ") {
            Some((first, last)) => format!("{} – {}", spelled(first), spelled(last)),
            None => spelled(&self.written()),
        }
    }

    /// Sorts as time does: a month behind its days, a year behind its months.
    pub fn order(self) -> (i64, i64) {
        (self.until, self.until - self.from)
    }
}

/// A sentence of a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    pub when: When,
    /// The sentence.
    pub span: Span,
    /// Its words behind the day, where it begins with that.
    pub says: Span,
    /// It is told on a day before it: a plan, or when something is due.
    pub ahead: bool,
}

/// What the text of a document says of times, read stretch by stretch.
#[derive(Debug)]
pub struct Events {
    days: PassageDays,
    hand: Hand,
    head: String,
    /// Read where a day is told without its year, which most texts never do.
    years: OnceCell<ToldYears>,
}

impl Events {
    /// `head` is the document's text, or its first [`READ`] bytes.
    pub fn new(days: PassageDays, head: &str) -> Self {
        let head = &head[..head.floor_char_boundary(READ)];
        Self { days, hand: Hand::of(head), head: head.to_owned(), years: OnceCell::new() }
    }

    fn told_years(&self) -> &ToldYears {
        self.years.get_or_init(|| {
            let bare = years(&self.head, false).into_iter().map(|(when, span)| (span.end, year_at(when.until)));
            ToldYears::of(&self.head, self.hand, bare.collect())
        })
    }

    /// What a sentence says of times; `text` is its own. Linear.
    pub fn of(&self, sentence: &Sentence, text: &str) -> Vec<Event> {
        use SentenceKind::{Boilerplate, Caption, Code, Furniture, Heading, Item, Prose, Row};
        let least = match sentence.kind {
            Boilerplate | Code | Furniture => return Vec::new(),
            Row => 1,
            Item => 2,
            Prose | Heading | Caption => 3,
        };
        let is_row = sentence.kind == Row;
        // "Date: 4 May 2031" at the head of a letter tells of nothing; a row of a table has more than one field.
        let heads = is_head_field(text) && sentence.kind != Item && !(is_row && text.contains([';', '|']));
        if sentence.recurring || heads {
            return Vec::new();
        }
        let mut told = if text.bytes().any(|byte| byte.is_ascii_digit()) { self.times(sentence, text) } else { vec![] };
        let on = self.days.at(sentence.span).and_then(|day| first_date(&day));
        let is_ahead = |when: When| on.is_some_and(|on| when.from > on);
        if is_row {
            of_row(text, &mut told);
        }
        let is_in = |span: Span| told.iter().any(|(_, told)| told.start <= span.start && span.end <= told.end);
        // The day that a document gives itself in a field is that of what it is called.
        if let [(when, _)] = told[..]
            && is_own_day(text, is_in)
        {
            let says = Span::new(sentence.span.end, sentence.span.end);
            return vec![Event { when, span: sentence.span, says, ahead: is_ahead(when) }];
        }
        let begins = told.first().filter(|(_, span)| !text[..span.start].contains(char::is_alphanumeric)).copied();
        let is_mark = |c: char| c.is_whitespace() || "*_~#|:;,.–—-".contains(c);
        let behind = begins.map_or(0, |(_, span)| text.len() - text[span.end..].trim_start_matches(is_mark).len());
        // "8 Dec – lamp" is an entry, as short as it is.
        let is_entry = begins.is_some_and(|(_, span)| text[span.end..behind].contains(['–', '—', '-', ':']));
        let least = if is_entry && sentence.kind != Heading { 1 } else { least };
        // A line that is nothing but a day says nothing.
        if words(text).filter(|word| !is_in(word.span)).take(least).count() < least {
            return Vec::new();
        }
        if told.is_empty() {
            let day = self.days.heading(sentence.span).and_then(first_date);
            let tells = sentence.kind != Heading && (sentence.speaker.is_none() || tells_something(text));
            told.extend(day.filter(|_| tells).map(|day| (When::day(day), Span::new(0, 0))));
        }
        let says = Span::new(sentence.span.start + behind, sentence.span.end);
        told.iter().map(|&(when, _)| Event { when, span: sentence.span, says, ahead: is_ahead(when) }).collect()
    }

    /// The times that a sentence names, as closely as it names any, each once, with the bytes that do.
    fn times(&self, sentence: &Sentence, text: &str) -> Vec<(When, Span)> {
        let dates = dates_by(text, self.hand);
        let passage = self.days.at(sentence.span);
        let of_passage = |one: &CalendarDate| {
            let at = sentence.span.start + one.span.start;
            let front = &text[..one.span.start];
            passage.as_deref().and_then(|passage| self.told_years().year_of(one, at, passage, front))
        };
        // The second of two days may leave its year to the first, or the first to the second, where they stand
        // together; where they do not, only what the text itself is of tells that it was meant.
        let beside = |at: usize| {
            let before = at.checked_sub(1).map(|before| (before, between(text, dates[before].span, dates[at].span)));
            let behind = dates.get(at + 1).map(|next| (at + 1, between(text, dates[at].span, next.span)));
            let close = |(other, words): (usize, usize)| (words <= TOGETHER).then(|| dates[other].year).flatten();
            before.and_then(close).or_else(|| behind.and_then(close))
        };
        let of_sentence = |at: usize| {
            let cell = dates[at].span.start - text[..dates[at].span.start].rfind('|').map_or(0, |bar| bar + 1);
            let own_cell = |other: &&CalendarDate| {
                sentence.kind != SentenceKind::Row || dates[at].span.start - other.span.start <= cell
            };
            let year = dates[..at].iter().rev().filter(own_cell).find_map(|one| one.year)?;
            let day = date(year, dates[at].month, dates[at].day?)?;
            let own = passage.as_deref().and_then(first_date);
            own.is_none_or(|own| day <= own).then_some(year)
        };
        let days = dates.iter().enumerate().filter_map(|(at, one)| {
            let year = one.year.or_else(|| beside(at)).or_else(|| of_passage(one)).or_else(|| of_sentence(at))?;
            Some((When::day(date(year, one.month, one.day?)?), one.span))
        });
        let mut told: Vec<(When, Span)> = days.collect();
        if told.is_empty() {
            let months = dates.iter().filter(|one| one.day.is_none());
            told.extend(months.filter_map(|one| Some((When::month(one.year?, one.month)?, one.span))));
        }
        if told.is_empty() && dates.is_empty() {
            told = years(text, sentence.kind == SentenceKind::Row);
        }
        let mut seen: Vec<When> = Vec::new();
        told.retain(|(when, _)| {
            !seen.contains(when) && {
                seen.push(*when);
                true
            }
        });
        told.truncate(MOST);
        told
    }
}

/// Leaves of the days that a row tells those that are a cell, as a register has them, else the first: what a cell says
/// has days of something else.
fn of_row(text: &str, told: &mut Vec<(When, Span)>) {
    // What stands in a column for each of several months is of none of them.
    let names_column = |span: &Span| {
        let (before, behind) = (text[..span.start].trim_end(), text[span.end..].trim_start());
        behind.starts_with(':') && (before.is_empty() || before.ends_with(';'))
    };
    if told.iter().filter(|(_, span)| names_column(span)).nth(1).is_some() {
        told.retain(|(_, span)| !names_column(span));
    }
    let is_cell = |span: &Span| {
        let (before, behind) = (text[..span.start].trim_end(), text[span.end..].trim_start());
        (before.is_empty() || before.ends_with(['|', ':', ';']))
            && (behind.is_empty() || behind.starts_with(['|', ';']))
    };
    if told.iter().any(|(_, span)| is_cell(span)) {
        told.retain(|(_, span)| is_cell(span));
    } else {
        told.truncate(1);
    }
}

/// Words that stand between two days of a text, or marks that part what they are of.
fn between(text: &str, first: Span, second: Span) -> usize {
    let gap = text.get(first.end..second.start).unwrap_or_default();
    if gap.contains([';', ':', '|', '.', '?', '!']) { usize::MAX } else { words(gap).count() }
}

/// The years that a text names, and from which to which; of a row only those that are a cell. A number behind a name
/// (*Harbour Act 1908*), of money or with a unit of figures is none.
fn years(text: &str, is_row: bool) -> Vec<(When, Span)> {
    let year = |word: &str| word.parse().ok().filter(|year| is_digits(word) && word.len() == 4 && YEARS.contains(year));
    let pieces: Vec<Span> = words(text).map(|word| word.span).collect();
    let piece = |at: usize| pieces.get(at).and_then(|span| span.slice(text)).unwrap_or_default();
    let gap = |at: usize| {
        let from = at.checked_sub(1).map_or(0, |before| pieces[before].end);
        &text[from..pieces.get(at).map_or(text.len(), |span| span.start)]
    };
    let (mut found, mut at) = (Vec::new(), 0);
    while at < pieces.len() {
        let (first, from) = (year(piece(at)), at);
        at += 1;
        let Some(first) = first else { continue };
        let last = year(piece(at)).filter(|&last| last > first && matches!(gap(at).trim(), "-" | "–" | "—" | "/"));
        at += usize::from(last.is_some());
        let (before, behind) = (gap(from), gap(at));
        let is_alone = match is_row {
            true => before.contains('|') && behind.contains('|'),
            false => {
                let ends = |gap: &str| gap.is_empty() || gap.contains(char::is_whitespace);
                let goes_on = |gap: &str| gap.contains(['$', '£', '€', '%', '#', '№', '°']);
                let cites = from > 0 && WORDS.citing.has(piece(from - 1));
                let follows = from == 0 || piece(from - 1).chars().all(char::is_lowercase) && !cites;
                let closed = ends(behind) || behind.starts_with([')', ']', ',', '.', ';', ':', '–', '—']);
                let opened = ends(before) || before.ends_with(['(', '[']);
                opened && closed && follows && !goes_on(before) && !goes_on(behind)
            }
        };
        let span = Span::new(pieces[from].start, pieces[at - 1].end);
        found.extend(When::years(first, last.unwrap_or(first)).filter(|_| is_alone).map(|when| (when, span)));
    }
    found
}

/// The time that many sentences are of: the shortest that holds four of five of them, and what comes before and behind
/// it year by year. A founding date, history, or a term that ends in thirty years is none of it; none where few are
/// dated. `days` are in order.
pub fn span_of_most(days: &[i64]) -> Option<(i64, i64)> {
    let held = (days.len() * CLOSE).div_ceil(100).max(1);
    let shortest = (0..=days.len().checked_sub(held)?).min_by_key(|&at| days[at + held - 1] - days[at]);
    let (mut first, mut last) = shortest.map(|at| (at, at + held - 1)).filter(|_| days.len() >= MANY)?;
    while first > 0 && days[first] - days[first - 1] <= YEAR {
        first -= 1;
    }
    while last + 1 < days.len() && days[last + 1] - days[last] <= YEAR {
        last += 1;
    }
    Some((days[first], days[last]))
}

/// True for what somebody says in talk that tells something by itself: it has several words that mean something, or
/// says what something is. *Got it, thanks* tells nothing, nor does what is asked.
fn tells_something(text: &str) -> bool {
    /// Words that mean something, at least; one more where it is told of what was named before.
    const FEWEST: usize = 2;
    const SHORTEST: usize = 3;
    let all: Vec<String> = words(text).map(|word| word.text.to_lowercase()).collect();
    let empty = Flags::FUNCTION | Flags::FILLER | Flags::WEAK | Flags::NUMBER | Flags::FIRST_NAME;
    let means = |word: &String| {
        word.chars().count() >= SHORTEST && !flags(word).has(empty) && !is_function_word(word) && !is_object(word)
    };
    let behind_article = usize::from(all.first().is_some_and(|first| is_article(first)));
    let says = match &all[behind_article..] {
        [subject, copula, ..] => means(subject) && is_copula(copula) && !all.last().is_some_and(|last| is_object(last)),
        _ => false,
    };
    let asks = all.first().is_some_and(|first| WORDS.asking.has(first));
    let fewest = FEWEST + usize::from(all.iter().any(|word| is_object(word)));
    !asks && (says || all.iter().filter(|word| means(word)).count() >= fewest)
}

/// True for a name of a field or a column that only says that a day stands in it: `Date`, `datum`.
pub fn only_says_day(name: &str) -> bool {
    WORDS.own_day.has(&fold(name.trim()))
}

/// True for a field of a list or a head that has nothing but the day of its document: "- Date: 2031-05-04".
fn is_own_day(text: &str, is_in: impl Fn(Span) -> bool) -> bool {
    let mut others = words(text).filter(|word| !is_in(word.span));
    let label = others.next().filter(|_| others.next().is_none());
    label.is_some_and(|label| {
        only_says_day(label.text) && text[label.span.end..].trim_start_matches(['*', '_']).starts_with(':')
    })
}

#[cfg(test)]
#[path = "events_tests.rs"]
mod tests;
