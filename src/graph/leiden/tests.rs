use proptest::prelude::*;

use super::*;
use crate::graph::components;

fn graph(nodes: usize, list: &[(u32, u32, f32)]) -> Graph {
    Graph::from_edges(nodes, list).unwrap()
}

/// `count` cliques of `size` nodes, each tied to the next by one edge.
fn ring_of_cliques(count: u32, size: u32) -> Graph {
    let mut list = Vec::new();
    for clique in 0..count {
        for a in 0..size {
            for b in a + 1..size {
                list.push((clique * size + a, clique * size + b, 1.0));
            }
        }
        list.push((clique * size, (clique + 1) % count * size + 1, 1.0));
    }
    graph((count * size) as usize, &list)
}

fn is_connected(graph: &Graph, partition: &Partition) -> bool {
    let mut scratch = crate::graph::Scratch::default();
    partition.members().iter().all(|members| components(&graph.induced(members, &mut scratch)).sizes.len() == 1)
}

fn singletons(graph: &Graph) -> Partition {
    Partition { of: (0..graph.nodes() as u32).collect(), count: graph.nodes() }
}

#[test]
fn a_ring_of_cliques_falls_into_its_cliques() {
    let ring = ring_of_cliques(8, 6);
    let found = leiden(&ring, &Leiden::default()).unwrap();
    let expected: Vec<u32> = (0..48).map(|node| node / 6).collect();
    assert_eq!(found, Partition { of: expected, count: 8 });
}

#[test]
fn whole_shapes_stay_whole() {
    let star: Vec<_> = (1..30).map(|leaf| (0, leaf, 1.0)).collect();
    assert_eq!(leiden(&graph(30, &star), &Leiden::default()).unwrap().count, 1);
    let clique: Vec<_> = (0..30).flat_map(|a| (a + 1..30).map(move |b| (a, b, 1.0))).collect();
    assert_eq!(leiden(&graph(30, &clique), &Leiden::default()).unwrap().count, 1);
}

#[test]
fn nodes_without_edges_stay_alone() {
    assert_eq!(leiden(&graph(0, &[]), &Leiden::default()).unwrap(), Partition { of: vec![], count: 0 });
    let found = leiden(&graph(5, &[(1, 3, 2.0), (4, 4, 9.0)]), &Leiden::default()).unwrap();
    assert_eq!(found.of, [0, 1, 2, 1, 3]);
}

#[test]
fn resolution_sets_how_fine() {
    let ring = ring_of_cliques(30, 5);
    let count = |resolution| leiden(&ring, &Leiden { resolution, ..Leiden::default() }).unwrap().count;
    assert!(count(0.3) < count(1.0), "{} {}", count(0.3), count(1.0));
    assert_eq!(count(2.0), 30);
    assert_eq!(count(1000.0), 150);
    assert_eq!(count(0.0), 1);
}

#[test]
fn own_node_sizes_make_the_resolution_a_density() {
    let ring = ring_of_cliques(6, 5);
    let settings = |resolution| Leiden { resolution, sizes: NodeSizes::Given(vec![1.0; 30]), ..Leiden::default() };
    assert_eq!(leiden(&ring, &settings(0.5)).unwrap().count, 6);
    assert_eq!(leiden(&ring, &settings(1.5)).unwrap().count, 30);
}

#[test]
fn weights_count() {
    // A square whose weights say which sides belong together.
    let list = |strong: f32| [(0, 1, strong), (2, 3, strong), (1, 2, 1.0), (3, 0, 1.0)];
    assert_eq!(leiden(&graph(4, &list(5.0)), &Leiden::default()).unwrap().of, [0, 0, 1, 1]);
    assert_eq!(leiden(&graph(4, &list(0.1)), &Leiden::default()).unwrap().of, [0, 1, 1, 0]);
}

#[test]
fn senseless_settings_are_refused() {
    let edge = graph(2, &[(0, 1, 1.0)]);
    let message = |settings: Leiden| leiden(&edge, &settings).unwrap_err().to_string();
    assert!(message(Leiden { resolution: f64::NAN, ..Leiden::default() }).contains("resolution is NaN"));
    assert!(message(Leiden { randomness: -1.0, ..Leiden::default() }).contains("randomness is -1"));
    assert!(message(Leiden { sizes: NodeSizes::Given(vec![1.0]), ..Leiden::default() }).contains("1 node sizes"));
    let sizes = NodeSizes::Given(vec![1.0, -2.0]);
    assert!(message(Leiden { sizes, ..Leiden::default() }).contains("a node's size is -2"));
}

#[test]
fn weights_of_any_magnitude_are_borne() {
    for weight in [f32::MIN_POSITIVE, 1e-30, 1e30, f32::MAX] {
        let list: Vec<_> = ring_of_cliques(4, 4).edge_list().map(|(a, b, _)| (a, b, weight)).collect();
        assert_eq!(leiden(&graph(16, &list), &Leiden::default()).unwrap().count, 4, "weight {weight}");
    }
}

fn edge_lists() -> impl Strategy<Value = Vec<(u32, u32, f32)>> {
    prop::collection::vec((0u32..40, 0u32..40, prop_oneof![Just(0.0f32), Just(1.0f32), 0.01f32..10.0]), 0..160)
}

proptest! {
    #[test]
    fn communities_are_connected_and_no_worse_than_singletons(
        list in edge_lists(),
        resolution in prop_oneof![Just(1.0), 0.0..5.0f64],
        randomness in prop_oneof![Just(0.0), Just(0.01), 0.0..10.0f64],
        iterations in 0u32..6,
        seed: u64,
    ) {
        let graph = graph(40, &list);
        let settings = Leiden { resolution, randomness, iterations, seed, ..Leiden::default() };
        let found = leiden(&graph, &settings).unwrap();
        prop_assert_eq!(found.of.len(), 40);
        prop_assert!(found.members().iter().all(|members| !members.is_empty()));
        prop_assert!(is_connected(&graph, &found));
        let (ours, alone) = (modularity(&graph, &found, resolution), modularity(&graph, &singletons(&graph), resolution));
        prop_assert!(ours >= alone - 1e-5, "{} < {}", ours, alone);
        prop_assert_eq!(&leiden(&graph, &settings).unwrap(), &found);
    }

    #[test]
    fn own_sizes_keep_communities_connected(list in edge_lists(), resolution in 0.0..2.0f64, seed: u64) {
        let graph = graph(40, &list);
        let sizes = NodeSizes::Given((0..40).map(|node| f64::from(node % 3)).collect());
        let settings = Leiden { resolution, seed, sizes, ..Leiden::default() };
        prop_assert!(is_connected(&graph, &leiden(&graph, &settings).unwrap()));
    }
}

/// Best modularity known to us of a few public graphs; read where they lie beside the repository, else passed over.
#[test]
fn modularity_on_public_graphs_is_near_the_best_known() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/peers/graphs_networkit");
    for (name, best) in [
        ("karate", 0.41979),
        ("jazz", 0.445027),
        ("lesmis", 0.566688),
        ("power", 0.940279),
        ("PGPgiantcompo", 0.885537),
    ] {
        let Ok(text) = std::fs::read_to_string(folder.join(format!("{name}.graph"))) else {
            println!("skipped: no shared data");
            return;
        };
        let graph = metis(&text);
        let settings = Leiden { iterations: 10, ..Leiden::default() };
        let found = modularity(&graph, &leiden(&graph, &settings).unwrap(), 1.0);
        assert!(found > best - 0.005, "{name}: {found} against {best}");
    }
}

/// Reads the METIS format: a line of counts, then the neighbours of each node (and weights, when the third count is 1).
fn metis(text: &str) -> Graph {
    let mut lines = text.lines().filter(|line| !line.starts_with('%'));
    let head: Vec<usize> = lines.next().unwrap().split_whitespace().map(|word| word.parse().unwrap()).collect();
    let step = 1 + head.get(2).copied().unwrap_or(0);
    let mut list = Vec::new();
    for (node, line) in lines.take(head[0]).enumerate() {
        let numbers: Vec<f32> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        for entry in numbers.chunks(step) {
            let to = entry[0] as u32 - 1;
            if node as u32 <= to {
                list.push((node as u32, to, entry.get(1).copied().unwrap_or(1.0)));
            }
        }
    }
    graph(head[0], &list)
}
