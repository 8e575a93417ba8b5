//! The whole screen: what is drawn where (`view`), the line on top (`head`) and the one below (`foot`, with what it
//! offers in `suggestions`), and above that the step of the first walk (`tour`).

mod foot;
mod head;
mod suggestions;
mod tour;
mod view;

pub use view::{draw, peek_area};
