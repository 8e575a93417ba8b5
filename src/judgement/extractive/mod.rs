//! The minds that need no model: everything they say is a verbatim span of a document, chosen by weights and statistics.

pub mod analyst;
mod answer;
pub mod drawn;
pub mod embedder;
pub mod extractor;
mod lifted;
pub mod quotation;
pub mod reporter;
mod said;
pub mod term_space;
pub mod title;
