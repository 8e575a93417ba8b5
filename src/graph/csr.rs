//! `Graph`: compact undirected weighted adjacency in compressed sparse rows. Built once from an edge list, never
//! changed. Nodes are the integers from 0; what they stand for is the caller's business.

use std::ops::Range;

/// An edge list cannot be made into a graph.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GraphError {
    #[error("edge {position} joins {source} and {target}, but the graph has only {nodes} nodes (numbered from 0)",
        source = .ends.0, target = .ends.1)]
    NoSuchNode { position: usize, ends: (u32, u32), nodes: usize },
    #[error("edge {position} ({} – {}) weighs {weight}; weights must be finite and not negative", .ends.0, .ends.1)]
    BadWeight { position: usize, ends: (u32, u32), weight: f32 },
    #[error("{what} is {value}; it must be finite and not negative")]
    BadSetting { what: &'static str, value: f64 },
    #[error("{given} node sizes were given for {nodes} nodes; there must be one for each")]
    NodeSizes { given: usize, nodes: usize },
    #[error("{count} {what} are more than a graph can hold (4,294,967,294)")]
    TooLarge { what: &'static str, count: usize },
}

/// The far end of an edge, with the edge's weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    pub to: u32,
    pub weight: f32,
}

/// An undirected weighted graph. Every edge stands in the rows of both its ends; rows are sorted by the far end;
/// self-loops are kept apart; edges of weight zero are left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    offsets: Vec<u32>,
    edges: Vec<Edge>,
    loops: Vec<f32>,
}

impl Graph {
    /// Builds the graph of `nodes` nodes from an edge list, each undirected edge given once in either direction.
    /// Duplicates and self-loops are summed. Linear in nodes and edges.
    ///
    /// # Errors
    /// An end beyond `nodes`, a weight that is negative, infinite or no number, or more than a `u32` can count.
    pub fn from_edges(nodes: usize, list: &[(u32, u32, f32)]) -> Result<Self, GraphError> {
        if nodes >= u32::MAX as usize {
            return Err(GraphError::TooLarge { what: "nodes", count: nodes });
        }
        if list.len() >= (u32::MAX / 2) as usize {
            return Err(GraphError::TooLarge { what: "edge ends", count: list.len().saturating_mul(2) });
        }
        let mut loops = vec![0f64; nodes];
        let mut starts = vec![0u32; nodes + 1];
        for (position, &(a, b, weight)) in list.iter().enumerate() {
            if a as usize >= nodes || b as usize >= nodes {
                return Err(GraphError::NoSuchNode { position, ends: (a, b), nodes });
            }
            if !weight.is_finite() || weight < 0.0 {
                return Err(GraphError::BadWeight { position, ends: (a, b), weight });
            }
            if a == b {
                loops[a as usize] += f64::from(weight);
            } else if weight > 0.0 {
                starts[a as usize + 1] += 1;
                starts[b as usize + 1] += 1;
            }
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        // Two counting sorts, by far end and then by near end, leave every row sorted without comparing anything.
        let ends = starts[nodes] as usize;
        let mut by_far = vec![(0u32, 0f32); ends];
        let mut next = starts.clone();
        for &(a, b, weight) in list {
            if a != b && weight > 0.0 {
                for (near, far) in [(a, b), (b, a)] {
                    let slot = &mut next[far as usize];
                    by_far[*slot as usize] = (near, weight);
                    *slot += 1;
                }
            }
        }
        let mut edges = vec![Edge { to: 0, weight: 0.0 }; ends];
        next.copy_from_slice(&starts);
        for far in 0..nodes {
            for &(near, weight) in &by_far[starts[far] as usize..starts[far + 1] as usize] {
                let slot = &mut next[near as usize];
                edges[*slot as usize] = Edge { to: far as u32, weight };
                *slot += 1;
            }
        }
        let offsets = sum_duplicates(&starts, &mut edges);
        Ok(Self { offsets, edges, loops: loops.into_iter().map(clamp).collect() })
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.loops.len()
    }

    /// Number of undirected edges between different nodes.
    pub fn edge_count(&self) -> usize {
        self.edges.len() / 2
    }

    /// The edges at `node`, self-loops left out, sorted by the far end.
    pub fn edges(&self, node: u32) -> &[Edge] {
        &self.edges[self.row(node)]
    }

    /// Weight of the self-loops at `node`.
    pub fn self_loop(&self, node: u32) -> f32 {
        self.loops[node as usize]
    }

    /// Number of different nodes that `node` is joined to.
    pub fn degree(&self, node: u32) -> usize {
        self.row(node).len()
    }

    /// Sum of the weights at `node`, a self-loop counted twice.
    pub fn strength(&self, node: u32) -> f64 {
        let outgoing: f64 = self.edges(node).iter().map(|edge| f64::from(edge.weight)).sum();
        outgoing + 2.0 * f64::from(self.self_loop(node))
    }

    /// Every node's strength.
    pub fn strengths(&self) -> Vec<f64> {
        (0..self.nodes() as u32).map(|node| self.strength(node)).collect()
    }

    /// Every undirected edge between different nodes once, as (lower end, higher end, weight).
    pub fn edge_list(&self) -> impl Iterator<Item = (u32, u32, f32)> + '_ {
        (0..self.nodes() as u32).flat_map(move |node| {
            self.edges(node).iter().filter(move |edge| edge.to > node).map(move |edge| (node, edge.to, edge.weight))
        })
    }

    /// The subgraph induced by `members` (each named once): its node `i` is `members[i]`. `scratch` saves the cost
    /// of a map as large as this graph for each of many subgraphs; the work is that of reading the members' rows.
    pub fn induced(&self, members: &[u32], scratch: &mut Scratch) -> Graph {
        scratch.position.resize(self.nodes().max(scratch.position.len()), NOWHERE);
        for (position, &member) in members.iter().enumerate() {
            scratch.position[member as usize] = position as u32;
        }
        let mut offsets = Vec::with_capacity(members.len() + 1);
        offsets.push(0);
        let mut edges = Vec::new();
        for &member in members {
            let row = edges.len();
            edges.extend(self.edges(member).iter().filter_map(|edge| {
                let to = scratch.position[edge.to as usize];
                (to != NOWHERE).then_some(Edge { to, weight: edge.weight })
            }));
            // Rows stay sorted by themselves when the members are.
            if !edges[row..].is_sorted_by_key(|edge: &Edge| edge.to) {
                edges[row..].sort_unstable_by_key(|edge| edge.to);
            }
            offsets.push(edges.len() as u32);
        }
        for &member in members {
            scratch.position[member as usize] = NOWHERE;
        }
        Graph { offsets, edges, loops: members.iter().map(|&member| self.self_loop(member)).collect() }
    }

    /// Row bounds and edges of all rows, for inner loops.
    pub(super) fn rows(&self) -> (&[u32], &[Edge]) {
        (&self.offsets, &self.edges)
    }

    fn row(&self, node: u32) -> Range<usize> {
        self.offsets[node as usize] as usize..self.offsets[node as usize + 1] as usize
    }
}

const NOWHERE: u32 = u32::MAX;

/// Memory that [`Graph::induced`] uses again and again.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    position: Vec<u32>,
}

/// Sums neighbours that stand side by side in a sorted row and closes the gaps; returns the new row bounds.
fn sum_duplicates(starts: &[u32], edges: &mut Vec<Edge>) -> Vec<u32> {
    let mut offsets = Vec::with_capacity(starts.len());
    offsets.push(0);
    let mut kept = 0;
    for bounds in starts.windows(2) {
        let mut at = bounds[0] as usize;
        let stop = bounds[1] as usize;
        while at < stop {
            let to = edges[at].to;
            let mut sum = 0f64;
            while at < stop && edges[at].to == to {
                sum += f64::from(edges[at].weight);
                at += 1;
            }
            edges[kept] = Edge { to, weight: clamp(sum) };
            kept += 1;
        }
        offsets.push(kept as u32);
    }
    edges.truncate(kept);
    edges.shrink_to_fit();
    offsets
}

/// A sum of finite weights may leave the range of `f32`; it stays finite all the same.
fn clamp(sum: f64) -> f32 {
    sum.min(f64::from(f32::MAX)) as f32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn duplicates_and_self_loops_are_summed_and_zeros_left_out() {
        let graph =
            Graph::from_edges(4, &[(2, 0, 1.0), (0, 2, 2.5), (1, 1, 3.0), (1, 1, 1.0), (0, 1, 1.0), (3, 0, 0.0)])
                .unwrap();
        assert_eq!(graph.edges(0), [Edge { to: 1, weight: 1.0 }, Edge { to: 2, weight: 3.5 }]);
        assert_eq!(graph.edges(2), [Edge { to: 0, weight: 3.5 }]);
        assert_eq!(graph.self_loop(1), 4.0);
        assert_eq!(graph.strength(1), 9.0);
        assert_eq!(graph.degree(3), 0);
        assert_eq!(graph.edge_count(), 2);
    }

    #[test]
    fn bad_edges_are_named() {
        let message = |list: &[(u32, u32, f32)]| Graph::from_edges(2, list).unwrap_err().to_string();
        assert_eq!(
            message(&[(0, 1, 1.0), (0, 5, 1.0)]),
            "edge 1 joins 0 and 5, but the graph has only 2 nodes (numbered from 0)"
        );
        assert!(message(&[(0, 1, f32::NAN)]).contains("weighs NaN"));
        assert!(message(&[(0, 1, -1.0)]).contains("weighs -1"));
        assert!(message(&[(0, 0, f32::INFINITY)]).contains("weighs inf"));
    }

    #[test]
    fn empty_graphs_are_graphs() {
        let graph = Graph::from_edges(0, &[]).unwrap();
        assert_eq!((graph.nodes(), graph.edge_count()), (0, 0));
        assert_eq!(graph.induced(&[], &mut Scratch::default()), graph);
    }

    proptest! {
        #[test]
        fn every_edge_stands_in_both_rows(list in prop::collection::vec((0u32..20, 0u32..20, 0.0f32..5.0), 0..80)) {
            let graph = Graph::from_edges(20, &list).unwrap();
            for node in 0..20 {
                prop_assert!(graph.edges(node).windows(2).all(|pair| pair[0].to < pair[1].to));
                for edge in graph.edges(node) {
                    let back = graph.edges(edge.to).iter().find(|back| back.to == node).unwrap();
                    prop_assert_eq!(back.weight, edge.weight);
                    let expected: f32 = list.iter()
                        .filter(|&&(a, b, _)| (a, b) == (node, edge.to) || (b, a) == (node, edge.to))
                        .map(|&(_, _, weight)| weight).sum();
                    prop_assert!((expected - edge.weight).abs() < 1e-3);
                }
            }
        }

        #[test]
        fn an_induced_graph_is_the_graph_of_the_edges_inside(
            list in prop::collection::vec((0u32..16, 0u32..16, 0.1f32..5.0), 0..60),
            members in prop::sample::subsequence((0u32..16).collect::<Vec<_>>(), 0..16).prop_shuffle(),
        ) {
            let graph = Graph::from_edges(16, &list).unwrap();
            let inside: Vec<_> = list.iter().filter_map(|&(a, b, weight)| {
                let position = |node| members.iter().position(|&member| member == node).map(|at| at as u32);
                Some((position(a)?, position(b)?, weight))
            }).collect();
            let induced = graph.induced(&members, &mut Scratch::default());
            prop_assert_eq!(induced, Graph::from_edges(members.len(), &inside).unwrap());
        }
    }
}
