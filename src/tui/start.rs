//! The start screen: indexes opened lately, the demo, and a folder to index.

use std::path::PathBuf;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::effect::StartTarget as Opens;
use super::panes::{Marks, Target};
use super::theme::{Look, Role};
use super::widgets::field::Field;
use super::widgets::frame::{self, Frame};
use super::widgets::rich::{self, Emphasis, safe, shorten, shorten_inside};
use super::widgets::window::Window;
use super::widgets::wrap;
use crate::model::shown_path;

/// An index that was opened before.
#[derive(Clone, Debug, PartialEq)]
pub struct Recent {
    pub name: String,
    pub path: PathBuf,
    /// The folder or file that it was made of, ready to print.
    pub note: String,
    /// What it holds, and when it was opened last, ready to print.
    pub when: String,
}

/// Says of indexes that are called alike what tells them apart: that one is of a file; else where they lie themselves.
pub fn told_apart(mut recent: Vec<Recent>, is_file: impl Fn(&str) -> bool) -> Vec<Recent> {
    let alike = |recent: &[Recent], at: usize| {
        let is = |(other, one): (usize, &Recent)| other != at && one.name == recent[at].name;
        recent.iter().enumerate().filter(|&it| is(it)).map(|(other, _)| other).collect::<Vec<usize>>()
    };
    let others: Vec<Vec<usize>> = (0..recent.len()).map(|at| alike(&recent, at)).collect();
    let notes: Vec<String> = recent.iter().map(|one| one.note.clone()).collect();
    for (at, others) in others.iter().enumerate().filter(|(_, others)| !others.is_empty()) {
        if is_file(&notes[at]) {
            recent[at].name += " (file)";
        }
        if others.iter().any(|&other| notes[other] == notes[at]) {
            recent[at].note = shown_path(&recent[at].path);
        }
    }
    recent
}

#[derive(Clone, Debug, Default)]
pub struct State {
    pub recent: Vec<Recent>,
    /// The path of a folder, typed or pasted.
    pub field: Field,
    pub window: Window,
    /// An index is open behind it, which Esc goes back to.
    pub back: bool,
}

/// From this width on paths have more room.
const ROOMY: u16 = 100;

const INTRODUCTION: &str = "Gleaner reads a folder of documents and builds a map of it: who and what is named, what \
                            belongs together, and a report on each part, every sentence with the passage it rests \
                            on. Nothing leaves this machine unless a model is set.";

impl State {
    pub fn new(recent: Vec<Recent>, back: bool) -> State {
        let mut state = State { recent, back, ..State::default() };
        // The last row is the folder.
        state.window.resize(usize::MAX / 2);
        state.window.set_len(state.recent.len() + 2);
        state
    }

    /// The row where a path is typed.
    fn folder_row(&self) -> usize {
        self.recent.len() + 1
    }

    /// Takes typed text: it belongs to the folder, wherever the cursor was.
    pub fn typed(&mut self) {
        self.window.go(self.folder_row());
    }

    /// What is typed of a path, where the keys are on it.
    pub fn path_begun(&self) -> Option<&str> {
        let is_there = self.window.cursor == self.folder_row() && !self.field.is_empty();
        is_there.then(|| self.field.text())
    }

    /// Takes what a path goes on with, if it is still the one that was asked about.
    pub fn completed(&mut self, typed: &str, whole: &str) {
        if self.field.text() == typed {
            self.field = Field::default();
            self.field.insert(whole);
        }
    }

    /// What Enter opens.
    pub fn selected(&self) -> Option<Opens> {
        let at = self.window.cursor;
        if let Some(recent) = self.recent.get(at) {
            return Some(Opens::Path(recent.path.clone()));
        }
        if at == self.recent.len() {
            return Some(Opens::Demo);
        }
        let path = self.field.text().trim();
        (!path.is_empty()).then(|| Opens::Path(PathBuf::from(path)))
    }
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let text = wrap::wrap_text(INTRODUCTION, Role::Text, usize::from(screen.width.min(72)).saturating_sub(6));
    let height = (text.len() + state.window.len + 8).min(u16::MAX.into()) as u16;
    let area = frame::centred(screen, if screen.width >= ROOMY { 96 } else { 72 }, height);
    let completes = if state.path_begun().is_some() { "Tab completes   " } else { "" };
    let leaves = if state.back { "goes back" } else { "quits" };
    let foot = format!("Enter opens   {completes}F1 keys   Esc {leaves}");
    let frame = Frame { title: "Gleaner".into(), right: String::new(), foot, focused: true };
    let inner = frame::paint(buffer, area, &frame, look);
    let mut marks = Marks { area, ..Marks::default() };
    if inner.width < 8 || inner.height == 0 {
        return marks;
    }
    let inner = Rect { x: inner.x + 1, width: inner.width - 2, ..inner };
    // On a small screen the choices matter, not the introduction.
    let needed = state.window.len as u16 + 2;
    let mut y = inner.y;
    if inner.height >= needed + text.len() as u16 + 2 {
        y += 1;
        let room = Rect { y, height: inner.bottom() - y, ..inner };
        rich::paint_all(buffer, room, &text, look.theme, Emphasis::default());
        y += text.len() as u16 + 1;
    }
    let width = usize::from(inner.width);
    for at in 0..state.window.len {
        if y >= inner.bottom() {
            break;
        }
        if at == state.recent.len() && at > 0 && inner.height > needed {
            y += 1;
        }
        let row = Rect::new(inner.x, y, inner.width, 1);
        let (left, right) = match state.recent.get(at) {
            Some(recent) => (recent.name.clone(), recent.note.clone()),
            None if at == state.recent.len() => ("The demo".to_owned(), "sixty invented files".to_owned()),
            None => ("A folder: ".to_owned(), String::new()),
        };
        let when = state.recent.get(at).map_or("", |recent| recent.when.as_str());
        // Where both have no room, what an index is called and what it holds tell more than when it was opened.
        let when = match left.width() + when.width() + 6 > width {
            true => when.split(", ").next().unwrap_or_default(),
            false => when,
        };
        let gap = if when.is_empty() { "" } else { "  " };
        let spare = width.saturating_sub(left.width() + when.width() + gap.len() + 4);
        let least = (width / 2).saturating_sub(when.width() + gap.len());
        let right = safe(&right);
        let right = shorten_inside(&right, spare.max(least), look.glyphs.ellipsis);
        let right = format!("{right}{gap}{when}");
        let room = width.saturating_sub(right.width() + 3);
        let left = safe(&left).into_owned();
        let left = shorten(&left, room, look.glyphs.ellipsis);
        if row.y < inner.bottom() {
            let (x, _) = buffer.set_stringn(row.x + 1, row.y, &left, room, look.style(Role::Text));
            let from = row.right().saturating_sub(right.width() as u16 + 1);
            buffer.set_stringn(from, row.y, &right, width, look.style(Role::Dim));
            if at == state.window.cursor {
                rich::select(buffer, row, look.style(Role::Selected));
            }
            if at == state.folder_row() {
                let (text, column) = state.field.visible(usize::from(row.right() - x).saturating_sub(2));
                let typed = if text.is_empty() { "type or paste its path" } else { text };
                let role = if text.is_empty() { Role::Dim } else { Role::Text };
                let room = usize::from(row.right() - x).saturating_sub(1);
                let selected = at == state.window.cursor;
                let style = if selected { look.style(Role::Selected) } else { look.style(role) };
                buffer.set_stringn(x, row.y, typed, room, style);
                marks.cursor = selected.then_some((x + column as u16, row.y));
            }
            marks.targets.push((row, Target::Row(at)));
        }
        y += 1;
    }
    marks
}
