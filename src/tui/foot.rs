//! The line below: what the keys do here, what the citation leads to that they are on, or what there is to say.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::app::App;
use super::keys::{Command, Layer};
use super::overlays::Overlay;
use super::panes::{Marks, PaneId, Target};
use super::theme::Role;
use super::widgets::frame;
use super::widgets::rich::{self, Emphasis, Row, safe, shorten, shorten_inside};
use super::widgets::wrap::wrap_text;
use crate::model::{Kind, Mode};

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
    let row = cut_row(app);
    let room = match &row {
        _ if width <= 40 => 0,
        Some(_) => width * 3 / 4,
        None => width / 2,
    };
    let name = row.or_else(|| focused_name(app)).filter(|_| room > 0).unwrap_or_default();
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

/// What one most likely wants next, the most likely first.
fn suggestions(app: &App) -> &'static [(Command, &'static str)] {
    use Command as C;
    match app.layer() {
        Layer::Tree => &[
            (C::Open, "open"),
            (C::NextPane, "pane"),
            (C::Back, "back"),
            (C::Zoom, "zoom"),
            (C::TextDown, "text"),
            (C::Expand, "unfold"),
            (C::Peek, "peek"),
            (C::Filter, "filter"),
            (C::Find, "find"),
            (C::Ask, "ask"),
            (C::NextUnread, "unread"),
            (C::Sort, "sort"),
            (C::Palette, "command"),
        ],
        Layer::Graph if matches!(app.overlays.last(), Some(Overlay::Graph(state)) if state.steps() == Some(2)) => &[
            (C::Open, "open"),
            (C::Expand, "on from it"),
            (C::Tie, "why tied"),
            (C::Hops, "one step"),
            (C::FindPath, "way to another"),
            (C::Find, "find"),
            (C::ZoomIn, "closer"),
            (C::Back, "back"),
            (C::Escape, "close"),
        ],
        Layer::Graph => &[
            (C::Open, "open"),
            (C::Expand, "on from it"),
            (C::Tie, "why tied"),
            (C::Hops, "two steps"),
            (C::FindPath, "way to another"),
            (C::Find, "find"),
            (C::ZoomIn, "closer"),
            (C::Back, "back"),
            (C::Escape, "close"),
        ],
        Layer::Timeline => &[
            (C::Open, "list"),
            (C::AskHere, "ask within"),
            (C::Mark, "span"),
            (C::Grain, "grain"),
            (C::Escape, "close"),
        ],
        Layer::Chats if matches!(app.overlays.last(), Some(Overlay::Chats(state)) if state.naming.is_some()) => {
            &[(C::Open, "keep the name"), (C::Escape, "leave it as it was")]
        }
        Layer::Chats => &[
            (C::Open, "open"),
            (C::RenameChat, "rename"),
            (C::DeleteChat, "delete"),
            (C::NewChat, "new"),
            (C::Escape, "close"),
        ],
        Layer::Compare => &[
            (C::NextLink, "next column"),
            (C::CycleMode, "another way"),
            (C::Hints, "peek"),
            (C::Open, "into the chat"),
            (C::Escape, "close"),
        ],
        Layer::Home => &[
            (C::Open, "open"),
            (C::NextPane, "communities"),
            (C::Ask, "ask"),
            (C::Hints, "letters"),
            (C::Find, "find"),
            (C::Peek, "peek"),
            (C::Palette, "command"),
            (C::Help, "keys"),
        ],
        Layer::Browser => &[
            (C::Open, "open"),
            (C::NextPane, "pane"),
            (C::Back, "back"),
            (C::Zoom, "zoom"),
            (C::TextDown, "text"),
            (C::NextKind, "kind"),
            (C::Filter, "filter"),
            (C::Narrow, "narrow"),
            (C::Mark, "mark"),
            (C::Sort, "sort"),
            (C::Peek, "peek"),
            (C::Find, "find"),
            (C::Palette, "command"),
        ],
        Layer::Reader if app.reader.link.is_some() => &[
            (C::Open, "follow"),
            (C::Peek, "peek"),
            (C::NextLink, "next citation"),
            (C::Back, "back"),
            (C::Drill, "drill"),
            (C::Edit, "editor"),
            (C::Copy, "copy"),
        ],
        Layer::Reader if app.reader.wanted.is_some_and(|wanted| wanted.kind == Kind::Document) => &[
            (C::Edit, "editor"),
            (C::Filter, "find"),
            (C::NextPane, "pane"),
            (C::Back, "back"),
            (C::Zoom, "zoom"),
            (C::AskHere, "ask of it"),
            (C::NextLink, "citation"),
            (C::Copy, "copy"),
            (C::Palette, "command"),
        ],
        Layer::Reader if app.reader.wanted.is_some_and(|wanted| wanted.kind == Kind::Source) => &[
            (C::OpenDocument, "document"),
            (C::Edit, "editor"),
            (C::NextPane, "pane"),
            (C::Back, "back"),
            (C::Zoom, "zoom"),
            (C::Filter, "find"),
            (C::NextLink, "citation"),
            (C::Copy, "copy"),
            (C::Palette, "command"),
        ],
        Layer::Reader if app.reader.wanted.is_some_and(|wanted| wanted.kind == Kind::Entity) => &[
            (C::NextLink, "citation"),
            (C::NextMatch, "mentions"),
            (C::Graph, "graph"),
            (C::NextPane, "pane"),
            (C::Back, "back"),
            (C::Zoom, "zoom"),
            (C::Hints, "follow"),
            (C::Filter, "find"),
            (C::Copy, "copy"),
            (C::Palette, "command"),
        ],
        Layer::Reader => &[
            (C::NextLink, "citation"),
            (C::Hints, "follow"),
            (C::NextPane, "pane"),
            (C::Back, "back"),
            (C::Zoom, "zoom"),
            (C::Filter, "find"),
            (C::Parent, "above"),
            (C::Ask, "ask"),
            (C::Copy, "copy"),
            (C::Palette, "command"),
        ],
        Layer::Chat if app.chat.link.is_some() && !app.chat.next.scope.is_everything() => &[
            (C::Open, "follow"),
            (C::Peek, "peek"),
            (C::WholeScope, "ask of everything"),
            (C::Drill, "drill"),
            (C::NextLink, "next citation"),
            (C::Copy, "copy"),
        ],
        Layer::Chat if app.chat.link.is_some() => &[
            (C::Open, "follow"),
            (C::Peek, "peek"),
            (C::Drill, "drill"),
            (C::NextLink, "next citation"),
            (C::Copy, "copy"),
        ],
        Layer::Chat if !app.chat.next.scope.is_everything() => &[
            (C::Ask, "ask"),
            (C::Drill, "drill"),
            (C::WholeScope, "ask of everything"),
            (C::CycleMode, "mode"),
            (C::Retry, "again"),
            (C::NextLink, "citation"),
            (C::Copy, "copy"),
            (C::NextPane, "next pane"),
        ],
        Layer::Chat if app.models.answers.is_some() && app.chat.next.mode == Mode::GLOBAL => &[
            (C::Ask, "ask"),
            (C::Drill, "drill"),
            (C::NextLink, "citation"),
            (C::NextPane, "pane"),
            (C::Back, "back"),
            (C::Zoom, "zoom"),
            (C::Hints, "follow"),
            (C::CycleMode, "mode"),
            (C::SwitchAnalyst, "offline/model"),
            (C::Deeper, "deeper"),
            (C::Trace, "trace"),
            (C::Compare, "compare"),
            (C::Retry, "again"),
            (C::KeepTest, "keep as test"),
            (C::Copy, "copy"),
        ],
        Layer::Chat if app.chat.next.mode != Mode::GLOBAL => &[
            (C::Ask, "ask"),
            (C::Drill, "drill"),
            (C::NextLink, "citation"),
            (C::NextPane, "pane"),
            (C::Back, "back"),
            (C::Zoom, "zoom"),
            (C::Hints, "follow"),
            (C::CycleMode, "mode"),
            (C::Retry, "again"),
            (C::Trace, "trace"),
            (C::Compare, "compare"),
            (C::SwitchAnalyst, "offline/model"),
            (C::KeepTest, "keep as test"),
            (C::Copy, "copy"),
        ],
        Layer::Chat => &[
            (C::Ask, "ask"),
            (C::Drill, "drill"),
            (C::NextLink, "citation"),
            (C::NextPane, "pane"),
            (C::Back, "back"),
            (C::Zoom, "zoom"),
            (C::Hints, "follow"),
            (C::CycleMode, "mode"),
            (C::Deeper, "deeper"),
            (C::Trace, "trace"),
            (C::Compare, "compare"),
            (C::Retry, "again"),
            (C::KeepTest, "keep as test"),
            (C::Copy, "copy"),
        ],
        Layer::Question => {
            &[(C::Send, "ask"), (C::NewLine, "new line"), (C::CycleMode, "mode"), (C::Escape, "stop writing")]
        }
        Layer::Jobs => match &app.job {
            Some(job) if job.ending.is_none() && job.spending.is_some() => {
                &[(C::Escape, "close"), (C::Pause, "pause"), (C::StopJob, "stop"), (C::PageDown, "page down")]
            }
            Some(job) if job.ending.is_none() => {
                &[(C::Escape, "close"), (C::StopJob, "stop"), (C::PageDown, "page down")]
            }
            _ if !app.progress().failed.is_empty() => {
                &[(C::Escape, "close"), (C::RetryFailed, "ask again"), (C::Rebuild, "bring up to date")]
            }
            _ => &[(C::Escape, "close"), (C::Rebuild, "bring up to date"), (C::PageDown, "page down")],
        },
        Layer::Settings => &[
            (C::Escape, "close"),
            (C::Down, "next"),
            (C::Open, "change"),
            (C::TestEndpoint, "test"),
            (C::FindServers, "look for a server"),
        ],
        Layer::Input if matches!(app.overlays.last(), Some(Overlay::Settings(_))) => {
            &[(C::Open, "keep"), (C::Escape, "leave as it was")]
        }
        Layer::Input if app.overlays.is_empty() && app.focus == PaneId::Chat => {
            &[(C::Open, "stay here"), (C::Escape, "go back"), (C::Down, "next"), (C::Up, "the one before")]
        }
        Layer::Input if app.focus == PaneId::Reader => &[(C::Open, "find"), (C::Escape, "drop")],
        Layer::Input if app.overlays.is_empty() => &[(C::Open, "keep"), (C::Escape, "drop"), (C::Down, "down")],
        Layer::Input => &[(C::Open, "open"), (C::Escape, "drop"), (C::Down, "down")],
        Layer::List if matches!(app.overlays.last(), Some(Overlay::Narrow(_))) => {
            &[(C::Open, "take, or give up"), (C::Escape, "close")]
        }
        Layer::List if !matches!(app.overlays.last(), Some(Overlay::Palette(_))) => {
            &[(C::Open, "open"), (C::Peek, "peek"), (C::Escape, "close")]
        }
        Layer::List => &[(C::Open, "run"), (C::Escape, "close")],
        Layer::Overlay if !matches!(app.overlays.last(), Some(Overlay::Peek(_))) => {
            &[(C::Escape, "close"), (C::PageDown, "page down")]
        }
        Layer::Overlay => &[(C::Escape, "close"), (C::NextLink, "citation"), (C::Open, "follow")],
        _ => &[],
    }
}
