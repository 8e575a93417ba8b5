//! Which names are persons', by what extraction voted and by their words.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::genders::{contradict, is_addressed};
use super::person_name::{NameParts, same_person};
use super::speakers::Speakers;
use crate::index::merge::kinds::things::of_lines;
use crate::index::merge::spelling::cases::Cases;
use crate::index::merge::spelling::variants::{self, is_person as is_person_told};
use crate::index::merge::table::{CONCEPT, Name, PERSON, Table};
use crate::model::EntityType;
use crate::text::language::word_lists;
use crate::text::names::tag::is_ordinary_word;
use crate::text::names::{is_thing, is_trade, kind};
use crate::text::words::fold::{key, singular};
use crate::text::words::lexicon::{Flags, flags, flags_of_noun, known_kind};

word_lists! {
    static WORDS = "persons.toml": towns, learned, beside_monsieur
}

/// Letters that an office is shortened to.
const LETTERS: RangeInclusive<usize> = 2..=4;
/// In so many documents a first name may be anybody's.
const MANY_DOCUMENTS: usize = 40;

/// The names of a table, read as those of persons.
pub(super) struct Persons<'t> {
    pub table: &'t Table,
    /// Of each name, the surname last.
    pub parts: Vec<NameParts>,
    people: Vec<bool>,
}

impl<'t> Persons<'t> {
    /// Reads the names of a table. A speaker is a person, whatever the passages say, unless called by common words
    /// alone: a radio station in a log is none.
    pub fn of(table: &'t Table, speakers: &Speakers, cases: &Cases) -> Self {
        let mut parts: Vec<NameParts> = table.names.iter().map(|name| parts_of(table, name)).collect();
        if table.names.iter().any(|name| WORDS.beside_monsieur.has(name.words().next().unwrap_or_default())) {
            parts.iter_mut().for_each(NameParts::take_monsieur);
            // Where another language has the name as well, it may begin with an initial: *M. Voss* may be a woman.
            let otherwise = table.occurrences.iter().filter(|one| !speakers.says_monsieur[one.document as usize]);
            otherwise.for_each(|one| parts[one.name as usize].monsieur = false);
        }
        let (surnames, towns) = (surnames(table), towns(table));
        join_hyphened(table, &mut parts);
        take_letters(table, &mut parts);
        take_trades(table, &mut parts);
        let is_one = |(name, parts): (&Name, &NameParts)| match table.told {
            true => is_person_told(name) && is_called(name, parts),
            false => is_person(name, parts, &surnames, &towns) && !cases.calls_nobody(name),
        };
        let mut people: Vec<bool> = table.names.iter().zip(&parts).map(is_one).collect();
        of_lines(table).for_each(|name| people[name as usize] = false);
        for &name in speakers.of_document.iter().flatten() {
            people[name as usize] |= may_bear_name(&parts[name as usize]);
        }
        Self { table, parts, people }
    }

    pub fn name(&self, name: u32) -> &'t Name {
        &self.table.names[name as usize]
    }

    pub fn parts(&self, name: u32) -> &NameParts {
        &self.parts[name as usize]
    }

    pub fn is_person(&self, name: u32) -> bool {
        self.people[name as usize]
    }

    /// True for a person's first name and surname.
    pub fn is_full(&self, name: u32) -> bool {
        self.is_person(name) && self.parts(name).is_full()
    }

    /// True when two full names can be one person's.
    pub fn same(&self, a: u32, b: u32) -> bool {
        same_person(self.parts(a), self.parts(b)) && !self.contradict(a, b)
    }

    /// True where titles tell a woman from a man.
    pub fn contradict(&self, a: u32, b: u32) -> bool {
        contradict((&self.name(a).key, self.parts(a)), (&self.name(b).key, self.parts(b)))
    }

    /// All full names, in the table's order.
    pub fn full(&self) -> impl Iterator<Item = u32> {
        (0..self.table.names.len() as u32).filter(|&name| self.is_full(name))
    }

    /// True for a full name, and for one that nothing else is said of: behind a title or an office it is a person's as
    /// well.
    pub fn may_bear(&self, name: u32) -> bool {
        let votes = &self.name(name).votes;
        let is_person = |(kind, &votes)| votes == 0 || matches!(kind, PERSON | CONCEPT);
        self.is_full(name) || votes.iter().enumerate().all(is_person)
    }
}

/// True behind a title of somebody who has learned something: *Dr Voss*.
pub(super) fn is_learned(key: &str) -> bool {
    key.split_once(' ').is_some_and(|(title, _)| WORDS.learned.has(title))
}

/// Last words of names with *Mr*, *Mrs*, *Dr* and the like in front: whatever the word means, it is somebody's name.
fn surnames(table: &Table) -> BTreeSet<String> {
    let titled = table.names.iter().filter(|name| name.proper > 0).filter_map(|name| {
        let (_, rest) = name.key.split_once(' ')?;
        (is_addressed(&name.key) || is_learned(&name.key)).then(|| rest.rsplit(' ').next().map(str::to_owned))?
    });
    titled.filter(|word| word.chars().count() > 1).collect()
}

/// Names of towns, where the text calls them so: *City of Tarn*. They are nobody's surname.
fn towns(table: &Table) -> BTreeSet<String> {
    let named = table.names.iter().filter(|name| name.proper > 0);
    let fronted = named.filter_map(|name| WORDS.towns.iter().find_map(|front| name.key.strip_prefix(front)));
    fronted.filter_map(|rest| rest.rsplit(' ').next().map(str::to_owned)).collect()
}

/// True when the votes and the words let the name be a person's full name.
fn is_person(name: &Name, parts: &NameParts, surnames: &BTreeSet<String>, towns: &BTreeSet<String>) -> bool {
    if name.proper == 0 || name.common > name.proper {
        return false;
    }
    if parts.is_full() && towns.contains(parts.last()) && !parts.titled && !flags(parts.first()).has(Flags::FIRST_NAME)
    {
        return false;
    }
    // *Desmond Quill* where there is a *Mr Quill*, although a quill is a thing.
    let called = (2..=3).contains(&parts.words.len())
        && surnames.contains(parts.last())
        && (parts.is_initialled() || !is_ordinary_word(parts.first()) || !is_ordinary_word(parts.last()))
        && !is_thing(parts.first())
        && !flags(parts.first()).has(Flags::PLACE | Flags::FUNCTION);
    if called && parts.words.iter().all(|word| known_kind(word).is_none()) {
        return name.votes.iter().enumerate().all(|(kind, &votes)| kind == PERSON || votes * 2 <= name.proper);
    }
    if parts.is_full() && !parts.is_plausible() {
        return false;
    }
    let person = name.votes[PERSON];
    let other = name.votes_against_person();
    person > 0 && person >= other
}

/// True for what somebody is called, not for an office or a figure (*Deputy Speaker*, *the old woman*, *Auditor
/// General*, *portly gentlemen*, *Quill's clerk*), which a model calls a person as well: under a title, or with a word
/// that is a first name or no ordinary one.
fn is_called(name: &Name, parts: &NameParts) -> bool {
    let first_name = |word: &str| flags(word).has(Flags::FIRST_NAME);
    let names = |word: &String| first_name(word) || !is_ordinary_word(word) && !flags(word).has(Flags::ROLE);
    let owned = variants::is_owned(name);
    let sort = Flags::GENERIC | Flags::ROLE | Flags::HONORIFIC;
    let figure = parts.is_full() && !first_name(parts.first()) && flags_of_noun(parts.last()).has(sort);
    let roles = parts.words.iter().filter(|word| flags(word).has(Flags::ROLE | Flags::HONORIFIC)).count();
    let office = (parts.is_of_place() && flags(parts.first()).has(Flags::ROLE | Flags::HONORIFIC))
        || roles > 1 && !parts.words.iter().any(|word| first_name(word));
    !owned && (parts.titled || !figure && !office && parts.words.iter().any(names))
}

/// True unless each word of a name is a common one that names nobody: *Wardens Base*.
fn may_bear_name(parts: &NameParts) -> bool {
    let common =
        |word: &str| is_ordinary_word(word) || flags_of_noun(word).has(Flags::ROLE | Flags::GENERIC | Flags::ORG_HEAD);
    let names = |word: &String| flags(word).has(Flags::FIRST_NAME) || !common(word) && !common(&singular(word));
    parts.titled || parts.is_initialled() || parts.words.iter().any(names)
}

/// Makes one part of a surname of two, wherever somebody bears it with a hyphen behind a first name or a title: *Cllr
/// Orr-Lund* is called *Orr-Lund*, and not *Orr*.
fn join_hyphened(table: &Table, parts: &mut [NameParts]) {
    let pair = |parts: &NameParts| -> Option<String> {
        let [.., a, b] = parts.words.as_slice() else { return None };
        Some(format!("{a}-{b}"))
    };
    let hyphened = |name: &Name, pair: &str| {
        name.surfaces.keys().chain(name.written.iter()).any(|surface| fold_hyphen(surface).ends_with(pair))
    };
    let fronted = |parts: &NameParts| parts.words.len() > 2 || parts.titled;
    let borne: BTreeSet<String> = (table.names.iter().zip(&*parts))
        .filter(|(name, parts)| name.proper > 0 && fronted(parts))
        .filter_map(|(name, parts)| pair(parts).filter(|pair| hyphened(name, pair)))
        .collect();
    if borne.is_empty() {
        return;
    }
    for (name, parts) in table.names.iter().zip(parts) {
        if let Some(pair) = pair(parts).filter(|pair| borne.contains(pair) && hyphened(name, pair)) {
            parts.words.truncate(parts.words.len() - 2);
            parts.words.push(pair);
        }
    }
}

/// Persons whom letters in front of their surnames have to call, for the letters to be an office's.
const CALLED: usize = 2;

/// Takes letters in front of the surnames of several who are named in full for an office that all of them have: *AB
/// Voss* and *AB Orr* beside *Ada Voss* and *Tom Orr*.
fn take_letters(table: &Table, parts: &mut [NameParts]) {
    let is_letters = |word: &str| LETTERS.contains(&word.chars().count()) && word.chars().all(char::is_uppercase);
    let written = |surface: &String| surface.split(' ').next().is_some_and(is_letters);
    let lettered = |name: &Name| !name.surfaces.is_empty() && name.surfaces.keys().all(written);
    let named = |(name, parts): &(&Name, &NameParts)| {
        let known = flags(parts.first()).has(Flags::FIRST_NAME) || name.votes[PERSON] > 0;
        let borne = name.proper > 0 || name.written.is_some();
        parts.is_full() && !parts.titled && !lettered(name) && borne && known
    };
    let surnames: BTreeSet<String> =
        table.names.iter().zip(&*parts).filter(named).map(|(_, parts)| parts.last().to_owned()).collect();
    let fronted = |name: &Name, parts: &NameParts| {
        lettered(name) && parts.words.len() > 1 && !parts.titled && surnames.contains(parts.last())
    };
    let mut called: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, parts) in table.names.iter().zip(&*parts).filter(|(name, parts)| fronted(name, parts)) {
        called.entry(parts.first().to_owned()).or_default().insert(parts.words[1..].join(" "));
    }
    called.retain(|_, rests| rests.len() >= CALLED);
    for (name, parts) in table.names.iter().zip(parts) {
        if called.contains_key(parts.first()) && fronted(name, parts) {
            parts.words.remove(0);
            parts.titled = true;
        }
    }
}

/// Takes what somebody does for a title, in front of a surname that others bear with a first name: *Bauer Voss* beside
/// *Ada Voss*.
fn take_trades(table: &Table, parts: &mut [NameParts]) {
    let borne = |(name, parts): &(&Name, &NameParts)| {
        let known = flags(parts.first()).has(Flags::FIRST_NAME) || name.votes[PERSON] > 0;
        parts.is_full() && known && !is_trade(parts.first())
    };
    let surnames: BTreeSet<String> =
        table.names.iter().zip(&*parts).filter(borne).map(|(_, parts)| parts.last().to_owned()).collect();
    let trades = |parts: &&mut NameParts| {
        let lone = parts.words.len() == 2 && !parts.titled;
        lone && is_trade(parts.first()) && surnames.contains(parts.last())
    };
    for parts in parts.iter_mut().filter(trades) {
        parts.words.remove(0);
        parts.titled = true;
    }
}

/// A form of a name word by word as its key has them, with the hyphens that stand in it.
fn fold_hyphen(surface: &str) -> String {
    surface.split(['-', '‐', '‑']).map(key).collect::<Vec<_>>().join("-")
}

/// The parts of a name, the surname last.
fn parts_of(table: &Table, name: &Name) -> NameParts {
    let upright = if table.told { variants::upright(name) } else { None };
    let mut parts = NameParts::of(upright.as_deref().unwrap_or(&name.key));
    let short = name.surfaces.keys().chain(name.written.as_ref()).find_map(|surface| short_in(surface));
    short.into_iter().for_each(|short| parts.take_short(&key(short)));
    if name.surfaces.keys().any(|surface| has_initials(surface, parts.first())) {
        parts.part_initials();
    }
    parts
}

/// True for a name with the letters of a word as initials of their own: *R. V. Voss* and *R V Voss*, whose key begins
/// with `rv`.
fn has_initials(surface: &str, word: &str) -> bool {
    let single = |part: &&str| part.chars().count() == 1;
    if surface.split([' ', '.']).filter(single).nth(1).is_none() {
        return false;
    }
    let letters: Vec<String> = word.to_uppercase().chars().map(String::from).collect();
    letters.len() > 1 && [" ", ".", ". "].iter().any(|between| surface.contains(&letters.join(between)))
}

/// What a name has in quotation marks or brackets before its last word: *Sandy* of *Alasdair "Sandy" Mouat*.
fn short_in(surface: &str) -> Option<&str> {
    let inner = surface.split(' ').skip(1).find(|word| word.starts_with(['"', '“', '‘', '\'', '«', '(']))?;
    let short = inner.trim_matches(|c: char| !c.is_alphanumeric());
    (short.len() < inner.len() && !short.is_empty() && !surface.ends_with(inner)).then_some(short)
}

/// True when a folded name can be a person's at all; of somebody who `speaks`, unless common words alone make it.
pub(in crate::index::merge) fn may_be_called(key: &str, speaks: bool) -> bool {
    let parts = NameParts::of(key);
    !parts.is_full() || parts.is_plausible() || speaks && may_bear_name(&parts)
}

/// True when a lone name that was joined to nobody is better left out: a first name that documents drop in passing.
pub(in crate::index::merge) fn is_passing_first_name(name: &Name, spread: u32, documents: usize) -> bool {
    let mut words = name.words();
    let (Some(word), None) = (words.next(), words.next()) else { return false };
    if !flags(word).has(Flags::FIRST_NAME) || kind::by_words(word).is_some() {
        return false;
    }
    let often = name.count() / spread.max(1);
    // Among a few documents whoever is named again is somebody.
    let again = documents < MANY_DOCUMENTS && name.count() > 1;
    documents >= 4 && often < 4 && !again
}

/// Whether a lone name may stand for a person at all.
pub(super) fn may_be_person(name: &Name, parts: &NameParts) -> bool {
    if parts.titled {
        return true;
    }
    let word = parts.first();
    if word.chars().count() < 2 {
        return false;
    }
    match known_kind(&name.key) {
        Some(EntityType::Person) | None => {}
        Some(_) => return false,
    }
    let shouted = |surface: &String| surface.chars().all(|c| !c.is_lowercase());
    if !name.surfaces.is_empty() && name.surfaces.keys().all(shouted) && word.len() <= 5 {
        return false;
    }
    let place = flags(word).has(Flags::PLACE) && !flags(word).has(Flags::FIRST_NAME);
    !place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_station_that_speaks_is_nobody() {
        for station in ["wardens base", "control room", "night desk"] {
            assert!(!may_be_called(station, true), "{station}");
        }
        for somebody in ["ada voss", "will young", "dr reed", "j. wood"] {
            assert!(may_be_called(somebody, true), "{somebody}");
        }
    }
}
