//! Marks of what was looked at.

use std::collections::HashSet;

use crate::model::Ref;
use crate::tui::theme::Glyphs;

/// What was read, and what answers rest on.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    pub read: &'a HashSet<Ref>,
    pub used: &'a HashSet<Ref>,
}

impl Seen<'_> {
    /// The mark of a record: it was read, an answer rests on it, or nobody looked at it.
    pub fn mark(&self, record: Ref, glyphs: &Glyphs) -> &'static str {
        match (self.read.contains(&record), self.used.contains(&record)) {
            (true, _) => glyphs.read,
            (false, true) => glyphs.used,
            _ => " ",
        }
    }
}
