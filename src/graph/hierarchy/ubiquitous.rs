//! Ubiquitous nodes, left out of the clustering, find their places in what was found without them.

use std::collections::BTreeMap;

use super::Hierarchy;
use crate::graph::{Graph, components};

/// Takes the mark from nodes in components where every node has it: without them nothing would be left to join.
pub(super) fn let_go(graph: &Graph, everywhere: &mut [bool]) {
    if !everywhere.contains(&true) {
        return;
    }
    let found = components(graph);
    let mut has_others = vec![false; found.sizes.len()];
    for (node, &component) in found.of.iter().enumerate() {
        has_others[component as usize] |= !everywhere[node];
    }
    for (node, &component) in found.of.iter().enumerate() {
        everywhere[node] &= has_others[component as usize];
    }
}

/// Adds every node marked `everywhere` to one root and, below it, to one community of each level, as far down as it has
/// ties; those with the strongest ties first. A community gains by how much more the node is tied to it than their
/// strengths lead one to expect.
pub(super) fn join(graph: &Graph, hierarchy: &mut Hierarchy, everywhere: &[bool]) {
    let strengths = graph.strengths();
    let total: f64 = strengths.iter().sum();
    let mut waiting: Vec<u32> = (0..graph.nodes() as u32).filter(|&node| everywhere[node as usize]).collect();
    if waiting.is_empty() {
        return;
    }
    waiting.sort_by(|&a, &b| strengths[b as usize].total_cmp(&strengths[a as usize]).then(a.cmp(&b)));
    // The finest community of each node, and every community's strength. Levels stand in order, so the finest is last.
    let mut finest: Vec<Option<u32>> = vec![None; graph.nodes()];
    let mut sizes: Vec<f64> = Vec::with_capacity(hierarchy.clusters.len());
    for (number, cluster) in hierarchy.clusters.iter().enumerate() {
        cluster.members.iter().for_each(|&member| finest[member as usize] = Some(number as u32));
        sizes.push(cluster.members.iter().map(|&member| strengths[member as usize]).sum());
    }
    let mut placed = true;
    while placed {
        placed = false;
        waiting.retain(|&node| {
            let path = path_of(graph, hierarchy, node, &finest, |cluster, tie| {
                let unconnected = hierarchy.clusters[cluster as usize].unconnected;
                (!unconnected, tie - strengths[node as usize] * sizes[cluster as usize] / total)
            });
            for &cluster in &path {
                let members = &mut hierarchy.clusters[cluster as usize].members;
                members.insert(members.partition_point(|&member| member < node), node);
                sizes[cluster as usize] += strengths[node as usize];
                finest[node as usize] = Some(cluster);
            }
            placed |= !path.is_empty();
            path.is_empty()
        });
    }
}

/// The communities for `node`, root first: on each level the one of highest `worth` that it has ties to.
fn path_of(
    graph: &Graph,
    hierarchy: &Hierarchy,
    node: u32,
    finest: &[Option<u32>],
    worth: impl Fn(u32, f64) -> (bool, f64),
) -> Vec<u32> {
    let mut ties: BTreeMap<u32, f64> = BTreeMap::new();
    for edge in graph.edges(node) {
        let mut cluster = finest[edge.to as usize];
        while let Some(number) = cluster {
            *ties.entry(number).or_default() += f64::from(edge.weight);
            cluster = hierarchy.clusters[number as usize].parent;
        }
    }
    let mut path: Vec<u32> = Vec::new();
    loop {
        let parent = path.last().copied();
        let best = ties
            .iter()
            .filter(|(number, _)| hierarchy.clusters[**number as usize].parent == parent)
            .map(|(&number, &tie)| (number, worth(number, tie)))
            .max_by(|a, b| a.1.0.cmp(&b.1.0).then(a.1.1.total_cmp(&b.1.1)).then(b.0.cmp(&a.0)));
        match best {
            Some((number, _)) => path.push(number),
            None => return path,
        }
    }
}
