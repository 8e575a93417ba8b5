//! Letters and mails by who wrote them and to whom: "Which emails did Ada Voss send?", "What did she write to Tom Reed
//! about the gate?", "Who sent the most?". The head of each tells it, and of a letter the name under it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::days::without;
use super::documents::WHOLE;
use super::kinds;
use super::period::days_of_all;
use crate::model::{DocumentId, Span, TraceStep};
use crate::query::counting::rows;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Ask, Gathered, QueryError, ROWS, Session};
use crate::store::{DocumentOrder, Reader, StoreError};
use crate::text::dates::calendar::CalendarDate;
use crate::text::display::spacing::{enumerated, single_spaced};
use crate::text::numbers::amounts::in_words;
use crate::text::question::{LettersAsked, Reading, Side};
use crate::text::speakers::correspondents::correspondence;
use crate::text::words::terms::{fold, folded};

/// Bytes of a text in which its head stands.
const HEAD: usize = 2_000;
/// Of more documents the heads are not read.
const MOST: usize = 20_000;
/// Names beside the first that are told of those who wrote most.
const NEXT: usize = 4;

/// One letter or mail.
#[derive(Debug)]
pub(in crate::query) struct Letter {
    document: DocumentId,
    from: String,
    to: String,
    /// What its head says besides of whom it is to.
    head: String,
    /// Its head tells who writes; a letter is signed.
    is_mail: bool,
}

impl Letter {
    fn is_from(&self, name: &str) -> bool {
        names(&self.from, name)
    }

    fn is_to(&self, name: &str) -> bool {
        [&self.to, &self.head].into_iter().any(|told| names(told, name)) && !self.is_from(name)
    }

    fn is_asked(&self, asked: &LettersAsked) -> bool {
        let between = asked.between.as_ref().is_none_or(|(one, other)| {
            self.is_from(one) && self.is_to(other) || self.is_from(other) && self.is_to(one)
        });
        let from = asked.from.is_empty() || self.is_from(&asked.from);
        let to = asked.to.is_empty() || self.is_to(&asked.to);
        between && from && to && (self.is_mail || !asked.mails)
    }
}

/// True where all words of a name stand in a text.
fn names(text: &str, name: &str) -> bool {
    let said: BTreeSet<String> = folded(text).into_iter().collect();
    !name.is_empty() && folded(name).iter().all(|word| said.contains(word))
}

/// The letters and mails of an index, in reading order.
fn read(reader: &Reader) -> Result<Vec<Letter>, StoreError> {
    let ids = reader.document_ids(DocumentOrder::Reading)?;
    let mut letters = Vec::new();
    for &document in ids.iter().take(if ids.len() > MOST { 0 } else { MOST }) {
        let (_, head) = reader.text(document, Span::new(0, HEAD))?;
        let Some(told) = correspondence(&head) else { continue };
        let is_mail = told.from.is_some();
        let from = match told.from {
            Some(from) => from,
            None => match reader.structure(document)?.1.into_iter().next() {
                Some(writer) => writer.name,
                None => match reader.only_author(document)? {
                    Some(writer) => writer,
                    None => continue,
                },
            },
        };
        letters.push(Letter { document, from, to: told.to, head: told.head, is_mail });
    }
    Ok(letters)
}

fn all(session: &Session) -> Result<Arc<Vec<Letter>>, QueryError> {
    Ok(session.kept.letters.of(&session.reader, || read(&session.reader))?)
}

/// The letters that a question asks for, of its day where it names one; none where it asks for none.
fn wanted(session: &Session, asked: &LettersAsked) -> Result<Vec<DocumentId>, QueryError> {
    let letters = all(session)?;
    let found: Vec<DocumentId> =
        letters.iter().filter(|letter| letter.is_asked(asked)).map(|letter| letter.document).collect();
    let Some(date) = Reading::of(&asked.rest).date else { return Ok(found) };
    let documents = session.reader.documents(&found)?;
    let of_day = days_of_all(&documents).filter(|&(_, day)| date.holds(&CalendarDate::of(day), None));
    Ok(of_day.map(|(document, _)| document).collect())
}

/// True where a question lists letters, and the index has such.
pub(in crate::query) fn are_listed(session: &Session, question: &str) -> Result<bool, QueryError> {
    let asked = LettersAsked::of(question).filter(|asked| asked.lists);
    Ok(match asked {
        Some(asked) => !wanted(session, &asked)?.is_empty(),
        None => false,
    })
}

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
        let counts = Reading::of(&text).tally.count;
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
