//! What is measured of one list of passages found: the documents wanted among the first of them, and how much of the
//! evidence the first passages hold. Documents count where their first passage stands.

use std::time::Instant;

use super::answers::{Ground, evidence_held};
use super::baseline::Bm25;
use super::metric::Values;
use super::question::TestQuestion;
use super::ranking::{Judged, Wanted};
use crate::model::{DocumentId, Kind, Scope, TextUnitId};
use crate::query::Session;
use crate::retrieve::{Filter, System, search};
use crate::store::Result;

/// Passages that are looked at.
const FOUND: usize = 60;
/// Places that recall is taken at.
const RECALL_AT: [usize; 5] = [1, 2, 5, 10, 20];
const EVIDENCE_AT: usize = 5;

/// A way of finding passages.
pub enum Way<'a> {
    /// As `gleaner search --kind source` finds them.
    Search,
    /// As a system of the literature ranks them; nothing where what it reads was not built.
    By(System),
    /// By words alone.
    Bm25(&'a Bm25),
}

/// Finds passages for a question and measures the list; nothing is measured where the set says nothing of what should
/// be found.
pub async fn measure(
    session: &Session,
    ground: &Ground,
    way: &Way<'_>,
    question: &TestQuestion,
    scope: &Scope,
) -> Result<Values> {
    let (begun, reader) = (Instant::now(), &*session.reader);
    let filter = Filter::new(reader, scope)?;
    let units: Vec<(TextUnitId, DocumentId)> = match way {
        Way::Search => {
            let query = session.query(&question.question)?;
            let order = session.order(&question.question, &query, &filter, None).await?;
            let hits = search(reader, &query.ordered(order.units), &[Kind::Source], &filter, FOUND)?;
            let ids: Vec<TextUnitId> = hits.iter().map(|hit| TextUnitId(hit.record.id)).collect();
            reader.text_units(&ids)?.into_iter().map(|unit| (unit.id, unit.document)).collect()
        }
        Way::By(system) => {
            let query = session.query(&question.question)?;
            let order = session.order(&question.question, &query, &filter, Some(*system)).await?;
            let found = system.find(reader, &query.ordered(order.units), &filter, FOUND)?;
            found.unwrap_or_default().passages.iter().map(|passage| (passage.unit, passage.document)).collect()
        }
        Way::Bm25(index) => {
            let mut found = index.search(&question.question, usize::MAX);
            found.retain(|(unit, _)| filter.unit(*unit));
            found.truncate(FOUND);
            found
        }
    };
    let ms = begun.elapsed().as_secs_f64() * 1000.0;
    let mut values = Values::new();
    if !question.documents.is_empty() {
        let list: Vec<DocumentId> = units.iter().map(|(_, document)| *document).collect();
        values.extend(ranked(ground, question, &list));
    }
    if !question.evidence.is_empty() {
        let first: Vec<TextUnitId> = units.iter().take(EVIDENCE_AT).map(|(unit, _)| *unit).collect();
        let mut text = String::new();
        for unit in reader.text_units(&first)? {
            text.push_str(&reader.unit_text(&unit)?);
            text.push('\n');
        }
        values.insert("evidence_at_5".to_owned(), evidence_held(&question.evidence, &text));
    }
    if !values.is_empty() {
        values.insert("ms".to_owned(), ms);
    }
    Ok(values)
}

fn ranked(ground: &Ground, question: &TestQuestion, list: &[DocumentId]) -> Values {
    let wanted: Vec<Wanted<DocumentId>> =
        question.documents.iter().map(|names| Wanted { any: ground.names.any_of(names), gain: 1.0 }).collect();
    let judged = Judged::new(list, &wanted);
    let mut values: Values = RECALL_AT.iter().map(|k| (format!("recall_at_{k}"), judged.recall(*k))).collect();
    values.insert("precision_at_5".to_owned(), judged.precision(5));
    values.insert("hit_at_5".to_owned(), judged.hit(5));
    values.insert("mrr".to_owned(), judged.reciprocal_rank());
    values.insert("map".to_owned(), judged.average_precision());
    values.insert("ndcg_at_10".to_owned(), judged.ndcg(10));
    values
}

/// References of a set that name no document of the index: nobody can find them.
pub fn missing<'q>(ground: &Ground, questions: &'q [TestQuestion]) -> Vec<&'q str> {
    let references = questions.iter().flat_map(|question| &question.documents);
    let gone = references.filter(|names| ground.names.any_of(names).is_empty());
    gone.filter_map(|names| names.first()).map(String::as_str).collect()
}
