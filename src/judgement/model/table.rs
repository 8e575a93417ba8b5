//! Records as a model is shown them: small tables with the number to cite first.

use crate::judgement::ContextRecord;
use crate::model::find_citations;
use crate::text::sanitise::one_line;

/// A rough count for text that is made on the way; no vocabulary is loaded for it.
pub(super) fn tokens(text: &str) -> u32 {
    u32::try_from(text.len().div_ceil(4)).unwrap_or(u32::MAX)
}

/// A field of a row: on one line, without citations and without the mark that parts fields.
pub(super) fn cell(text: &str) -> String {
    one_line(&without_citations(text)).replace('|', "/").trim().to_owned()
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

/// A text without its citations: their numbers would be taken for records of the tables at hand.
pub(super) fn without_citations(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut from = 0;
    for citation in find_citations(text) {
        plain.push_str(text.get(from..citation.span.start).unwrap_or_default().trim_end());
        from = citation.span.end;
    }
    plain.push_str(text.get(from..).unwrap_or_default());
    plain
}

/// Records for a question: each under its kind and number, as it is cited.
pub(super) fn records(records: &[ContextRecord], budget: u32) -> String {
    let mut text = String::new();
    let mut spent = 0;
    for record in records {
        let head = format!("=== {} ({}): {}\n", record.record.kind.plural(), record.record.id, cell(&record.title));
        let entry = format!("{head}{}\n\n", record.text.trim());
        spent += tokens(&entry);
        if spent > budget && !text.is_empty() {
            break;
        }
        text.push_str(&entry);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_hold_no_marks_of_their_own() {
        assert_eq!(row(3, &["Ada | Bo", "keeps\nit [Data: Sources (1, 2)]."]), "3|Ada / Bo|keeps it.\n");
    }
}
