//! How a lone name stands in its sentence: as a person does, or as a place or a company would.

use std::collections::{BTreeMap, BTreeSet};

use crate::index::merge::table::{ORGANISATION, Occurrence, Table};
use crate::judgement::Passages;
use crate::model::EntityType;
use crate::text::cutting::punctuation::is_terminal;
use crate::text::language::word_lists;
use crate::text::names::kind;
use crate::text::numbers::years::is_year;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::{fold, folded, words};

word_lists! {
    static WORDS = "surroundings.toml": of_persons, of_places, comes, behind_firms, articles, from_places
}

/// Bytes around a name that are looked at.
const AROUND: usize = 48;
/// One also finds something *in Voss*, who wrote it: fewer mentions behind such a word tell no place.
const ONE_IN: u32 = 4;
/// Words behind a name among which a verb of saying concerns it.
const SAYS_BEHIND: usize = 2;
/// Words in front of a name among which one does.
const SAYS_BEFORE: usize = 3;

/// The text in front of and behind an occurrence.
pub(super) fn around<'a>(occurrence: &Occurrence, passages: &'a dyn Passages) -> Option<(&'a str, &'a str, &'a str)> {
    let text = passages.text(occurrence.unit as usize);
    let name = occurrence.span().slice(text)?;
    let from = text.ceil_char_boundary(occurrence.span().start.saturating_sub(AROUND));
    let to = text.floor_char_boundary((occurrence.span().end + AROUND).min(text.len()));
    Some((text.get(from..occurrence.span().start)?, name, text.get(occurrence.span().end..to)?))
}

/// The words of a sentence in front of a name, folded, where nothing but a space is between the last of them and the
/// name.
pub(super) fn words_before(occurrence: &Occurrence, passages: &dyn Passages) -> Vec<String> {
    let Some((before, ..)) = around(occurrence, passages) else { return Vec::new() };
    let sentence = before.rsplit(|c| is_terminal(c) || c == ';').next().unwrap_or_default();
    let touches = sentence.trim_end().ends_with(char::is_alphanumeric) && sentence.ends_with(char::is_whitespace);
    if touches { folded(sentence) } else { Vec::new() }
}

/// The word right behind a name, folded; none where anything but a space is between.
pub(super) fn word_behind(occurrence: &Occurrence, passages: &dyn Passages) -> String {
    let Some((.., behind)) = around(occurrence, passages) else { return String::new() };
    let touches = behind.starts_with(' ') && behind[1..].starts_with(char::is_alphabetic);
    if touches { words(behind).next().map(|word| fold(word.text)).unwrap_or_default() } else { String::new() }
}

/// True where a name is part of a longer one: *Marks & Spencer*.
pub(in crate::index::merge) fn is_part_of_a_firm(occurrence: &Occurrence, passages: &dyn Passages) -> bool {
    let Some((before, _, behind)) = around(occurrence, passages) else { return false };
    // *Voss & Lund 2031* wrote something together.
    let cited = words(behind).take(2).any(|word| is_year(word.text));
    !cited && (before.trim_end().ends_with('&') || behind.trim_start().starts_with('&'))
}

/// True behind an article, which stands in front of no surname: "la Cámara".
pub(in crate::index::merge) fn has_article(occurrence: &Occurrence, passages: &dyn Passages) -> bool {
    let Some((before, ..)) = around(occurrence, passages) else { return false };
    before.ends_with(' ') && words(before).last().is_some_and(|word| WORDS.articles.has(fold(word.text).as_str()))
}

/// True where a firm is called after its owner: "*Lowe's*, Tarn and Orsk", not "Lowe's report" or "Lowe's been late".
fn is_house_of(occurrence: &Occurrence, passages: &dyn Passages) -> bool {
    let Some((_, name, behind)) = around(occurrence, passages) else { return false };
    let owned = |text: &str| ["'s", "’s"].iter().find_map(|mark| text.strip_prefix(mark)).map(str::to_owned);
    let rest = match ["'s", "’s"].iter().any(|mark| name.ends_with(mark)) {
        true => Some(behind.to_owned()),
        false => owned(behind),
    };
    rest.is_some_and(|rest| {
        let next: String = rest.chars().take(1).collect();
        let word = words(&rest).next().map(|word| fold(word.text)).unwrap_or_default();
        next != " " || word.is_empty() || WORDS.behind_firms.has(word.as_str())
    })
}

/// True for a word in front of a place, lower case.
pub(super) fn is_before_place(word: &str) -> bool {
    WORDS.of_places.has(word)
}

/// True where the words in front say a place: "in Watts".
fn is_placed(occurrence: &Occurrence, passages: &dyn Passages) -> bool {
    let Some((before, _, behind)) = around(occurrence, passages) else { return false };
    // *In Voss's view*: what is hers.
    let owned = ["'s ", "’s "].iter().find_map(|mark| behind.strip_prefix(mark));
    let own = owned.filter(|rest| rest.starts_with(char::is_lowercase)).and_then(|rest| words(rest).next());
    if own.is_some_and(|word| !flags(&fold(word.text)).has(Flags::FUNCTION)) {
        return false;
    }
    let mut front = words(before).map(|word| fold(word.text)).collect::<Vec<_>>().into_iter().rev();
    before.ends_with(' ')
        && front.next().is_some_and(|word| {
            is_before_place(&word)
                || WORDS.from_places.has(&word) && front.next().is_some_and(|word| WORDS.comes.has(&word))
        })
}

/// True where whoever is named says or is told something, or stands behind an initial.
pub(super) fn acts(occurrence: &Occurrence, passages: &dyn Passages) -> bool {
    let Some((before, _, behind)) = around(occurrence, passages) else { return false };
    let says = |word: &str| flags(word).has(Flags::SAY) || WORDS.of_persons.has(word);
    let sentence = before.rsplit(['.', '!', '?', '\n']).next().unwrap_or_default();
    let initial = before.trim_end().strip_suffix('.').is_some_and(|front| {
        let letter = front.chars().next_back().is_some_and(char::is_uppercase);
        letter && front.chars().rev().nth(1).is_none_or(|c| !c.is_alphanumeric())
    });
    let next = behind.split(['.', '!', '?', '\n']).next().unwrap_or_default();
    let words_before = folded(sentence);
    initial
        || words(next).take(SAYS_BEHIND).any(|word| !word.is_capital() && says(&fold(word.text)))
        || words_before.iter().rev().take(SAYS_BEFORE).any(|word| says(word))
}

/// Lone names that a firm's begins with (*Voss Castings*), which as often as not are the firm, where the pile hardly
/// ever has them do what somebody does.
pub(in crate::index::merge) fn of_firms(table: &Table, passages: &dyn Passages) -> BTreeSet<u32> {
    let firms = table.names.iter().filter(|name| {
        let firm = || kind::by_words(name.surface()) == Some(EntityType::Organisation);
        name.proper > 0 && name.key.contains(' ') && 2 * name.votes[ORGANISATION] > name.proper && firm()
    });
    let fronts = firms.filter_map(|name| table.by_key.get(name.words().next()?).copied());
    let mut counts: BTreeMap<u32, [u32; 2]> = fronts.map(|front| (front, [0, 0])).collect();
    for occurrence in table.occurrences.iter().filter(|occurrence| occurrence.proper) {
        if let Some([all, acting]) = counts.get_mut(&occurrence.name) {
            *all += 1;
            *acting += u32::from(acts(occurrence, passages));
        }
    }
    counts.retain(|_, &mut [all, acting]| acting * ONE_IN < all);
    counts.into_keys().collect()
}

/// The lone names of each document that are a place's or a firm's in it: one in so many of their mentions stands as
/// such a name does, and none as a person's.
pub(in crate::index::merge) fn of_no_person(
    table: &Table,
    lone: impl Fn(u32) -> bool,
    passages: &dyn Passages,
) -> BTreeSet<(u32, u32)> {
    // Of each, the mentions, those that stand otherwise, and those that stand as a person's.
    let mut counts: BTreeMap<(u32, u32), [u32; 3]> = BTreeMap::new();
    for occurrence in table.occurrences.iter().filter(|occurrence| occurrence.proper && lone(occurrence.name)) {
        let otherwise = is_placed(occurrence, passages) || is_house_of(occurrence, passages);
        let told = [true, otherwise, acts(occurrence, passages)];
        let counted = counts.entry((occurrence.document, occurrence.name)).or_default();
        counted.iter_mut().zip(told).for_each(|(count, is)| *count += u32::from(is));
    }
    counts.retain(|_, &mut [all, otherwise, acting]| otherwise > 0 && acting == 0 && otherwise * ONE_IN >= all);
    counts.into_keys().collect()
}
