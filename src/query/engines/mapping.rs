//! The map step that several engines share: records in batches that fit the model, scored points from each, those
//! without use dropped, the rest best first.

use futures::StreamExt;
use futures::future::BoxFuture;

use super::engine;
use crate::judgement::{ContextRecord, Explored, Judged, JudgementError, Point};
use crate::model::{Mode, TraceStep};
use crate::query::QueryError;
use crate::query::task::Task;
use crate::query::writing::Writing;

/// Tokens that one call of the map step is given.
const BATCH: u32 = 12_000;
/// Points that the reduce step is given.
const POINTS: usize = 120;

/// Points from records, best first; several batches are read at once, and the order does not depend on which came back
/// first.
pub(in crate::query) async fn points(
    task: &Task<'_>,
    records: &[ContextRecord],
    writing: &mut Writing<'_>,
) -> Result<Vec<Point>, QueryError> {
    Ok(read(task, None, records, writing).await?.points)
}

/// The same, with what to ask next on the way to answering `goal`, the most promising first.
pub(in crate::query) async fn explored(
    task: &Task<'_>,
    goal: &str,
    records: &[ContextRecord],
    writing: &mut Writing<'_>,
) -> Result<Explored, QueryError> {
    read(task, Some(goal), records, writing).await
}

fn read<'a>(
    task: &'a Task<'a>,
    goal: Option<&'a str>,
    records: &'a [ContextRecord],
    writing: &'a mut Writing<'_>,
) -> BoxFuture<'a, Result<Explored, QueryError>> {
    Box::pin(async move {
        let analyst = &*task.session.analyst;
        writing.stage(format!("reading {} records", records.len()));
        let told = |batch: &'a [ContextRecord]| -> BoxFuture<'a, Judged<Explored>> {
            Box::pin(async move {
                let Some(goal) = goal else {
                    let (points, usage) = analyst.map(task.question(), batch).await?;
                    return Ok((Explored { points, ..Explored::default() }, usage));
                };
                analyst.explore(goal, task.question(), batch).await
            })
        };
        let asked: Vec<_> = batches(records).into_iter().map(told).collect();
        let mut results = futures::stream::iter(asked).buffered(analyst.concurrency().max(1));
        let Explored { mut points, mut follow_ups } = Explored::default();
        let (mut read, mut lost) = (0, Vec::new());
        while let Some(result) = results.next().await {
            match result {
                Ok((batch, _)) => {
                    writing.was_judged();
                    points.extend(batch.points);
                    follow_ups.extend(batch.follow_ups);
                    read += 1;
                }
                Err(error) if error.concerns_all() => return Err(error.into()),
                Err(error) => lost.push(error),
            }
        }
        drop(results);
        without(lost, read, "batches", writing)?;
        points.retain(|point| point.score > 0.0);
        points.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.from.id.cmp(&b.from.id)));
        for (place, point) in points.iter().enumerate() {
            writing.trace(TraceStep::Point { text: point.text.clone(), score: point.score, kept: place < POINTS });
        }
        points.truncate(POINTS);
        follow_ups.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(Explored { points, follow_ups })
    })
}

/// Answers from the nearest passages where no record had a point to make: what nothing answers is then said with the
/// nearest there is.
pub(super) async fn in_passages(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<(), QueryError> {
    writing
        .trace(TraceStep::Note { text: "nothing read makes a point: looked for in the nearest passages".to_owned() });
    engine(Mode::BASIC).ok_or(QueryError::NoEngine(Mode::BASIC))?.run(task, writing).await
}

/// Goes on without what the analyst could not judge, where it judged anything, and says so.
///
/// # Errors
/// Nothing was judged so far.
fn without(
    mut lost: Vec<JudgementError>,
    read: usize,
    what: &str,
    writing: &mut Writing<'_>,
) -> Result<(), QueryError> {
    let number = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let (without, of) = (number(lost.len()), number(lost.len() + read));
    let Some(error) = lost.pop() else { return Ok(()) };
    if read == 0 && !writing.is_judged() {
        return Err(error.into());
    }
    writing.trace(TraceStep::LeftOut { without, of, what: what.to_owned(), why: error.to_string() });
    Ok(())
}

/// Ratings of records by the analyst, in their order; several are rated at once. What the rater cannot place has none,
/// which is told.
pub(in crate::query) async fn ratings(
    task: &Task<'_>,
    records: &[ContextRecord],
    writing: &mut Writing<'_>,
) -> Result<Vec<Option<f32>>, QueryError> {
    let analyst = &*task.session.analyst;
    let asked: Vec<_> = records.iter().map(|record| analyst.rate(task.question(), record)).collect();
    let mut rated = futures::stream::iter(asked).buffered(analyst.concurrency().max(1));
    let mut ratings = Vec::with_capacity(records.len());
    let mut lost = Vec::new();
    while let Some(result) = rated.next().await {
        match result {
            Ok((rating, _)) => {
                writing.was_judged();
                ratings.push(Some(rating));
            }
            Err(error) if error.concerns_all() => return Err(error.into()),
            Err(error) => {
                lost.push(error);
                ratings.push(None);
            }
        }
    }
    drop(rated);
    let read = ratings.len() - lost.len();
    without(lost, read, "ratings", writing)?;
    Ok(ratings)
}

/// Cuts records into runs that fit one call.
fn batches(records: &[ContextRecord]) -> Vec<&[ContextRecord]> {
    let mut batches = Vec::new();
    let (mut start, mut tokens) = (0, 0);
    for (at, record) in records.iter().enumerate() {
        if at > start && tokens + record.tokens > BATCH {
            batches.push(&records[start..at]);
            (start, tokens) = (at, 0);
        }
        tokens += record.tokens;
    }
    if start < records.len() {
        batches.push(&records[start..]);
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples;
    use crate::model::Kind;

    #[test]
    fn batches_hold_every_record_once() {
        let sized = |id, tokens| ContextRecord { tokens, ..samples::record(Kind::Report, id, "R", Vec::new()) };
        let records: Vec<_> = [5_000, 5_000, 5_000, 20_000, 1].iter().zip(0..).map(|(&t, id)| sized(id, t)).collect();
        let sizes: Vec<usize> = batches(&records).iter().map(|batch| batch.len()).collect();
        assert_eq!(sizes, [2, 1, 1, 1]);
        assert!(batches(&[]).is_empty());
    }
}
