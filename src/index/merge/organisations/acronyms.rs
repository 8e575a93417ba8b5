//! Acronyms joined to what they stand for, plurals of acronyms, and organisations named in short.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::graph::Groups;
use crate::index::merge::spelling::variants::may_be_one;
use crate::index::merge::table::{Name, ORGANISATION, PERSON, Table};
use crate::judgement::Passages;
use crate::model::EntityType;
use crate::text::language::word_lists;
use crate::text::names::acronyms::{closes_bracket, is_legend, opens_bracket, spells};
use crate::text::names::is_company_form;
use crate::text::words::lexicon::{Flags, flags, flags_of_noun, known_kind};

word_lists! {
    static WORDS = "acronyms.toml": small, signs, settled, ties, expansions, schools, of_body
}

/// Joins acronyms and short names with what they stand for.
pub(in crate::index::merge) fn join(table: &Table, groups: &mut Groups, passages: &dyn Passages) {
    plurals(table, groups);
    defined(table, groups, passages);
    by_initials(table, groups);
    settled(table, groups);
    organisations(table, groups);
}

/// `GPUs` is `GPU`; a name in the plural is the name.
fn plurals(table: &Table, groups: &mut Groups) {
    for (number, name) in table.names.iter().enumerate() {
        let Some(single) = name.key.strip_suffix('s') else { continue };
        let Some(&other) = table.by_key.get(single) else { continue };
        let capitals = !name.surfaces.is_empty()
            && name.surfaces.keys().all(|surface| {
                surface.strip_suffix('s').is_some_and(|front| front.chars().filter(|c| c.is_uppercase()).count() >= 2)
            });
        if capitals || (name.common > 0 && table.names[other as usize].proper > 0 && name.words().count() > 1) {
            groups.join(number as u32, other);
        }
    }
    // *Neural Networks* as a name is the concept *neural network*.
    for (number, name) in table.names.iter().enumerate() {
        if name.proper == 0 {
            continue;
        }
        let single = crate::text::words::fold::noun_key(&name.key);
        // *Orsktables* is *orsktables*, which nobody has one of; *Windows* are not windows.
        let never_one = |other: &Name| other.proper == 0 && other.surfaces.keys().all(|surface| *surface == name.key);
        if single != name.key
            && let Some(&other) = table.by_key.get(&single)
            && (name.words().count() > 1 || never_one(&table.names[other as usize]))
        {
            groups.join(number as u32, other);
        }
    }
}

fn is_acronym(name: &Name) -> bool {
    let key = letters_of(&name.key);
    let letters = key.chars().filter(|c| c.is_alphabetic()).count();
    let upper = |surface: &String| surface.trim_end_matches('s').chars().all(|c| !c.is_lowercase());
    (2..=6).contains(&letters) && !key.contains(' ') && name.proper > 0 && name.surfaces.keys().all(upper)
}

/// The letters of a key without the *and* of a sign between them: `o and s` of *O&S*.
pub(in crate::index::merge) fn letters_of(key: &str) -> Cow<'_, str> {
    match key.contains(' ') {
        true if key.split(' ').all(|word| WORDS.signs.has(word) || word.chars().count() == 1) => {
            Cow::Owned(key.split(' ').filter(|word| !WORDS.signs.has(word)).collect())
        }
        _ => Cow::Borrowed(key),
    }
}

/// The first letters of a key's words, once with and once without small linking words.
fn initials(key: &str) -> [String; 2] {
    let all: String = key.split(' ').filter_map(|word| word.chars().next()).collect();
    let telling: String =
        key.split(' ').filter(|word| !WORDS.small.has(word)).filter_map(|word| word.chars().next()).collect();
    [all, telling]
}

/// *National Science Foundation (NSF)*, *NSF (National Science Foundation)*, *NSF = National Science Foundation*: the
/// text itself says what the letters stand for.
fn defined(table: &Table, groups: &mut Groups, passages: &dyn Passages) {
    let acronym = |number: u32| is_acronym(&table.names[number as usize]);
    let people = LazyCell::new(|| surnames_by_initials(table));
    for (at, pair) in table.occurrences.windows(2).enumerate() {
        let (front, behind) = (&pair[0], &pair[1]);
        if front.unit != behind.unit || front.span().end >= behind.span().start {
            continue;
        }
        let text = passages.text(front.unit as usize);
        let between = text.get(front.span().end..behind.span().start).unwrap_or("");
        let legend = is_legend(between);
        if !opens_bracket(between) && !legend {
            continue;
        }
        let (long, short) = match (acronym(front.name), acronym(behind.name)) {
            (false, true) if legend || closes_bracket(text.get(behind.span().end..).unwrap_or("")) => {
                (front.name, behind.name)
            }
            (true, false) => (behind.name, front.name),
            _ => continue,
        };
        let letters = letters_of(&table.names[short as usize].key);
        let letters = letters.strip_suffix('s').filter(|front| front.len() > 2).unwrap_or(&letters);
        // "Joint Mooring Agreement for Ferry Berths (JMA)": the letters are those of the first of two names.
        let further = || {
            let first = table.occurrences.get(at.checked_sub(1)?)?;
            let joint = text.get(first.span().end..front.span().start).filter(|_| first.unit == front.unit)?;
            let tie = joint.strip_prefix(' ')?.strip_suffix(' ')?;
            WORDS.ties.has(tie).then_some(first.name)
        };
        let spelt = |&name: &u32| spells(&table.names[name as usize].key, letters);
        let meant = [Some(long), further()].into_iter().flatten().find(spelt);
        // The initials of somebody that are somebody else's as well: whatever one document says of them, what stands
        // under them elsewhere may be about the other.
        let of_several = |name: u32| {
            let own = &table.names[name as usize];
            let surname = own.words().next_back();
            let others = || people.get(letters).into_iter().flatten().any(|&other| Some(other) != surname);
            is_person(own) && others()
        };
        if let Some(long) = meant.filter(|&long| !of_several(long)) {
            groups.join(long, short);
        }
    }
}

fn is_person(name: &Name) -> bool {
    let first = name.words().next().unwrap_or_default();
    name.proper > 0 && (2 * name.votes[PERSON] > name.count() || flags(first).has(Flags::FIRST_NAME))
}

/// The surnames of the people with each initials.
fn surnames_by_initials(table: &Table) -> HashMap<String, BTreeSet<&str>> {
    let mut surnames: HashMap<String, BTreeSet<&str>> = HashMap::new();
    for name in table.names.iter().filter(|name| is_person(name)) {
        if let Some((_, surname)) = name.key.rsplit_once(' ') {
            let initials = name.words().filter_map(|word| word.chars().next()).collect();
            surnames.entry(initials).or_default().insert(surname);
        }
    }
    surnames
}

/// True for a widely known acronym: it is joined with no other phrase of these initials, unless the text says so.
#[rustfmt::skip]
fn is_settled(key: &str) -> bool {
    WORDS.settled.has(key)
}

/// What letters that everybody knows stand for, where the documents have both.
fn settled(table: &Table, groups: &mut Groups) {
    for (letters, long) in WORDS.expansions.iter().filter_map(|pair| pair.split_once('=')) {
        if let (Some(&short), Some(&long)) = (table.by_key.get(letters), table.by_key.get(long))
            && table.names[short as usize].proper > 0
        {
            groups.join(long, short);
        }
    }
}

/// A phrase of common words has to stand in one document in this many of those that have its acronym.
const SELDOM: usize = 4;

/// Acronyms whose letters are the initials of exactly one phrase of the documents that use them.
fn by_initials(table: &Table, groups: &mut Groups) {
    let mut acronyms: HashMap<&str, u32> = HashMap::new();
    for (number, name) in table.names.iter().enumerate() {
        if is_acronym(name) && !is_settled(&name.key) {
            acronyms.insert(&name.key, number as u32);
        }
    }
    if acronyms.is_empty() {
        return;
    }
    let mut expansions: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (number, name) in table.names.iter().enumerate() {
        if name.words().count() < 2 || name.count() < 2 {
            continue;
        }
        for letters in initials(without_form(&name.key)) {
            if let Some(&acronym) = acronyms.get(letters.as_str()) {
                let list = expansions.entry(acronym).or_default();
                if !list.contains(&(number as u32)) {
                    list.push(number as u32);
                }
            }
        }
    }
    let wanted: BTreeSet<u32> =
        expansions.iter().flat_map(|(&acronym, list)| list.iter().copied().chain([acronym])).collect();
    let mut documents: HashMap<u32, BTreeSet<u32>> = HashMap::new();
    for occurrence in &table.occurrences {
        if wanted.contains(&occurrence.name) {
            documents.entry(occurrence.name).or_default().insert(occurrence.document);
        }
    }
    let empty = BTreeSet::new();
    for (acronym, list) in expansions {
        let of_acronym = documents.get(&acronym).unwrap_or(&empty);
        let short = table.names[acronym as usize].key.chars().count() <= 2;
        // How many documents have both, against those that have the phrase.
        // *HML* is *Halvard Marine Logistics Ltd* although no document has both, where nothing else has these letters.
        if let [only] = list.as_slice()
            && !short
            && without_form(&table.names[*only as usize].key) != table.names[*only as usize].key
        {
            groups.join(acronym, *only);
            continue;
        }
        let mut rated: Vec<(usize, u32, u32)> = list
            .into_iter()
            .map(|name| {
                let of_name = documents.get(&name).unwrap_or(&empty);
                (of_name.intersection(of_acronym).count(), table.names[name as usize].count(), name)
            })
            .filter(|&(shared, count, _)| shared >= if short { 2 } else { 1 } && (!short || count >= 5))
            // A phrase that the letters are seldom met with merely begins with them.
            .filter(|&(shared, _, name)| table.names[name as usize].proper > 0 || shared * SELDOM >= of_acronym.len())
            .filter(|&(.., name)| {
                !table.told || may_be_one(&table.names[acronym as usize], &table.names[name as usize])
            })
            .collect();
        rated.sort_unstable_by(|a, b| b.cmp(a));
        let best = match rated.as_slice() {
            [] => continue,
            [only] => *only,
            [first, second, ..] if first.0 >= 2 * second.0 && first.1 >= 2 * second.1 => *first,
            _ => continue,
        };
        groups.join(acronym, best.2);
    }
}

/// The name of a company without its legal form.
fn without_form(key: &str) -> &str {
    match key.rsplit_once(' ') {
        Some((front, last)) if is_company_form(last) && front.contains(' ') => front,
        _ => key,
    }
}

/// *Varga Corporation* is *Varga*, *Harvard University* is *Harvard*, *Allen Institute for AI* is *Allen Institute*.
fn organisations(table: &Table, groups: &mut Groups) {
    let mut longer: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (number, name) in table.names.iter().enumerate() {
        let number = number as u32;
        if name.proper == 0 {
            continue;
        }
        let words: Vec<&str> = name.words().collect();
        let Some((&last, front)) = words.split_last() else { continue };
        if front.is_empty() {
            continue;
        }
        let bare = front.join(" ");
        if let Some(&other) = table.by_key.get(&bare) {
            let known = known_kind(&bare) == Some(EntityType::Organisation);
            let one = &table.names[other as usize];
            let organisation = one.votes[ORGANISATION] * 2 > one.votes.iter().sum::<u32>();
            if one.proper > one.common
                && (is_company_form(last) || (known && WORDS.schools.has(last)))
                && (known || organisation || front.len() > 1)
            {
                groups.join(number, other);
                continue;
            }
        }
        // The front of a longer name up to *of* or *for*.
        if let Some(at) = words.iter().position(|word| WORDS.of_body.has(word)).filter(|&at| at >= 2)
            && flags_of_noun(words[at - 1]).has(Flags::ORG_HEAD)
            && let Some(&short) = table.by_key.get(&words[..at].join(" "))
        {
            longer.entry(short).or_default().push(number);
        }
    }
    for (short, names) in longer {
        if let [only] = names.as_slice() {
            groups.join(short, *only);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_with_and_without_linking_words() {
        assert_eq!(initials("national science foundation"), ["nsf", "nsf"]);
        assert_eq!(initials("department of salt and marshes"), ["dosam", "dsm"]);
    }
}
