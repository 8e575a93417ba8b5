//! What is counted beside the rows of a narrowed list: in the parts that it is narrowed to, and not in the whole.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, PoisonError};

use super::{Library, Result};
use crate::model::{DocumentId, EntityId, Kind, RelationshipId, TextUnitId};
use crate::tui::data::{Column, Narrow};

/// What the passages that lie in every one of some parts name and tell.
#[derive(Default)]
pub(super) struct Within {
    /// Documents that name each entity there.
    documents: HashMap<EntityId, u32>,
    /// Relationships of each entity there.
    links: HashMap<EntityId, u32>,
    /// Passages there that name both ends of a relationship, where there are some, or none is known in the whole.
    passages: HashMap<RelationshipId, u64>,
}

/// The parts that were counted last.
pub(super) type Counted = std::sync::Mutex<Option<(Vec<Narrow>, Arc<Within>)>>;

impl Within {
    pub(super) fn links(&self, entity: EntityId) -> u32 {
        self.links.get(&entity).copied().unwrap_or_default()
    }

    /// Documents there that name an entity; none where no passage of it is known.
    pub(super) fn documents(&self, entity: EntityId) -> Option<u32> {
        self.documents.get(&entity).copied()
    }

    pub(super) fn passages(&self, relationship: RelationshipId) -> Option<u64> {
        self.passages.get(&relationship).copied()
    }
}

/// How many two sorted lists have in common.
fn common(one: &[TextUnitId], other: &[TextUnitId]) -> usize {
    one.iter().filter(|unit| other.binary_search(unit).is_ok()).count()
}

impl Library {
    /// What is counted within some parts; nothing where they are the whole, or narrow by what a thing is alone.
    pub(super) fn within(&self, parts: &[Narrow]) -> Result<Option<Arc<Within>>> {
        let parts: Vec<Narrow> = parts.iter().filter(|part| !matches!(part, Narrow::Type(_))).cloned().collect();
        if parts.is_empty() {
            return Ok(None);
        }
        let kept = || self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, within)) = kept().as_ref().filter(|(known, _)| *known == parts) {
            return Ok(Some(within.clone()));
        }
        let within = Arc::new(self.count_within(&parts)?);
        *kept() = Some((parts, within.clone()));
        Ok(Some(within))
    }

    fn count_within(&self, parts: &[Narrow]) -> Result<Within> {
        let filters = parts.iter().map(|part| self.worked(part)).collect::<Result<Vec<_>>>()?;
        let units = filters.iter().find_map(|filter| filter.unit_ids()).unwrap_or_default().iter().copied();
        let inside = |unit: &TextUnitId| filters.iter().all(|filter| filter.unit(*unit));
        let units: Vec<TextUnitId> = units.map(TextUnitId).filter(inside).collect();
        let of: HashMap<TextUnitId, DocumentId> =
            self.reader.text_units(&units)?.into_iter().map(|unit| (unit.id, unit.document)).collect();
        self.go_on()?;
        let mut named: HashMap<EntityId, Vec<TextUnitId>> = HashMap::new();
        let mut documents: HashMap<EntityId, BTreeSet<DocumentId>> = HashMap::new();
        for (unit, entity) in self.reader.named_in(&units)? {
            named.entry(entity).or_default().push(unit);
            documents.entry(entity).or_default().extend(of.get(&unit));
        }
        self.go_on()?;
        let told = self.reader.shown_in(&units)?;
        let mut within = Within::default();
        let inside = |entity| filters.iter().all(|filter| filter.entity(entity));
        let mut ends = self.reader.relationship_ends()?;
        ends.retain(|&(_, source, target)| inside(source) && inside(target));
        let passages = |&(id, source, target): &(RelationshipId, EntityId, EntityId)| {
            let both = named.get(&source).zip(named.get(&target)).map_or(0, |(one, other)| common(one, other));
            told.get(&id).copied().unwrap_or_default().max(both as u64)
        };
        let counted: Vec<u64> = ends.iter().map(passages).collect();
        self.go_on()?;
        // Where no passage is known in the whole either, nothing says that there is none.
        let none = ends.iter().zip(&counted).filter(|(_, passages)| **passages == 0).map(|((id, ..), _)| *id);
        let elsewhere = self.reader.passages_of(&none.collect::<Vec<_>>())?;
        for ((id, source, target), passages) in ends.into_iter().zip(counted) {
            if passages == 0 && elsewhere.get(&id).is_some_and(|&passages| passages > 0) {
                continue;
            }
            within.passages.insert(id, passages);
            for end in [source, target] {
                *within.links.entry(end).or_default() += 1;
            }
        }
        within.documents = documents.into_iter().map(|(entity, of)| (entity, of.len() as u32)).collect();
        Ok(within)
    }

    /// Leaves of a narrowed list what the parts say something of, and puts it in the order of what is counted there
    /// where it was in that of what is counted in the whole.
    pub(super) fn count_anew(
        &self,
        kind: Kind,
        ids: &mut Vec<u32>,
        parts: &[Narrow],
        order: Option<(Column, bool)>,
    ) -> Result<()> {
        if !matches!(kind, Kind::Entity | Kind::Relationship) {
            return Ok(());
        }
        let Some(within) = self.within(parts)? else { return Ok(()) };
        if kind == Kind::Relationship {
            ids.retain(|&id| within.passages.contains_key(&RelationshipId(id)));
            let passages = |id: u32| within.passages(RelationshipId(id)).unwrap_or_default();
            match order {
                Some((Column::Size, false)) => ids.sort_by_key(|&id| std::cmp::Reverse(passages(id))),
                Some((Column::Size, true)) => ids.sort_by_key(|&id| passages(id)),
                _ => {}
            }
            return Ok(());
        }
        let unnamed: Vec<EntityId> =
            ids.iter().copied().map(EntityId).filter(|id| !within.documents.contains_key(id)).collect();
        let elsewhere = self.reader.entity_rows(&unnamed)?.into_iter().filter(|row| row.mentions > 0);
        let elsewhere: HashSet<u32> = elsewhere.map(|row| row.id.0).collect();
        ids.retain(|id| !elsewhere.contains(id));
        let Some((column, reversed)) = order else { return Ok(()) };
        let figure = |id: u32| match column {
            Column::Documents => within.documents(EntityId(id)).unwrap_or_default(),
            _ => within.links(EntityId(id)),
        };
        match (column, reversed) {
            (Column::Documents | Column::Size, false) => ids.sort_by_key(|&id| std::cmp::Reverse(figure(id))),
            (Column::Documents | Column::Size, true) => ids.sort_by_key(|&id| figure(id)),
            _ => {}
        }
        Ok(())
    }
}
