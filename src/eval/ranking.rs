//! Measures of a ranked list against what should be in it: recall, precision, hit, reciprocal rank, average precision,
//! discounted cumulative gain (Järvelin and Kekäläinen, 2002, linear gain). With one thing for each reference they
//! equal trec_eval's; where several things will do for a reference, whichever comes first counts, once.

use std::collections::HashSet;
use std::hash::Hash;

/// Something that a list should hold: any of `any` will do.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted<T> {
    pub any: Vec<T>,
    /// What finding it is worth, above 0.
    pub gain: f64,
}

impl<T> Wanted<T> {
    pub fn one(thing: T) -> Self {
        Self { any: vec![thing], gain: 1.0 }
    }
}

/// A list judged: at each place what is gained there.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Of each place, the gain of references that are first met there; 0 for none.
    gains: Vec<f64>,
    /// Of each place, whether it will do for any reference, met before or not.
    relevant: Vec<bool>,
    /// Of each place, how many references are first met there.
    met: Vec<usize>,
    /// Gains of all references, greatest first.
    ideal: Vec<f64>,
}

impl Judged {
    /// Judges a list; what stands in it twice counts where it stands first.
    pub fn new<T: Eq + Hash>(list: &[T], wanted: &[Wanted<T>]) -> Self {
        let mut seen: HashSet<&T> = HashSet::new();
        let mut open: Vec<bool> = vec![true; wanted.len()];
        let mut judged = Self { gains: Vec::new(), relevant: Vec::new(), met: Vec::new(), ideal: Vec::new() };
        for thing in list.iter().filter(|thing| seen.insert(thing)) {
            let (mut gain, mut met, mut relevant) = (0.0, 0, false);
            for (reference, open) in wanted.iter().zip(&mut open) {
                if reference.any.contains(thing) {
                    relevant = true;
                    if std::mem::take(open) {
                        gain += reference.gain;
                        met += 1;
                    }
                }
            }
            judged.gains.push(gain);
            judged.relevant.push(relevant);
            judged.met.push(met);
        }
        judged.ideal = wanted.iter().map(|reference| reference.gain).collect();
        judged.ideal.sort_by(|a, b| b.total_cmp(a));
        judged
    }

    /// Share of the references met within the first `k` places.
    pub fn recall(&self, k: usize) -> f64 {
        share(self.met.iter().take(k).sum(), self.ideal.len())
    }

    /// Share of the first `k` places that will do for any reference; places that are not there will not.
    pub fn precision(&self, k: usize) -> f64 {
        share(self.relevant.iter().take(k).filter(|relevant| **relevant).count(), k)
    }

    /// 1 when any of the first `k` places will do.
    pub fn hit(&self, k: usize) -> f64 {
        if self.relevant.iter().take(k).any(|relevant| *relevant) { 1.0 } else { 0.0 }
    }

    /// One over the first place that will do; 0 when none does.
    pub fn reciprocal_rank(&self) -> f64 {
        self.relevant.iter().position(|relevant| *relevant).map_or(0.0, |at| 1.0 / (at + 1) as f64)
    }

    /// Mean, over the references, of the share of references met so far at the place where each is met.
    pub fn average_precision(&self) -> f64 {
        let (mut met, mut sum) = (0, 0.0);
        for (at, here) in self.met.iter().enumerate() {
            for _ in 0..*here {
                met += 1;
                sum += (met as f64 / (at + 1) as f64).min(1.0);
            }
        }
        if self.ideal.is_empty() { 0.0 } else { sum / self.ideal.len() as f64 }
    }

    /// Discounted gain of the first `k` places over that of the best list of one thing for each reference; no more than
    /// 1, also where one thing does for several.
    pub fn ndcg(&self, k: usize) -> f64 {
        let ideal = discounted(&self.ideal, k);
        if ideal > 0.0 { (discounted(&self.gains, k) / ideal).min(1.0) } else { 0.0 }
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn discounted(gains: &[f64], k: usize) -> f64 {
    gains.iter().take(k).enumerate().map(|(at, gain)| gain / ((at + 2) as f64).log2()).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn judged(list: &[u32], wanted: &[&[u32]]) -> Judged {
        let wanted: Vec<Wanted<u32>> = wanted.iter().map(|any| Wanted { any: any.to_vec(), gain: 1.0 }).collect();
        Judged::new(list, &wanted)
    }

    #[test]
    fn a_reference_is_met_once_by_whichever_comes_first() {
        let judged = judged(&[9, 2, 1, 2, 3], &[&[1, 2], &[3], &[4]]);
        assert_eq!([1, 2, 4].map(|k| judged.recall(k)), [0.0, 1.0 / 3.0, 2.0 / 3.0]);
        assert_eq!(judged.precision(3), 2.0 / 3.0, "both will do for the same reference");
        assert_eq!(judged.reciprocal_rank(), 0.5);
        assert_eq!(judged.average_precision(), (1.0 / 2.0 + 2.0 / 4.0) / 3.0);
        assert_eq!([1, 2].map(|k| judged.hit(k)), [0.0, 1.0]);
    }

    #[test]
    fn nothing_wanted_and_nothing_found_are_0() {
        for judged in [judged(&[1, 2], &[]), judged(&[], &[&[1]])] {
            let all = [judged.recall(5), judged.precision(5), judged.ndcg(5), judged.average_precision()];
            assert_eq!(all, [0.0; 4]);
        }
        assert_eq!(judged(&[1], &[&[1]]).precision(0), 0.0);
    }

    proptest! {
        #[test]
        fn measures_are_shares_and_recall_only_grows(list in prop::collection::vec(0u32..20, 0..30), wanted in prop::collection::vec(0u32..20, 1..6)) {
            let wanted: Vec<Wanted<u32>> = wanted.into_iter().map(Wanted::one).collect();
            let judged = Judged::new(&list, &wanted);
            for k in 1..30 {
                prop_assert!(judged.recall(k) >= judged.recall(k - 1));
                for share in [judged.recall(k), judged.precision(k), judged.ndcg(k), judged.average_precision()] {
                    prop_assert!((0.0..=1.0 + 1e-12).contains(&share), "{share}");
                }
            }
        }

        #[test]
        fn the_best_list_is_perfect(wanted in prop::collection::hash_set(0u32..50, 1..8)) {
            let list: Vec<u32> = wanted.into_iter().collect();
            let references: Vec<Wanted<u32>> = list.iter().copied().map(Wanted::one).collect();
            let judged = Judged::new(&list, &references);
            prop_assert!((judged.ndcg(list.len()) - 1.0).abs() < 1e-12);
            prop_assert_eq!(judged.average_precision(), 1.0);
            prop_assert_eq!(judged.recall(list.len()), 1.0);
        }
    }
}
