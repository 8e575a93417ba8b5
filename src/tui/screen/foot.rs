//! The line below: what the keys do here; and what there is to say, beside them or in their place.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::suggestions::suggestions;
use crate::model::Ref;
use crate::tui::app::App;
use crate::tui::keys::{Command, Layer};
use crate::tui::notice::Notice;
use crate::tui::panes::{Marks, PaneId, Target};
use crate::tui::placing::layout;
use crate::tui::theme::Role;
use crate::tui::widgets::frame;
use crate::tui::widgets::rich::{self, Emphasis, Row, safe, shorten, shorten_inside};
use crate::tui::widgets::wrap::wrap_text;

/// Cells between what two keys do.
const BLANKS: u16 = 2;
/// Cells of a row of a list that are not its name.
const ROW: usize = 12;
/// What stands beside the keys has at most this part of their line.
const ASIDE: usize = 3;

/// The line below: what the keys do here, each to be clicked, and what is short enough to be said beside them.
pub fn draw(app: &App, buffer: &mut Buffer, screen: Rect) -> Marks {
    let look = app.look();
    let y = screen.bottom() - 1;
    let width = usize::from(screen.width);
    let mut marks = Marks::default();
    if !notice_rows(app, screen).is_empty() {
        return marks;
    }
    let layer = app.layer();
    let mut x = screen.x + 1;
    if let Some(hints) = &app.input.hints {
        let mut said = hints.said();
        // Where not all have room, the way out, which stands last, comes first.
        let needed: usize = said.iter().map(|(key, word)| key.width() + word.width() + 3).sum();
        if needed > width {
            said.rotate_right(1);
        }
        for (key, word) in said {
            x = put_key(app, buffer, x, y, screen.right(), &key, word);
        }
        return marks;
    }
    if !app.input.typed.is_empty() {
        for (keys, description) in app.input.keymap.continuations(layer, &app.input.typed) {
            x = put_key(app, buffer, x, y, screen.right(), &keys, description);
        }
        return marks;
    }
    // The keys come first: what else there is to say has the end of the line, as far as that is short.
    let room = if width <= 40 { 0 } else { width / ASIDE };
    let (name, role) = match short_notice(app, screen) {
        Some(notice) => (notice.text.clone(), notice_role(notice)),
        None => (cut_row(app).filter(|_| room > 0).unwrap_or_default(), Role::Dim),
    };
    // What tells documents apart often stands at their ends.
    let name = shorten_inside(&name, room, look.glyphs.ellipsis);
    let limit = screen.right().saturating_sub(name.width() as u16 + 2);
    let offered: Vec<(Command, &str, String)> = suggestions(app)
        .filter_map(|(command, word)| Some((*command, word.as_str(), app.input.keymap.keys_for(layer, *command)?)))
        .collect();
    let needed = |key: &str, word: &str| (key.width() + word.width() + 1) as u16 + BLANKS;
    // Whatever else has no room: the way out has. What stands last needs no blanks behind it.
    let is_way_out = |command: &Command| *command == Command::Escape;
    let way_out = offered.iter().find(|(command, ..)| is_way_out(command));
    let mut kept = way_out.map_or(0, |(_, word, key)| needed(key, word) - BLANKS);
    let last = limit + u16::from(name.is_empty());
    let mut is_full = false;
    for (command, word, key) in &offered {
        let width = needed(key, word);
        if is_way_out(command) {
            kept = 0;
            is_full |= x + width - BLANKS > last;
        } else {
            is_full |= if kept > 0 { x + width + kept > last } else { x + width > limit };
        }
        if is_full && !(is_way_out(command) && x + width - BLANKS <= last) {
            continue;
        }
        let end = put_key(app, buffer, x, y, last, key, word);
        marks.targets.push((Rect::new(x, y, end.saturating_sub(x + BLANKS), 1), Target::Run(*command)));
        x = end;
    }
    if !name.is_empty() {
        let from = screen.right().saturating_sub(name.width() as u16 + 1);
        buffer.set_stringn(from, y, &name, room, look.style(role));
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

fn notice_role(notice: &Notice) -> Role {
    if notice.bad { Role::Error } else { Role::Accent }
}

/// A notice that has room at the end of the line of keys.
fn short_notice(app: &App, screen: Rect) -> Option<&Notice> {
    let keys = app.start.is_none() && app.input.hints.is_none() && app.input.typed.is_empty();
    let is_short = |notice: &&Notice| safe(&notice.text).width() <= usize::from(screen.width) / ASIDE;
    app.notice.as_ref().filter(|_| keys && screen.width > 40).filter(is_short)
}

/// True while a question is written, or stands there begun in a chat in sight.
fn writes_in_sight(app: &App) -> bool {
    let begun = || {
        let mut panes = layout::lay(&app.layout()).panes.into_iter();
        !app.chat.question.is_empty() && panes.any(|(pane, _)| pane == PaneId::Chat)
    };
    app.layer() == Layer::Question || app.overlays.is_empty() && app.start.is_none() && begun()
}

/// Rows of a notice that is too long for the line of keys.
fn notice_rows(app: &App, screen: Rect) -> Vec<Row> {
    let Some(notice) = app.notice.as_ref().filter(|_| short_notice(app, screen).is_none()) else { return Vec::new() };
    let role = notice_role(notice);
    let width = usize::from(screen.width).saturating_sub(2).max(1);
    let mut rows = wrap_text(&notice.text, role, width);
    // What is being written stays in sight: a question stands above the border, what a list is filtered by in it.
    let most = match app.layer() {
        Layer::Input if app.overlays.is_empty() => 1,
        _ if writes_in_sight(app) => 2,
        _ => usize::from(screen.height / 4).clamp(1, 4),
    };
    if rows.len() > most {
        let rest: Vec<String> = rows.drain(most - 1..).map(|row| row.text()).collect();
        let last = shorten(&rest.join(" "), width, app.appearance.glyphs.ellipsis).into_owned();
        rows.push(Row::plain(&last, role));
    }
    rows
}

/// A notice that is too long to stand beside the keys: it lies over them, and over what is above them where one line is
/// too little, until the next key. Nothing makes way for it, so that what is read stays where it is. `framed` are the
/// areas of what has a frame, the foremost last.
pub fn draw_notice(app: &App, buffer: &mut Buffer, screen: Rect, framed: &[Rect]) {
    let rows = notice_rows(app, screen);
    let height = rows.len() as u16;
    let Some(y) = screen.bottom().checked_sub(height).filter(|_| height > 0) else { return };
    let area = Rect { y, height, ..screen };
    // A frame that reaches as far as the keys is closed above the notice: its lower border is drawn there, the blanks
    // in it too.
    let reaches = |front: &&Rect| front.y < area.y && (area.top() + 1..=area.bottom()).contains(&front.bottom());
    // Where a question is written its last line stands there.
    let closes = !writes_in_sight(app);
    for front in framed.iter().filter(reaches).filter(|_| closes) {
        for x in front.left()..front.right() {
            buffer[(x, area.y - 1)] = buffer[(x, front.bottom() - 1)].clone();
        }
    }
    frame::clear(buffer, area);
    let text = Rect { x: area.x + 1.min(area.width - 1), width: area.width.saturating_sub(2).max(1), ..area };
    rich::paint_all(buffer, text, &rows, app.look().theme, Emphasis::default());
}

/// The row that a list stands on, where the list has no room for all of it.
fn cut_row(app: &App) -> Option<String> {
    let pane = app.regions.panes.iter().find(|(pane, _)| *pane == app.panes.focus)?.1;
    let (record, name) = match app.panes.focus {
        PaneId::Tree => {
            let row = app.tree.selected()?.community()?;
            (Ref::from(row.id), &row.title)
        }
        PaneId::Browser => {
            let id = app.browser.selected()?;
            (Ref::new(app.browser.kind, id), &app.browser.rows.get(&id)?.name)
        }
        _ => return None,
    };
    // Where the reader shows what a list stands on, its title stands on top there.
    let reads = app.regions.panes.iter().any(|(pane, _)| *pane == PaneId::Reader);
    if reads && app.reader.wanted.is_some_and(|wanted| wanted.record() == record) {
        return None;
    }
    // Figures and marks take the rest of a row.
    let room = usize::from(pane.width).saturating_sub(ROW);
    (app.overlays.is_empty() && name.width() > room).then(|| safe(name).into_owned())
}
