//! Files that are foreign, newer, cut short or damaged, and queries that are interrupted.

use super::*;
use crate::store::index_file::schema;

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

#[test]
fn an_index_is_known_by_what_it_says_and_not_by_its_name() {
    let fixture = fixture();
    let renamed = fixture.index.with_extension("db");
    fs::copy(&fixture.index, &renamed).unwrap();
    assert!(is_index(&renamed));
    fs::write(&renamed, b"SQLite format 3\0 and nothing more").unwrap();
    assert!(!is_index(&renamed) && !is_index(&renamed.with_extension("gone")));
}

#[test]
fn a_build_that_was_killed_while_it_claimed_its_file_claims_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("papers.gleaner");
    schema::claim(&rusqlite::Connection::open(&index).unwrap()).unwrap();
    // A journal of a file that was empty before: whoever opens it next takes back what was written.
    let mut journal = vec![0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    journal.extend([0u32, 0, 0, 512, 8_192].iter().flat_map(|number| number.to_be_bytes()));
    journal.resize(512, 0);
    fs::write(folder.path().join("papers.gleaner-journal"), journal).unwrap();
    drop(Writer::open(&index).unwrap());
    assert_eq!(schema::inspect(&index).unwrap(), schema::Header::Ours(schema::VERSION));
}
