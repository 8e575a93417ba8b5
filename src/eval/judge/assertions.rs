//! Whether an answer states what a good answer should (benchmark-qed's assertion scores): each assertion is judged
//! several times and passes where more than half of the judgements say so. An assertion that sums up narrower ones is
//! scored with them. What benchmark-qed calls discovery, that an answer holds up an assertion by what none of the
//! narrower ones says, takes a call of its own and is not judged here; so an assertion that passes by itself is never
//! taken back.

use serde::Deserialize;

use super::Judge;
use crate::eval::metric::Values;
use crate::eval::question::Assertion;
use crate::judgement::JudgementError;
use crate::model::Usage;

/// An assertion passes by more than this share of its judgements.
const PASSES: f64 = 0.5;

/// Whether an assertion passes, and which of those it sums up do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Passed {
    pub passes: bool,
    pub supporting: Vec<bool>,
}

/// What each trial says of an assertion, and of each that it sums up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Votes {
    pub said: Vec<bool>,
    #[serde(default)]
    pub supporting: Vec<Vec<bool>>,
}

impl Votes {
    /// What the trials come to.
    pub fn count(&self) -> Passed {
        let passes = |said: &Vec<bool>| {
            let yes = said.iter().filter(|said| **said).count();
            yes as f64 > PASSES * said.len() as f64
        };
        Passed { passes: passes(&self.said), supporting: self.supporting.iter().map(passes).collect() }
    }
}

/// The figures of an answer's assertions.
///
/// - `assertions`: share of assertions that pass
/// - `support_level`: of those that sum up others, the mean share of these that pass
/// - `support_level_passed`: the same of those that pass
/// - `supporting`: share of all narrower assertions that pass
/// - `parts_only`: share of assertions that do not pass although something they sum up does
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
    put("support_level", mean(summing().map(|one| share(&one.supporting)).collect()));
    put("support_level_passed", mean(summing().filter(|one| one.passes).map(|one| share(&one.supporting)).collect()));
    put("supporting", mean(summing().flat_map(|one| &one.supporting).map(|passes| f64::from(*passes)).collect()));
    let found = |one: &Passed| f64::from(!one.passes && one.supporting.contains(&true));
    put("parts_only", mean(summing().map(found).collect()));
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
        let (mut votes, mut usage) = (vec![Vec::new(); flat.len()], Usage::default());
        for trial in 0..trials {
            let (said, spent) = self.supported(&flat, answer, trial).await?;
            usage += spent;
            votes.iter_mut().zip(said).for_each(|(votes, said)| votes.push(said));
        }
        let mut votes = votes.into_iter();
        let passed = assertions.iter().map(|one| {
            let said = votes.next().unwrap_or_default();
            Votes { said, supporting: votes.by_ref().take(one.supporting.len()).collect() }.count()
        });
        Ok((passed.collect(), usage))
    }
}
