//! Text units for a query: by their words, by the names the query shares with documents, by likeness of meaning, and
//! by way of what those name (`walk`).

use std::collections::BTreeMap;

use super::query::Query;
use super::scope::Filter;
use super::walk::{self, Bridge};
use super::{How, vectors};
use crate::model::{DocumentId, Kind, TextUnit, TextUnitId};
use crate::store::{Reader, Result};

/// How often a word in the title of a document counts, against once in its text.
const TITLE_WEIGHT: f64 = 3.0;
/// Text units taken by their words.
const BY_WORDS: usize = 150;
/// The best text unit by words counts this; the others in proportion.
const WORDS: f32 = 0.7;
/// A text unit of a document whose title the query names counts this more.
const NAMED: f32 = 1.0;
/// When several documents share the name, each counts less; from this many on, `SHARED`.
const MANY_SHARE: usize = 6;
const SHARED: f32 = 0.3;
/// Of a named document with many text units, those that also hold the query's words count in full, others this share.
const OTHER_UNIT: f32 = 0.6;
/// Text units taken by likeness of meaning, and what the most like counts.
const BY_MEANING: usize = 30;
const MEANING: f32 = 0.25;
/// What both ways of being found add when the weaker is added to the stronger.
const BOTH: f32 = 0.2;

/// A text unit that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundPassage {
    pub unit: TextUnitId,
    pub document: DocumentId,
    /// Higher is better, comparable within one query; about 1 for a sure find.
    pub score: f32,
    pub how: How,
}

/// What is known about a text unit while a query runs.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub unit: TextUnit,
    pub score: f32,
    pub how: How,
}

/// Finds text units, best first.
pub fn passages(reader: &Reader, query: &Query, filter: &Filter, limit: usize) -> Result<Vec<FoundPassage>> {
    if query.is_empty() || limit == 0 {
        return Ok(Vec::new());
    }
    let seeds = seeds(reader, query, filter)?;
    let bridges = walk::walk(reader, query, filter, &seeds)?;
    let mut found = seeds;
    for Bridge { unit, score, how } in bridges {
        match found.get_mut(&unit.id) {
            Some(seed) if seed.score >= score => seed.score += BOTH * score,
            Some(seed) => (seed.score, seed.how) = (score + BOTH * seed.score, how),
            None => {
                found.insert(unit.id, Candidate { unit, score, how });
            }
        }
    }
    let mut ranked: Vec<FoundPassage> = found
        .into_values()
        .map(|c| FoundPassage { unit: c.unit.id, document: c.unit.document, score: c.score, how: c.how })
        .collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.unit.cmp(&b.unit)));
    ranked.truncate(limit);
    Ok(ranked)
}

/// BM25 of the text units in scope for some words, divided by the best's.
pub(super) fn by_words(
    reader: &Reader,
    words: &str,
    filter: &Filter,
    limit: usize,
) -> Result<BTreeMap<TextUnitId, f32>> {
    let hits = match filter.unit_ids() {
        None => reader.search_units(words, false, TITLE_WEIGHT, limit)?,
        Some(within) => reader.search_units_within(words, TITLE_WEIGHT, within, limit)?,
    };
    let best = hits.first().map_or(1.0, |hit| hit.score).max(f32::EPSILON);
    Ok(hits.iter().map(|hit| (TextUnitId(hit.record.id), hit.score / best)).collect())
}

/// What the query itself finds.
fn seeds(reader: &Reader, query: &Query, filter: &Filter) -> Result<BTreeMap<TextUnitId, Candidate>> {
    let by_words = by_words(reader, &query.words(reader.text_unit_count()?), filter, BY_WORDS)?;
    let mut scores: BTreeMap<TextUnitId, (f32, How)> =
        by_words.iter().map(|(&unit, &score)| (unit, (WORDS * score, How::Words))).collect();
    for (unit, likeness) in vectors::nearest(reader, query, Kind::Source, BY_MEANING, |id| filter.unit(TextUnitId(id)))?
    {
        let entry = scores.entry(TextUnitId(unit)).or_insert((0.0, How::Meaning));
        entry.0 += MEANING * likeness;
    }
    for name in &query.names {
        let sharing = name.documents.len();
        let share = if sharing < MANY_SHARE { 1.0 / (sharing.max(1) as f32).sqrt() } else { SHARED };
        for &document in name.documents.iter().filter(|&&document| filter.document(document)) {
            for (unit, part) in named_units(reader, document, &by_words)? {
                if filter.unit(unit) {
                    let entry = scores.entry(unit).or_insert((0.0, How::Name(name.text.clone())));
                    entry.0 += NAMED * share * part;
                    entry.1 = How::Name(name.text.clone());
                }
            }
        }
    }
    let ids: Vec<TextUnitId> = scores.keys().copied().collect();
    let units = reader.text_units(&ids)?;
    Ok(units
        .into_iter()
        .filter(|unit| !unit.recurring)
        .filter_map(|unit| {
            let (score, how) = scores.remove(&unit.id)?;
            Some((unit.id, Candidate { unit, score, how }))
        })
        .collect())
}

/// The text units that stand for a named document: the one that holds most of the query's words in full, its first
/// and others with such words in part.
fn named_units(
    reader: &Reader,
    document: DocumentId,
    by_words: &BTreeMap<TextUnitId, f32>,
) -> Result<Vec<(TextUnitId, f32)>> {
    let units = reader.units_of_document(document)?;
    let best = best_unit(&units, by_words);
    Ok(units
        .iter()
        .filter(|unit| unit.ordinal == 0 || Some(unit.id) == best || by_words.get(&unit.id).is_some_and(|&s| s > 0.5))
        .map(|unit| (unit.id, if Some(unit.id) == best { 1.0 } else { OTHER_UNIT }))
        .collect())
}

/// The unit of a document that holds most of some words; the first when none holds any.
pub(super) fn best_unit(units: &[TextUnit], by_words: &BTreeMap<TextUnitId, f32>) -> Option<TextUnitId> {
    let score = |unit: &TextUnit| by_words.get(&unit.id).copied().unwrap_or(0.0);
    let counted = units.iter().filter(|unit| !unit.recurring);
    counted.max_by(|a, b| score(a).total_cmp(&score(b)).then(b.ordinal.cmp(&a.ordinal))).map(|unit| unit.id)
}
