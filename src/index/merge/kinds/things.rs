//! Names that stand behind an article are nobody's: *the Tarn Lass came in*, *aboard the Saint Orsk*. A ship, a prize
//! or a house may be called like somebody; somebody is hardly ever called with an article, but by a title (*the
//! Reverend Voss*). What stands behind letters that only ships have in front of their names is one.

use std::collections::{BTreeSet, HashMap};

use super::surroundings::{word_behind, words_before};
use crate::graph::Groups;
use crate::index::merge::table::Table;
use crate::judgement::Passages;
use crate::text::language::word_lists;
use crate::text::names::tag::{is_ordinary_word, is_verb};
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::is_digits;
use crate::text::words::wordlist::is_function_word;

word_lists! { static WORDS = "things.toml": definite, ships, hallowed }

/// Mentions behind an article, at least, and the share of all that they have to be.
const BEHIND: u32 = 2;
const SHARE: u32 = 4;

/// Figures of a number that a product has; a year has more.
const NUMBER: usize = 3;
/// Whoever a report is about is named so many times as often without the word behind.
const REPORTED: u32 = 3;

/// The numbers of names that often stand behind an article of their own, or as a ship's: an article in front of a
/// longer phrase, as in *the Ada Voss letters*, belongs to that. Of one word they are those who are many: *the
/// Luddites*.
pub(in crate::index::merge) fn things(table: &Table, passages: &dyn Passages) -> BTreeSet<u32> {
    let mut counts: HashMap<u32, (u32, u32)> = HashMap::new();
    let mut things = BTreeSet::new();
    for occurrence in table.occurrences.iter().filter(|occurrence| occurrence.proper) {
        let key = table.names[occurrence.name as usize].key.as_str();
        let first = key.split(' ').next().unwrap_or_default();
        if flags(first).has(Flags::HONORIFIC) && !WORDS.hallowed.has(first) {
            continue;
        }
        let (behind, all) = counts.entry(occurrence.name).or_default();
        let before = words_before(occurrence, passages).pop().unwrap_or_default();
        let next = word_behind(occurrence, passages);
        // In a list and in the cell of a table nothing has an article.
        *all += u32::from(!before.is_empty() || !next.is_empty());
        if WORDS.ships.has(&before) {
            things.insert(occurrence.name);
        } else if WORDS.definite.has(&before) {
            *behind += u32::from(next.is_empty() || is_function_word(&next) || is_verb(&next));
        }
    }
    things.extend(ships(table).flat_map(|(ship, called)| [ship, called]));
    things.extend(reports(table));
    things.extend(of_lines(table));
    let stands_so = |&(_, (behind, all)): &(u32, (u32, u32))| behind >= BEHIND && behind * SHARE >= all;
    things.extend(counts.into_iter().filter(stands_so).map(|(name, _)| name));
    things
}

/// Names in full with a verb or the plural of a word behind, where the corpus has the name far more often without:
/// *Ada Voss Returns* and *Ada Voss Papers* are what somebody wrote.
fn reports(table: &Table) -> impl Iterator<Item = u32> {
    let named = (0..).zip(&table.names).filter(|(_, name)| name.proper > 0);
    let reported = named.filter(|(_, name)| {
        let Some((front, last)) = name.key.rsplit_once(' ').filter(|(front, _)| front.contains(' ')) else {
            return false;
        };
        let one = fold::singular(last);
        let many = one != last && is_ordinary_word(&one);
        let known = table.by_key.get(front).map_or(0, |&front| table.names[front as usize].proper);
        (many || is_verb(last))
            && !flags(last).has(Flags::FIRST_NAME)
            && flags(front.split(' ').next().unwrap_or_default()).has(Flags::FIRST_NAME)
            && known >= REPORTED * name.proper
    });
    reported.map(|(number, _)| number)
}

/// Names of two words of which the first is that of a product with a number (*Tarn 2*, *Tarn 3*) and nobody's: *Tarn
/// Lite* is one more of them.
pub(in crate::index::merge) fn of_lines(table: &Table) -> impl Iterator<Item = u32> {
    let mut numbered: HashMap<&str, u32> = HashMap::new();
    for name in table.names.iter().filter(|name| name.proper > 0) {
        if let Some((front, last)) = name.key.split_once(' ')
            && is_digits(last)
            && last.len() <= NUMBER
            && !flags(front).has(Flags::FIRST_NAME | Flags::MONTH | Flags::WEEKDAY)
        {
            *numbered.entry(front).or_default() += name.proper;
        }
    }
    let named = (0..).zip(&table.names).filter(|(_, name)| name.proper > 0);
    let of_line = named.filter(move |(_, name)| {
        let two = name.key.split_once(' ').filter(|(_, last)| !last.contains(' '));
        two.is_some_and(|(front, _)| numbered.get(front).is_some_and(|&count| count >= BEHIND))
    });
    of_line.map(|(number, _)| number)
}

/// Names with a ship's letters in front, each with the same without them: *MV Tarn Lass*, and *Tarn Lass*.
fn ships(table: &Table) -> impl Iterator<Item = (u32, u32)> {
    let lettered = (0..).zip(&table.names).filter_map(|(number, name)| Some((number, name.key.split_once(' ')?)));
    lettered.filter_map(|(number, (letters, rest))| {
        let called = table.by_key.get(rest).filter(|_| WORDS.ships.has(letters))?;
        Some((number, *called))
    })
}

/// Joins each ship with its letters to the same without them.
pub(in crate::index::merge) fn join(table: &Table, groups: &mut Groups) {
    ships(table).for_each(|(ship, called)| _ = groups.join(ship, called));
}
