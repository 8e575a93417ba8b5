//! Surnames, first names, titles and misspellings joined to full names: inside a document first, then over the corpus
//! where only one person can be meant.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::apart::Apart;
use super::cases::Cases;
use super::genders::{Gender, gender, genders, is_addressed, is_of_rank, of_rank};
use super::groups::Groups;
use super::matters::Matters;
use super::mentioned::{has_article, is_part_of_a_firm, of_no_person};
use super::nicknames;
use super::order::Order;
use super::person_name::{Parts, behind_office, same_person};
use super::speakers::Speakers;
use super::spelling::{self, is_person as is_person_told};
use super::table::{CONCEPT, Name, PERSON, Table};
use crate::index::runs::Runs;
use crate::judgement::Passages;
use crate::model::EntityType;
use crate::text::language::word_lists;
use crate::text::names::kind;
use crate::text::names::lexicon::{Flags, flags, flags_of_noun, known_kind};
use crate::text::names::tag::is_ordinary_word;

word_lists! {
    static WORDS = "people.toml": towns, learned
}

/// Documents with a bare name, where the one who bears it in full is named once in all.
const NAMED_BY_MANY: u32 = 4;
/// A spelling so many times rarer than another is a slip.
const SLIP: u32 = 4;
/// Full names of one document beyond which they are not held against each other: hardly a text, and no text for people.
const MANY_BEARERS: usize = 400;

/// Last words of names with *Mr*, *Mrs*, *Dr* and the like in front: whatever the word means, it is somebody's name.
fn surnames(table: &Table) -> BTreeSet<String> {
    let titled = table.names.iter().filter(|name| name.proper > 0).filter_map(|name| {
        let (title, rest) = name.key.split_once(' ')?;
        (is_addressed(&name.key) || WORDS.learned.has(title)).then(|| rest.rsplit(' ').next().map(str::to_owned))?
    });
    titled.filter(|word| word.chars().count() > 1).collect()
}

/// Names of towns, where the text calls them so: *City of Tarn*. They are nobody's surname.
fn towns(table: &Table) -> BTreeSet<String> {
    let named = table.names.iter().filter(|name| name.proper > 0);
    let fronted = named.filter_map(|name| WORDS.towns.iter().find_map(|front| name.key.strip_prefix(front)));
    fronted.filter_map(|rest| rest.rsplit(' ').next().map(str::to_owned)).collect()
}

/// True when the votes and the words let the name be a person's full name.
fn is_person(name: &Name, parts: &Parts, surnames: &BTreeSet<String>, towns: &BTreeSet<String>) -> bool {
    if name.proper == 0 || name.common > name.proper {
        return false;
    }
    if parts.is_full() && towns.contains(parts.last()) && !parts.titled && !flags(parts.first()).has(Flags::FIRST_NAME)
    {
        return false;
    }
    // *Desmond Quill* where there is a *Mr Quill*, although a quill is a thing.
    let called = (2..=3).contains(&parts.words.len())
        && surnames.contains(parts.last())
        && (parts.is_initialled() || !is_ordinary_word(parts.first()) || !is_ordinary_word(parts.last()))
        && !flags(parts.first()).has(Flags::PLACE | Flags::FUNCTION);
    if called && parts.words.iter().all(|word| known_kind(word).is_none()) {
        return name.votes.iter().enumerate().all(|(kind, &votes)| kind == PERSON || votes * 2 <= name.proper);
    }
    if parts.is_full() && !parts.is_plausible() {
        return false;
    }
    let person = name.votes[PERSON];
    let other: u32 = name.votes.iter().enumerate().filter(|&(kind, _)| kind != PERSON).map(|(_, votes)| votes).sum();
    person > 0 && person >= other
}

/// True for what somebody is called, not for an office or a figure (*Deputy Speaker*, *the old woman*, *Auditor General*,
/// *portly gentlemen*, *Quill's clerk*), which a model calls a person as well: under a title, or with a word that is a first
/// name or no ordinary one.
fn is_called(name: &Name, parts: &Parts) -> bool {
    let first_name = |word: &str| flags(word).has(Flags::FIRST_NAME);
    let names = |word: &String| first_name(word) || !is_ordinary_word(word) && !flags(word).has(Flags::ROLE);
    let owned = spelling::is_owned(name);
    let sort = Flags::GENERIC | Flags::ROLE | Flags::HONORIFIC;
    let figure = parts.is_full() && !first_name(parts.first()) && flags_of_noun(parts.last()).has(sort);
    let roles = parts.words.iter().filter(|word| flags(word).has(Flags::ROLE | Flags::HONORIFIC)).count();
    let office = (parts.is_of_place() && flags(parts.first()).has(Flags::ROLE | Flags::HONORIFIC))
        || roles > 1 && !parts.words.iter().any(|word| first_name(word));
    !owned && (parts.titled || !figure && !office && parts.words.iter().any(names))
}

/// The parts of a name, the surname last.
fn parts_of(table: &Table, name: &Name) -> Parts {
    let upright = if table.told { spelling::upright(name) } else { None };
    Parts::of(upright.as_deref().unwrap_or(&name.key))
}

/// Joins the names of persons. Speakers' names count as full names of their documents.
pub(super) fn join(table: &mut Table, groups: &mut Groups, passages: &dyn Passages, cases: &Cases) {
    let speakers = Speakers::of(table, groups, passages);
    let parts: Vec<Parts> = table.names.iter().map(|name| parts_of(table, name)).collect();
    let spread = table.spread();
    let (surnames, towns) = (surnames(table), towns(table));
    let mut people: Vec<bool> = table
        .names
        .iter()
        .zip(&parts)
        .map(|(name, parts)| match table.told {
            true => is_person_told(name) && is_called(name, parts),
            false => is_person(name, parts, &surnames, &towns) && !cases.calls_nobody(name),
        })
        .collect();
    // A speaker is a person, whatever the passages say.
    for names in &speakers.of_document {
        for &name in names {
            people[name as usize] = true;
        }
    }
    let full = |name: u32| people[name as usize] && parts[name as usize].is_full();
    let apart = Apart::of(table, &parts, full, &speakers.of_document, passages);
    // A full name that nothing else is said of is a person's where it stands behind a title or an office as well.
    let may_bear = |name: u32| {
        let votes = &table.names[name as usize].votes;
        full(name) || votes.iter().enumerate().all(|(kind, &votes)| votes == 0 || matches!(kind, PERSON | CONCEPT))
    };

    // Titles in front do not make another person: *Dr. Ana Prieto* is *Ana Prieto*, *President Obama* is *Obama*. A
    // lone first name is left alone: there are many a *King Edward*.
    for name in 0..table.names.len() as u32 {
        let of_name = &parts[name as usize];
        let surname = !of_name.is_full() && !flags(of_name.first()).has(Flags::FIRST_NAME | Flags::PLACE);
        if of_name.titled
            && (full(name) || surname)
            && let Some(&other) = table.by_key.get(&of_name.words.join(" "))
            && (full(other)
                || known_kind(of_name.first()) == Some(EntityType::Person)
                || full(name) && of_name.is_full() && may_bear(other))
        {
            groups.join(name, other);
        }
        // An office of several words in front: *Prime Minister Ada Voss*, *Harbour Secretary Ada Voss*.
        let words = &of_name.words;
        if let Some(&other) = behind_office(words).and_then(|rest| table.by_key.get(&rest.join(" ")))
            && may_bear(other)
        {
            groups.join(name, other);
        }
        // One that is no title we know: *Canon Ada Voss*, *Inspector Ada Voss*.
        if words.len() >= 3
            && (is_ordinary_word(&words[0]) || flags(&words[0]).has(Flags::ROLE))
            && !flags(&words[0]).has(Flags::FIRST_NAME)
            && !flags(&words[1]).has(Flags::ROLE | Flags::HONORIFIC)
            && let Some(&other) = table.by_key.get(&words[1..].join(" "))
            && full(other)
        {
            groups.join(name, other);
        }
    }

    // Full names of each document, speakers included.
    let spoken =
        speakers.of_document.iter().enumerate().flat_map(|(document, names)| names.iter().map(move |&n| (document, n)));
    let named = table.occurrences.iter().map(|occurrence| (occurrence.document as usize, occurrence.name));
    let mut full_names: Vec<(usize, u32)> = spoken.chain(named).filter(|&(_, name)| full(name)).collect();
    full_names.sort_unstable();
    full_names.dedup();
    let full_names: Runs<u32> = Runs::sorted(speakers.of_document.len(), full_names.iter().copied());
    // Variants of one name inside a document.
    for document in 0..full_names.len() {
        let names = full_names.of(document);
        if names.len() > MANY_BEARERS {
            continue;
        }
        let of = |name: u32| &parts[name as usize];
        // *Y. Quill* is neither Yann nor Ysolde where there are both.
        let doubtful = |name: u32| {
            let meant = names.iter().filter(|&&other| !of(other).is_initialled() && same_person(of(name), of(other)));
            let firsts: BTreeSet<&str> = meant.map(|&other| of(other).first()).collect();
            table.told && of(name).is_initialled() && firsts.len() > 1
        };
        for (i, &a) in names.iter().enumerate() {
            for &b in &names[i + 1..] {
                let alike = of(a).is_initialled() == of(b).is_initialled() || !doubtful(a) && !doubtful(b);
                if same_person(of(a), of(b)) && alike && !apart.are(groups, a, b) {
                    groups.join(a, b);
                }
            }
        }
    }
    // Variants over the corpus: only a middle name or initial more, or a slip beside a far more frequent spelling.
    let mut by_ends: BTreeMap<(&str, &str), Vec<u32>> = BTreeMap::new();
    for name in 0..table.names.len() as u32 {
        if full(name) {
            by_ends.entry((parts[name as usize].first(), parts[name as usize].last())).or_default().push(name);
        }
    }
    for names in by_ends.values() {
        let Some(&short) = names.iter().min_by_key(|&&name| parts[name as usize].words.len()) else { continue };
        // *John F. Orr* and *John Pell Orr* are not both *John Orr*: the one named more is.
        let mut usual: Vec<u32> = names.iter().copied().filter(|&name| name != short).collect();
        usual.sort_by_key(|&name| (std::cmp::Reverse(table.names[name as usize].count()), name));
        for name in usual {
            let root = groups.root(short);
            let known = names.iter().filter(|&&known| groups.root(known) == root);
            let suits = |known: &u32| same_person(&parts[*known as usize], &parts[name as usize]);
            if known.into_iter().all(suits) {
                groups.join(short, name);
            }
        }
    }

    speakers.join_short(groups, &parts, full);
    let all_full: Vec<u32> = (0..table.names.len() as u32).filter(|&name| full(name)).collect();
    nicknames::join(groups, &parts, &all_full, &apart);
    initials_and_slips(table, groups, &parts, &all_full);
    let genders = genders(table, groups, &parts, full);
    let of_rank = of_rank(table, groups);

    // Lone names: the full names of a document by their first and last word.
    let by_words = |document: u32| {
        let mut by_word: HashMap<&str, Vec<u32>> = HashMap::new();
        for &name in full_names.of(document as usize) {
            // *Whereat Mara*, read once where a sentence opens, is nobody to join others to.
            let weak = !parts[name as usize].titled
                && !flags(parts[name as usize].first()).has(Flags::FIRST_NAME)
                && table.names[name as usize].written.is_none()
                && table.names[name as usize].count() < 2;
            if weak {
                continue;
            }
            let parts = &parts[name as usize];
            for word in
                [Some(parts.first()), Some(parts.last()), speakers.first_surname(name, parts)].into_iter().flatten()
            {
                by_word.entry(word).or_default().push(name);
            }
        }
        by_word
    };
    let mut by_part: HashMap<&str, BTreeSet<u32>> = HashMap::new();
    for name in 0..table.names.len() as u32 {
        if full(name) {
            let parts = &parts[name as usize];
            for word in [Some(parts.last()), speakers.first_surname(name, parts)].into_iter().flatten() {
                by_part.entry(word).or_default().insert(groups.root(name));
            }
        }
    }
    let mut weights: HashMap<u32, u32> = HashMap::new();
    for (number, name) in table.names.iter().enumerate() {
        *weights.entry(groups.root(number as u32)).or_default() += name.count();
    }
    let spoken: BTreeSet<u32> = speakers.of_document.iter().flatten().map(|&name| groups.root(name)).collect();
    let matters = Matters::of(table, groups, &spread);
    let known: BTreeSet<u32> = (0..table.names.len() as u32)
        .filter(|&name| {
            let parts = &parts[name as usize];
            full(name) && (parts.titled || parts.is_initialled() || flags(parts.first()).has(Flags::FIRST_NAME))
        })
        .map(|name| groups.root(name))
        .collect();
    let of_no_person = of_no_person(table, |name| !parts[name as usize].is_full(), passages);
    let order = Order::of(table, groups, full);
    let mut assigned: Vec<(usize, u32)> = Vec::new();
    let mut recent: HashMap<u32, usize> = HashMap::new();
    let (mut current, mut by_word) = (u32::MAX, HashMap::new());
    for (number, occurrence) in table.occurrences.iter().enumerate() {
        if occurrence.document != current {
            recent.clear();
            by_word = by_words(occurrence.document);
            current = occurrence.document;
        }
        let lone = &parts[occurrence.name as usize];
        // What a model calls a place or a firm is nobody.
        let told_otherwise = table.told
            && !people[occurrence.name as usize]
            && table.names[occurrence.name as usize].votes.iter().any(|&votes| votes > 0);
        if told_otherwise
            || !occurrence.proper
            || !may_be_person(&table.names[occurrence.name as usize], lone)
            || is_part_of_a_firm(occurrence, passages)
            || !lone.titled && !lone.is_full() && has_article(occurrence, passages)
        {
            continue;
        }
        // A word that so many bear in one document tells none of them, and each mention would look at all of them again.
        let bearers = |word: &str| by_word.get(word).map_or(0, Vec::len);
        if bearers(lone.first()).max(bearers(lone.last())) > MANY_BEARERS {
            if full(occurrence.name) {
                recent.insert(groups.root(occurrence.name), number);
            }
            continue;
        }
        let mut candidates: BTreeSet<u32> = BTreeSet::new();
        for word in [lone.first(), lone.last()] {
            for &name in by_word.get(word).into_iter().flatten() {
                let surname =
                    !lone.is_full() && speakers.first_surname(name, &parts[name as usize]) == Some(lone.first());
                if surname || lone.is_part_of(&parts[name as usize]) {
                    candidates.insert(groups.root(name));
                }
            }
        }
        let matter = |person: u32| {
            !lone.titled && !lone.is_full() && matters.is(occurrence.name, person, known.contains(&person))
        };
        candidates.retain(|&person| !matter(person));
        if !lone.titled {
            candidates.retain(|&person| !order.is_another(occurrence.document, occurrence.name, person));
        }
        if candidates.is_empty() && full(occurrence.name) {
            recent.insert(groups.root(occurrence.name), number);
            continue;
        }
        let gender = gender(&table.names[occurrence.name as usize].key);
        // *Mrs Voss* is as likely married to the one Voss there is: among names that a model told, she must be known.
        let married = table.told && table.names[occurrence.name as usize].key.starts_with("mrs ");
        let rank = is_of_rank(&table.names[occurrence.name as usize].key);
        let may_be = |person: &u32| {
            let suits = |&(known, titled): &(Gender, bool)| Some(known) == gender && (titled || !married);
            genders.get(person).map_or(!married, suits) && of_rank.contains(person) == rank
        };
        if gender.is_some() {
            candidates.retain(may_be);
        }
        // *Mrs Voss* may be any of the women of that name.
        let certain_only = table.told || gender.is_some();
        if let Some(person) = choose(&candidates, &recent, &weights, certain_only) {
            assigned.push((number, person));
            continue;
        }
        if !candidates.is_empty() {
            continue;
        }
        // Over the corpus a surname must be unique, and neither a first name nor a place's or a firm's.
        let word = lone.first();
        if !lone.titled && of_no_person.contains(&(occurrence.document, occurrence.name)) {
            continue;
        }
        if lone.is_full() || flags(word).has(Flags::FIRST_NAME | Flags::PLACE) && !lone.titled {
            continue;
        }
        // Of an initial nobody can tell whether it is a woman's: *A. Voss* is not *Mrs Voss* of another document.
        let known = |person: &u32| {
            gender != Some(Gender::Woman) || genders.contains_key(person) || !parts[*person as usize].is_initialled()
        };
        let suits = |person: &&u32| gender.is_none() || may_be(person) && known(person);
        let owners: Vec<u32> = by_part.get(word).into_iter().flatten().filter(suits).copied().collect();
        // Whoever is known to bear the title comes before those of whom nothing is known.
        let mut titled =
            owners.iter().filter(|person| gender.is_some() && genders.get(person).is_some_and(|known| known.1));
        let person = match (owners.as_slice(), titled.next(), titled.next()) {
            ([only], ..) => Some(*only),
            (_, Some(&only), None) => Some(only),
            _ => None,
        };
        // A name that many documents have is not that of somebody whom one names once.
        let in_passing = |person: u32| {
            let once = weights.get(&person) == Some(&1)
                && !spoken.contains(&person)
                && spread[occurrence.name as usize] >= NAMED_BY_MANY;
            !lone.titled && (once || order.is_another(occurrence.document, occurrence.name, person))
        };
        let person = person.filter(|&person| spread[person as usize] >= 1 && !matter(person) && !in_passing(person));
        if let Some(person) = person {
            assigned.push((number, person));
        }
    }
    for (number, person) in assigned {
        table.occurrences[number].name = person;
        table.occurrences[number].kind = Some(PERSON as u8);
        table.occurrences[number].sure = true;
    }
}

/// Over the corpus, an initial joins the one full name it can stand for, and a slip of one letter in a surname the far
/// more frequent spelling.
fn initials_and_slips(table: &Table, groups: &mut Groups, parts: &[Parts], full: &[u32]) {
    let mut by_last: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    let mut by_first: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for &name in full {
        by_last.entry(parts[name as usize].last()).or_default().push(name);
        by_first.entry(parts[name as usize].first()).or_default().push(name);
    }
    for names in by_last.values().filter(|names| names.len() <= 400) {
        for &short in names.iter().filter(|&&name| parts[name as usize].is_initialled()) {
            let mut owners: Vec<u32> = names
                .iter()
                .filter(|&&name| !parts[name as usize].is_initialled())
                .filter(|&&name| same_person(&parts[short as usize], &parts[name as usize]))
                .map(|&name| groups.root(name))
                .collect();
            owners.sort_unstable();
            owners.dedup();
            if let [only] = owners.as_slice() {
                groups.join(short, *only);
            }
        }
    }
    // *QUILL D* as registers and logs have it.
    for (number, name) in table.names.iter().enumerate().filter(|(_, name)| name.proper > 0) {
        let Some((surname, initial)) = name.key.split_once(' ').filter(|(_, rest)| rest.chars().count() == 1) else {
            continue;
        };
        let of_surname = by_last.get(surname).into_iter().flatten();
        let mut owners: Vec<u32> = of_surname
            .filter(|&&name| parts[name as usize].first().starts_with(initial))
            .map(|&name| groups.root(name))
            .collect();
        owners.sort_unstable();
        owners.dedup();
        if let [only] = owners.as_slice() {
            groups.join(number as u32, *only);
        }
    }
    for names in by_first.values().filter(|names| names.len() <= 400) {
        for &slip in names {
            let rare = table.names[slip as usize].count();
            let meant = names.iter().copied().find(|&name| {
                let usual = table.names[name as usize].count();
                usual >= SLIP * rare
                    && parts[slip as usize].last() != parts[name as usize].last()
                    && same_person(&parts[slip as usize], &parts[name as usize])
            });
            if let Some(name) = meant {
                groups.join(slip, name);
            }
        }
    }
}

/// Whether a lone name may stand for a person at all.
fn may_be_person(name: &Name, parts: &Parts) -> bool {
    if parts.titled {
        return true;
    }
    let word = parts.first();
    if word.chars().count() < 2 {
        return false;
    }
    match known_kind(&name.key) {
        Some(EntityType::Person) | None => {}
        Some(_) => return false,
    }
    let shouted = |surface: &String| surface.chars().all(|c| !c.is_lowercase());
    if !name.surfaces.is_empty() && name.surfaces.keys().all(shouted) && word.len() <= 5 {
        return false;
    }
    let place = flags(word).has(Flags::PLACE) && !flags(word).has(Flags::FIRST_NAME);
    !place
}

/// The one candidate, or the one named last before this place, of those that the corpus names often enough. Where a model
/// told the names, and under a title, nobody is chosen of several: a family's name alone may be any of them.
fn choose(
    candidates: &BTreeSet<u32>,
    recent: &HashMap<u32, usize>,
    weights: &HashMap<u32, u32>,
    certain_only: bool,
) -> Option<u32> {
    if candidates.len() == 1 {
        return candidates.first().copied();
    }
    let weight = |person: &u32| weights.get(person).copied().unwrap_or(0);
    let most = candidates.iter().map(weight).max().unwrap_or(0);
    candidates
        .iter()
        .copied()
        .filter(|person| !certain_only && recent.contains_key(person) && 8 * weight(person) >= most)
        .max_by_key(|person| (recent[person], std::cmp::Reverse(*person)))
}

/// True when a folded name can be a person's at all.
pub(super) fn may_be_called(key: &str) -> bool {
    let parts = Parts::of(key);
    !parts.is_full() || parts.is_plausible()
}

/// True when a lone name that was joined to nobody is better left out: a first name that documents drop in passing.
pub(super) fn is_passing_first_name(name: &Name, spread: u32, documents: usize) -> bool {
    let mut words = name.words();
    let (Some(word), None) = (words.next(), words.next()) else { return false };
    if !flags(word).has(Flags::FIRST_NAME) || kind::by_words(word).is_some() {
        return false;
    }
    let often = name.count() / spread.max(1);
    documents >= 4 && often < 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fold;

    fn same(a: &str, b: &str) -> bool {
        same_person(&Parts::of(&fold::key(a)), &Parts::of(&fold::key(b)))
    }

    #[test]
    fn variants_of_one_name() {
        for (a, b) in [
            ("Ana Prieto", "Dr. Ana Prieto"),
            ("Steven Moreau", "Stevie Moreau"),
            ("William A. Ortega", "William Ortega"),
            ("Bill Ortega", "William Ortega"),
            ("J. Prieto", "Juana Prieto"),
            ("Dagny Kollar", "Dagny Koller"),
            ("Neil van Tarsen", "Neil Tarsen"),
        ] {
            assert!(same(a, b), "{a} and {b}");
        }
        for (a, b) in [
            ("Ana Prieto", "Juan Prieto"),
            ("Ana Prieto", "Ana Costa"),
            ("John B. Orr", "John C. Orr"),
            ("Ana", "Ana Prieto"),
            ("T. Berners-Lee", "T. Lee"),
            ("Y. Zhang", "Y. Zheng"),
        ] {
            assert!(!same(a, b), "{a} and {b}");
        }
    }
}
