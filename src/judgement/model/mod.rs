//! The minds that ask a model.

pub mod parse;
