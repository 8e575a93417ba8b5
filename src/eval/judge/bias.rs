//! Whether a judge goes by what it should not: the place of an answer, or its length. Place is told from the judgements
//! themselves, because every pair is judged in both orders; length by a probe, an answer against itself with its own
//! sentences said again, which no criterion prefers.

use serde::Serialize;

use super::Judge;
use super::pairs::{Form, JudgedPair, Trial};
use crate::eval::statistics::{ALPHA, Difference, DifferenceEstimate, estimate};
use crate::judgement::JudgementError;
use crate::model::Usage;

/// A leaning is said from here on, where it is sure.
const LEANS: f64 = 0.1;
/// Answers whose lengths differ by less are of the same length.
const LONGER: f64 = 1.1;
/// The longer answer wins suspiciously often from here on.
const TOO_OFTEN: f64 = 0.4;
/// Pairs that are judged as a probe: eight can show what five cannot.
pub const PROBES: usize = 8;

/// What a judge leans to, each as the mean score above a half.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Bias {
    /// Of the answer shown first.
    pub shown_first: DifferenceEstimate,
    /// Of the longer answer.
    pub longer: DifferenceEstimate,
    /// Of an answer that only repeats itself, against itself.
    pub padded: DifferenceEstimate,
}

impl Bias {
    /// Measures a judge by the pairs it judged, and by probes.
    pub fn of(pairs: &[JudgedPair], probes: &[JudgedPair], seed: u64) -> Self {
        let leaning = |pairs: &[JudgedPair], score: &dyn Fn(&Trial, f64) -> Option<f64>| {
            let mut differences = Vec::new();
            for pair in pairs {
                let scores =
                    pair.trials.iter().flat_map(|trial| trial.scores.values().map(move |value| (trial, *value)));
                let scores: Vec<f64> = scores.filter_map(|(trial, value)| score(trial, value)).collect();
                if !scores.is_empty() {
                    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
                    differences.push(Difference { value: mean - 0.5, cluster: pair.question.clone() });
                }
            }
            estimate(&differences, seed)
        };
        let all: Vec<JudgedPair> = pairs.iter().chain(probes).cloned().collect();
        Self {
            shown_first: leaning(&all, &|trial, value| Some(if trial.in_order { value } else { 1.0 - value })),
            longer: leaning(pairs, &|trial, value| {
                let [first, second] = trial.words.map(|words| words as f64);
                match () {
                    () if first >= second * LONGER && first > 0.0 => Some(value),
                    () if second >= first * LONGER && second > 0.0 => Some(1.0 - value),
                    () => None,
                }
            }),
            padded: leaning(probes, &|_, value| Some(value)),
        }
    }

    /// What must be said of the judge; nothing where it leans to neither.
    pub fn findings(&self) -> Vec<String> {
        let mut findings = Vec::new();
        let sure = |estimate: &DifferenceEstimate| estimate.p < ALPHA && estimate.mean.abs() >= LEANS;
        let percent = |estimate: &DifferenceEstimate| format!("{:.0} %", 100.0 * (0.5 + estimate.mean));
        if sure(&self.shown_first) {
            let place = if self.shown_first.mean > 0.0 { "first" } else { "second" };
            let share = 0.5 + self.shown_first.mean.abs();
            findings.push(format!(
                "This judge goes by place: whatever is shown {place} gets {:.0} % of the wins, in both orders.",
                100.0 * share
            ));
        }
        if sure(&self.padded) && self.padded.mean > 0.0 {
            findings.push(format!(
                "This judge goes by length: an answer that only says itself twice gets {} of the wins against itself.",
                percent(&self.padded)
            ));
        } else if self.longer.p < ALPHA && self.longer.mean >= TOO_OFTEN {
            findings.push(format!(
                "The longer answer gets {} of the wins: length may be what decides, though a probe does not show it.",
                percent(&self.longer)
            ));
        }
        findings
    }
}

/// Says every sentence of an answer twice.
pub fn padded(answer: &str) -> String {
    format!("{}\n\n{}", answer.trim(), answer.trim())
}

impl Judge {
    /// Judges answers against themselves said twice, in both orders; the repeating one is the first.
    ///
    /// # Errors
    /// The model could not be asked, or what it says cannot be read.
    pub async fn probe(&self, questions: &[(String, String)]) -> Result<(Vec<JudgedPair>, Usage), JudgementError> {
        let (mut probes, mut usage) = (Vec::new(), Usage::default());
        let told = questions.iter().filter(|(_, answer)| !answer.trim().is_empty());
        for (question, answer) in told.take(PROBES) {
            let (trials, spent) = self.pair(question, [&padded(answer), answer], 2, Form::Whole).await?;
            usage += spent;
            let cluster = question.clone();
            probes.push(JudgedPair { question: format!("probe: {question}"), cluster, trials });
        }
        Ok((probes, usage))
    }
}
