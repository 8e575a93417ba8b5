//! Rows of one table that an answer quotes one behind the other, as one table: what the columns are called stands once,
//! and so does where they are from.

use super::drawn;
use crate::judgement::quotation::plain;
use crate::model::{Evidence, cite};
use crate::text::dates::first_date;
use crate::text::layout::cells;
use crate::text::numbers::amounts::in_groups;

/// A row as its document has it: what each cell is called, and what it says.
type Row = Vec<(String, String)>;

/// The rows that a passage is, nothing left out of them; none where it is anything else.
fn rows(evidence: &Evidence) -> Option<Vec<Row>> {
    let shown = evidence.shown();
    let rest = evidence.text.get(shown.end..)?;
    let is_whole = shown.start == evidence.opening() && rest.trim().is_empty() && !evidence.cut;
    if evidence.document.is_none() || evidence.speaker.is_some() || !is_whole {
        return None;
    }
    let text = &evidence.text[shown];
    let drawn = drawn::undrawn(text);
    let lines = drawn.as_deref().unwrap_or(text).lines().filter(|line| !line.trim().is_empty());
    let rows: Vec<Row> = match &evidence.lead {
        Some(head) => lines.map(|line| cells::headed(head, line)).collect::<Option<_>>()?,
        None => {
            let mut rows: Vec<Row> = Vec::new();
            for line in lines {
                match rows.last_mut().filter(|_| line.starts_with(cells::GOES_ON)) {
                    Some(row) => row.extend(going_on(line)),
                    None => rows.push(named(line)?),
                }
            }
            rows
        }
    };
    (!rows.is_empty()).then_some(rows)
}

/// The cells of a row under the line that heads its table: what each is called, and what it says.
pub(in crate::judgement::extractive) fn headed(evidence: &Evidence) -> Option<Row> {
    cells::headed(evidence.lead.as_deref()?, evidence.quoted())
}

/// The cells of a line that have names, what the row is called first.
fn named(line: &str) -> Option<Row> {
    let line = line.trim();
    let row = cells::named(line);
    if !row.is_of_a_table(line) {
        return None;
    }
    let title = (!row.title.is_empty()).then(|| (String::new(), line[row.title.clone()].to_owned()));
    let cells = row.cells.iter().map(|(name, value)| (line[name.clone()].to_owned(), line[value.clone()].to_owned()));
    Some(title.into_iter().chain(cells).collect())
}

/// The cells of a line that goes on with a row.
fn going_on(line: &str) -> Row {
    let row = cells::named(line);
    row.cells.iter().map(|(name, value)| (line[name.clone()].to_owned(), line[value.clone()].to_owned())).collect()
}

/// What the cells of a passage say that is a row, in their order.
pub fn said(evidence: &Evidence) -> Option<String> {
    let rows = rows(evidence)?;
    Some(rows.into_iter().flatten().map(|(_, said)| said).collect::<Vec<_>>().join(" "))
}

/// True for passages that are rows of one table: of the same document, under the same heading, with columns in common.
pub(in crate::judgement::extractive) fn is_one(one: &Evidence, other: &Evidence) -> bool {
    let stands = one.document == other.document && one.heading == other.heading && one.lead == other.lead;
    let columns = |evidence: &Evidence| rows(evidence).and_then(|rows| rows.into_iter().next());
    let (true, Some(one), Some(other)) = (stands, columns(one), columns(other)) else { return false };
    let shared = one.iter().filter(|(name, _)| other.iter().any(|(known, _)| known == name)).count();
    2 * shared >= one.len().min(other.len())
}

/// Passages that are rows of one table as one Markdown table below where it stands, each row with its citation.
pub fn drawn(quoted: &[Evidence]) -> Option<String> {
    let read: Vec<(Vec<Row>, &Evidence)> =
        quoted.iter().map(|evidence| Some((rows(evidence)?, evidence))).collect::<Option<_>>()?;
    let mut columns: Vec<&str> = Vec::new();
    for row in read.iter().flat_map(|(rows, _)| rows) {
        let mut behind = 0;
        for (name, _) in row {
            let known = columns.iter().position(|column| column == name);
            let at = known.unwrap_or(behind);
            if known.is_none() {
                columns.insert(at, name);
            }
            behind = at + 1;
        }
    }
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let of_figures = |column: &&str| {
        let all = read.iter().flat_map(|(rows, _)| rows);
        let mut said = all.flat_map(|row| row.iter().filter(|(name, said)| name == column && !said.is_empty()));
        said.all(|(_, said)| cells::is_figure(said))
    };
    let figures: Vec<bool> = columns.iter().map(of_figures).collect();
    let all = || read.iter().flat_map(|(rows, _)| rows);
    // By the first column rows are called, whatever figures it has.
    let amounts =
        |at: usize, column: &str| at > 0 && figures[at] && are_amounts(all().filter_map(|row| said_in(row, column)));
    let amounts: Vec<bool> = columns.iter().enumerate().map(|(at, column)| amounts(at, column)).collect();
    let is_cited = quoted.iter().any(|evidence| evidence.source().is_some());
    // What is cited has a column of its own: it is part of no cell.
    let beside = |cells: Vec<String>, cited: String| line(cells.into_iter().chain(is_cited.then_some(cited)).collect());
    let mut text = whence(quoted);
    text += &beside(columns.iter().map(|column| plain(column)).collect(), String::new());
    let rule = figures.iter().map(|&figures| if figures { "---:" } else { "---" }.to_owned());
    text += &beside(rule.collect(), "---".to_owned());
    for (rows, evidence) in &read {
        for (number, row) in rows.iter().enumerate() {
            let said = |(column, &amounts): (&&str, &bool)| match said_in(row, column) {
                Some(said) if amounts => in_groups(said),
                said => said.map(plain).unwrap_or_default(),
            };
            let cited = evidence.source().filter(|_| number + 1 == rows.len()).map(|source| cite([source]));
            text += &beside(columns.iter().zip(&amounts).map(said).collect(), cited.unwrap_or_default());
        }
    }
    Some(text)
}

/// What a row says in a column.
fn said_in<'r>(row: &'r Row, column: &str) -> Option<&'r str> {
    row.iter().find(|(name, _)| name == column).map(|(_, said)| said.as_str())
}

/// True for the figures of a column that tell how much there is, and number nothing: they are of several lengths, or
/// all are round.
fn are_amounts<'r>(figures: impl Iterator<Item = &'r str>) -> bool {
    let figures: Vec<&str> = figures.filter(|said| !said.is_empty()).collect();
    let several = figures.iter().any(|said| said.len() != figures[0].len());
    several || figures.iter().all(|said| said.ends_with("00"))
}

/// Where rows stand that are quoted together, as a line that leads to them.
fn whence(quoted: &[Evidence]) -> String {
    let Some(mut first) = quoted.first().cloned() else { return String::new() };
    // The day of one row is none of the others, nor is that of a list whose rows tell days.
    let tells = |one: &Evidence| said(one).is_some_and(|said| first_date(&said).is_some());
    if quoted.iter().any(|one| one.day != first.day || drawn::dated(one).is_none() || tells(one)) {
        first.day = None;
    }
    let behind = drawn::behind(&first);
    if behind.is_empty() { String::new() } else { format!("{}:\n\n", plain(&behind)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples;
    use crate::model::{DocumentId, Kind, Ref};

    fn row(text: &str, lead: Option<&str>) -> Evidence {
        Evidence {
            cites: vec![Ref::new(Kind::Source, 4)],
            lead: lead.map(str::to_owned),
            title: "Lamps of 1860".to_owned(),
            ..samples::passage(text).evidence
        }
    }

    #[test]
    fn rows_of_one_table_have_its_columns_once() {
        let quoted = [
            row("lamp: Quay; wicks: 3; keeper: Ada Voss", None),
            row("lamp: Gate; wicks: 12; lit_by: gas; keeper: Bo | Marsh", None),
        ];
        assert!(is_one(&quoted[0], &quoted[1]));
        let expected = "Lamps of 1860:\n\n\
                        | lamp | wicks | lit_by | keeper |  |\n\
                        | --- | ---: | --- | --- | --- |\n\
                        | Quay | 3 |  | Ada Voss | [Data: Sources (4)] |\n\
                        | Gate | 12 | gas | Bo \\| Marsh | [Data: Sources (4)] |\n";
        assert_eq!(drawn(&quoted).as_deref(), Some(expected));
    }

    #[test]
    fn thousands_stand_apart_where_figures_tell_how_much_there_is() {
        let quoted = [
            row("no: 10452; oil: 41000; since: 1987; berth: 20417", None),
            row("no: 10453; oil: 8000; since: 2015; berth: 20418", None),
        ];
        let drawn = drawn(&quoted).expect("a table");
        assert!(drawn.contains("| 10452 | 41,000 | 1987 | 20417 |") && drawn.contains("| 10453 | 8000 |"), "{drawn}");
    }

    #[test]
    fn what_goes_on_with_a_row_is_part_of_it() {
        let quoted = [
            row("lamp: Quay; wicks: 3; keeper: Ada Voss\n  note: It was out: nobody lit it.", None),
            row("lamp: Gate; wicks: 12; keeper: Bo Marsh", None),
        ];
        assert!(is_one(&quoted[0], &quoted[1]));
        let drawn = drawn(&quoted).expect("a table");
        assert!(drawn.contains("| Quay | 3 | Ada Voss | It was out: nobody lit it. | [Data"), "{drawn}");
    }

    #[test]
    fn rows_between_bars_stand_under_the_line_that_heads_them() {
        let head = Some("Day | Open");
        let quoted = [row("| Monday | 8am to 8pm |", head), row("Sunday | Closed", head)];
        assert!(is_one(&quoted[0], &quoted[1]));
        let drawn = drawn(&quoted).expect("a table");
        assert!(drawn.contains("| Day | Open |  |\n| --- | --- | --- |\n| Monday | 8am to 8pm | [Data:"), "{drawn}");
        assert_eq!(said(&quoted[0]).as_deref(), Some("Monday 8am to 8pm"));
    }

    #[test]
    fn what_is_no_row_of_the_same_table_is_no_part_of_it() {
        let first = row("lamp: Quay; wicks: 3; keeper: Ada Voss", None);
        let elsewhere = Evidence { document: Some(DocumentId(2)), ..first.clone() };
        let under = Evidence { heading: vec!["Dues".to_owned()], ..first.clone() };
        let others = [
            elsewhere,
            under,
            row("boat: Tern; crew: 3; master: Bo Marsh", None),
            row("The gate was shut: nobody knew; and that was that.", None),
            row("Sunday | Closed", Some("Day | Open")),
            Evidence { cut: true, ..first.clone() },
        ];
        for other in others {
            assert!(!is_one(&first, &other), "{}", other.text);
        }
    }
}
