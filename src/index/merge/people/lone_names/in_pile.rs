//! Lone names that their own document does not tell: over the pile they are somebody's where only one can be meant, by
//! a surname, a title, a first name that nobody shares, or the company that the document keeps.

use std::collections::BTreeSet;

use super::{INTRODUCED, LoneNames, OUTWEIGHED};
use crate::index::merge::people::full_names::MANY_BEARERS;
use crate::index::merge::people::genders::{Address, Gender};
use crate::index::merge::people::nicknames::long_forms;
use crate::index::merge::people::person_name::NameParts;
use crate::index::merge::people::persons::is_learned;
use crate::index::merge::table::Occurrence;
use crate::text::names::tag::is_ordinary_word;
use crate::text::words::lexicon::{Flags, flags};

/// Documents with a bare name, where the one who bears it in full is named once in all.
const NAMED_BY_MANY: u32 = 4;
/// A lone name that is used so many times as often as its only bearer is mentioned is another's.
const ANOTHERS: u32 = 32;
/// Documents from which on it tells something that one is named in most.
const ENOUGH: usize = 8;
/// Documents of a person in which it is looked for who is named with them.
const LOOKED_AT: usize = 50;

impl LoneNames<'_> {
    /// The only one of the pile who has a first name by which its records call somebody throughout.
    fn called_in_records(&self, name: u32) -> Option<u32> {
        let word = self.persons.parts(name).first();
        let bearers = self.by_first_name.get(word).filter(|_| self.doers.contains(&name))?;
        let &only = bearers.first().filter(|_| bearers.len() == 1 && !self.by_surname.contains_key(word))?;
        let others = self.persons.name(name).count();
        let introduced = self.weight(only) >= INTRODUCED;
        (introduced && others <= ANOTHERS * self.weight(only)).then_some(only)
    }

    /// The only one of the pile who has the first name that stands alone behind a title, where it is nobody's surname:
    /// of those called *Sir* or *Dame* in full; behind *Dr* or *Prof*, of those who are called so, or in whose company
    /// the document is.
    fn called_by_title(&self, occurrence: &Occurrence) -> Option<u32> {
        let lone = self.persons.parts(occurrence.name);
        let learned = is_learned(&self.persons.name(occurrence.name).key);
        let is_letter = lone.first().chars().count() < 2;
        if lone.is_full() || is_letter || !lone.knighted && !learned || self.by_surname.contains_key(lone.first()) {
            return None;
        }
        let bearers = self.by_first_name.get(lone.first())?;
        if lone.knighted {
            return self.foremost(&bearers.intersection(&self.knighted).copied().collect::<Vec<_>>());
        }
        let only = self.foremost(&bearers.iter().copied().collect::<Vec<_>>())?;
        (self.learned.contains(&only) || self.keeps_company(occurrence.document, only)).then_some(only)
    }

    /// True for a short first name that nobody bears in full.
    pub(super) fn is_nickname(&self, lone: &NameParts) -> bool {
        let word = lone.first();
        !lone.titled
            && !lone.is_full()
            && !long_forms(word).is_empty()
            && !self.by_first_name.contains_key(word)
            && !self.by_surname.contains_key(word)
    }

    /// The only one of the pile who has a name, or a first name that it is short for, where hardly anybody shares one.
    fn called_in_pile(&self, occurrence: &Occurrence) -> Option<u32> {
        let lone = self.persons.parts(occurrence.name);
        let word = lone.first();
        let barred = lone.titled
            || lone.is_full()
            || self.persons.table.told
            || flags(word).has(Flags::PLACE) && !flags(word).has(Flags::FIRST_NAME)
            || self.of_no_person.contains(&(occurrence.document, occurrence.name));
        if barred {
            return None;
        }
        let long = if self.is_nickname(lone) { long_forms(word) } else { &[] };
        let shortened = self.shortened.get(&occurrence.name).copied();
        let called = [word].into_iter().chain(long.iter().copied()).chain(shortened);
        let bearers = called.filter_map(|name| self.by_first_name.get(name));
        // A surname that is a first name elsewhere, too: *Adebayo*.
        let bearers: BTreeSet<u32> = bearers.chain(self.by_surname.get(word)).flatten().copied().collect();
        let whole_name = shortened.unwrap_or(word);
        let known = |only: &u32| self.known.contains(only) || self.is_first_name_here(whole_name);
        let only = self.foremost(&bearers.into_iter().collect::<Vec<_>>()).filter(known)?;
        // A word that no lexicon has, or that means something, is a firm's or a thing's as well, unless whoever bears
        // it speaks.
        let given = flags(word).has(Flags::FIRST_NAME) || !long_forms(word).is_empty() || self.spoken.contains(&only);
        if is_ordinary_word(word) && !given {
            return None;
        }
        // Of whom a document names in full its own lines have told whether they are meant.
        let here = self.full_names.of(occurrence.document as usize);
        let others = self.persons.table.names[occurrence.name as usize].count();
        let told_here = here.iter().any(|&name| self.groups.root(name) == only);
        // A short form may be anybody's.
        let whole = self.by_first_name.contains_key(word);
        let company = || given && whole && self.keeps_company(occurrence.document, only);
        let meant = self.by_first_name_alone || company();
        (meant && !told_here && others <= ANOTHERS * self.weights[&only]).then_some(only)
    }

    /// True where a document names in full those whom others name together with a person: two of them, or half of all.
    /// Whoever most documents name, as the hosts of all talks, is nobody's company.
    fn keeps_company(&self, document: u32, person: u32) -> bool {
        let here = self.full_names.of(document as usize);
        if here.len() > MANY_BEARERS {
            return false;
        }
        let is_anywhere = |person: &u32| {
            let documents = self.documents.get(person).map_or(0, Vec::len);
            self.persons.table.documents >= ENOUGH && 2 * documents > self.persons.table.documents
        };
        let mut named: BTreeSet<u32> = here.iter().map(|&name| self.groups.root(name)).collect();
        named.retain(|person| !is_anywhere(person));
        let with = self.documents.get(&person).into_iter().flatten().take(LOOKED_AT);
        let company: BTreeSet<u32> =
            with.flat_map(|&other| self.full_names.of(other as usize)).map(|&name| self.groups.root(name)).collect();
        let shared = named.intersection(&company).count();
        shared > 1 || shared > 0 && shared * 2 >= named.len()
    }

    /// True for a word that no lexicon has and that opens the name of one alone, who is a person often named; for one
    /// that means something as well, of one who speaks.
    fn is_first_name_here(&self, word: &str) -> bool {
        let bearers = self.by_first_name.get(word).filter(|_| !self.by_surname.contains_key(word));
        let only = bearers.and_then(|bearers| bearers.first().filter(|_| bearers.len() == 1));
        only.is_some_and(|&only| {
            self.weight(only) >= INTRODUCED && (!is_ordinary_word(word) || self.spoken.contains(&only))
        })
    }

    /// The only one of several who is called by a title in full, unless another of them is spoken of far more: *Mr
    /// Voss* of a pile is hardly the *Mr Tom Voss* whom it names once. Where two may be meant nobody is.
    fn unless_outweighed(&self, titled: u32, owners: &[u32]) -> Option<u32> {
        let heavier = owners.iter().any(|&other| self.weight(other) > OUTWEIGHED * self.weight(titled));
        if heavier { self.foremost(owners) } else { Some(titled) }
    }

    /// Over the corpus a surname must be unique, and neither a first name nor a place's or a firm's.
    pub(super) fn over_the_corpus(&self, occurrence: &Occurrence, address: &Address) -> Option<u32> {
        let lone = self.persons.parts(occurrence.name);
        let word = lone.first();
        let first_name = || {
            flags(word).has(Flags::FIRST_NAME)
                || self.is_first_name_here(word)
                || self.is_nickname(lone)
                || self.shortened.contains_key(&occurrence.name)
        };
        if !lone.titled && !lone.is_full() && first_name() {
            return self.called_in_records(occurrence.name).or_else(|| self.called_in_pile(occurrence));
        }
        if let Some(person) = self.called_by_title(occurrence) {
            return Some(person);
        }
        if !lone.titled
            && (self.of_no_person.contains(&(occurrence.document, occurrence.name))
                || self.of_firms.contains(&occurrence.name)
                || flags(word).has(Flags::FIRST_NAME | Flags::PLACE))
            || lone.is_full()
        {
            return None;
        }
        // Of an initial nobody can tell whether it is a woman's: *A. Voss* is not *Mrs Voss* of another document.
        let known = |person: u32| {
            address.gender != Some(Gender::Woman)
                || self.genders.contains_key(&person)
                || !self.persons.parts(person).is_initialled()
        };
        let suits = |&&person: &&u32| self.suits(occurrence, address, person) && known(person);
        // As in one document: what so many bear tells none of them, and each mention would look at all of them again.
        let bearers = self.by_surname.get(word).filter(|bearers| bearers.len() <= MANY_BEARERS)?;
        let mut owners: Vec<u32> = bearers.iter().filter(suits).copied().collect();
        // *Basic Vossler* is a book of his, and nobody besides.
        if owners.iter().any(|person| self.known.contains(person)) {
            owners.retain(|person| self.known.contains(person) || self.spoken.contains(person));
        }
        // Whoever is known to bear the title comes before those of whom nothing is known.
        let bears_title = |person: &&u32| self.genders.get(person).is_some_and(|known| known.1);
        let mut titled = owners.iter().filter(|person| address.gender.is_some() && bears_title(person));
        let holder = self.offices.holder(self.persons, occurrence.name, owners.iter().copied());
        let person = match (owners.as_slice(), titled.next(), titled.next()) {
            ([only], ..) => *only,
            // An office is held by few; *Mr* anybody is.
            _ if holder.is_some() && address.gender.is_none() => holder?,
            _ if holder.is_some() => self.unless_outweighed(holder?, &owners)?,
            (_, Some(&only), None) => self.unless_outweighed(only, &owners)?,
            _ if address.gender.is_none() && !self.persons.table.told => self.foremost(&owners)?,
            _ => return None,
        };
        // A name that many documents have is not that of somebody whom one names once.
        let once = self.weights.get(&person) == Some(&1)
            && !self.spoken.contains(&person)
            && self.spread[occurrence.name as usize] >= NAMED_BY_MANY;
        let in_passing = !lone.titled && (once || self.is_another(occurrence.document, occurrence.name, person));
        let is_named = self.weight(person) >= 1;
        (is_named && !in_passing && !self.is_matter(occurrence.name, person)).then_some(person)
    }
}
