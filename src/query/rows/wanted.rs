//! Which column of a table a question is about, of those that it names and those that only a superlative or a sum
//! tells.

use super::columns::Kinds;
use super::condition::{Condition, Test};
use super::question::QuestionWords;
use super::shape::{is_of_figures, opening};
use super::table::{Table, key};
use super::{WORDS, bridges};
use crate::text::language::WordList;

/// The columns of a table as a question asks for them.
pub(super) struct ColumnsAsked<'a> {
    pub asked: &'a QuestionWords<'a>,
    pub table: &'a Table,
    pub kinds: &'a Kinds<'a>,
    /// Those that it names, each with where.
    pub named: &'a [(usize, usize)],
}

/// What a question asks to be summed up.
pub(super) struct Sums {
    /// It asks for a sum.
    pub asked: bool,
    /// It asks for all rows, and not for how many they are.
    pub of_all_rows: bool,
    /// One row is left of all.
    pub of_one_row: bool,
}

impl ColumnsAsked<'_> {
    /// Where the word for the highest or the lowest stands.
    fn superlative(&self) -> Option<usize> {
        self.asked.first_of([&WORDS.highest, &WORDS.lowest])
    }

    /// The column of figures beside the superlative.
    fn beside_superlative(&self) -> Option<usize> {
        let superlative = self.superlative()?;
        let figures = || self.named.iter().filter(|&&(column, _)| self.kinds.is_figure(column));
        // Of several columns the one behind the superlative is meant: "the largest deposit for a day".
        let behind = figures().filter(|&&(_, at)| superlative < at).min_by_key(|&&(_, at)| at);
        // "In which year was the volume the lowest?" is not told by the year.
        let last = superlative == self.asked.all.len().saturating_sub(1);
        let before = || figures().filter(|&&(_, at)| last && at > opening(self.asked) + 1).max_by_key(|&&(_, at)| at);
        // "The heaviest" has the column itself.
        let itself = || figures().find(|&&(_, at)| at == superlative);
        behind.or_else(before).or_else(itself).map(|&(column, _)| column)
    }

    /// The column that is asked for, under conditions on others.
    pub fn wanted(&self, conditions: &[Condition], sums: &Sums) -> Option<usize> {
        let Self { asked, table, kinds, .. } = *self;
        let given = |column: &usize| conditions.iter().any(|condition| condition.column == *column);
        let named = self.named.iter().map(|&(column, _)| column);
        // "Who owns Tern?" asks of one row by whom no other is owned.
        let one = sums.of_one_row && asked.says(0, &WORDS.whom) && conditions.iter().any(Condition::is_value);
        let named = named.filter(|column| !given(column) && (one || !kinds.is_only_key(*column)));
        // "The most expensive item" is told by its price.
        let costly = asked.has(&WORDS.costly) || pays_most(asked);
        let priced = |column: &usize| !costly || kinds.is_figure(*column);
        // Where a question names no column of figures, a superlative may be told by the only one: "the largest
        // expense".
        let superlative = asked.read.iter().any(|word| is_of_figures(word)) || pays_most(asked);
        let ranks = superlative && table.of_documents.is_none();
        let lasts = asked.lasts || asked.has(&WORDS.lasting);
        let of_some = !conditions.is_empty() && sums.asked;
        let of_all = (sums.asked || asked.has(&WORDS.mean)) && sums.of_all_rows;
        // "The total of the invoices" is of their money.
        let of_bills = of_all && asked.has(&WORDS.payments) && kinds.has_money();
        let by_only = || {
            let sums = (of_all || of_some) && table.of_documents.is_none();
            let of_time = || kinds.only_times().filter(|_| lasts);
            kinds
                .figures_meant(costly || of_some || self.of_payments() || of_bills, asked)
                .or_else(of_time)
                .filter(|_| ranks || sums)
        };
        // "The widest crack" of a wall is told by a figure, whatever else is named.
        let figured =
            |column: &usize| !ranks || asked.language.is_none() || kinds.is_figure(*column) || kinds.is_day(*column);
        let summed = |column: &usize| !of_some || kinds.is_figure(*column);
        // "When was the gate signed off?" is told by the day of the row, and not by who signed.
        if bridges::asks_when(asked) && sums.of_one_row {
            return named.clone().find(|&column| kinds.is_day(column)).or_else(|| match kinds.of_days() {
                [only] => Some(*only).filter(|only| !given(only)),
                _ => None,
            });
        }
        self.beside_superlative().or(named.min()).filter(summed).filter(priced).filter(figured).or_else(by_only)
    }

    /// True where a column tells what is the highest: "the most people" one of that name, and "the most common" none.
    pub fn tell_superlative(&self) -> bool {
        let asked = self.asked;
        if pays_most(asked) {
            return true;
        }
        let of_what = self.superlative().filter(|&at| !is_of_figures(&asked.read[at])).map(|at| at + 1);
        of_what.is_none_or(|at| {
            let named = self.named.iter().any(|&(_, place)| place == at);
            named || asked.read.get(at).is_some_and(|word| is_of_figures(word)) || self.of_payments()
        })
    }

    /// True where the highest of what is paid is asked for, of a table that has money: "the largest payment".
    pub fn of_payments(&self) -> bool {
        self.payment().is_some() && self.kinds.has_money()
    }

    /// Where the word for it stands: "the largest payment", "Which payment was the largest?".
    pub fn payment(&self) -> Option<usize> {
        let (behind, opens) = (self.superlative()? + 1, opening(self.asked) + 1);
        [behind, opens].into_iter().find(|&at| self.asked.says(at, &WORDS.payments))
    }
}

/// True where the money of rows is asked for by somebody to whom it is not paid: whoever approved a bill or stands in
/// for its owner has no part in it, and what something costs is earned by whoever is paid it alone.
pub(super) fn is_no_party(
    asked: &QuestionWords<'_>,
    table: &Table,
    named: &[(usize, usize)],
    conditions: &[Condition],
    money: usize,
) -> bool {
    let flows = asked.has(&WORDS.flowing) || asked.has(&WORDS.paying);
    let called = |column: usize, list: &WordList| {
        let name = key(&table.columns[column]);
        list.has(&name) || list.has(&name.replace(' ', "_")) || name.split(' ').any(|word| list.has(word))
    };
    let outlay = asked.has(&WORDS.incoming) && called(money, &WORDS.outlays);
    let is_named = |column: usize| named.iter().any(|&(named, _)| named == column);
    let apart = |column: usize| called(column, &WORDS.beside_money) || outlay && !called(column, &WORDS.payees);
    flows
        && conditions.iter().any(|one| {
            matches!(one.test, Test::Is(_))
                && !is_named(one.column)
                && table.parts != Some(one.column)
                && apart(one.column)
        })
}

/// True where what costs most is asked for, or whom most is paid: "Which vendor costs us the most?".
pub(super) fn pays_most(asked: &QuestionWords<'_>) -> bool {
    (asked.has(&WORDS.most) || asked.has(&WORDS.fewest)) && asked.has(&WORDS.paying)
}
