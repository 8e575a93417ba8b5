//! Which column of a table a question is about, of those that it names and those that only a superlative or a sum
//! tells.

use super::WORDS;
use super::columns::Kinds;
use super::condition::Condition;
use super::question::QuestionWords;
use super::shape::{is_of_figures, opening};
use super::table::Table;

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
        behind.or_else(before).map(|&(column, _)| column)
    }

    /// The column that is asked for, under conditions on others.
    pub fn wanted(&self, conditions: &[Condition], sums: &Sums) -> Option<usize> {
        let Self { asked, table, kinds, .. } = *self;
        let given = |column: &usize| conditions.iter().any(|condition| condition.column == *column);
        let named = self.named.iter().map(|&(column, _)| column);
        let named = named.filter(|column| !given(column) && !kinds.is_only_key(*column)).min();
        // "The most expensive item" is told by its price.
        let costly = asked.has(&WORDS.costly) || pays_most(asked);
        let priced = |column: &usize| !costly || kinds.is_figure(*column);
        // Where a question names no column of figures, a superlative may be told by the only one: "the largest
        // expense".
        let superlative = asked.read.iter().any(|word| is_of_figures(word)) || pays_most(asked);
        let ranks = superlative && table.of_documents.is_none();
        let lasts = asked.has(&WORDS.lasting);
        let of_some = !conditions.is_empty() && sums.asked;
        let of_all = (sums.asked || asked.has(&WORDS.mean)) && sums.of_all_rows;
        let by_only = || {
            let sums = (of_all || of_some) && table.of_documents.is_none();
            let of_time = || kinds.only_times().filter(|_| lasts);
            kinds
                .figures_meant(costly || of_some || self.of_payments(), asked)
                .or_else(of_time)
                .filter(|_| ranks || sums)
        };
        // "The widest crack" of a wall is told by a figure, whatever else is named.
        let figured =
            |column: &usize| !ranks || asked.language.is_none() || kinds.is_figure(*column) || kinds.is_day(*column);
        let summed = |column: &usize| !of_some || kinds.is_figure(*column);
        self.beside_superlative().or(named).filter(summed).filter(priced).filter(figured).or_else(by_only)
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
    fn of_payments(&self) -> bool {
        let behind = self.superlative().and_then(|at| self.asked.read.get(at + 1));
        behind.is_some_and(|word| WORDS.payments.has(word)) && self.kinds.has_money()
    }
}

/// True where what costs most is asked for, or whom most is paid: "Which vendor costs us the most?".
pub(super) fn pays_most(asked: &QuestionWords<'_>) -> bool {
    (asked.has(&WORDS.most) || asked.has(&WORDS.fewest)) && asked.has(&WORDS.paying)
}
