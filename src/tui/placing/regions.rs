//! Where the panes and what can be clicked came to stand.

use ratatui::layout::Rect;

use crate::tui::panes::{PaneId, Target};

/// Where things came to stand in the last frame, for the mouse and the hint letters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Regions {
    pub panes: Vec<(PaneId, Rect)>,
    pub targets: Vec<(Owner, Rect, Target)>,
    pub cursor: Option<(u16, u16)>,
    /// What the foremost overlay covers.
    pub front: Option<Rect>,
}

/// Whose target it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Pane(PaneId),
    /// The foremost overlay, or the start screen.
    Front,
    /// The lines above and below the panes.
    Bars,
}
