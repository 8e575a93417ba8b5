//! The graph drawn: ties as lines of dots, nodes as signs, and the names that there is room for.

use std::collections::HashSet;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::{State, names};
use crate::model::{EntityId, EntityType, Kind};
use crate::text::numbers::amounts::count;
use crate::tui::data::{GraphNode, GraphView};
use crate::tui::panes::{Marks, Target};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::dots::{Dots, Stroke};
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{Face, Piece, Row, safe, shorten};
use crate::tui::widgets::wrap::wrap_text;
use crate::tui::widgets::{rich, scroll};

/// Lines of a frame in which there is room for more than the picture.
const LEAST_BELOW: u16 = 16;

/// Draws the graph; `from` is the entity that a way is looked for from.
pub fn draw(state: &State, from: Option<&(EntityId, String)>, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let bars = u16::from(screen.height >= 6);
    let area = Rect { y: screen.y + bars, height: screen.height.saturating_sub(2 * bars), ..screen };
    frame::clear(buffer, area);
    let foot = foot(state, from, look);
    let wide = foot.width();
    let inner = draw_frame(state, foot, buffer, area, look);
    let mut marks = Marks { area, ..Marks::default() };
    let Some(view) = state.view.as_ref().filter(|view| !view.nodes.is_empty()) else {
        draw_nothing(state, buffer, inner, look);
        return marks;
    };
    if inner.is_empty() {
        return marks;
    }
    let inner = draw_legend(legend(view, look), wide, buffer, (area, inner), look);
    let inner = list(state, view, buffer, inner, look, &mut marks);
    let picture = Picture::of(state, view, inner, look);
    let lines = picture.draw_ties(buffer);
    marks.targets.extend(picture.draw_nodes(&lines, buffer));
    let seen = (f32::from(inner.height) / state.zoom) as usize;
    let top = (state.centre.1 * f32::from(inner.height)) as usize;
    scroll::paint(buffer, area, inner, (top.saturating_sub(seen / 2), inner.height.into(), seen), look);
    marks
}

/// Draws the frame with its title. Returns what is left inside.
fn draw_frame(state: &State, foot: String, buffer: &mut Buffer, area: Rect, look: Look) -> Rect {
    let title = state
        .view
        .as_ref()
        .map_or("Graph".to_owned(), |view| format!("Graph {} {}", look.glyphs.dot, safe(&view.title)));
    let right = state.view.as_ref().map_or(String::new(), |view| state.extent(view, area, look));
    // A title that has no room in the border stands below it, whole, where the picture can spare the lines.
    let below = title.width() + 4 > usize::from(area.width) && area.height >= LEAST_BELOW;
    let heading = match state.view.as_ref().filter(|_| below) {
        Some(view) => wrap_text(&safe(&view.title), Role::Title, frame::inner(area).width.into()),
        None => Vec::new(),
    };
    let title = if below { "Graph".to_owned() } else { title };
    let inner = frame::paint(buffer, area, &Frame { title, right, foot, focused: true }, look);
    rich::paint_all(buffer, inner, &heading, look.theme, rich::Emphasis::default());
    let taken = (heading.len() as u16).min(inner.height);
    Rect { y: inner.y + taken, height: inner.height - taken, ..inner }
}

/// Says why there is no picture.
fn draw_nothing(state: &State, buffer: &mut Buffer, inner: Rect, look: Look) {
    let (text, role) = match (&state.problem, &state.view) {
        (Some(problem), _) => (problem.as_str(), Role::Error),
        (None, Some(_)) => ("there is nothing to draw here", Role::Dim),
        (None, None) => ("drawing", Role::Dim),
    };
    let rows = wrap_text(text, role, inner.width.into());
    rich::paint_all(buffer, inner, &rows, look.theme, rich::Emphasis::default());
}

/// What the last line says: the way that is looked for, else what is selected.
fn foot(state: &State, from: Option<&(EntityId, String)>, look: Look) -> String {
    // Where nothing else is drawn there is nowhere to go to.
    let is_alone = state.view.as_ref().is_some_and(|view| view.nodes.len() == 1);
    match (from.filter(|_| !is_alone), state.selected()) {
        (Some((from, name)), Some(node)) if node.record.kind == Kind::Entity && node.record.id != from.0 => {
            format!("x: the way from {} to {}", safe(name), safe(&node.title))
        }
        (Some((_, name)), _) => format!("a way from {}: x on another entity, or / for one", safe(name)),
        (None, Some(node)) => {
            let kind = node.kind.as_ref().map_or(String::new(), |kind| format!(", {}", kind.name()));
            let documents = count(node.size.into(), "document", "documents");
            let told = format!("{}{kind}, {documents}", safe(&node.title));
            let passages = state.passages_of_tie().map(|many| format!(" in {}", count(many, "passage", "passages")));
            let passages = passages.unwrap_or_default();
            match state.tie() {
                _ if is_alone => format!("{told} {} nothing else stands here", look.glyphs.dot),
                Some((other, tie)) if state.is_way() && (tie.is_some() || state.is_of_passages()) => {
                    format!("{told} {} r: what ties it to {}{passages}", look.glyphs.dot, safe(&other.title))
                }
                Some((other, _)) => format!("{told} {} tied to {}{passages}", look.glyphs.dot, safe(&other.title)),
                None => told,
            }
        }
        (None, None) => String::new(),
    }
}

/// How heavy a tie is drawn: by the passages that name both its ends, else by its weight beside the heaviest.
pub(super) fn grade(view: &GraphView, (a, b): (u32, u32)) -> Stroke {
    const FEW: u64 = 2;
    const MANY: u64 = 5;
    const PART: f32 = 3.0;
    let ends = (a.min(b), a.max(b));
    let (weight, heaviest) = view.edges.iter().fold((0.0, 0.0_f32), |(weight, heaviest), &(a, b, of)| {
        (if (a.min(b), a.max(b)) == ends { of } else { weight }, heaviest.max(of))
    });
    match view.told.get(&ends) {
        Some(MANY..) => Stroke::Thick,
        Some(FEW..) => Stroke::Plain,
        Some(_) => Stroke::Dotted,
        None if weight * PART >= heaviest => Stroke::Thick,
        None if weight * PART * PART >= heaviest => Stroke::Plain,
        None => Stroke::Dotted,
    }
}

/// What sort of thing a node is: told by its sign, and by its colour where there are colours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Person,
    Organisation,
    Place,
    Thing,
    Community,
    Unknown,
}

impl Sort {
    /// Those that a legend tells of, in its order, each with what it is called there.
    const TOLD: [(Sort, &'static str); 4] = [
        (Sort::Person, "person"),
        (Sort::Organisation, "organisation"),
        (Sort::Place, "place"),
        (Sort::Thing, "other"),
    ];

    fn of(node: &GraphNode) -> Sort {
        match (&node.kind, node.record.kind) {
            (Some(EntityType::Person), _) => Sort::Person,
            (Some(EntityType::Organisation), _) => Sort::Organisation,
            (Some(EntityType::Place), _) => Sort::Place,
            (Some(_), _) => Sort::Thing,
            (None, Kind::Report) => Sort::Community,
            (None, _) => Sort::Unknown,
        }
    }

    fn sign(self, look: Look) -> &'static str {
        let signs = match self {
            Sort::Organisation | Sort::Community => ["■", "#"],
            Sort::Place => ["▲", "^"],
            Sort::Person | Sort::Unknown => ["●", "o"],
            Sort::Thing => ["○", "."],
        };
        signs[usize::from(look.glyphs.dot.is_ascii())]
    }

    fn role(self) -> Role {
        match self {
            Sort::Person => Role::Person,
            Sort::Organisation => Role::Organisation,
            Sort::Place => Role::Place,
            Sort::Thing => Role::Thing,
            Sort::Community | Sort::Unknown => Role::Text,
        }
    }
}

/// The sorts of node that are drawn, by their signs, where several are.
fn legend(view: &GraphView, look: Look) -> Vec<Piece> {
    let drawn = |sort: &Sort| view.nodes.iter().any(|node| Sort::of(node) == *sort);
    let told: Vec<(Sort, &str)> = Sort::TOLD.into_iter().filter(|(sort, _)| drawn(sort)).collect();
    if told.len() < 2 {
        return Vec::new();
    }
    let entry = |(sort, name): (Sort, &str)| {
        [Piece::new(&format!(" {} ", sort.sign(look)), sort.role()), Piece::new(&format!("{name} "), Role::Dim)]
    };
    told.into_iter().flat_map(entry).collect()
}

/// Draws the legend at the right of the last line of the frame, where there is room for it beside what stands there;
/// else in the last line inside, which the picture gives up. Returns what is left for the picture.
fn draw_legend(legend: Vec<Piece>, foot: usize, buffer: &mut Buffer, (area, inner): (Rect, Rect), look: Look) -> Rect {
    let row = Row::new(legend);
    let width = row.width() as u16;
    let paint = |buffer: &mut Buffer, right: u16, y: u16| {
        let place = Rect::new(right.saturating_sub(width), y, width, 1);
        rich::paint(buffer, place, &row, look.theme, rich::Emphasis::default());
    };
    if width == 0 || width > inner.width {
        return inner;
    }
    if foot + usize::from(width) + 6 <= usize::from(area.width) && inner.bottom() < area.bottom() {
        paint(buffer, area.right().saturating_sub(2), area.bottom() - 1);
        return inner;
    }
    if area.height < LEAST_BELOW {
        return inner;
    }
    paint(buffer, inner.right(), inner.bottom() - 1);
    Rect { height: inner.height - 1, ..inner }
}

/// Lists a few nodes and what ties them above the picture, which says little of so few. Returns what is left for it.
fn list(state: &State, view: &GraphView, buffer: &mut Buffer, inner: Rect, look: Look, marks: &mut Marks) -> Rect {
    const FEW: usize = 5;
    const PICTURE: usize = 8;
    if view.nodes.len() >= FEW || state.is_way() {
        return inner;
    }
    let node_rows = view.nodes.iter().map(|node| {
        let kind = node.kind.as_ref().map_or(String::new(), |kind| format!("{}  ", kind.name()));
        let told = format!("  {kind}{}", count(node.size.into(), "document", "documents"));
        let sort = Sort::of(node);
        let sign = Piece::new(sort.sign(look), sort.role());
        Row::new(vec![sign, Piece::new(&format!(" {}", node.title), Role::Text), Piece::new(&told, Role::Dim)])
    });
    let title = |node: u32| view.nodes.get(node as usize).map_or("", |node| node.title.as_str());
    let tie_rows = view.edges.iter().filter_map(|&(a, b, _)| {
        let ends = (a.min(b), a.max(b));
        let passages = count(*view.told.get(&ends)?, "passage", "passages");
        let names = Piece::new(&format!("  {} – {}", title(ends.0), title(ends.1)), Role::Text);
        Some(Row::new(vec![names, Piece::new(&format!("  {passages}"), Role::Dim)]))
    });
    let rows: Vec<Row> = node_rows.chain(tie_rows).collect();
    if rows.len() + PICTURE > usize::from(inner.height) {
        return inner;
    }
    rich::paint_all(buffer, inner, &rows, look.theme, rich::Emphasis::default());
    for (at, node) in view.nodes.iter().enumerate() {
        let place = Rect { y: inner.y + at as u16, height: 1, ..inner };
        if at == state.at {
            rich::select(buffer, place, look.style(Role::SelectedUnfocused));
        }
        marks.targets.push((place, Target::Link(at as u32, Some(node.record))));
    }
    let taken = rows.len() as u16;
    Rect { y: inner.y + taken, height: inner.height - taken, ..inner }
}

/// Nodes and ties, and where in the area of the picture they stand.
struct Picture<'a> {
    state: &'a State,
    view: &'a GraphView,
    inner: Rect,
    /// Where each node stands, in sight or not.
    cells: Vec<(f32, f32)>,
    edges: Vec<(u32, u32)>,
    /// Of each node whether it is tied to the selected one.
    tied: Vec<bool>,
    look: Look<'a>,
}

impl<'a> Picture<'a> {
    fn of(state: &'a State, view: &'a GraphView, inner: Rect, look: Look<'a>) -> Picture<'a> {
        let cells = view.nodes.iter().map(|node| state.cell(node.place, inner)).collect();
        let edges = state.drawn_ties(view, inner);
        let mut tied = vec![false; view.nodes.len()];
        for &(a, b) in &edges {
            let (a, b) = (a as usize, b as usize);
            tied[a] |= b == state.at;
            tied[b] |= a == state.at;
        }
        Picture { state, view, inner, cells, edges, tied, look }
    }

    /// Draws ties as lines of dots, those of what is selected and those on the way over the others. Returns where they
    /// run.
    fn draw_ties(&self, buffer: &mut Buffer) -> [Dots; 2] {
        let (view, at) = (self.view, self.state.at);
        let ascii = self.look.glyphs.dot.is_ascii();
        let [mut far, mut near] = [Dots::new(self.inner), Dots::new(self.inner)];
        for &(a, b) in &self.edges {
            let touches = a as usize == at || b as usize == at;
            let on_the_way = view.nodes[a as usize].lit && view.nodes[b as usize].lit;
            let dots = if touches || on_the_way { &mut near } else { &mut far };
            dots.stroke(self.cells[a as usize], self.cells[b as usize], grade(view, (a, b)));
        }
        far.paint(buffer, self.look.style(Role::Border), ascii);
        near.paint(buffer, self.look.style(Role::Accent), ascii);
        [far, near]
    }

    /// The nodes in sight in the order in which they are given room for names: what is selected, what it is tied to,
    /// then the largest.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.view.nodes.len()).collect();
        order.sort_by_key(|&at| {
            let node = &self.view.nodes[at];
            (at != self.state.at, !node.lit, !self.tied[at], std::cmp::Reverse(node.size), at)
        });
        // Of two in one cell the one that matters more is seen.
        let mut stand: HashSet<(u16, u16)> = HashSet::new();
        order.retain(|&at| {
            let (x, y) = self.cells[at];
            let inside = x >= 0.0 && y >= 0.0 && x < f32::from(self.inner.width) && y < f32::from(self.inner.height);
            inside && stand.insert(on_screen(self.inner, (x, y)))
        });
        order
    }

    /// Draws the nodes, with their names where there is room between the lines of the ties. Returns where one can click
    /// on each.
    fn draw_nodes(&self, lines: &[Dots; 2], buffer: &mut Buffer) -> Vec<(Rect, Target)> {
        let Picture { state, view, inner, look, .. } = *self;
        let order = self.order();
        let titles: Vec<String> = order.iter().map(|&at| safe(&view.nodes[at].title).into_owned()).collect();
        let nodes: Vec<names::Node> = order
            .iter()
            .zip(&titles)
            .map(|(&at, title)| names::Node {
                cell: on_screen(inner, self.cells[at]),
                title,
                must: at == state.at || view.nodes[at].lit,
                step: view.nodes[at].lit && state.is_way(),
            })
            .collect();
        let (places, gone) = names::place(&nodes, inner, |place| lines.iter().map(|dots| dots.crossed(place)).sum());
        let mut targets = Vec::new();
        for (number, &at) in order.iter().enumerate().filter(|(number, _)| !gone.contains(number)) {
            let node = &view.nodes[at];
            let sort = Sort::of(node);
            let face = match at == state.at {
                true => Face::from(Role::LinkFocused),
                false => Face { strong: node.lit || self.tied[at], ..Face::from(sort.role()) },
            };
            let named = places[number].map(|name| (name, titles[number].as_str()));
            let drawn = draw_node(sort, nodes[number].cell, named, face, buffer, inner, look);
            let target = Target::Link(at as u32, Some(node.record));
            targets.extend(drawn.into_iter().map(|place| (place, target)));
        }
        targets
    }
}

/// Draws a node with its name, where there is room for one. Returns where one can click on it.
fn draw_node(
    sort: Sort,
    (x, y): (u16, u16),
    named: Option<(names::Name, &str)>,
    face: Face,
    buffer: &mut Buffer,
    inner: Rect,
    look: Look,
) -> Vec<Rect> {
    let mut drawn = Vec::new();
    let cell = Rect::new(x, y, 1, 1);
    if let Some((name, title)) = named {
        // No line of the picture runs into it, nor leaves its look behind.
        frame::clear(buffer, name.place);
        let style = look.theme.face(face);
        let (from, to) = (name.from.saturating_sub(1), name.from + name.width as u16 + 1);
        buffer.set_style(Rect::new(from, name.place.y, to - from, 1).intersection(inner), style);
        let title = shorten(title, name.width, look.glyphs.ellipsis);
        buffer.set_stringn(name.from, name.place.y, &title, name.width, style);
        drawn.push(name.place);
    }
    frame::clear(buffer, cell);
    buffer.set_stringn(x, y, sort.sign(look), 1, look.theme.face(Face { strong: true, ..Face::from(sort.role()) }));
    drawn.push(cell);
    drawn
}

/// The cell of the screen that a place in an area falls into.
fn on_screen(inner: Rect, (x, y): (f32, f32)) -> (u16, u16) {
    (inner.x.saturating_add(x as u16), inner.y.saturating_add(y as u16))
}
