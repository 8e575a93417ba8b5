//! The palette: every command by name, fuzzily, with its key.

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::list::{self, Line, List};
use crate::tui::keys::{Command, Keymap, Layer};
use crate::tui::panes::Marks;
use crate::tui::theme::Look;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::window::Window;

#[derive(Clone, Debug)]
pub struct State {
    pub field: Field,
    pub window: Window,
    pub found: Vec<Command>,
    /// The layer that had the focus: its keys are shown.
    pub from: Layer,
}

/// True for commands that make sense by name: not those of text boxes, lists and motions.
pub fn offers(command: Command) -> bool {
    use Command as C;
    let motion = crate::tui::panes::motion(command, 10).is_some();
    let within = matches!(command, C::Send | C::NewLine | C::Confirm | C::Deny | C::Escape | C::Open | C::Palette)
        || matches!(
            command,
            C::Left | C::Right | C::PanLeft | C::PanRight | C::PanUp | C::PanDown | C::ZoomIn | C::ZoomOut
        )
        || matches!(command, C::Hops | C::FindPath | C::Grain | C::Mark);
    !motion && !within
}

impl State {
    pub fn new(from: Layer, height: usize) -> State {
        let window = Window { height, ..Window::default() };
        let mut state = State { field: Field::default(), window, found: Vec::new(), from };
        state.search();
        state
    }

    /// Ranks the commands by likeness to what is typed.
    pub fn search(&mut self) {
        let matcher = SkimMatcherV2::default().ignore_case();
        let text = self.field.text();
        let mut scored: Vec<(i64, Command)> = Command::ALL
            .iter()
            .filter(|&&command| offers(command))
            .filter_map(|&command| {
                let title = matcher.fuzzy_match(command.title(), text);
                let name = matcher.fuzzy_match(command.name(), text);
                title.max(name).map(|score| (score, command))
            })
            .collect();
        scored.sort_by_key(|&(score, command)| (std::cmp::Reverse(score), command));
        self.found = scored.into_iter().map(|(_, command)| command).collect();
        self.window.set_len(self.found.len());
        self.window.go(0);
    }

    pub fn selected(&self) -> Option<Command> {
        self.found.get(self.window.cursor).copied()
    }
}

pub fn draw(state: &State, keymap: &Keymap, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let found = state.found.get(state.window.visible()).unwrap_or_default();
    let lines = found.iter().map(|&command| Line {
        mark: " ",
        left: command.title().to_owned(),
        right: look.glyphs.keys(&keymap.keys_for(state.from, command).unwrap_or_default()),
        after: String::new(),
    });
    let lines = lines.collect();
    let empty = "no command is like this";
    let list = List {
        title: "Run",
        note: "",
        hint: "",
        field: &state.field,
        window: &state.window,
        lines,
        empty,
        previews: false,
    };
    list::draw(&list, buffer, screen, look)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_ranks() {
        let mut state = State::new(Layer::Tree, 10);
        assert!(state.found.len() > 30);
        state.field.insert("drill");
        state.search();
        assert_eq!(state.selected(), Some(Command::Drill));
        state.field.insert(" zzz");
        state.search();
        assert_eq!(state.selected(), None);
    }
}
