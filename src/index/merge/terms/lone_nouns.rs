//! Lone nouns that the whole pile tells of: those a small pile is about, and those that only stand in a formula.

use std::collections::{HashMap, HashSet};

use super::noun_phrases::{Support, Thresholds, is_barred, share_of};
use crate::index::merge::table::{Name, Table};
use crate::judgement::Passages;
use crate::text::language::word_lists;
use crate::text::names::is_determiner;
use crate::text::words::lexicon::{Flags, flags};

word_lists! { static WORDS = "lone_nouns.toml": free }

/// Occurrences of a lone noun from which on it is looked at what stands in front of it.
const OFTEN: u32 = 20;
/// Documents that have a formula at least.
const REPEATED: usize = 5;

/// Lone nouns that stand in one formula more often than not: *currency* where everybody reports *in constant currency*.
/// They name nothing that is spoken of.
pub(super) fn formulas(table: &Table, passages: &dyn Passages) -> HashSet<String> {
    let often = |name: &Name| name.common >= OFTEN && !name.key.contains(' ');
    let mut fronts: HashMap<u32, HashMap<String, (u32, HashSet<u32>)>> = HashMap::new();
    for occurrence in table.occurrences.iter().filter(|o| !o.proper && often(&table.names[o.name as usize])) {
        let text = passages.text(occurrence.unit as usize);
        let before = text.get(..occurrence.start as usize).unwrap_or_default();
        let words: Vec<&str> = before.rsplit(' ').skip(1).take(2).collect();
        let [last, first] = words[..] else { continue };
        // An article is no formula: *of the church*.
        let small = |word: &str| word.chars().all(char::is_lowercase);
        if !before.ends_with(' ') || !small(last) || !small(first) || flags(last).has(Flags::FUNCTION) {
            continue;
        }
        let seen = fronts.entry(occurrence.name).or_default().entry(format!("{first} {last}")).or_default();
        seen.0 += 1;
        seen.1.insert(occurrence.document);
    }
    let is_formula = |(name, fronts): &(u32, HashMap<String, (u32, HashSet<u32>)>)| {
        let all = table.names[*name as usize].common;
        fronts.values().any(|(count, documents)| 2 * count > all && documents.len() >= REPEATED)
    };
    let found = fronts.into_iter().filter(is_formula);
    found.map(|(name, _)| table.names[name as usize].key.clone()).collect()
}

/// The word in front of a place, with a blank behind it; empty where a sign or a figure stands there.
pub(super) fn word_before(text: &str, at: usize) -> Option<&str> {
    let before = text.get(..at)?.strip_suffix([' ', '\n'])?;
    before.rsplit(|c: char| !c.is_alphabetic()).next()
}

/// Mentions of a lone noun from which on it is looked at whether it stands by itself, and the share of them behind one
/// word.
const BOUND: (u32, f32) = (4, 0.9);

/// Lone nouns that stand behind one and the same small word nearly everywhere: *cent* of *per cent*, *spite* of *in
/// spite*. They are halves of an expression. An article or another determiner is in front of any noun.
pub(super) fn bound(table: &Table, passages: &dyn Passages) -> HashSet<String> {
    let (least, share) = BOUND;
    let often = |name: &Name| name.common >= least && name.proper == 0 && !name.key.contains(' ');
    let mut fronts: HashMap<u32, HashMap<&str, u32>> = HashMap::new();
    for occurrence in table.occurrences.iter().filter(|o| often(&table.names[o.name as usize])) {
        let text = passages.text(occurrence.unit as usize);
        let Some(word) = word_before(text, occurrence.start as usize) else { continue };
        if flags(word).has(Flags::FUNCTION) && !is_determiner(word) && !WORDS.free.has(word) {
            *fronts.entry(occurrence.name).or_default().entry(word).or_default() += 1;
        }
    }
    let is_bound = |(name, fronts): &(u32, HashMap<&str, u32>)| {
        let all = table.names[*name as usize].common as f32;
        fronts.values().any(|&count| count as f32 >= share * all)
    };
    fronts.into_iter().filter(is_bound).map(|(name, _)| table.names[name as usize].key.clone()).collect()
}

/// Text units from which on burstiness alone tells the subjects of a pile.
const LARGE: u32 = 400;
/// Lone nouns that are taken for the subjects of a smaller pile, at most; of a pile of fewer text units as many as it
/// has of these.
const SUBJECTS: usize = 30;
/// Occurrences of one in a small pile, and documents that have it.
const SUBJECT: (u32, u32) = (3, 2);
/// Share of the documents of a small pile above which a lone noun tells none of them from the others.
const OF_MANY: f32 = 0.75;
/// What an occurrence in a heading counts.
const HEADED: f32 = 2.0;

/// The lone nouns that a small pile is about: those that its headings and its sentences return to, and not all of its
/// documents.
pub(super) fn subjects(support: &HashMap<String, Support>, thresholds: Thresholds, documents: u32) -> HashSet<String> {
    if thresholds.units >= LARGE || documents < 8 {
        return HashSet::new();
    }
    let rated = support.iter().filter(|(word, support)| {
        !word.contains(' ')
            && support.alone > 1
            && support.total() >= SUBJECT.0
            && support.documents >= SUBJECT.1
            && share_of(**support, documents) <= OF_MANY
            && !is_barred(word)
            && support.is_noun(word)
    });
    let mut rated: Vec<(f32, &str)> = rated
        .map(|(word, support)| {
            let rare = (documents as f32 / support.documents as f32).ln();
            ((support.total() as f32 + HEADED * support.marked as f32) * rare, word.as_str())
        })
        .collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    rated.truncate(SUBJECTS.min(thresholds.units as usize));
    rated.into_iter().map(|(_, word)| word.to_owned()).collect()
}
