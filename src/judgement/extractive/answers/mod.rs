//! Answers: how one is put together of what was found. Those made of passages are `from_passages`, those made of the
//! points of the map step `from_points`, those of counted rows `answer`, which also writes all of them down; what is
//! said where nothing answers is `nearest`. In which order the passages stand, where it is not that of how well they
//! answer, is `order`.

pub(super) mod answer;
pub(super) mod from_passages;
pub(super) mod from_points;
#[cfg(test)]
mod leading_tests;
mod nearest;
mod order;
