//! The whole screen: a line on top, the panes, a line below, and whatever lies over them. Returns where things came
//! to stand, for the mouse and the hint letters.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{foot, head, tour};
use crate::tui::app::App;
use crate::tui::keys::{Command, Layer};
use crate::tui::overlays::{
    Overlay, chats, compare, confirm, differences, finder, graph, help, list, modes, narrow, news, palette, progress,
    questions, settings, themes, timeline, writing,
};
use crate::tui::panes::{Marks, PaneId, Target, browser, chat, home, reader, tree};
use crate::tui::placing::{Owner, Regions, layout};
use crate::tui::session::start;
use crate::tui::theme::{Role, plain};
use crate::tui::widgets::frame;

/// Lines of a screen in which there is room for the line on top and the one below.
const LEAST_FOR_BARS: u16 = 6;

/// Draws everything.
pub fn draw(app: &App, frame: &mut Frame) -> Regions {
    let screen = frame.area();
    let buffer = frame.buffer_mut();
    let mut regions = Regions::default();
    if screen.is_empty() {
        return regions;
    }
    // What has a frame, the foremost last.
    let mut framed: Vec<Rect> = Vec::new();
    match &app.start {
        Some(state) => draw_start(app, state, buffer, screen, &mut regions, &mut framed),
        None => {
            draw_panes(app, buffer, &mut regions, &mut framed);
            if screen.height >= LEAST_FOR_BARS {
                draw_bars(app, buffer, screen, &mut regions);
            }
        }
    }
    draw_overlays(app, buffer, screen, &mut regions, &mut framed);
    if app.start.is_none() && screen.height >= LEAST_FOR_BARS {
        foot::draw_notice(app, buffer, screen, &framed);
    }
    if let Some(hints) = &app.input.hints {
        hints.draw(&regions, buffer, app.look());
    }
    if app.look().glyphs.dot.is_ascii() {
        plain::ascii(buffer);
    }
    if let Some(cursor) = regions.cursor.filter(|&(x, y)| screen.contains((x, y).into())) {
        frame.set_cursor_position(cursor);
    }
    regions
}

/// Draws the start screen, and what is said below it.
fn draw_start(
    app: &App,
    state: &start::State,
    buffer: &mut Buffer,
    screen: Rect,
    regions: &mut Regions,
    framed: &mut Vec<Rect>,
) {
    let below = Rect { height: screen.height.saturating_sub(1), ..screen };
    let marks = start::draw(state, buffer, below, app.look());
    framed.push(marks.area);
    if app.overlays.is_empty() {
        take(regions, Owner::Front, marks);
    }
    if screen.height > 1 {
        foot::draw_notice(app, buffer, screen, framed);
    }
}

/// Draws the panes where they lie.
fn draw_panes(app: &App, buffer: &mut Buffer, regions: &mut Regions, framed: &mut Vec<Rect>) {
    regions.panes = layout::lay(&app.layout()).panes;
    framed.extend(regions.panes.iter().map(|&(_, area)| area));
    for &(pane, area) in &regions.panes.clone() {
        let focused = pane == app.panes.focus && app.overlays.is_empty();
        let marks = draw_pane(app, pane, buffer, area, focused);
        let marks = if focused { marks } else { Marks { cursor: None, ..marks } };
        take(regions, Owner::Pane(pane), marks);
    }
}

fn draw_pane(app: &App, pane: PaneId, buffer: &mut Buffer, area: Rect, focused: bool) -> Marks {
    let look = app.look();
    match pane {
        PaneId::Tree => tree::view::draw(&app.tree, &app.indexing.news, app.seen(), buffer, area, focused, look),
        PaneId::Browser => {
            browser::view::draw(&app.browser, &app.indexing.news, app.seen(), buffer, area, focused, look)
        }
        PaneId::Reader if app.reader.wanted.is_none() && app.reader.told.is_none() => {
            draw_welcome(app, buffer, area, focused);
            Marks::default()
        }
        PaneId::Reader => reader::view::draw(&app.reader, "3 ", buffer, area, focused, look),
        PaneId::Chat => {
            let layer = if app.chat.typing { Layer::Question } else { Layer::Chat };
            let leaves = app.input.keymap.keys_for(layer, Command::WholeScope);
            let title = app.conversation.title.as_deref();
            let around = chat::view::Surroundings { title, leaves, is_here: pane == app.panes.focus };
            chat::view::draw(&app.chat, around, buffer, area, focused, look)
        }
        PaneId::Home => home::view::draw(&app.home, &app.overview.name, buffer, area, focused, look),
    }
}

/// Draws the line on top and the one below, and above that the step of the first walk.
fn draw_bars(app: &App, buffer: &mut Buffer, screen: Rect, regions: &mut Regions) {
    // What lies in front may reach as far as its line.
    if let Some(tour) = app.tour.filter(|_| app.tours() && app.overlays.is_empty()) {
        tour::draw(tour, app, buffer, Rect { y: screen.bottom() - 2, height: 1, ..screen });
    }
    let head = head::draw(app, buffer, screen);
    let foot = foot::draw(app, buffer, screen);
    for marks in [head, foot] {
        take(regions, Owner::Bars, marks);
    }
}

/// Draws what lies over all that; only in the foremost of it can anything be clicked.
fn draw_overlays(app: &App, buffer: &mut Buffer, screen: Rect, regions: &mut Regions, framed: &mut Vec<Rect>) {
    for (at, overlay) in app.overlays.iter().enumerate() {
        let marks = draw_overlay(app, overlay, buffer, screen);
        framed.push(marks.area);
        if at + 1 == app.overlays.len() {
            regions.targets.retain(|(owner, ..)| *owner != Owner::Front);
            regions.cursor = None;
            regions.front = Some(marks.area);
            take(regions, Owner::Front, marks);
        }
    }
}

fn take(regions: &mut Regions, owner: Owner, marks: Marks) {
    regions.targets.extend(marks.targets.into_iter().map(|(rect, target)| (owner, rect, target)));
    regions.cursor = marks.cursor.or(regions.cursor);
}

/// Rows before a citation that are likely to hold the sentence it stands behind.
const SENTENCE: u16 = 4;
/// Rows below which nothing can be read in a peek, and cells that it needs beside a pane.
const LEAST_PEEK: u16 = 9;
const LEAST_BESIDE: u16 = 60;

/// The area of the peek overlay: where it does not cover the sentence that one comes from.
pub fn peek_area(app: &App) -> Rect {
    let screen = app.screen;
    let width = (screen.width * 4 / 5).clamp(40, 100).min(screen.width);
    let middle = frame::centred(screen, width, (screen.height * 3 / 4).max(8));
    let link = match app.panes.focus {
        PaneId::Reader => app.reader.link,
        PaneId::Chat => app.chat.link,
        _ => None,
    };
    let owner = Owner::Pane(app.panes.focus);
    let is_it = |target: &Target| matches!(target, Target::Link(at, _) if Some(*at as usize) == link);
    let Some((_, at, _)) = app.regions.targets.iter().find(|(of, _, target)| *of == owner && is_it(target)) else {
        return middle;
    };
    let pane = app.regions.panes.iter().find(|(pane, _)| *pane == app.panes.focus).map_or(screen, |(_, area)| *area);
    // Beside the pane on a large screen.
    let (left, right) = (pane.x - screen.x, screen.right().saturating_sub(pane.right()));
    if left.max(right) >= LEAST_BESIDE {
        let width = left.max(right).min(width);
        return Rect { x: if right >= left { pane.right() } else { pane.x - width }, width, ..middle };
    }
    // Else below the sentence, or above it.
    let (top, bottom) = (screen.y + 1, screen.bottom().saturating_sub(1));
    let (above, below) = (at.y.saturating_sub(SENTENCE + top), bottom.saturating_sub(at.y + 1));
    match above.max(below) {
        rows if rows < LEAST_PEEK => middle,
        rows => {
            let height = rows.min(middle.height);
            let y = if below >= above { at.y + 1 } else { at.y - SENTENCE - height };
            Rect { y, height, ..middle }
        }
    }
}

fn draw_overlay(app: &App, overlay: &Overlay, buffer: &mut Buffer, screen: Rect) -> Marks {
    let look = app.look();
    match overlay {
        Overlay::Help(state) => help::draw(state, &app.input.keymap, buffer, screen, look),
        Overlay::Palette(state) => palette::draw(state, &app.input.keymap, buffer, screen, look),
        Overlay::Finder(state) => with_beside(app, finder::draw(state, buffer, screen, look), buffer, screen),
        Overlay::News(state) => with_beside(app, news::draw(state, buffer, screen, look), buffer, screen),
        Overlay::Chats(state) => chats::draw(state, buffer, screen, look),
        Overlay::Narrow(state) => narrow::draw(state, buffer, screen, look),
        Overlay::Questions(state) => questions::draw(state, buffer, screen, look),
        Overlay::Graph(state) => graph::draw(state, app.nav.way_from.as_ref(), buffer, screen, look),
        Overlay::Compare(state) => compare::draw(state, buffer, screen, look),
        Overlay::Differences(state) => differences::draw(state, buffer, screen, look),
        Overlay::Timeline(state) => {
            let all = app.input.keymap.keys_for(Layer::Timeline, Command::WholeScope).unwrap_or_default();
            let facts = timeline::Facts {
                all: &look.glyphs.keys(&all),
                imported: app.overview.is_imported(),
                any_dated: app.home.content.as_ref().is_none_or(|content| content.dates.is_some()),
            };
            timeline::draw(state, facts, buffer, screen, look)
        }
        Overlay::Modes(state) => modes::draw(state, buffer, screen, look),
        Overlay::Peek(state) => {
            let area = peek_area(app);
            frame::clear(buffer, area);
            Marks { area, ..reader::view::draw(state, "", buffer, area, true, look) }
        }
        Overlay::Progress(state) => progress::draw(state, app.progress(), buffer, screen, look),
        Overlay::Settings(state) => settings::draw(state, app.settings(), buffer, screen, look),
        Overlay::Themes(state) => themes::draw(state, buffer, screen, look),
        Overlay::Writing(state) => writing::draw(state, buffer, screen, look),
        Overlay::Confirm(state) => confirm::draw(state, &app.input.keymap, buffer, screen, look),
    }
}

/// Draws what a list stands on beside it or below, where there is room.
fn with_beside(app: &App, marks: Marks, buffer: &mut Buffer, screen: Rect) -> Marks {
    let (_, beside) = list::areas(screen);
    let Some(area) = beside.filter(|area| !area.intersects(marks.area)) else { return marks };
    frame::clear(buffer, area);
    match &app.nav.beside {
        Some(state) => {
            let _ = reader::view::draw(state, "", buffer, area, false, app.look());
        }
        None => {
            let _ = frame::paint(buffer, area, &frame::Frame::default(), app.look());
        }
    }
    Marks { area: marks.area.union(area), ..marks }
}

/// What the reader says before anything is open.
fn draw_welcome(app: &App, buffer: &mut Buffer, area: Rect, focused: bool) {
    let look = app.look();
    let frame = frame::Frame { title: "3 Reader".into(), focused, ..frame::Frame::default() };
    let inner = frame::paint(buffer, area, &frame, look);
    let key = |command| look.glyphs.keys(&app.input.keymap.keys_for(Layer::Tree, command).unwrap_or_default());
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
