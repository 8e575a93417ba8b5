//! `gleaner stats`: what an index holds.

use super::context::Context;
use super::error::CliError;
use super::output::{one_line, pad, size, thousands};

pub fn run(context: &mut Context) -> Result<(), CliError> {
    let reader = context.reader()?;
    let stats = reader.stats()?;
    if context.global.json {
        context.out.json(&stats)?;
        return context.out.flush();
    }
    let out = &mut context.out;
    let title = out.style.bold(&one_line(&stats.name));
    out.line(format!("{title}  {}", out.style.dim(&stats.index)))?;
    let mut row = |name: &str, value: String| -> Result<(), CliError> {
        let name = out.style.dim(&pad(name, 15));
        out.line(format!("  {name}{value}"))
    };
    row("method", stats.method.clone())?;
    let skipped = match stats.files.skipped {
        0 => String::new(),
        skipped => format!(", {} skipped", thousands(skipped.into())),
    };
    row("files", format!("{} read{skipped}", thousands(stats.files.read.into())))?;
    row("documents", thousands(stats.documents.into()))?;
    row("text units", thousands(stats.text_units.into()))?;
    row("tokens", thousands(stats.tokens))?;
    row("entities", thousands(stats.entities.into()))?;
    row("relationships", thousands(stats.relationships.into()))?;
    if stats.claims > 0 {
        row("claims", thousands(stats.claims.into()))?;
    }
    row("communities", thousands(stats.communities.into()))?;
    for level in &stats.levels {
        let (communities, reports) = (thousands(level.communities.into()), thousands(level.reports.into()));
        row(&format!("  level {}", level.level), format!("{communities}, {reports} reports"))?;
    }
    if let Some(modularity) = stats.modularity {
        row("modularity", format!("{modularity:.3}"))?;
    }
    let embeddings = &stats.embeddings;
    if let Some(model) = &embeddings.model {
        let count = thousands(embeddings.count.into());
        row("vectors", format!("{count} of {} dimensions, model {}", embeddings.dimensions, one_line(model)))?;
    }
    let languages: Vec<_> =
        stats.languages.iter().take(6).map(|l| format!("{} {}", l.language, thousands(l.documents.into()))).collect();
    if !languages.is_empty() {
        row("languages", languages.join(", "))?;
    }
    if stats.recurring > 0 {
        row("recurring", format!("{} stretches counted once", thousands(stats.recurring.into())))?;
    }
    row("size", format!("{} for {} of text", size(stats.index_bytes), size(stats.text_bytes)))?;
    if context.global.verbose {
        for file in reader.files(true)? {
            let reason = file.reason.unwrap_or_default();
            let line = out.style.dim(&format!("  skipped {}: {}", one_line(&file.path), one_line(&reason)));
            out.line(line)?;
        }
        for stage in reader.stages()? {
            let line = out.style.dim(&format!("  stage {} took {:.2} s", stage.name, stage.millis as f64 / 1000.0));
            out.line(line)?;
        }
    }
    context.out.flush()
}
