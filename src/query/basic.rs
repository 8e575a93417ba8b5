//! Passages only: the text units that full text, vectors and the graph rank highest.

use super::attributed::keep_speakers;
use super::engine::{Engine, Task};
use super::passages::PassageReader;
use super::writing::Writing;
use super::{Gathered, QueryError, dated, records, sections};
use crate::judgement::{ANSWER_TOKENS, ContextRecord};
use crate::model::{How, Span, TextUnit, TextUnitId};
use crate::retrieve::{self, FoundPassage};
use crate::text::language::pack;
use crate::text::sentences;
use crate::text::stance::{STATED, Stance};

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
        let facts = dated::facts(task, &found);
        Ok(Gathered { records: records::within(found, ANSWER_TOKENS), facts, ..Gathered::default() })
    }
}

/// The text units that retrieval ranks highest, as records, best first.
pub(super) fn found(
    task: &Task<'_>,
    limit: usize,
    writing: &mut Writing<'_>,
) -> Result<Vec<ContextRecord>, QueryError> {
    let stance = task.reading.statement.stance;
    let read = if stance.is_some() { FURTHER * limit } else { limit };
    let mut hits = retrieve::passages(task.reader(), &task.query()?, &task.filter, read)?;
    if hits.is_empty() && !task.ask.scope.speakers.is_empty() {
        hits = retrieve::nearest_within(task.reader(), &task.query()?, &task.filter, limit)?;
    }
    if let Some(stance) = stance {
        let stating = stating(task, stance, &hits, limit)?;
        hits = beside(hits, stating, limit);
    }
    dated::add(task, &mut hits)?;
    let mut records = as_records(task, &hits, writing)?;
    dated::keep(task, &mut records);
    sections::keep(task, &mut records);
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
    let reader = task.reader();
    let words = match task.reading.statement.remedy {
        true => format!("{} {}", stance.finding_words(), Stance::Remedy.finding_words()),
        false => stance.finding_words().to_owned(),
    };
    let words = format!("{} {} {words}", task.reading.statement.about, task.reading.statement.naming.join(" "));
    let hits = match task.filter.unit_ids() {
        None => reader.search_units(&words, false, 1.0, limit)?,
        Some(within) => reader.search_units_within(&words, 1.0, within, limit)?,
    };
    let best = retrieve::best_score(hits.first().map(|hit| hit.score));
    let ids: Vec<TextUnitId> = hits.iter().map(|hit| TextUnitId(hit.record.id)).collect();
    let (mut of_found, mut likely) = (Vec::new(), Vec::new());
    let units = reader.text_units(&found.iter().map(|hit| hit.unit).collect::<Vec<_>>())?;
    for (hit, unit) in found.iter().zip(&units) {
        if makes(task, stance, unit)? {
            of_found.push(hit.clone());
        }
    }
    for (hit, unit) in hits.iter().zip(&reader.text_units(&ids)?) {
        if makes(task, stance, unit)? {
            let score = hit.score / best;
            likely.push(FoundPassage { unit: unit.id, document: unit.document, score, how: How::Words });
        }
    }
    Ok(beside(of_found, likely, limit))
}

/// True for a text unit with a sentence that plainly makes a statement of the kind.
fn makes(task: &Task<'_>, stance: Stance, unit: &TextUnit) -> Result<bool, QueryError> {
    if unit.recurring {
        return Ok(false);
    }
    let reader = task.reader();
    let language = task.reading.language.and_then(pack);
    let text = reader.unit_text(unit)?;
    let mut sentences = sentences::split(&text, Span::new(0, text.len())).into_iter();
    Ok(sentences.any(|span| stance.strength_in(span.slice(&text).unwrap_or_default(), language) >= STATED))
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
