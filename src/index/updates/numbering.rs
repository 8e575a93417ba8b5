//! Which ids the records of a build get: those that live on keep theirs, new ones get numbers that were never given.
//!
//! A document lives on by its path and its bytes, then by its path, then by its bytes alone (it was moved). A text unit
//! lives on by its text within a document that does, an entity by its names, a relationship by its ends, a community by
//! its members.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use serde::{Deserialize, Serialize};

use super::previous::Previous;
use crate::index::BuildError;
use crate::index::merge::Merged;
use crate::model::{
    Claim, ClaimId, Community, CommunityId, Document, DocumentId, EntityId, RelationshipId, Span, TextUnit, TextUnitId,
};
use crate::store::Reader;
use crate::text::words::fold;

/// The fact under which a build leaves its [`Next`] to the next one.
pub const FACT: &str = "next_ids";

/// A community lives on in one that shares at least this part of the members of both together.
const SAME_COMMUNITY: f64 = 0.5;

/// The lowest ids that were never given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Next {
    pub documents: u32,
    pub text_units: u32,
    pub entities: u32,
    pub relationships: u32,
    pub communities: u32,
    pub claims: u32,
}

impl Next {
    /// What an index has given so far. One that does not say, because it is older or imported, has given what it holds.
    pub fn of(reader: &Reader) -> Result<Self, BuildError> {
        let said: Self = reader.fact_json(FACT)?.unwrap_or_default();
        let [documents, text_units, entities, relationships, communities, claims] = reader.ids_above_all()?;
        Ok(Self {
            documents: said.documents.max(documents),
            text_units: said.text_units.max(text_units),
            entities: said.entities.max(entities),
            relationships: said.relationships.max(relationships),
            communities: said.communities.max(communities),
            claims: said.claims.max(claims),
        })
    }
}

/// Gives ids. Without an index before, they count from 0.
pub struct Numbering<'a> {
    previous: Option<&'a Previous>,
    next: Next,
    /// Documents that live on under another path.
    moved: usize,
}

/// An id of the old, or the next one.
fn settle(old: Option<u32>, next: &mut u32) -> u32 {
    old.unwrap_or_else(|| {
        let id = *next;
        *next += 1;
        id
    })
}

impl<'a> Numbering<'a> {
    pub fn new(previous: Option<&'a Previous>) -> Result<Self, BuildError> {
        let next = previous.map_or(Ok(Next::default()), |previous| Next::of(previous.reader()))?;
        Ok(Self { previous, next, moved: 0 })
    }

    /// The lowest ids that were never given, once everything has its id.
    pub fn next(&self) -> &Next {
        &self.next
    }

    /// How many documents live on under another path.
    pub fn moved(&self) -> usize {
        self.moved
    }

    /// The ids of so many documents in reading order; what they are like is asked only where there was an index before.
    pub fn documents(&mut self, documents: &[Document], count: usize) -> Vec<DocumentId> {
        let mut ids: Vec<Option<u32>> = vec![None; count];
        if let Some(previous) = self.previous {
            type Key<'k> = (&'k str, Option<u32>, &'k str);
            let by: [fn(Key<'_>) -> Key<'_>; 4] = [
                |key| key,
                |(path, _, hash)| (path, None, hash),
                |(path, row, _)| (path, row, ""),
                |(_, _, hash)| ("", None, hash),
            ];
            let mut gone: Vec<bool> = vec![true; previous.documents().len()];
            for key in by {
                let mut free: HashMap<Key<'_>, VecDeque<usize>> = HashMap::new();
                for (position, kept) in previous.documents().iter().enumerate().filter(|(at, _)| gone[*at]) {
                    free.entry(key((&kept.path, kept.row, &kept.hash))).or_default().push_back(position);
                }
                for (id, document) in ids.iter_mut().zip(documents).filter(|(id, _)| id.is_none()) {
                    let found = free.get_mut(&key((&document.path, document.row, &document.hash)));
                    if let Some(position) = found.and_then(VecDeque::pop_front) {
                        gone[position] = false;
                        *id = Some(previous.documents()[position].id.0);
                        self.moved += usize::from(previous.documents()[position].path != document.path);
                    }
                }
            }
        }
        ids.into_iter().map(|id| DocumentId(settle(id, &mut self.next.documents))).collect()
    }

    /// The ids of a document's text units. `same` tells that they are cut as they were in the document of that id.
    pub fn units(
        &mut self,
        document: DocumentId,
        text: &str,
        spans: &[Span],
        same: Option<&[TextUnit]>,
    ) -> Result<Vec<TextUnitId>, BuildError> {
        let mut ids: Vec<Option<u32>> = vec![None; spans.len()];
        match (self.previous, same) {
            (Some(_), Some(units)) if units.first().is_none_or(|unit| unit.document == document) => {
                ids = units.iter().map(|unit| Some(unit.id.0)).collect();
                ids.resize(spans.len(), None);
            }
            (Some(previous), _) => {
                let before = previous.units(document)?;
                if let (Some(first), Some(last)) = (before.first(), before.last()) {
                    let whole = Span::new(first.span.start, last.span.end);
                    let (read, old) = previous.reader().text(document, whole)?;
                    let mut free: HashMap<&str, VecDeque<u32>> = HashMap::new();
                    for unit in &before {
                        let place = unit.span.start.checked_sub(read.start).zip(unit.span.end.checked_sub(read.start));
                        if let Some(text) = place.and_then(|(start, end)| old.get(start..end)) {
                            free.entry(text).or_default().push_back(unit.id.0);
                        }
                    }
                    for (id, span) in ids.iter_mut().zip(spans) {
                        *id = span.slice(text).and_then(|text| free.get_mut(text)).and_then(VecDeque::pop_front);
                    }
                }
            }
            (None, _) => {}
        }
        Ok(ids.into_iter().map(|id| TextUnitId(settle(id, &mut self.next.text_units))).collect())
    }

    /// Gives the elements of a graph their ids; their order stays, so that what is made of them does not depend on ids.
    pub fn graph(&mut self, merged: &mut Merged, claims: &mut [Claim]) -> Result<(), BuildError> {
        let entities = self.entities(merged)?;
        let of = |id: EntityId| EntityId(entities[id.0 as usize]);
        for entity in &mut merged.entities {
            entity.id = of(entity.id);
        }
        for mention in &mut merged.mentions {
            mention.entity = of(mention.entity);
        }
        for appearance in &mut merged.appearances {
            appearance.entity = of(appearance.entity);
        }
        let mut ends: HashMap<(EntityId, EntityId), u32> = HashMap::new();
        if let Some(previous) = self.previous {
            for (id, source, target) in previous.reader().relationship_ends()? {
                ends.insert((source.min(target), source.max(target)), id.0);
            }
        }
        for relationship in &mut merged.relationships {
            let (source, target) = (of(relationship.source), of(relationship.target));
            let old = ends.remove(&(source.min(target), source.max(target)));
            (relationship.source, relationship.target) = (source, target);
            relationship.id = RelationshipId(settle(old, &mut self.next.relationships));
        }
        let mut made: HashMap<(TextUnitId, String), u32> = HashMap::new();
        if let Some(previous) = self.previous {
            let before = previous.reader().all_claims()?;
            made.extend(before.into_iter().map(|claim| ((claim.text_unit, claim.description), claim.id.0)));
        }
        for claim in claims {
            let old = made.remove(&(claim.text_unit, claim.description.clone()));
            claim.subject = of(claim.subject);
            claim.object = claim.object.map(of);
            claim.id = ClaimId(settle(old, &mut self.next.claims));
        }
        Ok(())
    }

    /// The ids of entities, which are dense so far: first those that go by the name they had, then those known by
    /// another of their names.
    fn entities(&mut self, merged: &Merged) -> Result<Vec<u32>, BuildError> {
        let mut ids: Vec<Option<u32>> = vec![None; merged.entities.len()];
        if let Some(previous) = self.previous {
            let mut own: HashMap<String, VecDeque<u32>> = HashMap::new();
            let mut alias: HashMap<String, VecDeque<u32>> = HashMap::new();
            for (entity, rank, folded) in previous.reader().entity_names()? {
                let names = if rank == 0 { &mut own } else { &mut alias };
                names.entry(folded).or_default().push_back(entity.0);
            }
            let mut taken: HashSet<u32> = HashSet::new();
            let mut claim = |names: &HashMap<String, VecDeque<u32>>, name: &str| {
                let id = names.get(&fold::key(name))?.iter().copied().find(|id| !taken.contains(id))?;
                taken.insert(id);
                Some(id)
            };
            for (id, entity) in ids.iter_mut().zip(&merged.entities) {
                *id = claim(&own, &entity.name);
            }
            for (id, entity) in ids.iter_mut().zip(&merged.entities).filter(|(id, _)| id.is_none()) {
                let by_old_alias = claim(&alias, &entity.name);
                *id = by_old_alias.or_else(|| entity.aliases.iter().find_map(|name| claim(&own, name)));
            }
        }
        Ok(ids.into_iter().map(|id| settle(id, &mut self.next.entities)).collect())
    }

    /// Gives communities their ids; their order stays.
    pub fn communities(&mut self, communities: &mut [Community]) -> Result<(), BuildError> {
        let mut ids: Vec<Option<u32>> = vec![None; communities.len()];
        if let Some(previous) = self.previous {
            let before = previous.reader().all_communities()?;
            let mut home: HashMap<(u32, EntityId), usize> = HashMap::new();
            for (position, old) in before.iter().enumerate() {
                home.extend(old.entities.iter().map(|&entity| ((old.level, entity), position)));
            }
            let mut shared: Vec<(f64, usize, usize)> = Vec::new();
            for (at, new) in communities.iter().enumerate() {
                let mut common: BTreeMap<usize, usize> = BTreeMap::new();
                for &entity in &new.entities {
                    if let Some(&old) = home.get(&(new.level, entity)) {
                        *common.entry(old).or_default() += 1;
                    }
                }
                shared.extend(common.into_iter().map(|(old, common)| {
                    let all = new.entities.len() + before[old].entities.len() - common;
                    (common as f64 / all as f64, at, old)
                }));
            }
            shared.retain(|(share, ..)| *share >= SAME_COMMUNITY);
            shared.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
            let mut lives: HashSet<usize> = HashSet::new();
            for (_, at, old) in shared {
                if ids[at].is_none() && lives.insert(old) {
                    ids[at] = Some(before[old].id.0);
                }
            }
        }
        let ids: Vec<u32> = ids.into_iter().map(|id| settle(id, &mut self.next.communities)).collect();
        let by_number: HashMap<CommunityId, CommunityId> =
            communities.iter().map(|community| community.id).zip(ids.into_iter().map(CommunityId)).collect();
        for community in communities {
            community.id = by_number[&community.id];
            community.parent = community.parent.and_then(|parent| by_number.get(&parent).copied());
            community.children.iter_mut().for_each(|child| *child = by_number[child]);
        }
        Ok(())
    }

    /// Counts ids that were given by a build that was stopped and is gone on with.
    pub fn has_given(&mut self, merged: &Merged, communities: &[Community]) {
        let next = &mut self.next;
        let behind = |next: &mut u32, highest: Option<u32>| *next = highest.map_or(*next, |id| (*next).max(id + 1));
        behind(&mut next.entities, merged.entities.iter().map(|entity| entity.id.0).max());
        behind(&mut next.relationships, merged.relationships.iter().map(|relationship| relationship.id.0).max());
        behind(&mut next.communities, communities.iter().map(|community| community.id.0).max());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Meta;
    use crate::store::tests::published;

    #[test]
    fn ids_that_were_given_are_not_forgotten_where_they_do_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let index = folder.path().join("index.gleaner");
        published(&index, "made from these", |writer| {
            writer.set_meta(&Meta::default())?;
            writer.set_fact(FACT, "{\"documents\": 7")
        });
        assert!(Next::of(&Reader::open(&index).unwrap()).is_err());
    }
}
