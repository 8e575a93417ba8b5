//! `gleaner index`: folders and files → an index.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::args;
use super::context::{Context, canonical};
use super::error::CliError;
use super::output::one_line;
use super::{models, progress, replaced, structures, watch};
use crate::config::Settings;
use crate::index::estimate::{Estimate, StageEstimate};
use crate::index::structures::{self as built_beside, Structure};
use crate::index::{Built, Plan, Update, changes};
use crate::jobs::connection::{self, Connection};
use crate::model::{Kind, Usage, shown_path};
use crate::store::{LedgerRow, LeftAside, Reader};
use crate::text::numbers::amounts::{bytes, count, dollars, grouped};

/// Files skipped that are named; `stats` and the explorer name all of them.
const NAMED: usize = 10;

pub fn run(context: &mut Context, options: &args::Index) -> Result<(), CliError> {
    if options.paths.is_empty() && options.retry_failed.is_none() {
        return structures::of_index(context, options);
    }
    // What failed is asked for without a question, because there is little of it; what is new in the folder is not.
    let (plan, left, alone) = match &options.retry_failed {
        Some(items) => plan_again(context, items)?,
        None => (plan(context, options)?, LeftAside::default(), false),
    };
    let index = plan.index.clone();
    let wanted = structures::wanted(options)?;
    if options.dry_run {
        let built = forecast(context, &plan, &wanted)?;
        return dry_run(context, &index, &built);
    }
    if !options.force && options.retry_failed.is_none() {
        replaced::check(&index, &plan.roots)?;
    }
    let connection = models::for_build(context, &plan.settings, &index)?;
    let connection = connection.map(|connection| connection.within(options.budget).leaving(left));
    let mut estimate = None;
    if connection.is_some() && !options.yes && options.budget.is_none() && !alone {
        estimate = may_spend(context, &plan, &wanted)?;
    }
    if options.watch {
        let mut connection = connection;
        return watch::follow(context, &plan, |context, plan| {
            let built = build_with(context, plan, connection.clone(), estimate.take(), &wanted)?;
            // One budget for all that is built while following.
            connection = connection.take().map(|connection| connection.after(built.usage.cost_usd));
            finished(context, &index, &built)
        });
    }
    let built = build_with(context, plan, connection, estimate, &wanted)?;
    finished(context, &index, &built)
}

/// Builds an index, then the structures asked for, and again those it had where it was made anew.
fn build_with(
    context: &Context,
    plan: Plan,
    connection: Option<Connection>,
    estimate: Option<Estimate>,
    wanted: &[Structure],
) -> Result<Built, CliError> {
    let index = plan.index.clone();
    let before = built_beside::of(&index);
    let vectors = plan.settings.vectors.clone();
    let mut built = build(context, plan, connection.clone(), estimate)?;
    let have = built_beside::of(&index);
    let lost = before.into_iter().filter(|structure| !have.contains(structure));
    let mut missing: Vec<Structure> = wanted.iter().copied().chain(lost).collect();
    missing.sort_unstable();
    missing.dedup();
    if !missing.is_empty() {
        // What the build has spent is gone.
        let connection = connection.map(|connection| connection.after(built.usage.cost_usd));
        let (made, usage) = structures::build(context, &index, missing, &vectors, connection)?;
        built.usage += usage;
        built.failures += made.iter().map(structures::without_model).sum::<u64>() as usize;
    }
    Ok(built)
}

fn plan(context: &Context, options: &args::Index) -> Result<Plan, CliError> {
    let roots = canonical(&options.paths)?;
    let index = context.global.index.clone().unwrap_or_else(|| context.paths.index_of(&roots));
    Ok(Plan { roots, index, name: String::new(), settings: context.settings.clone(), afresh: options.fresh })
}

/// What an index was made from, once more: everything that was answered is in its ledger, so that only what failed is
/// asked, or these items of it, unless the folder changed meanwhile: false then.
fn plan_again(context: &Context, items: &[String]) -> Result<(Plan, LeftAside, bool), CliError> {
    let index = context.index_path()?;
    let reader = Reader::open(&index)?;
    let meta = reader.meta()?;
    let failures = reader.failures()?;
    if failures.is_empty() {
        return Err(CliError::usage(format!("nothing was set aside in {}", shown_path(&index))));
    }
    let chosen =
        |item: &str, row: &LedgerRow| row.name().eq_ignore_ascii_case(item) || row.item.eq_ignore_ascii_case(item);
    if let Some(unknown) = items.iter().find(|item| !failures.iter().any(|row| chosen(item, row))) {
        let names: Vec<String> =
            failures.iter().take(NAMED).map(|row| format!("`{}`", one_line(&row.name()))).collect();
        return Err(CliError::usage(format!("`{}` was not set aside in {}", one_line(unknown), shown_path(&index)))
            .hint(format!("what was: {}", names.join(", "))));
    }
    let of_all = failures.len();
    let is_chosen = |row: &LedgerRow| items.is_empty() || items.iter().any(|item| chosen(item, row));
    let again = failures.iter().filter(|row| is_chosen(row)).count();
    let left = LeftAside::but(failures, is_chosen).unwrap_or_default();
    let of = if again < of_all { format!(" of {}", grouped(of_all as u64)) } else { String::new() };
    context.say(format!("{}: {}{of} to try again", meta.name, count(again as u64, "item", "items")));
    let changes = changes(&reader)?.unwrap_or_default();
    if !changes.is_empty() {
        context.say(format!("note: the folder changed since ({changes}), and is brought up to date with it"));
    }
    let roots = canonical(&meta.roots.iter().map(PathBuf::from).collect::<Vec<_>>())?;
    // As it was made, or text units would be others and be asked about and paid for anew.
    let method = meta.made_by().unwrap_or(context.settings.method);
    let settings = Settings { method, ..context.settings.clone() }.shaped_as(&meta.settings);
    Ok((Plan { roots, index, name: meta.name, settings, afresh: false }, left, changes.is_empty()))
}

/// Builds an index with a progress line, and remembers it.
pub fn build(
    context: &Context,
    plan: Plan,
    connection: Option<Connection>,
    estimate: Option<Estimate>,
) -> Result<Built, CliError> {
    let index = plan.index.clone();
    let meter = progress::MeterSlot::default();
    let seen = meter.clone();
    let built = progress::metered(context, &meter, estimate.as_ref(), move |progress| {
        let watch = |meter| drop(seen.set(meter));
        connection::build(&plan, connection.as_ref(), &watch, progress)
    })?;
    let meta = Reader::open(&index)?.meta()?;
    context.note(&index, &meta);
    Ok(built)
}

/// What a build would come to, with the structures asked for and those that the index has, which are made anew with it.
fn forecast(context: &Context, plan: &Plan, wanted: &[Structure]) -> Result<Built, CliError> {
    let (paths, plan) = (context.paths.clone(), plan.clone());
    let wanted: Vec<Structure> = wanted.iter().copied().chain(built_beside::of(&plan.index)).collect();
    progress::watched(context, move |progress| connection::forecast(&plan, &wanted, &paths, progress))
}

/// Says what a build would come to, and asks whether the money may be spent. A build that costs nothing is not asked
/// for.
fn may_spend(context: &mut Context, plan: &Plan, wanted: &[Structure]) -> Result<Option<Estimate>, CliError> {
    let built = forecast(context, plan, wanted)?;
    let Some(estimate) = built.estimate.filter(|estimate| estimate.total().cost_usd != Some(0.0)) else {
        return Ok(None);
    };
    for line in estimate_lines(&estimate) {
        context.say(line);
    }
    said_yes(context)?;
    Ok(Some(estimate))
}

/// Asks whether money may be spent, once the caller has said on what; no where nobody is there to ask.
pub fn said_yes(context: &Context) -> Result<(), CliError> {
    let asked = CliError::usage("a model would be asked, and money may be spent: nobody said yes")
        .hint("`--yes` goes ahead, `--budget USD` stops when so much is spent");
    if context.global.json
        || context.global.quiet
        || !std::io::stdin().is_terminal()
        || !std::io::stderr().is_terminal()
    {
        return Err(asked);
    }
    eprint!("Go ahead? [y/N] ");
    let mut answer = String::new();
    let read = std::io::stdin().read_line(&mut answer);
    match read.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes") {
        true => Ok(()),
        false => Err(asked),
    }
}

/// An estimate as a table: a line for each stage and one for all.
fn estimate_lines(estimate: &Estimate) -> Vec<String> {
    let total = estimate.total();
    if total.calls == 0 {
        return vec!["  Nothing is to be asked: all that a model is asked for is in the index.".to_owned()];
    }
    let cost = |cost: Option<f64>| cost.map_or("?".to_owned(), dollars);
    let line = |stage: &StageEstimate| {
        format!(
            "  {:<9} {:>9} {:>14} {:>12} {:>9} {:>10}  {}",
            stage.stage,
            grouped(stage.calls),
            grouped(stage.prompt_tokens),
            grouped(stage.completion_tokens),
            format!("{:.1}", stage.minutes),
            cost(stage.cost_usd),
            one_line(&stage.model),
        )
        .trim_end()
        .to_owned()
    };
    let mut lines = vec![format!(
        "  {:<9} {:>9} {:>14} {:>12} {:>9} {:>10}  model",
        "stage", "calls", "tokens in", "tokens out", "minutes", "cost"
    )];
    lines.extend(estimate.stages.iter().map(line));
    lines.push(line(&total));
    lines.push(format!(
        "  Estimated from {}, give or take {:.0} %. What was answered before costs nothing.",
        count(estimate.sampled as u64, "passage", "passages"),
        estimate.margin * 100.0
    ));
    if estimate.batch_jobs {
        lines.push(
            "  At the price of batch jobs, which are answered within a day; the minutes are those of direct calls."
                .to_owned(),
        );
    }
    let mut unpriced: Vec<&str> =
        estimate.stages.iter().filter(|stage| stage.cost_usd.is_none()).map(|stage| stage.model.as_str()).collect();
    unpriced.sort_unstable();
    unpriced.dedup();
    for model in unpriced.into_iter().filter(|model| !model.is_empty()) {
        lines.push(format!(
            "  No price is known for `{}`: set prices = [\"{} IN OUT\"] in the settings, in dollars for a million tokens.",
            one_line(model),
            one_line(model)
        ));
    }
    lines
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
    /// Items that could not be had, and are listed by `stats`.
    #[serde(skip_serializing_if = "Option::is_none")]
    set_aside: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    update: Option<UpdateShape>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<Usage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<&'a Estimate>,
}

/// How the index differs from the one before.
#[derive(Serialize)]
struct UpdateShape {
    current: bool,
    documents_taken_over: usize,
    documents_moved: usize,
    news: Vec<NewsShape>,
}

#[derive(Serialize)]
struct NewsShape {
    kind: Kind,
    new: usize,
    changed: usize,
    gone: usize,
}

fn shape<'a>(index: &'a Path, built: &'a Built, set_aside: usize, with_files: bool) -> Shape<'a> {
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
        set_aside: Some(set_aside).filter(|&count| count > 0),
        update: built.update.as_ref().map(|update| UpdateShape {
            current: update.is_current,
            documents_taken_over: update.taken_over,
            documents_moved: update.moved,
            news: update
                .news
                .iter()
                .map(|&(kind, [new, changed, gone])| NewsShape { kind, new, changed, gone })
                .collect(),
        }),
        seconds: (built.seconds * 1000.0).round() / 1000.0,
        usage: (built.usage != Usage::default()).then_some(built.usage),
        estimate: built.estimate.as_ref(),
    }
}

fn dry_run(context: &mut Context, index: &Path, built: &Built) -> Result<(), CliError> {
    if context.global.json {
        context.out.json(&shape(index, built, 0, true))?;
        return context.out.flush();
    }
    for file in &built.files {
        let documents = if file.documents > 1 { format!("  {} documents", file.documents) } else { String::new() };
        let remark = file.remark.as_deref().map(|remark| format!("  {}", one_line(remark))).unwrap_or_default();
        let tail = context.out.style.dim(&format!("  {}{documents}{remark}", bytes(file.bytes)));
        context.out.line(format!("{}{tail}", one_line(&file.path)))?;
    }
    for file in &built.skipped {
        let line = format!("{}  skipped: {}", one_line(&file.path), one_line(&file.reason));
        let line = context.out.style.dim(&line);
        context.out.line(line)?;
    }
    context.out.flush()?;
    for line in built.estimate.iter().flat_map(estimate_lines) {
        context.say(line);
    }
    context.say(format!(
        "would index {} with {} tokens in {}; nothing was written",
        count(built.documents as u64, "document", "documents"),
        grouped(built.tokens),
        count(built.text_units as u64, "passage", "passages"),
    ));
    Ok(())
}

/// What an update did, in a line: `58 documents as they were, 1 moved; documents 2 new; entities 31 new, 4 changed`.
fn news(update: &Update) -> String {
    let moved = if update.moved > 0 { format!(", {} moved", grouped(update.moved as u64)) } else { String::new() };
    let mut parts = Vec::new();
    if update.taken_over > 0 {
        parts.push(format!("{} as they were{moved}", count(update.taken_over as u64, "document", "documents")));
    }
    for (kind, counts) in &update.news {
        let told: Vec<String> = counts
            .iter()
            .zip(["new", "changed", "gone"])
            .filter(|&(&count, _)| count > 0)
            .map(|(&count, what)| format!("{} {what}", grouped(count as u64)))
            .collect();
        parts.push(format!("{} {}", kind.plural().to_lowercase(), told.join(", ")));
    }
    parts.join("; ")
}

fn finished(context: &mut Context, index: &Path, built: &Built) -> Result<(), CliError> {
    // What was set aside by an earlier run and not asked for again is so still.
    let reader = Reader::open(index)?;
    let aside = reader.failures()?.len();
    if context.global.json {
        context.out.json(&shape(index, built, aside, false))?;
        return context.out.flush();
    }
    for file in built.skipped.iter().take(NAMED) {
        context.say(format!("skipped {}: {}", one_line(&file.path), one_line(&file.reason)));
    }
    if built.skipped.len() > NAMED {
        let more = (built.skipped.len() - NAMED) as u64;
        context.say(format!("skipped {}; `gleaner stats -v` lists them", count(more, "more file", "more files")));
    }
    let foreign = reader.foreign_encodings()?;
    for (path, encoding) in foreign.iter().take(NAMED) {
        context.say(format!("read {} as {}", one_line(path), one_line(encoding)));
    }
    if foreign.len() > NAMED {
        let more = count((foreign.len() - NAMED) as u64, "more file", "more files");
        context.say(format!("read {more} in other encodings than UTF-8; `gleaner stats -v` lists them"));
    }
    let remarks: Vec<(&str, &str)> =
        built.files.iter().filter_map(|file| Some((file.path.as_str(), file.remark.as_deref()?))).collect();
    let told = if context.global.verbose { remarks.len() } else { remarks.len().min(NAMED) };
    for (path, remark) in &remarks[..told] {
        context.say(format!("{}: {}", one_line(path), one_line(remark)));
    }
    if remarks.len() > told {
        let more = count((remarks.len() - told) as u64, "more file", "more files");
        context.say(format!("there is something to say of {more}; `-v` says it"));
    }
    if !built.resumed.is_empty() {
        let stages: Vec<_> = built.resumed.iter().map(|stage| stage.name()).collect();
        context.say(format!("went on from a build that was stopped; taken over: {}", stages.join(", ")));
    }
    if aside > 0 {
        let items = count(aside as u64, "item is", "items are");
        let earlier = match aside.saturating_sub(built.failures) {
            0 => String::new(),
            earlier => format!(" ({} by an earlier run)", grouped(earlier as u64)),
        };
        context.say(format!(
            "{items} set aside{earlier}; `gleaner stats` says why, `gleaner index --retry-failed` asks for those alone"
        ));
    }
    let usage = built.usage;
    if usage.calls + usage.cached_calls > 0 {
        let before = match usage.cached_calls {
            0 => String::new(),
            calls => format!(" ({} answered before)", grouped(u64::from(calls))),
        };
        context.say(format!(
            "{} made{before}: {} tokens in, {} out, {}",
            count(u64::from(usage.calls), "call", "calls"),
            grouped(usage.prompt_tokens),
            grouped(usage.completion_tokens),
            dollars(usage.cost_usd),
        ));
    }
    let documents = count(built.documents as u64, "document", "documents");
    match &built.update {
        Some(update) if update.is_current => {
            context.say(format!("nothing changed: the index of {documents} is current"))
        }
        update => {
            let tokens = grouped(built.tokens);
            context.say(format!("indexed {documents} with {tokens} tokens in {:.1} s", built.seconds));
            if let Some(update) = update {
                // Made anew throughout, with the same outcome: there is no news.
                Some(news(update)).filter(|news| !news.is_empty()).into_iter().for_each(|news| context.say(news));
            }
        }
    }
    // Where the index went is the data of this command.
    context.out.line(shown_path(index))?;
    context.out.flush()
}
