//! Names that stand for one thing: a union of name numbers in which the lowest number leads.

/// Disjoint groups of names.
#[derive(Debug)]
pub(super) struct Groups {
    parent: Vec<u32>,
}

impl Groups {
    pub fn new(count: usize) -> Self {
        Self { parent: (0..count as u32).collect() }
    }

    /// Returns the leader of the group of `name`.
    pub fn root(&self, name: u32) -> u32 {
        let mut at = name;
        while self.parent[at as usize] != at {
            at = self.parent[at as usize];
        }
        at
    }

    /// Makes one group of two.
    pub fn join(&mut self, a: u32, b: u32) {
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
    }

    /// Makes room for names added since.
    pub fn grow(&mut self, count: usize) {
        self.parent.extend(self.parent.len() as u32..count as u32);
    }
}
