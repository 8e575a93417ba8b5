//! Writing Parquet: the few shapes of column that GraphRAG's tables have, a row group at a time. Lists are written with
//! their definition and repetition levels, as every reader of data frames expects them (`list<element: …>`).

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

/// A column of a row group.
#[derive(Clone, Debug)]
pub enum Column {
    Text(Vec<Option<String>>),
    Whole(Vec<Option<i64>>),
    Number(Vec<f64>),
    Flag(Vec<bool>),
    Texts(Vec<Vec<String>>),
    Wholes(Vec<Vec<i64>>),
    /// Lists of structures with an explanation and a summary, in this order.
    Findings(Vec<Vec<(String, String)>>),
}

impl Column {
    /// A column in which every row has a text.
    pub fn texts<T: Into<String>>(values: impl IntoIterator<Item = T>) -> Self {
        Column::Text(values.into_iter().map(|value| Some(value.into())).collect())
    }

    /// A column in which every row has a whole number.
    pub fn wholes(values: impl IntoIterator<Item = i64>) -> Self {
        Column::Whole(values.into_iter().map(Some).collect())
    }

    fn schema(&self, name: &str) -> String {
        let list =
            |element: &str| format!("OPTIONAL GROUP {name} (LIST) {{ REPEATED GROUP list {{ OPTIONAL {element} }} }}");
        match self {
            Column::Text(_) => format!("OPTIONAL BYTE_ARRAY {name} (UTF8);"),
            Column::Whole(_) => format!("OPTIONAL INT64 {name};"),
            Column::Number(_) => format!("REQUIRED DOUBLE {name};"),
            Column::Flag(_) => format!("REQUIRED BOOLEAN {name};"),
            Column::Texts(_) => list("BYTE_ARRAY element (UTF8);"),
            Column::Wholes(_) => list("INT64 element;"),
            Column::Findings(_) => {
                list("GROUP element { OPTIONAL BYTE_ARRAY explanation (UTF8); OPTIONAL BYTE_ARRAY summary (UTF8); }")
            }
        }
    }

    fn write(&self, group: &mut SerializedRowGroupWriter<'_, File>) -> Result<()> {
        match self {
            Column::Text(values) => {
                let there: Vec<ByteArray> =
                    values.iter().flatten().map(|text| ByteArray::from(text.as_bytes().to_vec())).collect();
                let levels: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
                leaf::<ByteArrayType>(group, &there, Some(&levels), None)
            }
            Column::Whole(values) => {
                let there: Vec<i64> = values.iter().flatten().copied().collect();
                let levels: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
                leaf::<Int64Type>(group, &there, Some(&levels), None)
            }
            Column::Number(values) => leaf::<DoubleType>(group, values, None, None),
            Column::Flag(values) => leaf::<BoolType>(group, values, None, None),
            Column::Texts(lists) => {
                let flat: Vec<ByteArray> = lists.iter().flatten().map(bytes).collect();
                let (levels, repeats) = list_levels(lists, 3);
                leaf::<ByteArrayType>(group, &flat, Some(&levels), Some(&repeats))
            }
            Column::Wholes(lists) => {
                let flat: Vec<i64> = lists.iter().flatten().copied().collect();
                let (levels, repeats) = list_levels(lists, 3);
                leaf::<Int64Type>(group, &flat, Some(&levels), Some(&repeats))
            }
            Column::Findings(lists) => {
                let (levels, repeats) = list_levels(lists, 4);
                let explanations: Vec<ByteArray> = lists.iter().flatten().map(|(text, _)| bytes(text)).collect();
                let summaries: Vec<ByteArray> = lists.iter().flatten().map(|(_, text)| bytes(text)).collect();
                leaf::<ByteArrayType>(group, &explanations, Some(&levels), Some(&repeats))?;
                leaf::<ByteArrayType>(group, &summaries, Some(&levels), Some(&repeats))
            }
        }
    }
}

fn bytes(text: &String) -> ByteArray {
    ByteArray::from(text.as_bytes().to_vec())
}

/// Levels of a list: 1 for an empty one, `full` for a member that is there.
fn list_levels<T>(lists: &[Vec<T>], full: i16) -> (Vec<i16>, Vec<i16>) {
    let (mut levels, mut repeats) = (Vec::new(), Vec::new());
    for list in lists {
        if list.is_empty() {
            levels.push(1);
            repeats.push(0);
        }
        for at in 0..list.len() {
            levels.push(full);
            repeats.push((at > 0).into());
        }
    }
    (levels, repeats)
}

fn leaf<T: parquet::data_type::DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: &[T::T],
    levels: Option<&[i16]>,
    repeats: Option<&[i16]>,
) -> Result<()> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, levels, repeats)?;
        column.close()?;
    }
    Ok(())
}

/// Writes one table.
pub struct TableWriter {
    file: SerializedFileWriter<File>,
}

impl TableWriter {
    /// Makes the file; the columns of `example` give the shapes, their rows do not count.
    pub fn create(path: &Path, example: &[(&str, Column)]) -> Result<Self> {
        let fields: Vec<String> = example.iter().map(|(name, column)| column.schema(name)).collect();
        let schema = parse_message_type(&format!("message schema {{ {} }}", fields.join(" ")))?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let file = SerializedFileWriter::new(File::create(path)?, Arc::new(schema), Arc::new(properties))?;
        Ok(Self { file })
    }

    /// Writes rows as a group of their own; columns stand in the order of the table's.
    pub fn write(&mut self, columns: &[(&str, Column)]) -> Result<()> {
        let mut group = self.file.next_row_group()?;
        for (_, column) in columns {
            column.write(&mut group)?;
        }
        group.close()?;
        Ok(())
    }

    pub fn close(self) -> Result<()> {
        self.file.close().map(drop)
    }
}

/// Writes a table of one row group.
#[cfg(test)]
pub fn write_table(path: &Path, columns: &[(&str, Column)]) {
    let mut table = TableWriter::create(path, columns).expect("a table");
    table.write(columns).expect("rows");
    table.close().expect("an end");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interop::cell::Cell;
    use crate::interop::table::{Row, Table};

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.parquet");
        let columns = [
            ("id", Column::Text(vec![Some("a".to_owned()), None])),
            ("number", Column::Whole(vec![None, Some(7)])),
            ("weight", Column::Number(vec![0.5, 2.0])),
            ("flag", Column::Flag(vec![true, false])),
            ("ids", Column::Texts(vec![vec![], vec!["x".to_owned(), "y".to_owned()]])),
            ("children", Column::Wholes(vec![vec![1, 2, 3], vec![]])),
            ("findings", Column::Findings(vec![vec![("why".to_owned(), "what".to_owned())], vec![]])),
        ];
        write_table(&path, &columns);
        let table = Table::open(&path).unwrap();
        assert_eq!(table.rows, Some(2));
        let mut rows: Vec<Row> = Vec::new();
        let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        let (read, stopped) = table
            .read::<()>(&names, |_, row| {
                rows.push(row);
                Ok(())
            })
            .unwrap();
        assert_eq!((read, stopped), (2, None));
        let [first, second] = rows.as_mut_slice() else { panic!("{rows:?}") };
        assert_eq!(first.take("id"), Cell::from("a"));
        assert_eq!(second.take("number").whole(), Some(7));
        assert_eq!(second.take("ids").ids(), ["x", "y"]);
        assert_eq!(first.take("ids").list(), []);
        assert_eq!(first.take("children").list().len(), 3);
        let finding = first.take("findings").list().remove(0);
        assert_eq!(finding.field("summary"), Some(Cell::from("what")));
    }
}
