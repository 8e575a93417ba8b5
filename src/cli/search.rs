//! `gleaner search`: records by words, one query or a file of them.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::args;
use super::context::Context;
use super::error::{CliError, ErrorKind};
use super::models;
use super::output::{one_line, pad, shorten_title, wrap};
use super::scope;
use super::show::{misspelt, read_kind, told};
use crate::model::{How, Kind, Ref, shown_path};
use crate::query::Session;
use crate::retrieve::{Filter, Hit, System, search, search_by};

/// A line of the results, as JSON has it.
#[derive(Serialize)]
struct Shape<'a> {
    #[serde(flatten)]
    record: Ref,
    title: &'a str,
    part: Option<u32>,
    document: Option<&'a str>,
    snippet: &'a str,
    score: f32,
    how: String,
}

#[derive(Serialize)]
struct Answer<'a> {
    query: &'a str,
    results: Vec<Shape<'a>>,
}

/// A line of a batch.
#[derive(Deserialize)]
struct Line {
    id: Value,
    query: String,
}

#[derive(Serialize)]
struct Answered<'a> {
    id: &'a Value,
    results: Vec<Shape<'a>>,
}

pub fn run(context: &mut Context, options: &args::Search) -> Result<(), CliError> {
    let kinds = options.kind.iter().map(|word| read_kind(word.trim())).collect::<Result<Vec<_>, _>>()?;
    let index = context.index_path()?;
    let session = models::searching(context, &index)?;
    let reader = Arc::clone(&session.reader);
    let filter = Filter::new(&reader, &scope::read(&options.scope, &reader)?)?;
    let system = options.by.as_deref().and_then(System::named);
    if let Some(batch) = &options.batch {
        return run_batch(context, batch, &Wanted { session, kinds, system, filter, limit: options.limit });
    }
    let query = words(&options.terms)?;
    if query.trim().is_empty() {
        return Err(CliError::usage("the query is empty").hint("`gleaner search WORDS`"));
    }
    let names = kinds.is_empty() || kinds.contains(&Kind::Entity);
    let hits = Wanted { session, kinds, system, filter, limit: options.limit }.find(context, &query)?;
    if context.global.json {
        context.out.json(&Answer { query: &query, results: shapes(&hits) })?;
        context.out.flush()?;
        return found(&hits);
    }
    let out = &mut context.out;
    for hit in &hits {
        let reference = out.style.accent(&pad(&hit.record.to_string(), 18));
        let part = hit.part.map(|part| format!(", part {part}")).unwrap_or_default();
        let title = format!("{}{part}", one_line(&hit.title));
        let room = out.width.saturating_sub(20);
        out.line(format!("{reference}{}", out.style.bold(&shorten_title(&title, room))))?;
        let way = if matches!(hit.how, How::Way(_)) { format!("  ({})", hit.how) } else { String::new() };
        // The document is said where the title does not say it already.
        if let Some(document) = hit.document.as_deref().filter(|document| !title.contains(*document)) {
            let line = out.style.dim(&format!("    {}", shorten_title(&one_line(document), room)));
            out.line(line)?;
        }
        let snippet = if hit.repeats { "" } else { &*hit.snippet };
        for line in wrap(&one_line(snippet), out.width.saturating_sub(4)) {
            out.line(format!("    {line}").trim_end())?;
        }
        if !way.is_empty() {
            let line = out.style.dim(&format!("  {}", one_line(&way)));
            out.line(line)?;
        }
    }
    out.flush()?;
    if hits.is_empty() {
        let near = if names { misspelt(&reader, &query)? } else { Vec::new() };
        if near.is_empty() {
            context.say("nothing found: try other or fewer words");
        } else {
            context.say("nothing found: perhaps one of these names was meant");
        }
        near.iter().for_each(|found| context.say(format!("hint: {}", told(found))));
    }
    found(&hits)
}

/// Ends a search as scripts know it of others: with a failure where nothing was found.
fn found(hits: &[Hit]) -> Result<(), CliError> {
    if hits.is_empty() { Err(CliError::new(ErrorKind::NothingFound, "nothing found")) } else { Ok(()) }
}

/// What is looked for, and how.
struct Wanted {
    session: Session,
    kinds: Vec<Kind>,
    system: Option<System>,
    filter: Filter,
    limit: usize,
}

impl Wanted {
    fn find(&self, context: &Context, words: &str) -> Result<Vec<Hit>, CliError> {
        let reader = &self.session.reader;
        let mut query = self.session.query(words)?;
        if self.session.reranker.is_some() {
            let runtime = crate::llm::runtime()?;
            let order = runtime.block_on(self.session.order(words, &query, &self.filter, self.system))?;
            order.trouble.into_iter().for_each(|trouble| context.say(format!("note: {trouble}")));
            query = query.ordered(order.units);
        }
        let Some(system) = self.system else {
            return Ok(search(reader, &query, &self.kinds, &self.filter, self.limit)?);
        };
        let found = search_by(reader, &query, system, &self.filter, self.limit)?;
        found.ok_or_else(|| not_built(system, reader.path()))
    }
}

fn not_built(system: System, index: &Path) -> CliError {
    let structure = system.needs().map_or("", |structure| structure.name());
    let message = format!("`{}` searches what this index was not built with", system.name());
    super::structures::not_built(message, structure, index)
}

fn shapes(hits: &[Hit]) -> Vec<Shape<'_>> {
    hits.iter()
        .map(|hit| Shape {
            record: hit.record,
            title: &hit.title,
            part: hit.part,
            document: hit.document.as_deref(),
            snippet: &hit.snippet,
            score: hit.score,
            how: hit.how.to_string(),
        })
        .collect()
}

/// The words of a question, from the arguments or, for `-`, from standard input.
pub fn words(arguments: &[String]) -> Result<String, CliError> {
    if arguments != ["-"] {
        return Ok(arguments.join(" "));
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(|e| unreadable("standard input", &e))?;
    Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
}

fn unreadable(what: &str, error: &std::io::Error) -> CliError {
    CliError::new(ErrorKind::Failed, format!("{what} cannot be read: {error}"))
}

/// Answers the queries of a file, one JSON line each, as they come.
fn run_batch(context: &mut Context, file: &Path, wanted: &Wanted) -> Result<(), CliError> {
    let name = shown_path(file);
    let lines: Box<dyn BufRead> = if name == "-" {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        Box::new(BufReader::new(File::open(file).map_err(|e| {
            let error = unreadable(&name, &e);
            if e.kind() == std::io::ErrorKind::NotFound { CliError { kind: ErrorKind::Usage, ..error } } else { error }
        })?))
    };
    for (number, line) in lines.lines().enumerate() {
        let line = line.map_err(|e| unreadable(&name, &e))?;
        if line.trim().is_empty() {
            continue;
        }
        let line: Line = serde_json::from_str(&line).map_err(|e| {
            CliError::usage(format!(
                "{name}, line {} is not JSON with an id and a query (column {})",
                number + 1,
                e.column()
            ))
            .hint("every line is JSON like {\"id\": 1, \"query\": \"scour valve\"}")
        })?;
        let hits = wanted.find(context, &line.query)?;
        context.out.json(&Answered { id: &line.id, results: shapes(&hits) })?;
    }
    context.out.flush()
}
