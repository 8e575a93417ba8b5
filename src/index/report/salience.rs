//! What many documents tell alike: a term of some sentences is worth the more, the more of their documents have it (the
//! frequency of a term as its worth in summaries of many documents: SumBasic, Nenkova and Vanderwende, 2005). What
//! happened is told again by all whom it concerns; who sat in which room is told once.

use std::collections::HashSet;

use crate::index::evidence::bearing::Bearing;
use crate::text::similarity::term_vectors::Term;

/// Factor for a term that was told already.
const TOLD: f32 = 0.2;
/// Factor for a term that is no noun or name: days, numbers and everyday verbs stand everywhere.
const BESIDE: f32 = 0.3;
/// A sentence pays for its length by this power of its words; a shorter one than these gains nothing.
const LENGTH: f32 = 0.6;
const SHORT: usize = 12;

/// The worth of the terms of some sentences.
pub(super) struct Salience<'b> {
    bearing: &'b Bearing,
    /// By the number of the term, sorted; terms of one document are not in it.
    worth: Vec<(u32, f32)>,
}

impl<'b> Salience<'b> {
    /// Takes in sentences, each as its document and its place in it, in the order of documents; and the terms of nouns
    /// and of names.
    pub fn of(bearing: &'b Bearing, nouns: &HashSet<Term>, sentences: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut having: Vec<(u32, u32)> = Vec::new();
        let mut all = 0_usize;
        let mut last = None;
        for (document, sentence) in sentences {
            all += usize::from(last.replace(document) != Some(document));
            having.extend(bearing.distinct(document as usize, sentence as usize).map(|term| (term, document)));
        }
        having.sort_unstable();
        having.dedup();
        let of_a_term = having.chunk_by(|a, b| a.0 == b.0).filter(|documents| documents.len() > 1);
        let worth = of_a_term.map(|documents| {
            let (term, count) = (documents[0].0, documents.len() as f32);
            let named = if nouns.contains(&bearing.term(term)) { 1.0 } else { BESIDE };
            (term, named * count.log2() * (count / all as f32).sqrt())
        });
        Self { bearing, worth: worth.collect() }
    }

    /// What a sentence of a number of words tells of what was not told yet.
    pub fn fresh(&self, document: u32, sentence: u32, words: usize) -> f32 {
        let terms = self.bearing.distinct(document as usize, sentence as usize);
        let worth = terms.filter_map(|term| self.place(term)).map(|at| self.worth[at].1).sum::<f32>();
        worth / (words.max(SHORT) as f32).powf(LENGTH)
    }

    /// Takes a sentence as told.
    pub fn tell(&mut self, document: u32, sentence: u32) {
        for term in self.bearing.distinct(document as usize, sentence as usize) {
            if let Some(at) = self.place(term) {
                self.worth[at].1 *= TOLD;
            }
        }
    }

    fn place(&self, term: u32) -> Option<usize> {
        self.worth.binary_search_by_key(&term, |&(known, _)| known).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::judgement::{DocumentText, samples};
    use crate::text::similarity::term_vectors::Terms;

    #[test]
    fn what_more_documents_tell_is_worth_more_until_it_is_told() {
        let texts = ["The ferry sank. The kettle was on.", "A ferry sank in May.", "The ferry and the crane."];
        let documents: Vec<Arc<DocumentText>> = texts.iter().map(|text| Arc::new(samples::document(text))).collect();
        let bearing = Bearing::read(&documents);
        let nouns: HashSet<Term> = Terms::default().of_text("ferry kettle crane").into_iter().collect();
        let places = [(0, 0), (0, 1), (1, 0), (2, 0)];
        let mut salience = Salience::of(&bearing, &nouns, places.into_iter());
        let (sank, kettle, crane) = (salience.fresh(0, 0, 3), salience.fresh(0, 1, 4), salience.fresh(2, 0, 5));
        assert!(sank > crane && crane > kettle, "{sank} {crane} {kettle}");
        assert_eq!(kettle, 0.0);
        let of_no_nouns = Salience::of(&bearing, &HashSet::new(), places.into_iter());
        assert!(of_no_nouns.fresh(0, 0, 3) < sank / 2.0);
        salience.tell(1, 0);
        assert!(salience.fresh(0, 0, 3) < sank / 2.0);
    }
}
