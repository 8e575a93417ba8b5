//! Excel files. Cells are said as the program shows them: days, times, lengths of time, parts of a hundred; a cell over
//! several rows is said in each.

use super::office::{About, relations};
use super::package::Package;
use super::shown::{self, Shown};
use super::workbook::{Grid, documents, settle};
use super::xml::{self, Node};
use super::{Extracted, TableFields, Unreadable};

/// Merged cells of a sheet that are looked at.
const MERGED: usize = 50_000;

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
    let shown = match of_kind("styles").map(|part| package.part(&part)).transpose()?.flatten() {
        Some(part) => shown::styles(&part)?,
        None => Vec::new(),
    };
    let mut grids = Vec::new();
    for (name, target) in sheets {
        package.budget().check_time()?;
        if let Some(part) = package.part(&target)? {
            let mut grid = Grid::new(name);
            read_sheet(&part, &strings, &shown, since_1904, &mut grid)?;
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

fn read_sheet(
    part: &[u8],
    strings: &[String],
    shown: &[Shown],
    since_1904: bool,
    grid: &mut Grid,
) -> Result<(), Unreadable> {
    let (mut row, mut column) = (0u32, 0u32);
    let (mut kind, mut style) = (String::new(), 0u32);
    let mut value = String::new();
    let (mut inside, mut phonetic) = (false, false);
    let mut merged: Vec<(u32, u32, u32)> = Vec::new();
    xml::walk(part, |node| {
        match node {
            Node::Open("mergeCell", attributes) if merged.len() < MERGED => {
                merged.extend(attributes.get("ref").as_deref().and_then(rows_of));
            }
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
                let shown = shown.get(style as usize).copied().unwrap_or_default();
                match kind.as_str() {
                    "s" => {
                        let index = value.trim().parse::<usize>().ok();
                        let said = index.and_then(|index| strings.get(index)).map_or("", String::as_str);
                        grid.set(row, column, said)?;
                    }
                    "b" => grid.set(row, column, if value.trim() == "1" { "true" } else { "false" })?,
                    "e" => {}
                    "" | "n" => match shown.write(&value, since_1904) {
                        Some(written) => grid.set(row, column, &written)?,
                        None => grid.set(row, column, &tidy_number(&value))?,
                    },
                    _ => grid.set(row, column, &value)?,
                }
                column = column.saturating_add(1);
            }
            _ => {}
        }
        Ok(())
    })?;
    grid.reach_down(&merged)
}

/// The rows of cells that are merged, with their first column; none of cells in one row.
fn rows_of(range: &str) -> Option<(u32, u32, u32)> {
    let (first, last) = range.split_once(':')?;
    let ((column, from), (_, until)) = (cell_name(first)?, cell_name(last)?);
    (from < until).then_some((from, until, column))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_without_what_they_are_kept_with() {
        assert_eq!(tidy_number("0.30000000000000004"), "0.3");
        assert_eq!(tidy_number("1.2345678901234E-9"), "1.2345678901234e-9");
        assert_eq!(tidy_number("0.00012345678901"), "0.00012345678901");
        assert_eq!(tidy_number("123456789012.34"), "123456789012.34");
        assert_eq!(tidy_number("-1234567.0000000002"), "-1234567");
        assert_eq!(cell_name("BC12"), Some((54, 12)));
        assert_eq!(cell_name("12"), None);
        assert_eq!((rows_of("A2:A4"), rows_of("A2:C2"), rows_of("B3:C9")), (Some((2, 4, 0)), None, Some((3, 9, 1))));
    }
}
