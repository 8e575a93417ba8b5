//! Places for the nodes of a small graph, for drawing: the spring embedder of Fruchterman and Reingold (1991, sections
//! 2–4), with repulsion between near nodes only (their grid variant). The same graph always gives the same picture.

use super::Graph;

/// Rounds of moving; a large graph settles roughly.
const ROUNDS: usize = 160;
/// Pairs looked at in all rounds together, so that a large graph takes no longer than a small one.
const WORK: usize = 24_000_000;

/// Returns a place for each node, in a square from 0 to 1 on both sides.
pub fn layout(graph: &Graph) -> Vec<(f32, f32)> {
    let nodes = graph.nodes();
    if nodes == 0 {
        return Vec::new();
    }
    // Best distance, for a unit square.
    let best = (1.0 / nodes as f32).sqrt();
    let mut places: Vec<(f32, f32)> = (0..nodes).map(sunflower).collect();
    let heaviest = graph.edge_list().map(|(.., weight)| weight).fold(f32::MIN_POSITIVE, f32::max);
    let rounds = ROUNDS.min(WORK / (nodes * (nodes.min(64) + 8)).max(1)).max(12);
    for round in 0..rounds {
        let cells = Cells::of(&places, 2.0 * best);
        let mut moves = vec![(0.0f32, 0.0f32); nodes];
        for (node, moved) in moves.iter_mut().enumerate() {
            let at = places[node];
            cells.near(at, |other| {
                let (x, y) = (at.0 - places[other].0, at.1 - places[other].1);
                let distance = (x * x + y * y).sqrt();
                if other == node || distance > 2.0 * best {
                    return;
                }
                // Two on one spot are driven apart, each its own way.
                let (x, y, distance) = match distance > 1e-5 {
                    true => (x, y, distance),
                    false => ((node as f32).sin() * 1e-3, (node as f32).cos() * 1e-3, 1e-3),
                };
                let force = best * best / distance;
                *moved = (moved.0 + x / distance * force, moved.1 + y / distance * force);
            });
            for edge in graph.edges(node as u32) {
                let (x, y) = (places[edge.to as usize].0 - at.0, places[edge.to as usize].1 - at.1);
                let distance = (x * x + y * y).sqrt().max(1e-5);
                let force = distance * distance / best * (0.4 + 0.6 * edge.weight / heaviest);
                *moved = (moved.0 + x / distance * force, moved.1 + y / distance * force);
            }
            // A weak pull to the middle keeps what is joined to nothing in sight.
            *moved = (moved.0 + (0.5 - at.0) * 0.08, moved.1 + (0.5 - at.1) * 0.08);
        }
        let heat = 0.12 * (1.0 - round as f32 / rounds as f32) + 0.002;
        for (place, (x, y)) in places.iter_mut().zip(moves) {
            let length = (x * x + y * y).sqrt().max(1e-6);
            let step = length.min(heat);
            *place = (place.0 + x / length * step, place.1 + y / length * step);
        }
    }
    fit(&mut places);
    places
}

/// Evenly spread places to begin with, the same each time (Vogel's spiral).
fn sunflower(at: usize) -> (f32, f32) {
    let radius = 0.02 * ((at + 1) as f32).sqrt();
    let angle = at as f32 * 2.399_963;
    (0.5 + radius * angle.cos(), 0.5 + radius * angle.sin())
}

/// Stretches places to the unit square, and spreads what is crowded: half of a place is its rank.
fn fit(places: &mut [(f32, f32)]) {
    let across = spread(places.iter().map(|place| place.0).collect());
    let down = spread(places.iter().map(|place| place.1).collect());
    for (place, (x, y)) in places.iter_mut().zip(across.into_iter().zip(down)) {
        *place = (x, y);
    }
}

/// Values from 0 to 1 in the same order; one alone is in the middle.
fn spread(mut values: Vec<f32>) -> Vec<f32> {
    let (least, most) =
        values.iter().fold((f32::MAX, f32::MIN), |(least, most), &value| (least.min(value), most.max(value)));
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]).then(a.cmp(&b)));
    let last = order.len().saturating_sub(1);
    for (rank, at) in order.into_iter().enumerate() {
        let place = (values[at] - least) / (most - least).max(1e-6);
        values[at] = if last == 0 { 0.5 } else { (place + rank as f32 / last as f32) / 2.0 };
    }
    values
}

/// Nodes by the cell of a grid that they lie in.
struct Cells {
    size: f32,
    nodes: std::collections::HashMap<(i32, i32), Vec<usize>>,
}

impl Cells {
    fn of(places: &[(f32, f32)], size: f32) -> Cells {
        let mut cells = Cells { size, nodes: std::collections::HashMap::new() };
        for (node, &place) in places.iter().enumerate() {
            cells.nodes.entry(cells.cell(place)).or_default().push(node);
        }
        cells
    }

    fn cell(&self, (x, y): (f32, f32)) -> (i32, i32) {
        ((x / self.size).floor() as i32, (y / self.size).floor() as i32)
    }

    fn near(&self, place: (f32, f32), mut see: impl FnMut(usize)) {
        let (column, row) = self.cell(place);
        for x in column - 1..=column + 1 {
            for y in row - 1..=row + 1 {
                for &node in self.nodes.get(&(x, y)).into_iter().flatten() {
                    see(node);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(places: &[(f32, f32)], a: usize, b: usize) -> f32 {
        ((places[a].0 - places[b].0).powi(2) + (places[a].1 - places[b].1).powi(2)).sqrt()
    }

    #[test]
    fn what_is_joined_lies_together_and_the_picture_is_always_the_same() {
        // Two triangles joined by one edge.
        let list = [(0, 1, 1.0), (1, 2, 1.0), (0, 2, 1.0), (3, 4, 1.0), (4, 5, 1.0), (3, 5, 1.0), (2, 3, 1.0)];
        let graph = Graph::from_edges(6, &list).unwrap();
        let places = layout(&graph);
        assert!(distance(&places, 0, 1) < distance(&places, 0, 4));
        assert!(distance(&places, 4, 5) < distance(&places, 1, 5));
        assert_eq!(places, layout(&graph));
    }

    #[test]
    fn every_place_is_inside_and_a_number() {
        for nodes in [0, 1, 2, 40, 2_000] {
            let list: Vec<(u32, u32, f32)> = (1..nodes).map(|node| (node, node / 3, 1.0)).collect();
            let places = layout(&Graph::from_edges(nodes as usize, &list).unwrap());
            assert_eq!(places.len(), nodes as usize);
            assert!(places.iter().all(|(x, y)| (0.0..=1.0).contains(x) && (0.0..=1.0).contains(y)), "{nodes}");
        }
    }
}
