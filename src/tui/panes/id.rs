//! The panes by name.

use serde::{Deserialize, Serialize};

/// The panes, in the order Tab goes round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PaneId {
    #[default]
    Tree,
    Browser,
    Reader,
    Chat,
    /// What the pile is, over the whole screen: none of the four that one goes round.
    Home,
}

impl PaneId {
    pub const ALL: [PaneId; 4] = [PaneId::Tree, PaneId::Browser, PaneId::Reader, PaneId::Chat];

    pub fn next(self) -> PaneId {
        PaneId::ALL[self.place().map_or(0, |at| (at + 1) % PaneId::ALL.len())]
    }

    pub fn previous(self) -> PaneId {
        PaneId::ALL[(self.place().unwrap_or(0) + PaneId::ALL.len() - 1) % PaneId::ALL.len()]
    }

    fn place(self) -> Option<usize> {
        PaneId::ALL.iter().position(|&pane| pane == self)
    }
}
