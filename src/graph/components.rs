//! Connected components.

use super::Graph;

/// The connected components of a graph, numbered from 0 by size, largest first; of one size, the one with the
/// lowest node first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// Component of each node.
    pub of: Vec<u32>,
    /// Nodes of each component.
    pub sizes: Vec<u32>,
}

/// Finds the connected components. Linear in nodes and edges.
pub fn components(graph: &Graph) -> Components {
    const UNSEEN: u32 = u32::MAX;
    let mut of = vec![UNSEEN; graph.nodes()];
    let mut sizes = Vec::new();
    let mut stack = Vec::new();
    for start in 0..graph.nodes() as u32 {
        if of[start as usize] != UNSEEN {
            continue;
        }
        let number = sizes.len() as u32;
        let mut size = 0;
        of[start as usize] = number;
        stack.push(start);
        while let Some(node) = stack.pop() {
            size += 1;
            for edge in graph.edges(node) {
                if of[edge.to as usize] == UNSEEN {
                    of[edge.to as usize] = number;
                    stack.push(edge.to);
                }
            }
        }
        sizes.push(size);
    }
    let mut order: Vec<u32> = (0..sizes.len() as u32).collect();
    order.sort_by_key(|&number| std::cmp::Reverse(sizes[number as usize]));
    let mut rank = vec![0; sizes.len()];
    for (position, &number) in order.iter().enumerate() {
        rank[number as usize] = position as u32;
    }
    of.iter_mut().for_each(|number| *number = rank[*number as usize]);
    Components { of, sizes: order.iter().map(|&number| sizes[number as usize]).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_numbered_by_size() {
        let graph = Graph::from_edges(7, &[(1, 2, 1.0), (3, 4, 1.0), (4, 6, 1.0), (5, 5, 1.0)]).unwrap();
        let found = components(&graph);
        assert_eq!(found.of, [2, 1, 1, 0, 0, 3, 0]);
        assert_eq!(found.sizes, [3, 2, 1, 1]);
    }

    #[test]
    fn a_graph_without_nodes_has_none() {
        assert_eq!(components(&Graph::from_edges(0, &[]).unwrap()), Components { of: vec![], sizes: vec![] });
    }
}
