//! What one build leaves to the next, so that only what changed is read and extracted again, and what was new in it.

use std::collections::HashMap;
use std::path::Path;

use serde::Serialize;

use crate::model::{DocumentId, Kind, Ref, TextUnitId};
use crate::store::{Reader, Result, StoreError, Writer};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
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
    /// Keeps for the next build the title a document gives itself, which is told apart from its neighbours' anew.
    pub fn leave_to_the_next(&self, document: DocumentId, own_title: &str) -> Result<()> {
        self.run("UPDATE document_parts SET own_title = ?2 WHERE document = ?1", (document.0, own_title)).map(drop)
    }

    /// Keeps what was found in a text unit for the next build.
    pub fn add_extraction(&self, unit: TextUnitId, packed: &[u8]) -> Result<()> {
        self.run("INSERT OR REPLACE INTO extractions (text_unit, packed) VALUES (?1, ?2)", (unit.0, packed)).map(drop)
    }

    /// Compares this build with the index there was and keeps what is new, changed and gone: documents by their bytes,
    /// elements and reports by what they say. Returns how many of each, by kind; kinds without any are left out.
    pub fn compare(&self, before: &Path) -> Result<Vec<(Kind, [usize; 3])>> {
        self.run("ATTACH ?1 AS old", [before.to_string_lossy()])?;
        let compared = self.batch(|writer| {
            writer.run_batch("DELETE FROM main.news")?;
            for (kind, table, id, title, says) in COMPARED {
                let same = says.iter().map(|column| format!("n.{column} IS o.{column}")).collect::<Vec<_>>().join(" AND ");
                let (now, then) = (title.replace('@', "n").replace('%', "main"), title.replace('@', "o").replace('%', "old"));
                writer.run_batch(&format!(
                    "INSERT INTO main.news (kind, id, change, title) \
                     SELECT '{kind}', n.{id}, CASE WHEN o.{id} IS NULL THEN 'new' ELSE 'changed' END, {now} \
                     FROM main.{table} n LEFT JOIN old.{table} o ON o.{id} = n.{id} WHERE o.{id} IS NULL OR NOT ({same}); \
                     INSERT INTO main.news (kind, id, change, title) SELECT '{kind}', o.{id}, 'gone', {then} \
                     FROM old.{table} o WHERE NOT EXISTS (SELECT 1 FROM main.{table} n WHERE n.{id} = o.{id})"
                ))?;
            }
            Ok::<_, StoreError>(())
        });
        self.run_batch("DETACH old")?;
        compared?;
        self.count_news()
    }

    fn count_news(&self) -> Result<Vec<(Kind, [usize; 3])>> {
        let mut counts = Vec::new();
        for (kind, ..) in COMPARED {
            let of = "SELECT count(*) FILTER (WHERE change = 'new'), count(*) FILTER (WHERE change = 'changed'), \
                      count(*) FILTER (WHERE change = 'gone') FROM news WHERE kind = ?1";
            let count = self.connection().query_row(of, [kind.name()], |row| {
                Ok([row.get::<_, u32>(0)?, row.get::<_, u32>(1)?, row.get::<_, u32>(2)?])
            });
            counts.push((kind, count.map_err(|e| self.wrap(e))?.map(|count| count as usize)));
        }
        counts.retain(|(_, counts)| counts.iter().any(|&count| count > 0));
        Ok(counts)
    }
}

/// What an update compares: kind, table, its key, the title (`@` is the row, `%` its database), and the columns that
/// say something.
type Compared = (Kind, &'static str, &'static str, &'static str, &'static [&'static str]);
const COMPARED: [Compared; 4] = [
    (Kind::Document, "documents", "id", "@.title", &["hash"]),
    (Kind::Entity, "entities", "id", "@.name", &["description"]),
    (
        Kind::Relationship,
        "relationships",
        "id",
        "coalesce((SELECT name FROM %.entities WHERE id = @.source), '') || ' – ' || \
         coalesce((SELECT name FROM %.entities WHERE id = @.target), '')",
        &["description"],
    ),
    (Kind::Report, "reports", "community", "@.title", &["title", "summary", "findings"]),
];

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

    /// The lowest id above all that a table holds, for each of documents, text units, entities, relationships,
    /// communities and claims.
    pub fn ids_above_all(&self) -> Result<[u32; 6]> {
        let above = |table: &str| format!("(SELECT coalesce(max(id) + 1, 0) FROM {table})");
        let tables = ["documents", "text_units", "entities", "relationships", "communities", "claims"].map(above);
        self.one(&format!("SELECT {}", tables.join(", ")), [], |row| {
            let mut ids = [0; 6];
            for (at, id) in ids.iter_mut().enumerate() {
                *id = row.get(at)?;
            }
            Ok(ids)
        })
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
