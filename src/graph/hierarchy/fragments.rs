//! Fragments: parts of a clustering that are too small to be communities of their own join a neighbour.

use std::collections::BTreeMap;

use crate::graph::Graph;

/// Joins every part with fewer than `least` members to the neighbouring part it is most tied to, one with no more than
/// `room` members afterwards if there is any. Smallest parts go first. Connected parts stay connected; a part that has
/// no neighbour stays.
pub(super) fn join(graph: &Graph, mut members: Vec<Vec<u32>>, least: usize, room: usize) -> Vec<Vec<u32>> {
    let mut of = vec![0; graph.nodes()];
    for (part, own) in (0u32..).zip(&members) {
        own.iter().for_each(|&node| of[node as usize] = part);
    }
    let mut order: Vec<u32> = (0..members.len() as u32).filter(|&part| members[part as usize].len() < least).collect();
    order.sort_by_key(|&part| members[part as usize].len());
    for part in order {
        let size = members[part as usize].len();
        if size >= least {
            continue;
        }
        let mut ties: BTreeMap<u32, f64> = BTreeMap::new();
        for edge in members[part as usize].iter().flat_map(|&node| graph.edges(node)) {
            *ties.entry(of[edge.to as usize]).or_default() += f64::from(edge.weight);
        }
        ties.remove(&part);
        let fits = |other: u32| members[other as usize].len() + size <= room;
        let Some((&into, _)) =
            ties.iter().max_by(|a, b| fits(*a.0).cmp(&fits(*b.0)).then(a.1.total_cmp(b.1)).then(b.0.cmp(a.0)))
        else {
            continue;
        };
        let moved = std::mem::take(&mut members[part as usize]);
        moved.iter().for_each(|&node| of[node as usize] = into);
        members[into as usize].extend(moved);
    }
    members.retain(|part| !part.is_empty());
    members.iter_mut().for_each(|part| part.sort_unstable());
    members
}
