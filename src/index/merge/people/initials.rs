//! Initials by which minutes call those who were there: *AV to write* is Ada Voss where a document names several by
//! letters, each of which one person of the pile has, and no article stands in front as before the letters of a body.

use std::collections::{BTreeMap, BTreeSet};

use super::person_name::NameParts;
use crate::graph::Groups;
use crate::index::merge::table::{Name, Occurrence, PERSON, Table};
use crate::judgement::Passages;
use crate::text::words::lexicon::{Flags, flags, known_kind};
use crate::text::words::terms::{fold, last_word};
use crate::text::words::wordlist::is_article;

/// Letters of several that one document has, at least.
const SEVERAL: usize = 3;
/// Letters of a first name and a surname, or of a surname of two.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=3;

/// Parts letters of two that stand at the end of a line and at the head of the next.
pub(in crate::index::merge) fn part(table: &mut Table, passages: &dyn Passages) {
    let letters = |word: &&str| LETTERS.contains(&word.chars().count()) && word.chars().all(char::is_uppercase);
    let mut parted = Vec::new();
    table.occurrences.retain(|one| {
        let text = one.span().slice(passages.text(one.unit as usize)).unwrap_or_default();
        let pair = text.split_once('\n').map(|(a, b)| (a.trim_end(), b.trim_start()));
        let Some((a, b)) = pair.filter(|(a, b)| one.proper && letters(a) && letters(b)) else { return true };
        let behind = one.end - b.len() as u32;
        parted.push((a.to_owned(), Occurrence { end: one.start + a.len() as u32, kind: None, ..one.clone() }));
        parted.push((b.to_owned(), Occurrence { start: behind, kind: None, ..one.clone() }));
        false
    });
    for (letters, occurrence) in parted {
        let name = table.name(fold(&letters));
        table.occurrences.push(Occurrence { name, ..occurrence });
    }
    table.sort_occurrences();
}

/// Joins initials with the only person of the pile who has them.
pub(in crate::index::merge) fn join(table: &Table, groups: &mut Groups, passages: &dyn Passages) {
    let meant: BTreeMap<u32, u32> = {
        let bearers = bearers(table, groups);
        let lettered = table.names.iter().zip(0u32..).filter(|(name, _)| are_letters(name));
        let only = |(name, number): (&Name, u32)| {
            let meant = bearers.get(&letters(name)).filter(|meant| meant.len() == 1)?;
            meant.first().map(|&person| (number, person))
        };
        lettered.filter_map(only).collect()
    };
    let mut together: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    let (mut of_body, mut told) = (BTreeSet::new(), BTreeSet::new());
    for occurrence in table.occurrences.iter().filter(|occurrence| meant.contains_key(&occurrence.name)) {
        together.entry(occurrence.document).or_default().insert(occurrence.name);
        let text = passages.text(occurrence.unit as usize);
        let before = text.get(..occurrence.start as usize).unwrap_or_default().split_whitespace().next_back();
        if before.is_some_and(|word| is_article(&word.to_lowercase())) {
            of_body.insert(occurrence.name);
        }
        // *Ada Voss (AV)* says whose they are.
        let front = text.get(..occurrence.start as usize).and_then(|text| text.strip_suffix('(')).unwrap_or_default();
        let closed = text.get(occurrence.end as usize..).is_some_and(|behind| behind.starts_with(')'));
        let surname = fold(last_word(front.trim_end()));
        let person = &table.names[meant[&occurrence.name] as usize];
        if closed && !surname.is_empty() && person.words().any(|word| word == surname) {
            told.insert(occurrence.name);
        }
    }
    for names in together.values_mut() {
        names.retain(|name| !of_body.contains(name));
    }
    // Letters that stand for something else as well are somebody's where documents have several others, and as many as
    // have none.
    let known = |name: &u32| known_kind(&table.names[*name as usize].key).is_some();
    let are_several = |names: &BTreeSet<u32>| names.iter().filter(|name| !known(name)).count() >= SEVERAL;
    let count = |name: &u32, several: bool| {
        together.values().filter(|names| names.contains(name) && are_several(names) == several).count()
    };
    let alone: BTreeSet<u32> =
        meant.keys().copied().filter(|name| known(name) && count(name, false) > count(name, true)).collect();
    let several = together.values().filter(|names| are_several(names)).flatten().copied();
    let several = several.filter(|name| !alone.contains(name));
    for name in several.chain(told) {
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

/// The letters of a name, without what joins them: *AV-R* of Ada Voss-Reed.
fn letters(name: &Name) -> String {
    name.key.replace(' ', "")
}

/// True for two or three letters that are always written so.
fn are_letters(name: &Name) -> bool {
    let capitals = |surface: &String| surface.chars().all(|c| c.is_uppercase() || c == '-');
    LETTERS.contains(&letters(name).chars().count()) && name.proper > 0 && name.surfaces.keys().all(capitals)
}
