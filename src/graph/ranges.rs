//! Positions in a row, cut into ranges that are worked on one after the other.

use std::ops::Range;

/// Cuts positions into ranges, so that the counts of one together are few enough to be held at once; a position that
/// has more by itself is a range of its own.
pub fn ranges(counts: &[usize], at_once: usize) -> Vec<Range<u32>> {
    let mut ranges = Vec::new();
    let (mut start, mut held) = (0, 0);
    for (at, &count) in (0u32..).zip(counts) {
        if held > 0 && held + count > at_once {
            ranges.push(start..at);
            (start, held) = (at, 0);
        }
        held += count;
    }
    ranges.push(start..counts.len() as u32);
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_at_once_is_bounded_but_for_one_position_alone() {
        assert_eq!(ranges(&[2, 2, 9, 0, 1, 3], 4), [0..2, 2..3, 3..6]);
        assert_eq!(ranges(&[], 4).len(), 1);
    }
}
