//! Fast local moving: nodes join the neighbouring community that gains most, until none gains by moving. A queue holds
//! the nodes whose neighbourhood has changed since they were last looked at.

use super::level::Level;
use crate::graph::rng::Rng;

/// A move must gain more than this share of the weight at stake, so that rounding never moves a node back and forth.
const WORTHWHILE: f64 = 1e-6;

/// What is known of a community. Its weight towards the node at hand is kept apart, so that the innermost loop reads
/// as few cache lines as can be.
#[derive(Clone, Copy, Default)]
struct Cell {
    size: f64,
    nodes: u32,
}

/// Moves nodes between the communities of `community`, whose labels must be below the number of nodes. `pull` times the
/// product of two sizes is the weight expected between them. Returns true when a node was moved.
pub(super) fn local_move(level: &Level, community: &mut [u32], pull: f64, rng: &mut Rng) -> bool {
    let nodes = level.nodes();
    let mut cells = vec![Cell::default(); nodes];
    let mut ties = vec![0f32; nodes];
    for (node, &label) in community.iter().enumerate() {
        let cell = &mut cells[label as usize];
        cell.size += level.size(node as u32);
        cell.nodes += 1;
    }
    let mut empty: Vec<u32> = (0..nodes as u32).filter(|&label| cells[label as usize].nodes == 0).collect();
    let mut queue = Queue::new(level, rng);
    let widest = (0..nodes as u32).map(|node| level.edges(node).len()).max().unwrap_or(0);
    let mut touched = vec![0u32; widest + 1];
    let mut moved = false;
    while let Some(node) = queue.pop() {
        let own = community[node as usize];
        let size = level.size(node);
        let mut found = 0;
        for edge in level.edges(node) {
            let label = community[edge.to as usize];
            let tie = &mut ties[label as usize];
            touched[found] = label;
            found += usize::from(*tie == 0.0);
            *tie += edge.weight;
        }
        let expected = pull * size;
        let here = cells[own as usize];
        let stay = f64::from(ties[own as usize]) - expected * (here.size - size);
        let worthwhile = stay + WORTHWHILE * f64::from(ties[own as usize]).max(expected * size);
        let (mut best, mut best_gain) = (own, worthwhile);
        for &label in &touched[..found] {
            let tie = std::mem::take(&mut ties[label as usize]);
            let gain = f64::from(tie) - expected * cells[label as usize].size;
            if gain > best_gain && label != own {
                (best, best_gain) = (label, gain);
            }
        }
        // Better alone than here?
        if best_gain < 0.0
            && here.nodes > 1
            && let Some(alone) = empty.pop()
        {
            best = alone;
        }
        if best == own {
            continue;
        }
        moved = true;
        let left = &mut cells[own as usize];
        left.nodes -= 1;
        left.size -= size;
        if left.nodes == 0 {
            left.size = 0.0;
            empty.push(own);
        }
        let joined = &mut cells[best as usize];
        joined.nodes += 1;
        joined.size += size;
        community[node as usize] = best;
        for edge in level.edges(node) {
            if community[edge.to as usize] != best {
                queue.push(edge.to);
            }
        }
    }
    moved
}

/// Nodes to look at, first in first out, each at most once at a time.
struct Queue {
    ring: Vec<u32>,
    waits: Vec<bool>,
    head: usize,
    length: usize,
}

impl Queue {
    /// All nodes that have edges, in random order: blocks of neighbours are shuffled, and nodes within them, so that
    /// rows are read in pieces that caches hold.
    fn new(level: &Level, rng: &mut Rng) -> Self {
        const BLOCK: usize = 256;
        let nodes: Vec<u32> = (0..level.nodes() as u32).filter(|&node| !level.edges(node).is_empty()).collect();
        let mut order: Vec<u32> = (0..nodes.len().div_ceil(BLOCK) as u32).collect();
        rng.shuffle(&mut order);
        let mut ring = Vec::with_capacity(nodes.len());
        for block in order {
            let (start, first) = (ring.len(), block as usize * BLOCK);
            ring.extend_from_slice(&nodes[first..nodes.len().min(first + BLOCK)]);
            rng.shuffle(&mut ring[start..]);
        }
        let mut waits = vec![false; level.nodes()];
        ring.iter().for_each(|&node| waits[node as usize] = true);
        let length = ring.len();
        Self { ring, waits, head: 0, length }
    }

    fn pop(&mut self) -> Option<u32> {
        if self.length == 0 {
            return None;
        }
        let node = self.ring[self.head];
        self.head = if self.head + 1 == self.ring.len() { 0 } else { self.head + 1 };
        self.length -= 1;
        self.waits[node as usize] = false;
        Some(node)
    }

    fn push(&mut self, node: u32) {
        if std::mem::replace(&mut self.waits[node as usize], true) {
            return;
        }
        let mut tail = self.head + self.length;
        if tail >= self.ring.len() {
            tail -= self.ring.len();
        }
        self.ring[tail] = node;
        self.length += 1;
    }
}
