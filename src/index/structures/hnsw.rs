//! C-HNSW (Wang et al., "ArchRAG", 2025, section 3.2): a navigable small-world graph for each layer of a hierarchy,
//! entities at the bottom and ever larger communities above; a node knows its nearest in the layer below, by which a
//! search goes down. Within a layer it is HNSW's (Malkov and Yashunin, 2018): inserted one by one, neighbours chosen
//! for diversity.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::store::{Vectors, dot, quantise};

/// Neighbours of a node; the paper has 32.
const NEIGHBOURS: usize = 32;
/// Candidates kept while a node is inserted (the paper has 16: a wider beam costs little in Rust).
const BUILD_BEAM: usize = 64;
/// Candidates kept while a layer is searched; the paper has 40.
pub const SEARCH_BEAM: usize = 40;
/// Nodes sampled for the entry point of a search in a layer that has none above it.
const ENTRIES: usize = 64;
/// Marks a slot of the links that holds no neighbour.
const NOBODY: u32 = u32::MAX;
/// Version of the stored form.
const FORMAT: u32 = 1;

/// One layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    vectors: Vectors,
    /// `NEIGHBOURS` for each node, positions or `NOBODY`.
    links: Vec<u32>,
    /// For each node, the position of its nearest in the layer below; empty at the bottom.
    down: Vec<u32>,
}

/// Layers from the bottom up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hnsw {
    pub layers: Vec<Layer>,
}

/// A position with its likeness, ordered by that.
#[derive(Clone, Copy, PartialEq)]
struct Near(f32, u32);

impl Eq for Near {}

impl Ord for Near {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0).then(other.1.cmp(&self.1))
    }
}

impl PartialOrd for Near {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Which nodes a search has seen; kept between searches, so that none of them clears it.
#[derive(Default)]
pub struct VisitedNodes {
    round: u32,
    marks: Vec<u32>,
}

impl VisitedNodes {
    fn begin(&mut self, nodes: usize) {
        self.marks.resize(nodes.max(self.marks.len()), 0);
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.marks.fill(0);
            self.round = 1;
        }
    }

    fn is_new(&mut self, node: u32) -> bool {
        let mark = &mut self.marks[node as usize];
        let new = *mark != self.round;
        *mark = self.round;
        new
    }
}

impl Layer {
    /// Links vectors of one length, in the order of their ids.
    pub fn new(vectors: Vectors) -> Self {
        let nodes = vectors.ids.len();
        let mut layer = Self { links: vec![NOBODY; nodes * NEIGHBOURS], vectors, down: Vec::new() };
        let mut seen = VisitedNodes::default();
        for node in 1..nodes as u32 {
            let begin = layer.entry(node as usize, |layer, at| layer.likeness(node, at));
            let beam = BUILD_BEAM.min(node as usize);
            let near = layer.beam(begin, beam, &mut seen, |layer, at| layer.likeness(node, at));
            let chosen = layer.diverse(near.iter().filter(|near| near.1 != node).copied());
            for (slot, &other) in chosen.iter().enumerate() {
                layer.links[node as usize * NEIGHBOURS + slot] = other;
            }
            for other in chosen {
                layer.link_back(other, node);
            }
        }
        layer
    }

    pub fn len(&self) -> usize {
        self.vectors.ids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.vectors.ids.is_empty()
    }

    /// The `count` records most like a vector, best first, with their likeness; `beam` nodes are kept in view.
    pub fn nearest(&self, vector: &[f32], count: usize, beam: usize, seen: &mut VisitedNodes) -> Vec<(u32, f32)> {
        let Some(asked) = self.asked(vector) else { return Vec::new() };
        let begin = self.entry(self.len(), |layer, at| layer.likeness_to(&asked, at));
        self.nearest_from(begin, &asked, count, beam, seen).into_iter().map(|(at, like)| (self.id(at), like)).collect()
    }

    fn nearest_from(
        &self,
        begin: u32,
        asked: &(f32, Vec<i8>),
        count: usize,
        beam: usize,
        seen: &mut VisitedNodes,
    ) -> Vec<(u32, f32)> {
        let mut near = self.beam(begin, beam.max(count), seen, |layer, at| layer.likeness_to(asked, at));
        near.truncate(count);
        near.into_iter().map(|Near(likeness, at)| (at, likeness)).collect()
    }

    fn id(&self, at: u32) -> u32 {
        self.vectors.ids[at as usize]
    }

    fn asked(&self, vector: &[f32]) -> Option<(f32, Vec<i8>)> {
        (vector.len() == self.vectors.dimensions && !self.is_empty()).then(|| quantise(vector))
    }

    /// Of nodes spread evenly among the first `nodes`, the nearest.
    fn entry(&self, nodes: usize, likeness: impl Fn(&Self, u32) -> f32) -> u32 {
        let step = nodes.div_ceil(ENTRIES).max(1);
        let spread = (0..nodes as u32).step_by(step).map(|at| Near(likeness(self, at), at));
        spread.max().map_or(0, |near| near.1)
    }

    fn likeness(&self, a: u32, b: u32) -> f32 {
        let ((one, a), (other, b)) = (self.vectors.at(a as usize), self.vectors.at(b as usize));
        dot(a, b) as f32 * one * other
    }

    fn likeness_to(&self, (scale, asked): &(f32, Vec<i8>), at: u32) -> f32 {
        let (other, data) = self.vectors.at(at as usize);
        dot(asked, data) as f32 * scale * other
    }

    fn neighbours(&self, node: u32) -> &[u32] {
        let row = &self.links[node as usize * NEIGHBOURS..][..NEIGHBOURS];
        &row[..row.iter().position(|&other| other == NOBODY).unwrap_or(NEIGHBOURS)]
    }

    /// The best `width` nodes that a greedy search meets, best first.
    fn beam(
        &self,
        begin: u32,
        width: usize,
        seen: &mut VisitedNodes,
        likeness: impl Fn(&Self, u32) -> f32,
    ) -> Vec<Near> {
        seen.begin(self.len());
        seen.is_new(begin);
        let first = Near(likeness(self, begin), begin);
        let mut open = BinaryHeap::from([first]);
        let mut kept = BinaryHeap::from([Reverse(first)]);
        while let Some(next) = open.pop() {
            let worst = kept.peek().map_or(f32::NEG_INFINITY, |worst| worst.0.0);
            if kept.len() >= width && next.0 < worst {
                break;
            }
            for &other in self.neighbours(next.1) {
                if !seen.is_new(other) {
                    continue;
                }
                let near = Near(likeness(self, other), other);
                let worst = kept.peek().map_or(f32::NEG_INFINITY, |worst| worst.0.0);
                if kept.len() < width || near.0 > worst {
                    open.push(near);
                    kept.push(Reverse(near));
                    if kept.len() > width {
                        kept.pop();
                    }
                }
            }
        }
        let mut near: Vec<Near> = kept.into_iter().map(|Reverse(near)| near).collect();
        near.sort_unstable_by(|a, b| b.cmp(a));
        near
    }

    /// Neighbours in all directions: one that is nearer to a chosen neighbour than to the node is left for last.
    fn diverse(&self, near: impl Iterator<Item = Near>) -> Vec<u32> {
        let (mut chosen, mut spare): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        for Near(likeness, at) in near {
            if chosen.len() == NEIGHBOURS {
                break;
            }
            match chosen.iter().any(|&other| self.likeness(at, other) > likeness) {
                true => spare.push(at),
                false => chosen.push(at),
            }
        }
        let room = NEIGHBOURS / 2 - chosen.len().min(NEIGHBOURS / 2);
        chosen.extend(spare.into_iter().take(room));
        chosen
    }

    fn link_back(&mut self, node: u32, other: u32) {
        let count = self.neighbours(node).len();
        if count < NEIGHBOURS {
            self.links[node as usize * NEIGHBOURS + count] = other;
            return;
        }
        let mut all: Vec<Near> =
            self.neighbours(node).iter().chain([&other]).map(|&at| Near(self.likeness(node, at), at)).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        let chosen = self.diverse(all.into_iter());
        let row = &mut self.links[node as usize * NEIGHBOURS..][..NEIGHBOURS];
        row.fill(NOBODY);
        row.iter_mut().zip(chosen).for_each(|(slot, other)| *slot = other);
    }
}

impl Hnsw {
    /// Stacks layers, the bottom one first, and gives every node its nearest in the layer below.
    pub fn new(layers: Vec<Vectors>) -> Self {
        let mut stacked: Vec<Layer> = Vec::new();
        let mut seen = VisitedNodes::default();
        for vectors in layers.into_iter().filter(|vectors| !vectors.ids.is_empty()) {
            let mut layer = Layer::new(vectors);
            if let Some(below) = stacked.last() {
                layer.down = (0..layer.len())
                    .map(|at| {
                        let (scale, data) = layer.vectors.at(at);
                        let asked = (scale, data.to_vec());
                        let begin = below.entry(below.len(), |layer, at| layer.likeness_to(&asked, at));
                        let found = below.nearest_from(begin, &asked, 1, SEARCH_BEAM, &mut seen);
                        found.first().map_or(0, |&(at, _)| at)
                    })
                    .collect();
            }
            stacked.push(layer);
        }
        Self { layers: stacked }
    }

    /// The `count` records of every layer most like a vector, from the bottom layer up: the search goes down from the
    /// top, and begins in each layer where the nearest of the one above it points.
    pub fn search(&self, vector: &[f32], count: usize, beam: usize) -> Vec<Vec<(u32, f32)>> {
        let mut found: Vec<Vec<(u32, f32)>> = Vec::new();
        let mut begin: Option<u32> = None;
        let mut seen = VisitedNodes::default();
        for layer in self.layers.iter().rev() {
            let Some(asked) = layer.asked(vector) else { return Vec::new() };
            let from = begin.unwrap_or_else(|| layer.entry(layer.len(), |layer, at| layer.likeness_to(&asked, at)));
            let near = layer.nearest_from(from, &asked, count, beam, &mut seen);
            begin = near.first().and_then(|&(at, _)| layer.down.get(at as usize)).copied();
            found.push(near.into_iter().map(|(at, likeness)| (layer.id(at), likeness)).collect());
        }
        found.reverse();
        found
    }

    /// Writes all layers as bytes.
    pub fn pack(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let put = |bytes: &mut Vec<u8>, number: u32| bytes.extend(number.to_le_bytes());
        put(&mut bytes, FORMAT);
        put(&mut bytes, self.layers.len() as u32);
        for layer in &self.layers {
            let vectors = &layer.vectors;
            for number in [vectors.dimensions as u32, vectors.ids.len() as u32, layer.down.len() as u32] {
                put(&mut bytes, number);
            }
            vectors.ids.iter().chain(&layer.links).chain(&layer.down).for_each(|&number| put(&mut bytes, number));
            vectors.scales.iter().for_each(|scale| put(&mut bytes, scale.to_bits()));
            bytes.extend(vectors.data.iter().map(|&value| value as u8));
        }
        bytes
    }

    /// Reads what [`Hnsw::pack`] wrote; `None` when the bytes are something else.
    pub fn unpack(bytes: &[u8]) -> Option<Self> {
        let mut bytes = bytes;
        let mut take = |count: usize| -> Option<&[u8]> {
            let (taken, rest) = bytes.split_at_checked(count)?;
            bytes = rest;
            Some(taken)
        };
        let read = |bytes: &[u8]| -> Vec<u32> {
            bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
        };
        let head = read(take(8)?);
        if head[0] != FORMAT {
            return None;
        }
        let mut layers = Vec::new();
        for _ in 0..head[1] {
            let sizes = read(take(12)?);
            let [dimensions, nodes, down] = [sizes[0] as usize, sizes[1] as usize, sizes[2] as usize];
            let ids = read(take(nodes.checked_mul(4)?)?);
            let links = read(take(nodes.checked_mul(4 * NEIGHBOURS)?)?);
            let down = read(take(down.checked_mul(4)?)?);
            let scales = read(take(nodes.checked_mul(4)?)?).into_iter().map(f32::from_bits).collect();
            let data = take(nodes.checked_mul(dimensions)?)?.iter().map(|&byte| byte as i8).collect();
            if links.iter().any(|&other| other != NOBODY && other as usize >= nodes) {
                return None;
            }
            layers.push(Layer { vectors: Vectors { dimensions, ids, scales, data }, links, down });
        }
        let sizes: Vec<usize> = layers.iter().map(Layer::len).collect();
        let leads =
            layers.iter().skip(1).zip(&sizes).all(|(layer, &below)| layer.down.iter().all(|&at| (at as usize) < below));
        leads.then_some(Self { layers })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vectors around some centres, the same every time.
    fn vectors(count: u32, dimensions: usize) -> Vectors {
        let mut state = 0x2545_f491u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
        };
        let mut vectors = Vectors { dimensions, ..Vectors::default() };
        for id in 0..count {
            let vector: Vec<f32> = (0..dimensions).map(|_| next()).collect();
            let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
            let (scale, data) = quantise(&vector.iter().map(|x| x / length).collect::<Vec<_>>());
            vectors.ids.push(id * 2);
            vectors.scales.push(scale);
            vectors.data.extend(data);
        }
        vectors
    }

    fn exact(vectors: &Vectors, asked: &[f32], count: usize) -> Vec<u32> {
        let (_, asked) = quantise(asked);
        let mut all: Vec<(f32, u32)> = (0..vectors.ids.len())
            .map(|at| (dot(&asked, vectors.at(at).1) as f32 * vectors.at(at).0, vectors.ids[at]))
            .collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        all.into_iter().take(count).map(|(_, id)| id).collect()
    }

    #[test]
    fn most_of_the_nearest_are_found() {
        let all = vectors(3_000, 24);
        let layer = Layer::new(all.clone());
        let (mut held, mut seen) = (0, VisitedNodes::default());
        for at in (0..3_000).step_by(100) {
            let asked: Vec<f32> = all.at(at).1.iter().map(|&x| f32::from(x) * all.at(at).0).collect();
            let found = layer.nearest(&asked, 10, 80, &mut seen);
            let wanted = exact(&all, &asked, 10);
            held += found.iter().filter(|(id, _)| wanted.contains(id)).count();
        }
        assert!(held >= 285, "{held} of 300");
    }

    #[test]
    fn layers_are_searched_from_the_top_and_packed() {
        let index = Hnsw::new(vec![vectors(400, 16), vectors(40, 16), vectors(4, 16)]);
        let asked: Vec<f32> = (0..16).map(|at| if at == 3 { 1.0 } else { 0.1 }).collect();
        let found = index.search(&asked, 5, SEARCH_BEAM);
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [5, 5, 4]);
        assert!(found[0].windows(2).all(|pair| pair[0].1 >= pair[1].1));
        let packed = index.pack();
        assert_eq!(Hnsw::unpack(&packed), Some(index));
        assert_eq!(Hnsw::unpack(&packed[..packed.len() - 1]), None);
        assert_eq!(Hnsw::unpack(b"nonsense"), None);
    }

    #[test]
    fn one_record_and_none_are_layers() {
        assert!(Hnsw::new(vec![Vectors::default()]).search(&[1.0], 3, 10).is_empty());
        let one = Hnsw::new(vec![vectors(1, 8)]);
        assert_eq!(one.search(&[0.5; 8], 3, 10)[0].len(), 1);
        assert!(one.search(&[0.5; 9], 3, 10).is_empty());
    }
}
