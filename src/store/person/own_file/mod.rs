//! The file that is a person's own, beside the index and never in it: no build touches it, and it outlives every one.
//! Its schema has migrations of its own, appended to and never edited. One file for each noun.

mod kept_questions;
mod runs;
mod votes;

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use crate::config::now;
use crate::store::index_file::reader::with_suffix;
use crate::store::index_file::writer::PATIENCE;
use crate::store::{Result, StoreError};

pub use runs::{KeptOutcome, Run, RunAbout};
pub use votes::Vote;

/// `GlnO`, in the header of every such file.
const APPLICATION_ID: u32 = 0x476C_6E4F;

/// Never edited, only appended to.
const MIGRATIONS: &[&str] = &[include_str!("migrations/0001_evaluation.sql")];

/// A person's own file, open for reading and writing, from any number of processes.
pub struct PersonFile {
    connection: Connection,
    path: PathBuf,
}

impl PersonFile {
    /// `papers.gleaner` → `papers.gleaner.own`.
    pub fn path_beside(index: &Path) -> PathBuf {
        with_suffix(index, ".own")
    }

    /// Opens the file of an index, and makes it where there is none.
    ///
    /// # Errors
    /// What is no such file, was written by a newer program, or cannot be written.
    pub fn beside(index: &Path) -> Result<Self> {
        Self::open(&Self::path_beside(index))
    }

    fn open(path: &Path) -> Result<Self> {
        let wrap = |e| match StoreError::from_sqlite(path, e) {
            StoreError::NotReadable { path, detail } => StoreError::NotWritable { path, detail },
            other => other,
        };
        let mut connection = Connection::open(path).map_err(wrap)?;
        connection.busy_timeout(PATIENCE).map_err(wrap)?;
        let application: u32 = connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(wrap)?;
        let objects: u32 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(wrap)?;
        if application != APPLICATION_ID {
            if application != 0 || objects > 0 {
                let why = "it is another program's database".to_owned();
                return Err(StoreError::NotAnIndex { path: path.to_owned(), why });
            }
            connection.pragma_update(None, "application_id", APPLICATION_ID).map_err(wrap)?;
        }
        connection.pragma_update(None, "journal_mode", "WAL").map_err(wrap)?;
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(wrap)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(wrap)?;
        migrate(&mut connection, path, wrap)?;
        Ok(Self { connection, path: path.to_owned() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn wrap(&self, error: rusqlite::Error) -> StoreError {
        StoreError::from_sqlite(&self.path, error)
    }

    fn run_sql(&self, sql: &str, params: impl rusqlite::Params) -> Result<usize> {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.execute(params))
            .map_err(|e| self.wrap(e))
    }

    fn all<T>(
        &self,
        sql: &str,
        params: impl rusqlite::Params,
        row: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let mut statement = self.connection.prepare_cached(sql).map_err(|e| self.wrap(e))?;
        let rows = statement.query_map(params, row).map_err(|e| self.wrap(e))?;
        rows.collect::<rusqlite::Result<_>>().map_err(|e| self.wrap(e))
    }
}

fn migrate(connection: &mut Connection, path: &Path, wrap: impl Fn(rusqlite::Error) -> StoreError) -> Result<()> {
    let known = MIGRATIONS.len() as u32;
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(&wrap)?;
    let found: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(&wrap)?;
    if found > known {
        return Err(StoreError::Newer { path: path.to_owned(), found, known });
    }
    for migration in MIGRATIONS.iter().skip(found as usize) {
        transaction.execute_batch(migration).map_err(&wrap)?;
    }
    transaction.pragma_update(None, "user_version", known).map_err(&wrap)?;
    transaction.commit().map_err(&wrap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_foreign_or_newer_is_refused_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let foreign = folder.path().join("foreign");
        Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE pumps (id)").unwrap();
        assert!(matches!(PersonFile::open(&foreign), Err(StoreError::NotAnIndex { .. })));
        let index = folder.path().join("papers.gleaner");
        drop(PersonFile::beside(&index).unwrap());
        drop(PersonFile::beside(&index).unwrap());
        let own = folder.path().join("papers.gleaner.own");
        Connection::open(&own).unwrap().pragma_update(None, "user_version", 99).unwrap();
        assert!(matches!(PersonFile::beside(&index), Err(StoreError::Newer { found: 99, .. })));
    }
}
