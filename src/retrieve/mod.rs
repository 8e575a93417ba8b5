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

use serde::Serialize;

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

/// How a record was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// The query names it.
    Name(String),
    /// It holds the query's words.
    Words,
    /// It means something like the query.
    Meaning,
    /// Something found names it, or shares this name with it.
    Way(String),
}

impl std::fmt::Display for How {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            How::Name(_) => f.write_str("by name"),
            How::Words => f.write_str("full text"),
            How::Meaning => f.write_str("by likeness"),
            How::Way(name) => write!(f, "by way of {name}"),
        }
    }
}

impl Serialize for How {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
