//! Notebooks (Jupyter): Markdown cells as they are, code cells as code, each place knows its cell. What code printed is
//! left out: it says again, at length, what the code says.

use super::code::{self, Code, Language};
use super::{Extracted, TableFields, Unreadable, json};
use crate::model::{LocatorKind, Span};
use crate::text::layout::blocks::{Block, Markup, blocks};
use crate::text::provenance::landmarks::Landmarks;
use crate::text::provenance::span_map::SpanMap;

/// Reads a notebook, or as JSON what is none.
///
/// # Errors
/// Those of [`json::extract_json`].
pub(super) fn extract(source: String, fields: &TableFields) -> Result<Extracted, Unreadable> {
    let Some(values) = json::values(&source).filter(|values| values.iter().any(|value| *value.name == *"cells.source"))
    else {
        return json::extract_json(&source, fields);
    };
    let of = |name: &str| values.iter().find(|value| *value.name == *name).map(|value| value.value.clone());
    let language = match of("metadata.language_info.file_extension").or(Some(".py".to_owned())) {
        Some(extension) => code::language(extension.trim_start_matches('.'), std::path::Path::new("")),
        None => None,
    };
    let mut made = Code::default();
    let mut landmarks = Landmarks::default();
    let (mut number, mut kind) = (0u32, "");
    let mut cell: Vec<(&str, &SpanMap)> = Vec::new();
    for value in &values {
        match &*value.name {
            "cells.cell_type" => {
                close(&mut made, &mut landmarks, &cell, kind, number, language);
                cell.clear();
                number += 1;
                kind = &value.value;
            }
            "cells.source" => cell.push((&value.value, &value.map)),
            _ => {}
        }
    }
    close(&mut made, &mut landmarks, &cell, kind, number, language);
    let mut item = made.finish();
    item.title = of("metadata.title");
    item.source = Span::new(0, source.len());
    item.landmarks = landmarks;
    Ok(Extracted { format: "notebook".into(), items: vec![item], ..Extracted::default() })
}

/// Adds a cell: its lines, each with its own way back.
fn close(
    made: &mut Code,
    landmarks: &mut Landmarks,
    lines: &[(&str, &SpanMap)],
    kind: &str,
    number: u32,
    language: Option<Language>,
) {
    let text: String = lines.iter().map(|(line, _)| *line).collect();
    if text.trim().is_empty() {
        return;
    }
    landmarks.add(made.text.len(), LocatorKind::Cell, number);
    let mut whole = crate::text::provenance::span_map::SpanMapBuilder::default();
    for (line, map) in lines {
        whole.append(map, line.len());
    }
    let whole = whole.finish();
    let place = |at: usize, len: usize| SpanMap::shifted(at, len).compose(&whole);
    match (kind, language) {
        ("code", Some(language)) => made.read(&text, language, place),
        ("markdown", _) => {
            let start = made.text.len();
            made.text.push_str(&text);
            made.map.append(&whole, text.len());
            let shifted = |block: Block| Block { span: block.span.shifted(start), ..block };
            made.blocks.extend(blocks(&text, Markup::Markdown).into_iter().map(shifted));
        }
        _ => made.read(&text, code::NONE, place),
    }
    made.make("\n\n");
}
