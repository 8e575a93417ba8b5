//! The ways of answering, made from the list of engines: each with what it does.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::model::Mode;
use crate::query::{self, QueryError};
use crate::tui::panes::{Marks, Target};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Piece, Row};
use crate::tui::widgets::window::Window;
use crate::tui::widgets::wrap::wrap;

#[derive(Clone, Debug)]
pub struct State {
    pub window: Window,
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
        let engines = query::engines();
        let mut window = Window { height: engines.len(), ..Window::default() };
        window.set_len(engines.len());
        window.go(engines.iter().position(|engine| engine.mode() == current).unwrap_or(0));
        State { window, current, structures }
    }

    /// The way that the keys are on; why it is none that can be taken, and what to do.
    pub fn selected(&self) -> Option<Result<Mode, String>> {
        let engine = query::engines().get(self.window.cursor)?;
        Some(match engine.lacks(&self.structures) {
            None => Ok(engine.mode()),
            Some(structure) => Err(not_built(&QueryError::NotBuilt { mode: engine.name(), structure }, structure)),
        })
    }
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let engines = query::engines();
    let column = engines.iter().map(|engine| engine.name().len()).max().unwrap_or(0) + 4;
    let width = screen.width.min(92);
    let text: Vec<Vec<Row>> = engines
        .iter()
        .map(|engine| {
            let mark = if engine.mode() == state.current { look.glyphs.crumb } else { " " };
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
    let height = text.iter().map(Vec::len).sum::<usize>() as u16 + 2;
    let area = frame::centred(screen, width, height);
    frame::clear(buffer, area);
    let frame = Frame {
        title: "How questions are answered".into(),
        right: "Enter takes it".into(),
        focused: true,
        ..Frame::default()
    };
    let inner = frame::paint(buffer, area, &frame, look);
    let mut marks = Marks { area, ..Marks::default() };
    let mut y = inner.y;
    // The chosen one stays in sight where not all fit.
    let before: usize = text[..state.window.cursor.min(text.len())].iter().map(Vec::len).sum();
    let skipped = before
        .saturating_sub(usize::from(inner.height) / 2)
        .min(usize::from(height).saturating_sub(2 + usize::from(inner.height)));
    let mut passed = 0;
    for (at, rows) in text.iter().enumerate() {
        let top = y;
        for row in rows {
            passed += 1;
            if passed <= skipped || y >= inner.bottom() {
                continue;
            }
            rich::paint(buffer, Rect { y, height: 1, ..inner }, row, look.theme, rich::Emphasis::default());
            y += 1;
        }
        let drawn = Rect { y: top, height: y - top, ..inner };
        if at == state.window.cursor {
            rich::select(buffer, drawn, look.style(Role::Selected));
        }
        marks.targets.push((drawn, Target::Row(at)));
    }
    marks
}
