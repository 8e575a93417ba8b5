//! The names of those who speak: told by the documents beside what is said, so that whoever bears one is a person.
//! Where people have two surnames, one is called by the first of them: *Ada Lund* and *Lund* are *Ada Lund Voss*.

use std::collections::{BTreeMap, BTreeSet};

use super::person_name::NameParts;
use crate::graph::Groups;
use crate::index::merge::table::Table;
use crate::judgement::Passages;
use crate::text::language;
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags};

/// Whoever speaks in the documents.
#[derive(Default)]
pub(super) struct Speakers {
    /// For each document the names of its speakers.
    pub of_document: Vec<Vec<u32>>,
    /// Those who speak or are named in full in a language of two surnames.
    two_surnames: BTreeSet<u32>,
    /// Which documents are in such a language.
    in_such: Vec<bool>,
    /// Which documents are in a language in which *M.* is a title.
    pub says_monsieur: Vec<bool>,
    /// What those are called without the second surname.
    short: BTreeSet<u32>,
}

impl Speakers {
    /// Reads the speakers of all documents; names of two words or more join the names, in case the text names them by
    /// one word only.
    pub fn of(table: &mut Table, groups: &mut Groups, passages: &dyn Passages) -> Self {
        let mut found = Self {
            of_document: vec![Vec::new(); table.documents],
            in_such: vec![false; table.documents],
            says_monsieur: vec![false; table.documents],
            ..Self::default()
        };
        for (document, speakers) in found.of_document.iter_mut().enumerate() {
            let Some(&unit) = table.units.of(document).first() else { continue };
            let text = passages.at(unit as usize).document;
            let pack = text.document.language.as_deref().and_then(language::pack);
            let two_surnames = pack.is_some_and(|pack| pack.two_surnames);
            found.in_such[document] = two_surnames;
            found.says_monsieur[document] = pack.is_some_and(|pack| pack.men.has("m"));
            for speaker in &text.speakers {
                let key = fold::key(&speaker.name);
                let words = key.split(' ').filter(|word| !is_particle(word)).count();
                let name = match table.by_key.get(&key) {
                    Some(&name) => name,
                    None if (2..=5).contains(&words) && !speaker.name.contains(['/', ',', '&']) => table.name(key),
                    None => continue,
                };
                table.names[name as usize].written.get_or_insert_with(|| speaker.name.clone());
                speakers.push(name);
                if two_surnames && found.two_surnames.insert(name) {
                    // Readers ask for her by the name that she goes by.
                    if let Some(short) = short(&speaker.name).filter(|_| words > 2) {
                        let known = table.by_key.get(&fold::key(&short)).copied();
                        let known = known.unwrap_or_else(|| table.name(fold::key(&short)));
                        table.names[known as usize].written.get_or_insert(short);
                        found.short.insert(known);
                    }
                }
            }
        }
        groups.grow(table.names.len());
        found
    }

    /// Takes the people named in full, with two surnames, in documents of a language that has them.
    pub fn take_named(&mut self, table: &Table, parts: &[NameParts], full: impl Fn(u32) -> bool) {
        let suits = |name: u32| {
            let of = &parts[name as usize];
            let words = of.words.iter().filter(|word| !is_particle(word)).count();
            words > 2 && !of.is_initialled() && full(name)
        };
        let named = table.occurrences.iter().filter(|one| self.in_such[one.document as usize] && suits(one.name));
        self.two_surnames.extend(named.map(|one| one.name));
    }

    /// The first of somebody's two surnames.
    pub fn first_surname<'a>(&self, name: u32, parts: &'a NameParts) -> Option<&'a str> {
        if !self.two_surnames.contains(&name) {
            return None;
        }
        let (_, before) = parts.words.split_last()?;
        let at = before.iter().rposition(|word| !is_particle(word)).filter(|&at| at > 0)?;
        Some(&before[at])
    }

    /// Joins full names that leave out the second surname, where only one of those who speak can be meant.
    pub fn join_short(&self, groups: &mut Groups, parts: &[NameParts], full: impl Fn(u32) -> bool) {
        let mut meant: BTreeMap<&[String], BTreeSet<u32>> = BTreeMap::new();
        for &name in &self.two_surnames {
            let words = &parts[name as usize].words;
            for end in 2..words.len() {
                meant.entry(&words[..end]).or_default().insert(groups.root(name));
            }
        }
        for name in (0..parts.len() as u32).filter(|&name| full(name) || self.short.contains(&name)) {
            let owners = meant.get(parts[name as usize].words.as_slice());
            if let Some(&owner) = owners.filter(|owners| owners.len() == 1).and_then(BTreeSet::first) {
                groups.join(owner, name);
            }
        }
    }
}

/// A name of two surnames without the second.
fn short(name: &str) -> Option<String> {
    let mut words: Vec<&str> = name.split_whitespace().collect();
    words.pop();
    while words.last().is_some_and(|word| is_particle(&word.to_lowercase())) {
        words.pop();
    }
    (words.len() > 1).then(|| words.join(" "))
}

fn is_particle(word: &str) -> bool {
    flags(word).has(Flags::PARTICLE)
}
