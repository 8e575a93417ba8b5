//! Imports of small indexes of our own making: a generation each, and everything that can be wrong with one.

use std::fs;
use std::path::{Path, PathBuf};

use super::account::Account;
use super::import::{account, is_current, totals};
use super::parquet_out::{Column, write_table};
use super::{ImportError, ImportPlan, Imported, import, is_foreign_index};
use crate::config::Settings;
use crate::model::{CommunityId, EntityId, Kind, Progress, Ref, RelationshipId, TextUnitId};
use crate::store::Reader;

const LETTER: &str = "Ida Harrow keeps the ferry at Crake. Every autumn the ferry is tarred by Tom Wray. \
                      Tom Wray lodges with Ida Harrow at Crake.";
const NOTE: &str = "In 1840 the mill at Crake burned down. Tom Wray had left the mill that morning.";

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("output")).unwrap();
        Self { folder }
    }

    fn output(&self) -> PathBuf {
        self.folder.path().join("output")
    }

    fn table(&self, name: &str, columns: &[(&str, Column)]) {
        write_table(&self.output().join(name), columns);
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.output().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn index(&self) -> PathBuf {
        self.folder.path().join("test.gleaner")
    }

    fn try_import(&self) -> Result<Imported, ImportError> {
        let plan = ImportPlan { folder: self.output(), index: self.index(), settings: Settings::default() };
        import(&plan, &Progress::default())
    }

    /// Imports, checks the account, and opens the index.
    fn import(&self) -> (Imported, Reader) {
        let imported = self.try_import().unwrap();
        for table in &imported.account.tables {
            let listed: u64 = table.oddities.iter().filter(|odd| !odd.loaded).map(|odd| odd.rows.count()).sum();
            assert_eq!(table.rows, table.loaded + listed, "{table:?}");
        }
        let reader = Reader::open(&self.index()).unwrap();
        reader.check().unwrap();
        assert_eq!(account(&reader).unwrap().as_ref(), Some(&imported.account));
        (imported, reader)
    }
}

fn texts(values: &[&str]) -> Column {
    Column::texts(values.iter().copied())
}

fn lists(values: &[&[&str]]) -> Column {
    Column::Texts(values.iter().map(|list| list.iter().map(|&text| text.to_owned()).collect()).collect())
}

fn wholes(values: &[i64]) -> Column {
    Column::wholes(values.iter().copied())
}

/// A small index as the third generation writes it.
fn third_generation() -> Place {
    let place = Place::new();
    place.table(
        "documents.parquet",
        &[
            ("id", texts(&["d1", "d2"])),
            ("human_readable_id", wholes(&[0, 1])),
            ("title", texts(&["letter.txt", "note.txt"])),
            ("text", texts(&[LETTER, NOTE])),
            ("text_unit_ids", lists(&[&["u1", "u2"], &["u3"]])),
            ("creation_date", texts(&["2024-05-06 07:08:09 +0000", "2024-05-07"])),
        ],
    );
    place.table(
        "text_units.parquet",
        &[
            ("id", texts(&["u1", "u2", "u3"])),
            ("human_readable_id", wholes(&[1, 2, 3])),
            ("text", texts(&[&LETTER[..83], &LETTER[37..], NOTE])),
            ("document_id", texts(&["d1", "d1", "d2"])),
        ],
    );
    place.table(
        "entities.parquet",
        &[
            ("id", texts(&["e1", "e2", "e3", "e4"])),
            ("human_readable_id", wholes(&[0, 1, 2, 3])),
            ("title", texts(&["IDA HARROW", "TOM WRAY", "CRAKE", "THE MILL"])),
            ("type", texts(&["PERSON", "PERSON", "GEO", ""])),
            ("description", texts(&["Keeps the ferry", "Tars the ferry", "A village", "It burned"])),
            ("text_unit_ids", lists(&[&["u1", "u2"], &["u1", "u2", "u3"], &["u1", "u2", "u3"], &["u3"]])),
            ("frequency", wholes(&[2, 3, 3, 1])),
            ("degree", wholes(&[2, 2, 2, 1])),
        ],
    );
    place.table(
        "relationships.parquet",
        &[
            ("id", texts(&["r1", "r2", "r3"])),
            ("human_readable_id", wholes(&[0, 1, 2])),
            ("source", texts(&["IDA HARROW", "IDA HARROW", "TOM WRAY"])),
            ("target", texts(&["TOM WRAY", "CRAKE", "THE MILL"])),
            ("description", texts(&["He lodges with her", "She lives there", "He worked there"])),
            ("weight", Column::Number(vec![9.0, 4.0, 1.0])),
            ("text_unit_ids", lists(&[&["u2"], &["u1"], &["u3"]])),
        ],
    );
    place.table(
        "communities.parquet",
        &[
            ("id", texts(&["c0", "c1", "c2"])),
            ("human_readable_id", wholes(&[0, 1, 2])),
            ("community", wholes(&[0, 1, 2])),
            ("level", wholes(&[0, 0, 1])),
            ("parent", wholes(&[-1, -1, 0])),
            ("children", Column::Wholes(vec![vec![2], vec![], vec![]])),
            ("title", texts(&["Community 0", "Community 1", "Community 2"])),
            ("entity_ids", lists(&[&["e1", "e2", "e3"], &["e4"], &["e1", "e2"]])),
        ],
    );
    place.table("community_reports.parquet", &reports(&[0, 1, 2]));
    place
}

fn reports(communities: &[i64]) -> Vec<(&'static str, Column)> {
    let rows = communities.len();
    vec![
        ("id", Column::texts(communities.iter().map(|number| format!("p{number}")))),
        ("community", wholes(communities)),
        ("level", wholes(&vec![0; rows])),
        ("title", Column::texts(communities.iter().map(|number| format!("Report {number}")))),
        ("summary", Column::texts(vec!["The ferry at Crake [Data: Entities (0, 2); Relationships (1)]."; rows])),
        ("full_content", texts(&vec![""; rows])),
        ("rank", Column::Number(vec![7.5; rows])),
        ("rating_explanation", texts(&vec!["Because."; rows])),
        (
            "findings",
            Column::Findings(vec![
                vec![(
                    "It is tarred [Data: Sources (1, 2, +more)].".to_owned(),
                    "The tar".to_owned()
                )];
                rows
            ]),
        ),
    ]
}

fn oddities(account: &Account) -> Vec<(&str, &str, u64)> {
    let all = account.tables.iter().flat_map(|table| table.oddities.iter().map(move |odd| (table, odd)));
    all.map(|(table, odd)| (table.table.as_str(), odd.what.as_str(), odd.count)).collect()
}

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

// --- what can be wrong

#[test]
fn a_folder_that_is_no_index() {
    let place = Place::new();
    place.file("letter.txt", LETTER);
    assert!(!is_foreign_index(place.folder.path()));
    let error = place.try_import().unwrap_err();
    assert!(error.to_string().ends_with("holds no index that Gleaner can import"), "{error}");
    assert!(!place.index().exists());
}

#[test]
fn a_table_of_another_tool() {
    let place = Place::new();
    place.table("entities.parquet", &[("customer", texts(&["x"])), ("price", Column::Number(vec![1.0]))]);
    let Err(ImportError::NoIndex { seen, .. }) = place.try_import() else { panic!("imported") };
    assert!(seen[0].1.contains("another tool's table: it has no `title` or `name`"), "{seen:?}");
}

#[test]
fn half_written_tables() {
    let place = third_generation();
    let path = place.output().join("communities.parquet");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    fs::write(place.output().join("documents.parquet"), b"PAR1").unwrap();
    let (imported, reader) = place.import();
    assert_eq!(imported.account.unused.len(), 2, "{:?}", imported.account.unused);
    assert!(imported.account.unused[0].1.contains("Parquet"));
    // Reports still say which communities there were.
    assert_eq!((imported.communities, imported.reports, imported.documents), (3, 3, 2));
    assert_eq!(reader.files(true).unwrap().len(), 2);
}

#[test]
fn damage_inside_a_table_costs_what_lies_behind_it() {
    let place = third_generation();
    let path = place.output().join("entities.parquet");
    let whole = fs::read(&path).unwrap();
    for at in (4..whole.len() - 8).step_by(7) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0xff;
        bytes[at + 1] = bytes[at + 1].wrapping_add(91);
        fs::write(&path, &bytes).unwrap();
        // Whatever is left is imported, or refused; nothing panics, and every row has its account.
        if let Ok(imported) = place.try_import() {
            for table in &imported.account.tables {
                let listed: u64 = table.oddities.iter().filter(|odd| !odd.loaded).map(|odd| odd.rows.count()).sum();
                assert_eq!(table.rows, table.loaded + listed, "byte {at}: {table:?}");
            }
        }
    }
}

#[test]
fn two_generations_side_by_side() {
    let place = third_generation();
    place.table(
        "create_final_nodes.parquet",
        &[("title", texts(&["OLD"])), ("level", wholes(&[0])), ("community", texts(&["0"]))],
    );
    place.table("create_final_entities.parquet", &[("id", texts(&["x"])), ("name", texts(&["OLD"]))]);
    place.table(
        "create_final_covariates.parquet",
        &[
            ("subject_id", texts(&["TOM WRAY"])),
            ("text_unit_id", texts(&["u3"])),
            ("description", texts(&["Left"])),
            ("status", texts(&["TRUE"])),
        ],
    );
    let (imported, _) = place.import();
    assert_eq!((imported.entities, imported.claims), (4, 1));
    assert_eq!(imported.account.unused.len(), 2);
    assert!(imported.account.remarks.iter().any(|remark| remark.contains("two generations")));
}

#[test]
fn duplicate_ids_dangling_ids_and_endless_parents() {
    let place = third_generation();
    place.table(
        "entities.parquet",
        &[
            ("id", texts(&["e1", "e1", "e2", "e3"])),
            ("human_readable_id", wholes(&[0, 1, 0, 7])),
            ("title", texts(&["IDA HARROW", "IDA AGAIN", "TOM WRAY", "CRAKE"])),
            ("text_unit_ids", lists(&[&["u1"], &["u1"], &["u9"], &[]])),
        ],
    );
    place.table(
        "communities.parquet",
        &[
            ("community", wholes(&[0, 1, 2, 2])),
            ("level", wholes(&[0, 1, 2, 2])),
            ("parent", wholes(&[2, 0, 1, -1])),
            ("entity_ids", lists(&[&["e1", "gone"], &["e1"], &["e2"], &["e3"]])),
        ],
    );
    place.table("community_reports.parquet", &reports(&[0, 9, 0]));
    let (imported, reader) = place.import();
    let odd = oddities(&imported.account);
    for wanted in [
        ("entities", "the same id as an entity before it", 1),
        ("entities", "is in no community", 1),
        ("entities", "its number is another row's, or none that can be cited: it has a new one", 1),
        ("entities", "names a text unit that no table has", 1),
        ("entities", "no text unit names it", 2),
        ("relationships", "names an entity that no table has: it was made from its name", 1),
        ("communities", "has a member that no table has", 1),
        ("communities", "the same number as a community before it", 1),
        ("communities", "its parents go round in a circle: it stands at the root", 1),
        ("reports", "reports on a community that no table has", 1),
        ("reports", "a community without members", 1),
        ("reports", "a second report of its community", 1),
        ("reports", "cites a record that is not there", 2),
    ] {
        assert!(odd.contains(&wanted), "{wanted:?} is not among {odd:#?}");
    }
    assert_eq!(reader.entity(EntityId(7)).unwrap().name, "CRAKE");
    assert_eq!(reader.report(CommunityId(9)).unwrap().title, "Report 9");
    let path = reader.community_path(CommunityId(2)).unwrap();
    assert!(path.len() <= 3, "{path:?}");
}

#[test]
fn reports_for_missing_communities() {
    let place = third_generation();
    place.table("communities.parquet", &[("community", wholes(&[0])), ("level", wholes(&[0]))]);
    place.table("community_reports.parquet", &reports(&[0, 41]));
    let (imported, reader) = place.import();
    assert_eq!((imported.communities, imported.reports), (2, 2));
    let report = reader.report(CommunityId(41)).unwrap();
    assert_eq!((report.title.as_str(), report.community), ("Report 41", CommunityId(41)));
    let said = ("reports", "reports on a community that no table has", 1);
    assert!(oddities(&imported.account).contains(&said), "{:#?}", imported.account);
    // It stands in the tree like any other, and `doctor` says what is odd about it.
    let roots = reader.community_children(None).unwrap();
    assert!(roots.iter().any(|row| row.id == CommunityId(41)), "{roots:?}");
    assert!(imported.account.lines().iter().any(|line| line.contains(said.1)));
}

#[test]
fn null_lists_missing_columns_and_no_text_at_all() {
    let place = Place::new();
    place.table(
        "entities.parquet",
        &[
            ("title", texts(&["A", "B", "C"])),
            ("text_unit_ids", Column::Text(vec![None, Some("nan".to_owned()), None])),
        ],
    );
    place.table("relationships.parquet", &[("source", texts(&["A", "B"])), ("target", texts(&["B", "C"]))]);
    let (imported, reader) = place.import();
    assert_eq!((imported.entities, imported.relationships, imported.text_units), (3, 2, 0));
    assert!(reader.vectors(Kind::Source).unwrap().ids.is_empty());
}

#[test]
fn hostile_strings() {
    let place = third_generation();
    let huge = "A\u{1b}]0;x\u{7}".repeat(200_000);
    place.table(
        "entities.parquet",
        &[
            ("id", texts(&["e1", "e2", "e3"])),
            ("title", texts(&[&huge, "\u{1b}[2J\u{202e}evil", ""])),
            ("description", texts(&["[Data: Entities (0-4294967295)]", &huge, "'; DROP TABLE entities; --"])),
            ("text_unit_ids", lists(&[&["u1"], &["u1"], &["u1"]])),
        ],
    );
    place.table(
        "documents.parquet",
        &[
            ("id", texts(&["d1", "d2"])),
            ("title", texts(&["../../etc/passwd", "C:\\x\u{0}\n/../y"])),
            ("text", texts(&[LETTER, NOTE])),
        ],
    );
    let (imported, reader) = place.import();
    assert!(imported.entities >= 3);
    assert!(reader.entity(EntityId(0)).unwrap().name.chars().count() <= 161);
    let ids = reader.document_ids(Default::default(), "").unwrap();
    for document in reader.documents(&ids).unwrap() {
        assert!(!document.path.split('/').any(|part| part == ".."), "{}", document.path);
        assert!(!document.path.starts_with('/') && !document.path.contains(char::is_control), "{}", document.path);
    }
    for line in imported.account.lines() {
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}

#[test]
fn cancelling_leaves_no_index() {
    let place = third_generation();
    let progress = Progress::default();
    progress.cancel();
    let plan = ImportPlan { folder: place.output(), index: place.index(), settings: Settings::default() };
    assert!(matches!(import(&plan, &progress), Err(ImportError::Cancelled)));
    assert!(!Path::exists(&place.index()));
}
