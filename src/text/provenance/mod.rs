//! The way back from a document's text to the file it was made of: to bytes where the file is text, to a page, a sheet
//! or a message where it is not.

pub mod landmarks;
pub mod span_map;
