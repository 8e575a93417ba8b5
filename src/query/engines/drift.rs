//! DRIFT (Microsoft Research, October 2024): a primer over the reports nearest to a supposed answer, follow-up
//! questions ranked by how much they promise, rounds of local search, a tree of questions and answers, and an answer
//! drawn from all of it.

use std::collections::HashMap;

use futures::future::BoxFuture;

use super::{Engine, engine, mapping};
use crate::judgement::{ContextRecord, Explored, FollowUp, Point, Question};
use crate::model::{CommunityId, How, Mode, TraceStep};
use crate::query::context::records;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Ask, Gathered, QueryError};
use crate::retrieve::{self, LocalLimits, Query};
use crate::store::Reader;
use crate::text::display::sanitise::one_line;
use crate::text::words::terms::folded;

/// Reports of the primer.
const PRIMER: usize = 20;
/// Reports that are looked at for it: of a community and what lies under it one is read.
const LOOKED_AT: usize = 4 * PRIMER;
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
        Ok(Gathered { records: primer(task, None, writing)?, ..Gathered::default() })
    }

    fn answer<'a>(&'a self, task: &'a Task<'a>, writing: &'a mut Writing<'_>) -> BoxFuture<'a, Result<(), QueryError>> {
        Box::pin(async move {
            let goal = &task.ask.question.text;
            let supposed = supposed(task, writing).await?;
            let primer = primer(task, supposed.as_ref(), writing)?;
            writing.read(&primer);
            let Explored { mut points, follow_ups } = mapping::explored(task, goal, &primer, writing).await?;
            let mut waiting = Waiting::default();
            let mut next = vec![Asking { under: None, question: goal.clone(), score: 0.0 }];
            waiting.note(goal);
            waiting.add(Some(0), follow_ups);
            let mut numbers = 0..;
            for round in 0..=ROUNDS {
                for (Asking { under, question, .. }, number) in next.into_iter().zip(numbers.by_ref()) {
                    let ask = on_the_way(task, &question, writing).await;
                    let part = Task::new(task.session, &ask)?;
                    let gathered =
                        engine(Mode::LOCAL).ok_or(QueryError::NoEngine(Mode::LOCAL))?.gathered(&part, writing)?;
                    writing.read(&gathered.records);
                    let mut made = match round < ROUNDS {
                        true => {
                            let told = mapping::explored(&part, goal, &gathered.records, writing).await?;
                            waiting.add(Some(number), told.follow_ups);
                            told.points
                        }
                        false => mapping::points(&part, &gathered.records, writing).await?,
                    };
                    if number > 0 {
                        made.iter_mut().for_each(|point| point.score *= ON_THE_WAY);
                    }
                    writing.trace(TraceStep::Asked { number, under, question, points: made.len() as u32 });
                    points.extend(made);
                }
                next = waiting.best();
                if next.is_empty() {
                    break;
                }
            }
            let points = best_first(points);
            if points.is_empty() {
                return mapping::in_passages(task, writing).await;
            }
            writing.stage("writing the answer");
            writing.write(task.session.analyst.reduce(task.question(), &points)).await
        })
    }
}

/// A question to be asked on the way.
struct Asking {
    /// The number of the question that raised it.
    under: Option<u32>,
    question: String,
    score: f32,
}

/// Questions that were raised and not asked yet.
#[derive(Default)]
struct Waiting {
    asking: Vec<Asking>,
    /// The words of every question that was raised, so that none is asked twice.
    known: Vec<Vec<String>>,
}

impl Waiting {
    /// Notes a question; false where it is known.
    fn note(&mut self, question: &str) -> bool {
        let words = folded(question);
        let new = !self.known.contains(&words);
        if new {
            self.known.push(words);
        }
        new
    }

    fn add(&mut self, under: Option<u32>, raised: Vec<FollowUp>) {
        for FollowUp { question, score } in raised {
            if self.note(&question) {
                self.asking.push(Asking { under, question, score });
            }
        }
    }

    /// The most promising, of those that promise alike the first raised; the others wait on.
    fn best(&mut self) -> Vec<Asking> {
        self.asking.sort_by(|a, b| b.score.total_cmp(&a.score));
        self.asking.drain(..FOLLOW_UPS.min(self.asking.len())).collect()
    }
}

/// A question asked on the way, of what the question itself is asked.
async fn on_the_way(task: &Task<'_>, question: &str, writing: &mut Writing<'_>) -> Ask {
    let itself = question == task.ask.question.text;
    let looked_for = task.question().looked_for.clone().filter(|_| itself);
    Ask {
        vector: crate::query::vector(task.session, question, writing).await,
        question: Question { text: question.to_owned(), looked_for, ..task.question().clone() },
        mode: Mode::LOCAL,
        // The reranker put the passages in order for the first question.
        order: Vec::new(),
        ..task.ask.clone()
    }
}

/// Points that say something new, best first.
fn best_first(mut points: Vec<Point>) -> Vec<Point> {
    let mut seen: Vec<String> = Vec::new();
    points.retain(|point| {
        let new = !seen.contains(&point.text);
        seen.push(point.text.clone());
        new
    });
    points.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.from.id.cmp(&b.from.id)));
    points
}

/// What a report that answers might say, as a query: the analyst writes it in the form of one of the reports. Without
/// it the question is looked for by its own words.
async fn supposed(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Option<Query>, QueryError> {
    let Some(like) = example(task)? else { return Ok(None) };
    let report = match task.session.analyst.supposes(task.question(), &like).await {
        Ok((report, _)) => report,
        Err(error) if error.concerns_all() => return Err(error.into()),
        Err(error) => {
            writing.trace(TraceStep::Note { text: format!("no hypothetical answer was drafted: {error}") });
            None
        }
    };
    let Some(report) = report else { return Ok(None) };
    writing.trace(TraceStep::Note { text: format!("looked for reports like: {}", one_line(&report)) });
    let vector = crate::query::vector(task.session, &report, writing).await;
    let query = task.session.query(&report)?;
    Ok(Some(if vector.is_some() { query.meaning(vector) } else { query }))
}

/// A report that shows the form: the first in the part that is asked.
fn example(task: &Task<'_>) -> Result<Option<ContextRecord>, QueryError> {
    for root in task.reader().community_children(None)? {
        if task.filter.report(task.reader(), root.id)?
            && let Some(report) = records::reports(task, &[root.id], |_| 1.0)?.pop()
        {
            return Ok(Some(report));
        }
    }
    Ok(None)
}

/// The reports nearest to the question and to what an answer may say; of a community and one under it, the nearer.
fn primer(
    task: &Task<'_>,
    supposed: Option<&Query>,
    writing: &mut Writing<'_>,
) -> Result<Vec<ContextRecord>, QueryError> {
    writing.stage("reading the reports nearest to the question");
    let _state = task.reader().snapshot()?;
    let limits = LocalLimits { passages: 0, entities: 0, relationships: 0, reports: LOOKED_AT };
    let mut found: Vec<(CommunityId, f32, How)> = Vec::new();
    for query in [Some(&task.query()?), supposed].into_iter().flatten() {
        let hits = retrieve::local(task.reader(), query, &task.filter, limits)?.reports;
        let best = retrieve::best_score(hits.first().map(|hit| hit.score));
        for hit in hits {
            let (id, score) = (CommunityId(hit.record.id), hit.score / best);
            match found.iter_mut().find(|(known, ..)| *known == id) {
                Some((_, known, _)) => *known = known.max(score),
                None => found.push((id, score, hit.how)),
            }
        }
    }
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    let ids: Vec<CommunityId> = found.iter().map(|(id, ..)| *id).collect();
    let mut ids = of_each_line_one(task.reader(), &ids)?;
    ids.truncate(PRIMER);
    found.retain(|(id, ..)| ids.contains(id));
    let scores: HashMap<CommunityId, f32> = found.iter().map(|(id, score, _)| (*id, *score)).collect();
    found.into_iter().for_each(|(id, score, how)| writing.found(id.into(), how, score));
    records::reports(task, &ids, |report| scores.get(&report.community).copied().unwrap_or_default())
}

/// Communities in their order without those under which, or above which, an earlier one lies.
fn of_each_line_one(reader: &Reader, ids: &[CommunityId]) -> Result<Vec<CommunityId>, QueryError> {
    let mut kept: Vec<(CommunityId, Vec<CommunityId>)> = Vec::new();
    for &id in ids {
        let path = reader.community_path(id)?;
        if kept.iter().all(|(other, above)| !path.contains(other) && !above.contains(&id)) {
            kept.push((id, path));
        }
    }
    Ok(kept.into_iter().map(|(id, _)| id).collect())
}
