//! Text put together from the packed parts of a file: blocks and landmarks, and no way back to bytes, because the file
//! holds the text compressed.

use super::flow::Flow;
use super::limits::TEXT;
use super::{Item, Unreadable};
use crate::model::{LocatorKind, LocatorValue, Span};
use crate::text::layout::blocks::BlockKind;
use crate::text::provenance::landmarks::Landmarks;
use crate::text::provenance::span_map::SpanMap;

/// A text under construction.
#[derive(Debug)]
pub(super) struct Unpacked {
    flow: Flow,
    landmarks: Landmarks,
    /// Stands for a place in the file: the flow wants one that advances.
    fed: usize,
}

impl Default for Unpacked {
    fn default() -> Self {
        Self { flow: Flow::default(), landmarks: Landmarks::of_extracted(), fed: 0 }
    }
}

impl Unpacked {
    /// Adds `text`; its white space becomes single blanks.
    pub fn push(&mut self, text: &str) {
        self.flow.push(text, Span::new(self.fed, self.fed + text.len()));
        self.fed += text.len();
    }

    /// A line break that stays one.
    pub fn line_break(&mut self) {
        self.flow.line_break(Span::new(self.fed, self.fed));
    }

    /// Ends the open block; nothing happens when it is empty.
    pub fn close(&mut self, kind: BlockKind) {
        self.flow.close(kind);
    }

    /// Adds a block.
    pub fn block(&mut self, kind: BlockKind, text: &str) {
        self.push(text);
        self.close(kind);
    }

    /// A part begins here.
    pub fn mark(&mut self, kind: LocatorKind, value: impl Into<LocatorValue>) {
        self.landmarks.add(self.flow.len(), kind, value);
    }

    /// A part with a name begins here, or none when the name is empty.
    pub fn mark_named(&mut self, kind: LocatorKind, name: &str) {
        let name = crate::text::display::sanitise::one_line(name);
        let name: String = name.chars().take(120).collect();
        if !name.is_empty() {
            self.mark(kind, name.as_str());
        }
    }

    /// Adds the blocks of another text.
    pub fn append(&mut self, item: &Item) {
        self.close(BlockKind::Paragraph);
        match &item.blocks {
            Some(blocks) => {
                for block in blocks {
                    self.lines(block.kind, block.span.slice(&item.text).unwrap_or_default());
                }
            }
            None => {
                for block in crate::text::layout::blocks::blocks(&item.text, item.markup) {
                    self.lines(block.kind, block.span.slice(&item.text).unwrap_or_default());
                }
            }
        }
    }

    /// A block whose line breaks stay.
    fn lines(&mut self, kind: BlockKind, text: &str) {
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.line_break();
            }
            self.push(line);
        }
        self.close(kind);
    }

    /// Says so when there is more text than one file may give.
    pub fn check_size(&self) -> Result<(), Unreadable> {
        if self.flow.len() <= TEXT {
            return Ok(());
        }
        let reason = format!("it holds more than the limit of {} MB of text", TEXT >> 20);
        Err(Unreadable::new(reason, "split it"))
    }

    pub fn len(&self) -> usize {
        self.flow.len()
    }

    /// Returns the document.
    pub fn finish(self) -> Item {
        let (text, _, blocks) = self.flow.finish();
        Item {
            source: Span::new(0, text.len()),
            text,
            map: SpanMap::identity(),
            blocks: Some(blocks),
            landmarks: self.landmarks,
            spoken: true,
            ..Item::default()
        }
    }
}
