//! The home page drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::State;
use crate::tui::panes::{Marks, PageInSight, Target};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis};
use crate::tui::widgets::{scroll, wrap};

pub fn draw(state: &State, name: &str, buffer: &mut Buffer, area: Rect, focused: bool, look: Look) -> Marks {
    let frame = Frame { title: name.to_owned(), focused, ..Frame::default() };
    let inner = frame::paint(buffer, area, &frame, look);
    let mut marks = Marks::default();
    if state.content.is_none() {
        let (text, role) = match &state.problem {
            Some(problem) => (problem.as_str(), Role::Error),
            None => ("looking at what is in here", Role::Dim),
        };
        rich::paint_all(
            buffer,
            inner,
            &wrap::wrap_text(text, role, inner.width.into()),
            look.theme,
            Emphasis::default(),
        );
        return marks;
    }
    let page = PageInSight { rows: &state.page.rows, top: state.top, focused: focused.then_some(state.at), find: None };
    let leads = |link: usize| state.page.items.get(link).and_then(|item| item.go.record());
    marks.targets.extend(page.paint(buffer, inner, look, |_| None, leads));
    // Behind them: it is where its key stands that an item is.
    for (line, row) in state.page.rows.iter().skip(state.top).take(inner.height.into()).enumerate() {
        let said = state.page.said.iter().filter(|(row, _)| *row == state.top + line);
        let words = row.pieces.first().map_or(0, |piece| piece.width() as u16).min(inner.width);
        let area = Rect::new(inner.x, inner.y + line as u16, words, 1);
        marks.targets.extend(said.map(|&(_, link)| (area, Target::Link(link, None))));
    }
    scroll::paint(buffer, area, inner, (state.top, state.page.rows.len(), inner.height.into()), look);
    marks
}
