//! What is new: every record that the last update of the index made new, changed or removed, as a list that what is
//! typed narrows. Each that is still there can be opened or peeked at.

use std::collections::HashMap;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::list::{self, List, ListLine};
use crate::model::{Kind, Ref};
use crate::store::{Change, News};
use crate::text::amounts::grouped;
use crate::tui::panes::Marks;
use crate::tui::theme::Look;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::window::Window;

/// What the last update did, and to which state of the index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WhatIsNew {
    /// Names the build.
    pub build: String,
    pub items: Arc<Vec<News>>,
    summary: String,
    /// What became of each record, for the marks.
    changes: Arc<HashMap<Ref, Change>>,
}

impl WhatIsNew {
    /// Documents first: they are the cause of the rest.
    pub fn new(build: String, mut items: Vec<News>) -> WhatIsNew {
        items.sort_by_key(|item| item.record.kind != Kind::Document);
        let changes = items.iter().map(|item| (item.record, item.change)).collect();
        WhatIsNew { build, summary: summary(&items), items: Arc::new(items), changes: Arc::new(changes) }
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The mark of a record that is new or changed, for a list; blank for any other.
    pub fn mark(&self, record: Ref) -> &'static str {
        self.changes.get(&record.record()).map_or(" ", |&change| mark(change))
    }

    /// The title of a record that the update removed.
    pub fn gone(&self, record: Ref) -> Option<&str> {
        let gone = |item: &&News| item.record == record.record() && item.change == Change::Gone;
        self.items.iter().find(gone).map(|item| item.title.as_str())
    }

    /// `documents 2 new, 1 changed; entities 31 new`
    pub fn summary(&self) -> &str {
        &self.summary
    }
}

fn summary(items: &[News]) -> String {
    let mut counts: HashMap<(Kind, Change), u64> = HashMap::new();
    for item in items {
        *counts.entry((item.record.kind, item.change)).or_default() += 1;
    }
    let mut kinds = Vec::new();
    for kind in [Kind::Document, Kind::Entity, Kind::Relationship, Kind::Report, Kind::Claim] {
        let of = |change| counts.get(&(kind, change)).map(|&count| format!("{} {}", grouped(count), change.name()));
        let told: Vec<String> = [Change::New, Change::Changed, Change::Gone].into_iter().filter_map(of).collect();
        if !told.is_empty() {
            kinds.push(format!("{} {}", kind.plural().to_lowercase(), told.join(", ")));
        }
    }
    kinds.join("; ")
}

/// One cell: what became of a record.
fn mark(change: Change) -> &'static str {
    match change {
        Change::New => "+",
        Change::Changed => "*",
        Change::Gone => "-",
    }
}

#[derive(Clone, Debug, Default)]
pub struct State {
    pub field: Field,
    pub window: Window,
    news: WhatIsNew,
    /// Positions among the news of those that what is typed leaves.
    found: Vec<usize>,
}

impl State {
    pub fn new(news: WhatIsNew, height: usize) -> State {
        let mut state = State { news, window: Window { height, ..Window::default() }, ..State::default() };
        state.search();
        state
    }

    /// True while this is the list of that build.
    pub fn is_of(&self, news: &WhatIsNew) -> bool {
        self.news.build == news.build
    }

    /// Keeps what has every word typed, in its title, its kind or what became of it.
    pub fn search(&mut self) {
        let text = self.field.text().to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        let wanted = |item: &News| {
            let stated = format!("{} {} {}", item.change.name(), item.record, item.title).to_lowercase();
            words.iter().all(|word| stated.contains(word))
        };
        let items = self.news.items.iter().enumerate();
        self.found = items.filter(|(_, item)| words.is_empty() || wanted(item)).map(|(at, _)| at).collect();
        self.window.set_len(self.found.len());
        self.window.go(0);
    }

    pub fn selected(&self) -> Option<&News> {
        self.at(self.window.cursor)
    }

    pub fn at(&self, row: usize) -> Option<&News> {
        self.news.items.get(*self.found.get(row)?)
    }
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let lines = state.window.visible().filter_map(|row| state.at(row)).map(|item| ListLine {
        mark: mark(item.change),
        left: item.title.clone(),
        right: format!("{} {}", item.change.name(), item.record.kind),
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
        field: &state.field,
        window: &state.window,
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

    fn news() -> WhatIsNew {
        let item = |kind, id, change, title: &str| News { record: Ref::new(kind, id), change, title: title.to_owned() };
        WhatIsNew::new(
            "b".to_owned(),
            vec![
                item(Kind::Report, 12, Change::Changed, "Flood works"),
                item(Kind::Entity, 5, Change::Gone, "The old mill"),
                item(Kind::Document, 4, Change::New, "Minutes of May"),
            ],
        )
    }

    #[test]
    fn what_is_typed_narrows_by_title_kind_and_change() {
        let mut state = State::new(news(), 10);
        assert_eq!(state.selected().map(|item| item.record.kind), Some(Kind::Document));
        for (typed, found) in [("gone", 5), ("report", 12), ("new minutes", 4)] {
            state.field = Field::default();
            state.field.insert(typed);
            state.search();
            assert_eq!((state.window.len, state.selected().map(|item| item.record.id)), (1, Some(found)), "{typed}");
        }
        state.field.insert(" gone");
        state.search();
        assert_eq!(state.selected(), None);
    }

    #[test]
    fn it_is_summed_up_and_marks() {
        let news = news();
        assert_eq!(news.summary(), "documents 1 new; entities 1 gone; reports 1 changed");
        assert_eq!(news.mark(Ref::new(Kind::Report, 12)), "*");
        assert_eq!(news.mark(Ref::new(Kind::Report, 13)), " ");
        assert_eq!(news.gone(Ref::new(Kind::Entity, 5)), Some("The old mill"));
        assert_eq!(news.gone(Ref::new(Kind::Report, 12)), None);
    }
}
