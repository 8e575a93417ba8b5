//! `gleaner stats`: what an index holds.

use serde::Serialize;

use super::context::Context;
use super::error::CliError;
use super::output::{one_line, pad};
use super::overview;
use crate::index::LIKELY;
use crate::judgement::extractive::static_vectors::is_static;
use crate::model::Overview;
use crate::store::{LedgerRow, Reader, Stats, StoreError};
use crate::text::amounts::{bytes, count, grouped};

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
    let overview = reader.overview()?;
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
    let mut row = |name: &str, value: String| -> Result<(), CliError> {
        let name = out.style.dim(&pad(name, 15));
        out.line(format!("  {name}{value}"))
    };
    row("method", stats.method.clone())?;
    let skipped = match stats.files.skipped {
        0 => String::new(),
        skipped => format!(", {} skipped", grouped(skipped.into())),
    };
    row("files", format!("{} read{skipped}", grouped(stats.files.read.into())))?;
    row("documents", grouped(stats.documents.into()))?;
    row("text units", grouped(stats.text_units.into()))?;
    row("tokens", grouped(stats.tokens))?;
    row("entities", grouped(stats.entities.into()))?;
    row("relationships", grouped(stats.relationships.into()))?;
    if stats.claims > 0 {
        row("claims", grouped(stats.claims.into()))?;
    }
    row("communities", grouped(stats.communities.into()))?;
    for level in &stats.levels {
        let (communities, reports) = (grouped(level.communities.into()), grouped(level.reports.into()));
        row(&format!("  level {}", level.level), format!("{communities}, {reports} reports"))?;
    }
    if let Some(modularity) = stats.modularity {
        row("modularity", format!("{modularity:.3}"))?;
    }
    let embeddings = &stats.embeddings;
    if let Some(model) = &embeddings.model {
        let count = grouped(embeddings.count.into());
        let kind = if is_static(model) { "" } else { "model " };
        row("vectors", format!("{count} of {} dimensions, {kind}{}", embeddings.dimensions, one_line(model)))?;
    }
    let languages: Vec<_> =
        stats.languages.iter().take(6).map(|l| format!("{} {}", l.language, grouped(l.documents.into()))).collect();
    if !languages.is_empty() {
        row("languages", languages.join(", "))?;
    }
    let foreign = reader.foreign_encodings()?;
    if !foreign.is_empty() {
        let mut encodings: Vec<(&str, u64)> = Vec::new();
        for (_, encoding) in &foreign {
            match encodings.iter_mut().find(|(known, _)| *known == encoding) {
                Some((_, files)) => *files += 1,
                None => encodings.push((encoding, 1)),
            }
        }
        let counts = encodings.iter().map(|&(encoding, files)| format!("{} {}", one_line(encoding), grouped(files)));
        row("not in UTF-8", counts.collect::<Vec<_>>().join(", "))?;
    }
    let most = if context.global.verbose { usize::MAX } else { NAMED };
    if stats.cost_usd > 0.0 {
        row("spent", format!("${:.2} on {} answers", stats.cost_usd, grouped(stats.ledger.done.into())))?;
    }
    for [one, other, why] in likely.iter().take(most) {
        row("likely one", format!("{} and {}: {}", one_line(one), one_line(other), one_line(why)))?;
    }
    if likely.len() > most {
        row("", format!("and {} pairs more; -v lists them", grouped((likely.len() - most) as u64)))?;
    }
    for failure in failures.iter().take(most) {
        let error = failure.error.as_deref().unwrap_or_default();
        row("set aside", format!("{}: {}", one_line(&failure.name()), one_line(error)))?;
    }
    if !failures.is_empty() {
        let more = failures.len().saturating_sub(most) as u64;
        let more = if more > 0 { format!("and {} more; ", grouped(more)) } else { String::new() };
        row(
            "",
            format!("{more}`gleaner index --retry-failed` asks for these alone, with a name behind it for one of them"),
        )?;
    }
    if stats.recurring > 0 {
        row("recurring", format!("{} counted once", count(stats.recurring.into(), "stretch", "stretches")))?;
    }
    row("size", format!("{} for {} of text", bytes(stats.index_bytes), bytes(stats.text_bytes)))?;
    if context.global.verbose {
        for file in reader.files(true)? {
            let reason = file.reason.unwrap_or_default();
            let line = out.style.dim(&format!("  skipped {}: {}", one_line(&file.path), one_line(&reason)));
            out.line(line)?;
        }
        for (path, encoding) in &foreign {
            let line = out.style.dim(&format!("  read {} as {}", one_line(path), one_line(encoding)));
            out.line(line)?;
        }
        for stage in reader.stages()? {
            let line = out.style.dim(&format!("  stage {} took {:.2} s", stage.name, stage.millis as f64 / 1000.0));
            out.line(line)?;
        }
    }
    context.out.flush()
}
