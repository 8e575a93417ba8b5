//! Answers taken apart into statements, each held against the reference and against what was retrieved (RAGChecker, Ru
//! and others, 2024). Without a reference only faithfulness can be told. Statements of the same thing are counted once
//! by complete-linkage clusters of 1 − ROUGE-L, as in the GraphRAG paper's validation.

use serde::{Deserialize, Serialize};

use super::{Judge, texts};
use crate::eval::metric::Values;
use crate::eval::rouge::rouge_l;
use crate::judgement::JudgementError;
use crate::model::{Usage, without_citations};
use crate::prompts::Step;

/// Which statement is said where. Rows are statements, columns passages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Entailment {
    /// Of each statement of the answer, whether the reference says it; none without a reference.
    pub answer_in_reference: Option<Vec<bool>>,
    /// Of each statement of the reference, whether the answer says it.
    pub reference_in_answer: Vec<bool>,
    pub answer_in_passages: Vec<Vec<bool>>,
    pub reference_in_passages: Vec<Vec<bool>>,
}

impl Entailment {
    /// RAGChecker's figures, shares from 0 to 1.
    pub fn figures(&self) -> Values {
        let mut values = Values::new();
        let mut put = |key: &str, value: f64| {
            values.insert(key.to_owned(), value);
        };
        let in_any: Vec<bool> = self.answer_in_passages.iter().map(|row| row.contains(&true)).collect();
        put("faithfulness", share(&in_any, |_, said| *said));
        let Some(right) = &self.answer_in_reference else { return values };
        let precision = share(right, |_, right| *right);
        let recall = share(&self.reference_in_answer, |_, said| *said);
        let both = precision + recall;
        put("precision", precision);
        put("recall", recall);
        put("f1", if both > 0.0 { 2.0 * precision * recall / both } else { 0.0 });
        let retrieved: Vec<bool> = self.reference_in_passages.iter().map(|row| row.contains(&true)).collect();
        put("claim_recall", share(&retrieved, |_, said| *said));
        let passages =
            self.answer_in_passages.iter().chain(&self.reference_in_passages).map(Vec::len).max().unwrap_or(0);
        let said_in = |row: &Vec<bool>, passage: usize| row.get(passage) == Some(&true);
        let relevant: Vec<bool> =
            (0..passages).map(|passage| self.reference_in_passages.iter().any(|row| said_in(row, passage))).collect();
        put("context_precision", share(&relevant, |_, relevant| *relevant));
        let used = |at: usize, said: &bool| *said && self.reference_in_answer.get(at) == Some(&true);
        let (found, taken) = (count(&retrieved, |_, said| *said), count(&retrieved, used));
        put("utilisation", if found > 0 { taken as f64 / found as f64 } else { 0.0 });
        let from = |row: &Vec<bool>, wanted: bool| {
            row.iter().zip(&relevant).any(|(said, relevant)| *said && *relevant == wanted)
        };
        let wrong = |at: usize| right.get(at) == Some(&false);
        let rows = &self.answer_in_passages;
        put("relevant_noise", share(rows, |at, row| wrong(at) && from(row, true)));
        put("irrelevant_noise", share(rows, |at, row| wrong(at) && !from(row, true) && from(row, false)));
        put("hallucination", share(&in_any, |at, said| wrong(at) && !said));
        put("self_knowledge", share(&in_any, |at, said| right.get(at) == Some(&true) && !said));
        values
    }
}

fn count<T>(items: &[T], holds: impl Fn(usize, &T) -> bool) -> usize {
    items.iter().enumerate().filter(|(at, item)| holds(*at, item)).count()
}

fn share<T>(items: &[T], holds: impl Fn(usize, &T) -> bool) -> f64 {
    if items.is_empty() { 0.0 } else { count(items, holds) as f64 / items.len() as f64 }
}

/// What an answer states, with where else it is said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckedAnswer {
    pub statements: Vec<String>,
    pub entailment: Entailment,
}

impl Judge {
    /// The statements that a text makes; none where it has no words.
    ///
    /// # Errors
    /// The model could not be asked, or what it says cannot be read.
    pub async fn statements(&self, text: &str) -> Result<(Vec<String>, Usage), JudgementError> {
        let text = without_citations(text);
        if text.trim().is_empty() {
            return Ok((Vec::new(), Usage::default()));
        }
        self.ask(Step::JudgeClaims, &[], text.trim(), 0, |value| texts(value, "statements")).await
    }

    /// Takes an answer apart and looks for its statements in the passages and, where there is one, in the reference,
    /// and for the reference's in all of them.
    ///
    /// # Errors
    /// The model could not be asked, or what it says cannot be read.
    pub async fn check(
        &self,
        answer: &str,
        passages: &[String],
        reference: Option<&str>,
    ) -> Result<(CheckedAnswer, Usage), JudgementError> {
        let (statements, mut usage) = self.statements(answer).await?;
        let (answer_in_passages, spent) = self.in_each(&statements, passages).await?;
        usage += spent;
        let mut entailment = Entailment { answer_in_passages, ..Entailment::default() };
        if let Some(reference) = reference {
            let (wanted, spent) = self.statements(reference).await?;
            usage += spent;
            let (right, spent) = self.supported(&statements, reference, 0).await?;
            usage += spent;
            let (said, spent) = self.supported(&wanted, answer, 0).await?;
            usage += spent;
            let (found, spent) = self.in_each(&wanted, passages).await?;
            usage += spent;
            entailment.answer_in_reference = Some(right);
            entailment.reference_in_answer = said;
            entailment.reference_in_passages = found;
        }
        Ok((CheckedAnswer { statements, entailment }, usage))
    }

    /// A row for each statement: which passages say it.
    async fn in_each(
        &self,
        statements: &[String],
        passages: &[String],
    ) -> Result<(Vec<Vec<bool>>, Usage), JudgementError> {
        let (mut rows, mut usage) = (vec![Vec::with_capacity(passages.len()); statements.len()], Usage::default());
        for passage in passages {
            let (said, spent) = self.supported(statements, passage, 0).await?;
            usage += spent;
            rows.iter_mut().zip(said).for_each(|(row, said)| row.push(said));
        }
        Ok((rows, usage))
    }
}

/// How many clusters statements fall into, those of one cluster being no further apart than `threshold` in 1 − ROUGE-L.
/// Complete linkage: the two clusters whose furthest members are nearest are joined first.
pub fn clusters(statements: &[String], threshold: f64) -> usize {
    let mut groups: Vec<Vec<usize>> = (0..statements.len()).map(|at| vec![at]).collect();
    let mut apart = vec![vec![0.0; statements.len()]; statements.len()];
    for (one, row) in apart.iter_mut().enumerate() {
        for (other, cell) in row.iter_mut().enumerate() {
            *cell = 1.0 - rouge_l(&statements[one], &statements[other]).f1;
        }
    }
    let furthest = |one: &[usize], other: &[usize]| {
        one.iter().flat_map(|a| other.iter().map(|b| apart[*a][*b])).fold(0.0, f64::max)
    };
    loop {
        let mut nearest: Option<(f64, usize, usize)> = None;
        for one in 0..groups.len() {
            for other in one + 1..groups.len() {
                let distance = furthest(&groups[one], &groups[other]);
                if distance <= threshold && nearest.is_none_or(|(least, _, _)| distance < least) {
                    nearest = Some((distance, one, other));
                }
            }
        }
        let Some((_, one, other)) = nearest else { return groups.len() };
        let joined = groups.remove(other);
        groups[one].extend(joined);
    }
}
