//! Place names recognised by the prepositions before them: one is *at Tarn* and goes *to Tarn*. A single *at* proves
//! nothing, because one may look at anybody; a verb of motion with *to* does, because nobody *marched to* a person.

use std::collections::BTreeSet;

use super::surroundings::{acts, around, word_behind, words_before};
use crate::index::merge::table::{Name, ORGANISATION, Occurrence, PERSON, PLACE, Table};
use crate::judgement::Passages;
use crate::model::EntityType;
use crate::text::dates::calendar::{CalendarDate, calendar_dates};
use crate::text::language::{WordList, word_lists};
use crate::text::names::kind;
use crate::text::words::lexicon::{Flags, flags, known_kind};
use crate::text::words::wordlist::is_article;

word_lists! {
    static WORDS = "place_names.toml": at, towards, moves, inside, of, held, stays, ways, ends, has_one, towns
}

/// Mentions behind *at* below which nothing is concluded.
const FEWEST: u32 = 2;
/// Share of a name's mentions behind words for a place or a way from which on it is a place.
const SHARE: f32 = 0.35;
/// Share of its mentions that may have been read as a person.
const SOMEBODY: f32 = 0.1;

/// How often a name stands behind *at*, behind a word for a way, and behind that and a verb of going.
#[derive(Clone, Copy, Default)]
struct Fronts {
    at: u32,
    towards: u32,
    /// Behind such a word and a verb of going.
    moved: u32,
    /// Behind a word for where something is.
    inside: u32,
    /// Behind such a word that is no word for a way, and where somebody is from.
    from: u32,
    /// Where one lives, where a line leads, what is called a town, what has a station.
    settled: u32,
    /// As whoever says something.
    acts: u32,
    /// Of several words, behind an article.
    articled: u32,
}

/// Words of a place's name at most.
const LONGEST: usize = 3;

/// Bytes of what stands in front of a day at the head of a letter: "Orsk, den 9. Januar 2031", "Thurs. 9 Jan. 2031".
const ARTICLE: usize = 11;

/// Bytes of what stands in front of a place in a line of an address, at most, and behind it down to its day.
const ADDRESS: usize = 48;
const DAY: usize = 200;

/// Words in front of the one for a way among which the verb of going is.
const VERB: usize = 4;

impl Fronts {
    /// True where that makes a place of a name, which has several words or only one.
    fn tell_a_place(self, name: &Name) -> bool {
        let Self { at, towards, moved, inside, from, settled, acts, articled } = self;
        let long = name.key.contains(' ');
        let certain = at >= FEWEST && towards > 0 || moved > 0 && at + towards >= FEWEST;
        // *The Old Maltings* has an article of its own, which nobody has whom one is at and comes to.
        let housed = articled > 0 && at >= FEWEST && towards > 0 && acts == 0;
        let all = at + towards + settled + from;
        let settles = settled > 0 && all > FEWEST || settled >= FEWEST;
        (certain && !long || housed || settles && (!long || inside > 0 && acts < settled))
            && all as f32 >= SHARE * name.proper as f32
    }

    /// Counts what stands around an occurrence. True where it stands as a place does.
    fn count(&mut self, occurrence: &Occurrence, long: bool, passages: &dyn Passages) -> bool {
        let mut words = words_before(occurrence, passages);
        let articled = long && words.pop_if(|word| is_article(word)).is_some();
        self.acts += u32::from(acts(occurrence, passages));
        self.articled += u32::from(articled);
        // "Orsk, 9 January 2031" above a letter counts as much as what is told twice.
        let heads = !long && heads_a_letter(occurrence, passages);
        self.settled += if heads { FEWEST } else { 0 };
        self.settled += u32::from(WORDS.has_one.has(&word_behind(occurrence, passages)));
        // "Ada Voss, of Orsk": where she is from.
        self.from += u32::from(!long && is_where_from(occurrence, passages));
        let Some((word, others)) = words.split_last() else { return heads };
        let near = |list: &WordList| others.iter().rev().take(VERB).any(|word| list.has(word));
        let (at, towards) = (WORDS.at.has(word), WORDS.towards.has(word));
        let inside = WORDS.inside.has(word);
        let is_held = |noun: &String| WORDS.held.has(noun) || kind::by_noun(noun) == Some(EntityType::Place);
        let called = WORDS.of.has(word) && others.last().is_some_and(is_held);
        let lived = inside && near(&WORDS.stays);
        let led = WORDS.ends.has(word) && near(&WORDS.ways) && !is_called_a_way(occurrence, passages);
        self.inside += u32::from(inside);
        self.from += u32::from(inside && !at && !towards);
        self.settled += u32::from(called || lived || led);
        // *I move that we leave Orsk* may be said of a bank.
        self.moved += u32::from((at || towards) && !WORDS.moves.has(word) && near(&WORDS.moves));
        self.at += u32::from(at);
        self.towards += u32::from(towards);
        heads || called || led || at || towards
    }
}

/// True for a word that a line begins with in which nothing stands behind it but a day, and for one that ends an
/// address below which the day stands: where a letter was written.
fn heads_a_letter(occurrence: &Occurrence, passages: &dyn Passages) -> bool {
    let text = passages.text(occurrence.unit as usize);
    let (Some(front), Some(rest)) = (text.get(..occurrence.start as usize), text.get(occurrence.end as usize..)) else {
        return false;
    };
    // Of a text without lines, no more than a line of an address may have.
    let near = &front[front.ceil_char_boundary(front.len().saturating_sub(ADDRESS + 1))..];
    let line = near.rsplit('\n').next().unwrap_or_default();
    let mut behind = rest[..rest.floor_char_boundary(DAY)].lines();
    let first = behind.next().unwrap_or_default();
    let address = line.ends_with(", ") && line.len() <= ADDRESS && first.trim_end_matches([',', '.', ' ']).is_empty();
    let day = if line.is_empty() { first.strip_prefix(", ") } else { behind.next().filter(|_| address) };
    day.is_some_and(|day| {
        let told = calendar_dates(day);
        let whole = |told: &CalendarDate| told.day.is_some() && told.year.is_some();
        matches!(told.as_slice(), [told] if whole(told) && told.span.len() + ARTICLE >= day.trim().len())
    })
}

/// True behind a comma and *of*: "Ada Voss, of Orsk".
fn is_where_from(occurrence: &Occurrence, passages: &dyn Passages) -> bool {
    let Some((before, ..)) = around(occurrence, passages) else { return false };
    let front = before.strip_suffix(' ').and_then(|front| front.rsplit_once(", "));
    front.is_some_and(|(_, word)| WORDS.of.has(word))
}

/// True for the end of a title: *The Road to Ruin* leads to no place.
fn is_called_a_way(occurrence: &Occurrence, passages: &dyn Passages) -> bool {
    let text = passages.text(occurrence.unit as usize).get(..occurrence.start as usize).unwrap_or_default();
    text.split_whitespace().rev().nth(1).is_some_and(|way| way.contains(char::is_uppercase))
}

/// True for a name that may be a place's: nothing else is known of it.
fn may_be_place(name: &Name) -> bool {
    // Two capitals alone make nobody of *Sankt Orsk*.
    let long = name.key.contains(' ');
    let somebody = !long && name.votes[PERSON] as f32 > SOMEBODY * name.proper as f32;
    name.proper >= FEWEST
        && name.votes[ORGANISATION] == 0
        && !somebody
        && known_kind(&name.key).is_none()
        && !flags(name.words().next().unwrap_or_default()).has(Flags::FIRST_NAME | Flags::HONORIFIC)
        && (!long || name.words().count() <= LONGEST && kind::by_words(name.surface()).is_none())
}

/// Lets lone names that stand as places do vote for one.
pub(in crate::index::merge) fn vote(table: &mut Table, passages: &dyn Passages) {
    let may_be: Vec<bool> = table.names.iter().map(may_be_place).collect();
    let mut fronts = vec![Fronts::default(); table.names.len()];
    let mut placed = Vec::new();
    // *Gemeinde Orsk* is what rules the place.
    let mut ruled = BTreeSet::new();
    for name in table.names.iter().filter(|name| name.proper > 0) {
        // *Orsk Parish Council*, *Orsk Mercury*: what a town has.
        let has = |(_, rest): &(&str, &str)| WORDS.has_one.has(rest.rsplit(' ').next().unwrap_or_default());
        let owner = name.key.split_once(' ').filter(has).and_then(|(front, _)| table.by_key.get(front));
        if let Some(&owner) = owner {
            fronts[owner as usize].settled += 1;
        }
        let town = name.key.split_once(' ').filter(|(front, _)| WORDS.towns.has(front));
        if let Some(&town) = town.and_then(|(_, town)| table.by_key.get(town)) {
            fronts[town as usize].settled += FEWEST;
            ruled.insert(town);
        }
    }
    for (number, occurrence) in table.occurrences.iter().enumerate() {
        let name = occurrence.name as usize;
        if !may_be[name] || !occurrence.proper {
            continue;
        }
        if fronts[name].count(occurrence, table.names[name].key.contains(' '), passages) {
            placed.push(number);
        }
    }
    let places: Vec<bool> = fronts.iter().zip(&table.names).map(|(fronts, name)| fronts.tell_a_place(name)).collect();
    // What two capitals made somebody is a place wherever it stands.
    let long = |name: u32| table.names[name as usize].key.contains(' ') || ruled.contains(&name);
    let of_places = (0..table.occurrences.len())
        .filter(|&at| places[table.occurrences[at].name as usize] && long(table.occurrences[at].name));
    placed.extend(of_places);
    placed.sort_unstable();
    placed.dedup();
    for number in placed {
        let occurrence = &mut table.occurrences[number];
        let name = &mut table.names[occurrence.name as usize];
        if !places[occurrence.name as usize] || occurrence.kind.is_some() && !name.key.contains(' ') {
            continue;
        }
        if let Some(kind) = occurrence.kind.replace(PLACE as u8) {
            name.votes[usize::from(kind)] -= 1;
        }
        name.votes[PLACE] += 1;
    }
}
