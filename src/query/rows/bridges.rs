//! Columns and values that a question has by other words than the table: "How long did it last?" asks for a *Duration*,
//! "When did Ada Voss die?" for the day of a row that has a *burial*.

use super::columns::Kinds;
use super::condition::{Condition, Test};
use super::named::only;
use super::question::QuestionWords;
use super::table::{Table, key};
use crate::text::language::{WordList, word_lists};
use crate::text::words::terms::Stems;

word_lists! {
    static WORDS = "bridges.toml":
        lasting, long, lasting_words, durations, aging, ages, owning, owners, leading, leaders, weighing, weights, costing,
        costs, dying, deaths, burying, burials, bearing, births, baptising, baptisms, marrying, weddings, when, pronouns
}

/// Words in front of an adjective that asks for a column, at most: "and how long".
const FRONT: usize = 3;

/// True for a question that opens with what stands for a column: "How long did it last?", "How old was she?".
pub(super) fn open_question(asked: &QuestionWords<'_>) -> bool {
    let opens = |words: &WordList| (0..FRONT).any(|at| asked.says(at, words));
    [&WORDS.lasting, &WORDS.aging, &WORDS.weighing].into_iter().any(opens)
}

/// True for a question for how long something went on: a day or a word in a cell is no answer to it.
pub(super) fn asks_how_long(asked: &QuestionWords<'_>) -> bool {
    (0..FRONT).any(|at| asked.says(at, &WORDS.long)) && asked.has(&WORDS.lasting_words)
}

/// True for a question that asks for the day of something.
pub(super) fn asks_when(asked: &QuestionWords<'_>) -> bool {
    asked.says(0, &WORDS.when)
}

/// Words of questions, each list with the names of columns that they ask for.
fn fields() -> [(&'static WordList, &'static WordList); 6] {
    [
        (&WORDS.lasting, &WORDS.durations),
        (&WORDS.aging, &WORDS.ages),
        (&WORDS.owning, &WORDS.owners),
        (&WORDS.leading, &WORDS.leaders),
        (&WORDS.weighing, &WORDS.weights),
        (&WORDS.costing, &WORDS.costs),
    ]
}

/// The columns that a question has by a word which stands for their name, each with the place of the word; the words
/// are used up.
pub(super) fn columns(asked: &mut QuestionWords<'_>, table: &Table) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (words, names) in fields() {
        let at = asked.free().find(|&at| asked.says(at, words));
        let Some((at, column)) = at.and_then(|at| Some((at, column_of(table, names)?))) else { continue };
        asked.use_up(at..at + 1);
        found.push((column, at));
        if std::ptr::eq(words, &WORDS.lasting) {
            asked.lasts = true;
            // "How long did it last?" asks for nothing that was last.
            for at in 0..asked.all.len() {
                if asked.says(at, &WORDS.lasting_words) {
                    asked.use_up(at..at + 1);
                    asked.read[at].clear();
                }
            }
        }
    }
    found
}

/// True where a column of days is called by one of some names: *date buried*.
fn has_day_of(table: &Table, kinds: &Kinds<'_>, names: &WordList) -> bool {
    let called = |column: usize| key(&table.columns[column]).split(' ').any(|word| names.has(word));
    kinds.of_days().iter().any(|&column| called(column))
}

/// The column that is called by one of some names, else the only one whose name ends with one.
fn column_of(table: &Table, names: &WordList) -> Option<usize> {
    let called = |column: &usize| {
        let name = key(&table.columns[*column]);
        names.has(&name) || names.has(&name.replace(' ', "_"))
    };
    let ends = |column: &usize| key(&table.columns[*column]).rsplit(' ').next().is_some_and(|last| names.has(last));
    let all = 0..table.columns.len();
    all.clone().find(called).or_else(|| only(all.filter(ends)))
}

/// What a question says of what happened to somebody.
#[derive(Default)]
pub(super) struct Events {
    /// The column that is asked for with *when*, with the place of the word.
    pub days: Option<(usize, usize)>,
    /// The values by which a column tells the kind of what rows are of.
    pub conditions: Vec<Condition>,
    /// Rows are of that, or have the day of it: "Who died of a fever?", of burials.
    pub are_told: bool,
}

/// What happened to somebody whom a cell names, or to all of whom it says something, where a column tells the kind of
/// what rows are of, or the table is of nothing else. The words are used up.
pub(super) fn events(
    asked: &mut QuestionWords<'_>,
    table: &Table,
    kinds: &Kinds<'_>,
    told: &[Condition],
    stems: &mut Stems,
) -> Events {
    let nothing = Events::default();
    let named = told.iter().any(|condition| !condition.negated && matches!(condition.test, Test::Is(_)));
    if !named || table.of_documents.is_some() {
        return nothing;
    }
    let pairs = [
        (&WORDS.burying, &WORDS.burials),
        (&WORDS.baptising, &WORDS.baptisms),
        (&WORDS.dying, &WORDS.deaths),
        (&WORDS.bearing, &WORDS.births),
        (&WORDS.marrying, &WORDS.weddings),
    ];
    for (words, names) in pairs {
        let Some(at) = (0..asked.all.len()).find(|&at| asked.says(at, words)) else { continue };
        let when = asks_when(asked);
        let day = if when { column_of(table, names).filter(|&column| kinds.is_day(column)) } else { None };
        let (column, conditions) = match day {
            Some(column) => (Some(column), Vec::new()),
            None => {
                let by_value = table.by_value();
                let values = names.iter().filter_map(|name| {
                    Some((by_value.get(name)?.iter().copied().find(|&column| !table.tells_apart(column))?, name))
                });
                let is = |(column, value): (usize, &str)| Condition {
                    column,
                    negated: false,
                    test: Test::Is(value.to_owned()),
                };
                let values: Vec<Condition> = values.map(is).collect();
                // The day of a payment to somebody is not the day of a death.
                let file = table.called(stems);
                let mut of_it = || {
                    words.iter().chain(names.iter()).any(|name| file.contains(&stems.stem(name).to_owned()))
                        || !when && has_day_of(table, kinds, names)
                };
                if values.is_empty() && !of_it() {
                    continue;
                }
                let day = only(kinds.of_days().iter().copied()).filter(|_| when);
                (day, values)
            }
        };
        if when && column.is_none() {
            continue;
        }
        // A row of that person that has another event tells nothing of this one.
        let all: Vec<&Condition> = told.iter().chain(&conditions).collect();
        let of_one = |condition: &&Condition, row| {
            condition.holds(table, row)
                || all.iter().any(|other| other.column == condition.column && other.holds(table, row))
        };
        if !table.rows.iter().any(|row| all.iter().all(|condition| of_one(condition, row))) {
            continue;
        }
        let also = |asked: &QuestionWords<'_>, at: usize| {
            asked.says(at, words) || asked.says(at, &WORDS.pronouns) || asked.says(at, &WORDS.when)
        };
        for at in 0..asked.all.len() {
            if asked.is_free(at..at + 1) && also(asked, at) {
                asked.use_up(at..at + 1);
            }
        }
        return Events { days: column.map(|column| (column, at)), conditions, are_told: true };
    }
    nothing
}
