//! What can go wrong with an index file, told apart by what the user can do about it.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Result;
use crate::model::{Ref, shown_path};

/// An index file could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("there is no index at {}", shown_path(.0))]
    NotFound(PathBuf),
    /// A file that is something else, or the rest of an index.
    #[error("{} is not a Gleaner index: {why}", shown_path(.path))]
    NotAnIndex { path: PathBuf, why: String },
    #[error("{} was written by a newer Gleaner (schema {found}; this one knows up to {known})", shown_path(.path))]
    Newer { path: PathBuf, found: u32, known: u32 },
    #[error("{} is damaged: {detail}", shown_path(.path))]
    Damaged { path: PathBuf, detail: String },
    #[error("no room left for {}: {detail}", shown_path(.path))]
    DiskFull { path: PathBuf, detail: String },
    #[error("{} cannot be written: {detail}", shown_path(.path))]
    NotWritable { path: PathBuf, detail: String },
    #[error("{} cannot be read: {detail}", shown_path(.path))]
    NotReadable { path: PathBuf, detail: String },
    #[error("{} is being written by another process", shown_path(.0))]
    Busy(PathBuf),
    #[error("interrupted")]
    Interrupted,
    #[error("there is no {0} in this index")]
    NoSuchRecord(Ref),
    /// A value of ours that could not be written or read as JSON.
    #[error("{} holds a value that cannot be read: {detail}", shown_path(.path))]
    Value { path: PathBuf, detail: String },
    #[error("{}: {source}", shown_path(.path))]
    Sqlite { path: PathBuf, source: rusqlite::Error },
}

impl StoreError {
    /// Sorts an error of SQLite, or of the file system, by what can be done about it.
    pub(super) fn from_sqlite(path: &Path, source: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode as Code;
        let path = path.to_owned();
        let detail = source.to_string();
        let Some(error) = source.sqlite_error() else { return StoreError::Sqlite { path, source } };
        // A file that may not grow further (a quota, a limit, a full disk behind memory that is shared) says so as a failed write.
        const IOERR_WRITE: i32 = 10 | (3 << 8);
        const IOERR_SHMSIZE: i32 = 10 | (19 << 8);
        match error.code {
            Code::OperationInterrupted => StoreError::Interrupted,
            Code::DiskFull => StoreError::DiskFull { path, detail },
            Code::SystemIoFailure if [IOERR_WRITE, IOERR_SHMSIZE].contains(&error.extended_code) => {
                StoreError::DiskFull { path, detail }
            }
            Code::ReadOnly | Code::PermissionDenied => StoreError::NotWritable { path, detail },
            Code::CannotOpen => StoreError::NotReadable { path, detail },
            Code::NotADatabase | Code::DatabaseCorrupt => StoreError::Damaged { path, detail },
            Code::DatabaseBusy | Code::DatabaseLocked => StoreError::Busy(path),
            _ => StoreError::Sqlite { path, source },
        }
    }

    /// An error of making, moving or removing a file.
    pub(super) fn from_io(path: &Path, error: &std::io::Error) -> Self {
        use std::io::ErrorKind as Io;
        let (path, detail) = (path.to_owned(), error.to_string());
        match error.kind() {
            Io::StorageFull | Io::QuotaExceeded | Io::FileTooLarge => StoreError::DiskFull { path, detail },
            _ => StoreError::NotWritable { path, detail },
        }
    }

    /// What to do next, one sentence each.
    pub fn hints(&self) -> Vec<String> {
        let hint: &[&str] = match self {
            StoreError::NotFound(_) => &["`gleaner index FOLDER` makes one", "`--index FILE` names another"],
            StoreError::NotAnIndex { .. } => &["`--index FILE` names another; the file was left as it is"],
            StoreError::Newer { .. } => &["a newer Gleaner opens it; the file was left as it is"],
            StoreError::Damaged { .. } => {
                &["move the file away and index the folder again; the documents themselves are untouched"]
            }
            StoreError::DiskFull { .. } => &["make room and run the same command again: it goes on where it stopped"],
            StoreError::NotWritable { .. } => &["`--index FILE` puts the index somewhere else"],
            StoreError::NotReadable { .. } => &["check the permissions of the file and of its folder"],
            StoreError::Busy(_) => &["wait until the other one has finished, then try again"],
            StoreError::NoSuchRecord(_) => &["`gleaner search WORDS` finds records and prints their ids"],
            StoreError::Value { .. } => &["index the folder again"],
            StoreError::Interrupted | StoreError::Sqlite { .. } => &[],
        };
        hint.iter().map(|&hint| hint.to_owned()).collect()
    }
}

/// Reads a value that was written to the file as JSON.
pub(super) fn from_json<T: DeserializeOwned>(path: &Path, json: &str) -> Result<T> {
    serde_json::from_str(json).map_err(|e| StoreError::Value { path: path.to_owned(), detail: e.to_string() })
}

/// A value as JSON, to be written to the file.
pub(super) fn to_json(path: &Path, value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|e| StoreError::Value { path: path.to_owned(), detail: e.to_string() })
}
