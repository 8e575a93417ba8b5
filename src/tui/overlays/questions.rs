//! Questions that were asked before, of whatever chat: what is typed looks among them, and one comes back into the
//! field.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::filtered::Filtered;
use super::list::{self, List, ListLine};
use crate::tui::panes::Marks;
use crate::tui::theme::Look;

#[derive(Clone, Debug, Default)]
pub struct State {
    pub list: Filtered,
    /// All of them, the latest first.
    all: Vec<String>,
    loaded: bool,
}

impl State {
    pub fn new(height: usize) -> State {
        State { list: Filtered::new(height), ..State::default() }
    }

    pub fn loaded(&mut self, questions: Vec<String>) {
        (self.all, self.loaded) = (questions, true);
        self.search();
    }

    pub fn search(&mut self) {
        self.list.search(&self.all);
    }

    pub fn selected(&self) -> Option<&String> {
        self.all.get(self.list.selected()?)
    }
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let line = |&at: &usize| ListLine {
        mark: " ",
        left: state.all[at].replace('\n', " "),
        right: String::new(),
        after: String::new(),
        ..ListLine::default()
    };
    let empty = match (state.loaded, state.list.field.is_empty()) {
        (false, _) => "looking",
        (true, true) => "nothing was asked yet",
        (true, false) => "no question has these words",
    };
    let list = List {
        title: "Questions asked before",
        note: "Enter brings it back, to be changed and asked again",
        hint: "words of a question",
        field: &state.list.field,
        window: &state.list.window,
        lines: state.list.in_sight().iter().map(line).collect(),
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
        state.list.field.insert("CHAR kill");
        state.search();
        assert_eq!((state.list.found().len(), state.selected().unwrap().as_str()), (1, "What killed the char?"));
    }
}
