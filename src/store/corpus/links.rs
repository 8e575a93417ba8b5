//! Links: where a text unit names another document by its title.

use rusqlite::Row;

use crate::model::{DocumentId, Span, TextUnitId};
use crate::store::{Reader, Result, Writer};

/// One place where a document's title stands in the text of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub unit: TextUnitId,
    /// The document that is named.
    pub document: DocumentId,
    /// Bytes of the naming document's extracted text.
    pub span: Span,
}

impl Writer {
    /// Adds a name that documents go by, folded as it will be looked up.
    pub fn add_title_name(&self, folded: &str, documents: &[DocumentId]) -> Result<()> {
        for document in documents {
            self.run("INSERT OR IGNORE INTO title_names (folded, document) VALUES (?1, ?2)", (folded, document.0))?;
        }
        Ok(())
    }

    pub fn add_links(&self, links: &[Link]) -> Result<()> {
        for link in links {
            self.run(
                "INSERT OR IGNORE INTO links (text_unit, start, document, end) VALUES (?1, ?2, ?3, ?4)",
                (link.unit.0, link.span.start as i64, link.document.0, link.span.end as i64),
            )?;
        }
        Ok(())
    }
}

impl Reader {
    /// The documents that go by a name, given folded.
    pub fn documents_named(&self, folded: &str) -> Result<Vec<DocumentId>> {
        self.all("SELECT document FROM title_names WHERE folded = ?1 ORDER BY document", [folded], |row| {
            row.get(0).map(DocumentId)
        })
    }

    /// The documents that a text unit names, in the order of its text.
    pub fn links_in(&self, unit: TextUnitId) -> Result<Vec<Link>> {
        self.all(
            "SELECT text_unit, document, start, end FROM links WHERE text_unit = ?1 ORDER BY start, document",
            [unit.0],
            link,
        )
    }
}

fn link(row: &Row<'_>) -> rusqlite::Result<Link> {
    Ok(Link {
        unit: TextUnitId(row.get(0)?),
        document: DocumentId(row.get(1)?),
        span: Span::new(row.get::<_, i64>(2)?.max(0) as usize, row.get::<_, i64>(3)?.max(0) as usize),
    })
}
