//! Codes in capitals that occur only in the cells of tables (*PO*, *GERD*). They co-occur with everything and are
//! explained nowhere, so they stay entities and lose most of their relationships.

use super::relate::Related;
use super::resolution::Resolved;
use crate::index::merge::table::Table;
use crate::judgement::Passages;
use crate::model::SentenceKind;
use crate::text::layout::labels;

/// Number of cells below which such a code may well belong to what stands beside it.
const EVERYWHERE_IN_CELLS: u32 = 12;
/// Relationships that such a code keeps.
const STRONGEST: usize = 6;

/// Returns, for each entity, whether it is a code that occurs in cells alone.
pub(in crate::index::merge) fn of_cells(table: &Table, resolved: &Resolved, passages: &dyn Passages) -> Vec<bool> {
    let name = |member: u32| &table.names[member as usize];
    let is_letters = |member: u32| name(member).surfaces.keys().all(|surface| labels::is_letters(surface));
    let often =
        |members: &[u32]| members.iter().map(|&member| name(member).count()).sum::<u32>() >= EVERYWHERE_IN_CELLS;
    let of = |members: &Vec<u32>| often(members) && members.iter().all(|&member| is_letters(member));
    let mut letters: Vec<bool> = resolved.members.iter().map(of).collect();
    for occurrence in &table.occurrences {
        let Some(entity) = resolved.entity_of(occurrence.name).filter(|&entity| letters[entity as usize]) else {
            continue;
        };
        let document = passages.at(occurrence.unit as usize).document;
        let sentence = document.sentences.get(occurrence.sentence as usize);
        letters[entity as usize] = sentence.is_some_and(|sentence| sentence.kind == SentenceKind::Row);
    }
    letters
}

/// Removes the relationships of codes but for their strongest, and those that are the only one of another entity.
pub(in crate::index::merge) fn thin(related: &mut Vec<Related>, letters: &[bool]) {
    let mut by_entity: Vec<Vec<u32>> = vec![Vec::new(); letters.len()];
    for (number, related) in related.iter().enumerate() {
        by_entity[related.source as usize].push(number as u32);
        by_entity[related.target as usize].push(number as u32);
    }
    let mut keep: Vec<bool> =
        related.iter().map(|one| !letters[one.source as usize] && !letters[one.target as usize]).collect();
    for (entity, numbers) in by_entity.iter_mut().enumerate() {
        numbers.sort_unstable_by(|&a, &b| {
            related[b as usize].weight.total_cmp(&related[a as usize].weight).then_with(|| a.cmp(&b))
        });
        let most =
            if letters[entity] { STRONGEST } else { usize::from(!numbers.iter().any(|&one| keep[one as usize])) };
        numbers.iter().take(most).for_each(|&number| keep[number as usize] = true);
    }
    let mut keep = keep.into_iter();
    related.retain(|_| keep.next().unwrap_or(false));
}
