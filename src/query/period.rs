//! Questions for one year, quarter or month: where documents are titled by the period that they are of, as calls, minutes and
//! reports are, those of that period are asked and no others; so are rows of tables and documents that a day is told of, of
//! a month.

use unicode_segmentation::UnicodeSegmentation;

use super::titled::WHOLE;
use super::titles::Titles;
use super::writing::Writing;
use super::{Ask, QueryError};
use crate::model::{Document, DocumentId, TraceStep};
use crate::store::{DocumentOrder, Reader};
use crate::text::dates::{are_numbered, civil, told, year_of};
use crate::text::language::packs;
use crate::text::periods::Periods;
use crate::text::question::Reading;

/// Documents whose days are looked at.
const DATED: usize = 20_000;
/// A year alone tells the documents to ask where at least this part of all are titled by one.
const TITLED: f32 = 0.6;

/// The question within the documents that are titled by the period it names, where something in them has a word of it.
pub(super) fn narrowed(titles: &Titles<'_>, ask: Ask, writing: &mut Writing<'_>) -> Result<Ask, QueryError> {
    let mut ask = match month_of(&ask.question.text) {
        Some(month) => within_month(titles.reader, ask, month, writing)?,
        None => ask,
    };
    let asked = Periods::of(&ask.question.text);
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
    if of_it.is_empty() || of_it.len() == all.len() || !by_period || !speaks(titles.reader, &ask.question.text, &of_it)?
    {
        return Ok(ask);
    }
    let documents =
        if of_it.len() == 1 { "one document is".to_owned() } else { format!("{} documents are", of_it.len()) };
    writing.trace(TraceStep::Note { text: format!("asked of what its period titles: {documents}") });
    ask.scope.documents = of_it;
    Ok(ask)
}

/// A month that a question names, and where it stands in it.
struct Month {
    year: i64,
    month: u32,
    span: std::ops::Range<usize>,
}

/// Reads "February 2025", "2025-02": a month with its year beside it.
fn month_of(question: &str) -> Option<Month> {
    let all: Vec<(usize, &str)> = question.unicode_word_indices().collect();
    let end = |&(at, word): &(usize, &str)| at + word.len();
    let year = |word: &str| year_of(word).map(i64::from);
    all.windows(2).find_map(|pair| {
        let [one, other] = pair else { return None };
        let between = &question[end(one)..other.0];
        let (year, month) = match (year(one.1), year(other.1)) {
            (None, Some(year)) if between.trim_matches([',', '.']).trim().is_empty() => (year, month_named(one.1)?),
            (Some(year), None) if between == "-" && other.1.len() == 2 => (year, other.1.parse().ok()?),
            _ => return None,
        };
        // "3 February 2025" names a day.
        let of_a_day = question[..one.0].trim_end().ends_with(|c: char| c.is_ascii_digit() || c == '.')
            || question[end(other)..].starts_with('-');
        ((1..=12).contains(&month) && !of_a_day).then(|| Month { year, month, span: one.0..end(other) })
    })
}

/// The month that a word names in some language.
fn month_named(word: &str) -> Option<u32> {
    let lower = word.to_lowercase();
    packs().iter().find_map(|pack| pack.month(&lower))
}

/// The question within the documents of a month, where some are told to be of it and others not.
fn within_month(reader: &Reader, mut ask: Ask, month: Month, writing: &mut Writing<'_>) -> Result<Ask, QueryError> {
    let ids = reader.document_ids(DocumentOrder::Reading, "")?;
    if !ask.scope.names_no_part() || ask.scope.from.is_some() || ask.scope.until.is_some() || ids.len() > DATED {
        return Ok(ask);
    }
    let documents = reader.documents(&ids)?;
    let numbered = are_numbered(documents.iter().map(|document| document.path.as_str()));
    let of_it = |document: &&Document| {
        let day = match document.is_row() {
            true => document.modified,
            false => told(&document.title, &document.path, numbered),
        };
        day.map(|seconds| civil(seconds.div_euclid(86_400)))
            .is_some_and(|(year, of_year, _)| (year, of_year) == (month.year, i64::from(month.month)))
    };
    let found: Vec<DocumentId> = documents.iter().filter(of_it).map(|document| document.id).collect();
    if found.is_empty() || found.len() == documents.len() {
        return Ok(ask);
    }
    let (front, behind) = (&ask.question.text[..month.span.start], &ask.question.text[month.span.end..]);
    let rest = format!("{}{behind}", front.trim_end());
    let whole = Reading::of(&rest).is_empty();
    ask.question.looked_for = Some(if whole { WHOLE.to_owned() } else { rest });
    let text = format!("asked of the documents of {}-{:02}: {}", month.year, month.month, found.len());
    writing.trace(TraceStep::Note { text });
    ask.scope.documents = found;
    Ok(ask)
}

/// True where some documents have a word that is asked about.
pub(super) fn speaks(reader: &Reader, question: &str, documents: &[DocumentId]) -> Result<bool, QueryError> {
    let reading = Reading::of(question);
    let is_period = |word: &str| {
        let periods = Periods::of(word);
        !periods.years.is_empty() || !periods.quarters.is_empty()
    };
    let words: Vec<&str> = reading.content.iter().map(String::as_str).filter(|word| !is_period(word)).collect();
    if words.is_empty() {
        return Ok(true);
    }
    let mut units: Vec<u32> = Vec::new();
    for &document in documents {
        units.extend(reader.units_of_document(document)?.iter().map(|unit| unit.id.0));
    }
    units.sort_unstable();
    Ok(!reader.search_units_within(&words.join(" "), 1.0, &units, 1)?.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_read_with_its_year() {
        let read =
            |question: &str| month_of(question).map(|found| (found.year, found.month, question[found.span].to_owned()));
        assert_eq!(read("What happened in February 2025?"), Some((2025, 2, "February 2025".to_owned())));
        assert_eq!(read("What was logged in 2025-02?"), Some((2025, 2, "2025-02".to_owned())));
        assert_eq!(read("Was geschah im Februar 2025?").map(|found| found.1), Some(2));
        for question in
            ["What happened on 3 February 2025?", "What may 2025 bring", "What was logged on 2025-02-03?", "In 2025?"]
        {
            assert!(read(question).is_none_or(|found| found.1 == 5), "{question}");
        }
    }
}
