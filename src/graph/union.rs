//! What belongs together, as it is found out two by two: a union of numbers in which the lowest of a group leads.

/// Disjoint groups of numbers.
#[derive(Debug)]
pub struct Groups {
    parent: Vec<u32>,
}

impl Groups {
    pub fn new(count: usize) -> Self {
        Self { parent: (0..count as u32).collect() }
    }

    /// Returns the leader of the group of `member`.
    pub fn root(&self, member: u32) -> u32 {
        let mut at = member;
        while self.parent[at as usize] != at {
            at = self.parent[at as usize];
        }
        at
    }

    /// Makes one group of two; false where they were one already.
    pub fn join(&mut self, a: u32, b: u32) -> bool {
        let (root_a, root_b) = (self.root(a), self.root(b));
        let low = root_a.min(root_b);
        // Whatever lay on the way points at the leader from now on, which keeps ways short.
        for mut at in [a, b] {
            loop {
                let next = std::mem::replace(&mut self.parent[at as usize], low);
                if next == at || at == low {
                    break;
                }
                at = next;
            }
        }
        root_a != root_b
    }

    /// Makes room for numbers added since, each alone.
    pub fn grow(&mut self, count: usize) {
        self.parent.extend(self.parent.len() as u32..count as u32);
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
}
