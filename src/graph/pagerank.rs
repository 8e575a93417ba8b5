//! Personalised PageRank (Brin and Page, 1998) by power iteration over the whole graph.

use std::collections::BTreeMap;

use super::Graph;

/// How a random walk behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walk {
    /// Chance of walking on along an edge rather than starting again; below 1.
    pub damping: f64,
    /// Power iteration ends when the ranks change by less than this in total.
    pub tolerance: f64,
    /// Power iteration ends after this many rounds in any case.
    pub rounds: u32,
}

impl Default for Walk {
    fn default() -> Self {
        Self { damping: 0.85, tolerance: 1e-8, rounds: 100 }
    }
}

/// Returns every node's PageRank for walks that start, and start again, at `seeds`, in proportion to their weights: the
/// ranks sum to 1, edges count by weight, self-loops are left out, and a walk that comes to a node without edges starts
/// again. Seeds that are no node or weigh nothing are passed over; without any left all ranks are 0.
pub fn personalised_pagerank(graph: &Graph, seeds: &[(u32, f64)], walk: &Walk) -> Vec<f64> {
    let mut restart = vec![0.0; graph.nodes()];
    for (seed, share) in shares(graph, seeds) {
        restart[seed as usize] = share;
    }
    let damping = walk.damping.clamp(0.0, 1.0);
    let outgoing = outgoing_weights(graph);
    let mut rank = restart.to_vec();
    let mut flow = vec![0.0; rank.len()];
    let mut next = vec![0.0; rank.len()];
    for _ in 0..walk.rounds {
        let mut stranded = 0.0;
        for (node, &weight) in outgoing.iter().enumerate() {
            if weight > 0.0 {
                flow[node] = rank[node] / weight;
            } else {
                flow[node] = 0.0;
                stranded += rank[node];
            }
        }
        let mut change = 0.0;
        for node in 0..rank.len() {
            let arriving: f64 =
                graph.edges(node as u32).iter().map(|edge| flow[edge.to as usize] * f64::from(edge.weight)).sum();
            next[node] = damping * (arriving + stranded * restart[node]) + (1.0 - damping) * restart[node];
            change += (next[node] - rank[node]).abs();
        }
        std::mem::swap(&mut rank, &mut next);
        if change < walk.tolerance {
            break;
        }
    }
    rank
}

fn outgoing_weights(graph: &Graph) -> Vec<f64> {
    (0..graph.nodes() as u32).map(|node| graph.edges(node).iter().map(|edge| f64::from(edge.weight)).sum()).collect()
}

/// The usable seeds, each once, in order of nodes, with shares that sum to 1.
fn shares(graph: &Graph, seeds: &[(u32, f64)]) -> Vec<(u32, f64)> {
    let mut summed: BTreeMap<u32, f64> = BTreeMap::new();
    for &(seed, weight) in seeds {
        if (seed as usize) < graph.nodes() && weight.is_finite() && weight > 0.0 {
            *summed.entry(seed).or_default() += weight;
        }
    }
    let total: f64 = summed.values().sum();
    summed.into_iter().map(|(seed, weight)| (seed, weight / total)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn graph(nodes: usize, list: &[(u32, u32, f32)]) -> Graph {
        Graph::from_edges(nodes, list).unwrap()
    }

    #[test]
    fn the_hub_of_a_star_ranks_first_and_leaves_alike() {
        let star = graph(5, &[(0, 1, 1.0), (0, 2, 1.0), (0, 3, 1.0), (0, 4, 1.0)]);
        let everywhere: Vec<(u32, f64)> = (0..5).map(|node| (node, 1.0)).collect();
        let ranks = personalised_pagerank(&star, &everywhere, &Walk::default());
        // Exact: hub = 0.03 + 0.85 · 4 · leaf, leaf = 0.03 + 0.85 · hub / 4.
        let hub = (0.03 + 0.85 * 0.12) / (1.0 - 0.85 * 0.85);
        assert!((ranks[0] - hub).abs() < 1e-6, "{ranks:?}");
        assert!(ranks[1..].iter().all(|rank| (rank - (1.0 - hub) / 4.0).abs() < 1e-6));
    }

    #[test]
    fn seeds_that_cannot_be_used_are_passed_over() {
        let path = graph(3, &[(0, 1, 1.0), (1, 2, 1.0)]);
        let seeds = [(7, 1.0), (1, f64::NAN), (2, -1.0)];
        assert_eq!(personalised_pagerank(&path, &seeds, &Walk::default()), [0.0; 3]);
    }

    #[test]
    fn nothing_ranks_nothing() {
        assert!(personalised_pagerank(&graph(0, &[]), &[], &Walk::default()).is_empty());
    }

    proptest! {
        #[test]
        fn ranks_sum_to_one(list in prop::collection::vec((0u32..15, 0u32..15, 0.0f32..5.0), 0..60)) {
            let graph = graph(15, &list);
            let ranks = personalised_pagerank(&graph, &[(3, 2.0), (4, 1.0)], &Walk::default());
            prop_assert!((ranks.iter().sum::<f64>() - 1.0).abs() < 1e-6);
        }
    }
}
