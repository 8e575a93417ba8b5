//! The build, readable top to bottom: ingest → extract → merge → cluster → report → embed. Resumable.

pub mod cluster;
pub mod embed;
pub mod links;
pub mod report;
#[cfg(test)]
mod report_tests;
mod sentences;
mod topics;
