//! `gleaner eval`: what is measured of an index, of its answers, and of one way of asking against another. One file for
//! each thing there is to do.

mod blind;
mod claims;
mod compare;
mod judging;
mod measure;
mod reading;
mod runs;
mod score;
mod tables;
mod write;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use judging::JudgeOptions;
use runs::RunName;

use super::args::{dollars_typed, modes, systems};
use super::context::Context;
use super::error::CliError;
use crate::eval::judge::pairs::Form;
use crate::eval::judge::questions::CLASSES;
use crate::eval::run::{Contestant, RunError};
use crate::eval::sets::SetError;
use crate::model::Mode;
use crate::query::engines;
use crate::retrieve::System;

#[derive(Debug, Subcommand)]
pub enum Eval {
    /// Write what a critical reader must see: entities, titles, reports, answers, sentences, checked quotations
    Reading {
        /// The Markdown file to write
        out: PathBuf,
        /// Chooses the samples: the same seed gives the same ones
        #[arg(long, default_value_t = 42)]
        seed: u64,
    },
    /// Ask every question of a set by every engine, and measure the answers
    Answers(Answers),
    /// Look for what every question of a set wants, and measure the lists beside plain BM25
    Retrieval(Retrieval),
    /// Score answers and lists that another program made, a line of JSON each
    ///
    /// A line has one of these, or several: {"answer": "…", "reference": "…", "evidence": ["…"]}; {"list": ["a", "b"],
    /// "wanted": ["b"]}, or {"wanted": {"b": 2}} with what each is worth; {"drawn": {"cluster": 3}, "whole":
    /// {"cluster": 9}}; {"entailment": {"answer_in_reference": [true], "reference_in_answer": [true],
    /// "answer_in_passages": [[true, false]], "reference_in_passages": [[true, false]]}}, a row for each statement and
    /// a column for each passage; {"assertions": [{"said": [true, false], "supporting": [[true, true]]}]}, a value for
    /// each trial.
    Score {
        /// Lines of JSON; `-` for standard input
        file: PathBuf,
    },
    /// Have a model judge the answers of runs head to head, in both orders
    Compare(Compare),
    /// Have a model hold the statements of answers against reference and passages, and look for assertions
    Claims(Claims),
    /// The GraphRAG paper's tables: levels of reports and passages against each other, statements and their clusters
    Paper(Paper),
    /// Vote on pairs of answers without knowing whose they are; interrupted, it goes on where it stopped
    Blind {
        /// The question set of the runs
        set: PathBuf,
        /// The number of a run with answers
        first: i64,
        /// The number of another
        second: i64,
        /// At most this many questions, taken evenly
        #[arg(long, value_name = "N")]
        limit: Option<usize>,
    },
    /// Have a model write questions for this collection, with answers and assertions
    Questions {
        /// The file to write, JSON Lines
        out: PathBuf,
        /// Classes of questions: local, bridge, comparison, intersection, temporal, global [default: all]
        #[arg(long, value_name = "CLASS,CLASS", value_delimiter = ',', value_parser = classes())]
        class: Vec<String>,
        /// Questions of each class, about
        #[arg(long, value_name = "N", default_value_t = 20)]
        number: usize,
        #[command(flatten)]
        judge: JudgeOptions,
    },
    /// Keep a question as a test of your own; `gleaner eval answers kept` asks those that are kept
    Keep {
        #[arg(required_unless_present = "list")]
        question: Option<String>,
        /// Take a kept question back
        #[arg(long, conflicts_with_all = ["answer", "scope", "list"])]
        remove: bool,
        /// Print what is kept, as lines of a question set
        #[arg(long, conflicts_with_all = ["question", "answer", "scope"])]
        list: bool,
        /// The answer you accept
        #[arg(long, value_name = "TEXT")]
        answer: Option<String>,
        /// Ask only a part: document:NAME or folder:PATH
        #[arg(long, value_name = "PART")]
        scope: Vec<String>,
    },
    /// List what was measured before, with the number of each run
    Runs,
    /// Hold a run against an earlier one: better, worse, the same, with what certainty
    Diff {
        /// The number of the earlier run; of another index INDEX.db:NUMBER
        before: RunName,
        /// The number of the later run
        after: RunName,
    },
    /// Remove a run, with the votes on it
    Forget {
        /// Its number
        run: i64,
    },
}

#[derive(Debug, Args)]
pub struct Answers {
    /// The question set: JSON Lines, JSON, CSV, or a folder with such a file
    pub set: PathBuf,
    /// Engines to ask [default: all]
    #[arg(long, value_name = "MODE,MODE", value_delimiter = ',', value_parser = modes())]
    pub mode: Vec<String>,
    /// Levels of the reports that `global` reads, each a column of its own
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    pub level: Vec<u32>,
    /// Beside the engines: the first passages of a search, and windows of sentences with the question's rare words
    #[arg(long)]
    pub baselines: bool,
    #[command(flatten)]
    pub what: Measured,
}

#[derive(Debug, Args)]
pub struct Retrieval {
    /// The question set: JSON Lines, JSON, CSV, or a folder with such a file
    pub set: PathBuf,
    /// Systems of the literature to measure beside them, as `gleaner search --by` names them
    /// [default: each that is a way of asking, where the index was built for it]
    #[arg(long, value_name = "SYSTEM,SYSTEM", value_delimiter = ',', value_parser = systems())]
    pub by: Vec<String>,
    #[command(flatten)]
    pub what: Measured,
}

#[derive(Debug, Args)]
pub struct Compare {
    /// The question set of the runs
    pub set: PathBuf,
    /// Numbers of two runs or more, as `gleaner eval runs` lists them; of another index INDEX.db:NUMBER
    #[arg(required = true, num_args = 2..)]
    pub runs: Vec<RunName>,
    #[command(flatten)]
    pub head: Head,
}

#[derive(Debug, Args)]
pub struct Paper {
    /// The question set, e.g. of questions about the whole
    pub set: PathBuf,
    #[command(flatten)]
    pub head: Head,
}

/// How answers are judged head to head.
#[derive(Debug, Args)]
pub struct Head {
    /// Judgements of a pair; orders alternate, so that an even number is fair
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub trials: u32,
    /// Set aside what both answers say, and judge only what differs
    #[arg(long)]
    pub differential: bool,
    /// At most this many questions, taken evenly
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Write what was judged: .jsonl as --json prints it, .md as tables
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub judge: JudgeOptions,
}

#[derive(Debug, Args)]
pub struct Claims {
    /// The question set of the runs
    pub set: PathBuf,
    /// Numbers of runs with answers
    #[arg(required = true)]
    pub runs: Vec<i64>,
    /// Judgements of each assertion
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub trials: u32,
    /// At most this many questions, taken evenly
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Write what was judged of every question: .jsonl with the answers, .md as tables
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub judge: JudgeOptions,
}

/// How much is asked, and where it goes.
#[derive(Debug, Default, Args)]
pub struct Measured {
    /// At most this many questions, taken evenly
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Ask the whole index, also where a question names a part
    #[arg(long)]
    pub everything: bool,
    /// Figures by kind of question, too
    #[arg(long)]
    pub by_kind: bool,
    /// Write what was measured of every question: .jsonl with the answers, .md as tables
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Ask again what was measured before
    #[arg(long)]
    pub fresh: bool,
    /// Stop when this much is spent, where a model answers; the same command goes on from there
    #[arg(long, value_name = "USD", value_parser = dollars_typed)]
    pub budget: Option<f64>,
    /// Spend without asking first, where a model answers
    #[arg(long)]
    pub yes: bool,
    /// Questions asked at once [default: as many as the machine has cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

pub fn run(context: &mut Context, command: &Eval) -> Result<(), CliError> {
    match command {
        Eval::Reading { out, seed } => reading::reading(context, out, *seed),
        Eval::Answers(options) => {
            let contestants = measure::built(context, options.contestants(), options.mode.is_empty())?;
            measure::run(context, &options.set, &contestants, &options.what)
        }
        Eval::Retrieval(options) => {
            let contestants = measure::built(context, options.contestants(), options.by.is_empty())?;
            measure::run(context, &options.set, &contestants, &options.what)
        }
        Eval::Compare(options) => {
            compare::run(context, &options.set, &options.runs, options.head.limit, &options.head.how())
        }
        Eval::Claims(options) => claims::run(context, options),
        Eval::Paper(options) => compare::paper(context, &options.set, options.head.limit, &options.head.how()),
        Eval::Blind { set, first, second, limit } => blind::run(context, set, *first, *second, *limit),
        Eval::Questions { out, class, number, judge } => write::questions(context, out, class, *number, judge),
        Eval::Keep { question: Some(question), remove: true, .. } => write::let_go(context, question),
        Eval::Keep { question: Some(question), answer, scope, .. } => {
            write::keep(context, question, answer.as_deref(), scope)
        }
        Eval::Keep { question: None, .. } => write::kept(context),
        Eval::Score { file } => score::run(context, file),
        Eval::Runs => runs::list(context),
        Eval::Diff { before, after } => runs::diff(context, [before, after]),
        Eval::Forget { run } => runs::forget(context, *run),
    }
}

impl Head {
    fn how(&self) -> compare::How<'_> {
        let form = if self.differential { Form::Differential } else { Form::Whole };
        compare::How { trials: self.trials, form, out: self.out.as_deref(), options: &self.judge }
    }
}

/// The classes of questions that a model can be asked for.
fn classes() -> clap::builder::PossibleValuesParser {
    CLASSES.iter().map(|class| clap::builder::PossibleValue::new(class.name.as_str())).collect::<Vec<_>>().into()
}

impl Retrieval {
    fn contestants(&self) -> Vec<Contestant> {
        let systems: Vec<System> = match self.by.is_empty() {
            true => engines().iter().filter_map(|engine| System::named(engine.name())).collect(),
            false => self.by.iter().filter_map(|name| System::named(name)).collect(),
        };
        let systems = systems.into_iter().map(|system| Contestant::By { system });
        [Contestant::Search, Contestant::Bm25].into_iter().chain(systems).collect()
    }
}

impl Answers {
    fn contestants(&self) -> Vec<Contestant> {
        let modes: Vec<Mode> = match self.mode.is_empty() {
            true => engines().iter().map(|engine| engine.mode()).collect(),
            false => self.mode.iter().map(|name| Mode::named(name)).collect(),
        };
        let levels: Vec<Option<u32>> = match self.level.is_empty() {
            true => vec![None],
            false => self.level.iter().copied().map(Some).collect(),
        };
        let mut contestants: Vec<Contestant> = Vec::new();
        for mode in modes {
            // Only reports have levels.
            let levels = if mode == Mode::GLOBAL { &levels[..] } else { &[None] };
            contestants.extend(levels.iter().map(|level| Contestant::Engine { mode, level: *level }));
        }
        if self.baselines {
            contestants.extend([Contestant::Passages, Contestant::Windows]);
        }
        contestants
    }
}

impl From<SetError> for CliError {
    fn from(error: SetError) -> Self {
        CliError::usage(error.to_string()).hint(error.hint())
    }
}

impl From<RunError> for CliError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Store(store) => store.into(),
            RunError::Query(query) => query.into(),
            RunError::Model(model) => model.into(),
            RunError::NoPart { .. } => CliError::usage(error.to_string())
                .hint("is this the index of the set's documents? --index FILE names another")
                .hint("`gleaner search WORDS --kind document` prints documents with their paths"),
        }
    }
}
