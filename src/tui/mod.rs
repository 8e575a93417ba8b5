//! The terminal interface: nested Elm. `run` is the loop: what happens (`msg`) changes the state (`app`) by `update`,
//! which asks for `effect`s, and `screen` draws it. Each pane owns its state, messages, update and view; messages and
//! effects are data; one folder performs effects (`perform`), one touches the terminal (`terminal`), one asks the store
//! (`library`).

mod app;
mod data;
mod effect;
pub mod keys;
mod library;
mod msg;
mod notice;
mod overlays;
mod panes;
mod perform;
mod placing;
mod run;
mod screen;
mod session;
mod terminal;
mod theme;
mod update;
mod widgets;

#[cfg(test)]
mod tests;

use std::path::PathBuf;

pub use run::run;

use crate::config::{Paths, Settings};
use crate::index::Plan;

/// What to open first.
#[derive(Clone, Debug, PartialEq)]
pub enum Opening {
    /// The start screen.
    Start,
    /// An index file that is there.
    Index(PathBuf),
    /// A corpus, indexed first when it has no index yet.
    Corpus(Box<Plan>),
}

/// How the interface is to run.
#[derive(Clone, Debug)]
pub struct Options {
    pub opening: Opening,
    pub paths: Paths,
    pub settings: Settings,
    pub color: bool,
    /// No socket is opened: no model is asked.
    pub offline: bool,
}
