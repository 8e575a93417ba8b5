//! `gleaner eval runs`, `eval diff`, `eval forget`: what was measured before, and one run held against another.

use serde::Serialize;

use crate::cli::context::Context;
use crate::cli::error::{CliError, ErrorKind};
use crate::cli::output::one_line;
use crate::eval::comparison::{FigureChange, compare, summary, table};
use crate::eval::metric::{ANSWERS, CLAIMS, LISTS, Metric};
use crate::eval::table::Table;
use crate::store::{PersonFile, Run};
use crate::text::dates::to_the_minute;

/// A comparison as JSON has it.
#[derive(Serialize)]
struct Shape<'a> {
    before: &'a Run,
    after: &'a Run,
    summary: String,
    changes: &'a [FigureChange],
}

/// Lists the runs, latest first.
pub fn list(context: &mut Context) -> Result<(), CliError> {
    let own = PersonFile::beside(&context.index_path()?)?;
    let runs = own.runs()?;
    if context.global.json {
        runs.iter().try_for_each(|run| context.out.json(run))?;
        return context.out.flush();
    }
    let row = |run: &Run| {
        let state = if run.finished.is_some() { "" } else { "not whole" };
        let cells = [
            one_line(&run.about.question_set).into_owned(),
            run.about.contestant.clone(),
            run.outcomes.to_string(),
            to_the_minute(run.started),
            state.to_owned(),
        ];
        (run.id.to_string(), cells.into_iter().map(Some).collect())
    };
    let columns = ["set", "way", "questions", "begun", ""].map(str::to_owned).to_vec();
    let listed = Table { title: String::new(), columns, rows: runs.iter().map(row).collect() };
    let out = &mut context.out;
    for line in listed.lines(out.width) {
        out.line(line)?;
    }
    out.flush()?;
    if runs.is_empty() {
        context.say("nothing measured yet: `gleaner eval answers QUESTIONS` measures answers");
    }
    Ok(())
}

/// Compares a later run with an earlier one.
pub fn diff(context: &mut Context, before: i64, after: i64) -> Result<(), CliError> {
    let own = PersonFile::beside(&context.index_path()?)?;
    let (before, after) = (find(&own, before)?, find(&own, after)?);
    let metrics: Vec<Metric> = ANSWERS.iter().chain(&LISTS[..LISTS.len() - 1]).chain(&CLAIMS).copied().collect();
    let changes =
        compare(&own.outcomes(before.id, false)?, &own.outcomes(after.id, false)?, &metrics, context.settings.seed);
    if changes.is_empty() {
        return Err(CliError::usage(format!("runs {} and {} share no question", before.id, after.id))
            .hint("`gleaner eval runs` lists runs with their question sets"));
    }
    let summary = summary(&changes);
    if context.global.json {
        context.out.json(&Shape { before: &before, after: &after, summary, changes: &changes })?;
        return context.out.flush();
    }
    let out = &mut context.out;
    let named = |run: &Run| format!("{} {}", one_line(&run.about.question_set), run.about.contestant);
    let title = format!("run {} ({}) → run {} ({})", before.id, named(&before), after.id, named(&after));
    out.line(out.style.bold(&title))?;
    for line in table(&changes).lines(out.width) {
        out.line(line)?;
    }
    out.line("")?;
    let questions = changes.iter().map(|change| change.estimate.questions).max().unwrap_or_default();
    if before.about.set_hash != after.about.set_hash {
        out.paragraph(
            "! ",
            "The two are of different questions, or of other references: what changed may be the set and not the answers.",
        )?;
    }
    let decides = changes.iter().find(|change| change.decides).map_or_else(String::new, |change| {
        format!(" “{}” decides and is tested by itself; the others explain it.", change.metric.name)
    });
    let how = "p by permutation over questions (of one document together), after Holm.";
    out.paragraph("", &format!("{summary}, over {questions} questions. {how}{decides}"))?;
    for change in changes.iter().filter(|change| matches!(change.word(), "better" | "worse")) {
        let (way, which) = if change.word() == "better" { ("gained", &change.best) } else { ("lost", &change.worst) };
        out.paragraph("  ", &format!("{}: {way} most on {}", change.metric.name, one_line(&which.join(", "))))?;
    }
    out.flush()
}

/// Removes a run.
pub fn forget(context: &mut Context, run: i64) -> Result<(), CliError> {
    let own = PersonFile::beside(&context.index_path()?)?;
    let run = find(&own, run)?;
    own.remove_run(run.id)?;
    context.say(format!("run {} is gone", run.id));
    Ok(())
}

/// The run of a number.
pub fn find(own: &PersonFile, id: i64) -> Result<Run, CliError> {
    own.run(id)?.ok_or_else(|| {
        CliError::new(ErrorKind::NoRecord, format!("there is no run {id}")).hint("`gleaner eval runs` lists them")
    })
}
