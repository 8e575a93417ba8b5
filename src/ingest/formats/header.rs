//! Which of the first rows of a table name its columns. Above them may stand a title; two of them may name the columns
//! together, the first groups of them; and years are names where what stands below them is something else.

use std::rc::Rc;

use crate::text::numbers::years::{FIRST_OF_COLUMNS, is_year_from};

/// Rows that are looked at for names.
pub(super) const LOOKED_AT: usize = 8;
/// Letters of a name, and names, at most.
const LONGEST: usize = 40;
const MOST: usize = 200;

/// What names the columns.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    /// Rows above it: a title, remarks.
    pub above: usize,
    /// Rows that it takes.
    pub rows: usize,
    pub names: Vec<Rc<str>>,
}

/// Finds the names of columns in the first rows, each given by its cells.
pub(super) fn find(rows: &[Vec<&str>]) -> Header {
    let above = above(rows);
    let rows = &rows[above..];
    let (Some(first), below) = (rows.first(), rows.get(1..).unwrap_or_default()) else { return Header::default() };
    if let [second, rest @ ..] = below
        && names_groups(first, second, rest)
    {
        return Header { above, rows: 2, names: joined(first, second) };
    }
    if names_columns(first, below) {
        let names = first.iter().map(|name| name.trim().into()).collect();
        return Header { above, rows: 1, names };
    }
    // Where nothing names the columns, what stands above is a row like others.
    Header::default()
}

fn filled(row: &[&str]) -> usize {
    row.iter().filter(|cell| !cell.trim().is_empty()).count()
}

/// How many rows stand above the names: they fill less than half of what the rows below do, and names follow.
fn above(rows: &[Vec<&str>]) -> usize {
    let mut widths: Vec<usize> = rows.iter().map(|row| filled(row)).collect();
    widths.sort_unstable();
    let width = widths.get(widths.len() / 2).copied().unwrap_or(0);
    let narrow = rows.iter().take_while(|row| filled(row) * 2 < width || filled(row) == 1 && width > 1).count();
    let below = rows.get(narrow..).unwrap_or_default();
    let (Some(first), Some(rest)) = (below.first(), below.get(1..)) else { return 0 };
    let grouped = rest.split_first().is_some_and(|(second, rest)| names_groups(first, second, rest));
    if names_columns(first, rest) || grouped { narrow } else { 0 }
}

fn is_figure(cell: &str) -> bool {
    let cell = cell.trim();
    cell.contains(|c: char| c.is_ascii_digit()) && !cell.contains(char::is_alphabetic)
}

fn is_wordy(cell: &str) -> bool {
    let cell = cell.trim();
    cell.chars().any(char::is_alphabetic)
        && cell.chars().count() <= LONGEST
        && cell.parse::<f64>().is_err()
        && !(cell.ends_with('.') && cell.contains(' '))
}

fn is_year(cell: &str) -> bool {
    is_year_from(cell.trim(), FIRST_OF_COLUMNS)
}

/// True for a row of short, different, wordy cells, or years that stand above something else.
fn names_columns(row: &[&str], below: &[Vec<&str>]) -> bool {
    let mut seen: Vec<String> = Vec::new();
    let mut years = 0;
    for (column, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.trim().is_empty()) {
        let year = is_year(cell) && below.iter().filter_map(|row| row.get(column)).any(|cell| !is_year(cell));
        let name = cell.trim().to_lowercase();
        years += usize::from(year);
        if !(is_wordy(cell) || year) || seen.contains(&name) || seen.len() > MOST {
            return false;
        }
        seen.push(name);
    }
    !seen.is_empty() && (years == 0 || !below.is_empty())
}

/// True where a row names groups of columns and the next the columns in them, above figures: `Region, 2020, , 2021, `
/// and `, Cost, Income, Cost, Income`.
fn names_groups(first: &[&str], second: &[&str], rest: &[Vec<&str>]) -> bool {
    let blank = |row: &[&str], column: usize| row.get(column).is_none_or(|cell| cell.trim().is_empty());
    let begun = first.iter().position(|cell| !cell.trim().is_empty()).unwrap_or(first.len());
    let groups = (begun..second.len()).any(|column| blank(first, column) && !blank(second, column));
    let named = |row: &[&str]| row.iter().all(|cell| cell.trim().is_empty() || is_wordy(cell) || is_year(cell));
    // A column alone is named in one of the two.
    let all = (0..second.len().max(first.len())).all(|column| !blank(first, column) || !blank(second, column));
    let above_figures = rest.iter().any(|row| {
        row.iter()
            .enumerate()
            .any(|(column, cell)| is_figure(cell) && second.get(column).is_some_and(|name| is_wordy(name)))
    });
    groups && all && named(first) && named(second) && filled(second) > 1 && above_figures
}

/// The names of two rows together: `2020 Cost`.
fn joined(first: &[&str], second: &[&str]) -> Vec<Rc<str>> {
    let mut group = "";
    (0..second.len().max(first.len()))
        .map(|column| {
            let (above, below) =
                (first.get(column).map_or("", |cell| cell.trim()), second.get(column).map_or("", |cell| cell.trim()));
            if !above.is_empty() {
                group = above;
            }
            match (group, below) {
                (group, "") => group.into(),
                (group, below) if group == below || group.is_empty() => below.into(),
                (group, below) => format!("{group} {below}").into(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows above the names, those of the names, and the names.
    fn found(rows: &[&str]) -> (usize, usize, String) {
        let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.split(',').collect()).collect();
        let Header { above, rows, names } = find(&rows);
        (above, rows, names.join("|"))
    }

    #[test]
    fn names_stand_in_the_first_row_or_below_a_title() {
        assert_eq!(found(&["boat,seats", "Tern,4"]), (0, 1, "boat|seats".to_owned()));
        assert_eq!(found(&["Boats of 2021", "boat,seats,day", "Tern,4,Monday"]), (1, 1, "boat|seats|day".to_owned()));
        assert_eq!(found(&["Boats,2021", "boat,seats,day,owner,age", "Tern,4,Monday,Ada,3"]).0, 1);
        assert_eq!(found(&["Tern,4", "Skua,6"]), (0, 0, String::new()));
        assert_eq!(found(&["boat"]), (0, 1, "boat".to_owned()));
        assert_eq!(found(&["Contract no.,with", "V-1,Ada Voss"]).1, 0, "a sentence names nothing");
        assert_eq!(found(&["Vertragsnr.;€,with", "V-1,Ada Voss"]).1, 1, "a word cut short does");
        assert_eq!(found(&[]), (0, 0, String::new()));
    }

    #[test]
    fn years_are_names_above_what_is_none() {
        assert_eq!(found(&["Country,2019,2020", "Holm,3.5,4.1"]), (0, 1, "Country|2019|2020".to_owned()));
        assert_eq!(found(&["Tern,1998,2004", "Skua,1999,2003"]).1, 0);
    }

    #[test]
    fn two_rows_may_name_columns_together() {
        let rows = ["Region,2020,,2021,", ",Cost,Income,Cost,Income", "North,1,2,3,4"];
        assert_eq!(found(&rows), (0, 2, "Region|2020 Cost|2020 Income|2021 Cost|2021 Income".to_owned()));
        assert_eq!(found(&["name,,city", "Ada,x,Holm", "Tom,y,Orsk"]).1, 1, "a column without a name");
        assert_eq!(found(&[",name,city", "a,Ada,Holm", "b,Tom,Orsk"]).1, 1);
    }
}
