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
use crate::text::amounts::{self, count};

#[derive(Serialize)]
struct Shape<'a> {
    out: &'a Path,
    files: u64,
    bytes: u64,
}

pub fn run(context: &mut Context, options: &args::Export) -> Result<(), CliError> {
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
