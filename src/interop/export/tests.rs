//! What is written is read by others, and by us.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{ExportError, Format, export};
use crate::config::Settings;
use crate::index::{Plan, build};
use crate::interop::{ImportPlan, import};
use crate::model::{Kind, Progress, Ref, TextUnit};
use crate::store::{DocumentOrder, EntityOrder, Reader, RelationshipOrder};

/// An index of the demo corpus.
fn demo(place: &Path) -> Reader {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo").canonicalize().unwrap();
    let index = place.join("demo.gleaner");
    let plan = Plan {
        roots: vec![root],
        index: index.clone(),
        name: "demo".to_owned(),
        settings: Settings::default(),
        afresh: false,
    };
    build(&plan, &Progress::default()).unwrap();
    Reader::open(&index).unwrap()
}

/// Everything an index holds, as text, by table.
fn everything(reader: &Reader) -> BTreeMap<&'static str, Vec<String>> {
    let mut all = BTreeMap::new();
    let documents = reader.document_ids(DocumentOrder::Reading).unwrap();
    let stored = documents.iter().map(|&id| {
        let stored = reader.stored_document(id).unwrap();
        format!("{:?}", (stored.document.id, stored.document.title, stored.document.path, stored.text))
    });
    all.insert("documents", stored.collect());
    let units = reader.all_text_units().unwrap();
    // Where an overlap ends is told by the texts alone, and may differ by the blanks between two sentences.
    let units = units.into_iter().map(|unit| TextUnit { fresh_from: 0, ..unit });
    all.insert("units", units.map(|unit| format!("{unit:?} {}", reader.unit_text(&unit).unwrap())).collect());
    let mut ids = reader.entity_ids(EntityOrder::Degree, None, "").unwrap();
    ids.sort_unstable();
    all.insert("entities", reader.entities(&ids).unwrap().iter().map(|entity| format!("{entity:?}")).collect());
    all.insert("mentions", reader.all_mentions().unwrap().iter().map(|mention| format!("{mention:?}")).collect());
    let mut ids = reader.relationship_ids(RelationshipOrder::Weight, "").unwrap();
    ids.sort_unstable();
    all.insert("relationships", reader.relationships(&ids).unwrap().iter().map(|r| format!("{r:?}")).collect());
    let ids = reader.community_ids().unwrap();
    all.insert("communities", ids.iter().map(|&id| format!("{:?}", reader.community(id).unwrap())).collect());
    let mut reports = reader.reports(&ids).unwrap();
    // What a finding quotes is our own beside its text, which the tables of others have no room for.
    reports.iter_mut().flat_map(|report| &mut report.findings).for_each(|finding| finding.evidence.clear());
    all.insert("reports", reports.iter().map(|report| format!("{report:?}")).collect());
    all
}

#[test]
fn the_demo_exported_and_imported_is_the_same_index() {
    let place = tempfile::tempdir().unwrap();
    let reader = demo(place.path());
    let out = place.path().join("tables");
    export(&reader, &out, Format::GraphRag, false, &Progress::default()).unwrap();
    let index = place.path().join("again.gleaner");
    let plan = ImportPlan { folder: out.clone(), index: index.clone(), settings: Settings::default() };
    let imported = import(&plan, &Progress::default()).unwrap();
    assert_eq!(imported.account.lines(), [""; 0]);
    let (before, after) = (everything(&reader), everything(&Reader::open(&index).unwrap()));
    for (table, rows) in &before {
        assert_eq!(rows.len(), after[table].len(), "{table}");
        for (row, again) in rows.iter().zip(&after[table]) {
            assert_eq!(row, again, "{table}");
        }
    }
    assert_eq!(imported.account.cited().cited, imported.account.cited().resolved);

    // The same index gives the same bytes.
    let second = place.path().join("second");
    export(&reader, &second, Format::GraphRag, false, &Progress::default()).unwrap();
    for entry in fs::read_dir(&out).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        assert!(fs::read(&path).unwrap() == fs::read(second.join(name)).unwrap(), "{name:?} differs");
    }

    // The other forms, of the same index.
    markdown_is_linked(&reader, place.path());
    graphml_is_whole(&reader, place.path());
    lines_are_records(&reader, place.path());
    nothing_is_overwritten(&reader, place.path());
}

fn markdown_is_linked(reader: &Reader, place: &Path) {
    let vault = place.join("vault");
    let exported = export(reader, &vault, Format::Markdown, false, &Progress::default()).unwrap();
    let stats = reader.stats().unwrap();
    assert_eq!(exported.files, u64::from(stats.reports + stats.entities + stats.text_units) + 1);
    let mut notes = BTreeMap::new();
    for folder in ["reports", "entities", "sources", ""] {
        for entry in fs::read_dir(vault.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                notes.insert(
                    path.file_stem().unwrap().to_string_lossy().into_owned(),
                    fs::read_to_string(&path).unwrap(),
                );
            }
        }
    }
    assert_eq!(notes.len() as u64, exported.files, "two notes share a name");
    let mut links = 0;
    for (name, text) in &notes {
        assert!(!text.contains("[Data:"), "{name} has a citation that is no link");
        for link in text.split("[[").skip(1).filter_map(|rest| rest.split_once("]]")).map(|(link, _)| link) {
            let target = link.split('|').next().unwrap();
            assert!(notes.contains_key(target), "{name} leads to {target}, which is not there");
            links += 1;
        }
    }
    assert!(links > notes.len(), "{links} links");
}

fn graphml_is_whole(reader: &Reader, place: &Path) {
    let path = place.join("graph.graphml");
    export(reader, &path, Format::GraphMl, false, &Progress::default()).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let mut xml = quick_xml::Reader::from_str(&text);
    let (mut nodes, mut edges) = (0, 0);
    loop {
        match xml.read_event().unwrap() {
            quick_xml::events::Event::Start(tag) => match tag.local_name().as_ref() {
                "node" => nodes += 1,
                "edge" => edges += 1,
                _ => {}
            },
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    let stats = reader.stats().unwrap();
    assert_eq!((nodes, edges), (stats.entities, stats.relationships));
}

fn lines_are_records(reader: &Reader, place: &Path) {
    let folder = place.join("lines");
    export(reader, &folder, Format::JsonLines, false, &Progress::default()).unwrap();
    let entities = fs::read_to_string(folder.join("entities.jsonl")).unwrap();
    let stats = reader.stats().unwrap();
    assert_eq!(entities.lines().count() as u32, stats.entities);
    for line in entities.lines() {
        let entity: serde_json::Value = serde_json::from_str(line).unwrap();
        let id = entity["id"].as_u64().unwrap() as u32;
        let title = reader.titles(&[Ref::new(Kind::Entity, id)]).unwrap().pop().flatten();
        assert_eq!(entity["name"].as_str(), title.as_deref());
    }
    let documents = fs::read_to_string(folder.join("documents.jsonl")).unwrap();
    let texts: usize = documents
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["text"].as_str().unwrap().len())
        .sum();
    assert_eq!(texts as u64, stats.text_bytes);
}

fn nothing_is_overwritten(reader: &Reader, place: &Path) {
    let folder = place.join("taken");
    fs::create_dir(&folder).unwrap();
    // An empty folder is free.
    export(reader, &folder, Format::JsonLines, false, &Progress::default()).unwrap();
    fs::write(folder.join("mine.txt"), "mine").unwrap();
    fs::write(folder.join("claims.jsonl"), "old").unwrap();
    let refused = export(reader, &folder, Format::JsonLines, false, &Progress::default()).unwrap_err();
    assert!(matches!(refused, ExportError::Exists(_)), "{refused}");
    export(reader, &folder, Format::JsonLines, true, &Progress::default()).unwrap();
    assert_eq!(fs::read_to_string(folder.join("mine.txt")).unwrap(), "mine");
    assert_ne!(fs::read_to_string(folder.join("claims.jsonl")).unwrap(), "old");
    // What is stopped leaves nothing behind.
    let progress = Progress::default();
    progress.cancel();
    let stopped = export(reader, &place.join("stopped"), Format::Markdown, false, &progress);
    assert!(matches!(stopped, Err(ExportError::Cancelled)));
    assert!(!fs::read_dir(place).unwrap().any(|entry| {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        name.contains("exporting") || name.contains("stopped")
    }));
}
