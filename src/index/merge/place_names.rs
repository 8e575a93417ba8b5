//! Place names recognised by the prepositions before them: one is *at Tarn* and goes *to Tarn*. A single *at* proves
//! nothing, because one may look at anybody; a verb of motion with *to* does, because nobody *marched to* a person.

use super::mentioned::words_before;
use super::table::{ORGANISATION, PERSON, PLACE, Table};
use crate::judgement::Passages;
use crate::text::language::word_lists;
use crate::text::names::lexicon::{Flags, flags, known_kind};

word_lists! {
    static WORDS = "place_names.toml": at, towards, moves
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
}

/// Words in front of the one for a way among which the verb of going is.
const VERB: usize = 4;

/// Lets lone names that stand as places do vote for one.
pub(super) fn vote(table: &mut Table, passages: &dyn Passages) {
    let may_be = |number: u32| {
        let name = &table.names[number as usize];
        name.proper >= FEWEST
            && name.votes[ORGANISATION] == 0
            && name.votes[PERSON] as f32 <= SOMEBODY * name.proper as f32
            && !name.key.contains(' ')
            && known_kind(&name.key).is_none()
            && !flags(&name.key).has(Flags::FIRST_NAME)
    };
    let may_be: Vec<bool> = (0..table.names.len() as u32).map(may_be).collect();
    let mut fronts = vec![Fronts::default(); table.names.len()];
    let mut placed = Vec::new();
    for (number, occurrence) in table.occurrences.iter().enumerate() {
        if !may_be[occurrence.name as usize] || !occurrence.proper {
            continue;
        }
        let words = words_before(occurrence, passages);
        let Some((word, others)) = words.split_last() else { continue };
        let front = &mut fronts[occurrence.name as usize];
        let (at, towards) = (WORDS.at.has(word), WORDS.towards.has(word));
        let goes = others.iter().rev().take(VERB).any(|word| WORDS.moves.has(word));
        front.moved += u32::from((at || towards) && goes);
        front.at += u32::from(at);
        front.towards += u32::from(towards);
        if at || towards {
            placed.push(number);
        }
    }
    let is_place = |name: usize| {
        let Fronts { at, towards, moved } = fronts[name];
        let certain = at >= FEWEST && towards > 0 || moved > 0 && at + towards >= FEWEST;
        certain && (at + towards) as f32 >= SHARE * table.names[name].proper as f32
    };
    let places: Vec<bool> = (0..fronts.len()).map(is_place).collect();
    for number in placed {
        let occurrence = &mut table.occurrences[number];
        if places[occurrence.name as usize] && occurrence.kind.is_none() {
            occurrence.kind = Some(PLACE as u8);
            table.names[occurrence.name as usize].votes[PLACE] += 1;
        }
    }
}
