//! Global questions: map and reduce over community reports (Edge et al., "From Local to Global", 2024, §3.1.6), with
//! dynamic selection of communities (Microsoft Research, November 2024): from the roots a rater says which reports
//! help, their children are looked at next, and what does not help is left with all that lies under it.
//!
//! Communities that end before the level asked for are projected down to it: their own report is read.

use std::collections::HashSet;

use futures::future::BoxFuture;

use super::{Engine, answer_from, mapping};
use crate::graph::rng::Rng;
use crate::judgement::{ContextRecord, Question};
use crate::model::{CommunityId, Kind, TraceStep};
use crate::query::context::{gists, pile, records};
use crate::query::narrowing::statements;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError};
use crate::store::Reader;

/// A report is relevant from this rating on, of 10.
const RELEVANT: f32 = 2.0;
/// Levels below the roots that are looked at where nothing is relevant, as in the reference.
const DEEPEST: u32 = 2;
/// Reports from which dynamic selection saves more than it costs.
const WORTH_RATING: usize = 24;

/// The engine.
pub(super) struct Global;

impl Engine for Global {
    fn name(&self) -> &'static str {
        "global"
    }

    fn about(&self) -> &'static str {
        "the whole pile: its reports are read, and drawn together"
    }

    fn has_levels(&self) -> bool {
        true
    }

    fn ranks_passages(&self) -> bool {
        false
    }

    fn describes_whole(&self) -> bool {
        true
    }

    fn gather(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
        if gists::asked(task) && !task.ask.scope.documents.is_empty() | !task.ask.scope.folders.is_empty() {
            return gists::gather(task, writing);
        }
        let mut communities = level(task)?;
        if gists::asked(task) {
            leave_out_fragments(task.reader(), &mut communities)?;
        }
        writing.stage(format!("reading {} reports", communities.len()));
        let mut records = records::reports(task, &communities, |report| report.rating / 10.0)?;
        if let Some(stance) = task.reading.asks_for_kind_alone() {
            statements::add(task, stance, &mut records)?;
        }
        let mut facts = Vec::new();
        if gists::asked(task) && task.ask.scope.is_everything() && !records.is_empty() {
            // Themes are what the reports are about.
            if !task.reading.whole.themes {
                records.extend(gists::whole(task)?);
            }
            facts.extend(pile::fact(task.reader(), writing)?);
        }
        Rng::new(task.ask.seed).shuffle(&mut records);
        Ok(Gathered { records, facts, ..Gathered::default() })
    }

    fn answer<'a>(&'a self, task: &'a Task<'a>, writing: &'a mut Writing<'_>) -> BoxFuture<'a, Result<(), QueryError>> {
        Box::pin(async move {
            let mut gathered = self.gathered(task, writing)?;
            let of_documents = gathered.records.iter().all(|record| record.record.kind != Kind::Report);
            if of_documents && !gathered.records.is_empty() {
                return answer_from(task, gathered, writing).await;
            }
            // Without a model nothing tells which subjects have statements of a kind but these.
            let of_each = task.reading.asks_for_kind_alone().is_some() && !writing.is_by_model();
            let is_of_all = gists::asked(task) || of_each;
            if task.ask.level.is_none() && gathered.records.len() > WORTH_RATING && !is_of_all {
                let chosen = select(task, writing).await?;
                if !chosen.is_empty() {
                    gathered.records = chosen;
                    Rng::new(task.ask.seed).shuffle(&mut gathered.records);
                }
            }
            // What fits one call needs no points.
            if !gathered.records.is_empty() && task.session.analyst.answers_at_once(&gathered.records) {
                return answer_from(task, gathered, writing).await;
            }
            if gathered.records.is_empty() && task.reader().stats()?.reports == 0 {
                writing.say("This index has no reports; the nearest passages follow.\n\n".to_owned());
                return mapping::in_passages(task, writing).await;
            }
            writing.read(&gathered.records);
            let points = mapping::points(task, &gathered.records, writing).await?;
            if points.is_empty() && !gists::asked(task) {
                return mapping::in_passages(task, writing).await;
            }
            writing.stage("writing the answer");
            let question = Question { facts: gathered.facts, ..task.question().clone() };
            writing.write(task.session.analyst.reduce(&question, &points)).await
        })
    }
}

/// The communities of the level asked for, and shallower ones that end earlier, as far as they are in scope. Where no
/// level is asked for, a community is told by those below it: they are what it is made of, and its own title says
/// nothing to whoever looks into it.
fn level(task: &Task<'_>) -> Result<Vec<CommunityId>, QueryError> {
    let (reader, scope) = (task.reader(), &task.ask.scope);
    if task.ask.level.is_none() && !scope.communities.is_empty() {
        return below(task);
    }
    let level = task.ask.level.unwrap_or(0);
    if scope.is_everything() {
        let deepest = reader.levels()?.last().map_or(0, |count| count.level);
        if level > deepest {
            return Err(QueryError::NoLevel { level, deepest });
        }
    }
    let mut kept = Vec::new();
    for id in reader.communities_at(level)? {
        if task.filter.report(reader, id)? {
            kept.push(id);
        }
    }
    if kept.is_empty() { below(task) } else { Ok(kept) }
}

/// The children of the communities that are asked; of one without any, itself.
fn below(task: &Task<'_>) -> Result<Vec<CommunityId>, QueryError> {
    let mut kept = Vec::new();
    for &community in &task.ask.scope.communities {
        let children = task.reader().community_children(Some(community))?;
        match children.is_empty() {
            true => kept.push(community),
            false => kept.extend(children.iter().map(|row| row.id)),
        }
    }
    Ok(kept)
}

/// Leaves out the unconnected of one document, where there are others: they tell nothing of the whole.
fn leave_out_fragments(reader: &Reader, communities: &mut Vec<CommunityId>) -> Result<(), QueryError> {
    let roots = reader.community_children(None)?.into_iter();
    let fragments: HashSet<CommunityId> =
        roots.filter(|row| row.unconnected && row.documents < 2).map(|row| row.id).collect();
    if communities.iter().any(|id| !fragments.contains(id)) {
        communities.retain(|id| !fragments.contains(id));
    }
    Ok(())
}

/// Dynamic selection: rates reports from the roots down, and returns those that help.
pub(in crate::query) async fn select(
    task: &Task<'_>,
    writing: &mut Writing<'_>,
) -> Result<Vec<ContextRecord>, QueryError> {
    let reader = task.reader();
    let children = |id: CommunityId| -> Result<Vec<CommunityId>, QueryError> {
        Ok(reader.community_children(Some(id))?.iter().map(|row| row.id).collect())
    };
    let roots: Vec<CommunityId> = reader.community_children(None)?.iter().map(|row| row.id).collect();
    let mut waiting: Vec<CommunityId> = Vec::new();
    for id in roots {
        if task.filter.report(reader, id)? {
            waiting.push(id);
        }
    }
    let (mut chosen, mut level): (Vec<ContextRecord>, u32) = (Vec::new(), 0);
    while !waiting.is_empty() {
        writing.stage(format!("rating {} communities", waiting.len()));
        let records = records::reports(task, &waiting, |report| report.rating / 10.0)?;
        let ratings = mapping::ratings(task, &records, writing).await?;
        let (mut next, mut unplaced, mut relevant) = (Vec::new(), Vec::new(), false);
        for (record, rating) in records.into_iter().zip(ratings) {
            let Some(rating) = rating else {
                unplaced.push(record);
                continue;
            };
            writing.trace(TraceStep::Rated { record: record.record, rating });
            if rating < RELEVANT {
                continue;
            }
            relevant = true;
            // The children tell more than their parent, which is read where it has none.
            let below = children(CommunityId(record.record.id))?;
            if below.is_empty() {
                chosen.push(record);
            } else {
                next.extend(below);
            }
        }
        // Nothing helps on this level: what lies under it may, not too far down.
        if !relevant && chosen.is_empty() && level < DEEPEST {
            for &id in &waiting {
                next.extend(children(id)?);
            }
            let mut leaves = Vec::new();
            for record in unplaced {
                if children(CommunityId(record.record.id))?.is_empty() {
                    leaves.push(record);
                }
            }
            unplaced = leaves;
        }
        // What the rater could not place is read as it is: whether to look below it nobody said.
        chosen.extend(unplaced);
        (waiting, level) = (next, level + 1);
    }
    Ok(chosen)
}
