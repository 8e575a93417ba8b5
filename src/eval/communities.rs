//! Fidelity of what an answer draws on to the corpus: how its text units lie over the communities, against how they
//! would lie if it drew evenly on what it was asked of (benchmark-qed's retrieval fidelity, over our communities in
//! place of its clusters). 1 − Jensen–Shannon distance to the base 2, 1 − total variation distance, and the share of
//! communities met.

use std::collections::{BTreeMap, HashMap};

use crate::model::{CommunityId, EntityId, TextUnitId};
use crate::store::{Reader, Result};

/// Which community each text unit is of.
#[derive(Clone, Debug, Default)]
pub struct UnitCommunities {
    of: HashMap<TextUnitId, CommunityId>,
}

/// How near two distributions are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fidelity {
    pub js: f64,
    pub tvd: f64,
    /// Share of the communities of the reference that were met.
    pub met: f64,
}

impl UnitCommunities {
    /// Gives every text unit to the community of a level whose members it names most; what names none, or is counted
    /// elsewhere, is of none.
    pub fn at_level(reader: &Reader, level: u32) -> Result<Self> {
        let mut community_of: HashMap<EntityId, CommunityId> = HashMap::new();
        for community in reader.communities_at(level)? {
            for member in reader.members(community)? {
                community_of.insert(member, community);
            }
        }
        let recurring: HashMap<TextUnitId, bool> =
            reader.all_text_units()?.into_iter().map(|unit| (unit.id, unit.recurring)).collect();
        let mut counts: HashMap<TextUnitId, BTreeMap<CommunityId, usize>> = HashMap::new();
        for mention in reader.all_mentions()? {
            if let Some(&community) = community_of.get(&mention.entity)
                && recurring.get(&mention.text_unit) == Some(&false)
            {
                *counts.entry(mention.text_unit).or_default().entry(community).or_default() += 1;
            }
        }
        let most = |counts: BTreeMap<CommunityId, usize>| {
            // The first of those that are named equally often.
            counts.into_iter().max_by_key(|&(community, count)| (count, std::cmp::Reverse(community)))
        };
        let of = counts.into_iter().filter_map(|(unit, counts)| Some((unit, most(counts)?.0))).collect();
        Ok(Self { of })
    }

    /// Every text unit that is of a community.
    pub fn units(&self) -> impl Iterator<Item = TextUnitId> + '_ {
        self.of.keys().copied()
    }

    /// How many of these text units each community has.
    fn counts(&self, units: impl IntoIterator<Item = TextUnitId>) -> BTreeMap<CommunityId, usize> {
        let mut counts = BTreeMap::new();
        for community in units.into_iter().filter_map(|unit| self.of.get(&unit)) {
            *counts.entry(*community).or_default() += 1;
        }
        counts
    }

    /// Compares what was drawn on with what there is to draw on; none where that lies in fewer than two communities.
    pub fn fidelity(
        &self,
        drawn: impl IntoIterator<Item = TextUnitId>,
        whole: impl IntoIterator<Item = TextUnitId>,
    ) -> Option<Fidelity> {
        let (drawn, whole) = (self.counts(drawn), self.counts(whole));
        (whole.len() > 1).then(|| fidelity(&drawn, &whole))
    }
}

/// Compares two counts over the same things; nothing against something is as far as can be.
pub fn fidelity<T: Ord + Copy>(drawn: &BTreeMap<T, usize>, whole: &BTreeMap<T, usize>) -> Fidelity {
    let sum = |counts: &BTreeMap<T, usize>| counts.values().sum::<usize>() as f64;
    let (of_drawn, of_whole) = (sum(drawn), sum(whole));
    if of_drawn == 0.0 || of_whole == 0.0 {
        let same = f64::from(of_drawn == of_whole);
        return Fidelity { js: same, tvd: same, met: same };
    }
    let all: std::collections::BTreeSet<T> = drawn.keys().chain(whole.keys()).copied().collect();
    let (mut divergence, mut variation) = (0.0, 0.0);
    for thing in all {
        let p = drawn.get(&thing).copied().unwrap_or_default() as f64 / of_drawn;
        let q = whole.get(&thing).copied().unwrap_or_default() as f64 / of_whole;
        let m = f64::midpoint(p, q);
        divergence += 0.5 * (against(p, m) + against(q, m));
        variation += 0.5 * (p - q).abs();
    }
    let met = whole.keys().filter(|thing| drawn.contains_key(thing)).count() as f64 / whole.len() as f64;
    // Rounding may leave a little above 1 or below 0.
    Fidelity { js: 1.0 - divergence.clamp(0.0, 1.0).sqrt(), tvd: 1.0 - variation.clamp(0.0, 1.0), met }
}

/// A summand of the Kullback–Leibler divergence, in bits.
fn against(p: f64, m: f64) -> f64 {
    if p > 0.0 { p * (p / m).log2() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn counts(of: &[usize]) -> BTreeMap<usize, usize> {
        of.iter().copied().enumerate().filter(|(_, count)| *count > 0).collect()
    }

    #[test]
    fn the_same_shape_is_faithful_and_nothing_shared_is_not() {
        let same = fidelity(&counts(&[2, 4]), &counts(&[1, 2]));
        assert_eq!((same.js, same.tvd, same.met), (1.0, 1.0, 1.0));
        let apart = fidelity(&counts(&[3, 0]), &counts(&[0, 3]));
        assert_eq!((apart.js, apart.tvd, apart.met), (0.0, 0.0, 0.0));
        let half = fidelity(&counts(&[4, 0]), &counts(&[1, 1]));
        // Distance of (1, 0) and (1/2, 1/2): the root of 0.311278 bits.
        assert!((half.js - (1.0 - 0.311_278_124_459_132_8_f64.sqrt())).abs() < 1e-12, "{}", half.js);
        assert_eq!((half.tvd, half.met), (0.5, 0.5));
        assert_eq!(fidelity(&counts(&[]), &counts(&[1])), Fidelity { js: 0.0, tvd: 0.0, met: 0.0 });
    }

    proptest! {
        #[test]
        fn fidelity_is_a_share_and_does_not_depend_on_size(drawn in prop::collection::vec(0usize..9, 4), whole in prop::collection::vec(0usize..9, 4), times in 1usize..5) {
            let one = fidelity(&counts(&drawn), &counts(&whole));
            let more: Vec<usize> = drawn.iter().map(|count| count * times).collect();
            let other = fidelity(&counts(&more), &counts(&whole));
            for (a, b) in [(one.js, other.js), (one.tvd, other.tvd), (one.met, other.met)] {
                prop_assert!((a - b).abs() < 1e-9);
                prop_assert!((0.0..=1.0).contains(&a));
            }
        }
    }
}
