//! The store as a whole: what is written is read, files that are not ours are refused, builds survive being killed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::model::*;
use crate::text::landmarks::Landmarks;
use crate::text::span_map::SpanMap;

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
    let place = BuildFile::begin(index).unwrap();
    let writer = place.open(inputs).unwrap();
    fill(&writer).unwrap();
    place.publish(writer).unwrap();
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn what_is_written_is_read() {
    let fixture = fixture();
    let reader = Reader::open(&fixture.index).unwrap();
    let stored = reader.stored_document(DocumentId(1)).unwrap();
    assert_eq!(stored.text, TEXTS[1]);
    assert_eq!(stored.document, document(1, "notes/1.txt", TEXTS[1]));
    assert_eq!(stored.sentences, [sentence(0, TEXTS[1].len())]);
    let (map, landmarks) = reader.way_back(DocumentId(1)).unwrap();
    assert_eq!(map.to_file(Span::new(0, 2)), Span::new(7, 9));
    assert_eq!(landmarks.at(0).unwrap().to_string(), "p. 3");
    assert_eq!(
        reader.entities(&[EntityId(1), EntityId(0)]).unwrap(),
        [entity(1, "Béla Orme", 1), entity(0, "Ada Quill", 1)]
    );
    assert_eq!(reader.entities_named("bela orme").unwrap(), [EntityId(1)]);
    assert_eq!(reader.entity_ids(EntityOrder::Name, None, "quill").unwrap(), [EntityId(0)]);
    assert_eq!(reader.relationships_of(EntityId(1), 5).unwrap()[0].title(), "Ada Quill – Béla Orme");
    assert_eq!(reader.relationship_between(EntityId(1), EntityId(0)).unwrap(), Some(RelationshipId(0)));
    assert_eq!(reader.community(CommunityId(0)).unwrap().children, [CommunityId(1)]);
    assert_eq!(reader.community_path(CommunityId(1)).unwrap(), [CommunityId(0), CommunityId(1)]);
    assert_eq!(reader.communities_at(5).unwrap(), [CommunityId(1)]);
    assert_eq!(reader.community_children(None).unwrap()[0].title, "Bridges and their painters");
    // Without a report the row goes by its members.
    assert_eq!(reader.community_children(Some(CommunityId(0))).unwrap()[0].title, "Béla Orme, Ada Quill");
    assert_eq!(reader.report(CommunityId(0)).unwrap().findings[0].heading, "Paint");
    assert_eq!(reader.documents_under("notes/").unwrap().len(), 2);
    assert_eq!(reader.documents_under("note").unwrap(), []);
    assert_eq!(reader.files(true).unwrap()[0].reason.as_deref(), Some("binary"));
    assert_eq!(reader.search_units("painting", false, 2.0, 5).unwrap()[0].record, Ref::new(Kind::Source, 1));
    assert_eq!(reader.search_records("bridge", &[Kind::Entity], true, 5).unwrap()[0].record, Ref::new(Kind::Entity, 0));
    assert_eq!(reader.search_records("bridge", &[Kind::Report], true, 5).unwrap(), []);
    assert_eq!(reader.vectors(Kind::Entity).unwrap().ids, [1]);
    assert_eq!(reader.term_vectors(&["unknown".to_owned(), "bridg".to_owned()]).unwrap()[0].vector, [1.0, 0.0]);
    let stats = reader.stats().unwrap();
    assert_eq!((stats.documents, stats.entities, stats.reports, stats.files.skipped), (2, 2, 1, 1));
    assert_eq!(reader.titles(&[Ref::new(Kind::Source, 1), Ref::new(Kind::Source, 7)]).unwrap()[1], None);
}

#[test]
fn records_lead_to_their_neighbours_and_places() {
    let fixture = fixture();
    let reader = Reader::open(&fixture.index).unwrap();
    for kind in [Kind::Report, Kind::Entity, Kind::Relationship, Kind::Source, Kind::Document] {
        let record = reader.record(Ref::new(kind, 0)).unwrap();
        assert!(!record.title.is_empty() && !record.neighbours.is_empty() && !record.places.is_empty(), "{kind}");
        assert!(matches!(reader.record(Ref::new(kind, 77)), Err(StoreError::NoSuchRecord(_))), "{kind}");
    }
    let ada = reader.record(Ref::new(Kind::Entity, 0)).unwrap();
    let place = ada.places[1];
    assert_eq!(reader.text(place.document, place.span).unwrap().1, "Ada Quill");
}

#[test]
fn what_is_written_while_a_build_takes_the_index_s_place_is_kept() {
    let fixture = fixture();
    let (index, ended) = (fixture.index.clone(), Arc::new(AtomicBool::new(false)));
    let writing = std::thread::spawn({
        let ended = Arc::clone(&ended);
        move || {
            let desk = Desk::open(&index).unwrap();
            let mut kept = 0;
            while !ended.load(Ordering::Relaxed) {
                kept += usize::from(desk.add_chat("Who paints?").is_ok());
                std::thread::sleep(Duration::from_millis(1));
            }
            kept
        }
    });
    (0..40).for_each(|_| build(&fixture.index, "other inputs"));
    ended.store(true, Ordering::Relaxed);
    let kept = writing.join().unwrap();
    let chats = Reader::open(&fixture.index).unwrap().chats_with("").unwrap();
    assert_eq!(chats.len(), kept);
}

#[test]
fn filters_know_the_small_letters_of_every_script() {
    let fixture = fixture();
    let reader = Reader::open(&fixture.index).unwrap();
    let low: String = reader.lock().query_row("SELECT lower('ÄPFEL, ΣΟΦΙΑ')", [], |row| row.get(0)).unwrap();
    assert_eq!(low, "äpfel, σοφια");
}

#[test]
fn a_rebuild_keeps_chats_and_is_seen_by_open_readers() {
    let fixture = fixture();
    let reader = Reader::open(&fixture.index).unwrap();
    let before = reader.data_version().unwrap();
    let desk = Desk::open(&fixture.index).unwrap();
    let chat = desk.add_chat("Who paints?").unwrap();
    let turn = Turn {
        id: 0,
        chat,
        parent: None,
        question: "Who paints?".to_owned(),
        mode: Mode::LOCAL,
        level: Some(1),
        scope: Scope { documents: vec![DocumentId(1)], ..Scope::default() },
        answer: None,
        build: String::new(),
    };
    let answer = Answer { text: "Béla [Data: Sources (1)].".to_owned(), ..Answer::default() };
    let turn = Turn { answer: Some(answer), ..turn };
    let id = desk.add_turn(&turn).unwrap();
    desk.set_ui_state("place", &7).unwrap();
    build(&fixture.index, "other inputs");
    assert_ne!(reader.data_version().unwrap(), before);
    let turns = reader.turns(chat).unwrap();
    assert_eq!(turns, [Turn { id, build: "one".to_owned(), ..turn }]);
    assert_eq!(reader.ui_state::<u32>("place").unwrap(), Some(7));
    assert_eq!(names_in(fixture.index.parent().unwrap()), ["index.gleaner", "index.gleaner-shm", "index.gleaner-wal"]);
    drop(desk);
    drop(reader);
    assert_eq!(names_in(fixture.index.parent().unwrap()), ["index.gleaner"]);
}

#[test]
fn a_build_goes_on_from_the_same_inputs_and_begins_anew_from_others() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("deep/er/index.gleaner");
    let place = BuildFile::begin(&index).unwrap();
    let writer = place.open("a").unwrap();
    assert!(matches!(BuildFile::begin(&index), Err(StoreError::Busy(_))), "one builder at a time");
    fill(&writer).unwrap();
    drop((place, writer));
    assert!(matches!(Reader::open(&index), Err(StoreError::NotFound(_))));
    let place = BuildFile::begin(&index).unwrap();
    let writer = place.open("a").unwrap();
    assert_eq!(writer.stage("read").unwrap().map(|mark| mark.done), Some(2));
    drop((place, writer));
    let place = BuildFile::begin(&index).unwrap();
    let writer = place.open("b").unwrap();
    assert_eq!(writer.stage("read").unwrap(), None);
}

#[test]
fn a_failed_batch_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let writer = Writer::open(&folder.path().join("index.gleaner")).unwrap();
    let failed: Result<()> = writer.batch(|w| {
        w.mark_stage(&StageMark { name: "read".to_owned(), done: 1, millis: 1 })?;
        Err(StoreError::Interrupted)
    });
    assert!(failed.is_err());
    assert_eq!(writer.stage("read").unwrap(), None);
}

#[test]
fn foreign_files_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    assert!(matches!(Reader::open(&path), Err(StoreError::NotFound(_))));
    let foreign = rusqlite::Connection::open(folder.path().join("other.db")).unwrap();
    foreign.execute_batch("CREATE TABLE t (a)").unwrap();
    let database = fs::read(folder.path().join("other.db")).unwrap();
    for bytes in [b"Dear Sir or Madam".as_slice(), &[0; 5000], &database] {
        fs::write(&path, bytes).unwrap();
        assert!(matches!(Reader::open(&path), Err(StoreError::NotAnIndex { .. })));
        assert!(matches!(BuildFile::begin(&path), Err(StoreError::NotAnIndex { .. })));
        assert!(matches!(Desk::open(&path), Err(StoreError::NotAnIndex { .. })));
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    assert!(matches!(Reader::open(folder.path()), Err(StoreError::NotAnIndex { .. })), "a folder");
    // A database that says it is an older index.
    let crafted = folder.path().join("crafted.gleaner");
    let connection = rusqlite::Connection::open(&crafted).expect("room");
    connection.pragma_update(None, "application_id", 0x476C_6E72).expect("room");
    connection.pragma_update(None, "user_version", 1).expect("room");
    connection.execute_batch("CREATE TABLE documents (x)").expect("room");
    drop(connection);
    let before = fs::read(&crafted).expect("it is there");
    assert!(matches!(Reader::open(&crafted), Err(StoreError::NotAnIndex { .. })));
    assert_eq!(fs::read(&crafted).expect("it is there"), before, "what was refused is as it was");
}

#[test]
fn newer_and_truncated_files_are_refused_and_left_alone() {
    let fixture = fixture();
    let whole = fs::read(&fixture.index).unwrap();
    let mut newer = whole.clone();
    newer[60..64].copy_from_slice(&99u32.to_be_bytes());
    fs::write(&fixture.index, &newer).unwrap();
    assert!(matches!(Reader::open(&fixture.index), Err(StoreError::Newer { found: 99, .. })));
    assert!(matches!(BuildFile::begin(&fixture.index), Err(StoreError::Newer { .. })));
    assert_eq!(fs::read(&fixture.index).unwrap(), newer);
    for keep in [50, 100, 4096, whole.len() - 1] {
        fs::write(&fixture.index, &whole[..keep]).unwrap();
        assert!(matches!(Reader::open(&fixture.index), Err(StoreError::NotAnIndex { .. })), "{keep} bytes");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.div_ceil(32), ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_done_to_an_index_is_an_error_not_a_panic(
        blows in prop::collection::vec((any::<bool>(), any::<prop::sample::Index>(), any::<u8>(), 1usize..40), 1..12),
        length in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let fixture = fixture();
        let mut bytes = fs::read(&fixture.index).unwrap();
        for (head, place, byte, count) in blows {
            // The header of the file and of its first page says what all the rest is.
            let end = if head { 200.min(bytes.len()) } else { bytes.len() };
            let at = place.index(end);
            let last = (at + count).min(bytes.len());
            bytes[at..last].fill(byte);
        }
        if let Some(length) = length {
            bytes.truncate(length.index(bytes.len()));
        }
        // A file of its own: what is open is held.
        let damaged = fixture.index.with_extension("damaged.gleaner");
        fs::write(&damaged, &bytes).unwrap();
        let _ = Reader::open(&damaged).and_then(|reader| {
            let _ = reader.stats();
            let _ = reader.entity_ids(EntityOrder::Name, None, "");
            let _ = reader.search_units("bridge", false, 1.0, 5);
            let _ = reader.all_entities();
            reader.stored_document(DocumentId(0))
        });
    }
}

#[test]
fn damage_inside_a_file_is_an_error_not_a_panic() {
    let fixture = fixture();
    let mut bytes = fs::read(&fixture.index).unwrap();
    let length = bytes.len();
    for byte in &mut bytes[4096..length] {
        *byte = byte.wrapping_mul(31).wrapping_add(7);
    }
    fs::write(&fixture.index, &bytes).unwrap();
    let damaged = Reader::open(&fixture.index).and_then(|reader| {
        reader.entity_ids(EntityOrder::Name, None, "")?;
        reader.search_units("bridge", false, 1.0, 5)?;
        reader.stored_document(DocumentId(0))
    });
    assert!(matches!(damaged, Err(StoreError::Damaged { .. })), "{damaged:?}");
}

#[test]
fn a_running_query_can_be_interrupted() {
    let fixture = fixture();
    let reader = std::sync::Arc::new(Reader::open(&fixture.index).unwrap());
    let endless = {
        let reader = reader.clone();
        std::thread::spawn(move || {
            reader.one(
                "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
                [],
                |row| row.get::<_, i64>(0),
            )
        })
    };
    while !endless.is_finished() {
        reader.interrupt();
        std::thread::yield_now();
    }
    assert!(matches!(endless.join().unwrap(), Err(StoreError::Interrupted)));
    assert!(reader.entity(EntityId(0)).is_ok(), "the reader works on");
}

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
        ("SELECT id FROM communities WHERE parent IS ?1 ORDER BY unconnected, position", "communities_by_parent"),
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

#[test]
fn an_index_is_known_by_what_it_says_and_not_by_its_name() {
    let fixture = fixture();
    let renamed = fixture.index.with_extension("db");
    fs::copy(&fixture.index, &renamed).unwrap();
    assert!(is_index(&renamed));
    fs::write(&renamed, b"SQLite format 3\0 and nothing more").unwrap();
    assert!(!is_index(&renamed) && !is_index(&renamed.with_extension("gone")));
}
