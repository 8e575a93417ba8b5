//! A run: questions × ways of answering or finding, on as many threads as there are, in this process. Each thread has a
//! reader and a meter of its own; outcomes come back one by one, so that whoever asked can keep them as they come.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use serde::Serialize;
use tokio::runtime::Handle;

use super::answers::{AnswerMeter, Ground};
use super::baseline::{self, Bm25};
use super::metric::Values;
use super::question::TestQuestion;
use super::retrieval::{self, Way};
use super::shown::Shown;
use crate::judgement::Question;
use crate::model::{Answer, Kind, Mode, Scope, TextUnitId};
use crate::query::{self, Ask, QueryError, Session};
use crate::retrieve::{Filter, System, search};
use crate::store::StoreError;

/// Passages that answers made of search have.
const PASSAGES: usize = 5;

/// A way of answering or finding that is measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "way", rename_all = "snake_case")]
pub enum Contestant {
    /// An engine with its settings.
    Engine { mode: Mode, level: Option<u32> },
    /// The first five passages of a search, as an answer: what was there to be used.
    Passages,
    /// Windows of three sentences out of those passages, by the rare words of the question.
    Windows,
    /// The list of passages that a search finds.
    Search,
    /// The list as a system of the literature ranks it.
    By { system: System },
    /// The list by words alone.
    Bm25,
}

impl Contestant {
    /// The system of the literature that it asks or ranks by.
    pub fn system(&self) -> Option<System> {
        match self {
            Contestant::Engine { mode, .. } => System::named(mode.name()),
            Contestant::By { system } => Some(*system),
            _ => None,
        }
    }

    /// What a column of it is called.
    pub fn label(&self) -> String {
        match self {
            Contestant::Engine { mode, level: None } => mode.name().to_owned(),
            Contestant::Engine { mode, level: Some(level) } => format!("{} C{level}", mode.name()),
            Contestant::Passages => "passages".to_owned(),
            Contestant::Windows => "windows".to_owned(),
            Contestant::Search => "search".to_owned(),
            Contestant::By { system } => system.name().to_owned(),
            Contestant::Bm25 => "BM25".to_owned(),
        }
    }
}

/// One question answered, or looked for, by one contestant.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Positions in the lists that were given.
    pub contestant: usize,
    pub question: usize,
    pub values: Values,
    /// Of an engine.
    pub answer: Option<Answer>,
}

/// A run stopped.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Query(#[from] QueryError),
    #[error(transparent)]
    Model(#[from] crate::llm::LlmError),
    #[error("question {id} is asked of `{part}`, which the index does not have")]
    NoPart { id: String, part: String },
}

/// What a run needs.
pub struct Runner<'a> {
    pub ground: Arc<Ground>,
    pub questions: &'a [TestQuestion],
    pub contestants: &'a [Contestant],
    /// Opens the index for a thread, with whoever answers.
    pub open: &'a (dyn Fn() -> Result<Session, RunError> + Sync),
    /// Where the futures of a model's calls live.
    pub runtime: Handle,
    pub threads: usize,
    pub seed: u64,
}

impl Runner<'_> {
    /// Works through the cells that `todo` names (contestant, question), and hands out each outcome as it comes. The
    /// first error ends it; so does `keep` when it returns false.
    ///
    /// # Errors
    /// What a reader or an engine could not do, and a question asked of a part that the index does not have.
    pub fn run(&self, todo: &[(usize, usize)], mut keep: impl FnMut(Outcome) -> bool) -> Result<(), RunError> {
        let scopes = self.scopes()?;
        let bm25 =
            if self.contestants.contains(&Contestant::Bm25) { Some(Bm25::of(&(self.open)()?.reader)?) } else { None };
        let next = AtomicUsize::new(0);
        let stop = || next.store(todo.len(), Ordering::Relaxed);
        std::thread::scope(|scope| {
            let (send, outcomes) = mpsc::channel();
            for _ in 0..self.threads.clamp(1, todo.len().max(1)) {
                let send = send.clone();
                let (next, scopes, bm25) = (&next, &scopes, bm25.as_ref());
                scope.spawn(move || {
                    let worker = || -> Result<(), RunError> {
                        let session = (self.open)()?;
                        let reader = Arc::clone(&session.reader);
                        let mut meter = AnswerMeter::new(&reader, Arc::clone(&self.ground))?;
                        while let Some(&(contestant, question)) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                            let scope = &scopes[question];
                            let (values, answer) =
                                self.cell(&session, &mut meter, bm25, contestant, question, scope)?;
                            if send.send(Ok(Outcome { contestant, question, values, answer })).is_err() {
                                break;
                            }
                        }
                        Ok(())
                    };
                    if let Err(error) = worker() {
                        // Nobody listens any more when another thread's error came first.
                        let _ = send.send(Err(error));
                    }
                });
            }
            drop(send);
            for outcome in outcomes {
                match outcome {
                    Ok(outcome) => {
                        if !keep(outcome) {
                            stop();
                            break;
                        }
                    }
                    Err(error) => {
                        stop();
                        return Err(error);
                    }
                }
            }
            Ok(())
        })
    }

    fn scopes(&self) -> Result<Vec<Scope>, RunError> {
        let scope = |question: &TestQuestion| {
            let unknown = |part| RunError::NoPart { id: question.id.clone(), part };
            self.ground.names.scope(&question.scope).map_err(unknown)
        };
        self.questions.iter().map(scope).collect()
    }

    fn cell(
        &self,
        session: &Session,
        meter: &mut AnswerMeter<'_>,
        bm25: Option<&Bm25>,
        contestant: usize,
        question: usize,
        scope: &Scope,
    ) -> Result<(Values, Option<Answer>), RunError> {
        let question = &self.questions[question];
        let values = match &self.contestants[contestant] {
            Contestant::Engine { mode, level } => {
                let ask = Ask {
                    question: Question { text: question.question.clone(), ..Question::default() },
                    mode: *mode,
                    level: *level,
                    scope: scope.clone(),
                    seed: self.seed,
                    ..Ask::default()
                };
                let answer = self.runtime.block_on(query::ask(session, &ask, &mut |_| {}))?;
                return Ok((meter.answer(question, scope, &answer)?, Some(answer)));
            }
            Contestant::Passages => {
                let passages = first_passages(session, question, scope)?;
                meter.shown(question, scope, &Shown { text: passages.join("\n"), passages })?
            }
            Contestant::Windows => {
                let windows = baseline::windows(&question.question, &first_passages(session, question, scope)?);
                meter.shown(question, scope, &Shown { text: windows.join(" "), passages: windows })?
            }
            Contestant::Search => self.found(session, &Way::Search, question, scope)?,
            Contestant::By { system } => self.found(session, &Way::By(*system), question, scope)?,
            Contestant::Bm25 => match bm25 {
                Some(index) => self.found(session, &Way::Bm25(index), question, scope)?,
                None => Values::new(),
            },
        };
        Ok((values, None))
    }

    fn found(
        &self,
        session: &Session,
        way: &Way<'_>,
        question: &TestQuestion,
        scope: &Scope,
    ) -> Result<Values, StoreError> {
        self.runtime.block_on(retrieval::measure(session, &self.ground, way, question, scope))
    }
}

/// Texts of the first passages that a search finds.
fn first_passages(session: &Session, question: &TestQuestion, scope: &Scope) -> Result<Vec<String>, StoreError> {
    let (reader, query) = (&*session.reader, session.query(&question.question)?);
    let hits = search(reader, &query, &[Kind::Source], &Filter::new(reader, scope)?, PASSAGES)?;
    let ids: Vec<TextUnitId> = hits.iter().map(|hit| TextUnitId(hit.record.id)).collect();
    reader.text_units(&ids)?.iter().map(|unit| reader.unit_text(unit)).collect()
}
