//! Tables inside texts: prices, readings, minutes with a list of who does what. The first row names the columns.

use super::table::{Row, Table};
use crate::model::{Document, SentenceKind, Span};
use crate::query::QueryError;
use crate::store::Reader;
use crate::text::display::inline::unmarked;
use crate::text::layout::cells::{LONGEST_NAME, said_between};

/// Bytes of the texts of a pile whose tables are read.
const MOST_BYTES: usize = 4 << 20;
/// Columns, and rows below the first, at least.
const COLUMNS: usize = 2;
const ROWS: usize = 2;

/// The tables of some documents, each called by the heading above it, else by its document.
///
/// # Errors
/// Those of reading the index.
pub(super) fn tables(reader: &Reader, documents: &[Document]) -> Result<Vec<Table>, QueryError> {
    let bytes: usize = documents.iter().map(|document| document.text_len).sum();
    let mut found = Vec::new();
    if bytes > MOST_BYTES {
        return Ok(found);
    }
    for document in documents {
        let (sentences, _) = reader.structure(document.id)?;
        if !sentences.iter().any(|sentence| sentence.kind == SentenceKind::Row) {
            continue;
        }
        let (_, text) = reader.text(document.id, Span::new(0, document.text_len))?;
        let mut name = document.title.as_str();
        for run in sentences.chunk_by(|one, other| one.kind == other.kind) {
            let lines = || run.iter().filter_map(|sentence| Some((sentence.span, sentence.span.slice(&text)?)));
            match run.first().map(|first| first.kind) {
                Some(SentenceKind::Heading) => name = lines().next_back().map_or(name, |(_, said)| said),
                Some(SentenceKind::Row) => found.extend(table(name, document, lines())),
                _ => {}
            }
        }
    }
    Ok(found)
}

/// A table from its rows; `None` where the first does not name the columns of the others.
fn table<'t>(name: &str, document: &Document, mut rows: impl Iterator<Item = (Span, &'t str)>) -> Option<Table> {
    let header = said_between(rows.next()?.1);
    let names = |cell: &String| cell.chars().next().is_some_and(char::is_alphabetic) && cell.len() <= LONGEST_NAME;
    if header.len() < COLUMNS || !header.iter().all(|cell| cell.is_empty() || names(cell)) {
        return None;
    }
    let name = unmarked(name).trim_start_matches('#').trim().to_owned();
    let mut table = Table { name, of_text: Some(document.title.clone()), ..Table::default() };
    for (span, said) in rows {
        let values = said_between(said);
        if values.len() != header.len() {
            return None;
        }
        let mut row = Row::of(document.id, "", None);
        (row.span, row.text) = (span, said.to_owned());
        for (name, value) in header.iter().zip(&values).filter(|(name, value)| !name.is_empty() && !value.is_empty()) {
            let column = table.column_like(name);
            row.put(column, value, span);
        }
        table.push(row);
    }
    (table.rows.len() >= ROWS).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples;

    fn read(rows: &[&str]) -> Option<Table> {
        let document = samples::document("Prices").document;
        table("## Hire", &document, rows.iter().map(|row| (Span::new(0, row.len()), *row)))
    }

    #[test]
    fn the_first_row_names_the_columns() {
        let table =
            read(&["| Boat | Seats | Day |", "| *Gannet* | 4 | £90 |", "| Tern | 6 | £140 |"]).expect("a table");
        assert_eq!((table.name.as_str(), table.columns.join(" ")), ("Hire", "Boat Seats Day".to_owned()));
        let called: Vec<&str> = table.rows.iter().map(Row::called).collect();
        assert_eq!(called, ["Gannet", "Tern"]);
        assert!(table.is_of_figures(2) && !table.is_of_figures(0));
        assert!(read(&["Boat\tDay", "Gannet\t£90", "Tern\t£140"]).is_some());
    }

    #[test]
    fn rows_without_names_of_columns_are_no_table() {
        for rows in [
            &["| 1 | Gannet |", "| 2 | Tern |", "| 3 | Skua |"][..],
            &["| Boat | Day |", "| Gannet | £90 |"],
            &["| Boat | Day |", "| Gannet |", "| Tern | 3 |"],
            &["a line", "another", "a third"],
            &[],
        ] {
            assert!(read(rows).is_none(), "{rows:?}");
        }
    }
}
