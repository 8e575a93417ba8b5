//! The files that the walk met.

use serde::Serialize;

use super::{Reader, Result, Writer};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileStatus {
    Read,
    /// With the reason.
    Skipped(String),
}

/// A file that the walk met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileRecord {
    /// Relative to the indexed folder, with `/` between its parts.
    pub path: String,
    pub status: FileStatus,
    pub size: u64,
    /// Seconds since 1970.
    pub modified: Option<i64>,
    /// Hex hash of the bytes of a file that was read.
    pub hash: Option<String>,
}

impl Writer {
    /// Adds a file under an id of the caller's; documents refer to it by its path.
    pub fn add_file(&self, id: u32, file: &FileRecord) -> Result<()> {
        let (status, reason) = match &file.status {
            FileStatus::Read => ("read", None),
            FileStatus::Skipped(reason) => ("skipped", Some(reason)),
        };
        self.run(
            "INSERT INTO files (id, path, status, reason, size, modified, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            (id, &file.path, status, reason, file.size as i64, file.modified, &file.hash),
        )
        .map(drop)
    }
}

impl Reader {
    /// The files met, or only those skipped, in the order of the walk.
    pub fn files(&self, skipped_only: bool) -> Result<Vec<FileRecord>> {
        self.all(
            "SELECT path, status, reason, size, modified, hash FROM files WHERE status = 'skipped' OR NOT ?1 ORDER BY id",
            [skipped_only],
            |row| {
                let status = match row.get::<_, String>(1)?.as_str() {
                    "read" => FileStatus::Read,
                    _ => FileStatus::Skipped(row.get::<_, Option<String>>(2)?.unwrap_or_default()),
                };
                Ok(FileRecord {
                    path: row.get(0)?,
                    status,
                    size: row.get::<_, i64>(3)?.max(0) as u64,
                    modified: row.get(4)?,
                    hash: row.get(5)?,
                })
            },
        )
    }
}
