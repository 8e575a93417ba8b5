//! Where a name begins, told by how the corpus has it elsewhere: what only ever stands in front of it where a line
//! opens is none of it (*Upgrade Orsk*), what is left out in front of it belongs to it (*Plymouth* of *New Plymouth*),
//! and two people side by side are no firm (*Orr & Lund*). What is nothing but the short form of a word is no name at
//! all.

use std::collections::{HashMap, HashSet};

use super::cases::{self, Cases};
use crate::index::merge::table::{Name, Occurrence, PERSON, Table};
use crate::judgement::Passages;
use crate::text::names::tag::{is_ordinary_word, is_verb};
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags, known_kind};

/// Words of a name from which something may be cut, at most.
const LONGEST: usize = 3;
/// Letters of a short form.
const SHORT_FORM: usize = 5;

/// Moves and parts the occurrences of such names.
pub(in crate::index::merge) fn settle(table: &mut Table, passages: &dyn Passages, cases: &Cases) {
    cut_openings(table, passages, cases);
    // What was cut is not completed again.
    table.count(passages);
    complete(table, passages);
    let surnames = surnames(table);
    part_pairs(table, passages, &surnames);
    drop_families(table, &surnames);
    drop_short_forms(table, passages);
    table.sort_occurrences();
    table.count(passages);
}

/// True where a sentence, a line or something inside it begins with an occurrence.
fn opens(occurrence: &Occurrence, passages: &dyn Passages) -> bool {
    let document = passages.at(occurrence.unit as usize).document;
    let start = document.sentences.get(occurrence.sentence as usize).map_or(0, |sentence| sentence.span.start);
    let before = document.text.get(start..occurrence.start as usize).unwrap_or_default();
    !before.contains(char::is_alphanumeric) || before.ends_with('\n') || cases::begins(before, before.len())
}

/// *Upgrade Orsk* is *Orsk* where the first word has a capital only because a line begins with it.
fn cut_openings(table: &mut Table, passages: &dyn Passages, cases: &Cases) {
    let heads = Flags::FIRST_NAME | Flags::HONORIFIC | Flags::ROLE | Flags::PLACE | Flags::PLACE_HEAD | Flags::ORG_HEAD;
    let cut = |name: &Name| -> Option<u32> {
        let (first, rest) = name.key.split_once(' ')?;
        let behind = rest.split(' ').next()?;
        let is_opening = is_ordinary_word(first)
            && !flags(first).has(heads | Flags::DEMONYM)
            && (is_verb(first) || cases.is_small(first));
        let own = *table.by_key.get(rest)?;
        let known = &table.names[own as usize];
        let named = known.proper > name.proper && known.common == 0 && !is_ordinary_word(behind);
        (is_opening && named && name.words().count() <= LONGEST && known_kind(&name.key).is_none()).then_some(own)
    };
    let mut cuts: HashMap<u32, u32> = (0u32..)
        .zip(&table.names)
        .filter(|(_, name)| name.proper > 0)
        .filter_map(|(at, n)| Some((at, cut(n)?)))
        .collect();
    for occurrence in &table.occurrences {
        if cuts.contains_key(&occurrence.name) && !opens(occurrence, passages) {
            cuts.remove(&occurrence.name);
        }
    }
    for occurrence in &mut table.occurrences {
        let Some(&own) = cuts.get(&occurrence.name) else { continue };
        let text = occurrence.span().slice(passages.text(occurrence.unit as usize)).unwrap_or_default();
        let Some(front) = text.find(char::is_whitespace) else { continue };
        let rest = text[front..].trim_start();
        occurrence.start += (text.len() - rest.len()) as u32;
        (occurrence.name, occurrence.sure) = (own, true);
        // What the two words looked like together was not what the one is.
        occurrence.kind = occurrence.kind.filter(|&kind| usize::from(kind) != PERSON);
    }
}

/// *Plymouth* behind a *New* that opens the sentence is *New Plymouth*, where the corpus has that.
fn complete(table: &mut Table, passages: &dyn Passages) {
    let mut ends: (u32, u32) = (u32::MAX, 0);
    let mut moved: Vec<(usize, u32, u32)> = Vec::new();
    for (number, occurrence) in table.occurrences.iter().enumerate() {
        let before_end = if ends.0 == occurrence.unit { ends.1 } else { 0 };
        ends = (occurrence.unit, occurrence.end.max(before_end));
        let Some(front) = passages.text(occurrence.unit as usize).get(..occurrence.start as usize) else { continue };
        let Some(front) = front.strip_suffix(' ').filter(|_| occurrence.proper) else { continue };
        let start = front
            .rfind(|c: char| !c.is_alphabetic())
            .map_or(0, |at| at + front[at..].chars().next().map_or(1, char::len_utf8));
        let word = &front[start..];
        let is_front =
            word.starts_with(char::is_uppercase) && word.len() > 1 && !flags(&fold::key(word)).has(Flags::FUNCTION);
        // Inside a sentence the capital itself would have made it a part of the name.
        let opening = Occurrence { start: start as u32, ..occurrence.clone() };
        if !is_front || (start as u32) < before_end || !opens(&opening, passages) {
            continue;
        }
        let key = fold::key(&format!("{word} {}", table.names[occurrence.name as usize].key));
        let longer = table.by_key.get(&key).copied().filter(|&longer| {
            let known = &table.names[longer as usize];
            known_kind(&key).is_some() || known.proper >= 2 && known.common == 0 && known.sure > 0
        });
        moved.extend(longer.map(|longer| (number, longer, start as u32)));
    }
    for (number, longer, start) in moved {
        let occurrence = &mut table.occurrences[number];
        (occurrence.name, occurrence.start, occurrence.kind) = (longer, start, None);
    }
}

/// The surnames of those who are named with a title or a first name.
fn surnames(table: &Table) -> HashSet<String> {
    let bears = |name: &Name| {
        let (first, rest) = name.key.split_once(' ')?;
        // *Colmo Voss*, of whom nothing but the capitals tells, is somebody where he is met with as that alone.
        let person = name.votes[PERSON];
        let is_one = flags(first).has(Flags::HONORIFIC | Flags::FIRST_NAME)
            || first.chars().count() < 2
            || person > 0 && person == name.proper && !rest.contains(' ');
        is_one.then(|| rest.rsplit(' ').next().map(str::to_owned))?
    };
    table.names.iter().filter(|name| name.proper > 0).filter_map(bears).collect()
}

/// *The Lunds*, few times: the family of somebody, and nobody by itself.
fn drop_families(table: &mut Table, surnames: &HashSet<String>) {
    /// A family of which more is told is spoken of.
    const FEW: u32 = 2;
    let of_family = |name: &Name| {
        let single = fold::singular(&name.key);
        (1..=FEW).contains(&name.proper)
            && name.common == 0
            && single != name.key
            && surnames.contains(&single)
            && !surnames.contains(&name.key)
    };
    let families: Vec<bool> = table.names.iter().map(of_family).collect();
    table.occurrences.retain(|occurrence| !families[occurrence.name as usize]);
}

/// *Orr & Lund*, both of whom are named with a title or a first name elsewhere, are two.
fn part_pairs(table: &mut Table, passages: &dyn Passages, surnames: &HashSet<String>) {
    let pair = |key: &str| -> Option<(String, String)> {
        let (a, b) = fold::two_joined(key)?;
        let is_one = |word: &str| !word.contains(' ') && surnames.contains(word);
        (is_one(a) && is_one(b)).then(|| (a.to_owned(), b.to_owned()))
    };
    let pairs: Vec<(u32, (String, String))> = (0u32..)
        .zip(&table.names)
        .filter(|(_, name)| name.proper > 0)
        .filter_map(|(at, n)| Some((at, pair(&n.key)?)))
        .collect();
    let pairs: HashMap<u32, (u32, u32)> =
        pairs.into_iter().map(|(at, (a, b))| (at, (table.name(a), table.name(b)))).collect();
    let mut seconds = Vec::new();
    for occurrence in table.occurrences.iter_mut() {
        let Some(&(a, b)) = pairs.get(&occurrence.name) else { continue };
        let text = occurrence.span().slice(passages.text(occurrence.unit as usize)).unwrap_or_default();
        let (Some(front), Some(back)) = (text.find(char::is_whitespace), text.rfind(char::is_whitespace)) else {
            continue;
        };
        let kind = Some(PERSON as u8);
        seconds.push(Occurrence { name: b, start: occurrence.start + back as u32 + 1, kind, ..occurrence.clone() });
        (occurrence.name, occurrence.end, occurrence.kind) = (a, occurrence.start + front as u32, kind);
    }
    table.occurrences.append(&mut seconds);
}

/// *Regt.* and *Cavy.* stand with their full stop in the middle of sentences: words that are cut short, and no names.
fn drop_short_forms(table: &mut Table, passages: &dyn Passages) {
    let may_be = |name: &Name| {
        name.proper > 0
            && name.common == 0
            && name.key.chars().count() <= SHORT_FORM
            && !name.key.contains(' ')
            && known_kind(&name.key).is_none()
            && !flags(&name.key).has(Flags::FIRST_NAME | Flags::PLACE)
            && name.surfaces.keys().all(|surface| surface.chars().skip(1).all(char::is_lowercase))
    };
    // How often each stands with a full stop, and how often a sentence goes on behind it.
    let mut forms: HashMap<u32, (u32, u32)> =
        (0u32..).zip(&table.names).filter(|(_, name)| may_be(name)).map(|(at, _)| (at, (0, 0))).collect();
    for occurrence in &table.occurrences {
        let Some(form) = forms.get_mut(&occurrence.name) else { continue };
        let behind = passages.text(occurrence.unit as usize).get(occurrence.end as usize..).unwrap_or_default();
        let Some(rest) = behind.strip_prefix('.') else { continue };
        let next = rest.trim_start_matches(' ').chars().next();
        let goes_on = next.is_some_and(|c| c.is_lowercase() || matches!(c, ',' | ';' | '&' | ':'));
        *form = (form.0 + 1, form.1 + u32::from(goes_on));
    }
    let short: HashSet<u32> = forms
        .into_iter()
        .filter(|&(name, (stopped, inside))| inside > 0 && stopped * 2 > table.names[name as usize].proper)
        .map(|(name, _)| name)
        .collect();
    table.occurrences.retain(|occurrence| !short.contains(&occurrence.name));
}

/// True for a word that is written like a name and is a slip of an ordinary one: *Unfortunatly*.
pub(in crate::index::merge) fn is_slip(word: &str) -> bool {
    /// Fewer letters may be another word altogether.
    const SHORTEST: usize = 7;
    let letters: Vec<char> = word.chars().collect();
    if letters.len() < SHORTEST
        || !letters.iter().all(char::is_ascii_lowercase)
        || is_ordinary_word(&fold::singular(word))
    {
        return false;
    }
    let known = |letters: Vec<char>| is_ordinary_word(&letters.into_iter().collect::<String>());
    // The first letter is hardly ever wrong.
    (1..=letters.len()).any(|at| {
        let with = |c: char, skip: usize| [&letters[..at], &[c], &letters[(at + skip).min(letters.len())..]].concat();
        let swapped = || {
            let mut letters = letters.clone();
            (at + 1 < letters.len()).then(|| letters.swap(at, at + 1));
            letters
        };
        at < letters.len() && (known([&letters[..at], &letters[at + 1..]].concat()) || known(swapped()))
            || ('a'..='z').any(|c| known(with(c, 0)) || at < letters.len() && known(with(c, 1)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_near_an_ordinary_word() {
        for (word, slip) in [
            ("unfortunatly", true),
            ("goverment", true),
            ("libarry", true),
            ("significent", true),
            ("discussion", false),
            ("stewards", false),
            ("wethelbridge", false),
            ("tarn", false),
        ] {
            assert_eq!(is_slip(word), slip, "{word}");
        }
    }
}
