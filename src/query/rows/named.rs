//! Which words of a question are a table's: its columns, the values in their cells, what its rows are called.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::WORDS;
use super::condition::{Condition, Test};
use super::question::QuestionWords;
use super::table::{BETWEEN, TITLE, Table, key};
use crate::text::dates::month_in_any;
use crate::text::words::fold::singular;
use crate::text::words::terms::{Stems, fold, is_digits, words};

/// Words of the longest value that is looked for.
const LONGEST_VALUE: usize = 6;
/// Words of somebody's name, at most.
const NAME_WORDS: usize = 4;
/// Letters that the name of a column and a word for it begin with alike: *owner* and *owns*.
const ALIKE: usize = 3;
/// Letters that the name may have behind them: *attendees* and *attended*.
const LONGER: usize = 3;
/// Neither written alike, nor of one stem, nor begun alike.
const NOTHING: (bool, bool, bool) = (false, false, false);

/// True where a column's name has *no* or *without* in front of it, or nobody is asked for beside it; the word is used
/// up.
pub(super) fn is_without(asked: &mut QuestionWords<'_>, at: usize) -> bool {
    let front = (0..at).rev().find(|&before| !asked.says(before, &WORDS.articles));
    let front = front.filter(|&before| asked.says(before, &WORDS.without));
    let nobody = || (0..asked.all.len()).find(|&at| !asked.used[at] && asked.says(at, &WORDS.nobody));
    let Some(said) = front.or_else(nobody) else { return false };
    asked.used[said] = true;
    true
}

/// The values of cells that the question has in full, the longest first; a bare number is one only beside its column.
pub(super) fn values(asked: &mut QuestionWords<'_>, table: &Table, stems: &mut Stems) -> Vec<Condition> {
    let by_value = table.by_value();
    let mut found: Vec<(usize, usize, Condition)> = Vec::new();
    for wide in (1..=LONGEST_VALUE.min(asked.all.len())).rev() {
        for start in 0..=asked.all.len() - wide {
            let run = start..start + wide;
            if !asked.is_free(run.clone()) {
                continue;
            }
            let mut value = asked.all[run.clone()].join(" ");
            // "How many drafts …?" counts what is a draft.
            if wide == 1 && table.of_documents.is_some() && !by_value.contains_key(&value) {
                value = singular(&value);
            }
            // "No contract" has no value of it, whatever cells say there.
            if wide == 1 && WORDS.denying.has(&value) && asked.denies(start) {
                continue;
            }
            let Some(columns) = by_value.get(&value) else { continue };
            let is_named = |column: &usize| {
                let name = key(&table.columns[*column]);
                asked.all.contains(&name)
            };
            // A sheet may be called by a year.
            let is_part = |column: &usize| table.parts == Some(*column);
            let column = columns.iter().copied().find(|column| is_named(column) || is_part(column));
            let only_asks = || WORDS.asking.has(&value) && !WORDS.deeds.has(&value);
            let plain = is_digits(&value) || wide == 1 && only_asks();
            if let Some(column) = column.or_else(|| columns.first().copied().filter(|_| !plain)) {
                asked.use_up(run);
                found.push((start, start + wide, Condition { column, negated: false, test: Test::Is(value) }));
            }
        }
    }
    found.extend(names_in_part(asked, table));
    found.extend(in_place_of(asked, table, &by_value));
    found.extend(in_another_form(asked, table, &by_value, stems));
    found.sort_by_key(|(start, ..)| *start);
    for at in 0..found.len() {
        let (start, _, Condition { column, .. }) = found[at];
        // "neither open nor closed", "not open or closed"
        let follows = at > 0 && found[at - 1].1 + 1 == start && asked.says(start - 1, &WORDS.either);
        let too = follows && found[at - 1].2.negated && found[at - 1].2.column == column;
        found[at].2.negated = asked.negated(start) || too;
    }
    found.into_iter().map(|(.., condition)| condition).collect()
}

/// The values of which a question has words with a capital that are some of two to four: *Hanna*, where *Hanna Berg* is
/// one, and *Hanna Berg* of *Hanna Maria Berg*. Any of a column that has the most of them will do.
fn names_in_part(asked: &mut QuestionWords<'_>, table: &Table) -> Vec<(usize, usize, Condition)> {
    let mut found = Vec::new();
    // Whoever is called by two names is not whoever has one of them.
    for wide in (1..NAME_WORDS).rev() {
        for start in 1..asked.all.len().saturating_sub(wide - 1) {
            let run = start..start + wide;
            if !asked.is_free(run.clone()) || !run.clone().all(|at| asked.is_capital(at)) {
                continue;
            }
            let Some((column, values)) = called_in_part(&asked.all[run.clone()], table) else { continue };
            asked.use_up(run.clone());
            let is = |value| Condition { column, negated: false, test: Test::Is(value) };
            found.extend(values.into_iter().map(|value| (run.start, run.end, is(value))));
        }
    }
    found
}

/// The one column that has values with some words in them, in this order, and those values.
fn called_in_part(name: &[String], table: &Table) -> Option<(usize, Vec<String>)> {
    let mut told: BTreeSet<(usize, String)> = BTreeSet::new();
    // What rows are called may be put together of several cells.
    let told_of = |column: usize| table.columns[column] != TITLE;
    for (&column, cell) in table.rows.iter().flat_map(|row| &row.cells).filter(|(column, _)| told_of(**column)) {
        for value in cell.split(BETWEEN) {
            let key = key(value);
            let few = (2..=NAME_WORDS).contains(&key.split(' ').count());
            let mut parts = key.split(' ');
            if few && name.iter().all(|word| parts.any(|part| part == word)) {
                told.insert((column, key));
            }
        }
    }
    let (column, _) = told.first()?;
    let column = *column;
    let is_one = told.iter().all(|(other, _)| *other == column);
    is_one.then(|| (column, told.into_iter().map(|(_, value)| value).collect()))
}

/// The values that say what a word says that neither a column nor a cell has: *closed*, where tickets are *done*. The
/// word is used up.
fn in_place_of(
    asked: &mut QuestionWords<'_>,
    table: &Table,
    by_value: &BTreeMap<String, Vec<usize>>,
) -> Vec<(usize, usize, Condition)> {
    let mut found = Vec::new();
    for at in asked.free().collect::<Vec<_>>() {
        let word = &asked.read[at];
        let Some(alike) = [&WORDS.ended, &WORDS.unended].into_iter().find(|list| list.has(word)) else { continue };
        if table.columns.iter().any(|column| key(column).split(' ').any(|part| part == word)) {
            continue;
        }
        let told = by_value.iter().filter(|(value, _)| alike.has(value));
        let told = told.filter_map(|(value, columns)| Some((*columns.first()?, value)));
        let told: Vec<(usize, &String)> = told.filter(|(column, _)| !table.tells_apart(*column)).collect();
        // Where all tickets are closed none is open.
        let other = if WORDS.ended.has(word) { &WORDS.unended } else { &WORDS.ended };
        let against = || by_value.iter().find(|(value, _)| table.of_documents.is_some() && other.has(value));
        if told.is_empty()
            && let Some(column) = against().and_then(|(_, columns)| columns.first())
        {
            let value = asked.all[at].clone();
            asked.use_up(at..at + 1);
            found.push((at, at + 1, Condition { column: *column, negated: false, test: Test::Is(value) }));
            continue;
        }
        if told.first().is_none_or(|(column, _)| told.iter().any(|(other, _)| other != column)) {
            continue;
        }
        asked.use_up(at..at + 1);
        let is =
            |(column, value): (usize, &String)| Condition { column, negated: false, test: Test::Is(value.clone()) };
        found.extend(told.into_iter().map(|one| (at, at + 1, is(one))));
    }
    found
}

/// The values of one word that a question has in another form: *failed*, of a result *fail*. A word for a column is
/// none; the words are used up.
fn in_another_form(
    asked: &mut QuestionWords<'_>,
    table: &Table,
    by_value: &BTreeMap<String, Vec<usize>>,
    stems: &mut Stems,
) -> Vec<(usize, usize, Condition)> {
    let mut found = Vec::new();
    for at in asked.free().collect::<Vec<_>>() {
        let stem = stems.stem(&asked.all[at]).to_owned();
        let asks = WORDS.asking.has(&asked.read[at]);
        if asks || table.columns.iter().any(|column| stems.stem(&key(column)) == stem) {
            continue;
        }
        let alike = by_value.iter().filter(|(value, _)| !value.contains(' ') && stems.stem(value) == stem);
        let told = alike.filter_map(|(value, columns)| Some((*columns.first()?, value)));
        let told: Vec<(usize, &String)> = told.filter(|(column, _)| !table.tells_apart(*column)).collect();
        if let [(column, value)] = told[..] {
            asked.use_up(at..at + 1);
            found.push((at, at + 1, Condition { column, negated: false, test: Test::Is(value.clone()) }));
        }
    }
    found
}

/// The column whose values are called by what is asked for, which stands behind the word that asks: *wards*, of *Ward
/// 7* and *Ward B*. The word is used up.
pub(super) fn kind_of_values(asked: &mut QuestionWords<'_>, table: &Table) -> Option<(usize, usize)> {
    let at = asked.free().find(|&at| at > 0 && asked.says(at - 1, &WORDS.announcing))?;
    let kind = singular(&asked.all[at]);
    if kind == asked.all[at] || table.of_documents.is_some() {
        return None;
    }
    let is_one = |value: &String| {
        let others = value.strip_prefix(&kind).or_else(|| value.strip_suffix(&kind));
        others.is_some_and(|others| others.starts_with(' ') || others.ends_with(' '))
    };
    let by_value = table.by_value();
    let mut having: BTreeMap<usize, usize> = BTreeMap::new();
    for column in by_value.iter().filter(|(value, _)| is_one(value)).flat_map(|(_, columns)| columns) {
        *having.entry(*column).or_default() += 1;
    }
    let column = only(having.into_iter().filter(|&(_, values)| values > 1).map(|(column, _)| column))?;
    asked.use_up(at..at + 1);
    Some((column, at))
}

/// The columns whose names of several words the question has in full, each with the place of its first word; they are
/// used up.
pub(super) fn wide_columns(asked: &mut QuestionWords<'_>, table: &Table, stems: &mut Stems) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (column, name) in table.columns.iter().enumerate() {
        let name: Vec<String> = key(name).split(' ').map(|word| stems.stem(word).to_owned()).collect();
        let last = asked.all.len().checked_sub(name.len()).filter(|_| name.len() > 1);
        let Some(last) = last else { continue };
        let is_it = |stems: &mut Stems, at: usize| {
            asked.is_free(at..at + name.len())
                && asked.all[at..at + name.len()].iter().zip(&name).all(|(word, name)| {
                    // *January 2031*, of a column *jan_2031*.
                    stems.stem(word) == name
                        || month_in_any(word).is_some_and(|month| month_in_any(name) == Some(month))
                })
        };
        if let Some(at) = (0..=last).find(|&at| is_it(stems, at)) {
            asked.use_up(at..at + name.len());
            found.push((column, at));
        }
    }
    found
}

/// The columns whose name of one word the question has, as it is written or else in another form, or a word alike, each
/// with its place; they are used up.
pub(super) fn columns(asked: &mut QuestionWords<'_>, table: &Table, stems: &mut Stems) -> Vec<(usize, usize)> {
    let of_one_word =
        |(column, name): (usize, &String)| Some((column, key(name))).filter(|(_, name)| !name.contains(' '));
    let names: Vec<(usize, String)> = table.columns.iter().enumerate().filter_map(of_one_word).collect();
    let mut found = doers(asked, &names);
    found.extend(done_by(asked, table, stems));
    // What the rows are called is no column that is called alike: *inspections*, of an *inspector* each.
    let called = table.called(stems);
    for at in asked.free().collect::<Vec<_>>() {
        let word = stems.stem(&asked.all[at]).to_owned();
        let mut like = |name: &str| {
            let stem = stems.stem(name);
            // "Which are …?" names no area.
            let says = !WORDS.asking.has(&asked.read[at]) && !called.contains(&word);
            let alike = says && word.len() >= ALIKE && stem.starts_with(&word) && stem.len() <= word.len() + LONGER;
            (name == asked.all[at], stem == word, alike || asked.is_form_of(at, name))
        };
        let ranked: Vec<_> = names.iter().map(|(column, name)| (like(name), Reverse(*column))).collect();
        // "How many are named?" asks for nobody's name.
        let tells = |like: (bool, bool, bool), column: usize| {
            like.0 || table.of_documents.is_some() || !asked.is_done(at) || !table.tells_apart(column)
        };
        // One word of a longer name that no other column has: "recover", of the time to recovery. "Which incidents"
        // asks for no *incident commander*.
        let of_rows = called.contains(&word);
        let in_part = table.columns.iter().enumerate().filter(|(_, name)| {
            table.of_documents.is_some()
                && key(name).contains(' ')
                && words(name).filter(|word| word.text.len() > ALIKE).any(|part| like(&fold(part.text)) != NOTHING)
        });
        let in_part: Vec<usize> = in_part.map(|(column, _)| column).collect();
        let ranked = ranked.into_iter().chain(match in_part[..] {
            [only] if word.len() > ALIKE && !of_rows => Some(((false, false, true), Reverse(only))),
            _ => None,
        });
        if let Some((_, Reverse(column))) =
            ranked.filter(|&(like, Reverse(column))| like != NOTHING && tells(like, column)).max()
        {
            asked.used[at] = true;
            found.push((column, at));
        }
    }
    found
}

/// The columns that tell who did what a question says: who wrote it, who deals with it; the words are used up.
fn doers(asked: &mut QuestionWords<'_>, names: &[(usize, String)]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let pairs =
        [(&WORDS.writing, &WORDS.authors), (&WORDS.handling, &WORDS.assignees), (&WORDS.attending, &WORDS.attendees)];
    for (deeds, doers) in pairs {
        let column = names.iter().find(|(_, name)| doers.has(name));
        let at = asked.free().find(|&at| asked.says(at, deeds));
        let Some(((column, _), at)) = column.zip(at) else { continue };
        asked.used[at] = true;
        if asked.says(at + 1, &WORDS.by) {
            asked.used[at + 1] = true;
        }
        found.push((*column, at));
    }
    found
}

/// The columns that tell by whom something was done, where the question has the deed: *made by*, and "did Hanna make";
/// the words are used up.
fn done_by(asked: &mut QuestionWords<'_>, table: &Table, stems: &mut Stems) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (column, name) in table.columns.iter().enumerate() {
        let name = key(name);
        let Some((deed, by)) = name.split_once(' ') else { continue };
        let deed = stems.stem(deed).to_owned();
        let at = asked.free().find(|&at| WORDS.by.has(by) && stems.stem(&asked.all[at]) == deed);
        if let Some(at) = at {
            asked.use_up(at..at + 1);
            found.push((column, at));
        }
    }
    found
}

/// The one column among some of whose name of several words the question has one: *efficiency*, of the fresh
/// efficiency. The word is used up.
pub(super) fn in_part(
    asked: &mut QuestionWords<'_>,
    table: &Table,
    among: &[usize],
    stems: &mut Stems,
) -> Option<(usize, usize)> {
    for at in asked.free().collect::<Vec<_>>() {
        let stem = stems.stem(&asked.all[at]).to_owned();
        let mut has = |column: usize| {
            words(&table.columns[column]).any(|part| {
                part.text.len() > ALIKE && (stems.stem(part.text) == stem || asked.is_form_of(at, &fold(part.text)))
            })
        };
        let having: Vec<usize> = among.iter().copied().filter(|&column| has(column)).collect();
        if let [only] = having[..] {
            asked.use_up(at..at + 1);
            return Some((only, at));
        }
    }
    None
}

/// The one column among some whose name of several words has the word in front of a bound: *monthly cost*, where
/// something may "cost more than 200".
pub(super) fn in_front(
    asked: &QuestionWords<'_>,
    table: &Table,
    among: &[usize],
    at: usize,
    stems: &mut Stems,
) -> Option<usize> {
    let stem = stems.stem(asked.all.get(at.checked_sub(1)?)?).to_owned();
    let mut has = |column: usize| words(&table.columns[column]).any(|part| stems.stem(part.text) == stem);
    only(among.iter().copied().filter(|&column| has(column)))
}

/// The one column among some; `None` where there are more.
pub(super) fn only(mut columns: impl Iterator<Item = usize>) -> Option<usize> {
    columns.next().filter(|_| columns.next().is_none())
}

/// True where a question has the whole name of the table's file: *feb.csv*; the words are used up.
pub(super) fn file_is_named(asked: &mut QuestionWords<'_>, table: &Table) -> bool {
    let name: Vec<String> = words(&table.name).map(|word| fold(word.text)).collect();
    let last = asked.all.len().checked_sub(name.len()).filter(|_| name.len() > 1);
    let found = last.and_then(|last| (0..=last).find(|&at| asked.all[at..at + name.len()] == name));
    if let Some(at) = found {
        asked.use_up(at..at + name.len());
    }
    found.is_some()
}

/// Marks what rows are called: by the file's name, or by the plural behind what asks for them, which is told where it
/// is not the table's own word.
pub(super) fn noun(asked: &mut QuestionWords<'_>, table: &Table, stems: &mut Stems) -> Option<Option<String>> {
    let file = table.called(stems);
    let mut found = asked.has(&WORDS.rows).then_some(None);
    for at in asked.free().collect::<Vec<_>>() {
        let word = asked.all[at].clone();
        // Between it and what announces it stand only words that are understood.
        let announces = |before: &usize| asked.says(*before, &WORDS.announcing);
        let front = (0..at).rev().find(|before| !asked.used[*before] || announces(before));
        let announced = front.as_ref().is_some_and(announces)
            && (singular(&word) != word
                || (table.of_documents.is_some() || asked.language.is_some()) && front == at.checked_sub(1));
        // "How many wheels were recalled?" tells what was done, and asks nothing of *recall costs*.
        let own = !asked.is_done(at)
            && (file.contains(&stems.stem(&word).to_owned()) || file.iter().any(|own| asked.is_form_of(at, own)));
        if announced || own {
            asked.used[at] = true;
            found = Some(if own { None } else { found.unwrap_or(Some(word)) });
        }
    }
    found
}
