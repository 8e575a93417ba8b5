//! Nodes that clustering leaves alone although they are tied to something: what they are tied to was everywhere, and
//! was taken out. A community of one says nothing, so each joins where its strongest edge leads.

use super::Hierarchy;
use crate::graph::Graph;

/// Moves every node that is a community by itself and has an edge into the communities of its strongest neighbour. To
/// be called when ubiquitous nodes have found their places.
pub(super) fn join(graph: &Graph, hierarchy: &mut Hierarchy, everywhere: &[bool]) {
    let mut finest: Vec<Option<u32>> = vec![None; graph.nodes()];
    for (number, cluster) in hierarchy.clusters.iter().enumerate() {
        cluster.members.iter().for_each(|&member| finest[member as usize] = Some(number as u32));
    }
    let alone: Vec<(usize, u32)> = hierarchy
        .clusters
        .iter()
        .enumerate()
        .filter_map(|(at, cluster)| match cluster.members[..] {
            [only] if cluster.parent.is_none() => {
                let hangs = graph.edges(only).iter().all(|edge| everywhere[edge.to as usize]);
                (hangs && !everywhere[only as usize]).then_some((at, only))
            }
            _ => None,
        })
        .collect();
    let mut emptied = vec![false; hierarchy.clusters.len()];
    for (own, node) in alone {
        let strongest = graph.edges(node).iter().max_by(|a, b| a.weight.total_cmp(&b.weight).then(b.to.cmp(&a.to)));
        let mut home = strongest.and_then(|edge| finest[edge.to as usize]).filter(|&home| home as usize != own);
        emptied[own] = home.is_some();
        while let Some(number) = home.filter(|_| emptied[own]) {
            let cluster = &mut hierarchy.clusters[number as usize];
            cluster.members.insert(cluster.members.partition_point(|&member| member < node), node);
            home = cluster.parent;
        }
    }
    hierarchy.leave_out(&emptied);
}
