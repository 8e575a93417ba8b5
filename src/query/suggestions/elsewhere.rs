//! What the index has outside of the part that was asked, where that part does not tell, or tells less than the rest.

use crate::judgement::Question;
use crate::model::{Scope, TextUnitId};
use crate::query::QueryError;
use crate::retrieve::Filter;
use crate::store::{Reader, StoreError};

/// Passages that are counted at most.
const COUNTED: usize = 1_000;

/// Passages that speak of what a question asks.
#[derive(Clone, Copy, Default)]
pub(in crate::query) struct Speaking {
    pub outside: u32,
    pub inside: u32,
}

/// How many passages outside and inside of the scope have all words of content of a question; where none outside has,
/// all of the names in it, or all of its words but one.
pub(in crate::query) fn speaking(reader: &Reader, question: &Question, scope: &Scope) -> Result<Speaking, QueryError> {
    let filter = Filter::new(reader, scope)?;
    let reading = question.reading();
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
        Speaking { outside: 0, inside: 0 } => Ok(most_of(&reading.content, &holding)?),
        found => Ok(found),
    }
}

/// The same of all words but one, where no passage has them all: of the word without which most is found outside.
fn most_of(
    words: &[String],
    holding: &dyn Fn(&[String]) -> Result<Speaking, StoreError>,
) -> Result<Speaking, StoreError> {
    let mut best = Speaking::default();
    // One word alone says nothing of what two ask.
    for left_out in (0..words.len()).filter(|_| words.len() > 2) {
        let rest: Vec<String> =
            words.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, w)| w.clone()).collect();
        let found = holding(&rest)?;
        if found.outside > best.outside {
            best = found;
        }
    }
    Ok(best)
}
