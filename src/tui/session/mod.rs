//! One person's way through an index, from the first start to coming back: the start screen (`start`), the first walk
//! (`tour`), where one is and was (`nav`), and what of that is kept for the next time (`saved`).

mod nav;
mod saved;
pub mod start;
pub mod tour;

pub use nav::{Chatting, Drawn, History, Location, ReadingPlace};
pub use saved::{InChat, Saved};
