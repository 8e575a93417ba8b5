//! The minds that need no model: everything they say is a verbatim span of a document, chosen by rules and statistics.

pub mod analyst;
pub mod companions;
mod direct;
pub mod embedder;
pub mod extractor;
pub mod focus;
mod lifted;
pub mod quotation;
pub mod relation;
pub mod reporter;
mod said;
mod signs;
pub mod stated;
pub mod term_space;
mod themes;
pub mod title;
