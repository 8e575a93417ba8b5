//! The schema: an append-only list of migrations keyed by `user_version`, and the checks that come before any SQL.
//! A file that is foreign, cut short or newer is refused and left as it is.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use rusqlite::Connection;

use super::headers::read_head;
use super::reader::with_suffix;
use crate::store::{Result, StoreError};

/// `Glnr`, in the header of every index file.
pub(in crate::store) const APPLICATION_ID: u32 = 0x476C_6E72;

/// Bytes of a page of a new file. Texts and quotations are rows of one to four kilobytes, of which pages of four, as
/// SQLite has them unless told, hold one and leave the rest empty.
const PAGE: u32 = 8_192;

/// Never edited, only appended to: a file says by `user_version` how many it has had.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_index.sql"),
    include_str!("migrations/0002_links.sql"),
    include_str!("migrations/0003_updates.sql"),
    include_str!("migrations/0004_answers.sql"),
    include_str!("migrations/0005_landmarks.sql"),
    include_str!("migrations/0006_quotes.sql"),
    include_str!("migrations/0007_used.sql"),
    include_str!("migrations/0008_about.sql"),
    include_str!("migrations/0009_gists.sql"),
    include_str!("migrations/0010_shown.sql"),
    include_str!("migrations/0011_sums.sql"),
    include_str!("migrations/0012_structures.sql"),
    include_str!("migrations/0013_no_quotes.sql"),
    include_str!("migrations/0014_of_document.sql"),
    include_str!("migrations/0015_code_and_captions.sql"),
    include_str!("migrations/0016_gists_packed.sql"),
    include_str!("migrations/0017_largest_first.sql"),
];

/// How many migrations a file of this program has had.
pub(in crate::store) const VERSION: u32 = MIGRATIONS.len() as u32;

/// What a file says of itself before SQLite opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Header {
    Absent,
    /// Nothing in it yet: a build that was stopped before its first page.
    Empty,
    /// One of ours, with its schema version.
    Ours(u32),
}

/// True for a file that says that it is an index of ours, whatever it is called.
pub fn is_index(path: &Path) -> bool {
    matches!(inspect(path), Ok(Header::Ours(_)) | Err(StoreError::Newer { .. }))
}

/// Reads a file's header; refuses what is foreign, cut short or newer.
pub(in crate::store) fn inspect(path: &Path) -> Result<Header> {
    let foreign = |why: &str| StoreError::NotAnIndex { path: path.to_owned(), why: why.to_owned() };
    let unreadable = |e: std::io::Error| StoreError::NotReadable { path: path.to_owned(), detail: e.to_string() };
    let mut head = [0u8; 100];
    let (about, read) = match read_head(path, &mut head) {
        Ok(found) => found,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Header::Absent),
        Err(e) => return Err(unreadable(e)),
    };
    if !about.is_file() {
        return Err(foreign("it is not a file"));
    }
    if about.len() == 0 {
        return Ok(Header::Empty);
    }
    if read < head.len() {
        return Err(foreign("it is too short to be one"));
    }
    if !head.starts_with(b"SQLite format 3\0") {
        return Err(foreign("it does not begin like one"));
    }
    let number = |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    if number(68) != APPLICATION_ID {
        return Err(foreign("it is another program's database"));
    }
    let page = match u16::from_be_bytes([head[16], head[17]]) {
        1 => 65_536,
        size => u64::from(size),
    };
    let wanted = page * u64::from(number(28));
    // Where folding the log into the file met a full disk, the log still holds the rest.
    let has_log = || with_suffix(path, "-wal").metadata().is_ok_and(|log| log.len() > 0);
    if about.len() < wanted && !has_log() {
        let why = format!("it was cut short ({} of {wanted} bytes)", about.len());
        return Err(StoreError::NotAnIndex { path: path.to_owned(), why });
    }
    match number(60) {
        found if found > VERSION => Err(StoreError::Newer { path: path.to_owned(), found, known: VERSION }),
        found => Ok(Header::Ours(found)),
    }
}

/// Claims a new file as ours, before anything else is in it: from then on it is told from a foreign one, whenever the
/// program is killed. The size of its pages can be set only then.
pub(in crate::store) fn claim(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "page_size", PAGE)?;
    connection.pragma_update(None, "application_id", APPLICATION_ID)
}

/// Brings an open file up to this program's schema, and returns the version it had.
pub(in crate::store) fn migrate(connection: &mut Connection) -> rusqlite::Result<u32> {
    // Another process may be migrating the same file: the version is read under the write lock.
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let from = version(&transaction)?;
    for migration in MIGRATIONS.iter().skip(from as usize) {
        transaction.execute_batch(migration)?;
    }
    if from < VERSION {
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()?;
    // Folded in, so that the header on disk says what the file is.
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    Ok(from)
}

/// Says what a file lacks, or holds too much, to be one that this program, or an earlier one, wrote at the version it
/// names: anybody can put its number into a header, and what follows it is believed.
pub(super) fn oddity(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let version = version(connection)?;
    let odd: i64 =
        connection
            .query_row("SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')", [], |row| row.get(0))?;
    if odd > 0 {
        return Ok(Some("it holds triggers or views, and an index has none".to_owned()));
    }
    let found = columns(connection)?;
    let earlier;
    let ours = match version {
        VERSION => ours()?,
        _ => {
            earlier = columns_after(version as usize)?;
            &earlier
        }
    };
    let lacks = ours.iter().find(|column| !found.contains(*column));
    Ok(lacks.map(|(table, column)| format!("it lacks the column `{column}` of the table `{table}`")))
}

/// Tables with their columns.
type Columns = BTreeSet<(String, String)>;

fn columns(connection: &Connection) -> rusqlite::Result<Columns> {
    let sql = "SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns \
               WHERE tables.type = 'table'";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// The columns of an index that has had every migration.
fn ours() -> rusqlite::Result<&'static Columns> {
    static OURS: OnceLock<Columns> = OnceLock::new();
    if let Some(ours) = OURS.get() {
        return Ok(ours);
    }
    let made = columns_after(MIGRATIONS.len())?;
    Ok(OURS.get_or_init(|| made))
}

/// The columns of an index that has had so many migrations.
fn columns_after(migrations: usize) -> rusqlite::Result<Columns> {
    let empty = Connection::open_in_memory()?;
    MIGRATIONS.iter().take(migrations).try_for_each(|migration| empty.execute_batch(migration))?;
    columns(&empty)
}

/// The version with what the log holds; the header on disk may be behind it.
pub(in crate::store) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_only_says_it_is_an_index_is_not_believed() {
        let made = |migrations: &[&str]| {
            let connection = Connection::open_in_memory().expect("a database");
            migrations.iter().for_each(|migration| connection.execute_batch(migration).expect("a schema"));
            connection
        };
        let claiming = |migrations: &[&str], version: u32| {
            let connection = made(migrations);
            connection.pragma_update(None, "user_version", version).expect("a version");
            connection
        };
        for version in 0..=VERSION {
            let earlier = claiming(&MIGRATIONS[..version as usize], version);
            assert_eq!(oddity(&earlier).expect("a schema"), None, "{version}");
        }
        for (has, says) in [(3, VERSION), (0, 1), (2, 9)] {
            let found = oddity(&claiming(&MIGRATIONS[..has], says)).expect("a schema");
            assert!(found.is_some_and(|why| why.contains("lacks")), "{has} of {says}");
        }
        let crafted = claiming(MIGRATIONS, VERSION);
        crafted.execute_batch("CREATE VIEW latest AS SELECT 1").expect("a view");
        assert!(oddity(&crafted).expect("a schema").is_some_and(|why| why.contains("views")));
    }

    #[test]
    fn work_that_told_its_text_unit_in_words_is_known_by_its_number() {
        let mut connection = Connection::open_in_memory().expect("a database");
        for migration in &MIGRATIONS[..7] {
            connection.execute_batch(migration).expect("a schema");
        }
        connection.pragma_update(None, "user_version", 7).expect("a version");
        let rows = "INSERT INTO ledger (task, key, state, item) VALUES ('extract', 'a', 'done', 'text unit 12'), \
                    ('describe', 'b', 'failed', 'text units of old'), ('report', 'c', 'done', '')";
        connection.execute_batch(rows).expect("room");
        assert_eq!(migrate(&mut connection).expect("the schema of now"), 7);
        let about = |key: &str| {
            let sql = "SELECT text_unit FROM ledger WHERE key = ?1";
            connection.query_row(sql, [key], |row| row.get::<_, Option<u32>>(0)).expect("a row")
        };
        assert_eq!((about("a"), about("b"), about("c")), (Some(12), None, None));
    }
}
