//! LazyGraphRAG (Microsoft Research, November 2024; its closest public form is intelligence-toolkit's "Query Text
//! Data"): best-first by likeness of passages, breadth-first by community. Passages are tested for relevance under one
//! budget of tests, the nearest first; communities that yield are descended into, barren ones closed with all that lies
//! under them; the answer is made from the passages that passed.
//!
//! A search is told by its trace: given what an earlier one rated, it takes the same way without asking again and goes
//! on with new tests, so that more budget extends the same search and no passage is tested twice.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use futures::future::BoxFuture;

use super::{Engine, mapping};
use crate::judgement::{ANSWER_TOKENS, ContextRecord};
use crate::model::{CommunityId, EXTRACTIVE, Ref, TextUnitId, TraceStep};
use crate::query::context::passages::PassageReader;
use crate::query::context::records;
use crate::query::context::speakers::keep_speakers;
use crate::query::entities::dossier::{Dossier, dossier};
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError};
use crate::retrieve;
use crate::text::numbers::amounts::count;

/// Relevance tests of one question where none are named.
const TESTS: u32 = 100;
/// Passages tested of a community at a time.
const AT_A_TIME: usize = 5;
/// Passages that are ranked.
const RANKED: usize = 600;
/// Passages tested first, by likeness alone, before communities say where to go on, as the public form begins (with
/// ten).
const NEAREST: usize = 20;
/// A passage passes from this rating on, of 10.
const PASSES: f32 = 5.0;
/// Barren communities in a row that end a round.
const BARREN: usize = 5;
/// The best passages of a community that say how promising it is.
const BEST: usize = 5;
/// Passages that the answer is made from at least: where fewer passed, the nearest of the others are read behind them,
/// because what a passage only leads to has few of the question's words and seldom passes by itself.
const FEWEST: usize = 12;

/// The engine.
pub(super) struct Lazy;

impl Engine for Lazy {
    fn name(&self) -> &'static str {
        "lazy"
    }

    fn about(&self) -> &'static str {
        "passages tested one by one, best first, through the communities"
    }

    fn gather(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
        let search = Search::begin(task, &[])?;
        let mut passages = PassageReader::new(task.reader());
        let mut found = Vec::new();
        for &unit in search.ranked.iter().take(AT_A_TIME * BARREN) {
            found.extend(record(task, &mut passages, unit, 1.0)?);
        }
        writing.stage("ranking passages");
        Ok(Gathered { records: records::within(found, ANSWER_TOKENS), ..Gathered::default() })
    }

    fn answer<'a>(&'a self, task: &'a Task<'a>, writing: &'a mut Writing<'_>) -> BoxFuture<'a, Result<(), QueryError>> {
        Box::pin(async move {
            let analyst = &*task.session.analyst;
            let parts = parts(task, writing).await?;
            for part in parts.iter().filter(|part| **part != task.ask.question.text) {
                writing.trace(TraceStep::Note { text: format!("asked in part: {part}") });
            }
            let mut search = Search::begin(task, &parts)?;
            let mut passages = PassageReader::new(task.reader());
            let budget = search.budget(task);
            let known = search.known.len();
            if known > 0 {
                writing.trace(TraceStep::Note { text: format!("goes on from {known} passages tested before") });
            }
            while let Some(batch) = search.next_batch(budget) {
                search.test(task, &batch, &mut passages, writing).await?;
            }
            let anew = search.tested.len().saturating_sub(known);
            let passed_anew = search.passed_anew();
            search.tell_tested(task, anew, passed_anew.len(), writing);
            // Whoever quotes would say again what was said before; a model answers from all at once.
            if known > 0 && !passed_anew.is_empty() && analyst.name() == EXTRACTIVE {
                let passages = count(anew as u64, "more passage was tested", "more passages were tested");
                writing.say(format!("{passages}, and {} passed:\n\n", passed_anew.len()));
                let records = records::within(passed_anew, ANSWER_TOKENS);
                writing.read(&records);
                writing.write(analyst.answer(task.question(), &records)).await?;
                writing.say("\nOf all that passed:\n\n".to_owned());
            }
            let (records, dossier) = search.answered_from(task, &mut passages)?;
            writing.read(&records);
            writing.stage("writing the answer");
            let mut question = task.question().clone();
            question.dossier = writing.new_line(dossier.map(|dossier| dossier.line));
            question.said.extend(writing.quoted());
            writing.write(analyst.answer(&question, &records)).await
        })
    }
}

/// Relevance tests that are made anew.
fn tests(task: &Task<'_>) -> usize {
    task.ask.tests.unwrap_or(TESTS) as usize
}

fn record(
    task: &Task<'_>,
    passages: &mut PassageReader<'_>,
    unit: TextUnitId,
    rank: f32,
) -> Result<Option<ContextRecord>, QueryError> {
    let Some(unit) = task.reader().find_unit(unit)? else { return Ok(None) };
    let mut record = passages.record(&unit, rank)?;
    keep_speakers(&mut record, task.ask);
    Ok(Some(record))
}

/// The questions that the question consists of; itself alone where nobody could take it apart.
async fn parts(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Vec<String>, QueryError> {
    match task.session.analyst.subquestions(task.question()).await {
        Ok((parts, _)) => Ok(parts),
        Err(error) if error.concerns_all() => Err(error.into()),
        Err(error) => {
            writing.trace(TraceStep::Note { text: format!("asked as a whole, not in parts: {error}") });
            Ok(vec![task.ask.question.text.clone()])
        }
    }
}

/// Passages to be tested together.
struct Batch {
    from: Origin,
    units: Vec<TextUnitId>,
}

/// Where passages to be tested come from.
#[derive(Clone, Copy)]
enum Origin {
    /// They are the nearest to the question, wherever they lie.
    Nearest,
    /// One community; none for passages that no community of the level holds.
    Held(Option<CommunityId>),
}

/// A search under way: what is ranked, what was tested, which communities are open.
struct Search {
    /// Best first.
    ranked: Vec<TextUnitId>,
    scores: HashMap<TextUnitId, f32>,
    /// Of each community, the untested passages of its members, best first.
    holding: BTreeMap<Option<CommunityId>, Vec<TextUnitId>>,
    children: HashMap<CommunityId, Vec<CommunityId>>,
    units_of: HashMap<CommunityId, Vec<TextUnitId>>,
    tested: HashSet<TextUnitId>,
    /// What an earlier search rated.
    known: HashMap<Ref, f32>,
    relevant: Vec<ContextRecord>,
    barren: usize,
}

impl Search {
    /// Ranks passages for the question and its parts, and gives each to the root community that names most of it.
    fn begin(task: &Task<'_>, parts: &[String]) -> Result<Self, QueryError> {
        let reader = task.reader();
        let _state = reader.snapshot()?;
        let mut scores: HashMap<TextUnitId, f32> = HashMap::new();
        let mut queries = vec![task.query()?];
        for part in parts.iter().filter(|part| **part != task.ask.question.text) {
            queries.push(task.session.query(part)?);
        }
        for query in &queries {
            let hits = retrieve::passages(reader, query, &task.filter, RANKED)?;
            let best = retrieve::best_score(hits.first().map(|hit| hit.score));
            for hit in hits {
                let score = scores.entry(hit.unit).or_default();
                *score = score.max(hit.score / best);
            }
        }
        let mut ranked: Vec<TextUnitId> = scores.keys().copied().collect();
        ranked.sort_by(|a, b| scores[b].total_cmp(&scores[a]).then(a.cmp(b)));
        let mut search = Search {
            holding: BTreeMap::new(),
            children: HashMap::new(),
            units_of: HashMap::new(),
            tested: HashSet::new(),
            known: task.ask.rated.iter().copied().collect(),
            relevant: Vec::new(),
            barren: 0,
            ranked,
            scores,
        };
        // Which communities name what, from the stored mentions.
        let mut of_unit: HashMap<TextUnitId, BTreeSet<CommunityId>> = HashMap::new();
        let mut known: HashMap<crate::model::EntityId, Vec<CommunityId>> = HashMap::new();
        for &unit in &search.ranked {
            for mention in reader.mentions_in(unit)? {
                if let std::collections::hash_map::Entry::Vacant(e) = known.entry(mention.entity) {
                    e.insert(reader.communities_of(mention.entity)?);
                }
                of_unit.entry(unit).or_default().extend(&known[&mention.entity]);
            }
        }
        for &unit in &search.ranked {
            for community in of_unit.get(&unit).into_iter().flatten() {
                search.units_of.entry(*community).or_default().push(unit);
            }
        }
        let communities: Vec<CommunityId> = search.units_of.keys().copied().collect();
        let rows = reader.community_rows(&communities)?;
        for row in &rows {
            if let Some(parent) = row.parent {
                search.children.entry(parent).or_default().push(row.id);
            }
        }
        search.children.values_mut().for_each(|children| children.sort_unstable());
        let roots: Vec<CommunityId> = rows.iter().filter(|row| row.parent.is_none()).map(|row| row.id).collect();
        search.open(&roots, &search.ranked.clone(), None);
        Ok(search)
    }

    fn likeness(&self, unit: TextUnitId) -> f32 {
        self.scores.get(&unit).copied().unwrap_or_default()
    }

    /// Gives untested passages to the communities that hold them, each to the one that is ranked best; what none holds
    /// stays with `rest`.
    fn open(&mut self, communities: &[CommunityId], units: &[TextUnitId], rest: Option<CommunityId>) {
        let inside: HashSet<TextUnitId> = units.iter().copied().filter(|unit| !self.tested.contains(unit)).collect();
        let mut ranked: Vec<(f32, CommunityId)> = Vec::new();
        for &community in communities {
            let held = self.units_of.get(&community).into_iter().flatten().filter(|unit| inside.contains(unit));
            let best: Vec<f32> = held.take(BEST).map(|&unit| self.likeness(unit)).collect();
            if !best.is_empty() {
                ranked.push((best.iter().sum::<f32>() / best.len() as f32, community));
            }
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut given: HashSet<TextUnitId> = HashSet::new();
        for (_, community) in ranked {
            let held = self.units_of.get(&community).into_iter().flatten().copied();
            let own: Vec<TextUnitId> = held.filter(|unit| inside.contains(unit) && given.insert(*unit)).collect();
            if !own.is_empty() {
                self.holding.insert(Some(community), own);
            }
        }
        let left: Vec<TextUnitId> =
            self.ranked.iter().copied().filter(|unit| inside.contains(unit) && !given.contains(unit)).collect();
        if !left.is_empty() {
            self.holding.entry(rest).or_default().extend(left);
        }
    }

    /// The next passages to test: at first the nearest, then those of the open community whose best untested passage is
    /// ranked highest. None where the budget is spent or nothing is left.
    fn next_batch(&mut self, budget: usize) -> Option<Batch> {
        let left = budget.saturating_sub(self.tested.len());
        if left == 0 || self.barren >= BARREN {
            return None;
        }
        if self.tested.len() < NEAREST {
            let first = self.ranked.iter().copied().skip(self.tested.len()).take(AT_A_TIME.min(left));
            let units: Vec<TextUnitId> = first.collect();
            if !units.is_empty() {
                self.holding.values_mut().for_each(|held| held.retain(|unit| !units.contains(unit)));
                self.holding.retain(|_, held| !held.is_empty());
                self.tested.extend(&units);
                return Some(Batch { from: Origin::Nearest, units });
            }
        }
        let promise = |units: &Vec<TextUnitId>| units.first().map_or(0.0, |&unit| self.likeness(unit));
        let best = self.holding.iter().max_by(|a, b| promise(a.1).total_cmp(&promise(b.1)).then(b.0.cmp(a.0)));
        let community = *best?.0;
        let mut held = self.holding.remove(&community)?;
        let rest = held.split_off(held.len().min(AT_A_TIME).min(left));
        if !rest.is_empty() {
            self.holding.insert(community, rest);
        }
        self.tested.extend(&held);
        Some(Batch { from: Origin::Held(community), units: held })
    }

    /// Passages that may be tested, those of an earlier search among them.
    fn budget(&self, task: &Task<'_>) -> usize {
        self.known.len() + tests(task)
    }

    /// Has the passages of a batch rated, but for those that an earlier search rated, and keeps what passes.
    async fn test(
        &mut self,
        task: &Task<'_>,
        batch: &Batch,
        passages: &mut PassageReader<'_>,
        writing: &mut Writing<'_>,
    ) -> Result<(), QueryError> {
        let mut tested = Vec::with_capacity(batch.units.len());
        let state = task.reader().snapshot()?;
        for &unit in &batch.units {
            tested.extend(record(task, passages, unit, self.likeness(unit))?);
        }
        drop(state);
        writing.stage(format!("testing passages: {} of {}", self.tested.len(), self.budget(task)));
        let (mut before, new): (Vec<_>, Vec<_>) =
            tested.into_iter().partition(|record| self.known.contains_key(&record.record));
        let anew = !new.is_empty();
        let mut ratings: Vec<Option<f32>> = before.iter().map(|record| Some(self.known[&record.record])).collect();
        ratings.extend(mapping::ratings(task, &new, writing).await?);
        before.extend(new);
        let mut passed = 0;
        for (record, rating) in before.into_iter().zip(ratings) {
            // What got no rating does not pass, and may be tested by a search that goes on.
            let Some(rating) = rating else { continue };
            writing.trace(TraceStep::Rated { record: record.record, rating });
            if rating >= PASSES {
                passed += 1;
                self.relevant.push(ContextRecord { rank: rating / 10.0, ..record });
            }
        }
        self.settle(batch, passed, anew);
        Ok(())
    }

    /// What passed and was not rated by an earlier search.
    fn passed_anew(&self) -> Vec<ContextRecord> {
        self.relevant.iter().filter(|record| !self.known.contains_key(&record.record)).cloned().collect()
    }

    /// Notes how many passages were tested and passed, in all and anew.
    fn tell_tested(&self, task: &Task<'_>, anew: usize, passed_anew: usize, writing: &mut Writing<'_>) {
        let number = |passages: usize| u32::try_from(passages).unwrap_or(u32::MAX);
        writing.trace(TraceStep::Tested {
            tested: number(self.tested.len()),
            passed: number(self.relevant.len()),
            anew: number(anew),
            passed_anew: number(passed_anew),
        });
        if !self.known.is_empty() && anew < tests(task) {
            writing.trace(TraceStep::Note { text: "nothing is left to be tested".to_owned() });
        }
    }

    /// What the answer is made from: what passed, the nearest of the others where that is little, and who the one is
    /// that is asked about.
    fn answered_from(
        self,
        task: &Task<'_>,
        passages: &mut PassageReader<'_>,
    ) -> Result<(Vec<ContextRecord>, Option<Dossier>), QueryError> {
        let mut relevant = self.relevant;
        relevant.sort_by(|a, b| b.rank.total_cmp(&a.rank));
        let passed: HashSet<Ref> = relevant.iter().map(|record| record.record).collect();
        let others = self.ranked.iter().filter(|unit| !passed.contains(&Ref::from(**unit)));
        let nearest: Vec<TextUnitId> = others.copied().take(FEWEST.saturating_sub(relevant.len())).collect();
        let _state = task.reader().snapshot()?;
        for unit in nearest {
            let likeness = self.scores.get(&unit).copied().unwrap_or_default();
            relevant.extend(record(task, passages, unit, likeness)?);
        }
        let mut records = records::within(relevant, ANSWER_TOKENS);
        // Who somebody is comes first, whatever was tested.
        let dossier = dossier(task)?;
        if let Some(dossier) = &dossier {
            dossier.add_to(task, &mut records)?;
        }
        Ok((records, dossier))
    }

    /// Closes a community whose passages did not pass; descends into one that yielded. Barren are those of which
    /// something was tested anew: a search that was ended by the barren ones goes on when it is asked for more.
    fn settle(&mut self, batch: &Batch, passed: usize, anew: bool) {
        let Origin::Held(held) = batch.from else { return };
        if passed > 0 || anew {
            self.barren = if passed == 0 { self.barren + 1 } else { 0 };
        }
        if passed == 0 {
            self.holding.remove(&held);
            return;
        }
        let Some(community) = held else { return };
        let children = self.children.get(&community).cloned().unwrap_or_default();
        if let Some(rest) = self.holding.remove(&Some(community)) {
            self.open(&children, &rest, Some(community));
        }
    }
}
