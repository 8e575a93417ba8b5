//! Aggregation: each refined part becomes a node of the next rung.

use rayon::prelude::*;

use super::level::Level;
use super::partition::Groups;
use super::refine::Refined;
use crate::graph::Edge;

/// Edge ends per chunk: below that, more chunks cost more than they save.
const CHUNK: usize = 100_000;
/// Chunks at most.
const MOST_CHUNKS: usize = 8;

/// Returns the graph of the parts, and the community of each to start from.
pub(super) fn aggregate<'a>(level: &Level, refined: Refined) -> (Level<'a>, Vec<u32>, Vec<u32>) {
    let Refined { part, group, count } = refined;
    let by_part = Groups::of(&part);
    let chunks = (level.edge_ends() / CHUNK).clamp(1, MOST_CHUNKS);
    let parts: Vec<u32> = (0..count as u32).collect();
    let rows: Vec<Rows> = parts
        .par_chunks(count.div_ceil(chunks).max(1))
        .map(|chunk| rows_of(level, &part, &by_part, chunk, count))
        .collect();
    let ends = rows.iter().map(|rows| rows.edges.len()).sum();
    let mut offsets = Vec::with_capacity(count + 1);
    let mut edges = Vec::with_capacity(ends);
    let mut sizes = Vec::with_capacity(count);
    offsets.push(0);
    for chunk in rows {
        let before = edges.len() as u32;
        offsets.extend(chunk.ends.iter().map(|end| before + end));
        edges.extend(chunk.edges);
        sizes.extend(chunk.sizes);
    }
    (Level::new(offsets, edges, sizes), group, part)
}

/// Rows of a few parts.
struct Rows {
    edges: Vec<Edge>,
    ends: Vec<u32>,
    sizes: Vec<f64>,
}

fn rows_of(level: &Level, part: &[u32], by_part: &Groups, chunk: &[u32], count: usize) -> Rows {
    let mut rows = Rows { edges: Vec::new(), ends: Vec::with_capacity(chunk.len()), sizes: Vec::new() };
    let mut ties = vec![0f64; count];
    let mut touched: Vec<u32> = Vec::new();
    for &own in chunk {
        let bounds = by_part.starts()[own as usize] as usize..by_part.starts()[own as usize + 1] as usize;
        let mut size = 0.0;
        for &node in &by_part.members[bounds] {
            size += level.size(node);
            for edge in level.edges(node) {
                let to = part[edge.to as usize];
                if to != own {
                    let tie = &mut ties[to as usize];
                    if *tie == 0.0 {
                        touched.push(to);
                    }
                    *tie += f64::from(edge.weight);
                }
            }
        }
        for to in touched.drain(..) {
            let weight = std::mem::take(&mut ties[to as usize]);
            rows.edges.push(Edge { to, weight: weight.min(f64::from(f32::MAX)) as f32 });
        }
        rows.ends.push(rows.edges.len() as u32);
        rows.sizes.push(size);
    }
    rows
}
