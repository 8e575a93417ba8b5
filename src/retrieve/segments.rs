//! Relevant segments (dsRAG's RSE): neighbouring text units of a document that answer together are given as one
//! stretch, weaker ones between them included, over any ranking.
//!
//! A text unit is worth what its place and score say, less a penalty; one that was not found is worth the penalty's
//! loss alone. The stretch of a document with the best sum is taken, then the next, until none is worth enough.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::passages::FoundPassage;
use crate::model::{DocumentId, Span, TextUnit, TextUnitId};
use crate::store::{Reader, Result};

/// How segments are chosen; the numbers lie in `assets/retrieval.toml`, and are dsRAG's "balanced" ones.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Segmenting {
    /// Taken off the value of every text unit.
    pub penalty: f32,
    /// Ranks over which the value of a text unit falls to 1/e.
    pub decay: f32,
    /// Value of a segment at least.
    pub least: f32,
    /// Text units of one segment at most.
    pub longest: usize,
    /// Text units of all segments at most.
    pub most: usize,
    /// Documents that are examined.
    pub documents: usize,
}

/// A stretch of one document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Segment {
    pub document: DocumentId,
    /// Its text units, in their order.
    pub units: Vec<TextUnitId>,
    /// Bytes of the document's text, all of its text units.
    pub span: Span,
    pub score: f32,
}

/// Joins a ranking's text units into segments, best first.
pub fn segments(reader: &Reader, ranked: &[FoundPassage], settings: &Segmenting) -> Result<Vec<Segment>> {
    let best = ranked.first().map_or(1.0, |found| found.score).max(f32::EPSILON);
    let mut worth: BTreeMap<DocumentId, BTreeMap<TextUnitId, f32>> = BTreeMap::new();
    let mut order: Vec<DocumentId> = Vec::new();
    for (place, found) in ranked.iter().enumerate() {
        if !order.contains(&found.document) {
            order.push(found.document);
        }
        let value = (-(place as f32) / settings.decay.max(1.0)).exp() * found.score / best;
        worth.entry(found.document).or_default().entry(found.unit).or_insert(value);
    }
    let mut found: Vec<Segment> = Vec::new();
    for document in order.into_iter().take(settings.documents) {
        let units: Vec<TextUnit> =
            reader.units_of_document(document)?.into_iter().filter(|unit| !unit.recurring).collect();
        let own = worth.remove(&document).unwrap_or_default();
        let values: Vec<f32> =
            units.iter().map(|unit| own.get(&unit.id).copied().unwrap_or(0.0) - settings.penalty).collect();
        for (from, to, score) in stretches(&values, settings) {
            let inside = &units[from..to];
            let (Some(first), Some(last)) = (inside.first(), inside.last()) else { continue };
            let span = Span::new(first.span.start, last.span.end);
            found.push(Segment { document, units: inside.iter().map(|unit| unit.id).collect(), span, score });
        }
    }
    found.sort_by(|a, b| {
        b.score.total_cmp(&a.score).then(a.document.cmp(&b.document)).then(a.span.start.cmp(&b.span.start))
    });
    let mut room = settings.most;
    found.retain(|segment| {
        let fits = segment.units.len() <= room;
        room -= if fits { segment.units.len() } else { 0 };
        fits
    });
    Ok(found)
}

/// The stretches of a document that are worth most, best first, none over another; `to` is behind the last.
fn stretches(values: &[f32], settings: &Segmenting) -> Vec<(usize, usize, f32)> {
    let mut taken = vec![false; values.len()];
    let mut found = Vec::new();
    loop {
        let mut best: Option<(usize, usize, f32)> = None;
        for from in 0..values.len() {
            let mut sum = 0.0;
            for to in from..values.len().min(from + settings.longest) {
                if taken[to] {
                    break;
                }
                sum += values[to];
                // A stretch begins and ends with what is worth something.
                let ends = values[from] >= 0.0 && values[to] >= 0.0;
                if ends && best.is_none_or(|(.., most)| sum > most) {
                    best = Some((from, to + 1, sum));
                }
            }
        }
        let Some((from, to, score)) = best.filter(|&(.., score)| score >= settings.least) else { return found };
        taken[from..to].fill(true);
        found.push((from, to, score));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Segmenting {
        Segmenting { penalty: 0.18, decay: 30.0, least: 0.5, longest: 15, most: 30, documents: 10 }
    }

    #[test]
    fn what_lies_between_two_good_ones_is_taken_with_them() {
        let values = [-0.18, 0.7, -0.18, 0.6, -0.18, -0.18, -0.18, -0.18, -0.18, -0.18, 0.55];
        let found: Vec<(usize, usize)> = stretches(&values, &settings()).iter().map(|s| (s.0, s.1)).collect();
        assert_eq!(found, [(1, 4), (10, 11)]);
        assert!(stretches(&[0.2, -0.1, 0.2], &settings()).is_empty());
        assert!(stretches(&[], &settings()).is_empty());
    }
}
