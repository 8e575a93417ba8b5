//! Records as a model is shown them: small tables with the number to cite first.

use super::fence::{Fence, shown};
use crate::judgement::ContextRecord;
use crate::model::{Kind, find_citations};
use crate::text::cutting::tokens;
use crate::text::dates::dated_title;
use crate::text::display::sanitise::one_line;

/// A field of a row: on one line, without citations and without the mark that parts fields.
pub(super) fn cell(text: &str) -> String {
    one_line(&without_citations_and_space(text)).replace('|', "/").trim().to_owned()
}

/// A row, its fields parted by `|`.
pub(super) fn row(id: u32, fields: &[&str]) -> String {
    let mut row = id.to_string();
    for field in fields {
        row.push('|');
        row.push_str(&cell(field));
    }
    row.push('\n');
    row
}

/// A text without its citations: their numbers would be taken for records of the tables at hand. White space of any
/// kind before one goes, too, so that a paragraph of citations leaves no empty lines; `model::without_citations` keeps
/// lines.
pub(super) fn without_citations_and_space(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut from = 0;
    for citation in find_citations(text) {
        plain.push_str(text.get(from..citation.span.start).unwrap_or_default().trim_end());
        from = citation.span.end;
    }
    plain.push_str(text.get(from..).unwrap_or_default());
    plain
}

/// Records for a question, as far as a budget of tokens goes: each under its kind and number, as it is cited, parted by
/// a mark that none of them holds. What is asked stands behind them.
pub(super) fn records(records: &[ContextRecord], budget: u32) -> String {
    let mut text = String::new();
    let mut spent = 0;
    let fence = Fence::around(records.iter().flat_map(|record| [record.title.as_str(), record.text.as_str()]));
    for (at, record) in records.iter().enumerate() {
        let title = cell(&record.title);
        let dated = dated_title(&title, record.candidates.first().and_then(|candidate| candidate.dated));
        let body = shown(&record.text);
        // What only repeats a record that is shown, a passage inside another, says nothing more.
        let repeats = |other: &ContextRecord| other.record != record.record && other.text.contains(record.text.trim());
        if records[..at].iter().any(repeats) {
            continue;
        }
        let head = fence.head(&format!("{} ({}): {dated}", record.record.kind.plural(), record.record.id));
        let entry = format!("{head}{}\n\n", without_heading(body.trim(), &title));
        spent += tokens::guess(&entry);
        if spent > budget && !text.is_empty() {
            break;
        }
        text.push_str(&entry);
    }
    text
}

/// A record's text without its title once more.
fn without_heading<'a>(text: &'a str, title: &str) -> &'a str {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if cell(first.trim_start_matches('#')) == title { rest.trim_start() } else { text }
}

/// How the kinds of some records are cited: `Reports (2, 7); Sources (15)`, with numbers that they have.
pub(super) fn kinds_of(records: &[ContextRecord]) -> String {
    let mut kinds: Vec<(Kind, Vec<u32>)> = Vec::new();
    for record in records {
        match kinds.iter_mut().find(|(kind, _)| *kind == record.record.kind) {
            Some((_, ids)) if ids.len() < 2 => ids.push(record.record.id),
            Some(_) => {}
            None => kinds.push((record.record.kind, vec![record.record.id])),
        }
    }
    let written = kinds.iter().map(|(kind, ids)| {
        let ids: Vec<String> = ids.iter().map(u32::to_string).collect();
        format!("{} ({})", kind.plural(), ids.join(", "))
    });
    written.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_hold_no_marks_of_their_own() {
        assert_eq!(row(3, &["Ada | Bo", "keeps\nit [Data: Sources (1, 2)]."]), "3|Ada / Bo|keeps it.\n");
    }
}
