//! Vectors trained on the corpus itself: which words stand in the same company, so that a question about "mothers"
//! finds passages about "daughters". No model and no network, the same vectors for the same documents.
//!
//! Words that occur near one another are counted (`cooccurrence`), the counts weighted by how much they exceed chance,
//! and the matrix factored (`factor`). The source is Levy, Goldberg and Dagan, "Improving distributional similarity"
//! (2015): positive PMI with smoothed contexts, and eigenvalues to the power of one half.

mod cooccurrence;
mod factor;
mod vocabulary;

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use crate::model::dense::normalise;
use crate::text::words::terms::{Stems, fold, is_stop, words};
use vocabulary::Vocabulary;

/// Numbers in a vector.
pub const DIMENSIONS: usize = 96;

/// Passages handled by one thread at a time.
const BATCH: usize = 64;

/// Words with their vectors and weights, as trained.
#[derive(Debug, Default)]
pub struct TermSpace {
    /// Stems, most frequent first.
    terms: Vec<String>,
    by_term: HashMap<String, u32>,
    weights: Vec<f32>,
    /// `DIMENSIONS` for each term.
    vectors: Vec<f32>,
}

/// A term of a [`TermSpace`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpaceTerm<'a> {
    pub term: &'a str,
    /// How much it tells: the logarithm of how few passages hold it.
    pub weight: f32,
    /// Of unit length, or all zero.
    pub vector: &'a [f32],
}

impl TermSpace {
    /// Trains on the passages of a corpus; each should hold a stretch of text once.
    pub fn train<T: AsRef<str> + Sync>(passages: &[T]) -> Self {
        let Vocabulary { terms, holding: frequency, sequences } = Vocabulary::of(passages);
        let counts = cooccurrence::count(&sequences, terms.len());
        drop(sequences);
        let mut vectors = factor::embed(&counts, DIMENSIONS);
        let weights: Vec<f32> = frequency.iter().map(|&documents| idf(passages.len(), documents)).collect();
        centre(&mut vectors, &weights, &frequency);
        let by_term = terms.iter().enumerate().map(|(id, term)| (term.clone(), id as u32)).collect();
        Self { terms, by_term, weights, vectors }
    }

    /// Takes up what was trained before: terms with their weights and vectors. Vectors of another length are left out.
    pub fn of_terms(terms: impl IntoIterator<Item = (String, f32, Vec<f32>)>) -> Self {
        let mut space = Self::default();
        for (term, weight, vector) in terms.into_iter().filter(|(.., vector)| vector.len() == DIMENSIONS) {
            space.by_term.insert(term.clone(), space.terms.len() as u32);
            space.terms.push(term);
            space.weights.push(weight);
            space.vectors.extend(vector);
        }
        space
    }

    /// Leaves out the terms that none of these texts holds.
    pub fn held_by<T: AsRef<str> + Sync>(&self, texts: &[T]) -> Self {
        let found: HashSet<&str> = texts
            .par_chunks(BATCH)
            .map(|batch| batch.iter().flat_map(|text| words(text.as_ref())).map(|word| word.text).collect())
            .reduce(HashSet::new, |mut all: HashSet<&str>, more| {
                all.extend(more);
                all
            });
        let mut stems = Stems::default();
        let mut held = vec![false; self.terms.len()];
        for word in found {
            if let Some(&id) = self.by_term.get(stems.stem(word)) {
                held[id as usize] = true;
            }
        }
        let terms = self.iter().zip(held).filter(|(_, held)| *held);
        Self::of_terms(terms.map(|(term, _)| (term.term.to_owned(), term.weight, term.vector.to_vec())))
    }

    pub fn len(&self) -> usize {
        self.terms.len()
    }

    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// All terms, most frequent first.
    pub fn iter(&self) -> impl Iterator<Item = SpaceTerm<'_>> {
        (0..self.terms.len()).map(|id| self.at(id))
    }

    /// The vector of a stem, if it has one.
    pub fn get(&self, stem: &str) -> Option<SpaceTerm<'_>> {
        self.by_term.get(stem).map(|&id| self.at(id as usize))
    }

    /// The vectors of many texts, in their order; each of unit length, or all zero when no word of it is known.
    pub fn embed_all<T: AsRef<str> + Sync>(&self, texts: &[T]) -> Vec<Vec<f32>> {
        texts.par_chunks(BATCH).flat_map_iter(|batch| self.embed_batch(batch)).collect()
    }

    fn embed_batch<T: AsRef<str>>(&self, texts: &[T]) -> Vec<Vec<f32>> {
        let mut stems = Stems::default();
        let mut by_word: HashMap<&str, Option<u32>> = HashMap::new();
        texts
            .iter()
            .map(|text| {
                let mut ids: Vec<u32> = words(text.as_ref())
                    .filter_map(|word| {
                        *by_word.entry(word.text).or_insert_with(|| {
                            let stop = is_stop(&fold(word.text));
                            if stop { None } else { self.by_term.get(stems.stem(word.text)).copied() }
                        })
                    })
                    .collect();
                ids.sort_unstable();
                add_up(ids.chunk_by(|a, b| a == b).map(|run| {
                    let term = self.at(run[0] as usize);
                    (run.len(), term.weight, term.vector)
                }))
            })
            .collect()
    }

    fn at(&self, id: usize) -> SpaceTerm<'_> {
        SpaceTerm {
            term: &self.terms[id],
            weight: self.weights[id],
            vector: &self.vectors[id * DIMENSIONS..(id + 1) * DIMENSIONS],
        }
    }
}

/// Moves the vectors so that an ordinary passage lies at the origin. All words share a direction (how people talk at
/// all), and without this any two passages of one corpus are alike: four fifths of one, in sixty transcripts.
fn centre(vectors: &mut [f32], weights: &[f32], frequency: &[u32]) {
    let mut mean = vec![0.0f32; DIMENSIONS];
    let mut whole = 0.0f32;
    for ((vector, weight), &passages) in vectors.chunks(DIMENSIONS).zip(weights).zip(frequency) {
        let share = weight * weight * passages as f32;
        whole += share;
        mean.iter_mut().zip(vector).for_each(|(mean, x)| *mean += share * x);
    }
    if whole > 0.0 {
        mean.iter_mut().for_each(|mean| *mean /= whole);
    }
    for vector in vectors.chunks_mut(DIMENSIONS).filter(|vector| vector.iter().any(|&x| x != 0.0)) {
        vector.iter_mut().zip(&mean).for_each(|(x, mean)| *x -= mean);
        normalise(vector);
    }
}

/// Adds up the vectors of a text's terms, each by its weight squared and, damped, by how often it occurs:
/// `(count, weight, vector)`. The result has unit length, or is all zero.
pub fn add_up<'a>(terms: impl IntoIterator<Item = (usize, f32, &'a [f32])>) -> Vec<f32> {
    let mut sum = vec![0.0; DIMENSIONS];
    for (count, weight, vector) in terms {
        let share = weight * weight * (1.0 + (count as f32).ln());
        for (to, from) in sum.iter_mut().zip(vector) {
            *to += share * from;
        }
    }
    normalise(&mut sum);
    sum
}

/// How much it tells that a passage holds a word which `holding` of `passages` hold.
fn idf(passages: usize, holding: u32) -> f32 {
    ((passages as f32 + 0.5) / (holding as f32 + 0.5)).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::dense::dot as cosine;

    /// Invented text in which "queen" and "duchess" keep the same company, and "pump" and "valve" another.
    fn passages() -> Vec<String> {
        let royal = ["queen", "duchess"];
        let plant = ["pump", "valve"];
        let mut passages = Vec::new();
        for i in 0..40 {
            let (royal, plant) = (royal[i % 2], plant[(i / 2) % 2]);
            passages.push(format!("The {royal} wore her crown at court and married a prince in year {i}."));
            passages.push(format!("The {plant} leaks oil when pressure in the boiler rises past mark {i}."));
        }
        passages
    }

    #[test]
    fn words_in_the_same_company_are_near() {
        let space = TermSpace::train(&passages());
        let vector = |stem: &str| space.get(stem).expect("known term").vector.to_vec();
        let (near, far) = (cosine(&vector("queen"), &vector("duchess")), cosine(&vector("queen"), &vector("pump")));
        assert!(near > 0.8 && far < 0.3, "near {near}, far {far}");
    }

    #[test]
    fn texts_are_near_by_meaning() {
        let space = TermSpace::train(&passages());
        let texts = ["Who is the duchess?", "crown and court", "oil pressure in the boiler", "zzz qqq"];
        let [question, royal, plant, unknown] = space.embed_all(&texts).try_into().expect("four vectors");
        assert!(cosine(&question, &royal) > cosine(&question, &plant) + 0.3);
        assert!((cosine(&royal, &royal) - 1.0).abs() < 1e-4);
        assert_eq!(unknown, [0.0; DIMENSIONS]);
    }

    #[test]
    fn passages_on_different_things_are_not_alike() {
        let passages = passages();
        let vectors = TermSpace::train(&passages).embed_all(&passages);
        let mean: f32 = (0..40).map(|i| cosine(&vectors[2 * i], &vectors[(2 * i + 3) % 80])).sum::<f32>() / 40.0;
        assert!(mean < 0.1, "{mean}");
    }

    #[test]
    fn the_same_corpus_gives_the_same_vectors() {
        let (a, b) = (TermSpace::train(&passages()), TermSpace::train(&passages()));
        assert!(a.iter().eq(b.iter()) && a.len() > 10);
    }

    #[test]
    fn empty_and_tiny_corpora_give_no_terms() {
        assert!(TermSpace::train::<&str>(&[]).is_empty());
        assert!(TermSpace::train(&[""]).is_empty());
        assert_eq!(TermSpace::train(&["echo echo"]).len(), 1);
    }
}
