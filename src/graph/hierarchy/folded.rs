//! Two or three nodes that nothing ties to the rest are no topic of their own: they join the community that they stand
//! in the middle of.

use super::Hierarchy;

/// As many unconnected nodes may be a topic.
const FEWEST: usize = 4;

/// Moves the nodes of each small unconnected root into the community that `nearest` names for them, which has no
/// children, and into those above it. What is near to none stays.
pub fn fold(found: Hierarchy, nearest: impl Fn(&[u32]) -> Option<u32>) -> Hierarchy {
    let mut found = found;
    let mut gone = vec![false; found.clusters.len()];
    let is_home = |clusters: &[super::Cluster], home: u32| {
        clusters.get(home as usize).is_some_and(|home| !home.unconnected && home.children.is_empty())
    };
    for (at, gone) in gone.iter_mut().enumerate() {
        let cluster = &found.clusters[at];
        let small = cluster.members.len() < FEWEST && cluster.children.is_empty();
        if !(small && cluster.unconnected && cluster.parent.is_none()) {
            continue;
        }
        let mut home = nearest(&cluster.members).filter(|&home| is_home(&found.clusters, home));
        *gone = home.is_some();
        let members = if *gone { std::mem::take(&mut found.clusters[at].members) } else { Vec::new() };
        while let Some(number) = home {
            let cluster = &mut found.clusters[number as usize];
            cluster.members.extend(&members);
            cluster.members.sort_unstable();
            home = cluster.parent;
        }
    }
    found.leave_out(&gone);
    found
}

#[cfg(test)]
mod tests {
    use super::super::Cluster;
    use super::*;

    #[test]
    fn a_few_lonely_nodes_join_the_community_they_stand_in() {
        let cluster = |level, parent, children: &[u32], members: &[u32], unconnected| Cluster {
            level,
            parent,
            children: children.to_vec(),
            members: members.to_vec(),
            unconnected,
            whole: false,
        };
        let clusters = vec![
            cluster(0, None, &[4, 5], &[0, 1, 2, 5], false),
            cluster(0, None, &[], &[3, 4], true),
            cluster(0, None, &[], &[6], true),
            cluster(0, None, &[], &[7, 8, 9, 10], true),
            cluster(1, Some(0), &[], &[0, 1], false),
            cluster(1, Some(0), &[], &[2, 5], false),
        ];
        // 6 is near to nothing, and four are enough for a topic.
        let found = fold(Hierarchy { clusters }, |members| (members != [6]).then_some(5)).clusters;
        let members: Vec<&[u32]> = found.iter().map(|cluster| cluster.members.as_slice()).collect();
        assert_eq!(members, [&[0, 1, 2, 3, 4, 5][..], &[6], &[7, 8, 9, 10], &[0, 1], &[2, 3, 4, 5]]);
        assert_eq!((found[0].children.as_slice(), found[4].parent), ([3, 4].as_slice(), Some(0)));
    }
}
