//! Full text + vectors + graph → ranked records. Everything here reads one `Reader`, keeps no state between calls and
//! loads nothing whole, so that a question is answered in milliseconds by a new process.
//!
//! For the engines:
//! - [`Query::read`] reads a question against an index: words with what they weigh, names with whom they mean;
//! - [`Filter::new`] works out a scope;
//! - [`passages()`] gives text units, each with a score and how it was found; [`nearest`] the records of a kind that
//!   mean something like the question;
//! - [`local()`] gathers passages, entities, relationships and reports for a local answer.
//!
//! - [`systems`] are the retrieval systems of the literature, and [`segments()`] joins a ranking's neighbours.
//!
//! [`search()`] is the command's: records of the kinds asked for in one list, with titles and snippets.

mod compounds;
mod grains;
mod local;
mod passages;
mod query;
mod records;
mod scope;
mod search;
mod segments;
mod snippet;
pub mod systems;
#[cfg(test)]
mod tests;
mod vectors;
mod walk;
pub mod weights;

pub use compounds::parts;
pub use local::{Local, LocalLimits, local};
pub use passages::{FoundPassage, nearest_within, passages};
pub use query::{Query, QueryName, QueryTerm, other_forms};
pub use records::FoundRecord;
pub use scope::Filter;
pub use search::{Hit, search, search_by};
pub use segments::{Segment, segments};
pub use snippet::snippet;
pub use systems::System;
pub use vectors::nearest;

/// What the scores of a ranking are shares of: the score of its first, above zero; of none at all, 1.
pub fn best_score(first: Option<f32>) -> f32 {
    first.unwrap_or(1.0).max(f32::MIN_POSITIVE)
}
