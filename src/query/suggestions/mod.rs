//! Where one can go on: questions to begin with and to ask after an answer, the communities and entities that an answer
//! leads to, and what the index has outside of the part that was asked.

pub(super) mod elsewhere;
pub(super) mod questions;
