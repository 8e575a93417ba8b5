//! Reading an index: one connection behind a mutex, shared between threads, and a handle outside the mutex by which a
//! newer request interrupts the one that is running.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::config::DbConfig;
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, InterruptHandle, OpenFlags, OptionalExtension, Params, Row};

use super::schema::{self, Header};
use super::writer::PATIENCE;
use crate::store::{DocumentOrder, Result, StoreError, Writer};

/// Reads an index file. Every method that returns records takes the snapshot of the moment it is called.
pub struct Reader {
    connection: Mutex<Connection>,
    /// How many [`Snapshot`]s are held.
    snapshots: Mutex<usize>,
    interrupt: InterruptHandle,
    path: PathBuf,
    build: Mutex<KnownBuild>,
}

/// Which build the file held when it was looked at last.
#[derive(Default)]
struct KnownBuild {
    /// The number of the change before which it was looked at; none before that.
    version: Option<i64>,
    build: String,
    /// Counts the builds that were seen.
    number: i64,
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Reader {
    /// Opens an index; refuses what is absent, foreign, cut short or newer. An older schema is migrated first.
    pub fn open(path: &Path) -> Result<Self> {
        match schema::inspect(path)? {
            Header::Absent => return Err(StoreError::NotFound(path.to_owned())),
            Header::Empty => {
                return Err(StoreError::NotAnIndex { path: path.to_owned(), why: "it is empty".to_owned() });
            }
            Header::Ours(schema::VERSION) => {}
            // A log that was not folded in may hold the schema: the writer reads it and brings the file up to date.
            Header::Ours(_) => drop(Writer::open(path)?),
        }
        let connection = open_for_reading(path).map_err(|e| StoreError::from_sqlite(path, e))?;
        let found = schema::version(&connection).map_err(|e| StoreError::from_sqlite(path, e))?;
        if found > schema::VERSION {
            return Err(StoreError::Newer { path: path.to_owned(), found, known: schema::VERSION });
        }
        // A file that cannot be read so far says so where it is read.
        if let Ok(Some(why)) = schema::oddity(&connection) {
            return Err(StoreError::NotAnIndex { path: path.to_owned(), why });
        }
        let interrupt = connection.get_interrupt_handle();
        let (connection, snapshots, build) = (Mutex::new(connection), Mutex::new(0), Mutex::default());
        Ok(Self { connection, snapshots, build, interrupt, path: path.to_owned() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Stops the query that is running, in whichever thread; it returns [`StoreError::Interrupted`].
    pub fn interrupt(&self) {
        self.interrupt.interrupt();
    }

    /// Holds the state of the file as it is now, for all that is read until the last of the snapshots held is dropped.
    /// What is read together agrees, and locks are taken once instead of once a statement: a sixth of the time of a
    /// search. It is not to be held across anything that waits, because the log of an index that is written to grows
    /// meanwhile.
    pub fn snapshot(&self) -> Result<Snapshot<'_>> {
        let connection = self.lock();
        let mut held = self.snapshots.lock().unwrap_or_else(PoisonError::into_inner);
        // One whose end was interrupted stands open still, and serves.
        if *held == 0 && connection.is_autocommit() {
            connection.execute_batch("BEGIN").map_err(|e| self.wrap(e))?;
        }
        *held += 1;
        Ok(Snapshot(self))
    }

    /// A number that changes when another connection, or process, has changed the file.
    pub fn data_version(&self) -> Result<i64> {
        self.one("PRAGMA data_version", [], |row| row.get(0))
    }

    /// A number that changes when another build was published in the file; a chat that is kept there changes nothing.
    pub fn build_number(&self) -> Result<i64> {
        let version = self.data_version()?;
        let mut known = self.build.lock().unwrap_or_else(PoisonError::into_inner);
        if known.version != Some(version) {
            let build = self.meta()?.build;
            if build != known.build {
                (known.build, known.number) = (build, known.number + 1);
            }
            known.version = Some(version);
        }
        Ok(known.number)
    }

    /// Looks whether the file is whole: every page readable, every row where its index says.
    pub fn check(&self) -> Result<()> {
        let found = self.all("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))?;
        match found.first().map(String::as_str) {
            None | Some("ok") => Ok(()),
            Some(detail) => Err(StoreError::Damaged { path: self.path.clone(), detail: detail.to_owned() }),
        }
    }

    /// Reads all text and looks whether it is what was written.
    pub fn check_text(&self) -> Result<()> {
        for id in self.document_ids(DocumentOrder::Reading)? {
            self.text(id, crate::model::Span::new(0, usize::MAX))?;
        }
        Ok(())
    }

    pub(in crate::store) fn lock(&self) -> MutexGuard<'_, Connection> {
        // A panic elsewhere leaves no half-made state in a connection that only reads.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(in crate::store) fn wrap(&self, error: rusqlite::Error) -> StoreError {
        StoreError::from_sqlite(&self.path, error)
    }

    /// All rows of a query, in order.
    pub(in crate::store) fn all<T>(
        &self,
        sql: &str,
        params: impl Params,
        row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(sql).map_err(|e| self.wrap(e))?;
        let rows = statement.query_map(params, row).map_err(|e| self.wrap(e))?;
        rows.collect::<rusqlite::Result<_>>().map_err(|e| self.wrap(e))
    }

    /// The one row of a query that always has one.
    pub(in crate::store) fn one<T>(
        &self,
        sql: &str,
        params: impl Params,
        row: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<T> {
        let connection = self.lock();
        connection.prepare_cached(sql).and_then(|mut s| s.query_row(params, row)).map_err(|e| self.wrap(e))
    }

    /// The first row of a query, if it has any.
    pub(in crate::store) fn maybe<T>(
        &self,
        sql: &str,
        params: impl Params,
        row: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        let connection = self.lock();
        connection.prepare_cached(sql).and_then(|mut s| s.query_row(params, row).optional()).map_err(|e| self.wrap(e))
    }

    /// Rows by id, in the order of `ids`; ids that are gone are left out. One statement, run for each id: the rows are
    /// found by rowid and a window is some hundred of them.
    pub(in crate::store) fn by_id<T>(
        &self,
        sql: &str,
        ids: impl IntoIterator<Item = u32>,
        mut row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(sql).map_err(|e| self.wrap(e))?;
        let mut found = Vec::new();
        for id in ids {
            if let Some(value) = statement.query_row([id], &mut row).optional().map_err(|e| self.wrap(e))? {
                found.push(value);
            }
        }
        Ok(found)
    }
}

/// A state of the file that is held. Several may be held at once, by several threads: they see the state of the first.
#[must_use = "it is held until it is dropped"]
pub struct Snapshot<'r>(&'r Reader);

impl Drop for Snapshot<'_> {
    fn drop(&mut self) {
        let connection = self.0.lock();
        let mut held = self.0.snapshots.lock().unwrap_or_else(PoisonError::into_inner);
        *held -= 1;
        if *held == 0 {
            // Nothing was written. An interrupt meant for the query before may stop it once.
            let _ = connection.execute_batch("COMMIT").or_else(|_| connection.execute_batch("COMMIT"));
        }
    }
}

/// Opens a file that is known to be ours, for queries only. It is opened for writing nevertheless where that is
/// allowed, because the last connection to close folds the log in and a read-only one cannot. In a folder that may not
/// be written to, the files that WAL wants beside the index cannot be made; when there is no log either, the file
/// cannot change and is read as it stands.
fn open_for_reading(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let first = Connection::open_with_flags(path, flags).and_then(|connection| {
        prepare(&connection)?;
        Ok(connection)
    });
    let has_log = || with_suffix(path, "-wal").metadata().is_ok_and(|log| log.len() > 0);
    match first {
        Err(e) if e.sqlite_error_code().is_some_and(wants_to_write) && !has_log() => {
            let escaped: String = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
            let address = format!("file:{escaped}?immutable=1");
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
            let connection = Connection::open_with_flags(address, flags)?;
            prepare(&connection)?;
            Ok(connection)
        }
        other => other,
    }
}

/// What SQLite says where the files that WAL wants beside the index cannot be made: in a folder that may not be written
/// to, of a file that may not, and on a disk that is full.
fn wants_to_write(code: rusqlite::ErrorCode) -> bool {
    use rusqlite::ErrorCode as Code;
    matches!(code, Code::CannotOpen | Code::ReadOnly | Code::PermissionDenied | Code::SystemIoFailure | Code::DiskFull)
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(128);
    // A statement is planned once, not again for each value bound to it.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // What a file that was made by somebody else says in its schema is not called.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    // SQLite's own knows the letters of ASCII alone: "äpfel" would not find "Äpfel".
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_scalar_function("lower", 1, flags, |call| {
        let text = call.get_raw(0).as_str_or_null()?;
        Ok(text.map(str::to_lowercase))
    })?;
    connection.pragma_update(None, "cache_size", -16_384)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    // The vocabulary of a full-text table is a table of its own, which no file holds.
    connection.execute_batch("CREATE VIRTUAL TABLE temp.unit_vocabulary USING fts5vocab (main, unit_words, row)")?;
    connection.pragma_update(None, "query_only", true)?;
    // Touches the file, so that what cannot be read is said here.
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))
}

/// `index.gleaner` with `-wal` → `index.gleaner-wal`.
pub(in crate::store) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
