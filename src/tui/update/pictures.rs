//! The graph and the timeline: what they are opened on, what follows from what is done in them, and the way back.

use std::sync::Arc;

use crate::model::{CommunityId, DocumentId, EntityId, Kind, Ref, Scope};
use crate::tui::app::{App, Told};
use crate::tui::data::{GraphOf, Hit, Lane, Narrow, Part, Request};
use crate::tui::effect::Effect;
use crate::tui::keys::Command;
use crate::tui::notice::Notice;
use crate::tui::overlays::finder::{self, Purpose};
use crate::tui::overlays::{Overlay, graph, list, timeline};
use crate::tui::panes::PaneId;
use crate::tui::panes::browser::Listing;
use crate::tui::panes::nav::{Drawn, Location};

impl App {
    /// Opens the graph of what is marked, the way between two entities; else of what has the focus: around an entity,
    /// inside a community, of what a passage names; else of all communities.
    pub(super) fn open_graph(&mut self, effects: &mut Vec<Effect>) {
        let marked = self.marked();
        let entity = |record: &Ref| (record.kind == Kind::Entity).then_some(EntityId(record.id));
        let of = match marked.iter().map(entity).collect::<Option<Vec<_>>>().as_deref() {
            Some(&[one, other]) => GraphOf::Path(one, other),
            Some(&[one]) => GraphOf::Around(one, 1),
            Some([_, _, _, ..]) => {
                let text = format!("v draws the way between two marked entities: {} are marked", marked.len());
                self.notice = Some(Notice::good(text));
                return;
            }
            _ => self.graph_here(),
        };
        self.draw_graph(of, effects);
    }

    fn graph_here(&self) -> GraphOf {
        // At a mention it is the graph of whoever is mentioned.
        let reads = self.panes.focus == PaneId::Reader && self.reader.link.is_none();
        match self.reader.mentioned().filter(|_| reads).or_else(|| self.focused_ref()) {
            Some(Ref { kind: Kind::Entity, id, .. }) => GraphOf::Around(EntityId(id), 1),
            Some(record) if record.kind != Kind::Report => GraphOf::Named(record.record()),
            Some(Ref { kind: Kind::Report, id, .. }) if self.panes.focus == PaneId::Reader => {
                GraphOf::Communities(Some(CommunityId(id)))
            }
            // In the tree it is the map of what one sees there.
            Some(Ref { kind: Kind::Report, id, .. })
                if self.tree.selected().is_some_and(|node| node.depth > 0 || node.open) =>
            {
                GraphOf::Communities(Some(CommunityId(id)))
            }
            _ => GraphOf::Communities(None),
        }
    }

    /// The graph that is open, whatever lies over it.
    pub(super) fn drawn(&mut self) -> Option<&mut graph::State> {
        self.overlays.iter_mut().find_map(|overlay| match overlay {
            Overlay::Graph(state) => Some(&mut **state),
            _ => None,
        })
    }

    /// Draws a graph in the place of the one that is open, or over the panes.
    fn draw_graph(&mut self, of: GraphOf, effects: &mut Vec<Effect>) {
        let outcome = match self.drawn() {
            Some(state) => state.show(of),
            None => {
                let state = graph::State::new(of);
                let outcome = state.load();
                self.overlays.push(Overlay::Graph(Box::new(state)));
                outcome
            }
        };
        self.carry_out(outcome, effects);
    }

    /// Draws a graph that was left for a record, as one stood in it.
    pub(super) fn draw_again(&mut self, drawn: Drawn, effects: &mut Vec<Effect>) {
        let state = graph::State::new(drawn.of).standing_on(drawn.at);
        let outcome = state.load();
        self.overlays.push(Overlay::Graph(Box::new(state)));
        self.carry_out(outcome, effects);
    }

    /// Begins a way at an entity and looks for the other end, or ends at it the one that was begun elsewhere.
    fn find_way(&mut self, here: (EntityId, String), effects: &mut Vec<Effect>) {
        match self.nav.way_from.take() {
            Some((from, _)) if from != here.0 => self.draw_graph(GraphOf::Path(from, here.0), effects),
            _ => {
                self.nav.way_from = Some(here.clone());
                self.open_finder(Purpose::WayFrom(here.0, here.1));
            }
        }
    }

    /// The same for the entity that has the focus in a pane, else the one that is read.
    pub(super) fn find_way_from_pane(&mut self, effects: &mut Vec<Effect>) {
        let is_entity = |record: &Ref| record.kind == Kind::Entity;
        let record = self.focused_ref().filter(is_entity).or(self.reader.wanted.filter(is_entity));
        let Some(record) = record.map(Ref::record) else {
            self.notice = Some(Notice::good("a way leads from one entity to another: stand on one first"));
            return;
        };
        let listed = (self.panes.focus == PaneId::Browser).then(|| self.browser.rows.get(&record.id)).flatten();
        let name = listed.map(|row| row.name.clone());
        let read = || self.reader.title().filter(|_| self.reader.wanted.map(Ref::record) == Some(record));
        let linked = || self.reader.names.get(&record).cloned().flatten();
        let name = name.or_else(read).or_else(linked).unwrap_or_else(|| record.to_string());
        self.find_way((EntityId(record.id), name), effects);
    }

    pub(super) fn open_finder(&mut self, purpose: Purpose) {
        let recent = self.nav.history.recent().map(|place| Hit {
            record: place.record.record(),
            title: place.title.clone().unwrap_or_else(|| place.record.to_string()),
            snippet: String::new(),
        });
        let mut recent: Vec<Hit> = recent.collect();
        if let (Purpose::WayFrom(..), Some(graph)) = (&purpose, self.drawn()) {
            // The other end may be drawn already.
            let drawn = graph.view.iter().flat_map(|view| &view.nodes).map(|node| Hit {
                record: node.record.record(),
                title: node.title.clone(),
                snippet: String::new(),
            });
            let others: Vec<Hit> = drawn.filter(|hit| recent.iter().all(|known| known.record != hit.record)).collect();
            recent.extend(others);
        }
        let state = finder::State::new(list::height(self.screen, true), recent, purpose);
        self.overlays.push(Overlay::Finder(state));
    }

    /// Does with what was found what it was looked for.
    pub(super) fn take_found(&mut self, record: Ref, purpose: Purpose, effects: &mut Vec<Effect>) {
        if purpose == Purpose::Open {
            return self.open(record, effects);
        }
        self.overlays.pop();
        match (purpose, record.kind) {
            (Purpose::WayFrom(from, _), Kind::Entity) => {
                self.nav.way_from = None;
                self.draw_graph(GraphOf::Path(from, EntityId(record.id)), effects);
            }
            (Purpose::CompareWith(document, _), Kind::Document) => {
                self.hold_against([document, DocumentId(record.id)], effects);
            }
            _ if self.drawn().is_some_and(|state| state.go_to(record)) => {}
            (_, Kind::Entity) => self.draw_graph(GraphOf::Around(EntityId(record.id), 1), effects),
            (_, Kind::Report) => self.draw_graph(GraphOf::Communities(Some(CommunityId(record.id))), effects),
            _ => self.open(record, effects),
        }
    }

    pub(super) fn open_timeline(&mut self, effects: &mut Vec<Effect>) {
        // The home page is about everything, whatever one stands on there.
        let here = self.focused_ref().filter(|_| self.panes.focus != PaneId::Home).map(Ref::record);
        let is_told = |record: &Ref| matches!(record.kind, Kind::Entity | Kind::Relationship | Kind::Report);
        let of = here.filter(is_told).map(|record| (record, self.title_of(record)));
        self.tell_time_of(of, effects);
    }

    /// Opens the timeline of a record, or of everything, in the place of one that is open.
    fn tell_time_of(&mut self, of: Option<(Ref, String)>, effects: &mut Vec<Effect>) {
        if matches!(self.overlays.last(), Some(Overlay::Timeline(_))) {
            self.overlays.pop();
        }
        let request = Request::Timeline(of.as_ref().map(|(record, _)| *record));
        self.overlays.push(Overlay::Timeline(timeline::State::new(of)));
        self.load(Lane::Timeline, request, effects);
    }

    /// Shows a list in the browser, from where one comes back to the timeline that tells of it, or home.
    pub(super) fn list(&mut self, overlays: Vec<Overlay>, listing: Listing, effects: &mut Vec<Effect>) {
        // From one timeline to another one still comes back to what was there before the first.
        let (browser, from) = match self.nav.left.told.take().filter(|told| self.browser.lists(&told.listed)) {
            Some(told) => (told.browser, told.from),
            None => (self.browser.clone(), (self.panes.focus, self.nav.previewing)),
        };
        let given_up: Vec<&str> = self.browser.parts.iter().map(|part| part.label.as_str()).collect();
        if !given_up.is_empty() {
            self.notice = Some(Notice::good(format!("no longer narrowed to {}", given_up.join(", "))));
        }
        let outcome = self.browser.show_listing(listing.clone());
        self.nav.left.told = Some(Box::new(Told { overlays, listed: listing, browser, from }));
        self.carry_out(outcome, effects);
        self.go_to(PaneId::Browser);
        // The list is another: the reader shows its first row, and not what was read before.
        self.nav.pointed = self.reader.wanted.map(Ref::record);
    }

    /// Goes from the documents of a time back to the timeline, as one stood in it, and leaves the browser and the
    /// reader as they were before it; false where one is not there.
    pub(super) fn leave_time(&mut self, effects: &mut Vec<Effect>) -> bool {
        let listed = |told: &&mut Box<Told>| self.panes.focus == PaneId::Browser && self.browser.lists(&told.listed);
        if self.nav.left.told.as_mut().filter(listed).is_none() {
            return false;
        }
        let Some(told) = self.nav.left.told.take() else { return false };
        let Told { overlays, browser, from: (pane, previewed), .. } = *told;
        self.browser = browser;
        match previewed {
            Some(record) => self.preview(record, effects),
            None if self.nav.previewing.is_some() => self.show_place(effects),
            None => {}
        }
        self.go_to(pane);
        self.overlays = overlays;
        true
    }

    /// Runs a command in the graph or the timeline; false when it is none of theirs.
    pub(super) fn picture_command(&mut self, command: Command, effects: &mut Vec<Effect>) -> bool {
        match (self.overlays.last_mut(), command) {
            (Some(Overlay::Graph(state)), Command::Escape) if state.came_from_a_graph() => {
                let outcome = state.command(Command::Back);
                self.carry_out(outcome, effects);
            }
            (Some(Overlay::Graph(_)), Command::Escape) => return false,
            (Some(Overlay::Graph(_)), Command::Find) => self.open_finder(Purpose::Draw),
            (Some(Overlay::Graph(state)), Command::FindPath) => {
                match state.selected().filter(|node| node.record.kind == Kind::Entity) {
                    Some(node) => {
                        let here = (EntityId(node.record.id), node.title.clone());
                        self.find_way(here, effects);
                    }
                    None => {
                        let text = "a way leads from one entity to another: go to one first";
                        self.notice = Some(Notice::good(text));
                    }
                }
            }
            (Some(Overlay::Graph(state)), Command::Timeline) => {
                let of = state.selected().map(|node| (node.record.record(), node.title.clone()));
                self.tell_time_of(of, effects);
            }
            (Some(Overlay::Graph(state)), command) => {
                let outcome = state.command(command);
                self.carry_out(outcome, effects);
            }
            (Some(Overlay::Timeline(state)), Command::WholeScope) => match state.of {
                Some(_) => self.tell_time_of(None, effects),
                None => self.notice = Some(Notice::good("this tells of everything already")),
            },
            (Some(Overlay::Timeline(state)), Command::Grain) => state.next_grain(),
            (Some(Overlay::Timeline(state)), Command::Expand | Command::Collapse) => {
                let finer = command == Command::Expand;
                if !state.refine(finer) {
                    let text = if finer { "it is told by day already" } else { "it is told by decade already" };
                    self.notice = Some(Notice::good(text));
                }
            }
            (Some(Overlay::Timeline(state)), Command::Mark) => state.mark(),
            (Some(Overlay::Timeline(state)), Command::DocumentDays) => state.turn_over(),
            (Some(Overlay::Timeline(state)), Command::Toggle) => state.fold(),
            (Some(Overlay::Timeline(state)), Command::Open) if let Some(sentence) = state.sentence() => {
                let left = self.overlays.pop();
                self.open(Location { compared: true, ..Location::new(sentence) }, effects);
                self.nav.left.compared = left;
            }
            (Some(Overlay::Timeline(state)), Command::Open | Command::AskHere) => {
                let Some((documents, label)) = state.documents() else { return true };
                let overlays = std::mem::take(&mut self.overlays);
                if command == Command::Open {
                    let count = documents.len() as u32;
                    let part = Part { narrow: Narrow::Documents(Arc::new(documents)), label, count };
                    let listing = Listing { kind: Kind::Document, part: Some(part), filter: None };
                    self.list(overlays, listing, effects);
                } else {
                    let documents = documents.into_iter().map(DocumentId).collect();
                    self.chat.begin_inside(Scope { documents, ..Scope::default() }, label);
                    self.go_to(PaneId::Chat);
                }
            }
            _ => return false,
        }
        true
    }
}
