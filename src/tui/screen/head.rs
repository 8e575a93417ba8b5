//! The line on top: which index this is, where in it the record lies that is open, what is under way, and who answers.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::model::Ref;
use crate::text::numbers::amounts::count;
use crate::tui::app::App;
use crate::tui::data::OFFLINE;
use crate::tui::keys::{Command, Layer};
use crate::tui::panes::{Marks, PaneId, Target};
use crate::tui::placing::layout;
use crate::tui::theme::Role;
use crate::tui::widgets::rich::{safe, shorten};

/// Cells below which a part of the path says nothing beside others, and below which it says nothing at all; and those
/// that the path wants before the size of the index is told.
const LEAST_CRUMB: usize = 12;
const ONE_CRUMB: usize = 8;
const PATH: usize = 60;
/// Cells that the name of the index and where one is in it keep beside what stands on the right.
const NAMED: usize = 12;
const PLACED: usize = 24;

/// Draws it.
pub fn draw(app: &App, buffer: &mut Buffer, screen: Rect) -> Marks {
    let look = app.look();
    let overview = &app.overview;
    let width = usize::from(screen.width);
    let help = format!(" {} help ", app.input.keymap.keys_for(app.layer(), Command::Help).unwrap_or_default());
    let help = if help.trim() == "help" { String::new() } else { help };
    let dot = format!(" {} ", look.glyphs.dot);
    let mut right: Vec<String> = Vec::new();
    if let Some(job) = app.indexing.job.as_ref().filter(|job| job.ending.is_none()) {
        right.push(job.line());
    }
    let numbers = [
        count(overview.documents, "document", "documents"),
        count(overview.entities, "entity", "entities"),
        count(overview.reports, "report", "reports"),
    ];
    let path = path(app);
    let wanted = if path.is_empty() { 0 } else { PATH };
    if width >= 100 + wanted && overview.documents > 0 {
        right.extend(numbers);
    }
    let running = app.indexing.job.as_ref().is_some_and(|job| job.ending.is_none());
    if app.indexing.changed.is_some() && !running && width >= 60 {
        right.push("folder changed".to_owned());
    }
    if app.has_unseen_news() && width >= 60 {
        let key = app.input.keymap.keys_for(Layer::Tree, Command::News).map_or(String::new(), |key| format!("{key} "));
        right.push(format!("{key}what is new"));
    }
    right.extend(made_and_answered(app, width));
    // What matters least goes first where there is no room; who answers and what is under way come last.
    let spare = width.saturating_sub(help.width() + if path.is_empty() { NAMED } else { NAMED + PLACED });
    while right.len() > 1 && right.iter().map(|part| part.width() + 3).sum::<usize>() > spare {
        let kept = usize::from(running);
        right.remove(kept.min(right.len() - 1));
    }
    let right = right.join(&dot);
    let name = safe(&overview.name).into_owned();
    let right_width = right.width() + help.width();
    let from = width.saturating_sub(right_width + 1);
    let mut marks = Marks::default();
    let (x, _) = buffer.set_stringn(screen.x + 1, screen.y, "gleaner", width - 1, look.style(Role::Dim));
    marks.targets.push((Rect::new(screen.x, screen.y, x - screen.x, 1), Target::Run(Command::Home)));
    let room = from.saturating_sub(usize::from(x) + 4);
    // An index has no name before it is read.
    if room > 3 && !name.is_empty() {
        let crumb = format!(" {} ", look.glyphs.crumb);
        // A long name leaves most of the room to where one is in it.
        let room = if path.is_empty() { room } else { (room / 3).max(LEAST_CRUMB).min(room) };
        let name = format!("{crumb}{}", shorten(&name, room, look.glyphs.ellipsis));
        let from_name = x;
        let (mut x, _) = buffer.set_stringn(x, screen.y, &name, width, look.style(Role::Title));
        marks.targets.push((Rect::new(from_name, screen.y, x - from_name, 1), Target::Run(Command::Home)));
        // What lies on the right stands apart.
        let room = from.saturating_sub(usize::from(x) + 2);
        let parts = fitting(&path, room, crumb.width(), look.glyphs.ellipsis);
        let last = parts.len().saturating_sub(1);
        for (at, (record, part)) in parts.into_iter().enumerate() {
            let (from, _) = buffer.set_stringn(x, screen.y, &crumb, width, look.style(Role::Dim));
            let role = if at == last { Role::Text } else { Role::Link };
            (x, _) = buffer.set_stringn(from, screen.y, &part, width, look.style(role));
            marks.targets.extend(record.map(|record| (Rect::new(from, screen.y, x - from, 1), Target::Part(record))));
        }
    }
    if from > 9 {
        let (x, _) = buffer.set_stringn(from as u16, screen.y, &right, width, look.style(Role::Dim));
        let (end, _) = buffer.set_stringn(
            x,
            screen.y,
            &help,
            usize::from(screen.right().saturating_sub(x)),
            look.style(Role::Key),
        );
        marks.targets.push((Rect::new(x, screen.y, end - x, 1), Target::Run(Command::Help)));
    }
    marks
}

/// Where the record that the reader shows lies, while it is in sight: what it is part of, from the outside in, and
/// itself. Of a list that has the screen to itself, the row that the keys are about.
fn path(app: &App) -> Vec<(Ref, String)> {
    let laid = layout::lay(&app.layout()).panes;
    let reads = laid.iter().any(|(pane, _)| *pane == PaneId::Reader);
    match (app.panes.focus, app.focused_ref()) {
        _ if reads => app.reader.path(),
        (PaneId::Tree, _) => app.tree.path(),
        (PaneId::Browser, Some(row)) => vec![(row, app.title_of(row))],
        _ => Vec::new(),
    }
}

/// The parts of a path that there is room for, each cut to its share: the last ones first, then the outermost; what is
/// left out between them is one ellipsis.
fn fitting(path: &[(Ref, String)], room: usize, crumb: usize, ellipsis: &str) -> Vec<(Option<Ref>, String)> {
    // Where one is, is told as far as there is any room for it.
    let most = (room / (LEAST_CRUMB + crumb)).max(usize::from(room >= ONE_CRUMB + crumb));
    if most == 0 || path.is_empty() {
        return Vec::new();
    }
    let kept = if path.len() > most { path.len() - most.saturating_sub(2).max(1) } else { 0 };
    let outermost = path.len() > most && most > 1;
    let mut parts: Vec<(Option<Ref>, String)> = Vec::new();
    if outermost {
        parts.push((Some(path[0].0), safe(&path[0].1).into_owned()));
        if kept > 1 {
            parts.push((None, ellipsis.to_owned()));
        }
    }
    let kept = if outermost { kept.max(1) } else { kept };
    parts.extend(path[kept..].iter().map(|(record, title)| (Some(*record), safe(title).into_owned())));
    let mut left = room.saturating_sub(crumb * parts.len());
    // Where one is has the room that the least of the others leave.
    let last = parts.len() - 1;
    let others: usize = parts[..last].iter().map(|(_, title)| title.width().min(ONE_CRUMB)).sum();
    parts[last].1 = shorten(&parts[last].1, left.saturating_sub(others), ellipsis).into_owned();
    left = left.saturating_sub(parts[last].1.width());
    // What is short leaves its room to the others.
    let mut order: Vec<usize> = (0..last).collect();
    order.sort_by_key(|&at| parts[at].1.width());
    for (done, at) in order.iter().enumerate() {
        let share = left / (order.len() - done);
        parts[*at].1 = shorten(&parts[*at].1, share, ellipsis).into_owned();
        left -= parts[*at].1.width().min(left);
    }
    parts
}

/// How the index was made and who answers, always in sight: `offline`, `standard index · gpt-4.1-nano answers`.
fn made_and_answered(app: &App, width: usize) -> Option<String> {
    let method = app.overview.method.as_str();
    let model = app.models.answers.as_deref().filter(|_| !app.chat.next.offline);
    Some(match (method, model) {
        ("", _) => return None,
        (OFFLINE, None) => OFFLINE.to_owned(),
        // Where there is little room, who answers is more than who made the index.
        (_, None) if width < 100 && app.overview.is_imported() => OFFLINE.to_owned(),
        (method, model) if width < 100 => {
            format!("{method}/{}", shorten(model.unwrap_or(OFFLINE), 12, app.appearance.glyphs.ellipsis))
        }
        (method, model) => {
            let model = shorten(model.unwrap_or(OFFLINE), width / 4, app.appearance.glyphs.ellipsis);
            format!("{method} index {} {model} answers", app.appearance.glyphs.dot)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Kind;

    fn told(path: &[&str], room: usize) -> String {
        let path: Vec<(Ref, String)> =
            path.iter().zip(0..).map(|(title, id)| (Ref::new(Kind::Report, id), (*title).to_owned())).collect();
        let parts = fitting(&path, room, 3, "…");
        parts.iter().map(|(_, part)| format!(" > {part}")).collect()
    }

    #[test]
    fn a_path_is_cut_to_its_room_and_keeps_its_ends() {
        let path = ["Flood works", "Pumping stations of the east", "Turbines", "Bearings and their oil"];
        assert_eq!(
            told(&path, 90),
            " > Flood works > Pumping stations of the east > Turbines > Bearings and their oil"
        );
        assert_eq!(told(&path, 60), " > Flood wo… > Pumping … > Turbines > Bearings and their oil");
        assert_eq!(told(&path, 46), " > Flood works > … > Bearings and their oil");
        assert_eq!(told(&path, 20), " > Bearings and the…");
        assert_eq!(told(&path, 12), " > Bearings…");
        assert_eq!(told(&path, 8), "");
        for room in 0..100 {
            assert!(told(&path, room).width() <= room, "{room}: {}", told(&path, room));
        }
    }
}
