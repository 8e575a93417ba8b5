//! The neighbourhood of a node, as a petgraph for drawing: the one place where petgraph is met.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::graph::{NodeIndex, UnGraph};

use super::Graph;

/// A neighbourhood: nodes weigh their number in the whole graph, the centre is node 0, edges weigh what they weigh there.
pub type Ego = UnGraph<u32, f32>;

/// Returns the nodes at most `depth` steps from `centre`, at most `limit` of them (the centre included), with every
/// edge between them. Nearer nodes come before farther ones, and of one distance those with more weight towards what
/// was taken already. Empty when `centre` is no node or `limit` is 0.
pub fn ego(graph: &Graph, centre: u32, depth: u32, limit: usize) -> Ego {
    let mut ego = Ego::default();
    if centre as usize >= graph.nodes() || limit == 0 {
        return ego;
    }
    let mut taken: BTreeMap<u32, NodeIndex> = BTreeMap::from([(centre, ego.add_node(centre))]);
    let mut front = vec![centre];
    for _ in 0..depth {
        let mut ties: BTreeMap<u32, f64> = BTreeMap::new();
        for edge in front.iter().flat_map(|&node| graph.edges(node)).filter(|edge| !taken.contains_key(&edge.to)) {
            *ties.entry(edge.to).or_default() += f64::from(edge.weight);
        }
        let mut ranked: Vec<(u32, f64)> = ties.into_iter().collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked.truncate(limit - taken.len());
        front = ranked.into_iter().map(|(node, _)| node).collect();
        for &node in &front {
            taken.insert(node, ego.add_node(node));
        }
    }
    let inside: BTreeSet<u32> = taken.keys().copied().collect();
    for &node in &inside {
        for edge in graph.edges(node).iter().filter(|edge| edge.to > node && inside.contains(&edge.to)) {
            ego.add_edge(taken[&node], taken[&edge.to], edge.weight);
        }
    }
    ego
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wheel() -> Graph {
        // 0 in the middle of 1–2–3–4, and 5 behind 4.
        let list =
            [(0, 1, 1.0), (0, 2, 4.0), (0, 3, 2.0), (0, 4, 3.0), (1, 2, 1.0), (2, 3, 1.0), (3, 4, 1.0), (4, 5, 9.0)];
        Graph::from_edges(7, &list).unwrap()
    }

    #[test]
    fn the_heaviest_neighbours_are_taken_with_the_edges_between_them() {
        let near = ego(&wheel(), 0, 1, 4);
        assert_eq!(near.node_weights().copied().collect::<Vec<_>>(), [0, 2, 4, 3]);
        assert_eq!(near.edge_count(), 5);
    }

    #[test]
    fn depth_and_limit_bound_it() {
        assert_eq!(ego(&wheel(), 0, 2, 100).node_count(), 6);
        assert_eq!(ego(&wheel(), 0, 0, 100).node_count(), 1);
        assert_eq!(ego(&wheel(), 6, 3, 100).node_count(), 1);
        assert_eq!(ego(&wheel(), 0, 2, 0).node_count(), 0);
        assert_eq!(ego(&wheel(), 9, 2, 5).node_count(), 0);
    }
}
