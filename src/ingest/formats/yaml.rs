//! YAML: settings, notes, records. What a file says becomes the cells of records, as those of JSON do: `a › b` names
//! what is nested. Comments say what settings do not, so they are kept, each behind what it stands beside.

use std::ops::Range;
use std::rc::Rc;

use saphyr_parser::{Event, Parser, ScalarStyle, Span as Marked};

use super::limits::NESTED;
use super::table::{self, Cell, TableRecord};
use super::{Extracted, Item, TableFields, plain};
use crate::model::Span;
use crate::text::provenance::span_map::{SpanMap, SpanMapBuilder};

/// Bytes of a name at most: one that grows for ever is an attack.
const LONGEST_NAME: usize = 400;
/// Stands in front of the name of what is nested.
const BELOW: &str = " › ";
/// Bytes behind a word of a value within which the next one stands.
const FAR: usize = 400;

/// Reads a file of YAML: a record for each of its documents, or for each item where one is a list of them. What is not
/// well-formed is read as text.
pub(super) fn extract(text: String, fields: &TableFields) -> Extracted {
    let Some(records) = Reader::new(&text).records() else {
        let remark = Some("not well-formed YAML: read as text".to_owned());
        return Extracted { remark, ..plain(text) };
    };
    let mut items = Vec::new();
    let remark = match &records[..] {
        [only] if fields.text.is_none() => {
            items.push(table::alone(only));
            None
        }
        _ => table::documents(&[], records.into_iter(), fields, &mut |item: Item| items.push(item)),
    };
    Extracted { format: "yaml".into(), items, remark, ..Extracted::default() }
}

/// What the reader is inside of.
enum Frame {
    /// A mapping, with whether a key comes next.
    Mapping(bool),
    Sequence,
}

struct Reader<'a> {
    source: &'a str,
    /// Where each character begins; empty where all are one byte long.
    starts: Vec<u32>,
    frames: Vec<Frame>,
    /// The name of the value that comes next, and how long it was outside each frame.
    path: String,
    lengths: Vec<usize>,
    /// The name that was given last: the items of a list share it.
    shared: Rc<str>,
    /// Nodes inside what is passed over: a key that is no word, what is nested too deep.
    passed: usize,
    cells: Vec<(usize, Cell)>,
    /// Bytes that are of scalars: a comment begins outside of them.
    taken: Vec<Range<usize>>,
    records: Vec<TableRecord>,
}

impl<'a> Reader<'a> {
    fn new(source: &'a str) -> Self {
        let starts = match source.is_ascii() {
            true => Vec::new(),
            false => source.char_indices().map(|(at, _)| at as u32).collect(),
        };
        Self {
            source,
            starts,
            frames: Vec::new(),
            path: String::new(),
            lengths: Vec::new(),
            shared: Rc::from(""),
            passed: 0,
            cells: Vec::new(),
            taken: Vec::new(),
            records: Vec::new(),
        }
    }

    /// The records of the file; none where it is not well-formed, or no more than a text.
    fn records(mut self) -> Option<Vec<TableRecord>> {
        let mut holds_names = false;
        for event in Parser::new_from_str(self.source) {
            let (event, at) = event.ok()?;
            holds_names |= matches!(event, Event::MappingStart(..));
            self.take(event, self.bytes(at));
        }
        self.comments();
        (holds_names && !self.records.is_empty()).then_some(self.records)
    }

    /// The bytes of what is marked by its characters.
    fn bytes(&self, marked: Marked) -> Range<usize> {
        let byte = |at: usize| match self.starts.is_empty() {
            true => at.min(self.source.len()),
            false => self.starts.get(at).map_or(self.source.len(), |&byte| byte as usize),
        };
        byte(marked.start.index())..byte(marked.end.index())
    }

    fn take(&mut self, event: Event<'_>, at: Range<usize>) {
        let opens = matches!(event, Event::MappingStart(..) | Event::SequenceStart(..));
        let closes = matches!(event, Event::MappingEnd | Event::SequenceEnd);
        if self.passed > 0 {
            self.passed = self.passed + usize::from(opens) - usize::from(closes);
            if self.passed == 0 {
                self.behind_node();
            }
            return;
        }
        let is_key = matches!(self.frames.last(), Some(Frame::Mapping(true)));
        match event {
            Event::Scalar(value, style, ..) => {
                self.taken.push(at.clone());
                match is_key {
                    true => self.key(&value),
                    false => self.value(&value, style, at),
                }
                self.behind_node();
            }
            _ if opens && (is_key || self.frames.len() >= NESTED) => self.passed = 1,
            Event::MappingStart(..) => self.open(Frame::Mapping(true)),
            Event::SequenceStart(..) => self.open(Frame::Sequence),
            _ if closes => {
                self.frames.pop();
                self.path.truncate(self.lengths.pop().unwrap_or_default());
                // The items of a list that is the whole document are a record each.
                if matches!(self.frames[..], [Frame::Sequence]) {
                    self.finish();
                }
                self.behind_node();
            }
            Event::Alias(_) => self.behind_node(),
            Event::DocumentEnd => self.finish(),
            _ => {}
        }
    }

    fn open(&mut self, frame: Frame) {
        self.lengths.push(self.path.len());
        self.frames.push(frame);
    }

    /// A key is followed by its value, a value by the next key.
    fn behind_node(&mut self) {
        let length = self.lengths.last().copied().unwrap_or_default();
        if let Some(Frame::Mapping(key_next)) = self.frames.last_mut() {
            *key_next = !*key_next;
            if *key_next {
                self.path.truncate(length);
            }
        }
    }

    fn key(&mut self, name: &str) {
        if self.path.len() < LONGEST_NAME {
            if !self.path.is_empty() {
                self.path.push_str(BELOW);
            }
            self.path.extend(name.chars().take(100));
        }
    }

    fn value(&mut self, value: &str, style: ScalarStyle, at: Range<usize>) {
        let plain = style == ScalarStyle::Plain;
        let value = value.trim();
        if value.is_empty() || plain && matches!(value, "~" | "null" | "Null" | "NULL") {
            return;
        }
        let text = !plain || value.parse::<f64>().is_err() && !matches!(value, "true" | "false");
        let map = self.map(value, at.clone());
        if *self.shared != *self.path {
            self.shared = Rc::from(self.path.as_str());
        }
        let cell = Cell { name: Rc::clone(&self.shared), value: value.to_owned(), map, text };
        self.cells.push((at.start, cell));
    }

    /// The way from a value to its bytes, word by word: what stands between the words may be folded.
    fn map(&self, value: &str, at: Range<usize>) -> SpanMap {
        let written = self.source.get(at.clone()).unwrap_or_default();
        if written == value {
            return SpanMap::shifted(at.start, value.len());
        }
        let mut map = SpanMapBuilder::default();
        let mut from = 0;
        for piece in value.split_inclusive(char::is_whitespace) {
            let word = piece.trim_end();
            let near = &written[from..written.floor_char_boundary(from + word.len() + FAR)];
            match near.find(word).filter(|_| !word.is_empty()) {
                Some(found) => {
                    map.copy(word.len(), at.start + from + found);
                    from += found + word.len();
                }
                // An escape is written otherwise.
                None => map.skip_text(word.len()),
            }
            map.skip_text(piece.len() - word.len());
        }
        map.finish()
    }

    /// Ends a record.
    fn finish(&mut self) {
        let (Some((first, _)), Some(last)) = (self.cells.first(), self.taken.last()) else { return };
        let source = Span::new(*first, last.end.max(*first));
        let cells = self.cells.drain(..).map(|(_, cell)| cell).collect();
        self.records.push(TableRecord { cells, source });
    }

    /// Adds the comments to the records: one behind a value to what it is beside, one on a line of its own to what
    /// follows it, or to what is last.
    fn comments(&mut self) {
        let mut from = 0;
        let mut found: Vec<Range<usize>> = Vec::new();
        for line in self.source.split_inclusive('\n') {
            let (start, end) = (from, from + line.trim_end().len());
            from += line.len();
            let marks = line.match_indices('#').map(|(at, _)| start + at);
            let begins = |at: &usize| *at == start || self.source[..*at].ends_with(char::is_whitespace);
            let is_free = |at: &usize| {
                let next = self.taken.partition_point(|taken| taken.end <= *at);
                self.taken.get(next).is_none_or(|taken| *at < taken.start)
            };
            found.extend(marks.filter(begins).find(is_free).map(|at| at..end));
        }
        let mut added: Vec<(usize, Cell)> = Vec::new();
        for comment in found {
            let Some(text) = self.source.get(comment.clone()) else { continue };
            let said = text.trim_start_matches('#').trim();
            let at = comment.end - text.trim_start_matches('#').trim_start().len();
            if said.contains(char::is_alphabetic) {
                added.extend(self.comment(said, at));
            }
        }
        for (record, cell) in added {
            self.records[record].cells.push(cell);
        }
        for record in &mut self.records {
            record.cells.sort_by_key(begin);
            let begins = record.cells.iter().map(begin).min().unwrap_or_default();
            record.source.start = record.source.start.min(begins);
        }
    }

    /// A comment as a cell, with the record it goes to.
    fn comment(&self, said: &str, at: usize) -> Option<(usize, Cell)> {
        let next = self.records.partition_point(|record| record.source.end <= at);
        let beside = next.min(self.records.len().checked_sub(1)?);
        // One behind the last value of a record is on its line.
        let line = self.source[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = next.checked_sub(1).filter(|&before| self.records[before].source.end > line);
        let record = before.unwrap_or(beside);
        let cells = &self.records[record].cells;
        let place = cells.partition_point(|cell| begin(cell) < at);
        // Behind a value on its line it is about that; what stands by itself has no name.
        let of_value = place.checked_sub(1).map(|before| &cells[before]).filter(|cell| begin(cell) >= line);
        let name = of_value.map_or_else(|| Rc::from(""), |cell| Rc::clone(&cell.name));
        let map = SpanMap::shifted(at, said.len());
        Some((record, Cell { name, value: said.to_owned(), map, text: true }))
    }
}

/// Where the value of a cell begins in the file.
fn begin(cell: &Cell) -> usize {
    cell.map.to_file(Span::new(0, cell.value.len())).start
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> String {
        extract(text.to_owned(), &TableFields::default()).items.into_iter().map(|item| item.text).collect()
    }

    #[test]
    fn what_is_nested_is_named_by_its_path_and_comments_stay() {
        let text = "\
# Lamps of the north quay
keeper: Ada Voss   # since 4 May 2031
lit: true
outcome:
  shares:
    quay: 45%
    mole: \"55%\"
  why: |
    The mole has
    more lamps.
next:
  - trim the wicks
  - call: Tom Reed
    by: 2031-06-01
spare: ~
";
        assert_eq!(
            read(text).lines().collect::<Vec<_>>(),
            [
                "Lamps of the north quay",
                "keeper: Ada Voss",
                "keeper: since 4 May 2031",
                "lit: true",
                "outcome › shares › quay: 45%",
                "outcome › shares › mole: 55%",
                "outcome › why: The mole has",
                "more lamps.",
                "next: trim the wicks",
                "next › call: Tom Reed",
                "next › by: 2031-06-01",
            ]
        );
    }

    #[test]
    fn values_lead_back_to_their_bytes() {
        let text = "a: é\nnote: >\n  The lamp\n  burns.\nwho: 'Ada ''Nan'' Voss'\n";
        let item = extract(text.to_owned(), &TableFields::default()).items.remove(0);
        for word in ["é", "lamp", "burns.", "Ada"] {
            let at = item.text.find(word).expect("it is read");
            let file = item.map.to_file(Span::new(at, at + word.len()));
            assert_eq!(file.slice(text), Some(word));
        }
    }

    #[test]
    fn a_list_of_records_is_one_each_and_what_is_broken_is_text() {
        let records = Reader::new("- name: Ada\n  lamp: 3\n- name: Tom\n  lamp: 4\n").records().expect("well-formed");
        assert_eq!(records.len(), 2);
        let broken = extract("lamps: [1, 2\nquay: {".to_owned(), &TableFields::default());
        assert!(broken.items[0].text.contains("lamps: [1, 2") && broken.remark.is_some());
        assert!(Reader::new("Only a line of text.").records().is_none());
    }

    #[test]
    fn what_is_nested_without_end_is_passed_over() {
        let deep = format!("a: {}1{}\nb: lamp\n", "[".repeat(2_000), "]".repeat(2_000));
        let _ = read(&deep);
        let aliases = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nd: lamp\n";
        assert!(read(aliases).contains("d: lamp"));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "([a-zé]{0,4}(: |:\n|- |# | #|\n|\n  |\"|'|\\||>|\\{|\\}|\\[|\\]|&a|\\*a|---\n|\\? )){0,24}") {
            let found = extract(text.clone(), &TableFields::default());
            for item in found.items {
                let file = item.map.to_file(Span::new(0, item.text.len()));
                prop_assert!(text.get(file.start..file.end).is_some());
            }
        }
    }
}
