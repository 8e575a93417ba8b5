//! Flattened lists with end offsets: a million short lists in two allocations, where most of the memory of a `Vec` each
//! would be its header and its spare capacity.

/// Lists stored one behind another, found by position. All of them together have fewer than 2³² members.
#[derive(Debug)]
pub(super) struct Ragged<T> {
    all: Vec<T>,
    /// End of each list in `all`.
    ends: Vec<u32>,
}

impl<T> Default for Ragged<T> {
    fn default() -> Self {
        Self { all: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Ragged<T> {
    /// Adds a list behind the others.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.all.extend(list);
        self.ends.push(self.all.len() as u32);
    }

    /// Releases spare capacity.
    pub fn shrink_to_fit(&mut self) {
        self.all.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// How many lists there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The list at a position; empty where there is none.
    pub fn of(&self, at: usize) -> &[T] {
        let from = at.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |&end| end as usize);
        self.ends.get(at).and_then(|&end| self.all.get(from..end as usize)).unwrap_or_default()
    }

    /// All members of all lists, in their order.
    pub fn all_mut(&mut self) -> &mut [T] {
        &mut self.all
    }
}

impl<T: Copy> Ragged<T> {
    /// Sorts members that come in any order into `lists` lists, by the list that each is of; those of one keep their
    /// order.
    pub fn sorted(lists: usize, members: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        let mut ends = vec![0u32; lists];
        let known = |list: &usize| *list < lists;
        members.clone().map(|(list, _)| list).filter(known).for_each(|list| ends[list] += 1);
        let mut all = 0;
        for end in &mut ends {
            // Where the list begins, until its members have come.
            all += std::mem::replace(end, all);
        }
        let mut placed: Vec<Option<T>> = vec![None; all as usize];
        for (list, member) in members.filter(|(list, _)| *list < lists) {
            placed[ends[list] as usize] = Some(member);
            ends[list] += 1;
        }
        Self { all: placed.into_iter().flatten().collect(), ends }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lists_come_back(lists in prop::collection::vec(prop::collection::vec(any::<u16>(), 0..5), 0..9)) {
            let mut runs = Ragged::default();
            lists.iter().for_each(|list| runs.push(list.iter().copied()));
            prop_assert_eq!(runs.len(), lists.len());
            for (at, list) in lists.iter().enumerate() {
                prop_assert_eq!(runs.of(at), list.as_slice());
            }
            prop_assert!(runs.of(lists.len()).is_empty());
        }

        #[test]
        fn members_are_sorted_into_their_lists(members in prop::collection::vec((0usize..6, any::<u16>()), 0..40)) {
            let runs = Ragged::sorted(5, members.iter().copied());
            for list in 0..5 {
                let own: Vec<u16> = members.iter().filter(|(of, _)| *of == list).map(|(_, member)| *member).collect();
                prop_assert_eq!(runs.of(list), own.as_slice());
            }
        }
    }
}
