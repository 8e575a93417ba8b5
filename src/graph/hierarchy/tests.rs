//! Which communities nest in which, and what stays outside of them.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

fn graph(nodes: usize, list: &[(u32, u32, f32)]) -> Graph {
    Graph::from_edges(nodes, list).unwrap()
}

fn clique(nodes: std::ops::Range<u32>) -> impl Iterator<Item = (u32, u32, f32)> {
    nodes.clone().flat_map(move |a| (a + 1..nodes.end).map(move |b| (a, b, 1.0)))
}

fn build(graph: &Graph, ubiquitous: &[u32], limits: &HierarchyLimits) -> Hierarchy {
    hierarchy(graph, ubiquitous, &Leiden::default(), limits).unwrap()
}

/// Asserts everything that holds of every hierarchy.
fn check(graph: &Graph, found: &Hierarchy, ubiquitous: &[u32], limits: &HierarchyLimits) {
    let mut scratch = Scratch::default();
    let mut seen = BTreeSet::new();
    // Those that are tied to nothing else count like any other.
    let mut everywhere = vec![false; graph.nodes()];
    ubiquitous.iter().for_each(|&node| everywhere[node as usize] = true);
    ubiquitous::let_go(graph, &mut everywhere);
    for (number, cluster) in found.clusters.iter().enumerate() {
        assert!(cluster.members.is_sorted() && !cluster.members.is_empty());
        for &member in &cluster.members {
            assert!(seen.insert((cluster.level, member)), "node {member} twice on level {}", cluster.level);
        }
        let pieces = components(&graph.induced(&cluster.members, &mut scratch)).sizes.len();
        assert_eq!(pieces, 1, "community {number} is in {pieces} pieces");
        let hangs = |member: u32| {
            let edges = graph.edges(member);
            !edges.is_empty() && edges.iter().all(|edge| everywhere[edge.to as usize])
        };
        let counted =
            cluster.members.iter().filter(|member| !everywhere[**member as usize] && !hangs(**member)).count();
        if counted > limits.max_size {
            assert!(
                cluster.whole == cluster.children.is_empty(),
                "community {number} of {counted} neither split nor marked"
            );
        } else {
            assert!(cluster.children.is_empty() && (!cluster.whole || counted < cluster.members.len()));
        }
        assert_eq!(cluster.parent.is_none(), cluster.level == 0);
        assert!(cluster.level < limits.max_levels);
        let mut inside: Vec<u32> = Vec::new();
        for &child in &cluster.children {
            let below = &found.clusters[child as usize];
            assert_eq!((below.parent, below.level), (Some(number as u32), cluster.level + 1));
            inside.extend(&below.members);
        }
        inside.sort_unstable();
        if !cluster.children.is_empty() {
            assert!(cluster.children.len() > 1);
            assert_eq!(inside, cluster.members, "children of {number} are not its members");
        }
    }
    let roots = found.clusters.iter().filter(|cluster| cluster.level == 0);
    let mut covered: Vec<u32> = roots.flat_map(|root| root.members.clone()).collect();
    covered.sort_unstable();
    assert_eq!(covered, (0..graph.nodes() as u32).collect::<Vec<_>>());
}

#[test]
fn a_chain_of_cliques_of_cliques_nests() {
    // Four groups of three cliques of six.
    let mut list: Vec<_> = (0..12).flat_map(|number| clique(number * 6..number * 6 + 6)).collect();
    for group in 0..4 {
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            list.extend((0..4).map(|i| (group * 18 + a * 6 + i, group * 18 + b * 6 + i, 1.0)));
        }
        list.push((group * 18, (group + 1) % 4 * 18 + 1, 1.0));
    }
    let (graph, limits) = (graph(72, &list), HierarchyLimits::default());
    let found = build(&graph, &[], &limits);
    check(&graph, &found, &[], &limits);
    let sizes = |level| -> Vec<usize> {
        found.clusters.iter().filter(|cluster| cluster.level == level).map(|cluster| cluster.members.len()).collect()
    };
    assert_eq!(sizes(0), [18; 4]);
    assert_eq!(sizes(1), [6; 12]);
}

#[test]
fn what_will_not_split_stays_whole() {
    let limits = HierarchyLimits::default();
    let clique = graph(30, &clique(0..30).collect::<Vec<_>>());
    let star = graph(30, &(1..30).map(|leaf| (0, leaf, 1.0)).collect::<Vec<_>>());
    for shape in [clique, star] {
        let found = build(&shape, &[], &limits);
        check(&shape, &found, &[], &limits);
        assert_eq!(found.clusters.len(), 1);
        assert!(found.clusters[0].whole);
    }
}

#[test]
fn small_components_are_unconnected_beside_a_large_one() {
    let mut list: Vec<_> = clique(0..12).collect();
    list.extend([(12, 13, 1.0), (13, 14, 1.0)]);
    let graph = graph(16, &list);
    let found = build(&graph, &[], &HierarchyLimits::default());
    check(&graph, &found, &[], &HierarchyLimits::default());
    let shape: Vec<_> = found.clusters.iter().map(|cluster| (cluster.members.len(), cluster.unconnected)).collect();
    assert_eq!(shape, [(12, false), (3, true), (1, true)]);
}

#[test]
fn where_all_is_small_only_scraps_are_unconnected() {
    let graph = graph(8, &[(0, 1, 1.0), (1, 2, 1.0), (2, 3, 1.0), (4, 5, 1.0), (5, 6, 1.0)]);
    let found = build(&graph, &[], &HierarchyLimits::default());
    let shape: Vec<_> = found.clusters.iter().map(|cluster| (cluster.members.len(), cluster.unconnected)).collect();
    assert_eq!(shape, [(4, false), (3, false), (1, true)]);
}

#[test]
fn a_ubiquitous_node_glues_nothing_and_joins_what_it_is_tied_to() {
    // Two groups of two cliques; node 24 knows everybody, and the third clique best.
    let mut list: Vec<_> = (0..4).flat_map(|number| clique(number * 6..number * 6 + 6)).collect();
    list.extend((0..4).map(|i| (i, 6 + i, 1.0)));
    list.extend((12..16).map(|i| (i, 6 + i, 1.0)));
    list.extend((0..24).map(|node| (24, node, if (12..18).contains(&node) { 5.0 } else { 3.0 })));
    let graph = graph(25, &list);
    let limits = HierarchyLimits { max_roots: 2, ..HierarchyLimits::default() };
    let found = build(&graph, &[24, 99], &limits);
    check(&graph, &found, &[24], &limits);
    let holding: Vec<_> = found.clusters.iter().filter(|cluster| cluster.members.contains(&24)).collect();
    assert_eq!(holding.len(), 2);
    assert_eq!(holding[0].members, (12..25).collect::<Vec<_>>());
    assert_eq!(holding[1].members, (12..18).chain([24]).collect::<Vec<_>>());
}

#[test]
fn where_all_are_ubiquitous_none_is() {
    let all: Vec<u32> = (0..12).collect();
    let graph = graph(12, &clique(0..12).collect::<Vec<_>>());
    assert_eq!(build(&graph, &all, &HierarchyLimits::default()), build(&graph, &[], &HierarchyLimits::default()));
}

#[test]
fn too_many_roots_are_clustered_more_coarsely() {
    let mut list: Vec<_> = (0..40).flat_map(|number| clique(number * 5..number * 5 + 5)).collect();
    list.extend((0..40).map(|number| (number * 5, (number + 1) % 40 * 5 + 1, 1.0)));
    let graph = graph(200, &list);
    let limits = HierarchyLimits { max_roots: 8, ..HierarchyLimits::default() };
    let found = build(&graph, &[], &limits);
    check(&graph, &found, &[], &limits);
    assert!(found.clusters.iter().filter(|cluster| cluster.level == 0).count() <= 8);
}

#[test]
fn what_hangs_on_a_ubiquitous_node_alone_joins_it() {
    // Two cliques, a node that is everywhere and mostly in the first, and two clues that only it knows.
    let list: Vec<_> = clique(0..6)
        .chain(clique(6..12))
        .chain([(5, 6, 0.1)])
        .chain((0..5).map(|node| (node, 12, 1.0)))
        .chain([(6, 12, 0.2), (12, 13, 0.5), (12, 14, 2.0)])
        .collect();
    let graph = graph(16, &list);
    let found = build(&graph, &[12], &HierarchyLimits::default());
    check(&graph, &found, &[12], &HierarchyLimits::default());
    let home = found.clusters.iter().find(|cluster| cluster.members.contains(&12)).expect("a place");
    assert!([13, 14].iter().all(|clue| home.members.contains(clue)), "{:?}", home.members);
    let alone: Vec<&[u32]> =
        found.clusters.iter().map(|cluster| cluster.members.as_slice()).filter(|members| members.len() == 1).collect();
    assert_eq!(alone, [&[15]], "nothing is tied to the last");
}

#[test]
fn depth_is_bounded() {
    let list: Vec<_> = (1..400).map(|node| (node - 1, node, 1.0)).collect();
    let graph = graph(400, &list);
    for max_levels in [1, 2, 3] {
        let limits = HierarchyLimits { max_levels, ..HierarchyLimits::default() };
        check(&graph, &build(&graph, &[], &limits), &[], &limits);
    }
}

#[test]
fn an_empty_graph_has_no_communities() {
    assert_eq!(build(&graph(0, &[]), &[], &HierarchyLimits::default()).clusters, []);
}

proptest! {
    #[test]
    fn hierarchies_nest_and_are_the_same_again(
        list in prop::collection::vec((0u32..60, 0u32..60, 0.1f32..5.0), 0..240),
        ubiquitous in prop::collection::vec(0u32..60, 0..6),
        max_size in 1usize..15,
        min_size in 0usize..5,
        max_roots in 1usize..10,
        resolution in prop_oneof![Just(1.0), 0.1..20.0f64],
        seed: u64,
    ) {
        let graph = graph(60, &list);
        let limits = HierarchyLimits { max_size, min_size, min_part: min_size, max_roots, ..HierarchyLimits::default() };
        let settings = Leiden { resolution, seed, ..Leiden::default() };
        let found = hierarchy(&graph, &ubiquitous, &settings, &limits).unwrap();
        check(&graph, &found, &ubiquitous, &limits);
        prop_assert_eq!(hierarchy(&graph, &ubiquitous, &settings, &limits).unwrap(), found);
    }
}

#[test]
fn many_lists_beside_a_pile_do_not_make_one_community_of_it() {
    // Six cliques in a ring, and on each of them twelve lists that hang by a thread.
    let mut list: Vec<_> = (0..6).flat_map(|number| clique(number * 30..number * 30 + 30)).collect();
    for group in 0..6u32 {
        list.extend((0..8).map(|i| (group * 30 + i, (group + 1) % 6 * 30 + i + 8, 1.0)));
        for hanging in 0..12 {
            let first = 180 + (group * 12 + hanging) * 4;
            list.extend(clique(first..first + 4));
            list.push((group * 30 + 20, first, 0.1));
        }
    }
    let graph = graph(180 + 72 * 4, &list);
    let limits = HierarchyLimits { max_roots: 12, ..HierarchyLimits::default() };
    let found = build(&graph, &[], &limits);
    check(&graph, &found, &[], &limits);
    let roots: Vec<usize> =
        found.clusters.iter().filter(|cluster| cluster.level == 0).map(|cluster| cluster.members.len()).collect();
    assert!(roots.len() <= 12 && roots[0] * 2 <= graph.nodes(), "{roots:?}");
}
