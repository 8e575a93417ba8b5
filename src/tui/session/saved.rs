//! Where one left, to come back to.

use serde::{Deserialize, Serialize};

use crate::model::{Kind, Ref};
use crate::tui::data::{Column, Parent, Part, TreeSort};
use crate::tui::panes::PaneId;
use crate::tui::panes::chat::Kept;
use crate::tui::panes::nav::History;
use crate::tui::placing::layout::Splits;

/// The conversation that one was in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum InChat {
    /// Whichever was begun last.
    #[default]
    Latest,
    /// One of which nothing is kept yet.
    New,
    Kept(i64),
}

/// What is kept between two runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Saved {
    pub history: History,
    pub focus: PaneId,
    pub companion: PaneId,
    pub zoom: bool,
    pub splits: Splits,
    pub tree_sort: TreeSort,
    /// Branches of the tree that are open.
    pub unfolded: Vec<Parent>,
    pub browser: Option<(Kind, Column, bool)>,
    /// What its list is narrowed to.
    pub parts: Vec<Part>,
    /// The build whose news were looked at.
    pub seen: String,
    /// Records that were read.
    pub read: Vec<Ref>,
    /// The question that is not asked yet.
    pub asking: Box<Kept>,
    /// The conversation that was gone on with.
    pub chat: InChat,
    /// The build whose news were offered.
    pub told: String,
}
