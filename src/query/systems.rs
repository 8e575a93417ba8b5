//! The retrieval systems of the literature as engines: an answer is written from the passages that each ranks highest, as
//! `basic` writes from its own. The retrieval itself is in `retrieve::systems`.

use super::engine::{Engine, Task};
use super::writing::Writing;
use super::{Gathered, QueryError, basic, gists, records};
use crate::model::TraceStep;
use crate::retrieve::System;

/// Passages that are read.
const PASSAGES: usize = 24;
/// Tokens that they may take together.
const BUDGET: u32 = 12_000;
/// Summaries of a tree that the trace names.
const NODES: usize = 8;

impl Engine for System {
    fn name(&self) -> &'static str {
        System::name(*self)
    }

    fn about(&self) -> &'static str {
        System::about(*self)
    }

    fn gather(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
        if gists::asked(task) {
            return gists::gather(task, writing);
        }
        writing.stage("looking for passages");
        let found = self.find(task.reader(), &task.query()?, &task.filter, PASSAGES)?;
        let found = found.ok_or_else(|| QueryError::NotBuilt {
            mode: System::name(*self),
            structure: self.needs().map_or("", |structure| structure.name()),
        })?;
        for node in found.nodes.iter().take(NODES) {
            let text = format!("read a summary of level {}: {}", node.level, node.title);
            writing.trace(TraceStep::Note { text });
        }
        found.records.iter().for_each(|found| writing.found(found.record, &found.how, found.score));
        let passages = basic::as_records(task, &found.passages, writing)?;
        Ok(Gathered { records: records::within(passages, BUDGET), ..Gathered::default() })
    }
}
