//! `gleaner export`: an index for other programs.

use std::path::Path;

use serde::Serialize;

use super::args;
use super::context::Context;
use super::error::CliError;
use super::progress;
use crate::interop::export::{Exported, export};
use crate::model::shown_path;
use crate::store::Reader;
use crate::text::numbers::amounts::{self, count};

#[derive(Serialize)]
struct Shape<'a> {
    out: &'a Path,
    files: u64,
    bytes: u64,
}

pub fn run(context: &mut Context, options: &args::Export) -> Result<(), CliError> {
    refuse_place(&options.out, options.format)?;
    let index = context.index_path()?;
    let (out, format, force) = (options.out.clone(), options.format.into(), options.force);
    let Exported { files, bytes } = progress::watched(context, move |progress| {
        let reader = Reader::open(&index)?;
        export(&reader, &out, format, force, progress)
    })?;
    if context.global.json {
        context.out.json(&Shape { out: &options.out, files, bytes })?;
        return context.out.flush();
    }
    context.say(format!("wrote {}, {}", count(files, "file", "files"), amounts::bytes(bytes)));
    context.out.line(shown_path(&options.out))?;
    context.out.flush()
}

/// Endings of files that are written into the folder of an export: a folder is hardly meant to be called so.
const FILES: [&str; 4] = ["jsonl", "json", "parquet", "md"];

/// Refuses a place in a folder that is not there, and the name of a file where a folder is written.
fn refuse_place(out: &Path, format: args::Format) -> Result<(), CliError> {
    let parent = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(parent) = parent.filter(|folder| !folder.is_dir()) {
        return Err(CliError::usage(format!("{}: there is no such folder", shown_path(parent)))
            .hint("make it first, or name a place in a folder that is there"));
    }
    let ending = out.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is_file = format != args::Format::Graphml && FILES.contains(&ending) && !out.is_dir();
    if !is_file {
        return Ok(());
    }
    let folder = shown_path(&out.with_extension(""));
    Err(CliError::usage(format!("{} is the name of a file, and several are written into a folder", shown_path(out)))
        .hint(format!("name a folder, as `gleaner export {folder}`")))
}
