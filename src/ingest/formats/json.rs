//! JSON and JSON Lines. Items of an array of objects become documents; the fields that hold text and title are guessed
//! when not named. A small scanner of our own, because every string has to be followed back to its bytes through its
//! escapes, and because it must not fall over depth: it keeps its own stack.

use super::limits::NESTED;
use super::{Extracted, Item, TableFields, Unreadable};
use crate::model::Span;
use crate::text::span_map::{SpanMap, SpanMapBuilder};

use super::table::{self, Cell, Record};

/// Reads a JSON file.
///
/// # Errors
/// All that it says is nested too deep.
pub(super) fn extract_json(source: String, fields: &TableFields) -> Result<Extracted, Unreadable> {
    let mut scanner = Scanner::new(&source, 0);
    let records = match scanner.document() {
        Some(records) if !records.is_empty() => records,
        // Many files called .json are JSON Lines.
        _ if has_json_lines(&source) => return extract_lines(source, fields),
        _ => return Ok(as_text(source, "json", Some("not well-formed JSON: read as text".to_owned()))),
    };
    let passed_over = scanner.passed_over;
    extracted("json", records, fields, passed_over, None)
}

/// Makes documents of records. What was passed over is said; where nothing else was there, it is why the file is left out.
fn extracted(
    format: &'static str,
    records: Vec<Record>,
    fields: &TableFields,
    passed_over: bool,
    bad: Option<String>,
) -> Result<Extracted, Unreadable> {
    let deep = || format!("what it nests deeper than the limit of {NESTED} levels was left out");
    if passed_over && records.iter().all(|record| record.cells.is_empty()) {
        let reason = format!("all that it says is nested deeper than the limit of {NESTED} levels");
        return Err(Unreadable::new(reason, "flatten it, or save the texts in it as files of their own"));
    }
    let (items, remark) = table::documents(records, fields);
    let remark = bad.or_else(|| passed_over.then(deep)).or(remark);
    Ok(Extracted { format, items, remark, ..Extracted::default() })
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

/// Reads a file of JSON Lines.
///
/// # Errors
/// All that it says is nested too deep.
pub(super) fn extract_lines(source: String, fields: &TableFields) -> Result<Extracted, Unreadable> {
    let mut records = Vec::new();
    let mut passed_over = false;
    let (mut bad, mut first_bad, mut at) = (0usize, 0usize, 0);
    for (number, line) in source.split_inclusive('\n').enumerate() {
        let start = at;
        at += line.len();
        let trimmed = line.trim();
        if trimmed.is_empty() {
            continue;
        }
        let mut scanner = Scanner::new(&source, start);
        match scanner.record().filter(|_| scanner.at <= at && source[scanner.at..at].trim().is_empty()) {
            Some(record) => {
                passed_over |= scanner.passed_over;
                records.push(record);
            }
            None => {
                bad += 1;
                if bad == 1 {
                    first_bad = number + 1;
                }
            }
        }
    }
    if records.is_empty() {
        return Ok(as_text(source, "jsonl", Some("no line of it is JSON: read as text".to_owned())));
    }
    let bad = (bad > 0).then(|| format!("{bad} lines are no JSON and were left out, the first is line {first_bad}"));
    extracted("jsonl", records, fields, passed_over, bad)
}

fn as_text(source: String, format: &'static str, remark: Option<String>) -> Extracted {
    let item = Item { source: Span::new(0, source.len()), text: source, ..Item::default() };
    Extracted { format, items: vec![item], remark, ..Extracted::default() }
}

struct Scanner<'a> {
    source: &'a str,
    at: usize,
    /// Something was nested too deep.
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

    /// Reads a whole file: an array of objects is many records, an object that holds one such array is that, anything
    /// else is one.
    fn document(&mut self) -> Option<Vec<Record>> {
        self.space();
        let records = match self.peek()? {
            b'[' => self.array()?,
            b'{' => {
                let begun = self.at;
                // {"data": [ {…}, {…} ]}: the wrapping object is not a document of its own.
                match self.wrapped_array() {
                    Some(records) if records.len() > 1 => records,
                    _ => {
                        self.at = begun;
                        vec![self.record()?]
                    }
                }
            }
            _ => vec![self.record()?],
        };
        self.space();
        (self.at == self.source.len()).then_some(records)
    }

    fn array(&mut self) -> Option<Vec<Record>> {
        self.expect(b'[')?;
        let mut records = Vec::new();
        loop {
            self.space();
            match self.peek()? {
                b']' => {
                    self.at += 1;
                    return Some(records);
                }
                b',' => self.at += 1,
                _ => records.push(self.record()?),
            }
        }
    }

    /// An object one of whose values is an array of objects, and the rest of whose values are small.
    fn wrapped_array(&mut self) -> Option<Vec<Record>> {
        self.expect(b'{')?;
        let mut found: Option<Vec<Record>> = None;
        loop {
            self.space();
            match self.peek()? {
                b'}' => {
                    self.at += 1;
                    return found;
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
            if array_of_objects {
                if found.is_some() {
                    return None;
                }
                found = Some(self.array()?);
            } else {
                let begun = self.at;
                self.record()?;
                if self.at - begun > 2_000 {
                    return None;
                }
            }
        }
    }

    /// Reads any value into cells: `a.b.c` names what is nested, items of arrays share their array's name.
    fn record(&mut self) -> Option<Record> {
        self.space();
        let begun = self.at;
        let mut cells = Vec::new();
        let mut frames: Vec<Frame> = Vec::new();
        // The name of the value that comes next, and how long it was at each level.
        let mut path = String::new();
        let mut lengths: Vec<usize> = Vec::new();
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
                    cells.push(Cell { name: path.clone(), value, map, text: true });
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
                        cells.push(Cell { name: path.clone(), value: word.to_owned(), map, text: false });
                    }
                }
            }
            // What follows a value: the next one, or the end of what it stands in.
            loop {
                let Some(frame) = frames.last_mut() else {
                    return Some(Record { cells, source: Span::new(begun, self.at) });
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
                let unit = |at: usize| {
                    let hex = bytes.get(at..at + 4)?;
                    u32::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok()
                };
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
