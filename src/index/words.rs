//! The full text of everything but sources, which are written with their documents.

use crate::model::{Claim, Document, Entity, Progress, Ref, Relationship, Report, Stage, without_citations};
use crate::store::{self, Writer};

use super::corpus::Corpus;

/// Rows between two looks at whether to stop.
const BATCH: usize = 2_000;

/// Makes documents, entities, relationships and reports findable by their words.
pub fn write_words(
    writer: &Writer,
    corpus: &Corpus,
    entities: &[Entity],
    relationships: &[Relationship],
    reports: &[Report],
    progress: &Progress,
) -> store::Result<()> {
    let counters = progress.stage(Stage::Words);
    let documents = corpus.documents();
    counters.expect((documents.len() + entities.len() + relationships.len() + reports.len()) as u64);
    // Full text is written in the order of ids: each step back would close what it holds together.
    let mut entities: Vec<&Entity> = entities.iter().collect();
    entities.sort_by_key(|entity| entity.id);
    let mut relationships: Vec<&Relationship> = relationships.iter().collect();
    relationships.sort_by_key(|relationship| relationship.id);
    let name = |id: crate::model::EntityId| {
        let found = entities.binary_search_by_key(&id, |entity| entity.id).ok();
        found.map_or("", |position| entities[position].name.as_str())
    };
    let documents = documents.map(|document| document_words(&document.document));
    let relationships = relationships
        .into_iter()
        .map(|relationship| relationship_words(relationship, name(relationship.source), name(relationship.target)));
    let reports = reports.iter().map(report_words);
    let entity_words = entities.iter().map(|entity| entity_words(entity));
    let mut records = documents.chain(entity_words).chain(relationships).chain(reports).peekable();
    while records.peek().is_some() {
        writer.batch(|writer| {
            for (record, title, body) in records.by_ref().take(BATCH) {
                writer.add_record_words(record, &title, &body)?;
                counters.add(1);
            }
            Ok::<_, store::StoreError>(())
        })?;
        if progress.is_cancelled() {
            return Err(store::StoreError::Interrupted);
        }
    }
    Ok(())
}

/// A record with its title and body.
pub type Words = (Ref, String, String);

pub fn document_words(document: &Document) -> Words {
    (Ref::from(document.id), document.title.clone(), document.path.clone())
}

pub fn entity_words(entity: &Entity) -> Words {
    let names = std::iter::once(&entity.name).chain(&entity.aliases).cloned().collect::<Vec<_>>().join("; ");
    (Ref::from(entity.id), names, without_citations(&entity.description))
}

/// A relationship is found by the names at its ends.
pub fn relationship_words(relationship: &Relationship, source: &str, target: &str) -> Words {
    let title = format!("{source} – {target}");
    (Ref::from(relationship.id), title, without_citations(&relationship.description))
}

pub fn claim_words(claim: &Claim, subject: &str) -> Words {
    (Ref::from(claim.id), subject.to_owned(), without_citations(&claim.description))
}

pub fn report_words(report: &Report) -> Words {
    let mut body = without_citations(&report.summary);
    for finding in &report.findings {
        body.push('\n');
        body.push_str(&finding.heading);
        body.push('\n');
        body.push_str(&without_citations(&finding.explanation));
    }
    (Ref::from(report.community), report.title.clone(), body)
}
