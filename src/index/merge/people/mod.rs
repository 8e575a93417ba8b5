//! People: all names of one person are joined, step by step. Full names come first (`full_names`, `nicknames`), then
//! lone ones (`lone_names`), which stand for somebody only once it is known who there is (`persons`). What speaks
//! against joining two stands in files of its own: who is told apart (`distinctions`), titles and first names
//! (`genders`), other titles of the family (`families`), offices (`offices`), whose relative somebody is (`relatives`),
//! and the order in which a document names them (`order`). By what handles people go is in `handles`, what else texts
//! say that they are called in `bynames`.

pub(super) mod authors;
mod bynames;
mod common_words;
mod distinctions;
mod families;
mod full_names;
pub(super) mod genders;
pub(super) mod handles;
pub(super) mod initials;
mod lone_names;
mod nicknames;
mod offices;
mod order;
pub(super) mod person_name;
pub(super) mod persons;
mod relatives;
mod speakers;

use std::collections::BTreeSet;

use self::bynames::Bynames;
use self::distinctions::Apart;
use self::lone_names::LoneNames;
use self::persons::Persons;
use self::speakers::Speakers;
use super::spelling::cases::Cases;
use super::table::{PERSON, Table};
use crate::graph::Groups;
use crate::judgement::Passages;

/// Joins the names of persons. Speakers' names count as full names of their documents.
/// `doers` are lone names that records tell to be somebody's.
pub(super) fn join(
    table: &mut Table,
    groups: &mut Groups,
    passages: &dyn Passages,
    cases: &Cases,
    doers: &BTreeSet<u32>,
) {
    let mut speakers = Speakers::of(table, groups, passages);
    let mut persons = Persons::of(table, &speakers, cases);
    let mut bynames = Bynames::of(table, passages);
    bynames.take(&mut persons);
    let full = |name: u32| persons.is_full(name);
    speakers.take_named(persons.table, &persons.parts, full);
    let apart = Apart::of(table, &persons.parts, full, &speakers.of_document, passages);
    full_names::join_titled(&persons, groups);
    full_names::join_bare(&persons, groups);
    let of_documents = full_names::of_documents(&persons, &speakers);
    for document in 0..of_documents.len() {
        full_names::join_variants(&persons, groups, of_documents.of(document), &apart);
    }
    full_names::join_longer(&persons, groups);
    full_names::join_unsurnamed(&persons, groups);
    full_names::join_lettered(&persons, groups);
    speakers.join_short(groups, &persons.parts, full);
    nicknames::join(groups, &persons, &apart);
    bynames.join(&persons, groups, &apart);
    full_names::join_initials_and_slips(&persons, groups);
    let known = lone_names::Known { speakers: &speakers, bynames: &bynames, full_names: &of_documents, doers };
    let assigned = LoneNames::of(&persons, groups, passages, known).assigned();
    for (number, person) in assigned {
        let occurrence = &mut table.occurrences[number];
        occurrence.name = person;
        occurrence.kind = Some(PERSON as u8);
        occurrence.sure = true;
    }
}
