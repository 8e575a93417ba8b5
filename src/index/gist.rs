//! Gists of documents: what each says of itself in a few passages (`judgement/extractive/gist.rs` chooses them).

use std::collections::HashMap;

use rayon::prelude::*;

use super::bearing::Bearing;
use super::passages::Passages;
use crate::judgement::Documents;
use crate::judgement::extractive::gist;
use crate::model::{Evidence, Ref, Span, TextUnit};

/// What each document says of itself; everything by position.
#[derive(Default)]
pub(super) struct Gists {
    /// Empty for a document in which nothing is said that is not said in another.
    pub of: Vec<Vec<Evidence>>,
    /// Where a document says what it is for, the passage in which it does.
    pub purpose: Vec<Option<Evidence>>,
    /// How much each sentence says of the whole of its document, from 0 to 1 for what stands in its gist.
    pub worth: Vec<Vec<f32>>,
}

impl Gists {
    pub fn find(documents: &dyn Documents, bearing: &Bearing, passages: &Passages<'_>) -> Self {
        let of = |at: usize| {
            let document = &*documents.at(at);
            let said = bearing.of(at, document);
            let candidates = gist::candidates(&said);
            let chosen = gist::choose(&said, &candidates);
            let whole = |window: &_| passages.evidence(bearing, at, window, Span::default(), &[]);
            let purpose = gist::purpose(&said, &candidates).as_ref().and_then(whole);
            let mut worth = worth(document.sentences.len(), &candidates);
            for at in chosen.iter().flat_map(|window| window.first..=window.last) {
                worth[at] = 1.0;
            }
            ((chosen.iter().filter_map(whole).collect(), purpose), worth)
        };
        let ((of, purpose), worth) = (0..documents.len()).into_par_iter().map(of).unzip();
        Self { of, purpose, worth }
    }
}

/// The gists of documents whose graph and reports come from elsewhere.
pub fn of_documents(documents: &dyn Documents, units: &[TextUnit]) -> Vec<(Ref, Vec<Evidence>)> {
    let bearing = Bearing::read(documents);
    let gists = Gists::find(documents, &bearing, &Passages::new(documents, units, HashMap::new()));
    let of = (0..documents.len()).map(|at| Ref::from(documents.id(at))).zip(gists.of);
    of.filter(|(_, gist)| !gist.is_empty()).collect()
}

/// What sentences are worth, spread over 0 to 1 within the document.
fn worth(sentences: usize, candidates: &[gist::Candidate]) -> Vec<f32> {
    let mut worth = vec![0.0; sentences];
    let all: Vec<f32> = candidates.iter().map(gist::worth).collect();
    let (least, most) = all.iter().fold((f32::MAX, f32::MIN), |(least, most), &one| (least.min(one), most.max(one)));
    let range = (most - least).max(f32::MIN_POSITIVE);
    for (candidate, one) in candidates.iter().zip(&all) {
        worth[candidate.at] = (one - least) / range;
    }
    worth
}
