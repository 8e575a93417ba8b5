//! Tables: columns that fit the width, cells that wrap.

use pulldown_cmark::Alignment;
use unicode_width::UnicodeWidthStr;

use super::rich::{Piece, Row};
use super::wrap::wrap;
use crate::text::display::columns::{GAP, fitted, total};
use crate::tui::theme::{Glyphs, Role};

/// A word as wide as this may be cut.
const LONG_WORD: usize = 24;

/// Columns and cells of a table. The first row names the columns.
#[derive(Default)]
pub struct Table {
    pub alignments: Vec<Alignment>,
    pub rows: Vec<Vec<Vec<Piece>>>,
}

impl Table {
    /// How wide the widest cell of each column is by some measure.
    fn widest(&self, measure: impl Fn(&[Piece]) -> usize) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut widest = vec![1; columns];
        for row in &self.rows {
            for (most, cell) in widest.iter_mut().zip(row) {
                *most = measure(cell).max(*most);
            }
        }
        widest
    }

    /// How wide each column is where all are to fit: the widest give way, down to their longest word. `None` where
    /// words would have to be cut.
    pub fn widths(&self, width: usize) -> Option<Vec<usize>> {
        fitted(self.widest(whole), &self.widest(longest_word), width)
    }

    /// The rows that a row is drawn as.
    pub fn drawn(&self, number: usize, widths: &[usize]) -> Vec<Row> {
        let cells: Vec<Vec<Row>> =
            self.rows[number].iter().zip(widths).map(|(cell, &width)| wrap(cell, width, &[], &[])).collect();
        let mut rows = Vec::new();
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let mut pieces = Vec::new();
            for (column, &width) in widths.iter().enumerate() {
                let cell = cells.get(column).and_then(|cell| cell.get(line)).cloned().unwrap_or_default();
                let blank = width.saturating_sub(cell.width());
                let before = match self.alignments.get(column) {
                    Some(Alignment::Right) => blank,
                    Some(Alignment::Center) => blank / 2,
                    _ => 0,
                };
                pieces.push(Piece::new(&" ".repeat(before), Role::Text));
                pieces.extend(cell.pieces.into_iter().map(|mut piece| {
                    piece.face.strong |= number == 0;
                    piece
                }));
                let gap = if column + 1 < widths.len() { GAP } else { 0 };
                pieces.push(Piece::new(&" ".repeat(blank - before + gap), Role::Text));
            }
            pieces.retain(|piece| !piece.text.is_empty());
            rows.push(Row::new(pieces));
        }
        rows
    }
}

/// The width of a cell on one line.
fn whole(cell: &[Piece]) -> usize {
    cell.iter().map(Piece::width).sum()
}

/// The width of the longest stretch of a cell that is not broken.
fn longest_word(cell: &[Piece]) -> usize {
    let text: String = cell.iter().map(|piece| piece.text.as_str()).collect();
    let words = text.split(' ').flat_map(|word| word.split_inclusive('_'));
    words.map(UnicodeWidthStr::width).max().unwrap_or(0).min(LONG_WORD)
}

/// The line below the names of the columns.
pub fn rule(widths: &[usize], width: usize, glyphs: &Glyphs) -> Row {
    Row::plain(&glyphs.rule.repeat(total(widths).min(width)), Role::Dim)
}

/// Lays a table out in columns; the widest give way when all do not fit, and long cells wrap. `None` where words would
/// have to be cut.
pub fn table_rows(table: &Table, width: usize, glyphs: &Glyphs) -> Option<Vec<Row>> {
    let widths = table.widths(width).filter(|widths| !widths.is_empty())?;
    let mut rows = table.drawn(0, &widths);
    rows.push(rule(&widths, width, glyphs));
    rows.extend((1..table.rows.len()).flat_map(|number| table.drawn(number, &widths)));
    Some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&[&str]]) -> Table {
        let cells = |row: &&[&str]| row.iter().map(|cell| vec![Piece::new(cell, Role::Text)]).collect();
        Table { alignments: Vec::new(), rows: rows.iter().map(cells).collect() }
    }

    #[test]
    fn columns_give_way_down_to_their_longest_word() {
        let table = table(&[&["no", "what_is_seen"], &["7", "a dim lamp"]]);
        assert_eq!(table.widths(20), Some(vec![2, 12]));
        assert_eq!(table.widths(10), Some(vec![2, 6]));
        assert_eq!(table.widths(8), None);
        let texts = |rows: Vec<Row>| rows.iter().map(Row::text).collect::<Vec<_>>();
        assert_eq!(texts(table.drawn(0, &[2, 6])), ["no  what_ ", "    is_   ", "    seen  "]);
        assert_eq!(texts(table.drawn(1, &[2, 6])), ["7   a dim ", "    lamp  "]);
    }
}
