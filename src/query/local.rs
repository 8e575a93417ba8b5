//! Local questions: the entities that a question names or is about, and their neighbourhood (GraphRAG's local search):
//! their reports, relationships and the passages that tell of them, each kind within its share of the budget.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::passages::Passages;
use super::reports::Reports;
use super::writing::Writing;
use super::{Ask, Gathered, QueryError, estimate_tokens, found};
use crate::judgement::ContextRecord;
use crate::judgement::extractive::quotation::quotables;
use crate::model::{CommunityId, EntityId, TextUnitId};
use crate::retrieve::{Filter, FoundPassage, Query, passages};
use crate::store::Reader;

/// Tokens of the whole context, and the shares of it that passages and reports may take; entities and relationships
/// take the rest. As in the reference implementation.
const BUDGET: u32 = 12_000;
const SOURCES_SHARE: f32 = 0.5;
const REPORTS_SHARE: f32 = 0.15;
const ENTITIES: usize = 10;
const RELATIONSHIPS: usize = 40;
const PASSAGES: usize = 24;
const REPORTS: usize = 6;
/// Score of an entity that the question names.
const NAMED: f32 = 1.0;

pub(super) fn gather(reader: &Reader, ask: &Ask, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
    let filter = Filter::new(reader, &ask.scope)?;
    let query = Query::read(reader, &ask.question.text)?;
    writing.stage("looking for passages");
    let sources = passages(reader, &query, &filter, PASSAGES)?;
    sources.iter().for_each(|hit| writing.trace(found(hit.unit.into(), &hit.how.to_string(), hit.score)));
    writing.stage("looking for entities");
    let chosen = entities(reader, &query, &filter, &sources)?;
    for &(entity, score) in &chosen {
        let how = if score >= NAMED { "by name" } else { "by the passages" };
        writing.trace(found(entity.into(), how, score));
    }

    let best = sources.first().map_or(1.0, |hit| hit.score).max(f32::MIN_POSITIVE);
    let ranked: Vec<(TextUnitId, f32)> = sources.iter().map(|hit| (hit.unit, hit.score / best)).collect();
    let mut records = within(Passages::new(reader).records(&ranked)?, share(SOURCES_SHARE));

    let reports = within(reports(reader, &chosen, &filter)?, share(REPORTS_SHARE));
    let mut elements = entity_records(reader, &chosen)?;
    elements.extend(relationship_records(reader, &chosen)?);
    let spent: u32 = records.iter().chain(&reports).map(|record| record.tokens).sum();
    records.extend(reports);
    records.extend(within(elements, BUDGET.saturating_sub(spent)));
    Ok(Gathered { records, ..Gathered::default() })
}

/// The entities that the question names, then those that the passages found name most.
fn entities(
    reader: &Reader,
    query: &Query,
    filter: &Filter,
    sources: &[FoundPassage],
) -> Result<Vec<(EntityId, f32)>, QueryError> {
    let mut weight: BTreeMap<EntityId, f32> = BTreeMap::new();
    let best = sources.first().map_or(1.0, |hit| hit.score).max(f32::MIN_POSITIVE);
    for hit in sources {
        let mut named: Vec<EntityId> = reader.mentions_in(hit.unit)?.iter().map(|mention| mention.entity).collect();
        named.sort_unstable();
        named.dedup();
        let each = hit.score / best / (named.len().max(1) as f32).sqrt();
        named.into_iter().for_each(|entity| *weight.entry(entity).or_default() += each);
    }
    let most = weight.values().copied().fold(f32::MIN_POSITIVE, f32::max);
    // What passages name counts below what the question names itself.
    weight.values_mut().for_each(|score| *score *= 0.6 * NAMED / most);
    for name in &query.names {
        for &entity in name.entities.iter().take(2) {
            weight.insert(entity, NAMED);
        }
    }
    let ids: Vec<EntityId> = weight.keys().copied().filter(|&entity| filter.entity(entity)).collect();
    let mut ranked: Vec<(EntityId, f32)> = reader
        .entity_rows(&ids)?
        .iter()
        .filter(|row| !row.ubiquitous || weight[&row.id] >= NAMED)
        .map(|row| (row.id, weight[&row.id]))
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked.truncate(ENTITIES);
    Ok(ranked)
}

fn share(part: f32) -> u32 {
    (BUDGET as f32 * part) as u32
}

/// The records that fit, best first; one that is too long does not keep shorter ones behind it out.
fn within(records: Vec<ContextRecord>, budget: u32) -> Vec<ContextRecord> {
    let mut left = budget;
    records
        .into_iter()
        .filter(|record| {
            let fits = record.tokens <= left;
            if fits {
                left -= record.tokens;
            }
            fits
        })
        .collect()
}

fn entity_records(reader: &Reader, chosen: &[(EntityId, f32)]) -> Result<Vec<ContextRecord>, QueryError> {
    let ids: Vec<EntityId> = chosen.iter().map(|&(id, _)| id).collect();
    let ranks: HashMap<EntityId, f32> = chosen.iter().copied().collect();
    Ok(reader
        .entities(&ids)?
        .into_iter()
        .map(|entity| {
            let text = format!("{} ({}): {}", entity.name, entity.kind.name(), entity.description);
            ContextRecord {
                record: entity.id.into(),
                title: entity.name,
                tokens: estimate_tokens(&text),
                text,
                sentences: quotables(&entity.description),
                rank: ranks.get(&entity.id).copied().unwrap_or_default(),
            }
        })
        .collect())
}

/// Relationships between entities that were found come first, then their strongest others.
fn relationship_records(reader: &Reader, chosen: &[(EntityId, f32)]) -> Result<Vec<ContextRecord>, QueryError> {
    let found: HashSet<EntityId> = chosen.iter().map(|&(id, _)| id).collect();
    let mut rows = Vec::new();
    let mut seen = HashSet::new();
    for &(entity, _) in chosen {
        for row in reader.relationships_of(entity, RELATIONSHIPS)? {
            if seen.insert(row.id) {
                rows.push(row);
            }
        }
    }
    rows.sort_by_key(|row| !(found.contains(&row.source) && found.contains(&row.target)));
    rows.truncate(RELATIONSHIPS);
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let titles: HashMap<_, String> = rows.iter().map(|row| (row.id, row.title())).collect();
    Ok(reader
        .relationships(&ids)?
        .into_iter()
        .map(|relationship| {
            let title = titles.get(&relationship.id).cloned().unwrap_or_default();
            let inside = found.contains(&relationship.source) && found.contains(&relationship.target);
            let text = format!("{title}: {}", relationship.description);
            ContextRecord {
                record: relationship.id.into(),
                title,
                tokens: estimate_tokens(&text),
                text,
                sentences: quotables(&relationship.description),
                rank: if inside { 0.8 } else { 0.3 },
            }
        })
        .collect())
}

/// The finest reports that hold most of the entities found.
fn reports(reader: &Reader, chosen: &[(EntityId, f32)], filter: &Filter) -> Result<Vec<ContextRecord>, QueryError> {
    let mut weight: HashMap<CommunityId, f32> = HashMap::new();
    for &(entity, score) in chosen {
        for community in reader.communities_of(entity)? {
            if filter.report(reader, community)? {
                *weight.entry(community).or_default() += score;
            }
        }
    }
    let mut ranked: Vec<(CommunityId, f32)> = weight.into_iter().collect();
    // Ids grow with depth: of two that hold the same, the finer one says more about it.
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.0.cmp(&a.0)));
    ranked.truncate(REPORTS);
    let best = ranked.first().map_or(1.0, |entry| entry.1).max(f32::MIN_POSITIVE);
    let ids: Vec<CommunityId> = ranked.iter().map(|entry| entry.0).collect();
    let mut records = Vec::new();
    let mut as_records = Reports::new(reader);
    for report in reader.reports(&ids)? {
        let rank = ranked.iter().find(|entry| entry.0 == report.community).map_or(0.0, |entry| entry.1 / best);
        records.push(as_records.record(&report, rank)?);
    }
    Ok(records)
}
