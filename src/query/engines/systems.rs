//! The retrieval systems of the literature as engines: an answer is written from the passages that each ranks highest,
//! as `basic` writes from its own. The retrieval itself is in `retrieve::systems`.

use futures::future::BoxFuture;

use super::{Engine, answer_from, basic};
use crate::judgement::{ANSWER_TOKENS, Keywords};
use crate::model::TraceStep;
use crate::query::context::records;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError};
use crate::retrieve::System;
use crate::retrieve::systems::Keyed;

/// Passages that are read.
const PASSAGES: usize = 24;
/// Summaries of a tree that the trace names.
const NODES: usize = 8;

impl Engine for System {
    fn name(&self) -> &'static str {
        System::name(*self)
    }

    fn about(&self) -> &'static str {
        System::about(*self)
    }

    fn needs(&self) -> Option<&'static str> {
        System::needs(*self).map(|structure| structure.name())
    }

    fn gather(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
        gather(*self, task, &Keywords::default(), writing)
    }

    fn answer<'a>(&'a self, task: &'a Task<'a>, writing: &'a mut Writing<'_>) -> BoxFuture<'a, Result<(), QueryError>> {
        Box::pin(async move {
            let keywords = match self {
                System::LightRag(way) if way.has_keywords() => keywords(task, writing).await,
                _ => Keywords::default(),
            };
            let state = task.reader().snapshot()?;
            let gathered = gather(*self, task, &keywords, writing)?;
            drop(state);
            answer_from(task, gathered, writing).await
        })
    }
}

/// Gathers what a system finds; by these keywords where it goes by such and there are any.
fn gather(
    system: System,
    task: &Task<'_>,
    keywords: &Keywords,
    writing: &mut Writing<'_>,
) -> Result<Gathered, QueryError> {
    writing.stage("looking for passages");
    let whole = task.query()?;
    let named = |words: &[String]| match words.is_empty() {
        true => Ok(whole.clone()),
        // Keywords are likened to what is there as the question is.
        false => task.session.query(&words.join("; ")).map(|query| match &task.ask.vector {
            Some(vector) => query.meaning(Some(vector.clone())),
            None => query,
        }),
    };
    let (low, high) = (named(&keywords.low)?, named(&keywords.high)?);
    let keyed = Keyed { whole: &whole, low: &low, high: &high };
    let found = system.find_keyed(task.reader(), keyed, &task.filter, PASSAGES)?;
    let found = found.ok_or_else(|| QueryError::NotBuilt {
        mode: system.name(),
        structure: Engine::needs(&system).unwrap_or_default(),
    })?;
    for node in found.nodes.iter().take(NODES) {
        let text = format!("read a summary of level {}: {}", node.level, node.title);
        writing.trace(TraceStep::Note { text });
    }
    found.records.iter().for_each(|found| writing.found(found.record, found.how.clone(), found.score));
    let passages = basic::as_records(task, &found.passages, writing)?;
    Ok(Gathered { records: records::within(passages, ANSWER_TOKENS), ..Gathered::default() })
}

/// The keywords that the analyst names; none, with a note, where it could not, and none without a word where it names
/// none.
async fn keywords(task: &Task<'_>, writing: &mut Writing<'_>) -> Keywords {
    match task.session.analyst.keywords(task.question()).await {
        Ok((keywords, _)) => {
            let Some(keywords) = keywords else { return Keywords::default() };
            let told = |words: &[String]| if words.is_empty() { "none".to_owned() } else { words.join("; ") };
            let text = format!("looks for the themes {} and for {}", told(&keywords.high), told(&keywords.low));
            writing.trace(TraceStep::Note { text });
            keywords
        }
        Err(error) => {
            let text = format!("the question's own words are its keywords: the model named none: {error}");
            writing.trace(TraceStep::Note { text });
            Keywords::default()
        }
    }
}
