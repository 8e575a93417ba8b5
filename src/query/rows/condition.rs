//! What a row must have to be taken: a value in a column or another than it, a figure above or below one, a day of some, or no
//! value at all.

use std::fmt;

use super::WORDS;
use super::table::{Row, Table, keys, values};
use crate::text::dates::{DAY, first_date, is_year, written, year_of};
use crate::text::terms::fold;

/// Bytes of the longest cell that is read as a day or a figure.
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
    /// Seconds since 1970; the end is not among them. An end that is not told is the first or the last second there is.
    Days {
        from: i64,
        until: i64,
    },
    Empty,
}

impl Test {
    /// The same bound in whatever the cells are told in.
    pub fn without_unit(&mut self) {
        if let Self::Above { least: bound, .. } | Self::Below { most: bound, .. } = self {
            bound.unit = None;
        }
    }
}

/// A figure that a question sets as a bound, with the unit of time behind it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::query) struct Bound {
    pub figure: f64,
    pub unit: Option<TimeUnit>,
}

impl Bound {
    /// What cells are held against: seconds where there is a unit.
    fn measure(&self) -> f64 {
        self.figure * self.unit.as_ref().map_or(1.0, |unit| unit.seconds)
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.figure)?;
        self.unit.as_ref().map_or(Ok(()), |unit| write!(f, " {}", unit.name))
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
    pub fn holds(&self, row: &Row) -> bool {
        let cell = row.cells.get(&self.column).filter(|cell| !cell.is_empty());
        let figure = || cell.and_then(|cell| measure(cell));
        let holds = match &self.test {
            Test::Is(value) => cell.is_some_and(|cell| values(cell).any(|one| keys(one).contains(value))),
            Test::Above { least, itself } => {
                figure().is_some_and(|n| n > least.measure() || *itself && n >= least.measure())
            }
            Test::Below { most, itself } => {
                figure().is_some_and(|n| n < most.measure() || *itself && n <= most.measure())
            }
            Test::Days { from, until } => {
                cell.and_then(|cell| day(cell)).is_some_and(|day| (*from..*until).contains(&day))
            }
            Test::Empty => cell.is_none(),
        };
        holds != self.negated
    }

    /// True where a value is asked for; of several in one column any will do.
    pub fn is_value(&self) -> bool {
        !self.negated && matches!(self.test, Test::Is(_))
    }

    /// What is asked, in words that stand behind *have*: `days open above 10`.
    pub fn told(&self, table: &Table) -> String {
        let column = &table.columns[self.column];
        let not = if self.negated { "not " } else { "" };
        match &self.test {
            Test::Is(value) => {
                let cells = table.rows.iter().filter_map(|row| row.cells.get(&self.column));
                let mut cells = cells.flat_map(|cell| values(cell));
                let written = cells.find(|cell| keys(cell).contains(value)).unwrap_or(value);
                let other = if self.negated { "other than " } else { "" };
                format!("{column} {other}“{written}”")
            }
            Test::Above { least, itself: false } => format!("{column} {not}above {least}"),
            Test::Above { least, .. } => format!("{column} {not}of {least} or more"),
            Test::Below { most, itself: false } => format!("{column} {not}below {most}"),
            Test::Below { most, .. } => format!("{column} {not}of {most} or less"),
            Test::Days { from: i64::MIN, until } => format!("{column} {not}before {}", written(*until)),
            Test::Days { from, until: i64::MAX } => format!("{column} {not}on or after {}", written(*from)),
            Test::Days { from, until } if until - from <= DAY => format!("{column} {not}on {}", written(*from)),
            Test::Days { from, until } => {
                let side = if self.negated { "outside" } else { "within" };
                format!("{column} {side} {} to {}", written(*from), written(until - DAY))
            }
            Test::Empty if self.negated => format!("a value of {column}"),
            Test::Empty => format!("no {column}"),
        }
    }
}

/// The figure that a cell writes, whatever its currency or its unit: `£1,200`, `45 %`, `12 kg`, `4,5`.
pub(super) fn figure(cell: &str) -> Option<f64> {
    let cell = cell.trim();
    let start = cell.find(|c: char| c.is_ascii_digit()).filter(|_| cell.len() <= LONGEST)?;
    let (front, rest) = cell.split_at(start);
    let length = rest.find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.')).unwrap_or(rest.len());
    let (digits, unit) = rest.split_at(length);
    let one_word = unit.split_whitespace().count() <= 1 && !unit.contains(|c: char| c.is_ascii_digit());
    if front.contains(char::is_alphanumeric) || !one_word {
        return None;
    }
    let digits = digits.trim_end_matches([',', '.']);
    // A comma in front of other than three digits stands for a point.
    let decimal = digits.rsplit_once(',').filter(|(_, behind)| behind.len() != 3 && !digits.contains('.'));
    let plain = match decimal {
        Some((whole, part)) => format!("{}.{part}", whole.replace(',', "")),
        None => digits.replace(',', ""),
    };
    let number: f64 = plain.parse().ok()?;
    let below_zero = front.trim_end().ends_with(['-', '−', '–']) || front.trim_start().starts_with(['-', '−', '(']);
    Some(if below_zero { -number } else { number })
}

/// What a cell measures: a length of time in seconds, else its figure.
pub(super) fn measure(cell: &str) -> Option<f64> {
    length_of_time(cell).map(|(seconds, _)| seconds).or_else(|| figure(cell))
}

/// The length of time that a cell writes, in seconds, and its first unit: `43 minutes`, `2 hours 5 min`, `1h 20m`.
pub(super) fn length_of_time(cell: &str) -> Option<(f64, TimeUnit)> {
    let cell = cell.trim().trim_start_matches(['~', '≈']).trim_start();
    let (mut rest, mut seconds, mut first) = (cell, 0.0, None);
    if cell.len() > LONGEST {
        return None;
    }
    while !rest.is_empty() {
        let length = rest.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(rest.len());
        let number: f64 = rest[..length].trim_end_matches(',').parse().ok()?;
        let behind = rest[length..].trim_start();
        let letters = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
        let unit = TimeUnit::named(&fold(&behind[..letters]))?;
        seconds += number * unit.seconds;
        first.get_or_insert(unit);
        rest = behind[letters..].trim_start_matches([' ', ',', '.']);
        rest = rest.split_once(' ').filter(|(word, _)| WORDS.joining.has(word)).map_or(rest, |(_, behind)| behind);
    }
    first.map(|unit| (seconds, unit))
}

/// A unit of time, by the word for it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::query) struct TimeUnit {
    pub name: String,
    pub seconds: f64,
}

impl TimeUnit {
    pub fn named(word: &str) -> Option<Self> {
        let units = [
            (&WORDS.seconds, 1.0),
            (&WORDS.minutes, 60.0),
            (&WORDS.hours, 3_600.0),
            (&WORDS.days, DAY as f64),
            (&WORDS.weeks, 7.0 * DAY as f64),
        ];
        let unit = units.into_iter().find(|(list, _)| list.has(word))?;
        Some(Self { name: word.to_owned(), seconds: unit.1 })
    }
}

/// The day that a cell writes, in seconds since 1970; of a bare year its first.
pub(super) fn day(cell: &str) -> Option<i64> {
    let cell = cell.trim();
    if cell.len() > LONGEST {
        return None;
    }
    if is_year(cell) {
        return first_date(&format!("{cell}-01-01"));
    }
    first_date(cell)
}

/// The days of a year, or of a month of it: the first second, and the one behind the last.
pub(super) fn days_of_period(year: i64, month: Option<u32>) -> Option<(i64, i64)> {
    let first = |year: i64, month: u32| first_date(&format!("{year:04}-{month:02}-01"));
    let next = match month {
        Some(month) if month < 12 => first(year, month + 1),
        _ => first(year + 1, 1),
    };
    Some((first(year, month.unwrap_or(1))?, next?))
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
    fn figures_are_read_with_their_marks() {
        for (cell, number) in [
            ("40", 40.0),
            ("£1,200", 1200.0),
            ("45 %", 45.0),
            ("12 kg", 12.0),
            ("4,5", 4.5),
            ("1,234.5", 1234.5),
            ("-3", -3.0),
            ("(3)", -3.0),
        ] {
            assert_eq!(figure(cell), Some(number), "{cell}");
        }
        for cell in ["T-3", "2024-02-03", "in 3 days", "10 of 12", "", "high", "3 days of rain"] {
            assert_eq!(figure(cell), None, "{cell}");
        }
    }

    #[test]
    fn lengths_of_time_are_read_in_their_units() {
        for (cell, minutes) in [("43 minutes", 43.0), ("2 hours 5 min", 125.0), ("1h 20m", 80.0), ("1.5 h", 90.0)] {
            assert_eq!(measure(cell), Some(minutes * 60.0), "{cell}");
        }
        assert_eq!(length_of_time("2 hours and 5 minutes").map(|(_, unit)| unit.name).as_deref(), Some("hours"));
        assert_eq!(measure("12 kg"), Some(12.0));
        for cell in ["a minute", "3 of 5 days", "43 minutes late", ""] {
            assert_eq!(length_of_time(cell), None, "{cell}");
        }
    }

    #[test]
    fn a_row_is_taken_by_its_cells() {
        let table = tickets();
        let taken = |column: usize, negated: bool, test: Test| {
            let condition = Condition { column, negated, test };
            table.rows.iter().filter(|row| condition.holds(row)).count()
        };
        assert_eq!(taken(1, false, Test::Is("open".to_owned())), 2);
        assert_eq!(taken(1, true, Test::Is("open".to_owned())), 2);
        let (from, until) = days_of_period(2024, Some(2)).expect("a month");
        assert_eq!(taken(3, false, Test::Days { from, until }), 4);
        assert_eq!(taken(3, true, Test::Days { from, until }), 0);
        assert_eq!(taken(5, false, Test::Above { least: Bound { figure: 12.0, unit: None }, itself: false }), 1);
        assert_eq!(taken(5, false, Test::Above { least: Bound { figure: 12.0, unit: None }, itself: true }), 2);
        assert_eq!(taken(4, false, Test::Empty), 0);
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
        assert_eq!(told(4, false, Test::Empty), "no owner");
    }
}
