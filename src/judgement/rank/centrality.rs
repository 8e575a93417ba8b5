//! What a text is about as a whole, and which of its sentences say most of it: likeness to the text's own centre, and
//! how much of its matter a choice of sentences covers (concept coverage, Gillick and Favre, ILP-NLP 2009, chosen
//! greedily).

use std::borrow::Borrow;

use crate::text::similarity::term_vectors::{Term, TermMap, TermVector};

/// Terms that a centroid keeps.
const CENTRE: usize = 200;
/// Exponent by which the frequency of a term is damped.
const DAMPED: f32 = 0.6;

/// Returns the weighted centroid of the vectors of some texts.
pub fn centre<V: Borrow<TermVector>>(texts: impl IntoIterator<Item = (V, f32)>) -> TermVector {
    TermVector::centroid(texts, CENTRE)
}

/// Coverage of a text's terms by the sentences chosen so far.
#[derive(Clone, Debug, Default)]
pub struct SaidCoverage {
    /// The weight of each term that no chosen sentence has yet.
    worth: TermMap<f32>,
}

impl SaidCoverage {
    /// Takes in all sentences of a text: a term is worth the more, the rarer it is elsewhere and the more often it is
    /// said here.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a TermVector>) -> Self {
        let mut worth: TermMap<f32> = TermMap::default();
        for text in texts {
            for &(term, weight) in text.terms() {
                *worth.entry(term).or_default() += weight;
            }
        }
        // What is said once is an aside.
        worth.retain(|_, worth| *worth > 0.0);
        worth.values_mut().for_each(|worth| *worth = worth.powf(DAMPED));
        Self { worth }
    }

    /// Makes terms worth more: those of the title.
    pub fn raise(&mut self, terms: &[Term], by: f32) {
        for term in terms {
            if let Some(worth) = self.worth.get_mut(term) {
                *worth *= by;
            }
        }
    }

    /// What a sentence says that was not said yet.
    pub fn fresh(&self, text: &TermVector) -> f32 {
        text.terms().iter().filter_map(|(term, _)| self.worth.get(term)).sum()
    }

    /// Takes a sentence as said.
    pub fn say(&mut self, text: &TermVector) {
        for (term, _) in text.terms() {
            self.worth.remove(term);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::similarity::term_vectors::{Frequencies, Terms};

    #[test]
    fn what_was_said_is_worth_nothing_more() {
        let texts = ["the ferry of the island", "the ferry sank", "moss on the slope"];
        let mut stems = Terms::default();
        let terms: Vec<Vec<Term>> = texts.iter().map(|text| stems.of_text(text)).collect();
        let mut frequencies = Frequencies::default();
        terms.iter().for_each(|terms| frequencies.add(terms));
        let vectors: Vec<TermVector> = terms.iter().map(|terms| TermVector::new(terms, &frequencies)).collect();
        let mut coverage = SaidCoverage::of(&vectors);
        let before = coverage.fresh(&vectors[1]);
        coverage.say(&vectors[0]);
        assert!(coverage.fresh(&vectors[1]) < before && coverage.fresh(&vectors[1]) > 0.0);
        assert_eq!(coverage.fresh(&vectors[0]), 0.0);
    }
}
