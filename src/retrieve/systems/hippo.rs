//! HippoRAG (Gutiérrez et al., 2024) and HippoRAG 2 (2025): personalised PageRank over names and text units, started at
//! what the question names or at the facts that fit it.
//!
//! What is ours: facts are the index's relationships (a model's triples, or pairs of noun phrases); the recognition
//! memory that a model has in HippoRAG 2 is the share of the question's weight that a fact holds; passages are seeded
//! by full text and vectors together.

use std::collections::BTreeMap;

use super::{Retrieved, Units, evened};
use crate::graph::{Graph, Walk, personalised_pagerank};
use crate::index::structures::hippo::{NAME, unpack};
use crate::model::{EntityId, How, Kind, RelationshipId, TextUnitId};
use crate::retrieve::grains::{Places, grains};
use crate::retrieve::records::{self, FoundRecord};
use crate::retrieve::{Filter, Query, vectors};
use crate::store::{Reader, Result};

/// Chance of walking on, as both papers set it.
const DAMPING: f64 = 0.5;
/// Facts that are examined.
const FACTS: usize = 5;
/// Names kept as seeds.
const NAMES: usize = 5;
/// What a passage that fits by itself counts as a seed, against a name.
const PASSAGE: f64 = 0.05;
/// The least share of the question's weight that a fact must hold to be recognised.
const RECOGNISED: f32 = 0.15;
/// A name below this is followed but blended half with what fits by itself (HippoRAG).
const BLEND: f32 = 0.5;

/// Which of the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hippo {
    /// Seeds are the names in the question; a text unit has the rank of the names in it.
    First,
    /// Seeds are names in facts, and text units; a text unit has its own rank.
    #[default]
    Second,
}

/// Finds text units by their rank in the walk; `None` when the structure was not built.
pub fn hippo(
    reader: &Reader,
    query: &Query,
    filter: &Filter,
    version: Hippo,
    limit: usize,
) -> Result<Option<Retrieved>> {
    let Some(packed) = reader.structure_data(NAME, "graph")? else { return Ok(None) };
    let Some(stored) = unpack(&packed) else { return Ok(None) };
    let names = stored.names as usize;
    let Ok(graph) = Graph::from_edges(names + stored.units as usize, &stored.edges) else { return Ok(None) };
    // What fits by itself.
    let mut dense: BTreeMap<TextUnitId, f32> = grains(reader, query, filter)?.scores;
    for (unit, likeness) in vectors::nearest(reader, query, Kind::Source, 100, |id| filter.unit(TextUnitId(id)))? {
        *dense.entry(TextUnitId(unit)).or_default() += query.weights.grains.meaning * likeness;
    }
    let dense = evened(dense);
    let mut records: Vec<FoundRecord> = Vec::new();
    let mut seeds: BTreeMap<u32, f64> = BTreeMap::new();
    let specific = |entity: EntityId| -> Result<f64> {
        let rows = reader.entity_rows(&[entity])?;
        let row = rows.first().filter(|row| !row.ubiquitous);
        Ok(match row {
            Some(_) => 1.0 / reader.units_of_entity(entity)?.len().max(1) as f64,
            None => 0.0,
        })
    };
    for name in &query.names {
        let share = 1.0 / name.entities.len().max(1) as f64;
        for &entity in &name.entities {
            *seeds.entry(entity.0).or_default() += share * specific(entity)?;
            records.push(FoundRecord { record: entity.into(), score: share as f32, how: How::Name });
        }
    }
    if version == Hippo::Second {
        for (fact, score) in facts(reader, query, filter)? {
            let rows = reader.relationships(&[fact])?;
            for end in rows.iter().flat_map(|row| [row.source, row.target]) {
                *seeds.entry(end.0).or_default() += f64::from(score) * specific(end)?;
            }
            records.push(FoundRecord { record: fact.into(), score, how: How::Words });
        }
        let mut best: Vec<(u32, f64)> = seeds.into_iter().collect();
        best.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        best.truncate(NAMES.max(query.names.len()));
        seeds = best.into_iter().collect();
        let named: f64 = seeds.values().sum();
        if named > 0.0 {
            seeds.values_mut().for_each(|seed| *seed /= named);
        }
        for (unit, score) in &dense {
            if unit.0 < stored.units {
                seeds.insert(stored.names + unit.0, PASSAGE * f64::from(*score));
            }
        }
    }
    let seeds: Vec<(u32, f64)> = seeds.into_iter().filter(|&(node, _)| (node as usize) < graph.nodes()).collect();
    let mut units = Units::default();
    if seeds.is_empty() {
        dense.iter().for_each(|(&unit, &score)| units.add(unit, score, How::Words));
        return Ok(Some(Retrieved { passages: units.ranked(reader, filter, limit)?, records, ..Retrieved::default() }));
    }
    let walk = Walk { damping: DAMPING, tolerance: 1e-6, rounds: 30 };
    let rank = personalised_pagerank(&graph, &seeds, &walk);
    let mut reached: BTreeMap<TextUnitId, f32> = BTreeMap::new();
    for unit in 0..stored.units {
        let node = stored.names + unit;
        let score = match version {
            Hippo::Second => rank[node as usize],
            Hippo::First => {
                graph.edges(node).iter().filter(|edge| edge.to < stored.names).map(|edge| rank[edge.to as usize]).sum()
            }
        };
        if score > 0.0 {
            reached.insert(TextUnitId(unit), score as f32);
        }
    }
    let way = way(reader, &records)?;
    for (unit, score) in evened(reached) {
        units.add(unit, score, way.clone());
    }
    if version == Hippo::First {
        for (&unit, &score) in &dense {
            units.add(unit, BLEND * score, How::Words);
        }
    }
    Ok(Some(Retrieved { passages: units.ranked(reader, filter, limit)?, records, nodes: Vec::new() }))
}

/// The facts that fit the question, each with the share of its weight that it holds.
fn facts(reader: &Reader, query: &Query, filter: &Filter) -> Result<Vec<(RelationshipId, f32)>> {
    let by_words = records::by_words(reader, query, &[Kind::Relationship], filter)?;
    let found = records::relationships(reader, query, &by_words, filter, FACTS * 4)?;
    let mut places = Places::new(&query.terms);
    let mut facts = Vec::new();
    for one in found {
        let id = RelationshipId(one.record.id);
        for row in reader.relationships(&[id])? {
            let share = places.share(&row.description);
            if share >= RECOGNISED {
                facts.push((id, share));
            }
        }
    }
    facts.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    facts.truncate(FACTS);
    Ok(facts)
}

/// How the walk began, for whoever reads the list.
fn way(reader: &Reader, records: &[FoundRecord]) -> Result<How> {
    let first = records.first().map(|found| reader.title(found.record)).transpose()?.flatten();
    Ok(first.map_or(How::Words, How::Way))
}
