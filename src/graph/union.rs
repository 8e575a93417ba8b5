//! What belongs together, as it is found out two by two: a union of numbers in which the lowest of a group leads.

use std::iter::successors;

use petgraph::unionfind::UnionFind;

/// Disjoint groups of numbers.
#[derive(Debug)]
pub struct Groups {
    union: UnionFind<u32>,
    /// The lowest number of each group, at the place that stands for the group in the union.
    lowest: Vec<u32>,
    /// The next member of the same group, round and round.
    next: Vec<u32>,
}

impl Groups {
    pub fn new(count: usize) -> Self {
        Self { union: UnionFind::new(count), lowest: (0..count as u32).collect(), next: (0..count as u32).collect() }
    }

    /// Returns the leader of the group of `member`.
    pub fn root(&self, member: u32) -> u32 {
        self.lowest[self.union.find(member) as usize]
    }

    /// Makes one group of two; false where they were one already.
    pub fn join(&mut self, a: u32, b: u32) -> bool {
        let low = self.root(a).min(self.root(b));
        let were_apart = self.union.union(a, b);
        if were_apart {
            self.next.swap(a as usize, b as usize);
        }
        self.lowest[self.union.find_mut(a) as usize] = low;
        were_apart
    }

    /// All members of the group of `member`, which comes first.
    pub fn members(&self, member: u32) -> impl Iterator<Item = u32> {
        successors(Some(member), move |&at| Some(self.next[at as usize]).filter(|&next| next != member))
    }

    /// Makes room for numbers added since, each alone.
    pub fn grow(&mut self, count: usize) {
        while self.lowest.len() < count {
            let added = self.union.new_set();
            self.lowest.push(added);
            self.next.push(added);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_leads_and_only_what_was_apart_is_joined() {
        let mut groups = Groups::new(5);
        assert!(groups.join(3, 4) && groups.join(4, 1));
        assert!(!groups.join(1, 3));
        groups.grow(6);
        assert_eq!([0, 1, 2, 3, 4, 5].map(|member| groups.root(member)), [0, 1, 2, 1, 1, 5]);
    }

    #[test]
    fn every_member_leads_to_all_of_its_group() {
        let mut groups = Groups::new(4);
        groups.join(0, 1);
        groups.grow(6);
        groups.join(4, 3);
        groups.join(3, 1);
        groups.join(4, 0);
        for member in [0, 1, 3, 4] {
            let mut all: Vec<u32> = groups.members(member).collect();
            assert_eq!(all[0], member);
            all.sort_unstable();
            assert_eq!(all, [0, 1, 3, 4]);
        }
        assert!(groups.members(2).eq([2]) && groups.members(5).eq([5]));
    }
}
