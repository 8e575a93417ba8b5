//! Tables of an answer on a terminal: in columns where they have room, else each row by itself, its cells behind the
//! names of their columns.

use unicode_width::UnicodeWidthStr;

use super::output::{plain_markdown, wrap};
use crate::model::find_citations;
use crate::text::display::columns::{GAP, fitted, longest_word, total};
use crate::text::display::inline::parted;

/// A Markdown text as a reader without a renderer wants it, its tables drawn within so many cells.
pub fn readable(text: &str, width: usize) -> String {
    let (mut out, mut prose, mut table) = (String::new(), String::new(), Vec::new());
    for line in text.split_inclusive('\n').chain([""]) {
        if is_row(line) {
            table.push(line);
            continue;
        }
        if !table.is_empty() {
            out += &plain_markdown(&std::mem::take(&mut prose));
            out += &drawn(&std::mem::take(&mut table), width).join("\n");
            out.push('\n');
        }
        prose += line;
    }
    out + &plain_markdown(&prose)
}

/// True for a line that is a row of a table.
pub fn is_row(line: &str) -> bool {
    line.starts_with('|')
}

/// The lines of a Markdown table as they are printed. What all of its rows cite stands once, below them.
pub fn drawn(lines: &[&str], width: usize) -> Vec<String> {
    let rule = lines.get(1).map(|line| cells(line)).filter(|rule| rule.iter().all(|cell| is_rule(cell)));
    let Some(rule) = rule else {
        return lines.iter().map(|line| plain_markdown(line.trim_end())).collect();
    };
    let mut rows: Vec<Vec<&str>> = lines.iter().map(|line| cells(line)).collect();
    rows.remove(1);
    let cites = cited_by_all(&mut rows[1..]);
    // What is cited once leaves its column empty.
    let columns = rows.first().map_or(0, Vec::len);
    let is_left = |row: &Vec<&str>| row.get(columns - 1).is_none_or(|last| last.trim().is_empty());
    if cites.is_some() && rows.iter().all(is_left) {
        rows.iter_mut().for_each(|row| row.truncate(columns - 1));
    }
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| plain_markdown(cell.trim())).collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let widest = |measure: &dyn Fn(&str) -> usize| -> Vec<usize> {
        (0..columns).map(|at| rows.iter().filter_map(|row| Some(measure(row.get(at)?))).max().unwrap_or(0)).collect()
    };
    let mut printed = match fitted(widest(&str::width), &widest(&longest_word), width) {
        Some(widths) => in_columns(&rows, &widths, &rule),
        None => in_lines(&rows, width),
    };
    printed.extend(cites.map(str::to_owned));
    printed
}

/// The citation that all rows end with, which is taken out of them.
fn cited_by_all<'a>(rows: &mut [Vec<&'a str>]) -> Option<&'a str> {
    let ending = |row: &Vec<&'a str>| {
        let last: &'a str = row.last()?.trim();
        let at = find_citations(last).last().filter(|citation| citation.span.end == last.len())?.span.start;
        Some(last.split_at(at))
    };
    let (_, mark) = ending(rows.first()?)?;
    if rows.iter().any(|row| ending(row).is_none_or(|(_, other)| other != mark)) {
        return None;
    }
    for row in rows {
        if let (Some((said, _)), Some(last)) = (ending(row), row.last_mut()) {
            *last = said;
        }
    }
    Some(mark)
}

/// The cells of a row, the last of which may stay open.
fn cells(line: &str) -> Vec<&str> {
    let mut cells = parted(line.trim().trim_start_matches('|'));
    cells.pop_if(|last| last.trim().is_empty());
    cells
}

fn is_rule(cell: &str) -> bool {
    let dashes = cell.trim().trim_matches(':');
    !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')
}

fn in_columns(rows: &[Vec<String>], widths: &[usize], rule: &[&str]) -> Vec<String> {
    let mut printed = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<Vec<String>> = row.iter().zip(widths).map(|(cell, &width)| wrap(cell, width)).collect();
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let mut whole = String::new();
            for (at, &width) in widths.iter().enumerate() {
                let said = cells.get(at).and_then(|cell| cell.get(line)).map_or("", String::as_str);
                let blank = " ".repeat(width.saturating_sub(said.width()));
                let is_figure = rule.get(at).is_some_and(|cell| cell.trim().ends_with(':'));
                let (before, behind) = if is_figure { (blank.as_str(), "") } else { ("", blank.as_str()) };
                whole += &format!("{before}{said}{behind}{}", " ".repeat(GAP));
            }
            printed.push(whole.trim_end().to_owned());
        }
        if number == 0 {
            printed.push("─".repeat(total(widths)));
        }
    }
    printed
}

fn in_lines(rows: &[Vec<String>], width: usize) -> Vec<String> {
    let (Some(names), rows) = (rows.first(), rows.get(1..).unwrap_or_default()) else { return Vec::new() };
    let told = |row: &Vec<String>| {
        let cells = names.iter().zip(row).filter(|(_, said)| !said.is_empty());
        // A citation stands behind the last cell, also where that says nothing.
        let is_cited = |said: &str| find_citations(said).first().is_some_and(|citation| citation.span.start == 0);
        let cells = cells.map(|(name, said)| match name.as_str() {
            "" => said.clone(),
            _ if is_cited(said) => said.clone(),
            name => format!("{name}: {said}"),
        });
        format!("- {}", cells.collect::<Vec<_>>().join("; "))
    };
    rows.iter().flat_map(|row| wrap(&told(row), width)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "Lamps:\n\n| lamp | wicks | keeper |  |\n| --- | ---: | --- | --- |\n\
                         | Quay | 3 | Ada \\| Voss | [Data: Sources (4)] |\n\
                         | Gate | 12 | Bo Marsh | [Data: Sources (4)] |\n\n- **And** more\n";

    #[test]
    fn a_table_is_drawn_in_columns_and_cited_once() {
        let expected = "Lamps:\n\nlamp  wicks  keeper\n───────────────────────\nQuay      3  Ada | Voss\n\
                        Gate     12  Bo Marsh\n[Data: Sources (4)]\n\n- And more\n";
        assert_eq!(readable(TABLE, 40), expected);
    }

    #[test]
    fn a_table_without_room_has_its_rows_one_by_one() {
        let printed = readable(TABLE, 16);
        assert!(printed.contains("- lamp: Quay;\nwicks: 3;\n"), "{printed}");
    }

    #[test]
    fn a_citation_behind_an_empty_cell_is_no_cell() {
        let table =
            "| lamp | keeper |\n| --- | --- |\n| Quay | [Data: Sources (4)] |\n| Gate | Bo [Data: Sources (5)] |\n";
        let printed = readable(table, 12);
        assert!(printed.starts_with("- lamp:\nQuay; [Data:\n") && printed.contains("keeper: Bo"), "{printed}");
    }

    #[test]
    fn rows_that_cite_different_passages_keep_their_citations() {
        let table = TABLE.replace("Marsh | [Data: Sources (4)]", "Marsh | [Data: Sources (5)]");
        let printed = readable(&table, 80);
        assert!(printed.contains("Voss  [Data: Sources (4)]") && printed.contains("Marsh    [Data: Sources (5)]"));
    }
}
