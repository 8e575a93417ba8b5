//! What the corpus knows of words, read from its index: how rare each is, and which are used alike.

use std::collections::HashMap;
use std::sync::Arc;

use crate::judgement::rank::asked::Lexicon;
use crate::store::{self, Reader};
use crate::text::terms;

/// Words used alike that are looked at for one word, and how near they must be. Nearer than this, vectors trained on
/// one corpus bring up what stands beside a word rather than what could stand for it less often than not.
const RELATED: usize = 5;
const NEAR: f32 = 0.6;
/// Bytes of text that are looked through for a word that stands nowhere by itself; of more, nothing is claimed.
const LOOKED_THROUGH: usize = 64 << 20;

/// A lexicon over an index. An index without vectors knows how rare words are by its full text.
pub struct CorpusLexicon {
    reader: Arc<Reader>,
    units: f32,
}

impl CorpusLexicon {
    pub fn new(reader: Arc<Reader>) -> Self {
        let units = reader.text_unit_count().unwrap_or(0).max(1) as f32;
        Self { reader, units }
    }
}

impl Lexicon for CorpusLexicon {
    fn weight(&self, stem: &str) -> f32 {
        // A failing index shows itself where the question is answered; here a word then weighs as most do.
        let Ok(found) = self.reader.units_with(stem) else { return 0.5 };
        let rarity = (1.0 + self.units / (found as f32 + 0.5)).ln() / (1.0 + self.units / 0.5).ln();
        rarity.clamp(0.05, 1.0)
    }

    fn is_used(&self, word: &str) -> bool {
        // The full text holds pairs of Chinese and Japanese letters, but words of other scripts without spaces.
        if word.starts_with(terms::is_unspaced) && !store::is_indexed_in_pairs(word) {
            return true;
        }
        let stands = self.reader.units_with(word).map_or(true, |found| found > 0);
        // It may stand inside another word: `try` in `Promise.try`, `moore` in `JenniferMoore`.
        stands || self.reader.has_letters(word, LOOKED_THROUGH).unwrap_or(true)
    }

    fn related(&self, stem: &str) -> Vec<(String, f32)> {
        let Ok(known) = self.reader.term_vectors(&[stem.to_owned()]) else { return Vec::new() };
        let Some(term) = known.first() else { return Vec::new() };
        let mut near = self.reader.terms_near(&term.vector, RELATED + 1, NEAR).unwrap_or_default();
        near.retain(|(other, _)| other != stem);
        near.truncate(RELATED);
        near
    }

    fn vectors(&self, stems: &[String]) -> Vec<Option<Vec<f32>>> {
        let Ok(known) = self.reader.term_vectors(stems) else { return vec![None; stems.len()] };
        let mut known: HashMap<String, Vec<f32>> = known.into_iter().map(|term| (term.term, term.vector)).collect();
        stems.iter().map(|stem| known.remove(stem)).collect()
    }
}
