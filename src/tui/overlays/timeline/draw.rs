//! The timeline drawn: stretches of time with what is of them.

use std::collections::HashSet;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::{Line, State, naming};
use crate::model::Ref;
use crate::text::numbers::amounts::{count, grouped};
use crate::tui::keys::Command;
use crate::tui::panes::{Marks, Target};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::distinct;
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis, safe};
use crate::tui::widgets::scroll;
use crate::tui::widgets::wrap::wrap_text;

/// Cells of a label with the mark of a gap behind it.
const LABEL: u16 = 12;
/// Cells that a sentence is set in below its stretch.
const SET_IN: u16 = 2;
/// Columns of a list that has room for what the documents of sentences are called.
const WIDE: u16 = 60;

pub(super) fn area(screen: Rect) -> Rect {
    let height = screen.height.saturating_sub(2).max(screen.height.min(6));
    frame::centred(screen, (screen.width * 4 / 5).max(84), height)
}

impl State {
    /// The documents of some stretches, those of one in a row; of rows that would look alike, what differs.
    fn told(&self, stretches: &[usize], room: usize, look: Look) -> Vec<String> {
        let told = |&at: &usize| {
            let stretch = &self.stretches[at];
            let documents = self.dated()[stretch.from..stretch.to].iter().take(4);
            let titles: Vec<&str> = documents.map(|one| one.says.as_str()).collect();
            safe(&titles.join(&format!(" {} ", look.glyphs.dot))).into_owned()
        };
        let told: Vec<String> = stretches.iter().map(told).collect();
        let told: Vec<(&str, usize)> = told.iter().map(|titles| (titles.as_str(), room)).collect();
        distinct::shorten_all(&told, look.glyphs.ellipsis)
    }
}

/// Draws whose time is told, and what tells of all. Returns where one can click for that.
fn draw_chip(of: &(Ref, String), all: &str, buffer: &mut Buffer, row: Rect, look: Look) -> Rect {
    let named = naming(of.0);
    let width = usize::from(row.width);
    let way_out = format!("  {all} everything");
    let put = |buffer: &mut Buffer, x: u16, text: &str, role: Role| {
        buffer.set_stringn(x, row.y, text, usize::from(row.right().saturating_sub(x)), look.style(role)).0
    };
    let x = put(buffer, row.x, named, Role::Dim) + 1;
    let name = safe(&of.1);
    let room = width.saturating_sub(named.len() + 1 + way_out.width());
    let x = put(buffer, x, &rich::shorten(&name, room, look.glyphs.ellipsis), Role::Accent) + 2;
    let end = put(buffer, x, all, Role::Key);
    let end = put(buffer, end + 1, "everything", Role::Dim);
    Rect { x, width: end.saturating_sub(x), ..row }
}

/// What a timeline is drawn with besides.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The key that tells of everything.
    pub all: &'a str,
    /// The files of the index are not at hand.
    pub imported: bool,
    /// Anything in the index has a date.
    pub any_dated: bool,
}

/// Draws the timeline.
pub fn draw(state: &State, facts: Facts, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let area = area(screen);
    frame::clear(buffer, area);
    let mut inner = frame::paint(buffer, area, &framed(state, look), look);
    let mut marks = Marks { area, ..Marks::default() };
    if let Some(of) = state.of.as_ref().filter(|_| inner.height > 0) {
        let way_out = draw_chip(of, facts.all, buffer, Rect { height: 1, ..inner }, look);
        marks.targets.push((way_out, Target::Run(Command::WholeScope)));
        inner = below(inner);
    }
    if state.is_thin() && inner.height > 0 {
        let few = count(state.dated().len() as u64, "document has a day", "documents have a day");
        let none = count(state.timeline.undated.into(), "has none and is", "have none and are");
        let said = format!("Only {few}; {none} not told here.");
        buffer.set_stringn(inner.x, inner.y, said, inner.width.into(), look.style(Role::Warning));
        inner = below(inner);
    }
    if state.lines.is_empty() {
        let why = wrap_text(&why_empty(state, facts), Role::Dim, inner.width.into());
        rich::paint_all(buffer, inner, &why, look.theme, Emphasis::default());
        return marks;
    }
    draw_lines(state, buffer, inner, &mut marks, look);
    scroll::paint(buffer, area, inner, (state.window.top, state.window.len, inner.height.into()), look);
    marks
}

/// What is left of an area below its first row.
fn below(area: Rect) -> Rect {
    Rect { y: area.y + 1, height: area.height - 1, ..area }
}

/// What stands around the timeline: how fine it is, of how much, the span that is chosen.
fn framed(state: &State, look: Look) -> Frame {
    let known = state.dated().len() as u64;
    let (of, right, what) = match state.of_documents {
        true => {
            let known = count(known, "dated document", "dated documents");
            let undated = u64::from(state.timeline.undated);
            let without = if undated > 0 { format!(", {} without a date", grouped(undated)) } else { String::new() };
            ("Documents", known + &without, "document")
        }
        false => {
            let documents = state.dated().iter().map(|one| one.record.id).collect::<HashSet<u32>>().len() as u64;
            let known = count(known, "dated sentence", "dated sentences");
            let documents = count(documents, "document", "documents");
            ("Timeline", format!("{known} in {documents}"), "sentence")
        }
    };
    Frame {
        title: format!("{of} {} {}", look.glyphs.dot, state.grain.name()),
        right,
        foot: match (state.span_in_words(), (0..state.stretches.len()).any(|at| state.ends_before_a_gap(at))) {
            (Some(span), _) => span,
            (None, _) if state.of_documents && state.of.is_some() && state.timeline.events.is_empty() => {
                "no sentence that names it tells a time: these are the documents that do".to_owned()
            }
            (None, true) => format!("{} marks a gap: no {what} is from the time behind it", look.glyphs.ellipsis),
            (None, false) => String::new(),
        },
        focused: true,
    }
}

/// Why there is nothing to tell, and what helps.
fn why_empty(state: &State, Facts { all, imported, any_dated }: Facts) -> String {
    let documents = || count(state.timeline.undated.into(), "document", "documents");
    match (state.loaded, state.of.is_some()) {
        (false, _) => "looking for dates".to_owned(),
        (true, true) if !any_dated => "There is no timeline to show: nothing has a date.".to_owned(),
        (true, true) if state.of_documents => format!(
            "Of {} with it none says when it is from: {all} tells of all documents that have a date.",
            documents()
        ),
        (true, true) => format!(
            "No sentence that names it tells a time, and of {} with it none says when it is from: {all} tells of \
             everything that has a date.",
            documents()
        ),
        (true, false) => {
            let none = format!(
                "There is no timeline to show: of {} none says when it is from, in its name or in its first lines{}.",
                documents(),
                if state.of_documents { "" } else { ", and no sentence tells a time" }
            );
            let advice = " Put a day into the names of files (2019-02-14 minutes.txt) or on a first line (14 February \
                          2019), then bring the index up to date with R.";
            none + if imported { "" } else { advice }
        }
    }
}

/// Draws the rows in sight: stretches, what each is called, a bar and how much is of it; documents are named beside it,
/// sentences stand below it.
fn draw_lines(state: &State, buffer: &mut Buffer, inner: Rect, marks: &mut Marks, look: Look) {
    let most = state.stretches.iter().map(|stretch| stretch.to - stretch.from).max().unwrap_or(1);
    // A bar is no longer than what it counts.
    let bar_room = (usize::from(inner.width) / 4).clamp(1, 40).min(most);
    let chosen = state.chosen();
    let from = inner.x + LABEL + bar_room as u16 + 8;
    let room = usize::from(inner.right().saturating_sub(from)) * usize::from(state.is_folded());
    let visible: Vec<Line> =
        state.window.visible().take(inner.height.into()).filter_map(|at| state.lines.get(at).copied()).collect();
    let stretches: Vec<usize> =
        visible.iter().filter_map(|line| if let Line::Stretch(at) = line { Some(*at) } else { None }).collect();
    let mut told = state.told(&stretches, room, look).into_iter();
    let mut sentences = sentences(state, &visible, inner.width, look).into_iter();
    for (line, one) in visible.into_iter().enumerate() {
        let row = Rect::new(inner.x, inner.y + line as u16, inner.width, 1);
        let put = |buffer: &mut Buffer, x: u16, text: &str, role: Role| {
            buffer.set_stringn(x, row.y, text, usize::from(row.right().saturating_sub(x)), look.style(role)).0
        };
        let (Line::Stretch(at) | Line::Event { stretch: at, .. }) = one;
        let stretch = &state.stretches[at];
        match one {
            Line::Stretch(_) => {
                let number = stretch.to - stretch.from;
                let bar = look.glyphs.full.repeat((number * bar_room).div_ceil(most));
                let end = put(buffer, row.x, &stretch.label, Role::Text);
                if state.ends_before_a_gap(at) {
                    put(buffer, end.max(row.x + LABEL - 2), look.glyphs.ellipsis, Role::Dim);
                }
                let x = put(buffer, row.x + LABEL, &bar, Role::Bar);
                put(buffer, x + 1, &grouped(number as u64), Role::Dim);
                let documents = told.next().unwrap_or_default();
                if room > 8 {
                    put(buffer, from, &documents, Role::Dim);
                }
                debug_assert!(bar.width() <= bar_room);
            }
            Line::Event { at: event, .. } => {
                let Some(Told { day, says, title, x }) = sentences.next() else { continue };
                let set_in = set_in(state);
                let end = put(buffer, row.x + set_in, &day, Role::Dim);
                if set_in == 0 && event + 1 == stretch.to && state.ends_before_a_gap(at) {
                    put(buffer, end.max(row.x + LABEL - 2), look.glyphs.ellipsis, Role::Dim);
                }
                put(buffer, row.x + set_in + LABEL, &says, Role::Text);
                put(buffer, inner.x + x, &title, Role::Dim);
            }
        }
        if chosen.as_ref().is_some_and(|chosen| chosen.contains(&at)) {
            let (is_here, is_row) = (state.line() == Some(one), matches!(one, Line::Event { .. }));
            if state.anchor.is_some() {
                put(buffer, row.x + LABEL - 1, look.glyphs.marked, Role::Accent);
            }
            // Of the rows of a stretch one is selected, unless a span of them is.
            if is_here || state.anchor.is_some() || !is_row && state.is_folded() {
                let role = if is_here { Role::Selected } else { Role::SelectedUnfocused };
                rich::select(buffer, row, look.style(role));
            }
        }
        marks.targets.push((row, Target::Row(state.window.top + line)));
    }
}

fn set_in(state: &State) -> u16 {
    if state.grain == super::Grain::Day { 0 } else { SET_IN }
}

/// A sentence as it is drawn.
struct Told {
    day: String,
    says: String,
    title: String,
    /// The column of the title.
    x: u16,
}

/// The sentences of the rows in sight, cut to the width; documents whose names would look alike by what differs.
fn sentences(state: &State, visible: &[Line], width: u16, look: Look) -> Vec<Told> {
    let events = visible.iter().filter_map(|line| match line {
        Line::Event { at, .. } => state.dated().get(*at),
        Line::Stretch(_) => None,
    });
    let events: Vec<_> = events.map(|one| (one, safe(&one.title).into_owned())).collect();
    let widest = events.iter().map(|(_, title)| title.width()).max().unwrap_or(0);
    let titled = if width < WIDE { 0 } else { widest.min(usize::from(width) / 4) };
    let x = width - titled as u16;
    let room = usize::from(x.saturating_sub(set_in(state) + LABEL)).saturating_sub(2 * usize::from(titled > 0));
    let titles: Vec<(&str, usize)> = events.iter().map(|(_, title)| (title.as_str(), titled)).collect();
    let titles = distinct::shorten_all(&titles, look.glyphs.ellipsis);
    let told = events.iter().zip(titles).map(|((one, _), title)| Told {
        day: one.when.written(),
        says: rich::shorten(&safe(&one.says), room, look.glyphs.ellipsis).into(),
        title: if titled > 0 { title } else { String::new() },
        x,
    });
    told.collect()
}
