//! Offices in front of surnames: *Vice President Voss* is hardly *Clara Voss*, who is called *Mrs Voss* elsewhere, or
//! beside whom there is a *Tom Voss*, where nobody calls her so.

use std::collections::{BTreeMap, BTreeSet};

use super::families::is_of_a_wife;
use super::genders::{Gender, gender};
use super::order::{Order, far_more};
use super::persons::{Persons, is_learned};
use crate::graph::Groups;
use crate::text::words::fold::singular;

/// The offices in front of the full names of persons.
pub(super) struct Offices<'a> {
    held: BTreeSet<(u32, String)>,
    /// Surnames by which somebody's wife is addressed.
    of_wives: BTreeSet<&'a str>,
    /// Persons by their surnames.
    bearers: BTreeMap<&'a str, BTreeSet<u32>>,
}

impl<'a> Offices<'a> {
    pub fn of(persons: &'a Persons<'a>, groups: &Groups) -> Self {
        let (mut held, mut bearers) = (BTreeSet::new(), BTreeMap::<&str, BTreeSet<u32>>::new());
        for name in persons.full() {
            let parts = persons.parts(name);
            bearers.entry(parts.last()).or_default().insert(groups.root(name));
            let office = persons.name(name).words().take_while(|word| *word != parts.first()).last();
            held.extend(office.map(|office| (groups.root(name), singular(office))));
        }
        let addressed = persons.table.names.iter().filter(|name| is_of_a_wife(&name.key));
        Self { held, of_wives: addressed.filter_map(|name| name.words().next_back()).collect(), bearers }
    }

    /// The one of some persons who is called in full by the office of a mention: *Councillor Ada Voss* of *Councillor
    /// Voss*.
    pub fn holder(&self, persons: &Persons, name: u32, among: impl Iterator<Item = u32>) -> Option<u32> {
        let office = singular(persons.name(name).words().rev().nth(1).filter(|_| persons.parts(name).titled)?);
        let mut holders = among.filter(|&person| self.held.contains(&(person, office.clone())));
        holders.next().filter(|_| holders.next().is_none())
    }

    /// True where the office of a mention may be a person's of a known gender and weight. Of a woman who may have the
    /// surname of somebody else, only where she is named with it, or far more often; or where she alone has the name,
    /// and the document names her before it speaks of the office.
    pub fn suit(
        &self,
        persons: &Persons<'_>,
        order: &Order,
        (document, name): (u32, u32),
        (person, known, weight): (u32, Option<Gender>, u32),
    ) -> bool {
        let called = persons.name(name);
        let surname = persons.parts(name).last();
        let hers = match known {
            Some(known) => known == Gender::Woman,
            None => self.of_wives.contains(surname),
        };
        // *M.* is an initial, or a man's title in French.
        let is_office = |office: &&str| office.chars().nth(1).is_some() && !is_learned(&called.key);
        let office = called.words().rev().nth(1).filter(is_office);
        let Some(office) = office.filter(|_| hers && persons.parts(name).titled && gender(&called.key).is_none())
        else {
            return true;
        };
        let alone = self.bearers.get(surname).is_none_or(|bearers| bearers.len() < 2);
        alone && (!self.of_wives.contains(surname) || order.introduces(document, name, person))
            || self.held.contains(&(person, singular(office)))
            || far_more(weight, called.count())
    }
}
