//! The way back from a document's text to the bytes of its file, and the other way.
//!
//! A map is a list of affine runs: `count` units, each `text_step` bytes of text and `file_step` bytes of file. A file
//! in UTF-16 is a handful of runs however long it is; an HTML entity is a run of one unit; text that stands in the file
//! byte for byte is one run of steps one, and a whole file of it is the identity, an empty list. Text between runs was
//! made up by a reader (a line break for a closing tag) and has no bytes of its own; bytes between runs are markup.
//!
//! Spans are rounded outward to whole units, so that what comes back always holds what was asked for.

use crate::model::Span;
use crate::text::numbers::varint::{self, put, unzigzag, zigzag};

/// A stretch of text and a stretch of file that advance together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    text: usize,
    file: usize,
    count: usize,
    text_step: usize,
    file_step: usize,
}

impl Run {
    fn text_end(&self) -> usize {
        self.text + self.count * self.text_step
    }

    fn file_end(&self) -> usize {
        self.file + self.count * self.file_step
    }
}

/// Where each byte of a text came from. Both sides only ever advance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpanMap {
    runs: Vec<Run>,
}

/// Bytes that are no span map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the span map of a document cannot be read: index the folder again")]
pub struct BadSpanMap;

impl SpanMap {
    /// Text and file are the same bytes.
    pub fn identity() -> Self {
        Self::default()
    }

    /// The text is `len` bytes of the file, from `file_start` on.
    pub fn shifted(file_start: usize, len: usize) -> Self {
        let mut builder = SpanMapBuilder::default();
        builder.copy(len, file_start);
        builder.finish()
    }

    pub fn is_identity(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns how many runs the map takes, for reports on size.
    pub fn runs(&self) -> usize {
        self.runs.len()
    }

    /// Returns the bytes of the file that hold all of `span`. Text without bytes of its own gives an empty span at the
    /// place where it would stand.
    pub fn to_file(&self, span: Span) -> Span {
        if self.runs.is_empty() {
            return span;
        }
        if span.is_empty() {
            let at = self.file_position(span.start);
            return Span::new(at, at);
        }
        // The first run that ends behind the start, and the last that begins before the end.
        let first = self.runs.partition_point(|run| run.text_end() <= span.start);
        let past = self.runs.partition_point(|run| run.text < span.end);
        if first >= past {
            let at = self.file_position(span.start);
            return Span::new(at, at);
        }
        let head = &self.runs[first];
        let start = head.file + span.start.saturating_sub(head.text) / head.text_step * head.file_step;
        let tail = &self.runs[past - 1];
        let units = (span.end - tail.text).div_ceil(tail.text_step).min(tail.count);
        Span::new(start, tail.file + units * tail.file_step)
    }

    /// True for a byte of the text that a reader made: it has none of its own in the file.
    pub fn is_made(&self, at: usize) -> bool {
        let next = self.runs.partition_point(|run| run.text_end() <= at);
        !self.runs.is_empty() && self.runs.get(next).is_none_or(|run| at < run.text)
    }

    /// Joins two steps of reading: `self` leads from the text to a text between, `inner` from there to the file.
    pub fn compose(&self, inner: &SpanMap) -> SpanMap {
        if inner.is_identity() {
            return self.clone();
        }
        if self.is_identity() {
            return inner.clone();
        }
        let mut builder = SpanMapBuilder::default();
        for run in &self.runs {
            if run.text_step == 1 && run.file_step == 1 {
                inner.copy_through(run, &mut builder);
            } else {
                for unit in 0..run.count {
                    let from = run.file + unit * run.file_step;
                    let file = inner.to_file(Span::new(from, from + run.file_step));
                    builder.push(run.text + unit * run.text_step, run.text_step, file.start, file.len(), 1);
                }
            }
        }
        builder.finish()
    }

    /// Pushes what a byte-for-byte run of an outer map becomes when this map lies under it.
    fn copy_through(&self, outer: &Run, builder: &mut SpanMapBuilder) {
        let (from, to) = (outer.file, outer.file_end());
        let first = self.runs.partition_point(|run| run.text_end() <= from);
        for run in self.runs[first..].iter().take_while(|run| run.text < to) {
            let (start, end) = (from.max(run.text), to.min(run.text_end()));
            let text_of = |at: usize| outer.text + (at - from);
            let mut unit = (start - run.text) / run.text_step;
            let mut at = start;
            while at < end {
                let unit_start = run.text + unit * run.text_step;
                let whole = (end - at) / run.text_step;
                if at == unit_start && whole > 0 {
                    let file = run.file + unit * run.file_step;
                    builder.push(text_of(at), run.text_step, file, run.file_step, whole);
                    unit += whole;
                    at += whole * run.text_step;
                } else {
                    // A unit cut by the edge of the outer run: the part stands for the whole unit's bytes.
                    let stop = end.min(unit_start + run.text_step);
                    builder.push(text_of(at), stop - at, run.file + unit * run.file_step, run.file_step, 1);
                    unit += 1;
                    at = stop;
                }
            }
        }
    }

    #[cfg(test)]
    fn text_end(&self) -> usize {
        self.runs.last().map_or(0, Run::text_end)
    }

    /// The file position where text at `at` would stand: behind the run before it.
    fn file_position(&self, at: usize) -> usize {
        let next = self.runs.partition_point(|run| run.text <= at);
        match next.checked_sub(1).map(|i| &self.runs[i]) {
            Some(run) if at < run.text_end() => run.file + (at - run.text) / run.text_step * run.file_step,
            Some(run) => run.file_end(),
            None => self.runs.first().map_or(0, |run| run.file),
        }
    }

    /// Writes the map as few bytes: variable-length integers, each start as its distance from the end before.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.runs.len() * 5);
        let (mut text, mut file) = (0, 0);
        for run in &self.runs {
            put(&mut out, (run.text - text) as u64);
            // A unit cut in two by a reader makes a run that begins before the end of the last.
            put(&mut out, zigzag(run.file as i64 - file as i64));
            put(&mut out, run.count as u64);
            put(&mut out, run.text_step as u64);
            put(&mut out, run.file_step as u64);
            (text, file) = (run.text_end(), run.file_end());
        }
        out
    }

    /// Reads what [`SpanMap::encode`] wrote.
    ///
    /// # Errors
    /// Anything else is refused, however it is broken.
    pub fn decode(mut bytes: &[u8]) -> Result<Self, BadSpanMap> {
        const MOST: usize = 1 << 48;
        let mut runs: Vec<Run> = Vec::new();
        let (mut text, mut file) = (0usize, 0usize);
        while !bytes.is_empty() {
            let gap = take(&mut bytes).filter(|&gap| gap < MOST).ok_or(BadSpanMap)?;
            let jump = unzigzag(varint::take(&mut bytes).ok_or(BadSpanMap)?);
            let mut field = || take(&mut bytes).filter(|&value| value < MOST).ok_or(BadSpanMap);
            let (count, text_step, file_step) = (field()?, field()?, field()?);
            let run_file = i64::try_from(file).ok().and_then(|file| file.checked_add(jump)).ok_or(BadSpanMap)?;
            let run = Run {
                text: text + gap,
                file: usize::try_from(run_file).map_err(|_| BadSpanMap)?,
                count,
                text_step,
                file_step,
            };
            let text_len = count.checked_mul(text_step).filter(|&len| 0 < len && len < MOST).ok_or(BadSpanMap)?;
            let file_len = count.checked_mul(file_step).filter(|&len| len < MOST).ok_or(BadSpanMap)?;
            let last_file = runs.last().map_or(0, |last| last.file);
            if run.file < last_file || run.file + file_len < file || run.file > MOST || run.text > MOST {
                return Err(BadSpanMap);
            }
            (text, file) = (run.text + text_len, run.file + file_len);
            runs.push(run);
        }
        Ok(Self { runs })
    }
}

/// A number that fits a position.
fn take(bytes: &mut &[u8]) -> Option<usize> {
    varint::take(bytes).and_then(|value| usize::try_from(value).ok())
}

/// Collects a map while a reader walks through a file; neighbouring stretches of one kind become one run.
#[derive(Clone, Debug, Default)]
pub struct SpanMapBuilder {
    runs: Vec<Run>,
    /// Bytes of text so far, those without bytes of their own included: these take no run.
    text: usize,
    identity: bool,
}

impl SpanMapBuilder {
    /// The next `len` bytes of text are those of the file from `file` on.
    pub fn copy(&mut self, len: usize, file: usize) {
        let text = self.text_len();
        self.push(text, 1, file, 1, len);
    }

    /// The next `text_len` bytes of text stand for `file_len` bytes of the file, as a whole.
    pub fn replace(&mut self, text_len: usize, file: usize, file_len: usize) {
        let text = self.text_len();
        self.push(text, text_len, file, file_len, 1);
    }

    /// The next `len` bytes of text have no bytes in the file.
    pub fn skip_text(&mut self, len: usize) {
        self.text += len;
    }

    /// The next `len` bytes of text are those that `map` describes.
    pub fn append(&mut self, map: &SpanMap, len: usize) {
        let text = self.text_len();
        if map.is_identity() {
            return self.copy(len, 0);
        }
        for run in &map.runs {
            let made = (text + run.text).saturating_sub(self.text_len());
            self.skip_text(made);
            self.push(text + run.text, run.text_step, run.file, run.file_step, run.count);
        }
        self.skip_text((text + len).saturating_sub(self.text_len()));
    }

    /// Bytes of text mapped so far.
    pub fn text_len(&self) -> usize {
        self.text
    }

    fn push(&mut self, text: usize, text_step: usize, file: usize, file_step: usize, count: usize) {
        if count == 0 || text_step == 0 {
            return;
        }
        self.text = text + text_step * count;
        if let Some(last) = self.runs.last_mut() {
            if file < last.file || file + file_step * count < last.file_end() {
                // Never happens with readers that go forward; text then counts as having no bytes of its own.
                return;
            }
            let joins = last.text_end() == text && last.file_end() == file;
            if joins && last.text_step == text_step && last.file_step == file_step {
                last.count += count;
                return;
            }
        }
        self.runs.push(Run { text, file, count, text_step, file_step });
    }

    /// Returns the map; the identity when text and file are the same from the first byte on.
    pub fn finish(mut self) -> SpanMap {
        let whole = matches!(self.runs.as_slice(), [Run { text: 0, file: 0, text_step: 1, file_step: 1, .. }]);
        // The identity goes on for ever: only a text that is the whole file may be said to be it, and every reader
        // that copies less than all of its input starts behind the first byte or has a second run.
        if whole && self.identity && self.runs[0].count == self.text {
            return SpanMap::identity();
        }
        if self.runs.iter().any(|run| run.file_step > 0) {
            self.runs.retain(|run| run.file_step > 0);
        } else if self.text > 0 {
            // No byte of it stands in the file, which a list without runs would deny.
            self.runs = vec![Run { text: 0, file: 0, count: 1, text_step: self.text, file_step: 0 }];
        }
        SpanMap { runs: self.runs }
    }

    /// A builder whose result is the identity when nothing but one copy from the first byte was made.
    pub fn whole_file() -> Self {
        Self { identity: true, ..Self::default() }
    }
}

#[cfg(test)]
#[path = "span_map_tests.rs"]
mod tests;
