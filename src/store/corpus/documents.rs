//! Documents: their rows, their text in windows, their sentences, and the way back to the file's bytes.

use rusqlite::Row;
use serde::Serialize;

use super::sentences;
use crate::model::hash::hash64;
use crate::model::{Document, DocumentId, Kind, RecurringKind, RecurringSpan, Ref, Sentence, Span, Speaker, is_table};
use crate::store::error::{from_json, to_json};
use crate::store::{Reader, Result, StoreError, Writer};
use crate::text::provenance::landmarks::Landmarks;
use crate::text::provenance::span_map::SpanMap;
use crate::text::titles::order::natural;

/// Nominal bytes of a block of text. Block `n` runs between the character boundaries at or before `n` and `n + 1`
/// times this.
const BLOCK: usize = 16 * 1024;
/// So many letters are no chance inside a word: compounds are written as one.
const INSIDE: usize = 5;

const COLUMNS: &str = "documents.id, title, path, row, format, encoding, language, bytes, documents.modified, \
                       documents.hash, text_len, tokens FROM documents JOIN files ON files.id = documents.file";

/// What a list of documents shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DocumentRow {
    pub id: DocumentId,
    pub title: String,
    pub path: String,
    pub format: String,
    pub bytes: u64,
    pub tokens: u32,
    pub modified: Option<i64>,
}

/// A document with what it is called.
pub struct TitledDocument {
    pub id: DocumentId,
    pub title: String,
    pub path: String,
}

/// Orders a list of documents can have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DocumentOrder {
    /// The order of reading: by path.
    #[default]
    Reading,
    Title,
    /// The most tokens first.
    Size,
    Newest,
}

/// A document with everything that reading found out about it.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredDocument {
    pub document: Document,
    pub text: String,
    pub sentences: Vec<Sentence>,
    pub speakers: Vec<Speaker>,
}

/// A document with all that reading made of it.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeDocument {
    pub stored: StoredDocument,
    pub map: SpanMap,
    pub landmarks: Landmarks,
    /// The title it gives itself; empty when the index is older than the keeping of them.
    pub own_title: String,
}

/// The way from a document's text back to its file, packed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WayBack {
    /// [`SpanMap::encode`]
    pub span_map: Vec<u8>,
    /// [`Landmarks::encode`]
    pub landmarks: Vec<u8>,
}

fn document(row: &Row<'_>) -> rusqlite::Result<Document> {
    Ok(Document {
        id: DocumentId(row.get(0)?),
        title: row.get(1)?,
        path: row.get(2)?,
        row: row.get(3)?,
        format: row.get(4)?,
        encoding: row.get(5)?,
        language: row.get(6)?,
        bytes: row.get::<_, i64>(7)?.max(0) as u64,
        modified: row.get(8)?,
        hash: row.get(9)?,
        text_len: row.get::<_, i64>(10)?.max(0) as usize,
        tokens: row.get(11)?,
    })
}

/// The character boundary at or before `at`.
fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

pub(in crate::store) fn block_id(document: DocumentId, block: usize) -> i64 {
    i64::from(document.0) << 24 | (block as i64 & 0xff_ffff)
}

/// A sum that changes when the text does.
fn sum(text: &str) -> i64 {
    const SEED: u64 = 11;
    hash64(text.as_bytes(), SEED) as i64
}

impl Writer {
    /// Adds a document; `file` is the id of its file.
    pub fn add_document(
        &self,
        file: u32,
        document: &Document,
        text: &str,
        sentences: &[Sentence],
        speakers: &[Speaker],
        way_back: &WayBack,
    ) -> Result<()> {
        let d = document;
        self.run(
            "INSERT INTO documents (id, file, title, row, format, encoding, language, bytes, modified, hash, text_len, tokens) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            rusqlite::params![
                d.id.0, file, d.title, d.row, d.format, d.encoding, d.language, d.bytes as i64, d.modified, d.hash,
                d.text_len as i64, d.tokens
            ],
        )?;
        self.run(
            "INSERT INTO document_parts (document, span_map, landmarks, speakers, sentences) VALUES (?1, ?2, ?3, ?4, ?5)",
            (d.id.0, &way_back.span_map, &way_back.landmarks, to_json(self.path(), &speakers)?, sentences::pack(sentences)),
        )?;
        let mut start = 0;
        for block in 0.. {
            let end = floor_boundary(text, (block + 1) * BLOCK);
            self.run(
                "INSERT INTO document_text (id, start, text, sum) VALUES (?1, ?2, ?3, ?4)",
                (block_id(d.id, block), start as i64, &text[start..end], sum(&text[start..end])),
            )?;
            start = end;
            if end == text.len() {
                break;
            }
        }
        Ok(())
    }

    pub fn add_recurring(&self, spans: &[RecurringSpan]) -> Result<()> {
        for span in spans {
            let kind = match span.kind {
                RecurringKind::Overlap => "overlap",
                RecurringKind::Duplicate => "duplicate",
                RecurringKind::Boilerplate => "boilerplate",
            };
            self.run(
                "INSERT OR IGNORE INTO recurring (document, start, end, kind, first_document) VALUES (?1, ?2, ?3, ?4, ?5)",
                (span.document.0, span.span.start as i64, span.span.end as i64, kind, span.first_document.0),
            )?;
        }
        Ok(())
    }
}

impl Reader {
    /// Every document's id, in the order asked for.
    pub fn document_ids(&self, order: DocumentOrder) -> Result<Vec<DocumentId>> {
        let order = match order {
            DocumentOrder::Reading => "file, row, id",
            DocumentOrder::Title => return self.documents_by_title(),
            DocumentOrder::Size => "tokens DESC, id",
            DocumentOrder::Newest => "modified DESC, id",
        };
        self.all(&format!("SELECT id FROM documents ORDER BY {order}"), [], |row| row.get(0).map(DocumentId))
    }

    fn documents_by_title(&self) -> Result<Vec<DocumentId>> {
        let mut titled = self.all("SELECT title, id FROM documents ORDER BY id", [], |row| {
            Ok((row.get::<_, String>(0)?.to_lowercase(), DocumentId(row.get(1)?)))
        })?;
        titled.sort_by(|(one, _), (other, _)| natural(one, other));
        Ok(titled.into_iter().map(|(_, id)| id).collect())
    }

    /// Paths of files that are in another encoding than UTF-8, with what they were read as.
    pub fn foreign_encodings(&self) -> Result<Vec<(String, String)>> {
        let sql = "SELECT DISTINCT files.path, encoding FROM documents JOIN files ON files.id = file \
                   WHERE encoding NOT IN ('UTF-8', 'ASCII', 'binary', '') ORDER BY files.path";
        self.all(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The documents whose path is `folder` or lies under it.
    pub fn documents_under(&self, folder: &str) -> Result<Vec<DocumentId>> {
        let folder = folder.trim_end_matches('/');
        self.all(
            "SELECT documents.id FROM files JOIN documents ON documents.file = files.id \
             WHERE ?1 IN ('', '.') OR path = ?1 OR (path > ?1 || '/' AND path < ?1 || '0') ORDER BY documents.file, documents.row, documents.id",
            [folder],
            |row| row.get(0).map(DocumentId),
        )
    }

    pub fn document_rows(&self, ids: &[DocumentId]) -> Result<Vec<DocumentRow>> {
        let sql = format!("SELECT {COLUMNS} WHERE documents.id = ?1");
        self.by_id(&sql, ids.iter().map(|id| id.0), |row| {
            let d = document(row)?;
            Ok(DocumentRow {
                id: d.id,
                title: d.title,
                path: d.path,
                format: d.format,
                bytes: d.bytes,
                tokens: d.tokens,
                modified: d.modified,
            })
        })
    }

    /// The first documents in reading order with what they are called.
    pub fn titled_documents(&self, most: usize) -> Result<Vec<TitledDocument>> {
        self.all(
            "SELECT documents.id, title, path FROM documents JOIN files ON files.id = documents.file
             ORDER BY documents.file, documents.row, documents.id LIMIT ?1",
            [most as i64],
            |row| Ok(TitledDocument { id: DocumentId(row.get(0)?), title: row.get(1)?, path: row.get(2)? }),
        )
    }

    pub fn documents(&self, ids: &[DocumentId]) -> Result<Vec<Document>> {
        let sql = format!("SELECT {COLUMNS} WHERE documents.id = ?1");
        self.by_id(&sql, ids.iter().map(|id| id.0), document)
    }

    pub fn document(&self, id: DocumentId) -> Result<Document> {
        self.documents(&[id])?.pop().ok_or(StoreError::NoSuchRecord(id.into()))
    }

    /// A window of a document's text. Bounds are clamped to the text and moved outward to character boundaries; the
    /// span that was read comes back with it.
    pub fn text(&self, id: DocumentId, window: Span) -> Result<(Span, String)> {
        let last = (window.end / BLOCK).max(window.start / BLOCK);
        let blocks = self.all(
            "SELECT start, text, sum FROM document_text WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
            (block_id(id, window.start / BLOCK), block_id(id, last)),
            |row| Ok((row.get::<_, i64>(0)?.max(0) as usize, row.get::<_, String>(1)?, row.get::<_, Option<i64>>(2)?)),
        )?;
        if blocks.iter().any(|(_, text, kept)| kept.is_some_and(|kept| kept != sum(text))) {
            let detail = format!("the text of {} is not what was written", Ref::from(id));
            return Err(StoreError::Damaged { path: self.path().to_owned(), detail });
        }
        let Some(&(first, ..)) = blocks.first() else {
            // Behind the end of the text, or no such document.
            let length = self.document(id)?.text_len;
            return Ok((Span::new(length, length), String::new()));
        };
        let mut text: String = blocks.into_iter().map(|(_, text, _)| text).collect();
        let start = floor_boundary(&text, window.start.saturating_sub(first));
        let mut end = window.end.saturating_sub(first).clamp(start, text.len().max(start));
        while !text.is_char_boundary(end) {
            end += 1;
        }
        text.truncate(end);
        text.drain(..start);
        Ok((Span::new(first + start, first + end), text))
    }

    /// How many documents are rows of tables ([`Document::is_row`]).
    pub fn rows_of_tables(&self) -> Result<usize> {
        let counted =
            self.all("SELECT format, count(*) FROM documents WHERE row IS NOT NULL GROUP BY format", [], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?.max(0) as usize))
            })?;
        Ok(counted.into_iter().filter(|(format, _)| is_table(format)).map(|(_, count)| count).sum())
    }

    /// True when some document has these letters, inside a word too and in capitals or not; few letters only where a
    /// word begins with them (`try` in `Promise.try`, but no *void* in *avoid*). Also where there are more than `most`
    /// bytes of text to look through.
    pub fn has_letters(&self, letters: &str, most: usize) -> Result<bool> {
        let bytes: i64 =
            self.maybe("SELECT coalesce(sum(text_len), 0) FROM documents", (), |row| row.get(0))?.unwrap_or(0);
        if letters.is_empty() || usize::try_from(bytes).is_ok_and(|bytes| bytes > most) {
            return Ok(true);
        }
        let letters = letters.to_lowercase();
        let stands =
            self.all("SELECT text FROM document_text WHERE instr(lower(text), ?1) > 0", [&letters], |row| {
                Ok(stand_in(row.get_ref(0)?.as_str()?, &letters))
            })?;
        Ok(stands.contains(&true))
    }

    /// A document with its whole text and structure.
    pub fn stored_document(&self, id: DocumentId) -> Result<StoredDocument> {
        let document = self.document(id)?;
        let (_, text) = self.text(id, Span::new(0, document.text_len))?;
        let (sentences, speakers) = self.structure(id)?;
        Ok(StoredDocument { document, text, sentences, speakers })
    }

    /// A document with all that reading made of it.
    pub fn whole_document(&self, id: DocumentId) -> Result<WholeDocument> {
        let document = self.document(id)?;
        let (_, text) = self.text(id, Span::new(0, document.text_len))?;
        let parts = self.maybe(
            "SELECT speakers, sentences, span_map, landmarks, own_title FROM document_parts WHERE document = ?1",
            [id.0],
            |row| {
                let speakers: Option<Vec<Speaker>> = serde_json::from_str(row.get_ref(0)?.as_str()?).ok();
                let sentences = sentences::unpack(row.get_ref(1)?.as_blob()?);
                let map = SpanMap::decode(row.get_ref(2)?.as_blob()?).ok();
                let landmarks = Landmarks::decode(row.get_ref(3)?.as_blob()?).ok();
                Ok((speakers, sentences, map, landmarks, row.get(4)?))
            },
        )?;
        match parts.ok_or(StoreError::NoSuchRecord(id.into()))? {
            (Some(speakers), Some(sentences), Some(map), Some(landmarks), own_title) => {
                let stored = StoredDocument { document, text, sentences, speakers };
                Ok(WholeDocument { stored, map, landmarks, own_title })
            }
            _ => {
                let detail = format!("the parts of {}", Ref::from(id));
                Err(StoreError::Value { path: self.path().to_owned(), detail })
            }
        }
    }

    /// A document's sentences and whoever speaks in it, without its text.
    pub fn structure(&self, id: DocumentId) -> Result<(Vec<Sentence>, Vec<Speaker>)> {
        let (speakers, packed) = self
            .maybe("SELECT speakers, sentences FROM document_parts WHERE document = ?1", [id.0], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, Vec<u8>>(1)?))
            })?
            .ok_or(StoreError::NoSuchRecord(id.into()))?;
        let sentences = sentences::unpack(&packed).ok_or_else(|| StoreError::Value {
            path: self.path().to_owned(),
            detail: format!("the sentences of {}", Ref::new(Kind::Document, id.0)),
        })?;
        Ok((sentences, from_json(self.path(), &speakers)?))
    }

    /// The way from a document's text back to its file.
    pub fn way_back(&self, id: DocumentId) -> Result<(SpanMap, Landmarks)> {
        let (map, landmarks): (Vec<u8>, Vec<u8>) = self
            .maybe("SELECT span_map, landmarks FROM document_parts WHERE document = ?1", [id.0], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?
            .ok_or(StoreError::NoSuchRecord(id.into()))?;
        let broken = |detail: String| StoreError::Value { path: self.path().to_owned(), detail };
        Ok((
            SpanMap::decode(&map).map_err(|error| broken(error.to_string()))?,
            Landmarks::decode(&landmarks).map_err(|error| broken(error.to_string()))?,
        ))
    }

    /// The stretches of a document that were counted elsewhere.
    pub fn recurring(&self, id: DocumentId) -> Result<Vec<RecurringSpan>> {
        self.all(
            "SELECT start, end, kind, first_document FROM recurring WHERE document = ?1 ORDER BY start",
            [id.0],
            |row| {
                Ok(RecurringSpan {
                    document: id,
                    span: Span::new(row.get::<_, i64>(0)?.max(0) as usize, row.get::<_, i64>(1)?.max(0) as usize),
                    kind: match row.get::<_, String>(2)?.as_str() {
                        "overlap" => RecurringKind::Overlap,
                        "duplicate" => RecurringKind::Duplicate,
                        _ => RecurringKind::Boilerplate,
                    },
                    first_document: DocumentId(row.get(3)?),
                })
            },
        )
    }
}

/// True when a text that has these letters has them as more than a chance inside a word: they are many, a word begins
/// with them, or a part of a name in capitals does. Scripts without capitals part no words.
fn stand_in(text: &str, letters: &str) -> bool {
    let lower = text.to_lowercase();
    // Letters whose small form has another length move what is behind them: where nothing can be told, they stand.
    if letters.chars().count() >= INSIDE || lower.len() != text.len() {
        return true;
    }
    lower.match_indices(letters).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let first = text.get(at..).and_then(|letters| letters.chars().next());
        !before.is_some_and(char::is_alphabetic) || !first.is_some_and(char::is_lowercase)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_letters_inside_a_word_are_chance() {
        for (text, letters) in [
            ("Promise.try waits", "try"),
            ("JenMoor left", "moor"),
            ("a void", "void"),
            ("Dampfschiffe", "schiff"),
            ("東京都港区", "港"),
        ] {
            assert!(stand_in(text, letters), "{text}");
        }
        for (text, letters) in [("avoid it", "void"), ("the country", "try")] {
            assert!(!stand_in(text, letters), "{text}");
        }
    }
}
