//! The minds that need no model: everything they say is a verbatim span of a document, chosen by weights and
//! statistics. The analyst (`analyst`) answers questions, the extractor finds names, the reporter (`summaries`) writes
//! reports, the embedder (`vectors`) tells what is like what.

pub mod analyst;
mod answers;
mod contradictions;
pub mod extractor;
pub mod quotes;
pub mod relevance;
pub mod summaries;
pub mod vectors;

pub use answers::answer::by_day;
