//! `gleaner eval claims`: the statements of a run's answers held against reference and passages, and the assertions of
//! the set. What comes out is kept with the run, so that runs compare by it.

use super::judging::{AnsweredRun, Bench, Load};
use super::{Claims, measure, tables};
use crate::cli::context::Context;
use crate::cli::error::CliError;
use crate::eval::answers::units_of;
use crate::eval::judge::assertions::figures;
use crate::eval::metric::{CLAIMS, Values};
use crate::eval::question::TestQuestion;
use crate::eval::scores::scores;
use crate::store::{KeptOutcome, Reader};

/// Judges the answers of runs to the questions of a set.
pub fn run(context: &mut Context, options: &Claims) -> Result<(), CliError> {
    let trials = options.trials;
    let index = context.index_path()?;
    let own = measure::own_file(&index)?;
    let reader = Reader::open(&index)?;
    let runs = AnsweredRun::read(&own, &options.runs)?;
    let answered = |question: &TestQuestion| runs.iter().any(|run| run.answer(question).is_some());
    let set = measure::read_set(&options.set, Some(&own))?.of_those(answered).limited(options.limit);
    let mut jobs: Vec<(usize, &TestQuestion, Vec<String>)> = Vec::new();
    let mut load = Load::default();
    for (at, run) in runs.iter().enumerate() {
        for question in &set.questions {
            let Some(answer) = run.answer(question) else { continue };
            let units = reader.text_units(&units_of(answer))?;
            let passages: Vec<String> = units.iter().map(|unit| reader.unit_text(unit)).collect::<Result<_, _>>()?;
            load.calls += 4 + 2 * passages.len() + trials as usize * usize::from(!question.assertions.is_empty());
            load.letters += passages.iter().map(String::len).sum::<usize>() * 2 + answer.text.len() * 4;
            jobs.push((at, question, passages));
        }
    }
    let mut bench = Bench::open(context, &index, &options.judge, load)?;
    let judged: Vec<Option<Values>> = bench.each(context, &jobs, |judge, at| {
        let (run, question, passages) = &jobs[at];
        let answer = runs[*run].answer(question).map_or("", |answer| answer.text.as_str());
        let reference = question.answers.first().map(String::as_str);
        async move {
            let (checked, mut usage) = judge.check(answer, passages, reference).await?;
            let mut values = checked.entailment.figures();
            values.insert("statements".to_owned(), checked.statements.len() as f64);
            if !question.assertions.is_empty() {
                let (passed, spent) = judge.assertions(&question.assertions, answer, trials).await?;
                usage += spent;
                values.extend(figures(&passed));
            }
            Ok((values, usage))
        }
    })?;
    let places: std::collections::HashMap<&str, usize> =
        set.questions.iter().map(|question| question.id.as_str()).zip(0..).collect();
    let mut cells = vec![vec![None; set.questions.len()]; runs.len()];
    for ((run, question, _), values) in jobs.iter().zip(judged) {
        let Some(values) = values else { continue };
        if let Some(outcome) = runs[*run].outcomes.get(&question.id) {
            let mut kept: KeptOutcome = outcome.clone();
            kept.values.extend(values.clone());
            own.keep_outcomes(runs[*run].run.id, &[kept])?;
        }
        cells[*run][places[question.id.as_str()]] = Some(values);
    }
    let labels: Vec<String> = runs.iter().map(AnsweredRun::label).collect();
    let all = scores(&set.questions, &labels, &cells);
    if let Some(out) = &options.out {
        let text = if tables::is_markdown(out) {
            tables::markdown(&set, &all, &CLAIMS)
        } else {
            measure::rows(&set, &labels, &cells, |run, question| runs[run].answer(question))?
        };
        tables::write(out, &text)?;
    }
    tables::print(context, &set, &all[..1], &CLAIMS)?;
    bench.say_spent(context);
    Ok(())
}
