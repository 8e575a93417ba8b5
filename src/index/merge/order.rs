//! How often and in what order each document names somebody: a surname that it uses many times before it names somebody in full,
//! once, is somebody else's.

use std::collections::HashMap;

use super::groups::Groups;
use super::table::Table;

/// A surname used so many times as often as the full name that stands behind it is somebody else's.
const BARE_BEFORE: u32 = 4;

/// How often each name stands in each document, and where first.
pub(super) struct Order {
    /// By document and name, of full names by document and group.
    bare: HashMap<(u32, u32), (u32, usize)>,
    full: HashMap<(u32, u32), (u32, usize)>,
}

impl Order {
    pub(super) fn of(table: &Table, groups: &Groups, full: impl Fn(u32) -> bool) -> Self {
        let mut order = Order { bare: HashMap::new(), full: HashMap::new() };
        for (place, occurrence) in table.occurrences.iter().enumerate() {
            let (counted, name) = match full(occurrence.name) {
                true => (&mut order.full, groups.root(occurrence.name)),
                false => (&mut order.bare, occurrence.name),
            };
            counted.entry((occurrence.document, name)).or_insert((0, place)).0 += 1;
        }
        order
    }

    /// True where a document uses a bare name long before, and far more often than, the full name of a person.
    pub(super) fn is_another(&self, document: u32, name: u32, person: u32) -> bool {
        let (Some(&(bare, first)), Some(&(full, later))) =
            (self.bare.get(&(document, name)), self.full.get(&(document, person)))
        else {
            return false;
        };
        first < later && bare > BARE_BEFORE * full
    }
}
