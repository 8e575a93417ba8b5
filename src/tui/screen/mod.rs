//! The whole screen: what is drawn where (`view`), the line on top (`head`) and the one below (`foot`, with what it
//! offers in `suggestions`), how panes share the rest (`layout`), and where things came to stand, for the mouse
//! (`regions`) and the letters of links (`hints`).

mod foot;
mod head;
mod hints;
pub mod layout;
mod regions;
mod suggestions;
mod view;

pub use hints::{Hints, Letter, Step};
pub use regions::{Owner, Regions};
pub use view::{draw, peek_area};
