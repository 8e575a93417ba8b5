//! Bodies and their rules named in short: *the Water Board* where the document names one *Wethel Valley Water Board*
//! and no other, or the town whose board there is.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::graph::Groups;
use crate::index::merge::table::{Name, ORGANISATION, PLACE, Table};
use crate::model::EntityType;
use crate::text::names::lexicon::{Flags, flags, flags_of_noun, known_kind};
use crate::text::names::tag::is_ordinary_word;

/// Most words in front of the short name: more is a list, or half a sentence in capitals.
const FRONT: usize = 3;
/// Documents that have to say which body a short name means, all the same one, before it means that in documents that
/// do not say.
const SETTLED: usize = 2;
/// How many times as many documents that do not say it there may be at most.
const SELDOM: usize = 3;
/// How many times as many documents have to say one body than any other, to mean it where they do not say.
const FOREMOST: usize = 8;

/// Makes the short name of a body, wherever a document leaves no doubt, an occurrence of the full one.
pub(in crate::index::merge) fn join(table: &mut Table, groups: &mut Groups) {
    let longer = longer_names(table);
    if longer.is_empty() {
        return;
    }
    let full: BTreeSet<u32> = longer.values().flat_map(BTreeMap::keys).copied().collect();
    // What stands in front of the short names: *Wethel Valley*.
    let fronts: BTreeSet<u32> = longer.values().flat_map(BTreeMap::values).copied().flatten().collect();
    let mut fronted: HashMap<u32, BTreeSet<u32>> = HashMap::new();
    let mut named: HashMap<u32, BTreeSet<u32>> = HashMap::new();
    let mut called: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for occurrence in table.occurrences.iter().filter(|occurrence| occurrence.proper) {
        if full.contains(&occurrence.name) {
            named.entry(occurrence.document).or_default().insert(occurrence.name);
        }
        if fronts.contains(&occurrence.name) {
            fronted.entry(occurrence.document).or_default().insert(groups.root(occurrence.name));
        }
        if longer.contains_key(&occurrence.name) {
            called.entry(occurrence.name).or_default().insert(occurrence.document);
        }
    }
    let mut meant: HashMap<(u32, u32), u32> = HashMap::new();
    let mut one: Vec<(u32, u32)> = Vec::new();
    for (short, documents) in called {
        // For each document the bodies it may mean, told by the name that is written there most often in all.
        let candidates = |document: &u32| -> BTreeMap<u32, u32> {
            let here = named.get(document).into_iter().flatten().filter(|name| longer[&short].contains_key(name));
            here.map(|&name| (groups.root(name), name)).collect()
        };
        let of_front = |document: &u32| -> BTreeMap<u32, u32> {
            let here = |front: u32| fronted.get(document).is_some_and(|named| named.contains(&groups.root(front)));
            let owners = longer[&short].iter().filter(|(_, front)| front.is_some_and(here));
            owners.map(|(&name, _)| (groups.root(name), name)).collect()
        };
        let (mut owners, mut untold, mut doubtful) = (BTreeMap::new(), Vec::new(), false);
        let mut here_meant: BTreeMap<u32, u32> = BTreeMap::new();
        for document in documents {
            let here = candidates(&document);
            match here.len() {
                0 => untold.push(document),
                1 => {
                    for (root, name) in here {
                        here_meant.insert(document, name);
                        owners.entry(root).or_insert((name, 0usize)).1 += 1;
                    }
                }
                _ => doubtful = true,
            }
        }
        let all: usize = owners.values().map(|(_, told)| told).sum();
        let foremost = owners.values().max_by_key(|(_, told)| *told).copied();
        let alone = |told: usize| told >= SETTLED && told >= FOREMOST * (all - told).max(1);
        if let Some((name, told)) = foremost
            && (told >= SETTLED && all == told && !doubtful && untold.len() <= SELDOM * told || alone(told))
        {
            here_meant.extend(untold.drain(..).map(|document| (document, name)));
            doubtful &= !alone(told);
        }
        // The town that a document names says whose it is, where that leaves none untold: one body is not to become
        // two.
        let of_fronts: Vec<BTreeMap<u32, u32>> = untold.iter().map(of_front).collect();
        if of_fronts.iter().all(|owners| owners.len() == 1) {
            let only = of_fronts.iter().filter_map(|owners| owners.values().next().copied());
            here_meant.extend(untold.drain(..).zip(only));
        }
        // What means one body wherever it stands is one with it, and so is whatever else it is called.
        let foremost = foremost.filter(|&(_, told)| alone(told)).map(|(name, _)| groups.root(name));
        let roots: BTreeSet<u32> = here_meant.values().map(|&name| groups.root(name)).collect();
        let only = roots.first().copied().filter(|_| roots.len() == 1);
        if let (Some(owner), true, false) = (only.or(foremost), untold.is_empty(), doubtful) {
            one.push((short, owner));
        }
        meant.extend(here_meant.into_iter().map(|(document, name)| ((document, short), name)));
    }
    for (short, owner) in one {
        groups.join(short, owner);
    }
    for occurrence in table.occurrences.iter_mut().filter(|occurrence| occurrence.proper) {
        if let Some(&name) = meant.get(&(occurrence.document, occurrence.name)) {
            occurrence.name = name;
            occurrence.sure = true;
        }
    }
}

/// For each name that bodies are called in short, the longer names that end in it, with what stands in front where that
/// is a name.
fn longer_names(table: &Table) -> BTreeMap<u32, BTreeMap<u32, Option<u32>>> {
    let mut longer: BTreeMap<u32, BTreeMap<u32, Option<u32>>> = BTreeMap::new();
    for (number, name) in (0u32..).zip(&table.names).filter(|(_, name)| is_body(table, name)) {
        let words: Vec<&str> = name.words().collect();
        for at in 1..=FRONT.min(words.len().saturating_sub(2)) {
            let short = table.by_key.get(&words[at..].join(" ")).copied();
            if let Some(short) = short.filter(|&short| is_body(table, &table.names[short as usize]))
                && tells_apart(&words[..at])
            {
                let front = table.by_key.get(&words[..at].join(" ")).copied();
                let front = front.filter(|&front| table.names[front as usize].proper > 0);
                longer.entry(short).or_default().insert(number, front);
            }
        }
    }
    longer
}

/// A name that ends as those of bodies and of their rules do, and is none that everybody knows; nothing that a model
/// calls otherwise.
fn is_body(table: &Table, name: &Name) -> bool {
    let otherwise = || name.other_kind.is_some() || name.votes.iter().any(|&votes| votes > 0);
    if table.told && name.votes[ORGANISATION] + name.votes[PLACE] == 0 && otherwise() {
        return false;
    }
    let last = name.words().next_back().unwrap_or_default();
    name.proper > 0 && flags_of_noun(last).has(Flags::ORG_HEAD | Flags::WORK_HEAD) && known_kind(&name.key).is_none()
}

/// True when the words in front say which body it is: a name, not a day, a number, or a word like *former*.
fn tells_apart(front: &[&str]) -> bool {
    let never = Flags::FUNCTION | Flags::MONTH | Flags::WEEKDAY | Flags::NUMBER | Flags::HONORIFIC | Flags::ROLE;
    let numeral = |word: &str| word.chars().all(|c| "ivxlc".contains(c) || c.is_ascii_digit());
    let place = known_kind(&front.join(" ")) == Some(EntityType::Place);
    !front.iter().any(|word| flags(word).has(never) || numeral(word))
        && (place || front.iter().any(|word| !is_ordinary_word(word) || flags(word).has(Flags::PLACE)))
}
