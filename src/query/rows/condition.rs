//! What a row must have to be taken: a value in a column or another than it, a figure above or below one, a day of
//! some, or no value at all.

use std::fmt;

use super::scale::of_money;
use super::table::{Row, Table, heads, key, keys, values};
use crate::text::dates::calendar::first_day;
use crate::text::dates::{DAY, date, written, year_of};
use crate::text::numbers::units::Unit;
use crate::text::numbers::years::is_year;

/// Bytes of the longest cell that is read as a day.
const LONGEST: usize = 32;

/// What is asked of one cell.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::query) enum Test {
    /// The folded value of the cell.
    Is(String),
    Above {
        least: Bound,
        itself: bool,
    },
    Below {
        most: Bound,
        itself: bool,
    },
    /// Both ends are among them.
    Between {
        least: Bound,
        most: Bound,
    },
    /// Seconds since 1970; the end is not among them. An end that is not told is the first or the last second there is.
    Days {
        from: i64,
        until: i64,
    },
    Empty,
}

impl Test {
    /// The bounds that it sets.
    pub fn bounds(&mut self) -> impl Iterator<Item = &mut Bound> {
        let (one, other) = match self {
            Self::Above { least: bound, .. } | Self::Below { most: bound, .. } => (Some(bound), None),
            Self::Between { least, most } => (Some(least), Some(most)),
            Self::Is(_) | Self::Days { .. } | Self::Empty => (None, None),
        };
        one.into_iter().chain(other)
    }
}

/// A figure that a question sets as a bound, with its unit.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::query) struct Bound {
    pub figure: f64,
    pub unit: Option<Unit>,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.unit {
            Some(unit) if unit.is_money() => f.write_str(&of_money(unit.kind, self.figure)),
            Some(unit) => write!(f, "{} {unit}", self.figure),
            None => write!(f, "{}", self.figure),
        }
    }
}

/// A test of a column, or that it fails.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Condition {
    pub column: usize,
    pub negated: bool,
    pub test: Test,
}

impl Condition {
    pub fn holds(&self, table: &Table, row: &Row) -> bool {
        let cell = row.cells.get(&self.column).filter(|cell| !cell.is_empty());
        // Where a file has no such column, its rows neither have a value of it nor go without.
        if self.test == Test::Empty && table.lacks(row, self.column) {
            return false;
        }
        let within = |bound: &Bound, fits: fn(f64, f64) -> bool| {
            let scale = table.scale(self.column);
            // Sums of another currency are neither more nor less.
            let currency = bound.unit.as_ref().filter(|unit| unit.is_money() && scale.currencies.len() > 1);
            let of_it = |cell: &&String| currency.is_none_or(|unit| scale.currency(cell) == Some(unit.kind));
            let measured = cell.filter(of_it).and_then(|cell| scale.measure(cell));
            measured.is_some_and(|measured| fits(measured, scale.bound(bound)))
        };
        let holds = match &self.test {
            Test::Is(value) => cell.is_some_and(|cell| table.keys(self.column, cell).contains(value)),
            Test::Above { least, itself: false } => within(least, |n, least| n > least),
            Test::Above { least, .. } => within(least, |n, least| n >= least),
            Test::Below { most, itself: false } => within(most, |n, most| n < most),
            Test::Below { most, .. } => within(most, |n, most| n <= most),
            Test::Between { least, most } => within(least, |n, least| n >= least) && within(most, |n, most| n <= most),
            Test::Days { from, until } => {
                cell.and_then(|cell| day(cell)).is_some_and(|day| (*from..*until).contains(&day))
            }
            Test::Empty => cell.is_none(),
        };
        holds != self.negated
    }

    /// True where a value is asked for, or none; of several in one column any will do.
    pub fn is_value(&self) -> bool {
        !self.negated && matches!(self.test, Test::Is(_) | Test::Empty)
    }

    /// True for a bound on one side.
    pub fn is_bound(&self) -> bool {
        matches!(self.test, Test::Above { .. } | Test::Below { .. })
    }

    /// What is asked, in words that stand behind *have*: `days open above 10`.
    pub fn told(&self, table: &Table) -> String {
        let column = table.called_column(self.column);
        let not = if self.negated { "not " } else { "" };
        match &self.test {
            Test::Is(value) => {
                // A field is told by what it begins with, where that is what is asked for.
                let heads = || table.cells(self.column).flat_map(heads).find(|head| key(head) == *value);
                let whole = || table.cells(self.column).flat_map(values);
                let written = whole().find(|cell| keys(cell).contains(value)).or_else(heads);
                let written = written.or_else(|| whole().find(|cell| table.keys(self.column, cell).contains(value)));
                let written = written.unwrap_or(value);
                let other = if self.negated { "other than " } else { "" };
                format!("{column} {other}“{written}”")
            }
            Test::Above { least, itself: false } => format!("{column} {not}above {least}"),
            Test::Above { least, .. } => format!("{column} {not}of {least} or more"),
            Test::Below { most, itself: false } => format!("{column} {not}below {most}"),
            Test::Below { most, .. } => format!("{column} {not}of {most} or less"),
            Test::Between { least, most } => format!("{column} {not}from {least} to {most}"),
            Test::Days { from: i64::MIN, until } => format!("{column} {not}before {}", written(*until)),
            Test::Days { from, until: i64::MAX } => format!("{column} {not}on or after {}", written(*from)),
            Test::Days { from, until } if until - from <= DAY => format!("{column} {not}on {}", written(*from)),
            Test::Days { from, until } => {
                let side = if self.negated { "outside" } else { "within" };
                format!("{column} {side} {} to {}", written(*from), written(until - DAY))
            }
            Test::Empty if self.negated => format!("a value of {column}"),
            Test::Empty => format!("no value of {column}"),
        }
    }
}

/// The day that a cell writes, in seconds since 1970; of a bare year its first. What is said of it in brackets is left
/// out: `2024-09-27 (rewritten)`.
pub(super) fn day(cell: &str) -> Option<i64> {
    let cell = cell.split(" (").next().unwrap_or(cell).trim();
    if cell.len() > LONGEST {
        return None;
    }
    if is_year(cell) {
        return date(cell.parse().ok()?, 1, 1);
    }
    first_day(cell)
}

/// The days of a year, or of a month of it: the first second, and the one behind the last.
pub(super) fn days_of_period(year: i64, month: Option<u32>) -> Option<(i64, i64)> {
    let next = match month {
        Some(month) if month < 12 => date(year, month + 1, 1),
        _ => date(year + 1, 1, 1),
    };
    Some((date(year, month.unwrap_or(1), 1)?, next?))
}

/// The year that a word of a question names.
pub(super) fn year(word: &str) -> Option<i64> {
    year_of(word).map(i64::from).or_else(|| word.parse().ok().filter(|_| is_year(word)))
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::tickets;
    use super::*;

    #[test]
    fn a_row_is_taken_by_its_cells() {
        let table = tickets();
        let taken = |column: usize, negated: bool, test: Test| {
            let condition = Condition { column, negated, test };
            table.rows.iter().filter(|row| condition.holds(&table, row)).count()
        };
        assert_eq!(taken(1, false, Test::Is("open".to_owned())), 2);
        assert_eq!(taken(1, true, Test::Is("open".to_owned())), 2);
        let (from, until) = days_of_period(2024, Some(2)).expect("a month");
        assert_eq!(taken(3, false, Test::Days { from, until }), 4);
        assert_eq!(taken(3, true, Test::Days { from, until }), 0);
        assert_eq!(taken(5, false, Test::Above { least: Bound { figure: 12.0, unit: None }, itself: false }), 1);
        assert_eq!(taken(5, false, Test::Above { least: Bound { figure: 12.0, unit: None }, itself: true }), 2);
        let bound = |figure: f64| Bound { figure, unit: None };
        assert_eq!(taken(5, false, Test::Between { least: bound(7.0), most: bound(12.0) }), 2);
        assert_eq!(taken(4, false, Test::Empty), 0);
    }

    #[test]
    fn a_cell_may_write_its_day_in_any_of_the_ways() {
        let first = day("2021-09-06");
        for cell in ["06.09.2021", "6. September 2021", "6 septembre 2021", "2021/09/06", " 20210906 "] {
            assert!(first.is_some() && day(cell) == first, "{cell}");
        }
        assert_eq!((day("4/5/2019"), day("2021")), (None, day("2021-01-01")));
        assert_eq!(day("2021-09-06 (by Voss, who was there all day)"), first);
    }

    #[test]
    fn a_condition_is_told_as_it_is() {
        let table = tickets();
        let told = |column: usize, negated: bool, test: Test| Condition { column, negated, test }.told(&table);
        let (from, until) = days_of_period(2024, Some(2)).expect("a month");
        assert_eq!(told(4, true, Test::Is("tom reed".to_owned())), "owner other than “Tom Reed”");
        assert_eq!(told(3, false, Test::Days { from, until }), "opened within 2024-02-01 to 2024-02-29");
        assert_eq!(told(3, false, Test::Days { from: i64::MIN, until: from }), "opened before 2024-02-01");
        assert_eq!(
            told(5, false, Test::Above { least: Bound { figure: 10.0, unit: None }, itself: false }),
            "days open above 10"
        );
        assert_eq!(told(4, false, Test::Empty), "no value of owner");
    }
}
