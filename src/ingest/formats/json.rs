//! JSON and JSON Lines. Items of an array of objects become documents; the fields that hold text and title are guessed
//! when not named.

use super::json_scanner::Scanner;
use super::limits::NESTED;
use super::table::{self, Cell, TableRecord};
use super::{Extracted, Item, TableFields, Unreadable};
use crate::model::Span;

/// Records of a file, at most, that are held together with what stands beside them.
const HELD: usize = 5_000;

/// Reads a JSON file and hands over its documents one by one. It is gone through twice, so that no more than a record
/// is ever held: first to see whether it is JSON throughout, then for what it says.
///
/// # Errors
/// All that it says is nested too deep.
pub(super) fn read(source: &str, fields: &TableFields, each: &mut dyn FnMut(Item)) -> Result<Read, Unreadable> {
    let mut found = Found::default();
    let mut scanner = Scanner::new(source, 0);
    match scanner.document(&mut |record| found.add(record)) {
        Some((start, passed_over)) if found.records > 0 => {
            found.passed_over = passed_over;
            let beside = scanner.beside;
            let records = || {
                let mut scanner = Scanner::new(source, start);
                std::iter::from_fn(move || scanner.next_record()).take(found.records)
            };
            if found.records <= HELD && says_more(&beside) && table::is_one_document(records(), fields) {
                // Its rows are lines of one document, and so is what stands beside them.
                return made("json", Scanner::new(source, 0).record().into_iter(), fields, &found, each);
            }
            made("json", records(), fields, &found, each)
        }
        Some((_, false)) => Err(Unreadable::plain("JSON with nothing in it")),
        // Many files called .json are JSON Lines.
        _ if has_json_lines(source) => read_lines(source, fields, each),
        _ => Ok(as_text(source, "json", "not well-formed JSON: read as text", each)),
    }
}

/// Reads a file of JSON Lines and hands over its documents one by one.
///
/// # Errors
/// All that it says is nested too deep.
pub(super) fn read_lines(source: &str, fields: &TableFields, each: &mut dyn FnMut(Item)) -> Result<Read, Unreadable> {
    let mut found = Found::default();
    let (mut bad, mut first_bad) = (0usize, 0usize);
    for (number, line) in lines(source) {
        match record_of(source, line) {
            Some((record, passed_over)) => {
                found.passed_over |= passed_over;
                found.add(&record);
            }
            None => {
                first_bad = if bad == 0 { number + 1 } else { first_bad };
                bad += 1;
            }
        }
    }
    if found.records == 0 {
        return Ok(as_text(source, "jsonl", "no line of it is JSON: read as text", each));
    }
    found.bad = match bad {
        0 => None,
        1 => Some(format!("line {first_bad} is no JSON and was left out")),
        _ => Some(format!("{bad} lines are no JSON and were left out, the first is line {first_bad}")),
    };
    let records = lines(source).filter_map(|(_, line)| Some(record_of(source, line)?.0));
    made("jsonl", records, fields, &found, each)
}

/// Reads a JSON file whole.
///
/// # Errors
/// Those of [`read`].
pub(super) fn extract_json(source: &str, fields: &TableFields) -> Result<Extracted, Unreadable> {
    let mut items = Vec::new();
    let Read { format, remark } = read(source, fields, &mut |item| items.push(item))?;
    Ok(Extracted { format: format.into(), items, remark, ..Extracted::default() })
}

/// Reads a file of JSON Lines whole.
///
/// # Errors
/// Those of [`read_lines`].
pub(super) fn extract_lines(source: &str, fields: &TableFields) -> Result<Extracted, Unreadable> {
    let mut items = Vec::new();
    let Read { format, remark } = read_lines(source, fields, &mut |item| items.push(item))?;
    Ok(Extracted { format: format.into(), items, remark, ..Extracted::default() })
}

/// What a file turned out to be, and what is worth saying of it.
pub(super) struct Read {
    pub format: &'static str,
    pub remark: Option<String>,
}

/// What the first time through found.
#[derive(Default)]
struct Found {
    records: usize,
    /// Some record says something.
    says: bool,
    /// Something was nested too deep.
    passed_over: bool,
    bad: Option<String>,
}

impl Found {
    fn add(&mut self, record: &TableRecord) {
        self.records += 1;
        self.says |= !record.cells.is_empty();
    }
}

/// Makes documents of records. What was passed over is said; where nothing else was there, it is why the file is left
/// out.
fn made(
    format: &'static str,
    records: impl Iterator<Item = TableRecord>,
    fields: &TableFields,
    found: &Found,
    each: &mut dyn FnMut(Item),
) -> Result<Read, Unreadable> {
    let deep = || format!("content nested deeper than {NESTED} levels was left out");
    if found.passed_over && !found.says {
        let reason = format!("all that it says is nested deeper than the limit of {NESTED} levels");
        return Err(Unreadable::new(reason, "flatten it, or save the texts in it as files of their own"));
    }
    let formatted = |item: Item| Item { format: item.format.clone().or(Some(format.into())), ..item };
    let remark = table::documents(&[], records, fields, &mut |item| each(formatted(item)));
    Ok(Read { format, remark: found.bad.clone().or_else(|| found.passed_over.then(deep)).or(remark) })
}

/// True for values of several words beside the array that a file is: what wraps it says only how many there are.
fn says_more(beside: &[TableRecord]) -> bool {
    /// Words of a value that says something.
    const WORDS: usize = 3;
    let mut cells = beside.iter().flat_map(|record| &record.cells);
    cells.any(|cell| cell.text && cell.value.split_whitespace().count() >= WORDS)
}

/// The lines that are not blank, each with its number from 0 and its bytes.
fn lines(source: &str) -> impl Iterator<Item = (usize, Span)> {
    let mut at = 0;
    let spans = source.split_inclusive('\n').map(move |line| {
        at += line.len();
        Span::new(at - line.len(), at)
    });
    spans.enumerate().filter(|(_, line)| line.slice(source).is_some_and(|line| !line.trim().is_empty()))
}

/// The record that a line is, and whether something in it was nested too deep; none when it is something else.
fn record_of(source: &str, line: Span) -> Option<(TableRecord, bool)> {
    let mut scanner = Scanner::new(&source[..line.end], line.start);
    let record = scanner.record()?;
    source[scanner.at..line.end].trim().is_empty().then_some((record, scanner.passed_over))
}

/// The values of one object, in order, named by their paths; none when it is not well-formed.
pub(super) fn values(source: &str) -> Option<Vec<Cell>> {
    Scanner::new(source, 0).record().map(|record| record.cells)
}

/// True when the first two lines are an object each.
fn has_json_lines(source: &str) -> bool {
    let mut lines = source.lines().map(str::trim).filter(|line| !line.is_empty());
    let object = |line: Option<&str>| line.is_some_and(|line| line.starts_with('{') && line.ends_with('}'));
    object(lines.next()) && object(lines.next())
}

fn as_text(source: &str, format: &'static str, remark: &str, each: &mut dyn FnMut(Item)) -> Read {
    let (source, text) = (Span::new(0, source.len()), source.to_owned());
    each(Item { source, text, format: Some(format.into()), ..Item::default() });
    Read { format, remark: Some(remark.to_owned()) }
}
