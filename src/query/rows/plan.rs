//! What a question wants of a table: which rows by the values, figures and days in their columns and the words besides, and
//! whether they are to be listed, counted, grouped, summed up or put in order, or one cell of one row to be told.

use std::collections::BTreeMap;

use super::WORDS;
use super::asked::QuestionWords;
use super::condition::{Condition, Test};
use super::named::{file_is_named, noun};
pub(super) use super::shape::RowOperation;
use super::shape::{asks_for_rows, grouped, is_of_figures, opening, opens_list, shape};
use super::table::{Row, Table};
use super::told::{Kinds, Told};
use crate::text::question::{is_framing, is_light};
use crate::text::terms::{self, Stems};

/// What a question wants of one table.
#[derive(Debug, PartialEq)]
pub(super) struct Plan {
    pub shape: RowOperation,
    pub conditions: Vec<Condition>,
    /// Stems of words that stand in the row somewhere.
    pub words: Vec<String>,
    /// What the question calls the rows, where neither the table nor any row does.
    pub stranger: Option<String>,
    /// True where it calls the rows by a word that is nothing of the table: no column, no file, in no row.
    pub is_strange: bool,
    /// True where the question has a word for the rows, a column's name or a value; days and figures name nothing.
    pub names_table: bool,
    /// True where it has a column's name, or the whole of a value beside a word for the rows.
    pub names_column: bool,
    /// True where the value that most rows have is asked for.
    pub most: bool,
    /// True where rows are counted, and not the values of the column that is named.
    pub counts_rows: bool,
    /// How many words of the question it understands as those of the table, and how many columns it has of them.
    pub understood: (usize, usize),
}

impl Plan {
    /// True where rows are held against each other, or against a bound.
    pub fn compares(&self) -> bool {
        let is_bound = |one: &Condition| matches!(one.test, Test::Above { .. } | Test::Below { .. });
        match self.shape {
            RowOperation::List | RowOperation::Count => self.conditions.iter().any(is_bound),
            RowOperation::Group { .. } => self.most,
            RowOperation::Figures { .. }
            | RowOperation::ByDate { .. }
            | RowOperation::ByFigure { .. }
            | RowOperation::Mean { .. } => true,
            RowOperation::Sum { .. } | RowOperation::Cell { .. } => false,
        }
    }

    /// Reads a question as one of a table; `None` where it asks for no rows, or for something that no row has.
    pub fn of(question: &str, table: &Table, others: &[String], stems: &mut Stems) -> Option<Plan> {
        let mut asked = QuestionWords::of(question);
        if !asks_for_rows(&asked) {
            return None;
        }
        let kinds = Kinds::of(table);
        let by_file = file_is_named(&mut asked, table);
        let Told { named, conditions } = Told::of(&mut asked, table, &kinds, stems)?;
        for at in asked.free().collect::<Vec<_>>() {
            let word = &asked.read[at];
            let lists = [
                &WORDS.asking,
                &WORDS.bounding,
                &WORDS.highest,
                &WORDS.lowest,
                &WORDS.mean,
                &WORDS.sum,
                &WORDS.than,
                &WORDS.grouping,
            ];
            asked.used[at] = lists.iter().any(|list| list.has(word)) || is_framing(word) || is_light(word);
        }
        // What another table is of is none of this one's rows.
        if asked.free().any(|at| others.contains(&stems.stem(&asked.all[at]).to_owned())) {
            return None;
        }
        // "Which has the most authors?" asks how many each has.
        let of_each = |&(_, at): &(usize, usize)| at > 0 && asked.says(at - 1, &WORDS.most);
        let opens_which = opens_list(&asked);
        if table.of_documents.is_some() && opens_which && named.iter().any(of_each) {
            return None;
        }
        // What is highest is told by figures and days.
        let ranks = (asked.has(&WORDS.highest) || asked.has(&WORDS.lowest)) && !asked.has(&WORDS.most);
        let measured = |&(column, _): &(usize, usize)| kinds.is_figure(column) || kinds.is_day(column);
        if table.of_documents.is_some() && ranks && !named.iter().any(measured) {
            return None;
        }
        let by_key = named.iter().any(|&(column, _)| table.tells_apart(column) && !kinds.is_figure(column));
        let per_group = grouped(&asked, table, &kinds, &named);
        // "How much money was paid to the harbour?" is of all that was.
        let flows = asked.has(&WORDS.much) && (asked.has(&WORDS.money) || asked.has(&WORDS.flowing));
        let sums = asked.has(&WORDS.sum) || flows;
        let sums_some = sums && !conditions.is_empty();
        if matches!(per_group, Some(RowOperation::Figures { .. })) || sums_some {
            for at in asked.free().collect::<Vec<_>>() {
                asked.used[at] = asked.says(at, &WORDS.money) || asked.says(at, &WORDS.paying);
            }
        }
        let called = noun(&mut asked, table, stems);
        let called_rows = called.is_some() || by_file;
        let is_named = called_rows || by_key;
        let mut words: Vec<String> = asked.free().map(|at| stems.stem(&asked.all[at]).to_owned()).collect();
        let unknown = called.clone().flatten().map(|word| stems.stem(&word).to_owned());
        let mut stranger = called.flatten().filter(|_| conditions.is_empty() && words.is_empty());
        // "How many boats are there?" counts the rows that say so, where any does.
        if let Some(stem) = stranger.as_deref().map(|word| stems.stem(word).to_owned()) {
            if is_said(table, &stem, stems) {
                words.push(stem);
                stranger = None;
            }
        }
        let is_strange = unknown.is_some_and(|stem| named.is_empty() && !by_file && !is_said(table, &stem, stems));
        let understood = (asked.understood(), named.len());
        let is_value = |condition: &Condition| matches!(condition.test, Test::Is(_));
        let names_table = is_named || !named.is_empty() || conditions.iter().any(is_value);
        let names_column = !named.is_empty() || called_rows && conditions.iter().any(is_value);
        let most = asked.has(&WORDS.most) || asked.has(&WORDS.fewest);
        // "How many owners are there?" counts owners, "How many tickets does each owner have?" tickets.
        let counting = (0..asked.all.len()).find(|&at| asked.says(at, &WORDS.counting));
        let counts = |&(column, place): &(usize, usize), at: usize| place == at + 1 && !kinds.is_only_key(column);
        let counts_rows = counting.is_some_and(|at| !named.iter().any(|one| counts(one, at))) && !most;
        let mut plan = Plan {
            shape: RowOperation::List,
            conditions,
            words,
            stranger,
            is_strange,
            names_table,
            names_column,
            most,
            counts_rows,
            understood,
        };
        let taken = table.rows.iter().filter(|row| plan.takes(table, row, stems)).count();
        let given = |column: &usize| plan.conditions.iter().any(|condition| condition.column == *column);
        // Of several columns the one behind the superlative is meant: "the largest deposit for a day".
        let superlative = (0..asked.all.len()).find(|&at| {
            let bound = at > 0 && asked.says(at - 1, &WORDS.at);
            !bound && (asked.says(at, &WORDS.highest) || asked.says(at, &WORDS.lowest))
        });
        let figures = || named.iter().filter(|&&(column, _)| kinds.is_figure(column));
        let behind = figures().filter(|&&(_, at)| superlative < Some(at)).min_by_key(|&&(_, at)| at);
        // "In which year was the volume the lowest?" is not told by the year.
        let last = superlative == Some(asked.all.len().saturating_sub(1));
        let before = || figures().filter(|&&(_, at)| last && at > opening(&asked) + 1).max_by_key(|&&(_, at)| at);
        let nearest = behind.or_else(before).map(|&(column, _)| column).filter(|_| superlative.is_some());
        let wanted = named.iter().map(|&(column, _)| column);
        let wanted = wanted.filter(|column| !given(column) && !kinds.is_only_key(*column)).min();
        // "The most expensive item" is told by its price.
        let costly = asked.has(&WORDS.costly);
        let priced = |column: &usize| !costly || kinds.is_figure(*column);
        // Where a question names no column of figures, a superlative may be told by the only one: "the largest expense".
        let ranked = asked.read.iter().any(|word| is_of_figures(word)) && table.of_documents.is_none();
        let of_some = !plan.conditions.is_empty() && sums;
        let sums_all = (sums || asked.has(&WORDS.mean)) && counting.is_none() && called_rows;
        let by_only = || {
            let sums = (sums_all || of_some) && table.of_documents.is_none();
            kinds.only_figures(costly || of_some).filter(|_| ranked || sums)
        };
        // "The widest crack" of a wall is told by a figure, whatever else is named.
        let figured =
            |column: &usize| !ranked || asked.language.is_none() || kinds.is_figure(*column) || kinds.is_day(*column);
        let summed = |column: &usize| !of_some || kinds.is_figure(*column);
        let wanted = nearest.or(wanted).filter(summed).filter(priced).filter(figured).or_else(by_only);
        let of_one = taken == 1 && !plan.conditions.is_empty();
        plan.shape = match per_group {
            Some(shape) if !of_one => shape,
            _ => shape(&asked, table, &kinds, wanted.map(|column| (column, of_one)), sums),
        };
        // "The most people" is told by a column of that name, and "the most common" by none.
        let of_what = superlative.filter(|&at| !is_of_figures(&asked.read[at])).map(|at| at + 1);
        let is_told = |at: usize| {
            named.iter().any(|&(_, place)| place == at) || asked.read.get(at).is_some_and(|word| is_of_figures(word))
        };
        if matches!(plan.shape, RowOperation::ByFigure { .. }) && of_what.is_some_and(|at| !is_told(at)) {
            return None;
        }
        // The longest boat is not the one that is named most often.
        if matches!(plan.shape, RowOperation::Group { .. }) && asked.read.iter().any(|word| is_of_figures(word)) {
            return None;
        }
        let says_which = !plan.conditions.is_empty() || !plan.words.is_empty();
        let is_whole = match plan.shape {
            RowOperation::List => false,
            RowOperation::Count | RowOperation::ByDate { .. } => is_named,
            _ => true,
        };
        // One row is told by what it says, unless one of its cells is asked for.
        let ordering = [&WORDS.newest, &WORDS.oldest, &WORDS.highest, &WORDS.lowest, &WORDS.counting];
        let ordered = ordering.into_iter().any(|list| asked.has(list));
        let several = opens_list(&asked)
            || ordered
            || !matches!(plan.shape, RowOperation::List | RowOperation::Count | RowOperation::Group { .. })
            || taken > 1 && wanted.is_some()
            || plan.conditions.iter().any(|condition| !matches!(condition.test, Test::Is(_)));
        // Of what no row has the table can say so only where every word of the question is understood.
        let answers = taken > 0
            || is_named && plan.words.is_empty() && matches!(plan.shape, RowOperation::List | RowOperation::Count);
        let is_of_it = is_whole || says_which && (is_named || !plan.conditions.is_empty());
        (answers && several && is_of_it).then_some(plan)
    }

    /// The column that is asked for, or by which rows are taken.
    pub fn column(&self) -> Option<usize> {
        match self.shape {
            RowOperation::Group { column, .. }
            | RowOperation::ByFigure { column, .. }
            | RowOperation::Mean { column }
            | RowOperation::Sum { column }
            | RowOperation::Cell { column } => Some(column),
            RowOperation::Figures { by, .. } => Some(by),
            RowOperation::ByDate { column, .. } => column,
            RowOperation::List | RowOperation::Count => self.conditions.first().map(|condition| condition.column),
        }
    }

    /// True for a row that has every value, of one column any of those asked for, and every word.
    pub fn takes(&self, table: &Table, row: &Row, stems: &mut Stems) -> bool {
        let mut any_of: BTreeMap<usize, bool> = BTreeMap::new();
        for condition in &self.conditions {
            let holds = condition.holds(table, row);
            if condition.is_value() {
                *any_of.entry(condition.column).or_default() |= holds;
            } else if !holds {
                return false;
            }
        }
        if !any_of.values().all(|has| *has) {
            return false;
        }
        self.words.is_empty() || {
            let said = row.said().flat_map(terms::words);
            let said: Vec<String> = said.map(|word| stems.stem(word.text).to_owned()).collect();
            self.words.iter().all(|word| said.contains(word))
        }
    }
}

/// True where some row says a word, by its stem.
fn is_said(table: &Table, stem: &str, stems: &mut Stems) -> bool {
    let mut said = table.rows.iter().flat_map(Row::said).flat_map(terms::words);
    said.any(|word| stems.stem(word.text) == stem)
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
