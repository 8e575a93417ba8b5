//! Bodies that documents of several languages name, each in its own: *Stiftung Orsk*, *fondation Orsk* and *Orsk
//! Foundation* are one.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::Groups;
use crate::index::merge::table::Table;
use crate::judgement::Passages;
use crate::text::language::{WordList, word_lists};
use crate::text::names::tag::is_ordinary_word;
use crate::text::words::fold;

word_lists! {
    static WORDS = "tongues.toml":
        foundations, universities, associations, communes, institutes, museums, academies, ministries, laboratories,
        libraries, tying
}

/// A body: its sort, by its place among the lists, and what it is called by besides.
type Body<'a> = (usize, Vec<&'a str>);

/// Reads a name as that of a body, with the word for what it is.
fn read<'a>(words: impl Iterator<Item = &'a str>) -> Option<(Body<'a>, &'a str)> {
    let mut sort = None;
    let mut rest = Vec::new();
    for word in words.filter(|word| !WORDS.tying.has(word)) {
        match sort_of(word) {
            Some(found) if sort.is_none() => sort = Some((found, word)),
            _ => rest.push(word),
        }
    }
    let named = rest.iter().any(|word| !is_ordinary_word(word));
    sort.filter(|_| named).map(|(sort, word)| ((sort, rest), word))
}

/// The list that a folded word stands in.
fn sort_of(word: &str) -> Option<usize> {
    let lists: [&WordList; 10] = [
        &WORDS.foundations,
        &WORDS.universities,
        &WORDS.associations,
        &WORDS.communes,
        &WORDS.institutes,
        &WORDS.museums,
        &WORDS.academies,
        &WORDS.ministries,
        &WORDS.laboratories,
        &WORDS.libraries,
    ];
    lists.iter().position(|list| list.has(word))
}

/// Joins the names of bodies that say the same in two languages, and what stands alone only behind a word for such a
/// body: *la fondation Orsk*. In one language *University of Orsk* and *Orsk University* are two.
pub(in crate::index::merge) fn join(table: &Table, groups: &mut Groups, passages: &dyn Passages) {
    let mut called: BTreeMap<Body<'_>, BTreeMap<&str, Vec<u32>>> = BTreeMap::new();
    for (name, number) in table.names.iter().zip(0u32..).filter(|(name, _)| name.proper > 0) {
        if let Some((body, word)) = read(name.words()) {
            called.entry(body).or_default().entry(word).or_default().push(number);
        }
    }
    let mut bodies: BTreeMap<Body<'_>, u32> = BTreeMap::new();
    for (body, names) in called.into_iter().filter(|(_, names)| names.values().all(|names| names.len() == 1)) {
        let mut names = names.into_values().flatten();
        let Some(first) = names.next() else { continue };
        names.for_each(|name| _ = groups.join(first, name));
        bodies.insert(body, first);
    }
    if bodies.is_empty() {
        return;
    }
    // Of each name, the sorts that stand in front of it; none where it stands otherwise, too. What no body is called by
    // is not looked at: a pile has millions of occurrences.
    let rests: BTreeSet<&[&str]> = bodies.keys().map(|(_, rest)| rest.as_slice()).collect();
    let own =
        |name: u32| -> Vec<&str> { table.names[name as usize].words().filter(|word| !WORDS.tying.has(word)).collect() };
    let calls: Vec<bool> = (0..table.names.len() as u32).map(|name| rests.contains(own(name).as_slice())).collect();
    let mut alone: BTreeMap<u32, Option<usize>> = BTreeMap::new();
    for occurrence in table.occurrences.iter().filter(|occurrence| calls[occurrence.name as usize]) {
        let text = passages.text(occurrence.unit as usize);
        let before = text.get(..occurrence.start as usize).unwrap_or_default().trim_end_matches(' ');
        let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let sort = Some(word).filter(|word| word.len() < before.len()).and_then(|word| sort_of(&fold::key(word)));
        let known = alone.entry(occurrence.name).or_insert(sort);
        *known = known.filter(|_| *known == sort);
    }
    for (name, sort) in alone.into_iter().filter_map(|(name, sort)| Some((name, sort?))) {
        if let Some(&body) = bodies.get(&(sort, own(name))) {
            groups.join(body, name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_body_has_a_name_in_each_language() {
        let read = |name: &str| {
            let key = fold::key(name);
            read(key.split(' ')).map(|((sort, rest), _)| (sort, rest.join(" ")))
        };
        let orsk = read("Stiftung Orsk");
        assert!(orsk.is_some());
        for same in ["Orsk Foundation", "Fondation Orsk", "Fundación de Orsk"] {
            assert_eq!(read(same), orsk, "{same}");
        }
        assert_eq!(read("Université de Tarn"), read("University of Tarn"));
        assert_ne!(read("Verein Orsk"), orsk);
        assert_eq!(read("the Foundation"), None);
        assert_eq!(read("Orsk"), None);
    }
}
