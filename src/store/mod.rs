//! The index file: one SQLite database. The only place that speaks SQL.
//!
//! A build is written beside the index, under [`build::BuildFile`]'s name, and takes the index's place when it is
//! whole, so that an index that works is never lost to one that does not. [`Writer`] (one) writes a build, [`Reader`]
//! (shared between threads, interruptible) reads an index, [`Desk`] keeps chats and where one left,
//! [`Ledger`] what was paid for.
//!
//! Each noun has a file with its rows, what `Writer` writes of it, and what `Reader` reads of it. Readers give ordered
//! id lists and rows by id; nothing returns a whole table of text.

mod behind;
mod build;
mod claims;
mod communities;
mod desk;
mod documents;
mod entities;
mod error;
mod files;
mod gists;
mod gone;
mod held;
mod indexes;
mod ledger;
mod links;
mod meta;
mod own_file;
mod reader;
mod records;
mod relationships;
mod schema;
mod search;
pub(crate) mod sentences;
mod shown;
mod stages;
mod stats;
mod structures;
mod subjects;
#[cfg(test)]
pub(crate) mod tests;
mod units;
mod updates;
mod vectors;
mod wording;
mod writer;

pub use behind::WriterBehind;
pub use build::BuildFile;
pub use communities::{CommunityRow, LevelCount};
pub use desk::{Chat, Desk, Turn, is_named_by};
pub use documents::{DocumentOrder, DocumentRow, StoredDocument, TitledDocument, WayBack, WholeDocument};
pub use entities::{EntityOrder, EntityRow};
pub use error::StoreError;
pub use files::{FileRecord, FileStatus};
pub use ledger::{About, Kept, Ledger, LedgerCounts, LedgerRow, LedgerState, LeftAside};
pub use links::Link;
pub use meta::{INPUTS, MODULARITY, Meta, TOKENS};
pub use own_file::{KeptOutcome, PersonFile, Run, RunAbout, Vote};
pub use reader::{Reader, Snapshot};
pub use records::{Neighbour, Place, Provenance, Record, RecordBody};
pub use relationships::{RelationshipOrder, RelationshipRow};
pub use schema::is_index;
pub use search::{Hit, is_indexed_in_pairs, row_of_words, search_text};
pub use stages::StageMark;
pub use stats::Stats;
pub use structures::{StructureRow, TreeChild, TreeNode};
pub use subjects::SubjectName;
pub use updates::{Change, KeptDocument, News};
pub use vectors::{StoredTerm, Vectors, dequantise, dot, quantise};
pub use writer::Writer;

/// What every call on the store returns.
pub type Result<T> = std::result::Result<T, StoreError>;
