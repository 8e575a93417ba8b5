//! Bodies named in short: *the Water Board* where the document names one *Wethel Valley Water Board* and no other.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::groups::Groups;
use super::table::{Name, ORGANISATION, PLACE, Table};
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

/// Makes the short name of a body, wherever a document leaves no doubt, an occurrence of the full one.
pub(super) fn join(table: &mut Table, groups: &Groups) {
    let longer = longer_names(table);
    if longer.is_empty() {
        return;
    }
    let full: BTreeSet<u32> = longer.values().flatten().copied().collect();
    let mut named: HashMap<u32, BTreeSet<u32>> = HashMap::new();
    let mut called: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for occurrence in table.occurrences.iter().filter(|occurrence| occurrence.proper) {
        if full.contains(&occurrence.name) {
            named.entry(occurrence.document).or_default().insert(occurrence.name);
        }
        if longer.contains_key(&occurrence.name) {
            called.entry(occurrence.name).or_default().insert(occurrence.document);
        }
    }
    let mut meant: HashMap<(u32, u32), u32> = HashMap::new();
    for (short, documents) in called {
        // For each document the bodies it may mean, told by the name that is written there most often in all.
        let candidates = |document: &u32| -> BTreeMap<u32, u32> {
            let here = named.get(document).into_iter().flatten().filter(|name| longer[&short].contains(name));
            here.map(|&name| (groups.root(name), name)).collect()
        };
        let (mut owners, mut untold, mut doubtful) = (BTreeMap::new(), Vec::new(), false);
        for document in documents {
            let here = candidates(&document);
            match here.len() {
                0 => untold.push(document),
                1 => {
                    for (root, name) in here {
                        meant.insert((document, short), name);
                        owners.entry(root).or_insert((name, 0usize)).1 += 1;
                    }
                }
                _ => doubtful = true,
            }
        }
        if let (1, false, Some(&(name, told))) = (owners.len(), doubtful, owners.values().next())
            && told >= SETTLED
            && untold.len() <= SELDOM * told
        {
            meant.extend(untold.into_iter().map(|document| ((document, short), name)));
        }
    }
    for occurrence in table.occurrences.iter_mut().filter(|occurrence| occurrence.proper) {
        if let Some(&name) = meant.get(&(occurrence.document, occurrence.name)) {
            occurrence.name = name;
            occurrence.sure = true;
        }
    }
}

/// For each name that bodies are called in short, the longer names that end in it.
fn longer_names(table: &Table) -> BTreeMap<u32, BTreeSet<u32>> {
    let mut longer: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for (number, name) in (0u32..).zip(&table.names).filter(|(_, name)| is_body(table, name)) {
        let words: Vec<&str> = name.words().collect();
        for at in 1..=FRONT.min(words.len().saturating_sub(2)) {
            let short = table.by_key.get(&words[at..].join(" ")).copied();
            if let Some(short) = short.filter(|&short| is_body(table, &table.names[short as usize]))
                && tells_apart(&words[..at])
            {
                longer.entry(short).or_default().insert(number);
            }
        }
    }
    longer
}

/// A name that ends as those of bodies do, and is none that everybody knows; nothing that a model calls otherwise.
fn is_body(table: &Table, name: &Name) -> bool {
    let otherwise = || name.other_kind.is_some() || name.votes.iter().any(|&votes| votes > 0);
    if table.told && name.votes[ORGANISATION] + name.votes[PLACE] == 0 && otherwise() {
        return false;
    }
    let last = name.words().next_back().unwrap_or_default();
    name.proper > 0 && flags_of_noun(last).has(Flags::ORG_HEAD) && known_kind(&name.key).is_none()
}

/// True when the words in front say which body it is: a name, not a day, a number, or a word like *former*.
fn tells_apart(front: &[&str]) -> bool {
    let never = Flags::FUNCTION | Flags::MONTH | Flags::WEEKDAY | Flags::NUMBER | Flags::HONORIFIC | Flags::ROLE;
    let numeral = |word: &str| word.chars().all(|c| "ivxlc".contains(c) || c.is_ascii_digit());
    let place = known_kind(&front.join(" ")) == Some(EntityType::Place);
    !front.iter().any(|word| flags(word).has(never) || numeral(word))
        && (place || front.iter().any(|word| !is_ordinary_word(word) || flags(word).has(Flags::PLACE)))
}
