//! What the commands that need a judge share: who judges, what that may cost, runs with their answers.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::path::Path;

use clap::Args;
use futures::StreamExt;

use super::runs::{self, RunName};
use crate::cli::args::dollars_typed;
use crate::cli::context::Context;
use crate::cli::error::{CliError, ErrorKind};
use crate::cli::index::said_yes;
use crate::eval::judge::Judge;
use crate::eval::question::TestQuestion;
use crate::jobs::connection::Connection;
use crate::judgement::JudgementError;
use crate::llm::{Endpoint, Prices};
use crate::model::{Answer, Usage};
use crate::store::{KeptOutcome, Ledger, PersonFile, Run, StoreError};
use crate::text::numbers::amounts::{count, dollars, grouped};

/// Letters of a token, about.
const LETTERS: usize = 4;
/// Tokens that a judgement is told beside what it judges, and that it answers, about.
const TOLD: usize = 300;
const ANSWERED: usize = 150;

#[derive(Debug, Args)]
pub struct JudgeOptions {
    /// The model that judges [default: the setting rating_model, else the model]
    #[arg(long, value_name = "MODEL")]
    pub judge: Option<String>,
    /// Stop when this much is spent; the same command goes on from there
    #[arg(long, value_name = "USD", value_parser = dollars_typed)]
    pub budget: Option<f64>,
    /// Spend without asking first
    #[arg(long)]
    pub yes: bool,
}

/// A judge with the runtime it lives in.
pub struct Bench {
    pub judge: Judge,
    pub runtime: tokio::runtime::Runtime,
    /// What was spent, of what was asked now.
    pub usage: Usage,
    /// Judgements that could not be read, and were left out.
    pub unread: usize,
}

/// What a job would send: calls, and letters of what is judged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Load {
    pub calls: usize,
    pub letters: usize,
}

impl Bench {
    /// Connects a judge, once it is agreed what it may cost.
    pub fn open(context: &Context, index: &Path, options: &JudgeOptions, load: Load) -> Result<Self, CliError> {
        let mut settings = context.settings.clone();
        if let Some(model) = &options.judge {
            settings.rating_model.clone_from(model);
        }
        let connection = Connection::for_judging(&settings, &context.paths, index, context.global.offline).map_err(|e| {
            CliError::from(e).hint("a judge is a model: name one with --judge, or the setting rating_model; extractive answers judge nobody")
        })?;
        let ledger = match Ledger::of_index(index) {
            Err(StoreError::NotWritable { .. }) => None,
            ledger => Some(ledger?),
        };
        let judge = Judge::new(connection.within(options.budget).mind(ledger)?);
        let runtime =
            crate::llm::runtime().map_err(|e| CliError::new(ErrorKind::Failed, format!("no thread to ask on: {e}")))?;
        let tokens = load.letters / LETTERS + load.calls * TOLD;
        let local =
            Endpoint::new(&settings.base_url, &settings.api_version, None).is_ok_and(|endpoint| endpoint.is_local());
        let price = Prices::new(&settings.prices, local)?.of(judge.model());
        let cost = price.map(|price| price.cost(tokens as u64, (load.calls * ANSWERED) as u64));
        if cost.is_none() && options.budget.is_some() {
            let message = format!("a budget cannot be kept: what {} costs is not known", judge.model());
            return Err(CliError::usage(message).hint("set `prices` in the settings, or leave `--budget` out"));
        }
        let told = cost.map_or("at a price nobody knows".to_owned(), |cost| format!("about {}", dollars(cost)));
        context.say(format!(
            "{} judges: at most {} calls, about {} tokens, {told}; what was judged before costs nothing",
            judge.model(),
            grouped(load.calls as u64),
            grouped(tokens as u64)
        ));
        if load.calls > 0 && cost != Some(0.0) && !options.yes && options.budget.is_none() {
            said_yes(context)?;
        }
        Ok(Self { judge, runtime, usage: Usage::default(), unread: 0 })
    }

    /// Does a job for every item, several at once, in their order. One whose answer cannot be read has none, and is
    /// counted; any other failure ends it.
    pub fn each<T, O, F>(
        &mut self,
        context: &Context,
        items: &[T],
        job: impl Fn(Judge, usize) -> F,
    ) -> Result<Vec<Option<O>>, CliError>
    where
        F: Future<Output = Result<(O, Usage), JudgementError>>,
    {
        let draws = std::io::stderr().is_terminal() && !context.global.quiet;
        let judge = self.judge.clone();
        let all = self.runtime.block_on(async {
            let jobs = (0..items.len()).map(|at| job(judge.clone(), at));
            let mut done = futures::stream::iter(jobs).buffered(judge.concurrency());
            let mut results = Vec::with_capacity(items.len());
            while let Some(result) = done.next().await {
                results.push(match result {
                    Err(JudgementError::Unreadable(_)) => None,
                    result => Some(result?),
                });
                if draws {
                    eprint!("\r\x1b[K{} of {} judged", grouped(results.len() as u64), grouped(items.len() as u64));
                }
            }
            Ok::<_, JudgementError>(results)
        });
        if draws {
            eprint!("\r\x1b[K");
        }
        let mut outputs = Vec::with_capacity(items.len());
        for result in all? {
            self.unread += usize::from(result.is_none());
            outputs.push(result.map(|(output, usage)| {
                self.usage += usage;
                output
            }));
        }
        Ok(outputs)
    }

    /// Says what was spent, and what could not be read.
    pub fn say_spent(&self, context: &Context) {
        if self.unread > 0 {
            let unread = count(self.unread as u64, "judgement", "judgements");
            context.say(format!("{unread} could not be read and are left out; the same command asks for them again"));
        }
        let Usage { calls, cached_calls, prompt_tokens, completion_tokens, cost_usd } = self.usage;
        let tokens = grouped(prompt_tokens + completion_tokens);
        context.say(format!(
            "{} calls, {} answered before, {tokens} tokens, {}",
            grouped(calls.into()),
            grouped(cached_calls.into()),
            dollars(cost_usd)
        ));
    }
}

/// A run with what came out, by question.
pub struct AnsweredRun {
    pub run: Run,
    pub outcomes: HashMap<String, KeptOutcome>,
    name: RunName,
}

impl AnsweredRun {
    /// Reads runs with their answers; every one of them has to have some.
    pub fn read(own: &PersonFile, ids: &[i64]) -> Result<Vec<Self>, CliError> {
        ids.iter().map(|&id| Self::of(own, RunName { index: None, id })).collect()
    }

    /// The same of one run, of the file that it is kept in.
    pub fn of(own: &PersonFile, name: RunName) -> Result<Self, CliError> {
        let run = runs::find(own, name.id)?;
        let outcomes = own.outcomes(run.id, true)?.into_iter().filter(|outcome| outcome.answer.is_some());
        let outcomes: HashMap<String, KeptOutcome> =
            outcomes.map(|outcome| (outcome.question.clone(), outcome)).collect();
        if outcomes.is_empty() {
            return Err(CliError::usage(format!("run {name} ({}) has no answers to judge", run.about.contestant))
                .hint("`gleaner eval runs` lists runs; those of engines have answers"));
        }
        Ok(Self { run, outcomes, name })
    }

    pub fn label(&self) -> String {
        format!("{} (run {})", self.run.about.contestant, self.name)
    }

    pub fn answer(&self, question: &TestQuestion) -> Option<&Answer> {
        self.outcomes.get(&question.id).and_then(|outcome| outcome.answer.as_ref())
    }
}
