//! First names that are short for others: *Bob* for *Robert*, as `nicknames.txt` lists them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use super::distinctions::Apart;
use super::full_names::{MANY_BEARERS, is_one_knighted, knighted};
use super::person_name::{NameParts, same_person};
use super::persons::Persons;
use crate::config::entries;
use crate::graph::Groups;

/// What a name is short for.
static FULL: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut full: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in entries(include_str!("nicknames.txt")) {
        let mut names = line.split_whitespace();
        let Some(name) = names.next() else { continue };
        names.for_each(|short| full.entry(short).or_default().push(name));
    }
    full
});

/// What a folded first name may be short for.
pub(super) fn long_forms(short: &str) -> &'static [&'static str] {
    FULL.get(short).map_or(&[], Vec::as_slice)
}

/// True when a folded first name is short for another.
pub(super) fn is_short_for(short: &str, name: &str) -> bool {
    long_forms(short).contains(&name)
}

/// Over the corpus, joins *Bob Quill* with the one *Robert Quill* there is, unless a document tells the two apart, or
/// two called Bob, or one of them is a knight.
pub(super) fn join(groups: &mut Groups, persons: &Persons<'_>, apart: &Apart) {
    let parts = &persons.parts;
    let mut by_last: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for name in persons.full() {
        by_last.entry(parts[name as usize].last()).or_default().push(name);
    }
    let same = |a: u32, b: u32| same_person(&parts[a as usize], &parts[b as usize]);
    for names in by_last.values().filter(|names| (2..=MANY_BEARERS).contains(&names.len())) {
        let knighted = knighted(persons, names);
        // Whom each is short for, and who is short for each.
        let mut called: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for &short in names {
            let first = parts[short as usize].first();
            let whole = names.iter().filter(|&&name| is_short_for(first, parts[name as usize].first()));
            let owners: BTreeSet<u32> = whole.map(|&name| groups.root(name)).collect();
            if let (Some(&owner), 1) = (owners.first(), owners.len()) {
                called.entry(owner).or_default().insert(short);
            }
        }
        for (owner, shorts) in called {
            let of_owner = names.iter().copied().filter(|&name| groups.root(name) == owner);
            let all: BTreeSet<u32> = of_owner.chain(shorts.iter().copied()).collect();
            let agree =
                |(at, &a): (usize, &u32)| all.iter().skip(at + 1).all(|&b| a == b || may_be_one(a, b, parts, same));
            let of_rank = |&short: &u32| is_one_knighted(&knighted, groups, (short, owner));
            if all.iter().enumerate().all(agree)
                && !shorts.iter().any(of_rank)
                && !shorts.iter().any(|&short| apart.are(groups, short, owner))
            {
                for short in shorts {
                    groups.join(short, owner);
                }
            }
        }
    }
}

/// True when two names of one surname can be one person's; *Bob* and *Rob* can, since both are Robert.
fn may_be_one(a: u32, b: u32, parts: &[NameParts], same: impl Fn(u32, u32) -> bool) -> bool {
    let (first_a, first_b) = (parts[a as usize].first(), parts[b as usize].first());
    let shared = || FULL.get(first_a).into_iter().flatten().any(|name| is_short_for(first_b, name));
    same(a, b) || shared()
}
