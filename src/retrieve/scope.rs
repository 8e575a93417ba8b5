//! Scope: which records a question may be answered from.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{
    CommunityId, Document, DocumentId, EntityId, Kind, Ref, RelationshipId, Scope, TextUnit, TextUnitId,
};
use crate::store::{Reader, Result};
use crate::text::dates::{are_numbered, of_document, written};
use crate::text::words::terms::folded;

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

    /// Works out a scope: the parts named, narrowed to speakers, formats and times. A community takes what lies under
    /// it, its members, and the text units that name a member; a document or folder takes its text units and the
    /// entities they name. Parts that do not exist hold nothing.
    pub fn new(reader: &Reader, scope: &Scope) -> Result<Self> {
        if scope.is_everything() {
            return Ok(Self::everything());
        }
        let mut parts = Parts::default();
        parts.documents.extend(&scope.documents);
        for folder in &scope.folders {
            parts.documents.extend(reader.documents_under(folder)?);
        }
        if scope.names_no_part() {
            parts.documents.extend(reader.documents_under("")?);
        }
        parts.documents = narrowed(reader, scope, parts.documents)?;
        for &document in &parts.documents {
            parts.units.extend(said_by(reader, scope, document, reader.units_of_document(document)?)?);
        }
        let units: Vec<TextUnitId> = parts.units.iter().copied().collect();
        parts.entities.extend(reader.named_in(&units)?.into_iter().map(|(_, entity)| entity));
        let mut waiting: Vec<CommunityId> = scope.communities.clone();
        let mut members = BTreeSet::new();
        while let Some(community) = waiting.pop() {
            if parts.communities.insert(community) {
                members.extend(reader.members(community)?);
                waiting.extend(reader.community_children(Some(community))?.iter().map(|row| row.id));
            }
        }
        let members: Vec<EntityId> = members.into_iter().collect();
        // Whoever is everywhere would bring everything in.
        let bringing = reader.entity_rows(&members)?.into_iter().filter(|row| !row.ubiquitous || members.len() == 1);
        let bringing: Vec<EntityId> = bringing.map(|row| row.id).collect();
        let mut of_members: BTreeSet<TextUnitId> = reader.units_of_entities(&bringing)?.into_iter().collect();
        if scope.is_narrowed() {
            of_members = narrowed_units(reader, scope, of_members)?;
        }
        parts.entities.extend(members);
        parts.units.extend(of_members);
        parts.unit_ids = parts.units.iter().map(|unit| unit.0).collect();
        let units: Vec<TextUnitId> = parts.units.iter().copied().collect();
        parts.touched = reader.text_units(&units)?.iter().map(|unit| unit.document).collect();
        if !scope.speakers.is_empty() {
            // Where nobody of them speaks, the document is none of theirs.
            parts.documents.retain(|document| parts.touched.contains(document));
        }
        Ok(Self { parts: Some(parts) })
    }

    /// The same with some text units besides.
    pub fn and_units(mut self, reader: &Reader, units: &[TextUnitId]) -> Result<Self> {
        if let Some(parts) = &mut self.parts {
            parts.units.extend(units);
            parts.unit_ids = parts.units.iter().map(|unit| unit.0).collect();
            parts.touched.extend(reader.text_units(units)?.iter().map(|unit| unit.document));
        }
        Ok(self)
    }

    pub fn is_everything(&self) -> bool {
        self.parts.is_none()
    }

    /// True where nothing in the index is of the part that is asked: nobody speaks under that name, no document is of
    /// that time.
    pub fn is_empty(&self) -> bool {
        self.parts.as_ref().is_some_and(|parts| parts.units.is_empty() && parts.communities.is_empty())
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

/// The documents among some that may be asked, have one of the formats and are of the time.
fn narrowed(reader: &Reader, scope: &Scope, documents: BTreeSet<DocumentId>) -> Result<BTreeSet<DocumentId>> {
    if !scope.narrows_documents() {
        return Ok(documents);
    }
    let documents = reader.documents(&documents.into_iter().collect::<Vec<_>>())?;
    let numbered = are_numbered(documents.iter().map(|document| document.path.as_str()));
    let fits = |document: &Document| {
        let ending = document.path.rsplit_once('.').map_or("", |(_, ending)| ending);
        let format = |wanted: &String| {
            let wanted = wanted.trim_start_matches('.');
            document.format.eq_ignore_ascii_case(wanted) || ending.eq_ignore_ascii_case(wanted)
        };
        (scope.only.is_empty() || scope.only.contains(&document.id))
            && (scope.formats.is_empty() || scope.formats.iter().any(format))
            && is_of_the_time(document, numbered, scope)
    };
    Ok(documents.iter().filter(|document| fits(document)).map(|document| document.id).collect())
}

/// The day of a document is the one its title or file name tells, else when its file was last written.
fn is_of_the_time(document: &Document, numbered: bool, scope: &Scope) -> bool {
    if scope.from.is_none() && scope.until.is_none() {
        return true;
    }
    let Some(seconds) = of_document(&document.title, &document.path, numbered, document.modified) else { return false };
    let day = written(seconds);
    // A year or a month is compared as far as it goes.
    let as_far = |bound: &String| day.get(..bound.len()).unwrap_or(&day).to_owned();
    scope.from.as_ref().is_none_or(|from| as_far(from) >= *from)
        && scope.until.as_ref().is_none_or(|until| as_far(until) <= *until)
}

/// Of a document's text units, those in which one of the speakers says something; all where none are asked for.
fn said_by(reader: &Reader, scope: &Scope, document: DocumentId, units: Vec<TextUnit>) -> Result<Vec<TextUnitId>> {
    if scope.speakers.is_empty() {
        return Ok(units.into_iter().map(|unit| unit.id).collect());
    }
    let (sentences, speakers) = reader.structure(document)?;
    let asked: Vec<Vec<String>> = scope.speakers.iter().map(|name| folded(name)).collect();
    let is_asked = |name: &String| {
        let name = folded(name);
        asked.iter().any(|asked| asked.iter().all(|word| name.contains(word)))
    };
    // What somebody wrote is theirs from end to end.
    if speakers.is_empty() {
        let theirs = reader.only_author(document)?.as_ref().is_some_and(is_asked);
        return Ok(units.into_iter().filter(|_| theirs).map(|unit| unit.id).collect());
    }
    let wanted: Vec<bool> =
        speakers.iter().map(|speaker| std::iter::once(&speaker.name).chain(&speaker.labels).any(is_asked)).collect();
    let says = |unit: &TextUnit| {
        let from = sentences.partition_point(|sentence| sentence.span.end <= unit.fresh_from.max(unit.span.start));
        let inside = sentences[from..].iter().take_while(|sentence| sentence.span.start < unit.span.end);
        inside.filter_map(|sentence| sentence.speaker).any(|at| wanted.get(usize::from(at)).copied().unwrap_or(false))
    };
    Ok(units.into_iter().filter(|unit| says(unit)).map(|unit| unit.id).collect())
}

/// Of some text units, those of the speakers, formats and times wanted.
fn narrowed_units(reader: &Reader, scope: &Scope, units: BTreeSet<TextUnitId>) -> Result<BTreeSet<TextUnitId>> {
    let ids: Vec<TextUnitId> = units.into_iter().collect();
    let mut by_document: BTreeMap<DocumentId, Vec<TextUnit>> = BTreeMap::new();
    for unit in reader.text_units(&ids)? {
        by_document.entry(unit.document).or_default().push(unit);
    }
    let mut kept = BTreeSet::new();
    for document in narrowed(reader, scope, by_document.keys().copied().collect())? {
        kept.extend(said_by(reader, scope, document, by_document.remove(&document).unwrap_or_default())?);
    }
    Ok(kept)
}
