//! What one build leaves to the next, so that only what changed is read and extracted again, and what was new in it.

use std::collections::HashMap;

use serde::Serialize;

use super::{Reader, Result, StoreError, Writer};
use crate::model::{DocumentId, Kind, Ref, TextUnitId};

/// A document of an index with the state its file was in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptDocument {
    pub id: DocumentId,
    pub row: Option<u32>,
    /// Of the document's own bytes: the row's, for a row.
    pub hash: String,
    pub path: String,
    pub file_size: u64,
    pub file_modified: Option<i64>,
    pub file_hash: String,
    /// What was worth saying of the file.
    pub remark: Option<String>,
}

/// What an update did to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    New,
    Changed,
    Gone,
}

impl Change {
    pub fn name(self) -> &'static str {
        match self {
            Change::New => "new",
            Change::Changed => "changed",
            Change::Gone => "gone",
        }
    }
}

/// A record that the last update made, changed or removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct News {
    pub record: Ref,
    pub change: Change,
    /// Its title; of one that is gone, the title it had.
    pub title: String,
}

impl Writer {
    /// Keeps the title a document gives itself, which the next build tells apart from its neighbours' anew.
    pub fn set_own_title(&self, document: DocumentId, title: &str) -> Result<()> {
        self.run("UPDATE document_parts SET own_title = ?2 WHERE document = ?1", (document.0, title)).map(drop)
    }

    /// Keeps what was found in a text unit for the next build.
    pub fn add_extraction(&self, unit: TextUnitId, packed: &[u8]) -> Result<()> {
        self.run("INSERT OR REPLACE INTO extractions (text_unit, packed) VALUES (?1, ?2)", (unit.0, packed)).map(drop)
    }

    /// Puts the news of this build in the place of the last one's.
    pub fn set_news(&self, news: &[News]) -> Result<()> {
        self.batch(|writer| {
            writer.run_batch("DELETE FROM news")?;
            for item in news {
                writer.run(
                    "INSERT OR REPLACE INTO news (kind, id, change, title) VALUES (?1, ?2, ?3, ?4)",
                    (item.record.kind.name(), item.record.id, item.change.name(), &item.title),
                )?;
            }
            Ok(())
        })
    }
}

impl Reader {
    /// Every document with the state of its file, in reading order.
    pub fn kept_documents(&self) -> Result<Vec<KeptDocument>> {
        self.all(
            "SELECT documents.id, row, documents.hash, path, size, files.modified, files.hash, reason \
             FROM documents JOIN files ON files.id = documents.file ORDER BY documents.file, row, documents.id",
            [],
            |row| {
                Ok(KeptDocument {
                    id: DocumentId(row.get(0)?),
                    row: row.get(1)?,
                    hash: row.get(2)?,
                    path: row.get(3)?,
                    file_size: row.get::<_, i64>(4)?.max(0) as u64,
                    file_modified: row.get(5)?,
                    file_hash: row.get::<_, Option<String>>(6)?.unwrap_or_default(),
                    remark: row.get(7)?,
                })
            },
        )
    }

    /// The title of every document.
    pub fn document_titles(&self) -> Result<HashMap<DocumentId, String>> {
        let rows = self.all("SELECT id, title FROM documents", [], |row| Ok((DocumentId(row.get(0)?), row.get(1)?)))?;
        Ok(rows.into_iter().collect())
    }

    /// The title a document gives itself; empty when the index is older than the keeping of them.
    pub fn own_title(&self, id: DocumentId) -> Result<String> {
        self.maybe("SELECT own_title FROM document_parts WHERE document = ?1", [id.0], |row| row.get(0))?
            .ok_or(StoreError::NoSuchRecord(id.into()))
    }

    /// What was found in text units and kept, packed.
    pub fn extractions(&self) -> Result<HashMap<TextUnitId, Vec<u8>>> {
        let rows = self.all("SELECT text_unit, packed FROM extractions", [], |row| {
            Ok((TextUnitId(row.get(0)?), row.get::<_, Vec<u8>>(1)?))
        })?;
        Ok(rows.into_iter().collect())
    }

    /// What the last update made new, changed or removed: by kind, then new before changed before gone, by title.
    pub fn news(&self) -> Result<Vec<News>> {
        let rows = self.all("SELECT kind, id, change, title FROM news ORDER BY title, id", [], |row| {
            Ok((row.get::<_, String>(0)?, row.get(1)?, row.get::<_, String>(2)?, row.get(3)?))
        })?;
        let mut news: Vec<News> = rows
            .into_iter()
            .filter_map(|(kind, id, change, title)| {
                let change = [Change::New, Change::Changed, Change::Gone].into_iter().find(|c| c.name() == change)?;
                Some(News { record: Ref::new(kind.parse::<Kind>().ok()?, id), change, title })
            })
            .collect();
        news.sort_by_key(|item| (item.record.kind, item.change as u8));
        Ok(news)
    }
}
