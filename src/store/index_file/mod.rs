//! The index file itself: its schema with its migrations, the one connection that writes it, the one that reads it, and
//! what the file says of itself.

mod headers;
mod indexes;
mod meta;
pub(super) mod reader;
pub(super) mod schema;
mod stats;
pub(super) mod writer;
mod writer_thread;

pub use meta::{INPUTS, MODULARITY, Meta, TOKENS};
pub use reader::{Reader, Snapshot};
pub use schema::is_index;
pub use stats::Stats;
pub use writer::Writer;
pub use writer_thread::WriterBehind;
