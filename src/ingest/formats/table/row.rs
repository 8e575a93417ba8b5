//! A row with a text as a document: the text, and the other cells beside it, `column: value; column: value`. All stand
//! in the order of the file, because the way back to its bytes only goes forward.

use super::super::Item;
use super::super::limits::TEXT;
use super::columns::Columns;
use super::{Cell, LONG, TableRecord};
use crate::model::Span;
use crate::text::layout::blocks::{self, Block, BlockKind, Markup};
use crate::text::provenance::span_map::SpanMapBuilder;

/// A line of cells as long as this ends.
const LINE: usize = 400;

/// Makes the document of a row whose text stands in the column `text`.
pub(super) fn document(record: &TableRecord, text: &str, columns: &Columns) -> Item {
    let mut row = Row { said: columns.speaker_of(record).is_some(), ..Row::default() };
    let mut beside = false;
    let groups = record.cells.chunk_by(|a, b| a.name == b.name);
    for group in groups {
        // What is nested in arrays comes as several cells of one name.
        if *group[0].name == *text {
            row.add_text(group);
        } else {
            let kept: Vec<&Cell> = group.iter().filter(|cell| columns.keeps(cell)).collect();
            beside |= !kept.is_empty();
            if columns.tells_of(record, &group[0].name) {
                row.add_told(&kept);
            } else {
                row.add_cells(&kept);
            }
        }
    }
    let Row { text, map, blocks, .. } = row;
    // A text alone is read like any other.
    let blocks = beside.then_some(blocks);
    Item { source: record.source, text, map: map.finish(), spoken: blocks.is_some(), blocks, ..Item::default() }
}

#[derive(Default)]
struct Row {
    text: String,
    map: SpanMapBuilder,
    blocks: Vec<Block>,
    /// Somebody says the text, but not what stands beside it.
    said: bool,
}

impl Row {
    fn make(&mut self, made: &str) {
        self.text.push_str(made);
        self.map.skip_text(made.len());
    }

    /// Adds a value and returns where it stands.
    fn add(&mut self, cell: &Cell) -> Span {
        let start = self.text.len();
        self.text.push_str(&cell.value);
        self.map.append(&cell.map, cell.value.len());
        Span::new(start, self.text.len())
    }

    /// Begins a paragraph.
    fn part(&mut self) {
        if !self.text.is_empty() {
            self.make("\n\n");
        }
    }

    /// Adds cells of the text: each is a paragraph at least.
    fn add_text(&mut self, cells: &[Cell]) {
        let mut begun = None;
        for cell in cells.iter().filter(|cell| !cell.value.is_empty()) {
            self.part();
            begun.get_or_insert(self.text.len());
            self.add(cell);
        }
        let Some(begun) = begun else { return };
        let found = blocks::blocks(&self.text[begun..], Markup::Plain);
        let moved = |span: Span| Span::new(span.start + begun, span.end + begun);
        self.blocks.extend(found.into_iter().map(|block| Block { span: moved(block.span), ..block }));
    }

    /// Adds a cell that tells who says the text, or when: a line of its own that is nobody's words and that nobody
    /// quotes.
    fn add_told(&mut self, cells: &[&Cell]) {
        for cell in cells {
            self.part();
            let start = self.text.len();
            self.make(&cell.name);
            self.make(": ");
            let end = self.add(cell).end;
            self.blocks.push(Block { span: Span::new(start, end), kind: BlockKind::Told });
        }
    }

    /// Adds the cells of another column: a long one is a paragraph under its name, short ones go on with the line of
    /// the cells before them, so that whoever reads of one sees what it belongs to.
    fn add_cells(&mut self, cells: &[&Cell]) {
        let mut listed = false;
        for cell in cells {
            if self.text.len() > TEXT {
                return;
            }
            let is_long = cell.text && cell.value.len() > LONG;
            let goes_on = self.open_line().is_some_and(|line| line.len() < LINE) && !is_long;
            if listed && goes_on {
                self.make(", ");
            } else {
                if goes_on {
                    self.make("; ");
                } else if self.open_line().is_some() {
                    self.make("\n");
                } else {
                    self.part();
                }
                if !goes_on && !is_long {
                    self.blocks
                        .push(Block { span: Span::new(self.text.len(), self.text.len()), kind: BlockKind::Cell });
                }
                if !cell.name.is_empty() {
                    self.make(&cell.name);
                    self.make(": ");
                }
            }
            let span = self.add(cell);
            listed = !is_long;
            match self.blocks.last_mut() {
                Some(line) if !is_long => line.span.end = span.end,
                _ if self.said => self.blocks.push(Block { span, kind: BlockKind::Cell }),
                _ => self.blocks.push(Block { span, kind: BlockKind::Paragraph }),
            }
        }
    }

    /// The line of cells that the text ends with.
    fn open_line(&self) -> Option<Span> {
        let last = self.blocks.last().filter(|last| last.kind == BlockKind::Cell)?;
        // A long cell is a paragraph under its name.
        let line = last.span.start == 0 || self.text[..last.span.start].ends_with('\n');
        (line && last.span.end == self.text.len()).then_some(last.span)
    }
}
