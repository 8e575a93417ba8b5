//! Which document is the longest, the shortest, the first or the last: counted from what the index knows of each, in
//! every mode.

use std::collections::HashMap;

use crate::judgement::ContextRecord;
use crate::judgement::quotation::plain;
use crate::model::{Document, DocumentId, called, cite};
use crate::query::context::days::day_of;
use crate::query::context::titles::Titles;
use crate::query::task::Task;
use crate::query::{Gathered, QueryError};
use crate::store::DocumentOrder;
use crate::text::dates::{are_numbered, known};
use crate::text::display::cut::shorten;
use crate::text::numbers::amounts::{grouped, in_words};
use crate::text::question::{Extreme, kind_of_texts};

/// Documents that are told beside the first, and cells of a title.
const NEXT: usize = 2;
const TITLE: usize = 80;

/// Tells the document that is asked for, and which come next; `None` for a question of another shape.
pub(in crate::query) fn gather(task: &Task<'_>) -> Result<Option<Gathered>, QueryError> {
    let Some(extreme) = task.reading.tally.extreme else { return Ok(None) };
    let reader = task.reader();
    let mut ids: Vec<DocumentId> = reader.document_ids(DocumentOrder::Reading)?;
    ids.retain(|&id| task.filter.document(id));
    let titles = Titles::new(task.session);
    let of_kind = match kind_of_texts(&task.ask.question.text) {
        Some(kind) => titles.of_kind(&kind)?,
        None => Vec::new(),
    };
    if ids.iter().any(|id| of_kind.contains(id)) {
        ids.retain(|id| of_kind.contains(id));
    }
    let documents = reader.documents(&ids)?;
    let all = documents.len();
    let by_day = matches!(extreme, Extreme::Oldest | Extreme::Newest);
    let mut measured: Vec<(i64, &Document)> = match by_day {
        true => {
            let numbered = are_numbered(documents.iter().map(|document| document.path.as_str()));
            documents.iter().filter_map(|document| Some((day_of(document, numbered)?, document))).collect()
        }
        false => {
            let rows = reader.document_rows(&ids)?;
            let tokens: HashMap<DocumentId, u32> = rows.iter().map(|row| (row.id, row.tokens)).collect();
            let measure = |document: &Document| tokens.get(&document.id).map(|&tokens| i64::from(tokens));
            documents.iter().filter_map(|document| Some((measure(document)?, document))).collect()
        }
    };
    measured.sort_by_key(|(measure, document)| (*measure, document.id));
    if matches!(extreme, Extreme::Longest | Extreme::Newest) {
        measured.reverse();
    }
    let tell = |measure: i64| match by_day {
        true => known(measure),
        false => in_words(measure.unsigned_abs(), "token", "tokens"),
    };
    let row = |&(measure, document): &(i64, &Document)| ContextRecord {
        record: document.id.into(),
        title: shorten(called(&document.title, &document.path), TITLE, "…").into(),
        text: tell(measure),
        in_short: None,
        tokens: 0,
        candidates: Vec::new(),
        rank: 1.0,
    };
    let rows: Vec<ContextRecord> = measured.iter().take(1 + NEXT).map(row).collect();
    let superlative = match extreme {
        Extreme::Longest => "longest",
        Extreme::Shortest => "shortest",
        Extreme::Oldest => "oldest",
        Extreme::Newest => "newest",
    };
    let of = match measured.len() {
        of if of == all => format!("{} documents", grouped(all as u64)),
        of => format!("the {} of {} documents that are dated", grouped(of as u64), grouped(all as u64)),
    };
    let fact = match rows.first() {
        None => "No document is dated.".to_owned(),
        Some(first) => {
            format!("The {superlative} of {of} is “{}”: {}. {}", plain(&first.title), first.text, cite([first.record]))
        }
    };
    Ok(Some(Gathered { facts: vec![fact], listed: Some(rows.len()), records: rows, ..Gathered::default() }))
}
