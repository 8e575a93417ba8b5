//! How panes share the screen (`layout`), and where things came to stand on it, for the mouse (`regions`) and for the
//! letters of links (`hints`).

mod hints;
pub mod layout;
mod regions;

pub use hints::{Hints, Letter, Step};
pub use regions::{Owner, Regions};
