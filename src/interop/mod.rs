//! Other programs' indexes, in and out. In: Microsoft GraphRAG's tables of every generation, LightRAG's and
//! nano-graphrag's working folders, recognised by shape. Out: GraphRAG's tables, GraphML, JSON Lines, Markdown.
//!
//! A foreign index is untrusted and often half of what it should be. Whatever is odd is loaded where it can be, counted
//! and listed ([`account`]), and never fatal; the folder it lies in is only read.

pub mod account;
mod cell;
mod detect;
mod elements;
pub mod export;
mod hierarchy;
mod ids;
pub mod import;
mod literal;
mod locate;
pub mod parquet_out;
mod reports;
mod source;
mod table;
#[cfg(test)]
mod tests;
mod texts;
mod working;

pub use detect::is_foreign_index;
pub use import::{ImportPlan, Imported, import};
pub use source::ImportError;
