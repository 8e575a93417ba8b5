//! The store as a whole: what is written is read, files that are not ours are refused, builds survive being killed.

mod builds;
mod files;
mod plans;
mod records;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::model::*;
use crate::text::provenance::landmarks::Landmarks;
use crate::text::provenance::span_map::SpanMap;

/// A folder with a build of two documents in it, published as `index.gleaner`.
struct Fixture {
    _folder: tempfile::TempDir,
    index: PathBuf,
}

fn sentence(start: usize, end: usize) -> Sentence {
    Sentence { span: Span::new(start, end), kind: SentenceKind::Prose, speaker: None, paragraph: 0, recurring: false }
}

fn document(id: u32, path: &str, text: &str) -> Document {
    Document {
        id: DocumentId(id),
        title: format!("Title of {path}"),
        path: path.to_owned(),
        row: None,
        format: "text".to_owned(),
        encoding: "UTF-8".to_owned(),
        language: Some("eng".to_owned()),
        bytes: text.len() as u64,
        modified: Some(1_000_000 + i64::from(id)),
        hash: format!("{id:064x}"),
        text_len: text.len(),
        tokens: 7,
    }
}

fn entity(id: u32, name: &str, degree: u32) -> Entity {
    Entity {
        id: EntityId(id),
        name: name.to_owned(),
        kind: EntityType::Person,
        aliases: vec![format!("{name} the {id}th")],
        description: format!("{name} mends bridges [Data: Sources (0)]."),
        mentions: 1,
        documents: 1,
        degree,
        ubiquitous: false,
    }
}

const TEXTS: [&str; 2] = ["Ada Quill mends bridges.", "Béla Orme paints them, says Ada Quill."];

/// A text that stands from byte 7 on of its file, on page 3.
fn way_back() -> WayBack {
    let mut landmarks = Landmarks::default();
    landmarks.add(0, LocatorKind::Page, 3);
    WayBack { span_map: SpanMap::shifted(7, 1_000).encode(), landmarks: landmarks.encode() }
}

fn fill(writer: &Writer) -> Result<()> {
    writer.batch(|w| {
        for (id, text) in TEXTS.iter().enumerate() {
            let path = format!("notes/{id}.txt");
            let (id, size) = (id as u32, text.len() as u64);
            w.add_file(
                id,
                &FileRecord {
                    path: path.clone(),
                    status: FileStatus::Read,
                    reason: None,
                    size,
                    modified: None,
                    hash: None,
                },
            )?;
            w.add_document(id, &document(id, &path, text), text, &[sentence(0, text.len())], &[], &way_back())?;
            let span = Span::new(0, text.len());
            w.add_text_units(&[TextUnit {
                id: TextUnitId(id),
                document: DocumentId(id),
                ordinal: 0,
                span,
                fresh_from: 0,
                tokens: 7,
                recurring: false,
            }])?;
            w.add_unit_words(TextUnitId(id), &path, text)?;
        }
        w.add_file(
            9,
            &FileRecord {
                path: "notes/photo.png".to_owned(),
                status: FileStatus::Skipped,
                reason: Some("binary".to_owned()),
                size: 4,
                modified: None,
                hash: None,
            },
        )?;
        w.add_entities(&[entity(0, "Ada Quill", 1), entity(1, "Béla Orme", 1)])?;
        w.add_mentions(&[
            Mention { entity: EntityId(0), text_unit: TextUnitId(0), span: Span::new(0, 9) },
            Mention { entity: EntityId(1), text_unit: TextUnitId(1), span: Span::new(0, 10) },
            Mention { entity: EntityId(0), text_unit: TextUnitId(1), span: Span::new(29, 38) },
        ])?;
        w.add_relationships(&[Relationship {
            id: RelationshipId(0),
            source: EntityId(0),
            target: EntityId(1),
            description: "They know each other [Data: Sources (1)].".to_owned(),
            weight: 2.5,
            text_units: vec![TextUnitId(1)],
        }])?;
        let community = |id, level, parent: Option<u32>, children: &[u32]| Community {
            id: CommunityId(id),
            level,
            parent: parent.map(CommunityId),
            children: children.iter().copied().map(CommunityId).collect(),
            entities: vec![EntityId(1), EntityId(0)],
            documents: 2,
            unconnected: false,
        };
        w.add_communities(&[community(0, 0, None, &[1]), community(1, 1, Some(0), &[])])?;
        w.add_report(&Report {
            community: CommunityId(0),
            title: "Bridges and their painters".to_owned(),
            summary: "Bridges are mended and painted [Data: Sources (0, 1)].".to_owned(),
            rating: 6.5,
            rating_reason: "two documents".to_owned(),
            findings: vec![Finding {
                heading: "Paint".to_owned(),
                explanation: "Béla paints.".to_owned(),
                evidence: Vec::new(),
            }],
        })?;
        w.add_record_words(Ref::from(EntityId(0)), "Ada Quill", "mends bridges")?;
        w.add_vector(Kind::Entity, 1, &[0.6, -0.8])?;
        w.add_term_vector(&StoredTerm { term: "bridg".to_owned(), weight: 1.5, vector: vec![1.0, 0.0] })?;
        w.mark_stage(&StageMark { name: "read".to_owned(), done: 2, millis: 3 })?;
        w.set_meta(&Meta { build: "one".to_owned(), method: "offline".to_owned(), ..Meta::default() })
    })
}

fn fixture() -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("index.gleaner");
    build(&index, "inputs");
    Fixture { _folder: folder, index }
}

fn build(index: &Path, inputs: &str) {
    published(index, inputs, fill);
}

/// Publishes an index of what is written into it.
pub(crate) fn published(index: &Path, inputs: &str, fill: impl FnOnce(&Writer) -> Result<()>) {
    let place = BuildFile::begin(index).unwrap();
    let writer = place.open(inputs).unwrap();
    fill(&writer).unwrap();
    place.publish(writer).unwrap();
}

/// An index that says nothing but what it is, and the folder it lies in.
pub(crate) fn bare() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("index.gleaner");
    published(&index, "inputs", |writer| writer.set_meta(&Meta { build: "one".to_owned(), ..Meta::default() }));
    (folder, index)
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
