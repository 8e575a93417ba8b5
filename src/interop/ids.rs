//! Ids. A foreign record has a long id that other tables name it by, and often a small number that reports cite it by.
//! The number stays the id shown; a row without one, or with one that is taken, gets the next that is free.

use std::collections::{HashMap, HashSet};

use crate::model::hash::hash64;

/// A foreign id or name, as its 128-bit hash: six hundred thousand of them take 10 MB and not 60.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(u128);

impl Key {
    pub fn of(id: &str) -> Self {
        let bytes = id.as_bytes();
        Key(u128::from(hash64(bytes, 11)) << 64 | u128::from(hash64(bytes, 12)))
    }
}

/// Positions by key. Of several rows with one key the first is meant.
pub type Positions = HashMap<Key, u32>;

/// What is said of a row whose own number could not be kept.
pub const RENUMBERED: &str = "its number is another row's, or none that can be cited: it has a new one";

/// Numbers from here on are no numbers anybody counted to.
const LARGEST: u32 = 1 << 30;

/// The ids given to the rows of a table, and the rows whose own number was taken already.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    pub ids: Vec<u32>,
    pub renumbered: Vec<usize>,
    next: u32,
}

impl Numbers {
    /// Gives ids: each row its own number where nobody before it has it; where no row has one, its place in the table.
    pub fn give(wanted: &[Option<u32>]) -> Self {
        if wanted.iter().all(Option::is_none) {
            let ids: Vec<u32> = (0..wanted.len() as u32).collect();
            return Self { next: ids.len() as u32, ids, renumbered: Vec::new() };
        }
        let usable = |number: &Option<u32>| number.filter(|&number| number < LARGEST);
        let mut next = wanted.iter().filter_map(usable).max().map_or(0, |largest| largest + 1);
        let mut taken = HashSet::with_capacity(wanted.len());
        let mut renumbered = Vec::new();
        let ids = wanted
            .iter()
            .enumerate()
            .map(|(at, number)| match usable(number).filter(|&number| taken.insert(number)) {
                Some(number) => number,
                None => {
                    if number.is_some() {
                        renumbered.push(at);
                    }
                    next += 1;
                    next - 1
                }
            })
            .collect();
        Self { ids, renumbered, next }
    }

    /// The id of a row, and whether it is another than its own number.
    pub fn of_row(&self, row: u64) -> (u32, bool) {
        let at = row as usize;
        (self.ids.get(at).copied().unwrap_or(row as u32), self.renumbered.binary_search(&at).is_ok())
    }

    /// An id for a record that has no row.
    pub fn more(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }
}

/// A name as tables write it, without the quotation marks that models put around it and early generations kept.
pub fn bare_name(name: &str) -> &str {
    let name = name.trim();
    let inner = name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.map(str::trim).filter(|inner| !inner.is_empty()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn own_numbers_are_kept_and_taken_ones_replaced() {
        let numbers = Numbers::give(&[Some(1), Some(3), Some(1), None, Some(u32::MAX)]);
        assert_eq!(numbers.ids, [1, 3, 4, 5, 6]);
        assert_eq!(numbers.renumbered, [2, 4]);
        assert_eq!(Numbers::give(&[None, None]).ids, [0, 1]);
    }

    #[test]
    fn names_lose_the_quotation_marks_around_them() {
        assert_eq!(bare_name(" \"SCROOGE\" "), "SCROOGE");
        assert_eq!(bare_name("\"\""), "\"\"");
        assert_eq!(bare_name("5\""), "5\"");
    }

    proptest! {
        #[test]
        fn no_two_rows_share_an_id(wanted in prop::collection::vec(prop::option::of(0u32..20), 0..30)) {
            let mut numbers = Numbers::give(&wanted);
            let last = numbers.more();
            let distinct: HashSet<u32> = numbers.ids.iter().copied().chain([last]).collect();
            prop_assert_eq!(distinct.len(), wanted.len() + 1);
        }
    }
}
