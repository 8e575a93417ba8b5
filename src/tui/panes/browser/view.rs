//! The browser drawn: a heading of columns, then the rows in sight. Rows that are not loaded yet are dim dots.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::{KINDS, State};
use crate::model::{Kind, Ref};
use crate::tui::data::Column;
use crate::tui::overlays::news::WhatIsNew;
use crate::tui::panes::{Marks, Target};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::numbers::grouped;
use crate::tui::widgets::rich::{safe, shorten};
use crate::tui::widgets::scroll;

/// Columns beside the name: heading, width, what they sort by.
fn cells(kind: Kind) -> &'static [(&'static str, usize, Option<Column>)] {
    match kind {
        Kind::Entity => {
            &[("type", 12, Some(Column::Type)), ("links", 6, Some(Column::Size)), ("in", 5, Some(Column::Documents))]
        }
        Kind::Relationship => &[("strength", 8, Some(Column::Size))],
        Kind::Claim => &[("status", 9, Some(Column::Type))],
        _ => &[("format", 8, None), ("tokens", 7, Some(Column::Size))],
    }
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Entity => "entities",
        Kind::Relationship => "relationships",
        Kind::Claim => "claims",
        _ => "documents",
    }
}

pub fn draw(state: &State, news: &WhatIsNew, buffer: &mut Buffer, area: Rect, focused: bool, look: Look) -> Marks {
    let len = state.ids.len();
    let right = match (state.loading, len) {
        (true, 0) => "loading".to_owned(),
        (_, 0) => String::new(),
        _ => format!("{} of {}", grouped(state.window.cursor as u64 + 1), grouped(len as u64)),
    };
    let others: Vec<&str> = KINDS.iter().filter(|&&kind| kind != state.kind).map(|&kind| word(kind)).collect();
    let foot = match &state.filter {
        Some(field) => format!("/{}", field.visible(40).0),
        None if focused => format!("{} {}", look.glyphs.arrow, others.join(" ")),
        None => String::new(),
    };
    let frame = Frame { title: format!("2 Browser {} {}", look.glyphs.dot, word(state.kind)), right, foot, focused };
    let inner = frame::paint(buffer, area, &frame, look);
    let mut marks = Marks::default();
    if inner.is_empty() {
        return marks;
    }
    let width = usize::from(inner.width);
    let columns: &[_] = match width {
        0..24 => &[],
        24..40 => cells(state.kind).split_last().map_or(&[], |(last, _)| std::slice::from_ref(last)),
        _ => cells(state.kind),
    };
    // In a narrow pane only the last column is left.
    let skipped = cells(state.kind).len() - columns.len();
    let cell_width: usize = columns.iter().map(|(_, width, _)| width + 1).sum();
    let name_width = width.saturating_sub(cell_width);

    let mark = |column: Option<Column>| match (column == Some(state.column), state.reversed) {
        (true, false) => look.glyphs.sorted[0],
        (true, true) => look.glyphs.sorted[1],
        _ => "",
    };
    let mut heading = format!("{:<name_width$}", format!("name{}", mark(Some(Column::Name))));
    for (title, width, column) in columns {
        heading += &format!(" {:>width$}", format!("{title}{}", mark(*column)));
    }
    buffer.set_stringn(inner.x, inner.y, &heading, width, look.style(Role::Dim));

    if len == 0 && !state.loading && inner.height > 1 {
        let text = match (&state.filter, state.kind) {
            (Some(_), _) => "nothing is called like this",
            (None, Kind::Claim) => "claims are made by a model only",
            (None, _) => "none",
        };
        buffer.set_stringn(inner.x, inner.y + 1, text, width, look.style(Role::Dim));
    }
    for (line, at) in state.window.visible().enumerate().take(inner.height.saturating_sub(1).into()) {
        let area = Rect::new(inner.x, inner.y + 1 + line as u16, inner.width, 1);
        match state.ids.get(at).and_then(|id| state.rows.get(id)) {
            Some(row) => {
                let name = safe(&row.name);
                // What the last update made or changed says so after its name.
                let room = name_width.saturating_sub(if news.is_empty() { 0 } else { 2 });
                let name = shorten(&name, room, look.glyphs.ellipsis);
                buffer.set_stringn(area.x, area.y, &name, width, look.style(Role::Text));
                if room < name_width {
                    let mark = news.mark(Ref::new(state.kind, row.id));
                    let x = area.x + name_width as u16 - 1;
                    buffer.set_stringn(x, area.y, mark, 1, look.style(Role::Accent));
                }
                let mut x = name_width;
                for (number, (_, cell, _)) in columns.iter().enumerate() {
                    let text = row.cells.get(number + skipped).map_or("", String::as_str);
                    let text = shorten(text, *cell, look.glyphs.ellipsis);
                    let from = x + 1 + cell.saturating_sub(text.width());
                    buffer.set_stringn(area.x + from as u16, area.y, &text, width - from, look.style(Role::Dim));
                    x += cell + 1;
                }
            }
            None => {
                buffer.set_stringn(area.x, area.y, look.glyphs.dot, width, look.style(Role::Dim));
            }
        }
        if at == state.window.cursor {
            let role = if focused { Role::Selected } else { Role::SelectedUnfocused };
            buffer.set_style(area, look.style(role));
        }
        marks.targets.push((area, Target::Row(at)));
    }
    if area.width > inner.width {
        let bar = Rect::new(area.right() - 1, inner.y, 1, inner.height);
        scroll::paint(buffer, bar, state.window.top, len, state.window.height, look);
    }
    if let Some(field) = state.filter.as_ref().filter(|_| state.typing && focused) {
        let column = field.visible(40).1 as u16 + 3;
        marks.cursor = (area.height > 0 && column < area.width).then(|| (area.x + column, area.bottom() - 1));
    }
    marks
}
