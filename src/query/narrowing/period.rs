//! Questions for one year, quarter or month, for some years, or for what came before or after one: where documents
//! are titled by the period that they are of, as calls, minutes and reports are, those of that period are asked and
//! no others; so are rows of tables and documents that a day is told of, of a month.

use std::collections::BTreeSet;
use std::ops::Range;

use super::documents::WHOLE;
use crate::model::{Document, DocumentId, TextUnitId, TraceStep};
use crate::query::context::days::{DATED, day_of};
use crate::query::context::speaking::have_any;
use crate::query::context::titles::{Titles, periods_of};
use crate::query::rows::condition::Test;
use crate::query::rows::question::{Bounding, QuestionWords};
use crate::query::writing::Writing;
use crate::query::{Ask, QueryError, Session, rows};
use crate::store::{DocumentOrder, Reader};
use crate::text::dates::periods::Periods;
use crate::text::dates::{DAY, are_numbered, date, month_in_any, written, year_at};
use crate::text::question::Reading;
use crate::text::words::terms::is_digits;

/// Years alone tell the documents to ask where at least this part of all are titled by one.
const TITLED: f32 = 0.6;

/// The question within the documents that are titled by the period it names, where something in them has a word of it.
pub(in crate::query) fn narrowed(
    session: &Session,
    titles: &Titles<'_>,
    ask: Ask,
    writing: &mut Writing<'_>,
) -> Result<Ask, QueryError> {
    // What happened on one day is told in documents of later years, too.
    if ask.dated.is_some() {
        return Ok(ask);
    }
    let mut ask = match days_of(&ask.question.asks()) {
        Some(days) => within_days(session, ask, days, writing)?,
        None => ask,
    };
    let text = ask.question.asks().into_owned();
    let asked = Periods::of(&text);
    // A table is asked by its columns of days.
    if asked.quarters.is_empty() && names_a_day(&text) {
        return Ok(ask);
    }
    if asked.years.is_empty() || !ask.scope.names_no_part() || ask.scope.from.is_some() || ask.scope.until.is_some() {
        return Ok(ask);
    }
    let all = titles.all()?;
    let (mut titled, mut of_it): (usize, Vec<DocumentId>) = (0, Vec::new());
    for title in all {
        let told = title.periods();
        titled += usize::from(!told.years.is_empty());
        if asked.are_told_by(&told) {
            of_it.push(title.document);
        }
    }
    let by_period = !asked.quarters.is_empty() || titled as f32 >= TITLED * all.len() as f32;
    if of_it.is_empty() || of_it.len() == all.len() || !by_period || !have_any(titles.reader, &text, &of_it)? {
        return Ok(ask);
    }
    let to = format!("the documents titled by {}: {}", asked.written(), of_it.len());
    writing.trace(TraceStep::Narrowed { to });
    ask.scope.documents = of_it;
    Ok(ask)
}

/// Days that a question sets bounds by, in seconds since 1970 with the end not among them, and where it tells them in
/// bytes.
struct Days {
    from: i64,
    until: i64,
    span: Range<usize>,
    /// They are told in years alone.
    years: bool,
}

/// Reads "in February 2025", "after 2025-02", "before 3 May 2025", "from 2019 to 2024": what names a month, or bounds
/// more than one year. One day alone bounds nothing, as what happened on it is told later; a bare year is a period that
/// titles tell.
fn days_of(question: &str) -> Option<Days> {
    let mut words = QuestionWords::of(question);
    let Bounding { test: Test::Days { from, until }, words: told, .. } = words.days()? else { return None };
    let is_numbered = |word: &str| word.len() == 2 && is_digits(word);
    let of_a_month = |at: usize| month_in_any(&words.all[at]).is_some() || is_numbered(&words.all[at]);
    let named = told.clone().any(of_a_month);
    let several = year_of(from) != year_of(until.saturating_sub(DAY));
    let span = words.bytes(told);
    ((named || several) && until.saturating_sub(from) > DAY).then_some(Days { from, until, span, years: !named })
}

/// The year that a day lies in, where one bounds the time.
fn year_of(seconds: i64) -> Option<i64> {
    let bounds = seconds != i64::MIN && seconds < i64::MAX - DAY;
    bounds.then(|| year_at(seconds))
}

/// True where a question names one day: "on 3 May 2025".
fn names_a_day(question: &str) -> bool {
    let days = QuestionWords::of(question).days();
    matches!(days, Some(Bounding { test: Test::Days { from, until }, .. }) if until.saturating_sub(from) <= DAY)
}

/// The question within the documents of some days, where some are told to be of them and others not.
fn within_days(session: &Session, mut ask: Ask, days: Days, writing: &mut Writing<'_>) -> Result<Ask, QueryError> {
    let reader = &*session.reader;
    // What is asked of documents of a kind is asked of those of the days among them.
    let ids = match ask.scope.documents.is_empty() {
        true => reader.document_ids(DocumentOrder::Reading)?,
        false => ask.scope.documents.clone(),
    };
    let of_parts = !ask.scope.communities.is_empty() || !ask.scope.folders.is_empty();
    if of_parts || ask.scope.from.is_some() || ask.scope.until.is_some() || ids.len() > DATED {
        return Ok(ask);
    }
    // A table is asked by its columns of days.
    if rows::answer(session, &ask.question.asks())? {
        return Ok(ask);
    }
    let documents = reader.documents(&ids)?;
    let numbered = are_numbered(documents.iter().map(|document| document.path.as_str()));
    let within = |day: i64| (days.from..days.until).contains(&day);
    // Of a year that a title tells without a day all has to lie within.
    let year_within = |year: &u16| {
        let [first, last] = [(1, 1), (12, 31)].map(|(month, day)| date(i64::from(*year), month, day));
        first.is_some_and(within) && last.is_some_and(within)
    };
    let dated = |document: &Document| match day_of(document, numbered) {
        Some(day) => Some(within(day)),
        None => {
            let years = periods_of(&document.title, &document.path).years;
            (!years.is_empty()).then(|| years.iter().any(year_within))
        }
    };
    let told = documents.iter().filter(|document| dated(document).is_some()).count();
    if days.years && (told as f32) < TITLED * documents.len() as f32 {
        return Ok(ask);
    }
    let of_it = |document: &&Document| dated(document) == Some(true);
    let found: Vec<DocumentId> = documents.iter().filter(of_it).map(|document| document.id).collect();
    if found.is_empty() || found.len() == documents.len() {
        return Ok(ask);
    }
    let text = ask.question.asks().into_owned();
    let (front, behind) = (&text[..days.span.start], &text[days.span.end..]);
    let rest = format!("{}{behind}", front.trim_end());
    let whole = Reading::of(&rest).is_empty();
    ask.question.looked_for = Some(if whole { WHOLE.to_owned() } else { rest });
    let written = |day: i64| match year_of(day).filter(|_| days.years) {
        Some(year) => year.to_string(),
        None => written(day),
    };
    let told = match (days.from, days.until) {
        (i64::MIN, until) => format!("before {}", written(until)),
        (from, i64::MAX) => format!("from {}", written(from)),
        (from, until) => format!("from {} to {}", written(from), written(until - DAY)),
    };
    let to = format!("the documents {told}: {}", found.len());
    writing.trace(TraceStep::Narrowed { to });
    ask.scope.documents = found;
    Ok(ask)
}

/// True where of the documents that are of a date, and those that tell of it, one of the latter has most of what a
/// question asks besides.
pub(super) fn is_told_elsewhere(
    reader: &Reader,
    rest: &str,
    of_it: &[DocumentId],
    telling: &BTreeSet<DocumentId>,
) -> Result<bool, QueryError> {
    let all: Vec<DocumentId> = of_it.iter().chain(telling).copied().collect();
    let best = reader.search_units_within(&Reading::of(rest).content.join(" "), 1.0, &reader.unit_ids_of(&all)?, 1)?;
    let best = reader.text_units(&best.iter().map(|hit| TextUnitId(hit.record.id)).collect::<Vec<_>>())?;
    Ok(best.first().is_some_and(|unit| !of_it.contains(&unit.document)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_day_is_no_period() {
        assert!(names_a_day("Who left on 3 May 2025?") && names_a_day("What happened on 2025-05-03?"));
        assert!(
            !names_a_day("Who left in May 2025?") && !names_a_day("Who left in 2025?") && !names_a_day("Who left?")
        );
    }

    #[test]
    fn days_are_read_where_a_month_is_named() {
        let read = |question: &str| {
            let Days { from, until, span, .. } = days_of(question)?;
            let day = |seconds: i64| (seconds != i64::MIN && seconds != i64::MAX).then_some(seconds / DAY);
            Some((day(from), day(until), question[span].to_owned()))
        };
        let (february, march) = (Some(20_120), Some(20_148));
        assert_eq!(read("What happened in February 2025?"), Some((february, march, "in February 2025".to_owned())));
        assert_eq!(read("What was logged in 2025-02?"), Some((february, march, "in 2025-02".to_owned())));
        assert_eq!(read("Was geschah im Februar 2025?").map(|found| found.0), Some(february));
        let years = Some((Some(17_897), Some(20_089), "from 2019 to 2024".to_owned()));
        assert_eq!(read("How did growth develop from 2019 to 2024?"), years);
        assert_eq!(read("What was passed since 2019?").map(|found| (found.0, found.1)), Some((Some(17_897), None)));
        assert_eq!(read("What came after February 2025?"), Some((march, None, "after February 2025".to_owned())));
        for question in
            ["What happened on 3 February 2025?", "What was logged on 2025-02-03?", "In 2025?", "What may it bring?"]
        {
            assert_eq!(read(question), None, "{question}");
        }
    }
}
