//! How a text is laid out: its lines, the blocks they make (paragraphs, headings, lists, rows, furniture), the
//! sentences of these, and the chunks that sentences are put together to. Tells what is running text from what stands
//! beside it. [`structure`] is the way in for everybody who has a text; who says a sentence it asks of `text/speakers`.

pub mod aside;
pub mod blocks;
pub mod boxes;
pub mod cells;
pub mod chunk;
mod definitions;
mod items;
pub mod labels;
pub(crate) mod line_kinds;
pub mod line_spacing;
mod listing;
mod numbered_headings;
pub mod sentences;
mod stop_headings;
pub mod structure;
mod tight_headings;
