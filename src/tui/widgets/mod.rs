//! Pieces of interface that panes share. They know roles and rows, and nothing of records, stores or messages.

pub mod distinct;
pub mod dots;
pub mod emoji;
pub mod field;
pub mod find;
pub mod frame;
pub mod markdown;
pub mod moments;
pub mod quote;
pub mod rich;
pub mod scroll;
pub mod spark;
pub mod table;
pub mod window;
pub mod wrap;
