//! Spreadsheets. A sheet becomes the text of a table, which the reader of tables then reads, so that a sheet and its
//! export as CSV give the same documents; each row keeps its number.

use super::limits::TEXT;
use super::office::{About, relations};
use super::package::Package;
use super::xml::{self, Node};
use super::{Extracted, Item, TableFields, Unreadable, delimited};
use crate::model::{LocatorKind, Span};
use crate::text::blocks::{Block, BlockKind};
use crate::text::dates;
use crate::text::landmarks::Landmarks;
use crate::text::language::word_lists;
use crate::text::span_map::SpanMap;

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
        first * 2 >= mean
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
                let blocks = item.blocks.take().unwrap_or_else(|| crate::text::blocks::blocks(&item.text, item.markup));
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

/// Reads an Excel file.
pub(super) fn extract(package: &mut Package<'_>, fields: &TableFields) -> Result<Extracted, Unreadable> {
    const MAIN: &str = "xl/workbook.xml";
    let about = About::of_core(package)?;
    let related = relations(package, MAIN)?;
    let Some(main) = package.part(MAIN)? else { return Err(Unreadable::plain("an Excel file without its sheets")) };
    let mut sheets: Vec<(String, String)> = Vec::new();
    let mut since_1904 = false;
    xml::walk(&main, |node| {
        match node {
            Node::Open("sheet", attributes) => {
                let target =
                    attributes.prefixed("id").and_then(|id| related.get(&id)).map(|sheet| sheet.target.clone());
                sheets.extend(target.map(|target| (attributes.get("name").unwrap_or_default(), target)));
            }
            Node::Open("workbookPr", attributes) => {
                since_1904 = attributes.get("date1904").is_some_and(|value| value == "1" || value == "true");
            }
            _ => {}
        }
        Ok(())
    })?;
    let of_kind =
        |kind: &str| related.values().find(|relation| relation.kind == kind).map(|relation| relation.target.clone());
    let strings = match of_kind("sharedStrings").map(|part| package.part(&part)).transpose()?.flatten() {
        Some(part) => shared_strings(&part)?,
        None => Vec::new(),
    };
    let dates = match of_kind("styles").map(|part| package.part(&part)).transpose()?.flatten() {
        Some(part) => date_styles(&part)?,
        None => Vec::new(),
    };
    let mut grids = Vec::new();
    for (name, target) in sheets {
        package.budget().check_time()?;
        if let Some(part) = package.part(&target)? {
            let mut grid = Grid::new(name);
            read_sheet(&part, &strings, &dates, since_1904, &mut grid)?;
            grids.push(grid);
        }
    }
    let mut extracted = documents("xlsx", grids, fields)?;
    settle(&mut extracted, about);
    Ok(extracted)
}

fn shared_strings(part: &[u8]) -> Result<Vec<String>, Unreadable> {
    let mut strings = Vec::new();
    let mut open: Option<String> = None;
    let (mut text, mut phonetic) = (false, false);
    xml::walk(part, |node| {
        match node {
            Node::Open("si", _) => open = Some(String::new()),
            Node::Open("rPh", _) => phonetic = true,
            Node::Close("rPh") => phonetic = false,
            Node::Open("t", _) => text = !phonetic,
            Node::Close("t") => text = false,
            Node::Text(more) if text => open.get_or_insert_default().push_str(more),
            Node::Close("si") => strings.push(open.take().unwrap_or_default()),
            _ => {}
        }
        Ok(())
    })?;
    Ok(strings)
}

/// For each cell style, whether it shows a number as a date.
fn date_styles(part: &[u8]) -> Result<Vec<bool>, Unreadable> {
    let mut custom = std::collections::BTreeSet::new();
    let mut styles = Vec::new();
    let mut cells = false;
    xml::walk(part, |node| {
        match node {
            Node::Open("numFmt", attributes) => {
                let code = attributes.get("formatCode").unwrap_or_default();
                if is_date_format(&code) {
                    custom.extend(attributes.number("numFmtId"));
                }
            }
            Node::Open("cellXfs", _) => cells = true,
            Node::Close("cellXfs") => cells = false,
            Node::Open("xf", attributes) if cells => {
                let id = attributes.number("numFmtId").unwrap_or(0);
                styles.push(matches!(id, 14..=17 | 22 | 27..=31 | 34..=36 | 50..=58) || custom.contains(&id));
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(styles)
}

/// True for `dd.mm.yyyy`, false for `0.00 "days"` and `h:mm`.
fn is_date_format(code: &str) -> bool {
    let mut bare = String::new();
    let mut until = None;
    for c in code.chars() {
        match (until, c) {
            (Some(end), c) if c == end => until = None,
            (Some(_), _) => {}
            (None, '"') => until = Some('"'),
            (None, '[') => until = Some(']'),
            (None, c) => bare.push(c.to_ascii_lowercase()),
        }
    }
    bare.contains('y') || bare.contains('d') && bare.contains('m')
}

fn read_sheet(
    part: &[u8],
    strings: &[String],
    dates: &[bool],
    since_1904: bool,
    grid: &mut Grid,
) -> Result<(), Unreadable> {
    let (mut row, mut column) = (0u32, 0u32);
    let (mut kind, mut style) = (String::new(), 0u32);
    let mut value = String::new();
    let (mut inside, mut phonetic) = (false, false);
    xml::walk(part, |node| {
        match node {
            Node::Open("row", attributes) => {
                row = attributes.number("r").unwrap_or(row.saturating_add(1));
                column = 0;
            }
            Node::Open("c", attributes) => {
                if let Some((at_column, at_row)) = attributes.get("r").as_deref().and_then(cell_name) {
                    (column, row) = (at_column, at_row);
                }
                kind = attributes.get("t").unwrap_or_default();
                style = attributes.number("s").unwrap_or(0);
                value.clear();
            }
            Node::Open("rPh", _) => phonetic = true,
            Node::Close("rPh") => phonetic = false,
            Node::Open("v" | "t", _) => inside = !phonetic,
            Node::Close("v" | "t") => inside = false,
            Node::Text(text) if inside => value.push_str(text),
            Node::Close("c") => {
                let dated = dates.get(style as usize).copied().unwrap_or(false);
                match kind.as_str() {
                    "s" => {
                        let index = value.trim().parse::<usize>().ok();
                        let said = index.and_then(|index| strings.get(index)).map_or("", String::as_str);
                        grid.set(row, column, said)?;
                    }
                    "b" => grid.set(row, column, if value.trim() == "1" { "true" } else { "false" })?,
                    "e" => {}
                    "" | "n" => match date(&value, dated, since_1904) {
                        Some(date) => grid.set(row, column, &date)?,
                        None => grid.set(row, column, &tidy_number(&value))?,
                    },
                    _ => grid.set(row, column, &value)?,
                }
                column = column.saturating_add(1);
            }
            _ => {}
        }
        Ok(())
    })
}

/// `BC12` → (54, 12): column from 0, row from 1.
fn cell_name(name: &str) -> Option<(u32, u32)> {
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    if !(1..=3).contains(&letters) {
        return None;
    }
    let column =
        name[..letters].bytes().fold(0u32, |sum, byte| sum * 26 + u32::from(byte.to_ascii_uppercase() - b'A' + 1));
    Some((column - 1, name[letters..].parse().ok()?))
}

/// `0.30000000000000004` is what 0.1 + 0.2 is kept as.
fn tidy_number(value: &str) -> String {
    let value = value.trim();
    match value.parse::<f64>() {
        Ok(number) if value.len() > 12 && number.is_finite() => {
            // The fifteen figures that a spreadsheet shows at most.
            let rounded = format!("{number:.14e}").parse().unwrap_or(number);
            if (1e-5..1e15).contains(&rounded.abs()) { rounded.to_string() } else { format!("{rounded:e}") }
        }
        _ => value.to_owned(),
    }
}

/// A day counted from 1900 (with its 29 February that never was) or from 1904.
fn date(value: &str, dated: bool, since_1904: bool) -> Option<String> {
    let days = value.trim().parse::<f64>().ok().filter(|days| dated && (1.0..2_958_466.0).contains(days))?;
    let whole = days.floor() as i64 + if since_1904 { 1_462 } else { 0 };
    // Days since 1970; day 60 of 1900 does not exist.
    let days = whole - if whole > 59 { 25_569 } else { 25_568 };
    let (year, month, day) = dates::civil(days);
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dates_where_the_style_says_so() {
        assert_eq!(date("45413", true, false).as_deref(), Some("2024-05-01"));
        assert_eq!(date("1", true, false).as_deref(), Some("1900-01-01"));
        assert_eq!(date("43951.5", true, true).as_deref(), Some("2024-05-01"));
        assert_eq!(date("45413", false, false), None);
        assert!(is_date_format("[$-409]d mmm yyyy") && is_date_format("yyyy") && !is_date_format("0.0\" days\""));
        assert_eq!(tidy_number("0.30000000000000004"), "0.3");
        assert_eq!(tidy_number("1.2345678901234E-9"), "1.2345678901234e-9");
        assert_eq!(tidy_number("0.00012345678901"), "0.00012345678901");
        assert_eq!(tidy_number("123456789012.34"), "123456789012.34");
        assert_eq!(tidy_number("-1234567.0000000002"), "-1234567");
        assert_eq!(cell_name("BC12"), Some((54, 12)));
        assert_eq!(cell_name("12"), None);
    }
}
