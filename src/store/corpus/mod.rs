//! The rows of what was read: files, documents with their text and their sentences, the text units they are cut into,
//! and the links from one document to another.

pub(super) mod documents;
mod files;
mod links;
pub(crate) mod sentences;
pub(super) mod units;

pub use documents::{DocumentOrder, DocumentRow, StoredDocument, TitledDocument, WayBack, WholeDocument};
pub use files::{FileRecord, FileStatus};
pub use links::Link;
