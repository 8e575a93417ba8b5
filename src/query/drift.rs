//! DRIFT (Microsoft Research, October 2024): a primer over the reports nearest to a first answer, follow-up questions
//! ranked by how much they promise, rounds of local search, a tree of questions and answers, and an answer drawn from
//! all of it.

use futures::future::BoxFuture;

use super::engine::{Engine, Task};
use super::writing::Writing;
use super::{Ask, Gathered, QueryError, engine, mapping, records};
use crate::judgement::{ContextRecord, Point, Question};
use crate::model::{CommunityId, Kind, Mode, TraceStep};
use crate::retrieve::{self, LocalLimits};

/// Reports of the primer.
const PRIMER: usize = 20;
/// Rounds of local search, and follow-ups answered in each.
const ROUNDS: usize = 2;
const FOLLOW_UPS: usize = 4;

/// What a point counts that answers a question asked on the way, beside one that answers the question itself.
const ON_THE_WAY: f32 = 0.7;

/// The engine.
pub(super) struct Drift;

impl Engine for Drift {
    fn name(&self) -> &'static str {
        "drift"
    }

    fn about(&self) -> &'static str {
        "from reports to follow-up questions, each searched locally"
    }

    fn gather(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
        Ok(Gathered { records: primer(task, writing)?, ..Gathered::default() })
    }

    fn answer<'a>(&'a self, task: &'a Task<'a>, writing: &'a mut Writing<'_>) -> BoxFuture<'a, Result<(), QueryError>> {
        Box::pin(async move {
            let analyst = &*task.session.analyst;
            let primer = primer(task, writing)?;
            writing.read(&primer);
            let mut points: Vec<Point> = mapping::points(task, &primer, writing).await?;
            let mut asked: Vec<String> = vec![task.ask.question.text.clone()];
            let mut waiting: Vec<(Option<u32>, String)> = vec![(None, task.ask.question.text.clone())];
            let mut numbers = 0..;
            for round in 0..=ROUNDS {
                let next: Vec<(Option<u32>, String)> = waiting.drain(..).take(FOLLOW_UPS).collect();
                for ((under, question), number) in next.into_iter().zip(numbers.by_ref()) {
                    let part = Ask {
                        vector: super::vector(task.session, &question, writing).await,
                        question: Question { text: question.clone(), ..task.question().clone() },
                        mode: Mode::LOCAL,
                        // The reranker put the passages in order for the first question.
                        order: Vec::new(),
                        ..task.ask.clone()
                    };
                    let part = Task::new(task.session, &part)?;
                    let gathered =
                        engine(Mode::LOCAL).ok_or(QueryError::NoEngine(Mode::LOCAL))?.gathered(&part, writing)?;
                    writing.read(&gathered.records);
                    let mut made = mapping::points(&part, &gathered.records, writing).await?;
                    if number > 0 {
                        made.iter_mut().for_each(|point| point.score *= ON_THE_WAY);
                    }
                    writing.trace(TraceStep::Asked { number, under, question, points: made.len() as u32 });
                    points.extend(made);
                    if round < ROUNDS {
                        let more = analyst.follow_ups(part.question(), &gathered.records).await?.0;
                        for follow_up in more {
                            if !asked.contains(&follow_up) {
                                asked.push(follow_up.clone());
                                waiting.push((Some(number), follow_up));
                            }
                        }
                    }
                }
                if waiting.is_empty() {
                    break;
                }
            }
            let mut seen: Vec<String> = Vec::new();
            points.retain(|point| {
                let new = !seen.contains(&point.text);
                seen.push(point.text.clone());
                new
            });
            points.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.from.id.cmp(&b.from.id)));
            if points.is_empty() {
                return mapping::in_passages(task, writing).await;
            }
            writing.stage("writing the answer");
            writing.write(analyst.reduce(task.question(), &points)).await
        })
    }
}

/// The reports nearest to the question.
fn primer(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Vec<ContextRecord>, QueryError> {
    writing.stage("reading the reports nearest to the question");
    let _state = task.reader().snapshot()?;
    let limits = LocalLimits { passages: 0, entities: 0, relationships: 0, reports: PRIMER };
    let found = retrieve::local(task.reader(), &task.query()?, &task.filter, limits)?.reports;
    let best = retrieve::best_score(found.first().map(|hit| hit.score));
    for hit in &found {
        writing.found(hit.record, hit.how.clone(), hit.score);
    }
    let ids: Vec<CommunityId> = found.iter().map(|hit| CommunityId(hit.record.id)).collect();
    records::reports(task, &ids, |report| {
        let hit = found.iter().find(|hit| hit.record.kind == Kind::Report && hit.record.id == report.community.0);
        hit.map_or(0.0, |hit| hit.score / best)
    })
}
