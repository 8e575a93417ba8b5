//! Components too small to cluster, put under the root that is nearest in content: no tie leads there, but what they
//! are named beside does. They stay marked as unconnected.

use super::Hierarchy;

/// Puts each unconnected root under the root that `nearest` names for its members, where that one has children; the
/// others stay where they are.
pub fn adopt(found: Hierarchy, nearest: impl Fn(&[u32]) -> Option<u32>) -> Hierarchy {
    let clusters = found.clusters;
    let is_home = |at: usize| {
        let cluster = &clusters[at];
        cluster.parent.is_none() && !cluster.unconnected && !cluster.children.is_empty()
    };
    let homes: Vec<Option<u32>> = clusters
        .iter()
        .map(|cluster| {
            let lonely = cluster.parent.is_none() && cluster.unconnected && cluster.children.is_empty();
            let home = if lonely { nearest(&cluster.members) } else { None };
            home.filter(|&home| (home as usize) < clusters.len() && is_home(home as usize))
        })
        .collect();
    if homes.iter().all(Option::is_none) {
        return Hierarchy { clusters };
    }
    // Level by level again: the adopted stand behind the children that their root has anyway.
    let mut order: Vec<u32> = (0..clusters.len() as u32)
        .filter(|&at| clusters[at as usize].parent.is_none() && homes[at as usize].is_none())
        .collect();
    let mut next = 0;
    while next < order.len() {
        let at = order[next];
        order.extend(clusters[at as usize].children.iter().copied());
        let own = (0..clusters.len() as u32).filter(|&other| homes[other as usize] == Some(at));
        if is_home(at as usize) {
            order.extend(own);
        }
        next += 1;
    }
    let mut place = vec![0u32; clusters.len()];
    order.iter().zip(0..).for_each(|(&at, number)| place[at as usize] = number);
    let mut moved = clusters;
    for (at, home) in homes.iter().enumerate() {
        let Some(home) = home.map(|home| home as usize) else { continue };
        let members = moved[at].members.clone();
        moved[at].parent = Some(home as u32);
        moved[at].level = 1;
        moved[home].children.push(at as u32);
        moved[home].members.extend(members);
        moved[home].members.sort_unstable();
    }
    for cluster in &mut moved {
        cluster.parent = cluster.parent.map(|parent| place[parent as usize]);
        cluster.children.iter_mut().for_each(|child| *child = place[*child as usize]);
    }
    let mut slots: Vec<Option<super::Cluster>> = moved.into_iter().map(Some).collect();
    let clusters = order.iter().filter_map(|&at| slots[at as usize].take()).collect();
    Hierarchy { clusters }
}

#[cfg(test)]
mod tests {
    use super::super::Cluster;
    use super::*;

    fn cluster(level: u32, parent: Option<u32>, children: &[u32], members: &[u32], unconnected: bool) -> Cluster {
        Cluster { level, parent, children: children.to_vec(), members: members.to_vec(), unconnected, whole: false }
    }

    #[test]
    fn what_is_adopted_stands_under_its_root_and_stays_marked() {
        let clusters = vec![
            cluster(0, None, &[4, 5], &[0, 1, 2, 3], false),
            cluster(0, None, &[], &[4, 5], false),
            cluster(0, None, &[], &[6], true),
            cluster(0, None, &[], &[7], true),
            cluster(1, Some(0), &[], &[0, 1], false),
            cluster(1, Some(0), &[], &[2, 3], false),
        ];
        // 6 is near to the first root, 7 to the second, which has no children to stand beside.
        let found = adopt(Hierarchy { clusters }, |members| if members == [6] { Some(0) } else { Some(1) });
        let levels: Vec<u32> = found.clusters.iter().map(|cluster| cluster.level).collect();
        assert_eq!(levels, [0, 0, 0, 1, 1, 1]);
        assert_eq!(found.clusters[0].children, [3, 4, 5]);
        assert_eq!(found.clusters[0].members, [0, 1, 2, 3, 6]);
        assert_eq!((found.clusters[5].parent, found.clusters[5].unconnected), (Some(0), true));
        assert!(found.clusters[2].unconnected && found.clusters[2].parent.is_none());
        for (at, cluster) in found.clusters.iter().enumerate() {
            assert!(cluster.children.iter().all(|&child| found.clusters[child as usize].parent == Some(at as u32)));
        }
    }
}
