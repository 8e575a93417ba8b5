//! The full text of everything but sources, which are written with their documents.

use std::collections::HashMap;

use crate::model::{
    Claim, Document, DocumentId, Entity, EntityId, Progress, Ref, Relationship, Report, Stage, without_citations,
};
use crate::store::{self, Writer};

use crate::index::corpus::Corpus;
use crate::index::merge::Merged;

/// Rows between two looks at whether to stop.
const BATCH: usize = 2_000;

/// Makes documents, entities, relationships and claims findable by their words.
pub fn write_words(
    writer: &Writer,
    corpus: &Corpus,
    Merged { entities, relationships, .. }: &Merged,
    claims: &[Claim],
    progress: &Progress,
) -> store::Result<()> {
    let names: HashMap<EntityId, &str> = entities.iter().map(|entity| (entity.id, entity.name.as_str())).collect();
    let name = |id: EntityId| names.get(&id).copied().unwrap_or_default();
    let documents = corpus.titles().enumerate().map(|(at, (id, _))| Findable::Document(id, at));
    let elements = entities.iter().map(Findable::Entity).chain(relationships.iter().map(Findable::Relationship));
    let mut records: Vec<Findable<'_>> = documents.chain(elements).chain(claims.iter().map(Findable::Claim)).collect();
    records.sort_by_key(|record| store::row_of_words(record.reference()));
    let words = records.iter().map(|record| match record {
        Findable::Document(_, at) => document_words(&corpus.all_documents().at(*at).document),
        Findable::Entity(entity) => entity_words(entity),
        Findable::Relationship(relationship) => {
            relationship_words(relationship, name(relationship.source), name(relationship.target))
        }
        Findable::Claim(claim) => claim_words(claim, name(claim.subject)),
    });
    write_all(writer, words, progress)?;
    writer.finish_record_words()
}

/// Makes reports findable by their words; they come last.
pub fn write_report_words(writer: &Writer, reports: &[Report], progress: &Progress) -> store::Result<()> {
    let counters = progress.stage(Stage::Words);
    counters.expect(reports.len() as u64);
    write_all(writer, reports.iter().map(report_words).inspect(|_| counters.add(1)), progress)
}

/// One transaction in the order of rows: full text closes what it holds together at every end and at every step back.
fn write_all(writer: &Writer, records: impl Iterator<Item = RecordWords>, progress: &Progress) -> store::Result<()> {
    writer.batch(|writer| {
        for (number, (record, title, body)) in records.enumerate() {
            if number.is_multiple_of(BATCH) && progress.is_cancelled() {
                return Err(store::StoreError::Interrupted);
            }
            writer.add_record_words(record, &title, &body)?;
        }
        Ok(())
    })
}

/// A record that is found by its words.
enum Findable<'a> {
    /// By id and position.
    Document(DocumentId, usize),
    Entity(&'a Entity),
    Relationship(&'a Relationship),
    Claim(&'a Claim),
}

impl Findable<'_> {
    fn reference(&self) -> Ref {
        match self {
            Findable::Document(id, _) => (*id).into(),
            Findable::Entity(entity) => entity.id.into(),
            Findable::Relationship(relationship) => relationship.id.into(),
            Findable::Claim(claim) => claim.id.into(),
        }
    }
}

/// A record with its title and body.
pub type RecordWords = (Ref, String, String);

pub fn document_words(document: &Document) -> RecordWords {
    (Ref::from(document.id), document.title.clone(), document.path.clone())
}

pub fn entity_words(entity: &Entity) -> RecordWords {
    let names = std::iter::once(&entity.name).chain(&entity.aliases).cloned().collect::<Vec<_>>().join("; ");
    (Ref::from(entity.id), names, without_citations(&entity.description))
}

/// A relationship is found by the names at its ends.
pub fn relationship_words(relationship: &Relationship, source: &str, target: &str) -> RecordWords {
    let title = format!("{source} – {target}");
    (Ref::from(relationship.id), title, without_citations(&relationship.description))
}

pub fn claim_words(claim: &Claim, subject: &str) -> RecordWords {
    (Ref::from(claim.id), subject.to_owned(), without_citations(&claim.description))
}

pub fn report_words(report: &Report) -> RecordWords {
    let mut body = without_citations(&report.summary);
    for finding in &report.findings {
        body.push('\n');
        body.push_str(&finding.heading);
        body.push('\n');
        body.push_str(&without_citations(&finding.explanation));
    }
    (Ref::from(report.community), report.title.clone(), body)
}
