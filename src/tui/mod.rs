//! The terminal interface: nested Elm. Each pane owns its state, messages, update and view; messages and effects are
//! data; one file performs effects (`perform`), one touches the terminal (`terminal`), one folder asks the store
//! (`library`).

mod app;
mod background;
mod data;
mod editor;
mod effect;
mod events;
mod export;
mod foot;
mod head;
mod hints;
mod indexing;
pub mod keys;
mod layout;
mod library;
mod loader;
mod models;
mod msg;
mod nav;
mod overlays;
mod pane_id;
mod panes;
mod perform;
mod plain;
mod regions;
mod run;
mod saved;
mod setup;
mod signals;
mod start;
mod suggestions;
mod terminal;
mod theme;
mod tour;
mod update;
mod view;
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
