//! What a question wants of a table: which rows by the values, figures and days in their columns and the words besides,
//! and whether they are to be listed, counted, grouped, summed up or put in order, or one cell of one row to be told.

use std::collections::BTreeMap;

use super::columns::{Kinds, Told};
use super::condition::{Condition, Test};
use super::named::{file_is_named, noun};
use super::question::QuestionWords;
pub(super) use super::shape::RowOperation;
use super::shape::{Adds, asks_for_rows, grouped, is_of_figures, opens_list, shape};
use super::table::{Row, Table, key};
use super::wanted::{ColumnsAsked, Sums, is_no_party, pays_most};
use super::{WORDS, bridges};
use crate::text::question::{is_framing, is_light};
use crate::text::words::terms::{self, Stems};

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
    /// True where a column or a value is told by another word than the table's own: *last* of a duration.
    pub bridged: bool,
    /// How many words of the question it understands as those of the table, and how many columns it has of them.
    pub understood: (usize, usize),
}

impl Plan {
    /// True where rows are held against each other, or against a bound.
    pub fn compares(&self) -> bool {
        match self.shape {
            RowOperation::List | RowOperation::Count => self.conditions.iter().any(Condition::is_bound),
            RowOperation::Group { .. } => self.most,
            RowOperation::Figures { .. }
            | RowOperation::ByDate { .. }
            | RowOperation::ByFigure { .. }
            | RowOperation::Mean { .. } => true,
            RowOperation::Sum { .. } | RowOperation::Each { .. } | RowOperation::Cell { .. } => false,
        }
    }

    /// Reads a question as one of a table; `None` where it asks for no rows, or for something that no row has.
    pub fn of(question: &str, table: &Table, others: &[String], stems: &mut Stems) -> Option<Plan> {
        let mut asked = QuestionWords::of(question);
        if !asks_for_rows(&asked) {
            return None;
        }
        let kinds = Kinds::of(table);
        let by_file = file_is_named(&mut asked, table) || table.of_kind;
        let Told { named, conditions, bridged } = Told::of(&mut asked, table, &kinds, stems)?;
        if bridges::asks_how_long(&asked) && !named.iter().any(|&(column, _)| kinds.is_figure(column)) {
            return None;
        }
        use_asking_words(&mut asked);
        if is_of_another(&asked, table, others, &kinds, &named, stems) {
            return None;
        }
        let by_key = named.iter().any(|&(column, _)| table.tells_apart(column) && !kinds.is_figure(column));
        let per_group = grouped(&asked, table, &kinds, &named);
        let sums = asks_for_sum(&asked);
        // "How many litres did Orsk receive?" asks of them, and of no word for it.
        let of_flow = went(&asked, &named) && named.iter().any(|&(column, _)| kinds.is_figure(column));
        let sums_some = (sums || of_flow) && !conditions.is_empty();
        if matches!(per_group, Some(RowOperation::Figures { .. })) || sums_some || pays_most(&asked) {
            use_words_of_money(&mut asked);
        }
        let payment = (ColumnsAsked { asked: &asked, table, kinds: &kinds, named: &named }).payment();
        // Invoices may be what the rows are.
        let own = payment.is_some_and(|at| table.called(stems).contains(&stems.stem(&asked.all[at]).to_owned()));
        if let Some(at) = payment {
            asked.use_up(at..at + 1);
        }
        let called = noun(&mut asked, table, stems).or(own.then_some(None));
        let called_rows = called.is_some() || by_file;
        let is_named = called_rows || by_key;
        let mut words: Vec<String> = asked.free().map(|at| stems.stem(&asked.all[at]).to_owned()).collect();
        let unknown = called.clone().flatten().map(|word| stems.stem(&word).to_owned());
        let mut stranger = called.flatten().filter(|_| conditions.is_empty() && words.is_empty());
        // "How many boats are there?" counts the rows that say so, where any does.
        if let Some(stem) = stranger.as_deref().map(|word| stems.stem(word).to_owned())
            && is_said(table, &stem, stems)
        {
            words.push(stem);
            stranger = None;
        }
        // "Who owns the most decisions?" asks nothing of services; what one is named in is no count of what he did.
        let most_at = (0..asked.all.len()).find(|&at| asked.says(at, &WORDS.most) || asked.says(at, &WORDS.fewest));
        let of_most = most_at.is_some_and(|at| called_is(&asked, at + 1, unknown.as_deref(), stems));
        let is_strange = unknown.is_some_and(|stem| {
            let counts = conditions.is_empty() || table.of_documents.is_some();
            let said = counts && is_said(table, &stem, stems);
            of_most || named.is_empty() && !by_file && !bridged && !said
        });
        let understood = (asked.understood(), named.len());
        let is_value = |condition: &Condition| matches!(condition.test, Test::Is(_));
        let names_table = is_named || !named.is_empty() || conditions.iter().any(is_value);
        // "Longer than an hour" names the one column of times.
        let tells = |condition: &Condition| is_value(condition) || condition.is_bound();
        let names_column = !named.is_empty() || (called_rows || bridged) && conditions.iter().any(tells);
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
            bridged,
            understood,
        };
        let taken = table.rows.iter().filter(|row| plan.takes(table, row, stems)).count();
        let columns = ColumnsAsked { asked: &asked, table, kinds: &kinds, named: &named };
        let counts = counting.is_some();
        let wanted = columns
            .wanted(&plan.conditions, &Sums { asked: sums, of_all_rows: is_named && !counts, of_one_row: taken == 1 });
        let of_one = taken == 1 && !plan.conditions.is_empty();
        let adds = match () {
            () if sums => Adds::Asked,
            () if went(&asked, &named) => Adds::All,
            // What the rows of a table inside a text have need not be parts of one whole.
            () if plan.conditions.is_empty() && plan.words.is_empty() && table.of_text.is_none() => Adds::All,
            () => Adds::Not,
        };
        plan.shape = match per_group {
            Some(shape) if !of_one => shape,
            _ => shape(&asked, table, &kinds, wanted.map(|column| (column, of_one)), adds),
        };
        // What is paid to somebody whom a cell names is asked of the column of money.
        let pays = asked.has(&WORDS.paying) && kinds.has_money();
        let summed = pays && matches!(plan.shape, RowOperation::Sum { .. });
        let ranked = columns.of_payments() && matches!(plan.shape, RowOperation::ByFigure { .. });
        plan.names_column |=
            (summed || ranked) && plan.conditions.iter().any(|condition| matches!(condition.test, Test::Is(_)));
        let money = match plan.shape {
            RowOperation::Sum { column } | RowOperation::Each { column } => Some(column),
            _ => None,
        };
        let no_party = |money| is_no_party(&asked, table, &named, &plan.conditions, money);
        if money.is_some_and(no_party) || plan.misreads(&asked, &columns, taken) {
            return None;
        }
        plan.is_answer(&asked, Naming { rows: is_named, key: by_key }, taken, wanted.is_some()).then_some(plan)
    }

    /// True where the highest or the most is asked of something else than what it tells, of rows of which so many are
    /// `taken`.
    fn misreads(&self, asked: &QuestionWords<'_>, columns: &ColumnsAsked<'_>, taken: usize) -> bool {
        if matches!(self.shape, RowOperation::ByFigure { .. }) {
            // A row is no highest of those that have some word where no other has that.
            let alone = taken == 1 && self.conditions.is_empty() && !self.words.is_empty();
            if alone || !columns.tell_superlative() {
                return true;
            }
        }
        // The longest boat is not the one that is named most often, nor told by all of them; "the minimum number of
        // stations" is no number of rows.
        let groups = matches!(self.shape, RowOperation::Group { .. });
        let counts_all = matches!(self.shape, RowOperation::Count | RowOperation::List) && self.conditions.is_empty();
        (groups || counts_all) && asked.read.iter().any(|word| is_of_figures(word))
    }

    /// True where what it tells is an answer, as the question names the table, of whose rows so many are `taken`, and
    /// where a column is `wanted`.
    fn is_answer(&self, asked: &QuestionWords<'_>, named: Naming, taken: usize, wanted: bool) -> bool {
        let is_named = named.rows;
        let says_which = !self.conditions.is_empty() || !self.words.is_empty();
        let is_whole = match self.shape {
            // "List the boats" of a table of boats: each row is called by one.
            RowOperation::List => named.key && self.words.is_empty() && opens_list(asked),
            RowOperation::Count | RowOperation::ByDate { .. } => is_named,
            _ => true,
        };
        // One row is told by what it says, unless one of its cells is asked for.
        let ordering = [&WORDS.newest, &WORDS.oldest, &WORDS.highest, &WORDS.lowest, &WORDS.counting];
        let ordered = ordering.into_iter().any(|list| asked.has(list));
        let several = opens_list(asked)
            || ordered
            || !matches!(self.shape, RowOperation::List | RowOperation::Count | RowOperation::Group { .. })
            || taken > 1 && (wanted || self.bridged && asked.says(0, &WORDS.whom))
            || self.conditions.iter().any(|condition| !matches!(condition.test, Test::Is(_)));
        // Of what no row has the table can say so only where every word of the question is understood.
        let answers = taken > 0
            || is_named && self.words.is_empty() && matches!(self.shape, RowOperation::List | RowOperation::Count);
        // "How many loaves were ordered?" counts no rows of orders where nothing there is called a loaf, nor those of
        // some day.
        let counted = (1..asked.all.len()).find(|&at| asked.says(at - 1, &WORDS.counting));
        let of_another = self.shape == RowOperation::Count
            && (!says_which || self.is_of_days())
            && counted.is_some_and(|at| !asked.used[at] && asked.all.len() > at + 1);
        if of_another {
            return false;
        }
        let is_of_it = is_whole || says_which && (is_named || !self.conditions.is_empty());
        answers && several && is_of_it
    }

    /// What the one cell says that is asked for.
    pub fn cell(&self, table: &Table, stems: &mut Stems) -> Option<String> {
        let RowOperation::Cell { column } = self.shape else { return None };
        let row = table.rows.iter().find(|row| self.takes(table, row, stems))?;
        row.cells.get(&column).map(|cell| key(cell))
    }

    /// The column that is asked for, or by which rows are taken.
    pub fn column(&self) -> Option<usize> {
        match self.shape {
            RowOperation::Group { column, .. }
            | RowOperation::ByFigure { column, .. }
            | RowOperation::Mean { column }
            | RowOperation::Sum { column }
            | RowOperation::Each { column }
            | RowOperation::Cell { column } => Some(column),
            RowOperation::Figures { by, .. } => Some(by),
            RowOperation::ByDate { column, .. } => column,
            RowOperation::List | RowOperation::Count => self.conditions.first().map(|condition| condition.column),
        }
    }

    /// True where rows are taken by their days and figures alone.
    pub fn is_of_days(&self) -> bool {
        !self.conditions.is_empty() && !self.conditions.iter().any(Condition::is_value)
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

/// What a question names of a table.
#[derive(Clone, Copy)]
struct Naming {
    /// It has a word for the rows.
    rows: bool,
    /// It has the name of a column by which rows are told apart.
    key: bool,
}

/// True for a question that no row of the table answers: it is of another one's rows, of what no field of documents
/// tells, or of money where the table has none.
fn is_of_another(
    asked: &QuestionWords<'_>,
    table: &Table,
    others: &[String],
    kinds: &Kinds<'_>,
    named: &[(usize, usize)],
    stems: &mut Stems,
) -> bool {
    // What another table is of is none of this one's rows.
    if asked.free().any(|at| others.contains(&stems.stem(&asked.all[at]).to_owned())) {
        return true;
    }
    if table.of_documents.is_some() && asks_beyond_fields(asked, kinds, named) {
        return true;
    }
    // "Who received the most money?" is not told by tonnes.
    let figured = named.iter().any(|&(column, _)| kinds.is_figure(column));
    asked.has(&WORDS.money) && !figured && !kinds.has_money()
}

/// True where figures are to be summed up: "How much money was paid to the harbour?" is of all that was.
fn asks_for_sum(asked: &QuestionWords<'_>) -> bool {
    let flows = asked.has(&WORDS.much) && (asked.has(&WORDS.money) || asked.has(&WORDS.flowing));
    asked.has(&WORDS.sum) || flows
}

/// True where figures are of what went or was done, which is more with every row, and not of what there is.
fn went(asked: &QuestionWords<'_>, named: &[(usize, usize)]) -> bool {
    let flows = [&WORDS.money, &WORDS.paying, &WORDS.flowing].into_iter().any(|list| asked.has(list));
    flows || named.iter().any(|&(_, at)| asked.is_done(at))
}

/// Marks the words for money and for paying it as understood, and those alone.
fn use_words_of_money(asked: &mut QuestionWords<'_>) {
    for at in asked.free().collect::<Vec<_>>() {
        asked.used[at] = [&WORDS.money, &WORDS.paying, &WORDS.flowing].iter().any(|list| asked.says(at, list));
    }
}

/// Marks the words that only ask as understood.
fn use_asking_words(asked: &mut QuestionWords<'_>) {
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
}

/// True for a question that the fields which documents fill in do not answer.
fn asks_beyond_fields(asked: &QuestionWords<'_>, kinds: &Kinds<'_>, named: &[(usize, usize)]) -> bool {
    // "Which has the most authors?" asks how many each has.
    let of_each = |&(_, at): &(usize, usize)| at > 0 && asked.says(at - 1, &WORDS.most);
    // What is highest is told by figures and days.
    let ranks = (asked.has(&WORDS.highest) || asked.has(&WORDS.lowest)) && !asked.has(&WORDS.most);
    let measured = |&(column, _): &(usize, usize)| kinds.is_figure(column) || kinds.is_day(column);
    opens_list(asked) && named.iter().any(of_each) || ranks && !named.iter().any(measured)
}

/// True where a word of the question has a stem.
fn called_is(asked: &QuestionWords<'_>, at: usize, stem: Option<&str>, stems: &mut Stems) -> bool {
    asked.all.get(at).is_some_and(|word| Some(stems.stem(word)) == stem)
}

/// True where some row says a word, by its stem.
fn is_said(table: &Table, stem: &str, stems: &mut Stems) -> bool {
    let mut said = table.rows.iter().flat_map(Row::said).flat_map(terms::words);
    said.any(|word| stems.stem(word.text) == stem)
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "bridge_tests.rs"]
mod bridge_tests;

#[cfg(test)]
#[path = "cell_tests.rs"]
mod cell_tests;
