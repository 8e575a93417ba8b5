//! Quotations and records for tests.

use super::rank::features::Candidate;
use super::{ContextRecord, DocumentText, Quotable};
use crate::model::{
    Document, DocumentId, Entity, EntityId, EntityType, Evidence, Kind, Ref, SentenceKind, Span, TextUnit, TextUnitId,
};
use crate::text::layout::blocks::Markup;
use crate::text::layout::structure;

/// A record with the passages that may be quoted from it; its text is theirs.
pub fn record(kind: Kind, id: u32, title: &str, passages: Vec<Quotable>) -> ContextRecord {
    let text: Vec<&str> = passages.iter().map(|passage| passage.text.as_str()).collect();
    ContextRecord {
        record: Ref::new(kind, id),
        title: title.to_owned(),
        text: text.join(" "),
        in_short: None,
        candidates: passages.into_iter().map(candidate).collect(),
        rank: 1.0,
        tokens: 10,
    }
}

/// A source of the sentences of one paragraph of a document, a passage each.
pub fn paragraph<'t>(document: u32, title: &str, sentences: impl IntoIterator<Item = &'t str>) -> ContextRecord {
    let mut at = 0;
    let passages = sentences.into_iter().map(|text| {
        let place = Some((DocumentId(document), Span::new(at, at + text.len())));
        at += text.len() + 1;
        Quotable { text: text.to_owned(), place, ..Quotable::default() }
    });
    record(Kind::Source, document, title, passages.collect())
}

/// An entity that three passages of one document name, of no kind that is known.
pub fn entity(id: u32, name: &str) -> Entity {
    Entity {
        id: EntityId(id),
        name: name.to_owned(),
        kind: EntityType::Concept,
        aliases: Vec::new(),
        description: String::new(),
        mentions: 3,
        documents: 1,
        degree: 1,
        ubiquitous: false,
    }
}

/// The one text unit of a document with a text.
pub fn unit(text: &str) -> TextUnit {
    TextUnit {
        id: TextUnitId(0),
        document: DocumentId(0),
        ordinal: 0,
        span: Span::new(0, text.len()),
        fresh_from: 0,
        tokens: 50,
        recurring: false,
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
            day: None,
            heading: Vec::new(),
            cut: false,
        },
        kind: SentenceKind::Prose,
        retrieved: 1.0,
        place: 0.5,
        opens: false,
        leans: false,
        spoken: false,
        dated: None,
        day: None,
    }
}

/// A passage that nobody is named as saying.
pub fn passage(text: &str) -> Candidate {
    candidate(Quotable { text: text.to_owned(), ..Quotable::default() })
}

/// A document of Markdown with the structure that is found in it.
pub fn document(text: &str) -> DocumentText {
    let found = structure::of_text(text, Markup::Markdown);
    let document = Document {
        id: DocumentId(0),
        title: String::new(),
        path: "orsk.md".to_owned(),
        row: None,
        format: "markdown".to_owned(),
        encoding: "UTF-8".to_owned(),
        language: Some("eng".to_owned()),
        bytes: text.len() as u64,
        modified: None,
        hash: String::new(),
        text_len: text.len(),
        tokens: 0,
    };
    let (sentences, speakers) = (found.sentences, found.speakers);
    DocumentText { document, text: text.to_owned(), sentences, speakers }
}
