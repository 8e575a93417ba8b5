//! Which terms stand near one another, and how much more often than chance would have it.

use std::ops::Range;

use rayon::prelude::*;

use super::vocabulary::{Sequences, UNKNOWN};
use crate::graph;

/// Terms on either side that count as near.
const WINDOW: usize = 5;
/// What a neighbour counts by its distance: sixty divided by it, so that the weights are whole numbers.
const NEARNESS: [u64; WINDOW] = [60, 30, 20, 15, 12];
const NEAREST: f32 = 60.0;
/// Occurrences of pairs that are held at once, of eight bytes each.
const AT_ONCE: usize = 4_000_000;
/// Frequent contexts are taken for a little rarer than they are (Levy et al., 2015, 3.2).
const SMOOTHING: f32 = 0.75;

/// A symmetric matrix by rows; both halves are kept.
#[derive(Debug, Default)]
pub(super) struct Sparse {
    /// Row `i` is `starts[i]..starts[i + 1]`.
    pub starts: Vec<usize>,
    pub columns: Vec<u32>,
    pub values: Vec<f32>,
}

impl Sparse {
    pub fn rows(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let range = self.starts[row]..self.starts[row + 1];
        self.columns[range.clone()].iter().zip(&self.values[range]).map(|(&column, &value)| (column as usize, value))
    }
}

/// Returns the positive pointwise mutual information of every pair of terms that occur near one another.
pub(super) fn count(sequences: &Sequences, terms: usize) -> Sparse {
    let pairs = pairs(sequences, terms, AT_ONCE);
    let mut totals = vec![0.0f32; terms];
    for &(a, b, near) in &pairs {
        totals[a as usize] += near;
        totals[b as usize] += near;
    }
    // Both sides are smoothed by half, which keeps the matrix symmetric.
    let halved = (1.0 + SMOOTHING) / 2.0;
    let context: f32 = totals.iter().map(|total| total.powf(SMOOTHING)).sum();
    let logs: Vec<f32> = totals.iter().map(|total| total.max(f32::MIN_POSITIVE).ln() * halved).collect();
    let informative: Vec<(u32, u32, f32)> = pairs
        .into_iter()
        .filter_map(|(a, b, near)| {
            let information = near.ln() + context.ln() - logs[a as usize] - logs[b as usize];
            (information > 0.0).then_some((a, b, information))
        })
        .collect();
    symmetric(&informative, terms)
}

/// Every pair of different terms with how near they are, summed over the corpus; `a < b`, in order. Occurrences are
/// held about `at_once` at a time: those of the pairs whose lower term is in one range of terms.
fn pairs(sequences: &Sequences, terms: usize, at_once: usize) -> Vec<(u32, u32, f32)> {
    let mut pairs: Vec<(u32, u32, f32)> = Vec::new();
    for lower in ranges(sequences, terms, at_once) {
        // One number for each occurrence, so that a sort brings equal pairs together: 28 bits, 28 bits, 8 of nearness.
        let mut keys: Vec<u64> = (0..sequences.len())
            .into_par_iter()
            .with_min_len(256)
            .flat_map_iter(|at| near(sequences.of(at)))
            .filter(|(low, ..)| lower.contains(low))
            .map(|(low, high, nearness)| u64::from(low) << 36 | u64::from(high) << 8 | nearness)
            .collect();
        keys.par_sort_unstable();
        for run in keys.chunk_by(|a, b| a >> 8 == b >> 8) {
            let near: u64 = run.iter().map(|key| key & 0xff).sum();
            let pair = run[0] >> 8;
            pairs.push(((pair >> 28) as u32, (pair & 0xfff_ffff) as u32, near as f32 / NEAREST));
        }
    }
    pairs
}

/// Cuts the terms into ranges, so that the pairs whose lower term is in one have few enough occurrences to be held.
fn ranges(sequences: &Sequences, terms: usize, at_once: usize) -> Vec<Range<u32>> {
    let mut occurrences = vec![0usize; terms];
    for at in 0..sequences.len() {
        near(sequences.of(at)).for_each(|(low, ..)| occurrences[low as usize] += 1);
    }
    graph::ranges(&occurrences, at_once)
}

/// Every two different terms of a sequence that are near one another: the lower, the higher, and how near.
fn near(sequence: &[u32]) -> impl Iterator<Item = (u32, u32, u64)> + '_ {
    sequence.iter().enumerate().filter(|(_, id)| **id != UNKNOWN).flat_map(move |(at, &here)| {
        sequence[at + 1..].iter().zip(NEARNESS).filter_map(move |(&there, nearness)| {
            (there != UNKNOWN && here != there).then_some((here.min(there), here.max(there), nearness))
        })
    })
}

/// Both halves of a symmetric matrix from one.
fn symmetric(half: &[(u32, u32, f32)], rows: usize) -> Sparse {
    let mut starts = vec![0usize; rows + 1];
    for &(a, b, _) in half {
        starts[a as usize + 1] += 1;
        starts[b as usize + 1] += 1;
    }
    for row in 0..rows {
        starts[row + 1] += starts[row];
    }
    let mut next = starts.clone();
    let mut columns = vec![0; half.len() * 2];
    let mut values = vec![0.0; half.len() * 2];
    for &(a, b, value) in half {
        for (from, to) in [(a, b), (b, a)] {
            let slot = &mut next[from as usize];
            columns[*slot] = to;
            values[*slot] = value;
            *slot += 1;
        }
    }
    Sparse { starts, columns, values }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearness_falls_with_distance_and_unknown_words_keep_their_place() {
        let sequences: Sequences = [&[0, 1, UNKNOWN, 2][..], &[1, 0]].into_iter().collect();
        assert_eq!(pairs(&sequences, 3, AT_ONCE), [(0, 1, 2.0), (0, 2, 1.0 / 3.0), (1, 2, 0.5)]);
    }

    #[test]
    fn pairs_are_the_same_however_many_are_held_at_once() {
        let lines: Vec<Vec<u32>> = (0..40u32).map(|at| (0..9).map(|by| (at * 7 + by * by) % 23).collect()).collect();
        let sequences: Sequences = lines.iter().map(Vec::as_slice).collect();
        let whole = pairs(&sequences, 23, AT_ONCE);
        assert_eq!(ranges(&sequences, 23, AT_ONCE), std::iter::once(0..23).collect::<Vec<_>>());
        assert!(ranges(&sequences, 23, 50).len() > 5 && whole.is_sorted_by_key(|&(a, b, _)| (a, b)));
        assert_eq!(pairs(&sequences, 23, 50), whole);
    }

    #[test]
    fn the_matrix_is_symmetric_and_positive() {
        let sequences: Sequences = [&[0, 1, 2, 3, 0, 1][..], &[4, 5], &[4, 5, 2]].into_iter().collect();
        let matrix = count(&sequences, 6);
        assert_eq!(matrix.rows(), 6);
        let at = |a: usize, b: usize| matrix.row(a).find(|(column, _)| *column == b).map(|(_, value)| value);
        for a in 0..6 {
            for (b, value) in matrix.row(a) {
                assert!(value > 0.0);
                assert_eq!(at(b, a), Some(value));
            }
        }
        assert!(at(4, 5) > at(5, 2));
    }
}
