//! Tables in the text of a document, drawn in columns: rows whose cells have names, rows between bars or tabs. Every
//! letter keeps its place in the text; where there is no room for columns, each cell is a line behind its name.

use std::ops::Range;

use pulldown_cmark::Alignment;

use super::text::{Shades, shaded};
use crate::model::{Span, is_table, repeated_title};
use crate::text::layout::cells;
use crate::tui::panes::reader::dressed::{Dress, dress};
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::rich::{Piece, Row};
use crate::tui::widgets::table::{Table, rule};
use crate::tui::widgets::wrap::wrap;

/// Rows below the names of the columns from which on a row that one came for has them again above it.
const FAR: usize = 8;
/// Cells that make a line a row.
const CELLS: usize = 2;

/// A cell: where its line begins in the document, the line, and what of it is shown.
struct Cell<'t> {
    at: usize,
    line: &'t str,
    shown: Range<usize>,
    /// What has been come for where any of it has.
    whole: Range<usize>,
}

/// Lines of a text that make a table.
pub(super) struct Grid<'t> {
    columns: Vec<String>,
    /// By column, one cell or none.
    rows: Vec<Vec<Option<Cell<'t>>>>,
    /// Markdown stands in its cells.
    marked: bool,
    /// Lines of the text that it takes.
    pub lines: usize,
}

/// A row of the screen with the place it belongs to, and whether it is of what one came for.
pub(super) struct Drawn {
    pub row: Row,
    pub place: usize,
    pub lit: bool,
}

impl<'t> Grid<'t> {
    /// The table that a text goes on with, if it does. The first line begins at `from` in the document, as the others
    /// begin behind it by what stands beside them.
    pub fn of(lines: &[(usize, &'t str)], from: usize, format: &str, lit: &[Span]) -> Option<Self> {
        let (_, first) = lines.first()?;
        if is_table(format) {
            return (cells::named(first).cells.len() >= CELLS).then(|| Self::named(lines, from, lit));
        }
        let marked = format == super::text::MARKDOWN && first.trim_start().starts_with('|');
        if marked || first.contains('\t') { Self::between(lines, from, marked) } else { None }
    }

    /// Rows whose cells have names, and the rest of long ones.
    fn named(lines: &[(usize, &'t str)], from: usize, lit: &[Span]) -> Self {
        let mut grid = Self { columns: Vec::new(), rows: Vec::new(), marked: false, lines: 0 };
        let mut before = String::new();
        for &(at, line) in lines {
            let row = cells::named(line);
            if row.cells.len() < CELLS {
                // The rest of a row may be one cell behind what the row is called.
                let goes_on = !row.cells.is_empty() && !row.title.is_empty() && line[row.title.clone()] == before;
                if !goes_on {
                    break;
                }
            }
            let place = from + at;
            let title = &line[row.title.clone()];
            let column = |grid: &Self, name: &str| grid.columns.iter().position(|known| known == name);
            let known = row.cells.first().and_then(|(name, _)| column(&grid, &line[name.clone()]));
            let has =
                |cells: &Vec<Option<Cell<'_>>>| known.is_some_and(|at| cells.get(at).is_some_and(Option::is_some));
            let goes_on = !title.is_empty() && title == before && !grid.rows.last().is_some_and(has);
            if !goes_on {
                grid.rows.push(Vec::new());
            }
            // What the cells of a row say is not said in front of them, unless one came for it.
            let span = Span::new(place, place + row.title.len());
            let told = repeated_title(line) == 0 || lit.iter().any(|one| span.contains(*one));
            if told && !title.is_empty() && !goes_on {
                grid.put("", Cell { at: place, line, shown: row.title.clone(), whole: row.title.clone() });
            }
            before = title.to_owned();
            for (name, value) in row.cells {
                let whole = name.start..value.end;
                grid.put(&line[name], Cell { at: place, line, shown: value, whole });
            }
            grid.lines += 1;
        }
        grid
    }

    /// Puts a cell under its name.
    fn put(&mut self, name: &str, cell: Cell<'t>) {
        let column = self.columns.iter().position(|known| known == name).unwrap_or_else(|| {
            self.columns.push(name.to_owned());
            self.columns.len() - 1
        });
        let Some(row) = self.rows.last_mut() else { return };
        row.resize_with(row.len().max(column + 1), || None);
        row[column] = Some(cell);
    }

    /// Rows between bars or tabs, as many to a row as in the first; of Markdown the first names the columns.
    fn between(lines: &[(usize, &'t str)], from: usize, marked: bool) -> Option<Self> {
        const ROWS: usize = 2;
        let many = cells::between(lines[0].1).len();
        let mut grid = Self { columns: Vec::new(), rows: Vec::new(), marked, lines: 0 };
        for &(at, line) in lines {
            let row = cells::between(line);
            // Tabs tell no columns where a line begins with one, and bars may be left out at the end of a row.
            let is_row = if marked {
                line.trim_start().starts_with('|')
            } else {
                row.len() == many && !line.starts_with(['\t', ' '])
            };
            if !is_row {
                break;
            }
            grid.lines += 1;
            let is_rule = |cell: &Range<usize>| {
                let cell = line[cell.clone()].trim_matches(':');
                !cell.is_empty() && cell.bytes().all(|byte| byte == b'-')
            };
            if marked && row.iter().all(is_rule) {
                continue;
            }
            let of = |shown: Range<usize>| Some(Cell { at: from + at, line, whole: shown.clone(), shown });
            grid.rows.push(row.into_iter().map(of).collect());
        }
        (many >= CELLS && grid.rows.len() >= ROWS).then_some(grid)
    }

    /// Draws it: in columns where they have room, else each cell on a line of its own.
    pub fn drawn(&self, width: usize, glyphs: &Glyphs, shades: Shades<'_>) -> Vec<Drawn> {
        // A row of a table that names its columns may stand alone.
        let alone = self.rows.len() == 1;
        let table = self.table(shades);
        match table.widths(width).filter(|_| !alone) {
            Some(widths) => self.in_columns(&table, &widths, width, glyphs, shades),
            None => self.in_lines(width, shades),
        }
    }

    fn has_names(&self) -> bool {
        !self.columns.is_empty()
    }

    /// The table as it would be drawn, the names of its columns above.
    fn table(&self, shades: Shades<'_>) -> Table {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let below = if self.has_names() { 0 } else { 1 };
        let of_figures = |column: usize| {
            let mut below = self.rows.iter().skip(below).filter_map(|row| row.get(column)?.as_ref()).peekable();
            below.peek().is_some() && below.all(|cell| cells::is_figure(&cell.line[cell.shown.clone()]))
        };
        let align = |column| if of_figures(column) { Alignment::Right } else { Alignment::Left };
        let mut rows = Vec::new();
        if self.has_names() {
            rows.push(self.columns.iter().map(|name| vec![Piece::new(name, Role::Dim)]).collect());
        }
        let pieces = |cell: &Option<Cell<'_>>| cell.as_ref().map_or(Vec::new(), |cell| self.pieces(cell, shades));
        rows.extend(self.rows.iter().map(|row| row.iter().map(pieces).collect()));
        Table { alignments: (0..columns).map(align).collect(), rows }
    }

    /// What is shown of a cell. One whose name alone is lit is lit itself.
    fn pieces(&self, cell: &Cell<'_>, shades: Shades<'_>) -> Vec<Piece> {
        let Cell { at, line, shown, whole } = cell;
        let looks = if self.marked {
            let dressed = dress(&line[shown.clone()]).into_iter();
            dressed.map(|(range, look)| (shown.start + range.start..shown.start + range.end, look)).collect()
        } else {
            vec![(shown.clone(), Dress::default())]
        };
        let mut pieces = shaded(line, *at, shades, &looks);
        let named = Span::new(at + whole.start, at + whole.end);
        if shades.lit.iter().any(|lit| lit.overlaps(named)) && pieces.iter().all(|piece| piece.face.role != Role::Lit) {
            pieces.iter_mut().for_each(|piece| piece.face.role = Role::Lit);
        }
        pieces
    }

    /// Where a row begins in the text.
    fn place(&self, row: usize) -> usize {
        self.rows[row].iter().flatten().next().map_or(0, |cell| cell.at)
    }

    fn in_columns(
        &self,
        table: &Table,
        widths: &[usize],
        width: usize,
        glyphs: &Glyphs,
        shades: Shades<'_>,
    ) -> Vec<Drawn> {
        let mut drawn = Vec::new();
        let below = usize::from(self.has_names());
        // The first row that one came for, where it lies far below the names of its columns.
        let far = (0..self.rows.len()).find(|&row| self.is_lit(row, shades)).filter(|&row| row > FAR);
        let head = |drawn: &mut Vec<Drawn>, place: usize| {
            let rows = table.drawn(0, widths).into_iter().chain([rule(widths, width, glyphs)]);
            drawn.extend(rows.map(|row| Drawn { row, place, lit: false }));
        };
        if self.has_names() || self.marked {
            head(&mut drawn, self.place(0));
        }
        for number in 0..self.rows.len() {
            let place = self.place(number);
            let named = self.has_names() || self.marked;
            if number == 0 && self.marked && !self.has_names() {
                continue;
            }
            if named && far == Some(number) {
                drawn.push(Drawn { row: Row::default(), place, lit: false });
                head(&mut drawn, place);
            }
            let lit = self.is_lit(number, shades);
            for mut row in table.drawn(number + below, widths) {
                // No row of tabs is the name of the others.
                let blank = |piece: &Piece| piece.text.trim().is_empty();
                for piece in row.pieces.iter_mut().filter(|_| !named) {
                    piece.face.strong = false;
                }
                // Between cells that are lit the line is lit too.
                if row.pieces.iter().all(|piece| blank(piece) || piece.face.role == Role::Lit) && lit {
                    row.pieces.iter_mut().for_each(|piece| piece.face.role = Role::Lit);
                }
                drawn.push(Drawn { row, place, lit });
            }
        }
        drawn
    }

    /// True where any cell of a row is lit.
    fn is_lit(&self, row: usize, shades: Shades<'_>) -> bool {
        let cell = |cell: &Cell<'_>| Span::new(cell.at + cell.whole.start, cell.at + cell.whole.end);
        self.rows[row].iter().flatten().any(|one| shades.lit.iter().any(|lit| lit.overlaps(cell(one))))
    }

    /// Each cell on a line behind its name, the rows apart.
    fn in_lines(&self, width: usize, shades: Shades<'_>) -> Vec<Drawn> {
        let mut rows = self.rows.iter();
        let heads: Vec<Vec<Piece>> = if self.has_names() {
            self.columns.iter().map(|name| vec![Piece::new(name, Role::Dim)]).collect()
        } else if self.marked {
            let head = rows.next().into_iter().flatten().flatten();
            head.map(|cell| vec![Piece::new(&cell.line[cell.shown.clone()], Role::Dim)]).collect()
        } else {
            Vec::new()
        };
        let wide = |pieces: &[Piece]| pieces.iter().map(Piece::width).sum::<usize>();
        let widest = heads.iter().map(|head| wide(head)).filter(|&head| head <= width / 2).max().unwrap_or(0);
        let mut drawn: Vec<Drawn> = Vec::new();
        for row in rows {
            if let Some(above) = drawn.last() {
                let place = above.place;
                drawn.push(Drawn { row: Row::default(), place, lit: false });
            }
            for (column, cell) in row.iter().enumerate().filter_map(|(at, cell)| Some((at, cell.as_ref()?))) {
                let pieces = self.pieces(cell, shades);
                let lit = pieces.iter().any(|piece| piece.face.role == Role::Lit);
                let mut name = heads.get(column).cloned().unwrap_or_default();
                let gap = if heads.is_empty() { 0 } else { widest.saturating_sub(wide(&name)) + 2 };
                name.push(Piece::new(&" ".repeat(gap), Role::Text));
                let hanging = [Piece::new(&" ".repeat(if heads.is_empty() { 0 } else { widest + 2 }), Role::Text)];
                let rows = wrap(&pieces, width, &name, &hanging);
                // Where there is no room in front, the name has a line of its own.
                let above = (wide(&name) + 4 > width).then(|| wrap(&name, width, &[], &[])).into_iter().flatten();
                let places = above.chain(rows).map(|row| Drawn { row, place: cell.at, lit });
                drawn.extend(places);
            }
        }
        drawn
    }
}
