//! Indexes of other programs, a generation each, read whole.

use super::*;

#[test]
fn a_third_generation_index_is_a_whole_index() {
    let place = third_generation();
    assert!(is_foreign_index(place.folder.path()));
    let (imported, reader) = place.import();
    assert_eq!(oddities(&imported.account), []);
    assert_eq!(totals(&imported.account.tables), (18, 18, 0));
    let cited = imported.account.cited();
    assert_eq!((cited.cited, cited.resolved), (15, 15));
    // Numbers stay as they were cited.
    let unit = reader.text_unit(TextUnitId(2)).unwrap();
    assert_eq!(reader.unit_text(&unit).unwrap(), &LETTER[37..]);
    assert_eq!((unit.ordinal, unit.fresh_from), (1, 83));
    let crake = reader.entity(EntityId(2)).unwrap();
    assert_eq!((crake.name.as_str(), crake.kind.name(), crake.documents, crake.degree), ("CRAKE", "place", 2, 1));
    let places: Vec<_> = reader.mentions_of(EntityId(2), 9).unwrap();
    assert_eq!(reader.text(unit.document, places[0].span).unwrap().1, "Crake");
    let tie = reader.relationship(RelationshipId(0)).unwrap();
    assert_eq!((tie.weight, tie.text_units), (9.0, vec![TextUnitId(2)]));
    let community = reader.community(CommunityId(0)).unwrap();
    assert_eq!((community.level, community.children, community.documents), (0, vec![CommunityId(2)], 2));
    let report = reader.report(CommunityId(2)).unwrap();
    assert_eq!((report.title.as_str(), report.rating, report.findings.len()), ("Report 2", 7.5, 1));
    // Found by words and by likeness.
    assert_eq!(reader.search_units("burned", true, 1.0, 9).unwrap().len(), 1);
    assert_eq!(reader.search_records("ferry", &[Kind::Report], true, 9).unwrap().len(), 3);
    assert_eq!(reader.vectors(Kind::Source).unwrap().ids, [1, 2, 3]);
    assert_eq!(reader.vectors(Kind::Report).unwrap().ids, [0, 1, 2]);
    assert!(reader.record(Ref::new(Kind::Source, 1)).is_ok());
    assert!(is_current(&reader, &place.output()).unwrap());
    place.file("more.txt", "changed");
    assert!(!is_current(&reader, &place.output()).unwrap());
}

#[test]
fn the_folder_is_only_read() {
    let place = third_generation();
    let list = || {
        let mut files: Vec<_> = fs::read_dir(place.output())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.clone(), fs::read(path).unwrap()))
            .collect();
        files.sort();
        files
    };
    let before = list();
    place.import();
    assert_eq!(list(), before);
}

/// The first generation: long names, nodes for each level, no parents, names in quotation marks, numbers as text.
#[test]
fn a_first_generation_index_is_a_whole_index() {
    let place = Place::new();
    let folder = "20240705-101010/artifacts";
    fs::create_dir_all(place.output().join(folder)).unwrap();
    let table =
        |name: &str, columns: &[(&str, Column)]| place.table(&format!("{folder}/create_final_{name}.parquet"), columns);
    table("documents", &[("id", texts(&["d1"])), ("title", texts(&["letter.txt"])), ("raw_content", texts(&[LETTER]))]);
    table(
        "text_units",
        &[
            ("id", texts(&["u1", "u2"])),
            ("text", texts(&[&LETTER[..83], &LETTER[83..]])),
            ("document_ids", lists(&[&["d1"], &["d1"]])),
        ],
    );
    table(
        "nodes",
        &[
            ("level", wholes(&[0, 0, 0, 1, 1, 1])),
            (
                "title",
                texts(&["\"IDA HARROW\"", "\"TOM WRAY\"", "\"CRAKE\"", "\"IDA HARROW\"", "\"TOM WRAY\"", "\"CRAKE\""]),
            ),
            ("type", texts(&["\"PERSON\"", "\"PERSON\"", "\"GEO\"", "\"PERSON\"", "\"PERSON\"", "\"GEO\""])),
            ("description", texts(&["She", "He", "It", "She", "He", "It"])),
            ("source_id", texts(&["u1,u2", "u1", "u2", "u1,u2", "u1", "u2"])),
            (
                "community",
                Column::Text(["4", "4", "", "7", "7", ""].map(|c| (!c.is_empty()).then(|| c.to_owned())).to_vec()),
            ),
            ("human_readable_id", wholes(&[10, 11, 12, 10, 11, 12])),
            ("id", texts(&["a", "b", "c", "a", "b", "c"])),
        ],
    );
    table(
        "relationships",
        &[
            ("source", texts(&["\"IDA HARROW\""])),
            ("target", texts(&["\"TOM WRAY\""])),
            ("weight", Column::Number(vec![1.0])),
            ("human_readable_id", texts(&["5"])),
            ("id", texts(&["r"])),
            ("text_unit_ids", lists(&[&["u1"]])),
        ],
    );
    table(
        "communities",
        &[("id", texts(&["4", "7"])), ("title", texts(&["Community 4", "Community 7"])), ("level", wholes(&[0, 1]))],
    );
    table(
        "community_reports",
        &[
            ("community", texts(&["4", "7"])),
            (
                "full_content",
                texts(&[
                    "# Ferry folk\n\nTwo people.\n\n## They lodge\n\nTogether [Data: Entities (10, 11); Relationships (5)].",
                    "",
                ]),
            ),
            ("rank", Column::Number(vec![3.0, 1.0])),
            ("rank_explanation", texts(&["Small", ""])),
        ],
    );
    let (imported, reader) = place.import();
    assert!(imported.account.folder.ends_with("artifacts"));
    let odd = oddities(&imported.account);
    assert_eq!(odd, [("entities", "is in no community", 1), ("reports", "an empty report", 1)]);
    assert_eq!(reader.entity(EntityId(10)).unwrap().name, "IDA HARROW");
    assert_eq!(reader.units_of_entity(EntityId(10)).unwrap().len(), 2);
    let finer = reader.community(CommunityId(7)).unwrap();
    assert_eq!((finer.parent, finer.entities), (Some(CommunityId(4)), vec![EntityId(10), EntityId(11)]));
    let report = reader.report(CommunityId(4)).unwrap();
    assert_eq!((report.title.as_str(), report.summary.as_str(), report.rating), ("Ferry folk", "Two people.", 3.0));
    assert_eq!(report.findings[0].heading, "They lodge");
    assert_eq!(imported.account.cited().resolved, 3);
    // The community without a report got one from its sentences.
    assert!(reader.report(CommunityId(7)).is_ok());
    assert_eq!(imported.reports, 2);
}

#[test]
fn the_newest_whole_run_is_taken() {
    let place = third_generation();
    let copy = |to: &str, leave_out: &str| {
        let folder = place.folder.path().join("runs").join(to);
        fs::create_dir_all(&folder).unwrap();
        for entry in fs::read_dir(place.output()).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap();
            if name != leave_out {
                fs::copy(&path, folder.join(name)).unwrap();
            }
        }
    };
    copy("20240101-000000", "");
    copy("20240301-000000", "");
    copy("20240501-000000", "relationships.parquet");
    let plan =
        ImportPlan { folder: place.folder.path().join("runs"), index: place.index(), settings: Settings::default() };
    let imported = import(&plan, &Progress::default()).unwrap();
    assert!(imported.account.folder.ends_with("20240301-000000"));
    assert!(imported.account.remarks[0].contains("3 runs were found"), "{:?}", imported.account.remarks);
}

/// CSV with lists as Python text, and what only units say about entities.
#[test]
fn csv_tables_with_lists_as_text() {
    let place = Place::new();
    place.file("text_units.csv", format!("id,text,entity_ids\nu1,\"{LETTER}\",\"['e1'\n 'e2']\"\nu2,\"{NOTE}\",[]\n"));
    place.file(
        "entities.csv",
        "id,human_readable_id,title,type,description\ne1,4.0,Ida Harrow,person,\"Says \"\"so\"\"\"\ne2,5,CRAKE,,\n",
    );
    place.file("relationships.csv", "source,target,weight,text_unit_ids\nIda Harrow,CRAKE,2,\"['u1']\"\n");
    let (imported, reader) = place.import();
    assert_eq!((imported.entities, imported.relationships, imported.documents), (2, 1, 2));
    assert_eq!(reader.entity(EntityId(4)).unwrap().description, "Says \"so\"");
    assert_eq!(reader.units_of_entity(EntityId(4)).unwrap(), [TextUnitId(0)]);
    // No communities in the tables: they are found, and reported on.
    assert!(imported.communities > 0 && imported.reports == imported.communities, "{imported:?}");
}

#[test]
fn a_lightrag_folder_is_an_index() {
    let place = Place::new();
    let graph = r#"<?xml version="1.0"?><graphml><key id="d0" for="node" attr.name="entity_type"/>
        <key id="d1" for="node" attr.name="description"/><key id="d2" for="node" attr.name="source_id"/>
        <key id="d3" for="edge" attr.name="weight"/><key id="d4" for="edge" attr.name="source_id"/>
        <graph edgedefault="undirected"><node id="Ida &amp; Harrow"><data key="d0">person</data>
        <data key="d1">Keeps&#x20;it&lt;SEP&gt;"Tars it"</data><data key="d2">chunk-1&lt;SEP&gt;chunk-2</data></node>
        <node id="Crake"/><edge source="Ida &amp; Harrow" target="Crake"><data key="d3">2.5</data>
        <data key="d4">chunk-2</data></edge></graph></graphml>"#;
    place.file("graph_chunk_entity_relation.graphml", graph);
    place.file(
        "kv_store_full_docs.json",
        serde_json::json!({"doc-1": {"content": LETTER, "file_path": "a/letter.txt"}}).to_string(),
    );
    place.file(
        "kv_store_text_chunks.json",
        serde_json::json!({
            "chunk-2": {"content": &LETTER[83..], "full_doc_id": "doc-1", "chunk_order_index": 1},
            "chunk-1": {"content": &LETTER[..83], "full_doc_id": "doc-1", "chunk_order_index": 0},
        })
        .to_string(),
    );
    let (imported, reader) = place.import();
    assert_eq!(imported.account.kind, "a LightRAG working folder");
    assert_eq!((imported.documents, imported.text_units, imported.entities, imported.relationships), (1, 2, 2, 1));
    let ida = reader.entity(EntityId(0)).unwrap();
    assert_eq!((ida.name.as_str(), ida.description.as_str()), ("Ida & Harrow", "Keeps it\n\nTars it"));
    assert_eq!(reader.relationship(RelationshipId(0)).unwrap().text_units, [TextUnitId(1)]);
    assert_eq!(reader.text_unit(TextUnitId(1)).unwrap().span.start, 83);
}

#[test]
fn a_nano_graphrag_folder_keeps_its_communities() {
    let place = Place::new();
    let graph = r#"<graphml><key id="d0" for="node" attr.name="clusters"/><graph>
        <node id="&quot;IDA&quot;"><data key="d0">[{"level": 0, "cluster": "3"}]</data></node></graph></graphml>"#;
    place.file("graph_chunk_entity_relation.graphml", graph);
    place.file(
        "kv_store_community_reports.json",
        serde_json::json!({"3": {"level": 0, "report_json": {"title": "Ida", "summary": "S", "rating": 4, "findings": [
            {"summary": "F", "explanation": "E"}]}}})
        .to_string(),
    );
    let (imported, reader) = place.import();
    assert_eq!(imported.account.kind, "a nano-graphrag working folder");
    let report = reader.report(CommunityId(3)).unwrap();
    assert_eq!((report.title.as_str(), report.rating, report.findings.len()), ("Ida", 4.0, 1));
    assert_eq!(reader.community(CommunityId(3)).unwrap().entities, [EntityId(0)]);
}
