//! Cells of a table that reach over several rows: what they say is said in each.

use crate::text::display::spacing::single_spaced;

/// Letters of a cell that is said again, cells that reach over rows at once, rows of one, and bytes of a page that are
/// made so.
const LONGEST: usize = 100;
const REACHING: usize = 20;
const ROWS: u32 = 1_000;
const MADE: usize = 1 << 20;

/// The cells of the tables that are open, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Spans {
    tables: Vec<Rows>,
    made: usize,
}

/// The rows of one table.
#[derive(Debug, Default)]
struct Rows {
    column: usize,
    in_row: bool,
    /// The cell under way that reaches over rows: its column, how many rows, and what it says.
    open: Option<Reaching>,
    reaching: Vec<Reaching>,
}

/// A cell that reaches over rows.
#[derive(Debug)]
struct Reaching {
    column: usize,
    rows: u32,
    said: String,
}

impl Spans {
    pub fn open_table(&mut self) {
        self.tables.push(Rows::default());
    }

    pub fn close_table(&mut self) {
        self.tables.pop();
    }

    /// Begins a row.
    pub fn row(&mut self) {
        if let Some(rows) = self.tables.last_mut() {
            rows.close();
            (rows.column, rows.in_row) = (0, true);
        }
    }

    /// Begins a cell over so many rows and columns. Returns what is said in front of it by cells of rows above.
    pub fn cell(&mut self, rows: u32, columns: usize) -> Vec<String> {
        let Some(table) = self.tables.last_mut() else { return Vec::new() };
        table.close();
        let due = table.due();
        if rows > 1 {
            table.open = Some(Reaching { column: table.column, rows: rows.min(ROWS), said: String::new() });
        }
        table.column = table.column.saturating_add(columns.clamp(1, REACHING));
        self.bounded(due)
    }

    /// Ends a row. Returns what is said behind its last cell.
    pub fn end_row(&mut self) -> Vec<String> {
        // A row may end where the next begins.
        let Some(table) = self.tables.last_mut().filter(|table| table.in_row) else { return Vec::new() };
        table.close();
        table.in_row = false;
        let due = table.due();
        table.reaching.iter_mut().for_each(|cell| cell.rows -= 1);
        table.reaching.retain(|cell| cell.rows > 0);
        self.bounded(due)
    }

    /// What the cell under way says.
    pub fn text(&mut self, value: &str) {
        if let Some(open) = self.tables.last_mut().and_then(|table| table.open.as_mut())
            && open.said.len() <= LONGEST
        {
            open.said.push_str(value);
        }
    }

    fn bounded(&mut self, due: Vec<String>) -> Vec<String> {
        self.made += due.iter().map(String::len).sum::<usize>();
        if self.made > MADE { Vec::new() } else { due }
    }
}

impl Rows {
    /// Ends the cell under way.
    fn close(&mut self) {
        let Some(mut open) = self.open.take() else { return };
        open.said = single_spaced(&open.said);
        if self.reaching.len() < REACHING && !open.said.is_empty() && open.said.len() <= LONGEST {
            self.reaching.push(open);
        }
    }

    /// What cells of rows above say from the column on that comes next.
    fn due(&mut self) -> Vec<String> {
        let mut due = Vec::new();
        while let Some(cell) = self.reaching.iter().find(|cell| cell.column == self.column) {
            due.push(cell.said.clone());
            self.column += 1;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_over_rows_is_said_in_each() {
        let mut spans = Spans::default();
        spans.open_table();
        spans.row();
        assert_eq!(spans.cell(2, 1), Vec::<String>::new());
        spans.text(" North\n");
        spans.cell(1, 1);
        assert_eq!(spans.end_row(), Vec::<String>::new());
        spans.row();
        assert_eq!(spans.cell(1, 1), ["North"]);
        spans.end_row();
        assert_eq!(spans.end_row(), Vec::<String>::new(), "it ended");
        spans.row();
        assert_eq!(spans.cell(1, 1), Vec::<String>::new());
        spans.close_table();
        assert_eq!(spans.cell(3, 1), Vec::<String>::new(), "outside of tables");
    }
}
