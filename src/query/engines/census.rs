//! Lists and counts: which documents, which people, how often. The engine asks whoever can tell what is asked for, the
//! first that knows; the analyst only tells. Counting itself is in `counting`.

use futures::future::BoxFuture;

use super::{Engine, answer_from};
use crate::judgement::Question;
use crate::query::context::gists;
use crate::query::counting::{census, chronology, items, revisions, roster};
use crate::query::entities::cast;
use crate::query::narrowing::{kinds, letters};
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError, rows};
use crate::store::DocumentOrder;
use crate::text::numbers::amounts::{grouped, in_words_first};
use crate::text::question::kind_of_texts;

/// The engine.
pub(super) struct Census;

impl Engine for Census {
    fn name(&self) -> &'static str {
        "count"
    }

    fn about(&self) -> &'static str {
        "which documents, which people, how often: counted, with a row each"
    }

    fn ranks_passages(&self) -> bool {
        false
    }

    fn describes_whole(&self) -> bool {
        true
    }

    fn gather(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
        if let Some(gathered) = told_otherwise(task, writing)? {
            return Ok(gathered);
        }
        writing.stage("counting");
        census::gather(task)
    }

    fn answer<'a>(&'a self, task: &'a Task<'a>, writing: &'a mut Writing<'_>) -> BoxFuture<'a, Result<(), QueryError>> {
        Box::pin(async move {
            let gathered = self.gathered(task, writing)?;
            let listed = gathered.listed;
            if listed.is_none() {
                return answer_from(task, gathered, writing).await;
            }
            writing.read(&gathered.records);
            let question = Question { facts: gathered.facts, listed, ..task.question().clone() };
            writing.write(task.session.analyst.answer(&question, &gathered.records)).await
        })
    }
}

/// What is told by others, where nothing is to be counted passage by passage: all documents, the cast, names of one
/// sort, the rows of tables, what the whole is about.
fn told_otherwise(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Option<Gathered>, QueryError> {
    let reading = &task.reading;
    if reading.counts_documents() {
        return Ok(Some(Gathered { facts: vec![all_documents(task)?], listed: Some(0), ..Gathered::default() }));
    }
    if reading.asks_for_cast()
        && let Some(cast) = cast::gather(task, writing)?
    {
        return Ok(Some(cast));
    }
    if let Some(sort) = &reading.tally.sort
        && let Some(named) = roster::gather(task, sort, writing)?
    {
        return Ok(Some(named));
    }
    if let Some(listed) = items::gather(task)? {
        return Ok(Some(listed));
    }
    if let Some(changed) = revisions::gather(task, writing)? {
        return Ok(Some(changed));
    }
    if let Some(counted) = letters::gather(task)? {
        return Ok(Some(counted));
    }
    if let Some(course) = chronology::gather(task, writing)? {
        return Ok(Some(course));
    }
    if let Some(found) = rows::gather(task, writing)? {
        return Ok(Some(found));
    }
    if let Some(listed) = kinds::gather(task)? {
        return Ok(Some(listed));
    }
    if gists::asked(task) {
        return gists::gather(task, writing).map(Some);
    }
    Ok(None)
}

/// How many documents there are, in scope and in all.
fn all_documents(task: &Task<'_>) -> Result<String, QueryError> {
    let all = task.reader().stats()?.documents as usize;
    let inside = match task.filter.is_everything() {
        true => all,
        false => task
            .reader()
            .document_ids(DocumentOrder::Reading)?
            .into_iter()
            .filter(|&id| task.filter.document(id))
            .count(),
    };
    let documents = in_words_first(inside as u64, "document", "documents");
    let kind = kind_of_texts(&task.ask.question.text).filter(|_| task.filter.is_everything());
    Ok(match inside == all {
        true if let Some(kind) = kind => format!("{documents}; none has “{kind}” in its title or folder."),
        true => format!("{documents}."),
        false => format!("{documents} of {} in the index.", grouped(all as u64)),
    })
}
