//! Nodes that nothing is tied to, and that one place has in common: a list of names makes a community of each of them,
//! of which nothing can be told but that it is in the list. Together they are one.

use std::collections::BTreeMap;

use super::Hierarchy;

/// So many lonely nodes of one place are gathered; fewer may each have something told of them.
const FEWEST: usize = 8;

/// Makes one community of the unconnected roots of one node each that have the same `place`, where these are many. It
/// stands where the first of them stood, and stays unconnected.
pub fn gather(found: Hierarchy, place: impl Fn(u32) -> Option<u32>) -> Hierarchy {
    let Hierarchy { mut clusters } = found;
    let mut of_place: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (at, cluster) in clusters.iter().enumerate() {
        let root = cluster.parent.is_none() && cluster.unconnected && cluster.children.is_empty();
        if let ([only], true) = (cluster.members.as_slice(), root)
            && let Some(place) = place(*only)
        {
            of_place.entry(place).or_default().push(at);
        }
    }
    let mut gone = vec![false; clusters.len()];
    for own in of_place.into_values().filter(|own| own.len() >= FEWEST) {
        let mut members: Vec<u32> = own.iter().flat_map(|&at| clusters[at].members.iter().copied()).collect();
        members.sort_unstable();
        clusters[own[0]].members = members;
        own[1..].iter().for_each(|&at| gone[at] = true);
    }
    let mut found = Hierarchy { clusters };
    found.leave_out(&gone);
    found
}

#[cfg(test)]
mod tests {
    use super::super::Cluster;
    use super::*;

    #[test]
    fn lonely_nodes_of_one_place_are_one_community() {
        let cluster = |level, parent, children: &[u32], members: &[u32], unconnected| Cluster {
            level,
            parent,
            children: children.to_vec(),
            members: members.to_vec(),
            unconnected,
            whole: false,
        };
        let mut clusters = vec![cluster(0, None, &[14], &[0, 1, 2], false)];
        clusters.extend((3..16).map(|node| cluster(0, None, &[], &[node], true)));
        clusters.push(cluster(1, Some(0), &[], &[0, 1], false));
        // Ten stand in one place, two in another, and one in several.
        let place = |node: u32| [Some(7), Some(8), None][usize::from(node > 12) + usize::from(node > 14)];
        let found = gather(Hierarchy { clusters }, place).clusters;
        let members: Vec<&[u32]> = found.iter().map(|cluster| cluster.members.as_slice()).collect();
        let listed: Vec<u32> = (3..13).collect();
        assert_eq!(members, [&[0, 1, 2], listed.as_slice(), &[13], &[14], &[15], &[0, 1]]);
        assert!(found[1].unconnected);
        assert_eq!((found[0].children.as_slice(), found[5].parent), ([5].as_slice(), Some(0)));
    }
}
