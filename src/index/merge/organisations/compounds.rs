//! Names inside longer names: *City of Orsk* is *Orsk*, *Varga* is *Varga Salt Works Limited*, and what has a town
//! council is a town.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::Groups;
use crate::index::merge::table::{Name, PERSON, PLACE, Table};
use crate::model::EntityType;
use crate::text::language::word_lists;
use crate::text::names::tag::is_ordinary_word;
use crate::text::names::{is_company_form, kind};
use crate::text::words::lexicon::{Flags, flags, known_kind};

word_lists! { static WORDS = "compounds.toml": towns, of, councils_of, councils, trades, joining, fronts_of_towns, tails_of_towns, lying }

/// Joins towns with their names and companies with the first word of theirs, where only one can be meant.
pub(in crate::index::merge) fn join(table: &Table, groups: &mut Groups) {
    let mut owners: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut called: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (number, name) in table.names.iter().enumerate().filter(|(_, name)| name.proper > 0) {
        let words: Vec<&str> = name.words().collect();
        match words.as_slice() {
            [town, of, place @ ..] if WORDS.towns.has(town) && WORDS.of.has(of) && !place.is_empty() => {
                if let Some(&other) = table.by_key.get(&place.join(" "))
                    && table.names[other as usize].proper > 0
                {
                    groups.join(number as u32, other);
                }
            }
            [first, middle @ .., last] if is_company_form(last) || WORDS.trades.has(last) => {
                // *Varga Salt* is *Varga Salt Works Limited*.
                for end in 2..=middle.len() {
                    let short = table.by_key.get(&words[..end].join(" "));
                    let named = short.filter(|&&short| {
                        let short = &table.names[short as usize];
                        short.proper > 0 && !is_address(short)
                    });
                    named.into_iter().for_each(|&short| called.entry(short).or_default().push(number as u32));
                }
                // The first of two partners or towns is not the firm: *Orsk and Southern Company*.
                let joined = middle.first().is_some_and(|word| joins(word));
                if let Some(&short) = table.by_key.get(*first).filter(|_| !joined)
                    && is_coined(&table.names[short as usize])
                {
                    owners.entry(short).or_default().push(number as u32);
                }
            }
            _ => {}
        }
    }
    // Longer names by their first word: *Orsk Dam* and *Orsk Mill Company* make *Orsk* a place, not the company.
    let mut fronts: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (number, name) in table.names.iter().enumerate().filter(|(_, name)| name.proper > 0) {
        if let Some((front, _)) = name.key.split_once(' ') {
            fronts.entry(front).or_default().push(number as u32);
        }
    }
    for (short, companies) in called {
        let company = groups.root(companies[0]);
        let begins = format!("{} ", table.names[short as usize].key);
        let front = begins.split(' ').next().unwrap_or_default();
        let longer = fronts.get(front).into_iter().flatten();
        let mut other = longer
            .filter(|&&number| table.names[number as usize].key.starts_with(&begins) && groups.root(number) != company);
        if other.next().is_none() {
            groups.join(short, company);
        }
    }
    for (short, companies) in owners {
        let company = groups.root(companies[0]);
        let longer = fronts.get(table.names[short as usize].key.as_str()).into_iter().flatten();
        let front =
            |number: u32| table.names[number as usize].key.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
        let mut other =
            longer.filter(|&&number| groups.root(number) != company && front(number) != front(companies[0]));
        if other.next().is_none() {
            groups.join(short, company);
        }
    }
}

/// Joins the short name of a town with the only longer one, *Tarn* with *Port Tarn* or *Tarn-on-Sea*, where a document
/// has both, and no sentence: there they would be two.
pub(in crate::index::merge) fn join_places(table: &Table, groups: &mut Groups) {
    let mut longer: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for (number, name) in (0u32..).zip(&table.names).filter(|(_, name)| name.proper > 0) {
        let short = match name.words().collect::<Vec<_>>()[..] {
            [front, town] if WORDS.fronts_of_towns.has(front) => town,
            [town, tail] if WORDS.tails_of_towns.has(tail) => town,
            [town, lying, .., _] if WORDS.lying.has(lying) && name.surface().contains('-') => town,
            _ => continue,
        };
        let known = table.by_key.get(short).filter(|&&short| is_coined(&table.names[short as usize]));
        known.into_iter().for_each(|&short| _ = longer.entry(short).or_default().insert(number));
    }
    let mut places: BTreeMap<u32, BTreeSet<(u32, u32)>> = BTreeMap::new();
    let of_interest: BTreeSet<u32> =
        longer.iter().flat_map(|(&short, names)| names.iter().copied().chain([short])).collect();
    for one in table.occurrences.iter().filter(|one| of_interest.contains(&one.name)) {
        places.entry(one.name).or_default().insert((one.document, one.sentence));
    }
    for (short, names) in longer {
        let (1, Some(&long)) = (names.len(), names.first()) else { continue };
        let (Some(of_short), Some(of_long)) = (places.get(&short), places.get(&long)) else { continue };
        let documents = |places: &BTreeSet<(u32, u32)>| places.iter().map(|place| place.0).collect::<BTreeSet<u32>>();
        let together = !documents(of_short).is_disjoint(&documents(of_long));
        if together && of_short.is_disjoint(of_long) && table.names[short as usize].votes[PERSON] == 0 {
            groups.join(long, short);
        }
    }
}

/// True for what stands between two that a firm is called after.
pub(super) fn joins(word: &str) -> bool {
    WORDS.joining.has(word)
}

/// True for a name that its own words make a place: *Orsk Court* is where *Orsk Court Trading Ltd* has its office.
pub(super) fn is_address(name: &Name) -> bool {
    name.key.contains(' ') && kind::by_words(name.surface()) == Some(EntityType::Place)
}

/// A word that is a name and nothing else: no word of the lexicon, no person's and no known thing's.
pub(super) fn is_coined(name: &Name) -> bool {
    name.proper > 0
        && name.common == 0
        && known_kind(&name.key).is_none()
        && !is_ordinary_word(&name.key)
        && !flags(&name.key).has(Flags::FIRST_NAME | Flags::PLACE | Flags::DEMONYM)
        && 2 * name.votes[PERSON] <= name.count()
}

/// Adds what longer names tell of the shorter ones in them: *Orsk Town Council* makes *Orsk* a place.
pub(in crate::index::merge) fn vote(table: &mut Table) {
    let mut places: Vec<u32> = Vec::new();
    for name in table.names.iter().filter(|name| name.proper > 0) {
        let words: Vec<&str> = name.words().collect();
        if let [place @ .., of, council] = words.as_slice()
            && WORDS.councils_of.has(of)
            && WORDS.councils.has(council)
            && let Some(&other) = table.by_key.get(&place.join(" "))
        {
            places.push(other);
        }
    }
    for place in places {
        let name = &mut table.names[place as usize];
        name.votes[PLACE] += name.proper;
    }
}
