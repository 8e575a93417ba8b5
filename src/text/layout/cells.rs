//! The cells of a row as texts write it: by name, as tables are read (`Title; column: value; column: value`), between
//! bars or tabs, or set apart by spaces.

use std::ops::Range;

use crate::text::display::inline::unmarked;

/// Between the cells of a row.
const BETWEEN: &str = "; ";
/// Between the name of a cell and its value.
const NAMED: &str = ": ";
/// Between cells that nothing else sets apart, where a line is known to be a row, and where it is told by that.
const GAP: &str = "  ";
const WIDE_GAP: &str = "   ";
/// In front of a line that goes on with the row of the line before.
pub const GOES_ON: &str = "  ";
/// Bytes of the longest name of a column.
pub const LONGEST_NAME: usize = 48;

/// Cells that make a line a row of a table, where it stands among other text.
const CELLS: usize = 3;
/// Words of what a cell is called, at most: more are a part of a sentence.
const NAME_WORDS: usize = 4;

/// A row whose cells have names, by where its parts stand in its line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedRow {
    /// What it is called, in front of its cells; empty where it begins with them.
    pub title: Range<usize>,
    /// The name and the value of each cell.
    pub cells: Vec<(Range<usize>, Range<usize>)>,
}

impl NamedRow {
    /// True where the line it was read from is a row, and no sentence with colons: it has several cells, each of which
    /// has a name that could head a column.
    pub fn is_of_a_table(&self, line: &str) -> bool {
        let heads = |name: &Range<usize>| {
            let name = &line[name.clone()];
            let words = name.split_whitespace().count();
            words <= NAME_WORDS && !name.contains([',', '!', '?', '“', '”', '(', ')'])
        };
        let begins = self.title.is_empty() || line[self.title.clone()].split_whitespace().count() <= 3 * NAME_WORDS;
        self.cells.len() >= CELLS && begins && self.cells.iter().all(|(name, _)| heads(name))
    }
}

/// True for what says a figure alone, which stands to the right of its column; no day does.
pub fn is_figure(cell: &str) -> bool {
    let is_dated = cell.matches('-').count() > 1;
    cell.contains(|c: char| c.is_ascii_digit()) && !cell.contains(|c: char| c.is_alphabetic() || c == '/') && !is_dated
}

/// Reads a row whose cells have names. What has no name is a part of the value before it, which may have a semicolon
/// in it, or in front of the first cell of what the row is called.
pub fn named(line: &str) -> NamedRow {
    named_where(line, |_| true)
}

/// The same of a line of which it is known what was `made` to set its cells apart: what stands in a cell parts none.
pub fn named_where(line: &str, made: impl Fn(usize) -> bool) -> NamedRow {
    let begins = line.len() - line.trim_start().len();
    let mut row = NamedRow { title: begins..begins, cells: Vec::new() };
    let mut at = begins;
    let marks = line[begins..].match_indices(BETWEEN).map(|(mark, _)| begins + mark).filter(|&mark| made(mark));
    for end in marks.chain([line.len()]) {
        let part = &line[at.min(end)..end];
        let name = part.find(NAMED).filter(|&name| name <= LONGEST_NAME && made(at + name));
        match name.filter(|&name| !part[..name].contains(". ")) {
            Some(name) => row.cells.push((at..at + name, at + name + NAMED.len()..end)),
            None => match row.cells.last_mut() {
                Some((_, value)) => value.end = end,
                None => row.title = begins..end,
            },
        }
        at = end + BETWEEN.len();
    }
    // "Gate: mend it; task: 7; summary: Gate: mend it" is called by what one of its cells says.
    let first = row.cells.first().map_or(begins..begins, |(name, value)| name.start..value.end);
    if row.title.is_empty() && row.cells.iter().skip(1).any(|(_, value)| line[value.clone()] == line[first.clone()]) {
        row.title = first;
        row.cells.remove(0);
    }
    row
}

/// True for a row whose cells stand between bars or tabs, or are set apart by spaces.
pub fn are_parted(row: &str) -> bool {
    row.contains(['|', '\t']) || row.trim().contains(WIDE_GAP)
}

/// Reads a row whose cells stand between bars, or tabs where it has no bars, or spaces where it has neither.
pub fn between(line: &str) -> Vec<Range<usize>> {
    let start = line.len() - line.trim_start().len();
    let row = line.trim();
    if !row.contains(['|', '\t']) {
        return set_apart(row).map(|cell| start + cell.start..start + cell.end).collect();
    }
    let mark = if row.contains('|') { '|' } else { '\t' };
    let inner = row.strip_prefix(mark).unwrap_or(row);
    let mut at = start + row.len() - inner.len();
    let inner = inner.strip_suffix(mark).unwrap_or(inner);
    let cells = inner.split(mark).map(|cell| {
        let from = at + cell.len() - cell.trim_start().len();
        at += cell.len() + mark.len_utf8();
        from..from + cell.trim().len()
    });
    cells.collect()
}

/// The cells of a row that spaces set apart.
fn set_apart(row: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    let cells = row.split(GAP).map(move |cell| {
        let from = at + cell.len() - cell.trim_start().len();
        at += cell.len() + GAP.len();
        from..from + cell.trim().len()
    });
    cells.filter(|cell| !cell.is_empty())
}

/// What the cells of such a row say, without the signs of Markdown.
pub fn said_between(line: &str) -> Vec<String> {
    between(line).into_iter().map(|cell| unmarked(&line[cell]).trim().to_owned()).collect()
}

/// The cells of a row that the row which heads its table names: what each is called, and what it says. `None` where
/// there is not one name for each.
pub fn headed(header: &str, row: &str) -> Option<Vec<(String, String)>> {
    if !are_parted(header) || !are_parted(row) {
        return None;
    }
    let (names, cells) = (said_between(header), said_between(row));
    // "Author:    Ada Voss" over "Opened:    4 May" heads nothing.
    let is_label = |cell: &String| cell.ends_with(':');
    if names.len() == 2 && names.first().is_some_and(is_label) && cells.first().is_some_and(is_label) {
        return None;
    }
    (names.len() == cells.len() && names.len() > 1).then(|| names.into_iter().zip(cells).collect())
}

/// The same on one line, as tables are read: `Title; column: value; column: value`. Empty cells are left out.
pub fn headed_line(header: &str, row: &str) -> Option<String> {
    let cells = headed(header, row)?.into_iter().filter(|(_, value)| !value.is_empty());
    let named = cells.map(|(name, value)| if name.is_empty() { value } else { format!("{name}{NAMED}{value}") });
    Some(named.collect::<Vec<_>>().join(BETWEEN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_names_stand_where_they_are_written() {
        let line = "Quay lamp; ticket: 7; state: dim; or out; seen at: 12: 30";
        let row = named(line);
        assert_eq!(&line[row.title.clone()], "Quay lamp");
        let cells: Vec<_> = row.cells.iter().map(|(name, value)| (&line[name.clone()], &line[value.clone()])).collect();
        assert_eq!(cells, [("ticket", "7"), ("state", "dim; or out"), ("seen at", "12: 30")]);
        assert_eq!(named("The quay is shut.").cells, []);
    }

    #[test]
    fn what_stands_in_a_cell_parts_no_row() {
        let told = |line: &'static str, row: NamedRow| {
            let cells = row.cells.into_iter().map(|(name, value)| (&line[name], &line[value])).collect::<Vec<_>>();
            (&line[row.title], cells)
        };
        let line = "Gate: mend it; task: 7; summary: Gate: mend it";
        assert_eq!(told(line, named(line)), ("Gate: mend it", vec![("task", "7"), ("summary", "Gate: mend it")]));
        let line = "  task: 8; note: It broke; cause: rust";
        let inside = line.find("; cause").expect("a cause");
        let row = named_where(line, |at| at < inside);
        assert_eq!(told(line, row), ("", vec![("task", "8"), ("note", "It broke; cause: rust")]));
    }

    #[test]
    fn cells_between_bars_or_tabs_stand_where_they_are_written() {
        let of = |line: &'static str| between(line).into_iter().map(|cell| &line[cell]).collect::<Vec<_>>();
        assert_eq!(of(" | *Tern* | 6 |  | £9 | "), ["*Tern*", "6", "", "£9"]);
        assert_eq!(of("Tern | 6"), ["Tern", "6"]);
        assert_eq!(of("Tern\té 6\t"), ["Tern", "é 6"]);
        assert_eq!(of("a line"), ["a line"]);
        assert_eq!(of("  Tern   6    £9  "), ["Tern", "6", "£9"]);
        assert!(are_parted("Tern   6") && !are_parted("   The Tern.  It is wide."));
    }

    #[test]
    fn a_row_has_the_names_that_head_its_table() {
        let line = |header: &str, row: &str| headed_line(header, row);
        let expected = Some("**Tern**; 2031: 6; 2033: 9".replace('*', ""));
        assert_eq!(line("| | 2031 | 2032 | 2033 |", "| **Tern** | 6 | | 9 |"), expected);
        assert_eq!(line("boat   seats", "Tern    6").as_deref(), Some("boat: Tern; seats: 6"));
        assert_eq!(line("| Boat | Seats |", "| Tern | 6 | £9 |"), None);
        assert_eq!(line("The boats:", "| Tern | 6 |"), None);
        assert_eq!(line("Author:    Ada Voss", "Opened:    4 May"), None);
    }
}
