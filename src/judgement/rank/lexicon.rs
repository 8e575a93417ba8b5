//! What a corpus knows of words: how much each tells apart, which are used alike, where they lie beside each other.
//! Whoever ranks is given it; the store's own is made in `query/context/lexicon`.

use std::sync::Arc;

/// What the corpus knows of words: nothing, where a lexicon does not say otherwise.
pub trait Lexicon: Send + Sync {
    /// How much a stem tells apart, from 0 (in every text unit) to about 1 (in one).
    fn weight(&self, _stem: &str) -> f32 {
        1.0
    }

    /// False for a word that stands nowhere in the corpus, not even inside another.
    fn is_used(&self, _word: &str) -> bool {
        true
    }

    /// Stems that are used alike, each with its nearness from 0 to 1; the stem itself is not among them.
    fn related(&self, _stem: &str) -> Vec<(String, f32)> {
        Vec::new()
    }

    /// Stems of what may be other forms of a word in a language (none: English), with how alike they are from 0 to 1.
    fn forms(&self, _stem: &str, _language: Option<&str>) -> Vec<(String, f32)> {
        Vec::new()
    }

    /// The lone words, folded, by which the corpus calls somebody whom a name tells in full: *ada* of Ada Voss, where
    /// that is nobody else.
    fn called(&self, _name: &str) -> Vec<String> {
        Vec::new()
    }

    /// The words that a word of a language is put together of, what it is a kind of first.
    fn parts(&self, _word: &str, _language: Option<&str>) -> Vec<String> {
        Vec::new()
    }

    /// Vectors of stems in the corpus's own space, in their order; none for a stem it does not know.
    fn vectors(&self, stems: &[String]) -> Vec<Option<Arc<[f32]>>> {
        vec![None; stems.len()]
    }

    /// A number that changes when what is known may have.
    fn state(&self) -> i64 {
        0
    }
}

/// A lexicon without a corpus: every word weighs the same.
pub struct NoLexicon;

impl Lexicon for NoLexicon {}
