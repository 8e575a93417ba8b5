//! Whoever a text says to be called otherwise, too: by a nickname of a register or in quotation marks, with or without
//! the surname, and by the surname of their birth.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::distinctions::Apart;
use super::person_name::key_of;
use super::persons::Persons;
use crate::graph::Groups;
use crate::index::merge::table::{Name, Table};
use crate::judgement::Passages;
use crate::text::speakers::bynames::{self, Byname, Called};
use crate::text::words::fold;

/// What the documents tell, each thing once.
#[derive(Debug, Default)]
pub(super) struct Bynames {
    told: Vec<Byname>,
    /// Full names with the surname of birth of whoever bears them.
    born: Vec<(u32, String)>,
}

impl Bynames {
    pub fn of(table: &Table, passages: &dyn Passages) -> Self {
        let read = |document: usize| {
            let first = table.units.of(document).first();
            first.map(|&unit| bynames::told(passages.text(unit as usize))).unwrap_or_default()
        };
        let told: BTreeSet<Byname> = (0..table.documents).into_par_iter().flat_map_iter(read).collect();
        Self { told: told.into_iter().collect(), born: Vec::new() }
    }

    /// Gives full names what whoever bears them is called for short.
    pub fn take(&mut self, persons: &mut Persons<'_>) {
        for byname in &self.told {
            let Some(name) = full_name(persons, &byname.of) else { continue };
            match &byname.called {
                Called::So(called) => {
                    let key = fold::key(called);
                    let parts = &mut persons.parts[name as usize];
                    if !key.contains(' ') && parts.first() != key && parts.last() != key {
                        parts.short.get_or_insert(key);
                    }
                }
                Called::Born(surname) => self.born.push((name, fold::key(surname))),
                Called::Changed(_) => {}
            }
        }
    }

    /// Joins what somebody is called alone with the only one who is called so, and the full names of one person with
    /// two surnames.
    pub fn join(&self, persons: &Persons<'_>, groups: &mut Groups, apart: &Apart) {
        for byname in &self.told {
            let (Called::Born(surname) | Called::Changed(surname)) = &byname.called else { continue };
            let Some(name) = full_name(persons, &byname.of) else { continue };
            let parts = persons.parts(name);
            for first in parts.first_names().filter(|first| first.chars().count() > 1) {
                let other = persons.table.by_key.get(&key_of(&[first, &fold::key(surname)])).copied();
                if let Some(other) = other.filter(|&other| persons.is_full(other))
                    && !apart.are(groups, name, other)
                    && !persons.contradict(name, other)
                {
                    groups.join(name, other);
                }
            }
        }
        self.join_lone(persons, groups);
    }

    fn join_lone(&self, persons: &Persons<'_>, groups: &mut Groups) {
        // Persons by each word that they are called by.
        let mut bearers: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
        let lettered = |name: u32| persons.parts(name).last().chars().count() < 2;
        for name in persons.full().filter(|&name| is_borne(persons.name(name)) && !lettered(name)) {
            let parts = persons.parts(name);
            for word in parts.first_names().chain([parts.last()]) {
                bearers.entry(word).or_default().insert(groups.root(name));
            }
        }
        let mut owners: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for byname in &self.told {
            let Called::So(called) = &byname.called else { continue };
            let only = |word: String| {
                let bearers = bearers.get(word.as_str()).filter(|bearers| bearers.len() == 1)?;
                bearers.first().copied()
            };
            let owner = match full_name(persons, &byname.of) {
                Some(name) => Some(groups.root(name)),
                None if byname.of.contains(' ') => None,
                None => only(fold::key(&byname.of)),
            };
            let lone = persons.table.by_key.get(&fold::key(called)).copied();
            if let (Some(owner), Some(lone)) = (owner, lone.filter(|&lone| is_name(persons.name(lone)))) {
                owners.entry(lone).or_default().insert(owner);
            }
        }
        for (lone, owners) in owners {
            let others = bearers.get(persons.name(lone).key.as_str());
            let only = owners.first().filter(|_| owners.len() == 1);
            if let Some(&owner) = only.filter(|owner| others.is_none_or(|all| all.iter().all(|one| one == *owner))) {
                groups.join(owner, lone);
            }
        }
    }

    /// True for somebody who had a surname before she was married, as *Mrs Reed* is not she who was born Reed.
    pub fn is_of_birth(&self, groups: &Groups, person: u32, surname: &str) -> bool {
        self.born.iter().any(|(name, born)| born == surname && groups.root(*name) == person)
    }
}

/// The full name in the table that some words end in.
fn full_name(persons: &Persons<'_>, words: &str) -> Option<u32> {
    let mut rest = words;
    loop {
        let known = persons.table.by_key.get(&fold::key(rest)).copied();
        if let Some(name) = known.filter(|&name| persons.is_full(name)) {
            return Some(name);
        }
        rest = rest.split_once(' ')?.1;
    }
}

fn is_borne(name: &Name) -> bool {
    name.count() > 0 || name.written.is_some()
}

/// True for what is nearly always written as a name, and hardly ever as that of a thing.
fn is_name(name: &Name) -> bool {
    is_borne(name) && name.proper >= 2 * name.common && 2 * name.votes_against_person() <= name.proper
}
