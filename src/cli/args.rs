//! What the command line takes.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use toml::{Table, Value};

use crate::config::Method;
use crate::query::{Engine, engines};
use crate::retrieve::System;

/// Make sense of a pile of documents: entities, communities, reports and cited answers, with no model and no network.
#[derive(Debug, Parser)]
#[command(name = "gleaner", bin_name = "gleaner", version, max_term_width = 100)]
#[command(after_help = "Without a command, `gleaner` opens its start screen. `gleaner demo` shows what it does.")]
pub struct Arguments {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Options that every command takes.
#[derive(Clone, Debug, Args)]
pub struct Global {
    /// The index file [default: of the folder you are in or one above it, else the one opened last; it says which]
    #[arg(long, global = true, value_name = "FILE", env = "GLEANER_INDEX", hide_env = true)]
    pub index: Option<PathBuf>,
    /// The file of settings [default: config.toml in the platform's configuration directory]
    #[arg(long, global = true, value_name = "FILE", env = "GLEANER_CONFIG", hide_env = true)]
    pub config: Option<PathBuf>,
    /// Print JSON, errors too
    #[arg(long, global = true)]
    pub json: bool,
    /// Ask this model, whatever the settings name
    #[arg(long, global = true, value_name = "NAME")]
    pub model: Option<String>,
    /// Never open a socket: no model is asked
    #[arg(long, global = true)]
    pub offline: bool,
    /// Say only what is asked for
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// Use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

impl Global {
    /// The settings that `--model` sets: it is asked in every role but embedding, which needs a model of another kind.
    pub fn models(&self) -> Table {
        let roles = ["model", "extraction_model", "report_model", "rating_model", "answer_model"];
        let named =
            self.model.iter().flat_map(|model| roles.map(|role| (role.to_owned(), Value::String(model.clone()))));
        named.collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Index the built-in corpus and open it
    Demo,
    /// Open a folder (indexed first when it is new), an index file, or another program's index
    Open {
        /// A folder, a file of documents, an index file, or a GraphRAG output folder; not needed with --index FILE
        path: Option<PathBuf>,
        /// Show the index as it is, though its folders changed since
        #[arg(long)]
        no_update: bool,
    },
    /// Index folders and files
    Index(Index),
    /// Import another program's index: GraphRAG's tables, a LightRAG or nano-graphrag folder
    Import {
        /// The folder of the tables, or one above it
        folder: PathBuf,
        /// Put them in the place of an index that was made from documents
        #[arg(long)]
        force: bool,
    },
    /// Write an index for other programs
    Export(Export),
    /// Ask a question; every sentence of the answer carries its citation
    Ask(Ask),
    /// Find records by words
    Search(Search),
    /// Show a record: report, entity, relationship, claim, source or document
    Show {
        /// report, entity, relationship, claim, source or document
        kind: String,
        /// Its number, as `gleaner search` prints it
        id: String,
    },
    /// Say what an index holds
    Stats,
    /// List what the last update of an index made new, changed or removed
    News {
        /// Only these kinds: document, entity, relationship, report
        #[arg(long, value_name = "KIND,KIND", value_delimiter = ',')]
        kind: Vec<String>,
    },
    /// Measure answers and search by question sets, compare runs, and read an index as a critic would
    #[command(subcommand)]
    Eval(super::eval::Eval),
    /// See, copy and tune the prompts that a model is given
    #[command(subcommand)]
    Prompts(Prompts),
    /// Check the installation and the indexes
    Doctor {
        /// Read all text of the indexes too, and check it against its sums
        #[arg(long)]
        deep: bool,
    },
    /// See and start the file of settings
    #[command(subcommand)]
    Config(Config),
    /// Print a script that completes commands in a shell
    Completions { shell: Shell },
}

#[derive(Debug, Args)]
pub struct Index {
    /// Folders and files to index, as one corpus; with `--with` and none, what it names is built of the index as it
    /// stands
    #[arg(required_unless_present_any = ["retry_failed", "with"])]
    pub paths: Vec<PathBuf>,
    /// Who reads: offline needs no model, fast has a model write the reports, standard has it read too, hybrid has it
    /// read a share [default: offline]
    #[arg(long, value_parser = PossibleValuesParser::new(Method::NAMES).try_map(|name| name.parse::<Method>()))]
    pub method: Option<Method>,
    /// How much a model reads with --method hybrid: the most central text units, in per cent [default: 20%]
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub share: Option<u32>,
    /// Read and extract everything again, also what did not change
    #[arg(long)]
    pub fresh: bool,
    /// Put the folders in the place of an index that was imported, or made from others
    #[arg(long)]
    pub force: bool,
    /// Build this too, for the ways of asking that need it: contextual, raptor, hippo, archrag; with a method that has
    /// a model, it writes the lines of contextual and the summaries of raptor
    #[arg(long, value_delimiter = ',', value_name = "STRUCTURE,…", conflicts_with = "retry_failed")]
    pub with: Vec<String>,
    /// Follow the folders, and bring the index up to date whenever something in them changes
    #[arg(long, conflicts_with = "dry_run")]
    pub watch: bool,
    /// Print what would be read and what a model would cost, and index nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Spend without asking first (the offline method spends nothing)
    #[arg(long)]
    pub yes: bool,
    /// Stop when this much is spent on a model, with --watch by all builds together; the same command goes on from
    /// there
    #[arg(long, value_name = "USD", value_parser = dollars_typed)]
    pub budget: Option<f64>,
    /// Send the calls of a build as batch jobs of the provider, at half the price: answers come within a day; stop and
    /// run the same command later as you like
    #[arg(long)]
    pub batch_jobs: bool,
    /// Ask a model again for what was set aside in the index, or for these items of it alone, and for nothing else
    #[arg(long, num_args = 0.., value_name = "ITEM", conflicts_with_all = ["paths", "method", "dry_run", "watch", "fresh"])]
    pub retry_failed: Option<Vec<String>>,
    /// The field of table rows that holds the text [default: guessed]
    #[arg(long, value_name = "FIELD")]
    pub text_field: Option<String>,
    /// The field of table rows that holds the title [default: guessed]
    #[arg(long, value_name = "FIELD")]
    pub title_field: Option<String>,
    /// Skip larger files, in megabytes [default: 256]
    #[arg(long, value_name = "MB")]
    pub max_file_size: Option<u32>,
    /// The most tokens of a passage [default: 600]
    #[arg(long, value_name = "TOKENS")]
    pub chunk_size: Option<u32>,
    /// Tokens a passage repeats from the one before [default: 100]
    #[arg(long, value_name = "TOKENS")]
    pub chunk_overlap: Option<u32>,
    /// Read hidden files too
    #[arg(long)]
    pub hidden: bool,
    /// Read files that .gitignore names too
    #[arg(long)]
    pub ignored: bool,
    /// Read what links in a folder lead to, wherever that is
    #[arg(long)]
    pub follow_links: bool,
}

/// An amount that can be spent.
pub(super) fn dollars_typed(text: &str) -> Result<f64, String> {
    match text.trim().trim_start_matches('$').parse::<f64>() {
        Ok(amount) if amount.is_finite() && amount >= 0.0 => Ok(amount),
        _ => Err("an amount in dollars is meant, such as 2.50".to_owned()),
    }
}

impl Index {
    /// The settings that its flags set.
    pub fn settings(&self) -> Table {
        let text = |text: &Option<String>| text.clone().map(Value::String);
        let number = |number: Option<u32>| number.map(|number| Value::Integer(i64::from(number)));
        let flags = [
            ("method", self.method.map(|method| Value::String(method.to_string()))),
            ("model_share", number(self.share)),
            ("text_field", text(&self.text_field)),
            ("title_field", text(&self.title_field)),
            ("max_file_size", number(self.max_file_size)),
            ("chunk_size", number(self.chunk_size)),
            ("chunk_overlap", number(self.chunk_overlap)),
            ("hidden", self.hidden.then_some(Value::Boolean(true))),
            ("ignored", self.ignored.then_some(Value::Boolean(true))),
            ("batch_jobs", self.batch_jobs.then_some(Value::Boolean(true))),
            ("follow_links", self.follow_links.then_some(Value::Boolean(true))),
        ];
        flags.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
    }
}

/// Reads `20%` or `20`.
fn percent(text: &str) -> Result<u32, String> {
    let number = text.trim().trim_end_matches('%').trim().parse().ok();
    number.filter(|number| (1..=100).contains(number)).ok_or_else(|| "a share is 1% to 100%".to_owned())
}

#[derive(Debug, Args)]
pub struct Export {
    /// The folder to write, or the file for graphml
    pub out: PathBuf,
    /// GraphRAG 3 tables, one GraphML file, a folder of linked Markdown notes (an Obsidian vault), or JSON Lines
    #[arg(long, value_name = "FORMAT")]
    pub format: Format,
    /// Replace files of the same names in a folder that is not empty; others stay
    #[arg(long)]
    pub force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Graphrag,
    Graphml,
    Markdown,
    Jsonl,
}

impl From<Format> for crate::interop::export::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Graphrag => Self::GraphRag,
            Format::Graphml => Self::GraphMl,
            Format::Markdown => Self::Markdown,
            Format::Jsonl => Self::JsonLines,
        }
    }
}

#[derive(Debug, Args)]
pub struct Ask {
    /// The question; `-` reads it from standard input
    #[arg(required_unless_present_any = ["batch", "suggest", "more"])]
    pub question: Vec<String>,
    /// How to answer
    #[arg(long, value_name = "MODE", default_value = "auto", value_parser = modes())]
    pub mode: String,
    /// Level of the reports that are read: 0 is the root
    #[arg(long, value_name = "N")]
    pub level: Option<u32>,
    /// Relevance tests that `lazy` may make [default: 100]
    #[arg(long, value_name = "N")]
    pub tests: Option<u32>,
    /// Go on with the search that `lazy` made last: this many relevance tests more, and none made again
    #[arg(long, value_name = "N", conflicts_with_all = ["question", "mode", "tests", "scope", "go_on", "context", "compare", "batch", "suggest"])]
    pub more: Option<u32>,
    /// Ask only a part: community:ID, document:ID or NAME, folder:PATH, speaker:NAME, type:pdf, from:2019-02,
    /// until:2019-12; may be repeated
    #[arg(long, value_name = "PART")]
    pub scope: Vec<String>,
    /// Go on from the questions asked last: what points back is understood
    #[arg(long = "continue")]
    pub go_on: bool,
    /// Hold every sentence of the answer against what it cites: by the model that answers, else by words, which is
    /// approximate
    #[arg(long)]
    pub check: bool,
    /// Put what the answer quotes in the order of its days
    #[arg(long, conflicts_with_all = ["context", "compare", "batch", "suggest"])]
    pub by_day: bool,
    /// Print what the answer would be written from, and ask nobody
    #[arg(long)]
    pub context: bool,
    /// Answer in several modes and show them together, with the records that they share
    #[arg(long, value_name = "MODE,MODE", value_delimiter = ',', value_parser = modes(), conflicts_with_all = ["context", "mode"])]
    pub compare: Vec<String>,
    /// Answer a file of questions, {"id", "question"} a line; one JSON answer a line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["question", "compare", "context", "go_on"])]
    pub batch: Option<String>,
    /// Print questions that this index, or the part in scope, can answer
    #[arg(long, conflicts_with_all = ["question", "batch", "compare", "context"])]
    pub suggest: bool,
}

/// The names of the engines, with what each does.
pub fn modes() -> clap::builder::PossibleValuesParser {
    use clap::builder::PossibleValue;
    let named = |engine: &&'static dyn Engine| PossibleValue::new(engine.name()).help(engine.about());
    engines().iter().map(named).collect::<Vec<_>>().into()
}

/// The names of the systems that rank passages.
pub fn systems() -> clap::builder::PossibleValuesParser {
    use clap::builder::PossibleValue;
    let named = |system: System| PossibleValue::new(system.name()).help(system.about());
    System::ALL.into_iter().map(named).collect::<Vec<_>>().into()
}

#[derive(Debug, Args)]
pub struct Search {
    /// Words to look for; `-` reads them from standard input
    #[arg(required_unless_present = "batch")]
    pub terms: Vec<String>,
    /// Only these kinds of record, e.g. `source` or `entity,report`
    #[arg(long, value_delimiter = ',', value_name = "KIND,KIND")]
    pub kind: Vec<String>,
    /// At most this many results
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub limit: usize,
    /// Search only a part: community:ID, document:ID or NAME, folder:PATH, speaker:NAME, type:pdf, from:2019-02,
    /// until:2019-12; may be repeated
    #[arg(long, value_name = "PART")]
    pub scope: Vec<String>,
    /// Rank passages by a system of the literature; some need `gleaner index --with`
    #[arg(long, value_name = "SYSTEM", conflicts_with = "kind", value_parser = systems())]
    pub by: Option<String>,
    /// Answer every {"id", "query"} of a JSON Lines file, `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "terms")]
    pub batch: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum Prompts {
    /// List the prompts and where each comes from
    List,
    /// Write the built-in prompts into a folder, for editing
    Eject {
        /// [default: prompts, beside the file of settings, where they are used from then on]
        folder: Option<PathBuf>,
    },
    /// Have a model propose language, entity types, persona and examples for a corpus
    Tune {
        /// Folders and files of the corpus
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub enum Config {
    /// Print where the file of settings is
    Path,
    /// Print every setting with its value and where it comes from
    Show,
    /// Write a file of settings with every default, commented out
    Init,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_names_the_program_however_it_was_called() {
        let refused = Arguments::try_parse_from(["/opt/old/gleaner-0.1", "ask"]).expect_err("a question is missing");
        assert!(refused.render().to_string().contains("Usage: gleaner ask <QUESTION>"), "{refused}");
    }
}
