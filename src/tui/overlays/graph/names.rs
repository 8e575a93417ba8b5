//! Where the names of a graph stand: beside their nodes, of what must have one else above or below them, none on
//! another's name or node. Beside a step of a way lies the way, so that its name stands above it or below, whole where
//! there is room. Each has a short name first, as far as there is room, those that matter most before the others; then
//! each grows into the room that is left. A node without room for one is named when it is selected.

use std::collections::HashSet;

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

/// Cells of a name at most, and at first of one that is no step of a way; and how many of these may be tried for a node
/// that need not have one: of a few letters nobody knows what they name.
const LONGEST: usize = 72;
const LONG_FIRST: [usize; 5] = [LONGEST, 14, 10, 7, 4];
const LEGIBLE: usize = 2;

/// A node that wants a name.
pub struct Node<'a> {
    pub cell: (u16, u16),
    pub title: &'a str,
    /// It has a name wherever it stands: nodes that have none to lose make way.
    pub must: bool,
    /// It is a step of a way that reads from left to right.
    pub step: bool,
}

/// A name with its place, the gaps beside it among it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Name {
    pub place: Rect,
    /// Where the name itself begins, and its cells.
    pub from: u16,
    pub width: usize,
    side: Side,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Right,
    Left,
    Above,
    Below,
}

const SIDES: [Side; 4] = [Side::Right, Side::Left, Side::Above, Side::Below];
const SIDES_OF_STEP: [Side; 4] = [Side::Above, Side::Below, Side::Right, Side::Left];
/// So many of them are beside a node.
const BESIDE: usize = 2;

/// Places for the names of nodes, in the order in which they matter; and the nodes that had to make way. `crossed` says
/// how many cells of a place lines run through: of two sides a name stands on the one where it hides fewer of them.
pub fn place(nodes: &[Node], inner: Rect, crossed: impl Fn(Rect) -> usize) -> (Vec<Option<Name>>, HashSet<usize>) {
    let mut names: Vec<Option<Name>> = vec![None; nodes.len()];
    let mut gone: HashSet<usize> = HashSet::new();
    let all: HashSet<(u16, u16)> = nodes.iter().map(|node| node.cell).collect();
    let firm: HashSet<(u16, u16)> = nodes.iter().filter(|node| node.must).map(|node| node.cell).collect();
    let free = |name: &Name, own: usize, names: &[Option<Name>], stand: &HashSet<(u16, u16)>| {
        let place = name.place;
        let cell = nodes[own].cell;
        place.intersection(inner) == place
            && !names
                .iter()
                .enumerate()
                .any(|(at, other)| at != own && other.is_some_and(|other| other.place.intersects(place)))
            && !(place.left()..place.right())
                .any(|column| (column, place.y) != cell && stand.contains(&(column, place.y)))
    };
    for (at, node) in nodes.iter().enumerate() {
        if gone.contains(&at) {
            continue;
        }
        let width = node.title.width();
        let tried = |stand: &HashSet<(u16, u16)>, names: &[Option<Name>]| {
            // Above or below its node a name is easily taken for another's.
            let (lengths, sides) = match (node.step, node.must) {
                (true, _) => (&LONG_FIRST[..], &SIDES_OF_STEP[..]),
                (_, true) => (&LONG_FIRST[1..], &SIDES[..]),
                _ => (&LONG_FIRST[1..=LEGIBLE], &SIDES[..BESIDE]),
            };
            lengths.iter().find_map(|&most| {
                let width = width.min(most);
                let places = sides.iter().filter_map(|&side| side.name(node.cell, width, inner));
                let free = places.filter(|name| free(name, at, names, stand));
                free.min_by_key(|name| (name.side.rank(node.step), crossed(name.place)))
            })
        };
        let found = tried(&all, &names).or_else(|| node.must.then(|| tried(&firm, &names)).flatten());
        if let Some(name) = found {
            let covered =
                nodes.iter().enumerate().filter(|&(other, node)| other != at && name.place.contains(node.cell.into()));
            gone.extend(covered.map(|(other, _)| other));
            names[at] = Some(name);
        }
    }
    for at in 0..nodes.len() {
        if gone.contains(&at) {
            names[at] = None;
        }
        let Some(name) = names[at] else { continue };
        let full = nodes[at].title.width().min(LONGEST);
        let longer = (name.width + 1..=full).rev();
        let mut longer = longer.filter_map(|width| name.side.name(nodes[at].cell, width, inner));
        if let Some(longer) = longer.find(|longer| free(longer, at, &names, &all)) {
            names[at] = Some(longer);
        }
    }
    (names, gone)
}

impl Side {
    /// How good a side is, the same for those that are as good.
    fn rank(self, of_step: bool) -> u8 {
        let beside = matches!(self, Side::Right | Side::Left);
        u8::from(beside == of_step)
    }

    /// A name of so many cells on this side of a node; none where the screen ends.
    fn name(self, (x, y): (u16, u16), width: usize, inner: Rect) -> Option<Name> {
        // A gap on either side; beside its node the node as well.
        let cells = u16::try_from(width).ok()?.checked_add(2)?;
        let (left, row) = match self {
            Side::Right => (x, y),
            Side::Left => ((x + 1).checked_sub(cells + 1)?, y),
            Side::Above | Side::Below => {
                let row = if self == Side::Above { y.checked_sub(1)? } else { y + 1 };
                let last = inner.right().checked_sub(cells)?;
                (x.saturating_sub(cells / 2).clamp(inner.left(), last.max(inner.left())), row)
            }
        };
        let beside = u16::from(matches!(self, Side::Right | Side::Left));
        let place = Rect::new(left, row, cells + beside, 1);
        let from = if self == Side::Right { left + 2 } else { left + 1 };
        Some(Name { place, from, width, side: self })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn steps_of_a_way_are_named_above_and_below_it_where_they_stand_close() {
        let titles = ["Desmond Quill", "Wethel Char Trust", "Candle Night", "Low Bield Hatchery", "Julian Farthingale"];
        let node = |(at, title)| Node { cell: (6 + 16 * at as u16, 10), title, must: true, step: true };
        let nodes: Vec<Node> = titles.into_iter().enumerate().map(node).collect();
        let (names, gone) = place(&nodes, Rect::new(0, 0, 80, 22), |_| 0);
        assert!(names.iter().all(Option::is_some) && gone.is_empty(), "{names:?}");
        for (name, node) in names.iter().flatten().zip(&nodes) {
            assert!(name.width == node.title.width() && name.place.y != 10, "whole, and beside the line: {names:?}");
        }
    }

    #[test]
    fn a_name_stands_where_it_hides_fewer_lines() {
        let nodes = [Node { cell: (30, 2), title: "Low Holm", must: false, step: false }];
        let side = |lines: u16| {
            let (names, _) =
                place(&nodes, Rect::new(0, 0, 60, 5), |place| usize::from(place.contains((lines, 2).into())));
            names[0].map(|name| name.side)
        };
        assert_eq!([side(33), side(27), side(0)], [Some(Side::Left), Some(Side::Right), Some(Side::Right)]);
    }

    #[test]
    fn a_name_grows_into_the_room_that_is_left() {
        let nodes = [Node { cell: (2, 2), title: "Councillor Beatrice Marchbank", must: false, step: false }];
        let (names, _) = place(&nodes, Rect::new(0, 0, 60, 5), |_| 0);
        assert_eq!(names[0].map(|name| (name.width, name.from)), Some((29, 4)));
    }

    #[test]
    fn where_nodes_crowd_only_names_that_can_be_read_are_shown() {
        let node = |at: u16| Node {
            cell: (4 + 11 * (at % 6), 2 + 2 * (at / 6)),
            title: "Wethel Valley Water",
            must: at == 0,
            step: false,
        };
        let nodes: Vec<Node> = (0..40).map(node).collect();
        let (names, gone) = place(&nodes, Rect::new(0, 0, 80, 22), |_| 0);
        assert!(names[0].is_some() && gone.is_empty(), "what is selected is named: {names:?}");
        for (name, node) in names.iter().zip(&nodes).filter_map(|(name, node)| Some((name.as_ref()?, node))).skip(1) {
            assert!(name.width >= LONG_FIRST[LEGIBLE] && name.place.y == node.cell.1, "{name:?}");
        }
    }

    proptest! {
        #[test]
        fn no_name_lies_on_another_or_on_a_node(
            cells in prop::collection::vec((0u16..60, 0u16..14, any::<bool>()), 0..24),
            width in 1u16..60,
            height in 1u16..14,
        ) {
            let cells: Vec<_> = cells.into_iter().filter(|&(x, y, _)| x < width && y < height).collect();
            let nodes: Vec<Node> =
                cells.iter().map(|&(x, y, must)| Node { cell: (x, y), title: "The old mill by the river", must, step: false }).collect();
            let inner = Rect::new(0, 0, width, height);
            let (names, gone) = place(&nodes, inner, |_| 0);
            for (at, name) in names.iter().enumerate().filter_map(|(at, name)| Some((at, (*name)?))) {
                prop_assert_eq!(name.place.intersection(inner), name.place);
                prop_assert!(name.from >= name.place.x && name.from + name.width as u16 <= name.place.right());
                for (other, node) in nodes.iter().enumerate().filter(|(other, _)| !gone.contains(other)) {
                    prop_assert!(node.cell == nodes[at].cell || !name.place.contains(node.cell.into()), "{} {}", at, other);
                }
                for other in names[..at].iter().flatten() {
                    prop_assert!(!other.place.intersects(name.place));
                }
            }
        }
    }
}
