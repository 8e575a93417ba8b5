//! `gleaner stats`: what an index holds.

use serde::Serialize;

use super::context::Context;
use super::error::CliError;
use super::output::{Output, one_line, pad};
use super::overview;
use crate::index::LIKELY;
use crate::judgement::extractive::vectors::static_vectors::is_static;
use crate::model::Overview;
use crate::store::{LedgerRow, Reader, Stats, StoreError};
use crate::text::numbers::amounts::{and_more, bytes, count, dollars, grouped};

/// Failures and likely duplicates that are named; `-v` lists all.
const NAMED: usize = 5;

/// What an index holds, as JSON has it.
#[derive(Serialize)]
struct Shape<'a> {
    #[serde(flatten)]
    stats: &'a Stats,
    /// What was set aside, with why.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    failures: &'a [LedgerRow],
    /// Name, name, why.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    likely_duplicates: &'a [[String; 3]],
    /// What the corpus is; none in an index that was built before there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    overview: Option<&'a Overview>,
}

/// Pairs of entities that a model told of apart and that are likely one thing: name, name, why.
pub fn likely_duplicates(reader: &Reader) -> Result<Vec<[String; 3]>, StoreError> {
    Ok(reader.fact_json(LIKELY)?.unwrap_or_default())
}

pub fn run(context: &mut Context) -> Result<(), CliError> {
    let reader = context.reader()?;
    let stats = reader.stats()?;
    let failures = reader.failures()?;
    let likely = likely_duplicates(&reader)?;
    let mut overview = reader.overview()?;
    if let Some(overview) = &mut overview {
        // As many numbers as there are documents tell nobody anything.
        overview.kind_documents.clear();
    }
    if context.global.json {
        let overview = overview.as_ref();
        context.out.json(&Shape { stats: &stats, failures: &failures, likely_duplicates: &likely, overview })?;
        return context.out.flush();
    }
    let out = &mut context.out;
    let title = out.style.bold(&one_line(&stats.name));
    out.line(format!("{title}  {}", out.style.dim(&stats.index)))?;
    if let Some(overview) = &overview {
        overview::show(out, overview)?;
    }
    let verbose = context.global.verbose;
    let foreign = reader.foreign_encodings()?;
    counts(out, &stats)?;
    texts(out, &stats, &foreign)?;
    trouble(out, &stats, &likely, &failures, if verbose { usize::MAX } else { NAMED })?;
    if stats.recurring > 0 {
        row(out, "recurring", format!("{} counted once", count(stats.recurring.into(), "stretch", "stretches")))?;
    }
    row(out, "size", format!("{} for {} of text", bytes(stats.index_bytes), bytes(stats.text_bytes)))?;
    if verbose {
        details(out, &reader, &foreign)?;
    }
    out.flush()
}

/// One fact under its name.
fn row(out: &mut Output, name: &str, value: String) -> Result<(), CliError> {
    let name = out.style.dim(&pad(name, 15));
    out.line(format!("  {name}{value}"))
}

/// How the index was made, and how many there are of what it holds.
fn counts(out: &mut Output, stats: &Stats) -> Result<(), CliError> {
    row(out, "method", stats.method.clone())?;
    let skipped = match stats.files.skipped {
        0 => String::new(),
        skipped => format!(", {} skipped", grouped(skipped.into())),
    };
    row(out, "files", format!("{} read{skipped}", grouped(stats.files.read.into())))?;
    row(out, "documents", grouped(stats.documents.into()))?;
    row(out, "passages", grouped(stats.text_units.into()))?;
    row(out, "tokens", grouped(stats.tokens))?;
    row(out, "entities", grouped(stats.entities.into()))?;
    row(out, "relationships", grouped(stats.relationships.into()))?;
    if stats.claims > 0 {
        row(out, "claims", grouped(stats.claims.into()))?;
    }
    row(out, "communities", grouped(stats.communities.into()))?;
    for level in &stats.levels {
        let (communities, reports) = (grouped(level.communities.into()), grouped(level.reports.into()));
        row(out, &format!("  level {}", level.level), format!("{communities}, {reports} reports"))?;
    }
    if let Some(modularity) = stats.modularity {
        row(out, "modularity", format!("{modularity:.3}"))?;
    }
    let embeddings = &stats.embeddings;
    if let Some(model) = &embeddings.model {
        let count = grouped(embeddings.count.into());
        let kind = if is_static(model) { "" } else { "model " };
        row(out, "vectors", format!("{count} of {} dimensions, {kind}{}", embeddings.dimensions, one_line(model)))?;
    }
    Ok(())
}

/// What the texts are written in; `foreign` are the files that are not in UTF-8, each with its encoding.
fn texts(out: &mut Output, stats: &Stats, foreign: &[(String, String)]) -> Result<(), CliError> {
    let languages: Vec<_> =
        stats.languages.iter().take(6).map(|l| format!("{} {}", l.language, grouped(l.documents.into()))).collect();
    if !languages.is_empty() {
        row(out, "languages", languages.join(", "))?;
    }
    let mut encodings: Vec<(&str, u64)> = Vec::new();
    for (_, encoding) in foreign {
        match encodings.iter_mut().find(|(known, _)| *known == encoding) {
            Some((_, files)) => *files += 1,
            None => encodings.push((encoding, 1)),
        }
    }
    if !encodings.is_empty() {
        let counts = encodings.iter().map(|&(encoding, files)| format!("{} {}", one_line(encoding), grouped(files)));
        row(out, "not in UTF-8", counts.collect::<Vec<_>>().join(", "))?;
    }
    Ok(())
}

/// What was paid, what may be one thing twice and what was set aside, at most so many of each.
fn trouble(
    out: &mut Output,
    stats: &Stats,
    likely: &[[String; 3]],
    failures: &[LedgerRow],
    most: usize,
) -> Result<(), CliError> {
    if stats.cost_usd > 0.0 {
        row(out, "spent", format!("{} on {} answers", dollars(stats.cost_usd), grouped(stats.ledger.done.into())))?;
    }
    for [one, other, why] in likely.iter().take(most) {
        row(out, "likely one", format!("{} and {}: {}", one_line(one), one_line(other), one_line(why)))?;
    }
    if likely.len() > most {
        row(out, "", format!("and {} pairs more; -v lists them", grouped((likely.len() - most) as u64)))?;
    }
    for failure in failures.iter().take(most) {
        let error = failure.error.as_deref().unwrap_or_default();
        row(out, "set aside", format!("{}: {}", one_line(&failure.name()), one_line(error)))?;
    }
    if !failures.is_empty() {
        let more = match failures.len().saturating_sub(most) {
            0 => String::new(),
            more => and_more("", more) + "; ",
        };
        let retry = "`gleaner index --retry-failed` asks for these alone, with a name behind it for one of them";
        row(out, "", format!("{more}{retry}"))?;
    }
    Ok(())
}

/// Files that were skipped or read in another encoding, each by its name, and how long every stage took.
fn details(out: &mut Output, reader: &Reader, foreign: &[(String, String)]) -> Result<(), CliError> {
    let mut say = |line: String| out.line(out.style.dim(&format!("  {line}")));
    for file in reader.files(true)? {
        let reason = file.reason.unwrap_or_default();
        say(format!("skipped {}: {}", one_line(&file.path), one_line(&reason)))?;
    }
    for (path, encoding) in foreign {
        say(format!("read {} as {}", one_line(path), one_line(encoding)))?;
    }
    for stage in reader.stages()? {
        say(format!("stage {} took {:.2} s", stage.name, stage.millis as f64 / 1000.0))?;
    }
    Ok(())
}
