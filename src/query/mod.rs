//! The query engines, one file each, over an analyst and retrieval: `global` (map and reduce over reports), `census`
//! (lists and counts), `local` (entities and their neighbourhood), `basic` (passages only).
//!
//! An engine gathers: it finds the records an answer is to be written from. Then the analyst writes. Dropping the
//! future of [`ask`] cancels all of it.

mod basic;
mod census;
mod engine;
mod global;
mod lexicon;
mod local;
mod passages;
mod relation;
mod reports;
mod statements;
mod structure;
mod wanted;
mod writing;

use std::sync::Arc;

use futures::StreamExt;

pub use self::engine::{Engine, engine, engines};
pub use self::writing::Events;
use self::writing::Writing;
use crate::judgement::extractive::analyst::ExtractiveAnalyst;
use crate::judgement::extractive::focus::Lexicon;
use crate::judgement::extractive::quotation::quotation;
use crate::judgement::{Analyst, ContextRecord, Embedder, JudgementError, Point, Question};
use crate::model::{Answer, Kind, Mode, Ref, Scope, TextUnitId, TraceStep};
use crate::retrieve::Filter;
use crate::store::{Reader, StoreError};
use crate::text::office::Sought;
use crate::text::question::Reading;
use crate::text::stance::Stance;
use crate::text::terms::words;

/// Tokens that one call of the map step is given.
const MAP_BUDGET: u32 = 12_000;
/// Points that the reduce step is given.
const POINTS: usize = 120;

/// A question could not be answered.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Judgement(#[from] JudgementError),
    #[error("the question is empty")]
    Empty,
    #[error("the index has no reports at level {level} or above; its deepest level is {deepest}")]
    NoLevel { level: u32, deepest: u32 },
    #[error("there is no way of asking called `{0}`")]
    NoEngine(Mode),
}

/// A question with how it is to be answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ask {
    pub question: Question,
    pub mode: Mode,
    /// Level of the reports that `global` reads; the root when none is given.
    pub level: Option<u32>,
    pub scope: Scope,
    /// Shuffles what the map step is given.
    pub seed: u64,
    /// The question's vector by the model that made the index's; [`ask`] has it made.
    pub vector: Option<Vec<f32>>,
}

/// What questions are asked of, and who answers.
#[derive(Clone)]
pub struct Session {
    pub reader: Arc<Reader>,
    pub analyst: Arc<dyn Analyst>,
    /// Weighs words where an engine itself chooses sentences.
    pub lexicon: Arc<dyn Lexicon>,
    /// Makes the vector of a question where those of the index are a model's.
    pub embedder: Option<Arc<dyn Embedder>>,
}

impl Session {
    /// Answers by quoting, without a model.
    pub fn extractive(reader: Arc<Reader>) -> Self {
        let lexicon: Arc<dyn Lexicon> = Arc::new(lexicon::CorpusLexicon::new(Arc::clone(&reader)));
        Self { reader, analyst: Arc::new(ExtractiveAnalyst::new(Arc::clone(&lexicon))), lexicon, embedder: None }
    }

    /// The same records, answered from by another analyst.
    pub fn answered_by(self, analyst: Arc<dyn Analyst>) -> Self {
        Self { analyst, ..self }
    }

    /// The same, with questions embedded by the model of the index's vectors.
    pub fn embedded_by(self, embedder: Arc<dyn Embedder>) -> Self {
        Self { embedder: Some(embedder), ..self }
    }
}

/// What an answer is to be written from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gathered {
    /// Best first, but for what is mapped: that is shuffled, so that no report gains by its place.
    pub records: Vec<ContextRecord>,
    /// What was counted, ready to print; not empty for lists and counts, and for what two have to do with each other.
    pub facts: Vec<String>,
    /// True when points are made from the records in batches, and the answer from the points.
    pub map: bool,
}

/// Finds what an answer would be written from, and asks nobody.
pub fn gather(session: &Session, ask: &Ask, events: Events<'_>) -> Result<Gathered, QueryError> {
    let mut writing = Writing::new(session.analyst.name(), events);
    gather_into(session, ask, &mut writing)
}

fn gather_into(session: &Session, ask: &Ask, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
    let mut gathered = by_engine(session, ask, writing)?;
    within_scope(&session.reader, &ask.scope, &mut gathered.records)?;
    Ok(gathered)
}

/// Leaves out what records quote from outside the documents that are asked: reports, entities and relationships are made
/// of whatever names them.
fn within_scope(reader: &Reader, scope: &Scope, records: &mut [ContextRecord]) -> Result<(), QueryError> {
    if scope.documents.is_empty() && scope.folders.is_empty() {
        return Ok(());
    }
    let filter = Filter::new(reader, scope)?;
    for record in records {
        let before = record.sentences.len();
        let is_inside = |cite: &Ref| cite.kind != Kind::Source || filter.unit(TextUnitId(cite.id));
        record.sentences.retain(|quotable| quotable.cites.iter().all(is_inside));
        if record.sentences.len() < before {
            let left: Vec<String> = record.sentences.iter().map(quotation).collect();
            record.text = format!("{}\n\n{}\n", record.title, left.join("\n"));
            record.tokens = estimate_tokens(&record.text);
        }
    }
    Ok(())
}

fn by_engine(session: &Session, ask: &Ask, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
    if ask.question.text.trim().is_empty() {
        return Err(QueryError::Empty);
    }
    let reading = Reading::of(&ask.question.text);
    let ask = &Ask { mode: if ask.mode == Mode::AUTO { Mode::GLOBAL } else { ask.mode }, ..ask.clone() };
    if ask.mode != Mode::BASIC && (reading.count || reading.list.is_some()) && !reading.is_empty() {
        return census::gather(&session.reader, &*session.lexicon, ask, &reading, writing);
    }
    match ask.mode {
        // Nothing is named, so there is no neighbourhood to look in.
        Mode::LOCAL | Mode::BASIC if reading.coverage => {
            writing.trace(TraceStep::Note { text: "asked for the whole: answered from the reports".to_owned() });
            global::gather(&session.reader, &*session.lexicon, ask, &reading, writing)
        }
        // What two have to do with each other stands around them, and in no report of either.
        Mode::GLOBAL if relation::asked(&session.reader, &reading)?.is_some() => {
            writing.trace(TraceStep::Note { text: "asked of two names: answered from around them".to_owned() });
            local::gather(&session.reader, &*session.lexicon, ask, &reading, writing)
        }
        Mode::GLOBAL if asks_for_ties(&reading) => {
            writing.trace(TraceStep::Note { text: "asked of one name: answered from around it".to_owned() });
            local::gather(&session.reader, &*session.lexicon, ask, &reading, writing)
        }
        // Who somebody is stands beside the name, and in few reports.
        Mode::GLOBAL if is_whois(&session.reader, &reading)? => {
            writing.trace(TraceStep::Note { text: "asked who it is: answered from around the name".to_owned() });
            local::gather(&session.reader, &*session.lexicon, ask, &reading, writing)
        }
        // What a thing is, or how it works, is told in sentences here and there; no report is about that.
        Mode::GLOBAL if matches!(reading.stance, Some(Stance::Definition | Stance::Mechanism)) => {
            writing.trace(TraceStep::Note { text: "asked what a thing is: answered from passages".to_owned() });
            local::gather(&session.reader, &*session.lexicon, ask, &reading, writing)
        }
        mode => engine(mode).ok_or(QueryError::NoEngine(mode))?.gather(session, ask, &reading, writing),
    }
}

/// True for a question what one is connected with.
fn asks_for_ties(reading: &Reading) -> bool {
    reading.relation && reading.names.len() == 1 && reading.content.len() < words(&reading.names[0]).count() + 2
}

/// True for a question who somebody is, or what something is, whom the index knows, or who holds an office.
fn is_whois(reader: &Reader, reading: &Reading) -> Result<bool, QueryError> {
    Ok(match &reading.whois {
        Some(Sought::Name(name)) => !reader.entities_named(name)?.is_empty(),
        Some(Sought::Office(_)) => true,
        None => false,
    })
}

/// Answers a question; `events` hears of everything on the way.
pub async fn ask(session: &Session, ask: &Ask, events: Events<'_>) -> Result<Answer, QueryError> {
    let analyst = &*session.analyst;
    let mut writing = Writing::new(analyst.name(), events);
    // What points back into the conversation cannot be searched for.
    let mut understood =
        if ask.question.history.is_empty() { ask.clone() } else { fold(analyst, ask, &mut writing).await? };
    if let Some(embedder) = session.embedder.as_deref().filter(|_| !understood.question.text.trim().is_empty()) {
        match embedder.embed(std::slice::from_ref(&understood.question.text)).await {
            Ok((vectors, usage)) => {
                writing.spend(usage);
                understood.vector = vectors.into_iter().next();
            }
            // Words and names still find passages.
            Err(error) => writing.trace(TraceStep::Note { text: format!("the question has no vector: {error}") }),
        }
    }
    let parts = analyst.parts(&understood.question.text);
    for part in &parts {
        if parts.len() > 1 {
            let parted = if part == &parts[0] { "" } else { "\n" };
            writing.say(format!("{parted}## {part}\n\n"));
        }
        let question = Question { text: part.clone(), ..understood.question.clone() };
        answer_one(session, &Ask { question, ..understood.clone() }, &mut writing).await?;
    }
    writing.finish(&session.reader)
}

/// Gathers what one question is to be answered from, and has it answered.
async fn answer_one(session: &Session, ask: &Ask, writing: &mut Writing<'_>) -> Result<(), QueryError> {
    let analyst = &*session.analyst;
    let gathered = gather_into(session, ask, writing)?;
    writing.read(&gathered.records);
    let question = Question { facts: gathered.facts.clone(), ..ask.question.clone() };
    if gathered.map {
        let points = map(analyst, &question, &gathered.records, writing).await?;
        if points.is_empty() {
            // What is in no report may be in the passages.
            writing.trace(TraceStep::Note { text: "no report answers: looked for in the passages".to_owned() });
            let nearest = gather_into(session, &Ask { mode: Mode::LOCAL, ..ask.clone() }, writing)?;
            writing.read(&nearest.records);
            writing.stage("writing the answer");
            writing.write(analyst.answer(&question, &nearest.records)).await?;
        } else {
            writing.stage("writing the answer");
            writing.write(analyst.reduce(&question, &points)).await?;
        }
    } else {
        writing.stage("writing the answer");
        writing.write(analyst.answer(&question, &gathered.records)).await?;
    }
    Ok(())
}

/// The question with what the conversation adds to it.
async fn fold(analyst: &dyn Analyst, ask: &Ask, writing: &mut Writing<'_>) -> Result<Ask, QueryError> {
    let (text, usage) = analyst.fold(&ask.question).await?;
    writing.spend(usage);
    if text != ask.question.text {
        writing.trace(TraceStep::Note { text: format!("understood as: {text}") });
    }
    Ok(Ask { question: Question { text, ..ask.question.clone() }, ..ask.clone() })
}

/// The map step: points from batches of records, several batches at once, kept in an order that does not depend on
/// which came back first.
async fn map(
    analyst: &dyn Analyst,
    question: &Question,
    records: &[ContextRecord],
    writing: &mut Writing<'_>,
) -> Result<Vec<Point>, QueryError> {
    let batches = batches(records);
    writing.stage(format!("reading {} reports", records.len()));
    let mut results = futures::stream::iter(batches.into_iter().map(|batch| analyst.map(question, batch)))
        .buffered(analyst.concurrency().max(1));
    let mut points: Vec<Point> = Vec::new();
    while let Some(result) = results.next().await {
        let (batch, usage) = result?;
        writing.spend(usage);
        points.extend(batch);
    }
    points.retain(|point| point.score > 0.0);
    points.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.from.id.cmp(&b.from.id)));
    for (place, point) in points.iter().enumerate() {
        writing.trace(TraceStep::Point { text: point.text.clone(), score: point.score, kept: place < POINTS });
    }
    points.truncate(POINTS);
    Ok(points)
}

/// Cuts records into runs that fit one call.
fn batches(records: &[ContextRecord]) -> Vec<&[ContextRecord]> {
    let mut batches = Vec::new();
    let mut start = 0;
    let mut tokens = 0;
    for (at, record) in records.iter().enumerate() {
        if at > start && tokens + record.tokens > MAP_BUDGET {
            batches.push(&records[start..at]);
            start = at;
            tokens = 0;
        }
        tokens += record.tokens;
    }
    if start < records.len() {
        batches.push(&records[start..]);
    }
    batches
}

/// A rough count for text that was made after indexing; no vocabulary is loaded to answer a question.
fn estimate_tokens(text: &str) -> u32 {
    u32::try_from(text.len().div_ceil(4)).unwrap_or(u32::MAX)
}
