//! Marks of finished stages, by which a build goes on where it stopped.

use rusqlite::OptionalExtension;
use serde::Serialize;

use super::{Reader, Result, Writer};

/// A finished stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StageMark {
    pub name: String,
    /// Units of work done.
    pub done: u64,
    pub millis: u64,
}

impl Writer {
    /// Marks a stage as finished; in the same batch as its last rows.
    pub fn mark_stage(&self, mark: &StageMark) -> Result<()> {
        self.run(
            "INSERT OR REPLACE INTO stages (name, done, millis) VALUES (?1, ?2, ?3)",
            (&mark.name, mark.done as i64, mark.millis as i64),
        )
        .map(drop)
    }

    pub fn stage(&self, name: &str) -> Result<Option<StageMark>> {
        self.connection()
            .query_row("SELECT name, done, millis FROM stages WHERE name = ?1", [name], |row| {
                Ok(StageMark {
                    name: row.get(0)?,
                    done: row.get::<_, i64>(1)?.max(0) as u64,
                    millis: row.get::<_, i64>(2)?.max(0) as u64,
                })
            })
            .optional()
            .map_err(|e| self.wrap(e))
    }
}

impl Reader {
    /// The stages that are finished, by name.
    pub fn stages(&self) -> Result<Vec<StageMark>> {
        self.all("SELECT name, done, millis FROM stages ORDER BY name", [], |row| {
            Ok(StageMark {
                name: row.get(0)?,
                done: row.get::<_, i64>(1)?.max(0) as u64,
                millis: row.get::<_, i64>(2)?.max(0) as u64,
            })
        })
    }
}
