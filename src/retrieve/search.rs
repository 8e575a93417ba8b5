//! The `search` command's list: records of the kinds asked for, with titles and snippets. Where no kind is asked for,
//! it shows the best of each, passages before all.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::passages::{FoundPassage, passages};
use super::query::Query;
use super::records::{FoundRecord, by_words, claims, documents, entities, relationships, reports};
use super::scope::Filter;
use super::snippet::snippet;
use super::systems::System;
use crate::judgement::quotation::unescape;
use crate::model::{
    ClaimId, CommunityId, DocumentId, EntityId, How, Kind, Ref, RelationshipId, TextUnitId, without_citations,
};
use crate::store::{Reader, Result};
use crate::text::display::inline::unmarked;
use crate::text::words::terms::words;

/// Characters of a snippet.
const SNIPPET: usize = 200;
/// Bytes of a document's text that its snippet is taken from.
const DOCUMENT_WINDOW: usize = 4_096;
/// Share of a list of all kinds that passages may take before the best of the rest fill it up.
const PASSAGES_SHARE: f32 = 0.4;
/// Share of it that each other kind may take.
const KIND_SHARE: f32 = 0.2;
/// What does not come near the best of all, by this share of its score, is not the best of its kind for anybody.
const WORTH_SHOWING: f32 = 0.25;
/// Words of the n-grams by which two snippets are compared.
const IN_A_ROW: usize = 5;
/// Share of its n-grams that a repetition has in common with what it repeats.
const REPEATED: f32 = 0.5;
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
    /// A better hit of the list says what the snippet says; never of a source.
    pub repeats: bool,
    /// Higher is better, comparable within one search.
    pub score: f32,
    pub how: How,
}

/// Finds records, best first; no kinds mean the best of each. A query of any length and script is fine; one without
/// words finds nothing.
pub fn search(reader: &Reader, query: &Query, kinds: &[Kind], filter: &Filter, limit: usize) -> Result<Vec<Hit>> {
    let wanted = |kind: Kind| kinds.is_empty() || kinds.contains(&kind);
    if query.is_empty() || limit == 0 {
        return Ok(Vec::new());
    }
    let by_passage = [Kind::Source, Kind::Document, Kind::Entity].into_iter().any(wanted);
    let passages = if by_passage { passages(reader, query, filter, PASSAGES.max(limit))? } else { Vec::new() };
    let in_words: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Source && wanted(kind)).collect();
    let by_words = if in_words.is_empty() { Vec::new() } else { by_words(reader, query, &in_words, filter)? };
    let mut lists: Vec<Vec<FoundRecord>> = Vec::new();
    if wanted(Kind::Entity) {
        lists.push(entities(reader, query, &by_words, &passages, filter, limit)?);
    }
    if wanted(Kind::Report) {
        lists.push(reports(reader, query, &by_words, filter, limit)?);
    }
    if wanted(Kind::Source) {
        lists.push(passages.iter().map(found).collect());
    }
    if wanted(Kind::Document) {
        lists.push(documents(reader, query, &by_words, &passages, filter, limit)?);
    }
    if wanted(Kind::Relationship) {
        lists.push(relationships(reader, query, &by_words, filter, limit)?);
    }
    if wanted(Kind::Claim) {
        lists.push(claims(reader, &by_words, filter, limit)?);
    }
    let stems: Vec<(&str, f32)> = query.terms.iter().map(|term| (term.stem.as_str(), term.weight)).collect();
    let mut all: Vec<FoundRecord> = lists.into_iter().flat_map(evened).collect();
    // Stable: among equals the kinds keep the order above.
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    if kinds.is_empty() {
        return best_of_each(reader, all, &stems, limit);
    }
    all.truncate(limit);
    all.into_iter().filter_map(|found| hit(reader, found, &stems).transpose()).collect()
}

/// Text units as one of the systems of the literature finds them, as lines of a list; `None` when what it needs was not
/// built.
pub fn search_by(
    reader: &Reader,
    query: &Query,
    system: System,
    filter: &Filter,
    limit: usize,
) -> Result<Option<Vec<Hit>>> {
    if query.is_empty() || limit == 0 {
        return Ok(Some(Vec::new()));
    }
    let Some(retrieved) = system.find(reader, query, filter, limit)? else { return Ok(None) };
    let stems: Vec<(&str, f32)> = query.terms.iter().map(|term| (term.stem.as_str(), term.weight)).collect();
    let hits = retrieved.passages.iter().map(found).filter_map(|found| hit(reader, found, &stems).transpose());
    hits.collect::<Result<_>>().map(Some)
}

/// The best of each kind, passages in more places than the others.
fn best_of_each(reader: &Reader, found: Vec<FoundRecord>, stems: &[(&str, f32)], limit: usize) -> Result<Vec<Hit>> {
    let least = found.first().map_or(0.0, |best| best.score * WORTH_SHOWING);
    let places = |kind| (limit as f32 * if kind == Kind::Source { PASSAGES_SHARE } else { KIND_SHARE }).ceil() as usize;
    // The passages, the best of each other kind, further ones of each, the best of the rest.
    let mut rounds: [Vec<(usize, FoundRecord)>; 4] = Default::default();
    let mut taken: HashMap<Kind, usize> = HashMap::new();
    for (place, found) in found.into_iter().enumerate() {
        let kind = found.record.kind;
        let before = taken.entry(kind).or_default();
        let round = match (kind, *before) {
            (_, before) if before >= places(kind) => 3,
            (Kind::Source, _) => 0,
            (_, 0) if found.score >= least => 1,
            _ => 2,
        };
        *before += 1;
        rounds[round].push((place, found));
    }
    let mut best: Vec<(usize, FoundRecord)> = rounds.into_iter().flatten().take(limit).collect();
    best.sort_by_key(|&(place, _)| place);
    let hits = best.into_iter().filter_map(|(_, found)| hit(reader, found, stems).transpose());
    let mut hits: Vec<Hit> = hits.collect::<Result<_>>()?;
    let mut said: HashSet<String> = HashSet::new();
    for hit in &mut hits {
        let runs = runs(&hit.snippet);
        let known = runs.iter().filter(|run| said.contains(*run)).count();
        let is_known = known > 0 && known as f32 >= REPEATED * runs.len() as f32;
        // What a passage says is what one came for.
        hit.repeats = is_known && hit.record.kind != Kind::Source;
        said.extend(runs);
    }
    Ok(hits)
}

/// The words of a snippet, some in a row each time; of a shorter one, all.
fn runs(snippet: &str) -> Vec<String> {
    let words: Vec<String> = words(snippet).map(|word| word.text.to_lowercase()).collect();
    words.windows(IN_A_ROW.min(words.len().max(1))).map(|run| run.join(" ")).collect()
}

fn found(passage: &FoundPassage) -> FoundRecord {
    FoundRecord { record: passage.unit.into(), score: passage.score, how: passage.how.clone() }
}

/// Brings the scores of a kind below 1, so that kinds compare.
fn evened(mut list: Vec<FoundRecord>) -> Vec<FoundRecord> {
    let best = list.first().map_or(1.0, |found| found.score).max(1.0);
    list.iter_mut().for_each(|found| found.score /= best);
    list
}

/// A record with its title and snippet; `None` when it is gone.
fn hit(reader: &Reader, found: FoundRecord, stems: &[(&str, f32)]) -> Result<Option<Hit>> {
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
    let text = match record.kind {
        Kind::Source | Kind::Document => unmarked(&text).into_owned(),
        // What was written is Markdown.
        _ => unescape(&without_citations(&text)),
    };
    let snippet = snippet(&text, stems, SNIPPET);
    Ok(Some(Hit { record, title, part, document, snippet, repeats: false, score: found.score, how: found.how }))
}
