//! Passages only: the text units that full text, vectors and the graph rank highest (PEERS: "naive", "basic").

use super::engine::{Engine, Task};
use super::passages::Passages;
use super::writing::Writing;
use super::{Gathered, QueryError, gists, records};
use crate::judgement::ContextRecord;
use crate::retrieve::{self, FoundPassage};

/// Passages that are read.
const PASSAGES: usize = 24;
/// Tokens that they may take together.
const BUDGET: u32 = 12_000;

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
        if gists::asked(task) {
            return gists::gather(task, writing);
        }
        writing.stage("looking for passages");
        let found = found(task, PASSAGES, writing)?;
        Ok(Gathered { records: records::within(found, BUDGET), facts: Vec::new() })
    }
}

/// The text units that retrieval ranks highest, as records, best first.
pub(super) fn found(
    task: &Task<'_>,
    limit: usize,
    writing: &mut Writing<'_>,
) -> Result<Vec<ContextRecord>, QueryError> {
    let hits = retrieve::passages(task.reader(), &task.query()?, &task.filter, limit)?;
    as_records(task, &hits, writing)
}

/// Text units that were found, as records.
pub(super) fn as_records(
    task: &Task<'_>,
    hits: &[FoundPassage],
    writing: &mut Writing<'_>,
) -> Result<Vec<ContextRecord>, QueryError> {
    let reader = task.reader();
    let best = hits.first().map_or(1.0, |hit| hit.score).max(f32::MIN_POSITIVE);
    let mut passages = Passages::new(reader);
    let mut records = Vec::with_capacity(hits.len());
    for hit in hits {
        writing.found(hit.unit.into(), &hit.how, hit.score);
        let Some(unit) = reader.text_units(&[hit.unit])?.pop() else { continue };
        records.push(passages.record(&unit, hit.score / best)?);
    }
    Ok(records)
}
