//! All rows of a table as one document: a line for each, `column: value; column: value`, that begins with what it is
//! called. What goes on with a row in another line is set in.

use super::super::Item;
use super::super::limits::TEXT;
use super::columns::Columns;
use super::{Cell, LONG, TableRecord};
use crate::model::Span;
use crate::text::layout::blocks::{Block, BlockKind};
use crate::text::layout::cells::GOES_ON;
use crate::text::provenance::span_map::SpanMapBuilder;

/// The document under way. Long values are paragraphs of their own.
#[derive(Default)]
pub(super) struct WholeTable {
    text: String,
    map: SpanMapBuilder,
    blocks: Vec<Block>,
    /// The bytes of the rows so far.
    source: Option<Span>,
    /// There is one row only: each of its cells is a line.
    single: bool,
}

impl WholeTable {
    /// Begins a table; of a single row each cell is a line.
    pub fn new(single: bool) -> Self {
        Self { single, ..Self::default() }
    }

    /// True where no more rows may be added.
    pub fn is_full(&self) -> bool {
        self.text.len() > TEXT
    }

    fn make(&mut self, made: &str) {
        self.text.push_str(made);
        self.map.skip_text(made.len());
    }

    /// Ends the line that began at `start`.
    fn end_line(&mut self, start: usize) {
        self.blocks.push(Block { span: Span::new(start, self.text.len()), kind: BlockKind::Row });
        self.make("\n");
    }

    /// Adds a row. A line of it that does not begin with the cell it is called by begins with what it is called:
    /// whoever reads that line alone knows what it is about, and a first and a last name stand together.
    pub fn add(&mut self, record: &TableRecord, columns: &Columns) {
        let title = columns.title_of(record).filter(|_| !self.single && !columns.coded);
        let titled = |cell: &Cell| columns.title.len() == 1 && *cell.name == *columns.title[0];
        self.source = Some(Span::new(self.source.unwrap_or(record.source).start, record.source.end));
        let begun = self.text.len();
        let mut start = begun;
        for cell in record.cells.iter().filter(|cell| !cell.value.trim().is_empty()) {
            if self.is_full() {
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
            if self.text.len() == start && start > begun && !self.single {
                self.make(GOES_ON);
                start = self.text.len();
            }
            if let Some(title) = title.as_ref().filter(|_| self.text.len() == start && !is_long && !titled(cell)) {
                self.make(title);
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

    /// Returns the document.
    pub fn finish(self) -> Item {
        let source = self.source.unwrap_or_default();
        Item { source, text: self.text, map: self.map.finish(), blocks: Some(self.blocks), ..Item::default() }
    }
}
