//! Questions that a table answers by its cells: "Which tickets are open?", "How many have high severity?", "Who owns
//! the most?", "What was the latest?". The rows are counted as they are, whatever their texts say.

mod alike;
pub(in crate::query) mod beside;
mod bridges;
mod columns;
pub(in crate::query) mod condition;
mod facts;
mod forms;
mod grids;
mod measured;
mod named;
mod numbers;
mod pending;
mod people;
mod piles;
mod plan;
pub(in crate::query) mod question;
mod scale;
mod shape;
mod spoken_of;
mod superseded;
mod table;
mod tongues;
mod totals;
mod wanted;

use std::collections::BTreeSet;

use self::condition::Test;
pub(in crate::query) use self::forms::{FilledForms, unaddressed};
use self::piles::{Share, tables};
use self::plan::{Plan, RowOperation};
use self::question::QuestionWords;
pub(in crate::query) use self::superseded::superseded;
use self::table::{Row, Table};
use crate::judgement::{ContextRecord, ROW};
use crate::model::DocumentId;
use crate::query::context::letters;
use crate::query::context::passages::PassageReader;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError, ROWS, Session};
use crate::text::language::word_lists;
use crate::text::question::{Reading, asks_for_texts_on};
use crate::text::statements::stance::Stance;
use crate::text::words::terms::{Stems, words};

/// Bytes of a row in several lines that is shown whole.
const LONGEST_ROW: usize = 1_200;

word_lists! {
    static WORDS = "words.toml": counting, enumerating, numbering, no_less, no_more, most, fewest, newest, oldest, above, below, more, less, highest, lowest, large, mean,
    sum, grouping, money, paying, amounts, persons, whom, totals, after, since, onward, before, until, span, joining, than, at, either, bounding,
    negating, without, nobody, affirming, denying, articles, asking, listing, rows, announcing, of_a_column, comma_languages, compounding, untold, deeds, judging, burdens, ended, unended, much, flowing, writing, by, authors, handling, assignees, attending, attendees, costly, lasting, one,
    within, filing, debits, credits, incoming, payments, identifying, outlays, payees, beside_money
}

/// True where the tables in scope answer a question by their cells.
///
/// # Errors
/// Those of reading the index.
pub(in crate::query) fn asked(task: &Task<'_>) -> Result<bool, QueryError> {
    Ok(best(task.session, &task.ask.question.text, |id| task.filter.document(id))?.is_some())
}

/// True where the tables of an index answer a question by their cells, whatever is in scope.
///
/// # Errors
/// Those of reading the index.
pub(in crate::query) fn answer(session: &Session, question: &str) -> Result<bool, QueryError> {
    Ok(best(session, question, |_| true)?.is_some())
}

/// The table that understands most of a question, with what is wanted of it.
fn best(
    session: &Session,
    question: &str,
    in_scope: impl Fn(DocumentId) -> bool,
) -> Result<Option<(Table, Plan)>, QueryError> {
    let mut stems = Stems::default();
    // Who wrote which letter its head tells, whatever else heads have in common.
    if !shape::asks_for_rows(&QuestionWords::of(question)) || letters::are_listed(session, question)? {
        return Ok(None);
    }
    // What became of a ship no list of ships tells, nor a table which documents speak of it; of a day and nothing else
    // all of them tell.
    let reading = Reading::of(question);
    let of_a_day = reading.date.is_some() && reading.content.is_empty() && reading.names.is_empty();
    if asks_for_texts_on(question) || of_a_day || reading.statement.stance == Some(Stance::Fate) {
        return Ok(None);
    }
    let (tables, share) = tables(session, question, in_scope)?;
    let names: Vec<Vec<String>> = tables.iter().map(|table| table.called(&mut stems)).collect();
    let asked: Vec<String> = words(question).map(|word| stems.stem(word.text).to_owned()).collect();
    // Of the names only those in the question tell one table from another.
    let named = names.iter().flatten().filter(|name| asked.contains(name)).cloned().collect::<BTreeSet<String>>();
    let planned = tables.into_iter().enumerate().filter_map(|(at, table)| {
        let own = &names[at];
        let others: Vec<String> = named.iter().filter(|name| !own.contains(name)).cloned().collect();
        let plan = Plan::of(question, &table, &others, &mut stems)?;
        // Beside other documents a table answers only what it understands whole, beside other tables only what names
        // it.
        let alone = share == Share::All && names.len() == 1;
        // Which of those that say a word has the highest figure the column of figures tells.
        let ranks = matches!(plan.shape, RowOperation::ByFigure { .. }) && plan.names_column;
        let understood = share != Share::Some && table.of_documents.is_none() || plan.words.is_empty() || ranks;
        let is_cell = matches!(plan.shape, RowOperation::Cell { .. });
        // What one document fills in is told by the passage that has it, where the question has the words of it.
        if table.of_documents.is_some() && is_cell && !plan.bridged {
            return None;
        }
        // What documents fill in is asked for by the name of a field, or a value and what documents are called.
        // Among other documents a file is asked by its own name or by that of a column, and no value alone.
        let by_file = own.iter().any(|name| asked.contains(name));
        let named = plan.names_table
            && (plan.names_column || table.of_documents.is_none() && (share != Share::Some || by_file));
        // What is counted there by a value alone, and is called nothing that the table has, the other documents may
        // tell; nor are rows of some days counted by it.
        let foreign = plan.is_strange && (share == Share::Some || plan.is_of_days());
        if !understood || foreign || !(named || alone) {
            return None;
        }
        // What a table inside a text says is told by its passage, unless rows are held against each other, or one cell
        // is asked for of the row that a name tells.
        let tells = plan.compares() || is_cell || matches!(plan.shape, RowOperation::Sum { .. });
        if table.of_text.is_some() && !(plan.words.is_empty() && plan.names_column && tells) {
            return None;
        }
        Some((table, plan))
    });
    let planned: Vec<(Table, Plan)> = planned.collect();
    let cells: BTreeSet<String> = planned.iter().filter_map(|(table, plan)| plan.cell(table, &mut stems)).collect();
    let found = planned.into_iter().max_by_key(|(table, plan)| (plan.understood, table.rows.len()));
    // Of tables that say different things the passages tell each.
    Ok(found.filter(|(_, plan)| !matches!(plan.shape, RowOperation::Cell { .. }) || cells.len() < 2))
}

/// The rows that a question asks for, with what is counted of them; none where no table understands it.
///
/// # Errors
/// Those of reading the index.
pub(in crate::query) fn gather(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Option<Gathered>, QueryError> {
    let found = best(task.session, &task.ask.question.text, |id| task.filter.document(id))?;
    let Some((table, plan)) = found else { return Ok(None) };
    writing.stage("reading rows");
    let mut stems = Stems::default();
    let mut rows: Vec<&Row> = table.rows.iter().filter(|row| plan.takes(&table, row, &mut stems)).collect();
    let facts = facts::facts(&table, &plan, &mut rows);
    let spoken_of = match rows[..] {
        [only] => spoken_of::spoken_of(task, &table, &plan, only)?,
        _ => Vec::new(),
    };
    let mut passages = PassageReader::new(task.reader());
    let listed = Some(rows.len() + spoken_of.len());
    let records = rows
        .into_iter()
        .take(ROWS)
        .map(|row| record(task, &mut passages, row, &table, &plan))
        .collect::<Result<Vec<_>, _>>()?;
    let records = records.into_iter().flatten().chain(spoken_of).collect();
    Ok(Some(Gathered { records, facts, listed, ..Gathered::default() }))
}

/// A row as a record, with what its text says first, or its cells where it has none.
fn record(
    task: &Task<'_>,
    passages: &mut PassageReader<'_>,
    row: &Row,
    table: &Table,
    plan: &Plan,
) -> Result<Option<ContextRecord>, QueryError> {
    let (column, of_documents) = (plan.column(), table.of_documents.is_some());
    let value = plan.conditions.iter().find_map(|condition| match &condition.test {
        Test::Is(value) if Some(condition.column) == column => Some(value.as_str()),
        _ => None,
    });
    let place = row.place(column, value);
    let units = task.reader().units_of_document(row.document)?;
    let Some(unit) = units.iter().find(|unit| unit.span.contains(place)) else { return Ok(None) };
    let mut record = passages.record(unit, 1.0)?;
    record.candidates.retain(|candidate| candidate.evidence.quote.start >= place.start);
    record.candidates.truncate(1);
    // A row in several lines is shown with all of them.
    if let Some(first) = record.candidates.first_mut().filter(|first| first.evidence.window.end < place.end)
        && place.len() <= LONGEST_ROW
    {
        let (shown, text) = task.reader().text(row.document, place)?;
        first.evidence = first.evidence.with_window(shown, text);
    }
    let told = if of_documents { column } else { Some(0) };
    let called = told.and_then(|column| row.cells.get(&column)).filter(|cell| **cell != row.title);
    let title = if row.title.is_empty() { called.cloned() } else { Some(row.title.clone()) };
    record.text = called.filter(|_| !row.title.is_empty()).cloned().unwrap_or_else(|| ROW.to_owned());
    record.title = title.unwrap_or(record.title);
    Ok(Some(record))
}
