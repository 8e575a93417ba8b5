//! The columns beside the names of a list: which there are, which have room, and what each row says in them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::State;
use super::view::BETWEEN;
use crate::model::Kind;
use crate::tui::data::{Column, ListRow, Narrow};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::rich::shorten;

/// Inside a pane of this width there is room for every column.
const WIDE: usize = 40;
/// Cells that a name needs beside a column.
const LEAST_NAME: usize = 10;
/// Cells that each end of a relationship needs beside one.
const LEAST_END: usize = 12;

/// Inside panes of these widths there is room for both figures of an entity, and for the word of its type beside one:
/// cut short that would tell nothing.
const LEAST_FOR_BOTH: usize = 28;
const LEAST_FOR_TYPE: usize = 34;

/// A column beside the name.
pub(super) struct Cell {
    /// Which of a row's cells it shows.
    pub at: usize,
    pub title: &'static str,
    pub width: usize,
    pub sorts: Option<Column>,
    /// Which of them has room first, where not all have; before all of them comes the one that the list is sorted by.
    rank: u8,
}

/// The columns of a list; each has room for its title with an arrow.
fn cells(state: &State) -> Vec<Cell> {
    let columns: &[(&'static str, usize, Option<Column>, u8)] = match state.kind {
        Kind::Entity => &[
            ("type", 12, Some(Column::Type), 2),
            ("links", 6, Some(Column::Size), 1),
            ("docs", 5, Some(Column::Documents), 0),
        ],
        // A weight has no scale: beside it stands how many passages name both.
        Kind::Relationship => &[("weight", 7, Some(Column::Size), 1), ("passages", 8, None, 0)],
        Kind::Claim => &[("status", 9, Some(Column::Type), 1), ("date", 10, None, 0)],
        _ => &[
            ("folder", 9, None, 1),
            ("date", 10, None, 0),
            ("format", 8, None, 3),
            ("tokens", 7, Some(Column::Size), 2),
        ],
    };
    let cells = columns.iter().enumerate();
    let mut cells: Vec<Cell> =
        cells.map(|(at, &(title, width, sorts, rank))| Cell { at, title, width, sorts, rank }).collect();
    // Of one type alone each row would say the same.
    let of_a_type = state.parts.iter().any(|part| matches!(part.narrow, Narrow::Type(_)));
    if state.kind == Kind::Entity && of_a_type && state.column != Column::Type {
        cells.retain(|cell| cell.sorts != Some(Column::Type));
    }
    // A weight is one of the whole: in a part the passages are counted, and sorted by.
    if state.kind == Kind::Relationship && state.counts_a_part() {
        cells.remove(0);
        cells[0].sorts = Some(Column::Size);
        cells[0].width += 1;
    }
    cells
}

/// Cells that a title or a statement keeps beside several of them.
const LEAST_TITLE: usize = 18;

/// Those that fit of the columns in which any row at hand has something to say.
pub(super) fn saying(state: &State, width: usize) -> Vec<Cell> {
    let mut cells = cells(state);
    // Rows that were loaded before the list was narrowed say nothing of it. Of claims few have a day or a doubt: beside
    // those in sight that have none, no room is kept for it.
    let margin = if state.kind == Kind::Claim { 0 } else { super::MARGIN };
    let near = state.ids.get(state.window.ahead(margin)).unwrap_or_default();
    let rows = || near.iter().filter_map(|id| state.rows.get(id));
    let says = |cell: &Cell| rows().any(|row| row.cells.get(cell.at).is_some_and(|text| !text.is_empty()));
    cells.retain(says);
    cells.sort_by_key(|cell| (cell.sorts != Some(state.column), cell.rank));
    let mut left = width;
    cells.retain(|cell| {
        let least = match state.kind {
            Kind::Claim => 2 * LEAST_END + BETWEEN.width(),
            _ if left == width => LEAST_NAME,
            _ => LEAST_TITLE,
        };
        let fits = left >= cell.width + 1 + least;
        left -= if fits { cell.width + 1 } else { 0 };
        fits
    });
    cells.sort_by_key(|cell| cell.at);
    cells
}

/// The columns that fit: in a narrow pane the one that the list is sorted by, else the last.
pub(super) fn fitting(state: &State, width: usize) -> Vec<Cell> {
    let (kind, sorted) = (state.kind, state.column);
    if matches!(kind, Kind::Document | Kind::Claim) {
        return saying(state, width);
    }
    let mut cells = cells(state);
    if width >= WIDE {
        return cells;
    }
    if kind == Kind::Entity && sorted != Column::Type && width >= LEAST_FOR_BOTH {
        // What something is comes before all figures but the one that the list is sorted by.
        cells.retain(|cell| match cell.sorts {
            Some(Column::Type) => width >= LEAST_FOR_TYPE,
            _ if width < LEAST_FOR_TYPE => true,
            sorts => sorts == Some(sorted) || sorted == Column::Name && cell.rank == 1,
        });
        return cells;
    }
    cells.sort_by_key(|cell| (cell.sorts != Some(sorted), cell.rank));
    let only = cells.swap_remove(0);
    let names = if kind == Kind::Relationship { 2 * LEAST_END + BETWEEN.width() } else { LEAST_NAME };
    if width > only.width + names { vec![only] } else { Vec::new() }
}

/// Draws what a row says beside its name.
pub(super) fn draw_cells(
    row: &ListRow,
    columns: &[Cell],
    name_width: usize,
    buffer: &mut Buffer,
    area: Rect,
    look: Look,
) {
    let width = usize::from(area.width);
    let mut x = name_width;
    for cell in columns {
        let text = row.cells.get(cell.at).map_or("", String::as_str);
        let text = shorten(text, cell.width, look.glyphs.ellipsis);
        let from = x + 1 + cell.width.saturating_sub(text.width());
        buffer.set_stringn(area.x + from as u16, area.y, &text, width - from, look.style(Role::Dim));
        x += cell.width + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_room_in_the_order_of_what_they_say_and_none_where_no_row_says_anything() {
        let titles = |kind: Kind, cells: &[&str], width: usize| -> Vec<&str> {
            let cells = cells.iter().map(|&cell| cell.to_owned()).collect();
            let mut state = State { kind, column: super::super::columns(kind)[0], ..State::default() };
            state.rows.insert(1, ListRow { id: 1, name: "Minutes".to_owned(), cells });
            state.ids = std::sync::Arc::new(vec![1]);
            state.window.resize(5);
            state.window.set_len(1);
            fitting(&state, width).iter().map(|cell| cell.title).collect()
        };
        let document = ["council", "1911-03-04", "text", "900"];
        let entity = ["place", "30", "12"];
        assert_eq!(titles(Kind::Entity, &entity, 27), ["links"]);
        assert_eq!(titles(Kind::Entity, &entity, 29), ["links", "docs"], "beside the reader at 80 columns");
        assert_eq!(titles(Kind::Entity, &entity, 39), ["type", "links"]);
        assert_eq!(titles(Kind::Entity, &entity, 40), ["type", "links", "docs"]);
        assert_eq!(titles(Kind::Document, &document, 29), ["date"]);
        assert_eq!(titles(Kind::Document, &document, 39), ["folder", "date"]);
        assert_eq!(titles(Kind::Document, &document, 90), ["folder", "date", "format", "tokens"]);
        assert_eq!(titles(Kind::Document, &["", "", "text", "900"], 30), ["tokens"]);
        assert_eq!(titles(Kind::Claim, &["", "1911"], 90), ["date"]);
        assert_eq!(titles(Kind::Claim, &["suspected", ""], 90), ["status"]);
        assert!(titles(Kind::Claim, &["suspected", ""], 29).is_empty(), "whom it is about comes first");
    }

    #[test]
    fn in_a_part_stands_what_is_counted_there_and_what_tells_rows_apart() {
        let mut state = State { kind: Kind::Relationship, column: Column::Size, ..State::default() };
        let titles = |state: &State| cells(state).iter().map(|cell| cell.title).collect::<Vec<_>>();
        assert_eq!(titles(&state), ["weight", "passages"]);
        let part = |narrow| crate::tui::data::Part { narrow, label: String::new(), count: 1 };
        state.parts = vec![part(Narrow::Type("person".to_owned()))];
        assert_eq!(titles(&state), ["weight", "passages"]);
        let entities =
            State { kind: Kind::Entity, column: Column::Size, parts: state.parts.clone(), ..State::default() };
        assert_eq!(titles(&entities), ["links", "docs"], "all are of the type that they are narrowed to");
        state.parts = vec![part(Narrow::Folder("letters".to_owned()))];
        assert_eq!(titles(&state), ["passages"]);
        assert_eq!(cells(&state)[0].sorts, Some(Column::Size), "which it is sorted by");
    }
}
