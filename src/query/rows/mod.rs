//! Questions that a table answers by its cells: "Which tickets are open?", "How many have high severity?", "Who owns the most?",
//! "What was the latest?". The rows are counted as they are, whatever their texts say.

pub(super) mod asked;
pub(super) mod condition;
mod forms;
mod grids;
mod named;
mod plan;
mod table;

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use self::condition::{Condition, Test, TimeUnit, day, figure, length_of_time, measure};
use self::plan::{Plan, RowOperation};
use self::table::{BETWEEN, Row, Share, Table, key, tables};
use super::engine::Task;
use super::passages::PassageReader;
use super::writing::Writing;
use super::{Gathered, QueryError};
use crate::judgement::ContextRecord;
use crate::model::DocumentId;
use crate::store::Reader;
use crate::text::language::word_lists;
use crate::text::terms::Stems;

word_lists! {
    static WORDS = "words.toml": counting, most, fewest, newest, oldest, above, below, more, less, highest, lowest, mean,
    sum, after, since, before, until, span, joining, than, at, either, bounding, negating, without, nobody, articles, asking, listing, rows, announcing,
    of_a_column, seconds, minutes, hours, days, weeks, untold, writing, by, authors, handling, assignees, attending, attendees, costly, one
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
    Ok(best(task.reader(), &task.ask.question.text, |id| task.filter.document(id))?.is_some())
}

/// True where the tables of an index answer a question by their cells, whatever is in scope.
///
/// # Errors
/// Those of reading the index.
pub(super) fn answer(reader: &Reader, question: &str) -> Result<bool, QueryError> {
    Ok(best(reader, question, |_| true)?.is_some())
}

/// The table that understands most of a question, with what is wanted of it.
fn best(
    reader: &Reader,
    question: &str,
    in_scope: impl Fn(DocumentId) -> bool,
) -> Result<Option<(Table, Plan)>, QueryError> {
    let mut stems = Stems::default();
    if !plan::asks_for_rows(question) {
        return Ok(None);
    }
    let (tables, share) = tables(reader, question, in_scope)?;
    let names: Vec<Vec<String>> = tables.iter().map(|table| table.called(&mut stems)).collect();
    let planned = tables.into_iter().enumerate().filter_map(|(at, table)| {
        let others = names.iter().enumerate().filter(|(other, _)| *other != at).flat_map(|(_, names)| names.clone());
        let own = &names[at];
        let others: Vec<String> = others.filter(|name| !own.contains(name)).collect();
        let plan = Plan::of(question, &table, &others, &mut stems)?;
        // Beside other documents a table answers only what it understands whole, beside other tables only what names it.
        let alone = share == Share::All && names.len() == 1;
        let understood = share != Share::Some && table.of_documents.is_none() || plan.words.is_empty();
        // What one document fills in is told by the passage that has it.
        if table.of_documents.is_some() && matches!(plan.shape, RowOperation::Cell { .. }) {
            return None;
        }
        // What documents fill in is asked for by the name of a field, or a value and what documents are called.
        let named = plan.names_table && (table.of_documents.is_none() || plan.names_column);
        if !understood || !(named || alone) {
            return None;
        }
        // What a table inside a text says is told by its passage, unless rows are held against each other.
        if table.of_text.is_some() && !(plan.words.is_empty() && plan.names_column && plan.compares()) {
            return None;
        }
        Some((table, plan))
    });
    Ok(planned.max_by_key(|(table, plan)| (plan.understood, table.rows.len())))
}

/// The rows that a question asks for, with what is counted of them; none where no table understands it.
///
/// # Errors
/// Those of reading the index.
pub(super) fn gather(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Option<Gathered>, QueryError> {
    let found = best(task.reader(), &task.ask.question.text, |id| task.filter.document(id))?;
    let Some((table, plan)) = found else { return Ok(None) };
    writing.stage("reading rows");
    let mut stems = Stems::default();
    let mut rows: Vec<&Row> = table.rows.iter().filter(|row| plan.takes(row, &mut stems)).collect();
    let facts = facts(&table, &plan, &mut rows);
    let mut passages = PassageReader::new(task.reader());
    let listed = Some(rows.len());
    let records = rows
        .into_iter()
        .take(ROWS)
        .map(|row| record(task, &mut passages, row, &table, &plan))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Some(Gathered { records: records.into_iter().flatten().collect(), facts, listed, ..Gathered::default() }))
}

/// What is told of the rows that were found; they are put in the order in which they are shown.
fn facts(table: &Table, plan: &Plan, rows: &mut Vec<&Row>) -> Vec<String> {
    // What has no value of the column is neither the first nor the last by it.
    let by = match plan.shape {
        RowOperation::ByFigure { column, .. } | RowOperation::Group { column, .. } => Some(column),
        RowOperation::ByDate { column, .. } => column,
        _ => None,
    };
    if let Some(column) = by.filter(|_| table.of_documents.is_some()) {
        let figures = matches!(plan.shape, RowOperation::ByFigure { .. });
        rows.retain(|row| row.cells.get(&column).is_some_and(|cell| !figures || measure(cell).is_some()));
    }
    let count = counted(table, plan, rows.len());
    let fact = match plan.shape {
        RowOperation::List | RowOperation::Count => format!("{count}."),
        RowOperation::Cell { column } => match rows.first().and_then(|row| Some((row, row.cells.get(&column)?))) {
            Some((row, cell)) => format!("{}, {}: {cell}", row.called(), table.columns[column]),
            None => format!("{count}. It has no {}.", table.columns[column]),
        },
        RowOperation::ByDate { column, newest } => {
            let day = |row: &Row| column.map_or(row.dated, |column| row.cells.get(&column).and_then(|cell| day(cell)));
            rows.retain(|row| day(row).is_some());
            rows.sort_by_key(|row| day(row));
            if newest {
                rows.reverse();
            }
            rows.truncate(LAST);
            let end = if newest { "latest" } else { "earliest" };
            match column.and_then(|column| first(table, rows, column)) {
                Some(first) => format!("The {end} is {first}. {count}; the {end} come first."),
                None => format!("{count}; the {end} come first."),
            }
        }
        RowOperation::ByFigure { column, highest } => {
            by_figure(rows, column);
            if !highest {
                rows.reverse();
            }
            rows.truncate(LAST);
            let end = if highest { "highest" } else { "lowest" };
            let first = first(table, rows, column).unwrap_or_default();
            format!("The {end} is {first}. {count}; the {end} come first.")
        }
        RowOperation::Mean { column } | RowOperation::Sum { column } => {
            by_figure(rows, column);
            let cells: Vec<&str> = rows.iter().filter_map(|row| row.cells.get(&column).map(String::as_str)).collect();
            // Lengths of time are told in the unit that most have.
            let units: Vec<TimeUnit> = cells.iter().filter_map(|cell| Some(length_of_time(cell)?.1)).collect();
            let often = |unit: &&TimeUnit| units.iter().filter(|other| other.seconds == unit.seconds).count();
            let unit = units.iter().max_by_key(often).cloned();
            let of_unit = |cell: &&str| match &unit {
                Some(unit) => length_of_time(cell).map(|(seconds, _)| seconds / unit.seconds),
                None => figure(cell),
            };
            let figures: Vec<f64> = cells.iter().filter_map(of_unit).collect();
            let (sum, last) = (figures.iter().sum::<f64>(), figures.last().copied().unwrap_or_default());
            let (named, of) = (&table.columns[column], rows_of(table, figures.len()));
            let unit = unit.map(|unit| format!(" {}", unit.name)).unwrap_or_default();
            let told = match plan.shape {
                RowOperation::Mean { .. } => {
                    format!("On average {named} is {}{unit}", rounded(sum / figures.len().max(1) as f64))
                }
                _ => format!("Together {named} is {}{unit}", rounded(sum)),
            };
            let highest = rounded(figures.first().copied().unwrap_or_default());
            format!("{told}, of {of}: from {} to {highest}{unit}.", rounded(last))
        }
        RowOperation::Group { column, fewest } => {
            let groups = groups(table, rows, column, fewest);
            *rows = groups.iter().take(VALUES).flat_map(|(_, rows)| rows.iter().take(OF_A_VALUE).copied()).collect();
            let told: Vec<String> =
                groups.iter().take(VALUES).map(|(value, rows)| format!("{value} ({})", rows.len())).collect();
            let more = match groups.len().saturating_sub(VALUES) {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            let values = if groups.len() == 1 { "one value".to_owned() } else { format!("{} values", groups.len()) };
            // Who has the most is told first.
            let first = match &groups[..] {
                [(value, first), (_, next), ..] if plan.most && first.len() > next.len() => {
                    format!("Most often {value} ({}). ", first.len())
                }
                _ => String::new(),
            };
            format!("{first}{values} of {}: {}{more}. {count}.", table.columns[column], told.join(", "))
        }
    };
    vec![fact]
}

/// Puts rows in the order of the figures in a column, the highest first; those without one are left out.
fn by_figure(rows: &mut Vec<&Row>, column: usize) {
    let of = |row: &Row| row.cells.get(&column).and_then(|cell| measure(cell));
    rows.retain(|row| of(row).is_some());
    rows.sort_by(|one, other| of(other).partial_cmp(&of(one)).unwrap_or(Ordering::Equal));
}

/// The cell of the first row in a column, with whose it is: `40 (L-3)`.
fn first(table: &Table, rows: &[&Row], column: usize) -> Option<String> {
    let row = rows.first()?;
    let cell = row.cells.get(&column)?;
    Some(match row.called() {
        "" => format!("{cell} ({})", table.columns[column]),
        called => format!("{cell} ({called})"),
    })
}

/// A figure with at most two decimals.
fn rounded(figure: f64) -> f64 {
    (figure * 100.0).round() / 100.0
}

/// How many rows there are of what is asked: `3 of 8 rows of tickets.csv have status “open”`.
fn counted(table: &Table, plan: &Plan, found: usize) -> String {
    // Values of one column are one or the other.
    let mut told: Vec<(&Condition, String)> = Vec::new();
    for condition in &plan.conditions {
        let same = |other: &Condition| other.is_value() && condition.is_value() && other.column == condition.column;
        match told.iter_mut().find(|(other, _)| same(other)) {
            Some((_, said)) => said.push_str(&format!(" or {}", condition.told(table))),
            None => told.push((condition, condition.told(table))),
        }
    }
    let told: Vec<String> = told.into_iter().map(|(_, said)| said).collect();
    let verb = if found == 1 { "has" } else { "have" };
    let which = match (told.is_empty(), plan.words.is_empty()) {
        (true, true) => {
            let rows = rows_of(table, found);
            return match &plan.stranger {
                Some(word) => format!("{rows}, none of which says “{word}”"),
                None => rows,
            };
        }
        (false, true) => format!(" {verb} {}", told.join(" and ")),
        (true, false) => format!(" {verb} the words asked for"),
        (false, false) => format!(" {verb} {} and the words asked for", told.join(" and ")),
    };
    let found = if found == 0 { "None".to_owned() } else { found.to_string() };
    format!("{found} of {}{which}", among(table, plan))
}

/// The rows among which some were found; of documents those that fill in what is asked for.
fn among(table: &Table, plan: &Plan) -> String {
    let (Some(documents), false) = (table.of_documents, plan.conditions.is_empty()) else {
        return rows_of(table, table.rows.len());
    };
    if plan.conditions.iter().any(|condition| condition.test == Test::Empty) {
        return rows_of(table, documents);
    }
    let mut columns: Vec<usize> = plan.conditions.iter().map(|condition| condition.column).collect();
    columns.sort_unstable();
    columns.dedup();
    let all = table.rows.iter().filter(|row| columns.iter().all(|column| row.cells.contains_key(column))).count();
    let names: Vec<String> = columns.iter().map(|&column| format!("“{}”", table.columns[column])).collect();
    let named = names.join(" and ");
    if all == 1 {
        format!("the one document that fills in {named}")
    } else {
        format!("the {all} documents that fill in {named}")
    }
}

fn rows_of(table: &Table, rows: usize) -> String {
    if table.of_documents.is_some() {
        return if rows == 1 { "one document".to_owned() } else { format!("{rows} documents") };
    }
    let rows = if rows == 1 { "one row".to_owned() } else { format!("{rows} rows") };
    format!("{rows} of {}", table.name)
}

/// Rows by their value in a column, the most of one value first, or the fewest.
fn groups<'r>(table: &Table, rows: &[&'r Row], column: usize, fewest: bool) -> Vec<(String, Vec<&'r Row>)> {
    let mut groups: BTreeMap<String, (String, Vec<&Row>)> = BTreeMap::new();
    for &row in rows {
        let Some(cell) = row.cells.get(&column) else { continue };
        // What a row of a file has behind a semicolon may be the rest of a sentence.
        let several = table.of_documents.map(|_| cell.split(BETWEEN));
        let whole = several.is_none().then_some(cell.as_str());
        for value in several.into_iter().flatten().chain(whole) {
            groups.entry(key(value)).or_insert_with(|| (value.to_owned(), Vec::new())).1.push(row);
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
fn record(
    task: &Task<'_>,
    passages: &mut PassageReader<'_>,
    row: &Row,
    table: &Table,
    plan: &Plan,
) -> Result<Option<ContextRecord>, QueryError> {
    let (column, of_documents) = (plan.column(), table.of_documents.is_some());
    let value = plan.conditions.iter().find_map(|condition| match &condition.test {
        Test::Is(value) if Some(condition.column) == column => Some(value.as_str()),
        _ => None,
    });
    let place = row.place(column, value);
    let units = task.reader().units_of_document(row.document)?;
    let Some(unit) = units.iter().find(|unit| unit.span.contains(place)) else { return Ok(None) };
    let mut record = passages.record(unit, 1.0)?;
    record.candidates.retain(|candidate| candidate.evidence.quote.start >= place.start);
    record.candidates.truncate(1);
    let told = if of_documents { column } else { Some(0) };
    let called = told.and_then(|column| row.cells.get(&column)).filter(|cell| **cell != row.title);
    let title = if row.title.is_empty() { called.cloned() } else { Some(row.title.clone()) };
    record.text = called.filter(|_| !row.title.is_empty()).cloned().unwrap_or_else(|| "row".to_owned());
    record.title = title.unwrap_or(record.title);
    Ok(Some(record))
}
