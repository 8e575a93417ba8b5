//! The graph: communities and what ties them, an entity and what is near to it, the shortest way between two. One moves
//! from node to node, opens them, walks on from them, and looks closer or from farther away.

mod names;
#[cfg(test)]
mod tests;
mod view;

use ratatui::layout::Rect;

pub use view::draw;

use crate::model::{CommunityId, EntityId, Kind, Ref};
use crate::text::numbers::amounts::{count, grouped};
use crate::tui::data::{GraphNode, GraphOf, GraphView, Lane, Request};
use crate::tui::keys::Command;
use crate::tui::notice::Notice;
use crate::tui::panes::nav::Drawn;
use crate::tui::panes::{Intent, Outcome};
use crate::tui::theme::Look;

/// How much closer a key looks, and how close one can.
const ZOOM: f32 = 1.4;
const CLOSEST: f32 = 12.0;
/// How far a key moves the picture, in shares of what is seen.
const PAN: f32 = 0.15;
/// Cells of the picture that one node takes; of more it grows with the room that they need, until it fills the screen:
/// two or three stand together in the middle of a large one, not in its corners. A way has so many columns for each of
/// its steps.
const SIZE_OF_NODE: (f32, f32) = (52.0, 16.0);
const STEP: f32 = 34.0;
/// Cells of the picture for each tie that is drawn of it, from afar; ties of what is selected that are drawn besides;
/// and how many are drawn at most.
const CELLS_FOR_A_TIE: f32 = 36.0;
const OWN_TIES: f32 = 8.0;
const EDGES: usize = 6_000;

#[derive(Clone, Debug)]
pub struct State {
    of: GraphOf,
    /// What was looked at before, to go back to.
    before: Vec<GraphOf>,
    pub view: Option<GraphView>,
    /// Of a way that is drawn alone, the same with what is near to it.
    whole: Option<GraphView>,
    pub problem: Option<String>,
    pub at: usize,
    zoom: f32,
    centre: (f32, f32),
    /// The record to stand on once it is drawn.
    stands: Option<Ref>,
    /// Of the passages that name both ends of a way, the one that is shown next.
    passage: usize,
}

impl State {
    pub fn new(of: GraphOf) -> State {
        State {
            of,
            before: Vec::new(),
            view: None,
            whole: None,
            problem: None,
            at: 0,
            zoom: 1.0,
            centre: (0.5, 0.5),
            stands: None,
            passage: 0,
        }
    }

    pub fn load(&self) -> Outcome {
        Outcome::load(Lane::Graph, Request::Graph(self.of))
    }

    pub fn loaded(&mut self, view: GraphView) {
        // The one that it is drawn of, else the largest; of several as large, the one with most ties.
        let ties = |at: usize| view.edges.iter().filter(|(a, b, _)| *a as usize == at || *b as usize == at).count();
        let lit = view.nodes.iter().position(|node| node.lit);
        let largest = view.nodes.iter().enumerate().max_by_key(|(at, node)| (node.size, ties(*at))).map(|(at, _)| at);
        let stood = self.stands.take().and_then(|record| view.nodes.iter().position(|node| node.record == record));
        self.at = stood.or(lit).or(largest).unwrap_or(0);
        self.view = Some(view);
        self.whole = None;
        self.passage = 0;
        self.problem = None;
        (self.zoom, self.centre) = (1.0, (0.5, 0.5));
        self.draw_way_alone();
    }

    /// Leaves what is near to a way out of the picture; false where there is no way, or nothing else.
    fn draw_way_alone(&mut self) -> bool {
        let Some(way) = self.view.as_ref().filter(|_| self.is_way()).and_then(way_of) else { return false };
        let here = self.selected_ref();
        self.whole = self.view.replace(way);
        self.stand_on(here);
        true
    }

    /// Draws what is near to a way that is drawn alone; false where none is.
    fn draw_whole(&mut self) -> bool {
        let Some(whole) = self.whole.take() else { return false };
        let here = self.selected_ref();
        self.view = Some(whole);
        self.stand_on(here);
        true
    }

    fn stand_on(&mut self, record: Option<Ref>) {
        let nodes = self.view.iter().flat_map(|view| &view.nodes);
        self.at = nodes.map(|node| node.record).position(|other| Some(other) == record).unwrap_or(0);
    }

    pub fn selected(&self) -> Option<&GraphNode> {
        self.view.as_ref()?.nodes.get(self.at)
    }

    /// What is drawn and where one stands in it, to come back to.
    pub fn drawn(&self) -> Option<Drawn> {
        Some(Drawn { of: self.of, at: self.selected_ref()? })
    }

    /// Stands on a record again once the graph has come.
    pub fn standing_on(self, record: Ref) -> State {
        State { stands: Some(record), ..self }
    }

    pub fn selected_ref(&self) -> Option<Ref> {
        self.selected().map(|node| node.record)
    }

    /// How many steps around an entity are shown.
    pub fn steps(&self) -> Option<u32> {
        match self.of {
            GraphOf::Around(_, steps) => Some(steps),
            _ => None,
        }
    }

    /// True for a way that was drawn in the place of another graph, which one goes back to.
    pub fn came_from_a_graph(&self) -> bool {
        self.is_way() && !self.before.is_empty()
    }

    fn is_way(&self) -> bool {
        matches!(self.of, GraphOf::Path(..))
    }

    /// The step of a way that comes after the selected one; of the last, the one before it.
    fn next_step(&self) -> Option<usize> {
        let view = self.view.as_ref().filter(|_| self.is_way())?;
        let is_step = |at: usize| view.nodes.get(at).is_some_and(|node| node.lit);
        let tied = |other: usize| {
            let ends = [self.at.min(other) as u32, self.at.max(other) as u32];
            view.edges.iter().any(|&(a, b, _)| [a.min(b), a.max(b)] == ends)
        };
        let beside = [Some(self.at + 1), self.at.checked_sub(1)].into_iter().flatten();
        beside.into_iter().find(|&other| is_step(self.at) && is_step(other) && tied(other))
    }

    /// What the selected node is tied to that the graph is drawn of, else what it is tied to most; and the relationship
    /// that this is, between entities. Of a way it is the next step.
    fn tie(&self) -> Option<(&GraphNode, Option<Ref>)> {
        let view = self.view.as_ref()?;
        let (node, ends) = self.tied()?;
        Some((view.nodes.get(node)?, view.relationships.get(&ends).copied()))
    }

    /// How many passages name the selected node and what it is tied to.
    fn passages_of_tie(&self) -> Option<u64> {
        self.view.as_ref()?.told.get(&self.tied()?.1).copied()
    }

    /// The node that the selected one is tied to, and both, the lower first.
    fn tied(&self) -> Option<(usize, (u32, u32))> {
        let view = self.view.as_ref()?;
        let here = self.at as u32;
        let ends = |other: u32| (other as usize, (here.min(other), here.max(other)));
        if let Some(next) = self.next_step() {
            return Some(ends(next as u32));
        }
        let other = |&&(a, b, _): &&(u32, u32, f32)| a == here || b == here;
        let far = |&(a, b, _): &(u32, u32, f32)| if a == here { b } else { a };
        let mut ties = view.edges.iter().filter(other).map(far);
        let lit = ties.clone().find(|&node| view.nodes.get(node as usize).is_some_and(|node| node.lit));
        let node = match view.nodes.get(self.at)?.lit {
            // From the middle nothing is told of one neighbour before another, but for those on a way.
            true => lit?,
            false => lit.or_else(|| ties.next())?,
        };
        Some(ends(node))
    }

    /// True for the two ends of a way whom passages name together, and nothing else ties.
    fn is_of_passages(&self) -> bool {
        self.next_step().is_some() && self.view.as_ref().is_some_and(|view| !view.passages.is_empty())
    }

    /// Shows a passage that names both ends of a way, the surest first, and at the key once more the next.
    fn next_passage(&mut self) -> Outcome {
        let passages = self.view.as_ref().map_or(&[][..], |view| &view.passages);
        let Some(&passage) = passages.get(self.passage) else { return Outcome::nothing() };
        let (shown, all) = (self.passage + 1, passages.len());
        self.passage = shown % all;
        let told = format!("passage {shown} of {} that name both: Esc, and r shows another", grouped(all as u64));
        let peeked = Outcome::intent(Intent::Peek(passage));
        if all == 1 { peeked } else { peeked.and(Outcome::notice(Notice::good(told))) }
    }

    /// Goes to a record where it is drawn; false where it is not.
    pub fn go_to(&mut self, record: Ref) -> bool {
        let Some(view) = &self.view else { return false };
        let Some(at) = view.nodes.iter().position(|node| node.record == record) else { return false };
        self.at = at;
        if self.zoom > 1.0 {
            self.centre = view.nodes[at].place;
        }
        true
    }

    pub fn show(&mut self, of: GraphOf) -> Outcome {
        self.before.push(self.of);
        self.of = of;
        self.load()
    }

    pub fn command(&mut self, command: Command) -> Outcome {
        match command {
            Command::Left => return self.step(-1.0, 0.0),
            Command::Right => return self.step(1.0, 0.0),
            Command::Up => return self.step(0.0, -1.0),
            Command::Down => return self.step(0.0, 1.0),
            Command::PanLeft => return self.pan(-PAN, 0.0),
            Command::PanRight => return self.pan(PAN, 0.0),
            Command::PanUp => return self.pan(0.0, -PAN),
            Command::PanDown => return self.pan(0.0, PAN),
            Command::ZoomIn if self.draw_whole() => {}
            Command::ZoomOut if self.zoom <= 1.0 && self.whole.is_none() && self.draw_way_alone() => {}
            Command::ZoomIn | Command::ZoomOut => {
                let by = if command == Command::ZoomIn { ZOOM } else { 1.0 / ZOOM };
                self.zoom = (self.zoom * by).clamp(1.0, CLOSEST);
                if let Some(place) = self.selected().map(|node| node.place) {
                    self.centre = if self.zoom > 1.0 { place } else { (0.5, 0.5) };
                }
            }
            Command::Open => {
                if let Some(record) = self.selected_ref() {
                    return Outcome::intent(Intent::Open(record));
                }
            }
            Command::Peek => {
                if let Some(record) = self.selected_ref() {
                    return Outcome::intent(Intent::Peek(record));
                }
            }
            // From what is selected on: into a community, or around an entity.
            Command::Expand => match self.selected_ref() {
                Some(record) if record.kind == Kind::Report => {
                    return self.show(GraphOf::Communities(Some(CommunityId(record.id))));
                }
                Some(record) if record.kind == Kind::Entity => {
                    return self.show(GraphOf::Around(EntityId(record.id), 1));
                }
                _ => {}
            },
            Command::Tie => match self.tie() {
                Some((_, Some(relationship))) => {
                    // A way is explained step by step: the key once more tells of the next.
                    self.at = self.next_step().filter(|&next| next > self.at).unwrap_or(self.at);
                    return Outcome::intent(Intent::Peek(relationship));
                }
                Some((_, None)) if self.is_of_passages() => return self.next_passage(),
                Some((node, None)) if node.record.kind == Kind::Report => {
                    return note("communities are tied by what ties their members: o goes inside one");
                }
                // Passages alone tie them: they are gone through on the way between the two.
                Some((node, None)) if self.passages_of_tie().is_some() => {
                    let (here, other) = (self.selected_ref().map_or(0, |here| here.id), node.record.id);
                    let way = self.show(GraphOf::Path(EntityId(here), EntityId(other)));
                    return way.and(note("no relationship ties these two: r goes through the passages that name both"));
                }
                Some((_, None)) => return note("no relationship is known between these two"),
                None => return note("go to another node first: r then tells what ties it to this one"),
            },
            Command::Hops => match self.of {
                GraphOf::Around(entity, steps) => {
                    self.of = GraphOf::Around(entity, if steps == 1 { 2 } else { 1 });
                    return self.load();
                }
                _ => return note("one or two steps are shown around an entity: o on one first"),
            },
            Command::Back | Command::Collapse => match self.before.pop() {
                Some(of) => {
                    self.of = of;
                    return self.load();
                }
                None => return note("this is where the graph began"),
            },
            _ => {}
        }
        Outcome::nothing()
    }

    /// Goes to the node that lies nearest in a direction.
    fn step(&mut self, x: f32, y: f32) -> Outcome {
        let Some(here) = self.selected().map(|node| node.place) else { return Outcome::nothing() };
        let Some(view) = &self.view else { return Outcome::nothing() };
        let ahead = |node: &GraphNode| {
            let (dx, dy) = (node.place.0 - here.0, node.place.1 - here.1);
            let (along, aside) = (dx * x + dy * y, (dx * y - dy * x).abs());
            (along > 1e-4 && aside <= along * 2.0).then_some(along + aside * 1.5)
        };
        let nearest = view.nodes.iter().enumerate().filter_map(|(at, node)| Some((at, ahead(node)?)));
        if let Some((at, _)) = nearest.min_by(|a, b| a.1.total_cmp(&b.1)) {
            self.at = at;
            let place = view.nodes[at].place;
            // What is looked at closely stays in the middle.
            if self.zoom > 1.0 {
                self.centre = place;
            }
        }
        Outcome::nothing()
    }

    /// The ties that are drawn in an area: those that tell most of the whole, as many as leave it readable, and the
    /// strongest of what is selected. The closer one looks, the more.
    fn drawn_ties(&self, view: &GraphView, area: Rect) -> Vec<(u32, u32)> {
        let closeness = self.zoom * self.zoom;
        let room = f32::from(area.width) * f32::from(area.height) / CELLS_FOR_A_TIE;
        // What holds everything together is drawn from anywhere.
        let most = ((room * closeness) as usize).max(view.nodes.len().saturating_sub(1)).min(EDGES);
        let mut own = (OWN_TIES * closeness) as usize;
        let drawn = view.edges.iter().enumerate().filter(|&(at, &(a, b, _))| {
            let touches = a as usize == self.at || b as usize == self.at;
            let lit = |node: u32| view.nodes.get(node as usize).is_some_and(|node| node.lit);
            own = own.saturating_sub(usize::from(touches));
            at < most || touches && own > 0 || lit(a) && lit(b)
        });
        drawn.map(|(_, &(a, b, _))| (a, b)).take(2 * EDGES).collect()
    }

    /// `25 of 95 nodes · 54 of 310 ties`
    fn extent(&self, view: &GraphView, area: Rect, look: Look) -> String {
        let nodes = match view.whole.filter(|&whole| whole > view.nodes.len()) {
            Some(whole) => format!("{} of {} nodes", view.nodes.len(), grouped(whole as u64)),
            None => count(view.nodes.len() as u64, "node", "nodes"),
        };
        let (drawn, all) = (self.drawn_ties(view, area).len(), view.edges.len());
        match drawn < all {
            _ if self.whole.is_some() => format!("{nodes} {} + for what is near", look.glyphs.dot),
            true => format!("{nodes} {} {drawn} of {all} ties, + for more", look.glyphs.dot),
            false => nodes,
        }
    }

    fn pan(&mut self, x: f32, y: f32) -> Outcome {
        let within = |value: f32| value.clamp(0.0, 1.0);
        self.centre = (within(self.centre.0 + x / self.zoom), within(self.centre.1 + y / self.zoom));
        Outcome::nothing()
    }

    /// Where a node stands in an area, in cells from its corner.
    fn cell(&self, place: (f32, f32), area: Rect) -> (f32, f32) {
        // Names need room at the sides.
        let room = (f32::from(area.width.saturating_sub(4)), f32::from(area.height.saturating_sub(3)));
        let nodes = self.view.as_ref().map_or(0, |view| view.nodes.len()) as f32;
        let lit = self.view.iter().flat_map(|view| &view.nodes).filter(|node| node.lit).count();
        let way = if self.is_way() { lit.saturating_sub(1) as f32 * STEP } else { 0.0 };
        let width = (SIZE_OF_NODE.0 * nodes.sqrt()).max(way).min(room.0);
        let height = (SIZE_OF_NODE.1 * nodes.sqrt()).min(room.1);
        let along = |place: f32, centre: f32, taken: f32| (place - centre) * self.zoom * taken;
        let x = along(place.0, self.centre.0, width) + room.0 / 2.0;
        let y = along(place.1, self.centre.1, height) + room.1 / 2.0;
        (x + 2.0, y + 1.0)
    }
}

/// The way in a graph without what is near to it; none where it has no way from end to end, or nothing besides.
fn way_of(view: &GraphView) -> Option<GraphView> {
    let mut number = 0;
    let numbers = view.nodes.iter().map(|node| {
        let at = node.lit.then_some(number);
        number += u32::from(node.lit);
        at
    });
    let numbers: Vec<Option<u32>> = numbers.collect();
    let at = |node: u32| numbers.get(node as usize).copied().flatten();
    let between = |a: u32, b: u32| Some((at(a)?, at(b)?));
    let edges = view.edges.iter().filter_map(|&(a, b, weight)| between(a, b).map(|(a, b)| (a, b, weight)));
    let edges: Vec<(u32, u32, f32)> = edges.collect();
    let told = view.relationships.iter().filter_map(|(&(a, b), &record)| Some((between(a, b)?, record)));
    let relationships = told.collect();
    let nodes: Vec<GraphNode> = view.nodes.iter().filter(|node| node.lit).cloned().collect();
    let is_whole = nodes.len() > 1 && edges.len() + 1 >= nodes.len() && nodes.len() < view.nodes.len();
    let (title, passages) = (view.title.clone(), view.passages.clone());
    let told = view.told.iter().filter_map(|(&(a, b), &passages)| Some((between(a, b)?, passages))).collect();
    is_whole.then_some(GraphView { title, nodes, edges, told, relationships, passages, whole: None })
}

fn note(text: &str) -> Outcome {
    Outcome::notice(Notice::good(text))
}
