//! The files that the walk met.

use serde::Serialize;

use crate::store::{Reader, Result, Writer};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileStatus {
    Read,
    Skipped,
}

/// A file that the walk met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileRecord {
    /// Relative to the indexed folder, with `/` between its parts.
    pub path: String,
    pub status: FileStatus,
    /// Why it was skipped, or what is worth saying of one that was read.
    pub reason: Option<String>,
    pub size: u64,
    /// Seconds since 1970.
    pub modified: Option<i64>,
    /// Hex hash of the bytes of a file that was read.
    pub hash: Option<String>,
}

impl Writer {
    /// Adds a file under an id of the caller's; documents refer to it by its path.
    pub fn add_file(&self, id: u32, file: &FileRecord) -> Result<()> {
        let status = match file.status {
            FileStatus::Read => "read",
            FileStatus::Skipped => "skipped",
        };
        self.run(
            "INSERT INTO files (id, path, status, reason, size, modified, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            (id, &file.path, status, &file.reason, file.size as i64, file.modified, &file.hash),
        )
        .map(drop)
    }
}

impl Reader {
    /// The files met, or only those skipped, in the order of the walk.
    pub fn files(&self, skipped_only: bool) -> Result<Vec<FileRecord>> {
        self.files_where(if skipped_only { "status = 'skipped'" } else { "true" })
    }

    /// The files that were read with something to say of it, as of pages that are scanned; in the order of the walk.
    pub fn remarked_files(&self) -> Result<Vec<FileRecord>> {
        self.files_where("status = 'read' AND reason IS NOT NULL")
    }

    fn files_where(&self, condition: &str) -> Result<Vec<FileRecord>> {
        let sql = format!("SELECT path, status, reason, size, modified, hash FROM files WHERE {condition} ORDER BY id");
        self.all(&sql, [], |row| {
            Ok(FileRecord {
                path: row.get(0)?,
                status: match row.get_ref(1)?.as_str()? {
                    "read" => FileStatus::Read,
                    _ => FileStatus::Skipped,
                },
                reason: row.get(2)?,
                size: row.get::<_, i64>(3)?.max(0) as u64,
                modified: row.get(4)?,
                hash: row.get(5)?,
            })
        })
    }
}
