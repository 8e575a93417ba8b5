//! What the corpus knows of words, read from its index: how rare each is, and which are used alike. An answer asks for
//! the same words hundreds of times, once for every passage that is rated, so that what was read is kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::judgement::rank::lexicon::Lexicon;
use crate::model::Kind;
use crate::query::context::lone_names::lone_names;
use crate::retrieve::{other_forms, parts};
use crate::store::{self, Reader, StoreError};
use crate::text::cutting::script;

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
        let version = self.reader.build_number().ok();
        let kept = known.weights.len() + known.used.len() + known.related.len() + known.vectors.len();
        if version.is_none() || known.version != version || kept > KEPT {
            let units = self.reader.text_unit_count();
            // What could not be counted is counted again at the next word.
            let version = version.filter(|_| units.is_ok());
            *known = Known { version, units: units.unwrap_or(0).max(1) as f32, ..Known::default() };
        }
        known
    }

    fn stands(&self, word: &str) -> Result<bool, StoreError> {
        // The full text holds pairs of Chinese and Japanese letters, but words of other scripts without spaces.
        if word.starts_with(script::is_unspaced) && !store::is_indexed_in_pairs(word) {
            return Ok(true);
        }
        // It may stand inside another word: `try` in `Promise.try`, `moore` in `JenniferMoore`.
        Ok(self.reader.units_with(word)? > 0 || self.reader.has_letters(word, LOOKED_THROUGH)? || self.is_told(word)?)
    }

    /// True where a record says the word: those of an import are a model's, which may write it otherwise than the
    /// texts.
    fn is_told(&self, word: &str) -> Result<bool, StoreError> {
        let told = self.reader.search_records(word, &[Kind::Entity, Kind::Relationship, Kind::Report], true, 1)?;
        Ok(!told.is_empty())
    }

    fn near(&self, stem: &str) -> Result<Vec<(String, f32)>, StoreError> {
        let known = self.reader.term_vectors(&[stem.to_owned()])?;
        let Some(term) = known.first() else { return Ok(Vec::new()) };
        let mut near = self.reader.terms_near(&term.vector, RELATED + 1, NEAR)?;
        near.retain(|(other, _)| other != stem);
        near.truncate(RELATED);
        Ok(near)
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
        if let Some(&used) = known.used.get(word) {
            return used;
        }
        // A reading that failed, because it was interrupted say, claims nothing and is not kept.
        let Ok(used) = self.stands(word) else { return true };
        known.used.insert(word.to_owned(), used);
        used
    }

    fn related(&self, stem: &str) -> Vec<(String, f32)> {
        let mut known = self.known();
        if let Some(related) = known.related.get(stem) {
            return related.clone();
        }
        let Ok(related) = self.near(stem) else { return Vec::new() };
        known.related.insert(stem.to_owned(), related.clone());
        related
    }

    fn forms(&self, stem: &str, language: Option<&str>) -> Vec<(String, f32)> {
        other_forms(&self.reader, stem, language).unwrap_or_default()
    }

    fn called(&self, name: &str) -> Vec<String> {
        lone_names(&self.reader, name).unwrap_or_default()
    }

    fn parts(&self, word: &str, language: Option<&str>) -> Vec<String> {
        parts(&self.reader, word, language).unwrap_or_default()
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
        self.reader.build_number().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::bare;

    #[test]
    fn what_could_not_be_read_is_not_kept() {
        let (_folder, index) = bare();
        let lexicon = CorpusLexicon::new(Arc::new(Reader::open(&index).unwrap()));
        let other = rusqlite::Connection::open(&index).unwrap();
        let call = |sql: &str| other.execute_batch(sql).unwrap();
        call("ALTER TABLE term_vectors RENAME TO elsewhere; DROP TABLE unit_words");
        assert!(lexicon.is_used("ferry") && lexicon.related("ferry").is_empty());
        let known = lexicon.known();
        assert!(known.used.is_empty() && known.related.is_empty(), "{:?} {:?}", known.used, known.related);
        drop(known);
        call("ALTER TABLE elsewhere RENAME TO term_vectors");
        assert!(lexicon.related("ferry").is_empty());
        assert!(lexicon.known().related.contains_key("ferry"), "nothing is like it, which is known now");
    }
}
