//! What the index has outside of the part that was asked, where that part does not tell, or tells less than the rest.

use super::QueryError;
use crate::judgement::Question;
use crate::model::{Scope, TextUnitId};
use crate::retrieve::Filter;
use crate::store::{Reader, StoreError};
use crate::text::question::Reading;

/// Passages that are counted at most.
const COUNTED: usize = 1_000;

/// Passages that speak of what a question asks.
#[derive(Clone, Copy, Default)]
pub(super) struct Speaking {
    pub outside: u32,
    pub inside: u32,
}

/// How many passages outside and inside of the scope have all words of content of a question; where none outside has,
/// all of the names in it.
pub(super) fn speaking(reader: &Reader, question: &Question, scope: &Scope) -> Result<Speaking, QueryError> {
    let filter = Filter::new(reader, scope)?;
    let reading = Reading::of(&question.asks());
    let holding = |words: &[String]| -> Result<Speaking, StoreError> {
        let mut speaking = Speaking::default();
        for hit in reader.search_units(&words.join(" "), true, 1.0, COUNTED)? {
            match filter.unit(TextUnitId(hit.record.id)) {
                true => speaking.inside += 1,
                false => speaking.outside += 1,
            }
        }
        Ok(speaking)
    };
    match holding(&reading.content)? {
        Speaking { outside: 0, .. } if !reading.names.is_empty() => Ok(holding(&reading.names)?),
        found => Ok(found),
    }
}
