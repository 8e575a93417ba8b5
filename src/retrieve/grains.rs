//! Lexical scores of text units at several grains, fused: BM25 of the whole, the best narrow and the best wide stretch
//! of words in it, the title and file name of its document, what else that document holds, and its length. A text unit
//! that holds all the words scattered over it answers less often than one that holds them together, and one that stands
//! alone in a long document less often than one beside others that hold them too.

use std::collections::{BTreeMap, HashMap};

use super::passages::by_words;
use super::query::{Query, QueryTerm};
use super::scope::Filter;
use crate::model::{DocumentId, TextUnit, TextUnitId, file_name};
use crate::store::{Reader, Result};
use crate::text::words::terms::{Beginnings, Stems, words};

/// Text units taken by their words.
const BY_WORDS: usize = 150;

/// The text units that hold the query's words, each with its score; the best have about `unit + narrow + wide`. With
/// them what full text alone says, as shares of its best.
pub(super) struct Grains {
    pub scores: BTreeMap<TextUnitId, f32>,
    pub by_words: BTreeMap<TextUnitId, f32>,
}

/// Scores text units by the query's words.
pub(super) fn grains(reader: &Reader, query: &Query, filter: &Filter) -> Result<Grains> {
    let weights = &query.weights.grains;
    let rows = reader.text_unit_count()?;
    let by_words = by_words(reader, &query.words(rows), weights.title_words, filter, BY_WORDS)?;
    let mut best: Vec<(TextUnitId, f32)> = by_words.iter().map(|(&unit, &score)| (unit, score)).collect();
    best.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let ids: Vec<TextUnitId> = best.iter().take(weights.read).map(|&(unit, _)| unit).collect();
    let units = reader.text_units(&ids)?;
    let mut places = Places::new(&query.terms);
    let mut stretches: Vec<(TextUnitId, f32, f32)> = Vec::with_capacity(units.len());
    let mut titles: HashMap<TextUnitId, f32> = HashMap::new();
    // In an order of its own: a sum of figures depends on it.
    let mut lengths: BTreeMap<TextUnitId, f32> = BTreeMap::new();
    let mut documents: HashMap<_, (f32, f32)> = HashMap::new();
    for unit in &units {
        let found = places.of(&reader.unit_text(unit)?);
        let stretch = |length| best_stretch(&found, &query.terms, length);
        stretches.push((unit.id, stretch(weights.narrow_words), stretch(weights.wide_words)));
        if let std::collections::hash_map::Entry::Vacant(e) = documents.entry(unit.document) {
            let document = reader.document(unit.document)?;
            let name = match document.row {
                None => file_name(&document.path),
                // The file of a table is the same for all its rows.
                Some(_) => "",
            };
            let held = places.share(&format!("{} {name}", document.title));
            e.insert((held, (document.tokens.max(1) as f32).ln()));
        }
        let (held, length) = documents[&unit.document];
        titles.insert(unit.id, held);
        lengths.insert(unit.id, length);
    }
    let again = second_best(&units, &by_words);
    let narrowest = stretches.iter().map(|s| s.1).fold(f32::EPSILON, f32::max);
    let widest = stretches.iter().map(|s| s.2).fold(f32::EPSILON, f32::max);
    let usual = lengths.values().sum::<f32>() / lengths.len().max(1) as f32;
    let mut scores: BTreeMap<TextUnitId, f32> =
        by_words.iter().map(|(&unit, &score)| (unit, weights.unit * score)).collect();
    for (unit, narrow, wide) in stretches {
        if let Some(score) = scores.get_mut(&unit) {
            *score += weights.narrow * narrow / narrowest + weights.wide * wide / widest;
            *score += weights.title * titles.get(&unit).copied().unwrap_or_default();
            *score += weights.again * again.get(&unit).copied().unwrap_or_default();
            *score -= weights.length * (lengths.get(&unit).copied().unwrap_or(usual) - usual);
        }
    }
    Ok(Grains { scores, by_words })
}

/// Of each text unit, the share of the second best of those of its document that are no banners: nothing when there is
/// but one.
fn second_best(units: &[TextUnit], by_words: &BTreeMap<TextUnitId, f32>) -> HashMap<TextUnitId, f32> {
    let mut first_two: HashMap<DocumentId, [f32; 2]> = HashMap::new();
    for unit in units.iter().filter(|unit| !unit.recurring) {
        let share = by_words.get(&unit.id).copied().unwrap_or_default();
        let [best, second] = first_two.entry(unit.document).or_default();
        (*best, *second) = (best.max(share), second.max(share.min(*best)));
    }
    units.iter().filter_map(|unit| Some((unit.id, first_two.get(&unit.document)?[1]))).collect()
}

/// Finds the words of a query in texts.
pub(super) struct Places {
    beginnings: Beginnings,
    at: HashMap<String, usize>,
    weights: Vec<f32>,
    stems: Stems,
}

impl Places {
    pub fn new(terms: &[QueryTerm]) -> Self {
        let beginnings = Beginnings::of(terms.iter().map(|term| term.stem.as_str()));
        let at = terms.iter().enumerate().map(|(at, term)| (term.stem.clone(), at)).collect();
        Self { beginnings, at, weights: terms.iter().map(|term| term.weight).collect(), stems: Stems::default() }
    }

    /// Where words of the query stand in a text: the number of the word in the text, and which of the query's it is.
    pub fn of(&mut self, text: &str) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (number, word) in words(text).enumerate() {
            if !self.beginnings.may_have(word.text) {
                continue;
            }
            if let Some(&at) = self.at.get(self.stems.stem(word.text)) {
                found.push((number, at));
            }
        }
        found
    }

    /// The share of the query's weight that a text holds.
    pub fn share(&mut self, text: &str) -> f32 {
        let mut held = vec![false; self.weights.len()];
        self.of(text).into_iter().for_each(|(_, at)| held[at] = true);
        let all: f32 = self.weights.iter().sum();
        let held: f32 = self.weights.iter().zip(&held).filter(|(_, held)| **held).map(|(weight, _)| weight).sum();
        if all > 0.0 { held / all } else { 0.0 }
    }
}

/// The most that words of the query weigh together within `length` words of a text; one that comes again counts less.
pub(super) fn best_stretch(found: &[(usize, usize)], terms: &[QueryTerm], length: usize) -> f32 {
    let mut counts = vec![0u32; terms.len()];
    // BM25's saturation of term frequency, with 1 for k₁.
    let worth = |count: u32, weight: f32| weight * count as f32 * 2.0 / (count as f32 + 1.0);
    let (mut first, mut sum, mut best) = (0, 0.0f32, 0.0f32);
    for &(number, at) in found {
        sum += worth(counts[at] + 1, terms[at].weight) - worth(counts[at], terms[at].weight);
        counts[at] += 1;
        while found[first].0 + length <= number {
            let gone = found[first].1;
            sum += worth(counts[gone] - 1, terms[gone].weight) - worth(counts[gone], terms[gone].weight);
            counts[gone] -= 1;
            first += 1;
        }
        best = best.max(sum);
    }
    best
}

/// The text unit of some that holds most of some words; the first when none holds any.
pub(super) fn best_unit(units: &[TextUnit], by_words: &BTreeMap<TextUnitId, f32>) -> Option<TextUnitId> {
    let score = |unit: &TextUnit| by_words.get(&unit.id).copied().unwrap_or(0.0);
    let counted = units.iter().filter(|unit| !unit.recurring);
    counted.max_by(|a, b| score(a).total_cmp(&score(b)).then(b.ordinal.cmp(&a.ordinal))).map(|unit| unit.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(words: &[&str]) -> Vec<QueryTerm> {
        let mut stems = Stems::default();
        let term = |word: &&str| QueryTerm {
            word: (*word).to_owned(),
            stem: stems.stem(word).to_owned(),
            weight: 1.0,
            in_name: false,
            framing: false,
            vector: None,
        };
        words.iter().map(term).collect()
    }

    #[test]
    fn words_that_stand_together_count_more_than_scattered_ones() {
        let terms = terms(&["ferries", "harbour"]);
        let mut places = Places::new(&terms);
        let near = places.of("The ferry leaves the harbour at nine.");
        let far = places.of(&format!("The ferry is old. {} The harbour is cold.", "Nothing else is said. ".repeat(20)));
        assert_eq!(near, [(1, 0), (4, 1)]);
        assert!(best_stretch(&near, &terms, 30) > best_stretch(&far, &terms, 30));
        assert_eq!(best_stretch(&near, &terms, 1), 1.0);
        assert_eq!(best_stretch(&[], &terms, 30), 0.0);
    }

    #[test]
    fn a_document_that_holds_the_words_twice_is_told_by_its_second_best() {
        let unit = |id: u32, document: u32, recurring| TextUnit {
            id: TextUnitId(id),
            document: DocumentId(document),
            ordinal: id,
            span: crate::model::Span::new(0, 1),
            fresh_from: 0,
            tokens: 1,
            recurring,
        };
        let units = [unit(0, 0, false), unit(1, 0, false), unit(2, 0, false), unit(3, 1, false), unit(4, 1, true)];
        let by_words = [0.4, 1.0, 0.7, 0.9, 0.9].into_iter().enumerate();
        let by_words = by_words.map(|(id, share)| (TextUnitId(id as u32), share)).collect();
        let second = second_best(&units, &by_words);
        assert_eq!([0, 1, 2, 3].map(|id| second[&TextUnitId(id)]), [0.7, 0.7, 0.7, 0.0]);
    }

    #[test]
    fn a_word_that_comes_again_counts_less() {
        let terms = terms(&["ferry", "harbour"]);
        let mut places = Places::new(&terms);
        let again = places.of("ferry ferry ferry ferry");
        let both = places.of("ferry harbour");
        assert!(best_stretch(&both, &terms, 30) > best_stretch(&again, &terms, 30));
        assert_eq!(places.share("The harbour"), 0.5);
    }
}
