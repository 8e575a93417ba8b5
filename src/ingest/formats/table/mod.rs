//! Records with named cells, from whatever format: which cell is the text, which the title, and what to do when none
//! is.

mod columns;
mod messages;
mod row;
mod said;
mod whole;

use std::rc::Rc;

use self::columns::Columns;
use self::messages::Messages;
use self::whole::WholeTable;
use super::limits::TEXT;
use super::{Item, TableFields};
use crate::model::Span;
use crate::text::provenance::span_map::SpanMap;

/// A value of a record with the way back to the decoded file.
pub(super) struct Cell {
    /// Of its column: shared by the cells of one, because a table has many.
    pub name: Rc<str>,
    pub value: String,
    pub map: SpanMap,
    /// False for numbers and truth values.
    pub text: bool,
}

/// A row of a table, an item of an array, a line of JSON Lines.
pub(super) struct TableRecord {
    pub cells: Vec<Cell>,
    /// The bytes of the decoded file it takes.
    pub source: Span,
}

/// Values longer than this are running text, not a cell of a row.
const LONG: usize = 80;
/// How many records the guess looks at.
const SAMPLE: usize = 300;

/// True for records that are the lines of one document: no chat, and nothing in them is a text of its own.
pub(super) fn is_one_document(records: impl Iterator<Item = TableRecord>, fields: &TableFields) -> bool {
    let sample: Vec<TableRecord> = records.take(SAMPLE).collect();
    Columns::of(&sample, fields).text.is_none() && Messages::of(&sample).is_none()
}

/// One record as a document, each of its values on a line of its own, with the value that is its title.
pub(super) fn alone(record: &TableRecord) -> Item {
    let columns = Columns::of(std::slice::from_ref(record), &TableFields::default());
    let mut table = WholeTable::new(true);
    table.add(record, &columns);
    let title = record.cells.iter().find(|cell| columns::is_title(&cell.name)).map(|cell| cell.value.clone());
    Item { title, ..table.finish() }
}

/// Turns records into documents and hands each over: one of each record where there is a text field, else one that
/// holds all rows, below what stands above them. Only the sample that the guess looks at is ever held. Returns what is
/// worth saying of them.
pub(super) fn documents(
    above: &[TableRecord],
    mut records: impl Iterator<Item = TableRecord>,
    fields: &TableFields,
    each: &mut dyn FnMut(Item),
) -> Option<String> {
    let sample: Vec<TableRecord> = records.by_ref().take(SAMPLE).collect();
    if let Some(messages) = Messages::of(&sample).filter(|_| fields.text.is_none()) {
        let (chat, full) = messages.document(above, sample.into_iter().chain(records), &fields.members);
        each(chat);
        let most = TEXT >> 20;
        return full.map(|rows| format!("only its first {rows} messages were read: they fill the limit of {most} MB"));
    }
    let missing = fields.text.as_ref().filter(|wanted| columns::find_name(&sample, wanted).is_none());
    let remark = missing
        .map(|wanted| format!("it has no field {wanted:?}; its fields are {}", columns::names(&sample).join(", ")));
    let several = sample.len() > 1;
    let columns = Columns::of(&sample, fields);
    let Some(text) = &columns.text else {
        // Somebody may have meant a document for each.
        let why = Columns::why_no_text(&sample);
        let as_one = format!("its rows are one document, since {why}; --text-field NAME makes one of each row");
        let mut table = WholeTable::new(!several);
        above.iter().for_each(|record| table.add(record, &columns));
        for (rows, record) in sample.into_iter().chain(records).enumerate() {
            // Names of columns are said with every cell: a small file may have much to say.
            if table.is_full() {
                each(table.finish());
                let most = TEXT >> 20;
                return Some(format!("only its first {rows} rows were read: they fill the limit of {most} MB of text"));
            }
            table.add(&record, &columns);
        }
        each(table.finish());
        return remark.or_else(|| several.then_some(as_one));
    };
    let remark = remark.or_else(|| columns.told(&sample).filter(|_| several));
    for (row, record) in (0u32..).zip(sample.into_iter().chain(records)) {
        let row = several.then_some(row);
        let (title, date) = (columns.title_of(&record), columns.date_of(&record));
        let authors = columns.speaker_of(&record).into_iter().map(|author| (0, author)).collect();
        each(Item { row, title, date, authors, ..row::document(&record, text, &columns) });
    }
    remark
}
