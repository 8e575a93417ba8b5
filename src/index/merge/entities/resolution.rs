//! From names to entities: which names are kept, what an entity is called, what else it goes by.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::Groups;
use crate::index::merge::organisations::acronyms::letters_of;
use crate::index::merge::people::genders::is_addressed;
use crate::index::merge::people::person_name::{behind_office, is_suffix};
use crate::index::merge::people::persons::is_passing_first_name;
use crate::index::merge::spelling::cases::Cases;
use crate::index::merge::spelling::{openings, variants};
use crate::index::merge::table::{Name, PERSON, Table};
use crate::index::merge::terms::noun_phrases::{self, Thresholds};
use crate::model::EntityType;
use crate::text::display::spacing::single_spaced;
use crate::text::language::in_any;
use crate::text::names::capitals::title_case;
use crate::text::names::kind;
use crate::text::names::tag::is_ordinary_word;
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags, known_kind};
use crate::text::words::terms::is_digits;

/// Most aliases kept of an entity.
const ALIASES: usize = 24;
/// An ordinary word is a name by its capital only where it has it so often.
const FEWEST_SURE: u32 = 4;

/// Mentions of what is a word misspelt, and no name, at most.
const SLIPS: u32 = 2;

/// Sentences of a corpus above which what is named once has to be a name by itself.
const LARGE: usize = 4_000;

/// Names resolved to entities.
pub(in crate::index::merge) struct Resolved {
    /// For each entity the name that leads its group.
    pub names: Vec<u32>,
    /// For each entity its names, most frequent first.
    pub members: Vec<Vec<u32>>,
    /// For each name its entity.
    entities: Vec<Option<u32>>,
}

impl Resolved {
    /// Returns the entity that a name stands for, if it is kept.
    pub fn entity_of(&self, name: u32) -> Option<u32> {
        self.entities.get(name as usize).copied().flatten()
    }
}

/// What decides whether a name that stands alone is an entity.
struct Grounds<'a> {
    table: &'a Table,
    /// In how many documents each name is.
    spread: Vec<u32>,
    /// Names of those who do what only somebody does.
    doers: &'a BTreeSet<u32>,
    /// The corpus is large: what it names once is hardly worth an entity.
    large: bool,
    thresholds: Thresholds,
    cases: &'a Cases,
}

impl Grounds<'_> {
    /// Whether names of one thing, most frequent first, are an entity.
    fn keep(&self, names: &[u32], is_subject: bool) -> bool {
        let count: u32 = names.iter().map(|&name| self.table.names[name as usize].count()).sum();
        // Whoever a record tells to be somebody is worth an entity however seldom.
        let subject = is_subject || names.iter().any(|name| self.doers.contains(name));
        let alone = || names.len() == 1 && !self.table.told;
        let nobody = || alone() && is_nobody(&self.table.names[names[0] as usize]);
        count > 0 && !nobody() && (subject || names.len() > 1 || self.keeps_alone(names[0], count))
    }

    /// Whether a name that goes by no other is an entity.
    fn keeps_alone(&self, number: u32, count: u32) -> bool {
        let (name, cases) = (&self.table.names[number as usize], self.cases);
        let (spread, documents) = (self.spread[number as usize], self.table.documents);
        if is_passing_first_name(name, spread, documents) {
            return false;
        }
        if self.large && count < 2 && name.common == 0 && !stands_alone(name) {
            return false;
        }
        // What is mostly written small is a term that was kept as such.
        let ordinary = name.proper >= name.common.max(1)
            && !name.key.contains(' ')
            && known_kind(&name.key).is_none()
            && is_ordinary_word(&name.key);
        // *Cargo* and *Temporal* are names where the corpus hardly ever writes them small.
        let named = cases.is_capital(&name.key) && name.sure >= FEWEST_SURE;
        let dear = noun_phrases::is_dear(count, spread, self.thresholds, documents);
        if ordinary && !named && !dear {
            return false;
        }
        if name.proper == 0 && count < self.thresholds.phrase {
            return false;
        }
        !(is_shred(name)
            || noun_phrases::is_symbol(name.surface())
            || is_passing_number(name)
            || is_run(name, count, cases)
            || is_opening(name, cases)
            || is_misspelt(name, count, cases))
    }
}

/// Decides which groups of names are entities and numbers them by mentions.
pub(in crate::index::merge) fn resolve(
    table: &Table,
    groups: &Groups,
    subjects: &[Option<u32>],
    doers: &BTreeSet<u32>,
    sentences: usize,
    thresholds: Thresholds,
    cases: &Cases,
) -> Resolved {
    let mut members: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (number, name) in table.names.iter().enumerate() {
        if name.count() > 0 || name.written.is_some() {
            members.entry(groups.root(number as u32)).or_default().push(number as u32);
        }
    }
    let mut is_subject = vec![false; table.names.len()];
    for &subject in subjects.iter().flatten() {
        is_subject[groups.root(subject) as usize] = true;
    }
    let large = sentences > LARGE;
    let grounds = Grounds { table, spread: table.spread(), doers, large, thresholds, cases };
    let mut kept: Vec<(u32, String, u32, Vec<u32>)> = Vec::new();
    for (root, mut names) in members {
        names.sort_by(|&a, &b| {
            table.names[b as usize]
                .count()
                .cmp(&table.names[a as usize].count())
                .then_with(|| table.names[a as usize].key.cmp(&table.names[b as usize].key))
        });
        if grounds.keep(&names, is_subject[root as usize]) {
            let count: u32 = names.iter().map(|&name| table.names[name as usize].count()).sum();
            kept.push((count, table.names[names[0] as usize].key.clone(), root, names));
        }
    }
    kept.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let mut entities = vec![None; table.names.len()];
    for (number, (_, _, root, names)) in kept.iter().enumerate() {
        entities[*root as usize] = Some(number as u32);
        for &name in names {
            entities[name as usize] = Some(number as u32);
        }
    }
    Resolved {
        names: kept.iter().map(|(_, _, root, _)| *root).collect(),
        members: kept.into_iter().map(|(_, _, _, names)| names).collect(),
        entities,
    }
}

/// Whether a name seen once is good enough by itself: more than one word, or known.
fn stands_alone(name: &Name) -> bool {
    let told = || kind::by_words(&name.key).is_some_and(|kind| kind != EntityType::Concept);
    name.words().count() >= 2 || known_kind(&name.key).is_some() || told()
}

/// The number of a bill, a device or a payment that is written once: it ties nothing to anything, and a register of
/// such would be a community of its own.
fn is_passing_number(name: &Name) -> bool {
    /// Figures of a number that is counted on; a model has fewer: *HS-2*.
    const FIGURES: usize = 3;
    let written = name.surface();
    let figures = written.chars().filter(char::is_ascii_digit).count();
    name.count() == 1 && figures >= FIGURES && !written.contains(' ')
}

/// Capitals that only stood side by side, as in a contents list or a table: words that the corpus writes small, once or
/// twice, and nothing in them that makes a name.
fn is_run(name: &Name, count: u32, cases: &Cases) -> bool {
    let small = |word: &str| cases.is_small(word) || is_digits(word);
    name.common == 0
        && count <= 2
        && name.key.contains(' ')
        && name.words().all(small)
        && kind::by_words(name.surface()).is_none()
}

/// A single word that opens sentences and stands nowhere else. What has capitals inside is a name wherever it stands,
/// and so is whoever speaks.
fn is_opening(name: &Name, cases: &Cases) -> bool {
    name.common == 0
        && name.written.is_none()
        && !name.key.contains(' ')
        && (is_plain(name) || is_shouted_word(name))
        && known_kind(&name.key).is_none()
        && !flags(&name.key).has(Flags::FIRST_NAME | Flags::PLACE)
        && cases.only_opens(&name.key)
}

/// A word that begins something once or twice, and is an ordinary one but for a letter.
fn is_misspelt(name: &Name, count: u32, cases: &Cases) -> bool {
    count <= SLIPS
        && name.votes[PERSON] == 0
        && is_plain(name)
        && !cases.has_own_capital(&name.key)
        && openings::is_slip(&name.key)
}

/// True for what is always written with a capital in front and small letters behind it.
fn is_plain(name: &Name) -> bool {
    let plain = |surface: &String| {
        let mut chars = surface.chars();
        chars.next().is_some_and(char::is_uppercase)
            && chars.as_str().chars().all(|c| c.is_lowercase() || !c.is_alphanumeric())
    };
    name.surfaces.keys().all(plain)
}

/// True for an ordinary word that is always written in capitals: *RESOLVED* of minutes, *OFFICERS* of a register.
fn is_shouted_word(name: &Name) -> bool {
    is_ordinary_word(&name.key) && name.surfaces.keys().all(|surface| !surface.chars().any(char::is_lowercase))
}

/// Leftovers that are no name: all words general, a single short one, or what breaks off at a sign: *Sat &*.
fn is_shred(name: &Name) -> bool {
    if name.surface().ends_with(['&', '/']) {
        return true;
    }
    let general =
        Flags::GENERIC | Flags::NEVER | Flags::WEAK | Flags::FUNCTION | Flags::FILLER | Flags::MEASURE | Flags::NUMBER;
    // *Mr. Speaker* is how one speaks to whoever holds the office.
    let office = |word: &str| flags(word).has(Flags::HONORIFIC | Flags::ROLE);
    if is_addressed(&name.key) && name.words().skip(1).all(office) {
        return true;
    }
    // *3-4kg* is two words.
    let measured = |word: &str| noun_phrases::is_hour_or_rank(word) || is_digits(word);
    // *firm 51.5k* is what somebody wrote down in haste.
    let noted = |surface: &String| {
        let (front, last) = surface.rsplit_once(' ').unwrap_or_default();
        noun_phrases::is_hour_or_rank(last) && !front.contains(char::is_uppercase)
    };
    let all_noted = !name.surfaces.is_empty() && name.surfaces.keys().all(noted);
    if all_noted || name.words().any(noun_phrases::is_hour_or_rank) && name.words().all(measured) {
        return true;
    }
    if name.common > 0 || known_kind(&name.key).is_some() {
        return false;
    }
    is_of_file_name(name)
        || is_glued(name)
        || name.words().all(|word| flags(word).has(general))
        || name.key.chars().filter(|c| c.is_alphabetic()).count() < 2
}

/// *2316-Parks*: a part of the name of a file.
fn is_of_file_name(name: &Name) -> bool {
    const FIGURES: usize = 3;
    let is_part = |surface: &String| {
        let rest = surface.trim_start_matches(|c: char| c.is_ascii_digit());
        surface.len() - rest.len() >= FIGURES && rest.starts_with(['-', '_']) && !surface.contains(' ')
    };
    !name.surfaces.is_empty() && name.surfaces.keys().all(is_part)
}

/// *Ofthe*, *ofOrsk*: words between which a scanner lost the space.
fn is_glued(name: &Name) -> bool {
    const SHORTEST: usize = 2;
    let function = |word: &str| word.len() >= SHORTEST && flags(word).has(Flags::FUNCTION);
    let parted = |surface: &String| {
        let at = surface.find(char::is_uppercase).filter(|&at| at > 0 && !surface.contains(' '));
        at.is_some_and(|at| function(&surface[..at]))
    };
    let functions = || {
        let cuts = name.key.char_indices().map(|(at, _)| name.key.split_at(at));
        cuts.filter(|(front, _)| !front.is_empty()).any(|(front, rest)| function(front) && function(rest))
    };
    !name.key.contains(' ')
        && !flags(&name.key).has(Flags::FIRST_NAME | Flags::PLACE | Flags::FUNCTION)
        && (!name.surfaces.is_empty() && name.surfaces.keys().all(parted) || functions())
}

/// A title is no part of a name that stands this many times as often without it.
const RARELY: u32 = 20;

/// Returns what an entity is called and its other names, most frequent first.
pub(in crate::index::merge) fn naming(table: &Table, members: &[u32]) -> (String, Vec<String>) {
    let person = members.iter().any(|&name| {
        let name = &table.names[name as usize];
        (name.votes[PERSON] > 0 || table.told && variants::is_person(name)) && name.words().count() >= 2
    });
    let is_titled = |name: &Name| {
        flags(name.words().next().unwrap_or("")).has(Flags::HONORIFIC)
            || behind_office(&name.words().collect::<Vec<_>>()).is_some()
    };
    let is_initial = |word: &str| word.chars().count() == 1;
    let titled: u32 =
        members.iter().map(|&name| &table.names[name as usize]).filter(|name| is_titled(name)).map(Name::count).sum();
    let mut ranked: Vec<u32> = members.to_vec();
    ranked.sort_by_key(|&number| {
        let name = &table.names[number as usize];
        let words = letters_of(&name.key).split(' ').count();
        // A person goes by the full name; an acronym by its expansion, unless hardly anybody writes that out.
        let weight = match (person, words) {
            // *Ahlers*, whom hardly anybody calls *Mr Ahlers*.
            (true, 1) if name.count() > titled * RARELY => 2,
            (true, 1) => 0,
            // *Prof. Ada Voss* says more of her than *A. Voss*.
            (true, 3..) if is_titled(name) && !name.words().nth(1).is_some_and(is_initial) => 4,
            (true, _) if is_titled(name) || table.told && variants::upright(name).is_some() => 1,
            // *M. Danescu* is written where there is no room for *Mirela Danescu*.
            (true, _) if name.words().next().is_some_and(is_initial) => 3,
            (true, _) => 1_000_000 + name.count(),
            (false, 1) if is_plural_of_another(name, members, table) => 0,
            (false, 1) => name.count(),
            // A contract has its parties in capitals.
            (false, _) if is_shouted(name.surface()) => name.count() * 4 - 1,
            (false, _) => name.count() * 4,
        };
        (std::cmp::Reverse(weight), name.key.clone())
    });
    let mut lead = String::new();
    if let Some(&first) = ranked.first() {
        lead = own_surface(&table.names[first as usize]).to_owned();
        if person && is_shouted(&lead) {
            lead = in_small(&lead);
        } else if person {
            lead = surname_in_small(&lead);
        }
    }
    let lead_key = fold::key(&lead);
    // One alias for each folded form.
    let mut aliases: BTreeMap<String, (u32, String, u32)> = BTreeMap::new();
    for &number in &ranked {
        for (surface, &count) in table.names[number as usize].surfaces.iter() {
            let key = fold::key(surface);
            // Whoever asks who goes by a handle is shown the list that says so, and not what somebody of that name did.
            if key == lead_key || key.is_empty() || surface.starts_with('@') {
                continue;
            }
            let entry = aliases.entry(key).or_insert_with(|| (0, surface.clone(), 0));
            entry.0 += count;
            if count > entry.2 {
                (entry.1, entry.2) = (surface.clone(), count);
            }
        }
        // What a model calls it, or a speaker is called, in words that no passage has.
        if let Some(written) = name_told(table, number).filter(|written| fold::key(written) != lead_key) {
            aliases.entry(fold::key(written)).or_insert_with(|| (0, written.to_owned(), 0));
        }
    }
    let mut aliases: Vec<(u32, String)> = aliases.into_values().map(|(count, surface, _)| (count, surface)).collect();
    aliases.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    aliases.truncate(ALIASES);
    let mut aliases: Vec<String> = aliases.into_iter().map(|(_, surface)| single_spaced(&surface)).collect();
    // Whoever asks for Jennifer Moore means JenniferMoore.
    aliases.extend(words_of_compound(&lead).filter(|words| !aliases.contains(words)));
    (single_spaced(&lead), aliases)
}

/// True for several words in capitals throughout.
fn is_shouted(surface: &str) -> bool {
    surface.contains(' ') && !surface.chars().any(char::is_lowercase)
}

/// `ADA VOSS MBE` → `Ada Voss`.
fn in_small(name: &str) -> String {
    let mut words: Vec<&str> = name.split_whitespace().collect();
    while words.len() > 2 && words.last().is_some_and(|word| is_suffix(&fold::key(word))) {
        words.pop();
    }
    let small = |word: &str| {
        let mut chars = word.chars();
        let first: String = chars.next().into_iter().collect();
        first + &chars.as_str().to_lowercase()
    };
    words.into_iter().map(small).collect::<Vec<_>>().join(" ")
}

/// `Ada VOSS` → `Ada Voss`, as registers have it; letters behind a name (`Ada Voss KC`) stay.
fn surname_in_small(name: &str) -> String {
    let Some((front, last)) = name.rsplit_once(' ') else { return name.to_owned() };
    let usual = front.contains(char::is_lowercase) && !is_suffix(&fold::key(last));
    if usual { format!("{front} {}", title_case(last)) } else { name.to_owned() }
}

/// `JenniferMoore` → `Jennifer Moore`, `Promise.try` → `Promise try`; nothing for what is no compound.
fn words_of_compound(name: &str) -> Option<String> {
    const SHORTEST: usize = 3;
    if name.contains(char::is_whitespace) || name.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut words: Vec<String> = vec![String::new()];
    let mut small = false;
    for c in name.chars() {
        let parts = matches!(c, '.' | '_' | ':');
        if parts || c.is_uppercase() && small {
            words.push(String::new());
        }
        if !parts {
            words.last_mut()?.push(c);
        }
        small = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    let whole = words.len() > 1 && words.iter().all(|word| word.chars().count() >= SHORTEST);
    whole.then(|| words.join(" "))
}

fn name_told(table: &Table, number: u32) -> Option<&str> {
    let name = &table.names[number as usize];
    name.written.as_deref().filter(|written| (table.told || name.count() == 0) && !fold::key(written).is_empty())
}

/// True for `GPUs` beside `GPU`.
fn is_plural_of_another(name: &Name, members: &[u32], table: &Table) -> bool {
    name.key
        .strip_suffix('s')
        .is_some_and(|single| members.iter().any(|&other| table.names[other as usize].key == single))
}

/// The most frequent form of a name that is the name itself, not a part of it that was joined to it. Common phrases are
/// shown small and in the singular where they occur so.
pub(in crate::index::merge) fn own_surface(name: &Name) -> &str {
    // Who speaks under *Industrial Designer* is called so, whatever industrial designers are besides.
    if let Some(written) = name.written.as_deref().filter(|_| name.common > 0 && name.votes[PERSON] > name.common) {
        return written;
    }
    let own = |surface: &str| fold::key(surface) == name.key || fold::noun_key(surface) == name.key;
    name.surfaces
        .iter()
        .filter(|(surface, _)| own(surface))
        .max_by(|a, b| {
            let rank = |(surface, count): (&String, &u32)| {
                (!is_shouted(surface), name.common > 0 && fold::key(surface) == name.key, *count)
            };
            rank(*a).cmp(&rank(*b)).then_with(|| b.0.cmp(a.0))
        })
        .map(|(surface, _)| surface.as_str())
        .or(name.written.as_deref())
        .unwrap_or_else(|| name.surface())
}

/// True for letters alone, and for the part that somebody has in a conversation: *Interviewer*.
fn is_nobody(name: &Name) -> bool {
    are_initials(name) || !name.key.contains(' ') && in_any(|pack| &pack.parts, &name.key)
}

/// True for letters with full stops that were joined to nobody's name, *A. R.*: whoever they stand for nobody knows.
fn are_initials(name: &Name) -> bool {
    const INITIALS: usize = 2;
    let single = |surface: &String| {
        let letters = surface.chars().filter(|c| c.is_alphanumeric()).count();
        surface.contains('.') && letters <= INITIALS && surface.split(['.', ' ']).all(|part| part.chars().count() <= 1)
    };
    // *U.S.* is known, and has no blank.
    let unknown = |surface: &String| surface.contains(' ') || known_kind(&name.key).is_none();
    !name.surfaces.is_empty() && name.surfaces.keys().all(|surface| single(surface) && unknown(surface))
}

#[cfg(test)]
#[path = "resolution_tests.rs"]
mod tests;
