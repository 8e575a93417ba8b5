//! Where one is in the index, where one was, and what was left to come back to.

use std::collections::HashSet;
use std::time::Instant;

use crate::model::{EntityId, Ref};
use crate::tui::overlays::Overlay;
use crate::tui::panes::nav::History;
use crate::tui::panes::{PaneId, browser, reader};

/// The records that one goes through, whether in the reader, in a list or in a picture of the graph.
#[derive(Default)]
pub struct Navigation {
    pub history: History,
    /// The record that the reader shows because a list stands on it: no place one has gone to yet.
    pub previewing: Option<Ref>,
    pub visited: Visited,
    /// The row that the focused list stood on when it was last looked at.
    pub pointed: Option<Ref>,
    /// What a list in front stands on, shown beside it.
    pub beside: Option<Box<reader::State>>,
    pub left: Left,
    /// The entity that a way to another is looked for from. It outlives the graph, so that the other end can be looked
    /// for anywhere.
    pub way_from: Option<(EntityId, String)>,
}

/// What of the index was looked at.
#[derive(Debug, Default)]
pub struct Visited {
    /// Records that were read: gone to, not only passed by.
    pub read: HashSet<Ref>,
    /// Those of them that are not kept yet.
    pub unkept: Vec<Ref>,
    /// Records that answers cite.
    pub used: HashSet<Ref>,
    /// A record that a key reads on to, and since when it is shown: whoever only passes it has not read it.
    pub glanced: Option<(Ref, Instant)>,
}

/// What one left for something else, to come back to.
#[derive(Debug, Default)]
pub struct Left {
    /// The pane that one left for the home page, and what its list stood on.
    pub for_home: Option<(PaneId, Option<Ref>)>,
    /// The pane where a question was begun about what is there: whoever leaves it unwritten is there again.
    pub to_ask: Option<PaneId>,
    /// Answers side by side, two documents compared, or a timeline, that one left for a record.
    pub compared: Option<Overlay>,
    /// The timeline that one left for the documents of a time.
    pub told: Option<Box<Told>>,
}

/// A timeline or the home page, and what was there before something was listed from it.
#[derive(Debug)]
pub struct Told {
    /// The timeline in front, and what it was opened over.
    pub overlays: Vec<Overlay>,
    /// What the browser shows while that is listed.
    pub listed: browser::Listing,
    pub browser: browser::State,
    /// The pane that it was opened in, and what its list stood on.
    pub from: (PaneId, Option<Ref>),
}
