//! Numbers: the figures of a text with what they come to and the units they count, amounts as people read them, and
//! which figures can be years. Numbers as escapes and packed data write them are here as well.

pub mod amounts;
pub mod figures;
pub mod hex;
pub mod units;
pub mod varint;
pub mod years;
