//! Contextual Retrieval (Anthropic, 2024): text units searched with the line that situates them, in full text and in
//! vectors, the two fused by their places, and the best ranked again by how closely the question's words stand
//! together.

use super::{Retrieved, Units};
use crate::index::structures::contextual::{NAME, SPACE};
use crate::model::{How, TextUnitId};
use crate::retrieve::grains::{Places, best_stretch};
use crate::retrieve::{Filter, Query, vectors};
use crate::store::{Reader, Result};

/// Text units that each way finds, and those that are ranked again (the original has 150 and 20).
const FOUND: usize = 150;
/// A word in the line counts half of one in the text.
const LINE: f64 = 0.5;
/// How slowly the place in a list fades (reciprocal rank fusion: Cormack et al., 2009).
const FADE: f32 = 60.0;
/// Words of the stretch by which the best are ranked again.
const STRETCH: usize = 90;
/// Weight of that stretch beside the score of the first ranking.
const AGAIN: f32 = 0.5;
/// Vectors count this much against full text.
const MEANING: f32 = 0.3;

/// Finds text units by their words and their lines'; `None` when the structure was not built.
pub fn contextual(reader: &Reader, query: &Query, filter: &Filter, limit: usize) -> Result<Option<Retrieved>> {
    if !reader.has_structure(NAME)? {
        return Ok(None);
    }
    let words = query.words(reader.text_unit_count()?);
    let by_words = reader.search_contexts(&words, LINE, filter.unit_ids(), FOUND)?;
    let mut units = Units::default();
    let best = by_words.first().map_or(1.0, |hit| hit.score).max(f32::EPSILON);
    for (place, hit) in by_words.iter().filter(|hit| filter.unit(TextUnitId(hit.record.id))).enumerate() {
        let fused = hit.score / best + 1.0 / (1.0 + place as f32 / FADE);
        units.add(TextUnitId(hit.record.id), 0.5 * fused, How::Words);
    }
    if let Some(vector) = query.vector_among(reader)? {
        let all = reader.space_vectors(SPACE)?;
        for (unit, likeness) in vectors::most_like(&all, &vector, FOUND, |id| filter.unit(TextUnitId(id))) {
            units.add(TextUnitId(unit), MEANING * likeness, How::Meaning);
        }
    }
    let found = units.ranked(reader, filter, FOUND)?;
    let mut places = Places::new(&query.terms);
    let mut again: Vec<(f32, _)> = Vec::new();
    for passage in found {
        let unit = reader.text_unit(passage.unit)?;
        let line = reader.context_line(passage.unit)?.unwrap_or_default();
        let text = reader.unit_text(&unit)?;
        let stretch = best_stretch(&places.of(&text), &query.terms, STRETCH);
        again.push((stretch + LINE as f32 * places.share(&line), passage));
    }
    let most = again.iter().map(|(stretch, _)| *stretch).fold(f32::EPSILON, f32::max);
    let mut units = Units::default();
    for (stretch, passage) in again {
        units.add(passage.unit, passage.score + AGAIN * stretch / most, passage.how);
    }
    Ok(Some(Retrieved { passages: units.ranked(reader, filter, limit)?, ..Retrieved::default() }))
}
