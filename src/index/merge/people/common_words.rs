//! Common words that are also somebody's surname: told by where they stand alone far more often than the full name
//! does.

use std::collections::HashMap;

use crate::graph::Groups;
use crate::index::merge::table::{Name, Table};

/// A lone word in this many times as many documents as a full name is not that person's surname: a pile may well name
/// somebody in full once, and by the surname in half a dozen letters.
const FAR_MORE: u32 = 12;
/// The same where the first name is a known one.
const FAR_MORE_KNOWN: u32 = 30;
/// Documents from which on the plural tells.
const FEWEST: u32 = 6;

/// The lone words that are not the surname of a person whose name ends in them: they stand in far more documents than
/// the full name, or in the plural about as often.
#[derive(Debug)]
pub(super) struct Matters {
    spread: Vec<u32>,
    plural: Vec<u32>,
    of_group: HashMap<u32, u32>,
}

impl Matters {
    pub fn of(table: &Table, groups: &Groups, spread: &[u32]) -> Self {
        let plural = |name: &Name| match name.key.contains(' ') {
            true => 0,
            false => table.by_key.get(&format!("{}s", name.key)).map_or(0, |&many| spread[many as usize]),
        };
        let mut of_group: HashMap<u32, u32> = HashMap::new();
        for (number, name) in table.names.iter().enumerate().filter(|(_, name)| name.key.contains(' ')) {
            let documents = of_group.entry(groups.root(number as u32)).or_default();
            *documents += spread[number].max(u32::from(name.written.is_some()));
        }
        Self { plural: table.names.iter().map(plural).collect(), spread: spread.to_vec(), of_group }
    }

    /// True where `lone` is no surname of `person`.
    pub fn is(&self, lone: u32, person: u32, known: bool) -> bool {
        let (alone, plural) = (self.spread[lone as usize], self.plural[lone as usize]);
        let full = self.of_group.get(&person).copied().unwrap_or(0).max(1);
        // Whoever has a first name that we know is named in full once and by the surname from then on.
        let far = if known { FAR_MORE_KNOWN } else { FAR_MORE };
        alone >= far * full || alone >= FEWEST && plural * 2 >= alone
    }
}
