//! Passages only: the text units that full text, vectors and the graph rank highest.

use super::Engine;
use crate::judgement::{ANSWER_TOKENS, ContextRecord};
use crate::query::context::passages::PassageReader;
use crate::query::context::records;
use crate::query::context::speakers::keep_speakers;
use crate::query::narrowing::{days, sections, statements};
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError};
use crate::retrieve::{self, FoundPassage};
use crate::text::statements::stance::Stance;

/// Passages that are read.
const PASSAGES: usize = 24;
/// As many times more are looked through for a kind of statement that is asked for.
const FURTHER: usize = 3;

/// The engine.
pub(super) struct Basic;

impl Engine for Basic {
    fn name(&self) -> &'static str {
        "basic"
    }

    fn about(&self) -> &'static str {
        "the passages that fit the question, and nothing more"
    }

    fn gather(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
        writing.stage("looking for passages");
        let found = found(task, PASSAGES, writing)?;
        let facts = days::facts(task, &found);
        Ok(Gathered { records: records::within(found, ANSWER_TOKENS), facts, ..Gathered::default() })
    }
}

/// The text units that retrieval ranks highest, as records, best first.
pub(in crate::query) fn found(
    task: &Task<'_>,
    limit: usize,
    writing: &mut Writing<'_>,
) -> Result<Vec<ContextRecord>, QueryError> {
    let stance = task.reading.statement.stance;
    let read = if stance.is_some() { FURTHER * limit } else { limit };
    let mut hits = retrieve::passages(task.reader(), &task.query()?, &task.filter, read)?;
    // Of a day, a document or a speaker something is told, if in other words, or in another language.
    let scope = &task.ask.scope;
    if hits.is_empty() && !(scope.speakers.is_empty() && scope.documents.is_empty()) {
        hits = retrieve::nearest_within(task.reader(), &task.query()?, &task.filter, limit)?;
    }
    if let Some(stance) = stance {
        let stating = stating(task, stance, &hits, limit)?;
        hits = beside(hits, stating, limit);
    }
    days::add(task, &mut hits)?;
    let mut records = as_records(task, &hits, writing)?;
    days::keep(task, &mut records);
    sections::keep(task, &mut records)?;
    records::put_answered_below_first(task, &mut records);
    Ok(records)
}

/// Text units that were found, as records.
pub(super) fn as_records(
    task: &Task<'_>,
    hits: &[FoundPassage],
    writing: &mut Writing<'_>,
) -> Result<Vec<ContextRecord>, QueryError> {
    let reader = task.reader();
    let best = retrieve::best_score(hits.first().map(|hit| hit.score));
    let mut passages = PassageReader::new(reader);
    let mut records = Vec::with_capacity(hits.len());
    for hit in hits {
        writing.found(hit.unit.into(), hit.how.clone(), hit.score);
        let Some(unit) = reader.find_unit(hit.unit)? else { continue };
        let mut record = passages.with_reply(&unit, hit.score / best)?;
        keep_speakers(&mut record, task.ask);
        records.push(record);
    }
    Ok(records)
}

/// Of the text units found, and of those with words of the kind of statement asked for, those that make one: few of
/// them share a word with the question.
fn stating(
    task: &Task<'_>,
    stance: Stance,
    found: &[FoundPassage],
    limit: usize,
) -> Result<Vec<FoundPassage>, QueryError> {
    let units = task.reader().text_units(&found.iter().map(|hit| hit.unit).collect::<Vec<_>>())?;
    let mut of_found = Vec::new();
    for (hit, unit) in found.iter().zip(&units) {
        if statements::makes(task, stance, unit)? {
            of_found.push(hit.clone());
        }
    }
    Ok(beside(of_found, statements::likely(task, stance, limit)?, limit))
}

/// Two lists of text units in turn, each unit once; the scores of each become shares of its best's.
fn beside(one: Vec<FoundPassage>, other: Vec<FoundPassage>, limit: usize) -> Vec<FoundPassage> {
    let best = retrieve::best_score(one.first().map(|hit| hit.score));
    let mut one = one.into_iter().map(|hit| FoundPassage { score: hit.score / best, ..hit });
    let mut other = other.into_iter();
    let mut joined: Vec<FoundPassage> = Vec::new();
    loop {
        let pair = [one.next(), other.next()];
        if pair.iter().all(Option::is_none) || joined.len() >= limit {
            break;
        }
        for hit in pair.into_iter().flatten() {
            if !joined.iter().any(|known| known.unit == hit.unit) {
                joined.push(hit);
            }
        }
    }
    joined.truncate(limit);
    joined
}
