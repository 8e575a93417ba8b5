//! The terminal: what is written to it and the state it is put into (`output`), what is read from it (`events`), the
//! signals of the process that runs in it (`signals`), and whether it is light or dark (`background`).

mod background;
mod events;
mod output;
mod signals;

pub use background::{Background, Heard, QUESTION, Reply};
pub use events::{Events, Input};
pub use output::Terminal;
pub use signals::{SignalRequest, Signals, suspend};
