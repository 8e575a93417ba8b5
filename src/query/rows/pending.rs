//! What has not come to its end: "not returned", "still out", "unpaid" ask for the rows without a day in the column of
//! the day on which it did, "paid" for those with one.

use super::columns::Kinds;
use super::condition::{Condition, Test};
use super::named::{is_without, only};
use super::question::QuestionWords;
use super::table::{Table, key};
use crate::text::language::word_lists;

word_lists! { static WORDS = "pending.toml": returned, out, paid, unpaid, finished, unfinished, open, still, days, ended }

/// The condition that a question sets so; its words are used up, but for those that are a value of the table.
pub(super) fn pending(asked: &mut QuestionWords<'_>, table: &Table, kinds: &Kinds<'_>) -> Option<Condition> {
    let families = [
        (&WORDS.returned, &WORDS.out, None),
        (&WORDS.paid, &WORDS.unpaid, None),
        (&WORDS.finished, &WORDS.unfinished, Some(&WORDS.open)),
    ];
    let still = asked.has(&WORDS.still);
    // What a column tells as its value is asked of that.
    let is_value = |value: &str| super::WORDS.unended.has(value) || super::WORDS.ended.has(value);
    let told = table.by_value().keys().any(|value| is_value(value));
    for (done, undone, open) in families {
        let said = asked.free().find(|&at| asked.says(at, undone) && (still || !WORDS.out.has(&asked.read[at])));
        let mut denied = || {
            let told: Vec<usize> = asked.free().filter(|&at| asked.says(at, done)).collect();
            told.into_iter().find(|&at| asked.negated(at) || is_without(asked, at))
        };
        let pending = said.or_else(&mut denied);
        let open = open.filter(|_| !told);
        let pending = pending.or_else(|| asked.free().find(|&at| open.is_some_and(|open| asked.says(at, open))));
        // "How much was paid?" asks of what has the day.
        let ended = || asked.free().find(|&at| asked.says(at, done) && asked.says(at, &WORDS.ended));
        let Some(at) = pending.or_else(ended) else { continue };
        let named = |column: &usize| key(&table.columns[*column]).split(' ').any(|word| done.has(word));
        let column = only(kinds.of_days().iter().copied().filter(named))?;
        asked.used[at] |= pending.is_some() && (said.is_none() || !table.by_value().contains_key(&asked.read[at]));
        // "No return date" has a word more.
        if asked.says(at + 1, &WORDS.days) {
            asked.use_up(at + 1..at + 2);
        }
        return Some(Condition { column, negated: pending.is_none(), test: Test::Empty });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::tickets;
    use super::*;

    /// How many rows of the tickets, of which one has no day on which it was closed, a question takes.
    fn taken(question: &str) -> Option<usize> {
        let mut table = tickets();
        table.columns[3] = "closed_on".to_owned();
        if let Some(row) = table.rows.first_mut() {
            row.cells.remove(&3);
        }
        // No column says whether a ticket is open.
        if question.contains("open") {
            table.rows.iter_mut().for_each(|row| drop(row.cells.remove(&1)));
        }
        let kinds = Kinds::of(&table);
        let condition = pending(&mut QuestionWords::of(question), &table, &kinds)?;
        Some(table.rows.iter().filter(|row| condition.holds(&table, row)).count())
    }

    #[test]
    fn what_has_no_day_of_its_end_is_pending() {
        for question in [
            "Which tickets have not been resolved yet?",
            "Which tickets are unresolved?",
            "Which tickets have no closing date?",
            "How many tickets are still not finished?",
            "List all open tickets",
            "Which tickets are still open?",
        ] {
            assert_eq!(taken(question), Some(1), "{question}");
        }
        let all = tickets().rows.len();
        assert_eq!(taken("Which tickets were resolved?"), Some(all - 1));
        for question in
            ["Which tickets have not been returned?", "Which tickets have a closing date?", "Which are out?"]
        {
            assert_eq!(taken(question), None, "{question}");
        }
    }
}
