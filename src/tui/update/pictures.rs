//! The graph and the timeline: what they are opened on, and what follows from what is done in them.

use crate::model::{CommunityId, DocumentId, EntityId, Kind, Ref, Scope};
use crate::tui::app::App;
use crate::tui::data::{GraphOf, Lane, Request};
use crate::tui::effect::Effect;
use crate::tui::keys::Command;
use crate::tui::overlays::{Overlay, graph, timeline};
use crate::tui::panes::PaneId;

impl App {
    /// Opens the graph of what has the focus: around an entity, inside a community, else of all communities.
    pub(super) fn open_graph(&mut self, effects: &mut Vec<Effect>) {
        let of = match self.focused_ref() {
            Some(Ref { kind: Kind::Entity, id, .. }) => GraphOf::Around(EntityId(id), 1),
            Some(Ref { kind: Kind::Report, id, .. }) if self.focus == PaneId::Reader => {
                GraphOf::Communities(Some(CommunityId(id)))
            }
            // In the tree it is the map of what one sees there.
            Some(Ref { kind: Kind::Report, id, .. })
                if self.tree.selected().is_some_and(|node| node.depth > 0 || node.open) =>
            {
                GraphOf::Communities(Some(CommunityId(id)))
            }
            _ => GraphOf::Communities(None),
        };
        let state = graph::State::new(of);
        let outcome = state.load();
        self.overlays.push(Overlay::Graph(Box::new(state)));
        self.carry_out(outcome, effects);
    }

    pub(super) fn open_timeline(&mut self, effects: &mut Vec<Effect>) {
        self.overlays.push(Overlay::Timeline(timeline::State::new()));
        self.load(Lane::Timeline, Request::Timeline, effects);
    }

    /// Runs a command in the graph or the timeline; false when it is none of theirs.
    pub(super) fn picture_command(&mut self, command: Command, effects: &mut Vec<Effect>) -> bool {
        match (self.overlays.last_mut(), command) {
            (Some(Overlay::Graph(_)), Command::Escape) => return false,
            (Some(Overlay::Graph(state)), command) => {
                let outcome = state.command(command);
                self.carry_out(outcome, effects);
            }
            (Some(Overlay::Timeline(state)), Command::Grain) => state.next_grain(),
            (Some(Overlay::Timeline(state)), Command::Mark) => state.mark(),
            (Some(Overlay::Timeline(state)), Command::Open | Command::AskHere) => {
                let Some((documents, label)) = state.span() else { return true };
                self.overlays.clear();
                if command == Command::Open {
                    let outcome = self.browser.show_within(documents, label);
                    self.carry_out(outcome, effects);
                    self.go_to(PaneId::Browser);
                } else {
                    let documents = documents.into_iter().map(DocumentId).collect();
                    self.chat.set_scope(Scope { documents, ..Scope::default() }, label);
                    self.go_to(PaneId::Chat);
                    self.chat.typing = true;
                }
            }
            _ => return false,
        }
        true
    }
}
