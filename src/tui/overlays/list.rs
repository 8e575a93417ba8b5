//! A field with a list below it: what the palette and the finder look like.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::tui::panes::{Marks, Target};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::field::Field;
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis, safe, shorten, shorten_inside};
use crate::tui::widgets::window::Window;
use crate::tui::widgets::wrap::wrap_text;

/// What is chosen from.
pub struct List<'a> {
    pub title: &'a str,
    /// Said between what is typed and the rows.
    pub note: &'a str,
    /// Said where nothing is typed yet.
    pub hint: &'a str,
    pub field: &'a Field,
    pub window: &'a Window,
    /// The lines in sight.
    pub lines: Vec<Line>,
    /// Said when there are none.
    pub empty: &'a str,
    /// What it stands on is shown beside it.
    pub previews: bool,
}

/// One line of it.
pub struct Line {
    /// One cell before the rest.
    pub mark: &'static str,
    pub left: String,
    pub right: String,
    /// Shown after the name where there is room.
    pub after: String,
}

/// From this width on, what the list stands on is shown beside it.
const BESIDE: u16 = 110;

/// Where the list lies, and what is shown beside it where there is room. A large screen shows more of it, in rows and in
/// columns. What stands below the panes stays in sight.
pub fn areas(screen: Rect) -> (Rect, Option<Rect>) {
    let height = (screen.height * 2 / 3).max(24).min(screen.height.saturating_sub(2).max(screen.height.min(6)));
    let width = if screen.width >= BESIDE { screen.width * 9 / 10 } else { 84 };
    let mut area = frame::centred(screen, width, height);
    area.y = screen.y + (screen.height - height).div_ceil(3);
    if screen.width < BESIDE {
        return (area, None);
    }
    let left = area.width * 9 / 20;
    let beside = Rect { x: area.x + left, width: area.width - left, ..area };
    (Rect { width: left, ..area }, Some(beside))
}

fn area(screen: Rect, list: &List) -> Rect {
    match areas(screen) {
        (area, Some(beside)) if !list.previews => area.union(beside),
        (area, _) => area,
    }
}

/// Rows that fit on a screen.
pub fn height(screen: Rect) -> usize {
    frame::inner(areas(screen).0).height.saturating_sub(2).into()
}

pub fn draw(list: &List, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let area = area(screen, list);
    let window = list.window;
    frame::clear(buffer, area);
    let right = match window.len {
        0 => String::new(),
        len => format!("{} of {len}", window.cursor + 1),
    };
    let frame = Frame { title: list.title.to_owned(), right, focused: true, ..Frame::default() };
    let inner = frame::paint(buffer, area, &frame, look);
    let mut marks = Marks { area, ..Marks::default() };
    if inner.width < 4 || inner.height == 0 {
        return marks;
    }
    let width = usize::from(inner.width);
    let (text, column) = list.field.visible(width.saturating_sub(3));
    buffer.set_stringn(inner.x, inner.y, look.glyphs.crumb, 1, look.style(Role::Accent));
    buffer.set_stringn(inner.x + 2, inner.y, text, width - 2, look.style(Role::Text));
    marks.cursor = Some((inner.x + 2 + column as u16, inner.y));
    if list.field.is_empty() {
        buffer.set_stringn(inner.x + 3, inner.y, list.hint, width.saturating_sub(3), look.style(Role::Dim));
    }
    if inner.height > 1 {
        let note = shorten(list.note, width.saturating_sub(2), look.glyphs.ellipsis);
        buffer.set_stringn(inner.x + 2, inner.y + 1, &note, width - 2, look.style(Role::Dim));
    }
    if list.lines.is_empty() && inner.height > 2 {
        let empty = wrap_text(list.empty, Role::Dim, width - 2);
        let room = Rect { x: inner.x + 2, y: inner.y + 2, width: inner.width - 2, height: inner.height - 2 };
        rich::paint_all(buffer, room, &empty, look.theme, Emphasis::default());
    }
    for (at, line) in list.lines.iter().enumerate().take(usize::from(inner.height).saturating_sub(2)) {
        let row = Rect::new(inner.x, inner.y + 2 + at as u16, inner.width, 1);
        buffer.set_stringn(row.x, row.y, line.mark, 1, look.style(Role::Accent));
        let right = shorten(&line.right, width / 2, look.glyphs.ellipsis);
        let room = width.saturating_sub(right.width() + 4);
        let left = safe(&line.left);
        // What says why it was found is seen beside a long name.
        let least = if line.after.is_empty() { 0 } else { (room / 3).min(line.after.width() + 2) };
        let left = shorten_inside(&left, room - least, look.glyphs.ellipsis);
        let (x, _) = buffer.set_stringn(row.x + 2, row.y, &left, room, look.style(Role::Text));
        let rest = room.saturating_sub(left.width() + 2);
        if rest > 8 {
            let after = safe(&line.after);
            let after = shorten(&after, rest, look.glyphs.ellipsis);
            buffer.set_stringn(x + 2, row.y, &after, rest, look.style(Role::Dim));
        }
        let from = row.right().saturating_sub(right.width() as u16);
        buffer.set_stringn(from, row.y, &right, width, look.style(Role::Dim));
        if window.top + at == window.cursor {
            rich::select(buffer, row, look.style(Role::Selected));
        }
        marks.targets.push((row, Target::Row(window.top + at)));
    }
    marks
}
