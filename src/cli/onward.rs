//! Where an answer leads, below it on the command line: the communities that its evidence lies in, and questions about
//! whom it names.

use super::context::Context;
use super::error::CliError;
use super::output::{Style, one_line, shorten_title, width, wrap};
use crate::model::{Answer, Drill, Kind};
use crate::query::{self, Ask};
use crate::store::Reader;

/// Communities and questions that are printed; JSON has all communities, and as many questions.
const PRINTED: usize = 3;

/// Questions to go on with.
pub(super) fn follow_ups(reader: &Reader, ask: &Ask, answer: &Answer) -> Result<Vec<String>, CliError> {
    Ok(query::follow_ups(reader, answer, &ask.question.text, PRINTED)?)
}

/// Says a row for each community that can be asked by itself, as `--scope` takes it, and a line of questions. None of
/// it is the answer.
pub(super) fn say(context: &Context, reader: &Reader, ask: &Ask, answer: &Answer) -> Result<(), CliError> {
    if context.global.quiet {
        return Ok(());
    }
    let inside = answer.drill.iter().filter(|drill| {
        drill.record.kind == Kind::Report && !ask.scope.communities.iter().any(|asked| asked.0 == drill.record.id)
    });
    let inside: Vec<&Drill> = inside.take(PRINTED).collect();
    let questions = follow_ups(reader, ask, answer)?;
    if inside.is_empty() && questions.is_empty() {
        return Ok(());
    }
    context.say("");
    for drill in inside {
        let scope = format!("--scope community:{}", drill.record.id);
        let title = one_line(&drill.title);
        let title = shorten_title(&title, width().saturating_sub(scope.len() + 4));
        context.say(format!("  {}  {title}", Style::of_errors().accent(&scope)));
    }
    if !questions.is_empty() {
        let on = format!("ask on: {}", questions.join(" · "));
        wrap(&one_line(&on), width().saturating_sub(2)).iter().for_each(|line| context.say(format!("  {line}")));
    }
    Ok(())
}
