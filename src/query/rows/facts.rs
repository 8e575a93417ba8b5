//! What is told of the rows that were found, in a sentence or two: how many they are, what leads them, what their
//! values are.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::condition::{Condition, Test, day};
use super::measured;
use super::plan::{Plan, RowOperation};
use super::table::{BETWEEN, Row, Table, key};
use crate::text::display::spacing::enumerated;
use crate::text::numbers::amounts::{and_more, in_words};

/// Rows that are shown of each value where they are grouped.
const OF_A_VALUE: usize = 3;
/// Rows that are shown where those of one end of time are asked for.
pub(super) const LAST: usize = 5;
/// Values that are told with their numbers.
pub(super) const VALUES: usize = 40;

/// What is told of the rows that were found; they are put in the order in which they are shown.
pub(super) fn facts(table: &Table, plan: &Plan, rows: &mut Vec<&Row>) -> Vec<String> {
    // What has no value of the column is neither the first nor the last by it.
    let by = match plan.shape {
        RowOperation::ByFigure { column, .. } | RowOperation::Group { column, .. } => Some(column),
        RowOperation::ByDate { column, .. } => column,
        _ => None,
    };
    if let Some(column) = by.filter(|_| table.of_documents.is_some()) {
        let figures = matches!(plan.shape, RowOperation::ByFigure { .. });
        rows.retain(|row| row.cells.contains_key(&column) && (!figures || table.measure(row, column).is_some()));
    }
    let count = counted(table, plan, rows.len());
    let fact = match plan.shape {
        RowOperation::List | RowOperation::Count => {
            format!("{count}.{}", by_part(table, rows, |rows| format!("({})", rows.len())))
        }
        RowOperation::Cell { column } => match rows.first().and_then(|row| Some((row, row.cells.get(&column)?))) {
            Some((row, cell)) => format!("{}, {}: {cell}", whose(table, plan, row), table.called_column(column)),
            None => format!("{count}. It has no {}.", table.called_column(column)),
        },
        RowOperation::ByDate { column, newest } => by_date(table, rows, column, newest, &count),
        RowOperation::ByFigure { column, highest } => measured::by_figure(table, rows, column, highest, &count),
        RowOperation::Mean { column } => measured::all(table, rows, column, true),
        RowOperation::Sum { column } => measured::all(table, rows, column, false),
        RowOperation::Each { column } => measured::each(table, rows, column),
        RowOperation::Figures { by, column, mean, highest } => {
            let groups = groups(table, rows, by, false);
            let told = measured::of_groups(table, &groups, (by, column), mean, highest, &count);
            *rows = told.order.into_iter().flat_map(|at| groups[at].1.iter().take(OF_A_VALUE).copied()).collect();
            told.fact
        }
        RowOperation::Group { column, fewest } => by_value(table, plan, rows, column, fewest, &count),
    };
    let mut facts = vec![fact];
    facts.extend(left_out(table));
    facts
}

/// Whose cell is told: what the question calls the row by, with what else it has of it in brackets.
fn whose(table: &Table, plan: &Plan, row: &Row) -> String {
    let asked = plan.conditions.iter().filter(|condition| condition.is_value());
    let mut told: Vec<&str> = asked.filter_map(|one| row.cells.get(&one.column)).map(String::as_str).collect();
    told.dedup();
    match told.split_first() {
        Some((first, rest)) if table.of_documents.is_none() && !rest.is_empty() => {
            format!("{first} ({})", rest.join(", "))
        }
        Some((first, _)) if table.of_documents.is_none() => (*first).to_owned(),
        _ => row.called().to_owned(),
    }
}

/// What was not counted.
fn left_out(table: &Table) -> Option<String> {
    let mut told = Vec::new();
    if table.unread > 0 {
        let (read, all) = (table.rows.len(), table.rows.len() + table.unread);
        told.push(format!("Only the first {read} of {all} rows were looked at."));
    }
    match &table.totals[..] {
        [] => {}
        [one] if one.is_empty() => told.push("The last row, which sums up the others, is left out.".to_owned()),
        [one] => told.push(format!("The row “{one}”, which sums up others, is left out.")),
        several => told.push(format!("{} rows that sum up others are left out.", several.len())),
    }
    (!told.is_empty()).then(|| told.join(" "))
}

/// What is told of the rows of each file, where some rows are of several.
pub(super) fn by_part(table: &Table, rows: &[&Row], told: impl Fn(&[&Row]) -> String) -> String {
    let Some(parts) = table.parts.filter(|_| !rows.is_empty()) else { return String::new() };
    let mut groups = groups(table, rows, parts, false);
    groups.sort_by(|one, other| one.0.cmp(&other.0));
    let more = groups.len().saturating_sub(VALUES);
    let told = groups.iter().take(VALUES).map(|(value, rows)| format!("{value} {}", told(rows)));
    format!(" By {}: {}{}.", table.called_column(parts), told.collect::<Vec<_>>().join(", "), and_more(", ", more))
}

/// The rows of one end of time first.
fn by_date(table: &Table, rows: &mut Vec<&Row>, column: Option<usize>, newest: bool, count: &str) -> String {
    let day = |row: &Row| column.map_or(row.dated, |column| row.cells.get(&column).and_then(|cell| day(cell)));
    rows.retain(|row| day(row).is_some());
    rows.sort_by_cached_key(|row| day(row));
    if newest {
        rows.reverse();
    }
    let all = rows.len();
    rows.truncate(LAST);
    let end = if newest { "latest" } else { "earliest" };
    let shown = shown(all, end);
    match column.and_then(|column| first(table, rows, column)) {
        Some(first) => format!("The {end} is {first}. {count}; {shown}."),
        None => format!("{count}; {shown}."),
    }
}

/// Which of so many rows are shown that are put in order.
pub(super) fn shown(all: usize, end: &str) -> String {
    if all > LAST { format!("the {LAST} {end} are shown") } else { format!("the {end} come first") }
}

/// Rows by their value in a column, each value with its number.
fn by_value(table: &Table, plan: &Plan, rows: &mut Vec<&Row>, column: usize, fewest: bool, count: &str) -> String {
    let groups = groups(table, rows, column, fewest);
    let all = rows.len();
    let mut shown: Vec<&Row> = Vec::new();
    for row in groups.iter().take(VALUES).flat_map(|(_, rows)| rows.iter().take(OF_A_VALUE).copied()) {
        // A document that has several of the values is shown once.
        if !shown.iter().any(|known| std::ptr::eq(*known, row)) {
            shown.push(row);
        }
    }
    *rows = shown;
    let told: Vec<String> =
        groups.iter().take(VALUES).map(|(value, rows)| format!("{value} ({})", rows.len())).collect();
    let more = and_more(", ", groups.len().saturating_sub(VALUES));
    let name = table.called_column(column);
    let values = in_words(groups.len() as u64, "value", "values");
    // Who has the most is told first, and how many rows there are where those are counted.
    let first = match &groups[..] {
        [(value, first), (_, next), ..] if plan.most && first.len() != next.len() => {
            format!("{} often {value} ({}). ", if fewest { "Least" } else { "Most" }, first.len())
        }
        [(value, first), (other, next), ..] if plan.most && first.len() == next.len() => {
            let tied = groups.iter().take_while(|(_, rows)| rows.len() == first.len()).count();
            match tied {
                2 => format!("{value} and {other} have {} each. ", first.len()),
                tied => format!("{tied} values of {name} have {} each. ", first.len()),
            }
        }
        _ => String::new(),
    };
    let some = if rows.len() < all { format!(" {} of these rows are shown.", rows.len()) } else { String::new() };
    if plan.counts_rows {
        return format!("{count}. By {name}: {}{more}.{some}", told.join(", "));
    }
    format!("{first}{values} of {name}: {}{more}. {count}.{some}", told.join(", "))
}

/// The cell of the first row in a column, with whose it is: `40 (L-3)`.
pub(super) fn first(table: &Table, rows: &[&Row], column: usize) -> Option<String> {
    let row = rows.first()?;
    let cell = row.cells.get(&column)?;
    // A bare figure is of what its column's name tells.
    let bare = cell.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let sum = table.measure(row, column).filter(|_| bare && table.scale(column).is_named());
    let cell = &sum.map_or_else(|| cell.clone(), |sum| table.scale(column).told(sum));
    Some(match row.called() {
        "" => format!("{cell} ({})", table.called_column(column)),
        called => format!("{cell} ({called})"),
    })
}

/// How many rows there are of what is asked: `3 of 8 rows of tickets.csv have status “open”`.
fn counted(table: &Table, plan: &Plan, found: usize) -> String {
    // Values of one column are one or the other.
    let mut told: Vec<(&Condition, String)> = Vec::new();
    for (at, condition) in plan.conditions.iter().enumerate() {
        if plan.conditions[..at].contains(condition) {
            continue;
        }
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
        (false, true) => format!(" {verb} {}", enumerated(&told, "and")),
        (true, false) => format!(" {verb} the words asked for"),
        (false, false) => format!(" {verb} {} and the words asked for", enumerated(&told, "and")),
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
    let names: Vec<String> = columns.iter().map(|&column| format!("“{}”", table.called_column(column))).collect();
    let named = enumerated(&names, "and");
    if all == 1 {
        format!("the one document that fills in {named}")
    } else {
        format!("the {all} documents that fill in {named}")
    }
}

pub(super) fn rows_of(table: &Table, rows: usize) -> String {
    if table.of_documents.is_some() {
        return in_words(rows as u64, "document", "documents");
    }
    format!("{} of {}", in_words(rows as u64, "row", "rows"), table.name)
}

/// Rows by their value in a column, the most of one value first, or the fewest.
pub(super) fn groups<'r>(table: &Table, rows: &[&'r Row], column: usize, fewest: bool) -> Vec<(String, Vec<&'r Row>)> {
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
