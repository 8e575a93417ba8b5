//! Leiden side by side with single-clustering on planted graphs: time in the process, modularity, connectedness.
//!
//! `cargo bench --bench leiden -- [GRAPH]... [--write FOLDER] [--runs N]`: the graphs are those of `planted`, all of
//! them by default. `--write` leaves each as an edge list for `leiden_igraph.py`. A plain harness rather than divan,
//! because runs of the two must alternate to be comparable on a busy machine.

mod planted;

use std::fs;
use std::hint::black_box;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

use gleaner::graph::{Graph, Leiden, Partition, components, leiden, modularity};
use planted::{GRAPHS, Planted};
use single_clustering::community_search::leiden as peer;
use single_clustering::network::CSRNetwork;

fn main() {
    let mut names = Vec::new();
    let mut write: Option<PathBuf> = None;
    let mut runs = 5;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => {}
            "--write" => write = arguments.next().map(PathBuf::from),
            "--runs" => runs = arguments.next().and_then(|number| number.parse().ok()).unwrap_or(runs),
            name => names.push(name.to_owned()),
        }
    }
    println!(
        "{:>8} {:>9} {:>9}  {:<20} {:>9} {:>9} {:>8} {:>7} {:>6}",
        "graph", "nodes", "edges", "by", "ms", "least", "Q", "comms", "apart"
    );
    for planted in GRAPHS.iter().filter(|planted| names.is_empty() || names.iter().any(|name| name == planted.name)) {
        measure(planted, write.as_deref(), runs);
    }
}

fn measure(planted: &Planted, write: Option<&std::path::Path>, runs: usize) {
    let list = planted.edges(42);
    if let Some(folder) = write {
        fs::create_dir_all(folder).expect("a folder to write to");
        let file = fs::File::create(folder.join(format!("{}.edges", planted.name))).expect("a file to write to");
        let mut out = BufWriter::new(file);
        for (a, b, weight) in &list {
            writeln!(out, "{a} {b} {weight}").expect("room for the edge list");
        }
    }
    let graph = Graph::from_edges(planted.nodes as usize, &list).expect("a sound edge list");
    let edges: Vec<(usize, usize, f32)> = list.iter().map(|&(a, b, weight)| (a as usize, b as usize, weight)).collect();
    let network = CSRNetwork::from_edges(planted.nodes as usize, &edges).expect("a sound edge list");
    drop(edges);
    let ours = |iterations| {
        let settings = Leiden { iterations, seed: 42, ..Leiden::default() };
        let graph = &graph;
        move || leiden(graph, &settings).expect("sound settings")
    };
    let (one, two) = (ours(1), ours(2));
    let peers = || {
        let found = peer::leiden(&network, &peer::LeidenConfig::default()).expect("sound settings");
        let of: Vec<u32> = found.labels().iter().map(|&label| label as u32).collect();
        Partition { count: of.iter().max().map_or(0, |&most| most as usize + 1), of }
    };
    let contestants: [(&str, &dyn Fn() -> Partition); 3] =
        [("gleaner, 1 iteration", &one), ("gleaner", &two), ("single-clustering", &peers)];
    let mut times = vec![Vec::new(); contestants.len()];
    let mut found = vec![None; contestants.len()];
    for _ in 0..runs {
        for (i, (_, run)) in contestants.iter().enumerate() {
            let start = Instant::now();
            let partition = black_box(run());
            times[i].push(start.elapsed().as_secs_f64() * 1e3);
            found[i] = Some(partition);
        }
    }
    for (i, (name, _)) in contestants.iter().enumerate() {
        times[i].sort_by(f64::total_cmp);
        let Some(partition) = &found[i] else { continue };
        println!(
            "{:>8} {:>9} {:>9}  {:<20} {:>9.1} {:>9.1} {:>8.5} {:>7} {:>6}",
            planted.name,
            graph.nodes(),
            graph.edge_count(),
            name,
            times[i][times[i].len() / 2],
            times[i][0],
            modularity(&graph, partition, 1.0),
            partition.count,
            apart(&graph, partition),
        );
    }
}

/// How many communities are in more than one piece.
fn apart(graph: &Graph, partition: &Partition) -> usize {
    let inside: Vec<_> =
        graph.edge_list().filter(|&(a, b, _)| partition.of[a as usize] == partition.of[b as usize]).collect();
    let pieces = components(&Graph::from_edges(graph.nodes(), &inside).expect("edges of a sound graph"));
    let mut first = vec![None; partition.count];
    let mut broken = vec![false; partition.count];
    for (node, &community) in partition.of.iter().enumerate() {
        let piece = pieces.of[node];
        broken[community as usize] |= *first[community as usize].get_or_insert(piece) != piece;
    }
    broken.iter().filter(|&&broken| broken).count()
}
