//! Rich text: rows of pieces, each with its meaning and perhaps a link. What a page is made of, once wrapped.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::emoji;
pub use crate::text::display::cut::{shorten, shorten_at_word, shorten_inside};
use crate::text::display::sanitise::{Breaks, sanitise};
use crate::tui::theme::{Role, Theme};

/// How a piece of text looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Face {
    pub role: Role,
    pub strong: bool,
    pub emphasis: bool,
}

impl From<Role> for Face {
    fn from(role: Role) -> Face {
        Face { role, ..Face::default() }
    }
}

/// A stretch of text of one look. `link` is a position in the links of the page it stands on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Piece {
    pub text: String,
    pub face: Face,
    pub link: Option<u32>,
}

impl Piece {
    /// Makes a piece of text that comes from outside: it is sanitised.
    pub fn new(text: &str, face: impl Into<Face>) -> Piece {
        Piece { text: safe(text).into_owned(), face: face.into(), link: None }
    }

    pub fn linked(text: &str, face: impl Into<Face>, link: u32) -> Piece {
        Piece { link: Some(link), ..Piece::new(text, face) }
    }

    pub fn width(&self) -> usize {
        self.text.width()
    }
}

/// One line of a page, as it will be drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    pub pieces: Vec<Piece>,
}

impl Row {
    pub fn new(pieces: Vec<Piece>) -> Row {
        Row { pieces }
    }

    /// A row of one look.
    pub fn plain(text: &str, face: impl Into<Face>) -> Row {
        Row { pieces: vec![Piece::new(text, face)] }
    }

    pub fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    pub fn width(&self) -> usize {
        self.pieces.iter().map(Piece::width).sum()
    }

    /// Adds `by` to every link, for rows that were made on their own and now join a page that has links already.
    pub fn shift_links(&mut self, by: u32) {
        for piece in &mut self.pieces {
            piece.link = piece.link.map(|link| link + by);
        }
    }
}

/// Makes text from outside fit for a cell: nothing in it can drive the terminal, and it stays on its line.
pub fn safe(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return Cow::Borrowed(text);
    }
    let safe = sanitise(text, Breaks::Keep);
    let safe = match emoji::simple(&safe) {
        Cow::Owned(simple) => Cow::Owned(simple),
        Cow::Borrowed(_) => safe,
    };
    if safe.contains(['\n', '\t']) { Cow::Owned(safe.replace(['\n', '\t'], " ")) } else { safe }
}

impl Theme {
    pub fn face(&self, face: Face) -> Style {
        let mut style = self.style(face.role);
        if face.strong {
            style = style.add_modifier(Modifier::BOLD);
        }
        if face.emphasis {
            style = style.add_modifier(Modifier::ITALIC);
        }
        style
    }
}

/// How a row is drawn beyond what it says of itself.
#[derive(Clone, Copy, Default)]
pub struct Emphasis<'a> {
    /// The link that the keys are on.
    pub focused: Option<u32>,
    /// Cells to mark as found, from column to column.
    pub found: &'a [(usize, usize)],
}

/// Draws a row from (`area.x`, `area.y`) on, cut at the area's width. Returns where its links came to stand.
pub fn paint(buffer: &mut Buffer, area: Rect, row: &Row, theme: &Theme, emphasis: Emphasis) -> Vec<(Rect, u32)> {
    let area = area.intersection(buffer.area);
    let mut links: Vec<(Rect, u32)> = Vec::new();
    if area.is_empty() {
        return links;
    }
    let mut x = area.x;
    for piece in &row.pieces {
        let left = area.right().saturating_sub(x);
        if left == 0 {
            break;
        }
        let mut style = theme.face(piece.face);
        if piece.link.is_some() && piece.link == emphasis.focused {
            style = theme.style(Role::LinkFocused);
        }
        let (end, _) = buffer.set_stringn(x, area.y, &piece.text, left as usize, style);
        if let Some(link) = piece.link
            && end > x
        {
            match links.last_mut() {
                Some((rect, last)) if *last == link && rect.right() == x => rect.width += end - x,
                _ => links.push((Rect::new(x, area.y, end - x, 1), link)),
            }
        }
        x = end;
    }
    for &(from, to) in emphasis.found {
        let from = area.x.saturating_add(from.min(u16::MAX as usize) as u16).min(area.right());
        let to = area.x.saturating_add(to.min(u16::MAX as usize) as u16).min(area.right());
        buffer.set_style(Rect::new(from, area.y, to - from, 1), theme.style(Role::Found));
    }
    links
}

/// Marks an area as selected. A style that turns colours round would give each of the row's own colours a background of
/// its own, so these are dropped first.
pub fn select(buffer: &mut Buffer, area: Rect, style: Style) {
    let area = area.intersection(buffer.area);
    if style.add_modifier.contains(Modifier::REVERSED) {
        buffer.set_style(area, Style::reset());
    }
    buffer.set_style(area, style);
}

/// Draws rows from the top of an area, as many as fit.
pub fn paint_all(buffer: &mut Buffer, area: Rect, rows: &[Row], theme: &Theme, emphasis: Emphasis) {
    for (line, row) in rows.iter().take(area.height.into()).enumerate() {
        paint(buffer, Rect::new(area.x, area.y + line as u16, area.width, 1), row, theme, emphasis);
    }
}

/// Finds `query` in a row, letters' case aside: cells from column to column.
pub fn matches(row: &Row, query: &str) -> Vec<(usize, usize)> {
    if query.is_empty() {
        return Vec::new();
    }
    // A blank at which no line breaks is one all the same.
    let text = row.text().replace('\u{a0}', " ");
    // Lower-casing can change lengths, so columns are counted on what was searched.
    let lower = text.to_lowercase();
    let query = query.to_lowercase();
    lower
        .match_indices(&query)
        .map(|(at, found)| {
            let from = lower[..at].width();
            (from, from + found.width())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_reaches_the_terminal() {
        assert_eq!(safe("a\u{1b}[31mb\u{202e}c\td\u{7}"), "a␛[31mbc d");
        assert_eq!(safe("plain – text"), "plain – text");
    }

    #[test]
    fn finds_without_regard_to_case() {
        let row = Row::plain("The Mill and the mill", Role::Text);
        assert_eq!(matches(&row, "mill"), [(4, 8), (17, 21)]);
        assert!(matches(&row, "").is_empty());
        assert_eq!(matches(&Row::plain("crate:\u{a0}C-7", Role::Text), "crate: c"), [(0, 8)]);
    }

    #[test]
    fn links_are_where_they_were_drawn() {
        let theme = Theme::built_in("mono").unwrap();
        let mut buffer = Buffer::empty(Rect::new(0, 0, 10, 1));
        let row = Row::new(vec![
            Piece::new("日本 ", Role::Text),
            Piece::linked("81", Role::Link, 4),
            Piece::linked("2 and far beyond", Role::Link, 4),
        ]);
        let links = paint(&mut buffer, Rect::new(0, 0, 10, 1), &row, &theme, Emphasis::default());
        assert_eq!(links, [(Rect::new(5, 0, 5, 1), 4)]);
    }
}
