//! A foreign table: rows with named cells, from Parquet, CSV, or memory. Columns nobody asks for are not read, because
//! embeddings outweigh everything else; a file that breaks off in the middle gives the rows before the break.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use parquet::record::reader::RowIter;
use parquet::schema::types::Type;

use super::account::DAMAGED;
use super::cell::Cell;

/// Larger CSV tables are not read: nobody's program writes them, and a row may be as long as its file.
const MAX_CSV: u64 = 4 << 30;

/// Bytes of text that a Parquet table may always unpack to.
const MOST_UNPACKED: u64 = 64 << 20;
/// How many times its own size it may unpack to beyond that: the same text a thousand times is kept as a few bytes.
const RATIO: u64 = 64;

/// Why a table cannot be opened or read on, in words for a person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TableError(pub String);

/// A row: its cells by the names of their columns.
#[derive(Clone, Debug, Default)]
pub struct Row(pub Vec<(String, Cell)>);

impl Row {
    /// Takes the cell of a column out of the row; nothing where there is no such column.
    pub fn take(&mut self, column: &str) -> Cell {
        let found = self.0.iter_mut().find(|(name, _)| name == column);
        found.map(|(_, cell)| std::mem::take(cell)).unwrap_or_default()
    }

    /// Takes the first of several columns that holds something.
    pub fn take_any(&mut self, columns: &[&str]) -> Cell {
        columns.iter().map(|column| self.take(column)).find(|cell| !cell.is_null()).unwrap_or_default()
    }
}

#[derive(Debug)]
enum Kind {
    Parquet,
    Csv,
    Memory(Vec<Row>),
}

/// A table that can be read any number of times.
#[derive(Debug)]
pub struct Table {
    pub path: PathBuf,
    pub columns: Vec<String>,
    kind: Kind,
    /// Rows it says it has; a CSV file says nothing.
    pub rows: Option<u64>,
}

impl Table {
    /// Opens a Parquet or CSV file and reads its columns.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
        if csv { Self::open_csv(path) } else { Self::open_parquet(path) }
    }

    /// A table of rows at hand; `path` is the file they were made from.
    pub fn of_rows(path: &Path, columns: &[&str], rows: Vec<Row>) -> Self {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        let count = rows.len() as u64;
        Self { path: path.to_owned(), columns, kind: Kind::Memory(rows), rows: Some(count) }
    }

    fn open_parquet(path: &Path) -> Result<Self, TableError> {
        let reader = parquet_reader(path)?;
        let about = reader.metadata().file_metadata();
        let columns = about.schema().get_fields().iter().map(|field| field.name().to_owned()).collect();
        let rows = Some(about.num_rows().max(0) as u64);
        Ok(Self { path: path.to_owned(), columns, kind: Kind::Parquet, rows })
    }

    fn open_csv(path: &Path) -> Result<Self, TableError> {
        let size = std::fs::metadata(path).map_err(io)?.len();
        if size > MAX_CSV {
            return Err(TableError(format!("a CSV file of {} MB is larger than any table is", size >> 20)));
        }
        let mut reader = csv_reader(path)?;
        let header = reader.byte_headers().map_err(|e| TableError(format!("not a CSV table: {e}")))?;
        let columns: Vec<String> = header.iter().map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect();
        if columns.len() < 2 {
            return Err(TableError("not a CSV table: its first line names no columns".to_owned()));
        }
        Ok(Self { path: path.to_owned(), columns, kind: Kind::Csv, rows: None })
    }

    pub fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|name| name == column)
    }

    /// True when it has one of the columns.
    pub fn has_any(&self, columns: &[&str]) -> bool {
        columns.iter().any(|column| self.has(column))
    }

    /// The file's name.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Reads the columns wanted, row by row; `each` gets a row with its number from 0 and stops by returning an error.
    /// Returns how many rows were read, and why not all of them were.
    pub fn read<E>(
        &self,
        wanted: &[&str],
        mut each: impl FnMut(u64, Row) -> Result<(), E>,
    ) -> Result<(u64, Option<TableError>), E> {
        let mut number = 0;
        let mut give = |row| {
            number += 1;
            each(number - 1, row)
        };
        let stopped = match &self.kind {
            Kind::Memory(rows) => {
                rows.iter().try_for_each(|row| give(row.clone()))?;
                None
            }
            Kind::Csv => self.read_csv(wanted, &mut give)?,
            Kind::Parquet => self.read_parquet(wanted, &mut give)?,
        };
        Ok((number, stopped))
    }

    fn read_csv<E>(
        &self,
        wanted: &[&str],
        give: &mut impl FnMut(Row) -> Result<(), E>,
    ) -> Result<Option<TableError>, E> {
        let mut reader = match csv_reader(&self.path) {
            Ok(reader) => reader,
            Err(error) => return Ok(Some(error)),
        };
        let kept: Vec<Option<&String>> =
            self.columns.iter().map(|column| wanted.contains(&column.as_str()).then_some(column)).collect();
        let mut record = csv::ByteRecord::new();
        loop {
            match reader.read_byte_record(&mut record) {
                Ok(false) => return Ok(None),
                Ok(true) => {}
                Err(e) => return Ok(Some(TableError(format!("it cannot be read on: {e}")))),
            }
            let cells = record.iter().zip(&kept).filter_map(|(bytes, column)| {
                let text = String::from_utf8_lossy(bytes);
                let cell = if text.is_empty() { Cell::Null } else { Cell::Text(text.into_owned()) };
                Some(((*column)?.clone(), cell))
            });
            give(Row(cells.collect()))?;
        }
    }

    fn read_parquet<E>(
        &self,
        wanted: &[&str],
        give: &mut impl FnMut(Row) -> Result<(), E>,
    ) -> Result<Option<TableError>, E> {
        let reader = match parquet_reader(&self.path) {
            Ok(reader) => reader,
            Err(error) => return Ok(Some(error)),
        };
        let schema = reader.metadata().file_metadata().schema();
        let fields: Vec<Arc<Type>> =
            schema.get_fields().iter().filter(|field| wanted.contains(&field.name())).cloned().collect();
        let projection = match Type::group_type_builder(schema.name()).with_fields(fields).build() {
            Ok(projection) => projection,
            Err(e) => return Ok(Some(broken(&e))),
        };
        let size = std::fs::metadata(&self.path).map_or(0, |about| about.len());
        let (mut unpacked, most) = (0, MOST_UNPACKED.saturating_add(size.saturating_mul(RATIO)));
        for group in 0..reader.num_row_groups() {
            let group = match guarded(|| reader.get_row_group(group)) {
                Ok(group) => group,
                Err(error) => return Ok(Some(error)),
            };
            let mut rows = match guarded(|| RowIter::from_row_group(Some(projection.clone()), group.as_ref())) {
                Ok(rows) => rows,
                Err(error) => return Ok(Some(error)),
            };
            loop {
                match guarded(|| rows.next().transpose()) {
                    Ok(None) => break,
                    Ok(Some(row)) => {
                        let cells = row.into_columns().into_iter().map(|(name, field)| (name, cell(field)));
                        let row = Row(cells.collect());
                        unpacked += row.0.iter().map(|(_, cell)| cell.letters() as u64).sum::<u64>();
                        if unpacked > most {
                            return Ok(Some(TableError(format!("it unpacks to more than {} MB", most >> 20))));
                        }
                        give(row)?;
                    }
                    Err(error) => return Ok(Some(error)),
                }
            }
        }
        Ok(None)
    }
}

fn io(error: std::io::Error) -> TableError {
    TableError(format!("it cannot be opened: {error}"))
}

fn broken(error: &parquet::errors::ParquetError) -> TableError {
    // What the decoder says names its own insides, and may quote bytes of the file at length.
    let said = error.to_string();
    let said = said.split(". Bytes:").next().unwrap_or_default();
    let end = said.char_indices().nth(160).map_or(said.len(), |(at, _)| at);
    TableError(format!("{DAMAGED} Parquet ({})", &said[..end]))
}

/// The decoder is not written for hostile files: some make it panic.
fn guarded<T>(work: impl FnOnce() -> parquet::errors::Result<T>) -> Result<T, TableError> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(|error| broken(&error)),
        Err(_) => Err(TableError("damaged Parquet: its pages contradict its schema".to_owned())),
    }
}

fn parquet_reader(path: &Path) -> Result<SerializedFileReader<File>, TableError> {
    let file = File::open(path).map_err(io)?;
    guarded(|| SerializedFileReader::new(file))
}

fn csv_reader(path: &Path) -> Result<csv::Reader<File>, TableError> {
    csv::ReaderBuilder::new()
        .flexible(true)
        .from_path(path)
        .map_err(|e| TableError(format!("it cannot be opened: {e}")))
}

fn cell(field: Field) -> Cell {
    match field {
        Field::Null => Cell::Null,
        Field::Bool(value) => Cell::Bool(value),
        Field::Byte(n) => Cell::Int(n.into()),
        Field::Short(n) => Cell::Int(n.into()),
        Field::Int(n) | Field::Date(n) | Field::TimeMillis(n) => Cell::Int(n.into()),
        Field::Long(n) | Field::TimeMicros(n) | Field::TimestampMillis(n) | Field::TimestampMicros(n) => Cell::Int(n),
        Field::UByte(n) => Cell::Int(n.into()),
        Field::UShort(n) => Cell::Int(n.into()),
        Field::UInt(n) => Cell::Int(n.into()),
        Field::ULong(n) => i64::try_from(n).map_or(Cell::Float(n as f64), Cell::Int),
        Field::Float16(n) => Cell::Float(n.to_f64()),
        Field::Float(n) => Cell::Float(n.into()),
        Field::Double(n) => Cell::Float(n),
        Field::Decimal(_) => Cell::Null,
        Field::Str(text) => Cell::Text(text),
        Field::Bytes(bytes) => Cell::Text(String::from_utf8_lossy(bytes.data()).into_owned()),
        Field::Group(row) => {
            Cell::Fields(row.into_columns().into_iter().map(|(name, field)| (name, cell(field))).collect())
        }
        Field::ListInternal(list) => Cell::List(list.elements().iter().cloned().map(cell).collect()),
        Field::MapInternal(map) => Cell::Fields(
            map.entries()
                .iter()
                .filter_map(|(name, value)| Some((cell(name.clone()).text()?, cell(value.clone()))))
                .collect(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interop::parquet_out::{Column, write_table};

    #[test]
    fn a_table_that_unpacks_to_too_much_is_read_as_far_as_it_may() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text_units.parquet");
        // The same text a hundred times is kept once.
        let text = "Nobody wrote this twice. ".repeat(40_000);
        let columns = [("text", Column::Text(vec![Some(text); 100]))];
        write_table(&path, &columns);
        assert!(std::fs::metadata(&path).unwrap().len() < 1 << 20);
        let mut rows = 0;
        let read = Table::open(&path).unwrap().read(&["text"], |_, _| {
            rows += 1;
            Ok::<_, TableError>(())
        });
        let (count, stopped) = read.unwrap();
        assert!(count == rows && rows > 50 && rows < 100, "{rows}");
        assert!(stopped.unwrap().0.contains("unpacks to more"), "said");
    }
}
