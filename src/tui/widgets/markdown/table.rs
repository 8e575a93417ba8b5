//! Tables: columns that fit the width, cells that wrap.

use pulldown_cmark::Alignment;

use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::rich::{Piece, Row};
use crate::tui::widgets::wrap::wrap;

/// Columns and cells of a table being read.
#[derive(Default)]
pub struct Table {
    pub alignments: Vec<Alignment>,
    pub rows: Vec<Vec<Vec<Piece>>>,
}

/// Lays a table out in columns; the widest give way when all do not fit, and long cells wrap.
pub fn table_rows(table: &Table, width: usize, glyphs: &Glyphs) -> Vec<Row> {
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    if columns == 0 {
        return Vec::new();
    }
    let cell_width = |cell: &[Piece]| cell.iter().map(Piece::width).sum::<usize>();
    let mut widths: Vec<usize> = (0..columns)
        .map(|column| table.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell_width(cell)).max())
        .map(|widest| widest.unwrap_or(0).max(1))
        .collect();
    let gaps = 2 * (columns - 1);
    while widths.iter().sum::<usize>() + gaps > width {
        match widths.iter_mut().max() {
            Some(widest) if *widest > 4 => *widest -= 1,
            _ => break,
        }
    }
    let mut rows = Vec::new();
    for (number, row) in table.rows.iter().enumerate() {
        let cells: Vec<Vec<Row>> = row.iter().zip(&widths).map(|(cell, &width)| wrap(cell, width, &[], &[])).collect();
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let mut pieces = Vec::new();
            for (column, &width) in widths.iter().enumerate() {
                let cell = cells.get(column).and_then(|cell| cell.get(line)).cloned().unwrap_or_default();
                let blank = width.saturating_sub(cell.width());
                let before = match table.alignments.get(column) {
                    Some(Alignment::Right) => blank,
                    Some(Alignment::Center) => blank / 2,
                    _ => 0,
                };
                pieces.push(Piece::new(&" ".repeat(before), Role::Text));
                pieces.extend(cell.pieces.into_iter().map(|mut piece| {
                    piece.face.strong |= number == 0;
                    piece
                }));
                let gap = if column + 1 < columns { 2 } else { 0 };
                pieces.push(Piece::new(&" ".repeat(blank - before + gap), Role::Text));
            }
            pieces.retain(|piece| !piece.text.is_empty());
            rows.push(Row::new(pieces));
        }
        if number == 0 {
            let rule = glyphs.rule.repeat((widths.iter().sum::<usize>() + gaps).min(width));
            rows.push(Row::plain(&rule, Role::Dim));
        }
    }
    rows
}
