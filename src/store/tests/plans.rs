//! Queries use the SQL indexes that were made for them.

use super::*;

/// What SQLite says it will do for a query.
fn plan(reader: &Reader, sql: &str) -> String {
    let connection = reader.lock();
    let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
    let count = statement.parameter_count();
    let rows = statement
        .query_map(rusqlite::params_from_iter(std::iter::repeat_n(1, count)), |row| row.get::<_, String>(3))
        .unwrap();
    rows.map(|row| row.unwrap()).collect::<Vec<_>>().join("; ")
}

#[test]
fn queries_use_the_indexes_made_for_them() {
    let fixture = fixture();
    let reader = Reader::open(&fixture.index).unwrap();
    for (sql, index) in [
        ("SELECT entity FROM names WHERE folded = ?1 ORDER BY rank, entity", "names_by_fold"),
        ("SELECT entity FROM mentions WHERE text_unit = ?1 ORDER BY start, end, entity", "mentions_by_unit"),
        (
            "SELECT id FROM relationships WHERE source = ?1 ORDER BY weight DESC, target LIMIT 5",
            "relationships_by_source",
        ),
        (
            "SELECT id FROM relationships WHERE target = ?1 ORDER BY weight DESC, source LIMIT 5",
            "relationships_by_target",
        ),
        (
            "SELECT relationship FROM relationship_units WHERE text_unit = ?1 ORDER BY relationship",
            "relationship_units_by_unit",
        ),
        (
            "SELECT id FROM communities WHERE parent IS ?1 ORDER BY unconnected, documents DESC, position",
            "communities_by_parent",
        ),
        ("SELECT community FROM members WHERE entity = ?1", "members_by_entity"),
        ("SELECT id FROM text_units WHERE document = ?1 ORDER BY ordinal", "text_units_by_document"),
        ("SELECT id FROM documents WHERE file = ?1", "documents_by_file"),
        (
            "SELECT document, role, sentences FROM appearances WHERE entity = ?1 ORDER BY document, role",
            "appearances_by_entity",
        ),
        ("SELECT id FROM turns WHERE chat = ?1 ORDER BY id", "turns_by_chat"),
    ] {
        let plan = plan(&reader, sql);
        assert!(plan.contains(index) && !plan.contains("TEMP B-TREE") && !plan.contains("SCAN"), "{sql}: {plan}");
    }
}

/// The full text is read once, and not for each text unit that may be found.
#[test]
fn full_text_within_some_units_is_read_once() {
    let fixture = fixture();
    let reader = Reader::open(&fixture.index).unwrap();
    let within = |list: &str| {
        let sql = "SELECT rowid FROM unit_words WHERE unit_words MATCH ?1 AND";
        plan(&reader, &format!("{sql} {list} IN (SELECT value FROM json_each(?2))"))
    };
    let by_row = |plan: &str| plan.contains("VIRTUAL TABLE INDEX 0:=");
    assert!(by_row(&within("rowid")), "else the plan says nothing: {}", within("rowid"));
    assert!(!by_row(&within("+rowid")), "{}", within("+rowid"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any window of a text that takes many blocks is the text's own, and holds what was asked for.
    #[test]
    fn windows_are_the_texts_own(word in "[a-zé漢🙂]{1,9}", repeat in 1usize..9000, cuts in prop::collection::vec((0usize..200_000, 0usize..60_000), 1..8)) {
        let text = word.repeat(repeat);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("index.gleaner");
        let writer = Writer::open(&path).unwrap();
        writer.add_file(0, &FileRecord { path: "a".to_owned(), status: FileStatus::Read, reason: None, size: 0, modified: None, hash: None }).unwrap();
        writer.add_document(0, &document(3, "a", &text), &text, &[], &[], &WayBack::default()).unwrap();
        let reader = Reader::open(&path).unwrap();
        for (start, length) in cuts {
            let asked = Span::new(start, start + length);
            let (span, window) = reader.text(DocumentId(3), asked).unwrap();
            prop_assert_eq!(span.slice(&text), Some(window.as_str()));
            let inside = Span::new(asked.start.min(text.len()), asked.end.min(text.len()));
            prop_assert!(span.contains(inside), "{:?} {:?}", span, inside);
        }
    }
}
