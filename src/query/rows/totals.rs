//! Rows that only sum up those above them: they are called so, or their figures are the sums.

use super::WORDS;
use super::table::{Row, Table, key};
use crate::text::words::terms::is_digits;

/// Rows above one whose figures say that it sums them up though nothing calls it so.
const FEWEST: usize = 3;
/// How far a sum may be off, of itself, because it was rounded.
const ROUNDED: f64 = 0.001;

/// Leaves the rows out of a table that sum up others, and remembers what they are called.
pub(super) fn leave_out(table: &mut Table) {
    let figures: Vec<usize> = (0..table.columns.len()).filter(|&column| table.is_of_figures(column)).collect();
    if figures.is_empty() || table.rows.len() < 2 {
        return;
    }
    let mut sums = Sums::of(table, &figures);
    let mut left_out = Vec::new();
    for (at, row) in table.rows.iter().enumerate() {
        let is_last = at + 1 == table.rows.len() || table.rows[at + 1..].iter().all(|row| name(row).is_some());
        if sums.are_told_by(row, is_last) {
            left_out.push(at);
            sums.begin_part();
        } else {
            sums.add(row);
        }
    }
    if left_out.len() * 2 >= table.rows.len() {
        return;
    }
    for at in left_out.into_iter().rev() {
        let row = table.rows.remove(at);
        let said = name(&row).unwrap_or("");
        table.totals.insert(0, said.to_owned());
    }
}

/// The cell by which a row is called a sum.
fn name(row: &Row) -> Option<&str> {
    let is_sum = |cell: &str| {
        let key = key(cell);
        let mut words = key.split(' ');
        let first = words.next().unwrap_or_default();
        // "Total 2021", "Total:", "Grand total"
        WORDS.totals.has(&key) || WORDS.totals.has(first) && words.all(is_digits)
    };
    let title = Some(row.title.as_str()).filter(|title| !title.is_empty());
    // A title may be put together of several cells.
    row.cells.values().map(String::as_str).chain(title).find(|cell| is_sum(cell))
}

/// The sums of all rows so far, and of those since the last that summed some up.
struct Sums<'t> {
    table: &'t Table,
    figures: &'t [usize],
    /// Columns that nearly every row fills.
    filled: Vec<usize>,
    all: Vec<f64>,
    part: Vec<f64>,
    rows: usize,
    rows_of_part: usize,
}

impl<'t> Sums<'t> {
    fn of(table: &'t Table, figures: &'t [usize]) -> Self {
        let filled = |column: &usize| table.cells(*column).count() * 10 >= (table.rows.len() - 1) * 9;
        let filled = (0..table.columns.len()).filter(filled).collect();
        let none = || vec![0.0; figures.len()];
        Self { table, figures, filled, all: none(), part: none(), rows: 0, rows_of_part: 0 }
    }

    fn add(&mut self, row: &Row) {
        for (at, &column) in self.figures.iter().enumerate() {
            let measured = self.table.measure(row, column).unwrap_or(0.0);
            self.all[at] += measured;
            self.part[at] += measured;
        }
        self.rows += 1;
        self.rows_of_part += 1;
    }

    fn begin_part(&mut self) {
        self.part.fill(0.0);
        self.rows_of_part = 0;
    }

    /// True for a row that sums up those above it.
    fn are_told_by(&self, row: &Row, is_last: bool) -> bool {
        let measured: Vec<Option<f64>> = self.figures.iter().map(|&column| self.table.measure(row, column)).collect();
        let known = measured.iter().flatten().count();
        if known == 0 || self.rows == 0 {
            return false;
        }
        let are = |sums: &[f64]| {
            let near = |(own, sum): (&Option<f64>, &f64)| {
                own.is_none_or(|own| (own - sum).abs() <= sum.abs().max(0.01) * ROUNDED)
            };
            measured.iter().zip(sums).all(near)
        };
        let (all, part) = (are(&self.all), self.rows_of_part > 1 && are(&self.part));
        let lacks = self.filled.iter().any(|column| !row.cells.contains_key(column));
        match name(row) {
            // Of two columns a firm called Total might be one row of many.
            Some(_) if all || part => true,
            Some(_) => is_last && (lacks || self.table.columns.len() == 2),
            None => all && self.rows >= FEWEST && (lacks && known > 0 || known > 1) && is_last,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DocumentId, Span};

    /// What is left of some rows, and what was left out.
    fn left(rows: &[(&str, &str, &str)]) -> (usize, Vec<String>) {
        let mut table = Table::default();
        for column in ["shop", "day", "amount"] {
            table.column_like(column);
        }
        for (shop, day, amount) in rows {
            let mut row = Row::of(DocumentId(0), "", None);
            for (column, cell) in [shop, day, amount].into_iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
                row.put(column, cell, Span::default());
            }
            table.push(row);
        }
        table.settle();
        (table.rows.len(), table.totals)
    }

    #[test]
    fn rows_that_sum_up_are_left_out() {
        let rows = [("Quay", "1 May", "10"), ("Weir", "2 May", "20"), ("Quay", "3 May", "30")];
        let with = |more: &[(&'static str, &'static str, &'static str)]| left(&[&rows, more].concat());
        for label in ["Total", "TOTAL:", "Gesamt", "Totale", "合計", "Grand total", "Итого"] {
            assert_eq!(with(&[(label, "", "60")]), (3, vec![label.to_owned()]), "{label}");
        }
        assert_eq!(with(&[("Total", "", "61")]).0, 3, "a sum that is wrong is none of the rows, either");
        assert_eq!(with(&[("", "", "60")]), (3, vec![String::new()]), "nothing calls it so");
        assert_eq!(with(&[("Subtotal", "", "60"), ("Lock", "4 May", "5"), ("Total", "", "65")]).0, 4);
    }

    #[test]
    fn what_only_looks_like_a_sum_stays() {
        let rows = [("Quay", "1 May", "10"), ("Weir", "2 May", "20"), ("Quay", "3 May", "30")];
        let with = |more: (&'static str, &'static str, &'static str)| left(&[&rows[..], &[more]].concat()).0;
        assert_eq!(with(("Lock", "4 May", "60")), 4, "it has all that others have");
        assert_eq!(with(("Total", "4 May", "45")), 4, "a firm of that name");
        assert_eq!(with(("Total eclipse", "4 May", "45")), 4);
    }
}
