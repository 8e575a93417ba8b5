//! Markdown of reports and answers → wrapped rows. Citations become links in reading order.
//!
//! A text is cut into blocks at blank lines that nothing carries over (no fence is open, the next line is not
//! indented); each block is rendered on its own. A block that is followed by another never changes again, so that a
//! streamed answer renders only its last block anew, and any way of cutting the stream gives the rows of the whole.

mod block;
mod fields;
mod notes;
#[cfg(test)]
mod tests;

use std::ops::Range;

use block::render_block;

pub use notes::{Link, Notes, Style};

use super::rich::Row;
use crate::tui::theme::Glyphs;

/// Rendered Markdown: rows, and what their links open, in reading order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rendered {
    pub rows: Vec<Row>,
    pub links: Vec<Link>,
}

impl Rendered {
    /// Adds what was rendered on its own, with a blank row between.
    fn append(&mut self, block: Rendered) {
        if !self.rows.is_empty() && !block.rows.is_empty() {
            self.rows.push(Row::default());
        }
        let by = self.links.len() as u32;
        self.rows.extend(block.rows.into_iter().map(|mut row| {
            row.shift_links(by);
            row
        }));
        self.links.extend(block.links);
    }
}

/// Renders a whole text; its citations join those of the page.
pub fn render(text: &str, width: usize, glyphs: &Glyphs, notes: &mut Notes) -> Rendered {
    let mut stream = Stream::new(width, *glyphs);
    stream.notes = std::mem::take(notes);
    stream.frozen_notes = stream.notes.mark();
    stream.push(text);
    *notes = stream.notes;
    stream.whole
}

/// A text that may still grow.
#[derive(Clone, Debug)]
pub struct Stream {
    text: String,
    width: usize,
    glyphs: Glyphs,
    /// Where the blocks that cannot change any more end: in the text, in the rows, in the links.
    frozen_to: usize,
    frozen_rows: usize,
    frozen_links: usize,
    frozen_notes: (usize, u32),
    notes: Notes,
    /// Frozen blocks and the open one.
    whole: Rendered,
}

impl Stream {
    pub fn new(width: usize, glyphs: Glyphs) -> Stream {
        Stream {
            text: String::new(),
            width,
            glyphs,
            frozen_to: 0,
            frozen_rows: 0,
            frozen_links: 0,
            frozen_notes: (0, 0),
            notes: Notes::default(),
            whole: Rendered::default(),
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn rendered(&self) -> &Rendered {
        &self.whole
    }

    pub fn push(&mut self, more: &str) {
        self.text.push_str(more);
        let open = &self.text[self.frozen_to..];
        let mut blocks = blocks(open);
        let last = blocks.pop().unwrap_or(0..0);
        self.whole.rows.truncate(self.frozen_rows);
        self.whole.links.truncate(self.frozen_links);
        self.notes.truncate(self.frozen_notes);
        for block in blocks {
            self.whole.append(render_block(&open[block], self.width, &self.glyphs, &mut self.notes));
        }
        self.frozen_notes = self.notes.mark();
        (self.frozen_rows, self.frozen_links) = (self.whole.rows.len(), self.whole.links.len());
        self.frozen_to += last.start;
        self.whole.append(render_block(&self.text[self.frozen_to..], self.width, &self.glyphs, &mut self.notes));
    }

    /// What its marks stand for.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Shows citations in another way.
    pub fn set_style(&mut self, style: Style) {
        if style != self.notes.style() {
            self.again(self.width, self.glyphs, Notes::new(style));
        }
    }

    /// Shows a long citation whole.
    pub fn unfold(&mut self, citation: u32) {
        let mut notes = self.notes.afresh();
        notes.unfold(citation);
        self.again(self.width, self.glyphs, notes);
    }

    /// The width and the glyphs it is rendered with.
    pub fn setting(&self) -> (usize, Glyphs) {
        (self.width, self.glyphs)
    }

    /// Renders everything anew for another width.
    pub fn resize(&mut self, width: usize, glyphs: &Glyphs) {
        if width != self.width || *glyphs != self.glyphs {
            self.again(width, *glyphs, self.notes.afresh());
        }
    }

    fn again(&mut self, width: usize, glyphs: Glyphs, notes: Notes) {
        let text = std::mem::take(&mut self.text);
        *self = Stream { notes, ..Stream::new(width, glyphs) };
        self.push(&text);
    }
}

/// Cuts a text into blocks, in order and without gaps. All but the last are final: a block ends where a line begins
/// that is neither blank nor indented, and that much of a line does not change while it grows.
fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let (mut start, mut at) = (0, 0);
    let mut blank = false;
    let mut fence: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if trimmed.is_empty() && !line.ends_with('\n') {
            break;
        }
        if trimmed.is_empty() {
            blank = true;
        } else {
            if blank && fence.is_none() && !line.starts_with([' ', '\t']) && at > start {
                blocks.push(start..at);
                start = at;
            }
            blank = false;
            let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
            match (fence, mark) {
                (None, Some(mark)) => fence = Some(mark),
                (Some(open), Some(mark)) if open == mark && trimmed.trim_matches(&['`', '~'][..]).is_empty() => {
                    fence = None;
                }
                _ => {}
            }
        }
        at += line.len();
    }
    blocks.push(start..text.len());
    blocks
}
