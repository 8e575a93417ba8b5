//! `gleaner eval compare` and `eval paper`: answers of runs judged head to head, and the tables of the GraphRAG paper.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::judging::{AnsweredRun, Bench, JudgeOptions, Load};
use super::runs::RunName;
use super::{measure, tables};
use crate::cli::context::Context;
use crate::cli::error::{CliError, ErrorKind};
use crate::cli::output::one_line;
use crate::eval::comparison::print_p;
use crate::eval::judge::bias::{Bias, PROBES};
use crate::eval::judge::claims::clusters;
use crate::eval::judge::pairs::{CRITERIA, Form, HeadToHead, JudgedPair, head_to_head};
use crate::eval::question::TestQuestion;
use crate::eval::statistics::Verdict;
use crate::eval::table::Table;

/// Distances at which statements are counted as one, as in the paper.
const THRESHOLDS: [f64; 4] = [0.5, 0.6, 0.7, 0.8];

/// How answers are judged.
pub struct How<'a> {
    pub trials: u32,
    pub form: Form,
    /// The file that it goes into, too.
    pub out: Option<&'a Path>,
    pub options: &'a JudgeOptions,
}

/// Two runs judged, as JSON has it.
#[derive(Serialize)]
struct Shape<'a> {
    first: &'a str,
    second: &'a str,
    criteria: &'a [HeadToHead],
    bias: &'a Bias,
    findings: &'a [String],
}

/// Everything that was judged of some runs.
struct Judged {
    /// By positions of two runs.
    pairs: BTreeMap<(usize, usize), Vec<JudgedPair>>,
    bias: Bias,
}

/// Judges every two of the runs.
pub fn run(
    context: &mut Context,
    set: &Path,
    names: &[RunName],
    limit: Option<usize>,
    how: &How<'_>,
) -> Result<(), CliError> {
    let index = context.index_path()?;
    let own = measure::own_file(&index)?;
    let runs: Result<Vec<AnsweredRun>, CliError> =
        names.iter().map(|name| AnsweredRun::of(&name.own(context)?, name.clone())).collect();
    let runs = runs?;
    let answered = |question: &TestQuestion| runs.iter().filter(|run| run.answer(question).is_some()).count() > 1;
    let set = measure::read_set(set, Some(&own))?.of_those(answered).limited(limit);
    let mut bench = Bench::open(context, &index, how.options, load(&set.questions, &runs, how))?;
    let judged = judge_all(context, &mut bench, &set.questions, &runs, how)?;
    told(context, &runs, &judged)?.give(context, how.out)?;
    bench.say_spent(context);
    Ok(())
}

fn shared<'q>(questions: &'q [TestQuestion], one: &AnsweredRun, other: &AnsweredRun) -> Vec<&'q TestQuestion> {
    questions.iter().filter(|question| one.answer(question).is_some() && other.answer(question).is_some()).collect()
}

fn load(questions: &[TestQuestion], runs: &[AnsweredRun], how: &How<'_>) -> Load {
    let mut load = Load::default();
    for (at, one) in runs.iter().enumerate() {
        for other in &runs[at + 1..] {
            for question in shared(questions, one, other) {
                let letters = [one, other]
                    .iter()
                    .filter_map(|run| run.answer(question))
                    .map(|answer| answer.text.len())
                    .sum::<usize>();
                let extra = usize::from(how.form == Form::Differential);
                load.calls += how.trials as usize + extra;
                load.letters += letters * (how.trials as usize + extra);
            }
        }
    }
    load.calls += if runs.len() > 1 { 2 * PROBES } else { 0 };
    load
}

fn judge_all(
    context: &Context,
    bench: &mut Bench,
    questions: &[TestQuestion],
    runs: &[AnsweredRun],
    how: &How<'_>,
) -> Result<Judged, CliError> {
    let mut pairs = BTreeMap::new();
    for one in 0..runs.len() {
        for other in one + 1..runs.len() {
            let asked = shared(questions, &runs[one], &runs[other]);
            let judged = bench.each(context, &asked, |judge, at| {
                let question = asked[at];
                let texts =
                    [&runs[one], &runs[other]].map(|run| run.answer(question).map_or("", |answer| &answer.text));
                let cluster =
                    runs[one].outcomes.get(&question.id).map(|outcome| outcome.cluster.clone()).unwrap_or_default();
                async move {
                    let (trials, usage) = judge.pair(&question.question, texts, how.trials, how.form).await?;
                    Ok((JudgedPair { question: question.id.clone(), cluster, trials }, usage))
                }
            })?;
            let judged: Vec<JudgedPair> = judged.into_iter().flatten().collect();
            if asked.is_empty() {
                return Err(CliError::usage(format!(
                    "{} and {} have no question of this set in common",
                    runs[one].label(),
                    runs[other].label()
                ))
                .hint("`gleaner eval runs` lists runs with their question sets"));
            }
            pairs.insert((one, other), judged);
        }
    }
    let Some(first) = runs.first() else {
        return Err(CliError::usage("nothing to compare: name two runs or more"));
    };
    let answers =
        questions.iter().filter_map(|question| Some((question.question.clone(), first.answer(question)?.text.clone())));
    let answers: Vec<(String, String)> = answers.take(PROBES).collect();
    let probes = bench.each(context, &answers, |judge, at| {
        let one = answers[at..=at].to_vec();
        async move { judge.probe(&one).await }
    })?;
    let probes: Vec<JudgedPair> = probes.into_iter().flatten().flatten().collect();
    let all: Vec<JudgedPair> = pairs
        .iter()
        .flat_map(|((one, other), judged)| {
            judged
                .iter()
                .map(move |pair| JudgedPair { question: format!("{one}/{other}/{}", pair.question), ..pair.clone() })
        })
        .collect();
    if all.iter().all(|pair| pair.trials.is_empty()) {
        let said = "none of the judge's answers could be read: nothing was judged";
        return Err(CliError::new(ErrorKind::Provider, said)
            .hint("`gleaner doctor` tests the models; a judge has to answer in JSON"));
    }
    let bias = Bias::of(&all, &probes, context.settings.seed);
    Ok(Judged { pairs, bias })
}

/// What came out, in both of its forms.
struct Told {
    tables: Vec<Table>,
    /// As JSON has it, a line each.
    lines: Vec<Value>,
    /// What the judge leans to.
    findings: Vec<String>,
}

impl Told {
    /// Prints it, and writes it into the file that was named.
    fn give(&self, context: &mut Context, out: Option<&Path>) -> Result<(), CliError> {
        if let Some(out) = out {
            let text = match tables::is_markdown(out) {
                true => {
                    let parts = self.tables.iter().map(Table::to_markdown);
                    let findings = self.findings.iter().map(|finding| format!("- {finding}\n"));
                    parts.chain(findings).collect::<Vec<_>>().join("\n")
                }
                false => self.lines.iter().map(|line| format!("{line}\n")).collect(),
            };
            tables::write(out, &text)?;
        }
        if context.global.json {
            self.lines.iter().try_for_each(|line| context.out.json(line))?;
            return context.out.flush();
        }
        for table in &self.tables {
            let out = &mut context.out;
            out.line(out.style.bold(&table.title))?;
            for line in table.lines(out.width) {
                out.line(line)?;
            }
            out.line("")?;
        }
        say_findings(context, &self.findings)?;
        context.out.flush()
    }
}

fn told(context: &Context, runs: &[AnsweredRun], judged: &Judged) -> Result<Told, CliError> {
    let mut told = Told { tables: Vec::new(), lines: Vec::new(), findings: judged.bias.findings() };
    for ((one, other), pairs) in &judged.pairs {
        let (first, second) = (runs[*one].label(), runs[*other].label());
        let rows = head_to_head(pairs, context.settings.seed);
        let shape =
            Shape { first: &first, second: &second, criteria: &rows, bias: &judged.bias, findings: &told.findings };
        told.lines.push(serde_json::to_value(&shape)?);
        let title = format!("{} against {}, {} questions", one_line(&first), one_line(&second), pairs.len());
        told.tables.push(Table { title, ..win_table(&rows) });
    }
    Ok(told)
}

fn say_findings(context: &mut Context, findings: &[String]) -> Result<(), CliError> {
    let out = &mut context.out;
    if findings.is_empty() {
        return out.paragraph(
            "",
            "The judge leans neither to the place nor to the length of an answer, as far as these judgements show.",
        );
    }
    findings.iter().try_for_each(|finding| out.paragraph("! ", finding))
}

fn percent(share: f64) -> String {
    format!("{:.0}", 100.0 * share)
}

fn win_table(rows: &[HeadToHead]) -> Table {
    let row = |row: &HeadToHead| {
        let said = match row.verdict {
            Verdict::Higher => "the first",
            Verdict::Lower => "the second",
            Verdict::Same => "neither",
            Verdict::Unclear => "not told apart",
        };
        let cells = [
            percent(row.win_rate),
            format!("{} … {}", percent(row.low), percent(row.high)),
            print_p(row.p_corrected),
            said.to_owned(),
        ];
        (row.criterion.clone(), cells.into_iter().map(Some).collect())
    };
    let columns = ["wins, %", "95 % interval", "p", ""].map(str::to_owned).to_vec();
    Table { title: String::new(), columns, rows: rows.iter().map(row).collect() }
}

/// The paper's tables: win rates of every condition against every other, statements an answer makes, and clusters of
/// them.
pub fn paper(context: &mut Context, set: &Path, limit: Option<usize>, how: &How<'_>) -> Result<(), CliError> {
    let index = context.index_path()?;
    let own = measure::own_file(&index)?;
    let ids = measure::conditions(context, set, limit, how.options)?;
    let set = measure::read_set(set, Some(&own))?.limited(limit);
    let runs = AnsweredRun::read(&own, &ids.iter().map(|(_, id)| *id).collect::<Vec<_>>())?;
    let names: Vec<String> = ids.into_iter().map(|(name, _)| name).collect();
    let mut load = load(&set.questions, &runs, how);
    load.calls += runs.len() * set.questions.len();
    let mut bench = Bench::open(context, &index, how.options, load)?;
    let judged = judge_all(context, &mut bench, &set.questions, &runs, how)?;
    let seed = context.settings.seed;
    let mut tables: Vec<Table> =
        CRITERIA.iter().map(|criterion| matrix(&criterion.name, &names, &judged, seed)).collect();
    let mut rows: Vec<(String, Vec<Option<String>>)> = Vec::new();
    let mut counts: Vec<Vec<Option<f64>>> = Vec::new();
    for run in &runs {
        let answers: Vec<&str> =
            set.questions.iter().filter_map(|question| Some(run.answer(question)?.text.as_str())).collect();
        let statements = bench.each(context, &answers, |judge, at| {
            let answer = answers[at];
            async move { judge.statements(answer).await }
        })?;
        let statements: Vec<Vec<String>> = statements.into_iter().flatten().collect();
        let mean = |number: &dyn Fn(&Vec<String>) -> usize| {
            let sum = statements.iter().map(|all| number(all) as f64).sum::<f64>();
            (!statements.is_empty()).then(|| sum / statements.len() as f64)
        };
        let mut of_run = vec![mean(&Vec::len)];
        of_run.extend(THRESHOLDS.map(|threshold| mean(&|all: &Vec<String>| clusters(all, threshold))));
        counts.push(of_run);
    }
    let figures = std::iter::once("statements an answer".to_owned())
        .chain(THRESHOLDS.map(|threshold| format!("clusters, 1 − ROUGE-L ≤ {threshold}")));
    for (at, figure) in figures.enumerate() {
        rows.push((figure, counts.iter().map(|of_run| of_run[at].map(|mean| format!("{mean:.2}"))).collect()));
    }
    tables.push(Table { title: "statements and their clusters".to_owned(), columns: names.clone(), rows });
    let findings = judged.bias.findings();
    let mut lines: Vec<Value> = Vec::new();
    for table in &tables {
        let rows: BTreeMap<&str, BTreeMap<&str, &Option<String>>> = table
            .rows
            .iter()
            .map(|(name, cells)| (name.as_str(), table.columns.iter().map(String::as_str).zip(cells).collect()))
            .collect();
        lines.push(serde_json::json!({ "table": table.title, "rows": rows }));
    }
    lines.push(serde_json::json!({ "bias": judged.bias, "findings": findings }));
    Told { tables, lines, findings }.give(context, how.out)?;
    bench.say_spent(context);
    Ok(())
}

/// Wins of the row over the column in per cent, with a star where the difference is sure.
fn matrix(criterion: &str, names: &[String], judged: &Judged, seed: u64) -> Table {
    let cell = |row: usize, column: usize| {
        let (key, turned) = if row < column { ((row, column), false) } else { ((column, row), true) };
        let rows = head_to_head(judged.pairs.get(&key)?, seed);
        let found = rows.into_iter().find(|found| found.criterion == criterion)?;
        let rate = if turned { 1.0 - found.win_rate } else { found.win_rate };
        let star = if matches!(found.verdict, Verdict::Higher | Verdict::Lower) { "*" } else { "" };
        Some(format!("{}{star}", percent(rate)))
    };
    let row = |at: usize| (names[at].clone(), (0..names.len()).map(|column| cell(at, column)).collect());
    Table {
        title: format!("{criterion}: wins of the row over the column, %"),
        columns: names.to_vec(),
        rows: (0..names.len()).map(row).collect(),
    }
}
