//! A graph that a model and rules make together: the model reads the text units that most of the collection hangs on,
//! rules read the rest, and one graph comes out. How much the model reads is a dial (`model_share`).
//!
//! Which units those are: each is worth the names that it shares with others, and a name that chosen units have already
//! is worth half as much each time, so that the choice covers the collection and does not read one subject over and
//! over (greedy choice for a submodular gain; Nemhauser, Wolsey & Fisher 1978).

use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use futures::future::{self, BoxFuture};
use rayon::prelude::*;

use crate::judgement::extractive::extractor::ExtractiveExtractor;
use crate::judgement::{
    Described, ExtractedRelationship, Extraction, Extractor, Judged, JudgementError, Pair, Passage, Passages,
};
use crate::model::{EntityType, Span, TextUnitId};
use crate::text::words::fold;

/// What a name is worth each further time it is read of.
const AGAIN: f64 = 0.5;
/// A sentence with more names is a list, which ties nobody.
const LIST: usize = 6;
/// Longest sentence that describes a tie, in bytes.
const SHOWN: usize = 300;

/// Reads a share of the text units with a model, the rest by rule.
pub struct HybridExtractor {
    model: Arc<dyn Extractor>,
    rules: ExtractiveExtractor,
    /// Per cent of the text units.
    share: u32,
    chosen: OnceLock<HashSet<TextUnitId>>,
}

impl HybridExtractor {
    pub fn new(model: Arc<dyn Extractor>, rules: ExtractiveExtractor, share: u32) -> Self {
        Self { model, rules, share, chosen: OnceLock::new() }
    }
}

impl Extractor for HybridExtractor {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn concurrency(&self) -> usize {
        self.model.concurrency()
    }

    fn survey(&self, passages: &dyn Passages) {
        self.chosen.get_or_init(|| central(passages, &self.rules, self.share));
        self.model.survey(passages);
    }

    fn extract<'a>(&'a self, passage: &'a Passage) -> BoxFuture<'a, Result<Extraction, JudgementError>> {
        match self.chosen.get().is_none_or(|chosen| chosen.contains(&passage.unit.id)) {
            true => self.model.extract(passage),
            false => Box::pin(future::ready(Ok(by_rule(passage, self.rules.extract_now(passage))))),
        }
    }

    fn same<'a>(&'a self, pairs: &'a [Pair]) -> BoxFuture<'a, Judged<Vec<Option<bool>>>> {
        self.model.same(pairs)
    }

    fn describe<'a>(&'a self, described: &'a Described<'a>) -> BoxFuture<'a, Judged<String>> {
        self.model.describe(described)
    }
}

/// How many text units a share is; one at least.
pub(in crate::index) fn count_of(share: u32, units: usize) -> usize {
    (units * share.min(100) as usize).div_ceil(100).max(1)
}

/// The text units that most of a collection hangs on.
fn central(passages: &dyn Passages, rules: &ExtractiveExtractor, share: u32) -> HashSet<TextUnitId> {
    let names: Vec<Vec<String>> = (0..passages.len())
        .into_par_iter()
        .map(|at| {
            let found = rules.extract_now(&passages.at(at)).entities;
            let mut keys: Vec<String> = found
                .iter()
                .filter(|entity| is_name(entity.kind.as_ref()))
                .map(|entity| fold::key(&entity.name))
                .collect();
            keys.sort_unstable();
            keys.dedup();
            keys
        })
        .collect();
    let mut spread: HashMap<&str, u32> = HashMap::new();
    names.iter().flatten().for_each(|name| *spread.entry(name).or_default() += 1);
    let mut read: HashMap<&str, i32> = HashMap::new();
    let worth = |at: usize, read: &HashMap<&str, i32>| -> f64 {
        let each = names[at].iter().map(|name| {
            let times = read.get(name.as_str()).copied().unwrap_or_default();
            f64::from(spread[name.as_str()]).ln_1p() * AGAIN.powi(times)
        });
        each.sum()
    };
    // Worth only falls, so that whatever is still worth most when it is looked at again is the best there is.
    let order = |worth: f64| (worth * 1e6) as u64;
    let mut heap: BinaryHeap<(u64, std::cmp::Reverse<usize>)> =
        (0..passages.len()).map(|at| (order(worth(at, &read)), std::cmp::Reverse(at))).collect();
    let most = count_of(share, passages.len());
    let mut chosen: HashSet<TextUnitId> = HashSet::with_capacity(most);
    while let Some((before, std::cmp::Reverse(at))) = heap.pop().filter(|_| chosen.len() < most) {
        let now = order(worth(at, &read));
        if now < before {
            heap.push((now, std::cmp::Reverse(at)));
            continue;
        }
        chosen.insert(passages.unit(at).id);
        names[at].iter().for_each(|name| *read.entry(name).or_default() += 1);
    }
    chosen
}

fn is_name(kind: Option<&EntityType>) -> bool {
    !matches!(kind, Some(EntityType::Concept | EntityType::Date))
}

/// What rules find, as a model tells it: names, and ties between those that follow each other in a sentence, which
/// describes them.
fn by_rule(passage: &Passage, found: Extraction) -> Extraction {
    let document = &passage.document;
    let entities: Vec<_> =
        found.entities.into_iter().filter(|entity| entity.sure && is_name(entity.kind.as_ref())).collect();
    let mut places: Vec<(Span, &str)> =
        entities.iter().flat_map(|entity| entity.mentions.iter().map(|span| (*span, entity.name.as_str()))).collect();
    places.sort_unstable();
    let mut relationships: Vec<ExtractedRelationship> = Vec::new();
    for at in passage.sentences.clone() {
        let Some(sentence) = document.sentences.get(at) else { break };
        let from = places.partition_point(|(span, _)| span.start < sentence.span.start);
        let to = places.partition_point(|(span, _)| span.start < sentence.span.end);
        let inside = &places[from..to];
        if inside.len() > LIST {
            continue;
        }
        let Some(text) = sentence.span.slice(&document.text) else { continue };
        for pair in inside.windows(2).filter(|pair| fold::key(pair[0].1) != fold::key(pair[1].1)) {
            relationships.push(ExtractedRelationship {
                source: pair[0].1.to_owned(),
                target: pair[1].1.to_owned(),
                description: if text.len() <= SHOWN { text.trim().to_owned() } else { String::new() },
                // What a model calls named together in passing.
                strength: 1.0,
                quote: String::new(),
                quote_span: Some(sentence.span),
            });
        }
    }
    Extraction { entities, relationships, ..Extraction::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::model::extractor_passage;

    fn passages() -> Vec<Passage> {
        let texts = [
            "Ada Voss met Bo Marsh at Kelpmouth.",
            "Ada Voss met Bo Marsh at Kelpmouth again.",
            "It rained all night and nobody came.",
            "Cy Tarrant wrote to Dot Kell of Saltby.",
            "Dot Kell of Saltby answered Cy Tarrant.",
        ];
        let mut passages: Vec<Passage> = texts.map(extractor_passage).into();
        (0u32..).zip(&mut passages).for_each(|(id, passage)| passage.unit.id = TextUnitId(id));
        passages
    }

    #[test]
    fn the_units_that_are_read_cover_the_collection() {
        let rules = ExtractiveExtractor::default();
        let chosen = central(&passages(), &rules, 40);
        assert_eq!(chosen.len(), 2);
        assert!(!chosen.contains(&TextUnitId(2)), "it names nobody");
        let first = |ids: [u32; 2]| ids.iter().filter(|id| chosen.contains(&TextUnitId(**id))).count();
        assert_eq!((first([0, 1]), first([3, 4])), (1, 1), "one of each subject: {chosen:?}");
        assert_eq!(central(&passages(), &rules, 100).len(), 5);
    }

    #[test]
    fn what_rules_read_is_told_with_the_sentence_that_shows_it() {
        let passage = &passages()[0];
        let told = by_rule(passage, ExtractiveExtractor::default().extract_now(passage));
        let pairs: Vec<(&str, &str)> =
            told.relationships.iter().map(|tie| (tie.source.as_str(), tie.target.as_str())).collect();
        assert_eq!(pairs, [("Ada Voss", "Bo Marsh"), ("Bo Marsh", "Kelpmouth")]);
        assert_eq!(told.relationships[0].description, "Ada Voss met Bo Marsh at Kelpmouth.");
    }
}
