//! The words of a question to a table, and what is read of them one after another: how figures and days are bounded,
//! what is negated. A word that was read is not read again.

use std::ops::Range;

use super::WORDS;
use super::condition::{Bound, Test, days_of_period, year};
use super::numbers::{Decimals, Figure};
use super::tongues::{self, Token};
use crate::model::Span;
use crate::text::dates::calendar::first_day;
use crate::text::dates::{DAY, month_in_any};
use crate::text::language;
use crate::text::numbers::figures::figures;
use crate::text::numbers::units::{self, Unit};
use crate::text::question::is_past;
use crate::text::words::terms::is_digits;
use crate::text::words::wordlist::is_auxiliary;

/// Words between what negates and what is negated: *not the least open*.
const REACH: usize = 3;
/// Letters that forms of a word begin alike with, and those that its ending may have.
const STEM: usize = 3;
const ENDING: usize = 2;

/// A question's words, and which of them are understood.
pub(in crate::query) struct QuestionWords<'q> {
    question: &'q str,
    pub all: Vec<String>,
    /// The English words for them, where they are words by which rows are asked for in another language.
    pub read: Vec<String>,
    spans: Vec<Span>,
    pub used: Vec<bool>,
    /// True where it asks how long something lasted, by a word that is used up.
    pub lasts: bool,
    /// The language it is in, where it is not English.
    pub language: Option<&'static str>,
}

/// A number in a question.
struct Number {
    figure: f64,
    /// The word behind it.
    end: usize,
    unit: NumberUnit,
}

/// The unit of a number, and the word behind it that tells it.
struct NumberUnit {
    own: Option<Unit>,
    word: Option<usize>,
}

/// A test whose column is not known yet.
pub(in crate::query) struct Bounding {
    pub test: Test,
    /// The words that tell it.
    pub words: Range<usize>,
    /// The word for a unit behind them.
    pub unit: Option<usize>,
}

impl<'q> QuestionWords<'q> {
    pub fn of(question: &'q str) -> Self {
        let (language, tokens) = tongues::read(question);
        let mut words = Self {
            question,
            used: vec![false; tokens.len()],
            all: Vec::with_capacity(tokens.len()),
            read: Vec::with_capacity(tokens.len()),
            spans: Vec::with_capacity(tokens.len()),
            lasts: false,
            language,
        };
        for Token { word, read, span } in tokens {
            words.read.push(read.unwrap_or_else(|| word.clone()));
            words.all.push(word);
            words.spans.push(span);
        }
        words.read_numbers();
        words
    }

    /// All that it says, with a blank around each word.
    pub fn said(&self) -> String {
        format!(" {} ", self.all.join(" "))
    }

    /// Reads *no. 8* and *number eight* as the number alone: nothing is negated there, and nothing counted.
    fn read_numbers(&mut self) {
        for at in 1..self.all.len() {
            if !WORDS.numbering.has(&self.all[at - 1]) {
                continue;
            }
            let Some(figure) = figures(&self.all[at]).first().map(|figure| figure.value) else { continue };
            if figure.fract() != 0.0 {
                continue;
            }
            if !is_digits(&self.all[at]) {
                self.all[at] = figure.to_string();
                self.read[at].clone_from(&self.all[at]);
            }
            self.read[at - 1].clear();
            self.used[at - 1] = true;
        }
    }

    /// True for a word with a capital.
    pub fn is_capital(&self, at: usize) -> bool {
        self.spans[at].slice(self.question).is_some_and(|word| word.starts_with(char::is_uppercase))
    }

    /// True where a word of another language than English may be another form of a name, or part of it where the
    /// language writes compounds in one word: *prezzi* of *prezzo*, *Riss* of *Rissbreite*.
    pub fn is_form_of(&self, at: usize, name: &str) -> bool {
        let Some(language) = self.language else { return false };
        let word = self.all[at].as_str();
        let (letters, own) = (word.chars().count(), name.chars().count());
        let alike = word.chars().zip(name.chars()).take_while(|(one, other)| one == other).count();
        let bends = alike >= STEM && letters.max(own) <= alike + ENDING;
        let compound =
            WORDS.compounding.has(language) && letters > STEM && (name.starts_with(word) || name.ends_with(word));
        bends || compound
    }

    /// Uses up pairs of letters that lie across two words that are understood: 门费, of 部门 and 费用.
    pub fn use_up_across(&mut self) {
        for at in self.free().collect::<Vec<_>>() {
            let span = self.spans[at];
            let overlaps = |other: usize| {
                self.used[other] && self.spans[other].start < span.end && span.start < self.spans[other].end
            };
            if (0..self.all.len()).any(overlaps) {
                self.used[at] = true;
            }
        }
    }

    /// True where a word that asks for rows stands at a place.
    pub fn says(&self, at: usize, list: &language::WordList) -> bool {
        self.read.get(at).is_some_and(|word| list.has(word))
    }

    /// Where the first word of two lists stands that is no bound: *most*, and not *at most*.
    pub fn first_of(&self, lists: [&language::WordList; 2]) -> Option<usize> {
        let is_bound = |at: usize| at > 0 && self.says(at - 1, &WORDS.at);
        (0..self.all.len()).find(|&at| !is_bound(at) && lists.iter().any(|list| self.says(at, list)))
    }

    pub fn free(&self) -> impl Iterator<Item = usize> {
        (0..self.all.len()).filter(|&at| !self.used[at])
    }

    /// How many of its words are understood.
    pub fn understood(&self) -> usize {
        self.used.iter().filter(|used| **used).count()
    }

    pub fn has(&self, list: &language::WordList) -> bool {
        self.read.iter().any(|word| list.has(word))
    }

    pub fn use_up(&mut self, run: Range<usize>) {
        self.used[run].fill(true);
    }

    /// Gives words back that were read as something the table has not.
    pub fn release(&mut self, run: Range<usize>) {
        self.used[run].fill(false);
    }

    pub fn is_free(&self, run: Range<usize>) -> bool {
        self.used.get(run).is_some_and(|run| !run.contains(&true))
    }

    fn word(&self, at: usize) -> &str {
        self.read.get(at).map_or("", String::as_str)
    }

    /// True where a word in front, with nothing between that says anything, negates what begins at a word; it is used
    /// up.
    pub fn negated(&mut self, at: usize) -> bool {
        let says_nothing = |word: &str| WORDS.asking.has(word) || WORDS.bounding.has(word);
        for before in (at.saturating_sub(REACH)..at).rev() {
            if WORDS.negating.has(&self.read[before]) {
                self.used[before] = true;
                return true;
            }
            if !self.used[before] && !says_nothing(&self.read[before]) {
                return false;
            }
        }
        false
    }

    /// True where a word says of what is behind it that it is not so.
    pub fn denies(&self, at: usize) -> bool {
        at + 1 < self.all.len() && [&WORDS.without, &WORDS.negating].into_iter().any(|list| self.says(at, list))
    }

    /// True for what was done: "How many wheels were recalled?".
    pub fn is_done(&self, at: usize) -> bool {
        at > 0 && is_auxiliary(&self.all[at - 1]) && is_past(&self.all[at])
    }

    /// The bounds that a question sets to figures: "above 10", "at least £2,000", "10 or more", "between 3 and 5
    /// hours". Years are none where a table has days.
    pub fn figures(&mut self, has_days: bool) -> Vec<Bounding> {
        let mut found = Vec::new();
        for at in 0..self.all.len() {
            if self.used[at] {
                continue;
            }
            if let Some(between) = self.between(at, has_days) {
                self.use_up(between.words.clone());
                found.push(between);
                continue;
            }
            let Some(Number { figure, end, unit }) = self.number(at) else { continue };
            let (bound, unit_at, number_end) = (Bound { figure, unit: unit.own }, unit.word, end);
            let end = end + usize::from(unit_at.is_some());
            let before = |back: usize| at.checked_sub(back).map_or("", |at| self.word(at));
            let (last, first) = (before(1), before(2));
            let behind = if WORDS.either.has(self.word(end)) { self.word(end + 1) } else { "" };
            let than = WORDS.than.has(last);
            let above = |itself| Test::Above { least: bound.clone(), itself };
            let below = |itself| Test::Below { most: bound.clone(), itself };
            let (test, front, back) = match () {
                () if than && WORDS.more.has(first) => (above(false), 2, 0),
                () if than && WORDS.less.has(first) => (below(false), 2, 0),
                () if WORDS.at.has(first) && WORDS.fewest.has(last) => (above(true), 2, 0),
                () if WORDS.at.has(first) && WORDS.most.has(last) => (below(true), 2, 0),
                () if WORDS.no_less.has(last) => (above(true), 1, 0),
                () if WORDS.no_more.has(last) => (below(true), 1, 0),
                () if WORDS.above.has(last) => (above(false), 1, 0),
                () if WORDS.below.has(last) => (below(false), 1, 0),
                () if WORDS.more.has(behind) => (above(true), 0, 2),
                () if WORDS.less.has(behind) => (below(true), 0, 2),
                () => continue,
            };
            // A unit may be the beginning of a column's name: "12 days open".
            let words = at - front..if back == 0 { number_end } else { end + back };
            if self.is_free(words.clone()) {
                self.use_up(words.clone());
                found.push(Bounding { test, words, unit: unit_at.filter(|_| back == 0) });
            }
        }
        found
    }

    /// Two numbers that a figure stands between, at a word: "between 10 and 12 hours".
    fn between(&self, at: usize, has_days: bool) -> Option<Bounding> {
        let front = at.checked_sub(1).filter(|&before| WORDS.span.has(self.word(before)))?;
        let first = self.number(at)?;
        let joint = first.end + usize::from(first.unit.word.is_some());
        let joined = WORDS.joining.has(self.word(joint)) || WORDS.until.has(self.word(joint));
        let second = self.number(joint + 1).filter(|_| joined)?;
        let years = [at, joint + 1].into_iter().all(|at| year(self.word(at)).is_some());
        if years && has_days && second.unit.own.is_none() {
            return None;
        }
        let unit = second.unit.own;
        let least = Bound { figure: first.figure, unit: first.unit.own.or_else(|| unit.clone()) };
        let most = Bound { figure: second.figure, unit };
        // The smaller may be told last.
        let (least, most) =
            if least.figure > most.figure && least.unit == most.unit { (most, least) } else { (least, most) };
        let words = front..second.end;
        self.is_free(words.clone()).then_some(Bounding {
            test: Test::Between { least, most },
            words,
            unit: second.unit.word,
        })
    }

    /// The number that stands at a word, with its marks, and the word behind it; one where a unit of time stands behind
    /// an article: *an hour*.
    fn number(&self, at: usize) -> Option<Number> {
        if WORDS.one.has(self.word(at)) && Unit::of_time(self.all.get(at + 1)?).is_some() {
            let own = Unit::of_time(&self.all[at + 1]);
            return Some(Number { figure: 1.0, end: at + 1, unit: NumberUnit { own, word: Some(at + 1) } });
        }
        let start = self.spans.get(at)?.start;
        let rest = &self.question[start..];
        let length = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, ',' | '.' | '\''))).unwrap_or(rest.len());
        let digits = rest[..length].trim_end_matches([',', '.', '\'']);
        let comma = self.language.is_some_and(|language| WORDS.comma_languages.has(language));
        let decimals = if comma { Decimals::Comma } else { Decimals::Point };
        let figure = Figure::read(digits)?.value(decimals)?;
        // "5kg", "20k"
        let letters: String =
            rest[length..].chars().take_while(|c| c.is_alphabetic() || *c == '%' || units::is_money_sign(*c)).collect();
        let end =
            self.spans.iter().position(|span| span.start >= start + length + letters.len()).unwrap_or(self.all.len());
        let sign = self.question[..start].chars().next_back().map(String::from).unwrap_or_default();
        if !letters.is_empty() {
            let (times, own) = (units::times(&letters), Unit::all_of(&letters).into_iter().next());
            let known = times.is_some() || own.is_some();
            let figure = figure * times.unwrap_or(1.0);
            let own = own.or_else(|| Unit::all_of(&sign).into_iter().next());
            return known.then_some(Number { figure, end, unit: NumberUnit { own, word: None } });
        }
        let behind = self.all.get(end).map_or("", String::as_str);
        if let Some(times) = units::times(behind).filter(|_| behind.len() > 1) {
            let own = Unit::all_of(&sign).into_iter().next();
            return Some(Number { figure: figure * times, end: end + 1, unit: NumberUnit { own, word: None } });
        }
        // What is bounded may be told by a unit of two letters at least.
        let word = Unit::all_of(behind).into_iter().next().filter(|_| behind.chars().count() > 1);
        let at = word.is_some().then_some(end);
        let own = word.or_else(|| Unit::all_of(&sign).into_iter().next());
        Some(Number { figure, end, unit: NumberUnit { own, word: at } })
    }

    /// Where some words stand in the question, in bytes.
    pub fn bytes(&self, words: Range<usize>) -> Range<usize> {
        self.spans[words.start].start..self.spans[words.end - 1].end
    }

    /// The days that a question sets bounds by: "in February 2024", "after 3 May 2024", "between 1998 and 2004".
    pub fn days(&mut self) -> Option<Bounding> {
        let (first, (from, until)) = (0..self.all.len()).find_map(|at| self.period(at))?;
        // "From 2015" is of that year, "from 2015 on" of those behind, too.
        let onward = WORDS.onward.has(self.word(first.end));
        let before = first.start.checked_sub(1).map(|at| self.word(at).to_owned()).unwrap_or_default();
        if let Some(from) = self.month_before(&first) {
            let start = first.start - 2;
            let span = start.checked_sub(1).is_some_and(|at| WORDS.span.has(self.word(at)));
            let words = start - usize::from(span)..first.end;
            self.use_up(words.clone());
            return Some(Bounding { test: Test::Days { from, until }, words, unit: None });
        }
        let joined = WORDS.until.has(self.word(first.end)) || WORDS.joining.has(self.word(first.end));
        let dashed = self.period(first.end).filter(|(second, _)| self.is_dashed(&first, second));
        let spans = dashed.is_some() || WORDS.span.has(&before);
        let second = dashed.or_else(|| self.period(first.end + 1).filter(|_| joined));
        let (test, mut words) = match second {
            Some((second, (_, until))) if spans => (Test::Days { from, until }, first.start..second.end),
            _ if WORDS.after.has(&before) => (Test::Days { from: until, until: i64::MAX }, first),
            _ if WORDS.since.has(&before) => (Test::Days { from, until: i64::MAX }, first),
            _ if WORDS.span.has(&before) && onward => {
                (Test::Days { from, until: i64::MAX }, first.start..first.end + 1)
            }
            _ if WORDS.before.has(&before) => (Test::Days { from: i64::MIN, until: from }, first),
            _ if WORDS.until.has(&before) => (Test::Days { from: i64::MIN, until }, first),
            _ => (Test::Days { from, until }, first),
        };
        words.start -= usize::from(WORDS.bounding.has(&before));
        self.use_up(words.clone());
        Some(Bounding { test, words, unit: None })
    }

    /// True where nothing but a dash stands between two years.
    fn is_dashed(&self, first: &Range<usize>, second: &Range<usize>) -> bool {
        let between = self.question.get(self.spans[first.end - 1].end..self.spans[second.start].start);
        first.len() == 1 && second.len() == 1 && between.is_some_and(|between| matches!(between.trim(), "-" | "–"))
    }

    /// The first second of a month in front of a period that tells its year, too: "between January and March 2024".
    fn month_before(&self, period: &Range<usize>) -> Option<i64> {
        let at = period.start.checked_sub(2)?;
        let joined = WORDS.until.has(self.word(at + 1)) || WORDS.joining.has(self.word(at + 1));
        let month = month_in_any(&self.all[at]).filter(|_| joined && self.is_free(at..period.start))?;
        Some(days_of_period(year(self.word(period.end - 1))?, Some(month))?.0)
    }

    /// A day, a month of a year or a year that stands at a word, with its first second and the one behind its last.
    fn period(&self, at: usize) -> Option<(Range<usize>, (i64, i64))> {
        let month = |at: usize| month_in_any(self.all.get(at).map_or("", String::as_str));
        let numbered = |at: usize| self.word(at).parse::<u32>().ok().filter(|_| self.word(at).len() == 2);
        if at >= self.all.len() {
            return None;
        }
        let three = at..at + 3;
        if self.is_free(three.clone()) && (year(self.word(at)).is_some() || year(self.word(at + 2)).is_some()) {
            let written = self.question.get(self.spans[at].start..self.spans[at + 2].end);
            let day = written.and_then(first_day);
            if let Some(day) = day {
                return Some((three, (day, day + DAY)));
            }
        }
        let two = at..at + 2;
        if self.is_free(two.clone()) {
            // Words of scripts without spaces may overlap.
            let joined = self.question.get(self.spans[at].end..self.spans[at + 1].start) == Some("-");
            let told = match (month(at), year(self.word(at)), year(self.word(at + 1))) {
                (Some(month), _, Some(year)) => Some((year, month)),
                (_, Some(year), _) if joined => numbered(at + 1).map(|month| (year, month)),
                _ => None,
            };
            if let Some(days) = told.and_then(|(year, month)| days_of_period(year, Some(month))) {
                return Some((two, days));
            }
        }
        let year = year(self.word(at)).filter(|_| !self.used[at])?;
        Some((at..at + 1, days_of_period(year, None)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(question: &str) -> Option<(Option<i64>, Option<i64>)> {
        let bound = QuestionWords::of(question).days()?;
        let Test::Days { from, until } = bound.test else { panic!("{question}") };
        let whole = |seconds: i64| (seconds != i64::MIN && seconds != i64::MAX).then_some(seconds / DAY);
        Some((whole(from), whole(until)))
    }

    #[test]
    fn days_are_bounded_as_people_say_it() {
        let (february, march, april) = (Some(19_754), Some(19_783), Some(19_814));
        assert_eq!(days("Which were opened in February 2024?"), Some((february, march)));
        assert_eq!(days("Which were opened in 2024-02?"), Some((february, march)));
        assert_eq!(days("Which came between February and March 2024?"), Some((february, april)));
        assert_eq!(days("Which were opened after February 2024?"), Some((march, None)));
        assert_eq!(days("Which were opened since March 2024?"), Some((march, None)));
        assert_eq!(days("Which were opened before 1 March 2024?"), Some((None, march)));
        assert_eq!(days("Which came between February 2024 and March 2024?"), Some((february, april)));
        assert_eq!(days("Which were opened on 2024-03-01?"), Some((march, Some(19_784))));
        assert_eq!(days("How many are from February 2024?"), Some((february, march)));
        assert_eq!(days("How many are from March 2024 on?"), Some((march, None)));
        let years = Some((Some(19_723), Some(20_454)));
        assert_eq!(days("Which were opened from 2024 to 2025?"), years);
        assert_eq!(days("Which were opened 2024–2025?"), years);
        assert_eq!(days("Which may be opened?"), None);
        assert_eq!(days("How many are of 1850?").map(|(from, ..)| from), Some(Some(-43_829)));
    }

    #[test]
    fn figures_are_bounded_as_people_say_it() {
        let bound =
            |question: &str| QuestionWords::of(question).figures(true).into_iter().map(|bound| bound.test).next();
        let of = |figure: f64| Bound { figure, unit: None };
        let above = |least: f64, itself| Some(Test::Above { least: of(least), itself });
        assert_eq!(bound("with days open above 10"), above(10.0, false));
        assert_eq!(bound("of more than 1,200.5 of them"), above(1200.5, false));
        let days = Bound { unit: Unit::of_time("days"), ..of(3.0) };
        assert_eq!(bound("at least 3 days"), Some(Test::Above { least: days, itself: true }));
        assert_eq!(bound("10 or more days"), above(10.0, true));
        let pounds = Bound { unit: Unit::all_of("£").pop(), ..of(20.0) };
        assert_eq!(bound("under £20"), Some(Test::Below { most: pounds, itself: false }));
        let kilos = |figure: f64, name: &str| Bound { unit: Unit::all_of(name).pop(), ..of(figure) };
        assert_eq!(bound("heavier than 2kg"), None, "nobody knows what is heavy");
        assert_eq!(bound("more than 2kg"), Some(Test::Above { least: kilos(2.0, "kg"), itself: false }));
        assert_eq!(bound("over 20k"), above(20_000.0, false));
        let between = Test::Between { least: kilos(10.0, "hours"), most: kilos(12.0, "hours") };
        assert_eq!(bound("between 10 and 12 hours"), Some(between.clone()));
        assert_eq!(bound("between 12 and 10 hours"), Some(between));
        assert_eq!(bound("between 1998 and 2004"), None, "years");
        let hour = Bound { unit: Unit::of_time("hour"), ..of(1.0) };
        assert_eq!(bound("longer than an hour"), Some(Test::Above { least: hour.clone(), itself: false }));
        assert_eq!(bound("of more than 1 hour"), Some(Test::Above { least: hour, itself: false }));
        assert_eq!(bound("the 3 boats of 1850"), None);
    }

    #[test]
    fn a_number_is_told_by_more_than_its_figure() {
        for question in ["Who signed voucher no. 8?", "Who signed voucher number eight?", "Who signed voucher Nr. 8?"] {
            let words = QuestionWords::of(question);
            assert_eq!((words.all[4].as_str(), words.used[3]), ("8", true), "{question}");
            assert!(!words.has(&WORDS.counting) && !words.has(&WORDS.negating), "{question}");
        }
        assert!(QuestionWords::of("Which vouchers have no owner?").has(&WORDS.without));
    }

    #[test]
    fn what_negates_stands_in_front_with_nothing_between_that_says_something() {
        let mut words = QuestionWords::of("not the least open");
        assert!(words.negated(3) && words.used[0]);
        let mut words = QuestionWords::of("not the lamp is open");
        assert!(!words.negated(4) && !words.used[0]);
    }

    proptest::proptest! {
        #[test]
        fn anything_may_be_asked(question in "\\PC{0,60}|[a-z0-9 ,.£-]{0,60}|((above|not|10|or|more|2024|02|-|May|between|and) ?){0,12}") {
            let mut words = QuestionWords::of(&question);
            let _ = (words.figures(false).len(), words.days().is_some());
        }
    }
}
