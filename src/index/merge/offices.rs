//! Offices in front of surnames: *Vice President Voss* is the husband of *Clara Voss*, where nobody calls her so.

use std::collections::BTreeSet;

use super::genders::{Gender, gender};
use super::order::{Order, far_more};
use super::persons::{Persons, is_learned};
use crate::graph::Groups;

/// The offices in front of the full names of persons.
pub(super) struct Offices<'a> {
    held: BTreeSet<(u32, &'a str)>,
}

impl<'a> Offices<'a> {
    pub fn of(persons: &Persons<'a>, groups: &Groups) -> Self {
        let held = persons.full().filter_map(|name| {
            let first = persons.parts(name).first();
            let office = persons.name(name).words().take_while(|word| *word != first).last()?;
            Some((groups.root(name), office))
        });
        Self { held: held.collect() }
    }

    /// True where the office of a mention may be a person's of a known gender and weight: hers only where she is named
    /// with it, where the document names her before it speaks of the office, or where she is named far more often.
    pub fn suit(
        &self,
        persons: &Persons<'_>,
        order: &Order,
        (document, name): (u32, u32),
        (person, known, weight): (u32, Option<Gender>, u32),
    ) -> bool {
        let called = persons.name(name);
        let office = called.words().rev().nth(1).filter(|_| persons.parts(name).titled && !is_learned(&called.key));
        let Some(office) = office.filter(|_| known == Some(Gender::Woman) && gender(&called.key).is_none()) else {
            return true;
        };
        self.held.contains(&(person, office))
            || order.introduces(document, name, person)
            || far_more(weight, called.count())
    }
}
