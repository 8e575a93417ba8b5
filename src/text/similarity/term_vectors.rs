//! What texts are about, as vectors of weighted stems, and how to choose among them: likeness, centrality, redundancy
//! control.
//!
//! A term is the hash of a stem, so that texts can be worked on in any order and on any thread, and give the same
//! vectors. Two stems of a million share a hash about once in a hundred corpora, which costs a little noise.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::model::Fnv;
use crate::text::words::terms::{Stems, is_stop, words};
use crate::text::words::wordlist;

/// A stem, hashed.
pub type Term = u32;

/// A map keyed by what is a hash already.
pub type TermMap<V> = HashMap<Term, V, BuildHasherDefault<TermHasher>>;

/// Spreads a term over a map's buckets.
#[derive(Clone, Copy, Debug, Default)]
pub struct TermHasher(u64);

impl Hasher for TermHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 ^= Fnv::of(bytes);
    }

    fn write_u32(&mut self, term: u32) {
        self.0 = u64::from(term).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// Words that are remembered at once: more than any language is written with, and few of a text of letters and digits
/// without end, of which each is met once.
const REMEMBERED: usize = 1 << 18;

/// Turns text into terms; remembers the words it has met.
#[derive(Default)]
pub struct Terms {
    stems: Stems,
    known: HashMap<String, Option<Term>>,
}

impl Terms {
    /// The term of one word, in any case; `None` for words without a topic of their own.
    pub fn of_word(&mut self, word: &str) -> Option<Term> {
        if let Some(&term) = self.known.get(word) {
            return term;
        }
        let lower = word.to_lowercase().replace('’', "'");
        let bears_meaning = !lower.contains('\'')
            && !is_stop(&lower)
            && !wordlist::is_function_word(&lower)
            && (lower.chars().count() > 1 || !lower.is_ascii());
        if self.known.len() >= REMEMBERED {
            *self = Self::default();
        }
        let term = bears_meaning.then(|| hash(self.stems.stem(word)));
        self.known.insert(word.to_owned(), term);
        term
    }

    /// The terms of the content words of a text, in order, repeated as often as they occur.
    pub fn of_text(&mut self, text: &str) -> Vec<Term> {
        words(text).filter_map(|word| self.of_word(word.text)).collect()
    }
}

/// Folded to 32 bits: the same on every machine and in every run. Of a million stems about a hundred pairs share a
/// term, too few to change what is alike.
fn hash(stem: &str) -> Term {
    let wide = Fnv::of(stem.as_bytes());
    (wide ^ (wide >> 32)) as u32
}

/// In how many texts each term occurs.
#[derive(Clone, Debug, Default)]
pub struct Frequencies {
    texts: u32,
    with: TermMap<u32>,
}

impl Frequencies {
    /// Counts one text.
    pub fn add(&mut self, terms: &[Term]) {
        self.texts += 1;
        let mut distinct = terms.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        for term in distinct {
            *self.with.entry(term).or_default() += 1;
        }
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: Frequencies) {
        self.texts += other.texts;
        for (term, count) in other.with {
            *self.with.entry(term).or_default() += count;
        }
    }

    /// All terms, in no order.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.with.keys().copied()
    }

    /// Inverse document frequency, ln(1 + N/n): near 0.7 for a term that is everywhere, larger the rarer it is.
    pub fn idf(&self, term: Term) -> f32 {
        let with = self.with.get(&term).copied().unwrap_or(0).max(1);
        (1.0 + self.texts.max(1) as f32 / with as f32).ln()
    }
}

/// Weighted terms, sorted by term; of length 1, or empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TermVector(Vec<(Term, f32)>);

impl TermVector {
    /// tf-idf with damped counts, (1 + ln tf) · idf.
    pub fn new(terms: &[Term], frequencies: &Frequencies) -> Self {
        let mut sorted = terms.to_vec();
        sorted.sort_unstable();
        Self::of_counts(sorted.chunk_by(|a, b| a == b).map(|run| (run[0], run.len(), frequencies.idf(run[0]))))
    }

    /// The same of terms that are counted already, each with its idf; by term, each once.
    pub fn of_counts(counts: impl Iterator<Item = (Term, usize, f32)>) -> Self {
        Self(counts.map(|(term, count, idf)| (term, (1.0 + (count as f32).ln()) * idf)).collect()).normalised()
    }

    /// The weighted mean of vectors, cut to its `keep` heaviest terms: what a group of texts is about.
    pub fn centroid<V: Borrow<TermVector>>(vectors: impl IntoIterator<Item = (V, f32)>, keep: usize) -> Self {
        let mut sum: TermMap<f32> = TermMap::default();
        for (vector, weight) in vectors {
            for &(term, value) in &vector.borrow().0 {
                *sum.entry(term).or_default() += weight * value;
            }
        }
        let mut heaviest: Vec<(Term, f32)> = sum.into_iter().collect();
        heaviest.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        heaviest.truncate(keep);
        heaviest.sort_unstable_by_key(|&(term, _)| term);
        Self(heaviest).normalised()
    }

    fn normalised(mut self) -> Self {
        let length = self.0.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt();
        if length > 0.0 {
            self.0.iter_mut().for_each(|(_, weight)| *weight /= length);
        }
        self
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The terms with their weights, by term.
    pub fn terms(&self) -> &[(Term, f32)] {
        &self.0
    }

    /// Distinct terms.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Cosine, from 0 (nothing in common) to 1 (the same terms in the same proportions).
    pub fn likeness(&self, other: &TermVector) -> f32 {
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut sum = 0.0;
        while let (Some(&&(x, p)), Some(&&(y, q))) = (a.peek(), b.peek()) {
            match x.cmp(&y) {
                std::cmp::Ordering::Less => drop(a.next()),
                std::cmp::Ordering::Greater => drop(b.next()),
                std::cmp::Ordering::Equal => {
                    sum += p * q;
                    a.next();
                    b.next();
                }
            }
        }
        sum.min(1.0)
    }
}

/// Chooses up to `count` texts that are relevant and unlike one another: maximal marginal relevance (Carbonell and
/// Goldstein, SIGIR 1998). `balance` is the weight of relevance against novelty, from 0 to 1; relevance is best scaled
/// to 0–1. Anything liker than `too_like` to one already chosen is left out. Returns positions, best first.
pub fn diversify(relevance: &[f32], vectors: &[&TermVector], count: usize, balance: f32, too_like: f32) -> Vec<usize> {
    let candidates = relevance.len().min(vectors.len());
    let mut nearest = vec![0.0f32; candidates];
    let mut open: Vec<usize> = (0..candidates).collect();
    let mut chosen = Vec::new();
    while chosen.len() < count {
        let score = |at: usize| balance * relevance[at] - (1.0 - balance) * nearest[at];
        let Some(place) =
            (0..open.len()).max_by(|&a, &b| score(open[a]).total_cmp(&score(open[b])).then(open[b].cmp(&open[a])))
        else {
            break;
        };
        let best = open.swap_remove(place);
        chosen.push(best);
        for &other in &open {
            nearest[other] = nearest[other].max(vectors[best].likeness(vectors[other]));
        }
        open.retain(|&other| nearest[other] <= too_like);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn vectors(texts: &[&str]) -> Vec<TermVector> {
        let mut stems = Terms::default();
        let terms: Vec<Vec<Term>> = texts.iter().map(|text| stems.of_text(text)).collect();
        let mut frequencies = Frequencies::default();
        terms.iter().for_each(|terms| frequencies.add(terms));
        terms.iter().map(|terms| TermVector::new(terms, &frequencies)).collect()
    }

    #[test]
    fn forms_of_a_word_are_one_term_and_function_words_none() {
        let mut terms = Terms::default();
        assert_eq!(terms.of_text("proteins designed"), terms.of_text("the Protein’s design"));
        assert!(terms.of_text("and it was of the").is_empty());
    }

    #[test]
    fn likeness_follows_shared_rare_terms() {
        let v =
            vectors(&["the ferry to the island", "an island ferry", "the cannery burned", "nothing like that here"]);
        assert!(v[0].likeness(&v[1]) > 0.9);
        assert_eq!(v[0].likeness(&v[2]), 0.0);
    }

    #[test]
    fn the_centre_is_nearest_to_what_most_texts_say() {
        let v = vectors(&["ferry timetable", "ferry captain", "ferry strike in winter", "moss"]);
        let centre = TermVector::centroid(v.iter().map(|vector| (vector, 1.0)), 100);
        assert!(centre.likeness(&v[0]) > centre.likeness(&v[3]));
    }

    #[test]
    fn the_second_choice_is_not_an_echo_of_the_first() {
        let v = vectors(&["the ferry stopped in winter", "in winter the ferry stopped", "the cannery burned down"]);
        let all: Vec<&TermVector> = v.iter().collect();
        assert_eq!(diversify(&[1.0, 0.9, 0.5], &all, 2, 0.7, 0.8), [0, 2]);
        assert_eq!(diversify(&[1.0, 0.9, 0.5], &all, 9, 0.7, 0.8), [0, 2]);
        assert_eq!(diversify(&[], &[], 3, 0.7, 0.8), Vec::<usize>::new());
    }

    proptest! {
        #[test]
        fn likeness_is_symmetric_and_bounded(a in "[a-e ]{0,20}", b in "[a-e ]{0,20}", c in "\\PC{0,40}") {
            let v = vectors(&[&a, &b, &c]);
            for x in &v {
                for y in &v {
                    let likeness = x.likeness(y);
                    prop_assert!((0.0..=1.0).contains(&likeness));
                    prop_assert!((likeness - y.likeness(x)).abs() < 1e-6);
                }
            }
        }
    }
}
