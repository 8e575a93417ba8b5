//! Names that are likely one thing, on their way to whoever judges them and back to the merger.

use std::collections::{HashMap, HashSet};

use super::ToldGraph;
use crate::judgement::{Pair, Passages};
use crate::model::{EntityId, Mention, TextUnitId};

/// Pairs that are judged, at the most; the likeliest come first.
const MOST: usize = 300;

/// The pairs of a merged corpus, each with what is told of both.
pub(in crate::index) fn pairs(told: &ToldGraph, passages: &dyn Passages) -> Vec<Pair> {
    let entity = |id: EntityId| told.merged.entities.get(id.0 as usize);
    let likely = &told.likely[..told.likely.len().min(MOST)];
    let first = first_mentions(likely, told);
    let wanted: HashSet<TextUnitId> = first.values().map(|mention| mention.text_unit).collect();
    let units = (0..passages.len()).map(|at| (passages.unit(at).id, at));
    let places: HashMap<TextUnitId, usize> = units.filter(|(unit, _)| wanted.contains(unit)).collect();
    let said = |id: EntityId| -> String {
        let described = entity(id).map_or("", |entity| entity.description.as_str());
        if !described.is_empty() {
            return described.to_owned();
        }
        // Nobody described it: the sentence that names it first speaks for it.
        let shown = first.get(&id).and_then(|mention| {
            let document = passages.at(*places.get(&mention.text_unit)?).document;
            let at = document.sentences.partition_point(|sentence| sentence.span.end <= mention.span.start);
            document.sentences.get(at)?.span.slice(&document.text).map(str::to_owned)
        });
        shown.unwrap_or_default()
    };
    let pair = |likely: &super::Likely| {
        let (a, b) = (entity(likely.a)?, entity(likely.b)?);
        Some(Pair { names: [a.name.clone(), b.name.clone()], told: [said(a.id), said(b.id)], why: likely.why })
    };
    likely.iter().filter_map(pair).collect()
}

/// The first mention of each of some likely ones that has a place.
fn first_mentions<'t>(likely: &[super::Likely], told: &'t ToldGraph) -> HashMap<EntityId, &'t Mention> {
    let wanted: HashSet<EntityId> = likely.iter().flat_map(|likely| [likely.a, likely.b]).collect();
    let mut first = HashMap::new();
    for mention in told.merged.mentions.iter().filter(|mention| wanted.contains(&mention.entity)) {
        if !mention.span.is_empty() {
            first.entry(mention.entity).or_insert(mention);
        }
    }
    first
}

/// The names that were judged to be one thing.
pub(in crate::index) fn same(pairs: &[Pair], verdicts: &[Option<bool>]) -> Vec<(String, String)> {
    let judged = pairs.iter().zip(verdicts).filter(|(_, verdict)| **verdict == Some(true));
    judged.map(|(pair, _)| (pair.names[0].clone(), pair.names[1].clone())).collect()
}

/// The pairs that nobody decided on, as they are proposed to a person: name, name, why.
pub(in crate::index) fn open(pairs: &[Pair], verdicts: &[Option<bool>]) -> String {
    let undecided = pairs.iter().enumerate().filter(|(at, _)| verdicts.get(*at).copied().flatten().is_none());
    let open: Vec<[&str; 3]> =
        undecided.map(|(_, pair)| [pair.names[0].as_str(), pair.names[1].as_str(), pair.why]).collect();
    serde_json::to_string(&open).unwrap_or_default()
}
