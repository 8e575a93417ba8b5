//! What an engine does before anybody is asked, and how well it spends what is asked, on an index of real documents.
//!
//! `cargo bench --bench engines -- ready INDEX QUESTIONS.jsonl` times how long each engine takes to find what it would
//! answer from, every question three times, the fastest of them counted: the machine is seldom quiet. What it takes of
//! a processor is told beside it where the system counts that for a thread (Linux).
//! `-- selection INDEX` holds dynamic selection of communities against reading every report, by a rater that knows
//! which communities are relevant; `-- lazy INDEX QUESTIONS.jsonl` holds the relevant passages that `lazy` finds
//! against those that testing the same ranking from its top finds with as many tests.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::error::Error;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use futures::future::BoxFuture;
use futures::stream::BoxStream;
use gleaner::judgement::{Analyst, AnswerPiece, ContextRecord, Judged, JudgementError, Point, Question};
use gleaner::model::{CommunityId, EntityId, Mode, Ref, TextUnitId, Usage};
use gleaner::prompts::{Prompts, Step};
use gleaner::query::{self, Ask, QueryError, Session, ask, engines, gather};
use gleaner::retrieve::{Filter, passages};
use gleaner::store::Reader;

/// Topics that selection is tried with, and the ties from which on an entity makes one.
const TOPICS: usize = 25;
const TIES: usize = 8;
/// From this rating on a passage passes, of 10.
const PASSES: f32 = 5.0;
/// Passages of a ranking that are rated for the oracle, as many as `source` gathers.
const RANKED: usize = 200;
/// Bytes of a token, about.
const BYTES: usize = 4;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["ready", index, set] => ready(Path::new(index), &questions(set)?),
        ["selection", index] => selection(Path::new(index)),
        ["lazy", index, set] => lazy(Path::new(index), &questions(set)?),
        _ => {
            println!("skipped: say `ready INDEX QUESTIONS`, `selection INDEX` or `lazy INDEX QUESTIONS`");
            Ok(())
        }
    }
}

fn questions(set: &str) -> Outcome<Vec<String>> {
    let text = std::fs::read_to_string(set)?;
    let question = |line: &str| -> Outcome<String> {
        let row: serde_json::Value = serde_json::from_str(line)?;
        Ok(row["question"].as_str().ok_or("a line without a question")?.to_owned())
    };
    text.lines().filter(|line| !line.trim().is_empty()).map(question).collect()
}

fn asked(question: &str, mode: Mode) -> Ask {
    Ask { question: Question { text: question.to_owned(), ..Question::default() }, mode, ..Ask::default() }
}

fn ready(index: &Path, questions: &[String]) -> Outcome<()> {
    let session = Session::extractive(Arc::new(Reader::open(index)?));
    println!("{:<12} {:>6} {:>28} {:>28}", "", "", "ms", "ms of a processor");
    println!("{:<12} {:>6} {:>28} {:>28}", "engine", "asked", "median, 99th, slowest", "median, 99th, slowest");
    for engine in engines() {
        let (mut times, mut busy) = (Vec::with_capacity(questions.len()), Vec::with_capacity(questions.len()));
        for question in questions {
            let ask = asked(question, engine.mode());
            let (mut least, mut least_busy) = (f64::INFINITY, f64::INFINITY);
            for _ in 0..3 {
                let (begun, busy_before) = (Instant::now(), processor_ms());
                match gather(&session, &ask, &mut |_| {}) {
                    Err(QueryError::NotBuilt { .. }) => break,
                    gathered => drop(gathered?),
                }
                least = least.min(begun.elapsed().as_secs_f64() * 1000.0);
                least_busy = least_busy.min(processor_ms() - busy_before);
            }
            if least.is_finite() {
                times.push(least);
                busy.push(least_busy);
            }
        }
        if !times.is_empty() {
            println!("{:<12} {:>6} {:>28} {:>28}", engine.name(), times.len(), spread(times), spread(busy));
        }
    }
    Ok(())
}

/// The median, the 99th percentile and the most of some times.
fn spread(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let last = times.len().saturating_sub(1);
    let at = |share: f64| times.get((last as f64 * share).round() as usize).copied().unwrap_or_default();
    format!("{:>9.1}{:>9.1}{:>9.1}", at(0.5), at(0.99), at(1.0))
}

/// What this thread has had of a processor, in milliseconds; 0 where the system does not tell.
fn processor_ms() -> f64 {
    // The count is brought up to date when a thread gives way.
    std::thread::yield_now();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|nanos| nanos.parse::<f64>().ok()).unwrap_or_default() / 1e6
}

/// An analyst that knows which records are relevant, and counts what it is shown.
struct Knowing {
    relevant: BTreeSet<u32>,
    seen: Mutex<Seen>,
    /// Tokens of the prompts that a record is rated by and a batch is read by, without these.
    prompts: [usize; 2],
}

#[derive(Default)]
struct Seen {
    tokens: usize,
    rated: usize,
    read: HashSet<Ref>,
}

impl Knowing {
    fn new(relevant: &BTreeSet<CommunityId>) -> Self {
        let tokens = |step: Step| Prompts::default().fill(step, &[]).len() / BYTES;
        Self {
            relevant: relevant.iter().map(|community| community.0).collect(),
            seen: Mutex::default(),
            prompts: [tokens(Step::Rate), tokens(Step::Map)],
        }
    }

    fn see(&self, note: impl FnOnce(&mut Seen)) {
        note(&mut self.seen.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Analyst for Knowing {
    fn name(&self) -> &str {
        "knowing"
    }

    fn concurrency(&self) -> usize {
        1
    }

    fn rate<'a>(&'a self, _: &'a Question, record: &'a ContextRecord) -> BoxFuture<'a, Judged<f32>> {
        self.see(|seen| {
            seen.tokens += (record.title.len() + record.to_judge().len()) / BYTES + self.prompts[0];
            seen.rated += 1;
        });
        let rating = if self.relevant.contains(&record.record.id) { 8.0 } else { 0.0 };
        Box::pin(async move { Ok((rating, Usage::default())) })
    }

    fn map<'a>(&'a self, _: &'a Question, batch: &'a [ContextRecord]) -> BoxFuture<'a, Judged<Vec<Point>>> {
        self.see(|seen| {
            seen.tokens += self.prompts[1] + batch.iter().map(|record| record.tokens as usize).sum::<usize>();
            seen.read.extend(batch.iter().map(|record| record.record));
        });
        // One point, so that nothing is looked for elsewhere.
        let point = batch.first().map(|record| Point {
            text: record.title.clone(),
            score: 1.0,
            evidence: Vec::new(),
            from: record.record,
            title: record.title.clone(),
        });
        Box::pin(async move { Ok((point.into_iter().collect(), Usage::default())) })
    }

    fn reduce<'a>(&'a self, _: &'a Question, _: &'a [Point]) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        Box::pin(futures::stream::empty())
    }

    fn answer<'a>(
        &'a self,
        _: &'a Question,
        _: &'a [ContextRecord],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        Box::pin(futures::stream::empty())
    }
}

/// Communities that end: with each its line of parents, itself first.
fn ends(reader: &Reader) -> Outcome<BTreeMap<CommunityId, Vec<CommunityId>>> {
    let all = reader.all_communities()?;
    let parents: BTreeMap<CommunityId, Option<CommunityId>> =
        all.iter().map(|community| (community.id, community.parent)).collect();
    let line = |end: CommunityId| -> Vec<CommunityId> {
        std::iter::successors(Some(end), |community| parents.get(community).copied().flatten()).collect()
    };
    let ends = all.iter().filter(|community| community.children.is_empty());
    Ok(ends.map(|community| (community.id, line(community.id))).collect())
}

fn selection(index: &Path) -> Outcome<()> {
    let reader = Arc::new(Reader::open(index)?);
    let runtime = gleaner::llm::runtime()?;
    let ends = ends(&reader)?;
    let mut end_of: BTreeMap<EntityId, CommunityId> = BTreeMap::new();
    for &end in ends.keys() {
        end_of.extend(reader.members(end)?.into_iter().map(|member| (member, end)));
    }
    let mut ties: BTreeMap<EntityId, BTreeSet<EntityId>> = BTreeMap::new();
    for tie in reader.all_relationships()? {
        ties.entry(tie.source).or_default().insert(tie.target);
        ties.entry(tie.target).or_default().insert(tie.source);
    }
    // What a question about one thing concerns: the communities that it and what is tied to it end in.
    let topics: Vec<EntityId> = ties.iter().filter(|(_, tied)| tied.len() >= TIES).map(|(&entity, _)| entity).collect();
    let deepest = reader.levels()?.last().map_or(0, |level| level.level);
    println!("{} communities that end, of {} levels", ends.len(), deepest + 1);
    println!(
        "{:>9} {:>7} {:>7} {:>9} {:>12} {:>12} {:>7}",
        "relevant", "found", "rated", "read", "tokens", "plain", "share"
    );
    let mut shares = Vec::new();
    // Evenly from all, so that every part of the corpus is asked about.
    for &topic in topics.iter().step_by((topics.len() / TOPICS).max(1)).take(TOPICS) {
        let about = ties[&topic].iter().chain([&topic]);
        let wanted: BTreeSet<CommunityId> = about.filter_map(|entity| end_of.get(entity).copied()).collect();
        let relevant: BTreeSet<CommunityId> = wanted.iter().flat_map(|end| ends[end].iter().copied()).collect();
        let mut told = Vec::new();
        for level in [None, Some(deepest)] {
            let analyst = Arc::new(Knowing::new(&relevant));
            let session = Session::extractive(Arc::clone(&reader)).answered_by(analyst.clone());
            let ask_of = Ask { level, ..asked("What matters most in all of this?", Mode::GLOBAL) };
            runtime.block_on(ask(&session, &ask_of, &mut |_| {}))?;
            analyst.see(|seen| told.push(std::mem::take(seen)));
        }
        let found = wanted.iter().filter(|end| told[0].read.contains(&Ref::from(**end))).count();
        let share = told[0].tokens as f64 / told[1].tokens.max(1) as f64;
        shares.push(share);
        println!(
            "{:>9} {found:>7} {:>7} {:>9} {:>12} {:>12} {share:>7.3}",
            wanted.len(),
            told[0].rated,
            told[0].read.len(),
            told[0].tokens,
            told[1].tokens
        );
    }
    shares.sort_by(f64::total_cmp);
    println!("share of the tokens, median {:.3}", shares.get(shares.len() / 2).copied().unwrap_or_default());
    Ok(())
}

fn lazy(index: &Path, questions: &[String]) -> Outcome<()> {
    let reader = Arc::new(Reader::open(index)?);
    let session = Session::extractive(Arc::clone(&reader));
    let runtime = gleaner::llm::runtime()?;
    println!("{:>6} {:>8} {:>8} {:>8} {:>12} {:>8}", "budget", "asked", "tests", "found", "from the top", "share");
    for budget in [20, 50, 100] {
        let (mut tests, mut found, mut first, mut counted) = (0, 0, 0, 0);
        for question in questions {
            let ask_of = Ask { tests: Some(budget), ..asked(question, Mode::named("lazy")) };
            let answer = runtime.block_on(ask(&session, &ask_of, &mut |_| {}))?;
            let rated = query::rated(&answer.trace);
            if rated.is_empty() {
                continue; // Asked what something is about, which needs no test.
            }
            let ask_of = asked(question, Mode::named("source"));
            let records: HashMap<Ref, ContextRecord> = gather(&session, &ask_of, &mut |_| {})?
                .records
                .into_iter()
                .map(|record| (record.record, record))
                .collect();
            let ranking: Vec<TextUnitId> = passages(&reader, &session.query(question)?, &Filter::everything(), RANKED)?
                .iter()
                .map(|hit| hit.unit)
                .collect();
            for unit in ranking.iter().take(rated.len()) {
                if let Some(record) = records.get(&Ref::from(*unit)) {
                    let rating = runtime.block_on(session.analyst.rate(&ask_of.question, record))?.0;
                    first += usize::from(rating >= PASSES);
                }
            }
            tests += rated.len();
            found += rated.iter().filter(|(_, rating)| *rating >= PASSES).count();
            counted += 1;
        }
        let share = found as f64 / first.max(1) as f64;
        println!("{budget:>6} {counted:>8} {tests:>8} {found:>8} {first:>12} {share:>8.3}");
    }
    Ok(())
}
