//! Two documents that fill in the same fields, held against each other: "Compare R-4 and R-7" begins with what each has
//! in every field that both have.

use super::forms::{Fields, FilledForms, place_of_number};
use super::question::QuestionWords;
use super::table::{key, numbered};
use crate::model::{Document, DocumentId, Ref, called, cite};
use crate::query::writing::Writing;
use crate::query::{QueryError, Session};
use crate::store::DocumentOrder;
use crate::text::question::compares;

/// Fields that both fill in, at least.
const FEWEST: usize = 2;
/// Documents whose titles are looked through.
const MOST: usize = 5_000;

/// Says what two documents that a question compares by their numbers have in each field that both fill in.
///
/// # Errors
/// Those of reading the index.
pub(in crate::query) fn told(session: &Session, question: &str, writing: &mut Writing<'_>) -> Result<(), QueryError> {
    if !compares(question) {
        return Ok(());
    }
    let reader = &*session.reader;
    let ids: Vec<DocumentId> = reader.document_ids(DocumentOrder::Reading)?;
    if ids.len() > MOST {
        return Ok(());
    }
    let said = QuestionWords::of(question).said();
    let documents = reader.documents(&ids)?;
    let mut two: Vec<(usize, &Document)> =
        documents.iter().filter_map(|document| Some((place_of_number(&said, document)?, document))).collect();
    two.sort_by_key(|(at, _)| *at);
    let &[(_, one), (_, other)] = two.as_slice() else { return Ok(()) };
    let forms = session.kept.forms.of(reader, || Ok(FilledForms::default()))?;
    let (first, second) = (forms.of(reader, one)?, forms.of(reader, other)?);
    let rows: Vec<String> = shared(&first, &second)
        .into_iter()
        .map(|(label, one, other)| format!("| {} | {} | {} |", cell(&label), cell(&one), cell(&other)))
        .collect();
    if rows.len() < FEWEST {
        return Ok(());
    }
    let mut sources: Vec<Ref> = Vec::new();
    for (document, fields) in [(one, &first), (other, &second)] {
        let place = fields.first().map_or(0, |field| field.span.start);
        let units = reader.units_of_document(document.id)?;
        sources.extend(units.iter().find(|unit| unit.span.end > place).map(|unit| Ref::from(unit.id)));
    }
    let head = |document: &Document| cell(numbered(called(&document.title, &document.path)).unwrap_or_default());
    let table = format!("| | {} | {} |\n|---|---|---|\n{}", head(one), head(other), rows.join("\n"));
    writing.say(format!("{table}\n\n{}\n\n", cite(sources)));
    Ok(())
}

/// The labels that both have, in the order of the first, with what each has behind it.
fn shared(one: &Fields, other: &Fields) -> Vec<(String, String, String)> {
    let of = |fields: &Fields, label: &str| {
        let values = fields.iter().filter(|field| key(&field.label) == label);
        values.map(|field| field.value.clone()).collect::<Vec<_>>().join(", ")
    };
    let mut found: Vec<(String, String, String)> = Vec::new();
    for field in one.iter() {
        let label = key(&field.label);
        let behind = of(other, &label);
        if !behind.is_empty() && !found.iter().any(|(known, ..)| key(known) == label) {
            found.push((field.label.clone(), of(one, &label), behind));
        }
    }
    found
}

/// What stands in a cell of a table that is written down.
fn cell(text: &str) -> String {
    text.replace('|', "/")
}
