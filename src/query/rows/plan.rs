//! What a question wants of a table: which value in which column, which words besides, and whether rows are to be listed,
//! counted, grouped or put in the order of their dates.

use std::collections::BTreeMap;

use unicode_segmentation::UnicodeSegmentation;

use super::WORDS;
use super::table::{Row, Table, key};
use crate::text::fold::singular;
use crate::text::question::{is_framing, is_light};
use crate::text::terms::{Stems, fold, words};

/// Words of the longest value that is looked for.
const LONGEST_VALUE: usize = 6;
/// Letters that the name of a column and a word for it begin with alike: *owner* and *owns*.
const ALIKE: usize = 3;

fn opens_list(question: &str) -> bool {
    question.unicode_words().next().is_some_and(|first| WORDS.listing.has(&fold(first)))
}

/// True for a question that may ask for the values of a column: "Who maintains the gate?".
fn asks_for_a_column(question: &str) -> bool {
    question.unicode_words().next().is_some_and(|first| WORDS.of_a_column.has(&fold(first)))
}

/// True for a question that wants rows listed, counted, held against each other or put in order, whatever they are.
pub(super) fn asks_for_rows(question: &str) -> bool {
    let lists = [&WORDS.counting, &WORDS.newest, &WORDS.oldest, &WORDS.most, &WORDS.fewest];
    opens_list(question)
        || asks_for_a_column(question)
        || question.unicode_words().any(|word| lists.iter().any(|list| list.has(&fold(word))))
}

/// What is done with the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    List,
    Count,
    /// By the value of a column; the fewest first where they are asked for.
    Group {
        column: usize,
        fewest: bool,
    },
    ByDate {
        newest: bool,
    },
}

/// What a question wants of one table.
#[derive(Debug, PartialEq)]
pub(super) struct Plan {
    pub shape: Shape,
    /// Columns with the folded value that their cells have.
    pub values: Vec<(usize, String)>,
    /// Stems of words that stand in the row somewhere.
    pub words: Vec<String>,
    /// How many words of the question it understands as those of the table.
    pub understood: usize,
}

/// A question's words, and which of them are understood.
struct Words {
    all: Vec<String>,
    used: Vec<bool>,
}

impl Words {
    fn free(&self) -> impl Iterator<Item = usize> {
        (0..self.all.len()).filter(|&at| !self.used[at])
    }

    fn has(&self, of: impl Fn(&str) -> bool) -> bool {
        self.all.iter().any(|word| of(word))
    }
}

impl Plan {
    /// Reads a question as one of a table; `None` where it asks for no rows, or for something that no row has.
    pub fn of(question: &str, table: &Table, others: &[String], stems: &mut Stems) -> Option<Plan> {
        let all: Vec<String> = words(question).map(|word| fold(word.text)).collect();
        let mut asked = Words { used: vec![false; all.len()], all };
        if !asks_for_rows(question) {
            return None;
        }
        let counts = asked.has(|word| WORDS.counting.has(word));
        let (newest, oldest) = (asked.has(|word| WORDS.newest.has(word)), asked.has(|word| WORDS.oldest.has(word)));
        let (most, fewest) = (asked.has(|word| WORDS.most.has(word)), asked.has(|word| WORDS.fewest.has(word)));
        let lists = opens_list(question);
        let values = values(&mut asked, table);
        // "Who maintains the gate?": a column is asked for of the rows with a value of another.
        let asks_for_one = asks_for_a_column(question);
        let (group, by_key) = columns(&mut asked, table, &values, stems);
        for at in asked.free().collect::<Vec<_>>() {
            let word = &asked.all[at];
            asked.used[at] = WORDS.asking.has(word) || is_framing(word) || is_light(word);
        }
        // What another table is of is none of this one's rows.
        if asked.free().any(|at| others.iter().any(|other| other == stems.stem(&asked.all[at]))) {
            return None;
        }
        let named = noun(&mut asked, table, stems) || by_key;
        let words: Vec<String> = asked.free().map(|at| stems.stem(&asked.all[at]).to_owned()).collect();
        let dated = table.rows.iter().filter(|row| row.dated.is_some()).count() * 2 > table.rows.len();
        let shape = match group {
            Some(column) if most || fewest || counts || lists || asks_for_one => Shape::Group { column, fewest },
            _ if (newest || oldest) && dated => Shape::ByDate { newest },
            _ if counts => Shape::Count,
            _ => Shape::List,
        };
        // "Which tickets are there?" lists nothing in particular.
        let says_which = !values.is_empty() || !words.is_empty();
        let is_whole = matches!(shape, Shape::Count | Shape::ByDate { .. }) && named || group.is_some();
        let understood = asked.all.len() - words.len();
        let plan = Plan { shape, values, words, understood };
        let taken = table.rows.iter().filter(|row| plan.takes(row, stems)).count();
        // One row is told by what it says.
        let several = lists || counts || newest || oldest || most || fewest || taken > 1 && group.is_some();
        (taken > 0 && several && (is_whole || says_which && (named || !plan.values.is_empty()))).then_some(plan)
    }

    /// True for a row with every value and every word.
    pub fn takes(&self, row: &Row, stems: &mut Stems) -> bool {
        let mut of_column: BTreeMap<usize, bool> = BTreeMap::new();
        for (column, value) in &self.values {
            let has = row.cells.get(column).is_some_and(|cell| key(cell) == *value);
            *of_column.entry(*column).or_default() |= has;
        }
        if !of_column.values().all(|has| *has) {
            return false;
        }
        self.words.is_empty() || {
            let said: Vec<String> = words(&row.text).map(|word| stems.stem(word.text).to_owned()).collect();
            self.words.iter().all(|word| said.contains(word))
        }
    }
}

/// The values of cells that the question has in full, the longest first; a bare number is one only beside its column.
fn values(asked: &mut Words, table: &Table) -> Vec<(usize, String)> {
    let by_value = table.by_value();
    let mut found = Vec::new();
    for wide in (1..=LONGEST_VALUE.min(asked.all.len())).rev() {
        for start in 0..=asked.all.len() - wide {
            let run = start..start + wide;
            if asked.used[run.clone()].iter().any(|used| *used) {
                continue;
            }
            let value = asked.all[run.clone()].join(" ");
            let Some(columns) = by_value.get(&value) else { continue };
            let is_named = |column: &usize| {
                let name = key(&table.columns[*column]);
                asked.all.iter().any(|word| *word == name)
            };
            let column = columns.iter().copied().find(is_named);
            let plain = value.chars().all(|c| c.is_ascii_digit()) || wide == 1 && WORDS.asking.has(&value);
            if let Some(column) = column.or_else(|| columns.first().copied().filter(|_| !plain)) {
                asked.used[run].iter_mut().for_each(|used| *used = true);
                found.push((column, value));
            }
        }
    }
    found
}

/// Marks the names of columns; returns the one that is asked for, not one whose value is given, and whether rows are called by
/// the column that tells each from all others: *ticket*.
fn columns(asked: &mut Words, table: &Table, values: &[(usize, String)], stems: &mut Stems) -> (Option<usize>, bool) {
    let (mut wanted, mut by_key) = (None, false);
    for (column, name) in table.columns.iter().enumerate() {
        let names: Vec<String> = words(name).map(|word| stems.stem(word.text).to_owned()).collect();
        let [name] = names.as_slice() else { continue };
        let given = values.iter().any(|(known, _)| *known == column);
        for at in asked.free().collect::<Vec<_>>() {
            let word = stems.stem(&asked.all[at]).to_owned();
            let alike = word.len() >= ALIKE && name.starts_with(&word) && name.len() <= word.len() + 2;
            if *name != word && !alike {
                continue;
            }
            asked.used[at] = true;
            match table.tells_apart(column) {
                true => by_key = true,
                false if !given => wanted = wanted.or(Some(column)),
                false => {}
            }
        }
    }
    (wanted, by_key)
}

/// Marks what rows are called: by the file's name, or by the plural behind what asks for them.
fn noun(asked: &mut Words, table: &Table, stems: &mut Stems) -> bool {
    let file = table.called(stems);
    let mut found = asked.has(|word| WORDS.rows.has(word));
    for at in asked.free().collect::<Vec<_>>() {
        let word = asked.all[at].clone();
        // Between it and what announces it stand only words that are understood.
        let announces = |before: &usize| WORDS.announcing.has(&asked.all[*before]);
        let front = (0..at).rev().find(|before| !asked.used[*before] || announces(before));
        let announced = front.as_ref().is_some_and(announces) && singular(&word) != word;
        if announced || file.contains(&stems.stem(&word).to_owned()) {
            asked.used[at] = true;
            found = true;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::tickets;
    use super::*;

    fn plan(question: &str) -> Option<Plan> {
        Plan::of(question, &tickets(), &["gate".to_owned()], &mut Stems::default())
    }

    fn shape(question: &str) -> Option<Shape> {
        plan(question).map(|plan| plan.shape)
    }

    #[test]
    fn values_are_told_from_columns_and_from_what_rows_are_called() {
        let open = plan("Which tickets are open?").expect("a plan");
        assert_eq!((open.shape, open.values.as_slice()), (Shape::List, [(1, "open".to_owned())].as_slice()));
        let high = plan("How many tickets have high severity?").expect("a plan");
        assert_eq!((high.shape, high.values.as_slice()), (Shape::Count, [(2, "high".to_owned())].as_slice()));
        assert!(high.words.is_empty());
        let both = plan("Which open tickets speak of the lamp?").expect("a plan");
        assert_eq!((both.values.len(), both.words.as_slice()), (1, ["lamp".to_owned()].as_slice()));
    }

    #[test]
    fn rows_are_counted_grouped_and_put_in_order() {
        assert_eq!(shape("How many tickets are there?"), Some(Shape::Count));
        assert_eq!(shape("Who owns the most tickets?"), Some(Shape::Group { column: 4, fewest: false }));
        assert_eq!(shape("List all owners."), Some(Shape::Group { column: 4, fewest: false }));
        assert_eq!(shape("Who owns the closed ones?"), Some(Shape::Group { column: 4, fewest: false }));
        assert_eq!(shape("What was the latest ticket?"), Some(Shape::ByDate { newest: true }));
    }

    #[test]
    fn what_asks_for_no_rows_or_for_what_none_has_is_left_to_others() {
        for question in [
            "Which gates are open?",
            "Who owns L-2?",
            "What is the status of L-1?",
            "Which tickets speak of the moon?",
            "Which way did she go?",
            "",
        ] {
            assert_eq!(plan(question), None, "{question}");
        }
    }
}
