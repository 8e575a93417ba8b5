//! How often and in what order each document names somebody: a surname that it uses many times before it names somebody
//! in full, once, is somebody else's. A bare name in a heading tells nothing: a title stands before everything.

use std::collections::HashMap;

use crate::graph::Groups;
use crate::index::merge::table::Table;
use crate::judgement::Passages;
use crate::model::SentenceKind;

/// A surname that a document uses more than this many times as often as a full name belongs to another person.
const BARE_BEFORE: u32 = 4;

/// How often each name stands in each document, and where first.
pub(super) struct Order {
    /// By document and name, of full names by document and group.
    bare: HashMap<(u32, u32), (u32, usize)>,
    full: HashMap<(u32, u32), (u32, usize)>,
}

impl Order {
    pub(super) fn of(table: &Table, groups: &Groups, passages: &dyn Passages, full: impl Fn(u32) -> bool) -> Self {
        let mut order = Order { bare: HashMap::new(), full: HashMap::new() };
        let mut at = None;
        for (place, occurrence) in table.occurrences.iter().enumerate() {
            let (_, passage) = at
                .take_if(|(unit, _)| *unit == occurrence.unit)
                .unwrap_or_else(|| (occurrence.unit, passages.at(occurrence.unit as usize)));
            let sentence = passage.document.sentences.get(occurrence.sentence as usize);
            let heading = sentence.is_some_and(|sentence| sentence.kind == SentenceKind::Heading);
            at = Some((occurrence.unit, passage));
            // Whoever a title names in full is introduced by it.
            if heading && !full(occurrence.name) {
                continue;
            }
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
        let (Some(&(_, first)), Some(&(_, later))) =
            (self.bare.get(&(document, name)), self.full.get(&(document, person)))
        else {
            return false;
        };
        first < later && self.is_seldom_full(document, name, person)
    }

    /// True where a document names a person in full before it uses a name for the first time.
    pub(super) fn introduces(&self, document: u32, name: u32, person: u32) -> bool {
        let (bare, full) = (self.bare.get(&(document, name)), self.full.get(&(document, person)));
        bare.zip(full).is_some_and(|(bare, full)| full.1 < bare.1)
    }

    /// True where a document uses a bare name far more often than the full name of a person.
    pub(super) fn is_seldom_full(&self, document: u32, name: u32, person: u32) -> bool {
        let count = |counted: &HashMap<(u32, u32), (u32, usize)>, name| {
            counted.get(&(document, name)).map_or(0, |&(count, _)| count)
        };
        far_more(count(&self.bare, name), count(&self.full, person))
    }
}

/// True for a bare name that is used so much more than the full name that it is another's.
pub(super) fn far_more(bare: u32, full: u32) -> bool {
    bare > BARE_BEFORE * full
}
