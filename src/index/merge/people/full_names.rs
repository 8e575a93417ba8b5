//! Full names that are one person's: under a title or an office, with another first name or initial, misspelled; inside
//! a document first, then over the corpus.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::distinctions::Apart;
use super::genders::{Gender, gender};
use super::person_name::{NameParts, behind_office, key_of, same_person};
use super::persons::Persons;
use super::speakers::Speakers;
use crate::graph::Groups;
use crate::index::ragged::Ragged;
use crate::model::EntityType;
use crate::text::names::tag::is_ordinary_word;
use crate::text::words::lexicon::{Flags, flags, known_kind};

/// How many times as often a bare name has to be mentioned as a person as in any other way, to be a person.
const NEARLY_ALL: u32 = 8;
/// How many times rarer than another a spelling has to be to be a misspelling of it.
const SLIP: u32 = 4;
/// Letters of what stands behind a name for what somebody has learned.
const LETTERS: RangeInclusive<usize> = 2..=6;
/// Full names of one document above which they are not compared with each other: a list rather than a text.
pub(super) const MANY_BEARERS: usize = 400;

/// The full names of each document, speakers included.
pub(super) fn of_documents(persons: &Persons<'_>, speakers: &Speakers) -> Ragged<u32> {
    let spoken =
        speakers.of_document.iter().enumerate().flat_map(|(document, names)| names.iter().map(move |&n| (document, n)));
    let occurrences = persons.table.occurrences.iter();
    let named = occurrences.map(|occurrence| (occurrence.document as usize, occurrence.name));
    let mut names: Vec<(usize, u32)> = spoken.chain(named).filter(|&(_, name)| persons.is_full(name)).collect();
    names.sort_unstable();
    names.dedup();
    Ragged::sorted(speakers.of_document.len(), names.iter().copied())
}

/// Titles in front do not make another person: *Dr. Ana Prieto* is *Ana Prieto*, *President Obama* is *Obama*. A lone
/// first name is left alone: there are many a *King Edward*.
pub(super) fn join_titled(persons: &Persons<'_>, groups: &mut Groups) {
    for name in 0..persons.table.names.len() as u32 {
        let parts = persons.parts(name);
        let surname = is_lone_surname(parts);
        if parts.titled
            && (persons.is_full(name) || surname)
            && let Some(&other) = persons.table.by_key.get(&key_of(&parts.words))
            && !persons.contradict(name, other)
            && (persons.is_full(other)
                || known_kind(parts.first()) == Some(EntityType::Person)
                || persons.is_full(name) && persons.may_bear(other))
        {
            groups.join(name, other);
        }
        // An office of several words in front: *Prime Minister Ada Voss*, *Harbour Secretary Ada Voss*.
        let words = &parts.words;
        if let Some(&other) = behind_office(words).and_then(|rest| persons.table.by_key.get(&key_of(rest)))
            && persons.may_bear(other)
        {
            groups.join(name, other);
        }
        // One that is no title we know: *Canon Ada Voss*, *Inspector Ada Voss*.
        if words.len() >= 3
            && (is_ordinary_word(&words[0]) || flags(&words[0]).has(Flags::ROLE))
            && !flags(&words[0]).has(Flags::FIRST_NAME)
            && !flags(&words[1]).has(Flags::ROLE | Flags::HONORIFIC)
            && let Some(&other) = persons.table.by_key.get(&key_of(&words[1..]))
            && persons.is_full(other)
        {
            groups.join(name, other);
        }
    }
}

/// True for one word that is neither a first name nor a place.
fn is_lone_surname(parts: &NameParts) -> bool {
    !parts.is_full() && !flags(parts.first()).has(Flags::FIRST_NAME | Flags::PLACE)
}

/// *Captain Ahlers* and *Ahlers*, who is never named in full: one person where all that are called so by a title can be
/// one, they are named in one document, and nothing else is said of the bare name.
pub(super) fn join_bare(persons: &Persons<'_>, groups: &mut Groups) {
    // *Parsee Ahlers*, met with once, is nobody beside them; whoever has a first name may be meant.
    let mut rivals: BTreeMap<&str, u32> = BTreeMap::new();
    for name in persons.full() {
        let parts = persons.parts(name);
        let told = parts.titled || flags(parts.first()).has(Flags::FIRST_NAME);
        let rival = rivals.entry(parts.last()).or_default();
        *rival = (*rival).max(if told { u32::MAX } else { persons.name(name).count() });
    }
    let mut titled: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for name in 0..persons.table.names.len() as u32 {
        let parts = persons.parts(name);
        if parts.titled && is_lone_surname(parts) && persons.name(name).proper > 0 {
            titled.entry(parts.first()).or_default().push(name);
        }
    }
    let mut documents: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    let bare = |word: &str| persons.table.by_key.get(&key_of(&[word])).copied();
    let of_interest: BTreeSet<u32> =
        titled.iter().flat_map(|(word, names)| names.iter().copied().chain(bare(word))).collect();
    for occurrence in persons.table.occurrences.iter().filter(|occurrence| of_interest.contains(&occurrence.name)) {
        documents.entry(occurrence.name).or_default().insert(occurrence.document);
    }
    let none = BTreeSet::new();
    let of = |name: u32| documents.get(&name).unwrap_or(&none);
    for (word, names) in titled {
        let Some(bare) = bare(word) else { continue };
        // Of man and wife the bare name is hardly hers.
        let hers = names.iter().any(|&name| gender(&persons.name(name).key) == Some(Gender::Woman));
        let one = !hers && names.iter().all(|&a| names.iter().all(|&b| !persons.contradict(a, b)));
        let together = names.iter().all(|&name| !of(name).is_disjoint(of(bare)));
        let known = persons.name(bare);
        let rival = rivals.get(word).copied().unwrap_or_default();
        if one
            && together
            && rival.saturating_mul(NEARLY_ALL) <= known.proper
            && known.proper > known.common * NEARLY_ALL
            && known.votes_against_person() * NEARLY_ALL <= known.proper
        {
            for name in names {
                groups.join(name, bare);
            }
        }
    }
}

/// Variants of one name inside a document, of which `names` are the full ones.
pub(super) fn join_variants(persons: &Persons<'_>, groups: &mut Groups, names: &[u32], apart: &Apart) {
    if names.len() > MANY_BEARERS {
        return;
    }
    let of = |name: u32| persons.parts(name);
    let knighted = knighted(persons, names);
    // *Y. Quill* is neither Yann nor Ysolde where there are both.
    let doubtful = |name: u32| {
        if !persons.table.told || !of(name).is_initialled() {
            return false;
        }
        let meant = names.iter().filter(|&&other| !of(other).is_initialled() && same_person(of(name), of(other)));
        let firsts: BTreeSet<&str> = meant.map(|&other| of(other).first()).collect();
        firsts.len() > 1
    };
    let read: Vec<(u32, bool)> = names.iter().map(|&name| (name, doubtful(name))).collect();
    for (i, &(a, a_doubtful)) in read.iter().enumerate() {
        for &(b, b_doubtful) in &read[i + 1..] {
            let alike = of(a).is_initialled() == of(b).is_initialled() || !a_doubtful && !b_doubtful;
            let nickname = of(a).first() != of(b).first();
            if persons.same(a, b)
                && alike
                && !apart.are(groups, a, b)
                && !(nickname && is_one_knighted(&knighted, groups, (a, b)))
            {
                groups.join(a, b);
            }
        }
    }
}

/// Those of some names that have *Sir* in front.
pub(super) fn knighted(persons: &Persons<'_>, names: &[u32]) -> Vec<u32> {
    names.iter().copied().filter(|&name| persons.parts(name).knighted).collect()
}

/// True where one of two is *Sir Thomas*, of whom there are the names given, and the other is not: nobody of rank is
/// called by a nickname elsewhere, and *Tom* is the son.
pub(super) fn is_one_knighted(knighted: &[u32], groups: &Groups, (a, b): (u32, u32)) -> bool {
    let is_one = |person: u32| {
        let root = groups.root(person);
        knighted.iter().any(|&name| groups.root(name) == root)
    };
    is_one(a) != is_one(b)
}

/// *Ada Voss FMA* is *Ada Voss*: letters behind a name in full say what somebody has learned, or is of.
pub(super) fn join_lettered(persons: &Persons<'_>, groups: &mut Groups) {
    let lettered = |surface: &String| {
        surface.rsplit_once(' ').is_some_and(|(front, last)| {
            front.contains(char::is_lowercase)
                && LETTERS.contains(&last.chars().count())
                && last.chars().all(char::is_uppercase)
        })
    };
    for (name, number) in persons.table.names.iter().zip(0u32..) {
        let front = name.key.rsplit_once(' ').and_then(|(front, _)| persons.table.by_key.get(front));
        if let Some(&front) = front.filter(|&&front| persons.is_full(front))
            && !name.surfaces.is_empty()
            && name.surfaces.keys().all(lettered)
        {
            groups.join(number, front);
        }
    }
}

/// *Ada Jane*, whom a register names behind *VOSS,*, is *Ada Jane Voss*: first names alone, in front of one surname in
/// all.
pub(super) fn join_unsurnamed(persons: &Persons<'_>, groups: &mut Groups) {
    let given = |word: &String| flags(word).has(Flags::FIRST_NAME);
    let mut longer: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for name in persons.full().filter(|&name| persons.parts(name).words.len() > 2) {
        let words = &persons.parts(name).words;
        for end in 2..words.len() {
            longer.entry(key_of(&words[..end])).or_default().insert(name);
        }
    }
    for name in persons.full().filter(|&name| persons.parts(name).words.iter().all(given)) {
        let named: BTreeSet<&u32> = longer.get(&key_of(&persons.parts(name).words)).into_iter().flatten().collect();
        let roots: BTreeSet<u32> = named.iter().map(|&&name| groups.root(name)).collect();
        if let (1, Some(&only)) = (roots.len(), roots.first()) {
            groups.join(name, only);
        }
    }
}

/// Variants over the corpus that have a middle name or an initial more.
pub(super) fn join_longer(persons: &Persons<'_>, groups: &mut Groups) {
    let mut by_ends: BTreeMap<(&str, &str), Vec<u32>> = BTreeMap::new();
    for name in persons.full() {
        let parts = persons.parts(name);
        for first in [Some(parts.first()), parts.short.as_deref()].into_iter().flatten() {
            by_ends.entry((first, parts.last())).or_default().push(name);
        }
    }
    for names in by_ends.values() {
        let Some(&short) = names.iter().min_by_key(|&&name| persons.parts(name).words.len()) else { continue };
        // *John F. Orr* and *John Pell Orr* are not both *John Orr*: the one named more is.
        let mut usual: Vec<u32> = names.iter().copied().filter(|&name| name != short).collect();
        usual.sort_by_key(|&name| (Reverse(persons.name(name).count()), name));
        for name in usual {
            let root = groups.root(short);
            let known = names.iter().filter(|&&known| groups.root(known) == root);
            let suits = |&known: &u32| persons.same(known, name);
            if known.into_iter().all(suits) {
                groups.join(short, name);
            }
        }
    }
}

/// Over the corpus, an initial joins the one full name it can stand for, and a slip of one letter in a surname the far
/// more frequent spelling.
pub(super) fn join_initials_and_slips(persons: &Persons<'_>, groups: &mut Groups) {
    let Persons { table, parts, .. } = persons;
    let full: Vec<u32> = persons.full().collect();
    let mut by_last: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    let mut by_first: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    let mut by_called: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for &name in &full {
        by_last.entry(parts[name as usize].last()).or_default().push(name);
        by_first.entry(parts[name as usize].first()).or_default().push(name);
        for first in parts[name as usize].first_names() {
            by_called.entry(first).or_default().push(name);
        }
    }
    for names in by_last.values().filter(|names| names.len() <= MANY_BEARERS) {
        for &short in names.iter().filter(|&&name| parts[name as usize].is_initialled()) {
            let mut owners: Vec<u32> = names
                .iter()
                .filter(|&&name| !parts[name as usize].is_initialled())
                .filter(|&&name| same_person(&parts[short as usize], &parts[name as usize]))
                .map(|&name| groups.root(name))
                .collect();
            owners.sort_unstable();
            owners.dedup();
            if let [only] = owners.as_slice() {
                groups.join(short, *only);
            }
        }
    }
    // *QUILL D* as registers and logs have it.
    for (number, name) in table.names.iter().enumerate().filter(|(_, name)| name.proper > 0) {
        let Some((surname, initial)) = name.key.split_once(' ').filter(|(_, rest)| rest.chars().count() == 1) else {
            continue;
        };
        let of_surname = by_last.get(surname).into_iter().flatten();
        let mut owners: Vec<u32> = of_surname
            .filter(|&&name| parts[name as usize].first().starts_with(initial))
            .map(|&name| groups.root(name))
            .collect();
        // *Desmond Q*, as chats and lists call those of whom there might be two.
        let of_first = by_called.get(surname).into_iter().flatten();
        let written_out = |name: u32| parts[name as usize].last().chars().count() > 1;
        owners.extend(
            of_first
                .filter(|&&name| written_out(name) && parts[name as usize].last().starts_with(initial))
                .map(|&name| groups.root(name)),
        );
        owners.sort_unstable();
        owners.dedup();
        if let [only] = owners.as_slice() {
            groups.join(number as u32, *only);
        }
    }
    for names in by_first.values().filter(|names| names.len() <= MANY_BEARERS) {
        for &slip in names {
            let rare = table.names[slip as usize].count();
            let meant = names.iter().copied().find(|&name| {
                let usual = table.names[name as usize].count();
                usual >= SLIP * rare
                    && parts[slip as usize].last() != parts[name as usize].last()
                    && same_person(&parts[slip as usize], &parts[name as usize])
            });
            if let Some(name) = meant {
                groups.join(slip, name);
            }
        }
    }
}

/// True for two names that stood side by side once: *Tom Orr Voss* where there is a *Tom Orr* besides.
pub(super) fn is_glued(persons: &Persons<'_>, groups: &Groups, name: u32) -> bool {
    let words = &persons.parts(name).words;
    let Some((_, front)) = words.split_last().filter(|(_, front)| front.len() > 1) else { return false };
    let alone = || persons.table.by_key.get(&key_of(front));
    let is_other = |&other: &u32| persons.is_full(other) && groups.root(other) != groups.root(name);
    persons.name(name).count() == 1 && alone().is_some_and(is_other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::merge::people::person_name::NameParts;
    use crate::text::words::fold;

    fn same(a: &str, b: &str) -> bool {
        same_person(&NameParts::of(&fold::key(a)), &NameParts::of(&fold::key(b)))
    }

    #[test]
    fn variants_of_one_name() {
        for (a, b) in [
            ("Ana Prieto", "Dr. Ana Prieto"),
            ("Steven Moreau", "Stevie Moreau"),
            ("William A. Ortega", "William Ortega"),
            ("Bill Ortega", "William Ortega"),
            ("J. Prieto", "Juana Prieto"),
            ("Dagny Kollar", "Dagny Koller"),
            ("Neil van Tarsen", "Neil Tarsen"),
        ] {
            assert!(same(a, b), "{a} and {b}");
        }
        for (a, b) in [
            ("Ana Prieto", "Juan Prieto"),
            ("Ana Prieto", "Ana Costa"),
            ("John B. Orr", "John C. Orr"),
            ("Ana", "Ana Prieto"),
            ("T. Berners-Lee", "T. Lee"),
            ("Y. Zhang", "Y. Zheng"),
        ] {
            assert!(!same(a, b), "{a} and {b}");
        }
    }
}
