//! How sure a difference is. Questions are the unit, or groups of them that are not independent of each other
//! (questions of one document): intervals are bootstrapped over groups, p-values come from flipping the signs of whole
//! groups, and several comparisons made at once are corrected after Holm (1979). All of it is seeded: the same
//! outcomes, the same verdict.

use std::collections::BTreeMap;

use serde::Serialize;

use super::metric::Scale;
use crate::graph::rng::Rng;

/// Draws of a bootstrap, and of a permutation test.
const ROUNDS: usize = 10_000;
/// Up to this many groups every assignment of signs is tried.
const EXACT: usize = 13;
/// A difference is claimed below this, corrected.
pub const ALPHA: f64 = 0.05;
/// Two are said to be the same where the interval lies within this much of zero: of a share; of another figure, times
/// its mean.
const SAME: f64 = 0.02;

/// What one question says: the later value less the earlier one, and the group it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub value: f64,
    pub cluster: String,
}

/// A mean difference with how sure it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct DifferenceEstimate {
    pub questions: usize,
    pub mean: f64,
    /// The middle 95 % of bootstrapped means.
    pub low: f64,
    pub high: f64,
    /// Of a difference this large or larger either way, where there is none. 1 without questions.
    pub p: f64,
}

/// What may be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Higher,
    Lower,
    /// The interval leaves no room for a difference worth the name.
    Same,
    /// Neither a difference nor its absence is shown by so many questions.
    Unclear,
}

/// Sums and sizes of the groups, in a fixed order.
fn groups(differences: &[Difference]) -> Vec<(f64, usize)> {
    let mut groups: BTreeMap<&str, (f64, usize)> = BTreeMap::new();
    for difference in differences {
        let (sum, count) = groups.entry(&difference.cluster).or_default();
        *sum += difference.value;
        *count += 1;
    }
    groups.into_values().collect()
}

/// Estimates a mean difference.
pub fn estimate(differences: &[Difference], seed: u64) -> DifferenceEstimate {
    let groups = groups(differences);
    let questions = differences.len();
    if questions == 0 {
        return DifferenceEstimate { p: 1.0, ..DifferenceEstimate::default() };
    }
    let sum: f64 = groups.iter().map(|(sum, _)| sum).sum();
    let (low, high) = bootstrap(&groups, seed);
    DifferenceEstimate { questions, mean: sum / questions as f64, low, high, p: permutation(&groups, seed) }
}

/// The 2.5th and 97.5th of a hundred bootstrapped means.
fn bootstrap(groups: &[(f64, usize)], seed: u64) -> (f64, f64) {
    let mut random = Rng::new(seed);
    let mut means: Vec<f64> = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let (mut sum, mut count) = (0.0, 0);
        for _ in groups {
            let (of_group, size) = groups[random.below(groups.len() as u32) as usize];
            sum += of_group;
            count += size;
        }
        means.push(sum / count as f64);
    }
    means.sort_by(f64::total_cmp);
    let at = |share: f64| means[((ROUNDS - 1) as f64 * share).round() as usize];
    (at(0.025), at(0.975))
}

/// The share of sign assignments that give a sum at least as far from 0 as the one found.
fn permutation(groups: &[(f64, usize)], seed: u64) -> f64 {
    let found = groups.iter().map(|(sum, _)| sum).sum::<f64>().abs();
    // Sums that differ by rounding alone are equal.
    let reaches = |sum: f64| sum.abs() >= found - 1e-9 * (1.0 + found);
    if groups.len() <= EXACT {
        let all = 1u32 << groups.len();
        let signed = |signs: u32| {
            groups.iter().enumerate().map(|(at, (sum, _))| if signs >> at & 1 == 1 { -sum } else { *sum }).sum::<f64>()
        };
        return f64::from((0..all).filter(|signs| reaches(signed(*signs))).count() as u32) / f64::from(all);
    }
    let mut random = Rng::new(seed ^ 0x5eed);
    let mut as_far = 0;
    for _ in 0..ROUNDS {
        let mut signs = 0u64;
        let mut sum = 0.0;
        for (at, (of_group, _)) in groups.iter().enumerate() {
            if at.is_multiple_of(64) {
                signs = random.next();
            }
            sum += if signs & 1 == 1 { -of_group } else { *of_group };
            signs >>= 1;
        }
        as_far += usize::from(reaches(sum));
    }
    (1 + as_far) as f64 / (1 + ROUNDS) as f64
}

/// Corrects p-values of comparisons made at once; the order is kept.
pub fn holm(ps: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|a, b| ps[*a].total_cmp(&ps[*b]));
    let mut corrected = vec![0.0; ps.len()];
    let mut least: f64 = 0.0;
    for (rank, at) in order.into_iter().enumerate() {
        least = least.max((ps[at] * (ps.len() - rank) as f64).min(1.0));
        corrected[at] = least;
    }
    corrected
}

/// Says what a difference shows, by its corrected p-value; `level` is about how large the figure itself is.
pub fn verdict(estimate: &DifferenceEstimate, corrected: f64, scale: Scale, level: f64) -> Verdict {
    let room = if scale == Scale::Share { SAME } else { SAME * level.abs() };
    if estimate.questions == 0 {
        Verdict::Unclear
    } else if corrected < ALPHA {
        if estimate.mean > 0.0 { Verdict::Higher } else { Verdict::Lower }
    } else if estimate.low >= -room && estimate.high <= room {
        Verdict::Same
    } else {
        Verdict::Unclear
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop, prop_assert, prop_assert_eq, proptest};

    use super::*;

    /// Containment of 200 questions, so many gained and so many lost.
    fn contained(gained: usize, lost: usize) -> Vec<Difference> {
        let value = |at: usize| match at {
            at if at < gained => 1.0,
            at if at < gained + lost => -1.0,
            _ => 0.0,
        };
        (0..200).map(|at| Difference { value: value(at), cluster: at.to_string() }).collect()
    }

    #[test]
    fn a_planted_improvement_of_five_points_is_found_and_none_is_not_claimed() {
        for (gained, lost) in [(10, 0), (12, 2), (13, 3)] {
            let five = estimate(&contained(gained, lost), 7);
            assert_eq!(five.mean, 0.05);
            assert!(five.p < ALPHA && five.low > 0.0, "{gained} gained, {lost} lost: {five:?}");
            assert_eq!(verdict(&five, five.p, Scale::Share, 0.5), Verdict::Higher);
        }
        let nothing = estimate(&contained(8, 8), 7);
        assert_eq!((nothing.mean, nothing.p), (0.0, 1.0));
        assert_eq!(
            verdict(&nothing, nothing.p, Scale::Share, 0.5),
            Verdict::Unclear,
            "it may be four points either way"
        );
        let still = estimate(&contained(0, 0), 7);
        assert_eq!(verdict(&still, still.p, Scale::Share, 0.5), Verdict::Same);
    }

    #[test]
    fn noise_alone_is_claimed_about_as_often_as_promised() {
        let mut random = Rng::new(11);
        let mut claimed = 0;
        for round in 0..200 {
            let differences: Vec<Difference> = (0..60)
                .map(|at| Difference { value: f64::from(random.below(3)) - 1.0, cluster: at.to_string() })
                .collect();
            claimed += usize::from(estimate(&differences, round).p < ALPHA);
        }
        assert!((2..=20).contains(&claimed), "{claimed} of 200");
    }

    #[test]
    fn questions_of_one_document_are_no_proof_for_each_other() {
        let of = |clusters: usize| -> Vec<Difference> {
            (0..40).map(|at| Difference { value: 1.0, cluster: (at % clusters).to_string() }).collect()
        };
        assert!(estimate(&of(40), 1).p < 0.001);
        assert_eq!(estimate(&of(3), 1).p, 0.25, "three documents can show no more");
    }

    #[test]
    fn holm_corrects_step_by_step() {
        // Holm's own form: times 4, 3, 2, 1, never falling.
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        let wanted = [0.03, 0.06, 0.06, 0.02];
        assert!(corrected.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12), "{corrected:?}");
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn nothing_measured_says_nothing() {
        let nothing = estimate(&[], 1);
        assert_eq!(verdict(&nothing, nothing.p, Scale::Share, 0.0), Verdict::Unclear);
    }

    proptest! {
        #[test]
        fn the_other_way_round_is_the_same_with_the_other_sign(values in prop::collection::vec(-1.0f64..1.0, 1..40)) {
            let of = |sign: f64| -> Vec<Difference> {
                values.iter().enumerate().map(|(at, value)| Difference { value: sign * value, cluster: at.to_string() }).collect()
            };
            let (one, other) = (estimate(&of(1.0), 3), estimate(&of(-1.0), 3));
            prop_assert!((one.mean + other.mean).abs() < 1e-12);
            prop_assert_eq!(one.p, other.p);
            prop_assert!(one.low <= one.high);
            prop_assert!(one.p > 0.0 && one.p <= 1.0);
        }
    }
}
