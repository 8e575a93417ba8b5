//! The ways of answering, made from the list of engines: each with what it does.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::filtered::Filtered;
use crate::model::Mode;
use crate::query::{self, QueryError};
use crate::tui::panes::{Marks, Target};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Piece, Row};
use crate::tui::widgets::wrap::{wrap, wrap_text};

#[derive(Clone, Debug)]
pub struct State {
    pub list: Filtered,
    /// The one that is in force.
    current: Mode,
    /// What the index was built with: some of the ways read more than that.
    structures: Vec<String>,
}

/// What to do where an index lacks what a way of answering reads.
pub fn not_built(error: &QueryError, structure: &str) -> String {
    format!("{error}; `gleaner index --with {structure}` adds it and leaves the rest as it is")
}

impl State {
    pub fn new(current: Mode, structures: Vec<String>) -> State {
        let mut state = State { list: Filtered::new(query::engines().len()), current, structures };
        state.search();
        state
    }

    /// Keeps those that have every word that is typed in their names or in what they do; one whose name begins so is
    /// chosen.
    pub fn search(&mut self) {
        let engines = query::engines();
        self.list.search(engines.iter().map(|engine| format!("{} {}", engine.name(), engine.about())));
        let typed = self.list.typed();
        let wanted = |at: &usize| match typed.trim() {
            "" => engines[*at].mode() == self.current,
            typed => engines[*at].name().starts_with(typed),
        };
        let chosen = self.list.found().iter().position(wanted);
        self.list.window.go(chosen.unwrap_or(0));
    }

    /// The way that the keys are on; why it is none that can be taken, and what to do.
    pub fn selected(&self) -> Option<Result<Mode, String>> {
        let engine = query::engines().get(self.list.selected()?)?;
        Some(match engine.lacks(&self.structures) {
            None => Ok(engine.mode()),
            Some(structure) => Err(not_built(&QueryError::NotBuilt { mode: engine.name(), structure }, structure)),
        })
    }
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let all = query::engines();
    let column = all.iter().map(|engine| engine.name().len()).max().unwrap_or(0) + 4;
    let width = screen.width.min(92);
    let text: Vec<Vec<Row>> = all
        .iter()
        .map(|engine| {
            let mark = if engine.mode() == state.current { look.glyphs.read } else { " " };
            let first = [
                Piece::new(&format!("{mark} "), Role::Accent),
                Piece::new(&format!("{:<column$}", engine.name()), Role::Title),
            ];
            let rest = [Piece::new(&" ".repeat(column + 2), Role::Text)];
            let runs = engine.lacks(&state.structures).is_none();
            let about = match runs {
                true => vec![Piece::new(engine.about(), Role::Text)],
                false => vec![Piece::new("not built: ", Role::Warning), Piece::new(engine.about(), Role::Dim)],
            };
            wrap(&about, usize::from(width).saturating_sub(4), &first, &rest)
        })
        .collect();
    // It stays as large as all of them need, however few are left.
    let height = text.iter().map(Vec::len).sum::<usize>() as u16 + 2;
    let area = frame::centred(screen, width, height);
    frame::clear(buffer, area);
    let frame = Frame {
        title: "How questions are answered".into(),
        right: "Enter takes it".into(),
        foot: match state.list.field.is_empty() {
            true => "letters narrow the list".into(),
            false => state.list.field.in_border(),
        },
        focused: true,
    };
    let inner = frame::paint(buffer, area, &frame, look);
    let mut marks = Marks { area, ..Marks::default() };
    if !state.list.field.is_empty() {
        marks.cursor = state.list.field.cursor_in_border(area);
    }
    if state.list.found().is_empty() {
        let said = "No way of answering has these words in its name or in what it does: fewer letters find more.";
        let rows = wrap_text(said, Role::Dim, inner.width.into());
        rich::paint_all(buffer, inner, &rows, look.theme, rich::Emphasis::default());
    }
    let text: Vec<&Vec<Row>> = state.list.found().iter().filter_map(|&at| text.get(at)).collect();
    let needed = text.iter().map(|rows| rows.len()).sum::<usize>();
    let mut y = inner.y;
    // The chosen one stays in sight where not all fit.
    let before: usize = text[..state.list.window.cursor.min(text.len())].iter().map(|rows| rows.len()).sum();
    let skipped = before.saturating_sub(usize::from(inner.height) / 2).min(needed.saturating_sub(inner.height.into()));
    let mut passed = 0;
    for (at, rows) in text.iter().enumerate() {
        let top = y;
        for row in rows.iter() {
            passed += 1;
            if passed <= skipped || y >= inner.bottom() {
                continue;
            }
            rich::paint(buffer, Rect { y, height: 1, ..inner }, row, look.theme, rich::Emphasis::default());
            y += 1;
        }
        let drawn = Rect { y: top, height: y - top, ..inner };
        if at == state.list.window.cursor {
            // What is in force keeps its mark.
            if drawn.height > 0 && all[state.list.found()[at]].mode() != state.current {
                buffer.set_stringn(drawn.x, drawn.y, look.glyphs.crumb, 1, look.style(Role::Accent));
            }
            rich::select(buffer, drawn, look.style(Role::Selected));
        }
        marks.targets.push((drawn, Target::Row(at)));
    }
    marks
}
