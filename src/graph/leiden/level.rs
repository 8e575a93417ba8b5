//! `Level`: one rung of the ladder, as the inner loops read it: rows of edges and sizes of nodes. Self-loops are not
//! kept: they never decide a move, and their weight is in the sizes.

use std::borrow::Cow;

use crate::graph::{Edge, Graph};

pub(super) struct Level<'a> {
    offsets: Cow<'a, [u32]>,
    edges: Cow<'a, [Edge]>,
    sizes: Vec<f64>,
}

impl<'a> Level<'a> {
    /// The lowest rung: the graph itself.
    pub(super) fn of(graph: &'a Graph, sizes: Vec<f64>) -> Self {
        let (offsets, edges) = graph.rows();
        Self { offsets: Cow::Borrowed(offsets), edges: Cow::Borrowed(edges), sizes }
    }

    /// A higher rung.
    pub(super) fn new(offsets: Vec<u32>, edges: Vec<Edge>, sizes: Vec<f64>) -> Self {
        Self { offsets: Cow::Owned(offsets), edges: Cow::Owned(edges), sizes }
    }

    /// The same graph with its nodes in another order: node `i` is what was `order[i]`.
    pub(super) fn reordered(&self, order: &[u32]) -> Level<'static> {
        let mut position = vec![0; order.len()];
        for (at, &node) in order.iter().enumerate() {
            position[node as usize] = at as u32;
        }
        let mut offsets = Vec::with_capacity(self.offsets.len());
        let mut edges = Vec::with_capacity(self.edges.len());
        offsets.push(0);
        for &node in order {
            let row = self.edges(node).iter();
            edges.extend(row.map(|edge| Edge { to: position[edge.to as usize], weight: edge.weight }));
            offsets.push(edges.len() as u32);
        }
        Level::new(offsets, edges, order.iter().map(|&node| self.size(node)).collect())
    }

    pub(super) fn nodes(&self) -> usize {
        self.sizes.len()
    }

    /// Edges, each counted at both ends.
    pub(super) fn edge_ends(&self) -> usize {
        self.edges.len()
    }

    #[inline]
    pub(super) fn edges(&self, node: u32) -> &[Edge] {
        &self.edges[self.offsets[node as usize] as usize..self.offsets[node as usize + 1] as usize]
    }

    #[inline]
    pub(super) fn size(&self, node: u32) -> f64 {
        self.sizes[node as usize]
    }
}
