//! Initials by which minutes call those who were there: *AV to write* is Ada Voss where a document names several by
//! letters, each of which one person of the pile has, and no article stands in front as before the letters of a body.

use std::collections::{BTreeMap, BTreeSet};

use super::person_name::NameParts;
use crate::graph::Groups;
use crate::index::merge::table::{Name, PERSON, Table};
use crate::judgement::Passages;
use crate::text::words::lexicon::{Flags, flags, known_kind};
use crate::text::words::wordlist::is_article;

/// Letters of several that one document has, at least.
const SEVERAL: usize = 3;
/// Letters of a first name and a surname, or of a surname of two.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=3;

/// Joins initials with the only person of the pile who has them.
pub(in crate::index::merge) fn join(table: &Table, groups: &mut Groups, passages: &dyn Passages) {
    let meant: BTreeMap<u32, u32> = {
        let bearers = bearers(table, groups);
        let lettered = table.names.iter().zip(0u32..).filter(|(name, _)| is_letters(name));
        let only = |(name, number): (&Name, u32)| match bearers.get(&name.key).map(BTreeSet::len) {
            Some(1) => bearers[&name.key].first().map(|&person| (number, person)),
            _ => None,
        };
        lettered.filter_map(only).collect()
    };
    let mut together: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    let mut of_body: BTreeSet<u32> = BTreeSet::new();
    for occurrence in table.occurrences.iter().filter(|occurrence| meant.contains_key(&occurrence.name)) {
        together.entry(occurrence.document).or_default().insert(occurrence.name);
        let text = passages.text(occurrence.unit as usize);
        let before = text.get(..occurrence.start as usize).unwrap_or_default().split_whitespace().next_back();
        if before.is_some_and(|word| is_article(&word.to_lowercase())) {
            of_body.insert(occurrence.name);
        }
    }
    for names in together.values_mut() {
        names.retain(|name| !of_body.contains(name));
    }
    for name in together.into_values().filter(|names| names.len() >= SEVERAL).flatten() {
        groups.join(meant[&name], name);
    }
}

/// The persons who are named in full, by their initials.
fn bearers(table: &Table, groups: &Groups) -> BTreeMap<String, BTreeSet<u32>> {
    let mut bearers: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for (name, number) in table.names.iter().zip(0u32..) {
        let parts = NameParts::of(&name.key);
        let somebody = 2 * name.votes[PERSON] > name.count() || flags(parts.first()).has(Flags::FIRST_NAME);
        if name.count() > 0 && somebody && parts.is_full() && !parts.is_initialled() {
            let initials: String = parts.words.iter().filter_map(|word| word.chars().next()).collect();
            bearers.entry(initials).or_default().insert(groups.root(number));
        }
    }
    bearers
}

/// True for two or three letters that nobody knows as anything else.
fn is_letters(name: &Name) -> bool {
    let capitals = |surface: &String| surface.chars().all(char::is_uppercase);
    LETTERS.contains(&name.key.chars().count())
        && name.proper > 0
        && name.surfaces.keys().all(capitals)
        && known_kind(&name.key).is_none()
}
