//! `gleaner eval runs`, `eval diff`, `eval forget`: what was measured before, and one run held against another.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::Serialize;
use serde_json::{Map, Value};

use super::measure;
use crate::cli::context::Context;
use crate::cli::error::{CliError, ErrorKind};
use crate::cli::output::one_line;
use crate::eval::comparison::{FigureChange, compare, summary, table};
use crate::eval::metric::{ANSWERS, CLAIMS, LISTS, Metric};
use crate::eval::table::Table;
use crate::store::{PersonFile, Run};
use crate::text::dates::to_the_minute;

/// A run as it is asked for: by its number, of the index in use (`3`), or of another (`fine.db:3`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunName {
    pub index: Option<PathBuf>,
    pub id: i64,
}

impl FromStr for RunName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (index, id) = match text.rsplit_once(':') {
            Some((index, id)) if !index.is_empty() => (Some(PathBuf::from(index)), id),
            _ => (None, text),
        };
        let id =
            id.parse().map_err(|_| "a run is named by its number: 3, or INDEX.db:3 of another index".to_owned())?;
        Ok(Self { index, id })
    }
}

impl fmt::Display for RunName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index.as_deref().and_then(|index| index.file_name()) {
            Some(name) => write!(f, "{}:{}", one_line(&name.to_string_lossy()), self.id),
            None => write!(f, "{}", self.id),
        }
    }
}

impl RunName {
    /// The file that the run is kept in.
    pub fn own(&self, context: &Context) -> Result<PersonFile, CliError> {
        match &self.index {
            Some(index) => measure::own_file(index),
            None => measure::own_file(&context.index_path()?),
        }
    }
}

/// A comparison as JSON has it.
#[derive(Serialize)]
struct Shape<'a> {
    before: &'a Run,
    after: &'a Run,
    summary: String,
    changes: &'a [FigureChange],
    /// What the two were measured with that is not the same.
    differing: Vec<String>,
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
            with(run),
            run.outcomes.to_string(),
            to_the_minute(run.started),
            state.to_owned(),
        ];
        (run.id.to_string(), cells.into_iter().map(Some).collect())
    };
    let columns = ["set", "way", "with", "questions", "begun", ""].map(str::to_owned).to_vec();
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

/// Compares a later run with an earlier one, of this index or of another.
pub fn diff(context: &mut Context, names: [&RunName; 2]) -> Result<(), CliError> {
    let [(own, before), (other, after)] = {
        let [one, other] =
            names.map(|name| name.own(context).and_then(|own| find(&own, name.id).map(|run| (own, run))));
        [one?, other?]
    };
    let metrics: Vec<Metric> = ANSWERS.iter().chain(&LISTS[..LISTS.len() - 1]).chain(&CLAIMS).copied().collect();
    let changes =
        compare(&own.outcomes(before.id, false)?, &other.outcomes(after.id, false)?, &metrics, context.settings.seed);
    if changes.is_empty() {
        return Err(CliError::usage(format!("runs {} and {} share no question", names[0], names[1]))
            .hint("`gleaner eval runs` lists runs with their question sets"));
    }
    let summary = summary(&changes);
    if context.global.json {
        context.out.json(&Shape {
            differing: differing(&before, &after),
            before: &before,
            after: &after,
            summary,
            changes: &changes,
        })?;
        return context.out.flush();
    }
    let out = &mut context.out;
    let named = |run: &Run| format!("{} {}", one_line(&run.about.question_set), run.about.contestant);
    let title = format!("run {} ({}) → run {} ({})", names[0], named(&before), names[1], named(&after));
    out.line(out.style.bold(&title))?;
    for line in table(&changes).lines(out.width) {
        out.line(line)?;
    }
    out.line("")?;
    let other = differing(&before, &after);
    if !other.is_empty() {
        out.paragraph("! ", &format!("What differs beside the answers: {}.", other.join("; ")))?;
    }
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

/// The settings of a run by their names.
fn settings(run: &Run) -> Map<String, Value> {
    serde_json::from_str(&run.about.settings).unwrap_or_default()
}

/// Who answered: the analyst's name, in one line.
fn with(run: &Run) -> String {
    settings(run).get("analyst").and_then(Value::as_str).map_or_else(String::new, |name| one_line(name).into_owned())
}

/// What two runs were measured with that is not the same: settings by their names, the index, the program.
fn differing(before: &Run, after: &Run) -> Vec<String> {
    let [one, other] = [before, after].map(settings);
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let value = |all: &Map<String, Value>, name: &str| match all.get(name) {
        None | Some(Value::Null) => "none".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    };
    let changed = |name: &str, one: &str, other: &str| {
        (one != other).then(|| one_line(&format!("{name} {one} → {other}")).into_owned())
    };
    let mut all: Vec<String> =
        names.into_iter().filter_map(|name| changed(name, &value(&one, name), &value(&other, name))).collect();
    all.extend(changed("index", &before.about.build, &after.about.build));
    all.extend(changed("program", &before.about.program, &after.about.program));
    all
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::RunAbout;

    #[test]
    fn a_run_is_named_by_its_number_and_one_of_another_index_with_that() {
        let named = |text: &str| text.parse::<RunName>().map(|name| (name.index, name.id)).ok();
        assert_eq!(named("3"), Some((None, 3)));
        assert_eq!(named("/a b/fine.db:12"), Some((Some(PathBuf::from("/a b/fine.db")), 12)));
        assert_eq!((named("fine.db"), named(":x"), named("fine.db:")), (None, None, None));
        assert_eq!("/a/fine.db:12".parse::<RunName>().expect("a name").to_string(), "fine.db:12");
    }

    #[test]
    fn runs_tell_with_what_they_were_measured_and_what_differs() {
        let run = |analyst: &str, program: &str| {
            let settings = serde_json::json!({ "analyst": analyst, "seed": 7 }).to_string();
            let about = RunAbout {
                key: String::new(),
                question_set: String::new(),
                set_hash: String::new(),
                contestant: "local".to_owned(),
                settings,
                build: "b".to_owned(),
                program: program.to_owned(),
            };
            Run { id: 1, about, started: 0, finished: None, outcomes: 0 }
        };
        let (before, after) = (run("extractive", "1"), run("x", "2"));
        assert_eq!(with(&after), "x");
        assert_eq!(differing(&before, &after), ["analyst extractive → x", "program 1 → 2"]);
        assert_eq!(differing(&before, &before), [] as [&str; 0]);
    }
}
