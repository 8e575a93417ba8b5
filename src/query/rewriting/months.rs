//! Questions for a month that tell no year: "What was decided in March?". Where all documents of that month are of one
//! year, that is the year which is meant. Of two days the second may tell the year of both.

use std::collections::BTreeSet;

use crate::model::{EntityType, Span, TraceStep};
use crate::query::context::days::{DATED, days_of_all};
use crate::query::writing::Writing;
use crate::query::{Ask, QueryError};
use crate::store::{DocumentOrder, Reader};
use crate::text::dates::calendar::{CalendarDate, calendar_dates};
use crate::text::dates::month_in_any;
use crate::text::language::word_lists;
use crate::text::numbers::years::is_year;
use crate::text::words::terms::{fold, words};

word_lists! { static WORDS = "months.toml": leading }

/// The question with the year of the month that it names.
pub(in crate::query) fn understood(
    reader: &Reader,
    mut ask: Ask,
    writing: &mut Writing<'_>,
) -> Result<Ask, QueryError> {
    if let Some(told) = of_both(&ask.question.text) {
        writing.trace(TraceStep::Understood { question: told.clone() });
        ask.question.text = told;
    }
    let text = &ask.question.text;
    if ask.scope.from.is_some() || ask.scope.until.is_some() || ask.question.whole_reading().date.is_some() {
        return Ok(ask);
    }
    let Some((span, month)) = bare_month(text) else { return Ok(ask) };
    let name = span.slice(text).unwrap_or_default();
    let named = reader.entity_rows(&reader.entities_named(name)?)?;
    if named.iter().any(|row| row.kind == EntityType::Person) {
        return Ok(ask);
    }
    let [year] = years_of(reader, month)?[..] else { return Ok(ask) };
    let told = format!("{} {year}{}", &text[..span.end], &text[span.end..]);
    writing.trace(TraceStep::Understood { question: told.clone() });
    ask.question.text = told;
    Ok(ask)
}

/// A question of two days of which only the second tells the year, "between 30 January and 3 February 2019", with the
/// year of both: that of the second, or the one before where the first is later in it.
fn of_both(question: &str) -> Option<String> {
    let days = calendar_dates(question);
    let [first, second] = days.as_slice() else { return None };
    let (None, Some(year)) = (first.year, second.year) else { return None };
    let passes = (first.month, first.day) > (second.month, second.day);
    let (front, behind) = question.split_at_checked(first.span.end)?;
    Some(format!("{front} {}{behind}", year - i64::from(passes)))
}

/// The one month that a question names without a day or a year, from 1, and where it does.
fn bare_month(question: &str) -> Option<(Span, u32)> {
    let all: Vec<_> = words(question).collect();
    let number = |at: Option<usize>| {
        at.and_then(|at| all.get(at)).is_some_and(|word| word.text.starts_with(|c: char| c.is_ascii_digit()))
    };
    let capital = |at: usize| all.get(at).is_some_and(|word| word.text.starts_with(char::is_uppercase));
    let months = all.iter().enumerate().filter_map(|(at, word)| {
        let month = month_in_any(&fold(word.text))?;
        let led = at > 0 && WORDS.leading.has(&fold(all[at - 1].text));
        // *April Voss* is somebody, and so may be what a question begins with.
        let named = capital(at) && (capital(at + 1) || at == 1 && capital(0) && !led);
        let meant = at > 0 && (led || capital(at)) && !named;
        meant.then_some((at, word.span, month))
    });
    let months: Vec<_> = months.collect();
    let [(at, span, month)] = months[..] else { return None };
    let dated = number(at.checked_sub(1)) || number(Some(at + 1)) || all.iter().any(|word| is_year(word.text));
    (!dated).then_some((span, month))
}

/// The years in which documents are of a month.
fn years_of(reader: &Reader, month: u32) -> Result<Vec<i64>, QueryError> {
    let ids = reader.document_ids(DocumentOrder::Reading)?;
    if ids.len() > DATED {
        return Ok(Vec::new());
    }
    let documents = reader.documents(&ids)?;
    // A year alone is kept as its first day.
    let told = days_of_all(&documents)
        .map(|(_, day)| CalendarDate::of(day))
        .filter(|day| day.month == month && (day.month, day.day) != (1, Some(1)));
    let years: BTreeSet<i64> = told.filter_map(|day| day.year).collect();
    Ok(years.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_of_two_days_tells_the_year_of_both() {
        let told = |question: &str| of_both(question);
        assert_eq!(
            told("What happened between 30 January and 3 February 2019?").as_deref(),
            Some("What happened between 30 January 2019 and 3 February 2019?")
        );
        assert_eq!(
            told("Who came from 30 December to 2 January 2019?").as_deref(),
            Some("Who came from 30 December 2018 to 2 January 2019?")
        );
        assert_eq!(told("What happened on 3 February 2019?"), None);
        assert_eq!(told("What happened between 3 January 2019 and 4 January 2019?"), None);
    }

    #[test]
    fn a_month_without_a_year_is_one_that_is_no_name_and_no_other_word() {
        let month = |question: &str| bare_month(question).map(|(_, month)| month);
        for (question, told) in [
            ("What was decided in March about the gate?", Some(3)),
            ("Summarise the May minutes", Some(5)),
            ("who resigned in april?", Some(4)),
            ("What was said at the July meeting?", Some(7)),
            ("May the gate be shut?", None),
            ("What may it bring?", None),
            ("What did April Voss say?", None),
            ("What was decided on 3 March?", None),
            ("What was decided in March 1931?", None),
            ("What was decided between March and May?", None),
        ] {
            assert_eq!(month(question), told, "{question}");
        }
    }
}
