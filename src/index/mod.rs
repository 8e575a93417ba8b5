//! The build, readable top to bottom: ingest → extract → merge → cluster → report → embed. Resumable.

pub mod cluster;
pub mod embed;
pub mod links;
pub mod report;
mod sentences;
mod topics;

#[cfg(test)]
mod report_tests;
