//! Tables as they are asked about: the rows of each file with their cells, whether a row is a document of its own or a
//! line of one.

use std::collections::{BTreeMap, BTreeSet};

use super::condition::{Test, day};
use super::numbers::Decimals;
use super::scale::{Scale, currency_of, parts};
use super::{WORDS, totals};
use crate::model::{DocumentId, Span};
use crate::text::dates::calendar::full_days;
use crate::text::layout::cells;
use crate::text::words::terms::{Stems, fold, folded, words};

/// The column of what rows are called where no column is named so.
pub(super) const TITLE: &str = "title";
/// Words of a value that something is added to, at most.
const HEAD_WORDS: usize = 3;
/// Between the values of a cell.
pub(super) const BETWEEN: &str = "; ";

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
    /// All that it says, cells and text; nothing where it is its cells.
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
        let keys = keys(value).into_iter().chain(heads(value).map(key)).map(|key| (key, place));
        self.places.entry(column).or_default().extend(keys);
        let cell = self.cells.entry(column).or_default();
        if !cell.is_empty() {
            cell.push_str(BETWEEN);
        }
        cell.push_str(value);
    }

    /// Adds the cells of another line of it, which stands behind its own where it is `beside` them.
    pub fn go_on(&mut self, rest: Row, beside: bool) {
        for (column, cell) in rest.cells {
            self.cells.entry(column).or_insert(cell);
        }
        if beside {
            self.span.end = rest.span.end;
        }
    }

    /// Where the cell of a column stands, in it a value that is asked for, or the row.
    pub fn place(&self, column: Option<usize>, value: Option<&str>) -> Span {
        let values = column.and_then(|column| self.places.get(&column)).map_or(&[][..], Vec::as_slice);
        let asked = values.iter().find(|(told, _)| Some(told.as_str()) == value);
        asked.or(values.first()).map_or(self.span, |(_, place)| *place)
    }

    /// All that it says.
    pub fn said(&self) -> impl Iterator<Item = &str> {
        let cells = self.cells.values().map(String::as_str);
        std::iter::once(self.text.as_str()).chain(cells.filter(|_| self.text.is_empty()))
    }

    /// What it is called: its title, else its first cell.
    pub fn called(&self) -> &str {
        let first = || self.cells.values().next().map_or("", String::as_str);
        if self.title.is_empty() { first() } else { &self.title }
    }
}

/// The rows of one file or of several alike, or documents that fill in the same fields.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The file's name.
    pub name: String,
    /// The files, or the sheets of one, that rows stand in where there are several, as a column tells.
    pub parts: Option<usize>,
    /// The columns that a file of several has not, with its name: of what stands there its rows tell nothing.
    pub lacking: BTreeSet<(String, usize)>,
    /// Each row is a document of so many, and its cells are the document's fields; none for a file's rows.
    pub of_documents: Option<usize>,
    /// Its rows are the documents of a kind that the question asks for by name.
    pub of_kind: bool,
    /// It stands inside a text, of this title: its words may be those of a question, and are of no row.
    pub of_text: Option<String>,
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
    /// Rows that were not looked at, and what those are called that only sum up the others.
    pub unread: usize,
    pub totals: Vec<String>,
    /// How the figures of each column are read, where that is known yet.
    pub scales: Vec<Scale>,
    /// A column whose figures could be read either way is read as this.
    pub otherwise: Decimals,
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

    /// Reads a row written as `Title; column: value; column: value`; the title may be missing.
    #[cfg(test)]
    pub fn read(&mut self, document: DocumentId, span: Span, title: &str, line: &str) -> Row {
        self.read_where(document, span, title, line, |_| true)
    }

    /// The same of a line of which it is known what was `made` to set its cells apart.
    pub fn read_where(
        &mut self,
        document: DocumentId,
        span: Span,
        title: &str,
        line: &str,
        made: impl Fn(usize) -> bool,
    ) -> Row {
        let mut row = Row { span, ..Row::of(document, title, None) };
        let written = cells::named_where(line, made);
        if !written.title.is_empty() {
            row.title = line[written.title].to_owned();
        }
        for (name, value) in written.cells {
            let column = self.column(&line[name]);
            row.cells.insert(column, line[value].trim().to_owned());
        }
        row
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

    /// True where the file that a row stands in has no such column.
    pub fn lacks(&self, row: &Row, column: usize) -> bool {
        let file = self.parts.filter(|_| !self.lacking.is_empty()).and_then(|parts| row.cells.get(&parts));
        file.is_some_and(|file| self.lacking.contains(&(file.clone(), column)))
    }

    /// Stems of the words of the file's name, which is what its rows are: *tickets.csv*.
    pub fn called(&self, stems: &mut Stems) -> Vec<String> {
        let mut called = called(&self.name, stems);
        if let Some(parts) = self.parts {
            let names: BTreeSet<&str> = self.cells(parts).collect();
            called.extend(names.into_iter().flat_map(|name| self::called(name, stems)));
        }
        called.extend(self.named_by_key().map(|word| stems.stem(&word).to_owned()));
        called.extend(self.of_text.iter().flat_map(|title| words(title)).map(|word| stems.stem(word.text).to_owned()));
        called
    }

    /// What rows are, by the column that numbers them: *invoice no*.
    fn named_by_key(&self) -> Option<String> {
        let name = key(self.columns.first().filter(|_| self.of_documents.is_none())?);
        let (noun, number) = name.split_once(' ')?;
        let numbers = WORDS.numbering.has(number) || WORDS.identifying.has(number);
        (numbers && self.tells_apart(0)).then(|| noun.to_owned())
    }

    /// True for a column that no two rows have the same value in, and that most have one in.
    pub fn tells_apart(&self, column: usize) -> bool {
        let cells: Vec<&str> = self.cells(column).collect();
        let values = cells.iter().flat_map(|cell| cell.split(BETWEEN)).collect::<Vec<_>>();
        let several = self.of_documents.is_some() && values.len() > cells.len();
        self.rows.len() > 1
            && cells.len() * 2 > self.rows.len()
            && !several
            && cells.iter().map(|cell| self.apart(cell)).collect::<BTreeSet<_>>().len() == cells.len()
    }

    /// What of a cell tells its row from others: of a document's field not what is added to a value.
    fn apart<'c>(&self, cell: &'c str) -> &'c str {
        let head = if self.of_documents.is_some() { heads(cell).last() } else { None };
        head.unwrap_or(cell)
    }

    /// The share of a column's filled cells that are of some kind is more than half.
    fn is_mostly(&self, column: usize, of_kind: impl Fn(&str) -> bool) -> bool {
        let cells = self.rows.iter().filter_map(|row| row.cells.get(&column)).filter(|cell| !cell.is_empty());
        let (of_it, all) = cells.fold((0, 0), |(of_it, all), cell| (of_it + usize::from(of_kind(cell)), all + 1));
        of_it * 2 > all
    }

    /// Reads the figures of all columns, and leaves out the rows that only sum up the others.
    pub fn settle(&mut self) {
        let known: Vec<Decimals> =
            (0..self.columns.len()).filter_map(|column| Decimals::of(self.cells(column))).collect();
        let commas = known.iter().filter(|decimals| **decimals == Decimals::Comma).count();
        // A file is written in one way, whatever its language.
        self.otherwise = match (commas * 2).cmp(&known.len()) {
            std::cmp::Ordering::Greater => Decimals::Comma,
            std::cmp::Ordering::Less => Decimals::Point,
            std::cmp::Ordering::Equal => self.otherwise,
        };
        let scale = |column: usize| Scale::of(self.cells(column), self.otherwise).named(&self.columns[column]);
        self.scales = (0..self.columns.len()).map(scale).collect();
        if self.of_documents.is_none() {
            totals::leave_out(self);
        }
    }

    /// The filled cells of a column.
    pub fn cells(&self, column: usize) -> impl Iterator<Item = &str> + Clone {
        self.rows.iter().filter_map(move |row| row.cells.get(&column)).map(String::as_str)
    }

    /// A column's name as a person reads it, without the currency that its figures have beside them: *amount* of
    /// `amount_gbp`.
    pub fn called_column(&self, column: usize) -> String {
        let currencies = &self.scale(column).currencies;
        let told = |part: &&str| currency_of(part).is_none_or(|currency| !currencies.contains(&currency));
        let name = &self.columns[column];
        let bare: Vec<&str> = parts(name).filter(told).collect();
        // Only a name made for programs is taken apart.
        if !name.contains('_') || bare.is_empty() { name.clone() } else { bare.join(" ") }
    }

    /// How the figures of a column are read.
    pub fn scale(&self, column: usize) -> &Scale {
        static UNREAD: Scale = Scale::PLAIN;
        self.scales.get(column).unwrap_or(&UNREAD)
    }

    /// What a row measures in a column.
    pub fn measure(&self, row: &Row, column: usize) -> Option<f64> {
        row.cells.get(&column).and_then(|cell| self.scales.get(column)?.measure(cell))
    }

    /// Gives bounds the unit of the column's figures, where they have none or one of another kind.
    pub fn in_unit_of(&self, column: usize, test: &mut Test) {
        let scale = self.scale(column);
        for bound in test.bounds() {
            let own = bound.unit.as_ref().map(|unit| unit.kind);
            let known = own.is_some_and(|kind| scale.currencies.contains(&kind));
            if !known && (own.is_none() || own != scale.unit.as_ref().map(|unit| unit.kind)) {
                bound.unit = scale.unit.clone();
            }
        }
    }

    /// True for a column whose cells are days, or years.
    pub fn is_of_days(&self, column: usize) -> bool {
        self.is_mostly(column, |cell| day(cell).is_some())
    }

    /// True for a column whose cells are figures.
    pub fn is_of_figures(&self, column: usize) -> bool {
        // By the numbers of a first column rows are called, documents by their titles.
        let is_key = column == 0 && self.of_documents.is_none() && self.tells_apart(column);
        let scale = self.scale(column);
        !is_key && self.is_mostly(column, |cell| scale.measure(cell).is_some())
    }

    /// A cell as it may be asked for: as a whole, and each of its values; a file with its ending and without.
    pub fn keys(&self, column: usize, cell: &str) -> Vec<String> {
        let mut all: Vec<String> = values(cell).flat_map(keys).collect();
        if let Some((bare, _)) = cell.rsplit_once('.').filter(|_| self.parts == Some(column)) {
            all.push(key(bare));
        }
        if self.of_documents.is_some() {
            all.extend(heads(cell).map(key));
            all.extend(numbered(cell).filter(|_| self.columns[column] == TITLE).map(key));
        } else {
            // "Order 4: work on the quay" is asked for by its number.
            all.extend(numbered(cell).filter(|head| head.contains(char::is_alphabetic)).map(key));
        }
        all
    }

    /// The columns that have a value in some row, by the folded value.
    pub fn by_value(&self) -> BTreeMap<String, Vec<usize>> {
        let mut by_value: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (&column, cell) in self.rows.iter().flat_map(|row| &row.cells) {
            for key in self.keys(column, cell) {
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
pub(super) fn called(name: &str, stems: &mut Stems) -> Vec<String> {
    let bare = name.rsplit_once('.').map_or(name, |(bare, _)| bare);
    words(bare).map(|word| stems.stem(word.text).to_owned()).collect()
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

/// What a title calls its document by a number, in front of what it is about: *R-12* of "R-12: the lamp is dark".
pub(super) fn numbered(title: &str) -> Option<&str> {
    let (head, _) = title.split_once([':', '–', '—'])?;
    let head = head.trim();
    (head.contains(|c: char| c.is_ascii_digit()) && words(head).count() <= HEAD_WORDS).then_some(head)
}

/// What the values of a document's field begin with, in front of what is added to them: *closed*, of "closed (fixed in
/// 2.4)", *Accepted*, of "Accepted 6 September 2021". Of several with their days the last holds.
pub(super) fn heads(cell: &str) -> impl Iterator<Item = &str> {
    let several: Vec<&str> = cell.split(BETWEEN).collect();
    let superseded = several.iter().rev().skip(1).any(|value| full_days(value).next().is_some());
    let from = if superseded { several.len() - 1 } else { 0 };
    several.into_iter().skip(from).filter_map(head)
}

fn head(value: &str) -> Option<&str> {
    let by = words(value).find(|word| WORDS.by.has(&fold(word.text))).map(|word| word.span.start);
    let day = full_days(value).next().map(|(_, span)| span.start);
    let cut = [value.find('('), by, day].into_iter().flatten().min()?;
    let head = value[..cut].trim_end_matches(|c: char| !c.is_alphanumeric());
    (1..=HEAD_WORDS).contains(&words(head).count()).then_some(head)
}

/// A value as it is compared: its words, folded.
pub(super) fn key(value: &str) -> String {
    folded(value).join(" ")
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
            let row = table.read(DocumentId(number), Span::new(0, line.len()), ticket, &line);
            table.push(Row { text: format!("{line}\n\n{text}"), dated, ..row });
        }
        table.settle();
        table
    }

    #[test]
    fn what_a_value_begins_with_is_asked_for_without_what_is_added() {
        let told = |cell| heads(cell).collect::<Vec<_>>();
        assert_eq!(told("closed (fixed in 2.4)"), ["closed"]);
        assert_eq!(told("Accepted 6 September 2031, shipped in 2.1"), ["Accepted"]);
        assert_eq!(told("REJECTED, 2031-03-21"), ["REJECTED"]);
        assert_eq!(told("Deferred 2031-12-05; withdrawn by the author 2032-05-02"), ["withdrawn"]);
        assert!(told("open").is_empty() && told("Ward 7").is_empty() && told("(none)").is_empty());
    }

    #[test]
    fn a_row_is_read_as_its_cells() {
        let mut table = Table::default();
        let line = "Quay lamp; status: open; note: dim; after rain; owner: Ada Voss";
        let row = table.read(DocumentId(0), Span::new(0, line.len()), "", line);
        table.push(row);
        assert_eq!(table.columns, ["status", "note", "owner", "title"]);
        let row = &table.rows[0];
        assert_eq!((row.title.as_str(), row.cells[&1].as_str()), ("Quay lamp", "dim; after rain"));
        assert_eq!(table.by_value()["ada voss"], [2]);
        assert_eq!(table.by_value()["quay lamp"], [3]);
        let row = table.read(DocumentId(0), Span::new(0, 5), "", "Nothing");
        table.push(row);
        assert_eq!(table.rows.len(), 1, "no cells, no row");
    }
}
