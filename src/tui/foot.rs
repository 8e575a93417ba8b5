//! The line below: what the keys do here, what the citation leads to that they are on, or what there is to say.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::app::App;
use super::panes::{Marks, PaneId, Target};
use super::suggestions::suggestions;
use super::theme::Role;
use super::widgets::frame;
use super::widgets::rich::{self, Emphasis, Row, safe, shorten, shorten_inside};
use super::widgets::wrap::wrap_text;

/// Cells of a row of a list that are not its name.
const ROW: usize = 12;

/// The line below: what the keys do here, each to be clicked, and what a citation in focus leads to.
pub fn draw(app: &App, buffer: &mut Buffer, screen: Rect) -> Marks {
    let look = app.look();
    let y = screen.bottom() - 1;
    let width = usize::from(screen.width);
    let mut marks = Marks::default();
    if app.notice.is_some() {
        draw_notice(app, buffer, screen);
        return marks;
    }
    let layer = app.layer();
    let mut x = screen.x + 1;
    if let Some(hints) = &app.hints {
        for (key, word) in hints.said() {
            x = put_key(app, buffer, x, y, screen.right(), &key, word);
        }
        return marks;
    }
    if !app.typed.is_empty() {
        for (keys, description) in app.keymap.continuations(layer, &app.typed) {
            x = put_key(app, buffer, x, y, screen.right(), &keys, description);
        }
        return marks;
    }
    // A row that its pane has no room for is said whole here, as far as may be.
    let room = if width <= 40 { 0 } else { width / 2 };
    let name = cut_row(app).or_else(|| focused_name(app)).filter(|_| room > 0).unwrap_or_default();
    // What tells documents apart often stands at their ends.
    let name = shorten_inside(&name, room, look.glyphs.ellipsis);
    let limit = screen.right().saturating_sub(name.width() as u16 + 2);
    for (command, word) in suggestions(app) {
        if let Some(key) = app.keymap.keys_for(layer, *command) {
            let needed = (key.width() + word.width() + 3) as u16;
            if x + needed > limit {
                break;
            }
            let end = put_key(app, buffer, x, y, limit, &key, word);
            marks.targets.push((Rect::new(x, y, end.saturating_sub(x + 2), 1), Target::Run(*command)));
            x = end;
        }
    }
    if !name.is_empty() {
        let from = screen.right().saturating_sub(name.width() as u16 + 1);
        buffer.set_stringn(from, y, &name, room, look.style(Role::Dim));
    }
    marks
}

fn put_key(app: &App, buffer: &mut Buffer, x: u16, y: u16, limit: u16, key: &str, word: &str) -> u16 {
    let look = app.look();
    let room = |x: u16| usize::from(limit.saturating_sub(x));
    let (x, _) = buffer.set_stringn(x, y, look.glyphs.keys(key), room(x), look.style(Role::Key));
    let (x, _) = buffer.set_stringn(x, y, format!(" {word}  "), room(x), look.style(Role::Dim));
    x
}

/// What there is to say, over the lower lines where one is too short for it.
pub fn draw_notice(app: &App, buffer: &mut Buffer, screen: Rect) {
    let Some(notice) = &app.notice else { return };
    let role = if notice.bad { Role::Error } else { Role::Accent };
    let width = usize::from(screen.width).saturating_sub(2).max(1);
    let mut rows = wrap_text(&notice.text, role, width);
    let most = usize::from(screen.height / 4).clamp(1, 4);
    if rows.len() > most {
        let rest: Vec<String> = rows.drain(most - 1..).map(|row| row.text()).collect();
        let last = shorten(&rest.join(" "), width, app.glyphs.ellipsis).into_owned();
        rows.push(Row::plain(&last, role));
    }
    let height = rows.len() as u16;
    let area = Rect { y: screen.bottom() - height, height, ..screen };
    if height > 1 {
        // The frames above it are shorter, and closed.
        for x in screen.left()..screen.right() {
            buffer[(x, area.y - 1)] = buffer[(x, screen.bottom() - 2)].clone();
        }
        frame::clear(buffer, area);
    }
    let text = Rect { x: area.x + 1.min(area.width - 1), width: width as u16, ..area };
    rich::paint_all(buffer, text, &rows, app.look().theme, Emphasis::default());
}

/// The row that a list stands on, where the list has no room for all of it.
fn cut_row(app: &App) -> Option<String> {
    let pane = app.regions.panes.iter().find(|(pane, _)| *pane == app.focus)?.1;
    let name = match app.focus {
        PaneId::Tree => &app.tree.selected()?.community()?.title,
        PaneId::Browser => &app.browser.rows.get(&app.browser.selected()?)?.name,
        _ => return None,
    };
    // Figures and marks take the rest of a row.
    let room = usize::from(pane.width).saturating_sub(ROW);
    (app.overlays.is_empty() && name.width() > room).then(|| safe(name).into_owned())
}

/// The title of the citation that the keys are on.
fn focused_name(app: &App) -> Option<String> {
    if !app.overlays.is_empty() {
        return None;
    }
    let (record, names) = match app.focus {
        PaneId::Home => return None,
        PaneId::Reader => (app.reader.link.and_then(|link| app.reader.page.link_ref(link))?, &app.reader.names),
        PaneId::Chat => (app.chat.focused_ref()?, &app.chat.names),
        _ => return None,
    };
    match names.get(&record.record()) {
        Some(Some(title)) => Some(format!("{} {}", app.glyphs.arrow, safe(title))),
        Some(None) => Some(format!("{record}: no such record")),
        None => Some(record.to_string()),
    }
}
