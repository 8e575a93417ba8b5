//! Everything that can be wrong with an index of another program.

use super::*;

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
    let ids = reader.document_ids(Default::default()).unwrap();
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
