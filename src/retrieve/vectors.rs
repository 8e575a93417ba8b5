//! Likeness of meaning: the vector of a query against those of all records of a kind, one after another. At a hundred
//! thousand vectors that takes a few milliseconds, needs no index, and is exact but for rounding.

use super::query::Query;
use crate::model::Kind;
use crate::store::{Reader, Result, Vectors, dot, quantise};

/// Below this the likeness of two texts is chance.
const LEAST: f32 = 0.3;

/// The records of a kind most like the query, with their likeness (a cosine), best first; those that `wanted` refuses
/// are passed over.
pub fn nearest(
    reader: &Reader,
    query: &Query,
    kind: Kind,
    limit: usize,
    wanted: impl Fn(u32) -> bool,
) -> Result<Vec<(u32, f32)>> {
    nearest_from(reader, query, kind, limit, LEAST, wanted)
}

/// The same from another likeness on: from 0, the nearest of a few records, however little they are like it.
pub(super) fn nearest_from(
    reader: &Reader,
    query: &Query,
    kind: Kind,
    limit: usize,
    least: f32,
    wanted: impl Fn(u32) -> bool,
) -> Result<Vec<(u32, f32)>> {
    let Some(vector) = query.vector_among(reader)? else { return Ok(Vec::new()) };
    Ok(like(&reader.vectors(kind)?, &vector, limit, least, wanted))
}

/// Of some vectors, the most like one, with their likeness, best first; none when they are of another length.
pub(super) fn most_like(all: &Vectors, vector: &[f32], limit: usize, wanted: impl Fn(u32) -> bool) -> Vec<(u32, f32)> {
    like(all, vector, limit, LEAST, wanted)
}

fn like(all: &Vectors, vector: &[f32], limit: usize, least: f32, wanted: impl Fn(u32) -> bool) -> Vec<(u32, f32)> {
    if all.dimensions != vector.len() || all.dimensions == 0 {
        return Vec::new();
    }
    let (scale, query) = quantise(vector);
    let mut near: Vec<(u32, f32)> = all
        .ids
        .iter()
        .zip(&all.scales)
        .zip(all.data.chunks_exact(all.dimensions))
        .map(|((&id, &its_scale), data)| (id, dot(&query, data) as f32 * scale * its_scale))
        .filter(|&(id, likeness)| likeness >= least && wanted(id))
        .collect();
    near.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    near.truncate(limit);
    near
}
