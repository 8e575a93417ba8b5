//! Errors as the user meets them: a kind, a message, and what to do next.

use std::io::{IsTerminal, Write};

use serde::Serialize;

use super::output::{self, safe};
use crate::config::{PathsError, SettingsError};
use crate::index::structures::StructureError;
use crate::index::{BuildError, READABLE};
use crate::ingest::IngestError;
use crate::interop::ImportError;
use crate::interop::export::ExportError;
use crate::judgement::JudgementError;
use crate::judgement::extractive::vectors::static_vectors::VectorsError;
use crate::llm::LlmError;
use crate::store::StoreError;

/// Kinds of error; each has a name for JSON and an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    Failed,
    Internal,
    Usage,
    NoIndex,
    NotAnIndex,
    NoRecord,
    Provider,
    Interrupted,
    /// A signal ended the explorer, whose exit code this is.
    Ended(u8),
    /// A search without a hit: that is said elsewhere, and tells a script what `grep` does.
    NothingFound,
    /// Whoever read our output has enough: no error at all.
    PipeClosed,
}

impl ErrorKind {
    pub fn exit_code(self) -> u8 {
        match self {
            ErrorKind::PipeClosed => 0,
            ErrorKind::Failed | ErrorKind::Internal | ErrorKind::NothingFound => 1,
            ErrorKind::Usage => 2,
            ErrorKind::NoIndex | ErrorKind::NotAnIndex | ErrorKind::NoRecord => 3,
            ErrorKind::Provider => 4,
            ErrorKind::Interrupted => super::interrupt::code(),
            ErrorKind::Ended(code) => code,
        }
    }

    fn name(self) -> &'static str {
        match self {
            ErrorKind::Failed => "failed",
            ErrorKind::Internal => "internal",
            ErrorKind::Usage => "usage",
            ErrorKind::NoIndex => "no-index",
            ErrorKind::NotAnIndex => "not-an-index",
            ErrorKind::NoRecord => "no-record",
            ErrorKind::Provider => "provider",
            ErrorKind::Interrupted | ErrorKind::Ended(_) => "interrupted",
            ErrorKind::NothingFound => "nothing-found",
            ErrorKind::PipeClosed => "pipe-closed",
        }
    }
}

/// An error as the user meets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CliError {
    pub kind: ErrorKind,
    pub message: String,
    pub hints: Vec<String>,
}

impl CliError {
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), hints: Vec::new() }
    }

    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Usage, message)
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Prints the error on standard error, as JSON where that was asked for. A closed pipe is no error.
    pub fn print(&self, json: bool) {
        if matches!(self.kind, ErrorKind::PipeClosed | ErrorKind::NothingFound | ErrorKind::Ended(_)) {
            return;
        }
        let mut out = std::io::stderr().lock();
        // Nothing is left to say where standard error itself is gone.
        let _ = if json {
            let error = Shape { error: Body { kind: self.kind.name(), message: &self.message, hints: &self.hints } };
            write!(out, "{}", crate::model::json_line(&error).unwrap_or_default())
        } else {
            let style = output::Style::of_errors();
            let width = std::io::stderr().is_terminal().then(output::width);
            let error = told("error:", &safe(self.message.trim_end()), width);
            writeln!(out, "{}{error}", style.error("error:")).and_then(|()| {
                let mut hints = self.hints.iter().map(|hint| told("hint:", &safe(hint), width));
                hints.try_for_each(|hint| writeln!(out, "{}{hint}", style.accent("hint:")))
            })
        };
    }
}

/// What stands behind a word that leads to a text; on a terminal in lines that fit with the word.
fn told(lead: &str, text: &str, width: Option<usize>) -> String {
    let lines = width.map(|width| output::wrap(&format!("{lead} {text}"), width).join("\n"));
    lines.and_then(|lines| lines.strip_prefix(lead).map(str::to_owned)).unwrap_or_else(|| format!(" {text}"))
}

#[derive(Serialize)]
struct Shape<'a> {
    error: Body<'a>,
}

#[derive(Serialize)]
struct Body<'a> {
    kind: &'a str,
    message: &'a str,
    hints: &'a [String],
}

/// Arguments that were refused: help and version are no errors and go to standard output.
pub fn refused_arguments(refused: &clap::Error) -> Result<(), CliError> {
    if !refused.use_stderr() {
        return output::print_bytes(refused.render().to_string().as_bytes());
    }
    // The first paragraph is the error; a usage line and a pointer to the help follow it.
    let rendered = refused.render().to_string();
    let mut error = CliError::usage("");
    // What is printed then is the help, whose commands are what is missing.
    if refused.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let listed = rendered.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
        let names: Vec<&str> = (listed.take_while(|line| !line.trim().is_empty()))
            .filter_map(|line| line.split_whitespace().next())
            .filter(|name| *name != "help")
            .collect();
        error.message = format!("what to do is missing: {}", names.join(", "));
        let usage = rendered.lines().find_map(|line| line.strip_prefix("Usage: "));
        error.hints.extend(usage.map(|usage| format!("usage: {usage}")));
        return Err(error);
    }
    for line in rendered.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(message) = line.strip_prefix("error: ") {
            error.message = message.to_owned();
        } else if let Some(tip) = line.strip_prefix("tip: ") {
            error.hints.push(tip.to_owned());
        } else if let Some(usage) = line.strip_prefix("Usage: ") {
            error.hints.push(format!("usage: {usage}"));
        } else if line.starts_with("For more information") {
            error.hints.push("`gleaner --help` lists commands and options".to_owned());
        } else {
            error.message.push(' ');
            error.message.push_str(line);
        }
    }
    Err(error)
}

impl From<StoreError> for CliError {
    fn from(error: StoreError) -> Self {
        let kind = match error {
            StoreError::NotFound(_) => ErrorKind::NoIndex,
            StoreError::NotAnIndex { .. } | StoreError::Newer { .. } | StoreError::Damaged { .. } => {
                ErrorKind::NotAnIndex
            }
            StoreError::NoSuchRecord(_) => ErrorKind::NoRecord,
            StoreError::Interrupted => ErrorKind::Interrupted,
            _ => ErrorKind::Failed,
        };
        Self { kind, hints: error.hints(), message: error.to_string() }
    }
}

impl From<JudgementError> for CliError {
    fn from(error: JudgementError) -> Self {
        let hint = error.hint().map(str::to_owned);
        Self { kind: ErrorKind::Provider, message: error.to_string(), hints: hint.into_iter().collect() }
    }
}

impl From<LlmError> for CliError {
    fn from(error: LlmError) -> Self {
        let kind = match &error {
            LlmError::NoModel(_) | LlmError::Offline { .. } | LlmError::Setting { .. } => ErrorKind::Usage,
            LlmError::Cancelled => ErrorKind::Interrupted,
            _ => ErrorKind::Provider,
        };
        Self { kind, message: error.to_string(), hints: error.hint().into_iter().collect() }
    }
}

impl From<StructureError> for CliError {
    fn from(error: StructureError) -> Self {
        let message = error.to_string();
        match error {
            StructureError::Store(store) => store.into(),
            StructureError::Cancelled => CliError::new(ErrorKind::Interrupted, message),
            StructureError::Judgement(judgement) => CliError::from(judgement).hint(
                "the index is whole without it; the same command goes on from there, and what was answered is kept",
            ),
            StructureError::Graph(_) | StructureError::Failed(_) => CliError::new(ErrorKind::Failed, message),
        }
    }
}

impl From<VectorsError> for CliError {
    fn from(error: VectorsError) -> Self {
        CliError::new(ErrorKind::Failed, error.to_string()).hint(error.hint)
    }
}

impl From<BuildError> for CliError {
    fn from(error: BuildError) -> Self {
        let message = error.to_string();
        match error {
            BuildError::Store(store) => store.into(),
            BuildError::Judgement(judgement) => CliError::from(judgement)
                .hint("nothing was published: an index that was there is as it was, and what was answered is kept"),
            BuildError::Reading(IngestError::NoSuchPath { .. }) => CliError::new(ErrorKind::Usage, message),
            BuildError::NeedsModel(_) => {
                CliError::usage(message).hint("`--method offline` needs none and is the default")
            }
            BuildError::Nothing(skipped) => {
                let mut error = CliError::new(ErrorKind::Failed, message);
                error.hints.extend(skipped.iter().take(3).map(|file| format!("{}: {}", file.path, file.reason)));
                if skipped.iter().any(|file| file.path.ends_with(".parquet")) {
                    error = error.hint("`gleaner import FOLDER` takes over an index that GraphRAG made");
                }
                error.hint(READABLE)
            }
            BuildError::Cancelled => CliError::new(ErrorKind::Interrupted, "interrupted")
                .hint("what is finished is kept: the same command goes on from there"),
            BuildError::Vectors(vectors) => vectors.into(),
            BuildError::Reading(_) | BuildError::Cluster(_) | BuildError::Failed(_) => {
                CliError::new(ErrorKind::Failed, message)
            }
        }
    }
}

impl From<ImportError> for CliError {
    fn from(error: ImportError) -> Self {
        let message = error.to_string();
        match error {
            ImportError::Store(store) => store.into(),
            ImportError::Judgement(judgement) => judgement.into(),
            ImportError::Cancelled => BuildError::Cancelled.into(),
            ImportError::NoIndex { seen, .. } => {
                let mut error = CliError::new(ErrorKind::NotAnIndex, message);
                error.hints.extend(seen.iter().take(3).map(|(name, why)| format!("{name}: {why}")));
                error
                    .hint("Gleaner imports GraphRAG's tables (entities.parquet, relationships.parquet, text_units.parquet …, or create_final_*) and LightRAG and nano-graphrag folders")
                    .hint("`gleaner index FOLDER` indexes documents")
            }
            ImportError::Unreadable { .. } | ImportError::Cluster(_) | ImportError::Failed(_) => {
                CliError::new(ErrorKind::Failed, message)
            }
        }
    }
}

impl From<ExportError> for CliError {
    fn from(error: ExportError) -> Self {
        let message = error.to_string();
        match error {
            ExportError::Store(store) => store.into(),
            ExportError::Cancelled => CliError::new(ErrorKind::Interrupted, "interrupted").hint("nothing was written"),
            ExportError::Exists(_) => CliError::new(ErrorKind::Failed, message)
                .hint("name a new folder, or replace files of the same names with --force"),
            ExportError::Io { .. } | ExportError::Table { .. } => CliError::new(ErrorKind::Failed, message)
                .hint("check the folder's permissions and the room on the disk"),
        }
    }
}

impl From<SettingsError> for CliError {
    fn from(error: SettingsError) -> Self {
        Self { kind: ErrorKind::Usage, message: error.to_string(), hints: error.hints() }
    }
}

impl From<PathsError> for CliError {
    fn from(error: PathsError) -> Self {
        CliError::new(ErrorKind::Failed, error.to_string()).hint("set HOME, or name files by --index and --config")
    }
}

/// Errors of writing our own output.
impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => CliError::new(ErrorKind::PipeClosed, "the pipe was closed"),
            _ => CliError::new(ErrorKind::Failed, format!("the output could not be written: {error}")),
        }
    }
}

impl From<serde_json::Error> for CliError {
    fn from(error: serde_json::Error) -> Self {
        match error.io_error_kind() {
            Some(kind) => std::io::Error::from(kind).into(),
            None => CliError::new(ErrorKind::Internal, format!("the answer could not be written as JSON: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_breaks_between_words_on_a_terminal() {
        let hint = "`gleaner open FOLDER` opens a folder";
        assert_eq!(told("hint:", hint, Some(20)), " `gleaner open\nFOLDER` opens a\nfolder");
        assert_eq!(told("hint:", hint, None), format!(" {hint}"));
    }
}
