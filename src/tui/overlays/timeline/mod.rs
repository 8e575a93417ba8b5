//! The timeline: what texts say of each day, month, year or decade, sentence by sentence, or which documents are from
//! it. A sentence leads to its place; a span of time is chosen to list its documents, or to ask within it.

mod draw;
mod grain;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::Arc;

use ratatui::layout::Rect;

pub use draw::{Facts, draw};
pub use grain::Grain;

use crate::model::{Kind, Ref};
use crate::tui::data::{Dated, Timeline};
use crate::tui::widgets::frame;
use crate::tui::widgets::window::Window;

/// Stretches of a list that one sees at once.
const FEW: usize = 40;

/// What is of one stretch of time.
#[derive(Clone, Debug, PartialEq)]
struct Stretch {
    label: String,
    /// Positions among all that is dated.
    from: usize,
    to: usize,
}

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Line {
    /// A stretch, by position.
    Stretch(usize),
    /// What is dated, with the stretch that it is of, by position.
    Event { stretch: usize, at: usize },
}

#[derive(Clone, Debug)]
pub struct State {
    /// The record whose time is told, and what it is called; none of everything.
    pub of: Option<(Ref, String)>,
    timeline: Arc<Timeline>,
    /// The days that documents are from, and not what texts say.
    of_documents: bool,
    /// Stretches alone, without what is of them.
    folded: bool,
    grain: Grain,
    stretches: Vec<Stretch>,
    lines: Vec<Line>,
    pub window: Window,
    /// The stretch in which a span begins that is being chosen, and where it ends, once that is said.
    anchor: Option<usize>,
    end: Option<usize>,
    loaded: bool,
}

impl State {
    pub fn new(of: Option<(Ref, String)>) -> State {
        State {
            of,
            timeline: Arc::default(),
            of_documents: false,
            folded: false,
            grain: Grain::Year,
            stretches: Vec::new(),
            lines: Vec::new(),
            window: Window::default(),
            anchor: None,
            end: None,
            loaded: false,
        }
    }

    pub fn loaded(&mut self, timeline: Arc<Timeline>) {
        let of_documents = timeline.events.is_empty() && !timeline.documents.is_empty();
        (self.timeline, self.loaded) = (timeline, true);
        self.tell(of_documents);
    }

    /// Tells what texts say, or the days that documents are from.
    fn tell(&mut self, of_documents: bool) {
        self.of_documents = of_documents;
        self.lines = Vec::new();
        // As finely as leaves a list that one sees at once.
        let few = Grain::ALL.into_iter().find(|&grain| cut(self.dated(), grain).len() <= FEW);
        self.set_grain(few.unwrap_or(Grain::Decade));
    }

    pub fn turn_over(&mut self) {
        self.tell(!self.of_documents);
    }

    /// Leaves the stretches alone, or tells what is of them again.
    pub fn fold(&mut self) {
        self.folded = !self.folded;
        self.set_grain(self.grain);
    }

    fn is_folded(&self) -> bool {
        self.folded || self.of_documents
    }

    fn dated(&self) -> &[Dated] {
        if self.of_documents { &self.timeline.documents } else { &self.timeline.events }
    }

    /// The position of what a line begins with among all that is dated, and true for a stretch.
    fn begins(&self, line: Line) -> (usize, bool) {
        match line {
            Line::Stretch(at) => (self.stretches[at].from, true),
            Line::Event { at, .. } => (at, false),
        }
    }

    fn set_grain(&mut self, grain: Grain) {
        let (at, is_stretch) = self.line().map_or((0, true), |line| self.begins(line));
        (self.grain, self.anchor, self.end) = (grain, None, None);
        self.stretches = cut(self.dated(), grain);
        // Days need no heading: each row has its own.
        let has_rows = !self.is_folded();
        let headed = !has_rows || grain != Grain::Day;
        let lines = self.stretches.iter().enumerate().flat_map(|(stretch, Stretch { from, to, .. })| {
            let rows = (*from..*to).filter(move |_| has_rows).map(move |at| Line::Event { stretch, at });
            headed.then_some(Line::Stretch(stretch)).into_iter().chain(rows)
        });
        self.lines = lines.collect();
        self.window.set_len(self.lines.len());
        let is_there = |&line: &Line| {
            let (from, heads) = self.begins(line);
            from <= at && (!headed || heads == is_stretch || !has_rows)
        };
        self.window.go(self.lines.iter().rposition(is_there).unwrap_or(0));
    }

    /// The selected line.
    fn line(&self) -> Option<Line> {
        self.lines.get(self.window.cursor).copied()
    }

    /// The stretch of the selected line.
    fn stretch(&self) -> Option<usize> {
        self.line().map(|line| match line {
            Line::Stretch(stretch) | Line::Event { stretch, .. } => stretch,
        })
    }

    /// The sentence that is selected, while no span is being chosen.
    pub fn sentence(&self) -> Option<Ref> {
        match self.line().filter(|_| self.anchor.is_none()) {
            Some(Line::Event { at, .. }) => self.dated().get(at).map(|one| one.record),
            _ => None,
        }
    }

    /// True where nothing is from the time after a stretch.
    fn ends_before_a_gap(&self, at: usize) -> bool {
        let dated = self.stretches.get(at).and_then(|stretch| self.dated().get(stretch.to - 1..=stretch.to));
        matches!(dated, Some([one, next]) if self.grain.has_gap(one.when.until, next.when.from))
    }

    pub fn next_grain(&mut self) {
        self.set_grain(self.grain.next());
    }

    /// Tells it more finely, or more coarsely; false where there is no such grain.
    pub fn refine(&mut self, finer: bool) -> bool {
        let grain = if finer { self.grain.finer() } else { self.grain.coarser() };
        if let Some(grain) = grain {
            self.set_grain(grain);
        }
        grain.is_some()
    }

    /// Begins a span at the selected stretch, or ends there the one that was begun; where it began, it is given up.
    pub fn mark(&mut self) {
        let at = self.stretch();
        (self.anchor, self.end) = match (self.anchor, self.end) {
            (Some(anchor), None) if Some(anchor) == at => (None, None),
            (Some(anchor), None) => (Some(anchor), at),
            _ => (at, None),
        };
    }

    /// What is said of the span that is being chosen; none where none is.
    fn span_in_words(&self) -> Option<String> {
        self.anchor?;
        let (_, label) = self.span()?;
        let begins = &self.stretches.get(self.anchor?)?.label;
        Some(match self.end {
            Some(_) => format!("span: {label}; Enter lists it"),
            None => format!("a span begins at {begins}: Space ends it"),
        })
    }

    fn chosen(&self) -> Option<std::ops::RangeInclusive<usize>> {
        let at = self.stretch()?;
        let (from, at) = (self.anchor.unwrap_or(at), self.end.unwrap_or(at));
        Some(from.min(at)..=from.max(at))
    }

    /// The documents of the chosen span, and what it is called.
    pub fn span(&self) -> Option<(Vec<u32>, String)> {
        let chosen = self.chosen()?;
        let (first, last) = (self.stretches.get(*chosen.start())?, self.stretches.get(*chosen.end())?);
        let mut seen = HashSet::new();
        let ids = self.dated()[first.from..last.to].iter().map(|one| one.record.id);
        let ids = ids.filter(|id| seen.insert(*id)).collect();
        let label = if first == last { first.label.clone() } else { format!("{} to {}", first.label, last.label) };
        Some((ids, label))
    }

    /// The same, called by whose documents they are, too: `2019, naming Ada Voss`.
    pub fn documents(&self) -> Option<(Vec<u32>, String)> {
        let (ids, time) = self.span()?;
        let label = match &self.of {
            Some((of, name)) => format!("{time}, {} {name}", naming(*of)),
            None => time,
        };
        Some((ids, label))
    }

    /// Rows above the list: what is told of, and where most documents have no day, that.
    fn above(&self) -> u16 {
        u16::from(self.of.is_some()) + u16::from(self.is_thin())
    }

    /// True where documents are told and fewer of them have a day than have none.
    fn is_thin(&self) -> bool {
        let known = self.timeline.documents.len();
        self.of_documents && known > 0 && (self.timeline.undated as usize) > known
    }

    /// Rows that fit on a screen.
    pub fn height(&self, screen: Rect) -> usize {
        frame::inner(draw::area(screen)).height.saturating_sub(self.above()).into()
    }
}

fn cut(dated: &[Dated], grain: Grain) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for (at, one) in dated.iter().enumerate() {
        let label = grain.label(one.when);
        match stretches.last_mut() {
            Some(last) if last.label == label => last.to = at + 1,
            _ => stretches.push(Stretch { label, from: at, to: at + 1 }),
        }
    }
    stretches
}

/// How documents stand to the record whose time is told.
fn naming(of: Ref) -> &'static str {
    if of.kind == Kind::Report { "naming a member of" } else { "naming" }
}
