//! Bodies, their rules and firms named in short: *the Water Board* where the document names one *Wethel Valley Water
//! Board* and no other, or the town whose board there is; *Varga* where it names one *Varga Salt Works Ltd*.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::firms;
use crate::graph::Groups;
use crate::index::merge::table::{Name, ORGANISATION, PLACE, Table};
use crate::judgement::Passages;
use crate::model::EntityType;
use crate::text::names::tag::is_ordinary_word;
use crate::text::words::lexicon::{Flags, flags, flags_of_noun, known_kind};

/// Most words in front of the short name: more is a list, or half a sentence in capitals.
const FRONT: usize = 3;
/// Documents that have to say which body a short name means, all the same one, before it means that in documents that
/// do not say.
const SETTLED: usize = 2;
/// How many times as many documents that do not say it there may be at most.
const SELDOM: usize = 3;
/// How many times as many documents have to say one body than any other, to mean it where they do not say.
const FOREMOST: usize = 8;

/// For each name that bodies are called in short, the longer names that end in it, with what stands in front where that
/// is a name (*Wethel Valley*), and those of firms that begin with it.
pub(super) type LongerNames = BTreeMap<u32, BTreeMap<u32, Option<u32>>>;

/// Makes the short name of a body or a firm, wherever a document leaves no doubt, an occurrence of the full one.
pub(in crate::index::merge) fn join(table: &mut Table, groups: &mut Groups, passages: &dyn Passages) {
    let mut longer = longer_names(table);
    firms::add_firms(table, &mut longer);
    if longer.is_empty() {
        return;
    }
    let mut named = Named::of(table, groups, &longer);
    named.defined = firms::defined(table, &longer, passages);
    let meanings: Vec<(u32, Meaning)> = longer
        .keys()
        .filter_map(|&short| Some((short, named.meaning(table, short, &longer[&short], groups)?)))
        .collect();
    for (short, meaning) in &meanings {
        if let Some(owner) = meaning.owner {
            groups.join(*short, owner);
        }
    }
    let meant: HashMap<(u32, u32), u32> = meanings
        .into_iter()
        .flat_map(|(short, meaning)| meaning.meant.into_iter().map(move |(document, name)| ((document, short), name)))
        .collect();
    for occurrence in table.occurrences.iter_mut().filter(|occurrence| occurrence.proper) {
        if let Some(&name) = meant.get(&(occurrence.document, occurrence.name)) {
            occurrence.name = name;
            occurrence.sure = true;
        }
    }
}

/// Where documents name bodies, and what stands in front of the names of such.
#[derive(Default)]
struct Named {
    /// By document, the full names there.
    full: HashMap<u32, BTreeSet<u32>>,
    /// By document, whom names are there that stand in front of some full name.
    fronts: HashMap<u32, BTreeSet<u32>>,
    /// By short name, the documents that use it.
    short: BTreeMap<u32, BTreeSet<u32>>,
    /// By document and short name, the full name that the document says it stands for.
    defined: HashMap<(u32, u32), u32>,
}

/// What a short name means.
struct Meaning {
    /// By document, the full name.
    meant: BTreeMap<u32, u32>,
    /// The body that it means wherever it stands.
    owner: Option<u32>,
}

impl Named {
    fn of(table: &Table, groups: &Groups, longer: &LongerNames) -> Self {
        let full: BTreeSet<u32> = longer.values().flat_map(BTreeMap::keys).copied().collect();
        let fronts: BTreeSet<u32> = longer.values().flat_map(BTreeMap::values).copied().flatten().collect();
        let mut named = Self::default();
        for occurrence in table.occurrences.iter().filter(|occurrence| occurrence.proper) {
            if full.contains(&occurrence.name) {
                named.full.entry(occurrence.document).or_default().insert(occurrence.name);
            }
            if fronts.contains(&occurrence.name) {
                named.fronts.entry(occurrence.document).or_default().insert(groups.root(occurrence.name));
            }
            if longer.contains_key(&occurrence.name) {
                named.short.entry(occurrence.name).or_default().insert(occurrence.document);
            }
        }
        named
    }

    /// The bodies that a document names in full, of those that a short name may mean, told by the name that is written
    /// there most often in all.
    fn candidates(&self, document: u32, longer: &BTreeMap<u32, Option<u32>>, groups: &Groups) -> BTreeMap<u32, u32> {
        let here = self.full.get(&document).into_iter().flatten().filter(|name| longer.contains_key(name));
        here.map(|&name| (groups.root(name), name)).collect()
    }

    /// The bodies that a short name may mean in a document that names the town whose they are.
    fn of_front(&self, document: u32, longer: &BTreeMap<u32, Option<u32>>, groups: &Groups) -> BTreeMap<u32, u32> {
        let here = |front: u32| self.fronts.get(&document).is_some_and(|named| named.contains(&groups.root(front)));
        let owners = longer.iter().filter(|(_, front)| front.is_some_and(here));
        owners.map(|(&name, _)| (groups.root(name), name)).collect()
    }

    /// What a short name of these longer ones means in each document that uses it; none where no document does.
    fn meaning(
        &self,
        table: &Table,
        short: u32,
        longer: &BTreeMap<u32, Option<u32>>,
        groups: &Groups,
    ) -> Option<Meaning> {
        let (mut owners, mut untold, mut doubtful) = (BTreeMap::new(), Vec::new(), false);
        let mut meant: BTreeMap<u32, u32> = BTreeMap::new();
        for &document in self.short.get(&short)? {
            let here = match self.defined.get(&(document, short)) {
                Some(&name) => BTreeMap::from([(groups.root(name), name)]),
                None => self.candidates(document, longer, groups),
            };
            match here.len() {
                0 => untold.push(document),
                1 => {
                    for (root, name) in here {
                        meant.insert(document, name);
                        owners.entry(root).or_insert((name, 0usize)).1 += 1;
                    }
                }
                _ => doubtful = true,
            }
        }
        let all: usize = owners.values().map(|(_, told)| told).sum();
        let foremost = owners.values().max_by_key(|(_, told)| *told).copied();
        let alone = |told: usize| told >= SETTLED && told >= FOREMOST * (all - told).max(1);
        // *Tarnex* of *Tarnex Capital* alone: nobody else of the pile is called by a word that no lexicon has.
        let unrivalled = firms::begin_with(table, short, longer.keys()) && {
            let all: BTreeSet<u32> = longer.keys().map(|&name| groups.root(name)).collect();
            all.len() == 1
        };
        let settled = |told: usize| unrivalled || told >= SETTLED && untold.len() <= SELDOM * told;
        if let Some((name, told)) = foremost
            && (all == told && !doubtful && settled(told) || alone(told))
        {
            meant.extend(untold.drain(..).map(|document| (document, name)));
            doubtful &= !alone(told);
        }
        // The town that a document names says whose it is, where that leaves none untold: one body is not to become
        // two.
        let of_fronts: Vec<BTreeMap<u32, u32>> =
            untold.iter().map(|&document| self.of_front(document, longer, groups)).collect();
        if of_fronts.iter().all(|owners| owners.len() == 1) {
            let only = of_fronts.iter().filter_map(|owners| owners.values().next().copied());
            meant.extend(untold.drain(..).zip(only));
        }
        // What means one body wherever it stands is one with it, and so is whatever else it is called.
        let foremost = foremost.filter(|&(_, told)| alone(told)).map(|(name, _)| groups.root(name));
        let roots: BTreeSet<u32> = meant.values().map(|&name| groups.root(name)).collect();
        let only = roots.first().copied().filter(|_| roots.len() == 1);
        let owner = only.or(foremost).filter(|_| untold.is_empty() && !doubtful);
        Some(Meaning { meant, owner })
    }
}

fn longer_names(table: &Table) -> LongerNames {
    let mut longer = LongerNames::new();
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
