//! Whether whoever bears a name is a woman or a man, and of rank, as titles and first names say: *Mrs Voss* is no *Tom
//! Voss*, and *Sir Tom Orr* is not *Mr Orr*.

use std::collections::{BTreeSet, HashMap};

use super::person_name::NameParts;
use crate::graph::Groups;
use crate::index::merge::table::{Name, Table};
use crate::text::language::{in_any, word_lists};
use crate::text::words::lexicon::{Flags, flags};

word_lists! { static WORDS = "genders.toml": ranks, married }

/// What a title says of whoever bears it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gender {
    Woman,
    Man,
}

/// How a mention addresses somebody.
pub(super) struct Address {
    pub gender: Option<Gender>,
    /// *Mrs Voss* is as likely married to the one Voss there is: among names that a model told, she must be known.
    pub married: bool,
    pub of_rank: bool,
}

impl Address {
    /// Reads the title in front of a name, which a model has `told` or a text has.
    pub fn of(name: &Name, parts: &NameParts, told: bool) -> Self {
        let key = &name.key;
        Self { gender: gender_of(key, parts), married: told && is_wife(key), of_rank: is_of_rank(key) }
    }
}

/// What the title in front of a name says; an initial is none, though *M.* is a title in French.
pub(super) fn gender(key: &str) -> Option<Gender> {
    let title = key.split_once(' ')?.0;
    let one = |is: bool, gender: Gender| (is && title.chars().nth(1).is_some()).then_some(gender);
    one(in_any(|pack| &pack.men, title), Gender::Man).or_else(|| one(in_any(|pack| &pack.women, title), Gender::Woman))
}

/// The same of a name taken apart, where it is known whether *M.* is a title.
fn gender_of(key: &str, parts: &NameParts) -> Option<Gender> {
    gender(key).or_else(|| parts.monsieur.then_some(Gender::Man))
}

/// True where the name of somebody has a title in front by which anybody is addressed: *Mr*, *Frau*, no rank.
pub(in crate::index::merge) fn is_addressed(key: &str) -> bool {
    gender(key).is_some() && !is_of_rank(key)
}

/// True where what is known of two names tells a woman from a man: *Mrs Tom Voss* is not *Tom Voss*.
pub(super) fn contradict(a: (&str, &NameParts), b: (&str, &NameParts)) -> bool {
    let of = |(key, parts): (&str, &NameParts)| gender_of(key, parts).or_else(|| of_first_name(parts.first()));
    of(a).zip(of(b)).is_some_and(|(a, b)| a != b)
}

/// What a first name says of whoever bears it.
fn of_first_name(word: &str) -> Option<Gender> {
    let known = flags(word);
    match (known.has(Flags::WOMAN), known.has(Flags::MAN)) {
        (true, false) => Some(Gender::Woman),
        (false, true) => Some(Gender::Man),
        _ => None,
    }
}

/// The genders of the groups whose full names tell one, and whether a title does, else a first name.
pub(super) fn genders(
    table: &Table,
    groups: &Groups,
    parts: &[NameParts],
    full: impl Fn(u32) -> bool,
) -> HashMap<u32, (Gender, bool)> {
    let names = || table.names.iter().zip(0u32..);
    let named = names()
        .filter(|&(_, number)| full(number))
        .filter_map(|(_, number)| Some((groups.root(number), (of_first_name(parts[number as usize].first())?, false))));
    let titled = names().filter(|(name, _)| name.words().count() > 2);
    named.chain(titled.filter_map(|(name, number)| Some((groups.root(number), (gender(&name.key)?, true))))).collect()
}

/// True for a title of rank, which nobody who bears it is named without: *Sir Tom Orr* is not *Mr Orr*.
pub(super) fn is_of_rank(key: &str) -> bool {
    key.split_once(' ').is_some_and(|(title, _)| in_any(|pack| &pack.rank, title))
}

/// The groups with a full name that bears a title, whatever is taken for one.
pub(super) fn titled(table: &Table, groups: &Groups, is_titled: fn(&str) -> bool) -> BTreeSet<u32> {
    let titled = table.names.iter().zip(0u32..).filter(|(name, _)| name.words().count() > 2 && is_titled(&name.key));
    titled.map(|(_, number)| groups.root(number)).collect()
}

/// True behind a title that a woman has by marriage.
pub(super) fn is_wife(key: &str) -> bool {
    key.split_once(' ').is_some_and(|(title, _)| WORDS.married.has(title))
}

/// True for the rank of an army or a fleet.
pub(super) fn is_rank(title: &str) -> bool {
    WORDS.ranks.has(title)
}

/// The rank of an army or a fleet in front of a name: *capt* of *Capt. Tom Orr*.
pub(super) fn rank(key: &str) -> Option<&str> {
    key.split_once(' ').map(|(title, _)| title).filter(|title| is_rank(title))
}

/// The ranks that the full names of each group bear.
pub(super) fn ranks<'a>(table: &'a Table, groups: &Groups) -> HashMap<u32, BTreeSet<&'a str>> {
    let mut found: HashMap<u32, BTreeSet<&str>> = HashMap::new();
    for (name, number) in table.names.iter().zip(0u32..).filter(|(name, _)| name.words().count() > 2) {
        if let Some(rank) = rank(&name.key) {
            found.entry(groups.root(number)).or_default().insert(rank);
        }
    }
    found
}

/// True for one rank written in two ways: *Capt.* and *Captain*, *Lt.* and *Lieutenant*.
pub(super) fn is_same_rank(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let mut letters = long.chars();
    short.chars().next() == long.chars().next() && short.chars().all(|c| letters.any(|other| other == c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_is_told_from_another() {
        for (a, b, same) in [
            ("capt", "captain", true),
            ("lt", "lieutenant", true),
            ("sgt", "sergeant", true),
            ("gen", "capt", false),
            ("major", "col", false),
        ] {
            assert_eq!(is_same_rank(a, b), same, "{a} {b}");
        }
        assert_eq!((rank("capt tom orr"), rank("mr orr")), (Some("capt"), None));
    }
}
