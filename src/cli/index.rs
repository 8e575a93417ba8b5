//! `gleaner index`: folders and files → an index.

use std::path::Path;

use serde::Serialize;

use super::args;
use super::context::{Context, canonical};
use super::error::CliError;
use super::output::{one_line, size, thousands};
use super::{count, progress, watch};
use crate::index::{self, Built, Plan, Update};
use crate::model::Kind;
use crate::store::Reader;

/// Files skipped that are named; `stats` and the explorer name all of them.
const NAMED: usize = 10;

pub fn run(context: &mut Context, options: &args::Index) -> Result<(), CliError> {
    let roots = canonical(&options.paths)?;
    let index = context.global.index.clone().unwrap_or_else(|| context.paths.index_of(&roots));
    let plan = Plan {
        roots,
        index: index.clone(),
        name: String::new(),
        settings: context.settings.clone(),
        afresh: options.fresh,
    };
    if options.dry_run {
        let built = progress::watched(context, move |progress| index::dry_run(&plan, progress))?;
        return dry_run(context, &index, &built);
    }
    if options.watch {
        return watch::follow(context, &plan, |context, plan| {
            let built = build(context, plan)?;
            finished(context, &index, &built)
        });
    }
    let built = build(context, plan)?;
    finished(context, &index, &built)
}

/// Builds an index with a progress line, and remembers it.
pub fn build(context: &Context, plan: Plan) -> Result<Built, CliError> {
    let index = plan.index.clone();
    let built = progress::watched(context, move |progress| index::build(&plan, progress))?;
    let meta = Reader::open(&index)?.meta()?;
    context.note(&index, &meta);
    Ok(built)
}

/// A file as JSON names it.
#[derive(Serialize)]
struct FileShape<'a> {
    path: &'a str,
    size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    documents: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct Shape<'a> {
    index: &'a Path,
    documents: usize,
    text_units: usize,
    tokens: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<FileShape<'a>>,
    skipped: Vec<FileShape<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    update: Option<UpdateShape>,
    seconds: f64,
}

/// How the index differs from the one before.
#[derive(Serialize)]
struct UpdateShape {
    current: bool,
    documents_taken_over: usize,
    news: Vec<NewsShape>,
}

#[derive(Serialize)]
struct NewsShape {
    kind: Kind,
    new: usize,
    changed: usize,
    gone: usize,
}

fn shape<'a>(index: &'a Path, built: &'a Built, with_files: bool) -> Shape<'a> {
    let files = built.files.iter().filter(|_| with_files).map(|file| FileShape {
        path: &file.path,
        size: file.bytes,
        documents: Some(file.documents),
        reason: file.remark.as_deref(),
    });
    let skipped = built.skipped.iter().map(|file| FileShape {
        path: &file.path,
        size: file.bytes,
        documents: None,
        reason: Some(&file.reason),
    });
    Shape {
        index,
        documents: built.documents,
        text_units: built.text_units,
        tokens: built.tokens,
        files: files.collect(),
        skipped: skipped.collect(),
        update: built.update.as_ref().map(|update| UpdateShape {
            current: update.is_current,
            documents_taken_over: update.taken_over,
            news: update
                .news
                .iter()
                .map(|&(kind, [new, changed, gone])| NewsShape { kind, new, changed, gone })
                .collect(),
        }),
        seconds: (built.seconds * 1000.0).round() / 1000.0,
    }
}

fn dry_run(context: &mut Context, index: &Path, built: &Built) -> Result<(), CliError> {
    if context.global.json {
        context.out.json(&shape(index, built, true))?;
        return context.out.flush();
    }
    for file in &built.files {
        let documents = if file.documents > 1 { format!("  {} documents", file.documents) } else { String::new() };
        let remark = file.remark.as_deref().map(|remark| format!("  {remark}")).unwrap_or_default();
        let tail = context.out.style.dim(&format!("  {}{documents}{}", size(file.bytes), one_line(&remark)));
        context.out.line(format!("{}{tail}", one_line(&file.path)))?;
    }
    for file in &built.skipped {
        let line = format!("{}  skipped: {}", one_line(&file.path), one_line(&file.reason));
        let line = context.out.style.dim(&line);
        context.out.line(line)?;
    }
    context.out.flush()?;
    context.say(format!(
        "would index {} with {} tokens in {}; nothing was written",
        count(built.documents as u64, "document", "documents"),
        thousands(built.tokens),
        count(built.text_units as u64, "text unit", "text units"),
    ));
    Ok(())
}

/// What an update did, in a line: `60 documents: 58 as they were; 2 new documents, 31 new and 4 changed entities`.
fn news(update: &Update) -> String {
    let mut parts = vec![format!("{} as they were", count(update.taken_over as u64, "document", "documents"))];
    for (kind, counts) in &update.news {
        let told: Vec<String> = counts
            .iter()
            .zip(["new", "changed", "gone"])
            .filter(|&(&count, _)| count > 0)
            .map(|(&count, what)| format!("{} {what}", thousands(count as u64)))
            .collect();
        parts.push(format!("{} {}", kind.plural().to_lowercase(), told.join(", ")));
    }
    parts.join("; ")
}

fn finished(context: &mut Context, index: &Path, built: &Built) -> Result<(), CliError> {
    if context.global.json {
        context.out.json(&shape(index, built, false))?;
        return context.out.flush();
    }
    for file in built.skipped.iter().take(NAMED) {
        context.say(format!("skipped {}: {}", one_line(&file.path), one_line(&file.reason)));
    }
    if built.skipped.len() > NAMED {
        let more = (built.skipped.len() - NAMED) as u64;
        context.say(format!("skipped {}; `gleaner stats -v` lists them", count(more, "more file", "more files")));
    }
    if !built.resumed.is_empty() {
        let stages: Vec<_> = built.resumed.iter().map(|stage| stage.name()).collect();
        context.say(format!("went on from a build that was stopped; taken over: {}", stages.join(", ")));
    }
    if built.failures > 0 {
        context.say(format!("{} could not be extracted from", count(built.failures as u64, "text unit", "text units")));
    }
    let documents = count(built.documents as u64, "document", "documents");
    match &built.update {
        Some(update) if update.is_current => {
            context.say(format!("nothing changed: the index of {documents} is current"))
        }
        update => {
            let tokens = thousands(built.tokens);
            context.say(format!("indexed {documents} with {tokens} tokens in {:.1} s", built.seconds));
            if let Some(update) = update {
                context.say(news(update));
            }
        }
    }
    // Where the index went is the data of this command.
    context.out.line(index.display().to_string())?;
    context.out.flush()
}
