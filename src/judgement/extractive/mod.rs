//! The minds that need no model: everything they say is a verbatim span of a document, chosen by weights and
//! statistics.

pub mod analyst;
mod answer;
pub mod answered;
mod correcting;
mod differing;
pub mod drawn;
pub mod embedder;
pub mod extractor;
mod fitting;
mod from_passages;
mod from_points;
pub mod gist;
mod giving;
mod itemised;
mod kind;
mod kind_asked;
#[cfg(test)]
mod leading_tests;
mod named;
pub mod opening;
mod order;
mod otherwise;
mod plainly;
mod precedence;
mod quoting;
mod reaching;
pub mod reporter;
mod section;
pub mod static_vectors;
mod surroundings;
pub mod tabled;
pub mod term_space;
pub mod title;
mod versions;

pub use answer::by_day;
