//! Full names that documents tell apart, however alike they are: two who both speak, or who are named side by side.

use std::collections::BTreeSet;

use super::person_name::NameParts;
use crate::graph::Groups;
use crate::index::merge::table::Table;
use crate::judgement::Passages;

/// Pairs of names that are two persons'.
#[derive(Debug, Default)]
pub(super) struct Apart {
    pairs: BTreeSet<(u32, u32)>,
}

impl Apart {
    /// Finds the pairs among the full names: of the speakers of each document, and of names that a list or *and* joins.
    pub fn of(
        table: &Table,
        parts: &[NameParts],
        full: impl Fn(u32) -> bool,
        speakers: &[Vec<u32>],
        passages: &dyn Passages,
    ) -> Apart {
        let mut apart = Apart::default();
        for names in speakers {
            for (at, &a) in names.iter().enumerate() {
                names[at + 1..].iter().for_each(|&b| apart.tell(a, b, parts));
            }
        }
        let mut before: Option<&crate::index::merge::table::Occurrence> = None;
        for occurrence in table.occurrences.iter().filter(|occurrence| full(occurrence.name)) {
            if let Some(before) = before.filter(|before| before.unit == occurrence.unit)
                && let Some(between) =
                    passages.text(occurrence.unit as usize).get(before.span().end..occurrence.span().start)
                && matches!(between.trim(), "and" | "or" | "&" | "," | ", and" | ", or")
            {
                apart.tell(before.name, occurrence.name, parts);
            }
            before = Some(occurrence);
        }
        apart
    }

    /// Initials and slips are told apart by nobody: only first names that are written out differ.
    fn tell(&mut self, a: u32, b: u32, parts: &[NameParts]) {
        let (of_a, of_b) = (&parts[a as usize], &parts[b as usize]);
        let written = |parts: &NameParts| parts.is_full() && !parts.is_initialled();
        if of_a.last() == of_b.last() && of_a.first() != of_b.first() && written(of_a) && written(of_b) {
            self.pairs.insert((a.min(b), a.max(b)));
        }
    }

    /// True when joining two names would make one of two that are told apart.
    pub fn are(&self, groups: &Groups, a: u32, b: u32) -> bool {
        let (a, b) = (groups.root(a), groups.root(b));
        self.pairs.iter().any(|&(x, y)| {
            let (x, y) = (groups.root(x), groups.root(y));
            (x, y) == (a, b) || (y, x) == (a, b)
        })
    }
}
