//! Partitions: labels of nodes, the groups they make, their modularity, and whether they are connected.

use super::level::Level;
use crate::graph::Graph;

/// A partition of a graph's nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// Community of each node, numbered from 0 in order of their lowest node.
    pub of: Vec<u32>,
    /// Number of communities.
    pub count: usize,
}

impl Partition {
    /// Numbers the communities of `labels` (any labels below the number of nodes) afresh.
    pub(super) fn new(mut labels: Vec<u32>) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let mut number = vec![UNSEEN; labels.len()];
        let mut count = 0;
        for label in &mut labels {
            let slot = &mut number[*label as usize];
            if *slot == UNSEEN {
                *slot = count;
                count += 1;
            }
            *label = *slot;
        }
        Self { of: labels, count: count as usize }
    }

    /// The nodes of every community, in order.
    pub fn members(&self) -> Vec<Vec<u32>> {
        let mut members = vec![Vec::new(); self.count];
        for (node, &community) in self.of.iter().enumerate() {
            members[community as usize].push(node as u32);
        }
        members
    }
}

/// Returns the modularity of a partition, weighted, with a resolution: the share of the weight inside communities less
/// `resolution` times the share expected there; 0 for a graph without weight.
pub fn modularity(graph: &Graph, partition: &Partition, resolution: f64) -> f64 {
    let mut inside = 0.0;
    let mut total = 0.0;
    let mut strength = vec![0.0; partition.count];
    for node in 0..graph.nodes() as u32 {
        let community = partition.of[node as usize];
        let own = 2.0 * f64::from(graph.self_loop(node));
        let mut sum = own;
        inside += own;
        for edge in graph.edges(node) {
            sum += f64::from(edge.weight);
            if partition.of[edge.to as usize] == community {
                inside += f64::from(edge.weight);
            }
        }
        total += sum;
        strength[community as usize] += sum;
    }
    if total == 0.0 {
        return 0.0;
    }
    inside / total - resolution * strength.iter().map(|sum| (sum / total).powi(2)).sum::<f64>()
}

/// The nodes of a level by community.
pub(super) struct Groups {
    /// Nodes, group after group, in order inside a group.
    pub(super) members: Vec<u32>,
    starts: Vec<u32>,
}

impl Groups {
    /// Groups nodes by their labels, which must be below their number. Groups are in order of their labels.
    pub(super) fn of(labels: &[u32]) -> Self {
        let mut next = vec![0u32; labels.len() + 1];
        for &label in labels {
            next[label as usize + 1] += 1;
        }
        let mut starts = vec![0];
        for label in 0..labels.len() {
            next[label + 1] += next[label];
            if next[label + 1] > next[label] {
                starts.push(next[label + 1]);
            }
        }
        let mut members = vec![0; labels.len()];
        for (node, &label) in labels.iter().enumerate() {
            let slot = &mut next[label as usize];
            members[*slot as usize] = node as u32;
            *slot += 1;
        }
        Self { members, starts }
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// First position of every group in `members`, and one past the last.
    pub(super) fn starts(&self) -> &[u32] {
        &self.starts
    }
}

/// Labels nodes anew so that a community in several pieces becomes several communities.
pub(super) fn connected_parts(level: &Level, labels: &[u32]) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    let mut part = vec![UNSEEN; labels.len()];
    let mut stack = Vec::new();
    for start in 0..labels.len() as u32 {
        if part[start as usize] != UNSEEN {
            continue;
        }
        part[start as usize] = start;
        stack.push(start);
        while let Some(node) = stack.pop() {
            for edge in level.edges(node) {
                let to = edge.to as usize;
                if part[to] == UNSEEN && labels[to] == labels[node as usize] {
                    part[to] = start;
                    stack.push(edge.to);
                }
            }
        }
    }
    part
}
