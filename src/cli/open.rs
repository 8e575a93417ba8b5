//! `gleaner`, `gleaner open`, `gleaner demo`: the explorer. It is the other face, which this one never names: whoever
//! starts the program passes it in.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use super::context::{Context, canonical};
use super::error::{CliError, ErrorKind};
use super::{import, replaced};
use crate::config::{Paths, Settings};
use crate::index::{Plan, demo};
use crate::interop;
use crate::store::{Reader, StoreError, is_index};

/// What the explorer is to open.
#[derive(Clone, Debug, PartialEq)]
pub enum Opening {
    /// Its start screen.
    Start,
    /// An index file.
    Index(PathBuf),
    /// A corpus, indexed first when it has no index yet.
    Corpus(Box<Plan>),
}

/// How the explorer is to run.
#[derive(Clone, Debug, PartialEq)]
pub struct Explore {
    pub opening: Opening,
    pub paths: Paths,
    pub settings: Settings,
    pub color: bool,
    /// No socket is opened.
    pub offline: bool,
}

/// Runs the explorer until the user leaves it, or a signal ends it, whose exit code it returns.
pub type Explorer = fn(Explore) -> anyhow::Result<Option<u8>>;

pub fn start(context: &Context, explorer: Explorer) -> Result<(), CliError> {
    match &context.global.index {
        Some(index) => explore(context, Opening::Index(index.clone()), explorer),
        None => explore(context, Opening::Start, explorer),
    }
}

/// An index file, another program's index, or a folder or file of documents.
pub fn open(context: &Context, path: Option<&Path>, explorer: Explorer) -> Result<(), CliError> {
    let Some(path) = path else {
        return match &context.global.index {
            Some(index) => explore(context, Opening::Index(index.clone()), explorer),
            None => Err(CliError::usage("what to open is missing")
                .hint("`gleaner open FOLDER`, or `gleaner open --index FILE`; `gleaner` alone lists what was opened")),
        };
    };
    let roots = canonical(&[path.to_owned()])?;
    let named = path.extension().is_some_and(|extension| extension == "gleaner");
    if path.is_file() && (named || is_index(path)) {
        return explore(context, Opening::Index(path.to_owned()), explorer);
    }
    let index = context.global.index.clone().unwrap_or_else(|| context.paths.index_of(&roots));
    if path.is_dir() && interop::is_foreign_index(&roots[0]) {
        import::bring_up_to_date(context, &roots[0], &index)?;
        return explore(context, Opening::Index(index), explorer);
    }
    // The explorer would bring it up to date with the folder.
    replaced::check(&index, &roots)?;
    let plan = Plan { roots, index, name: String::new(), settings: context.settings.clone(), afresh: false };
    explore(context, Opening::Corpus(Box::new(plan)), explorer)
}

pub fn demo(context: &Context, explorer: Explorer) -> Result<(), CliError> {
    let plan = demo::plan(&context.paths, &context.settings)
        .map_err(|error| CliError::new(ErrorKind::Failed, format!("the demo could not be written: {error}")))?;
    let index = context.global.index.clone().unwrap_or(plan.index);
    explore(context, Opening::Corpus(Box::new(Plan { index, ..plan })), explorer)
}

fn explore(context: &Context, opening: Opening, explorer: Explorer) -> Result<(), CliError> {
    // What cannot be opened is said before the screen is taken.
    match &opening {
        Opening::Index(index) => drop(Reader::open(index)?),
        Opening::Corpus(plan) if plan.index.exists() => drop(Reader::open(&plan.index)?),
        _ => {}
    }
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        return Err(CliError::new(ErrorKind::Failed, "the explorer needs a terminal")
            .hint("`gleaner stats`, `gleaner search`, `gleaner show` and `gleaner ask` print what they find"));
    }
    let color = super::output::Style::of_output().is_on();
    let (paths, settings, offline) = (context.paths.clone(), context.settings.clone(), context.global.offline);
    let explore = Explore { opening, paths, settings, color, offline };
    let ended = explorer(explore).map_err(|error| match error.downcast::<StoreError>() {
        Ok(store) => store.into(),
        Err(other) => CliError::new(ErrorKind::Failed, format!("{other:#}")),
    })?;
    // It has given the terminal back, and there is nothing to say.
    ended.map_or(Ok(()), |code| Err(CliError::new(ErrorKind::Ended(code), "")))
}
