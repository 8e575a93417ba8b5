//! JSON Lines: a file for each kind of record, a record on each line, its fields those of `gleaner show --json`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use serde::Serialize;

use super::{ExportError, Sink, WINDOW, at};
use crate::model::{Document, Span, TextUnit, json_line};
use crate::store::DocumentOrder;

/// A document with its text.
#[derive(Serialize)]
struct WithText<T> {
    #[serde(flatten)]
    record: T,
    text: String,
}

/// A relationship with the names at its ends.
#[derive(Serialize)]
struct Named<T> {
    #[serde(flatten)]
    record: T,
    source_name: String,
    target_name: String,
}

pub fn write(sink: &Sink<'_>, folder: &Path) -> Result<(), ExportError> {
    let reader = sink.reader;
    let documents = reader.document_ids(DocumentOrder::Reading)?;
    lines(sink, folder, "documents", &documents, 64, |window| {
        let documents: Vec<Document> = reader.documents(window)?;
        let with_text = documents.into_iter().map(|record| {
            let text = reader.text(record.id, Span::new(0, record.text_len))?.1;
            Ok(WithText { record, text })
        });
        with_text.collect()
    })?;
    let units: Vec<TextUnit> = reader.all_text_units()?;
    lines(sink, folder, "sources", &units, WINDOW, |window| {
        window.iter().map(|unit| Ok(WithText { text: reader.unit_text(unit)?, record: unit.clone() })).collect()
    })?;
    lines(sink, folder, "entities", &sink.entity_ids()?, WINDOW, |window| Ok(reader.entities(window)?))?;
    lines(sink, folder, "relationships", &sink.relationship_ids()?, WINDOW, |window| {
        let rows = reader.relationship_rows(window)?;
        let records = reader.relationships(window)?.into_iter().zip(rows);
        Ok(records
            .map(|(record, row)| Named { record, source_name: row.source_name, target_name: row.target_name })
            .collect())
    })?;
    lines(sink, folder, "claims", &reader.claim_ids()?, WINDOW, |window| Ok(reader.claims(window)?))?;
    let communities = reader.community_ids()?;
    lines(sink, folder, "communities", &communities, WINDOW, |window| {
        window.iter().map(|&id| Ok(reader.community(id)?)).collect()
    })?;
    lines(sink, folder, "reports", &communities, WINDOW, |window| Ok(reader.reports(window)?))
}

fn lines<I, T: Serialize>(
    sink: &Sink<'_>,
    folder: &Path,
    name: &str,
    ids: &[I],
    window: usize,
    read: impl Fn(&[I]) -> Result<Vec<T>, ExportError>,
) -> Result<(), ExportError> {
    let path = folder.join(format!("{name}.jsonl"));
    let mut out = BufWriter::new(File::create(&path).map_err(at(&path))?);
    for window in ids.chunks(window) {
        sink.check()?;
        for record in read(window)? {
            let line = json_line(&record).map_err(|e| at(&path)(e.into()))?;
            out.write_all(line.as_bytes()).map_err(at(&path))?;
        }
    }
    out.flush().map_err(at(&path))
}
