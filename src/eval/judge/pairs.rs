//! Head to head: two answers to a question judged by criteria, in both orders as often as asked (Edge and others, "From
//! local to global", 2024; benchmark-qed). A win counts 1, a tie 0.5. In the differential form what both answers say is
//! set aside first, and only what differs is judged.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Judge, texts};
use crate::config::data_file;
use crate::eval::metric::Scale;
use crate::eval::statistics::{Difference, DifferenceEstimate, Verdict, estimate, holm, verdict};
use crate::judgement::JudgementError;
use crate::judgement::model::parse::json;
use crate::model::{Usage, without_citations};
use crate::prompts::{Slot, Step};

/// A criterion, with the question that a judge is asked by it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Criterion {
    pub name: String,
    pub asks: String,
}

#[derive(Default, Deserialize)]
struct Criteria {
    criterion: Vec<Criterion>,
}

/// The criteria there are.
pub static CRITERIA: LazyLock<Vec<Criterion>> = LazyLock::new(|| {
    let file: Criteria = data_file!("criteria.toml");
    file.criterion
});

/// What of two answers is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    #[default]
    Whole,
    /// What differs.
    Differential,
}

/// One judgement of a pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Whether the first answer was shown first.
    pub in_order: bool,
    /// By criterion: 1 for the first answer, 0 for the second, 0.5 for neither.
    pub scores: BTreeMap<String, f64>,
    /// Words of what was shown of the first answer and of the second.
    pub words: [usize; 2],
}

/// A question with all judgements of its two answers.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPair {
    pub question: String,
    pub cluster: String,
    pub trials: Vec<Trial>,
}

/// One contestant against another by a criterion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeadToHead {
    pub criterion: String,
    /// Mean score of the first; interval and p are of its distance from a half.
    pub win_rate: f64,
    pub low: f64,
    pub high: f64,
    pub questions: usize,
    pub p: f64,
    pub p_corrected: f64,
    pub verdict: Verdict,
}

impl Judge {
    /// Judges two answers in both orders by turns.
    ///
    /// # Errors
    /// The model could not be asked, or what it says cannot be read.
    pub async fn pair(
        &self,
        question: &str,
        answers: [&str; 2],
        trials: u32,
        form: Form,
    ) -> Result<(Vec<Trial>, Usage), JudgementError> {
        let mut usage = Usage::default();
        let whole = answers.map(|answer| without_citations(answer).trim().to_owned());
        let shown = match form {
            Form::Whole => whole,
            Form::Differential => {
                let (parts, spent) = self.difference(question, &whole).await?;
                usage += spent;
                parts
            }
        };
        let words = [0, 1].map(|at: usize| shown[at].split_whitespace().count());
        let mut judged = Vec::new();
        for trial in 0..trials {
            let in_order = trial.is_multiple_of(2);
            let scores = if shown[0] == shown[1] {
                // Nobody need be asked.
                CRITERIA.iter().map(|criterion| (criterion.name.clone(), 0.5)).collect()
            } else {
                let [first, second] = if in_order { [&shown[0], &shown[1]] } else { [&shown[1], &shown[0]] };
                let (scores, spent) = self.winners(question, first, second, trial / 2).await?;
                usage += spent;
                let turned = |score: f64| if in_order { score } else { 1.0 - score };
                scores.into_iter().map(|(name, score)| (name, turned(score))).collect()
            };
            judged.push(Trial { in_order, scores, words });
        }
        Ok((judged, usage))
    }

    /// By criterion, 1 where the answer shown first wins.
    async fn winners(
        &self,
        question: &str,
        first: &str,
        second: &str,
        trial: u32,
    ) -> Result<(BTreeMap<String, f64>, Usage), JudgementError> {
        let criteria: Vec<String> =
            CRITERIA.iter().map(|criterion| format!("- {}: {}", criterion.name, criterion.asks)).collect();
        let slots = [(Slot::Question, question), (Slot::Criteria, &criteria.join("\n"))];
        let said = |text: &str| if text.is_empty() { "(nothing)".to_owned() } else { text.to_owned() };
        let text = format!("Answer 1:\n{}\n\nAnswer 2:\n{}", said(first), said(second));
        self.ask(Step::JudgePair, &slots, &text, trial, winners).await
    }

    /// What only the first answer says, and what only the second does.
    async fn difference(&self, question: &str, answers: &[String; 2]) -> Result<([String; 2], Usage), JudgementError> {
        let text = format!("First answer:\n{}\n\nSecond answer:\n{}", answers[0], answers[1]);
        let read = |value: &Value| Some([texts(value, "only_first")?, texts(value, "only_second")?]);
        let (only, usage) = self.ask(Step::JudgeDifference, &[(Slot::Question, question)], &text, 0, read).await?;
        let listed = only.map(|statements| {
            statements.iter().map(|statement| format!("- {statement}")).collect::<Vec<_>>().join("\n")
        });
        Ok((listed, usage))
    }
}

/// Reads the winner of every criterion; none where one is missing.
fn winners(value: &Value) -> Option<BTreeMap<String, f64>> {
    let score = |criterion: &Criterion| {
        let told = json::member(value, &[&criterion.name])?;
        let winner = json::member(told, &["winner", "answer"]).unwrap_or(told);
        let score = match json::number(winner)? as i64 {
            1 => 1.0,
            2 => 0.0,
            _ => 0.5,
        };
        Some((criterion.name.clone(), score))
    };
    CRITERIA.iter().map(score).collect()
}

impl JudgedPair {
    /// Mean score of the first answer by a criterion.
    pub fn score(&self, criterion: &str) -> Option<f64> {
        let scores: Vec<f64> = self.trials.iter().filter_map(|trial| trial.scores.get(criterion)).copied().collect();
        (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
    }
}

/// The first contestant against the second by every criterion that was judged, corrected for their number.
pub fn head_to_head(pairs: &[JudgedPair], seed: u64) -> Vec<HeadToHead> {
    let estimates: Vec<(&str, DifferenceEstimate)> = CRITERIA
        .iter()
        .map(|criterion| {
            let differences: Vec<Difference> = pairs
                .iter()
                .filter_map(|pair| {
                    Some(Difference { value: pair.score(&criterion.name)? - 0.5, cluster: pair.cluster.clone() })
                })
                .collect();
            (criterion.name.as_str(), differences)
        })
        .filter(|(_, differences)| !differences.is_empty())
        .map(|(criterion, differences)| (criterion, estimate(&differences, seed)))
        .collect();
    let corrected = holm(&estimates.iter().map(|(_, estimate)| estimate.p).collect::<Vec<_>>());
    let rows = estimates.into_iter().zip(corrected).map(|((criterion, e), p_corrected)| HeadToHead {
        criterion: criterion.to_owned(),
        win_rate: 0.5 + e.mean,
        low: 0.5 + e.low,
        high: 0.5 + e.high,
        questions: e.questions,
        p: e.p,
        p_corrected,
        verdict: verdict(&e, p_corrected, Scale::Share, 0.5),
    });
    rows.collect()
}
