//! The whole screen: a line on top, the panes, a line below, and whatever lies over them. Returns where things came
//! to stand, for the mouse and the hint letters.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::app::{App, Owner, Regions};
use super::keys::{Command, Layer};
use super::overlays::{Overlay, confirm, finder, help, news, palette, progress, settings};
use super::panes::{Marks, PaneId, browser, chat, reader, tree};
use super::start;
use super::theme::Role;
use super::widgets::frame;
use super::widgets::numbers::{count, grouped};
use super::widgets::rich::{safe, shorten};
use crate::model::Kind;

/// The panes in sight and where they lie. Four on a large screen, two columns of two on a middling one, one and its
/// neighbour on 80×24, one alone on a small one.
pub fn layout(app: &App) -> Vec<(PaneId, Rect)> {
    let screen = app.screen;
    let bars = if screen.height >= 6 { 1 } else { 0 };
    let body = Rect { y: screen.y + bars, height: screen.height.saturating_sub(2 * bars), ..screen };
    let (width, height) = (body.width, body.height);
    if app.zoom || width < 60 {
        return vec![(app.focus, body)];
    }
    let column = |from: u16, to: u16| Rect { x: body.x + from, width: to - from, ..body };
    let halves = |area: Rect, upper: PaneId, lower: PaneId| {
        let top = area.height.div_ceil(2);
        let below = Rect { y: area.y + top, height: area.height - top, ..area };
        [(upper, Rect { height: top, ..area }), (lower, below)]
    };
    if width >= 160 && height >= 16 {
        let (first, second) = (width * 27 / 100, width * 64 / 100);
        let mut panes = halves(column(0, first), PaneId::Tree, PaneId::Browser).to_vec();
        panes.push((PaneId::Reader, column(first, second)));
        panes.push((PaneId::Chat, column(second, width)));
        return panes;
    }
    if width >= 104 && height >= 28 {
        let first = width * 36 / 100;
        let mut panes = halves(column(0, first), PaneId::Tree, PaneId::Browser).to_vec();
        panes.extend(halves(column(first, width), PaneId::Reader, PaneId::Chat));
        return panes;
    }
    // The reader and the pane one came from.
    match app.companion {
        PaneId::Chat => {
            let first = width / 2;
            vec![(PaneId::Reader, column(0, first)), (PaneId::Chat, column(first, width))]
        }
        companion => {
            let first = width * 38 / 100;
            vec![(companion, column(0, first)), (PaneId::Reader, column(first, width))]
        }
    }
}

/// Draws everything.
pub fn draw(app: &App, frame: &mut Frame) -> Regions {
    let screen = frame.area();
    let buffer = frame.buffer_mut();
    let look = app.look();
    let mut regions = Regions::default();
    if screen.is_empty() {
        return regions;
    }
    if let Some(state) = &app.start {
        let below = Rect { height: screen.height.saturating_sub(1), ..screen };
        let marks = start::draw(state, buffer, below, look);
        if app.overlays.is_empty() {
            take(&mut regions, Owner::Front, marks);
        }
        if screen.height > 1 {
            draw_notice(app, buffer, screen);
        }
    } else {
        regions.panes = layout(app);
        for &(pane, area) in &regions.panes.clone() {
            let focused = pane == app.focus && app.overlays.is_empty();
            let marks = match pane {
                PaneId::Tree => tree::view::draw(&app.tree, &app.news, buffer, area, focused, look),
                PaneId::Browser => browser::view::draw(&app.browser, &app.news, buffer, area, focused, look),
                PaneId::Reader if app.reader.wanted.is_none() => {
                    draw_welcome(app, buffer, area, focused);
                    Marks::default()
                }
                PaneId::Reader => reader::view::draw(&app.reader, "3 ", buffer, area, focused, look),
                PaneId::Chat => chat::view::draw(&app.chat, buffer, area, focused, look),
            };
            let marks = if focused { marks } else { Marks { cursor: None, ..marks } };
            take(&mut regions, Owner::Pane(pane), marks);
        }
        if screen.height >= 6 {
            draw_head(app, buffer, screen);
            draw_foot(app, buffer, screen);
        }
    }
    for (at, overlay) in app.overlays.iter().enumerate() {
        let marks = draw_overlay(app, overlay, buffer, screen);
        if at + 1 == app.overlays.len() {
            regions.targets.retain(|(owner, ..)| *owner != Owner::Front);
            regions.cursor = None;
            take(&mut regions, Owner::Front, marks);
        }
    }
    if let Some(hints) = &app.hints {
        hints.draw(buffer, look);
    }
    if let Some(cursor) = regions.cursor.filter(|&(x, y)| screen.contains((x, y).into())) {
        frame.set_cursor_position(cursor);
    }
    regions
}

fn take(regions: &mut Regions, owner: Owner, marks: Marks) {
    regions.targets.extend(marks.targets.into_iter().map(|(rect, target)| (owner, rect, target)));
    regions.cursor = marks.cursor.or(regions.cursor);
}

/// The area of the peek overlay.
pub fn peek_area(screen: Rect) -> Rect {
    frame::centred(screen, (screen.width * 4 / 5).clamp(40, 100), (screen.height * 3 / 4).max(8))
}

fn draw_overlay(app: &App, overlay: &Overlay, buffer: &mut Buffer, screen: Rect) -> Marks {
    let look = app.look();
    match overlay {
        Overlay::Help(state) => help::draw(state, &app.keymap, buffer, screen, look),
        Overlay::Palette(state) => return palette::draw(state, &app.keymap, buffer, screen, look),
        Overlay::Finder(state) => return finder::draw(state, buffer, screen, look),
        Overlay::News(state) => return news::draw(state, buffer, screen, look),
        Overlay::Peek(state) => {
            let area = peek_area(screen);
            frame::clear(buffer, area);
            return reader::view::draw(state, "", buffer, area, true, look);
        }
        Overlay::Progress(state) => {
            progress::draw(state, app.progress(), buffer, screen, look);
        }
        Overlay::Settings(state) => settings::draw(state, app.settings(), buffer, screen, look),
        Overlay::Confirm(state) => confirm::draw(state, buffer, screen, look),
    }
    Marks::default()
}

/// What the reader says before anything is open.
fn draw_welcome(app: &App, buffer: &mut Buffer, area: Rect, focused: bool) {
    let look = app.look();
    let frame = frame::Frame { title: "3 Reader".into(), focused, ..frame::Frame::default() };
    let inner = frame::paint(buffer, area, &frame, look);
    let key = |command| look.glyphs.keys(&app.keymap.keys_for(Layer::Tree, command).unwrap_or_default());
    let lines = [
        (key(Command::Open), "opens the report on a community"),
        (key(Command::Find), "finds any record by name or text"),
        (key(Command::Ask), "asks a question"),
        (key(Command::Help), "shows every key"),
    ];
    for (at, (key, text)) in lines.iter().enumerate() {
        let y = inner.y + 1 + at as u16;
        if y < inner.bottom() && inner.width > 9 {
            buffer.set_stringn(inner.x + 1, y, key, 6, look.style(Role::Key));
            buffer.set_stringn(inner.x + 8, y, text, usize::from(inner.width) - 8, look.style(Role::Dim));
        }
    }
}

fn draw_head(app: &App, buffer: &mut Buffer, screen: Rect) {
    let look = app.look();
    let overview = &app.overview;
    let width = usize::from(screen.width);
    let help = format!(" {} help ", app.keymap.keys_for(app.layer(), Command::Help).unwrap_or_default());
    let help = if help.trim() == "help" { String::new() } else { help };
    let dot = format!(" {} ", look.glyphs.dot);
    let mut right: Vec<String> = Vec::new();
    if let Some(job) = app.job.as_ref().filter(|job| job.ending.is_none()) {
        right.push(job.line());
    }
    let numbers = [
        count(overview.documents, "document", "documents"),
        count(overview.entities, "entity", "entities"),
        count(overview.reports, "report", "reports"),
    ];
    if width >= 100 && overview.documents > 0 {
        right.extend(numbers);
    }
    let running = app.job.as_ref().is_some_and(|job| job.ending.is_none());
    if app.changed.is_some() && !running && width >= 60 {
        right.push("folder changed".to_owned());
    }
    if app.has_unseen_news() && width >= 60 {
        let key = app.keymap.keys_for(Layer::Tree, Command::News).map_or(String::new(), |key| format!("{key} "));
        right.push(format!("{key}what is new"));
    }
    right.extend(made_and_answered(app, width));
    // What matters least goes first where there is no room; who answers and what is under way come last.
    let spare = width.saturating_sub(help.width() + 12);
    while right.len() > 1 && right.iter().map(|part| part.width() + 3).sum::<usize>() > spare {
        let kept = usize::from(running);
        right.remove(kept.min(right.len() - 1));
    }
    let right = right.join(&dot);
    let name = safe(&overview.name).into_owned();
    let right_width = right.width() + help.width();
    let from = width.saturating_sub(right_width + 1);
    let (x, _) = buffer.set_stringn(screen.x + 1, screen.y, "gleaner", width - 1, look.style(Role::Dim));
    let room = from.saturating_sub(usize::from(x) + 4);
    if room > 3 {
        let text = format!(" {} {}", look.glyphs.crumb, shorten(&name, room, look.glyphs.ellipsis));
        buffer.set_stringn(x, screen.y, &text, width, look.style(Role::Title));
    }
    if from > 9 {
        let (x, _) = buffer.set_stringn(from as u16, screen.y, &right, width, look.style(Role::Dim));
        buffer.set_stringn(x, screen.y, &help, usize::from(screen.right().saturating_sub(x)), look.style(Role::Key));
    }
}

/// How the index was made and who answers, always in sight: `offline`, `standard index · gpt-4.1-nano answers`.
fn made_and_answered(app: &App, width: usize) -> Option<String> {
    let method = app.overview.method.as_str();
    let model = app.models.answers.as_deref().filter(|_| !app.chat.next.offline);
    Some(match (method, model) {
        ("", _) => return None,
        ("offline", None) => "offline".to_owned(),
        (method, model) if width < 60 => {
            format!("{method}/{}", shorten(model.unwrap_or("offline"), 12, app.glyphs.ellipsis))
        }
        (method, model) => {
            let model = shorten(model.unwrap_or("offline"), width / 4, app.glyphs.ellipsis);
            format!("{method} index {} {model} answers", app.glyphs.dot)
        }
    })
}

/// The line below: what the keys do here, and the trail of places one came along.
fn draw_foot(app: &App, buffer: &mut Buffer, screen: Rect) {
    let look = app.look();
    let y = screen.bottom() - 1;
    let width = usize::from(screen.width);
    if app.notice.is_some() {
        draw_notice(app, buffer, screen);
        return;
    }
    let layer = app.layer();
    let mut x = screen.x + 1;
    if !app.typed.is_empty() {
        for (keys, description) in app.keymap.continuations(layer, &app.typed) {
            x = put_key(app, buffer, x, y, screen.right(), &keys, description);
        }
        return;
    }
    let trail = if width > 40 { trail(app) } else { String::new() };
    let trail_room = width / 3;
    let trail = shorten(&trail, trail_room, look.glyphs.ellipsis);
    let limit = screen.right().saturating_sub(trail.width() as u16 + 2);
    for (command, word) in suggestions(app) {
        if let Some(key) = app.keymap.keys_for(layer, *command) {
            let needed = (key.width() + word.width() + 3) as u16;
            if x + needed > limit {
                break;
            }
            x = put_key(app, buffer, x, y, limit, &key, word);
        }
    }
    if width > 40 {
        let from = screen.right().saturating_sub(trail.width() as u16 + 1);
        buffer.set_stringn(from, y, &trail, trail_room, look.style(Role::Dim));
    }
}

fn put_key(app: &App, buffer: &mut Buffer, x: u16, y: u16, limit: u16, key: &str, word: &str) -> u16 {
    let look = app.look();
    let room = |x: u16| usize::from(limit.saturating_sub(x));
    let (x, _) = buffer.set_stringn(x, y, look.glyphs.keys(key), room(x), look.style(Role::Key));
    let (x, _) = buffer.set_stringn(x, y, format!(" {word}  "), room(x), look.style(Role::Dim));
    x
}

fn draw_notice(app: &App, buffer: &mut Buffer, screen: Rect) {
    let Some(notice) = &app.notice else { return };
    let role = if notice.bad { Role::Error } else { Role::Accent };
    let text = safe(&notice.text);
    let width = usize::from(screen.width).saturating_sub(2);
    let text = shorten(&text, width, app.glyphs.ellipsis);
    let y = screen.bottom() - 1;
    buffer.set_stringn(screen.x + 1.min(screen.width - 1), y, &text, width.max(1), app.look().style(role));
}

/// The places up to here: `12 ▸ 57 ▸ source 812`.
fn trail(app: &App) -> String {
    if let Some(name) = focused_name(app) {
        return name;
    }
    let places = app.history.trail(4);
    let words: Vec<String> = places
        .iter()
        .map(|place| match place.record.kind {
            Kind::Report => grouped(place.record.id.into()),
            _ => place.record.to_string(),
        })
        .collect();
    words.join(&format!(" {} ", app.glyphs.crumb))
}

/// The title of the citation that the keys are on.
fn focused_name(app: &App) -> Option<String> {
    let (record, names) = match app.focus {
        PaneId::Reader => (app.reader.link.and_then(|link| app.reader.page.link_ref(link))?, &app.reader.names),
        PaneId::Chat => (app.chat.focused_ref()?, &app.chat.names),
        _ => return None,
    };
    match names.get(&record.record()) {
        Some(Some(title)) => Some(format!("{record}: {}", safe(title))),
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
            (C::Expand, "unfold"),
            (C::Peek, "peek"),
            (C::Filter, "filter"),
            (C::Find, "find"),
            (C::Ask, "ask"),
            (C::Sort, "sort"),
            (C::NextPane, "next pane"),
            (C::Zoom, "zoom"),
            (C::Palette, "command"),
            (C::Back, "back"),
        ],
        Layer::Browser => &[
            (C::Open, "open"),
            (C::NextKind, "kind"),
            (C::Filter, "filter"),
            (C::Sort, "sort"),
            (C::Peek, "peek"),
            (C::Find, "find"),
            (C::NextPane, "next pane"),
            (C::Zoom, "zoom"),
            (C::Palette, "command"),
            (C::Back, "back"),
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
        Layer::Reader
            if app.reader.wanted.is_some_and(|wanted| matches!(wanted.kind, Kind::Source | Kind::Document)) =>
        {
            &[
                (C::Edit, "editor"),
                (C::OpenDocument, "document"),
                (C::Back, "back"),
                (C::Filter, "find"),
                (C::NextLink, "citation"),
                (C::Copy, "copy"),
                (C::NextPane, "next pane"),
                (C::Zoom, "zoom"),
                (C::Palette, "command"),
            ]
        }
        Layer::Reader => &[
            (C::NextLink, "citation"),
            (C::Hints, "follow"),
            (C::Back, "back"),
            (C::Filter, "find"),
            (C::Parent, "above"),
            (C::Ask, "ask"),
            (C::Copy, "copy"),
            (C::NextPane, "next pane"),
            (C::Zoom, "zoom"),
            (C::Palette, "command"),
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
            (C::WholeScope, "ask of everything"),
            (C::CycleMode, "mode"),
            (C::Retry, "again"),
            (C::NextLink, "citation"),
            (C::Copy, "copy"),
            (C::NextPane, "next pane"),
        ],
        Layer::Chat if app.models.answers.is_some() => &[
            (C::Ask, "ask"),
            (C::NextLink, "citation"),
            (C::Hints, "follow"),
            (C::CycleMode, "mode"),
            (C::SwitchAnalyst, "offline/model"),
            (C::Deeper, "deeper"),
            (C::Trace, "trace"),
            (C::Retry, "again"),
            (C::Copy, "copy"),
            (C::NextPane, "next pane"),
            (C::Zoom, "zoom"),
        ],
        Layer::Chat => &[
            (C::Ask, "ask"),
            (C::NextLink, "citation"),
            (C::Hints, "follow"),
            (C::CycleMode, "mode"),
            (C::Deeper, "deeper"),
            (C::Trace, "trace"),
            (C::Retry, "again"),
            (C::Copy, "copy"),
            (C::NextPane, "next pane"),
            (C::Zoom, "zoom"),
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
        Layer::Settings => &[(C::Escape, "close"), (C::TestEndpoint, "test"), (C::FindServers, "look for a server")],
        Layer::Input => &[(C::Open, "keep"), (C::Escape, "drop"), (C::Down, "down")],
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
