//! The tables of a pile: those of its files, sheet by sheet, several that have the same columns as one; those inside
//! its texts; and what its documents fill in.

use std::collections::BTreeMap;

use super::alike::joined;
use super::numbers::Decimals;
use super::table::{Row, Table};
use super::{WORDS, forms, grids};
use crate::model::{Document, LocatorKind, LocatorValue, Span, is_table};
use crate::query::{QueryError, Session};
use crate::store::{DocumentOrder, Reader};
use crate::text::layout::cells::GOES_ON;
use crate::text::provenance::landmarks::Landmarks;
use crate::text::words::terms::Stems;

/// Documents that are looked at; of a larger pile nothing is claimed.
const DOCUMENTS: usize = 20_000;
/// Rows of all tables that are held at once; those behind them are counted.
const ROWS: usize = 200_000;
/// Bytes of a line, or of a cell, behind which a row goes on in the next line.
const LONG_LINE: usize = 300;
const LONG_CELL: usize = 80;

/// How much of what is in scope are tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    All,
    Most,
    Some,
}

/// The tables in scope where they are few enough to look at, and how much of it they are.
///
/// # Errors
/// Those of reading the index.
pub(super) fn tables(
    session: &Session,
    question: &str,
    in_scope: impl Fn(crate::model::DocumentId) -> bool,
) -> Result<(Vec<Table>, Share), QueryError> {
    let reader = &*session.reader;
    let mut ids = reader.document_ids(DocumentOrder::Reading)?;
    ids.retain(|&id| in_scope(id));
    if ids.is_empty() || ids.len() > DOCUMENTS {
        return Ok((Vec::new(), Share::Some));
    }
    let (documents, others): (Vec<Document>, Vec<Document>) =
        reader.documents(&ids)?.into_iter().partition(|document| is_table(&document.format));
    let mut stems = Stems::default();
    let filled_in = forms::table(session, question, &others, &mut stems)?;
    let within = grids::tables(reader, &others)?;
    let share = match documents.len() {
        tables if tables == ids.len() => Share::All,
        tables if tables * 2 >= ids.len() => Share::Most,
        _ => Share::Some,
    };
    let named = of_files(reader, &documents)?;
    let mut tables: Vec<Table> = named.into_iter().chain(filled_in).chain(within).collect();
    tables.retain(|table| !table.rows.is_empty());
    tables.iter_mut().for_each(Table::settle);
    Ok((tables, share))
}

/// The tables of files, those of one shape as one.
fn of_files(reader: &Reader, documents: &[Document]) -> Result<Vec<Table>, QueryError> {
    let mut tables: BTreeMap<(&str, String), Table> = BTreeMap::new();
    let mut left = ROWS;
    for document in documents {
        let (_, whole) = reader.text(document.id, Span::new(0, document.text_len))?;
        let (map, marks) = reader.way_back(document.id)?;
        // Of a text it is known what its reader made to set rows and cells apart; of what lies packed it is not.
        let is_known = !marks.extracted && !map.is_identity();
        let made = |at: usize| !is_known || map.is_made(at);
        let comma = document.language.as_deref().is_some_and(|code| WORDS.comma_languages.has(code));
        let otherwise = if comma { Decimals::Comma } else { Decimals::Point };
        let is_row = document.row.is_some();
        let mut last = (String::new(), None);
        let lines: Vec<Span> = lines(&whole, made).collect();
        let is_set_in = |line: &Span| whole[line.start..].starts_with(GOES_ON) && made(line.start);
        let set_in = !is_row && is_known && lines.iter().any(is_set_in);
        // Of a row that is a document the cells stand before its text and behind it.
        let of_cells = |at: usize, line: &Span| !is_row || at == 0 || is_known && made(line.start);
        for (at, line) in lines.into_iter().enumerate().filter(|(at, line)| of_cells(*at, line)) {
            let place = place(&marks, line.start);
            let table = tables.entry((&document.path, place.0.clone())).or_default();
            table.otherwise = otherwise;
            if left == 0 {
                table.unread += 1;
                continue;
            }
            let said = line.slice(&whole).unwrap_or_default();
            let title = if is_row { document.title.as_str() } else { "" };
            let mut row = table.read_where(document.id, line, title, said, |at| made(line.start + at));
            let rest = if is_row { at > 0 } else { set_in && is_set_in(&line) };
            if is_row {
                (row.text, row.dated) = (whole.clone(), document.modified);
            }
            let same_place = place.1.is_some() && place == last;
            last = place;
            let goes_on = |before: &Row| match is_row || set_in {
                true => rest && before.document == row.document,
                false => goes_on(before, &row, same_place),
            };
            match table.rows.last_mut().filter(|before| goes_on(before)) {
                Some(before) => before.go_on(row, !is_row),
                None => {
                    let rows = table.rows.len();
                    table.push(row);
                    left -= table.rows.len() - rows;
                }
            }
        }
    }
    tables.retain(|_, table| !table.rows.is_empty());
    Ok(joined(tables))
}

/// The sheet and the row of a workbook that some byte of its text stands in.
fn place(marks: &Landmarks, at: usize) -> (String, Option<u32>) {
    let Some(locator) = marks.at(at).filter(|_| marks.extracted) else { return (String::new(), None) };
    let sheet = match locator.get(LocatorKind::Sheet) {
        Some(LocatorValue::Name(name)) => name.clone(),
        Some(LocatorValue::Number(number)) => number.to_string(),
        None => String::new(),
    };
    let row = match locator.get(LocatorKind::Row) {
        Some(LocatorValue::Number(row)) => Some(*row),
        _ => None,
    };
    (sheet, row)
}

/// True for a line that goes on with the row before: it has other columns, and the row broke off behind much.
fn goes_on(before: &Row, row: &Row, same_place: bool) -> bool {
    if same_place && before.document == row.document {
        return true;
    }
    let called =
        row.title.is_empty() || before.title == row.title || before.cells.values().any(|cell| *cell == row.title);
    let is_long = |row: &Row| row.cells.values().any(|cell| cell.len() > LONG_CELL);
    let broke = before.span.len() > LONG_LINE || is_long(before) || is_long(row);
    let behind = before.cells.keys().next_back() < row.cells.keys().next();
    before.document == row.document && called && broke && behind
}

/// The lines of a text that say something, as far as their ends were `made`: what ends a line inside a cell ends no
/// row.
fn lines(text: &str, made: impl Fn(usize) -> bool) -> impl Iterator<Item = Span> {
    let mut start = 0;
    let ends = text.match_indices('\n').map(|(at, _)| at).filter(move |&at| made(at));
    ends.chain([text.len()]).filter_map(move |end| {
        let span = Span::new(start.min(end), end);
        start = end + 1;
        span.slice(text).is_some_and(|line| !line.trim().is_empty()).then_some(span)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::DocumentId;

    #[test]
    fn a_row_may_go_on_in_the_next_line() {
        let mut table = Table::default();
        let mut read = |line: &str| table.read(DocumentId(0), Span::new(0, line.len()), "", line);
        let long = format!("name: Gannet; note: {}", "a long note ".repeat(30));
        let (first, more, next) = (read(&long), read("Gannet; day: Monday"), read("name: Tern; note: none"));
        assert!(goes_on(&first, &more, false) && !goes_on(&more, &next, false));
        let (short, other) = (read("name: Skua"), read("Skua; day: Monday"));
        assert!(!goes_on(&short, &other, false) && goes_on(&short, &other, true));
    }
}
