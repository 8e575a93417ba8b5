//! Text units for a query: by their words at several grains (`grains`), by the names the query shares with documents
//! and with what text units are about, by likeness of meaning, and by way of what those name (`walk`).

use std::collections::BTreeMap;

use super::grains::{Grains, best_unit, grains};
use super::query::Query;
use super::scope::Filter;
use super::vectors;
use super::walk::{self, Bridge};
use crate::model::{DocumentId, How, Kind, TextUnit, TextUnitId};
use crate::store::{Reader, Result};

/// A text unit of a document found by name counts in full when it holds this share of the words that the best does.
const HOLDS_WORDS: f32 = 0.5;
/// Text units taken by likeness of meaning.
const BY_MEANING: usize = 30;

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
pub(super) struct UnitCandidate {
    pub unit: TextUnit,
    pub score: f32,
    pub how: How,
}

/// Finds text units, best first.
pub fn passages(reader: &Reader, query: &Query, filter: &Filter, limit: usize) -> Result<Vec<FoundPassage>> {
    if query.is_empty() || limit == 0 {
        return Ok(Vec::new());
    }
    let _state = reader.snapshot()?;
    let both = query.weights.walk.both;
    let seeds = seeds(reader, query, filter)?;
    let bridges = walk::walk(reader, query, filter, &seeds)?;
    let mut found = seeds;
    for Bridge { unit, score, how } in bridges {
        match found.get_mut(&unit.id) {
            Some(seed) if seed.score >= score => seed.score += both * score,
            Some(seed) => (seed.score, seed.how) = (score + both * seed.score, how),
            None => {
                found.insert(unit.id, UnitCandidate { unit, score, how });
            }
        }
    }
    let mut ranked: Vec<FoundPassage> = found
        .into_values()
        .map(|c| FoundPassage { unit: c.unit.id, document: c.unit.document, score: c.score, how: c.how })
        .collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.unit.cmp(&b.unit)));
    query.reorder(&mut ranked);
    ranked.truncate(limit);
    Ok(ranked)
}

/// The text units of a part by likeness of meaning alone, however little, best first: of what somebody says who has
/// none of the query's words, what comes nearest.
pub fn nearest_within(reader: &Reader, query: &Query, filter: &Filter, limit: usize) -> Result<Vec<FoundPassage>> {
    // However far: nothing of theirs is nearer.
    let mut near = vectors::nearest_from(reader, query, Kind::Source, limit, -1.0, |id| filter.unit(TextUnitId(id)))?;
    if near.is_empty() {
        // Words that the vectors do not know are near to nothing.
        near.extend(filter.unit_ids().iter().flat_map(|ids| ids.iter()).take(limit).map(|&id| (id, 0.0)));
    }
    let ids: Vec<TextUnitId> = near.iter().map(|&(id, _)| TextUnitId(id)).collect();
    let units = reader.text_units(&ids)?;
    let passage = |(id, likeness): (u32, f32)| {
        let unit = units.iter().find(|unit| unit.id.0 == id && !unit.recurring)?;
        Some(FoundPassage { unit: unit.id, document: unit.document, score: likeness, how: How::Meaning })
    };
    Ok(near.into_iter().filter_map(passage).collect())
}

/// BM25 of the text units in scope for some words, divided by the best's.
pub(super) fn by_words(
    reader: &Reader,
    words: &str,
    title_words: f64,
    filter: &Filter,
    limit: usize,
) -> Result<BTreeMap<TextUnitId, f32>> {
    let hits = match filter.unit_ids() {
        None => reader.search_units(words, false, title_words, limit)?,
        Some(within) => reader.search_units_within(words, title_words, within, limit)?,
    };
    let best = hits.first().map_or(1.0, |hit| hit.score).max(f32::EPSILON);
    Ok(hits.iter().map(|hit| (TextUnitId(hit.record.id), hit.score / best)).collect())
}

/// What the query itself finds.
fn seeds(reader: &Reader, query: &Query, filter: &Filter) -> Result<BTreeMap<TextUnitId, UnitCandidate>> {
    let Grains { scores, by_words } = grains(reader, query, filter)?;
    let mut scores: BTreeMap<TextUnitId, (f32, How)> =
        scores.into_iter().map(|(unit, score)| (unit, (score, How::Words))).collect();
    for (unit, likeness) in vectors::nearest(reader, query, Kind::Source, BY_MEANING, |id| filter.unit(TextUnitId(id)))?
    {
        let entry = scores.entry(TextUnitId(unit)).or_insert((0.0, How::Meaning));
        entry.0 += query.weights.grains.meaning * likeness;
    }
    let weights = &query.weights.names;
    for name in &query.names {
        let mut named: BTreeMap<TextUnitId, f32> = BTreeMap::new();
        let share = share(name.documents.len(), weights.many_share, weights.shared);
        for &document in name.documents.iter().filter(|&&document| filter.document(document)) {
            for (unit, part) in named_units(reader, document, &by_words, weights.other_unit)? {
                named.insert(unit, share * part);
            }
        }
        let share = self::share(name.subjects.len(), weights.many_share, weights.shared);
        for &(unit, surely) in &name.subjects {
            let known = named.entry(unit).or_insert(0.0);
            *known = known.max(share * surely);
        }
        for (unit, share) in named.into_iter().filter(|&(unit, _)| filter.unit(unit)) {
            let entry = scores.entry(unit).or_insert((0.0, How::Words));
            entry.0 += weights.named * share;
            entry.1 = How::Name;
        }
    }
    let ids: Vec<TextUnitId> = scores.keys().copied().collect();
    let units = reader.text_units(&ids)?;
    Ok(units
        .into_iter()
        .filter(|unit| !unit.recurring)
        .filter_map(|unit| {
            let (score, how) = scores.remove(&unit.id)?;
            Some((unit.id, UnitCandidate { unit, score, how }))
        })
        .collect())
}

/// What each of several that share a name counts.
fn share(sharing: usize, many: usize, shared: f32) -> f32 {
    if sharing < many { 1.0 / (sharing.max(1) as f32).sqrt() } else { shared }
}

/// The text units that stand for a named document: the one that holds most of the query's words in full, its first
/// and others with such words in part.
fn named_units(
    reader: &Reader,
    document: DocumentId,
    by_words: &BTreeMap<TextUnitId, f32>,
    other: f32,
) -> Result<Vec<(TextUnitId, f32)>> {
    let units = reader.units_of_document(document)?;
    let best = best_unit(&units, by_words);
    let holds = |unit: &TextUnit| by_words.get(&unit.id).is_some_and(|&share| share > HOLDS_WORDS);
    Ok(units
        .iter()
        .filter(|unit| unit.ordinal == 0 || Some(unit.id) == best || holds(unit))
        .map(|unit| (unit.id, if Some(unit.id) == best { 1.0 } else { other }))
        .collect())
}
