//! CSV and TSV: rows become records. The scanner is our own, because each cell has to be followed back to its bytes
//! through quotes, and because no file that is called a table may fail: ragged rows and stray quotes are read as they
//! are.

use std::rc::Rc;

use super::header::{self, Header};
use super::table::{self, Cell, TableRecord};
use super::{Extracted, Item, TableFields};
use crate::model::Span;
use crate::text::provenance::span_map::{SpanMap, SpanMapBuilder};

/// Reads a table and hands over its documents one by one.
///
/// Returns what is worth saying of it.
pub(super) fn read(source: &str, tabs: bool, fields: &TableFields, each: &mut dyn FnMut(Item)) -> Option<String> {
    let delimiter = if tabs { b'\t' } else { guess_delimiter(source) };
    let mut rows = Rows { source, at: 0, delimiter }.filter(|row| row.iter().any(|cell| !cell.value.trim().is_empty()));
    let mut first: Vec<Vec<RowCell>> = rows.by_ref().take(header::LOOKED_AT).collect();
    let cells = |row: &'_ Vec<RowCell>| row.iter().map(|cell| cell.value.clone()).collect::<Vec<String>>();
    let values: Vec<Vec<String>> = first.iter().map(cells).collect();
    let values: Vec<Vec<&str>> = values.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
    let Header { above, rows: taken, names } = header::find(&values);
    let named = taken > 0;
    let above: Vec<TableRecord> = first.drain(..above).map(unnamed).collect();
    first.drain(..taken);
    let width = names.len();
    let mut ragged = 0usize;
    if first.is_empty() {
        // A header alone, or a single line: it is text.
        each(Item { source: Span::new(0, source.len()), text: source.to_owned(), ..Item::default() });
        return None;
    }
    let rows = first.into_iter().chain(rows);
    let records = rows.map(|row| {
        ragged += usize::from(named && row.len() != width);
        let source = bytes_of(&row);
        let cells = row.into_iter().enumerate().map(|(column, cell)| {
            let name = match names.get(column).filter(|name| !name.is_empty()) {
                Some(name) => Rc::clone(name),
                None => format!("column {}", column + 1).into(),
            };
            let text = cell.value.trim().parse::<f64>().is_err();
            Cell { name, value: cell.value, map: cell.map, text }
        });
        TableRecord { cells: cells.collect(), source }
    });
    let remark = table::documents(&above, records, fields, each);
    let ragged = (ragged > 0).then(|| format!("{ragged} rows have more or fewer cells than the header"));
    let remarks: Vec<String> = ragged.into_iter().chain(remark).collect();
    (!remarks.is_empty()).then(|| remarks.join("; "))
}

/// The name of the format.
pub(super) fn format(tabs: bool) -> &'static str {
    if tabs { "tsv" } else { "csv" }
}

/// Reads a table whole.
pub(super) fn extract(source: &str, tabs: bool, fields: &TableFields) -> Extracted {
    let mut items = Vec::new();
    let remark = read(source, tabs, fields, &mut |item| items.push(item));
    Extracted { format: format(tabs).into(), items, remark, ..Extracted::default() }
}

/// The mark that parts the cells of the first lines most evenly.
fn guess_delimiter(source: &str) -> u8 {
    let lines: Vec<&str> = source.lines().filter(|line| !line.trim().is_empty()).take(20).collect();
    let score = |mark: u8| {
        let counts: Vec<usize> = lines.iter().map(|line| line.bytes().filter(|&byte| byte == mark).count()).collect();
        // A title in the first line has no marks.
        let usual = || {
            counts
                .iter()
                .copied()
                .filter(|&count| count > 0)
                .max_by_key(|count| (counts.iter().filter(|other| *other == count).count(), *count))
        };
        let first = counts.first().copied().filter(|&count| count > 0).or_else(usual).unwrap_or(0);
        let alike = counts.iter().filter(|&&count| count == first).count();
        if first == 0 { (0, 0) } else { (alike * 100 / counts.len().max(1), first) }
    };
    // The comma wins a draw.
    [b',', b';', b'\t', b'|'].into_iter().rev().max_by_key(|&mark| score(mark)).unwrap_or(b',')
}

/// A row above the names, as what it says.
fn unnamed(row: Vec<RowCell>) -> TableRecord {
    let source = bytes_of(&row);
    let filled = row.into_iter().filter(|cell| !cell.value.trim().is_empty());
    let cells = filled.map(|cell| Cell { name: "".into(), value: cell.value, map: cell.map, text: true });
    TableRecord { cells: cells.collect(), source }
}

fn bytes_of(row: &[RowCell]) -> Span {
    let (first, last) = (row.first().map(|cell| cell.source), row.last().map(|cell| cell.source));
    Span::new(first.unwrap_or_default().start, last.unwrap_or_default().end)
}

struct RowCell {
    value: String,
    map: SpanMap,
    source: Span,
}

struct Rows<'a> {
    source: &'a str,
    at: usize,
    delimiter: u8,
}

impl Rows<'_> {
    /// Reads one cell and stands on what ends it.
    fn cell(&mut self) -> RowCell {
        let bytes = self.source.as_bytes();
        let begun = self.at;
        let mut value = String::new();
        let mut map = SpanMapBuilder::default();
        let ends = |byte: &u8| *byte == self.delimiter || matches!(byte, b'\n' | b'\r');
        if bytes.get(self.at) == Some(&b'"') {
            self.at += 1;
            loop {
                let rest = &bytes[self.at..];
                // A quote that is never closed reaches to the end of the file.
                let plain = memchr::memchr(b'"', rest).unwrap_or(rest.len());
                value.push_str(&self.source[self.at..self.at + plain]);
                map.copy(plain, self.at);
                self.at += plain;
                if bytes.get(self.at..self.at + 2) == Some(b"\"\"") {
                    value.push('"');
                    map.replace(1, self.at, 2);
                    self.at += 2;
                } else {
                    self.at = (self.at + 1).min(bytes.len());
                    break;
                }
            }
        }
        // What stands behind a closing quote belongs to the cell as well.
        let rest = &bytes[self.at..];
        let plain = rest.iter().position(ends).unwrap_or(rest.len());
        value.push_str(&self.source[self.at..self.at + plain]);
        map.copy(plain, self.at);
        self.at += plain;
        RowCell { value, map: map.finish(), source: Span::new(begun, self.at) }
    }
}

impl Iterator for Rows<'_> {
    type Item = Vec<RowCell>;

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.source.as_bytes();
        if self.at >= bytes.len() {
            return None;
        }
        let mut row = Vec::new();
        loop {
            row.push(self.cell());
            match bytes.get(self.at) {
                Some(&byte) if byte == self.delimiter => self.at += 1,
                Some(b'\r') => {
                    self.at += 1 + usize::from(bytes.get(self.at + 1) == Some(&b'\n'));
                    return Some(row);
                }
                Some(_) => {
                    self.at += 1;
                    return Some(row);
                }
                None => return Some(row),
            }
        }
    }
}
