//! Marks of finished stages, by which a build goes on where it stopped.

use rusqlite::{OptionalExtension, Row};
use serde::Serialize;

use crate::model::Stage;
use crate::store::{Reader, Result, Writer};

/// A finished stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StageMark {
    pub name: String,
    /// Units of work done.
    pub done: u64,
    pub millis: u64,
}

impl Writer {
    /// Removes what a stage that was stopped had written. The ledger stays: what was paid for is not paid again.
    pub fn clear_stage(&self, stage: Stage) -> Result<()> {
        let (tables, words): (&[&str], Option<&str>) = match stage {
            Stage::Read => {
                // A document names its file, which therefore goes last.
                let tables =
                    ["documents", "document_parts", "document_text", "recurring", "text_units", "extractions", "files"]
                        .as_slice();
                (tables, Some("unit_words"))
            }
            Stage::Merge => {
                let tables =
                    ["entities", "names", "mentions", "appearances", "relationships", "relationship_units", "claims"]
                        .as_slice();
                (tables, Some("record_words"))
            }
            Stage::Cluster => (["communities", "members"].as_slice(), None),
            Stage::Report => (["reports", "gists"].as_slice(), None),
            Stage::Embed => (["vectors", "term_vectors", "title_names", "links", "subjects"].as_slice(), None),
            // The words of reports are written with the stage's mark, or not at all.
            Stage::Words | Stage::Extract | Stage::Describe | Stage::Publish => ([].as_slice(), None),
        };
        self.batch(|writer| {
            for table in tables {
                writer.run_batch(&format!("DELETE FROM {table}"))?;
            }
            if let Some(words) = words {
                writer.run_batch(&format!("INSERT INTO {words} ({words}) VALUES ('delete-all')"))?;
            }
            Ok(())
        })
    }

    /// Removes everything that was begun, but for the answers in the ledger: another state of the corpus, or other
    /// settings, may need the same ones.
    pub(in crate::store) fn begin_anew(&self) -> Result<()> {
        // The marks go first: killed from here on, nothing of the old build is taken for finished.
        self.batch(|writer| {
            let asked_of = writer.asked_of()?;
            // Numbers are given anew: what an answer is about is no longer told by them.
            writer.run_batch(
                "DELETE FROM stages; DELETE FROM meta; DELETE FROM ledger WHERE state <> 'done'; \
                 UPDATE ledger SET used = 0, item = '', text_unit = NULL",
            )?;
            writer.leave_asked_of(&asked_of)
        })?;
        for stage in Stage::ALL {
            self.clear_stage(stage)?;
        }
        self.run_batch("VACUUM")
    }

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
            .query_row("SELECT name, done, millis FROM stages WHERE name = ?1", [name], mark)
            .optional()
            .map_err(|e| self.wrap(e))
    }
}

/// The mark of a row: name, done, milliseconds.
fn mark(row: &Row<'_>) -> rusqlite::Result<StageMark> {
    let count = |at: usize| row.get::<_, i64>(at).map(|number| number.max(0) as u64);
    Ok(StageMark { name: row.get(0)?, done: count(1)?, millis: count(2)? })
}

impl Reader {
    /// The stages that are finished, by name.
    pub fn stages(&self) -> Result<Vec<StageMark>> {
        self.all("SELECT name, done, millis FROM stages ORDER BY name", [], mark)
    }
}
