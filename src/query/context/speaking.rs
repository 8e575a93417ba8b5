//! Whether documents speak of what a question asks.

use crate::model::DocumentId;
use crate::query::QueryError;
use crate::store::Reader;
use crate::text::dates::periods::Periods;
use crate::text::question::{Reading, is_of_parts};

/// Part of a question's words that the documents of a day have to have, where nothing else is of that day but they.
pub(in crate::query) const SPEAKS: f32 = 0.5;

/// True where some documents have a word that is asked about.
pub(in crate::query) fn have_any(
    reader: &Reader,
    question: &str,
    documents: &[DocumentId],
) -> Result<bool, QueryError> {
    let reading = Reading::of(question);
    let is_period = |word: &str| {
        let periods = Periods::of(word);
        !periods.years.is_empty() || !periods.quarters.is_empty()
    };
    let words: Vec<&str> = reading.content.iter().map(String::as_str).filter(|word| !is_period(word)).collect();
    if words.is_empty() {
        return Ok(true);
    }
    let units = reader.unit_ids_of(documents)?;
    Ok(!reader.search_units_within(&words.join(" "), 1.0, &units, 1)?.is_empty())
}

/// True where documents have half of the words that a question asks for besides their day.
pub(in crate::query) fn have_half(reader: &Reader, rest: &str, documents: &[DocumentId]) -> Result<bool, QueryError> {
    let mut content = Reading::of(rest).content;
    // A list of tasks has seldom the word.
    content.retain(|word| !is_of_parts(word));
    let units = reader.unit_ids_of(documents)?;
    let mut found = 0;
    for word in &content {
        found += usize::from(!reader.search_units_within(word, 1.0, &units, 1)?.is_empty());
    }
    Ok(found as f32 >= SPEAKS * content.len() as f32)
}
