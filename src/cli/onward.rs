//! Where an answer leads, below it on the command line: the communities that its evidence lies in, and questions about
//! whom it names.

use super::error::CliError;
use super::output::{Output, one_line, shorten_title};
use crate::model::{Answer, Drill, Kind};
use crate::query::{self, Ask};
use crate::store::Reader;

/// Communities and questions that are printed; JSON has all communities, and as many questions.
const PRINTED: usize = 3;

/// Questions to go on with.
pub(super) fn follow_ups(reader: &Reader, ask: &Ask, answer: &Answer) -> Result<Vec<String>, CliError> {
    Ok(query::follow_ups(reader, answer, &ask.question.text, PRINTED)?)
}

/// Prints a row for each community that can be asked by itself, as `--scope` takes it, and a line of questions.
pub(super) fn print(out: &mut Output, reader: &Reader, ask: &Ask, answer: &Answer) -> Result<(), CliError> {
    let inside = answer.drill.iter().filter(|drill| {
        drill.record.kind == Kind::Report && !ask.scope.communities.iter().any(|asked| asked.0 == drill.record.id)
    });
    let inside: Vec<&Drill> = inside.take(PRINTED).collect();
    let questions = follow_ups(reader, ask, answer)?;
    if inside.is_empty() && questions.is_empty() {
        return Ok(());
    }
    out.line("")?;
    for drill in inside {
        let scope = format!("--scope community:{}", drill.record.id);
        let room = out.width.saturating_sub(scope.len() + 4);
        out.line(format!("  {}  {}", out.style.accent(&scope), shorten_title(&one_line(&drill.title), room)))?;
    }
    if !questions.is_empty() {
        out.paragraph("  ", &one_line(&format!("ask on: {}", questions.join(" · "))))?;
    }
    Ok(())
}
