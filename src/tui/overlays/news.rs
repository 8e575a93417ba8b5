//! What is new: every record that the last update of the index made new, changed or removed, as a list that what is
//! typed narrows. Each that is still there can be opened or peeked at.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::filtered::Filtered;
use super::list::{self, List, ListLine};
use crate::store::News;
use crate::tui::data::{WhatIsNew, mark};
use crate::tui::panes::Marks;
use crate::tui::theme::Look;

#[derive(Clone, Debug, Default)]
pub struct State {
    pub list: Filtered,
    news: WhatIsNew,
}

impl State {
    pub fn new(news: WhatIsNew, height: usize) -> State {
        let mut state = State { list: Filtered::new(height), news };
        state.search();
        state
    }

    /// True while this is the list of that build.
    pub fn is_of(&self, news: &WhatIsNew) -> bool {
        self.news.build == news.build
    }

    /// Keeps what has every word typed, in its title, its kind or what became of it.
    pub fn search(&mut self) {
        let text = |item: &News| format!("{} {} {}", item.change.name(), item.record, item.title);
        self.list.search(self.news.items.iter().map(text));
    }

    pub fn selected(&self) -> Option<&News> {
        self.at(self.list.window.cursor)
    }

    pub fn at(&self, row: usize) -> Option<&News> {
        self.news.items.get(self.list.at(row)?)
    }
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let lines = state.list.window.visible().filter_map(|row| state.at(row)).map(|item| ListLine {
        mark: mark(item.change),
        left: item.title.clone(),
        right: format!("{} {}", item.change.name(), item.record.kind.word()),
        after: String::new(),
        ..ListLine::default()
    });
    let lines = lines.collect();
    let empty = match state.news.is_empty() {
        true => "nothing: the index was built once, or its last update changed nothing",
        false => "nothing that is new is like this",
    };
    let hint = "narrow it: new, gone, entity, words of a title";
    let list = List {
        title: "What is new",
        note: state.news.summary(),
        hint,
        field: &state.list.field,
        window: &state.list.window,
        lines,
        lit: &[],
        empty,
        previews: true,
    };
    list::draw(&list, buffer, screen, look)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Kind;
    use crate::tui::data::tests::news;
    use crate::tui::widgets::field::Field;

    #[test]
    fn what_is_typed_narrows_by_title_kind_and_change() {
        let mut state = State::new(news(), 10);
        assert_eq!(state.selected().map(|item| item.record.kind), Some(Kind::Document));
        for (typed, found) in [("gone", 5), ("report", 12), ("new minutes", 4)] {
            state.list.field = Field::default();
            state.list.field.insert(typed);
            state.search();
            assert_eq!(
                (state.list.window.len, state.selected().map(|item| item.record.id)),
                (1, Some(found)),
                "{typed}"
            );
        }
        state.list.field.insert(" gone");
        state.search();
        assert_eq!(state.selected(), None);
    }
}
