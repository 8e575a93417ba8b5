//! JSON and JSON Lines. Items of an array of objects become documents; the fields that hold text and title are guessed
//! when not named. A small scanner of our own, because every string has to be followed back to its bytes through its
//! escapes, and because it must not fall over depth: it keeps its own stack.

use std::rc::Rc;

use super::limits::NESTED;
use super::{Extracted, Item, TableFields, Unreadable};
use crate::model::Span;
use crate::text::numbers::hex;
use crate::text::provenance::span_map::{SpanMap, SpanMapBuilder};

use super::table::{self, Cell, TableRecord};

/// Reads a JSON file and hands over its documents one by one. It is gone through twice, so that no more than a record
/// is ever held: first to see whether it is JSON throughout, then for what it says.
///
/// # Errors
/// All that it says is nested too deep.
pub(super) fn read(source: &str, fields: &TableFields, each: &mut dyn FnMut(Item)) -> Result<Read, Unreadable> {
    let mut found = Found::default();
    match Scanner::new(source, 0).document(&mut |record| found.add(record)) {
        Some((start, passed_over)) if found.records > 0 => {
            found.passed_over = passed_over;
            let mut scanner = Scanner::new(source, start);
            let records = std::iter::from_fn(move || scanner.next_record());
            made("json", records.take(found.records), fields, &found, each)
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

struct Scanner<'a> {
    source: &'a str,
    at: usize,
    /// Something was nested too deep.
    passed_over: bool,
}

/// Bytes of what stands beside that array, each, and how many times larger it is than another array there.
const SMALL: usize = 2_000;
const FAR_LARGER: usize = 3;

/// An array of objects in an object that is little else.
struct Wrapped {
    /// Where it begins.
    array: usize,
    bytes: usize,
    records: usize,
    /// Behind the object.
    end: usize,
    passed_over: bool,
}

/// Where the scanner is inside a value.
enum Frame {
    Object,
    Array(usize),
}

impl<'a> Scanner<'a> {
    fn new(source: &'a str, at: usize) -> Self {
        Self { source, at, passed_over: false }
    }

    /// Goes through a whole file: an array of objects is many records, an object that holds one such array is that,
    /// anything else is one. Each record is shown; returns where [`Scanner::next_record`] finds the first of them
    /// again, and whether something was nested too deep.
    fn document(&mut self, each: &mut dyn FnMut(&TableRecord)) -> Option<(usize, bool)> {
        self.space();
        let begun = self.at;
        let start = match self.peek()? {
            b'[' => self.array(each)?,
            b'{' => {
                let wrapped = Scanner::new(self.source, begun).wrapped_array();
                match wrapped.filter(|wrapped| wrapped.records > 1) {
                    // {"data": [ {…}, {…} ]}: the wrapping object is not a document of its own.
                    Some(wrapped) => {
                        Scanner::new(self.source, wrapped.array).array(each)?;
                        self.at = wrapped.end;
                        self.passed_over |= wrapped.passed_over;
                        wrapped.array + 1
                    }
                    None => {
                        each(&self.record()?);
                        begun
                    }
                }
            }
            _ => {
                each(&self.record()?);
                begun
            }
        };
        self.space();
        (self.at == self.source.len()).then_some((start, self.passed_over))
    }

    /// The next of the records that [`Scanner::document`] showed; none behind the last of an array.
    fn next_record(&mut self) -> Option<TableRecord> {
        loop {
            self.space();
            match self.peek()? {
                b',' => self.at += 1,
                b']' => return None,
                _ => return self.record(),
            }
        }
    }

    /// Goes through an array, and returns where its first record begins.
    fn array(&mut self, each: &mut dyn FnMut(&TableRecord)) -> Option<usize> {
        self.expect(b'[')?;
        let begun = self.at;
        loop {
            self.space();
            match self.peek()? {
                b']' => {
                    self.at += 1;
                    return Some(begun);
                }
                b',' => self.at += 1,
                _ => each(&self.record()?),
            }
        }
    }

    /// An object one of whose values is an array of objects, and the rest of whose values are small.
    fn wrapped_array(mut self) -> Option<Wrapped> {
        self.expect(b'{')?;
        let mut found: Option<Wrapped> = None;
        loop {
            self.space();
            match self.peek()? {
                b'}' => {
                    let (end, passed_over) = (self.at + 1, self.passed_over);
                    return found.map(|found| Wrapped { end, passed_over, ..found });
                }
                b',' => {
                    self.at += 1;
                    continue;
                }
                _ => {}
            }
            self.string()?;
            self.space();
            self.expect(b':')?;
            self.space();
            let rest = &self.source.as_bytes()[self.at..];
            let array_of_objects =
                rest.first() == Some(&b'[') && rest[1..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
            let (begun, mut records) = (self.at, 0);
            if array_of_objects {
                self.array(&mut |_| records += 1)?;
            } else {
                self.record()?;
            }
            let bytes = self.at - begun;
            let held = found.as_ref().map_or(0, |found| found.bytes);
            match array_of_objects {
                true if held == 0 || bytes >= FAR_LARGER * held && held <= SMALL => {
                    found = Some(Wrapped { array: begun, records, bytes, end: 0, passed_over: false });
                }
                // Who takes part in a chat, beside its messages.
                true if held >= FAR_LARGER * bytes && bytes <= SMALL => {}
                false if bytes <= SMALL => {}
                _ => return None,
            }
        }
    }

    /// Reads any value into cells: `a.b.c` names what is nested, items of arrays share their array's name.
    fn record(&mut self) -> Option<TableRecord> {
        self.space();
        let begun = self.at;
        let mut cells = Vec::new();
        let mut frames: Vec<Frame> = Vec::new();
        // The name of the value that comes next, and how long it was at each level.
        let mut path = String::new();
        let mut lengths: Vec<usize> = Vec::new();
        // The items of an array share its name: it is long where a file means harm.
        let mut shared: Rc<str> = Rc::from("");
        let mut name = move |path: &str| {
            if *shared != *path {
                shared = Rc::from(path);
            }
            Rc::clone(&shared)
        };
        loop {
            self.space();
            // A value.
            match self.peek()? {
                open @ (b'{' | b'[') => {
                    if frames.len() >= NESTED {
                        self.skip_nested()?;
                        self.passed_over = true;
                    } else {
                        self.at += 1;
                        lengths.push(path.len());
                        if open == b'[' {
                            frames.push(Frame::Array(0));
                            self.space();
                            if self.peek()? != b']' {
                                continue;
                            }
                        } else {
                            frames.push(Frame::Object);
                            self.space();
                            if self.peek()? != b'}' {
                                self.key(&mut path)?;
                                continue;
                            }
                        }
                    }
                }
                b'"' => {
                    let (value, map) = self.string()?;
                    cells.push(Cell { name: name(&path), value, map, text: true });
                }
                _ => {
                    let start = self.at;
                    let len = self.source.as_bytes()[start..]
                        .iter()
                        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.'))
                        .count();
                    let word = &self.source[start..start + len];
                    if !(matches!(word, "true" | "false" | "null") || word.parse::<f64>().is_ok()) {
                        return None;
                    }
                    self.at += len;
                    if word != "null" {
                        let map = SpanMap::shifted(start, len);
                        cells.push(Cell { name: name(&path), value: word.to_owned(), map, text: false });
                    }
                }
            }
            // What follows a value: the next one, or the end of what it stands in.
            loop {
                let Some(frame) = frames.last_mut() else {
                    return Some(TableRecord { cells, source: Span::new(begun, self.at) });
                };
                self.space();
                let length = *lengths.last()?;
                match (self.peek()?, frame) {
                    (b',', Frame::Array(count)) => {
                        self.at += 1;
                        *count += 1;
                        path.truncate(length);
                        break;
                    }
                    (b',', Frame::Object) => {
                        self.at += 1;
                        path.truncate(length);
                        self.space();
                        self.key(&mut path)?;
                        break;
                    }
                    (b']', Frame::Array(_)) | (b'}', Frame::Object) => {
                        self.at += 1;
                        path.truncate(length);
                        frames.pop();
                        lengths.pop();
                    }
                    _ => return None,
                }
            }
        }
    }

    /// Reads `"name":` and adds the name to the path.
    fn key(&mut self, path: &mut String) -> Option<()> {
        let (name, _) = self.string()?;
        self.space();
        self.expect(b':')?;
        // A path that grows for ever is an attack, not a name.
        if path.len() < 400 {
            if !path.is_empty() {
                path.push('.');
            }
            path.extend(name.chars().take(100));
        }
        Some(())
    }

    /// Passes over a value that is nested too deep, without recursion.
    fn skip_nested(&mut self) -> Option<()> {
        let mut depth = 0usize;
        loop {
            match self.peek()? {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        self.at += 1;
                        return Some(());
                    }
                }
                b'"' => {
                    self.string()?;
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn space(&mut self) {
        let rest = &self.source.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    }

    /// Reads a string with the map from its value to the source.
    fn string(&mut self) -> Option<(String, SpanMap)> {
        self.expect(b'"')?;
        let bytes = self.source.as_bytes();
        let mut value = String::new();
        let mut map = SpanMapBuilder::default();
        loop {
            let rest = &bytes[self.at..];
            let plain = memchr::memchr2(b'"', b'\\', rest)?;
            if plain > 0 {
                // Raw line breaks inside strings are not allowed, but harmless.
                value.push_str(&self.source[self.at..self.at + plain]);
                map.copy(plain, self.at);
                self.at += plain;
            }
            if bytes[self.at] == b'"' {
                self.at += 1;
                return Some((value, map.finish()));
            }
            let (c, len) = self.escape()?;
            value.push(c);
            map.replace(c.len_utf8(), self.at, len);
            self.at += len;
        }
    }

    /// The character that the escape here stands for, and the bytes it takes. Half a surrogate pair becomes U+FFFD.
    fn escape(&self) -> Option<(char, usize)> {
        let bytes = &self.source.as_bytes()[self.at..];
        let simple = match bytes.get(1)? {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            mark @ (b'"' | b'\\' | b'/') => char::from(*mark),
            b'u' => {
                let unit = |at: usize| bytes.get(at..at + 4).and_then(hex::number);
                let high = unit(2)?;
                if (0xd800..0xdc00).contains(&high) {
                    let low = (bytes.get(6..8) == Some(b"\\u")).then(|| unit(8)).flatten();
                    if let Some(low) = low.filter(|low| (0xdc00..0xe000).contains(low)) {
                        let c = char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))?;
                        return Some((c, 12));
                    }
                }
                return Some((char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER), 6));
            }
            _ => return None,
        };
        Some((simple, 2))
    }
}
