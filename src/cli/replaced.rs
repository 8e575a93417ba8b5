//! Whether a build or an import would put other documents in the place of an index that is there.

use std::path::{Path, PathBuf};

use super::error::CliError;
use super::output::one_line;
use crate::model::shown_path;
use crate::store::{Meta, Reader};
use crate::text::numbers::amounts::and_more;

/// Refuses to build from `roots` over an index that was imported, or that was made from folders most of which these
/// leave out: its documents, and what an import alone had, would be gone.
pub fn check(index: &Path, roots: &[PathBuf]) -> Result<(), CliError> {
    let Some(meta) = meta_of(index) else { return Ok(()) };
    let other = "give another `--index FILE` or none; `gleaner index FOLDER --force` puts the folders in its place";
    if meta.method == Meta::IMPORTED {
        let name = meta.roots.first().map_or_else(|| "FOLDER".to_owned(), |root| one_line(root).into_owned());
        let message = format!(
            "{} was imported: indexing folders into it would remove what it has, entities and reports as well",
            shown_path(index)
        );
        return Err(CliError::usage(message)
            .hint(format!("`gleaner import {name} --index {}` takes what changed there", shown_path(index)))
            .hint("`gleaner index --with STRUCTURE` without folders builds beside it and leaves it as it is")
            .hint(other));
    }
    let kept = |root: &&String| roots.iter().any(|new| Path::new(root).starts_with(new));
    let all = meta.roots.len();
    if all == 0 || meta.roots.iter().filter(kept).count() * 2 > all {
        return Ok(());
    }
    Err(CliError::usage(made_from(index, &meta))
        .hint(format!("`gleaner index {} FOLDER --index {}` indexes both", meta.roots.join(" "), shown_path(index)))
        .hint(other))
}

/// Refuses to import `folder` over an index that was made from documents: they would be gone.
pub fn check_import(index: &Path, folder: &Path) -> Result<(), CliError> {
    let Some(meta) = meta_of(index).filter(|meta| meta.method != Meta::IMPORTED) else { return Ok(()) };
    let (folder, file) = (shown_path(folder), shown_path(index));
    Err(CliError::usage(made_from(index, &meta))
        .hint(format!("`gleaner import {folder} --index FILE` makes an index of its own beside it"))
        .hint(format!("`gleaner import {folder} --index {file} --force` puts the tables in its place")))
}

/// What an index says of itself; none where there is none, or none that can be read: that is told by whoever builds.
fn meta_of(index: &Path) -> Option<Meta> {
    index.exists().then(|| Reader::open(index).and_then(|reader| reader.meta()).ok()).flatten()
}

/// Says which documents an index would lose.
fn made_from(index: &Path, meta: &Meta) -> String {
    let names: Vec<String> = meta.roots.iter().take(3).map(|root| one_line(root).into_owned()).collect();
    let more = and_more(" ", meta.roots.len() - names.len());
    format!("{} was made from {}{more}: its documents would be removed", shown_path(index), names.join(", "))
}
