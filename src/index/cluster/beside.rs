//! Which communities entities are named beside that nothing ties to any.

use std::collections::BTreeMap;

use crate::graph::Hierarchy;
use crate::model::{DocumentId, Entity, EntityId, Mention, TextUnitId};

/// What entities may be named beside.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Homes {
    /// Roots that have parts: nothing can stand beside the members of one that has none.
    Roots,
    /// Communities that have no parts.
    Finest,
}

/// Which communities entities are named beside: in a text unit, and where none is named in one, in the document.
pub(super) struct Beside {
    units: Places,
    documents: Places,
    /// What part of all names each of them has.
    everywhere: BTreeMap<u32, f32>,
}

impl Beside {
    pub fn new(
        found: &Hierarchy,
        homes: Homes,
        entities: &[Entity],
        mentions: &[Mention],
        document_of: impl Fn(TextUnitId) -> Option<DocumentId>,
    ) -> Self {
        let mut root_of: Vec<Option<u32>> = vec![None; entities.len()];
        for (number, cluster) in found.clusters.iter().enumerate() {
            let is_home = match homes {
                Homes::Roots => cluster.parent.is_none() && !cluster.children.is_empty(),
                Homes::Finest => cluster.children.is_empty(),
            };
            if is_home && !cluster.unconnected {
                cluster.members.iter().for_each(|&member| root_of[member as usize] = Some(number as u32));
            }
        }
        let mut position: Vec<(EntityId, u32)> = entities.iter().map(|entity| entity.id).zip(0..).collect();
        position.sort_unstable();
        let at = |entity: EntityId| {
            let found = position.binary_search_by_key(&entity, |&(id, _)| id).ok()?;
            Some(position[found].1)
        };
        let mut everywhere: BTreeMap<u32, f32> = BTreeMap::new();
        // What is everywhere is near to nothing.
        let counts = |entity: u32| !entities[entity as usize].ubiquitous;
        let in_units = mentions.iter().filter_map(|mention| Some((at(mention.entity)?, mention.text_unit.0)));
        let units = Places::new(in_units, &root_of, counts, &mut everywhere);
        let in_documents =
            mentions.iter().filter_map(|mention| Some((at(mention.entity)?, document_of(mention.text_unit)?.0)));
        let documents = Places::new(in_documents, &root_of, counts, &mut everywhere);
        let all: f32 = everywhere.values().sum::<f32>().max(1.0);
        everywhere.values_mut().for_each(|share| *share /= all);
        Self { units, documents, everywhere }
    }

    /// The community that some entities stand beside more than its size leads one to expect.
    pub fn nearest(&self, members: &[u32]) -> Option<u32> {
        let among = |places: &Places| {
            let mut near: BTreeMap<u32, f32> = BTreeMap::new();
            for &(root, share) in members.iter().flat_map(|&member| places.beside(member)) {
                *near.entry(root).or_default() += share;
            }
            let worth = |(root, share): (&u32, &f32)| share / self.everywhere.get(root).copied().unwrap_or(1.0).sqrt();
            near.iter().map(|one| (*one.0, worth(one))).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
        };
        among(&self.units).or_else(|| among(&self.documents)).map(|(root, _)| root)
    }
}

/// Text units, or documents, in which entities of no root stand, with the roots that are named there. Lists in order,
/// because a large corpus has millions of names.
struct Places {
    /// Entity and place.
    stands: Vec<(u32, u32)>,
    /// The places among these that name a root, and where the roots of each begin.
    starts: Vec<(u32, u32)>,
    /// What part of all names in a place each root has.
    shares: Vec<(u32, f32)>,
}

impl Places {
    /// Takes the places of all mentions, as entity and place. Adds to `everywhere` how many places each root's entities
    /// have.
    fn new(
        mentions: impl Iterator<Item = (u32, u32)>,
        root_of: &[Option<u32>],
        counts: impl Fn(u32) -> bool,
        everywhere: &mut BTreeMap<u32, f32>,
    ) -> Self {
        let mut stands: Vec<(u32, u32)> = mentions.collect();
        stands.sort_unstable();
        stands.dedup();
        let is_lonely = |entity: u32| root_of[entity as usize].is_none();
        let mut wanted: Vec<u32> =
            stands.iter().filter(|&&(entity, _)| is_lonely(entity)).map(|&(_, place)| place).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let mut named: Vec<(u32, u32)> = Vec::new();
        for &(entity, place) in stands.iter().filter(|&&(entity, _)| counts(entity)) {
            let Some(root) = root_of[entity as usize] else { continue };
            *everywhere.entry(root).or_default() += 1.0;
            if wanted.binary_search(&place).is_ok() {
                named.push((place, root));
            }
        }
        drop(wanted);
        named.sort_unstable();
        let (mut starts, mut shares) = (Vec::new(), Vec::new());
        for inside in named.chunk_by(|a, b| a.0 == b.0) {
            starts.push((inside[0].0, shares.len() as u32));
            let of_roots = inside.chunk_by(|a, b| a.1 == b.1);
            shares.extend(of_roots.map(|own| (own[0].1, own.len() as f32 / inside.len() as f32)));
        }
        stands.retain(|&(entity, _)| is_lonely(entity));
        stands.shrink_to_fit();
        Self { stands, starts, shares }
    }

    /// The roots named where an entity stands, place by place, with their shares.
    fn beside(&self, entity: u32) -> impl Iterator<Item = &(u32, f32)> {
        let from = self.stands.partition_point(|&(other, _)| other < entity);
        let own = self.stands[from..].iter().take_while(move |&&(other, _)| other == entity);
        own.filter_map(|&(_, place)| {
            let at = self.starts.binary_search_by_key(&place, |&(place, _)| place).ok()?;
            let until = self.starts.get(at + 1).map_or(self.shares.len(), |&(_, start)| start as usize);
            self.shares.get(self.starts[at].1 as usize..until)
        })
        .flatten()
    }
}
