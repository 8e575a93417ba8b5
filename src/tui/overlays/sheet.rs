//! Rows in a frame over the panes that only scroll: what an overlay is made of that shows something and lists nothing.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::panes::Marks;
use crate::tui::theme::Look;
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis, Row};
use crate::tui::widgets::scroll;

/// Moves the first row shown by so many, as far as there are rows; `rows` gives them for a width in columns.
pub fn scroll(top: &mut usize, by: isize, area: Rect, rows: impl Fn(usize) -> Vec<Row>) {
    let inner = frame::inner(area);
    let rows = rows(inner.width.into()).len();
    *top = top.saturating_add_signed(by).min(rows.saturating_sub(inner.height.into()));
}

/// Draws the rows from `top` on; `leave` says in the frame what Esc does.
pub fn draw(
    top: usize,
    (title, leave): (&str, &str),
    area: Rect,
    rows: impl Fn(usize) -> Vec<Row>,
    buffer: &mut Buffer,
    look: Look,
) -> Marks {
    frame::clear(buffer, area);
    let frame = Frame { title: title.into(), right: leave.into(), focused: true, ..Frame::default() };
    let inner = frame::paint(buffer, area, &frame, look);
    let rows = rows(inner.width.into());
    rich::paint_all(buffer, inner, rows.get(top..).unwrap_or_default(), look.theme, Emphasis::default());
    scroll::paint(buffer, area, inner, (top, rows.len(), inner.height.into()), look);
    Marks { area, ..Marks::default() }
}
