//! LightRAG (Guo et al., "LightRAG: Simple and Fast Retrieval-Augmented Generation", 2024; version 1.5.7 of its code):
//! low-level keywords find entities and their relationships, high-level keywords find relationships and their ends, and
//! each contributes the text units it comes from.
//!
//! Without a model the keywords are the question's own: names it gives to entities are low-level, other words of
//! content high-level; a word that names an entity with more relationships than most is high-level as well, because it
//! is general.

use std::collections::BTreeSet;

use super::{Retrieved, Units};
use crate::model::{EntityId, How, Kind, RelationshipId, TextUnitId};
use crate::retrieve::grains::{Places, grains};
use crate::retrieve::query::QueryTerm;
use crate::retrieve::records::{self, FoundRecord};
use crate::retrieve::{Filter, Query, vectors};
use crate::store::{Reader, Result};

/// Entities and relationships that keywords find.
const TOP: usize = 40;
/// Text units of one entity or relationship, those that fit the question best.
const EACH: usize = 5;
/// Text units by likeness, of `mix`.
const CHUNKS: usize = 20;
/// Relationships of one entity that are looked at.
const STRONGEST: usize = 20;

/// Which of its ways LightRAG goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LightRag {
    /// By entities.
    Low,
    /// By relationships.
    High,
    /// Both, in turn.
    Hybrid,
    /// Both, and the text units that fit by themselves.
    #[default]
    Mix,
    /// The text units that fit by themselves.
    Naive,
}

impl LightRag {
    /// Whether it goes by keywords at all.
    pub fn has_keywords(self) -> bool {
        self != LightRag::Naive
    }
}

/// A question with its keywords, each read as a query.
#[derive(Clone, Copy, Debug)]
pub struct Keyed<'a> {
    pub whole: &'a Query,
    pub low: &'a Query,
    pub high: &'a Query,
}

impl<'a> Keyed<'a> {
    /// By the question's own words on both levels.
    pub fn plainly(query: &'a Query) -> Self {
        Self { whole: query, low: query, high: query }
    }
}

/// Finds text units by LightRAG's ways; keywords a model named take the place of the question's own.
pub fn lightrag(reader: &Reader, keyed: Keyed<'_>, filter: &Filter, way: LightRag, limit: usize) -> Result<Retrieved> {
    let query = keyed.whole;
    let fits = grains(reader, query, filter)?;
    let mut lists: Vec<Vec<(TextUnitId, How)>> = Vec::new();
    let mut found = Vec::new();
    let mut units = UnitsOf { reader, filter, places: Places::new(&query.terms), terms: &query.terms };
    if matches!(way, LightRag::Low | LightRag::Hybrid | LightRag::Mix) {
        let entities = low(reader, keyed.low, filter)?;
        let edges = edges_of(reader, &entities, filter)?;
        lists.push(units.of_entities(&entities)?);
        lists.push(units.of_relationships(&edges)?);
        found.extend(entities);
        found.extend(edges);
    }
    if matches!(way, LightRag::High | LightRag::Hybrid | LightRag::Mix) {
        let edges = high(reader, keyed.high, filter)?;
        lists.push(units.of_relationships(&edges)?);
        found.extend(edges);
    }
    if matches!(way, LightRag::Mix | LightRag::Naive) {
        let mut near: Vec<(TextUnitId, f32)> = fits.by_words.iter().map(|(&unit, &score)| (unit, score)).collect();
        for (unit, likeness) in vectors::nearest(reader, query, Kind::Source, CHUNKS, |id| filter.unit(TextUnitId(id)))?
        {
            match near.iter_mut().find(|(known, _)| known.0 == unit) {
                Some(known) => known.1 += likeness,
                None => near.push((TextUnitId(unit), likeness)),
            }
        }
        near.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        lists.push(near.into_iter().take(limit.max(CHUNKS)).map(|(unit, _)| (unit, How::Words)).collect());
    }
    // In turn, as LightRAG merges them: the place in a list is what counts.
    let mut merged = Units::default();
    for list in &lists {
        for (place, (unit, how)) in list.iter().enumerate() {
            merged.add(*unit, 1.0 / (place as f32 + 2.0), how.clone());
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut seen = BTreeSet::new();
    found.retain(|found| seen.insert((found.record.kind as u8, found.record.id)));
    Ok(Retrieved { passages: merged.ranked(reader, filter, limit)?, records: found, nodes: Vec::new() })
}

/// The entities that low-level keywords name or that hold them.
fn low(reader: &Reader, query: &Query, filter: &Filter) -> Result<Vec<FoundRecord>> {
    let by_words = records::by_words(reader, query, &[Kind::Entity], filter)?;
    records::entities(reader, query, &by_words, &[], filter, TOP)
}

/// The relationships that high-level keywords speak of.
fn high(reader: &Reader, query: &Query, filter: &Filter) -> Result<Vec<FoundRecord>> {
    let by_words = records::by_words(reader, query, &[Kind::Relationship], filter)?;
    records::relationships(reader, query, &by_words, filter, TOP)
}

/// The relationships of some entities; those between two of them first, then by degree of their ends and weight.
fn edges_of(reader: &Reader, entities: &[FoundRecord], filter: &Filter) -> Result<Vec<FoundRecord>> {
    let ids: BTreeSet<EntityId> = entities.iter().map(|found| EntityId(found.record.id)).collect();
    let mut edges: Vec<(bool, f32, RelationshipId, String)> = Vec::new();
    for &id in &ids {
        for row in reader.relationships_of(id, STRONGEST)? {
            let both = ids.contains(&row.source) && ids.contains(&row.target);
            edges.push((both, row.weight, row.id, row.title()));
        }
    }
    edges.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
    edges.dedup_by_key(|edge| edge.2);
    let mut kept = Vec::new();
    for (place, (_, _, id, title)) in edges.into_iter().enumerate() {
        if kept.len() < TOP && filter.relationship(reader, id)? {
            kept.push(FoundRecord { record: id.into(), score: 1.0 / (place as f32 + 1.0), how: How::Way(title) });
        }
    }
    Ok(kept)
}

/// The text units that records come from.
struct UnitsOf<'a> {
    reader: &'a Reader,
    filter: &'a Filter,
    places: Places,
    terms: &'a [QueryTerm],
}

impl UnitsOf<'_> {
    fn of_entities(&mut self, entities: &[FoundRecord]) -> Result<Vec<(TextUnitId, How)>> {
        let mut all = Vec::new();
        for found in entities {
            let units = self.reader.units_of_entity(EntityId(found.record.id))?;
            all.push((units, self.way(found)?));
        }
        self.best_of(all)
    }

    fn of_relationships(&mut self, relationships: &[FoundRecord]) -> Result<Vec<(TextUnitId, How)>> {
        let mut all = Vec::new();
        for found in relationships {
            let rows = self.reader.relationships(&[RelationshipId(found.record.id)])?;
            let units = rows.into_iter().flat_map(|row| row.text_units).collect();
            all.push((units, self.way(found)?));
        }
        self.best_of(all)
    }

    /// By way of a record, as it is called.
    fn way(&self, found: &FoundRecord) -> Result<How> {
        Ok(How::Way(self.reader.title(found.record)?.unwrap_or_default()))
    }

    /// Of each record's text units those that fit the question best; a text unit of several records comes first.
    fn best_of(&mut self, all: Vec<(Vec<TextUnitId>, How)>) -> Result<Vec<(TextUnitId, How)>> {
        /// Text units of one record that are looked at.
        const LOOKED_AT: usize = 40;
        let whole: f32 = self.terms.iter().map(|term| term.weight).sum::<f32>().max(f32::EPSILON);
        let mut scored: Vec<(TextUnitId, f32, How)> = Vec::new();
        for (place, (units, how)) in all.into_iter().enumerate() {
            let mut own: Vec<(TextUnitId, f32)> = Vec::new();
            for id in units.into_iter().filter(|&unit| self.filter.unit(unit)).take(LOOKED_AT) {
                let unit = self.reader.text_unit(id)?;
                let share = self.places.share(&self.reader.unit_text(&unit)?);
                own.push((id, share));
            }
            own.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            own.truncate(EACH);
            for (unit, share) in own {
                let score = share * (1.0 + 1.0 / whole) / (place as f32 + 10.0).ln();
                match scored.iter_mut().find(|(known, ..)| *known == unit) {
                    Some(known) => known.1 += score,
                    None => scored.push((unit, score, how.clone())),
                }
            }
        }
        scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        Ok(scored.into_iter().map(|(unit, _, how)| (unit, how)).collect())
    }
}
