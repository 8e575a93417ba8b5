//! Where to go on from an answer: the communities that its evidence lies in, most of it first, and the entities that it
//! names. From whatever mode and mind the answer is.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Answer, CommunityId, Drill, EntityId, EntityType, Kind, Ref, Scope, TextUnitId};
use crate::store::{CommunityRow, EntityRow, Reader, StoreError};

/// Communities offered beside those that the answer cites, these at most, and entities.
const COMMUNITIES: usize = 4;
const CITED: usize = 16;
const ENTITIES: usize = 6;

/// The records to go on to from an answer that was asked of the scope, communities first: those whose reports it cites,
/// in their order there, and then those that most of its evidence lies in. Inside a community only those
/// below it are offered: what holds it leads back, and what lies beside it is not what was asked of.
///
/// # Errors
/// Those of reading the index.
pub fn drill(reader: &Reader, answer: &Answer, scope: &Scope) -> Result<Vec<Drill>, StoreError> {
    let evidence = &answer.evidence;
    let cited = answer.citations.iter().map(|cited| cited.record.record());
    let all: Vec<Ref> = evidence.iter().flat_map(|one| one.cites.iter().copied()).chain(cited).collect();
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
            for &community in below(&reader.communities_of(row.id)?, scope) {
                *votes.entry(community).or_default() += entities[&row.id] as f32;
            }
        }
    }
    let mut reports: Vec<CommunityId> = Vec::new();
    for cited in answer.citations.iter().filter(|cited| cited.record.kind == Kind::Report) {
        let community = CommunityId(cited.record.id);
        let lies_there = below(&reader.community_path(community)?, scope).contains(&community);
        if lies_there && reports.len() < CITED && !reports.contains(&community) {
            reports.push(community);
            *votes.entry(community).or_default() += 2.0;
        }
    }
    // Of a community and its parent that hold the same evidence, the finer one leads further.
    let communities = reader.community_rows(&votes.keys().copied().collect::<Vec<_>>())?;
    let mut ranked: Vec<_> = communities.iter().filter(|row| !row.unconnected).collect();
    ranked.sort_by(|a, b| votes[&b.id].total_cmp(&votes[&a.id]).then(b.level.cmp(&a.level)).then(a.id.cmp(&b.id)));
    let place = |row: &CommunityRow| reports.iter().position(|cited| *cited == row.id);
    ranked.sort_by_key(|row| place(row).unwrap_or(reports.len()));
    let mut kept: Vec<Drill> = Vec::new();
    let mut parents: BTreeSet<CommunityId> = BTreeSet::new();
    for row in ranked {
        let is_cited = place(row).is_some();
        if is_cited || kept.len() < COMMUNITIES && !parents.contains(&row.id) {
            parents.extend(row.parent);
            kept.push(Drill { record: row.id.into(), title: row.title.clone(), under: None });
        }
    }
    let mut kept = hung(reader, kept)?;
    // A day leads to what happened on it, and not to what the answer is of.
    let mut named: Vec<_> = rows.iter().filter(|row| row.kind != EntityType::Date).collect();
    named.sort_by(|a, b| entities[&b.id].cmp(&entities[&a.id]).then(a.id.cmp(&b.id)));
    let drill = |row: &&EntityRow| Drill { record: row.id.into(), title: row.name.clone(), under: None };
    kept.extend(named.into_iter().take(ENTITIES).map(|row| drill(&row)));
    Ok(kept)
}

/// Communities in their order, those that another of them holds behind that one.
fn hung(reader: &Reader, kept: Vec<Drill>) -> Result<Vec<Drill>, StoreError> {
    let known: BTreeSet<u32> = kept.iter().map(|drill| drill.record.id).collect();
    let mut hung: Vec<Drill> = Vec::new();
    for drill in kept {
        let path = reader.community_path(CommunityId(drill.record.id))?;
        let under = path.iter().rev().skip(1).find(|above| known.contains(&above.0)).copied();
        hung.push(Drill { under, ..drill });
    }
    // What holds others stands where the first of them would.
    let top = |drill: &Drill| {
        let mut top = drill;
        while let Some(above) = top.under.and_then(|under| hung.iter().find(|other| other.record.id == under.0)) {
            top = above;
        }
        top.record
    };
    let tops: Vec<Ref> = hung.iter().map(top).collect();
    let first = |record: Ref| tops.iter().position(|top| *top == record).unwrap_or(tops.len());
    let (mut ordered, mut rest): (Vec<Drill>, Vec<Drill>) =
        hung.iter().cloned().partition(|drill| drill.under.is_none());
    ordered.sort_by_key(|drill| first(drill.record));
    // Each pass hangs what lies one level below what stands there; what is left over hangs from nothing.
    while let Some(at) = rest.iter().position(|drill| holder(&ordered, drill).is_some()) {
        let drill = rest.remove(at);
        let behind = holder(&ordered, &drill).unwrap_or(ordered.len());
        let more = ordered[behind..].iter().take_while(|other| other.under == drill.under).count();
        ordered.insert(behind + more, drill);
    }
    ordered.extend(rest);
    Ok(ordered)
}

/// The place behind the community that holds one.
fn holder(ordered: &[Drill], drill: &Drill) -> Option<usize> {
    ordered.iter().position(|other| drill.under.is_some_and(|under| other.record.id == under.0)).map(|at| at + 1)
}

/// What of a path from the root down lies below the communities of the scope: all of it where the scope names none.
fn below<'a>(path: &'a [CommunityId], scope: &Scope) -> &'a [CommunityId] {
    if scope.communities.is_empty() {
        return path;
    }
    match path.iter().rposition(|community| scope.communities.contains(community)) {
        Some(at) => &path[at + 1..],
        None => &[],
    }
}
