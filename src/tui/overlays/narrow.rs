//! The parts that the browser's list can be narrowed to: what is typed looks among them, Enter takes one or gives it up.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::list::{self, Line, List};
use crate::model::Kind;
use crate::tui::data::Part;
use crate::tui::panes::Marks;
use crate::tui::theme::Look;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::numbers::count;
use crate::tui::widgets::window::Window;

#[derive(Clone, Debug)]
pub struct State {
    pub kind: Kind,
    pub field: Field,
    pub window: Window,
    /// What lies open, then all parts.
    here: Vec<Part>,
    all: Vec<Part>,
    found: Vec<usize>,
    /// Those in force.
    taken: Vec<Part>,
    loaded: bool,
}

impl State {
    pub fn new(kind: Kind, here: Vec<Part>, taken: Vec<Part>, height: usize) -> State {
        let window = Window { height, ..Window::default() };
        let (field, all, found) = (Field::default(), here.clone(), Vec::new());
        let mut state = State { kind, field, window, here, all, found, taken, loaded: false };
        state.search();
        state
    }

    pub fn loaded(&mut self, parts: Vec<Part>) {
        let here = &self.here;
        let (known, others): (Vec<Part>, Vec<Part>) =
            parts.into_iter().partition(|part| here.iter().any(|here| here.narrow == part.narrow));
        // Of what one stands on only the list knows how much lies in it.
        let counted = |here: &Part| known.iter().find(|part| part.narrow == here.narrow).unwrap_or(here).clone();
        self.all = here.iter().map(counted).chain(others).collect();
        self.loaded = true;
        self.search();
    }

    /// Keeps those that hold every word that is typed, of the sort or the name: `folder let`.
    pub fn search(&mut self) {
        let typed = self.field.text().to_lowercase();
        let words: Vec<&str> = typed.split([' ', ':']).filter(|word| !word.is_empty()).collect();
        let holds = |part: &Part| {
            let text = format!("{} {}", part.sort, part.label).to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        self.found = (0..self.all.len()).filter(|&at| holds(&self.all[at])).collect();
        self.window.set_len(self.found.len());
        self.window.go(0);
    }

    pub fn selected(&self) -> Option<&Part> {
        self.all.get(*self.found.get(self.window.cursor)?)
    }
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let rows = state.found.get(state.window.visible()).unwrap_or_default();
    let line = |&at: &usize| {
        let part = &state.all[at];
        let right = match part.sort {
            "document" => String::new(),
            "type" if state.kind == Kind::Entity => count(part.count.into(), "entity", "entities"),
            _ if part.count == 0 => String::new(),
            "community" => count(part.count.into(), "entity", "entities"),
            _ => count(part.count.into(), "document", "documents"),
        };
        let is_taken = state.taken.iter().any(|taken| taken.narrow == part.narrow);
        Line {
            mark: if is_taken { look.glyphs.read } else { " " },
            left: format!("{:<10} {}", part.sort, part.label),
            right,
            after: String::new(),
            ..Line::default()
        }
    };
    let list = List {
        title: "Narrow the list to",
        note: "Enter takes one, or gives it up; several hold together",
        hint: "type, community, date, folder or document: words of it",
        field: &state.field,
        window: &state.window,
        lines: rows.iter().map(line).collect(),
        lit: &[],
        empty: if state.loaded { "there is no such part" } else { "looking" },
        previews: false,
    };
    list::draw(&list, buffer, screen, look)
}
