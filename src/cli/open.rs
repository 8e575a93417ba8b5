//! `gleaner`, `gleaner open`, `gleaner demo`: the explorer.

use std::path::{Path, PathBuf};

use super::context::{Context, canonical};
use super::error::{CliError, ErrorKind};
use super::index;
use crate::index::Plan;
use crate::store::Reader;

/// The start screen.
pub fn start(context: &mut Context) -> Result<(), CliError> {
    let _ = context;
    Err(no_explorer())
}

/// An index file, or the index of a folder, made first when there is none.
pub fn open(context: &mut Context, path: &Path) -> Result<(), CliError> {
    let roots = canonical(&[path.to_owned()])?;
    let index = index_at(context, &roots)?;
    let meta = Reader::open(&index)?.meta()?;
    context.note(&index, &meta);
    explore(context, &index)
}

/// The index meant by a path.
fn index_at(context: &mut Context, roots: &[PathBuf]) -> Result<PathBuf, CliError> {
    let [path] = roots else { return Err(CliError::usage("name one folder or index file")) };
    if path.is_file() && path.extension().is_some_and(|extension| extension == "gleaner") {
        return Ok(path.clone());
    }
    let index = context.global.index.clone().unwrap_or_else(|| context.paths.index_of(roots));
    if !index.exists() {
        let plan = Plan {
            roots: roots.to_vec(),
            index: index.clone(),
            name: String::new(),
            settings: context.settings.clone(),
        };
        index::build(context, plan)?;
    }
    Ok(index)
}

pub fn demo(context: &mut Context) -> Result<(), CliError> {
    let _ = context;
    Err(no_explorer())
}

fn explore(context: &mut Context, index: &Path) -> Result<(), CliError> {
    let _ = (context, index);
    Err(no_explorer())
}

fn no_explorer() -> CliError {
    CliError::new(ErrorKind::Failed, "the explorer is not in this version yet")
        .hint("`gleaner stats`, `gleaner search` and `gleaner show` read the index")
}
