//! The table of a run: of each contestant the mean of every figure, over all questions and by kind of question.

use std::collections::BTreeMap;

use serde::Serialize;

use super::metric::{Mean, Metric, Values, means};
use super::question::TestQuestion;
use super::table::Table;

/// Means of contestants over some questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// The kind of question; none for all of them.
    pub kind: Option<String>,
    pub questions: usize,
    pub contestants: Vec<String>,
    /// Of each contestant.
    pub means: Vec<BTreeMap<String, Mean>>,
}

/// A line of scores as JSON has it.
#[derive(Serialize)]
struct Line<'a> {
    set: &'a str,
    contestant: &'a str,
    kind: &'a str,
    questions: usize,
    #[serde(flatten)]
    values: BTreeMap<&'a str, f64>,
}

/// What was measured, by contestant and question; none where a cell is missing.
pub type Cells = Vec<Vec<Option<Values>>>;

/// Scores over all questions first, then by kind where there are several.
pub fn scores(questions: &[TestQuestion], contestants: &[String], cells: &Cells) -> Vec<Scores> {
    let mut kinds: Vec<Option<String>> =
        questions.iter().filter_map(|question| question.kind.clone()).map(Some).collect();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.len() < 2 {
        kinds.clear();
    }
    let mut all = vec![None];
    all.extend(kinds);
    let of_kind = |kind: &Option<String>, question: &TestQuestion| kind.is_none() || question.kind == *kind;
    let scores = all.into_iter().map(|kind| {
        let asked: Vec<usize> = (0..questions.len()).filter(|at| of_kind(&kind, &questions[*at])).collect();
        let means = cells.iter().map(|row| means(asked.iter().filter_map(|at| row[*at].as_ref()))).collect();
        Scores { kind, questions: asked.len(), contestants: contestants.to_vec(), means }
    });
    scores.collect()
}

impl Scores {
    /// Figures down, contestants across; figures that nobody has are left out.
    pub fn table(&self, metrics: &[Metric]) -> Table {
        let rows = metrics.iter().filter_map(|metric| {
            let cells: Vec<Option<String>> =
                self.means.iter().map(|means| means.get(metric.key).map(|mean| metric.print(mean.mean))).collect();
            cells.iter().any(Option::is_some).then(|| (metric.name.to_owned(), cells))
        });
        let kind = self.kind.as_deref().unwrap_or("all questions");
        Table { title: format!("{kind} ({})", self.questions), columns: self.contestants.clone(), rows: rows.collect() }
    }

    /// A JSON value for each contestant: figures by key, shares from 0 to 1.
    pub fn lines(&self, set: &str) -> Vec<serde_json::Value> {
        let lines = self.contestants.iter().zip(&self.means).map(|(contestant, means)| Line {
            set,
            contestant,
            kind: self.kind.as_deref().unwrap_or("all"),
            questions: self.questions,
            values: means.iter().map(|(key, mean)| (key.as_str(), mean.mean)).collect(),
        });
        lines.filter_map(|line| serde_json::to_value(line).ok()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::metric::ANSWERS;

    #[test]
    fn kinds_have_scores_of_their_own() {
        let question = |kind: &str| TestQuestion { kind: Some(kind.to_owned()), ..TestQuestion::default() };
        let held = |value: f64| Some(Values::from([("contained".to_owned(), value)]));
        let questions = [question("fact"), question("theme"), question("fact")];
        let cells = vec![vec![held(1.0), held(0.0), None]];
        let all = scores(&questions, &["local".to_owned()], &cells);
        let told: Vec<(Option<&str>, usize, f64)> = all
            .iter()
            .map(|scores| (scores.kind.as_deref(), scores.questions, scores.means[0]["contained"].mean))
            .collect();
        assert_eq!(told, [(None, 3, 0.5), (Some("fact"), 2, 1.0), (Some("theme"), 1, 0.0)]);
        let table = all[0].table(&ANSWERS);
        assert_eq!(table.rows, [("reference contained".to_owned(), vec![Some("50.0".to_owned())])]);
        assert_eq!(all[0].lines("set")[0]["contained"], 0.5);
    }
}
