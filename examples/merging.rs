//! Which names of a GraphRAG output the merger takes for one thing, for judging by reading: one JSON line for each pair
//! that it joins, that it proposes, or that shares a telling word and is left apart.
//!
//! `cargo run --profile quick --example merging -- FOLDER… > pairs.jsonl`; draw pairs of each sort with a seed and read
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gleaner::config::Settings;
use gleaner::index::merge::told::{self, Merging};
use gleaner::interop::{ImportPlan, import};
use gleaner::judgement::{DocumentText, ExtractedEntity, Extraction, Passage};
use gleaner::model::{Document, DocumentId, Progress, Sentence, SentenceKind, Span, TextUnitId};
use gleaner::store::Reader;
use gleaner::text::words::fold;
use gleaner::text::words::terms::is_stop;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let place = tempfile::tempdir()?;
    for (at, folder) in std::env::args().skip(1).enumerate() {
        let index = place.path().join(format!("{at}.gleaner"));
        let plan = ImportPlan { folder: (&folder).into(), index: index.clone(), settings: Settings::default() };
        if let Err(error) = import(&plan, &Progress::default()) {
            eprintln!("{folder}: {error}");
            continue;
        }
        pairs(&folder, &Reader::open(&index)?)?;
    }
    Ok(())
}

fn pairs(folder: &str, reader: &Reader) -> Result<(), Box<dyn std::error::Error>> {
    let entities = reader.all_entities()?;
    let mut units: BTreeMap<TextUnitId, BTreeSet<usize>> = BTreeMap::new();
    for (at, entity) in entities.iter().enumerate() {
        for mention in reader.mentions_of(entity.id, 10_000)? {
            units.entry(mention.text_unit).or_default().insert(at);
        }
    }
    let (mut passages, mut extractions) = (Vec::new(), Vec::new());
    for (&unit, named) in &units {
        let unit = reader.text_unit(unit)?;
        let text = reader.unit_text(&unit)?;
        let told = named.iter().map(|&at| ExtractedEntity {
            name: entities[at].name.clone(),
            kind: Some(entities[at].kind.clone()),
            sure: true,
            description: Some(entities[at].description.clone()),
            mentions: places(&text, &entities[at].name),
        });
        extractions.push(Extraction { entities: told.collect(), ..Extraction::default() });
        passages.push(passage(unit, text));
    }
    let told = told::merge(&passages, &extractions, Merging { words: 200, same: &[] });
    let group_of = |name: &str| {
        let key = fold::key(name);
        told.merged
            .entities
            .iter()
            .position(|entity| std::iter::once(&entity.name).chain(&entity.aliases).any(|form| fold::key(form) == key))
    };
    let groups: Vec<Option<usize>> = entities.iter().map(|entity| group_of(&entity.name)).collect();
    let proposed: BTreeSet<(usize, usize)> =
        told.likely.iter().map(|pair| (pair.a.0.min(pair.b.0) as usize, pair.a.0.max(pair.b.0) as usize)).collect();
    let words = |name: &str| -> BTreeSet<String> {
        fold::key(name).split(' ').filter(|word| !is_stop(word)).map(fold::singular).collect()
    };
    let of_name: Vec<BTreeSet<String>> = entities.iter().map(|entity| words(&entity.name)).collect();
    for (a, one) in entities.iter().enumerate() {
        for (b, other) in entities.iter().enumerate().skip(a + 1) {
            let sort = match (groups[a], groups[b]) {
                (Some(x), Some(y)) if x == y => "joined",
                (Some(x), Some(y)) if proposed.contains(&(x.min(y), x.max(y))) => "proposed",
                _ if !of_name[a].is_disjoint(&of_name[b]) => "apart",
                _ => continue,
            };
            let line = serde_json::json!({
                "of": folder, "sort": sort, "a": one.name, "b": other.name, "a_kind": one.kind.name(),
                "b_kind": other.kind.name(), "a_told": one.description, "b_told": other.description,
            });
            println!("{line}");
        }
    }
    Ok(())
}

/// Where a text has a name, whatever its case.
fn places(text: &str, name: &str) -> Vec<Span> {
    let (lower, name) = (text.to_ascii_lowercase(), name.to_ascii_lowercase());
    let whole = |at: usize| {
        let before = lower[..at].chars().next_back();
        let behind = lower[at + name.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !behind.is_some_and(char::is_alphanumeric)
    };
    lower.match_indices(&name).filter(|(at, _)| whole(*at)).map(|(at, _)| Span::new(at, at + name.len())).collect()
}

fn passage(unit: gleaner::model::TextUnit, text: String) -> Passage {
    let mut sentences = Vec::new();
    let mut at = 0;
    for piece in text.split_inclusive(['.', '!', '?', '\n']) {
        sentences.push(Sentence {
            span: Span::new(at, at + piece.len()),
            kind: SentenceKind::Prose,
            speaker: None,
            paragraph: 0,
            recurring: false,
        });
        at += piece.len();
    }
    let document = Document {
        id: DocumentId(unit.document.0),
        title: String::new(),
        path: String::new(),
        row: None,
        format: "text".to_owned(),
        encoding: "UTF-8".to_owned(),
        language: None,
        bytes: text.len() as u64,
        modified: None,
        hash: String::new(),
        text_len: text.len(),
        tokens: 0,
    };
    let count = sentences.len();
    let unit = gleaner::model::TextUnit { span: Span::new(0, text.len()), fresh_from: 0, ..unit };
    let document = DocumentText { document, text, sentences, speakers: Vec::new() };
    Passage { document: Arc::new(document), unit, sentences: 0..count }
}
