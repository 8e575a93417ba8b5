//! Tables as they are asked about: the rows of each file with their cells, whether a row is a document of its own or a line of one.

use std::collections::{BTreeMap, BTreeSet};

use super::condition::{Test, day, length_of_time, measure};
use super::{forms, grids};
use crate::model::{Document, DocumentId, Span, file_name, is_table};
use crate::query::QueryError;
use crate::store::{DocumentOrder, Reader};
use crate::text::terms::{Stems, folded, words};

/// Rows that are looked at; of a larger pile of tables nothing is claimed.
const MOST: usize = 20_000;
/// The column of what rows are called where no column is named so.
pub(super) const TITLE: &str = "title";
/// Between the values of a cell.
pub(super) const BETWEEN: &str = "; ";
/// Bytes of the longest name of a column.
pub(super) const LONGEST_NAME: usize = 48;

/// A row.
#[derive(Debug)]
pub(super) struct Row {
    pub document: DocumentId,
    /// Its cells in the document's text.
    pub span: Span,
    pub title: String,
    /// By the position of the column.
    pub cells: BTreeMap<usize, String>,
    /// Where in the document's text the values of a cell stand, where they do not stand with the others.
    places: BTreeMap<usize, Vec<(String, Span)>>,
    /// All that it says, cells and text.
    pub text: String,
    /// Seconds since 1970.
    pub dated: Option<i64>,
}

impl Row {
    /// A row without cells.
    pub fn of(document: DocumentId, title: &str, dated: Option<i64>) -> Self {
        Self {
            document,
            span: Span::default(),
            title: title.to_owned(),
            cells: BTreeMap::new(),
            places: BTreeMap::new(),
            text: String::new(),
            dated,
        }
    }

    /// Adds a value to the cell of a column that stands somewhere in the document.
    pub fn put(&mut self, column: usize, value: &str, place: Span) {
        let keys = keys(value).into_iter().map(|key| (key, place));
        self.places.entry(column).or_default().extend(keys);
        let cell = self.cells.entry(column).or_default();
        if !cell.is_empty() {
            cell.push_str(BETWEEN);
        }
        cell.push_str(value);
    }

    /// Where the cell of a column stands, in it a value that is asked for, or the row.
    pub fn place(&self, column: Option<usize>, value: Option<&str>) -> Span {
        let values = column.and_then(|column| self.places.get(&column)).map_or(&[][..], Vec::as_slice);
        let asked = values.iter().find(|(told, _)| Some(told.as_str()) == value);
        asked.or(values.first()).map_or(self.span, |(_, place)| *place)
    }

    /// What it is called: its title, else its first cell.
    pub fn called(&self) -> &str {
        let first = || self.cells.values().next().map_or("", String::as_str);
        if self.title.is_empty() { first() } else { &self.title }
    }
}

/// The rows of one file, or documents that fill in the same fields.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The file's name.
    pub name: String,
    /// Each row is a document of so many, and its cells are the document's fields; none for a file's rows.
    pub of_documents: Option<usize>,
    /// It stands inside a text, of this title: its words may be those of a question, and are of no row.
    pub of_text: Option<String>,
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
}

impl Table {
    fn column(&mut self, name: &str) -> usize {
        self.columns.iter().position(|known| known == name).unwrap_or_else(|| {
            self.columns.push(name.to_owned());
            self.columns.len() - 1
        })
    }

    /// The column of a name, however it is written.
    pub fn column_like(&mut self, name: &str) -> usize {
        let like = self.columns.iter().position(|known| key(known) == key(name));
        like.unwrap_or_else(|| self.column(name))
    }

    /// Adds a row written as `Title; column: value; column: value`; the title may be missing.
    fn add(&mut self, document: DocumentId, span: Span, title: &str, line: &str, text: &str, dated: Option<i64>) {
        let mut row = Row { span, text: text.to_owned(), ..Row::of(document, title, dated) };
        let mut last = None;
        for part in line.split("; ") {
            match part.split_once(": ").filter(|(name, _)| name.len() <= LONGEST_NAME && !name.contains(". ")) {
                Some((name, value)) => {
                    let column = self.column(name);
                    row.cells.insert(column, value.trim().to_owned());
                    last = Some(column);
                }
                // A value may have a semicolon in it.
                None => match last.and_then(|column| row.cells.get_mut(&column)) {
                    Some(value) => value.push_str(&format!("; {part}")),
                    None => row.title = part.to_owned(),
                },
            }
        }
        self.push(row);
    }

    /// Adds a row that has cells.
    pub fn push(&mut self, mut row: Row) {
        if row.cells.is_empty() {
            return;
        }
        // What a row is called stands in its title alone.
        if !row.title.is_empty() && !row.cells.values().any(|cell| *cell == row.title) {
            let column = self.column(TITLE);
            row.cells.entry(column).or_insert_with(|| row.title.clone());
        }
        self.rows.push(row);
    }

    /// Stems of the words of the file's name, which is what its rows are: *tickets.csv*.
    pub fn called(&self, stems: &mut Stems) -> Vec<String> {
        let mut called = called(&self.name, stems);
        called.extend(self.of_text.iter().flat_map(|title| words(title)).map(|word| stems.stem(word.text).to_owned()));
        called
    }

    /// True for a column that no two rows have the same value in, and that most have one in.
    pub fn tells_apart(&self, column: usize) -> bool {
        let cells: Vec<&String> = self.rows.iter().filter_map(|row| row.cells.get(&column)).collect();
        let values = cells.iter().flat_map(|cell| cell.split(BETWEEN)).collect::<Vec<_>>();
        let several = self.of_documents.is_some() && values.len() > cells.len();
        self.rows.len() > 1
            && cells.len() * 2 > self.rows.len()
            && !several
            && cells.iter().collect::<BTreeSet<_>>().len() == cells.len()
    }

    /// The share of a column's filled cells that are of some kind is more than half.
    fn is_mostly(&self, column: usize, of_kind: impl Fn(&str) -> bool) -> bool {
        let cells = self.rows.iter().filter_map(|row| row.cells.get(&column)).filter(|cell| !cell.is_empty());
        let (of_it, all) = cells.fold((0, 0), |(of_it, all), cell| (of_it + usize::from(of_kind(cell)), all + 1));
        of_it * 2 > all
    }

    /// Gives a bound without a unit that of the column's lengths of time.
    pub fn in_unit_of(&self, column: usize, test: &mut Test) {
        if let Test::Above { least: bound, .. } | Test::Below { most: bound, .. } = test
            && bound.unit.is_none()
        {
            let mut cells = self.rows.iter().filter_map(|row| row.cells.get(&column));
            bound.unit = cells.find_map(|cell| length_of_time(cell)).map(|(_, unit)| unit);
        }
    }

    /// True for a column whose cells are days, or years.
    pub fn is_of_days(&self, column: usize) -> bool {
        self.is_mostly(column, |cell| day(cell).is_some())
    }

    /// True for a column whose cells are figures.
    pub fn is_of_figures(&self, column: usize) -> bool {
        // By the numbers of a first column rows are called.
        let is_key = column == 0 && self.tells_apart(column);
        !is_key && self.is_mostly(column, |cell| measure(cell).is_some())
    }

    /// The columns that have a value in some row, by the folded value.
    pub fn by_value(&self) -> BTreeMap<String, Vec<usize>> {
        let mut by_value: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (&column, cell) in self.rows.iter().flat_map(|row| &row.cells) {
            for key in values(cell).flat_map(keys) {
                let columns = by_value.entry(key).or_default();
                if !columns.contains(&column) {
                    columns.push(column);
                }
            }
        }
        by_value
    }
}

/// Stems of the words of a file's name.
fn called(name: &str, stems: &mut Stems) -> Vec<String> {
    let bare = name.rsplit_once('.').map_or(name, |(bare, _)| bare);
    words(bare).map(|word| stems.stem(word.text).to_owned()).collect()
}

/// The lines of a text that say something.
fn lines(text: &str) -> impl Iterator<Item = Span> {
    let mut start = 0;
    text.split('\n').filter_map(move |line| {
        let span = Span::new(start, start + line.len());
        start = span.end + 1;
        (!line.trim().is_empty()).then_some(span)
    })
}

/// A cell as a whole, and the values in it where there are several.
pub(super) fn values(cell: &str) -> impl Iterator<Item = &str> {
    let several = cell.contains(BETWEEN).then(|| cell.split(BETWEEN));
    std::iter::once(cell).chain(several.into_iter().flatten())
}

/// A value as it may be asked for: as it is compared, and a name without its initials.
pub(super) fn keys(value: &str) -> Vec<String> {
    let words = folded(value);
    let whole: Vec<&str> = words.iter().filter(|word| word.chars().count() > 1).map(String::as_str).collect();
    let bare = whole.join(" ");
    let mut keys = vec![words.join(" ")];
    if whole.len() > 1 && bare != keys[0] {
        keys.push(bare);
    }
    keys
}

/// A value as it is compared: its words, folded.
pub(super) fn key(value: &str) -> String {
    folded(value).join(" ")
}

/// How much of what is in scope are tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    All,
    Most,
    Some,
}

/// The tables in scope where they are few enough to look at, and how much of it they are; where they are not most of it, those
/// alone whose file a question names.
pub(super) fn tables(
    reader: &Reader,
    question: &str,
    in_scope: impl Fn(DocumentId) -> bool,
) -> Result<(Vec<Table>, Share), QueryError> {
    let mut ids = reader.document_ids(DocumentOrder::Reading, "")?;
    ids.retain(|&id| in_scope(id));
    if ids.is_empty() || ids.len() > MOST {
        return Ok((Vec::new(), Share::Some));
    }
    let (mut documents, others): (Vec<Document>, Vec<Document>) =
        reader.documents(&ids)?.into_iter().partition(|document| is_table(&document.format));
    let mut stems = Stems::default();
    let filled_in = forms::table(reader, question, &others, &mut stems)?;
    let within = grids::tables(reader, &others)?;
    let share = match documents.len() {
        tables if tables == ids.len() => Share::All,
        tables if tables * 2 >= ids.len() => Share::Most,
        _ => Share::Some,
    };
    if share == Share::Some {
        let asked: Vec<String> = words(question).map(|word| stems.stem(word.text).to_owned()).collect();
        documents
            .retain(|document| called(file_name(&document.path), &mut stems).iter().any(|word| asked.contains(word)));
    }
    let mut tables: BTreeMap<&str, Table> = BTreeMap::new();
    let mut rows = 0;
    for document in &documents {
        let (_, whole) = reader.text(document.id, Span::new(0, document.text_len))?;
        let table = tables.entry(&document.path).or_default();
        let is_row = document.row.is_some();
        // Of a row that is a document the cells come first and its text behind them.
        for line in lines(&whole).take(if is_row { 1 } else { MOST }) {
            let words = line.slice(&whole).unwrap_or_default();
            let (title, text) = if is_row { (document.title.as_str(), whole.as_str()) } else { ("", words) };
            table.add(document.id, line, title, words, text, document.modified.filter(|_| is_row));
            rows += 1;
        }
        if rows > MOST {
            return Ok((Vec::new(), Share::Some));
        }
    }
    let named = tables.into_iter().map(|(path, table)| Table { name: file_name(path).to_owned(), ..table });
    Ok((named.chain(filled_in).chain(within).filter(|table| !table.rows.is_empty()).collect(), share))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Four tickets, each a document.
    pub fn tickets() -> Table {
        let mut table = Table { name: "log.csv".to_owned(), ..Table::default() };
        let rows = [
            ("L-1", "open", "high", "Ada Voss", 12, "The lamp of the quay is dark."),
            ("L-2", "closed", "low", "Tom Reed", 3, "A hinge squeaks."),
            ("L-3", "open", "low", "Ada Voss", 40, "The boiler lost pressure."),
            ("L-4", "closed", "high", "Ada Voss", 7, "The clock is slow."),
        ];
        for (number, (ticket, status, severity, owner, open, text)) in (0u32..).zip(rows) {
            let day = 1 + number;
            let line = format!(
                "ticket: {ticket}; status: {status}; severity: {severity}; opened: 2024-02-0{day}; owner: {owner}; \
                 days open: {open}"
            );
            let dated = Some(1_706_745_600 + i64::from(number) * 86_400);
            table.add(DocumentId(number), Span::new(0, line.len()), ticket, &line, &format!("{line}\n\n{text}"), dated);
        }
        table
    }

    #[test]
    fn a_row_is_read_as_its_cells() {
        let mut table = Table::default();
        let line = "Quay lamp; status: open; note: dim; after rain; owner: Ada Voss";
        table.add(DocumentId(0), Span::new(0, line.len()), "", line, line, None);
        assert_eq!(table.columns, ["status", "note", "owner", "title"]);
        let row = &table.rows[0];
        assert_eq!((row.title.as_str(), row.cells[&1].as_str()), ("Quay lamp", "dim; after rain"));
        assert_eq!(table.by_value()["ada voss"], [2]);
        assert_eq!(table.by_value()["quay lamp"], [3]);
        table.add(DocumentId(0), Span::new(0, 5), "", "Nothing", "Nothing", None);
        assert_eq!(table.rows.len(), 1, "no cells, no row");
    }
}
