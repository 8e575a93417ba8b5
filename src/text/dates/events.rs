//! What texts say of a time: sentences, items and rows that name a day, a month or a year, or that stand under a day.

use std::cell::OnceCell;

use super::calendar::{CalendarDate, Strokes, dates_by, strokes_of};
use super::guessed::ToldYears;
use super::passage_days::{PassageDays, READ};
use super::{DAY, civil, date, days_of, first_date, known, spelled, written, year_at};
use crate::model::{Sentence, SentenceKind, Span};
use crate::text::cutting::lines::is_head_field;
use crate::text::language::word_lists;
use crate::text::words::terms::{fold, is_digits, words};

word_lists! { static WORDS = "events.toml": own_day }

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
    /// What a document is from: of one that has no day but its year, that year.
    pub fn of_document(seconds: i64) -> Self {
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
}

/// What the text of a document says of times, read stretch by stretch.
#[derive(Debug)]
pub struct Events {
    days: PassageDays,
    strokes: Option<Strokes>,
    head: String,
    /// Read where a day is told without its year, which most texts never do.
    years: OnceCell<ToldYears>,
}

impl Events {
    /// `head` is the document's text, or its first [`READ`] bytes.
    pub fn new(days: PassageDays, head: &str) -> Self {
        let head = &head[..head.floor_char_boundary(READ)];
        Self { days, strokes: strokes_of(head), head: head.to_owned(), years: OnceCell::new() }
    }

    fn told_years(&self) -> &ToldYears {
        self.years.get_or_init(|| {
            let bare = years(&self.head, false).into_iter().map(|(when, span)| (span.end, year_at(when.until)));
            ToldYears::of(&self.head, self.strokes, bare.collect())
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
        if is_row {
            of_row(text, &mut told);
        }
        let is_in = |span: Span| told.iter().any(|(_, told)| told.start <= span.start && span.end <= told.end);
        // The day that a document gives itself in a field is that of what it is called.
        if let [(when, _)] = told[..]
            && is_own_day(text, is_in)
        {
            return vec![Event { when, span: sentence.span, says: Span::new(sentence.span.end, sentence.span.end) }];
        }
        // A line that is nothing but a day says nothing.
        if words(text).filter(|word| !is_in(word.span)).take(least).count() < least {
            return Vec::new();
        }
        if told.is_empty() {
            let day = self.days.heading(sentence.span).and_then(first_date);
            told.extend(day.filter(|_| sentence.kind != Heading).map(|day| (When::day(day), Span::new(0, 0))));
        }
        let begins = told.first().filter(|(_, span)| !text[..span.start].contains(char::is_alphanumeric));
        let is_mark = |c: char| c.is_whitespace() || "*_~#|:;,.–—-".contains(c);
        let behind = begins.map_or(0, |(_, span)| text.len() - text[span.end..].trim_start_matches(is_mark).len());
        let says = Span::new(sentence.span.start + behind, sentence.span.end);
        told.iter().map(|&(when, _)| Event { when, span: sentence.span, says }).collect()
    }

    /// The times that a sentence names, as closely as it names any, each once, with the bytes that do.
    fn times(&self, sentence: &Sentence, text: &str) -> Vec<(When, Span)> {
        let dates = dates_by(text, self.strokes);
        let passage = self.days.at(sentence.span);
        let of_passage = |one: &CalendarDate| {
            let at = sentence.span.start + one.span.start;
            passage.as_deref().and_then(|passage| self.told_years().year_of(one, at, passage))
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
                let follows = from == 0 || piece(from - 1).chars().all(char::is_lowercase);
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
mod tests {
    use super::*;
    use crate::text::layout::blocks::Markup;
    use crate::text::layout::structure;

    fn told(text: &str, markup: Markup) -> Vec<String> {
        let mut document = super::super::passage_days::tests::document("markdown", "Orsk, 2031", None);
        document.text_len = text.len();
        let events = Events::new(PassageDays::of(&document, text), text);
        let sentences = structure::of_text(text, markup).sentences;
        let found = sentences.iter().flat_map(|one| events.of(one, one.span.slice(text).unwrap()));
        found.map(|one| format!("{}: {}", one.when.written(), one.says.slice(text).unwrap())).collect()
    }

    #[test]
    fn sentences_items_and_rows_are_told_at_the_day_that_they_name() {
        let text = "# Orsk\n\nThe quay fell on 16 February 2019. Nobody was hurt.\n\n- **18 Apr 2018** Tranche A is paid.\n\
                    - le 23 avril 2019, les portes sont debout\n\n| date | what |\n|---|---|\n| 1871 | Wall built |\n\
                    | 2 Dec 2015 | Shares allotted |\n\nThe lamp was lit again in May 2020 and on 3 June.\n";
        assert_eq!(
            told(text, Markup::Markdown),
            [
                "2019-02-16: The quay fell on 16 February 2019.",
                "2018-04-18: Tranche A is paid.",
                "2019-04-23: le 23 avril 2019, les portes sont debout",
                "1871: Wall built |",
                "2015-12-02: Shares allotted |",
                "2020-06-03: The lamp was lit again in May 2020 and on 3 June.",
            ]
        );
    }

    #[test]
    fn the_day_that_a_document_gives_itself_says_nothing_but_that() {
        let text = "# Rule 7\n\n- Status: agreed\n- Date: 2031-05-04\n- Seen by: Ada Voss\n\n**Datum:** 6 May 2031\n\nThe gate is shut.\n";
        assert_eq!(told(text, Markup::Markdown), ["2031-05-04: ", "2031-05-06: "]);
    }

    #[test]
    fn what_stands_under_a_dated_heading_is_of_its_day() {
        let text = "# Log\n\n## 4 May 2031\n\nThe lamp went out.\n\n## 5 May 2031\n\nIt was lit.\n\n## 6 May 2031\n\nFog came up.\n";
        let days = ["2031-05-04: The lamp went out.", "2031-05-05: It was lit.", "2031-05-06: Fog came up."];
        assert_eq!(told(text, Markup::Markdown), days);
        let lines = "1 May 2031\nThe lamp is out.\n\n2 May 2031\n\nThe lamp is lit. All is well now.\n\n3 May 2031\n\nFog comes \
                     up.\n\nOf whatever day this is.\n";
        let days = [
            "2031-05-01: The lamp is out.",
            "2031-05-02: The lamp is lit.",
            "2031-05-02: All is well now.",
            "2031-05-03: Fog comes up.",
        ];
        assert_eq!(told(lines, Markup::Plain), days);
    }

    #[test]
    fn a_day_without_its_year_is_told_where_little_else_can_be_meant() {
        let dated = |day: Option<&str>, text: &str| {
            let mut document = super::super::passage_days::tests::document("markdown", "Quay notes", day);
            document.text_len = text.len();
            let events = Events::new(PassageDays::of(&document, text), text);
            let sentences = structure::of_text(text, Markup::Plain).sentences;
            let found = sentences.iter().flat_map(|one| events.of(one, one.span.slice(text).unwrap()));
            found.map(|one| one.when.written()).collect::<Vec<_>>()
        };
        let near = "The lamp went out on the 4th of March and was lit again.";
        assert_eq!(dated(Some("2031-04-20"), near), ["2031-03-04"]);
        assert_eq!(dated(Some("2031-01-20"), "On 28 December the lamp went out again."), ["2030-12-28"]);
        // Half a year away it may be of either year, or of another.
        assert_eq!(dated(Some("2031-10-20"), near), Vec::<String>::new());
        let told = "Work on the quay began on 3 January 2031. On 4 March the lamp went out there.";
        assert_eq!(dated(Some("2031-10-20"), told), ["2031-01-03", "2031-03-04"]);
        let other = "Work on the quay began in 2029 as planned. On 4 March the lamp went out there.";
        assert_eq!(dated(Some("2031-10-20"), other), ["2029"]);
        assert_eq!(dated(Some("2031-01-01"), near), ["2031-03-04"], "a year alone");
    }

    #[test]
    fn a_row_is_told_at_the_days_that_are_its_cells() {
        let text = "# Orsk\n\n| no | day | asked | answer |\n|---|---|---|---|\n| 3 | 12 Jul 2031 | Who owns it? | The letter of 14 \
                    August 2030 denies it, the mail of 2 May 2029 says so. |\n\n| no | asked |\n|---|---|\n| 4 | The letter of 14 \
                    August 2030 denies it, the mail of 2 May 2029 says so. |\n";
        let found: Vec<String> = told(text, Markup::Markdown).iter().map(|one| one[..10].to_owned()).collect();
        assert_eq!(found, ["2031-07-12", "2030-08-14"]);
    }

    #[test]
    fn a_day_without_a_year_takes_that_of_its_heading_or_its_document() {
        let log = "# Lamp log 1897-1904\n\n**1897**\n\n- *Sept. 6.* The lamp was lit anew.\n\n**1903**\n\n- *Oct. 23.* All were up \
                   at the fire.\n- *Oct. 26.* The quay was left.\n\n**1904**\n\n- *July 29.* Ada Voss left her post.\n";
        let days = ["1897-09-06", "1903-10-23", "1903-10-26", "1904-07-29"];
        let found: Vec<String> = told(log, Markup::Markdown).iter().map(|one| one[..10].to_owned()).collect();
        assert_eq!(found, days);
        let minutes = "Orsk, 10 August 2031\n\nAda laid before them the deed, signed by Tom Reed in February 2030, which she had \
                       found in his cabinet on 4 August. The strike went on from 3 March to 5 April 2029.\n";
        let mut document = super::super::passage_days::tests::document("markdown", "Board", Some("2031-08-10"));
        document.text_len = minutes.len();
        let events = Events::new(PassageDays::of(&document, minutes), minutes);
        let sentences = structure::of_text(minutes, Markup::Plain).sentences;
        let found = sentences.iter().flat_map(|one| events.of(one, one.span.slice(minutes).unwrap()));
        let found: Vec<String> = found.map(|one| one.when.written()).collect();
        assert_eq!(found, ["2031-08-04", "2029-03-03", "2029-04-05"]);
    }

    #[test]
    fn a_month_a_year_and_years_are_told_as_closely_as_they_are_named() {
        for (text, expected) in [
            ("It was agreed in March 2016 by all.", "2016-03"),
            ("Work began in early 2016 and went on.", "2016"),
            ("He kept the lamp from (2016–2019) alone.", "2016–2019"),
        ] {
            let found = told(text, Markup::Plain);
            assert_eq!(found.iter().map(|one| one.split(": ").next().unwrap()).collect::<Vec<_>>(), [expected]);
        }
        for text in [
            "The Harbour Act 1908 says nothing of it.",
            "They paid £1950 for the boat there.",
            "Folder AK-2018-117 was not found there.",
            "Of the 1,950 tons 2012kg were lost.",
            "Orsk, 3 May 2019",
        ] {
            assert_eq!(told(text, Markup::Plain), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn a_month_stands_behind_its_days_and_a_year_behind_its_months() {
        let day = |text| When::day(first_date(text).unwrap());
        let mut times = [
            When::years(2016, 2016).unwrap(),
            When::month(2016, 12).unwrap(),
            day("2016-12-31"),
            day("2017-01-01"),
            When::years(2015, 2016).unwrap(),
        ];
        times.sort_by_key(|when| when.order());
        let told: Vec<String> = times.iter().map(|when| when.written()).collect();
        assert_eq!(told, ["2016-12-31", "2016-12", "2016", "2015–2016", "2017-01-01"]);
        assert_eq!(When::of_document(day("2016-01-01").from).written(), "2016");
    }

    #[test]
    fn the_time_of_most_leaves_out_a_stray_year() {
        let mut days: Vec<i64> = (0..40).map(|at| at * DAY).collect();
        days.insert(0, -40_000 * DAY);
        days.push(20_000 * DAY);
        assert_eq!(span_of_most(&days), Some((0, 39 * DAY)));
        assert_eq!(span_of_most(&days[..12]), None);
        // History before, and what follows within a year.
        days.splice(0..1, [-9_000 * DAY, -8_900 * DAY, -300 * DAY]);
        assert_eq!(span_of_most(&days), Some((-300 * DAY, 39 * DAY)));
    }
}
