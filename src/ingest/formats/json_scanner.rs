//! A scanner of JSON of our own: it follows every string back to its bytes through its escapes, and keeps its own
//! stack, so that it does not fall over depth.

use std::rc::Rc;

use super::limits::NESTED;
use super::table::{Cell, TableRecord};
use crate::model::Span;
use crate::text::numbers::hex;
use crate::text::provenance::span_map::{SpanMap, SpanMapBuilder};

/// Reads values one behind the other.
pub(super) struct Scanner<'a> {
    source: &'a str,
    pub at: usize,
    /// Something was nested too deep.
    pub passed_over: bool,
    /// What stands beside the array of objects that a file is, each value as a record.
    pub beside: Vec<TableRecord>,
}

/// Bytes of what stands beside that array, each, and how many times larger it is than another array there.
const SMALL: usize = 2_000;
const FAR_LARGER: usize = 3;
/// Values beside it, at most: an object of more is none that wraps an array.
const BESIDE: usize = 1_000;

/// An array of objects in an object that is little else.
#[derive(Default)]
struct Wrapped {
    /// Where it begins.
    array: usize,
    bytes: usize,
    records: usize,
    /// Behind the object.
    end: usize,
    passed_over: bool,
    beside: Vec<TableRecord>,
}

/// Where the scanner is inside a value.
enum Frame {
    Object,
    Array(usize),
}

impl<'a> Scanner<'a> {
    pub fn new(source: &'a str, at: usize) -> Self {
        Self { source, at, passed_over: false, beside: Vec::new() }
    }

    /// Goes through a whole file: an array of objects is many records, an object that holds one such array is that,
    /// anything else is one. Each record is shown; returns where [`Scanner::next_record`] finds the first of them
    /// again, and whether something was nested too deep.
    pub fn document(&mut self, each: &mut dyn FnMut(&TableRecord)) -> Option<(usize, bool)> {
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
                        self.beside = wrapped.beside;
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
    pub fn next_record(&mut self) -> Option<TableRecord> {
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
        let mut beside: Vec<TableRecord> = Vec::new();
        let mut arrays: Vec<(String, usize)> = Vec::new();
        loop {
            self.space();
            match self.peek()? {
                b'}' => {
                    let (end, passed_over) = (self.at + 1, self.passed_over);
                    let array = found.as_ref().map_or(0, |found| found.array);
                    for (key, begun) in arrays.into_iter().filter(|(_, begun)| *begun != array) {
                        beside.extend(Scanner::new(self.source, begun).record_named(key));
                    }
                    return found.map(|found| Wrapped { end, passed_over, beside, ..found });
                }
                b',' => {
                    self.at += 1;
                    continue;
                }
                _ => {}
            }
            let mut key = String::new();
            self.key(&mut key)?;
            self.space();
            let rest = &self.source.as_bytes()[self.at..];
            let array_of_objects =
                rest.first() == Some(&b'[') && rest[1..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
            let (begun, mut records) = (self.at, 0);
            if array_of_objects {
                self.array(&mut |_| records += 1)?;
                arrays.push((key, begun));
            } else if beside.len() < BESIDE {
                beside.push(self.record_named(key)?);
            } else {
                return None;
            }
            let bytes = self.at - begun;
            let held = found.as_ref().map_or(0, |found| found.bytes);
            match array_of_objects {
                true if held == 0 || bytes >= FAR_LARGER * held && held <= SMALL => {
                    found = Some(Wrapped { array: begun, records, bytes, ..Wrapped::default() });
                }
                // Who takes part in a chat, beside its messages.
                true if held >= FAR_LARGER * bytes && bytes <= SMALL => {}
                false if bytes <= SMALL => {}
                _ => return None,
            }
        }
    }

    /// Reads any value into cells: `a.b.c` names what is nested, items of arrays share their array's name.
    pub fn record(&mut self) -> Option<TableRecord> {
        self.record_named(String::new())
    }

    /// The same of a value that has a name. The name of what comes next is as long at each level as it was there.
    fn record_named(&mut self, mut path: String) -> Option<TableRecord> {
        self.space();
        let begun = self.at;
        let mut cells = Vec::new();
        let mut frames: Vec<Frame> = Vec::new();
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
