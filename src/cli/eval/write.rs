//! `gleaner eval questions` and `eval keep`: question sets that are written for a collection, and grown by hand.

use std::path::Path;

use super::judging::{Bench, JudgeOptions, Load};
use super::{measure, tables};
use crate::cli::context::Context;
use crate::cli::error::CliError;
use crate::cli::output::one_line;
use crate::eval::answers::Ground;
use crate::eval::judge::questions::{CLASSES, Class, Passage, material};
use crate::eval::question::{QuestionSet, TestQuestion};
use crate::model::{Usage, shown_path};
use crate::store::Reader;
use crate::text::numbers::amounts::grouped;

/// Questions that are asked for from one draw of passages, or of one persona with one task.
const AT_ONCE: usize = 2;
/// Root reports that tell what a collection is about.
const REPORTS: usize = 40;

/// Has questions written and writes them into a file.
pub fn questions(
    context: &mut Context,
    out: &Path,
    classes: &[String],
    number: usize,
    options: &JudgeOptions,
) -> Result<(), CliError> {
    if out.exists() {
        return Err(CliError::usage(format!("{} is there already", shown_path(out)))
            .hint("name another file, or move this one away: what is in it was paid for, or made by hand"));
    }
    let index = context.index_path()?;
    let reader = Reader::open(&index)?;
    let chosen: Vec<&Class> =
        CLASSES.iter().filter(|class| classes.is_empty() || classes.contains(&class.name)).collect();
    let draws = number.div_ceil(AT_ONCE);
    let mut jobs: Vec<(&Class, Vec<Passage>)> = Vec::new();
    for (at, class) in chosen.iter().filter(|class| class.passages > 0).enumerate() {
        let seed = context.settings.seed.wrapping_add(at as u64);
        jobs.extend(material(&reader, class, draws, seed)?.into_iter().map(|passages| (*class, passages)));
    }
    let wants_global = chosen.iter().any(|class| class.passages == 0);
    let about = if wants_global { about(&reader)? } else { String::new() };
    let letters = jobs.iter().flat_map(|(_, passages)| passages).map(|passage| passage.text.len()).sum::<usize>();
    let people = (number as f64).cbrt().ceil() as usize;
    let calls = 2 * jobs.len() + if wants_global { 1 + people * people } else { 0 };
    let load = Load { calls, letters: 2 * letters + about.len() * people * people };
    let mut bench = Bench::open(context, &index, options, load)?;
    let written = bench.each(context, &jobs, |judge, at| {
        let (class, passages) = &jobs[at];
        async move { judge.write_questions(class, passages, AT_ONCE).await }
    })?;
    let mut questions: Vec<TestQuestion> = written.into_iter().flatten().flatten().collect();
    if wants_global {
        questions.extend(global(context, &mut bench, &about, people, number)?);
    }
    for (number, question) in questions.iter_mut().enumerate() {
        question.id = format!("{}-{}", question.kind.as_deref().unwrap_or_default(), number + 1);
    }
    let set = QuestionSet { name: String::new(), questions };
    tables::write(out, &set.to_json_lines()?)?;
    context.out.line(shown_path(out))?;
    context.out.flush()?;
    context.say(format!("{} questions whose answers follow from their passages", grouped(set.questions.len() as u64)));
    bench.say_spent(context);
    Ok(())
}

/// What a collection is about, by the titles and summaries of its largest root reports.
fn about(reader: &Reader) -> Result<String, CliError> {
    let mut roots = reader.community_children(None)?;
    roots.sort_by_key(|row| std::cmp::Reverse(row.entities));
    let ids: Vec<_> = roots.into_iter().filter(|row| row.rating.is_some()).take(REPORTS).map(|row| row.id).collect();
    let reports = reader.reports(&ids)?;
    let told = reports.iter().map(|report| {
        let summary = crate::model::without_citations(&report.summary);
        format!("- {}: {}", report.title, summary.trim())
    });
    Ok(told.collect::<Vec<_>>().join("\n"))
}

fn global(
    context: &Context,
    bench: &mut Bench,
    about: &str,
    people: usize,
    number: usize,
) -> Result<Vec<TestQuestion>, CliError> {
    let (personas, usage): (Vec<(String, Vec<String>)>, Usage) =
        bench.runtime.block_on(bench.judge.personas(about, people))?;
    bench.usage += usage;
    let tasks: Vec<(&str, &str)> = personas
        .iter()
        .flat_map(|(persona, tasks)| tasks.iter().map(move |task| (persona.as_str(), task.as_str())))
        .collect();
    let each = number.div_ceil(tasks.len().max(1));
    let written = bench.each(context, &tasks, |judge, at| {
        let (persona, task) = tasks[at];
        async move { judge.global_questions(about, persona, task, each).await }
    })?;
    let mut questions: Vec<TestQuestion> = Vec::new();
    for question in written.into_iter().flatten().flatten() {
        if questions.len() < number && !questions.iter().any(|known| known.question == question.question) {
            questions.push(question);
        }
    }
    Ok(questions)
}

/// Takes back a question that was kept.
pub fn let_go(context: &Context, question: &str) -> Result<(), CliError> {
    let own = measure::own_file(&context.index_path()?)?;
    if !own.forget_question(question.trim())? {
        return Err(CliError::usage("no question that is kept has these words")
            .hint("`gleaner eval keep --list` prints those that are"));
    }
    context.say("no longer kept");
    Ok(())
}

/// Prints what is kept, a line of a question set each.
pub fn kept(context: &mut Context) -> Result<(), CliError> {
    let own = measure::own_file(&context.index_path()?)?;
    for line in own.kept_questions()? {
        context.out.line(one_line(&line))?;
    }
    context.out.flush()
}

/// Keeps a question as a test, with the answer that is accepted.
pub fn keep(context: &Context, question: &str, answer: Option<&str>, scope: &[String]) -> Result<(), CliError> {
    let index = context.index_path()?;
    let own = measure::own_file(&index)?;
    let test = TestQuestion {
        question: question.trim().to_owned(),
        answers: answer.map(str::to_owned).into_iter().collect(),
        scope: scope.to_vec(),
        ..TestQuestion::default()
    };
    if test.question.is_empty() {
        return Err(CliError::usage("the question is empty"));
    }
    if let Err(part) = Ground::of(&Reader::open(&index)?)?.names.scope(&test.scope) {
        return Err(CliError::usage(format!("`{part}` is no part of this index"))
            .hint("`document:NAME` or `folder:PATH`, as `gleaner search WORDS --kind document` prints them"));
    }
    own.keep_question(&test.question, &serde_json::to_string(&test)?)?;
    let kept = own.kept_questions()?.len();
    context.say(format!("kept; `gleaner eval answers kept` asks the {} kept", grouped(kept as u64)));
    Ok(())
}
