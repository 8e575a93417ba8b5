//! Text that is put together from pieces of a file: collapses white space, keeps blocks apart, and knows for every byte
//! where it came from.

use crate::model::Span;
use crate::text::layout::blocks::{Block, BlockKind};
use crate::text::provenance::span_map::{SpanMap, SpanMapBuilder};

/// A text under construction.
#[derive(Debug, Default)]
pub(super) struct Flow {
    text: String,
    map: SpanMapBuilder,
    blocks: Vec<Block>,
    /// Where the open block begins.
    start: usize,
    /// White space was seen in the open block, at this place of the file, and not written yet.
    gap: Option<Span>,
    /// The gap is a line break that was meant.
    hard: bool,
}

impl Flow {
    /// Adds `value`, made from the bytes `source`. Equal bytes are followed one by one, others as a whole.
    pub fn push(&mut self, value: &str, source: Span) {
        let verbatim = value.len() == source.len();
        let mut copied: Option<(usize, usize)> = None;
        for (at, c) in value.char_indices() {
            let place = if verbatim { Span::new(source.start + at, source.start + at + c.len_utf8()) } else { source };
            if c.is_whitespace() {
                self.copy(value, &mut copied, at, source.start);
                self.gap.get_or_insert(place);
                continue;
            }
            if self.gap.is_some() {
                self.write_gap();
            }
            if verbatim {
                copied.get_or_insert((at, at));
            } else {
                self.map.replace(c.len_utf8(), source.start, source.len());
                self.text.push(c);
            }
        }
        self.copy(value, &mut copied, value.len(), source.start);
    }

    fn copy(&mut self, value: &str, from: &mut Option<(usize, usize)>, to: usize, source: usize) {
        if let Some((at, _)) = from.take() {
            self.map.copy(to - at, source + at);
            self.text.push_str(&value[at..to]);
        }
    }

    fn write_gap(&mut self) {
        let Some(gap) = self.gap.take() else { return };
        let hard = std::mem::take(&mut self.hard);
        // A blank that was made is one.
        if self.text.len() > self.start && (hard || !self.text.ends_with(' ')) {
            self.text.push(if hard { '\n' } else { ' ' });
            self.map.replace(1, gap.start, gap.len());
        }
    }

    /// A line break that stays one.
    pub fn line_break(&mut self, source: Span) {
        self.gap = Some(source);
        self.hard = true;
    }

    /// Adds text that stands nowhere in the file.
    pub fn make(&mut self, text: &str) {
        self.gap = None;
        self.text.push_str(text);
        self.map.skip_text(text.len());
    }

    /// Bytes of text so far.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// What the open block holds so far.
    pub fn open(&self) -> &str {
        &self.text[self.start..]
    }

    /// How many blocks are closed.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Makes those from `first` on another kind.
    pub fn turn(&mut self, first: usize, kind: BlockKind) {
        self.blocks.iter_mut().skip(first).for_each(|block| block.kind = kind);
    }

    /// Ends the open block; nothing happens when it is empty.
    pub fn close(&mut self, kind: BlockKind) {
        self.gap = None;
        self.hard = false;
        if self.text.len() == self.start {
            return;
        }
        self.blocks.push(Block { span: Span::new(self.start, self.text.len()), kind });
        let tight = matches!(kind, BlockKind::Row | BlockKind::Item | BlockKind::Cell);
        self.make(if tight { "\n" } else { "\n\n" });
        self.start = self.text.len();
    }

    /// Returns text, map and blocks.
    pub fn finish(mut self) -> (String, SpanMap, Vec<Block>) {
        self.close(BlockKind::Paragraph);
        self.text.truncate(self.text.trim_end().len());
        // A speaker of whom no word follows ends in the space that was to come before it.
        if let Some(last) = self.blocks.last_mut() {
            last.span.end = last.span.end.min(self.text.len());
        }
        (self.text, self.map.finish(), self.blocks)
    }
}
