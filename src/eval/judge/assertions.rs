//! Whether an answer states what a good answer should (benchmark-qed's assertion scores): each assertion is judged several
//! times and passes where half of the judgements say so. An assertion that sums up narrower ones is scored with them.

use super::Judge;
use crate::eval::metric::Values;
use crate::eval::question::Assertion;
use crate::judgement::JudgementError;
use crate::model::Usage;

/// The share of judgements by which an assertion passes.
const PASSES: f64 = 0.5;

/// Whether an assertion passes, and which of those it sums up do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Passed {
    pub passes: bool,
    pub supporting: Vec<bool>,
}

/// The figures of an answer's assertions.
///
/// - `assertions`: share of assertions that pass
/// - `support_level`: of those that pass and sum up others, the mean share of these that pass
/// - `supporting`: share of all narrower assertions that pass
/// - `discovery`: share of assertions that do not pass although something they sum up does
pub fn figures(passed: &[Passed]) -> Values {
    let mut values = Values::new();
    let mean = |shares: Vec<f64>| (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64);
    let mut put = |key: &str, value: Option<f64>| {
        if let Some(value) = value {
            values.insert(key.to_owned(), value);
        }
    };
    let share = |all: &[bool]| all.iter().filter(|passes| **passes).count() as f64 / all.len() as f64;
    put("assertions", mean(passed.iter().map(|one| f64::from(one.passes)).collect()));
    let summing = || passed.iter().filter(|one| !one.supporting.is_empty());
    put("support_level", mean(summing().filter(|one| one.passes).map(|one| share(&one.supporting)).collect()));
    put("supporting", mean(summing().flat_map(|one| &one.supporting).map(|passes| f64::from(*passes)).collect()));
    let found = |one: &Passed| f64::from(!one.passes && one.supporting.contains(&true));
    put("discovery", mean(summing().map(found).collect()));
    values
}

impl Judge {
    /// Judges every assertion against an answer, and the narrower ones that it sums up each by itself.
    ///
    /// # Errors
    /// The model could not be asked, or what it says cannot be read.
    pub async fn assertions(
        &self,
        assertions: &[Assertion],
        answer: &str,
        trials: u32,
    ) -> Result<(Vec<Passed>, Usage), JudgementError> {
        let flat: Vec<String> = assertions
            .iter()
            .flat_map(|one| std::iter::once(one).chain(&one.supporting))
            .map(|one| one.statement.clone())
            .collect();
        let (mut votes, mut usage) = (vec![0u32; flat.len()], Usage::default());
        for trial in 0..trials {
            let (said, spent) = self.supported(&flat, answer, trial).await?;
            usage += spent;
            votes.iter_mut().zip(said).for_each(|(votes, said)| *votes += u32::from(said));
        }
        let mut passes = votes.into_iter().map(|votes| trials > 0 && f64::from(votes) >= PASSES * f64::from(trials));
        let passed = assertions.iter().map(|one| Passed {
            passes: passes.next().unwrap_or_default(),
            supporting: one.supporting.iter().map(|_| passes.next().unwrap_or_default()).collect(),
        });
        Ok((passed.collect(), usage))
    }
}
