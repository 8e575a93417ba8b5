//! What each kind of evidence counts in the ranking of text units. The numbers lie in `assets/retrieval.toml`, searched
//! for by `examples/fit_retrieval.rs`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::segments::Segmenting;
use crate::config::data_file;

/// The weights of the program.
pub static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| data_file!("../../assets/retrieval.toml"));

/// All weights.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    pub grains: Grains,
    pub names: Names,
    pub walk: Walk,
    pub segments: Segmenting,
}

/// How well the words of a text unit answer, at several grains; each is a share of the best text unit's.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grains {
    /// How often a word in the title counts in full text, against once in the text.
    pub title_words: f64,
    /// BM25 of the text unit.
    pub unit: f32,
    /// The best stretch of some words in it, and the words of such a stretch.
    pub narrow: f32,
    pub narrow_words: usize,
    /// The same of a longer one.
    pub wide: f32,
    pub wide_words: usize,
    /// The share of the question's weight that the document's title and file name hold.
    pub title: f32,
    /// The share of the best text unit's BM25 that the second best of its document has.
    pub again: f32,
    /// Taken off for each e-fold that the document is longer than others found: a long one holds any word somewhere.
    pub length: f32,
    /// Text units that are read for their stretches, the best by BM25.
    pub read: usize,
    /// What the text unit most like the question in meaning counts.
    pub meaning: f32,
}

/// Text units about whom the question names.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    /// Added to the score of such a text unit.
    pub named: f32,
    /// When several share the name, each counts less; from `many_share` on, `shared`.
    pub many_share: usize,
    pub shared: f32,
    /// Of a named document with many text units, those that also hold the question's words count in full, others this
    /// share.
    pub other_unit: f32,
}

/// Bridges from what is found to what that names.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Walk {
    /// Passages whose names are followed.
    pub read: usize,
    /// Share of the score of the passage it starts from that a bridge has by itself.
    pub base: f32,
    /// Added when the question's words stand beside the name.
    pub beside: f32,
    /// Added when the passage it leads to holds the question's words.
    pub at_the_end: f32,
    /// Added when that passage holds words that the passages before it do not.
    pub unexplained: f32,
    /// All of it is damped, so that a bridge from a good passage comes after that passage.
    pub damping: f32,
    /// Factor for a bridge over a shared name to a passage that is not about the bearer of the name.
    pub shared_name: f32,
    /// What both ways of being found add when the weaker is added to the stronger.
    pub both: f32,
}

impl Weights {
    /// Reads weights as `assets/retrieval.toml` has them.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_that_ship_are_read() {
        assert!(WEIGHTS.grains.unit > 0.0 && WEIGHTS.walk.read > 0);
    }
}
