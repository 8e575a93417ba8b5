//! The map step that several engines share: records in batches that fit the model, scored points from each, those without
//! use dropped, the rest best first.

use futures::StreamExt;
use futures::future::BoxFuture;

use super::engine::Task;
use super::writing::Writing;
use super::{QueryError, engine};
use crate::judgement::{ContextRecord, JudgementError, Point};
use crate::model::{Mode, TraceStep};

/// Tokens that one call of the map step is given.
const BATCH: u32 = 12_000;
/// The rating of what the rater cannot place, of 10: its community is looked into (the reference takes it for relevant), and a
/// passage does not pass by it.
const UNPLACED: f32 = 2.0;
/// Points that the reduce step is given.
const POINTS: usize = 120;

/// Points from records, best first; several batches are read at once, and the order does not depend on which came back
/// first.
pub(super) fn points<'a>(
    task: &'a Task<'a>,
    records: &'a [ContextRecord],
    writing: &'a mut Writing<'_>,
) -> BoxFuture<'a, Result<Vec<Point>, QueryError>> {
    Box::pin(async move {
        let analyst = &*task.session.analyst;
        writing.stage(format!("reading {} records", records.len()));
        let asked: Vec<_> = batches(records).into_iter().map(|batch| analyst.map(task.question(), batch)).collect();
        let mut results = futures::stream::iter(asked).buffered(analyst.concurrency().max(1));
        let mut points: Vec<Point> = Vec::new();
        let (mut read, mut lost) = (0, Vec::new());
        while let Some(result) = results.next().await {
            match result {
                Ok((batch, _)) => {
                    writing.was_judged();
                    points.extend(batch);
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
        Ok(points)
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

/// Ratings of records by the analyst, in their order; several are rated at once. What the rater cannot place is neither told
/// to be irrelevant nor to answer.
pub(super) async fn ratings(
    task: &Task<'_>,
    records: &[ContextRecord],
    writing: &mut Writing<'_>,
) -> Result<Vec<f32>, QueryError> {
    let analyst = &*task.session.analyst;
    let asked: Vec<_> = records.iter().map(|record| analyst.rate(task.question(), record)).collect();
    let mut rated = futures::stream::iter(asked).buffered(analyst.concurrency().max(1));
    let mut ratings = Vec::with_capacity(records.len());
    let mut lost = Vec::new();
    while let Some(result) = rated.next().await {
        match result {
            Ok((rating, _)) => {
                writing.was_judged();
                ratings.push(rating);
            }
            Err(error) if error.concerns_all() => return Err(error.into()),
            Err(error) => {
                lost.push(error);
                ratings.push(UNPLACED);
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

/// Fisher and Yates, by a small generator of its own: the order must not change with a library's.
pub(super) fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut state = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    for i in (1..items.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        items.swap(i, (state % (i as u64 + 1)) as usize);
    }
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

    #[test]
    fn a_seed_gives_one_order() {
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..40).collect();
            shuffle(&mut items, seed);
            items
        };
        assert_eq!(shuffled(7), shuffled(7));
        assert_ne!(shuffled(7), shuffled(8));
        let mut sorted = shuffled(7);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..40).collect::<Vec<_>>());
    }
}
