//! Gleaner: a terminal program for making sense of a pile of documents.
//!
//! Data flows one way through the layers: a module imports only from those that `ARCHITECTURE.md` lists above its own
//! (`tests/layers.rs` enforces it). The two faces, [`cli`] and [`tui`], never import each other.

pub mod cli;
pub mod config;
pub mod eval;
pub mod graph;
pub mod index;
pub mod ingest;
pub mod interop;
pub mod jobs;
pub mod judgement;
pub mod llm;
pub mod model;
pub mod prompts;
pub mod query;
pub mod retrieve;
pub mod store;
pub mod text;
pub mod tui;
