//! The finder: any record by its name or its text. The index is asked with every key; a newer question replaces the
//! older.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::list::{self, List, ListLine};
use crate::model::{DocumentId, EntityId, Kind, Ref, cited_in};
use crate::text::display::spacing::enumerated;
use crate::tui::data::{Hit, Lane, Request};
use crate::tui::keys::Command;
use crate::tui::panes::{Marks, Outcome};
use crate::tui::theme::Look;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::rich::safe;
use crate::tui::widgets::window::Window;

/// What becomes of what is found.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Purpose {
    #[default]
    Open,
    /// The graph goes to it, or is drawn anew of it.
    Draw,
    /// A way leads to it, from the entity of this name.
    WayFrom(EntityId, String),
    /// It is compared with the document of this name.
    CompareWith(DocumentId, String),
}

#[derive(Clone, Debug, Default)]
pub struct State {
    pub field: Field,
    pub window: Window,
    pub hits: Vec<Hit>,
    /// Where one was lately: shown before anything is typed.
    recent: Vec<Hit>,
    pub loading: bool,
    pub purpose: Purpose,
    /// A command given before there was anything to give it on: it is for what is found.
    pub ahead: Option<Command>,
}

impl State {
    pub fn new(height: usize, recent: Vec<Hit>, purpose: Purpose) -> State {
        let window = Window { height, ..Window::default() };
        let mut state = State { window, recent, purpose, ..State::default() };
        state.found(Vec::new());
        state
    }

    pub fn search(&mut self) -> Outcome {
        self.ahead = None;
        let text = self.field.text().trim().to_owned();
        if text.is_empty() {
            self.found(Vec::new());
            return Outcome::nothing();
        }
        self.loading = true;
        Outcome::load(Lane::Search, Request::Search { text })
    }

    pub fn found(&mut self, hits: Vec<Hit>) {
        self.loading = false;
        // Before anything is typed, documents like it are offered.
        if matches!(self.purpose, Purpose::CompareWith(..)) && self.field.is_empty() && !hits.is_empty() {
            self.recent.clone_from(&hits);
        }
        self.hits = if self.field.is_empty() { self.recent.clone() } else { hits };
        // A way leads to entities alone.
        match self.purpose {
            Purpose::WayFrom(from, _) => {
                self.hits.retain(|hit| hit.record.kind == Kind::Entity && hit.record.id != from.0);
            }
            Purpose::CompareWith(document, _) => {
                self.hits.retain(|hit| hit.record.kind == Kind::Document && hit.record.id != document.0);
            }
            _ => {}
        }
        self.window.set_len(self.hits.len());
        self.window.go(0);
    }

    pub fn selected(&self) -> Option<&Hit> {
        self.hits.get(self.window.cursor)
    }
}

/// Where the title of a passage begins to tell which part of its document it is: `, part 13`.
fn part_from(hit: &Hit) -> usize {
    let is_part = |end: &str| end.starts_with(", part ") && end.ends_with(|c: char| c.is_ascii_digit());
    let at = hit.title.rfind(", ").filter(|&at| hit.record.kind == Kind::Source && is_part(&hit.title[at..]));
    at.unwrap_or(hit.title.len())
}

/// True for a record that is looked for by its number: `42`, `report 42`, `Reports (42)`.
fn is_numbered(text: &str, record: Ref) -> bool {
    text.trim().parse().is_ok_and(|number: u32| number == record.id) || cited_in(text).contains(&record)
}

/// What is looked for by its number and is not there: "there is no report 999".
fn missing(state: &State) -> Option<String> {
    let found: Vec<Ref> = state.hits.iter().map(|hit| hit.record).collect();
    let sought = cited_in(state.field.text());
    // Of a long citation not all are listed.
    let missing = sought.iter().take(found.len() + 1).filter(|record| !found.contains(record));
    let missing: Vec<String> = missing.map(Ref::to_string).collect();
    (!missing.is_empty() && !state.loading).then(|| format!("there is no {}", enumerated(&missing, "or")))
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let hits = state.hits.get(state.window.visible()).unwrap_or_default();
    // The number tells apart what has one name.
    let alike = |hit: &Hit| {
        let same = |other: &&Hit| (other.record.kind, &other.title) == (hit.record.kind, &hit.title);
        state.hits.iter().filter(same).take(2).count() > 1
    };
    let lines = hits.iter().map(|hit| {
        let (left, tail) = hit.title.split_at(part_from(hit));
        ListLine {
            mark: " ",
            left: left.to_owned(),
            tail: tail.to_owned(),
            // So does what was found by its number: nothing else says why.
            right: match alike(hit) || is_numbered(state.field.text(), hit.record) {
                true => hit.record.to_string(),
                false => hit.record.kind.word().to_owned(),
            },
            after: hit.snippet.clone(),
        }
    });
    let lit: Vec<String> = state.field.text().split_whitespace().map(str::to_owned).collect();
    let lines = lines.collect();
    let title = match &state.purpose {
        Purpose::Open => "Find".to_owned(),
        Purpose::Draw => "Find in the graph".to_owned(),
        Purpose::WayFrom(_, name) => format!("The way from {} to", safe(name)),
        Purpose::CompareWith(_, name) => format!("Compare {} with", safe(name)),
    };
    let is_comparing = matches!(state.purpose, Purpose::CompareWith(..));
    let empty = match (state.field.is_empty(), state.loading) {
        (true, _) if state.purpose == Purpose::Open => "a name, or words of the text",
        (true, _) if is_comparing => "words of a title, or of the name of a file",
        (true, _) => "a name",
        (false, true) => "looking",
        (false, false) if state.purpose == Purpose::Open => {
            "Nothing has these words: names, titles and the text of all documents were searched. Fewer words, or the \
             beginning of one, find more; a question (a, in any pane) finds what says the same in other words."
        }
        (false, false) if is_comparing => "No document is called so, or has these words: fewer letters find more.",
        (false, false) => {
            "No entity is called so: the names of all were searched. Fewer letters, or the beginning of a name, find more."
        }
    };
    let missing = missing(state);
    let list = List {
        title: &title,
        note: match &missing {
            Some(missing) => missing,
            None if !state.field.is_empty() || state.hits.is_empty() => "",
            None if is_comparing => "a title, or one of these: the documents most like it",
            None if state.purpose == Purpose::Open => "where you were last",
            None => "a name, or one of these: where you were last, and what is drawn",
        },
        hint: "",
        field: &state.field,
        window: &state.window,
        lines,
        lit: &lit,
        empty,
        previews: true,
    };
    list::draw(&list, buffer, screen, look)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cited_and_not_there_is_said() {
        let hit = |kind, id| Hit { record: Ref::new(kind, id), title: String::new(), snippet: String::new() };
        let mut state = State { hits: vec![hit(Kind::Report, 7), hit(Kind::Entity, 5)], ..State::default() };
        assert_eq!(missing(&state), None);
        state.field.insert("[Data: Reports (7, 999); Entities (5)]");
        assert_eq!(missing(&state).as_deref(), Some("there is no report 999"));
        state.loading = true;
        assert_eq!(missing(&state), None, "it is looked for still");
    }

    #[test]
    fn a_number_is_one_by_itself_or_behind_a_kind() {
        let is_report = |text| is_numbered(text, Ref::new(Kind::Report, 42));
        assert_eq!(
            ["42", "report 42", "Reports (42)", "valve 42", "plan"].map(is_report),
            [true, true, true, false, false]
        );
    }
}
