//! The reader drawn: a slice of the page's rows, with the focused link and the places found.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::State;
use super::page::Link;
use crate::model::Kind;
use crate::text::numbers::amounts::grouped;
use crate::tui::data::RecordPage;
use crate::tui::panes::{self, Marks, PageInSight};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis};
use crate::tui::widgets::{scroll, wrap};

pub fn draw(state: &State, number: &str, buffer: &mut Buffer, area: Rect, focused: bool, look: Look) -> Marks {
    let foot = match &state.find {
        Some(find) if find.field.is_empty() => "/".to_owned(),
        Some(find) if find.is_nowhere() => {
            let said = if state.goes_beyond() { "Enter looks in the rest" } else { "found nowhere here" };
            format!("{}  {said}", find.field.in_border())
        }
        Some(find) => {
            let (at, of) = find.place();
            format!("{}  {at} of {}", find.field.in_border(), grouped(of as u64))
        }
        None => match state.link.filter(|_| focused).and_then(|link| state.page.links.get(link)) {
            Some(Link::Open(record)) => panes::leads_to(*record, &state.names, look.glyphs),
            Some(Link::Rest(_)) => panes::SHOWS_REST.to_owned(),
            _ => state.mention().unwrap_or_default(),
        },
    };
    let title = title(state, number, usize::from(area.width).saturating_sub(4), look);
    let frame = Frame { title, right: position(state), foot, focused };
    let inner = frame::paint(buffer, area, &frame, look);
    let mut marks = Marks::default();
    let problem = state.problem.as_ref().map(|problem| (problem, Role::Error));
    if let Some((text, role)) = problem.or(state.told.as_ref().map(|told| (told, Role::Dim))) {
        let rows = wrap::wrap_text(text, role, inner.width.into());
        rich::paint_all(buffer, inner, &rows, look.theme, Emphasis::default());
        return marks;
    }
    let page = PageInSight { rows: &state.page.rows, top: state.top, focused: state.link, find: state.find.as_ref() };
    let mark = |row| state.page.marked.contains(&row).then_some(Role::Accent);
    let leads = |link: usize| match state.page.links.get(link) {
        Some(Link::Open(record)) => Some(*record),
        _ => None,
    };
    marks.targets.extend(page.paint(buffer, inner, look, mark, leads));
    let (top, len) = through(state);
    scroll::paint(buffer, area, inner, (top, len, state.height), look);
    if let Some(find) = state.find.as_ref().filter(|find| find.typing && focused) {
        marks.cursor = find.field.cursor_in_border(area);
    }
    marks
}

/// What is open, in at most `room` cells: of documents, the end of the name tells one from another.
fn title(state: &State, number: &str, room: usize, look: Look) -> String {
    let Some(wanted) = state.wanted else { return format!("{number}Reader") };
    let kind = match wanted.kind {
        Kind::Report => "Report",
        Kind::Entity => "Entity",
        Kind::Relationship => "Relationship",
        Kind::Claim => "Claim",
        Kind::Source => "Passage",
        Kind::Document => "Document",
    };
    match state.title().filter(|_| !state.loading) {
        // On top of a page its name stands right below.
        Some(_) if state.top == 0 && state.page.head == 0 && !state.shows_ids() => format!("{number}{kind}"),
        Some(name) => {
            // Where ids are shown, that of the record is one of them.
            let id = if state.shows_ids() { format!(" {}", wanted.id) } else { String::new() };
            let before = format!("{number}{kind}{id} {} ", look.glyphs.dot);
            let room = room.saturating_sub(before.width());
            let name = match wanted.kind {
                Kind::Source | Kind::Document => rich::shorten_inside(&name, room, look.glyphs.ellipsis).into_owned(),
                _ => name,
            };
            before + &name
        }
        None => format!("{number}{kind}"),
    }
}

/// First row and number of rows; of a document, estimated from bytes.
fn through(state: &State) -> (usize, usize) {
    let rows = state.page.rows.len();
    match &state.record {
        Some(RecordPage::Document(page)) if page.window.text.len() < page.window.of && !page.window.text.is_empty() => {
            let scale = rows as f64 / page.window.text.len() as f64;
            let before = (page.window.from as f64 * scale) as usize;
            (before + state.top, (page.window.of as f64 * scale) as usize)
        }
        _ => (state.top, rows),
    }
}

fn position(state: &State) -> String {
    let (top, rows) = through(state);
    if let Some(RecordPage::Report(page)) = &state.record
        && top == 0
        && !state.loading
    {
        return format!("level {}", page.level);
    }
    if rows <= state.height || state.height == 0 {
        return String::new();
    }
    match top {
        0 => "Top".to_owned(),
        // Of what can be scrolled through.
        _ => format!("{}%", (100 * top / (rows - state.height)).min(100)),
    }
}
