//! The index file: one SQLite database. The only place that speaks SQL.
//!
//! A build is written beside the index, under [`BuildFile`]'s name, and takes the index's place when it is whole, so
//! that an index that works is never lost to one that does not. [`Writer`] (one) writes a build, [`Reader`] (shared
//! between threads, interruptible) reads an index, [`Desk`] keeps chats and where one left, [`Ledger`] what was paid
//! for.
//!
//! Each noun has a file with its rows, what `Writer` writes of it, and what `Reader` reads of it, in the folder of its
//! kind. Readers give ordered id lists and rows by id; nothing returns a whole table of text.

mod build;
mod corpus;
mod error;
mod graph;
mod index_file;
mod person;
mod records;
mod search;
#[cfg(test)]
pub(crate) mod tests;

pub use build::{
    About, BuildFile, Change, Kept, KeptDocument, Ledger, LedgerCounts, LedgerRow, LedgerState, LeftAside, News,
    StageMark,
};
pub(crate) use corpus::sentences;
pub use corpus::{
    DocumentOrder, DocumentRow, FileRecord, FileStatus, Link, StoredDocument, TitledDocument, WayBack, WholeDocument,
};
pub use error::StoreError;
pub use graph::{CommunityRow, EntityOrder, EntityRow, LevelCount, RelationshipOrder, RelationshipRow};
pub use index_file::{INPUTS, MODULARITY, Meta, Reader, Snapshot, Stats, TOKENS, Writer, WriterBehind, is_index};
pub use person::{Chat, Desk, KeptOutcome, PersonFile, Run, RunAbout, Turn, Vote, is_named_by};
pub use records::{Neighbour, Place, Provenance, Record, RecordBody};
pub use search::{
    Hit, StoredTerm, StructureRow, SubjectName, TreeChild, TreeNode, Vectors, dequantise, dot, is_indexed_in_pairs,
    quantise, row_of_words, search_text,
};

/// What every call on the store returns.
pub type Result<T> = std::result::Result<T, StoreError>;
