//! What two texts differ in, sentence by sentence: what is the same in both, what only one of them has, and what one
//! says in other words, with the words that differ.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};
use unicode_segmentation::UnicodeSegmentation;

use crate::text::display::spacing::single_spaced;

/// Of the words of two sentences so large a part must be in both for one to be the other in other words.
const ALIKE: f32 = 0.4;
/// Pairs of sentences of one stretch that are held against each other, at most: of longer ones each stands by itself.
const PAIRS: usize = 250_000;

/// What became of a sentence from the first of two texts to the second; each by its position in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Both have it, white space aside.
    Same { old: usize, new: usize },
    /// The second says it in other words; `words` are those that the other has not, in bytes of either.
    Changed { old: usize, new: usize, words: [Vec<Range<usize>>; 2] },
    /// Only the first has it, or the second has it in another place.
    Gone { old: usize, moved: bool },
    /// Only the second has it, or the first has it in another place.
    New { new: usize, moved: bool },
}

/// Holds the sentences of two texts against each other, in the order of reading.
pub fn between(old: &[&str], new: &[&str]) -> Vec<Difference> {
    let mut known: HashMap<String, u32> = HashMap::new();
    let mut number = |text: &&str| {
        let next = known.len() as u32;
        *known.entry(single_spaced(text)).or_insert(next)
    };
    let [olds, news] = [old, new].map(|texts| texts.iter().map(&mut number).collect::<Vec<u32>>());
    let same = same(&olds, &news);
    // What is left on either side, by what it says: where both have some, it stands elsewhere.
    let (kept_old, kept_new): (HashSet<usize>, HashSet<usize>) = same.iter().copied().unzip();
    let mut left: HashMap<u32, [bool; 2]> = HashMap::new();
    for (side, numbers, kept) in [(0, &olds, kept_old), (1, &news, kept_new)] {
        let rest = numbers.iter().enumerate().filter(|(at, _)| !kept.contains(at));
        rest.for_each(|(_, number)| left.entry(*number).or_default()[side] = true);
    }
    let moved = |number: u32| left.get(&number) == Some(&[true, true]);
    let mut found = Vec::new();
    let (mut from_old, mut from_new) = (0, 0);
    for (to_old, to_new) in same.into_iter().chain([(old.len(), new.len())]) {
        let gone: Vec<usize> = (from_old..to_old).collect();
        let come: Vec<usize> = (from_new..to_new).collect();
        stretch(&gone, &come, (old, new), |side, at| moved(if side == 0 { olds[at] } else { news[at] }), &mut found);
        if to_old < old.len() && to_new < new.len() {
            found.push(Difference::Same { old: to_old, new: to_new });
        }
        (from_old, from_new) = (to_old + 1, to_new + 1);
    }
    found
}

/// Positions of what both have, in the order of both. What only one of them has is left out before it is looked for,
/// so that two texts with nothing in common cost nothing.
fn same(olds: &[u32], news: &[u32]) -> Vec<(usize, usize)> {
    let in_both = |own: &[u32], other: &[u32]| -> Vec<usize> {
        let other: HashSet<&u32> = other.iter().collect();
        (0..own.len()).filter(|&at| other.contains(&own[at])).collect()
    };
    let (at_old, at_new) = (in_both(olds, news), in_both(news, olds));
    let [kept_old, kept_new] = [(&at_old, olds), (&at_new, news)]
        .map(|(kept, numbers)| kept.iter().map(|&at| numbers[at]).collect::<Vec<u32>>());
    let mut pairs = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &kept_old, &kept_new) {
        if let DiffOp::Equal { old_index, new_index, len } = op {
            pairs.extend((0..len).map(|step| (at_old[old_index + step], at_new[new_index + step])));
        }
    }
    pairs
}

/// What stands between two sentences that both have: which of it is said in other words, and what only one has.
fn stretch(
    gone: &[usize],
    come: &[usize],
    (old, new): (&[&str], &[&str]),
    moved: impl Fn(usize, usize) -> bool,
    found: &mut Vec<Difference>,
) {
    let pairs = match gone.len() * come.len() {
        0 => Vec::new(),
        many if many > PAIRS => Vec::new(),
        _ => reworded(
            &gone.iter().map(|&at| (!moved(0, at)).then(|| bag(old[at]))).collect::<Vec<_>>(),
            &come.iter().map(|&at| (!moved(1, at)).then(|| bag(new[at]))).collect::<Vec<_>>(),
        ),
    };
    let (mut from_old, mut from_new) = (0, 0);
    for (to_old, to_new) in pairs.into_iter().chain([(gone.len(), come.len())]) {
        found.extend(gone[from_old..to_old].iter().map(|&old| Difference::Gone { old, moved: moved(0, old) }));
        found.extend(come[from_new..to_new].iter().map(|&new| Difference::New { new, moved: moved(1, new) }));
        if let (Some(&old_at), Some(&new_at)) = (gone.get(to_old), come.get(to_new)) {
            let words = words(old[old_at], new[new_at]);
            found.push(Difference::Changed { old: old_at, new: new_at, words });
        }
        (from_old, from_new) = (to_old + 1, to_new + 1);
    }
}

/// How often a sentence has each of its words, and how many they are.
type Bag = (HashMap<String, usize>, usize);

fn bag(text: &str) -> Bag {
    let mut words: HashMap<String, usize> = HashMap::new();
    let mut many = 0;
    for word in text.unicode_words() {
        *words.entry(word.to_lowercase()).or_default() += 1;
        many += 1;
    }
    (words, many)
}

/// The part of the words of two sentences that both have.
fn likeness(one: &Bag, other: &Bag) -> f32 {
    let shared: usize = one.0.iter().filter_map(|(word, often)| Some((*often).min(*other.0.get(word)?))).sum();
    2.0 * shared as f32 / (one.1 + other.1).max(1) as f32
}

/// Pairs of sentences that say most of the same, in the order of both texts and alike as much as can be in all.
fn reworded(olds: &[Option<Bag>], news: &[Option<Bag>]) -> Vec<(usize, usize)> {
    let width = news.len() + 1;
    let mut best = vec![0.0_f32; (olds.len() + 1) * width];
    let mut taken = vec![false; best.len()];
    for at in (0..olds.len()).rev() {
        for other in (0..news.len()).rev() {
            let cell = at * width + other;
            best[cell] = best[cell + 1].max(best[cell + width]);
            if let (Some(one), Some(two)) = (&olds[at], &news[other]) {
                let alike = likeness(one, two);
                let whole = alike + best[cell + width + 1];
                if alike >= ALIKE && whole > best[cell] {
                    (best[cell], taken[cell]) = (whole, true);
                }
            }
        }
    }
    let mut pairs = Vec::new();
    let (mut at, mut other) = (0, 0);
    while at < olds.len() && other < news.len() {
        let cell = at * width + other;
        if taken[cell] {
            pairs.push((at, other));
            (at, other) = (at + 1, other + 1);
        } else if best[cell + 1] >= best[cell + width] {
            other += 1;
        } else {
            at += 1;
        }
    }
    pairs
}

/// The words of two sentences that the other has not, where they stand; those that stand beside one another as one.
pub fn words(old: &str, new: &str) -> [Vec<Range<usize>>; 2] {
    // Blanks tell nothing: what stands between two words differs with them.
    let telling = |text: &str| -> Vec<(usize, usize)> {
        let pieces = text.split_word_bound_indices().filter(|(_, piece)| !piece.trim().is_empty());
        pieces.map(|(at, piece)| (at, at + piece.len())).collect()
    };
    let (olds, news) = (telling(old), telling(new));
    let said = |pieces: &[(usize, usize)], text: &str| -> Vec<String> {
        pieces.iter().map(|&(from, to)| text[from..to].to_owned()).collect()
    };
    let mut differ: [Vec<Range<usize>>; 2] = [Vec::new(), Vec::new()];
    let mut note = |side: usize, pieces: &[(usize, usize)], text: &str| {
        let (Some(&(from, _)), Some(&(_, to))) = (pieces.first(), pieces.last()) else { return };
        match differ[side].last_mut().filter(|before| text[before.end..from].trim().is_empty()) {
            Some(before) => before.end = to,
            None => differ[side].push(from..to),
        }
    };
    for op in capture_diff_slices(Algorithm::Myers, &said(&olds, old), &said(&news, new)) {
        if !matches!(op, DiffOp::Equal { .. }) {
            note(0, &olds[op.old_range()], old);
            note(1, &news[op.new_range()], new);
        }
    }
    differ
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Each difference in a line: `=`, `-`, `+`, `~` with the words that differ in brackets; `<` and `>` moved.
    fn told(old: &[&str], new: &[&str]) -> Vec<String> {
        let marked = |text: &str, ranges: &[Range<usize>]| {
            let mut text = text.to_owned();
            for range in ranges.iter().rev() {
                text.insert(range.end, ']');
                text.insert(range.start, '[');
            }
            text
        };
        let line = |difference: Difference| match difference {
            Difference::Same { old: at, .. } => format!("= {}", old[at]),
            Difference::Gone { old: at, moved } => format!("{} {}", if moved { '<' } else { '-' }, old[at]),
            Difference::New { new: at, moved } => format!("{} {}", if moved { '>' } else { '+' }, new[at]),
            Difference::Changed { old: at, new: other, words } => {
                format!("~ {} / {}", marked(old[at], &words[0]), marked(new[other], &words[1]))
            }
        };
        between(old, new).into_iter().map(line).collect()
    }

    #[test]
    fn sentences_are_the_same_changed_or_only_in_one() {
        let old = ["The lamp was lit.", "Ada rowed 12 miles up the river.", "Nobody saw her.", "It rained."];
        let new = ["The lamp  was\nlit.", "Ada rowed 14 miles up the river.", "It rained.", "The tide turned at noon."];
        let expected = [
            "= The lamp was lit.",
            "~ Ada rowed [12] miles up the river. / Ada rowed [14] miles up the river.",
            "- Nobody saw her.",
            "= It rained.",
            "+ The tide turned at noon.",
        ];
        assert_eq!(told(&old, &new), expected);
    }

    #[test]
    fn what_stands_elsewhere_is_neither_lost_nor_new() {
        let (one, two, three) = ("The weir was shut.", "The mill stood still.", "Nobody had been paid.");
        assert_eq!(
            told(&[one, two, three], &[two, three, one]),
            [format!("< {one}"), format!("= {two}"), format!("= {three}"), format!("> {one}")]
        );
        // Said twice and then once, it is lost once.
        assert_eq!(told(&[one, two, one], &[one, two]), [format!("= {one}"), format!("= {two}"), format!("- {one}")]);
    }

    #[test]
    fn words_that_differ_are_marked_together() {
        let [old, new] = ["The old brass lamp was sold, and gone.", "The lamp was given away, and gone."];
        let [differ, other] = words(old, new);
        assert_eq!(differ.iter().map(|range| &old[range.clone()]).collect::<Vec<_>>(), ["old brass", "sold"]);
        assert_eq!(other.iter().map(|range| &new[range.clone()]).collect::<Vec<_>>(), ["given away"]);
        let expected = ["~ Grazing [did not lower] the rate. / Grazing [lowered] the rate [where cattle graze]."];
        assert_eq!(
            told(&["Grazing did not lower the rate."], &["Grazing lowered the rate where cattle graze."]),
            expected
        );
        assert!(words("Same.", "Same.").iter().all(Vec::is_empty));
        assert_eq!(told(&[], &["New."]), ["+ New."]);
        assert!(told(&[], &[]).is_empty());
    }

    proptest! {
        #[test]
        fn every_sentence_of_both_is_told_once_in_its_order(
            old in prop::collection::vec("[ab]( [ab]){0,3}", 0..12),
            new in prop::collection::vec("[ab]( [ab]){0,3}", 0..12),
        ) {
            let [olds, news] = [&old, &new].map(|texts| texts.iter().map(String::as_str).collect::<Vec<_>>());
            let (mut seen_old, mut seen_new) = (Vec::new(), Vec::new());
            for difference in between(&olds, &news) {
                match difference {
                    Difference::Same { old: at, new: other } => {
                        prop_assert_eq!(&old[at], &new[other]);
                        seen_old.push(at);
                        seen_new.push(other);
                    }
                    Difference::Changed { old: at, new: other, words } => {
                        prop_assert!(words[0].iter().all(|range| old[at].get(range.clone()).is_some()));
                        prop_assert!(words[1].iter().all(|range| new[other].get(range.clone()).is_some()));
                        seen_old.push(at);
                        seen_new.push(other);
                    }
                    Difference::Gone { old: at, .. } => seen_old.push(at),
                    Difference::New { new: other, .. } => seen_new.push(other),
                }
            }
            prop_assert_eq!(seen_old, (0..old.len()).collect::<Vec<_>>());
            prop_assert_eq!(seen_new, (0..new.len()).collect::<Vec<_>>());
        }
    }
}
