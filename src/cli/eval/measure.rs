//! `gleaner eval answers` and `eval retrieval`: a question set through every contestant, what was measured before taken
//! from the file that keeps it, and the table of it.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::judging::JudgeOptions;
use super::{Measured, tables};
use crate::cli::context::Context;
use crate::cli::error::{CliError, ErrorKind};
use crate::cli::index::said_yes;
use crate::cli::output::one_line;
use crate::cli::{interrupt, models};
use crate::config::cores;
use crate::eval::answers::Ground;
use crate::eval::comparison::{compare, summary};
use crate::eval::metric::{ANSWERS, LISTS, Metric, Values};
use crate::eval::question::{QuestionSet, TestQuestion};
use crate::eval::retrieval::missing;
use crate::eval::run::{Contestant, Outcome, RunError, Runner};
use crate::eval::scores::{Cells, scores};
use crate::eval::sets;
use crate::model::hash::hex;
use crate::model::{Answer, EXTRACTIVE, Mode, Progress};
use crate::query::{QueryError, Session, engine};
use crate::retrieve::System;
use crate::store::{KeptOutcome, PersonFile, Reader, Run, RunAbout, StoreError};
use crate::text::numbers::amounts::{count, grouped};

/// The name of the set of questions that the person kept.
const KEPT: &str = "kept";
/// How long what came waits for more to be kept with it.
const TOGETHER: Duration = Duration::from_secs(2);

/// A question that was measured, as a file has it.
#[derive(Serialize)]
struct Row<'a> {
    contestant: &'a str,
    id: &'a str,
    kind: Option<&'a str>,
    question: &'a str,
    #[serde(flatten)]
    values: &'a Values,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'a Answer>,
}

/// What is measured, and what came out so far.
struct Work<'a> {
    set: &'a QuestionSet,
    labels: Vec<String>,
    /// Of each contestant; none where nothing can be kept.
    runs: Vec<Option<Run>>,
    cells: Cells,
    answers: Vec<Vec<Option<Answer>>>,
    unkept: Vec<Vec<KeptOutcome>>,
    kept: Instant,
}

/// Leaves out the ways that read what the index was not built with, and says so; those that the person names must be
/// there.
pub fn built(
    context: &mut Context,
    contestants: Vec<Contestant>,
    any_will_do: bool,
) -> Result<Vec<Contestant>, CliError> {
    let reader = Reader::open(&context.index_path()?)?;
    let mut kept = Vec::with_capacity(contestants.len());
    for contestant in contestants {
        let system = contestant.system();
        match system.zip(system.and_then(System::needs)) {
            Some((system, structure)) if !reader.has_structure(structure.name())? => {
                if !any_will_do {
                    return Err(QueryError::NotBuilt { mode: system.name(), structure: structure.name() }.into());
                }
                let what = contestant.label();
                context.say(format!("{what} is left out: the index was not built `--with {}`", structure.name()));
            }
            _ => kept.push(contestant),
        }
    }
    Ok(kept)
}

/// Measures a set and prints its table.
pub fn run(context: &mut Context, set: &Path, contestants: &[Contestant], what: &Measured) -> Result<(), CliError> {
    let begun = Instant::now();
    let index = context.index_path()?;
    let own = person_file(context, &index)?;
    let mut set = read_set(set, own.as_ref())?.limited(what.limit);
    if what.everything {
        set.questions.iter_mut().for_each(|question| question.scope.clear());
    }
    let (work, known) = measure(context, &index, own.as_ref(), &set, contestants, what)?;
    let all = scores(&set.questions, &work.labels, &work.cells);
    let metrics: &[Metric] = if contestants.contains(&Contestant::Search) { &LISTS } else { &ANSWERS };
    if let Some(out) = &what.out {
        let text = if tables::is_markdown(out) {
            tables::markdown(&set, &all, metrics)
        } else {
            let places: HashMap<&str, usize> =
                set.questions.iter().map(|question| question.id.as_str()).zip(0..).collect();
            let answer = |way: usize, question: &TestQuestion| work.answers[way][places[question.id.as_str()]].as_ref();
            rows(&set, &work.labels, &work.cells, answer)?
        };
        tables::write(out, &text)?;
    }
    tables::print(context, &set, if what.by_kind { &all[..] } else { &all[..1] }, metrics)?;
    let (asked, ways) = (grouped(set.questions.len() as u64), work.labels.len());
    let known = match known {
        0 => String::new(),
        known => format!(", {} measured before (--fresh asks again)", grouped(known as u64)),
    };
    context.say(format!("{asked} questions, {ways} ways, {:.1} s{known}", begun.elapsed().as_secs_f64()));
    if let Some(own) = &own {
        say_changes(context, own, &work.runs, metrics)?;
    }
    Ok(())
}

/// Asks every question by every contestant, but for what was measured before; says how much that is.
fn measure<'a>(
    context: &mut Context,
    index: &Path,
    own: Option<&PersonFile>,
    set: &'a QuestionSet,
    contestants: &[Contestant],
    what: &Measured,
) -> Result<(Work<'a>, usize), CliError> {
    let reader = Reader::open(index)?;
    let ground = Arc::new(Ground::of(&reader)?);
    if contestants.contains(&Contestant::Search) {
        check_wanted(context, &ground, set)?;
    }
    let runtime =
        crate::llm::runtime().map_err(|e| CliError::new(ErrorKind::Failed, format!("no thread to answer on: {e}")))?;
    // Made once here, so that what is wrong with the settings is said before anything is asked.
    let sessions = models::sessions(context, index, what.budget)?;
    let build = reader.meta()?.build;
    let structures = reader.structures()?;
    let session = sessions(reader);
    let analyst = session.analyst.name().to_owned();
    let minds = models::minds(context, index, &session)?;
    let seed = context.settings.seed;
    let settings = |contestant: &Contestant| {
        // What it reads beside the index is made, and made anew, without a build.
        let needed = contestant.system().and_then(System::needs);
        let needed = needed.and_then(|needed| structures.iter().find(|made| made.name == needed.name()));
        serde_json::json!({
            "contestant": contestant, "analyst": &analyst, "seed": seed, "minds": &minds,
            "structure": needed.map(|made| &made.facts),
        })
    };
    let begin = |contestant: &Contestant| match own {
        Some(own) => Ok(Some(own.begin_run(&about(set, contestant, settings(contestant).to_string(), &build)?)?)),
        None => Ok::<_, CliError>(None),
    };
    let runs = contestants.iter().map(begin).collect::<Result<Vec<_>, _>>()?;
    if what.fresh {
        // What was paid for is given up only once it is agreed to pay again.
        let all = Work::new(set, contestants, runs.clone()).todo();
        agree(context, &analyst, contestants, &all, what)?;
        runs.iter().flatten().zip(own).try_for_each(|(run, own)| own.begin_anew(run.id))?;
    }
    let mut work = Work::new(set, contestants, runs);
    let keeps_answers = what.out.as_ref().is_some_and(|out| !tables::is_markdown(out));
    let known = match own {
        Some(own) => work.take_known(own, keeps_answers)?,
        None => 0,
    };
    let open = || Ok::<Session, RunError>(sessions(Reader::open(index)?));
    let runner = Runner {
        ground,
        questions: &set.questions,
        contestants,
        open: &open,
        runtime: runtime.handle().clone(),
        threads: what.threads.unwrap_or_else(cores),
        seed,
    };
    let todo = work.todo();
    if !what.fresh {
        agree(context, &analyst, contestants, &todo, what)?;
    }
    work_through(context, &runner, &todo, &mut work, own)?;
    Ok((work, known))
}

/// Asks what is to do, with a count of what is done where somebody watches, and keeps what came.
fn work_through(
    context: &Context,
    runner: &Runner,
    todo: &[(usize, usize)],
    work: &mut Work,
    own: Option<&PersonFile>,
) -> Result<(), CliError> {
    let draws = std::io::stderr().is_terminal() && !context.global.quiet;
    let mut failed: Option<StoreError> = None;
    let mut done = 0;
    // Who ends it keeps what is there; asked twice, what was kept last.
    let progress = Arc::new(Progress::default());
    interrupt::stops(Arc::clone(&progress));
    let ran = runner.run(todo, |outcome| {
        done += 1;
        if draws {
            eprint!("\r\x1b[K{} of {}", grouped(done as u64), grouped(todo.len() as u64));
        }
        match work.take(outcome, own) {
            Ok(()) => !progress.is_cancelled(),
            Err(error) => {
                failed = Some(error);
                false
            }
        }
    });
    interrupt::done();
    if draws {
        eprint!("\r\x1b[K");
    }
    if let Some(error) = failed {
        return Err(error.into());
    }
    // What came before an error is kept, too: the same command goes on from there.
    own.map_or(Ok(()), |own| work.keep(own))?;
    ran?;
    if progress.is_cancelled() && done < todo.len() {
        let kept =
            if own.is_some() { "what was measured is kept: the same command goes on" } else { "nothing is kept" };
        return Err(CliError::new(ErrorKind::Interrupted, "interrupted").hint(kept));
    }
    let Some(own) = own else { return Ok(()) };
    Ok(work.runs.iter().flatten().try_for_each(|run| own.finish_run(run.id))?)
}

/// Has it agreed that a model answers, which may cost money, once it is said how much there is to ask.
fn agree(
    context: &Context,
    analyst: &str,
    contestants: &[Contestant],
    todo: &[(usize, usize)],
    what: &Measured,
) -> Result<(), CliError> {
    let asked = todo.iter().filter(|(at, _)| matches!(contestants.get(*at), Some(Contestant::Engine { .. }))).count();
    if asked == 0 || analyst == EXTRACTIVE {
        return Ok(());
    }
    let answers = count(asked as u64, "answer", "answers");
    context.say(format!(
        "{analyst} is asked for {answers}, each in one call or, with global, drift, lazy and source, in dozens; what was answered \
         before costs nothing"
    ));
    if what.yes || what.budget.is_some() { Ok(()) } else { said_yes(context) }
}

/// The conditions of the GraphRAG paper, measured: each level of reports (C0, C1, …), map and reduce over the source
/// text (TS) where there is such an engine, and passages alone (SS). Returns names and runs.
pub fn conditions(
    context: &mut Context,
    set: &Path,
    limit: Option<usize>,
    options: &JudgeOptions,
) -> Result<Vec<(String, i64)>, CliError> {
    let index = context.index_path()?;
    let own = own_file(&index)?;
    let set = read_set(set, Some(&own))?.limited(limit);
    let levels = Reader::open(&index)?.levels()?.into_iter().map(|level| level.level).filter(|level| *level < 4);
    let mut names: Vec<String> = Vec::new();
    let mut contestants: Vec<Contestant> = Vec::new();
    for level in levels {
        names.push(format!("C{level}"));
        contestants.push(Contestant::Engine { mode: Mode::GLOBAL, level: Some(level) });
    }
    for (name, mode) in [("TS", Mode::SOURCE), ("SS", Mode::BASIC)] {
        if engine(mode).is_some() {
            names.push(name.to_owned());
            contestants.push(Contestant::Engine { mode, level: None });
        }
    }
    let what = Measured { yes: options.yes, budget: options.budget, ..Measured::default() };
    let (work, _) = measure(context, &index, Some(&own), &set, &contestants, &what)?;
    Ok(names.into_iter().zip(work.runs.iter().flatten().map(|run| run.id)).collect())
}

/// The person's own file, which has to be there for whatever is judged.
pub fn own_file(index: &Path) -> Result<PersonFile, CliError> {
    // Beside an index that is not there, none is made.
    drop(Reader::open(index)?);
    Ok(PersonFile::beside(index)?)
}

/// Reads a question set; `kept` is the person's own.
pub fn read_set(set: &Path, own: Option<&PersonFile>) -> Result<QuestionSet, CliError> {
    if set != Path::new(KEPT) || set.exists() {
        return Ok(sets::read(set)?);
    }
    let lines = own.map(PersonFile::kept_questions).transpose()?.unwrap_or_default();
    if lines.is_empty() {
        return Err(
            CliError::usage("no question is kept yet").hint("`gleaner eval keep QUESTION --answer ANSWER` keeps one")
        );
    }
    Ok(sets::of_lines(KEPT, &lines.join("\n"))?)
}

/// The person's own file; none beside an index that may only be read.
pub fn person_file(context: &Context, index: &Path) -> Result<Option<PersonFile>, CliError> {
    match PersonFile::beside(index) {
        Ok(own) => Ok(Some(own)),
        Err(error @ StoreError::NotWritable { .. }) => {
            context.say(format!("note: {error}: what is measured is kept nowhere"));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

fn about(
    set: &QuestionSet,
    contestant: &Contestant,
    settings: String,
    build: &str,
) -> Result<RunAbout, serde_json::Error> {
    let program = format!("{} {}", env!("CARGO_PKG_VERSION"), env!("GLEANER_SOURCE"));
    let set_hash = set.fingerprint();
    let key = hex(serde_json::to_string(&[&set_hash, &settings, build, &program])?.as_bytes());
    Ok(RunAbout {
        key,
        question_set: set.name.clone(),
        set_hash,
        contestant: contestant.label(),
        settings,
        build: build.to_owned(),
        program,
    })
}

impl<'a> Work<'a> {
    fn new(set: &'a QuestionSet, contestants: &[Contestant], runs: Vec<Option<Run>>) -> Self {
        let (ways, asked) = (contestants.len(), set.questions.len());
        Self {
            set,
            labels: contestants.iter().map(Contestant::label).collect(),
            runs,
            cells: vec![vec![None; asked]; ways],
            answers: vec![vec![None; asked]; ways],
            unkept: vec![Vec::new(); ways],
            kept: Instant::now(),
        }
    }

    /// Takes over what was measured before, and says how much that is.
    fn take_known(&mut self, own: &PersonFile, with_answers: bool) -> Result<usize, StoreError> {
        let places: HashMap<&str, usize> =
            self.set.questions.iter().map(|question| question.id.as_str()).zip(0..).collect();
        let mut known = 0;
        for (contestant, run) in self.runs.iter().enumerate() {
            let Some(run) = run else { continue };
            for outcome in own.outcomes(run.id, with_answers)? {
                if let Some(&question) = places.get(outcome.question.as_str()) {
                    self.cells[contestant][question] = Some(outcome.values);
                    self.answers[contestant][question] = outcome.answer;
                    known += 1;
                }
            }
        }
        Ok(known)
    }

    /// Cells that nothing is known of.
    fn todo(&self) -> Vec<(usize, usize)> {
        let open = |contestant: usize| (0..self.set.questions.len()).map(move |question| (contestant, question));
        let all = (0..self.labels.len()).flat_map(open);
        all.filter(|(contestant, question)| self.cells[*contestant][*question].is_none()).collect()
    }

    fn take(&mut self, outcome: Outcome, own: Option<&PersonFile>) -> Result<(), StoreError> {
        let Outcome { contestant, question, values, answer } = outcome;
        let asked = &self.set.questions[question];
        self.unkept[contestant].push(KeptOutcome {
            question: asked.id.clone(),
            kind: asked.kind.clone(),
            cluster: cluster(asked),
            values: values.clone(),
            answer: answer.clone(),
        });
        self.cells[contestant][question] = Some(values);
        self.answers[contestant][question] = answer;
        match own {
            Some(own) if self.kept.elapsed() >= TOGETHER => self.keep(own),
            _ => Ok(()),
        }
    }

    /// Keeps what came together.
    fn keep(&mut self, own: &PersonFile) -> Result<(), StoreError> {
        for (run, unkept) in self.runs.iter().zip(&mut self.unkept) {
            if let Some(run) = run.as_ref().filter(|_| !unkept.is_empty()) {
                own.keep_outcomes(run.id, &std::mem::take(unkept))?;
            }
        }
        self.kept = Instant::now();
        Ok(())
    }
}

/// A line of JSON for every contestant and question that was measured, with the answer where there is one.
pub fn rows<'a>(
    set: &QuestionSet,
    labels: &[String],
    cells: &Cells,
    answer: impl Fn(usize, &TestQuestion) -> Option<&'a Answer>,
) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for (way, (contestant, row)) in labels.iter().zip(cells).enumerate() {
        for (question, values) in set.questions.iter().zip(row) {
            let Some(values) = values else { continue };
            let row = Row {
                contestant,
                id: &question.id,
                kind: question.kind.as_deref(),
                question: &question.question,
                values,
                answer: answer(way, question),
            };
            text.push_str(&serde_json::to_string(&row)?);
            text.push('\n');
        }
    }
    Ok(text)
}

/// What a question has in common with others: the document it is asked of; else it stands for itself.
fn cluster(question: &TestQuestion) -> String {
    if question.scope.is_empty() { question.id.clone() } else { question.scope.join(" ") }
}

/// Says which references no document of the index is named by.
fn check_wanted(context: &Context, ground: &Ground, set: &QuestionSet) -> Result<(), CliError> {
    if set.questions.iter().all(|question| question.documents.is_empty() && question.evidence.is_empty()) {
        return Err(CliError::usage(format!("the set {} does not say which documents should be found", set.name))
            .hint("give its questions `documents` (names of files or titles) or `evidence` (statements), or a gold.json beside")
            .hint("`gleaner eval answers` measures answers against `answer`"));
    }
    let gone = missing(ground, &set.questions);
    if let Some(first) = gone.first() {
        let number = grouped(gone.len() as u64);
        context.say(format!("note: {number} references name no document of this index, “{}” for one", one_line(first)));
    }
    Ok(())
}

/// Says of each run how it differs from the one before it of the same questions by the same contestant.
fn say_changes(context: &Context, own: &PersonFile, runs: &[Option<Run>], metrics: &[Metric]) -> Result<(), CliError> {
    let all = own.runs()?;
    // By more than the label: a ranking and an answer may have one name.
    let way = |run: &Run| {
        let settings: Option<serde_json::Value> = serde_json::from_str(&run.about.settings).ok();
        settings.map(|settings| settings["contestant"].clone())
    };
    for run in runs.iter().flatten() {
        let is_earlier = |other: &&Run| {
            other.id < run.id
                && other.finished.is_some()
                && (&other.about.set_hash, way(other)) == (&run.about.set_hash, way(run))
        };
        let (id, contestant) = (run.id, &run.about.contestant);
        let Some(earlier) = all.iter().find(is_earlier) else {
            context.say(format!("run {id}: {contestant}"));
            continue;
        };
        let changes =
            compare(&own.outcomes(earlier.id, false)?, &own.outcomes(id, false)?, metrics, context.settings.seed);
        let than = earlier.id;
        context.say(format!(
            "run {id}: {contestant}, against run {than}: {} (`gleaner eval diff {than} {id}`)",
            summary(&changes)
        ));
    }
    Ok(())
}
