//! Numbers: the figures of a text with what they come to and the units they count, and amounts as people read them.
//! Numbers as escapes and packed data write them are here as well.

pub mod amounts;
pub mod figures;
pub mod hex;
pub mod units;
pub mod varint;
