//! The account of an import: of every row of every table, whether it was loaded, and what is odd about it. Nothing is
//! dropped in silence: a row is counted as loaded, or listed with the reason why it was not.

use serde::{Deserialize, Serialize};

use crate::text::display::cut::clipped;

/// The key under which an index keeps the account of the import it was made by.
pub const FACT: &str = "import";

/// What is said of a table that cannot be opened begins so.
pub const DAMAGED: &str = "damaged or half-written";

/// Examples kept of one oddity.
const EXAMPLES: usize = 3;
/// Characters of an example.
const EXAMPLE_CHARS: usize = 80;
/// Digits that make a hash, and those of it that tell it from others.
const LEAST_HASH: usize = 32;
const HASH_DIGITS: usize = 8;

/// Row numbers from 0, as ranges with both ends in them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rows(Vec<(u64, u64)>);

impl Rows {
    /// Adds a row; one that comes twice counts once when it comes twice in a row.
    fn add(&mut self, row: u64) {
        match self.0.last_mut() {
            Some((_, last)) if *last == row => {}
            Some((_, last)) if *last + 1 == row => *last = row,
            _ => self.0.push((row, row)),
        }
    }

    pub fn count(&self) -> u64 {
        self.0.iter().map(|(first, last)| last - first + 1).sum()
    }
}

impl std::fmt::Display for Rows {
    /// `3, 17–20, …`: at most ten ranges.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (position, (first, last)) in self.0.iter().take(10).enumerate() {
            f.write_str(if position > 0 { ", " } else { "" })?;
            if first == last { write!(f, "{first}")? } else { write!(f, "{first}–{last}")? }
        }
        f.write_str(if self.0.len() > 10 { ", …" } else { "" })
    }
}

/// Something odd about rows of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Oddity {
    /// In words for a person: "names a text unit that no table has".
    pub what: String,
    /// Whether the rows were loaded all the same.
    pub loaded: bool,
    /// How often it was met; a row can be odd in the same way twice.
    pub count: u64,
    pub rows: Rows,
    pub examples: Vec<String>,
}

/// What became of one table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableAccount {
    /// `entities`, `text units`, …
    pub table: String,
    /// The file, relative to the folder imported.
    pub file: String,
    pub rows: u64,
    pub loaded: u64,
    pub oddities: Vec<Oddity>,
}

impl TableAccount {
    pub fn new(table: &str, file: &str) -> Self {
        Self { table: table.to_owned(), file: file.to_owned(), ..Self::default() }
    }

    /// Lists a row that cannot be loaded.
    pub fn leave(&mut self, row: u64, what: &str, example: &str) {
        self.note(row, what, example, false);
    }

    /// Lists a row that is loaded although something is odd about it.
    pub fn odd(&mut self, row: u64, what: &str, example: &str) {
        self.note(row, what, example, true);
    }

    fn note(&mut self, row: u64, what: &str, example: &str, loaded: bool) {
        let found = self.oddities.iter().position(|oddity| oddity.loaded == loaded && oddity.what == what);
        let at = found.unwrap_or_else(|| {
            let rows = Rows::default();
            self.oddities.push(Oddity { what: what.to_owned(), loaded, count: 0, rows, examples: Vec::new() });
            self.oddities.len() - 1
        });
        let oddity = &mut self.oddities[at];
        oddity.count += 1;
        oddity.rows.add(row);
        if oddity.examples.len() < EXAMPLES && !example.is_empty() {
            let example = shorten(example);
            if !oddity.examples.contains(&example) {
                oddity.examples.push(example);
            }
        }
    }

    /// Lists all rows from one on, which could not be read.
    pub fn unreadable(&mut self, from: u64, to: u64, why: &str) {
        if to > from {
            let rows = Rows(vec![(from, to - 1)]);
            let what = format!("cannot be read: {why}");
            self.oddities.push(Oddity { what, loaded: false, count: to - from, rows, examples: Vec::new() });
        }
    }

    /// Rows that were not loaded.
    pub fn listed(&self) -> u64 {
        self.rows.saturating_sub(self.loaded)
    }
}

/// A citation's kind with how many ids were cited and how many of them are records of the index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolved {
    pub cited: u64,
    pub resolved: u64,
}

/// The account of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Account {
    /// What was recognised: `GraphRAG tables`, `LightRAG`, …
    pub kind: String,
    /// The folder that was read, which may lie inside the one named.
    pub folder: String,
    pub tables: Vec<TableAccount>,
    /// Files that lie beside the tables and were not used, with why.
    pub unused: Vec<(String, String)>,
    /// What was chosen or added, in sentences.
    pub remarks: Vec<String>,
    /// Citations in the reports, by kind.
    pub citations: Vec<(String, Resolved)>,
}

impl Account {
    pub fn cited(&self) -> Resolved {
        self.citations.iter().fold(Resolved::default(), |sum, (_, found)| Resolved {
            cited: sum.cited + found.cited,
            resolved: sum.resolved + found.resolved,
        })
    }

    /// Tables that were left out whole because they cannot be opened.
    pub fn damaged(&self) -> Vec<&str> {
        let damaged = self.unused.iter().filter(|(_, why)| why.starts_with(DAMAGED));
        damaged.map(|(name, _)| name.as_str()).collect()
    }

    /// Every oddity in a line of its own, with its table.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for table in &self.tables {
            for oddity in &table.oddities {
                let state = if oddity.loaded { "" } else { " not loaded" };
                let examples = match oddity.examples.is_empty() {
                    true => String::new(),
                    false => format!(", e.g. {}", oddity.examples.join("; ")),
                };
                let what = &oddity.what;
                lines
                    .push(format!("{}: {}{state}: {what} (rows {}{examples})", table.table, oddity.count, oddity.rows));
            }
        }
        lines
    }
}

/// An example as it is listed: of a hash its first digits.
fn shorten(text: &str) -> String {
    if text.len() >= LEAST_HASH && text.chars().all(|c| c.is_ascii_hexdigit()) {
        return format!("{}…", &text[..HASH_DIGITS]);
    }
    clipped(text, EXAMPLE_CHARS).replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_kept_as_ranges() {
        let mut rows = Rows::default();
        [3, 4, 4, 5, 9].into_iter().for_each(|row| rows.add(row));
        assert_eq!((rows.to_string().as_str(), rows.count()), ("3–5, 9", 4));
    }

    #[test]
    fn of_a_hash_the_first_digits_are_told() {
        assert_eq!(shorten(&"7ae981575e18".repeat(5)), "7ae98157…");
        assert_eq!(shorten("beef"), "beef");
        assert_eq!(shorten("Harbour dues of the northern slope, 1902"), "Harbour dues of the northern slope, 1902");
    }

    #[test]
    fn an_oddity_is_listed_once_with_its_rows() {
        let mut table = TableAccount { rows: 5, loaded: 3, ..TableAccount::new("entities", "entities.parquet") };
        table.leave(1, "no name", "");
        table.leave(4, "no name", "");
        table.odd(2, "no name", "x\u{1b}[31m");
        table.unreadable(5, 5, "nothing");
        assert_eq!(table.listed(), 2);
        let account = Account { tables: vec![table], ..Account::default() };
        assert_eq!(
            account.lines(),
            ["entities: 2 not loaded: no name (rows 1, 4)", "entities: 1: no name (rows 2, e.g. x [31m)"]
        );
    }
}
