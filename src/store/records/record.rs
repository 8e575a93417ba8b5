//! Any record by its `Ref`: its fields, its title, its neighbours, and the places it rests on.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::model::{
    Appearance, Claim, ClaimId, Community, CommunityId, Document, DocumentId, Entity, EntityId, Kind, Locator,
    RecurringSpan, Ref, Relationship, RelationshipId, Report, Span, Speaker, TextUnit, TextUnitId, find_citations,
};
use crate::store::{Reader, Result, StoreError};
use crate::text::provenance::landmarks::Landmarks;
use crate::text::provenance::span_map::SpanMap;

/// Neighbours and places shown of one record; lists of all of them have their own methods.
const SHOWN: usize = 50;

/// A record that another one leads to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Neighbour {
    #[serde(flatten)]
    pub record: Ref,
    pub title: String,
    /// What it is to the record: `child`, `member`, `related`, …
    pub relation: &'static str,
}

/// What a record holds, by its kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RecordBody {
    Report {
        /// None for a community whose report is not written yet.
        report: Option<Report>,
        community: Community,
    },
    Entity {
        #[serde(flatten)]
        entity: Entity,
        appearances: Vec<Appearance>,
    },
    Relationship {
        #[serde(flatten)]
        relationship: Relationship,
        source_name: String,
        target_name: String,
        /// Text units that name both.
        passages: u64,
    },
    Claim(Claim),
    Source {
        #[serde(flatten)]
        unit: TextUnit,
        document_title: String,
        text: String,
    },
    Document {
        #[serde(flatten)]
        document: Document,
        speakers: Vec<Speaker>,
        recurring: Vec<RecurringSpan>,
    },
}

/// Any record.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub reference: Ref,
    pub title: String,
    pub body: RecordBody,
    pub neighbours: Vec<Neighbour>,
    /// The places in documents' extracted text that it rests on, with the text unit where it is one.
    pub places: Vec<Place>,
}

/// A place in a document's extracted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub source: Option<TextUnitId>,
    pub document: DocumentId,
    pub span: Span,
}

/// Where a place is in its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// The text unit, where the place is (in) one.
    pub source: Option<TextUnitId>,
    pub document: DocumentId,
    pub path: String,
    /// The page, sheet, message where the place is, in files that have such parts.
    pub locator: Option<Locator>,
    /// Without a locator these are bytes of the file, with one they count in the extracted text.
    pub start: usize,
    pub end: usize,
    /// The bytes of the file, where it is text and has parts too: subtitles, notebooks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<Span>,
}

impl Reader {
    /// Where places are in their files.
    pub fn provenance(&self, places: &[Place]) -> Result<Vec<Provenance>> {
        let mut known: BTreeMap<DocumentId, (String, SpanMap, Landmarks)> = BTreeMap::new();
        places
            .iter()
            .map(|place| {
                let (path, map, landmarks) = match known.entry(place.document) {
                    Entry::Occupied(entry) => entry.into_mut(),
                    Entry::Vacant(entry) => {
                        let (map, landmarks) = self.way_back(place.document)?;
                        entry.insert((self.document(place.document)?.path, map, landmarks))
                    }
                };
                let locator = landmarks.at(place.span.start);
                let bytes = (!landmarks.extracted).then(|| map.to_file(place.span));
                let span = bytes.filter(|_| locator.is_none()).unwrap_or(place.span);
                Ok(Provenance {
                    source: place.source,
                    document: place.document,
                    path: path.clone(),
                    start: span.start,
                    end: span.end,
                    bytes: bytes.filter(|_| locator.is_some()),
                    locator,
                })
            })
            .collect()
    }

    /// A record with its neighbours and places.
    pub fn record(&self, reference: Ref) -> Result<Record> {
        let mut found = Found::default();
        let id = reference.id;
        let body = match reference.kind {
            Kind::Report => self.report_body(CommunityId(id), &mut found)?,
            Kind::Entity => self.entity_body(EntityId(id), &mut found)?,
            Kind::Relationship => self.relationship_body(RelationshipId(id), &mut found)?,
            Kind::Claim => self.claim_body(ClaimId(id), &mut found)?,
            Kind::Source => self.source_body(TextUnitId(id), &mut found)?,
            Kind::Document => self.document_body(DocumentId(id), &mut found)?,
        };
        let mut seen = BTreeSet::new();
        found.neighbours.retain(|(record, _)| seen.insert((record.kind, record.id)));
        let refs: Vec<Ref> = found.neighbours.iter().map(|&(record, _)| record).collect();
        let titles = self.titles(&refs)?;
        let neighbours = found
            .neighbours
            .iter()
            .zip(titles)
            .filter_map(|(&(record, relation), title)| Some(Neighbour { record, title: title?, relation }));
        let title = self.titles(&[reference])?.pop().flatten().unwrap_or_default();
        Ok(Record { reference, title, body, neighbours: neighbours.collect(), places: found.places })
    }

    /// The titles of records, in the order of `refs`; none for one that does not exist.
    pub fn titles(&self, refs: &[Ref]) -> Result<Vec<Option<String>>> {
        refs.iter().map(|record| self.title(*record)).collect()
    }

    /// The title of a record; none when it does not exist. A community without a report goes by its members.
    pub fn title(&self, record: Ref) -> Result<Option<String>> {
        let sql = match record.kind {
            Kind::Report => {
                return Ok(self.community_rows(&[CommunityId(record.id)])?.pop().map(|row| row.title));
            }
            Kind::Entity => "SELECT name FROM entities WHERE id = ?1",
            Kind::Relationship => {
                "SELECT s.name || ' – ' || t.name FROM relationships r JOIN entities s ON s.id = r.source \
                 JOIN entities t ON t.id = r.target WHERE r.id = ?1"
            }
            Kind::Claim => {
                "SELECT e.name || ': ' || c.kind FROM claims c JOIN entities e ON e.id = c.subject WHERE c.id = ?1"
            }
            Kind::Source => {
                "SELECT CASE WHEN u.ordinal > 0 OR EXISTS (SELECT 1 FROM text_units WHERE document = d.id AND ordinal = 1) \
                 THEN d.title || ', part ' || (u.ordinal + 1) ELSE d.title END \
                 FROM text_units u JOIN documents d ON d.id = u.document WHERE u.id = ?1"
            }
            Kind::Document => "SELECT title FROM documents WHERE id = ?1",
        };
        self.maybe(sql, [record.id], |row| row.get(0))
    }

    fn report_body(&self, id: CommunityId, found: &mut Found) -> Result<RecordBody> {
        let community = self.community(id)?;
        let report = self.reports(&[id])?.pop();
        found.add("parent", community.parent.map(Ref::from));
        found.add("child", community.children.iter().copied().map(Ref::from));
        found.add("member", community.entities.iter().take(SHOWN).copied().map(Ref::from));
        if let Some(report) = &report {
            let texts = std::iter::once(&report.summary).chain(report.findings.iter().map(|f| &f.explanation));
            let cited: BTreeSet<u32> = texts
                .flat_map(|text| find_citations(text))
                .flat_map(|citation| citation.refs().collect::<Vec<_>>())
                .filter(|cited| cited.kind == Kind::Source)
                .map(|cited| cited.id)
                .collect();
            let cited: Vec<TextUnitId> = cited.into_iter().take(SHOWN).map(TextUnitId).collect();
            found.add_units(&self.text_units(&cited)?);
        }
        Ok(RecordBody::Report { report, community })
    }

    fn entity_body(&self, id: EntityId, found: &mut Found) -> Result<RecordBody> {
        let entity = self.entity(id)?;
        found.add("in", self.communities_of(id)?.into_iter().map(Ref::from));
        for row in self.relationships_of(id, SHOWN)? {
            found.add("relationship", Some(Ref::from(row.id)));
            found.add("related", Some(Ref::from(if row.source == id { row.target } else { row.source })));
        }
        found.add("claim", self.claims_about(id)?.iter().map(|claim| Ref::from(claim.id)));
        let appearances = self.appearances_of(id)?;
        found.add("appears in", appearances.iter().take(SHOWN).map(|part| Ref::from(part.document)));
        let mentions = self.mentions_of(id, SHOWN)?;
        found.add("source", mentions.iter().map(|mention| Ref::from(mention.text_unit)));
        for mention in mentions {
            let unit = self.text_unit(mention.text_unit)?;
            found.places.push(Place { source: Some(unit.id), document: unit.document, span: mention.span });
        }
        Ok(RecordBody::Entity { entity, appearances })
    }

    fn relationship_body(&self, id: RelationshipId, found: &mut Found) -> Result<RecordBody> {
        let relationship = self.relationship(id)?;
        let name = |entity| Ok::<_, StoreError>(self.title(Ref::from(entity))?.unwrap_or_default());
        found.add("end", [relationship.source, relationship.target].map(Ref::from));
        let units: Vec<_> = relationship.text_units.iter().copied().take(SHOWN).collect();
        let units = self.text_units(&units)?;
        found.add("source", units.iter().map(|unit| Ref::from(unit.id)));
        for (unit, span) in units.iter().zip(self.showing(&relationship, &units)?) {
            found.places.push(Place { source: Some(unit.id), document: unit.document, span });
        }
        Ok(RecordBody::Relationship {
            passages: self.passages_of(&[id])?.into_values().sum(),
            source_name: name(relationship.source)?,
            target_name: name(relationship.target)?,
            relationship,
        })
    }

    fn claim_body(&self, id: ClaimId, found: &mut Found) -> Result<RecordBody> {
        let claim = self.claim(id)?;
        found.add("subject", Some(Ref::from(claim.subject)));
        found.add("object", claim.object.map(Ref::from));
        found.add("source", Some(Ref::from(claim.text_unit)));
        let unit = self.text_unit(claim.text_unit)?;
        let span = claim.quote_span.unwrap_or(unit.span);
        found.places.push(Place { source: Some(unit.id), document: unit.document, span });
        Ok(RecordBody::Claim(claim))
    }

    fn source_body(&self, id: TextUnitId, found: &mut Found) -> Result<RecordBody> {
        let unit = self.text_unit(id)?;
        found.add("document", Some(Ref::from(unit.document)));
        let beside = self.all(
            "SELECT id FROM text_units WHERE document = ?1 AND ordinal IN (?2 - 1, ?2 + 1) ORDER BY ordinal",
            (unit.document.0, unit.ordinal),
            |row| row.get(0).map(TextUnitId),
        )?;
        found.add("beside", beside.into_iter().map(Ref::from));
        found.add("names", self.mentions_in(id)?.iter().map(|mention| Ref::from(mention.entity)));
        found.add("relates", self.relationships_in(id)?.into_iter().take(SHOWN).map(Ref::from));
        found.add("claims", self.claims_in(id)?.iter().map(|claim| Ref::from(claim.id)));
        found.places.push(Place { source: Some(id), document: unit.document, span: unit.span });
        let document_title = self.title(Ref::from(unit.document))?.unwrap_or_default();
        let text = self.unit_text(&unit)?;
        Ok(RecordBody::Source { unit, document_title, text })
    }

    fn document_body(&self, id: DocumentId, found: &mut Found) -> Result<RecordBody> {
        let document = self.document(id)?;
        let (_, speakers) = self.structure(id)?;
        let recurring = self.recurring(id)?;
        found.add("source", self.units_of_document(id)?.iter().map(|unit| Ref::from(unit.id)));
        found.add("part in it", self.appearances_in(id)?.iter().map(|part| Ref::from(part.entity)));
        found.add("counted in", recurring.iter().map(|span| Ref::from(span.first_document)));
        found.places.push(Place { source: None, document: id, span: Span::new(0, document.text_len) });
        Ok(RecordBody::Document { document, speakers, recurring })
    }
}

/// What is gathered while a record is read.
#[derive(Default)]
struct Found {
    neighbours: Vec<(Ref, &'static str)>,
    places: Vec<Place>,
}

impl Found {
    fn add(&mut self, relation: &'static str, records: impl IntoIterator<Item = Ref>) {
        self.neighbours.extend(records.into_iter().map(|record| (record, relation)));
    }

    fn add_units(&mut self, units: &[TextUnit]) {
        self.add("source", units.iter().map(|unit| Ref::from(unit.id)));
        self.places.extend(units.iter().map(|unit| Place {
            source: Some(unit.id),
            document: unit.document,
            span: unit.span,
        }));
    }
}
