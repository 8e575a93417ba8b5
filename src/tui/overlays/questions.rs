//! Questions that were asked before, of whatever chat: what is typed looks among them, and one comes back into the field.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::list::{self, List, ListLine};
use crate::tui::panes::Marks;
use crate::tui::theme::Look;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::window::Window;

#[derive(Clone, Debug, Default)]
pub struct State {
    pub field: Field,
    pub window: Window,
    /// All of them, the latest first; and the places of those that hold what is typed.
    all: Vec<String>,
    found: Vec<usize>,
    loaded: bool,
}

impl State {
    pub fn new(height: usize) -> State {
        State { window: Window { height, ..Window::default() }, ..State::default() }
    }

    pub fn loaded(&mut self, questions: Vec<String>) {
        (self.all, self.loaded) = (questions, true);
        self.search();
    }

    /// Keeps those that hold every word that is typed.
    pub fn search(&mut self) {
        let typed = self.field.text().to_lowercase();
        let words: Vec<&str> = typed.split_whitespace().collect();
        let holds = |question: &String| {
            let question = question.to_lowercase();
            words.iter().all(|word| question.contains(word))
        };
        self.found = (0..self.all.len()).filter(|&at| holds(&self.all[at])).collect();
        self.window.set_len(self.found.len());
        self.window.go(0);
    }

    pub fn selected(&self) -> Option<&String> {
        self.all.get(*self.found.get(self.window.cursor)?)
    }
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let rows = state.found.get(state.window.visible()).unwrap_or_default();
    let line = |&at: &usize| ListLine {
        mark: " ",
        left: state.all[at].replace('\n', " "),
        right: String::new(),
        after: String::new(),
        ..ListLine::default()
    };
    let empty = match (state.loaded, state.field.is_empty()) {
        (false, _) => "looking",
        (true, true) => "nothing was asked yet",
        (true, false) => "no question has these words",
    };
    let list = List {
        title: "Questions asked before",
        note: "Enter brings it back, to be changed and asked again",
        hint: "words of a question",
        field: &state.field,
        window: &state.window,
        lines: rows.iter().map(line).collect(),
        lit: &[],
        empty,
        previews: false,
    };
    list::draw(&list, buffer, screen, look)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_that_is_typed_must_stand_in_it() {
        let mut state = State::new(10);
        state.loaded(vec!["Who warned?".into(), "What killed the char?".into()]);
        assert_eq!(state.selected().unwrap(), "Who warned?");
        state.field.insert("CHAR kill");
        state.search();
        assert_eq!((state.found.len(), state.selected().unwrap().as_str()), (1, "What killed the char?"));
    }
}
