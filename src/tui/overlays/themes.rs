//! The colours to choose from: the one that the mark is on is shown at once, and kept or given back.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::panes::{Marks, Target};
use crate::tui::theme::{Look, Role, Theme};
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich;
use crate::tui::widgets::window::Window;

/// Cells of it, with its frame.
const WIDTH: u16 = 64;
/// Cells of a name.
const COLUMN: usize = 12;

#[derive(Clone, Debug)]
pub struct State {
    pub window: Window,
    themes: Vec<Theme>,
    /// What was in force when it was opened.
    before: Theme,
}

impl State {
    /// The themes there are, the one in force chosen.
    pub fn new(themes: Vec<Theme>, now: &Theme) -> State {
        let mut themes = themes;
        if !themes.iter().any(|theme| theme.name == now.name) {
            themes.insert(0, now.clone());
        }
        let mut window = Window { height: themes.len(), ..Window::default() };
        window.set_len(themes.len());
        window.go(themes.iter().position(|theme| theme.name == now.name).unwrap_or(0));
        State { window, themes, before: now.clone() }
    }

    /// The one that the mark is on.
    pub fn selected(&self) -> &Theme {
        self.themes.get(self.window.cursor).unwrap_or(&self.before)
    }

    /// What was in force before.
    pub fn before(&self) -> &Theme {
        &self.before
    }
}

/// What a theme of ours is for.
fn about(name: &str) -> &'static str {
    match name {
        "terminal" => "the terminal's own colours",
        "dark" => "for a dark background",
        "light" => "for a light background",
        "mono" => "no colours: bold, underlined, reversed",
        _ => "of your own",
    }
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    // Where what is said of one has no room beside its name it stands below.
    let narrow = screen.width < WIDTH;
    let each: u16 = if narrow { 2 } else { 1 };
    let area = frame::centred(screen, WIDTH.min(screen.width), state.themes.len() as u16 * each + 2);
    frame::clear(buffer, area);
    let frame = Frame {
        title: "Colours".into(),
        right: format!("now {}", state.before.name),
        foot: if narrow {
            "Enter keeps it, Esc does not"
        } else {
            "shown as you move; Enter keeps it, Esc leaves it as it was"
        }
        .into(),
        focused: true,
    };
    let inner = frame::paint(buffer, area, &frame, look);
    let mut marks = Marks { area, ..Marks::default() };
    let fitting = usize::from(inner.height / each).max(1);
    let first = (state.window.cursor + 1).saturating_sub(fitting);
    for (line, at) in (first..state.themes.len()).take(fitting).enumerate() {
        let row = Rect { y: inner.y + line as u16 * each, height: each.min(inner.height), ..inner };
        let (name, width) = (state.themes[at].name.as_str(), usize::from(row.width));
        let mark = if at == state.window.cursor { look.glyphs.crumb } else { " " };
        buffer.set_stringn(row.x, row.y, mark, 1, look.style(Role::Accent));
        let shown = rich::shorten(name, COLUMN, look.glyphs.ellipsis);
        buffer.set_stringn(row.x + 2, row.y, &shown, width.saturating_sub(2), look.style(Role::Title));
        let (from, y) = if narrow { (4, row.y + 1) } else { (3 + COLUMN, row.y) };
        if width > from && y < row.bottom() {
            buffer.set_stringn(row.x + from as u16, y, about(name), width - from, look.style(Role::Dim));
        }
        if at == state.window.cursor {
            rich::select(buffer, row, look.style(Role::Selected));
        }
        marks.targets.push((row, Target::Row(at)));
    }
    marks
}
