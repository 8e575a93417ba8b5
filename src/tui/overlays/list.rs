//! A field with a list below it: what the palette and the finder look like.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::tui::panes::{Marks, Target};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::distinct::shorten_all;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis, Row, safe, shorten};
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
    pub lines: Vec<ListLine>,
    /// Words that are lit in them.
    pub lit: &'a [String],
    /// Said when there are none.
    pub empty: &'a str,
    /// What it stands on is shown beside it.
    pub previews: bool,
}

/// One line of it.
#[derive(Default)]
pub struct ListLine {
    /// One cell before the rest.
    pub mark: &'static str,
    pub left: String,
    /// What the name ends with however little room it has.
    pub tail: String,
    pub right: String,
    /// Shown after the name where there is room.
    pub after: String,
}

/// Cells in which what stands behind a name cannot be read.
const LEAST_AFTER: usize = 8;

/// From this width on, what the list stands on is shown beside it.
const BESIDE: u16 = 150;
/// Columns and lines from which on there is room for it below.
const LEAST_BELOW: (u16, u16) = (60, 20);

/// Where the list lies, and what is shown beside it where there is room. A large screen shows more of it, in rows and
/// in columns. What stands below the panes stays in sight.
pub fn areas(screen: Rect) -> (Rect, Option<Rect>) {
    let height = (screen.height * 2 / 3).max(24).min(screen.height.saturating_sub(2).max(screen.height.min(6)));
    let width = (screen.width * 9 / 10).max(84);
    let mut area = frame::centred(screen, width, height);
    area.y = screen.y + (screen.height - area.height).div_ceil(3);
    if screen.width < BESIDE {
        // On a narrow screen below the list.
        if area.width < LEAST_BELOW.0 || area.height < LEAST_BELOW.1 {
            return (area, None);
        }
        let rows = area.height * 3 / 5;
        let below = Rect { y: area.y + rows, height: area.height - rows, ..area };
        return (Rect { height: rows, ..area }, Some(below));
    }
    let left = area.width * 9 / 20;
    let beside = Rect { x: area.x + left, width: area.width - left, ..area };
    (Rect { width: left, ..area }, Some(beside))
}

fn area(screen: Rect, previews: bool) -> Rect {
    match areas(screen) {
        (area, Some(beside)) if !previews => area.union(beside),
        (area, _) => area,
    }
}

/// Rows that fit on a screen.
pub fn height(screen: Rect, previews: bool) -> usize {
    frame::inner(area(screen, previews)).height.saturating_sub(2).into()
}

pub fn draw(list: &List, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    // Where there is nothing to look at below it, a list has all of the room.
    let (listed, preview) = areas(screen);
    let is_below = preview.is_some_and(|preview| preview.x == listed.x);
    let area = area(screen, list.previews && !(is_below && list.lines.is_empty()));
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
    marks.cursor = Some(list.field.paint(buffer, inner, look));
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
    // What is said on the right of all of them has a column of its own; figures end alike.
    let column = list.lines.iter().map(|line| line.right.width()).max().unwrap_or(0).min(width / 2);
    // Names that would be cut alike are told apart; what says why something was found is seen beside a long name.
    let room = width.saturating_sub(column + 4);
    let left: Vec<String> = list.lines.iter().map(|line| safe(&line.left).into_owned()).collect();
    let rooms = list.lines.iter().zip(&left).map(|(line, left)| {
        // A share in which it could not be read is the name's.
        let share = (room / 3).min(line.after.width() + 2);
        let least = if share > LEAST_AFTER + 2 { share } else { 0 };
        (left.as_str(), (room - least).saturating_sub(line.tail.width()))
    });
    let mut left = shorten_all(&rooms.collect::<Vec<_>>(), look.glyphs.ellipsis);
    left.iter_mut().zip(&list.lines).for_each(|(left, line)| left.push_str(&line.tail));
    for (at, line) in list.lines.iter().enumerate().take(usize::from(inner.height).saturating_sub(2)) {
        let row = Rect::new(inner.x, inner.y + 2 + at as u16, inner.width, 1);
        buffer.set_stringn(row.x, row.y, line.mark, 1, look.style(Role::Accent));
        let right = shorten(&line.right, column, look.glyphs.ellipsis);
        let left = &left[at];
        let (x, _) = buffer.set_stringn(row.x + 2, row.y, left, room, look.style(Role::Text));
        let rest = room.saturating_sub(left.width() + 2);
        let mut found = None;
        if rest > LEAST_AFTER {
            let after = safe(&line.after);
            let after = shorten(&after, rest, look.glyphs.ellipsis);
            buffer.set_stringn(x + 2, row.y, &after, rest, look.style(Role::Dim));
            found = Some((x + 2, after.into_owned()));
        }
        let from = row.right().saturating_sub(if list.previews { column } else { right.width() } as u16);
        buffer.set_stringn(from, row.y, &right, width, look.style(Role::Dim));
        if window.top + at == window.cursor {
            // The row that the keys are on is told by more than its colour.
            let x = if line.mark.trim().is_empty() { row.x } else { row.x + 1 };
            buffer.set_stringn(x, row.y, look.glyphs.crumb, 1, look.style(Role::Accent));
            rich::select(buffer, row, look.style(Role::Selected));
        }
        for (x, text) in found.into_iter().chain([(row.x + 2, left.clone())]) {
            light(buffer, x, row, &text, list.lit, look);
        }
        marks.targets.push((row, Target::Row(window.top + at)));
    }
    marks
}

/// Lights words in a text that was drawn from a column on.
fn light(buffer: &mut Buffer, x: u16, row: Rect, text: &str, words: &[String], look: Look) {
    let text = Row::plain(text, Role::Text);
    for (from, to) in words.iter().flat_map(|word| rich::matches(&text, word)) {
        let place = Rect { x: x + from as u16, width: (to - from) as u16, ..row };
        buffer.set_style(place.intersection(row), look.style(Role::Found));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Theme, UNICODE};

    fn untitled<'a>(field: &'a Field, window: &'a Window, lines: Vec<ListLine>, lit: &'a [String]) -> List<'a> {
        List { title: "", note: "", hint: "", field, window, lines, lit, empty: "", previews: true }
    }

    /// A list drawn, as text.
    fn drawn(lines: Vec<ListLine>, screen: Rect) -> String {
        let mut window = Window { height: 9, ..Window::default() };
        window.set_len(lines.len());
        let field = Field::default();
        let list = untitled(&field, &window, lines, &[]);
        let theme = Theme::built_in("mono").unwrap();
        let mut buffer = Buffer::empty(screen);
        draw(&list, &mut buffer, screen, Look { theme: &theme, glyphs: &UNICODE });
        let cell = |(x, y)| buffer[(x, y)].symbol().to_owned();
        (0..screen.height).flat_map(|y| (0..screen.width).map(move |x| (x, y))).map(cell).collect()
    }

    #[test]
    fn a_name_has_the_room_in_which_nothing_else_could_be_read() {
        let title = "Ordinance 88 of 2017 on docks";
        let line = ListLine {
            mark: " ",
            left: title.to_owned(),
            right: "source".to_owned(),
            after: "the dock and its piles".to_owned(),
            ..ListLine::default()
        };
        let screen = drawn(vec![line], Rect::new(0, 0, 46, 24));
        assert!(screen.contains(title), "{screen}");
    }

    #[test]
    fn words_that_are_looked_for_are_lit_wherever_they_stand() {
        let line = |left: &str, after: &str| ListLine {
            mark: " ",
            left: left.to_owned(),
            right: "entity".to_owned(),
            after: after.to_owned(),
            ..ListLine::default()
        };
        let mut field = Field::default();
        field.insert("valve");
        let mut window = Window { height: 9, ..Window::default() };
        window.set_len(2);
        let lines = vec![line("Weir", ""), line("Scour valve", "the valve was open")];
        let lit = ["valve".to_owned()];
        let list = untitled(&field, &window, lines, &lit);
        let theme = Theme::built_in("mono").unwrap();
        let screen = Rect::new(0, 0, 80, 24);
        let mut buffer = Buffer::empty(screen);
        let look = Look { theme: &theme, glyphs: &UNICODE };
        let marks = draw(&list, &mut buffer, screen, look);
        let (row, _) = marks.targets[1];
        let found = look.style(Role::Found).add_modifier;
        let lit = |x: u16| buffer[(x, row.y)].modifier.contains(found);
        let cells: String =
            (row.left()..row.right()).filter(|&x| lit(x)).map(|x| buffer[(x, row.y)].symbol()).collect();
        assert_eq!(cells, "valvevalve");
    }
}
