//! Quotations and records for tests.

use super::rank::features::Candidate;
use super::{ContextRecord, Quotable};
use crate::model::{DocumentId, Evidence, Kind, Ref, SentenceKind, Span};

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

/// A record with the passages that may be quoted from it; its text is theirs.
pub fn record(kind: Kind, id: u32, title: &str, passages: Vec<Quotable>) -> ContextRecord {
    let text: Vec<&str> = passages.iter().map(|passage| passage.text.as_str()).collect();
    ContextRecord {
        record: Ref::new(kind, id),
        title: title.to_owned(),
        text: text.join(" "),
        candidates: passages.into_iter().map(candidate).collect(),
        rank: 1.0,
        tokens: 10,
    }
}

/// A passage as a candidate of a document that is told apart by what it cites.
fn candidate(passage: Quotable) -> Candidate {
    let (document, span) = passage.place.unwrap_or((DocumentId(1), Span::new(0, passage.text.len())));
    Candidate {
        evidence: Evidence {
            cites: passage.cites,
            document: Some(document),
            quote: span,
            window: span,
            text: passage.text,
            lead: None,
            speaker: passage.speaker,
            title: "Minutes".to_owned(),
            heading: Vec::new(),
            cut: false,
        },
        kind: SentenceKind::Prose,
        retrieved: 1.0,
        place: 0.5,
        opens: false,
        leans: false,
        spoken: false,
        central: 0.0,
    }
}
