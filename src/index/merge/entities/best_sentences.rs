//! The sentences that describe each entity best, of all that name it, and what they define it as.

use std::cell::LazyCell;
use std::collections::HashMap;

use rayon::prelude::*;

use super::describe::{self, Tells, Worths};
use super::places::{EntityPlace, Places};
use crate::index::merge::kinds::decision::Definitions;
use crate::judgement::Passages;
use crate::model::DocumentId;

/// Sentences quoted in a description.
const SENTENCES: usize = 3;
/// Text units whose sentences are scored in one batch.
const TOLD_TOGETHER: usize = 1 << 15;
/// Sentences held for one entity before only the best are kept.
const TOLD_AT_MOST: usize = 64;

/// A sentence that tells something of an entity.
pub(in crate::index::merge) struct Told {
    tells: Tells,
    unit: u32,
    sentence: u32,
}

/// For each entity the sentences that describe it best, best first, from different text units where possible, and what
/// all sentences define it as.
pub(in crate::index::merge) fn best_places(
    places: &Places,
    passages: &dyn Passages,
    worths: &Worths,
    people: &[bool],
) -> (Vec<Vec<Told>>, Vec<Definitions>) {
    let tell = |unit: usize| {
        let passage = passages.at(unit);
        // Only of a document that is about an entity throughout is it asked how it begins.
        let opening = LazyCell::new(|| describe::opening(&passage));
        let tell = |place: &EntityPlace| {
            let worth = worths.get(unit as u32, place.sentence);
            let tells = match place.implied {
                true => describe::opens(worth, place.sentence as usize == opening.start),
                false => describe::tells(&passage, place, worth, people[place.entity as usize]),
            };
            let told = Told { tells, unit: unit as u32, sentence: place.sentence };
            (told.tells.score > 0.0 || told.tells.defines.is_some()).then_some((place.entity, told))
        };
        let told = |place: &&EntityPlace| !place.implied || opening.contains(&(place.sentence as usize));
        places.of(unit).iter().filter(told).filter_map(tell).collect::<Vec<_>>()
    };
    let mut best: Vec<Vec<Told>> = (0..people.len()).map(|_| Vec::new()).collect();
    let mut definitions = vec![Definitions::default(); people.len()];
    for from in (0..places.len()).step_by(TOLD_TOGETHER) {
        let until = (from + TOLD_TOGETHER).min(places.len());
        let told: Vec<(u32, Told)> = (from..until).into_par_iter().flat_map_iter(tell).collect();
        for (entity, told) in told {
            let best = &mut best[entity as usize];
            told.tells.defines.iter().for_each(|defined| definitions[entity as usize].add(defined));
            best.push(told);
            if best.len() >= TOLD_AT_MOST {
                sort_told(best);
                keep_foremost(best);
            }
        }
    }
    best.par_iter_mut().for_each(|told| {
        sort_told(told);
        // The same sentence names an entity twice, or two sentences of one passage say nearly the same.
        let (mut seen, mut has_fragment) = (Vec::new(), false);
        told.retain(|told| {
            // One list of names with their offices is enough.
            if told.tells.fragment && std::mem::replace(&mut has_fragment, true) {
                return false;
            }
            let fresh = seen.len() < 2 * SENTENCES && !seen.contains(&told.unit);
            seen.push(told.unit);
            fresh
        });
    });
    (best, definitions)
}

fn sort_told(told: &mut [Told]) {
    told.sort_by(|a, b| {
        b.tells.score.total_cmp(&a.tells.score).then_with(|| (a.unit, a.sentence).cmp(&(b.unit, b.sentence)))
    });
}

/// Truncates sorted sentences to those that can still be chosen: the first fragment, and the first few of the others.
/// Whatever is added later, none of the rest would come to the front again.
fn keep_foremost(told: &mut Vec<Told>) {
    let mut has_fragment = false;
    told.retain(|told| !(told.tells.fragment && std::mem::replace(&mut has_fragment, true)));
    told.truncate(2 * SENTENCES);
}

/// What the best sentences of an entity tell of it, a line each.
pub(in crate::index::merge) fn description(
    best: &[Told],
    passages: &dyn Passages,
    authors: &HashMap<DocumentId, String>,
) -> String {
    let lines: Vec<String> = best
        .iter()
        .enumerate()
        // What only names it says little: one such line where there is no better.
        .filter(|(place, told)| told.tells.score > 0.0 && (*place == 0 || told.tells.about))
        .filter_map(|(_, told)| {
            let part = told.tells.part.filter(|_| told.tells.fragment);
            describe::line(&passages.at(told.unit as usize), told.sentence, part, authors)
        })
        .take(SENTENCES)
        .collect();
    lines.join("\n\n")
}
