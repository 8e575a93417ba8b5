//! Names of persons joined, step by step: full names first, then lone ones, which stand for somebody only once it is
//! known who there is.

use std::collections::BTreeSet;

use super::apart::Apart;
use super::cases::Cases;
use super::full_names;
use super::lone_names::LoneNames;
use super::nicknames;
use super::persons::Persons;
use super::speakers::Speakers;
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
    let speakers = Speakers::of(table, groups, passages);
    let persons = Persons::of(table, &speakers, cases);
    let full = |name: u32| persons.is_full(name);
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
    full_names::join_initials_and_slips(&persons, groups);
    let assigned = LoneNames::of(&persons, groups, &speakers, passages, &of_documents, doers).assigned();
    for (number, person) in assigned {
        let occurrence = &mut table.occurrences[number];
        occurrence.name = person;
        occurrence.kind = Some(PERSON as u8);
        occurrence.sure = true;
    }
}
