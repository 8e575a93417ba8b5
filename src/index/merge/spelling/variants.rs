//! One name written in two ways, as models and bibliographies write it: the surname first (*Quill, D.*), letters in
//! brackets behind what they stand for, closed up or with a hyphen, in the plural, with an article inside, *status of
//! the case* for *case status*. Names whose types have nothing in common are left apart.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::graph::Groups;
use crate::index::merge::people::person_name::is_suffix;
use crate::index::merge::table::{KINDS, Name, ORGANISATION, PERSON, PLACE, Table};
use crate::model::EntityType;
use crate::text::language::word_lists;
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::wordlist::is_article;

word_lists! { static WORDS = "variants.toml": joints, owners }

/// Letters and digits from which on a name closed up can be told from another.
const CLOSED_UP: usize = 6;
/// Letters of an acronym at most.
const LETTERS: usize = 8;
/// Initials behind a surname at most.
const INITIALS: usize = 4;

/// Joins the spellings of one name. Only what a model told is written so.
pub(in crate::index::merge) fn join(table: &Table, groups: &mut Groups) {
    if !table.told {
        return;
    }
    let mut spelt: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let mut letters: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
    let mut turned: Vec<(u32, String)> = Vec::new();
    for (number, name) in (0u32..).zip(&table.names) {
        let read = Read::of(name);
        if let Some(short) = read.letters {
            letters.entry(short).or_default().insert(read.spelling.clone(), number);
        }
        turned.extend(read.turned.map(|turned| (number, turned)));
        spelt.entry(read.spelling).or_default().push(number);
    }
    for names in spelt.values().filter(|names| names.len() > 1) {
        join_alike(names, table, groups);
    }
    let mut join = |a: u32, b: u32| {
        if may_be_one(&table.names[a as usize], &table.names[b as usize]) {
            groups.join(a, b);
        }
    };
    for (number, turned) in turned {
        spelt.get(&turned).into_iter().flatten().for_each(|&other| join(number, other));
    }
    // Letters that two names have in brackets behind them say nothing alone.
    for (short, names) in letters {
        if let (1, Some(&name)) = (names.len(), names.values().next()) {
            let alone = [short.clone(), format!("{short}s")];
            alone.iter().filter_map(|key| table.by_key.get(key)).for_each(|&other| join(name, other));
        }
    }
}

/// Joins names of one spelling whose types have something in common. Those of the same types have, so that of each sort
/// one is compared with the others.
fn join_alike(names: &[u32], table: &Table, groups: &mut Groups) {
    let mut first: BTreeMap<(BTreeSet<String>, bool), u32> = BTreeMap::new();
    for &number in names {
        let name = &table.names[number as usize];
        match first.entry((kinds(name), is_person(name))) {
            Entry::Occupied(known) => _ = groups.join(*known.get(), number),
            Entry::Vacant(place) => _ = place.insert(number),
        }
    }
    let first: Vec<u32> = first.into_values().collect();
    for (at, &a) in first.iter().enumerate() {
        for &b in &first[at + 1..] {
            if may_be_one(&table.names[a as usize], &table.names[b as usize]) {
                groups.join(a, b);
            }
        }
    }
}

/// What a name comes to when it is written in the plainest way.
struct Read {
    spelling: String,
    /// The letters that stand for it, where it has them in brackets.
    letters: Option<String>,
    /// *Case status* for *status of the case*.
    turned: Option<String>,
}

impl Read {
    fn of(name: &Name) -> Read {
        if let Some(upright) = upright(name) {
            return Read { spelling: upright, letters: None, turned: None };
        }
        let telling = |word: &&str| !is_article(word);
        if is_person(name) {
            let words: Vec<&str> = name.key.split(' ').filter(telling).collect();
            return Read { spelling: words.join(" "), letters: None, turned: None };
        }
        let bracketed = forms(name).find_map(bracketed);
        let (key, letters) = match bracketed {
            Some((long, short)) => (fold::key(&long), Some(short)),
            None => (name.key.clone(), None),
        };
        let mut words: Vec<String> = key.split(' ').filter(telling).map(str::to_owned).collect();
        if let Some(last) = words.last().map(|last| fold::singular(last))
            && (words.len() > 1 || is_sort(name))
        {
            words.pop();
            words.push(last);
        }
        if words.is_empty() {
            return Read { spelling: key, letters, turned: None };
        }
        let joint = words.iter().position(|word| WORDS.joints.has(word));
        let turned = joint.filter(|&at| at > 0 && at + 1 < words.len() && is_sort(name)).map(|at| {
            let of = words[at + 1..].iter().cloned().chain(words[..at].iter().cloned());
            closed_up(&of.collect::<Vec<_>>())
        });
        Read { spelling: closed_up(&words), letters, turned }
    }
}

/// The ways a name is written.
fn forms(name: &Name) -> impl Iterator<Item = &str> {
    name.surfaces.keys().map(String::as_str).chain(name.written.as_deref())
}

/// True where a name says whose something is: *Quill's clerk*, *the Quills' house*.
pub(in crate::index::merge) fn is_owned(name: &Name) -> bool {
    forms(name).map(str::to_lowercase).any(|form| WORDS.owners.iter().any(|mark| form.contains(mark)))
}

/// Words in one; figures stay apart, and so do words too short to be told from others.
fn closed_up(words: &[String]) -> String {
    let mut closed = String::new();
    for word in words {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if digit(closed.chars().next_back()) && digit(word.chars().next()) {
            closed.push(' ');
        }
        closed.push_str(word);
    }
    if closed.chars().count() < CLOSED_UP { words.join(" ") } else { closed }
}

/// The folded name with the surname last, of one that is written with the surname first: *Quill, D.*, and where it is a
/// person's *Quill, Desmond*.
pub(in crate::index::merge) fn upright(name: &Name) -> Option<String> {
    forms(name).find_map(|form| {
        let (surname, first) = form.split_once(", ").filter(|(_, first)| !first.contains(','))?;
        let given: Vec<&str> = first.split(['.', ' ', '-']).filter(|part| !part.is_empty()).collect();
        let initial = |part: &&str| part.chars().count() == 1 && part.chars().all(char::is_uppercase);
        let initials = (1..=INITIALS).contains(&given.len()) && given.iter().all(initial);
        let person = is_person(name) && given.len() <= 2 && !given.iter().any(|part| is_suffix(&fold::key(part)));
        let surname_alone =
            surname.split_whitespace().count() <= 3 && surname.chars().filter(|c| c.is_alphabetic()).count() > 1;
        (surname_alone && !given.is_empty() && (initials || person)).then(|| fold::key(&format!("{first} {surname}")))
    })
}

/// A name and the folded letters that stand for it, where one stands in brackets behind the other.
fn bracketed(form: &str) -> Option<(String, String)> {
    let (front, inner) = form.trim().strip_suffix(')')?.split_once('(')?;
    let (front, inner) = (front.trim(), inner.trim());
    if inner.contains('(') {
        return None;
    }
    let short = |long: &str, letters: &str| stands_for(long, letters).map(|letters| (long.to_owned(), letters));
    short(front, inner).or_else(|| short(inner, front))
}

/// The folded letters, where they stand in their order in a name, the first at its beginning.
fn stands_for(long: &str, letters: &str) -> Option<String> {
    let bare: String = letters.chars().filter(|&c| c != '-' && c != '.').collect();
    let bare =
        bare.strip_suffix('s').or_else(|| bare.strip_suffix('S').filter(|front| front.len() > 1)).unwrap_or(&bare);
    let count = bare.chars().count();
    let capitals = bare.chars().filter(|c| c.is_uppercase()).count();
    if !(2..=LETTERS).contains(&count) || !bare.chars().all(char::is_alphabetic) || 2 * capitals < count {
        return None;
    }
    let (name, bare) = (fold::key(long), fold::key(bare));
    let mut rest = name.chars();
    let spells = name.chars().next() == bare.chars().next() && bare.chars().all(|letter| rest.any(|c| c == letter));
    (spells && name.chars().count() >= 2 * count).then_some(bare)
}

/// True when a model calls it a person at least as often as anything else, by that word or by an office: *author*.
pub(in crate::index::merge) fn is_person(name: &Name) -> bool {
    let office = || {
        let label = name.other_kind.as_ref().map(|kind| fold::key(kind.name())).unwrap_or_default();
        let person = |word: &str| word == KINDS[PERSON].name() || flags(word).has(Flags::ROLE);
        !label.is_empty() && label.split(' ').all(person)
    };
    match &name.other_kind {
        None => name.votes[PERSON] > 0 && 2 * name.votes[PERSON] >= name.votes.iter().sum(),
        Some(_) => name.votes.iter().all(|&votes| votes == 0) && office(),
    }
}

/// True for a sort of thing, whose plural names the same: no person, body or place, and of a type that was told.
fn is_sort(name: &Name) -> bool {
    let never = [PERSON, ORGANISATION, PLACE].iter().any(|&kind| name.votes[kind] > 0);
    !never && !is_person(name) && !kinds(name).is_empty()
}

/// The words of the types that a name was given.
fn kinds(name: &Name) -> BTreeSet<String> {
    let voted = KINDS.iter().zip(name.votes).filter(|(_, votes)| *votes > 0).map(|(kind, _)| kind.name());
    let label = name.other_kind.as_ref().map(EntityType::name);
    let words = voted.chain(label).map(fold::key).collect::<Vec<_>>().join(" ");
    words.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// True unless the types of two names have nothing in common.
pub(in crate::index::merge) fn may_be_one(a: &Name, b: &Name) -> bool {
    let (of_a, of_b) = (kinds(a), kinds(b));
    of_a.is_empty() || of_b.is_empty() || !of_a.is_disjoint(&of_b) || is_person(a) && is_person(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_brackets_are_read_on_either_side() {
        for form in ["Harbour Safety Board (HSB)", "HSB (Harbour Safety Board)", "Harbour Safety Boards (HSBs)"] {
            let (long, short) = bracketed(form).expect(form);
            assert!(long.starts_with("Harbour") && short == "hsb", "{form}: {long}, {short}");
        }
        assert!(bracketed("Elektrizitätswirtschaftsgesetz (ElWG)").is_some());
        for form in ["Prepaid card (product)", "Section 5(6)", "Board (of Works)", "Quill (D.)", "Harbour (HSB)"] {
            assert_eq!(bracketed(form), None, "{form}");
        }
    }

    #[test]
    fn names_of_one_spelling_join_whose_types_have_something_in_common() {
        let named = |kind: Option<usize>| {
            let mut name = Name::default();
            kind.into_iter().for_each(|kind| name.votes[kind] = 1);
            name
        };
        let types = [Some(PLACE), Some(PERSON), Some(PLACE), Some(PERSON)];
        let mut table = Table { names: types.map(named).into(), ..Table::default() };
        let joined = |table: &Table| {
            let mut groups = Groups::new(table.names.len());
            join_alike(&(0..table.names.len() as u32).collect::<Vec<_>>(), table, &mut groups);
            (0..table.names.len() as u32).map(|name| groups.root(name)).collect::<Vec<_>>()
        };
        assert_eq!(joined(&table), [0, 1, 0, 1]);
        // Whatever one is that nobody told a type of, it is all of them.
        table.names.push(named(None));
        assert_eq!(joined(&table), [0; 5]);
    }

    #[test]
    fn a_surname_in_front_is_set_right() {
        let name = |written: &str, votes: u32| {
            let mut name = Name { written: Some(written.to_owned()), ..Name::default() };
            name.votes[PERSON] = votes;
            upright(&name)
        };
        assert_eq!(name("Quill, D.", 0).as_deref(), Some("d quill"));
        assert_eq!(name("Van Tarn, D.-E.", 0).as_deref(), Some("de van tarn"));
        assert_eq!(name("Quill, Desmond", 1).as_deref(), Some("desmond quill"));
        for written in ["Quill, Desmond", "Carrow, North Marsh", "Quill, D., Voss, A."] {
            assert_eq!(name(written, 0), None, "{written}");
        }
        assert_eq!(name("Desmond Quill, Jr", 1), None);
    }

    #[test]
    fn figures_are_not_run_together() {
        let words = |name: &str| name.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(closed_up(&words("pre paid card")), closed_up(&words("prepaid card")));
        assert_ne!(closed_up(&words("section 5 6")), closed_up(&words("section 56")));
    }
}
