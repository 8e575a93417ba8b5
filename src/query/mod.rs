//! From a question to an answer: [`ask`] takes it through the folders below. What it means is settled (`rewriting`),
//! what it is asked of (`narrowing`), and the engine of its mode (`engines`) answers it, from what is read of the index
//! (`context`, `entities`) or counted (`counting`); `suggestions` says where to go on.
//!
//! An engine finds records and owns its loop; the analyst judges and writes; `writing` passes on what is written and
//! checks every citation. Dropping the future of [`ask`] cancels all of it.

mod cache;
mod context;
mod counting;
mod drill;
mod engines;
mod entities;
mod narrowing;
mod rewriting;
mod rows;
mod suggestions;
mod task;
mod writing;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use self::context::events::read_events;
pub use self::context::gists::by_gists;
use self::context::lexicon;
pub use self::context::reranking::Order;
pub use self::drill::drill;
pub use self::engines::auto::choice;
pub use self::engines::{Engine, engine, engine_after, engines};
use self::entities::namesakes;
pub use self::narrowing::days::Dated;
use self::narrowing::narrowed;
use self::rewriting::{capitalise, conversation, spelt};
use self::rows::beside;
use self::suggestions::elsewhere;
pub use self::suggestions::questions::{answerable, follow_ups, suggest};
pub use self::task::{Known, Task};
pub use self::writing::{Events, Writing};
use crate::judgement::extractive::analyst::ExtractiveAnalyst;
use crate::judgement::extractive::vectors::static_vectors::StaticVectors;
use crate::judgement::rank::lexicon::Lexicon;
use crate::judgement::{Analyst, ContextRecord, Embedder, JudgementError, Question, Reranker};
use crate::model::{Answer, Mode, Ref, Scope, TextUnitId, TraceStep};
use crate::retrieve::{Query, System};
use crate::store::{Reader, StoreError};
use crate::text::question::{stands_for_nobody, without_circumstance};

/// Of what is listed or counted, so many have a row of their own.
const ROWS: usize = 60;

/// A question could not be answered.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Judgement(#[from] JudgementError),
    #[error("the question is empty")]
    Empty,
    #[error("no document matches the scope")]
    NothingInScope,
    #[error("the index has no reports at level {level}; its deepest level is {deepest}")]
    NoLevel { level: u32, deepest: u32 },
    #[error("unknown mode `{0}`")]
    NoEngine(Mode),
    /// The engine reads a structure that the index was not built with.
    #[error("mode `{mode}` needs data that this index was not built with")]
    NotBuilt { mode: &'static str, structure: &'static str },
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
    /// Relevance tests that `lazy` may make; its own number when none is given.
    pub tests: Option<u32>,
    /// What an earlier search of the same question by `lazy` rated: it goes on from there, with `tests` more.
    pub rated: Vec<(Ref, f32)>,
    /// Whether each sentence of the answer is held against what it cites.
    pub check: bool,
    /// The question's vector by the model that made the index's; [`ask`] has it made.
    pub vector: Option<Vec<f32>>,
    /// The day or month that it is asked of, where no document is of that; [`ask`] and [`gather`] read it.
    pub dated: Option<Dated>,
    /// Text units in which others tell what those said whose words are asked for; [`ask`] and [`gather`] find them.
    pub reported: Vec<TextUnitId>,
    /// The first passages in a better order than retrieval's own, where a model makes one; [`ask`] has it made.
    pub order: Vec<TextUnitId>,
}

/// What a search by `lazy` rated, as its trace tells, for a search that goes on from it.
pub fn rated(trace: &[TraceStep]) -> Vec<(Ref, f32)> {
    let rating = |step: &TraceStep| match step {
        TraceStep::Rated { record, rating } => Some((*record, *rating)),
        _ => None,
    };
    trace.iter().filter_map(rating).collect()
}

/// What an answer was written without, since the analyst could not judge it.
pub fn left_out(trace: &[TraceStep]) -> Option<String> {
    trace.iter().find(|step| matches!(step, TraceStep::LeftOut { .. })).and_then(TraceStep::line)
}

/// How many passages were tested for an answer, in words; none where none are tested.
pub fn tested(trace: &[TraceStep]) -> Option<String> {
    trace.iter().rfind(|step| matches!(step, TraceStep::Tested { .. })).and_then(TraceStep::line)
}

/// What a question was asked of, where that is only a part that it names by itself: a period, a document.
pub fn part_asked(trace: &[TraceStep]) -> Option<String> {
    let told = |step: &TraceStep| match step {
        TraceStep::Narrowed { to } => Some(to.clone()),
        _ => None,
    };
    let mut parts: Vec<String> = trace.iter().filter_map(told).collect();
    parts.dedup();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// What questions are asked of, and who answers.
#[derive(Clone)]
pub struct Session {
    pub reader: Arc<Reader>,
    pub analyst: Arc<dyn Analyst>,
    /// What the corpus knows of words.
    pub lexicon: Arc<dyn Lexicon>,
    /// Makes the vector of a question where those of the index are a model's.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// The same where those of the index are static ones.
    pub fixed: Option<Arc<StaticVectors>>,
    /// Puts the passages that are found first in a better order.
    pub reranker: Option<Arc<dyn Reranker>>,
    /// What questions share.
    pub(crate) kept: Arc<cache::Kept>,
}

impl Session {
    /// Answers by quoting, without a model.
    pub fn extractive(reader: Arc<Reader>) -> Self {
        let lexicon: Arc<dyn Lexicon> = Arc::new(lexicon::CorpusLexicon::new(Arc::clone(&reader)));
        Self {
            reader,
            analyst: Arc::new(ExtractiveAnalyst::new(Arc::clone(&lexicon))),
            lexicon,
            embedder: None,
            fixed: None,
            reranker: None,
            kept: Arc::default(),
        }
    }

    /// The same records, answered from by another analyst.
    pub fn answered_by(self, analyst: Arc<dyn Analyst>) -> Self {
        Self { analyst, ..self }
    }

    /// The same, with questions embedded by the model of the index's vectors.
    pub fn embedded_by(self, embedder: Arc<dyn Embedder>) -> Self {
        Self { embedder: Some(embedder), ..self }
    }

    /// The same, with questions embedded by the static vectors of the index, where it has such and they are at hand.
    pub fn embedded_by_static(self, fixed: Option<Arc<StaticVectors>>) -> Self {
        Self { fixed, ..self }
    }

    /// The same, with the first passages put in order by a model.
    pub fn reranked_by(self, reranker: Arc<dyn Reranker>) -> Self {
        Self { reranker: Some(reranker), ..self }
    }

    /// A question as retrieval takes it, with its vector where that needs nobody to be asked.
    ///
    /// # Errors
    /// Those of reading the index.
    pub fn query(&self, text: &str) -> Result<Query, StoreError> {
        let vector = self.fixed.as_ref().and_then(|fixed| fixed.embed_all(&[text]).pop());
        let known = vector.filter(|vector| vector.iter().any(|&value| value != 0.0));
        Ok(Query::read(&self.reader, text)?.meaning(known))
    }
}

/// What an answer is to be written from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gathered {
    /// Best first, but for what is mapped: that is shuffled, so that no report gains by its place.
    pub records: Vec<ContextRecord>,
    /// What was counted, ready to print; not empty for lists and counts, and for what two have to do with each other.
    pub facts: Vec<String>,
    /// What the graph knows of the one that the question is about, ready to print behind the passages.
    pub dossier: Option<String>,
    /// Where the records are rows of a list or a count, to be told as they are: how many rows it has, of which they are
    /// the first.
    pub listed: Option<usize>,
}

/// Finds what an answer would be written from, and asks nobody.
///
/// # Errors
/// An empty question, a mode or a level that does not exist; those of reading the index.
pub fn gather(session: &Session, ask: &Ask, events: Events<'_>) -> Result<Gathered, QueryError> {
    let mut writing = Writing::new(session.analyst.name(), events);
    let mut ask = ask.clone();
    capitalise(session, &mut ask)?;
    spelt(session, &mut ask, &mut writing)?;
    let ask = narrowed(session, ask, &mut writing)?;
    let task = Task::new(session, &ask)?;
    engine(ask.mode).ok_or(QueryError::NoEngine(ask.mode))?.gathered(&task, &mut writing)
}

/// Answers a question; `events` hears of everything on the way.
///
/// # Errors
/// An empty question, a mode or a level that does not exist; those of reading the index and of the analyst.
pub async fn ask(session: &Session, ask: &Ask, events: Events<'_>) -> Result<Answer, QueryError> {
    let writing = Writing::new(session.analyst.name(), events);
    let spent = writing.spent();
    spent.during(answered(session, ask, writing)).await
}

async fn answered(session: &Session, ask: &Ask, mut writing: Writing<'_>) -> Result<Answer, QueryError> {
    let analyst = &*session.analyst;
    let engine = engine(ask.mode).ok_or(QueryError::NoEngine(ask.mode))?;
    let mut ask = ask.clone();
    capitalise(session, &mut ask)?;
    let ask = &ask;
    // What points back into the conversation cannot be searched for.
    let (mut understood, of_nobody) = if ask.question.history.is_empty() {
        let text = &ask.question.text;
        (ask.clone(), conversation::doubt(stands_for_nobody(text), text, &mut writing))
    } else {
        conversation::fold(&session.reader, analyst, ask, &mut writing).await?
    };
    let understood = &mut understood;
    if of_nobody && !writing.is_by_model() {
        return writing.finish(&session.reader, &ask.scope);
    }
    for (document, span) in understood.question.said.clone() {
        // The index may have been made anew since.
        if let Ok((_, text)) = session.reader.text(document, span) {
            understood.question.hear(&text);
        }
    }
    spelt(session, understood, &mut writing)?;
    understood.vector = vector(session, &understood.question.text, &mut writing).await;
    let parts = analyst.parts(&understood.question.text);
    for part in &parts {
        if parts.len() > 1 {
            let parted = if part == &parts[0] { "" } else { "\n" };
            writing.say(format!("{parted}## {part}\n\n"));
            writing.trace(TraceStep::Note { text: format!("asked by itself: {part}") });
        }
        let rephrased = rewriting::phrasing::in_one_word(&session.reader, part)?;
        if let Some(rephrased) = &rephrased {
            writing.trace(TraceStep::Note { text: rephrased.told() });
        }
        let mut text = rephrased.map_or_else(|| part.clone(), |rephrased| rephrased.question);
        if let Some(question) = rewriting::full_name::in_full(&session.reader, &text)? {
            writing.trace(TraceStep::Understood { question: question.clone() });
            text = question;
        }
        if let Some((bare, circumstance)) = without_circumstance(&text) {
            writing.trace(TraceStep::Note { text: format!("asked of any, and not only “{circumstance}”") });
            text = bare;
        }
        let mut question = Question { text, ..understood.question.clone() };
        if parts.len() > 1 {
            question.looked_for = None;
        }
        // What two have in one place was quoted where they are compared.
        if part != &parts[0] && parts[0] == understood.question.text {
            question.said.extend(writing.quoted());
            question.told.extend(writing.told());
        }
        let mut one = Ask { question, ..understood.clone() };
        if *part != understood.question.text {
            one.vector = vector(session, part, &mut writing).await;
        }
        let mut one = narrowed(session, one, &mut writing)?;
        namesakes::told(&session.reader, &one, &mut writing)?;
        if ask.scope.is_everything() {
            beside::told(session, part, &mut writing)?;
        }
        let task = Task::new(session, &one)?;
        let mut order = Order::default();
        if session.reranker.is_some() && engine.ranks_passages() {
            let (query, system) = (task.query()?, System::named(ask.mode.name()));
            order = session.order(part, &query, &task.filter, system).await?;
        }
        let Task { reading, filter, .. } = task;
        if let Some(text) = order.trouble {
            writing.trace(TraceStep::Note { text });
        }
        one.order = order.units;
        engine.run(&Task { session, ask: &one, reading, filter, known: Known::default() }, &mut writing).await?;
        // Of what was drilled down the answer above tells the rest.
        if !ask.scope.is_everything() && (writing.finds_nothing() || one.question.said.is_empty()) {
            let speaking = elsewhere::speaking(&session.reader, &one.question, &ask.scope)?;
            if writing.finds_nothing() || speaking.outside > speaking.inside {
                writing.tell_elsewhere(speaking.outside);
            }
        }
    }
    if ask.check {
        writing.check(&session.reader, analyst).await?;
    }
    writing.finish(&session.reader, &ask.scope)
}

/// The vector of a question, where those of the index are a model's that can be asked.
async fn vector(session: &Session, question: &str, writing: &mut Writing<'_>) -> Option<Vec<f32>> {
    let embedder = session.embedder.as_deref().filter(|_| !question.trim().is_empty())?;
    match embedder.embed(&[question.to_owned()]).await {
        Ok((vectors, _)) => vectors.into_iter().next(),
        // Words and names still find passages.
        Err(error) => {
            writing.trace(TraceStep::Note { text: format!("the question has no vector: {error}") });
            None
        }
    }
}

/// The question as it was understood from the conversation before it, where that is told in other words than it was
/// asked.
pub fn understood(trace: &[TraceStep]) -> Option<&str> {
    trace.iter().find_map(|step| match step {
        TraceStep::Understood { question } => Some(question.as_str()),
        _ => None,
    })
}
