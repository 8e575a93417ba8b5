//! The real program, run on small folders of our own making: what it prints, what it says, how it ends.

mod answers;
mod bad_input;
mod batch;
mod commands;
mod errors;
mod eval;
mod gleaner;
mod hostile;
mod interrupted;
mod models;
mod reading;
#[path = "../rules/mod.rs"]
mod rules;
mod standing;
#[path = "../support/mod.rs"]
mod support;
mod updates;
mod vectors;
