//! What a question wants of a table: which rows by the values, figures and days in their columns and the words besides, and
//! whether they are to be listed, counted, grouped, summed up or put in order, or one cell of one row to be told.

use std::collections::BTreeMap;

use super::WORDS;
use super::asked::QuestionWords;
use super::condition::{Condition, Test};
use super::named::noun;
pub(super) use super::shape::RowOperation;
use super::shape::{asks_for_rows, grouped, is_of_figures, opens_list, shape};
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
    /// True where the question has a word for the rows, a column's name or a value; days and figures name nothing.
    pub names_table: bool,
    /// True where it has a column's name, or the whole of a value beside a word for the rows.
    pub names_column: bool,
    /// True where the value that most rows have is asked for.
    pub most: bool,
    /// True where rows are counted, and not the values of the column that is named.
    pub counts_rows: bool,
    /// How many words of the question it understands as those of the table.
    pub understood: usize,
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
        if let Some(RowOperation::Figures { .. }) = per_group {
            for at in asked.free().collect::<Vec<_>>() {
                asked.used[at] = asked.says(at, &WORDS.money) || asked.says(at, &WORDS.paying);
            }
        }
        let called = noun(&mut asked, table, stems);
        let called_rows = called.is_some();
        let is_named = called_rows || by_key;
        let mut words: Vec<String> = asked.free().map(|at| stems.stem(&asked.all[at]).to_owned()).collect();
        let mut stranger = called.flatten().filter(|_| conditions.is_empty() && words.is_empty());
        // "How many boats are there?" counts the rows that say so, where any does.
        if let Some(stem) = stranger.as_deref().map(|word| stems.stem(word).to_owned()) {
            let says = |row: &Row| row.said().flat_map(terms::words).any(|word| stems.stem(word.text) == stem);
            if table.rows.iter().any(says) {
                words.push(stem);
                stranger = None;
            }
        }
        let understood = asked.understood();
        let is_value = |condition: &Condition| matches!(condition.test, Test::Is(_));
        let names_table = is_named || !named.is_empty() || conditions.iter().any(is_value);
        let names_column = !named.is_empty() || called_rows && conditions.iter().any(is_value);
        let most = asked.has(&WORDS.most) || asked.has(&WORDS.fewest);
        // "How many owners are there?" counts owners, "How many tickets does each owner have?" tickets.
        let counting = (0..asked.all.len()).find(|&at| asked.says(at, &WORDS.counting));
        let counts_rows = counting.is_some_and(|at| !named.iter().any(|&(_, place)| place == at + 1)) && !most;
        let mut plan = Plan {
            shape: RowOperation::List,
            conditions,
            words,
            stranger,
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
        let behind = named.iter().filter(|&&(column, at)| superlative < Some(at) && kinds.is_figure(column));
        let nearest = behind.min_by_key(|&&(_, at)| at).map(|&(column, _)| column).filter(|_| superlative.is_some());
        let wanted = named.iter().map(|&(column, _)| column);
        let wanted = wanted.filter(|column| !given(column) && !kinds.is_only_key(*column)).min();
        // "The most expensive item" is told by its price.
        let costly = asked.has(&WORDS.costly);
        let priced = |column: &usize| !costly || kinds.is_figure(*column);
        // Where a question names no column of figures, a superlative may be told by the only one: "the largest expense".
        let ranked = asked.read.iter().any(|word| is_of_figures(word)) && table.of_documents.is_none();
        let by_only = || kinds.only_figures(costly).filter(|_| ranked);
        // "The widest crack" of a wall is told by a figure, whatever else is named.
        let figured =
            |column: &usize| !ranked || asked.language.is_none() || kinds.is_figure(*column) || kinds.is_day(*column);
        let wanted = nearest.or(wanted).filter(priced).filter(figured).or_else(by_only);
        let of_one = taken == 1 && !plan.conditions.is_empty();
        plan.shape = match per_group {
            Some(shape) if !of_one => shape,
            _ => shape(&asked, table, &kinds, wanted.map(|column| (column, of_one))),
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

#[cfg(test)]
mod tests {
    use super::super::table::tests::tickets;
    use super::*;
    use crate::model::{DocumentId, Span};

    fn plan(question: &str) -> Option<Plan> {
        Plan::of(question, &tickets(), &["gate".to_owned()], &mut Stems::default())
    }

    fn is(column: usize, value: &str) -> Condition {
        Condition { column, negated: false, test: Test::Is(value.to_owned()) }
    }

    /// How many of the four tickets are taken.
    fn taken(question: &str) -> Option<usize> {
        let (table, mut stems) = (tickets(), Stems::default());
        plan(question).map(|plan| table.rows.iter().filter(|row| plan.takes(&table, row, &mut stems)).count())
    }

    fn shape(question: &str) -> Option<RowOperation> {
        plan(question).map(|plan| plan.shape)
    }

    #[test]
    fn values_are_told_from_columns_and_from_what_rows_are_called() {
        let open = plan("Which tickets are open?").expect("a plan");
        assert_eq!((open.shape, open.conditions.as_slice()), (RowOperation::List, [is(1, "open")].as_slice()));
        let high = plan("How many tickets have high severity?").expect("a plan");
        assert_eq!((high.shape, high.conditions.as_slice()), (RowOperation::Count, [is(2, "high")].as_slice()));
        assert!(high.words.is_empty());
        let both = plan("Which open tickets speak of the lamp?").expect("a plan");
        assert_eq!((both.conditions.len(), both.words.as_slice()), (1, ["lamp".to_owned()].as_slice()));
    }

    #[test]
    fn rows_are_counted_grouped_and_put_in_order() {
        assert_eq!(shape("How many tickets are there?"), Some(RowOperation::Count));
        assert_eq!(shape("Who owns the most tickets?"), Some(RowOperation::Group { column: 4, fewest: false }));
        assert_eq!(shape("List all owners."), Some(RowOperation::Group { column: 4, fewest: false }));
        assert_eq!(shape("Who owns the closed ones?"), Some(RowOperation::Group { column: 4, fewest: false }));
        assert_eq!(shape("What was the latest ticket?"), Some(RowOperation::ByDate { column: Some(3), newest: true }));
        assert_eq!(
            shape("When was the first ticket opened?"),
            Some(RowOperation::ByDate { column: Some(3), newest: false })
        );
    }

    #[test]
    fn figures_are_put_in_order_and_summed_up() {
        assert_eq!(
            shape("Which ticket has the most days open?"),
            Some(RowOperation::ByFigure { column: 5, highest: true })
        );
        assert_eq!(
            shape("Which has the lowest days open?"),
            Some(RowOperation::ByFigure { column: 5, highest: false })
        );
        assert_eq!(shape("What is the average days open?"), Some(RowOperation::Mean { column: 5 }));
        assert_eq!(shape("What is the total of days open?"), Some(RowOperation::Sum { column: 5 }));
        assert_eq!(shape("How many days open have the closed tickets?"), Some(RowOperation::Sum { column: 5 }));
    }

    #[test]
    fn a_cell_of_one_row_is_told() {
        assert_eq!(shape("Who owns L-2?"), Some(RowOperation::Cell { column: 4 }));
        assert_eq!(shape("What is the status of L-1?"), Some(RowOperation::Cell { column: 1 }));
        assert_eq!(shape("When was L-3 opened?"), Some(RowOperation::Cell { column: 3 }));
        assert_eq!(shape("How many days open has L-3?"), Some(RowOperation::Cell { column: 5 }));
    }

    #[test]
    fn rows_are_taken_by_what_they_are_not_and_by_bounds() {
        for (question, number) in [
            ("How many tickets are not open?", 2),
            ("Which tickets are open but not high?", 1),
            ("Which tickets are neither open nor closed?", 0),
            ("Which tickets are not open or closed?", 0),
            ("How many tickets are owned by Tom Reed or Ada Voss?", 4),
            ("How many tickets have days open above 10?", 2),
            ("Which tickets have at least 12 days open?", 2),
            ("How many tickets were opened in February 2024?", 4),
            ("How many tickets were not opened in February 2024?", 0),
            ("Which tickets were opened after 2 February 2024?", 2),
            ("Which tickets have no owner?", 0),
            ("Which tickets does nobody own?", 0),
            ("How many tickets except the open ones are low?", 1),
        ] {
            assert_eq!(taken(question), Some(number), "{question}");
        }
    }

    #[test]
    fn a_strange_name_for_the_rows_is_told() {
        assert_eq!(plan("How many boats are there?").and_then(|plan| plan.stranger).as_deref(), Some("boats"));
        assert_eq!(plan("How many rows are there?").and_then(|plan| plan.stranger), None);
        assert_eq!(taken("How many hinges are there?"), Some(1));
    }

    #[test]
    fn documents_are_asked_for_by_what_they_fill_in() {
        let mut table = Table { name: "outages".to_owned(), of_documents: Some(5), ..Table::default() };
        let rows = [
            ("Quay", "open", "43 minutes", "AV; TR"),
            ("Weir", "closed", "2 hours", "AV"),
            ("Lamp", "solved", "5 min", "KL"),
        ];
        for (number, (title, status, length, there)) in (0u32..).zip(rows) {
            let mut row = Row::of(DocumentId(number), title, None);
            for (label, cell) in [("Status", status), ("Time to recovery", length), ("Attendees", there)] {
                let column = table.column_like(label);
                cell.split("; ").for_each(|value| row.put(column, value, Span::new(0, 4)));
            }
            table.push(row);
        }
        table.settle();
        let mut stems = Stems::default();
        let mut plan =
            |question: &str| Plan::of(question, &table, &[], &mut stems).filter(|plan| plan.words.is_empty());
        for (question, column) in [
            ("which tickets are still open", 0),
            ("Which incident was closed?", 0),
            ("How many outages are solved?", 0),
            ("Which incidents took longer than 60 minutes to recover?", 1),
            ("Which outages did AV attend?", 2),
        ] {
            let found = plan(question).unwrap_or_else(|| panic!("{question}"));
            assert!(found.names_column && found.conditions[0].column == column, "{question}: {found:?}");
        }
        let most = plan("Who attended the most incidents?").expect("a plan");
        assert_eq!((most.shape, most.most), (RowOperation::Group { column: 2, fewest: false }, true));
        let longest = plan("Which incident had the longest time to recovery?").expect("a plan");
        assert_eq!(longest.shape, RowOperation::ByFigure { column: 1, highest: true });
        assert!(plan("Which outages did the storm cause?").is_none());
        assert!(plan("Which outage has the most attendees?").is_none());
        assert!(plan("Which outage has the highest status?").is_none());
        let hour = plan("Which outages took longer than an hour to recover?").expect("a plan");
        assert_eq!(hour.conditions.len(), 1);
    }

    #[test]
    fn what_asks_for_no_rows_or_for_what_none_has_is_left_to_others() {
        for question in [
            "Which gates are open?",
            "Who has no open tickets?",
            "Who does not own any ticket?",
            "Which tickets speak of the moon?",
            "Which way did she go?",
            "",
        ] {
            assert_eq!(plan(question), None, "{question}");
        }
    }
}
