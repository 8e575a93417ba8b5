//! ROUGE-1, ROUGE-2 and ROUGE-L (C.-Y. Lin, "ROUGE: a package for automatic evaluation of summaries", 2004), with the
//! tokens and stems of the reference implementation, so that figures compare with published ones.

use std::collections::HashMap;

use super::porter;

/// Words up to this length are taken as they are.
const UNSTEMMED: usize = 3;

/// How much of a reference is in a text (recall), how much of the text is in the reference (precision), and their
/// harmonic mean. All from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    pub precision: f64,
    pub recall: f64,
    pub f1: f64,
}

impl Score {
    fn new(shared: usize, of_text: usize, of_reference: usize) -> Self {
        let share = |of: usize| if of == 0 { 0.0 } else { shared as f64 / of as f64 };
        let (precision, recall) = (share(of_text), share(of_reference));
        let f1 = if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 };
        Self { precision, recall, f1 }
    }
}

/// The three scores of a text against a reference.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rouge {
    pub one: Score,
    pub two: Score,
    pub longest: Score,
}

/// Compares a text with a reference.
pub fn rouge(reference: &str, text: &str) -> Rouge {
    let (reference, text) = (tokens(reference), tokens(text));
    Rouge {
        one: shared_runs::<1>(&reference, &text),
        two: shared_runs::<2>(&reference, &text),
        longest: longest(&reference, &text),
    }
}

/// ROUGE-L alone.
pub fn rouge_l(reference: &str, text: &str) -> Score {
    longest(&tokens(reference), &tokens(text))
}

/// The stemmed words of a text: runs of ASCII letters and digits after lower-casing.
pub fn tokens(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| if word.len() > UNSTEMMED { porter::stem(word).into_owned() } else { word.to_owned() }).collect()
}

fn shared_runs<const N: usize>(reference: &[String], text: &[String]) -> Score {
    let mut counts: HashMap<&[String], usize> = HashMap::new();
    for run in text.windows(N) {
        *counts.entry(run).or_default() += 1;
    }
    let mut shared = 0;
    for run in reference.windows(N) {
        if let Some(left) = counts.get_mut(run).filter(|left| **left > 0) {
            *left -= 1;
            shared += 1;
        }
    }
    let runs = |words: &[String]| (words.len() + 1).saturating_sub(N);
    Score::new(shared, runs(text), runs(reference))
}

/// By the longest common subsequence.
fn longest(reference: &[String], text: &[String]) -> Score {
    let mut above = vec![0usize; text.len() + 1];
    let mut row = above.clone();
    for word in reference {
        for (at, other) in text.iter().enumerate() {
            row[at + 1] = if word == other { above[at] + 1 } else { above[at + 1].max(row[at]) };
        }
        std::mem::swap(&mut above, &mut row);
    }
    Score::new(above[text.len()], text.len(), reference.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_shared_is_counted_once_for_each_time_it_stands_there() {
        let score = rouge("The gate held, the gate leaked.", "The gate, the gate, the gate.");
        assert_eq!((score.one.recall, score.one.precision), (4.0 / 6.0, 4.0 / 6.0));
        assert_eq!((score.two.recall, score.two.precision), (2.0 / 5.0, 2.0 / 5.0));
        assert_eq!(score.longest.recall, 4.0 / 6.0);
        assert_eq!(rouge("The quay", ""), Rouge::default());
        assert_eq!(rouge("", ""), Rouge::default());
    }

    #[test]
    fn order_counts_for_the_longest_only() {
        let score = rouge("pumps were repaired", "repairs of pumps");
        assert_eq!(score.one.recall, 2.0 / 3.0);
        assert_eq!(score.longest.recall, 1.0 / 3.0);
        assert_eq!(score.two, Score::default());
    }

    proptest! {
        #[test]
        fn a_text_equals_itself_and_scores_are_shares(text in "([a-z]{1,8} ){0,20}", other in "([a-z]{1,8} ){0,20}") {
            let same = rouge(&text, &text);
            if tokens(&text).len() > 1 {
                prop_assert_eq!((same.one.f1, same.two.f1, same.longest.f1), (1.0, 1.0, 1.0));
            }
            let ab = rouge(&text, &other);
            let ba = rouge(&other, &text);
            prop_assert_eq!(ab.one.recall, ba.one.precision);
            prop_assert_eq!(ab.longest.recall, ba.longest.precision);
            prop_assert!(ab.longest.f1 <= ab.one.f1 + 1e-12);
            prop_assert!((0.0..=1.0).contains(&ab.two.f1));
        }
    }
}
