//! The `search` command's list: records of the kinds asked for, with titles and snippets.

use serde::Serialize;

use super::How;
use super::passages::{FoundPassage, passages};
use super::query::Query;
use super::records::{Found, by_words, claims, documents, entities, relationships, reports};
use super::scope::Filter;
use super::snippet::snippet;
use crate::model::{
    ClaimId, CommunityId, DocumentId, EntityId, Kind, Ref, RelationshipId, TextUnitId, without_citations,
};
use crate::store::{Reader, Result};

/// Characters of a snippet.
const SNIPPET: usize = 200;
/// Bytes of a document's text that its snippet is taken from.
const DOCUMENT_WINDOW: usize = 4_096;
/// Passages that documents and entities are also found by.
const PASSAGES: usize = 40;

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hit {
    #[serde(flatten)]
    pub record: Ref,
    /// Of a source, the title of its document.
    pub title: String,
    /// Which part of its document a source is, from 1; none where it is the whole.
    pub part: Option<u32>,
    /// Title of the document it stands in; none for what spans documents.
    pub document: Option<String>,
    pub snippet: String,
    /// Higher is better, comparable within one search.
    pub score: f32,
    pub how: How,
}

/// Finds records, best first; no kinds mean all. A query of any length and script is fine; one without words finds
/// nothing.
pub fn search(reader: &Reader, query: &str, kinds: &[Kind], filter: &Filter, limit: usize) -> Result<Vec<Hit>> {
    let query = Query::read(reader, query)?;
    let wanted = |kind: Kind| kinds.is_empty() || kinds.contains(&kind);
    if query.is_empty() || limit == 0 {
        return Ok(Vec::new());
    }
    let by_passage = [Kind::Source, Kind::Document, Kind::Entity].into_iter().any(wanted);
    let passages = if by_passage { passages(reader, &query, filter, PASSAGES.max(limit))? } else { Vec::new() };
    let in_words: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Source && wanted(kind)).collect();
    let by_words = if in_words.is_empty() { Vec::new() } else { by_words(reader, &query, &in_words, filter)? };
    let mut lists: Vec<Vec<Found>> = Vec::new();
    if wanted(Kind::Entity) {
        lists.push(entities(reader, &query, &by_words, &passages, filter, limit)?);
    }
    if wanted(Kind::Report) {
        lists.push(reports(reader, &query, &by_words, filter, limit)?);
    }
    if wanted(Kind::Source) {
        lists.push(passages.iter().map(found).collect());
    }
    if wanted(Kind::Document) {
        lists.push(documents(reader, &query, &by_words, &passages, filter, limit)?);
    }
    if wanted(Kind::Relationship) {
        lists.push(relationships(reader, &query, &by_words, filter, limit)?);
    }
    if wanted(Kind::Claim) {
        lists.push(claims(reader, &by_words, filter, limit)?);
    }
    let mut all: Vec<Found> = lists.into_iter().flat_map(evened).collect();
    // Stable: among equals the kinds keep the order above.
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    all.truncate(limit);
    let stems: Vec<(&str, f32)> = query.terms.iter().map(|term| (term.stem.as_str(), term.weight)).collect();
    all.into_iter().filter_map(|found| hit(reader, found, &stems).transpose()).collect()
}

fn found(passage: &FoundPassage) -> Found {
    Found { record: passage.unit.into(), score: passage.score, how: passage.how.clone() }
}

/// Brings the scores of a kind below 1, so that kinds compare.
fn evened(mut list: Vec<Found>) -> Vec<Found> {
    let best = list.first().map_or(1.0, |found| found.score).max(1.0);
    list.iter_mut().for_each(|found| found.score /= best);
    list
}

/// A record with its title and snippet; `None` when it is gone.
fn hit(reader: &Reader, found: Found, stems: &[(&str, f32)]) -> Result<Option<Hit>> {
    let record = found.record;
    let Some(mut title) = reader.title(record)? else { return Ok(None) };
    let mut part = None;
    let (document, text) = match record.kind {
        Kind::Report => {
            let reports = reader.reports(&[CommunityId(record.id)])?;
            (None, reports.into_iter().map(|report| report.summary).collect())
        }
        Kind::Entity => {
            let entities = reader.entities(&[EntityId(record.id)])?;
            (None, entities.into_iter().map(|entity| entity.description).collect())
        }
        Kind::Relationship => {
            let relationships = reader.relationships(&[RelationshipId(record.id)])?;
            (None, relationships.into_iter().map(|r| r.description).collect())
        }
        Kind::Claim => {
            let claims = reader.claims(&[ClaimId(record.id)])?;
            (None, claims.into_iter().map(|claim| claim.description).collect())
        }
        Kind::Source => {
            let unit = reader.text_unit(TextUnitId(record.id))?;
            let document = reader.title(unit.document.into())?.unwrap_or_default();
            part = (title != document).then_some(unit.ordinal + 1);
            title.clone_from(&document);
            (Some(document), reader.unit_text(&unit)?)
        }
        Kind::Document => {
            let (_, text) = reader.text(DocumentId(record.id), crate::model::Span::new(0, DOCUMENT_WINDOW))?;
            (Some(title.clone()), text)
        }
    };
    let snippet = snippet(&without_citations(&text), stems, SNIPPET);
    Ok(Some(Hit { record, title, part, document, snippet, score: found.score, how: found.how }))
}
