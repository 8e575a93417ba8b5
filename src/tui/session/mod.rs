//! One person's way to an index and back to it: the start screen (`start`), and what is kept for the next time
//! (`saved`).

mod saved;
pub mod start;

pub use saved::{InChat, Saved};
