//! What a measurement is shown as, and the file that somebody named for it.

use std::path::Path;

use crate::cli::context::Context;
use crate::cli::error::{CliError, ErrorKind};
use crate::cli::output::one_line;
use crate::eval::metric::Metric;
use crate::eval::question::QuestionSet;
use crate::eval::scores::Scores;
use crate::model::shown_path;

/// Prints a table for each contestant, or its figures as JSON, a line each.
pub fn print(context: &mut Context, set: &QuestionSet, shown: &[Scores], metrics: &[Metric]) -> Result<(), CliError> {
    let out = &mut context.out;
    if context.global.json {
        for line in shown.iter().flat_map(|scores| scores.lines(&set.name)) {
            out.json(&line)?;
        }
        return out.flush();
    }
    for (number, scores) in shown.iter().enumerate() {
        let table = scores.table(metrics);
        if number > 0 {
            out.line("")?;
        }
        out.line(out.style.bold(&format!("{}, {}", one_line(&set.name), one_line(&table.title))))?;
        for line in table.lines(out.width) {
            out.line(line)?;
        }
    }
    out.flush()
}

/// Tables of all questions and of each kind, as Markdown.
pub fn markdown(set: &QuestionSet, all: &[Scores], metrics: &[Metric]) -> String {
    let tables: Vec<String> = all.iter().map(|scores| scores.table(metrics).to_markdown()).collect();
    format!("# {}\n\n{}", set.name, tables.join("\n"))
}

/// Writes a file that somebody named.
pub fn write(out: &Path, text: &str) -> Result<(), CliError> {
    std::fs::write(out, text).map_err(|e| {
        CliError::new(ErrorKind::Failed, format!("{} cannot be written: {e}", shown_path(out)))
            .hint("name a file in a folder that is there and can be written to")
    })
}

/// True for a file that is to hold tables.
pub fn is_markdown(out: &Path) -> bool {
    out.extension().is_some_and(|ending| ending == "md")
}
