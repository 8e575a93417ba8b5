//! What the corpus knows of words, read from its index: how rare each is, and which are used alike. An answer asks for the
//! same words hundreds of times, once for every passage that is rated, so that what was read is kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::judgement::rank::lexicon::Lexicon;
use crate::model::Kind;
use crate::retrieve::other_forms;
use crate::store::{self, Reader};
use crate::text::terms;

/// Words used alike that are looked at for one word, and how near they must be. Nearer than this, vectors trained on
/// one corpus bring up what stands beside a word rather than what could stand for it less often than not.
const RELATED: usize = 5;
const NEAR: f32 = 0.6;
/// Bytes of text that are looked through for a word that stands nowhere by itself; of more, nothing is claimed.
const LOOKED_THROUGH: usize = 64 << 20;
/// Words of which something is kept, at most: of so many vectors, about 12 MB.
const KEPT: usize = 20_000;

/// A lexicon over an index. An index without vectors knows how rare words are by its full text.
pub struct CorpusLexicon {
    reader: Arc<Reader>,
    known: Mutex<Known>,
}

/// What was read, of one state of the index.
#[derive(Default)]
struct Known {
    /// None before anything was read.
    version: Option<i64>,
    units: f32,
    weights: HashMap<String, f32>,
    used: HashMap<String, bool>,
    related: HashMap<String, Vec<(String, f32)>>,
    vectors: HashMap<String, Option<Arc<[f32]>>>,
}

impl CorpusLexicon {
    pub fn new(reader: Arc<Reader>) -> Self {
        Self { reader, known: Mutex::default() }
    }

    /// What is known of the index as it is now: another build may have been published under the reader.
    fn known(&self) -> MutexGuard<'_, Known> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let version = self.reader.data_version().ok();
        let kept = known.weights.len() + known.used.len() + known.related.len() + known.vectors.len();
        if version.is_none() || known.version != version || kept > KEPT {
            let units = self.reader.text_unit_count().unwrap_or(0).max(1) as f32;
            *known = Known { version, units, ..Known::default() };
        }
        known
    }

    fn stands(&self, word: &str) -> bool {
        // The full text holds pairs of Chinese and Japanese letters, but words of other scripts without spaces.
        if word.starts_with(terms::is_unspaced) && !store::is_indexed_in_pairs(word) {
            return true;
        }
        let stands = self.reader.units_with(word).map_or(true, |found| found > 0);
        // It may stand inside another word: `try` in `Promise.try`, `moore` in `JenniferMoore`.
        stands || self.reader.has_letters(word, LOOKED_THROUGH).unwrap_or(true) || self.is_told(word)
    }

    /// True where no text was imported and a record says the word.
    fn is_told(&self, word: &str) -> bool {
        let told = || self.reader.search_records(word, &[Kind::Entity, Kind::Relationship, Kind::Report], true, 1);
        self.reader.text_unit_count().is_ok_and(|units| units == 0) && told().is_ok_and(|hits| !hits.is_empty())
    }

    fn near(&self, stem: &str) -> Vec<(String, f32)> {
        let Ok(known) = self.reader.term_vectors(&[stem.to_owned()]) else { return Vec::new() };
        let Some(term) = known.first() else { return Vec::new() };
        let mut near = self.reader.terms_near(&term.vector, RELATED + 1, NEAR).unwrap_or_default();
        near.retain(|(other, _)| other != stem);
        near.truncate(RELATED);
        near
    }
}

impl Lexicon for CorpusLexicon {
    fn weight(&self, stem: &str) -> f32 {
        let mut known = self.known();
        if let Some(&weight) = known.weights.get(stem) {
            return weight;
        }
        // A failing index shows itself where the question is answered; here a word then weighs as most do.
        let Ok(found) = self.reader.units_with(stem) else { return 0.5 };
        let rarity = (1.0 + known.units / (found as f32 + 0.5)).ln() / (1.0 + known.units / 0.5).ln();
        let weight = rarity.clamp(0.05, 1.0);
        known.weights.insert(stem.to_owned(), weight);
        weight
    }

    fn is_used(&self, word: &str) -> bool {
        let mut known = self.known();
        *known.used.entry(word.to_owned()).or_insert_with(|| self.stands(word))
    }

    fn related(&self, stem: &str) -> Vec<(String, f32)> {
        let mut known = self.known();
        known.related.entry(stem.to_owned()).or_insert_with(|| self.near(stem)).clone()
    }

    fn forms(&self, stem: &str, language: Option<&str>) -> Vec<(String, f32)> {
        other_forms(&self.reader, stem, language).unwrap_or_default()
    }

    fn vectors(&self, stems: &[String]) -> Vec<Option<Arc<[f32]>>> {
        let mut known = self.known();
        let new: Vec<String> = stems.iter().filter(|stem| !known.vectors.contains_key(*stem)).cloned().collect();
        if !new.is_empty() {
            let Ok(read) = self.reader.term_vectors(&new) else { return vec![None; stems.len()] };
            known.vectors.extend(new.into_iter().map(|stem| (stem, None)));
            known.vectors.extend(read.into_iter().map(|term| (term.term, Some(term.vector.into()))));
        }
        stems.iter().map(|stem| known.vectors.get(stem).cloned().flatten()).collect()
    }

    fn state(&self) -> i64 {
        self.reader.data_version().unwrap_or_default()
    }
}
