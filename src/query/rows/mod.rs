//! Questions that a table answers by its cells: "Which tickets are open?", "How many have high severity?", "Who owns the most?",
//! "What was the latest?". The rows are counted as they are, whatever their texts say.

mod plan;
mod table;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use self::plan::{Plan, Shape};
use self::table::{Row, Table, key, tables};
use super::engine::Task;
use super::passages::Passages;
use super::writing::Writing;
use super::{Gathered, QueryError};
use crate::judgement::ContextRecord;
use crate::text::language::word_lists;
use crate::text::terms::Stems;

word_lists! {
    static WORDS = "words.toml": counting, most, fewest, newest, oldest, asking, listing, rows, announcing, of_a_column
}

/// Rows that are shown, and of each value where they are grouped.
const ROWS: usize = 60;
const OF_A_VALUE: usize = 3;
/// Rows that are shown where those of one end of time are asked for.
const LAST: usize = 5;
/// Values that are told with their numbers.
const VALUES: usize = 40;

/// True where the tables in scope answer a question by their cells.
///
/// # Errors
/// Those of reading the index.
pub(super) fn asked(task: &Task<'_>) -> Result<bool, QueryError> {
    Ok(best(task)?.is_some())
}

/// The table that understands most of a question, with what is wanted of it.
fn best(task: &Task<'_>) -> Result<Option<(Table, Plan)>, QueryError> {
    let mut stems = Stems::default();
    let question = &task.ask.question.text;
    if !plan::asks_for_rows(question) {
        return Ok(None);
    }
    let tables = tables(task)?;
    let names: Vec<Vec<String>> = tables.iter().map(|table| table.called(&mut stems)).collect();
    let planned = tables.into_iter().enumerate().filter_map(|(at, table)| {
        let others = names.iter().enumerate().filter(|(other, _)| *other != at).flat_map(|(_, names)| names.clone());
        let own = &names[at];
        let others: Vec<String> = others.filter(|name| !own.contains(name)).collect();
        let plan = Plan::of(question, &table, &others, &mut stems)?;
        Some((table, plan))
    });
    Ok(planned.max_by_key(|(table, plan)| (plan.understood, table.rows.len())))
}

/// The rows that a question asks for, with what is counted of them; none where no table understands it.
///
/// # Errors
/// Those of reading the index.
pub(super) fn gather(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Option<Gathered>, QueryError> {
    let Some((table, plan)) = best(task)? else { return Ok(None) };
    writing.stage("reading rows");
    let mut stems = Stems::default();
    let mut rows: Vec<&Row> = table.rows.iter().filter(|row| plan.takes(row, &mut stems)).collect();
    let count = counted(&table, &plan, rows.len());
    let facts = match plan.shape {
        Shape::List | Shape::Count => vec![format!("{count}.")],
        Shape::ByDate { newest } => {
            rows.retain(|row| row.dated.is_some());
            rows.sort_by_key(|row| row.dated);
            if newest {
                rows.reverse();
            }
            rows.truncate(LAST);
            let end = if newest { "latest" } else { "earliest" };
            vec![format!("{count}; the {end} come first.")]
        }
        Shape::Group { column, fewest } => {
            let groups = groups(&rows, column, fewest);
            rows = groups.iter().take(VALUES).flat_map(|(_, rows)| rows.iter().take(OF_A_VALUE).copied()).collect();
            let told: Vec<String> =
                groups.iter().take(VALUES).map(|(value, rows)| format!("{value} ({})", rows.len())).collect();
            let more = match groups.len().saturating_sub(VALUES) {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            vec![format!("{count}. By {}: {}{more}.", table.columns[column], told.join(", "))]
        }
    };
    let mut passages = Passages::new(task.reader());
    let records =
        rows.into_iter().take(ROWS).map(|row| record(task, &mut passages, row)).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(Gathered { records: records.into_iter().flatten().collect(), facts, listed: true, ..Gathered::default() }))
}

/// How many rows there are of what is asked: `3 of 8 rows of tickets.csv have status “open”`.
fn counted(table: &Table, plan: &Plan, found: usize) -> String {
    let mut told: Vec<String> = Vec::new();
    for (column, value) in &plan.values {
        let written = table.rows.iter().filter_map(|row| row.cells.get(column)).find(|cell| key(cell) == *value);
        told.push(format!("{} “{}”", table.columns[*column], written.map_or(value.as_str(), String::as_str)));
    }
    let verb = if found == 1 { "has" } else { "have" };
    let which = match (told.is_empty(), plan.words.is_empty()) {
        (true, true) => return rows_of(table, found),
        (false, true) => format!(" {verb} {}", told.join(" and ")),
        (true, false) => format!(" {verb} the words asked for"),
        (false, false) => format!(" {verb} {} and the words asked for", told.join(" and ")),
    };
    format!("{found} of {}{which}", rows_of(table, table.rows.len()))
}

fn rows_of(table: &Table, rows: usize) -> String {
    let rows = if rows == 1 { "one row".to_owned() } else { format!("{rows} rows") };
    format!("{rows} of {}", table.name)
}

/// Rows by their value in a column, the most of one value first, or the fewest.
fn groups<'r>(rows: &[&'r Row], column: usize, fewest: bool) -> Vec<(String, Vec<&'r Row>)> {
    let mut groups: BTreeMap<String, (String, Vec<&Row>)> = BTreeMap::new();
    for &row in rows {
        if let Some(value) = row.cells.get(&column) {
            groups.entry(key(value)).or_insert_with(|| (value.clone(), Vec::new())).1.push(row);
        }
    }
    let mut groups: Vec<(String, Vec<&Row>)> = groups.into_values().collect();
    groups.sort_by_key(|(_, rows)| Reverse(rows.len()));
    if fewest {
        groups.reverse();
    }
    groups
}

/// A row as a record, with what its text says first, or its cells where it has none.
fn record(task: &Task<'_>, passages: &mut Passages<'_>, row: &Row) -> Result<Option<ContextRecord>, QueryError> {
    let units = task.reader().units_of_document(row.document)?;
    let Some(unit) = units.iter().find(|unit| unit.span.contains(row.span)) else { return Ok(None) };
    let mut record = passages.record(unit, 1.0)?;
    record.candidates.retain(|candidate| candidate.evidence.quote.start >= row.span.start);
    record.candidates.truncate(1);
    let called = row.cells.get(&0).filter(|cell| **cell != row.title);
    let title = if row.title.is_empty() { called.cloned() } else { Some(row.title.clone()) };
    record.text = called.filter(|_| !row.title.is_empty()).cloned().unwrap_or_else(|| "row".to_owned());
    record.title = title.unwrap_or(record.title);
    Ok(Some(record))
}
