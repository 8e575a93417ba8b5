//! Scope: which records a question may be answered from.

use std::collections::BTreeSet;

use crate::model::{CommunityId, DocumentId, EntityId, Kind, Ref, RelationshipId, Scope, TextUnitId};
use crate::store::{Reader, Result};

/// A scope worked out against an index: the union of the parts it names.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// None for everything.
    parts: Option<Parts>,
}

#[derive(Clone, Debug, Default)]
struct Parts {
    documents: BTreeSet<DocumentId>,
    communities: BTreeSet<CommunityId>,
    entities: BTreeSet<EntityId>,
    units: BTreeSet<TextUnitId>,
    /// The units as the full-text search takes them.
    unit_ids: Vec<u32>,
    /// Documents of the units.
    touched: BTreeSet<DocumentId>,
}

impl Filter {
    /// Lets everything through.
    pub fn everything() -> Self {
        Self::default()
    }

    /// Works out a scope. A community takes what lies under it, its members, and the text units that name a member; a
    /// document or folder takes its text units and the entities they name. Parts that do not exist hold nothing.
    pub fn new(reader: &Reader, scope: &Scope) -> Result<Self> {
        if scope.is_everything() {
            return Ok(Self::everything());
        }
        let mut parts = Parts::default();
        parts.documents.extend(&scope.documents);
        for folder in &scope.folders {
            parts.documents.extend(reader.documents_under(folder)?);
        }
        for &document in &parts.documents {
            for unit in reader.units_of_document(document)? {
                parts.units.insert(unit.id);
                parts.entities.extend(reader.mentions_in(unit.id)?.iter().map(|mention| mention.entity));
            }
        }
        let mut waiting: Vec<CommunityId> = scope.communities.clone();
        let mut members = BTreeSet::new();
        while let Some(community) = waiting.pop() {
            if parts.communities.insert(community) {
                members.extend(reader.members(community)?);
                waiting.extend(reader.community_children(Some(community))?.iter().map(|row| row.id));
            }
        }
        let members: Vec<EntityId> = members.into_iter().collect();
        for row in reader.entity_rows(&members)? {
            // Whoever is everywhere would bring everything in.
            if !row.ubiquitous || members.len() == 1 {
                parts.units.extend(reader.units_of_entity(row.id)?);
            }
        }
        parts.entities.extend(members);
        parts.unit_ids = parts.units.iter().map(|unit| unit.0).collect();
        let units: Vec<TextUnitId> = parts.units.iter().copied().collect();
        parts.touched = reader.text_units(&units)?.iter().map(|unit| unit.document).collect();
        Ok(Self { parts: Some(parts) })
    }

    pub fn is_everything(&self) -> bool {
        self.parts.is_none()
    }

    pub fn unit(&self, unit: TextUnitId) -> bool {
        self.parts.as_ref().is_none_or(|parts| parts.units.contains(&unit))
    }

    pub fn entity(&self, entity: EntityId) -> bool {
        self.parts.as_ref().is_none_or(|parts| parts.entities.contains(&entity))
    }

    pub fn document(&self, document: DocumentId) -> bool {
        self.parts.as_ref().is_none_or(|parts| parts.touched.contains(&document) || parts.documents.contains(&document))
    }

    /// True for a report of the communities named or below them; in a scope of documents, for one most of whose members
    /// those documents name.
    pub fn report(&self, reader: &Reader, community: CommunityId) -> Result<bool> {
        let Some(parts) = &self.parts else { return Ok(true) };
        if parts.communities.contains(&community) {
            return Ok(true);
        }
        if parts.documents.is_empty() {
            return Ok(false);
        }
        let members = reader.members(community)?;
        let inside = members.iter().filter(|member| parts.entities.contains(member)).count();
        Ok(inside * 2 > members.len())
    }

    /// True when both ends are in scope.
    pub fn relationship(&self, reader: &Reader, relationship: RelationshipId) -> Result<bool> {
        if self.is_everything() {
            return Ok(true);
        }
        let rows = reader.relationships(&[relationship])?;
        Ok(rows.iter().all(|row| self.entity(row.source) && self.entity(row.target)) && !rows.is_empty())
    }

    /// Whether any record is in scope.
    pub fn record(&self, reader: &Reader, record: Ref) -> Result<bool> {
        if self.is_everything() {
            return Ok(true);
        }
        Ok(match record.kind {
            Kind::Report => self.report(reader, CommunityId(record.id))?,
            Kind::Entity => self.entity(EntityId(record.id)),
            Kind::Relationship => self.relationship(reader, RelationshipId(record.id))?,
            Kind::Claim => {
                let claims = reader.claims(&[crate::model::ClaimId(record.id)])?;
                claims.iter().any(|claim| self.unit(claim.text_unit))
            }
            Kind::Source => self.unit(TextUnitId(record.id)),
            Kind::Document => self.document(DocumentId(record.id)),
        })
    }

    /// The text units in scope, in order; `None` for everything.
    pub fn unit_ids(&self) -> Option<&[u32]> {
        self.parts.as_ref().map(|parts| parts.unit_ids.as_slice())
    }
}
