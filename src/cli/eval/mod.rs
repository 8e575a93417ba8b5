//! `gleaner eval`: what is measured of an index, of its answers, and of one way of asking against another. One file for
//! each thing there is to do.

mod measure;
mod reading;
mod runs;
mod score;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::args::modes;
use super::context::Context;
use super::error::CliError;
use crate::eval::run::{Contestant, RunError};
use crate::eval::sets::SetError;
use crate::model::Mode;
use crate::query::engines;

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
    Score {
        /// Lines of {"answer", "reference"} or {"list", "wanted"}; `-` for standard input
        file: PathBuf,
    },
    /// List what was measured before, with the number of each run
    Runs,
    /// Hold a run against an earlier one: better, worse, the same, with what certainty
    Diff {
        /// The number of the earlier run
        before: i64,
        /// The number of the later run
        after: i64,
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
    #[command(flatten)]
    pub what: Measured,
}

/// How much is asked, and where it goes.
#[derive(Debug, Args)]
pub struct Measured {
    /// At most this many questions, taken evenly
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Figures by kind of question, too
    #[arg(long)]
    pub by_kind: bool,
    /// Write what was measured of every question: .jsonl with the answers, .md as tables
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Ask again what was measured before
    #[arg(long)]
    pub fresh: bool,
    /// Questions asked at once [default: as many as the machine has cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

pub fn run(context: &mut Context, command: &Eval) -> Result<(), CliError> {
    match command {
        Eval::Reading { out, seed } => reading::reading(context, out, *seed),
        Eval::Answers(options) => measure::run(context, &options.set, options.contestants(), &options.what),
        Eval::Retrieval(options) => {
            measure::run(context, &options.set, vec![Contestant::Search, Contestant::Bm25], &options.what)
        }
        Eval::Score { file } => score::run(context, file),
        Eval::Runs => runs::list(context),
        Eval::Diff { before, after } => runs::diff(context, *before, *after),
        Eval::Forget { run } => runs::forget(context, *run),
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
