//! Questions for one year or quarter: where documents are titled by the period that they are of, as calls, minutes and reports
//! are, those of that period are asked and no others.

use super::titles::Titles;
use super::writing::Writing;
use super::{Ask, QueryError};
use crate::model::{DocumentId, TraceStep};
use crate::store::Reader;
use crate::text::periods::Periods;
use crate::text::question::Reading;

/// A year alone tells the documents to ask where at least this part of all are titled by one.
const TITLED: f32 = 0.6;

/// The question within the documents that are titled by the period it names, where something in them has a word of it.
pub(super) fn narrowed(titles: &Titles<'_>, mut ask: Ask, writing: &mut Writing<'_>) -> Result<Ask, QueryError> {
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
