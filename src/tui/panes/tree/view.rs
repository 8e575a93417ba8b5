//! The tree drawn: a row says whether it unfolds, its number, its title, its size and its rating.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::{State, What};
use crate::tui::data::TreeSort;
use crate::tui::overlays::news::WhatIsNew;
use crate::tui::panes::{Marks, Target};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis, safe, shorten};
use crate::tui::widgets::scroll;
use crate::tui::widgets::wrap::wrap_text;

pub fn draw(state: &State, news: &WhatIsNew, buffer: &mut Buffer, area: Rect, focused: bool, look: Look) -> Marks {
    let right = match (&state.filter, state.sort) {
        (Some(_), _) => format!("{} found", state.rows().len()),
        (None, TreeSort::Rating) => "by rating".to_owned(),
        (None, TreeSort::Size) => "by size".to_owned(),
        (None, TreeSort::Title) => "by title".to_owned(),
    };
    let foot = state.filter.as_ref().map_or(String::new(), |field| format!("/{}", field.visible(40).0));
    let frame = Frame { title: "1 Communities".to_owned(), right, foot, focused };
    let inner = frame::paint(buffer, area, &frame, look);
    let mut marks = Marks::default();
    if state.rows().is_empty() && inner.height > 0 {
        let text = match (state.loaded, &state.filter) {
            (_, Some(_)) => "no title is like this",
            (true, None) => "no communities",
            (false, None) => "loading",
        };
        let rows = wrap_text(text, Role::Dim, inner.width.into());
        rich::paint_all(buffer, inner, &rows, look.theme, Emphasis::default());
    }
    for (line, at) in state.window.visible().enumerate().take(inner.height as usize) {
        let row = Rect::new(inner.x, inner.y + line as u16, inner.width, 1);
        draw_row(state, news, at, buffer, row, focused, look);
        marks.targets.push((row, Target::Row(at)));
    }
    if area.width > inner.width {
        let bar = Rect::new(area.right() - 1, inner.y, 1, inner.height);
        scroll::paint(buffer, bar, state.window.top, state.window.len, state.window.height, look);
    }
    if let Some(field) = state.filter.as_ref().filter(|_| state.typing && focused) {
        let column = field.visible(40).1 as u16 + 3;
        marks.cursor = (area.height > 0 && column < area.width).then(|| (area.x + column, area.bottom() - 1));
    }
    marks
}

fn draw_row(state: &State, news: &WhatIsNew, at: usize, buffer: &mut Buffer, area: Rect, focused: bool, look: Look) {
    let Some(node) = state.rows().get(at) else { return };
    let glyphs = look.glyphs;
    let width = usize::from(area.width);
    let depth = node.depth.min(width / 6);
    let (mark, number, title, right) = match &node.what {
        What::Community(row) => {
            let mark = match (row.children > 0 && state.filter.is_none(), node.open) {
                (true, true) => glyphs.open,
                (true, false) => glyphs.closed,
                _ => glyphs.leaf,
            };
            let bar = glyphs.rating(row.rating);
            let right = match width {
                0..34 => format!(" {bar}"),
                34..40 => format!(" {:>4.1} {bar}", row.rating),
                _ => format!(" {:>5} {:>4.1} {bar}", row.entities, row.rating),
            };
            (mark, format!("{:>3} ", row.id), safe(&row.title).into_owned(), right)
        }
        What::Unconnected(count) => {
            let mark = if node.open { glyphs.open } else { glyphs.closed };
            (mark, String::new(), "Unconnected".to_owned(), format!(" {count} small"))
        }
    };
    // What the last update made or changed says so between title and figures.
    let change = node.community().filter(|_| !news.is_empty()).map_or("", |row| news.mark(row.id.into()));
    let right = if change.is_empty() { right } else { format!(" {right}") };
    let number = if width < 20 { String::new() } else { number };
    let left = "  ".repeat(depth);
    let room = width.saturating_sub(left.len() + 2 + number.len() + right.width());
    let current = node.community().is_some_and(|row| Some(row.id) == state.current);
    let title_role = if current { Role::Accent } else { Role::Text };
    let title = shorten(&title, room, glyphs.ellipsis);
    let mut x = area.x;
    let put = |buffer: &mut Buffer, x: u16, text: &str, role: Role| {
        let left = usize::from(area.right().saturating_sub(x));
        buffer.set_stringn(x, area.y, text, left, look.style(role)).0
    };
    x = put(buffer, x, &left, Role::Text);
    x = put(buffer, x, mark, Role::Dim);
    x = put(buffer, x, " ", Role::Text);
    x = put(buffer, x, &number, Role::Dim);
    put(buffer, x, &title, title_role);
    let from = area.right().saturating_sub(right.width() as u16).max(area.x);
    let end = put(buffer, from, &right, Role::Dim);
    if !change.is_empty() && from + 1 < area.right() {
        put(buffer, from + 1, change, Role::Accent);
    }
    if node.community().is_some() && end > area.x {
        put(buffer, end - 1, right.get(right.char_indices().last().map_or(0, |(at, _)| at)..).unwrap_or(""), Role::Bar);
    }
    if at == state.window.cursor {
        let role = if focused { Role::Selected } else { Role::SelectedUnfocused };
        buffer.set_style(area, look.style(role));
    }
}
