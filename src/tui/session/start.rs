//! The start screen: indexes opened lately, the demo, and a folder to index.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::model::shown_path;
use crate::tui::effect::StartTarget as Opens;
use crate::tui::keys::Chord;
use crate::tui::panes::{Marks, Target};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::field::Field;
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis, Piece, Row, safe, shorten, shorten_inside};
use crate::tui::widgets::window::Window;
use crate::tui::widgets::wrap;

/// An index that was opened before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recent {
    pub name: String,
    pub path: PathBuf,
    /// The folder or file that it was made of, ready to print.
    pub note: String,
    /// How much it holds, ready to print: a figure and of what.
    pub holds: String,
    /// When it was opened last, ready to print.
    pub opened: String,
    /// It is the one that comes with the program.
    pub is_demo: bool,
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
    /// What the path may go on to, as long as this is what stands in the field; and the one that does.
    choices: Vec<String>,
    chosen_of: String,
    choice: Option<usize>,
    /// An index is open behind it, which Esc goes back to.
    pub back: bool,
}

/// From this width on paths have more room.
const ROOMY: u16 = 100;
/// Cells that a name needs beside when its index was opened.
const LEAST_NAME: usize = 14;
const GAP: &str = "  ";

const INTRODUCTION: &str = "Gleaner reads a folder of documents and builds a map of it: who and what is named, what \
                            belongs together, and a report on each part, every sentence with the passage it rests \
                            on. Nothing leaves this machine unless a model is set.";

impl State {
    pub fn new(recent: Vec<Recent>, back: bool) -> State {
        let mut state = State { recent, back, ..State::default() };
        // The last row is the folder.
        state.window.resize(usize::MAX / 2);
        state.window.set_len(state.folder_row() + 1);
        state
    }

    /// True where the demo is offered: it is not, where it stands among those that were opened.
    fn offers_demo(&self) -> bool {
        !self.recent.iter().any(|recent| recent.is_demo)
    }

    /// The row where a path is typed.
    fn folder_row(&self) -> usize {
        self.recent.len() + usize::from(self.offers_demo())
    }

    /// Takes the selected index off the list and says which it was; in a path the key does what it does in any field.
    pub fn forget(&mut self) -> Option<PathBuf> {
        let at = self.window.cursor;
        if at == self.folder_row() {
            self.field.key(Chord::new(KeyCode::Delete, KeyModifiers::NONE));
        }
        let forgotten = (at < self.recent.len()).then(|| self.recent.remove(at).path);
        self.window.set_len(self.folder_row() + 1);
        forgotten
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
    pub fn completed(&mut self, typed: &str, whole: &str, choices: Vec<String>) {
        if self.field.text() == typed {
            (self.choices, self.choice) = (choices, None);
            self.fill(whole);
        }
    }

    /// Goes from one path that is offered to the next; false where none is.
    pub fn next_choice(&mut self) -> bool {
        let offered = self.offered().len();
        if offered == 0 {
            return false;
        }
        let next = self.choice.map_or(0, |at| (at + 1) % offered);
        self.choice = Some(next);
        let path = self.choices[next].clone();
        self.fill(&path);
        true
    }

    /// The paths that are offered: those of what stands in the field.
    fn offered(&self) -> &[String] {
        let is_there = self.path_begun().is_some() && self.field.text() == self.chosen_of;
        if is_there { &self.choices } else { &[] }
    }

    fn fill(&mut self, path: &str) {
        self.field = Field::default();
        self.field.insert(path);
        path.clone_into(&mut self.chosen_of);
    }

    /// The names of the paths that are offered, the one that stands in the field marked, on so many rows at most.
    fn offered_rows(&self, width: usize, most: usize, look: Look) -> Vec<Row> {
        let mut pieces = Vec::new();
        for (at, path) in self.offered().iter().enumerate() {
            let end = path.trim_end_matches('/').rfind('/').map_or(0, |slash| slash + 1);
            if at > 0 {
                pieces.push(Piece::new(&format!(" {} ", look.glyphs.dot), Role::Dim));
            }
            let role = if self.choice == Some(at) { Role::Accent } else { Role::Text };
            pieces.push(Piece::new(&path[end..], role));
        }
        let mut rows = if pieces.is_empty() { Vec::new() } else { wrap::wrap(&pieces, width, &[], &[]) };
        rows.truncate(most);
        rows
    }

    /// What Enter opens.
    pub fn selected(&self) -> Option<Opens> {
        let at = self.window.cursor;
        if let Some(recent) = self.recent.get(at) {
            return Some(Opens::Path(recent.path.clone()));
        }
        if at < self.folder_row() {
            return Some(Opens::Demo);
        }
        let path = self.field.text().trim();
        (!path.is_empty()).then(|| Opens::Path(PathBuf::from(path)))
    }
}

/// A row as it is listed: what it is called, how much that holds and when it was opened.
type Listed = [String; 3];

/// The rows of the list above the one where a path is typed, told in columns of the same width.
fn listed(state: &State, width: usize, ellipsis: &str) -> Vec<String> {
    let of = |recent: &Recent| [&recent.name, &recent.holds, &recent.opened].map(|text| safe(text).into_owned());
    let mut rows: Vec<Listed> = state.recent.iter().map(of).collect();
    if state.offers_demo() {
        rows.push(["The demo", "sixty files", ""].map(str::to_owned));
    }
    let widest = |rows: &[Listed], of: &dyn Fn(&Listed) -> usize| rows.iter().map(of).max().unwrap_or(0);
    // Figures stand under each other by their last digit.
    let figure = |row: &Listed| row[1].split(' ').next().unwrap_or_default().width();
    let figures = widest(&rows[..state.recent.len()], &figure);
    for row in &mut rows[..state.recent.len()] {
        row[1].insert_str(0, &" ".repeat(figures - figure(row)));
    }
    let [names, holds, opened] = [0, 1, 2].map(|at| widest(&rows, &|row: &Listed| row[at].width()));
    // Where not all have room, what an index is called and holds tell more than when it was opened.
    let beside = |opened: usize| holds + GAP.len() + if opened > 0 { opened + GAP.len() } else { 0 };
    let opened = if width >= LEAST_NAME.min(names) + beside(opened) { opened } else { 0 };
    let names = names.min(width.saturating_sub(beside(opened)));
    let fill = |text: &str, cells: usize| " ".repeat(cells.saturating_sub(text.width()));
    let line = |[name, holding, when]: &Listed| {
        let name = shorten(name, names, ellipsis);
        let row = format!("{name}{}{GAP}{holding}{}", fill(&name, names), fill(holding, holds));
        if opened > 0 { format!("{row}{GAP}{when}") } else { row }
    };
    rows.iter().map(line).collect()
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let text = match state.recent.is_empty() {
        true => wrap::wrap_text(INTRODUCTION, Role::Text, usize::from(screen.width.min(72)).saturating_sub(6)),
        // Whoever opened one knows what this is.
        false => Vec::new(),
    };
    let above = if text.is_empty() { 0 } else { text.len() + 1 };
    // A row of air above and below, one before what was not opened yet, and the path of the one that is selected.
    let offered = state.offered_rows(usize::from(screen.width.min(72)).saturating_sub(6), 4, look).len();
    let height = (above + state.window.len + 7 + offered).min(u16::MAX.into()) as u16;
    let area = frame::centred(screen, if screen.width >= ROOMY { 96 } else { 72 }, height);
    let completes = if state.path_begun().is_some() { "Tab completes   " } else { "" };
    let is_listed = state.window.cursor < state.recent.len();
    let forgets = if is_listed { "Del takes it off the list   " } else { "" };
    let leaves = if state.back { "goes back" } else { "quits" };
    let foot = format!("Enter opens   Esc {leaves}   {completes}{forgets}F1 keys");
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
    if inner.height >= needed + above as u16 + 2 {
        y += 1;
        let room = Rect { y, height: inner.bottom() - y, ..inner };
        rich::paint_all(buffer, room, &text, look.theme, Emphasis::default());
        y += above as u16;
    }
    let width = usize::from(inner.width).saturating_sub(2);
    let rows = listed(state, width, look.glyphs.ellipsis);
    // The last line tells the path of the selected one, where there is room for it besides a row.
    let bottom = if inner.height > 3 { inner.bottom() - 1 } else { inner.bottom() };
    let first = (state.window.cursor + 1).saturating_sub(usize::from(bottom.saturating_sub(y)));
    for at in first..state.window.len {
        if at == state.recent.len() && at > 0 && inner.height > needed + 1 {
            y += 1;
        }
        if y >= bottom {
            break;
        }
        let row = Rect::new(inner.x, y, inner.width, 1);
        let said = rows.get(at).map_or("A folder: ", String::as_str);
        let (x, _) = buffer.set_stringn(row.x + 1, row.y, said, width, look.style(Role::Text));
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
        y += 1;
    }
    let room = Rect { x: inner.x + 1, y, width: inner.width - 1, height: inner.bottom().saturating_sub(y) };
    let offered = state.offered_rows(width, room.height.into(), look);
    rich::paint_all(buffer, room, &offered, look.theme, Emphasis::default());
    if let Some(recent) = state.recent.get(state.window.cursor).filter(|_| bottom < inner.bottom()) {
        let path = safe(&recent.note);
        let path = shorten_inside(&path, width, look.glyphs.ellipsis);
        buffer.set_stringn(inner.x + 1, bottom, path, width, look.style(Role::Dim));
    }
    marks
}
