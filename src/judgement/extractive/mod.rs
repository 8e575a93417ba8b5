//! The minds that need no model: everything they say is a verbatim span of a document, chosen by rules and statistics.
pub mod term_space;
