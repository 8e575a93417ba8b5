//! The full text of everything but sources, which are written with their documents.

use crate::model::{Entity, Kind, Progress, Ref, Relationship, Report, Stage, without_citations};
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
    let name = |id: crate::model::EntityId| {
        let found = entities.binary_search_by_key(&id, |entity| entity.id).ok();
        found.map_or("", |position| entities[position].name.as_str())
    };
    let documents = documents.map(|document| {
        let about = &document.document;
        (Ref::new(Kind::Document, about.id.0), about.title.clone(), about.path.clone())
    });
    let entities = entities.iter().map(|entity| {
        let names = std::iter::once(&entity.name).chain(&entity.aliases).cloned().collect::<Vec<_>>().join("; ");
        (Ref::from(entity.id), names, without_citations(&entity.description))
    });
    let relationships = relationships.iter().map(|relationship| {
        let title = format!("{} – {}", name(relationship.source), name(relationship.target));
        (Ref::from(relationship.id), title, without_citations(&relationship.description))
    });
    let reports = reports.iter().map(|report| {
        let mut body = without_citations(&report.summary);
        for finding in &report.findings {
            body.push('\n');
            body.push_str(&finding.heading);
            body.push('\n');
            body.push_str(&without_citations(&finding.explanation));
        }
        (Ref::from(report.community), report.title.clone(), body)
    });
    let mut records = documents.chain(entities).chain(relationships).chain(reports).peekable();
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
