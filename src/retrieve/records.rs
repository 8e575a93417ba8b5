//! Records other than text units for a query: entities, reports, relationships, claims and documents.

use std::collections::BTreeMap;

use super::passages::FoundPassage;
use super::query::Query;
use super::scope::Filter;
use super::vectors;
use crate::model::{CommunityId, DocumentId, EntityId, How, Kind, Ref, RelationshipId};
use crate::store::{Hit, Reader, Result};
use crate::text::words::terms::{Stems, words};

/// Records of a kind found by their words, at most.
const BY_WORDS: usize = 60;
/// Score of the best of them.
const WORDS: f32 = 0.7;
/// Records of a kind found by likeness of meaning, at most.
const BY_MEANING: usize = 20;
/// Score of the most like.
const MEANING: f32 = 0.5;
/// An entity that goes by the name as an alias, against 1 for its own name.
const ALIAS: f32 = 0.9;
/// Best passages whose entities are examined.
const PASSAGES: usize = 8;
/// Score of the rarest name in the best of them.
const IN_PASSAGE: f32 = 0.45;
/// Score of the finest report on an entity that the query names.
const ON_NAMED: f32 = 0.5;
/// Score of the reports above it.
const ABOVE_NAMED: f32 = 0.25;
/// Score of a relationship of an entity that the query names.
const OF_NAMED: f32 = 0.4;
/// Added to it where it holds the words asked about, and again where both its ends are named.
const ASKED: f32 = 0.5;
/// Relationships of one entity that are looked at, the strongest.
const STRONGEST: usize = 40;
/// A document counts by its best passage.
const BEST_PASSAGE: f32 = 0.8;

/// A record other than a text unit that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundRecord {
    pub record: Ref,
    /// Higher is better, comparable within one query and kind; about 1 for a sure find.
    pub score: f32,
    pub how: How,
}

impl FoundRecord {
    /// A record that is one for sure, by words of the question.
    pub fn sure(record: impl Into<Ref>) -> Self {
        Self { record: record.into(), score: 1.0, how: How::Words }
    }
}

/// What further ways of being found add to the one that counts most.
const FURTHER: f32 = 0.2;

/// Collects scores by id; each record keeps the way that counts most.
#[derive(Default)]
struct Tally(BTreeMap<u32, (f32, f32, How)>);

impl Tally {
    fn add(&mut self, id: u32, score: f32, how: How) {
        let entry = self.0.entry(id).or_insert((0.0, 0.0, How::Words));
        entry.0 += score;
        if score > entry.1 {
            (entry.1, entry.2) = (score, how);
        }
    }

    fn ranked(self, kind: Kind, reader: &Reader, filter: &Filter, limit: usize) -> Result<Vec<FoundRecord>> {
        let mut found: Vec<FoundRecord> = self
            .0
            .into_iter()
            .map(|(id, (all, most, how))| {
                let score = most + FURTHER * (all - most);
                FoundRecord { record: Ref::new(kind, id), score, how }
            })
            .collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.record.id.cmp(&b.record.id)));
        let mut kept = Vec::new();
        for one in found {
            if kept.len() == limit {
                break;
            }
            if filter.record(reader, one.record)? {
                kept.push(one);
            }
        }
        Ok(kept)
    }

    /// Adds the records of a kind that full text found; their scores become shares of the best's.
    fn add_by_words(&mut self, by_words: &[Hit], kind: Kind) {
        let mut hits = by_words.iter().filter(|hit| hit.record.kind == kind).peekable();
        let best = hits.peek().map_or(1.0, |hit| hit.score).max(f32::EPSILON);
        for hit in hits {
            self.add(hit.record.id, WORDS * hit.score / best, How::Words);
        }
    }
}

/// The records of some kinds, text units apart, that hold the query's words; read once for all of them.
pub(super) fn by_words(reader: &Reader, query: &Query, kinds: &[Kind], filter: &Filter) -> Result<Vec<Hit>> {
    // In a narrow scope most of the best are outside it.
    let limit = if filter.is_everything() { BY_WORDS } else { BY_WORDS * 20 };
    reader.search_records(&query.words(reader.record_count()?), kinds, false, limit)
}

/// Entities: those the query names, those whose name or description holds its words, and those that the best passages
/// name and few others do.
pub(super) fn entities(
    reader: &Reader,
    query: &Query,
    by_words: &[Hit],
    passages: &[FoundPassage],
    filter: &Filter,
    limit: usize,
) -> Result<Vec<FoundRecord>> {
    let mut tally = Tally::default();
    for name in &query.names {
        let share = 1.0 / (name.entities.len().max(1) as f32).sqrt();
        for (place, entity) in name.entities.iter().enumerate() {
            let own = place == 0 || share == 1.0;
            tally.add(entity.0, share * if own { 1.0 } else { ALIAS }, How::Name);
        }
    }
    tally.add_by_words(by_words, Kind::Entity);
    for passage in passages.iter().take(PASSAGES) {
        let mut named: Vec<EntityId> = reader.mentions_in(passage.unit)?.iter().map(|m| m.entity).collect();
        named.sort_unstable();
        named.dedup();
        for row in reader.entity_rows(&named)? {
            if !row.ubiquitous {
                let rare = 1.0 / (1.0 + (row.mentions.max(1) as f32).ln());
                let title = reader.title(passage.document.into())?.unwrap_or_default();
                tally.add(row.id.0, IN_PASSAGE * rare * passage.score.min(1.0), How::Way(title));
            }
        }
    }
    tally.ranked(Kind::Entity, reader, filter, limit)
}

/// Reports: by their words, by likeness of meaning, and those on entities that the query names.
pub(super) fn reports(
    reader: &Reader,
    query: &Query,
    by_words: &[Hit],
    filter: &Filter,
    limit: usize,
) -> Result<Vec<FoundRecord>> {
    let mut tally = Tally::default();
    tally.add_by_words(by_words, Kind::Report);
    for (id, likeness) in vectors::nearest(reader, query, Kind::Report, BY_MEANING, |_| true)? {
        tally.add(id, MEANING * likeness, How::Meaning);
    }
    for name in &query.names {
        for &entity in name.entities.iter().take(3) {
            let path = reader.communities_of(entity)?;
            for (depth, community) in path.iter().enumerate() {
                let score = if depth + 1 == path.len() { ON_NAMED } else { ABOVE_NAMED };
                tally.add(community.0, score, How::Name);
            }
        }
    }
    let found = tally.ranked(Kind::Report, reader, filter, limit)?;
    let ids: Vec<CommunityId> = found.iter().map(|found| CommunityId(found.record.id)).collect();
    // A community too small for a report has none to find.
    let written: Vec<u32> = reader.reports(&ids)?.iter().map(|report| report.community.0).collect();
    Ok(found.into_iter().filter(|found| written.contains(&found.record.id)).collect())
}

/// Relationships: between entities that the query names, of one of them as far as they hold the words asked about, and
/// those whose description holds the query's words.
pub(super) fn relationships(
    reader: &Reader,
    query: &Query,
    by_words: &[Hit],
    filter: &Filter,
    limit: usize,
) -> Result<Vec<FoundRecord>> {
    let mut tally = Tally::default();
    tally.add_by_words(by_words, Kind::Relationship);
    let named: Vec<EntityId> = query.names.iter().flat_map(|name| name.entities.iter().take(2).copied()).collect();
    let asked: f32 = query.rest_terms().map(|term| term.weight).sum();
    let mut stems = Stems::default();
    for &entity in &named {
        let ids: Vec<RelationshipId> = reader.relationships_of(entity, STRONGEST)?.iter().map(|row| row.id).collect();
        for relationship in reader.relationships(&ids)? {
            let other = if relationship.source == entity { relationship.target } else { relationship.source };
            let both = named.contains(&other);
            let held: Vec<String> =
                words(&relationship.description).map(|word| stems.stem(word.text).to_owned()).collect();
            let answered: f32 = query.rest_terms().filter(|t| held.contains(&t.stem)).map(|t| t.weight).sum();
            let share = if asked > 0.0 { answered / asked } else { 0.0 };
            let score = OF_NAMED + ASKED * share + if both { ASKED } else { 0.0 };
            tally.add(relationship.id.0, score, How::Name);
        }
    }
    tally.ranked(Kind::Relationship, reader, filter, limit)
}

/// Claims whose words are the query's.
pub(super) fn claims(reader: &Reader, by_words: &[Hit], filter: &Filter, limit: usize) -> Result<Vec<FoundRecord>> {
    let mut tally = Tally::default();
    tally.add_by_words(by_words, Kind::Claim);
    tally.ranked(Kind::Claim, reader, filter, limit)
}

/// Documents: those the query names, and by their titles and best passages.
pub(super) fn documents(
    reader: &Reader,
    query: &Query,
    by_words: &[Hit],
    passages: &[FoundPassage],
    filter: &Filter,
    limit: usize,
) -> Result<Vec<FoundRecord>> {
    let mut tally = Tally::default();
    for name in &query.names {
        let share = 1.0 / (name.documents.len().max(1) as f32).sqrt();
        for document in &name.documents {
            tally.add(document.0, share, How::Name);
        }
    }
    let mut best: BTreeMap<DocumentId, &FoundPassage> = BTreeMap::new();
    for passage in passages {
        best.entry(passage.document).or_insert(passage);
    }
    for (document, passage) in best {
        tally.add(document.0, BEST_PASSAGE * passage.score.min(1.0), passage.how.clone());
    }
    tally.add_by_words(by_words, Kind::Document);
    tally.ranked(Kind::Document, reader, filter, limit)
}
