//! The tables of one run with their accounts: every row that is read is counted, once.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::account::TableAccount;
use super::detect::Part;
use super::ids::Numbers;
use super::table::{Row, Table, TableError};
use crate::index::BuildError;
use crate::index::cluster::ClusterError;
use crate::judgement::JudgementError;
use crate::model::{Progress, shown_path};
use crate::store::StoreError;

/// Rows between two looks at whether to stop.
const LOOK: u64 = 1024;

/// An import did not come to its end; the index there was is untouched.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// No index was found; with what was seen instead, and why it is none.
    #[error("{} holds no index that Gleaner can import", shown_path(folder))]
    NoIndex { folder: PathBuf, seen: Vec<(String, String)> },
    #[error("{} cannot be read: {detail}", shown_path(path))]
    Unreadable { path: PathBuf, detail: String },
    #[error(transparent)]
    Store(StoreError),
    #[error(transparent)]
    Judgement(#[from] JudgementError),
    #[error("the graph could not be clustered: {0}")]
    Cluster(#[from] ClusterError),
    #[error("{0}")]
    Failed(String),
    #[error("cancelled")]
    Cancelled,
}

impl From<BuildError> for ImportError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Store(error) => error.into(),
            BuildError::Judgement(error) => error.into(),
            BuildError::Cancelled => ImportError::Cancelled,
            other => ImportError::Failed(other.to_string()),
        }
    }
}

impl From<StoreError> for ImportError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Interrupted => ImportError::Cancelled,
            other => ImportError::Store(other),
        }
    }
}

/// The tables of a run while they are read.
pub struct Source<'a> {
    tables: BTreeMap<Part, Table>,
    accounts: BTreeMap<Part, TableAccount>,
    progress: &'a Progress,
}

impl<'a> Source<'a> {
    pub fn new(tables: BTreeMap<Part, Table>, progress: &'a Progress) -> Self {
        let accounts = tables.iter().map(|(&part, table)| (part, TableAccount::new(part.name(), &table.name())));
        Self { accounts: accounts.collect(), tables, progress }
    }

    pub fn has(&self, part: Part) -> bool {
        self.tables.contains_key(&part)
    }

    /// True when a table has one of the columns.
    pub fn has_any(&self, part: Part, columns: &[&str]) -> bool {
        self.tables.get(&part).is_some_and(|table| table.has_any(columns))
    }

    /// Puts a table in a part's place that is made from others'.
    pub fn put(&mut self, part: Part, table: Table) {
        self.accounts.insert(part, TableAccount::new(part.name(), &table.name()));
        self.tables.insert(part, table);
    }

    /// Reads a table and counts its rows; nothing where there is none. `each` says of its row whether it was loaded.
    pub fn read(
        &mut self,
        part: Part,
        columns: &[&str],
        each: impl FnMut(u64, Row, &mut TableAccount) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        let Some((read, stopped)) = self.walk(part, columns, each)? else { return Ok(()) };
        let (Some(table), Some(account)) = (self.tables.get(&part), self.accounts.get_mut(&part)) else {
            return Ok(());
        };
        account.rows = table.rows.unwrap_or(read).max(read);
        if let Some(stopped) = stopped {
            account.unreadable(read, account.rows.max(read + 1), &stopped.0);
            account.rows = account.rows.max(read + 1);
        }
        Ok(())
    }

    /// Reads a table again, without counting.
    pub fn scan(
        &mut self,
        part: Part,
        columns: &[&str],
        each: impl FnMut(u64, Row, &mut TableAccount) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        self.walk(part, columns, each).map(|_| ())
    }

    /// Gives ids to the rows of a table by the numbers that they bear.
    pub fn numbers(&mut self, part: Part) -> Result<Numbers, ImportError> {
        const NUMBER: &str = "human_readable_id";
        let mut wanted = Vec::new();
        self.scan(part, &[NUMBER], |_, mut row, _| {
            wanted.push(row.take(NUMBER).whole());
            Ok(())
        })?;
        Ok(Numbers::give(&wanted))
    }

    /// Gives every row of a table to `each` with the table's account. Returns how many rows were read and why not all
    /// of them were; none where there is no table.
    fn walk(
        &mut self,
        part: Part,
        columns: &[&str],
        mut each: impl FnMut(u64, Row, &mut TableAccount) -> Result<(), ImportError>,
    ) -> Result<Option<(u64, Option<TableError>)>, ImportError> {
        let Self { tables, accounts, progress } = self;
        let (Some(table), Some(account)) = (tables.get(&part), accounts.get_mut(&part)) else { return Ok(None) };
        let read = table.read(columns, |number, row| {
            if number.is_multiple_of(LOOK) && progress.is_cancelled() {
                return Err(ImportError::Cancelled);
            }
            each(number, row, account)
        })?;
        Ok(Some(read))
    }

    pub fn odd(&mut self, part: Part, row: u64, what: &str, example: &str) {
        if let Some(account) = self.accounts.get_mut(&part) {
            account.odd(row, what, example);
        }
    }

    /// Returns an error when it is asked to stop.
    pub fn check(&self) -> Result<(), ImportError> {
        if self.progress.is_cancelled() { Err(ImportError::Cancelled) } else { Ok(()) }
    }

    /// The accounts of all tables.
    pub fn into_accounts(self) -> Vec<TableAccount> {
        self.accounts.into_values().collect()
    }

    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }
}
