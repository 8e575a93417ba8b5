//! Map and reduce over text units themselves: the *TS* condition of the GraphRAG paper (Edge et al. 2024, §3.2), which
//! reads the documents and no report.

use futures::future::BoxFuture;

use super::{Engine, basic, mapping};
use crate::graph::rng::Rng;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError};

/// Text units that are read.
const UNITS: usize = 200;

/// The engine.
pub(super) struct Source;

impl Engine for Source {
    fn name(&self) -> &'static str {
        "source"
    }

    fn about(&self) -> &'static str {
        "every document, part by part: slow, thorough"
    }

    fn gather(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
        writing.stage("looking for passages");
        let mut records = basic::found(task, UNITS, writing)?;
        Rng::new(task.ask.seed).shuffle(&mut records);
        Ok(Gathered { records, ..Gathered::default() })
    }

    fn answer<'a>(&'a self, task: &'a Task<'a>, writing: &'a mut Writing<'_>) -> BoxFuture<'a, Result<(), QueryError>> {
        Box::pin(async move {
            let gathered = self.gathered(task, writing)?;
            writing.read(&gathered.records);
            let points = mapping::points(task, &gathered.records, writing).await?;
            if points.is_empty() {
                return mapping::in_passages(task, writing).await;
            }
            writing.stage("writing the answer");
            writing.write(task.session.analyst.reduce(task.question(), &points)).await
        })
    }
}
