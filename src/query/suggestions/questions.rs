//! Questions to begin with, for the whole or for a part of it, and to go on with after an answer: made from the index
//! alone.

use std::collections::{BTreeMap, HashSet};

use crate::judgement::question_forms::QuestionForms;
use crate::model::{Answer, DocumentId, EntityId, EntityType, Kind, Scope, Span};
use crate::query::QueryError;
use crate::query::entities::relation;
use crate::store::{EntityRow, Reader};
use crate::text::names::articles::Written;
use crate::text::question::Reading;
use crate::text::words::terms::share_a_word;

/// Entities of a part that are looked at for a question.
const LOOKED_AT: usize = 24;
/// Text units of a document that are looked at for what it names.
const UNITS: usize = 8;

/// Mentions by which it is told whether a name has an article, and bytes that are looked at around each.
const MENTIONS: usize = 40;
const AROUND: usize = 60;

/// Entities of which two are asked about with each other.
const PAIRED: usize = 6;

fn of_kind(forms: QuestionForms, kind: &EntityType) -> &'static [String] {
    match forms.about(kind.name()) {
        [] => forms.about("other"),
        known => known,
    }
}

/// Returns questions that the part in scope can answer, at most `most`: of the whole, then of the names that matter
/// most in it, each kind in turn.
///
/// # Errors
/// Those of reading the index.
pub fn suggest(reader: &Reader, scope: &Scope, most: usize) -> Result<Vec<String>, QueryError> {
    let mut questions: Vec<String> = Vec::new();
    let overview = reader.overview()?;
    let forms = QuestionForms::of(overview.as_ref().and_then(|overview| overview.language.as_deref()));
    if let Some(overview) = overview.as_ref().filter(|_| scope.is_everything()) {
        for question in &overview.questions {
            if answerable(reader, question)? {
                questions.push(question.clone());
            }
        }
    }
    questions.extend(forms.about("whole").iter().take(if scope.is_everything() { 2 } else { 1 }).cloned());
    let rows = named_in(reader, scope)?;
    let telling: Vec<&EntityRow> = rows.iter().filter(|row| !row.ubiquitous || !scope.is_everything()).collect();
    let mut seen: Vec<&EntityType> = Vec::new();
    for row in &telling {
        if !seen.contains(&&row.kind) {
            seen.push(&row.kind);
            if let Some(form) = of_kind(forms, &row.kind).first() {
                questions.push(form.replacen("{}", &in_a_sentence(reader, row, forms)?, 1));
            }
        }
    }
    let people: Vec<&&EntityRow> = telling.iter().filter(|row| row.kind != EntityType::Concept).take(PAIRED).collect();
    if let (Some((one, other)), Some(form)) = (named_together(reader, &people)?, forms.about("two").first()) {
        let (one, other) = (in_a_sentence(reader, one, forms)?, in_a_sentence(reader, other, forms)?);
        questions.push(form.replacen("{}", &one, 1).replacen("{}", &other, 1));
    }
    let mut known = HashSet::new();
    questions.retain(|question| known.insert(question.clone()));
    questions.truncate(most);
    Ok(questions)
}

/// True unless a question asks what two have to do with each other whom no passage names together.
///
/// # Errors
/// Those of reading the index.
pub fn answerable(reader: &Reader, question: &str) -> Result<bool, QueryError> {
    let reading = Reading::of(question);
    let [one, other] = reading.names.as_slice() else { return Ok(true) };
    if !reading.relation {
        return Ok(true);
    }
    match (relation::entity(reader, one)?, relation::entity(reader, other)?) {
        (Some(one), Some(other)) => Ok(!reader.units_of_both(one, other)?.is_empty()),
        _ => Ok(false),
    }
}

/// The first two that a passage names together.
fn named_together<'r>(
    reader: &Reader,
    rows: &[&'r &EntityRow],
) -> Result<Option<(&'r EntityRow, &'r EntityRow)>, QueryError> {
    for (at, one) in rows.iter().enumerate() {
        // *Voss* and *Ada Voss* may be one.
        for other in rows[at + 1..].iter().filter(|other| !share_a_word(&one.name, &other.name)) {
            if !reader.units_of_both(one.id, other.id)?.is_empty() {
                return Ok(Some((one, other)));
            }
        }
    }
    Ok(None)
}

/// Returns questions that an answer leads to, from the names that its evidence shows.
///
/// # Errors
/// Those of reading the index.
pub fn follow_ups(reader: &Reader, answer: &Answer, asked: &str, most: usize) -> Result<Vec<String>, QueryError> {
    let ids: Vec<EntityId> = answer
        .drill
        .iter()
        .filter(|drill| drill.record.kind == Kind::Entity)
        .map(|drill| EntityId(drill.record.id))
        .collect();
    let rows = reader.entity_rows(&ids)?;
    let forms = QuestionForms::of(Reading::of(asked).language);
    let mut made = Vec::new();
    for row in rows.iter().filter(|row| !asked.contains(row.name.as_str())).take(most) {
        if let Some(form) = of_kind(forms, &row.kind).first() {
            made.push(form.replacen("{}", &in_a_sentence(reader, row, forms)?, 1));
        }
    }
    Ok(made)
}

/// The name of an entity as it stands in a sentence: in English with an article where the documents mostly write one.
fn in_a_sentence(reader: &Reader, row: &EntityRow, forms: QuestionForms) -> Result<String, QueryError> {
    if !forms.are_english() {
        return Ok(row.name.clone());
    }
    let mut written = Written::default();
    for mention in reader.mentions_of(row.id, MENTIONS)? {
        let Some(unit) = reader.find_unit(mention.text_unit)? else { continue };
        let around = Span::new(mention.span.start.saturating_sub(AROUND), mention.span.end + AROUND);
        let (window, text) = reader.text(unit.document, around)?;
        let span = Span::new(mention.span.start - window.start, mention.span.end - window.start);
        if span.slice(&text).is_some_and(|name| name.eq_ignore_ascii_case(&row.name)) {
            written.count(&text, span);
        }
    }
    Ok(if written.is_definite() == Some(true) { format!("the {}", row.name) } else { row.name.clone() })
}

/// The entities that matter most in a part.
fn named_in(reader: &Reader, scope: &Scope) -> Result<Vec<EntityRow>, QueryError> {
    let mut communities = scope.communities.clone();
    if scope.is_everything() {
        communities = reader.community_children(None)?.iter().take(4).map(|row| row.id).collect();
    }
    let mut ids: Vec<EntityId> = Vec::new();
    for community in communities {
        ids.extend(reader.members(community)?.into_iter().take(LOOKED_AT / 4));
    }
    let mut documents: Vec<DocumentId> = scope.documents.clone();
    for folder in &scope.folders {
        documents.extend(reader.documents_under(folder)?.into_iter().take(UNITS));
    }
    let mut counts: BTreeMap<EntityId, usize> = BTreeMap::new();
    for document in documents {
        for unit in reader.units_of_document(document)?.iter().take(UNITS) {
            for mention in reader.mentions_in(unit.id)? {
                *counts.entry(mention.entity).or_default() += 1;
            }
        }
    }
    let mut counted: Vec<(EntityId, usize)> = counts.into_iter().collect();
    counted.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    ids.extend(counted.into_iter().take(LOOKED_AT).map(|(id, _)| id));
    Ok(reader.entity_rows(&ids)?)
}
