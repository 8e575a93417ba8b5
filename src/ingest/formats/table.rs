//! Records with named cells, from whatever format: which cell is the text, which the title, and what to do when none is.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::limits::TEXT;
use super::{Item, TableFields};
use crate::model::Span;
use crate::text::blocks::{Block, BlockKind};
use crate::text::span_map::{SpanMap, SpanMapBuilder};

/// A value of a record with the way back to the decoded file.
pub(super) struct Cell {
    /// Of its column: shared by the cells of one, because a table has many.
    pub name: Rc<str>,
    pub value: String,
    pub map: SpanMap,
    /// False for numbers and truth values.
    pub text: bool,
}

/// A row of a table, an item of an array, a line of JSON Lines.
pub(super) struct Record {
    pub cells: Vec<Cell>,
    /// The bytes of the decoded file it takes.
    pub source: Span,
}

/// Names that mean the text, best first.
const TEXTS: &[&str] = &[
    "text",
    "content",
    "contents",
    "body",
    "page_content",
    "passage",
    "paragraph_text",
    "paragraph",
    "article",
    "transcript",
];

/// Names that mean the text when it is as long as one: beside figures, a short remark is one cell of its row.
#[rustfmt::skip]
const PERHAPS_TEXTS: &[&str] = &[
    "document", "message", "abstract", "story", "description", "review", "comment", "note", "notes", "summary",
    "minutes", "entry", "remarks", "context",
];

/// Mean bytes of a field that is surely, or perhaps, the text.
const SURE: usize = 20;
const LENGTHY: usize = 120;

/// Names that mean the title, best first.
const TITLES: &[&str] = &["title", "headline", "heading", "subject", "name", "label", "topic", "question", "id"];

const DATES: &[&str] = &[
    "date",
    "published",
    "published_at",
    "publication_date",
    "created",
    "created_at",
    "timestamp",
    "time",
    "day",
    "year",
];

/// Values longer than this are running text, not a cell of a row.
const LONG: usize = 80;
/// How many records the guess looks at.
const SAMPLE: usize = 300;

/// Turns records into documents and hands each over: one of each record where there is a text field, else one that holds
/// all rows. Only the sample that the guess looks at is ever held. Returns what is worth saying of them.
pub(super) fn documents(
    mut records: impl Iterator<Item = Record>,
    fields: &TableFields,
    each: &mut dyn FnMut(Item),
) -> Option<String> {
    let sample: Vec<Record> = records.by_ref().take(SAMPLE).collect();
    let known = |wanted: &Option<String>| wanted.as_ref().and_then(|wanted| find_name(&sample, wanted));
    let remark = match (&fields.text, known(&fields.text)) {
        (Some(wanted), None) => {
            Some(format!("it has no field {wanted:?}; its fields are {}", names(&sample).join(", ")))
        }
        _ => None,
    };
    let several = sample.len() > 1;
    let text = known(&fields.text).or_else(|| guess_text(&sample));
    let Some(text) = text else {
        // Somebody may have meant a document for each.
        let as_one = "its rows are one document, since no field holds a text; --text-field NAME makes one of each row";
        let mut table = WholeTable { single: !several, ..WholeTable::default() };
        for (rows, record) in sample.into_iter().chain(records).enumerate() {
            // Names of columns are said with every cell: a small file may have much to say.
            if table.text.len() > TEXT {
                each(table.finish());
                let most = TEXT >> 20;
                return Some(format!("only its first {rows} rows were read: they fill the limit of {most} MB of text"));
            }
            table.add(&record);
        }
        each(table.finish());
        return remark.or_else(|| several.then(|| as_one.to_owned()));
    };
    let title = known(&fields.title).or_else(|| guess(&sample, TITLES).filter(|title| *title != text));
    let date = guess(&sample, DATES);
    for (row, record) in (0u32..).zip(sample.into_iter().chain(records)) {
        let value = |name: &Option<String>| {
            let name = name.as_ref()?;
            let cell = record.cells.iter().find(|cell| *cell.name == **name && !cell.value.trim().is_empty())?;
            Some(cell.value.split_whitespace().collect::<Vec<_>>().join(" "))
        };
        let (title, date) = (value(&title), value(&date));
        let mut builder = SpanMapBuilder::default();
        let mut body = String::new();
        // What is nested in arrays comes as several cells of one name: its parts are paragraphs.
        for cell in record.cells.iter().filter(|cell| *cell.name == *text && !cell.value.is_empty()) {
            if !body.is_empty() {
                body.push_str("\n\n");
                builder.skip_text(2);
            }
            body.push_str(&cell.value);
            builder.append(&cell.map, cell.value.len());
        }
        let row = several.then_some(row);
        each(Item { row, source: record.source, title, date, text: body, map: builder.finish(), ..Item::default() });
    }
    remark
}

/// All names, by first appearance.
fn names(records: &[Record]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for cell in records.iter().take(SAMPLE).flat_map(|record| &record.cells) {
        if names.len() < 100 && !names.contains(&&*cell.name) {
            names.push(&cell.name);
        }
    }
    names
}

/// The name that `wanted` means: exactly, in another case, or as the last part of a nested one.
fn find_name(records: &[Record], wanted: &str) -> Option<String> {
    let names = names(records);
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_lowercase();
    let lower = wanted.to_lowercase();
    let exact = names.iter().find(|name| **name == wanted);
    let found = exact
        .or_else(|| names.iter().find(|name| name.to_lowercase() == lower))
        .or_else(|| names.iter().find(|name| last(name) == lower));
    found.map(|name| (*name).to_owned())
}

/// The first of the `preferred` names that most records have.
fn guess(records: &[Record], preferred: &[&str]) -> Option<String> {
    let sample = &records[..records.len().min(SAMPLE)];
    preferred.iter().find_map(|wanted| {
        let name = find_name(sample, wanted)?;
        let having = sample
            .iter()
            .filter(|record| record.cells.iter().any(|cell| *cell.name == *name && !cell.value.trim().is_empty()))
            .count();
        (having * 2 > sample.len()).then_some(name)
    })
}

/// The field that holds running text, when that is obvious.
fn guess_text(records: &[Record]) -> Option<String> {
    let sample = &records[..records.len().min(SAMPLE)];
    let mut lengths: BTreeMap<&str, usize> = BTreeMap::new();
    for cell in sample.iter().flat_map(|record| &record.cells).filter(|cell| cell.text) {
        *lengths.entry(&cell.name).or_default() += cell.value.len();
    }
    let mean = |name: &str| lengths.get(name).copied().unwrap_or(0) / sample.len().max(1);
    let longest =
        lengths.iter().max_by_key(|(name, length)| (**length, std::cmp::Reverse(**name))).map(|(name, _)| *name)?;
    let named = |names: &[&str], least: usize| {
        names.iter().find_map(|wanted| {
            let name = find_name(sample, wanted)?;
            (mean(&name) >= least && mean(&name) * 4 >= mean(longest)).then_some(name)
        })
    };
    named(TEXTS, SURE).or_else(|| named(PERHAPS_TEXTS, LENGTHY)).or_else(|| {
        let second = lengths.iter().filter(|(name, _)| **name != longest).map(|(_, length)| *length).max().unwrap_or(0);
        (mean(longest) >= LENGTHY && lengths[longest] >= 3 * second).then(|| longest.to_owned())
    })
}

/// One document of all rows: `column: value; column: value`, a line each; long values are paragraphs of their own.
#[derive(Default)]
struct WholeTable {
    text: String,
    map: SpanMapBuilder,
    blocks: Vec<Block>,
    /// The bytes of the rows so far.
    source: Option<Span>,
    /// There is one row only: each of its cells is a line.
    single: bool,
}

impl WholeTable {
    fn make(&mut self, made: &str) {
        self.text.push_str(made);
        self.map.skip_text(made.len());
    }

    /// Ends the line that began at `start`.
    fn end_line(&mut self, start: usize) {
        self.blocks.push(Block { span: Span::new(start, self.text.len()), kind: BlockKind::Row });
        self.make("\n");
    }

    fn add(&mut self, record: &Record) {
        self.source = Some(Span::new(self.source.unwrap_or(record.source).start, record.source.end));
        let mut start = self.text.len();
        for cell in record.cells.iter().filter(|cell| !cell.value.trim().is_empty()) {
            if self.text.len() > TEXT {
                break;
            }
            let is_long = cell.text && cell.value.len() > LONG;
            let breaks = is_long || self.single || self.text.len() - start > 400;
            if breaks && self.text.len() > start {
                self.end_line(start);
                start = self.text.len();
            } else if self.text.len() > start {
                self.make("; ");
            }
            if !cell.name.is_empty() {
                self.make(&cell.name);
                self.make(": ");
            }
            let value_start = self.text.len();
            self.text.push_str(&cell.value);
            self.map.append(&cell.map, cell.value.len());
            if is_long {
                self.blocks.push(Block { span: Span::new(value_start, self.text.len()), kind: BlockKind::Paragraph });
                self.make("\n");
                start = self.text.len();
            }
        }
        if self.text.len() > start {
            self.end_line(start);
        }
    }

    fn finish(self) -> Item {
        let source = self.source.unwrap_or_default();
        Item { source, text: self.text, map: self.map.finish(), blocks: Some(self.blocks), ..Item::default() }
    }
}
