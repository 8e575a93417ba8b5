//! Where to go on from an answer: the communities that its evidence lies in, most of it first, and the entities that it
//! names. From whatever mode and mind the answer is.

use std::collections::{BTreeMap, BTreeSet};

use super::QueryError;
use crate::model::{CommunityId, Drill, EntityId, Evidence, Kind, Ref, TextUnitId};
use crate::store::Reader;

/// Communities and entities offered.
const COMMUNITIES: usize = 4;
const ENTITIES: usize = 6;

/// The records to go on to, communities first.
pub(super) fn drill(reader: &Reader, evidence: &[Evidence], cited: &[Ref]) -> Result<Vec<Drill>, QueryError> {
    let all: Vec<Ref> =
        evidence.iter().flat_map(|one| one.cites.iter().copied()).chain(cited.iter().copied()).collect();
    let mut entities: BTreeMap<EntityId, usize> = BTreeMap::new();
    for cite in all.iter().filter(|cite| cite.kind == Kind::Entity) {
        *entities.entry(EntityId(cite.id)).or_default() += 2;
    }
    let units: BTreeSet<TextUnitId> =
        all.iter().filter(|cite| cite.kind == Kind::Source).map(|cite| TextUnitId(cite.id)).collect();
    let shown = |unit: TextUnitId, mention: &crate::model::Mention| {
        evidence.iter().any(|one| one.cites.contains(&unit.into()) && one.window.contains(mention.span))
    };
    let mut votes: BTreeMap<CommunityId, f32> = BTreeMap::new();
    for &unit in &units {
        let mentions = reader.mentions_in(unit)?;
        let named: BTreeSet<EntityId> =
            mentions.iter().filter(|mention| evidence.is_empty() || shown(unit, mention)).map(|m| m.entity).collect();
        let named = if named.is_empty() { mentions.iter().map(|mention| mention.entity).collect() } else { named };
        for entity in named {
            *entities.entry(entity).or_default() += 1;
        }
    }
    let rows = reader.entity_rows(&entities.keys().copied().collect::<Vec<_>>())?;
    for row in &rows {
        // Whoever is everywhere says nothing of where one is.
        if !row.ubiquitous {
            for community in reader.communities_of(row.id)? {
                *votes.entry(community).or_default() += entities[&row.id] as f32;
            }
        }
    }
    for cite in all.iter().filter(|cite| cite.kind == Kind::Report) {
        *votes.entry(CommunityId(cite.id)).or_default() += 2.0;
    }
    // Of a community and its parent that hold the same evidence, the finer one leads further.
    let communities = reader.community_rows(&votes.keys().copied().collect::<Vec<_>>())?;
    let mut ranked: Vec<_> = communities.iter().filter(|row| !row.unconnected).collect();
    ranked.sort_by(|a, b| votes[&b.id].total_cmp(&votes[&a.id]).then(b.level.cmp(&a.level)).then(a.id.cmp(&b.id)));
    let mut kept: Vec<Drill> = Vec::new();
    let mut parents: BTreeSet<CommunityId> = BTreeSet::new();
    for row in ranked {
        if kept.len() < COMMUNITIES && !parents.contains(&row.id) {
            parents.extend(row.parent);
            kept.push(Drill { record: row.id.into(), title: row.title.clone() });
        }
    }
    let mut named: Vec<_> = rows.iter().collect();
    named.sort_by(|a, b| entities[&b.id].cmp(&entities[&a.id]).then(a.id.cmp(&b.id)));
    kept.extend(named.iter().take(ENTITIES).map(|row| Drill { record: row.id.into(), title: row.name.clone() }));
    Ok(kept)
}
