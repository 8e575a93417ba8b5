//! What the index has outside of the part that was asked, where that part does not tell.

use super::QueryError;
use crate::judgement::Question;
use crate::model::{Scope, TextUnitId};
use crate::retrieve::Filter;
use crate::store::{Reader, StoreError};
use crate::text::question::Reading;

/// Passages that are counted at most.
const COUNTED: usize = 1_000;

/// How many passages outside of the scope have all words of content of a question; where none has, all of the names in
/// it.
pub(super) fn speaking(reader: &Reader, question: &Question, scope: &Scope) -> Result<u32, QueryError> {
    let filter = Filter::new(reader, scope)?;
    let reading = Reading::of(&question.asks());
    let holding = |words: &[String]| -> Result<u32, StoreError> {
        let found = reader.search_units(&words.join(" "), true, 1.0, COUNTED)?;
        let outside = found.iter().filter(|hit| !filter.unit(TextUnitId(hit.record.id)));
        Ok(u32::try_from(outside.count()).unwrap_or(u32::MAX))
    };
    match holding(&reading.content)? {
        0 if !reading.names.is_empty() => Ok(holding(&reading.names)?),
        found => Ok(found),
    }
}
