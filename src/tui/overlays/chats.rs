//! All chats: what is typed looks through their names, questions and answers; one is opened, renamed or deleted.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::list::{self, List, ListLine};
use crate::store::is_named_by;
use crate::text::numbers::amounts::count;
use crate::tui::data::{ChatRow, Lane, Request};
use crate::tui::panes::{Marks, Outcome};
use crate::tui::theme::Look;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::moments::moment;
use crate::tui::widgets::window::Window;

/// From this width on the number of questions is told, too.
const ROOMY: u16 = 60;

#[derive(Clone, Debug, Default)]
pub struct State {
    pub field: Field,
    pub window: Window,
    pub rows: Vec<ChatRow>,
    /// The chat that gets the name that is being typed.
    pub naming: Option<i64>,
    /// The chat that is gone on with.
    here: Option<i64>,
    /// When the rows were looked up, in seconds since 1970.
    now: i64,
    loaded: bool,
}

impl State {
    pub fn new(height: usize, here: Option<i64>) -> State {
        State { window: Window { height, ..Window::default() }, here, ..State::default() }
    }

    /// Asks for what is typed; a name that is being typed looks for nothing.
    pub fn search(&self) -> Outcome {
        match self.naming {
            Some(_) => Outcome::nothing(),
            None => Outcome::load(Lane::Chats, Request::Chats(self.field.text().to_owned())),
        }
    }

    pub fn found(&mut self, rows: Vec<ChatRow>, now: i64) {
        (self.rows, self.now, self.loaded) = (rows, now, true);
        self.window.set_len(self.rows.len());
    }

    pub fn selected(&self) -> Option<&ChatRow> {
        self.rows.get(self.window.cursor)
    }

    /// Begins to rename the selected chat.
    pub fn rename(&mut self) {
        if let Some((id, title)) = self.selected().map(|row| (row.id, row.title.clone())) {
            self.naming = Some(id);
            self.field = Field::to_be_replaced(&title);
        }
    }

    /// Leaves the name as it was.
    pub fn stop_naming(&mut self) {
        self.naming = None;
        self.field = Field::default();
    }
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let rows = state.rows.get(state.window.visible()).unwrap_or_default();
    let lines = rows.iter().map(|row| {
        let used = moment(row.used, state.now);
        let turns = count(row.turns.into(), "question", "questions");
        ListLine {
            mark: if Some(row.id) == state.here { look.glyphs.read } else { " " },
            left: row.title.clone(),
            // On a small screen the name has the room.
            right: if screen.width < ROOMY { used } else { format!("{turns}, {used}") },
            after: if is_named_by(&row.question, &row.title) { String::new() } else { row.question.clone() },
            ..ListLine::default()
        }
    });
    let lines = lines.collect();
    let (title, note) = match state.naming {
        Some(_) => ("Rename the chat", "what is typed takes its place; End goes on behind it"),
        None => ("Chats", "with when each was last used, the latest first; they are kept in the index"),
    };
    let empty = match (state.loaded, state.field.is_empty()) {
        (false, _) => "looking",
        (true, true) => "nothing was asked yet",
        (true, false) => "no chat speaks of this",
    };
    let hint = "words of a name, a question or an answer";
    let list =
        List { title, note, hint, field: &state.field, window: &state.window, lines, lit: &[], empty, previews: false };
    list::draw(&list, buffer, screen, look)
}
