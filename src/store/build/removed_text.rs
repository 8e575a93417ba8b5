//! Text that is gone after an update, and what still tells of it.
//!
//! Saved answers: what they quote of it is gone from them too, and a note stands in its place. The citation stays, and
//! shows as one that leads nowhere.
//!
//! The ledger: once a text is gone, the answers that the build had no use for are forgotten, because an answer does not
//! say of what texts it was made. Those that are about one text unit, or one document, say it, and stay as long as that
//! does; so what costs most, the reading of every text unit, survives a change of models or prompts and back.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rusqlite::OptionalExtension;

use crate::model::{Answer, DocumentId};
use crate::store::corpus::documents::block_id;
use crate::store::error::to_json;
use crate::store::{Result, Writer};

/// Characters from which on a piece of a statement is looked for in a document that lives on.
const PIECE: usize = 12;

/// What became of a text unit that saved answers cite.
enum Fate {
    /// It is there, or has been gone for longer than the index before.
    Settled,
    Gone,
    /// It was cut anew: this is the text of its document.
    Cut(String),
}

/// The fact that lists the documents (by hash) that a stopped build may have asked about.
const ASKED_OF: &str = "asked_of";

impl Writer {
    /// The documents that this build, and stopped ones before it, may have asked about: their hashes as a JSON list.
    pub(super) fn asked_of(&self) -> Result<String> {
        let sql = "SELECT json_group_array(hash) FROM (SELECT hash FROM main.documents UNION \
                   SELECT asked.value FROM main.meta AS fact, json_each(fact.value) AS asked WHERE fact.key = ?1)";
        self.connection().query_row(sql, [ASKED_OF], |row| row.get(0)).map_err(|e| self.wrap(e))
    }

    pub(super) fn leave_asked_of(&self, documents: &str) -> Result<()> {
        self.set_fact(ASKED_OF, documents)
    }

    /// Whether a document is gone, or another, that a stopped build may have asked about, or that the index attached as
    /// `old` has.
    pub(super) fn misses_text(&self, old: Option<&str>) -> Result<bool> {
        let mut before =
            "SELECT asked.value AS hash FROM main.meta AS fact, json_each(fact.value) AS asked WHERE fact.key = ?1"
                .to_owned();
        if let Some(old) = old {
            before.push_str(&format!(" UNION ALL SELECT hash FROM {old}.documents"));
        }
        let sql =
            format!("SELECT EXISTS (SELECT 1 FROM ({before}) WHERE hash NOT IN (SELECT hash FROM main.documents))");
        self.connection().query_row(&sql, [ASKED_OF], |row| row.get(0)).map_err(|e| self.wrap(e))
    }

    /// Forgets the answers that the build had no use for, but for those about a text unit or a document that is there.
    /// What they cost stays.
    pub(super) fn forget_answers(&self) -> Result<()> {
        self.run(
            "UPDATE main.ledger SET state = 'waiting', output = NULL, data = NULL, error = NULL, item = '', \
             text_unit = NULL, document = NULL \
             WHERE used = 0 AND (text_unit IS NULL OR text_unit NOT IN (SELECT id FROM main.text_units)) \
             AND (document IS NULL OR document NOT IN (SELECT hash FROM main.documents))",
            [],
        )?;
        self.run("DELETE FROM main.meta WHERE key = ?1", [ASKED_OF]).map(drop)
    }

    /// Takes out of the saved answers what they quote of text units that the index attached as `old` had, and whose
    /// text this one no longer holds.
    pub(super) fn forget_quotations(&self) -> Result<()> {
        let saved: Vec<(i64, String)> = {
            let mut statement = self
                .connection()
                .prepare("SELECT id, answer FROM main.turns WHERE answer IS NOT NULL")
                .map_err(|e| self.wrap(e))?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).map_err(|e| self.wrap(e))?;
            rows.collect::<rusqlite::Result<_>>().map_err(|e| self.wrap(e))?
        };
        let mut fates: HashMap<u32, Fate> = HashMap::new();
        let mut there: HashMap<DocumentId, bool> = HashMap::new();
        for (turn, json) in saved {
            // An answer of another version is nothing this one can show either.
            let Ok(mut answer) = serde_json::from_str::<Answer>(&json) else { continue };
            for source in answer.sources() {
                if let Entry::Vacant(vacant) = fates.entry(source) {
                    vacant.insert(self.fate(source)?);
                }
            }
            for document in answer.evidence.iter().filter_map(|evidence| evidence.document) {
                if let Entry::Vacant(vacant) = there.entry(document) {
                    vacant.insert(self.is_there(document)?);
                }
            }
            let says = |source: u32, text: &str| match fates.get(&source) {
                Some(Fate::Gone) => false,
                Some(Fate::Cut(now)) => still_says(now, text),
                Some(Fate::Settled) | None => true,
            };
            let changed = answer.forget(
                |source, statement| !says(source, statement),
                |evidence| {
                    let is_there = evidence.document.is_none_or(|document| there.get(&document) != Some(&false));
                    !is_there || evidence.source().is_some_and(|source| !says(source.id, &evidence.text))
                },
            );
            if changed {
                self.run("UPDATE main.turns SET answer = ?2 WHERE id = ?1", (turn, to_json(self.path(), &answer)?))?;
            }
        }
        Ok(())
    }

    fn one(&self, sql: &str, id: u32) -> Result<Option<u32>> {
        self.connection().query_row(sql, [id], |row| row.get(0)).optional().map_err(|e| self.wrap(e))
    }

    fn is_there(&self, document: DocumentId) -> Result<bool> {
        Ok(self.one("SELECT id FROM main.documents WHERE id = ?1", document.0)?.is_some())
    }

    fn fate(&self, unit: u32) -> Result<Fate> {
        if self.one("SELECT id FROM main.text_units WHERE id = ?1", unit)?.is_some() {
            return Ok(Fate::Settled);
        }
        let Some(document) = self.one("SELECT document FROM old.text_units WHERE id = ?1", unit)? else {
            return Ok(Fate::Settled);
        };
        if !self.is_there(DocumentId(document))? {
            return Ok(Fate::Gone);
        }
        let (first, behind) = (block_id(DocumentId(document), 0), block_id(DocumentId(document + 1), 0));
        let text = self.connection().query_row(
            "SELECT group_concat(text, '' ORDER BY id) FROM main.document_text WHERE id >= ?1 AND id < ?2",
            (first, behind),
            |row| row.get::<_, Option<String>>(0),
        );
        Ok(Fate::Cut(words(&text.map_err(|e| self.wrap(e))?.unwrap_or_default())))
    }
}

/// Whether a text (as [`words`] gives it) holds what a statement quotes: the longest piece between the marks of
/// quotation and of what was left out.
fn still_says(text: &str, statement: &str) -> bool {
    let pieces = statement.split(['“', '”', '"', '…', '\n']).map(words);
    let longest = pieces.max_by_key(String::len).unwrap_or_default();
    longest.chars().count() >= PIECE && text.contains(&longest)
}

/// Letters and digits, with single spaces between words.
fn words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_stands_elsewhere_in_its_document_still_stands() {
        let text = words("It rained. The ledger was sold\nin May, they say.");
        assert!(still_says(&text, "- “The ledger was sold in May.” "));
        assert!(still_says(&text, "Quill wrote: “The ledger was sold … in May”"));
        assert!(!still_says(&text, "“The ledger was burnt in May.”"));
        assert!(!still_says(&text, ""));
    }
}
