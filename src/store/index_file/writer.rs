//! The one writer of a build. Rows are written in batches, each a transaction; statements are prepared once.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Params};

use super::schema::{self, Header};
use crate::store::{Result, StoreError};

/// How long a statement waits for another process.
pub(in crate::store) const PATIENCE: Duration = Duration::from_secs(5);

/// Rows of one transaction, by one that gives way.
const BATCH: usize = 512;

/// How long the file is left to others between two transactions, by one that gives way.
const WAY: Duration = Duration::from_millis(2);

/// Writes an index file.
pub struct Writer {
    connection: Connection,
    path: PathBuf,
    gives_way: Cell<bool>,
}

impl Writer {
    /// Opens a file for writing, makes it when it is not there, and brings it up to this program's schema.
    pub fn open(path: &Path) -> Result<Self> {
        let header = schema::inspect(path)?;
        let wrap = |e| match StoreError::from_sqlite(path, e) {
            // A folder that may not be written to shows as a file that cannot be opened.
            StoreError::NotReadable { path, detail } => StoreError::NotWritable { path, detail },
            other => other,
        };
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags).map_err(wrap)?;
        connection.busy_timeout(PATIENCE).map_err(wrap)?;
        connection.set_prepared_statement_cache_capacity(64);
        // What is of this version is looked at by its readers. What cannot be read says so where it is read.
        if matches!(header, Header::Ours(version) if version != schema::VERSION)
            && let Ok(Some(why)) = schema::oddity(&connection)
        {
            return Err(StoreError::NotAnIndex { path: path.to_owned(), why });
        }
        // What was killed in the middle of this is taken back by SQLite, and says that it is ours until then.
        if matches!(header, Header::Absent | Header::Empty | Header::Ours(0)) {
            schema::claim(&connection).map_err(wrap)?;
        }
        connection.pragma_update(None, "journal_mode", "WAL").map_err(wrap)?;
        // Safe against a killed process and a power cut alike; synced when the log is folded in, not at each batch.
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(wrap)?;
        connection.pragma_update(None, "cache_size", -32_768).map_err(wrap)?;
        connection.pragma_update(None, "wal_autocheckpoint", 8_192).map_err(wrap)?;
        connection.pragma_update(None, "temp_store", "MEMORY").map_err(wrap)?;
        let found = match header {
            Header::Ours(schema::VERSION) => schema::version(&connection).map_err(wrap)?,
            _ => schema::migrate(&mut connection).map_err(wrap)?,
        };
        if found > schema::VERSION {
            return Err(StoreError::Newer { path: path.to_owned(), found, known: schema::VERSION });
        }
        Ok(Self { connection, path: path.to_owned(), gives_way: Cell::new(false) })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// From now on, another connection of this program writes to the file between transactions.
    pub fn give_way(&self) {
        self.gives_way.set(true);
    }

    /// Writes rows as one transaction; where it gives way, many of them as several: for a stage that is cleared when it
    /// was stopped.
    pub fn in_batches<T>(&self, rows: &[T], write: impl Fn(&Self, &[T]) -> Result<()>) -> Result<()> {
        let together = if self.gives_way.get() { BATCH } else { rows.len().max(1) };
        rows.chunks(together).try_for_each(|rows| self.batch(|writer| write(writer, rows)))
    }

    /// Runs `work` as one transaction: all of it is kept, or nothing. Inside another one it is part of that.
    pub fn batch<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&Self) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        if !self.connection.is_autocommit() {
            return work(self);
        }
        self.run_batch("BEGIN IMMEDIATE")?;
        match work(self) {
            Ok(value) => {
                self.run_batch("COMMIT").inspect_err(|_| self.roll_back())?;
                if self.gives_way.get() {
                    std::thread::sleep(WAY);
                }
                Ok(value)
            }
            Err(error) => {
                self.roll_back();
                Err(error)
            }
        }
    }

    /// The transaction is gone already when SQLite rolled it back itself, as it does on a full disk.
    fn roll_back(&self) {
        if !self.connection.is_autocommit() {
            let _ = self.connection.execute_batch("ROLLBACK");
        }
    }

    /// Executes a statement, prepared once.
    pub(in crate::store) fn run(&self, sql: &str, params: impl Params) -> Result<usize> {
        self.connection.prepare_cached(sql).and_then(|mut s| s.execute(params)).map_err(|e| self.wrap(e))
    }

    pub(in crate::store) fn run_batch(&self, sql: &str) -> Result<()> {
        self.connection.execute_batch(sql).map_err(|e| self.wrap(e))
    }

    pub(in crate::store) fn connection(&self) -> &Connection {
        &self.connection
    }

    pub(in crate::store) fn connection_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }

    pub(in crate::store) fn wrap(&self, error: rusqlite::Error) -> StoreError {
        StoreError::from_sqlite(&self.path, error)
    }

    /// From now on, what is removed is overwritten, so that it is gone from the file and not only from its tables.
    pub(in crate::store) fn overwrite_what_is_removed(&self) -> Result<()> {
        self.connection.pragma_update(None, "secure_delete", true).map_err(|e| self.wrap(e))
    }

    /// Writes the file anew, without what was left between its rows.
    pub(in crate::store) fn compact(&self) -> Result<()> {
        self.run_batch("VACUUM")
    }

    /// Closes a file that nobody will read again: its log is left as it is.
    pub(in crate::store) fn abandon(self) -> Result<()> {
        let leave = self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        leave.map(drop).map_err(|e| self.wrap(e))
    }

    /// Closes the file, its log folded in.
    pub(in crate::store) fn close(self) -> Result<()> {
        self.run_batch("PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)")?;
        let path = self.path;
        self.connection.close().map_err(|(_, e)| StoreError::from_sqlite(&path, e))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_one_transaction_unless_another_connection_waits() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let writer = Writer::open(&folder.path().join("index")).expect("new index");
        let rows = vec![0u8; BATCH + 1];
        let transactions = || {
            let sizes = std::cell::RefCell::new(Vec::new());
            let noted = writer.in_batches(&rows, |_, rows| {
                sizes.borrow_mut().push(rows.len());
                Ok(())
            });
            noted.expect("room");
            sizes.into_inner()
        };
        assert_eq!(transactions(), [BATCH + 1]);
        writer.give_way();
        assert_eq!(transactions(), [BATCH, 1]);
    }
}
