//! The tree drawn: a row says whether it unfolds, its title, and its rating, or how many documents it draws on.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::{Node, State, What};
use crate::tui::data::{TreeSort, WhatIsNew};
use crate::tui::panes::{Marks, Seen, Target};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis, safe};
use crate::tui::widgets::wrap::wrap_text;
use crate::tui::widgets::{distinct, scroll};

pub fn draw(
    state: &State,
    news: &WhatIsNew,
    seen: Seen,
    buffer: &mut Buffer,
    area: Rect,
    focused: bool,
    look: Look,
) -> Marks {
    let right = match (state.filter.field(), state.sort) {
        (Some(_), _) => format!("{} found", state.found()),
        // What the bar behind each row stands for.
        (None, TreeSort::Rating) if state.rated => format!("by rating {}", look.glyphs.rating(10.0)),
        (None, TreeSort::Rating) => "documents".to_owned(),
        (None, TreeSort::Size) => "by entities".to_owned(),
        (None, TreeSort::Title) => "by title".to_owned(),
    };
    let foot = match (state.filter.field(), state.marked.len()) {
        (Some(field), _) => field.in_border(),
        (None, 0) => String::new(),
        // From elsewhere these keys do something else.
        (None, marked) if !focused => format!("{marked} marked"),
        (None, marked) if area.width < ROOMY => format!("{marked} marked  A asks"),
        (None, marked) => format!("{marked} marked  A asks  E writes  Esc clears"),
    };
    let frame = Frame { title: "1 Communities".to_owned(), right, foot, focused };
    let inner = frame::paint(buffer, area, &frame, look);
    let mut marks = Marks::default();
    if state.rows().is_empty() && inner.height > 0 {
        let text = match (state.loaded, state.filter.field()) {
            (_, Some(_)) => "no title of a community is like this: Esc drops the filter, ^P looks in the text as well",
            (true, None) => "no communities",
            (false, None) => "loading",
        };
        let rows = wrap_text(text, Role::Dim, inner.width.into());
        rich::paint_all(buffer, inner, &rows, look.theme, Emphasis::default());
    }
    let visible: Vec<usize> = state.window.visible().take(inner.height.into()).collect();
    let drawn: Vec<RowParts> =
        visible.iter().filter_map(|&at| parts(state, news, seen, at, inner.width.into(), look)).collect();
    let titles: Vec<(&str, usize)> = drawn.iter().map(|row| (row.title.as_str(), row.room)).collect();
    let mut titles = distinct::shorten_all(&titles, look.glyphs.ellipsis);
    if let Some(field) = state.filter.field() {
        for (title, row) in titles.iter_mut().zip(&drawn) {
            let short = std::mem::take(title);
            *title = distinct::with_hit(&row.title, short, field.text(), row.room, look.glyphs.ellipsis);
        }
    }
    for (line, ((&at, parts), title)) in visible.iter().zip(&drawn).zip(&titles).enumerate() {
        let row = Rect::new(inner.x, inner.y + line as u16, inner.width, 1);
        let fold = draw_row(parts, title, buffer, row, look);
        marks.targets.push((row, Target::Row(at)));
        marks.targets.extend(fold.map(|fold| (fold, Target::Fold(at))));
        if at == state.window.cursor {
            let role = if focused { Role::Selected } else { Role::SelectedUnfocused };
            rich::select(buffer, row, look.style(role));
        }
    }
    scroll::paint(buffer, area, inner, (state.window.top, state.window.len, state.window.height), look);
    marks.cursor = state.filter.cursor(area, focused);
    marks
}

/// Inside a pane of this width there is room for a figure: the rating of a community, or its documents.
const RATED: usize = 44;
/// A pane of this width has room to say all that is done with marked rows.
const ROOMY: u16 = 42;

/// What a row is made of.
struct RowParts {
    indent: String,
    mark: &'static str,
    folds: bool,
    title: String,
    /// Cells there are for the title.
    room: usize,
    role: Role,
    change: &'static str,
    right: String,
    /// What stands on the right ends with a bar.
    has_bar: bool,
    /// Between mark and title: whether its report was read.
    read: &'static str,
}

fn parts(state: &State, news: &WhatIsNew, seen: Seen, at: usize, width: usize, look: Look) -> Option<RowParts> {
    let node = state.rows().get(at)?;
    let glyphs = look.glyphs;
    let depth = node.depth.min(width / 6);
    let is_deeper = |next: &Node| next.depth > node.depth;
    let leads_on = state.filter.is_on() && (node.context || state.rows().get(at + 1).is_some_and(is_deeper));
    let (mark, folds, title, right) = match &node.what {
        What::Community(row) => {
            let folds = row.children > 0 && !state.filter.is_on();
            let mark = match (folds, node.open) {
                (true, true) => glyphs.open,
                (true, false) => glyphs.closed,
                // What hangs from it was found, too.
                _ if leads_on => glyphs.open,
                _ => glyphs.leaf,
            };
            // The title comes first; figures where there is room. One scale serves the whole tree.
            let bar = match state.rated {
                true => glyphs.rating(row.rating),
                false => glyphs.share(row.documents.into(), state.documents),
            };
            // What no model rated has its documents in the place of a rating.
            let figure = match (state.sort, state.rated) {
                (TreeSort::Size, _) => {
                    format!("{:>4} {}", row.entities, if row.entities == 1 { "entity  " } else { "entities" })
                }
                (_, true) => format!("{:>4.1}", row.rating),
                (_, false) => format!("{:>4} {}", row.documents, if row.documents == 1 { "doc " } else { "docs" }),
            };
            let right = match width {
                0..RATED if state.rated => format!(" {bar}"),
                0..RATED => format!(" {:>1$}", row.documents, state.documents.to_string().len()),
                _ => format!(" {figure} {bar}"),
            };
            (mark, folds, safe(&row.title).into_owned(), right)
        }
        What::Unconnected(count) => {
            let mark = if node.open { glyphs.open } else { glyphs.closed };
            (mark, true, "Unconnected".to_owned(), format!(" {count} small"))
        }
    };
    // What the last update made or changed says so between title and figures.
    let change = node.community().filter(|_| !news.is_empty()).map_or("", |row| news.mark(row.id.into()));
    let right = if change.is_empty() { right } else { format!(" {right}") };
    let indent = "  ".repeat(depth);
    let room = width.saturating_sub(indent.len() + 2 + right.width());
    let role = match node.community().is_some_and(|row| Some(row.id) == state.current) {
        // What something hangs from that was found is not what was looked for.
        _ if node.context => Role::Dim,
        true => Role::Accent,
        false => Role::Text,
    };
    let has_bar = node.community().is_some() && (state.rated || width >= RATED);
    let read = node.community().map_or(" ", |row| match state.marked.contains(&row.id) {
        true => glyphs.marked,
        false => seen.mark(row.id.into(), glyphs),
    });
    Some(RowParts { read, indent, mark, folds, title, room, role, change, right, has_bar })
}

/// Draws a row and returns the cells of the mark that folds it.
fn draw_row(parts: &RowParts, title: &str, buffer: &mut Buffer, area: Rect, look: Look) -> Option<Rect> {
    let mut x = area.x;
    let put = |buffer: &mut Buffer, x: u16, text: &str, role: Role| {
        let left = usize::from(area.right().saturating_sub(x));
        buffer.set_stringn(x, area.y, text, left, look.style(role)).0
    };
    x = put(buffer, x, &parts.indent, Role::Text);
    let fold = Rect::new(x, area.y, 2, 1).intersection(area);
    x = put(buffer, x, parts.mark, Role::Dim);
    x = put(buffer, x, parts.read, if parts.read == look.glyphs.marked { Role::Accent } else { Role::Dim });
    put(buffer, x, title, parts.role);
    let right = &parts.right;
    let from = area.right().saturating_sub(right.width() as u16).max(area.x);
    let end = put(buffer, from, right, Role::Dim);
    if !parts.change.is_empty() && from + 1 < area.right() {
        put(buffer, from + 1, parts.change, Role::Accent);
    }
    if parts.has_bar && end > area.x {
        put(buffer, end - 1, right.get(right.char_indices().last().map_or(0, |(at, _)| at)..).unwrap_or(""), Role::Bar);
    }
    parts.folds.then_some(fold)
}
