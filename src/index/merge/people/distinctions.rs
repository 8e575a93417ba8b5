//! Full names that documents tell apart, however alike they are: two who both speak, or who are named side by side.

use std::collections::{BTreeMap, BTreeSet};

use super::person_name::NameParts;
use crate::graph::Groups;
use crate::index::merge::table::Table;
use crate::judgement::Passages;
use crate::text::language::word_lists;

word_lists! { static WORDS = "distinctions.toml": between }

/// For each name those that are another person's.
#[derive(Debug, Default)]
pub(super) struct Apart {
    others: BTreeMap<u32, BTreeSet<u32>>,
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
                && WORDS.between.has(between.trim())
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
            self.others.entry(a).or_default().insert(b);
            self.others.entry(b).or_default().insert(a);
        }
    }

    /// True when joining two names would make one of two that are told apart.
    pub fn are(&self, groups: &Groups, a: u32, b: u32) -> bool {
        let root = groups.root(b);
        let others = groups.members(a).filter_map(|name| self.others.get(&name));
        others.flatten().any(|&other| groups.root(other) == root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_one_name_of_somebody_is_told_apart_from_is_another_than_all_of_them() {
        let parts = ["ada quill", "tom quill", "t quill", "ada m quill", "tom orr"].map(NameParts::of);
        let mut apart = Apart::default();
        apart.tell(0, 1, &parts);
        apart.tell(0, 2, &parts);
        apart.tell(0, 4, &parts);
        let mut groups = Groups::new(parts.len());
        assert!(apart.are(&groups, 0, 1) && apart.are(&groups, 1, 0));
        assert!(!apart.are(&groups, 0, 2), "an initial may be anybody's");
        assert!(!apart.are(&groups, 0, 4) && !apart.are(&groups, 3, 1));
        groups.join(3, 0);
        groups.join(2, 1);
        assert!(apart.are(&groups, 3, 2) && apart.are(&groups, 2, 3));
    }
}
