//! The browser drawn: a heading of columns, then the rows in sight. Rows that are not loaded yet are dim dots.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::State;
use super::cells::{Cell, draw_cells, fitting};
use crate::model::{Kind, Ref};
use crate::text::numbers::amounts::{count, grouped};
use crate::tui::data::{Column, ListRow, Narrow, WhatIsNew};
use crate::tui::panes::{Marks, Seen, Target};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis, safe, shorten};
use crate::tui::widgets::wrap::wrap_text;
use crate::tui::widgets::{distinct, scroll};

/// A pane of this width has room to say all that is done with marked rows.
const ROOMY: u16 = 42;
/// Cells before a name: whether it was looked at.
const MARK: u16 = 2;
/// What stands between the ends of a relationship.
pub const BETWEEN: &str = " – ";

/// True for what is in the order of its names or its places unless it is turned round: the arrow says which way values
/// go, whatever they are; of figures the largest stand first.
fn rises(column: Column) -> bool {
    matches!(column, Column::Name | Column::Type | Column::Id)
}

/// What the names of a kind are called, and how they are sorted where that shows in no other column.
fn name_title(state: &State, columns: &[Cell], arrow: &str) -> String {
    let in_community = state.parts.iter().any(|part| matches!(part.narrow, Narrow::Community(_)));
    let name = match state.kind {
        Kind::Claim => "claim",
        // The tree counts those that tie members, which are fewer.
        Kind::Document if in_community => "names a member",
        _ => "name",
    };
    match state.column {
        Column::Name => format!("{name}{arrow}"),
        Column::Id => format!("{name}, as read{arrow}"),
        Column::Telling => format!("{name}s, most telling{arrow}"),
        // The column that the list is sorted by made way for the names.
        Column::Size if state.kind == Kind::Relationship && columns.is_empty() => {
            let by = if state.counts_a_part() { "passages" } else { "weight" };
            format!("{name}s, by {by}{arrow}")
        }
        _ => name.to_owned(),
    }
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Entity => "entities",
        Kind::Relationship => "relationships",
        Kind::Claim => "claims",
        _ => "documents",
    }
}

/// Draws the parts that the list is narrowed to, and behind the last the key that gives that up. A click gives up any.
fn draw_parts(state: &State, buffer: &mut Buffer, row: Rect, look: Look) -> Vec<(Rect, Target)> {
    const GIVES_UP: &str = "Esc";
    let mut targets = Vec::new();
    let mut x = row.x;
    let each = usize::from(row.width).saturating_sub(GIVES_UP.len()) / state.parts.len().max(1);
    let put = |buffer: &mut Buffer, x: u16, text: &str, role: Role| {
        buffer.set_stringn(x, row.y, text, usize::from(row.right().saturating_sub(x)), look.style(role)).0
    };
    for (at, part) in state.parts.iter().enumerate() {
        let room = each.saturating_sub(2).max(4);
        let label = shorten(&safe(&part.label), room, look.glyphs.ellipsis).into_owned();
        let end = put(buffer, x, &label, Role::Accent);
        targets.push((Rect::new(x, row.y, end - x, 1), Target::Chip(at)));
        x = end.saturating_add(2).min(row.right());
    }
    put(buffer, x, GIVES_UP, Role::Key);
    targets
}

/// What the last line says: what is filtered by, what is done with marked rows, or which lists there are besides.
fn foot(state: &State, width: u16, focused: bool, look: Look) -> String {
    let others: Vec<&str> = state.kinds().into_iter().filter(|&kind| kind != state.kind).map(word).collect();
    match (state.filter.field(), state.marked.len()) {
        (Some(field), 0) => field.in_border(),
        (Some(field), marked) => format!("{}  {marked} marked", field.in_border()),
        // From elsewhere these keys do something else.
        (None, marked @ 1..) if !focused => format!("{marked} marked"),
        (None, 2) if state.kind == Kind::Entity && width < ROOMY => "2 marked  v joins  A asks".to_owned(),
        (None, 2) if state.kind == Kind::Entity => "2 marked  v joins  A asks  E writes".to_owned(),
        (None, marked @ 1..) if width < ROOMY => format!("{marked} marked  A asks"),
        (None, marked @ 1..) => format!("{marked} marked  A asks  E writes  Esc clears"),
        (None, 0) if focused => {
            let days = hidden(state);
            let kinds = |kinds: &str| format!("{} {kinds}", look.glyphs.arrow);
            let (all, next) = (kinds(&others.join(" ")), kinds(word(state.next_kind(true))));
            let with = |kinds: &str| if days.is_empty() { kinds.to_owned() } else { format!("{kinds}  {days}: F") };
            // Where not all fit, the one that comes next; before it what is hidden, since the last line has both keys.
            let whole = [with(&all), with(&next), days.clone(), all];
            let told = |line: &String| !line.is_empty() && line.width() + 4 <= usize::from(width);
            whole.into_iter().find(told).unwrap_or(next)
        }
        (None, 0) => hidden(state),
    }
}

/// The days that the list leaves out.
fn hidden(state: &State) -> String {
    if state.hidden == 0 { String::new() } else { format!("{} hidden", count(state.hidden as u64, "date", "dates")) }
}

/// Draws the heading of the columns. Returns where one can click to sort by each.
fn draw_heading(
    state: &State,
    columns: &[Cell],
    name_width: usize,
    buffer: &mut Buffer,
    inner: Rect,
    look: Look,
) -> Vec<(Rect, Target)> {
    // What only has the letters of a filter is in the order of how well it fits.
    let arrow = match (state.by_fit, rises(state.column) != state.reversed) {
        (true, _) => "",
        (false, false) => look.glyphs.sorted[0],
        (false, true) => look.glyphs.sorted[1],
    };
    let title = format!("  {}", name_title(state, columns, arrow));
    let mut heading = format!("{:<name_width$}", shorten(&title, name_width, look.glyphs.ellipsis));
    let mut targets = Vec::new();
    let head = |from: usize, width: usize| Rect::new(inner.x + from as u16, inner.y, width as u16, 1);
    let column = |sorts: Column| super::columns(state.kind).iter().position(|&column| column == sorts);
    targets.extend(column(Column::Name).map(|at| (head(0, name_width), Target::Column(at))));
    for cell in columns {
        let from = heading.width();
        let at = cell.sorts.and_then(column);
        targets.extend(at.map(|at| (head(from, cell.width + 1), Target::Column(at))));
        let arrow = if cell.sorts == Some(state.column) { arrow } else { "" };
        heading += &format!(" {:>width$}", format!("{}{arrow}", cell.title), width = cell.width);
    }
    buffer.set_stringn(inner.x, inner.y, &heading, inner.width.into(), look.style(Role::Dim));
    targets
}

/// Why there are no rows, and what shows more.
fn nothing_in(state: &State) -> String {
    let searched = match state.kind {
        Kind::Entity => "no name and no type is like this among the entities",
        Kind::Relationship => "no relationship matches these names",
        Kind::Claim => "no claim has these words",
        _ => "no document has such a title or path",
    };
    match state.filter.field() {
        None if state.parts.len() == 1 => "nothing lies in this part: Esc gives it up".to_owned(),
        None if !state.parts.is_empty() => "nothing lies in all of these parts: Esc gives up the last".to_owned(),
        None if state.kind == Kind::Claim => "claims are made by a model only".to_owned(),
        None => "none".to_owned(),
        Some(_) if !state.parts.is_empty() => {
            format!("{searched} of the parts above: Esc drops the filter, Esc once more gives up the last part")
        }
        Some(_) => format!("{searched}: Esc drops the filter, ^P looks in the text as well"),
    }
}

/// The names of rows as far as there is room, told apart by what is left of them.
fn names_of(state: &State, shown: &[Option<&ListRow>], room: usize, look: Look) -> Vec<String> {
    let names: Vec<Cow<'_, str>> =
        shown.iter().map(|row| row.map_or(Cow::Borrowed(""), |row| safe(&row.name))).collect();
    match state.kind {
        Kind::Relationship | Kind::Claim if names.iter().all(|name| name.is_empty() || name.contains(BETWEEN)) => {
            let ends = |name: &'_ str| name.split_once(BETWEEN).map(|(one, other)| (one.to_owned(), other.to_owned()));
            let ends: Vec<(String, String)> = names.iter().map(|name| ends(name).unwrap_or_default()).collect();
            let pairs: Vec<(&str, &str)> = ends.iter().map(|(one, other)| (one.as_str(), other.as_str())).collect();
            distinct::shorten_pairs(&pairs, BETWEEN, room, look.glyphs.ellipsis)
        }
        // A claim begins with whom it is about.
        Kind::Claim => names.iter().map(|name| shorten(name, room, look.glyphs.ellipsis).into_owned()).collect(),
        _ => {
            // All that is in sight may be parts of one talk: which of many it is, is told by the rows around it.
            let near = state.ids.get(state.window.ahead(super::MARGIN)).unwrap_or_default();
            let around: Vec<Cow<'_, str>> =
                near.iter().filter_map(|id| state.rows.get(id)).map(|row| safe(&row.name)).collect();
            let branches = distinct::Branches::of(around.iter().map(|name| &**name));
            let ellipsis = look.glyphs.ellipsis;
            let cut: Vec<Cow<'_, str>> = names
                .iter()
                .map(|name| branches.without_shared(name, room, ellipsis).map_or(Cow::Borrowed(&**name), Cow::Owned))
                .collect();
            let rooms: Vec<(&str, usize)> = cut.iter().map(|name| (&**name, room)).collect();
            distinct::shorten_all(&rooms, ellipsis)
        }
    }
}

pub fn draw(
    state: &State,
    news: &WhatIsNew,
    seen: Seen,
    buffer: &mut Buffer,
    area: Rect,
    focused: bool,
    look: Look,
) -> Marks {
    let inner = frame::paint(buffer, area, &frame_of(state, area.width, focused, look), look);
    let mut marks = Marks::default();
    if inner.is_empty() {
        return marks;
    }
    let inner = match state.parts.is_empty() || inner.height < 3 {
        true => inner,
        false => {
            marks.targets.extend(draw_parts(state, buffer, Rect { height: 1, ..inner }, look));
            Rect { y: inner.y + 1, height: inner.height - 1, ..inner }
        }
    };
    let width = usize::from(inner.width);
    let columns = fitting(state, width);
    let cell_width: usize = columns.iter().map(|cell| cell.width + 1).sum();
    let name_width = width.saturating_sub(cell_width);

    marks.targets.extend(draw_heading(state, &columns, name_width, buffer, inner, look));
    let len = state.ids.len();
    if len == 0 && !state.loading && inner.height > 1 {
        let below = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
        let why = wrap_text(&nothing_in(state), Role::Dim, width);
        rich::paint_all(buffer, below, &why, look.theme, Emphasis::default());
    }
    let rows = Rows { state, news, seen, columns: &columns, name_width, look };
    marks.targets.extend(rows.draw(buffer, inner, focused));
    scroll::paint(buffer, area, inner, (state.window.top, len, state.window.height), look);
    marks.cursor = state.filter.cursor(area, focused);
    marks
}

/// The frame: what is listed, which row of how many one stands on, and what the last line says.
fn frame_of(state: &State, width: u16, focused: bool, look: Look) -> Frame {
    let right = match (state.loading, state.ids.len()) {
        (true, 0) => "loading".to_owned(),
        (_, 0) => String::new(),
        (_, len) => format!("{} of {}", grouped(state.window.cursor as u64 + 1), grouped(len as u64)),
    };
    let title = format!("2 Browser {} {}", look.glyphs.dot, word(state.kind));
    // Which row of how many stands below where it has no room above.
    let below = title.width() + right.width() + 7 > usize::from(width);
    let taken = if below && !right.is_empty() { right.width() as u16 + 3 } else { 0 };
    let foot = foot(state, width.saturating_sub(taken), focused, look);
    Frame { title, right, foot, focused }
}

/// The rows in sight, and what they are drawn with.
struct Rows<'a> {
    state: &'a State,
    news: &'a WhatIsNew,
    seen: Seen<'a>,
    columns: &'a [Cell],
    name_width: usize,
    look: Look<'a>,
}

impl Rows<'_> {
    /// Draws them below the heading. Returns where one can click on each.
    fn draw(&self, buffer: &mut Buffer, inner: Rect, focused: bool) -> Vec<(Rect, Target)> {
        let Rows { state, look, .. } = *self;
        // What the last update made or changed says so after its name.
        let room = self.name_width.saturating_sub(usize::from(MARK) + if self.news.is_empty() { 0 } else { 2 });
        let shown: Vec<Option<&ListRow>> = state
            .window
            .visible()
            .take(inner.height.saturating_sub(1).into())
            .map(|at| state.ids.get(at).and_then(|id| state.rows.get(id)))
            .collect();
        let names = names_of(state, &shown, room, look);
        let mut targets = Vec::new();
        for (line, at) in state.window.visible().enumerate().take(shown.len()) {
            let area = Rect::new(inner.x, inner.y + 1 + line as u16, inner.width, 1);
            match shown[line] {
                Some(row) => self.draw_row(row, &names[line], buffer, area),
                None => {
                    buffer.set_stringn(area.x, area.y, look.glyphs.dot, area.width.into(), look.style(Role::Dim));
                }
            }
            if at == state.window.cursor {
                let role = if focused { Role::Selected } else { Role::SelectedUnfocused };
                rich::select(buffer, area, look.style(role));
            }
            targets.push((area, Target::Row(at)));
        }
        targets
    }

    /// Draws a row: whether anybody looked at it or it is marked, its name, whether it is new, and its cells.
    fn draw_row(&self, row: &ListRow, name: &str, buffer: &mut Buffer, area: Rect) {
        let Rows { state, news, look, .. } = *self;
        let width = usize::from(area.width);
        let record = Ref::new(state.kind, row.id);
        let (mark, role) = match state.marked.contains(&row.id) {
            true => (look.glyphs.marked, Role::Accent),
            false => (self.seen.mark(record, look.glyphs), Role::Dim),
        };
        buffer.set_stringn(area.x, area.y, mark, width, look.style(role));
        buffer.set_stringn(area.x + MARK, area.y, name, width, look.style(Role::Text));
        if !news.is_empty() {
            let x = area.x + self.name_width as u16 - 1;
            buffer.set_stringn(x, area.y, news.mark(record), 1, look.style(Role::Accent));
        }
        draw_cells(row, self.columns, self.name_width, buffer, area, look);
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::saying;
    use super::*;
    use crate::tui::theme::{Theme, UNICODE};

    #[test]
    fn beside_the_reader_at_80_columns_what_is_hidden_is_told() {
        let theme = Theme::built_in("mono").expect("a theme");
        let look = Look { theme: &theme, glyphs: &UNICODE };
        let mut state = State { hidden: 12, has_claims: false, ..State::default() };
        assert_eq!(foot(&state, 60, true, look), "→ relationships documents  12 dates hidden: F");
        assert_eq!(foot(&state, 40, true, look), "→ relationships  12 dates hidden: F");
        assert_eq!(foot(&state, 21, true, look), "12 dates hidden");
        state.hidden = 0;
        assert_eq!(foot(&state, 21, true, look), "→ relationships");
    }

    #[test]
    fn claims_keep_whom_they_are_about_and_no_room_for_what_none_in_sight_has() {
        let row = |id: u32, said: &str, day: &str| ListRow {
            id,
            name: format!("Jacob Collier {said}"),
            cells: vec![String::new(), day.to_owned()],
        };
        let mut state = State { kind: Kind::Claim, column: Column::Id, ..State::default() };
        let said = ["expressed his belief in it", "grew up in Northampton, Massachusetts", "was there"];
        for (id, said) in (0..).zip(said) {
            state.rows.insert(id, row(id, said, if id == 2 { "1911-03-04" } else { "" }));
        }
        state.ids = std::sync::Arc::new(vec![0, 1, 2]);
        state.window.resize(2);
        state.window.set_len(3);
        assert!(saying(&state, 90).is_empty(), "the one with a day is out of sight");
        let shown: Vec<Option<&ListRow>> = vec![state.rows.get(&0), state.rows.get(&1)];
        let theme = Theme::built_in("mono").expect("a theme");
        let look = Look { theme: &theme, glyphs: &UNICODE };
        assert_eq!(names_of(&state, &shown, 20, look), ["Jacob Collier expre…", "Jacob Collier grew …"]);
    }
}
