//! Letters and mails by who wrote them and to whom: "Which emails did Ada Voss send?", "What did she write to Tom Reed
//! about the gate?", "Who sent the most?". The head of each tells it, and of a letter the name under it.

use std::collections::BTreeMap;

use super::days::without;
use super::documents::WHOLE;
use super::kinds;
use crate::model::{DocumentId, TraceStep};
use crate::query::context::letters::{all, wanted};
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Ask, Gathered, QueryError, ROWS, Session, rows};
use crate::text::display::spacing::{enumerated, single_spaced};
use crate::text::numbers::amounts::in_words;
use crate::text::question::{LettersAsked, Reading, Side};
use crate::text::words::terms::fold;

/// Names beside the first that are told of those who wrote most.
const NEXT: usize = 4;

/// The question within the letters that those wrote, and to those, whom it names.
pub(in crate::query) fn narrowed(
    session: &Session,
    mut ask: Ask,
    writing: &mut Writing<'_>,
) -> Result<Ask, QueryError> {
    let text = ask.question.asks().into_owned();
    let Some(asked) = LettersAsked::of(&text) else { return Ok(ask) };
    let mut found = wanted(session, &asked)?;
    if !ask.scope.documents.is_empty() {
        found.retain(|document| ask.scope.documents.contains(document));
    }
    if found.is_empty() {
        return Ok(ask);
    }
    let letters = in_words(found.len() as u64, "letter or mail", "letters and mails");
    writing.trace(TraceStep::Narrowed { to: [letters, told(&asked)].join(" ").trim_end().to_owned() });
    ask.scope.documents = found;
    if asked.counted.is_none() {
        let day = Reading::of(&asked.rest).date;
        let rest = day.map_or_else(|| asked.rest.clone(), |day| without(&asked.rest, &day));
        let counts = ask.question.reading().tally.count;
        ask.question.looked_for = Some(match (asked.lists, rest.as_str(), counts) {
            (true, "", true) => "How many documents are there?".to_owned(),
            (true, "", false) => "List all documents".to_owned(),
            (true, rest, true) => format!("How many documents speak of {rest}?"),
            (true, rest, false) => format!("Which documents speak of {rest}?"),
            (false, "", _) => WHOLE.to_owned(),
            (false, rest, _) => format!("What is said about {rest}?"),
        });
    }
    Ok(ask)
}

/// Whose letters are asked for, in words.
fn told(asked: &LettersAsked) -> String {
    let from = (!asked.from.is_empty()).then(|| format!("from {}", asked.from));
    let to = (!asked.to.is_empty()).then(|| format!("to {}", asked.to));
    let between = asked.between.as_ref().map(|(one, other)| format!("between {one} and {other}"));
    [from, to, between].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// True where those who wrote most letters, or got most, are asked for, and there are letters.
pub(in crate::query) fn are_counted(task: &Task<'_>) -> Result<bool, QueryError> {
    let asked = LettersAsked::of(&task.ask.question.text).is_some_and(|asked| asked.counted.is_some());
    Ok(asked && !all(task.session)?.is_empty())
}

/// Those who wrote most of the letters, or got most, with the letters of the first a row each.
pub(in crate::query) fn gather(task: &Task<'_>) -> Result<Option<Gathered>, QueryError> {
    let Some(asked) = LettersAsked::of(&task.ask.question.text) else { return Ok(None) };
    let Some(side) = asked.counted else { return Ok(None) };
    let letters = all(task.session)?;
    let mut of_each: BTreeMap<String, (String, Vec<DocumentId>)> = BTreeMap::new();
    let mut counted = 0;
    for letter in letters.iter().filter(|letter| task.filter.document(letter.document) && letter.is_asked(&asked)) {
        counted += 1;
        let people = match side {
            Side::From => vec![letter.from.as_str()],
            Side::To => letter.to.split([',', ';']).collect(),
        };
        let names = people.into_iter().map(|one| single_spaced(rows::unaddressed(one).trim_matches(['"', '\'', ' '])));
        for name in names.filter(|name| !name.is_empty()) {
            of_each.entry(fold(&name)).or_insert_with(|| (name, Vec::new())).1.push(letter.document);
        }
    }
    let mut ranked: Vec<(String, Vec<DocumentId>)> = of_each.into_values().collect();
    ranked.sort_by_key(|(name, documents)| (std::cmp::Reverse(documents.len()), fold(name)));
    let Some(most) = ranked.first().map(|(_, documents)| documents.len()) else { return Ok(None) };
    let tied = ranked.iter().take_while(|(_, documents)| documents.len() == most).count();
    let called = |one: &(String, Vec<DocumentId>)| one.0.clone();
    let first = enumerated(&ranked[..tied].iter().map(called).collect::<Vec<_>>(), "and");
    let each = if tied > 1 { format!("{most} each") } else { most.to_string() };
    let verb = if side == Side::From { "wrote" } else { "got" };
    let of = in_words(counted, "letter or mail", "letters and mails");
    let next = ranked[tied..].iter().take(NEXT).map(|one| format!("{} ({})", one.0, one.1.len()));
    let next: Vec<String> = next.collect();
    let then = if next.is_empty() { String::new() } else { format!(", then {}", enumerated(&next, "and")) };
    let fact = match ranked.len() {
        1 => format!("{first} {verb} {of}."),
        _ => format!("Of {of} {first} {verb} most ({each}){then}."),
    };
    let of_first: Vec<DocumentId> = ranked[0].1.iter().copied().take(ROWS).collect();
    let records = kinds::rows(task.reader(), &of_first)?;
    let listed = Some(records.len());
    Ok(Some(Gathered { records, facts: vec![fact], listed, ..Gathered::default() }))
}
