//! Firms: a legal form that is written in two ways (*Varga Salt Ltd*, *Varga Salt Limited*), and the names that firms
//! are called by in short, which are the beginnings of their names.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::bodies::LongerNames;
use super::compounds::{is_address, is_coined, joins};
use crate::graph::Groups;
use crate::index::merge::table::{ORGANISATION, PERSON, PLACE, Table};
use crate::judgement::Passages;
use crate::text::language::word_lists;
use crate::text::names::acronyms::{closes_bracket, opens_bracket};
use crate::text::names::is_company_form;
use crate::text::words::lexicon::{Flags, flags};

word_lists! { static WORDS = "firms.toml": forms, houses }

/// The way a legal form is written in short: *ltd* of *limited*. Another form is another firm.
fn short_form(word: &str) -> &str {
    let pair = WORDS.forms.iter().filter_map(|pair| pair.split_once('=')).find(|(long, _)| *long == word);
    pair.map_or(word, |(_, short)| short)
}

/// Joins the names of a firm that differ in how its legal form is written.
pub(in crate::index::merge) fn join_forms(table: &Table, groups: &mut Groups) {
    let mut firms: BTreeMap<String, u32> = BTreeMap::new();
    for (number, name) in (0u32..).zip(&table.names).filter(|(_, name)| name.proper > 0) {
        let Some((front, form)) = name.key.rsplit_once(' ').filter(|(_, form)| is_company_form(form)) else { continue };
        let first = *firms.entry(format!("{front} {}", short_form(form))).or_insert(number);
        groups.join(first, number);
    }
}

/// Joins the names of a firm whose owner is named with a first name and without: *Zimmerei Ada Voss*, *Zimmerei Voss*.
pub(in crate::index::merge) fn join_owners(table: &Table, groups: &mut Groups) {
    let mut longer: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for (number, name) in (0u32..).zip(&table.names).filter(|(_, name)| 2 * name.votes[ORGANISATION] > name.count()) {
        if let [trade, first, surname] = name.words().collect::<Vec<_>>()[..]
            && flags(first).has(Flags::FIRST_NAME)
        {
            longer.entry(format!("{trade} {surname}")).or_default().insert(number);
        }
    }
    for (short, firms) in longer.iter().filter(|(_, firms)| firms.len() == 1) {
        let known = table.by_key.get(short).filter(|&&name| table.names[name as usize].votes[ORGANISATION] > 0);
        known.into_iter().zip(firms).for_each(|(&short, &firm)| _ = groups.join(firm, short));
    }
}

/// Joins letters with the sign between two partners with the only firm that is called after two with these letters:
/// *V&L* and *Voss & Lund Harbours Ltd*.
pub(in crate::index::merge) fn join_partners(table: &Table, groups: &mut Groups) {
    let mut firms: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    let mut letters: Vec<(String, u32)> = Vec::new();
    for (number, name) in (0u32..).zip(&table.names).filter(|(_, name)| name.proper > 0) {
        let signed = name.surfaces.keys().all(|surface| surface.contains('&'));
        let [first, joint, second, ..] = name.words().collect::<Vec<_>>()[..] else { continue };
        if !signed || !joins(joint) {
            continue;
        }
        let front = |word: &str| word.chars().next().map(String::from).unwrap_or_default();
        let spelt = front(first) + &front(second);
        let single = |word: &str| word.chars().count() == 1;
        if single(first) && single(second) && name.words().count() == 3 {
            letters.push((spelt, number));
        } else if !single(first) && !single(second) {
            firms.entry(spelt).or_default().insert(number);
        }
    }
    for (spelt, number) in letters {
        let meant = firms.get(&spelt).into_iter().flatten();
        let roots: BTreeSet<u32> = meant.map(|&firm| groups.root(firm)).collect();
        if let (1, Some(&firm)) = (roots.len(), roots.first()) {
            groups.join(firm, number);
        }
    }
}

/// Adds the longer names of firms by the beginnings that stand alone as names somewhere.
pub(super) fn add_firms(table: &Table, longer: &mut LongerNames) {
    let surnames: HashSet<&str> = table
        .names
        .iter()
        .filter(|name| 2 * name.votes[PERSON] > name.count())
        .filter_map(|name| name.key.rsplit_once(' ').map(|(_, surname)| surname))
        .collect();
    for (number, name) in (0u32..).zip(&table.names).filter(|(_, name)| name.proper > 0) {
        let words: Vec<&str> = name.words().collect();
        let is_firm = |last: &str| is_company_form(last) || WORDS.houses.has(last);
        let Some((form, mut front)) = words.split_last().filter(|(form, _)| is_firm(form)) else { continue };
        // *Orsk Capital Partners* is *Orsk* for short, and hardly *Orsk Capital*.
        while let Some((_, rest)) = front.split_last().filter(|(last, rest)| WORDS.houses.has(last) && !rest.is_empty())
        {
            front = rest;
        }
        // The first of two partners is not the firm: *Orsk & Southern Company*.
        let joined = |end: usize| front.get(end).is_some_and(|word| joins(word));
        for end in (1..=front.len()).filter(|&end| !joined(end) && !joins(front[end - 1])) {
            let Some(&short) = table.by_key.get(&front[..end].join(" ")) else { continue };
            let called = &table.names[short as usize];
            let alone = end > 1 || is_coined(called) && !surnames.contains(front[0]);
            let otherwise = 2 * (called.votes[PERSON] + called.votes[PLACE]);
            if alone && !is_address(called) && called.proper > 0 && otherwise <= called.count() && form.len() > 1 {
                longer.entry(short).or_default().insert(number, None);
            }
        }
    }
}

/// True where the longer names all begin with a short one: those of a firm, and no town's board.
pub(super) fn begin_with<'a>(table: &Table, short: u32, mut longer: impl Iterator<Item = &'a u32>) -> bool {
    let short = &table.names[short as usize].key;
    longer.all(|&name| table.names[name as usize].key.strip_prefix(short).is_some_and(|rest| rest.starts_with(' ')))
}

/// Which longer name a document says that a short one stands for: *Varga Salt Works Ltd ("Varga")*.
pub(super) fn defined(table: &Table, longer: &LongerNames, passages: &dyn Passages) -> HashMap<(u32, u32), u32> {
    let mut defined = HashMap::new();
    for pair in table.occurrences.windows(2) {
        let (full, short) = (&pair[0], &pair[1]);
        if full.unit != short.unit || !longer.get(&short.name).is_some_and(|names| names.contains_key(&full.name)) {
            continue;
        }
        let text = passages.text(full.unit as usize);
        let between = text.get(full.span().end..short.span().start).unwrap_or_default();
        if opens_bracket(between) && closes_bracket(text.get(short.span().end..).unwrap_or_default()) {
            defined.insert((short.document, short.name), full.name);
        }
    }
    defined
}
