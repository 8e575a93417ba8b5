//! Spreadsheets. A sheet becomes the text of a table, which the reader of tables then reads, so that a sheet and its
//! export as CSV give the same documents; each row keeps its number.

use super::limits::TEXT;
use super::office::About;
use super::{Extracted, Item, TableFields, Unreadable, delimited};
use crate::model::{LocatorKind, Span};
use crate::text::language::word_lists;
use crate::text::layout::blocks::{Block, BlockKind};
use crate::text::provenance::landmarks::Landmarks;
use crate::text::provenance::span_map::SpanMap;

word_lists! { static WORDS = "workbook.toml": unnamed }

/// The filled cells of a sheet, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    name: String,
    /// Row from 1, column from 0, value.
    cells: Vec<(u32, u32, String)>,
    bytes: usize,
    /// Cells that stand too far to the right.
    left_out: usize,
}

/// Columns beyond this are left out: a row is a line to be read.
const COLUMNS: u32 = 400;
/// Rows that one cell reaches over, at most.
const ROWS_REACHED: u32 = 10_000;
/// Sheets, or groups of sheets, of which it is said how they are read.
const SAID: usize = 3;

impl Grid {
    pub fn new(name: String) -> Self {
        Self { name, ..Self::default() }
    }

    /// Adds a cell. Cells come in the order of rows and columns; others are taken as they come.
    pub fn set(&mut self, row: u32, column: u32, value: &str) -> Result<(), Unreadable> {
        let value = value.trim();
        if value.is_empty() {
            return Ok(());
        }
        if column >= COLUMNS {
            self.left_out += 1;
            return Ok(());
        }
        self.bytes += value.len() + 8;
        if self.bytes > TEXT {
            let reason = format!("a sheet of it holds more than the limit of {} MB of text", TEXT >> 20);
            return Err(Unreadable::new(reason, "split it, or export the sheets that matter as CSV"));
        }
        self.cells.push((row, column, value.to_owned()));
        Ok(())
    }

    /// Says the value of a cell that reaches over several rows in each of them: rows from and until, its column.
    pub fn reach_down(&mut self, ranges: &[(u32, u32, u32)]) -> Result<(), Unreadable> {
        self.cells.sort_by_key(|(row, column, _)| (*row, *column));
        let mut copies: Vec<(u32, u32, String)> = Vec::new();
        for &(from, until, column) in ranges {
            let at = |row: u32| self.cells.binary_search_by_key(&(row, column), |(row, column, _)| (*row, *column));
            let Ok(first) = at(from) else { continue };
            // Rows without anything else are none.
            let rows = (from + 1..=until.min(from.saturating_add(ROWS_REACHED))).filter(|&row| {
                let begun = self.cells.partition_point(|(own, ..)| *own < row);
                self.cells.get(begun).is_some_and(|(own, ..)| *own == row) && at(row).is_err()
            });
            let value = &self.cells[first].2;
            copies.extend(rows.map(|row| (row, column, value.clone())));
        }
        for (row, column, value) in copies {
            self.set(row, column, &value)?;
        }
        self.cells.sort_by_key(|(row, column, _)| (*row, *column));
        Ok(())
    }

    /// Takes off what stands alone in the first rows: the title of the sheet, remarks on it.
    fn headlines(&mut self) -> Vec<(u32, String)> {
        self.cells.sort_by_key(|(row, column, _)| (*row, *column));
        let widest = self.rows().map(|(_, row)| row.len()).max().unwrap_or(0);
        let alone: Vec<(u32, String)> = self
            .rows()
            .take_while(|(_, row)| row.len() == 1 && widest > 1)
            .filter_map(|(number, row)| Some((number, row.first()?.2.clone())))
            .collect();
        self.cells.drain(..alone.len());
        alone
    }

    /// The rows with their numbers.
    fn rows(&self) -> impl Iterator<Item = (u32, &[(u32, u32, String)])> {
        self.cells.chunk_by(|a, b| a.0 == b.0).filter_map(|row| Some((row.first()?.0, row)))
    }

    /// True when the first row can name the columns: it fills at least half as many cells as the rows below do.
    fn is_headed(&self) -> bool {
        let widths: Vec<usize> = self.rows().map(|(_, row)| row.len()).collect();
        let Some((first, below)) = widths.split_first() else { return false };
        let mean = below.iter().sum::<usize>() / below.len().max(1);
        // A row alone names nothing below it.
        !below.is_empty() && first * 2 >= mean
    }

    /// The sheet as CSV, with the row that each line begins at.
    fn table(&self) -> (String, Vec<(usize, u32)>) {
        let first = self.cells.iter().map(|(_, column, _)| *column).min().unwrap_or(0);
        let mut text = String::with_capacity(self.bytes);
        let mut lines: Vec<(usize, u32)> = Vec::new();
        let mut next = first;
        for (row, column, value) in &self.cells {
            if lines.last().is_none_or(|(_, last)| last != row) {
                if !lines.is_empty() {
                    text.push('\n');
                }
                lines.push((text.len(), *row));
                next = first;
            }
            while next < *column {
                text.push(',');
                next += 1;
            }
            text.push('"');
            text.push_str(&value.replace('"', "\"\""));
            text.push('"');
        }
        text.push('\n');
        (text, lines)
    }
}

/// Reads sheets as tables: one document of all that are mere rows, and one for each row that is a text.
pub(super) fn documents(format: &'static str, grids: Vec<Grid>, fields: &TableFields) -> Result<Extracted, Unreadable> {
    let mut rows = Vec::new();
    let mut whole = Item {
        landmarks: Landmarks::of_extracted(),
        map: SpanMap::identity(),
        blocks: Some(Vec::new()),
        ..Item::default()
    };
    let mut remarks: Vec<(String, String)> = Vec::new();
    let beyond = |cells: usize| format!("cells beyond column {COLUMNS} are left out, {cells} of them");
    remarks.extend(grids.iter().filter(|g| g.left_out > 0).map(|g| (g.name.clone(), beyond(g.left_out))));
    for mut grid in grids.into_iter().filter(|grid| !grid.cells.is_empty()) {
        let name = grid.name.clone();
        let headlines = grid.headlines();
        if !grid.is_headed() {
            begin_sheet(&mut whole, &name, &headlines);
            for (number, row) in grid.rows() {
                let line = row.iter().map(|(_, _, value)| value.as_str()).collect::<Vec<_>>().join(" | ");
                add_row(&mut whole, number, &line, BlockKind::Row);
            }
            continue;
        }
        let (table, lines) = grid.table();
        let row_at = |at: usize| {
            let next = lines.partition_point(|(start, _)| *start <= at);
            next.checked_sub(1).and_then(|index| lines.get(index)).map_or(1, |(_, row)| *row)
        };
        let extracted = delimited::extract(&table, false, fields);
        let single = extracted.items.len() == 1;
        // That a table of figures is one document needs no saying of every sheet.
        let told = extracted.remark.filter(|_| !single || fields.text.is_some());
        remarks.extend(told.map(|remark| (name.clone(), remark)));
        for mut item in extracted.items {
            if single && item.row.is_none() {
                let blocks =
                    item.blocks.take().unwrap_or_else(|| crate::text::layout::blocks::blocks(&item.text, item.markup));
                begin_sheet(&mut whole, &name, &headlines);
                for block in &blocks {
                    let row = row_at(item.map.to_file(block.span).start);
                    add_row(&mut whole, row, block.span.slice(&item.text).unwrap_or_default(), block.kind);
                }

                continue;
            }
            item.landmarks = Landmarks::of_extracted();
            item.landmarks.add(0, LocatorKind::Sheet, name.as_str());
            item.landmarks.add(0, LocatorKind::Row, row_at(item.source.start));
            item.map = SpanMap::identity();
            item.source = Span::new(0, item.text.len());
            rows.push(item);
        }
    }
    whole.source = Span::new(0, whole.text.len());
    if !whole.text.is_empty() {
        rows.push(whole);
    }
    Ok(Extracted { format: format.into(), items: rows, remark: said_of(remarks), ..Extracted::default() })
}

/// What is worth saying of the sheets, by their names: what several have in common once, and of the rest the first few.
fn said_of(remarks: Vec<(String, String)>) -> Option<String> {
    let mut said: Vec<(String, String)> = Vec::new();
    for (sheet, remark) in remarks {
        match said.iter_mut().find(|(_, known)| *known == remark) {
            Some((sheets, _)) => sheets.push_str(&format!(", {sheet:?}")),
            None => said.push((format!("{sheet:?}"), remark)),
        }
    }
    let more = said.len().saturating_sub(SAID);
    let mut lines: Vec<String> = match said.as_slice() {
        [] => return None,
        several => several.iter().take(SAID).map(|(sheets, remark)| format!("sheet {sheets}: {remark}")).collect(),
    };
    if more > 0 {
        lines.push(format!("and {more} sheets more that are read otherwise"));
    }
    Some(lines.join(". "))
}

/// Begins a sheet with its name and what stands above its table.
fn begin_sheet(whole: &mut Item, name: &str, headlines: &[(u32, String)]) {
    let start = whole.text.len();
    if start > 0 {
        whole.text.push('\n');
    }
    whole.landmarks.add(whole.text.len(), LocatorKind::Sheet, name);
    // "Sheet1" is no heading.
    let said = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ').to_lowercase();
    if !said.is_empty() && !WORDS.unnamed.has(&said) {
        let start = whole.text.len();
        whole.text.push_str(name);
        whole.text.push_str("\n\n");
        let span = Span::new(start, start + name.len());
        whole.blocks.get_or_insert_default().push(Block { span, kind: BlockKind::Heading });
    }
    for (row, line) in headlines {
        add_row(whole, *row, line, super::office::kind_of(line));
    }
}

fn add_row(whole: &mut Item, number: u32, line: &str, kind: BlockKind) {
    let start = whole.text.len();
    whole.landmarks.add(start, LocatorKind::Row, number);
    whole.text.push_str(line);
    whole.blocks.get_or_insert_default().push(Block { span: Span::new(start, whole.text.len()), kind });
    whole.text.push('\n');
}

/// Gives a workbook's own title and date to its documents.
pub(super) fn settle(extracted: &mut Extracted, about: About) {
    for item in &mut extracted.items {
        item.saved = about.saved;
        if item.row.is_none() {
            item.title = about.title.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_over_several_rows_is_said_in_each() {
        let mut grid = Grid::new("Costs".to_owned());
        for (row, column, value) in
            [(1, 0, "Region"), (1, 1, "Cost"), (2, 0, "North"), (2, 1, "4"), (3, 1, "5"), (6, 1, "7")]
        {
            grid.set(row, column, value).expect("room");
        }
        grid.reach_down(&[(2, 5, 0), (9, 12, 0)]).expect("room");
        let (table, _) = grid.table();
        assert_eq!(table, "\"Region\",\"Cost\"\n\"North\",\"4\"\n\"North\",\"5\"\n,\"7\"\n");
    }
}
