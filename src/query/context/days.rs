//! Of which day each document is.

use crate::model::{Document, DocumentId};
use crate::text::dates::{are_numbered, of_document, told};

/// Documents whose days are looked at.
pub(in crate::query) const DATED: usize = 20_000;

/// The day that a document is of, in seconds since 1970: a row's own, else that of its title or path.
pub(in crate::query) fn day_of(document: &Document, numbered: bool) -> Option<i64> {
    match document.is_row() {
        true => document.modified,
        false => told(&document.title, &document.path, numbered),
    }
}

/// The days that documents are of, in seconds since 1970: as told of the document, else as it tells of itself.
pub(in crate::query) fn days_of_all(documents: &[Document]) -> impl Iterator<Item = (DocumentId, i64)> + '_ {
    let numbered = are_numbered(documents.iter().map(|document| document.path.as_str()));
    documents.iter().filter_map(move |document| Some((document.id, dated(document, numbered)?)))
}

/// The same of one.
pub(in crate::query) fn dated(document: &Document, numbered: bool) -> Option<i64> {
    match document.is_row() {
        true => document.modified,
        false => of_document(&document.title, &document.path, numbered, document.modified),
    }
}
