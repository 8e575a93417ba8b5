//! What a question says of a table's columns: which it names, and what it asks of their cells.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::condition::{Condition, Test};
use super::named::{columns, in_front, in_part, is_without, kind_of_values, only, values, wide_columns};
use super::pending::pending;
use super::question::{Bounding, QuestionWords};
use super::shape::{opening, opens_list};
use super::table::{TITLE, Table, key};
use super::{WORDS, bridges};
use crate::text::language::WordList;
use crate::text::numbers::units::Unit;
use crate::text::words::kin::stand_ins;
use crate::text::words::terms::{Stems, folded};

/// Letters of a word by which the name of a column may begin, at least one more.
const SHORT: usize = 3;

/// The columns of a table whose cells are figures, and those whose cells are days. All cells are read for them, once,
/// where a question needs to know.
pub(super) struct Kinds<'t> {
    table: &'t Table,
    figures: OnceCell<Vec<usize>>,
    days: OnceCell<Vec<usize>>,
}

impl<'t> Kinds<'t> {
    pub fn of(table: &'t Table) -> Self {
        Self { table, figures: OnceCell::new(), days: OnceCell::new() }
    }

    fn those(&self, of_kind: impl Fn(usize) -> bool) -> Vec<usize> {
        // What files and sheets are called is neither: 2021.
        let told = |&column: &usize| self.table.parts != Some(column) && of_kind(column);
        (0..self.table.columns.len()).filter(told).collect()
    }

    pub fn of_figures(&self) -> &[usize] {
        self.figures.get_or_init(|| self.those(|column| self.table.is_of_figures(column)))
    }

    pub fn of_days(&self) -> &[usize] {
        self.days.get_or_init(|| self.those(|column| self.table.is_of_days(column)))
    }

    pub fn is_figure(&self, column: usize) -> bool {
        self.of_figures().contains(&column)
    }

    pub fn is_day(&self, column: usize) -> bool {
        self.of_days().contains(&column)
    }

    /// The column of figures that is meant where a question names none: the only one, and of several the only one of
    /// money where money is asked about.
    pub fn only_figures(&self, of_money: bool) -> Option<usize> {
        let told = |column: &usize| !self.is_day(*column) && !self.table.scale(*column).clocks;
        let figures: Vec<usize> = self.of_figures().iter().copied().filter(told).collect();
        let of = |fits: &dyn Fn(usize) -> bool| only(figures.iter().copied().filter(|&column| fits(column)));
        match figures[..] {
            [only] => Some(only),
            _ if of_money => of(&|column| self.has_currency(column)).or_else(|| of(&|column| self.is_amount(column))),
            _ => None,
        }
    }

    /// The column of figures that tells what is largest, where a question names none: of those that are neither days
    /// nor times the one of money, else the only one, or the first where all put the same row in front.
    fn size(&self) -> Option<usize> {
        let told = |column: &usize| !self.is_day(*column) && !self.is_time(*column);
        let figures: Vec<usize> = self.of_figures().iter().copied().filter(told).collect();
        let money = || only(figures.iter().copied().filter(|&column| self.has_currency(column)));
        let largest = |column: usize| {
            let measured = self.table.rows.iter().enumerate();
            let measured = measured.filter_map(|(at, row)| Some((self.table.measure(row, column)?, at)));
            measured.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, at)| at)
        };
        let first = || {
            let first = *figures.first()?;
            figures.iter().all(|&column| largest(column) == largest(first)).then_some(first)
        };
        money().or_else(first)
    }

    /// True for a column whose figures are times, as cells tell or its name.
    fn is_time(&self, column: usize) -> bool {
        let scale = self.table.scale(column);
        let called = || folded(&self.table.columns[column]).iter().any(|part| Unit::of_time(part).is_some());
        scale.clocks || scale.unit.as_ref().map_or_else(called, Unit::is_time)
    }

    /// The column of figures that a question means: the only one, or of money that went out and money that came in,
    /// each in a column of its own, that which it asks about.
    pub fn figures_meant(&self, of_money: bool, asked: &QuestionWords<'_>) -> Option<usize> {
        let ledger = || self.of_ledger(asked.has(&WORDS.incoming)).filter(|_| of_money);
        let size = || if asked.has(&WORDS.large) { self.size() } else { None };
        self.only_figures(of_money).or_else(ledger).or_else(size)
    }

    /// The column of a ledger with what came in, or with what went out.
    fn of_ledger(&self, incoming: bool) -> Option<usize> {
        let called = |list: &WordList| {
            let is = |column: &usize| key(&self.table.columns[*column]).split(' ').any(|word| list.has(word));
            only(self.of_figures().iter().copied().filter(is))
        };
        let (debit, credit) = (called(&WORDS.debits)?, called(&WORDS.credits)?);
        (debit != credit).then_some(if incoming { credit } else { debit })
    }

    fn has_currency(&self, column: usize) -> bool {
        !self.table.scale(column).currencies.is_empty()
    }

    /// True for a column that is called as sums of money are.
    fn is_amount(&self, column: usize) -> bool {
        let name = key(&self.table.columns[column]);
        WORDS.amounts.has(&name) || name.split(' ').any(|word| WORDS.amounts.has(word))
    }

    /// True where some column has sums of money: its cells or its name have a currency, or the name ends as theirs do.
    /// *Net tonnes* are none.
    pub fn has_money(&self) -> bool {
        let ends = |column: usize| {
            key(&self.table.columns[column]).rsplit(' ').next().is_some_and(|last| WORDS.amounts.has(last))
        };
        self.of_figures().iter().any(|&column| self.has_currency(column) || ends(column))
    }

    /// The only column of figures that are times, where the longest is asked for and several have figures.
    pub fn only_times(&self) -> Option<usize> {
        only(self.of_figures().iter().copied().filter(|&column| self.is_time(column)))
    }

    /// The only column of figures told in the unit of a bound: "longer than an hour" of the one that has times.
    fn only_in_unit(&self, test: &Test) -> Option<usize> {
        let mut bounds = test.clone();
        let kind = bounds.bounds().find_map(|bound| Some(bound.unit.as_ref()?.kind))?;
        let told = |column: &usize| self.table.scale(*column).unit.as_ref().is_some_and(|unit| unit.kind == kind);
        only(self.of_figures().iter().copied().filter(told))
    }

    /// True for a column that only tells rows apart, and whose values nobody asks for.
    pub fn is_only_key(&self, column: usize) -> bool {
        // What documents fill in is asked for, though each fills in another.
        let filled_in = self.table.of_documents.is_some() && self.table.columns[column] != TITLE;
        !filled_in && self.table.tells_apart(column) && !self.is_figure(column) && !self.is_day(column)
    }

    /// The column of somebody: its name says so.
    fn of_persons(&self) -> Option<usize> {
        let names: Vec<String> = self.table.columns.iter().map(|name| key(name)).collect();
        let is_person = |name: &String| {
            [name.clone(), name.replace(' ', "_")].iter().any(|name| WORDS.persons.has(name))
                || name.rsplit_once(' ').is_some_and(|(_, last)| WORDS.by.has(last))
        };
        (0..names.len()).find(|&column| is_person(&names[column]) && !self.is_figure(column) && !self.is_day(column))
    }
}

/// The values of a column whose cells say no more than whether something is so.
struct Whether {
    affirming: BTreeSet<String>,
    denying: BTreeSet<String>,
}

impl Whether {
    fn of(table: &Table, column: usize) -> Option<Self> {
        let mut whether = Self { affirming: BTreeSet::new(), denying: BTreeSet::new() };
        for value in table.cells(column).filter(|cell| !cell.is_empty()).map(key) {
            match () {
                () if WORDS.affirming.has(&value) => whether.affirming.insert(value),
                () if WORDS.denying.has(&value) => whether.denying.insert(value),
                () => return None,
            };
        }
        (!whether.affirming.is_empty() || !whether.denying.is_empty()).then_some(whether)
    }
}

/// True where rows are asked for that have what a column is called, whose name stands at a word: "Which suppliers have
/// a contract?", and not "Which contract has …?".
fn has_it(asked: &QuestionWords<'_>, at: usize) -> bool {
    let asks = opens_list(asked) || asked.says(0, &WORDS.whom) || asked.has(&WORDS.counting);
    let groups = [&WORDS.grouping, &WORDS.most, &WORDS.fewest].into_iter().any(|list| asked.has(list));
    asks && !groups && at > opening(asked) + 1
}

/// What a question says of a table's columns.
pub(super) struct Told {
    /// Columns that it names, each with the place of its first word.
    pub named: Vec<(usize, usize)>,
    pub conditions: Vec<Condition>,
    /// Some column or value is told by another word than the table's own.
    pub bridged: bool,
}

impl Told {
    /// Reads what a question says of columns, and uses up its words; `None` where a bound is set to no column, or
    /// something is negated that is not understood.
    pub fn of(asked: &mut QuestionWords<'_>, table: &Table, kinds: &Kinds<'_>, stems: &mut Stems) -> Option<Self> {
        let has_days = asked.has(&WORDS.span) && !kinds.of_days().is_empty();
        let mut figures = asked.figures(has_days);
        if !figures.is_empty() && kinds.of_figures().is_empty() {
            figures.drain(..).for_each(|bound| asked.release(bound.words));
        }
        let mut days = asked.days();
        if let Some(bound) = days.take_if(|_| kinds.of_days().is_empty()) {
            asked.release(bound.words);
        }
        let mut told = Self::plainly(asked, table, kinds, !figures.is_empty(), stems);
        for bounding in figures {
            told.bound_by_figure(asked, table, kinds, bounding, stems)?;
        }
        if let Some(Bounding { test, words, .. }) = days {
            let column = nearest(&told.named, kinds.of_days(), words.start).unwrap_or(kinds.of_days()[0]);
            let negated = asked.negated(words.start);
            told.conditions.push(Condition { column, negated, test });
        }
        told.want_empty_or_filled(asked, table, kinds);
        told.use_up_names(asked, table);
        // What is left of "no" and "not" says something of the rows that is not understood.
        let negates = |word: &String| WORDS.negating.has(word) || WORDS.without.has(word) || WORDS.nobody.has(word);
        if asked.free().any(|at| negates(&asked.read[at])) {
            return None;
        }
        asked.use_up_across();
        Some(told)
    }

    /// The columns that it names and the values that it gives; of a column of figures that is only called in part where
    /// it is `bounded`, or measured.
    fn plainly(
        asked: &mut QuestionWords<'_>,
        table: &Table,
        kinds: &Kinds<'_>,
        bounded: bool,
        stems: &mut Stems,
    ) -> Self {
        let pending = pending(asked, table, kinds);
        let mut named = wide_columns(asked, table, stems);
        named.extend(behind_most(asked, table, kinds, stems));
        let mut conditions = values(asked, table, stems);
        conditions.extend(pending);
        named.extend(columns(asked, table, stems));
        named.extend(called_otherwise(asked, table));
        named.extend(kind_of_values(asked, table));
        let (stand_ins, own) = (bridges::columns(asked, table), named.len());
        let events = bridges::events(asked, table, kinds, &conditions, stems);
        named.extend(stand_ins.into_iter().chain(events.days));
        let bridged = named.len() > own || events.are_told;
        conditions.extend(events.conditions);
        // "What does the quay cost per month?" names the one column of a cost.
        let none = |named: &[(usize, usize)]| !named.iter().any(|&(column, _)| kinds.is_figure(column));
        let costs = asked.free().find(|&at| asked.says(at, &WORDS.paying)).filter(|_| none(&named));
        if let Some(at) = costs
            && let Some(column) = in_front(asked, table, kinds.of_figures(), at + 1, stems)
        {
            asked.use_up(at..at + 1);
            named.push((column, at));
        }
        let measures = [&WORDS.highest, &WORDS.lowest, &WORDS.mean, &WORDS.sum].into_iter().any(|list| asked.has(list));
        if (measures || bounded) && !named.iter().any(|&(column, _)| kinds.is_figure(column)) {
            named.extend(in_part(asked, table, kinds.of_figures(), stems));
        }
        // "Who has the most open tickets?" asks by the column of somebody.
        let most = asked.has(&WORDS.most) || asked.has(&WORDS.fewest) || asked.has(&WORDS.grouping);
        let names_one = |&(column, _): &(usize, usize)| {
            !kinds.is_figure(column) && !kinds.is_day(column) && !kinds.is_only_key(column)
        };
        if most && asked.says(0, &WORDS.whom) && !named.iter().any(names_one) && table.of_documents.is_none() {
            named.extend(kinds.of_persons().map(|column| (column, 0)));
        }
        Self { named, conditions, bridged }
    }

    /// Sets a bound to the column of figures that is meant; `None` where that is none.
    fn bound_by_figure(
        &mut self,
        asked: &mut QuestionWords<'_>,
        table: &Table,
        kinds: &Kinds<'_>,
        Bounding { mut test, words, unit }: Bounding,
        stems: &mut Stems,
    ) -> Option<()> {
        match unit {
            Some(unit) if asked.is_free(unit..unit + 1) => asked.use_up(unit..unit + 1),
            Some(_) => test.bounds().for_each(|bound| bound.unit = None),
            None => {}
        }
        let money = asked.has(&WORDS.paying)
            || asked.has(&WORDS.money)
            || test.bounds().any(|bound| bound.unit.as_ref().is_some_and(|unit| unit.is_money()));
        let column = in_front(asked, table, kinds.of_figures(), words.start, stems)
            .or_else(|| nearest(&self.named, kinds.of_figures(), words.start))
            .or_else(|| kinds.only_in_unit(&test))
            .or_else(|| kinds.only_figures(money))?;
        table.in_unit_of(column, &mut test);
        let negated = asked.negated(words.start);
        self.conditions.push(Condition { column, negated, test });
        Some(())
    }

    /// Takes of the columns that it names those rows that have nothing there, where it says so, or else those that
    /// have something.
    fn want_empty_or_filled(&mut self, asked: &mut QuestionWords<'_>, table: &Table, kinds: &Kinds<'_>) {
        let Self { named, conditions, .. } = self;
        for &(column, at) in named.iter() {
            let without = !kinds.is_only_key(column) && is_without(asked, at);
            let whether = Whether::of(table, column);
            // "not closed yet", of a column with the day it was closed, or of one that says whether it was.
            let denied = without || (kinds.is_day(column) || whether.is_some()) && asked.negated(at);
            let told = match whether {
                Some(whether) if denied => whether.denying,
                Some(whether) if has_it(asked, at) => whether.affirming,
                _ => BTreeSet::new(),
            };
            let empty = Condition { column, negated: false, test: Test::Empty };
            let without_value = denied && (told.is_empty() || table.rows.iter().any(|row| empty.holds(table, row)));
            if !conditions.iter().any(|one| one.column == column && matches!(one.test, Test::Is(_))) {
                let is = |value| Condition { column, negated: false, test: Test::Is(value) };
                conditions.extend(told.into_iter().map(is));
            }
            conditions.extend(without_value.then_some(empty));
        }
        // Of what has a number, rows without one are none (sums below a table), nor is closed what has no day of it.
        for &(column, _) in named.iter() {
            let empty = Condition { column, negated: false, test: Test::Empty };
            let some = || table.rows.iter().any(|row| empty.holds(table, row));
            let given = conditions.iter().any(|condition| condition.column == column);
            if (kinds.is_only_key(column) || kinds.is_day(column)) && !given && some() {
                conditions.push(Condition { negated: true, ..empty });
            }
        }
    }

    /// Uses up words of the names of its columns: "a month" is no more than the column of a monthly cost says.
    fn use_up_names(&self, asked: &mut QuestionWords<'_>, table: &Table) {
        let columns = self.named.iter().map(|&(column, _)| column).chain(self.conditions.iter().map(|one| one.column));
        let own: Vec<String> = columns.flat_map(|column| folded(&table.columns[column])).collect();
        for at in asked.free().collect::<Vec<_>>() {
            let word = &asked.all[at];
            let begins = |part: &String| word.len() > SHORT && part.starts_with(word.as_str()) || part == word;
            asked.used[at] |= own.iter().any(begins);
        }
    }
}

/// The column of figures of whose name the word behind *most* is: "the most customers", of those that were hit,
/// though another column may have *customer* as a value. The word is used up.
fn behind_most(
    asked: &mut QuestionWords<'_>,
    table: &Table,
    kinds: &Kinds<'_>,
    stems: &mut Stems,
) -> Option<(usize, usize)> {
    let place = asked.first_of([&WORDS.most, &WORDS.fewest])? + 1;
    let column = in_front(asked, table, kinds.of_figures(), place + 1, stems)?;
    asked.is_free(place..place + 1).then(|| {
        asked.use_up(place..place + 1);
        (column, place)
    })
}

/// The column that is called by a word which says the same as what is asked for: *vendor*, where a supplier is. The
/// word is used up.
fn called_otherwise(asked: &mut QuestionWords<'_>, table: &Table) -> Option<(usize, usize)> {
    let at = opening(asked) + 1;
    if !opens_list(asked) || !asked.is_free(at..at + 1) || table.of_text.is_some() {
        return None;
    }
    let others = stand_ins(&asked.all[at], asked.language);
    let column =
        only((0..table.columns.len()).filter(|&column| others.contains(&key(&table.columns[column]).as_str())))?;
    asked.use_up(at..at + 1);
    Some((column, at))
}

/// The named column among some that stands nearest to a word.
fn nearest(named: &[(usize, usize)], among: &[usize], at: usize) -> Option<usize> {
    let of_them = named.iter().filter(|(column, _)| among.contains(column));
    of_them.min_by_key(|(_, place)| place.abs_diff(at)).map(|(column, _)| *column)
}
