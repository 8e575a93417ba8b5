//! Quotations and records for tests.

use super::{ContextRecord, Quotable};
use crate::model::{DocumentId, Kind, Ref, Span};

/// A sentence that cites a source; nobody is known to say it.
pub fn quoted(source: u32, text: &str) -> Quotable {
    Quotable {
        text: text.to_owned(),
        cites: vec![Ref::new(Kind::Source, source)],
        place: None,
        speaker: None,
        relevance: None,
    }
}

/// A sentence that somebody says from a byte of a document on, which is cited by its number.
pub fn said(document: u32, speaker: &str, start: usize, text: &str) -> Quotable {
    Quotable {
        place: Some((DocumentId(document), Span::new(start, start + text.len()))),
        speaker: Some(speaker.to_owned()),
        ..quoted(document, text)
    }
}

/// A record with the sentences it quotes, and no text of its own.
pub fn record(kind: Kind, id: u32, title: &str, sentences: Vec<Quotable>) -> ContextRecord {
    ContextRecord {
        candidates: Vec::new(),
        record: Ref::new(kind, id),
        title: title.to_owned(),
        text: String::new(),
        sentences,
        rank: 1.0,
        tokens: 10,
    }
}
