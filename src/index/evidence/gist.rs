//! Gists of documents: what each says of itself in a few passages (`judgement/extractive/summaries/gist.rs` chooses
//! them).

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::bearing::Bearing;
use super::passages::PassageEvidence;
use crate::index::TOGETHER;
use crate::index::ragged::Ragged;
use crate::judgement::Documents;
use crate::judgement::extractive::summaries::gist;
use crate::judgement::rank::window::Window;
use crate::model::{Evidence, Ref, Sentence, SentenceKind, Span, TextUnit};
use crate::text::numbers::varint::{put, take};

/// Number of documents from which on a sentence that they share among their first ones is boilerplate.
const SEVERAL: usize = 3;
/// Sentences at the beginning of each document that are compared.
const FIRST: usize = 8;
/// Documents sampled for that, spread evenly over all.
const LOOKED_INTO: usize = 400;

/// What each document says of itself; everything by position. Passages are held as their places, of which
/// [`PassageEvidence`] makes evidence.
#[derive(Default)]
pub(in crate::index) struct Gists {
    /// Packed windows; none for a document in which nothing is said that is not said in another.
    of: Ragged<u8>,
    /// Where a document says what it is for, the passage in which it does.
    purpose: Ragged<u8>,
    /// How much each sentence says of the whole of its document, from 0 to 1 for what stands in its gist.
    worth: Ragged<f32>,
}

impl Gists {
    pub fn find(documents: &dyn Documents, bearing: &Bearing) -> Self {
        let common = beginnings(documents);
        let of = |at: usize| {
            let document = &*documents.at(at);
            let vectors = bearing.vectors(at);
            let said = bearing.of(at, document, &vectors, &common);
            let candidates = gist::candidates(&said);
            let chosen = gist::choose(&said, &candidates);
            let purpose = gist::purpose(&said, &candidates);
            let mut worth = worth(document.sentences.len(), &candidates);
            for at in chosen.iter().flat_map(|window| window.first..=window.last) {
                worth[at] = 1.0;
            }
            (packed(&chosen), packed(purpose.as_slice()), worth)
        };
        let mut gists = Gists::default();
        for from in (0..documents.len()).step_by(TOGETHER) {
            let until = (from + TOGETHER).min(documents.len());
            let few: Vec<_> = (from..until).into_par_iter().map(of).collect();
            for (chosen, purpose, worth) in few {
                gists.of.push(chosen);
                gists.purpose.push(purpose);
                gists.worth.push(worth);
            }
        }
        gists.of.shrink_to_fit();
        gists.purpose.shrink_to_fit();
        gists.worth.shrink_to_fit();
        gists
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.of.len()
    }

    /// The passages of the gist of the document at a position.
    pub fn of<'a>(&'a self, at: usize, passages: &'a PassageEvidence<'_>) -> impl Iterator<Item = Evidence> + 'a {
        evidence(self.of.of(at), at, passages)
    }

    /// The passage in which the document at a position says what it is for.
    pub fn purpose(&self, at: usize, passages: &PassageEvidence<'_>) -> Option<Evidence> {
        evidence(self.purpose.of(at), at, passages).next()
    }

    /// How much a sentence says of the whole of its document.
    pub fn worth(&self, at: usize, sentence: usize) -> Option<f32> {
        self.worth.of(at).get(sentence).copied()
    }
}

/// The gists of all documents, made while they are written, and those of communities.
pub struct GistSources<'c> {
    pub(in crate::index) passages: PassageEvidence<'c>,
    pub(in crate::index) gists: Gists,
    pub(in crate::index) communities: Vec<(Ref, Vec<Evidence>)>,
}

impl GistSources<'_> {
    /// What every document and then every community says of itself, where anything does.
    pub fn all(&self) -> impl Iterator<Item = (Ref, Vec<Evidence>)> + '_ {
        let documents = self.passages.documents();
        let of = |at: usize| (Ref::from(documents.id(at)), self.gists.of(at, &self.passages).collect());
        let of_documents = (0..self.gists.len()).step_by(TOGETHER).flat_map(move |from| {
            let until = (from + TOGETHER).min(self.gists.len());
            (from..until).into_par_iter().map(of).collect::<Vec<(Ref, Vec<Evidence>)>>()
        });
        of_documents.chain(self.communities.iter().cloned()).filter(|(_, gist)| !gist.is_empty())
    }
}

/// The gists of documents whose graph and reports come from elsewhere.
pub fn of_documents(documents: &dyn Documents, units: &[TextUnit]) -> Vec<(Ref, Vec<Evidence>)> {
    let bearing = Bearing::read(documents);
    let gists = Gists::find(documents, &bearing);
    let passages = PassageEvidence::new(documents, bearing.outlines, units, HashMap::new());
    GistSources { passages, gists, communities: Vec::new() }.all().collect()
}

/// Returns the sentences with which several of the sampled documents begin.
fn beginnings(documents: &dyn Documents) -> HashSet<String> {
    let every = documents.len().div_ceil(LOOKED_INTO).max(1);
    let looked_into: Vec<usize> = (0..documents.len()).step_by(every).collect();
    let begins = looked_into.par_iter().map(|&at| {
        let document = documents.at(at);
        let says = |sentence: &&Sentence| matches!(sentence.kind, SentenceKind::Prose | SentenceKind::Item);
        let first = document.sentences.iter().filter(says).take(FIRST);
        let said = first.filter_map(|sentence| sentence.span.slice(&document.text)).map(gist::normal);
        said.filter(|said| !said.is_empty()).collect::<HashSet<String>>()
    });
    let mut having: HashMap<String, usize> = HashMap::new();
    for said in begins.collect::<Vec<_>>().into_iter().flatten() {
        *having.entry(said).or_default() += 1;
    }
    having.into_iter().filter(|(_, count)| *count >= SEVERAL).map(|(said, _)| said).collect()
}

/// What sentences are worth, spread over 0 to 1 within the document.
fn worth(sentences: usize, candidates: &[gist::GistCandidate]) -> Vec<f32> {
    let mut worth = vec![0.0; sentences];
    let all: Vec<f32> = candidates.iter().map(gist::worth).collect();
    let (least, most) = all.iter().fold((f32::MAX, f32::MIN), |(least, most), &one| (least.min(one), most.max(one)));
    let range = (most - least).max(f32::MIN_POSITIVE);
    for (candidate, one) in candidates.iter().zip(&all) {
        worth[candidate.at] = (one - least) / range;
    }
    worth
}

/// Packs windows, each as its numbers.
fn packed(windows: &[Window]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(windows.len() * 8);
    for window in windows {
        let Window { span, first, last, lead, leans } = window;
        put(&mut bytes, *first as u64);
        put(&mut bytes, last.saturating_sub(*first) as u64);
        put(&mut bytes, span.start as u64);
        put(&mut bytes, span.len() as u64);
        put(&mut bytes, lead.map_or(0, |lead| lead.start as u64 + 1));
        put(&mut bytes, lead.map_or(0, |lead| lead.len() as u64));
        put(&mut bytes, u64::from(*leans));
    }
    bytes
}

/// Takes a packed window off the front.
fn unpacked(bytes: &mut &[u8]) -> Option<Window> {
    let mut next = || take(bytes).map(|number| number as usize);
    let (first, more) = (next()?, next()?);
    let (start, len) = (next()?, next()?);
    let (lead, lead_len) = (next()?, next()?);
    let lead = lead.checked_sub(1).map(|lead| Span::new(lead, lead + lead_len));
    Some(Window { span: Span::new(start, start + len), first, last: first + more, lead, leans: next()? == 1 })
}

/// Packed windows of the document at a position, as evidence.
fn evidence<'a>(
    mut packed: &'a [u8],
    at: usize,
    passages: &'a PassageEvidence<'_>,
) -> impl Iterator<Item = Evidence> + 'a {
    let windows = std::iter::from_fn(move || unpacked(&mut packed));
    windows.filter_map(move |window| passages.evidence(at, &window, Span::default(), &[]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_windows_come_back() {
        let window = |first, last, lead| Window {
            span: Span::new(first * 90, last * 90 + 80),
            first,
            last,
            lead,
            leans: last > 9,
        };
        let windows =
            [window(0, 0, None), window(3, 5, Some(Span::new(0, 12))), window(700, 701, Some(Span::new(5, 5)))];
        let bytes = packed(&windows);
        let mut rest = bytes.as_slice();
        let found: Vec<Window> = std::iter::from_fn(|| unpacked(&mut rest)).collect();
        assert_eq!(found, windows);
        assert_eq!(unpacked(&mut [1u8, 2].as_slice()), None);
    }
}
