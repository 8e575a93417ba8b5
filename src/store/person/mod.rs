//! What is a person's own and outlives every build: the desk in the index, with chats and where one left, and the file
//! beside it, with kept questions, runs and votes.

mod desk;
mod own_file;

pub use desk::{Chat, Desk, Turn, is_named_by};
pub use own_file::{KeptOutcome, PersonFile, Run, RunAbout, Vote};
