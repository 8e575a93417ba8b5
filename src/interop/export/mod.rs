//! An index for other programs: GraphRAG's tables, GraphML, JSON Lines, a folder of Markdown notes. An export is
//! written beside its place and moved there when it is whole.

mod graphml;
mod graphrag;
mod jsonl;
mod markdown;

#[cfg(test)]
mod tests;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::model::{EntityId, Progress, RelationshipId, shown_path};
use crate::store::{EntityOrder, Reader, RelationshipOrder, StoreError};

/// Rows read at a time.
const WINDOW: usize = 4_096;

/// What an index can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Tables as Microsoft GraphRAG 3 writes them.
    GraphRag,
    /// Entities and relationships as one GraphML file.
    GraphMl,
    /// A note for each report, entity and source.
    Markdown,
    /// A file of JSON lines for each kind of record.
    JsonLines,
}

/// An export was not written; what was there is untouched.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("{} is there already", shown_path(.0))]
    Exists(PathBuf),
    #[error("{}: {source}", shown_path(path))]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: {detail}", shown_path(path))]
    Table { path: PathBuf, detail: String },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("cancelled")]
    Cancelled,
}

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    pub files: u64,
    pub bytes: u64,
}

/// Writes an index to `out`: a file for GraphML, else a folder. With `force`, files of the same names are replaced;
/// others in the folder stay.
///
/// # Errors
/// See [`ExportError`].
pub fn export(
    reader: &Reader,
    out: &Path,
    format: Format,
    force: bool,
    progress: &Progress,
) -> Result<Exported, ExportError> {
    if !force && is_taken(out) {
        return Err(ExportError::Exists(out.to_owned()));
    }
    let name = out.file_name().map_or_else(|| "export".to_owned(), |name| name.to_string_lossy().into_owned());
    let beside = out.with_file_name(format!(".{name}.exporting-{}", std::process::id()));
    let scratch = Scratch(beside);
    let sink = Sink { reader, progress };
    if let Some(folder) = out.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(at(folder))?;
    }
    if format == Format::GraphMl {
        graphml::write(&sink, &scratch.0)?;
    } else {
        fs::create_dir(&scratch.0).map_err(at(&scratch.0))?;
        match format {
            Format::GraphRag => graphrag::write(&sink, &scratch.0)?,
            Format::Markdown => markdown::write(&sink, &scratch.0)?,
            Format::JsonLines | Format::GraphMl => jsonl::write(&sink, &scratch.0)?,
        }
    }
    let mut exported = Exported::default();
    measure(&scratch.0, &mut exported)?;
    settle(&scratch.0, out)?;
    Ok(exported)
}

/// What is being written, and whether to go on.
struct Sink<'a> {
    reader: &'a Reader,
    progress: &'a Progress,
}

impl Sink<'_> {
    fn check(&self) -> Result<(), ExportError> {
        if self.progress.is_cancelled() { Err(ExportError::Cancelled) } else { Ok(()) }
    }

    /// Every entity's id, in order.
    fn entity_ids(&self) -> Result<Vec<EntityId>, ExportError> {
        let mut ids = self.reader.entity_ids(EntityOrder::Degree, None, "")?;
        ids.sort_unstable();
        Ok(ids)
    }

    fn relationship_ids(&self) -> Result<Vec<RelationshipId>, ExportError> {
        let mut ids = self.reader.relationship_ids(RelationshipOrder::Weight, "")?;
        ids.sort_unstable();
        Ok(ids)
    }
}

/// Whatever was not moved into its place is removed.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = if self.0.is_dir() { fs::remove_dir_all(&self.0) } else { fs::remove_file(&self.0) };
    }
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> ExportError {
    let path = path.to_owned();
    move |source| ExportError::Io { path, source }
}

/// An empty folder is free.
fn is_taken(out: &Path) -> bool {
    match fs::read_dir(out) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => out.symlink_metadata().is_ok(),
    }
}

fn measure(path: &Path, exported: &mut Exported) -> Result<(), ExportError> {
    if path.is_dir() {
        for entry in fs::read_dir(path).map_err(at(path))? {
            measure(&entry.map_err(at(path))?.path(), exported)?;
        }
    } else {
        exported.files += 1;
        exported.bytes += fs::metadata(path).map_err(at(path))?.len();
    }
    Ok(())
}

/// Moves what was written into its place: at once where nothing is there, else file by file.
fn settle(from: &Path, to: &Path) -> Result<(), ExportError> {
    if from.is_dir() && to.is_dir() {
        // An empty folder is replaced by renaming over it, where the system allows that.
        if fs::rename(from, to).is_ok() {
            return Ok(());
        }
        for entry in fs::read_dir(from).map_err(at(from))? {
            let entry = entry.map_err(at(from))?;
            settle(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    fs::rename(from, to).map_err(at(to))
}
