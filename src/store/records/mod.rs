//! What records of every kind have in common: each is read whole by its `Ref`, has its words as plain text, and may
//! have a gist.

mod gists;
mod record;
mod wording;

pub use record::{Neighbour, Place, Provenance, Record, RecordBody};
