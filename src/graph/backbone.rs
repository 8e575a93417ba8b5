//! Which edges of a dense graph tell most of it, for drawing: those that hold it together, then the rest.
//!
//! An edge is measured against what its ends have in all (Salton's cosine, as in van Eck and Waltman 2009, "How to
//! normalize cooccurrence data?"), because by weight alone the largest node takes every edge and the picture is a star.

use super::union::Groups;

/// Returns the edges in order of importance: a spanning forest of the strongest (Kruskal's), then the rest by strength.
/// What leads to no node, or from a node to itself, is left out.
pub fn backbone(nodes: usize, edges: &[(u32, u32, f32)]) -> Vec<(u32, u32, f32)> {
    let is_drawn = |&&(a, b, _): &&(u32, u32, f32)| a != b && (a as usize) < nodes && (b as usize) < nodes;
    let mut edges: Vec<(u32, u32, f32)> = edges.iter().filter(is_drawn).copied().collect();
    let mut strength = vec![0.0_f32; nodes];
    for &(a, b, weight) in &edges {
        strength[a as usize] += weight;
        strength[b as usize] += weight;
    }
    let cosine = |&(a, b, weight): &(u32, u32, f32)| {
        weight / (strength[a as usize] * strength[b as usize]).sqrt().max(f32::MIN_POSITIVE)
    };
    edges.sort_by(|one, other| cosine(other).total_cmp(&cosine(one)).then((one.0, one.1).cmp(&(other.0, other.1))));
    let mut joined = Groups::new(nodes);
    let (mut first, rest): (Vec<_>, Vec<_>) = edges.into_iter().partition(|&(a, b, _)| joined.join(a, b));
    first.extend(rest);
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_it_together_comes_first() {
        // Two triangles of light edges, a heavy node tied to all, and an edge to nowhere.
        let mut edges = vec![(0, 1, 2.0), (1, 2, 2.0), (0, 2, 2.0), (3, 4, 2.0), (4, 5, 2.0), (3, 5, 2.0), (6, 6, 9.0)];
        edges.extend((0..6).map(|node| (node, 6, 3.0)));
        edges.push((0, 99, 9.0));
        let order = backbone(7, &edges);
        assert_eq!(order.len(), 12);
        // Six edges join seven nodes, and most of them stay within a triangle.
        let mut reached = std::collections::BTreeSet::from([order[0].0]);
        for _ in 0..6 {
            for &(a, b, _) in &order[..6] {
                if reached.contains(&a) || reached.contains(&b) {
                    reached.extend([a, b]);
                }
            }
        }
        assert_eq!(reached.len(), 7);
        assert_eq!(order[..6].iter().filter(|edge| edge.1 != 6).count(), 4);
    }

    #[test]
    fn nothing_is_in_order() {
        assert!(backbone(0, &[(0, 1, 1.0)]).is_empty());
        assert_eq!(backbone(2, &[(0, 1, 0.0)]), [(0, 1, 0.0)]);
    }
}
