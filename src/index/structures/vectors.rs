//! The space that an index's vectors are of, for the vectors of what structures add.

use crate::index::embed::MODEL;
use crate::judgement::extractive::term_space::TermSpace;
use crate::model::Kind;
use crate::store::{Reader, Result, Vectors};

/// The index's own vectors, and what makes further ones.
pub struct Space {
    pub units: Vectors,
    /// None where a model made the vectors: what is added is then placed at the mean of what it stands for.
    terms: Option<TermSpace>,
}

impl Space {
    pub fn read(reader: &Reader) -> Result<Self> {
        let own = reader.meta()?.embedding_model.is_none_or(|model| model == MODEL);
        let terms = own
            .then(|| reader.all_term_vectors())
            .transpose()?
            .map(|terms| TermSpace::of_terms(terms.into_iter().map(|term| (term.term, term.weight, term.vector))));
        Ok(Self { units: reader.vectors(Kind::Source)?, terms })
    }

    /// The vectors of texts; of each, where only a model could tell, the mean of what it stands for.
    pub fn embed(&self, texts: &[String], means: Vec<Vec<f32>>) -> Vec<Vec<f32>> {
        match &self.terms {
            Some(terms) => terms.embed_all(texts),
            None => means,
        }
    }

    /// The vectors of texts in the corpus's own space; `None` where the index's vectors are a model's.
    pub fn embed_own(&self, texts: &[String]) -> Option<Vec<Vec<f32>>> {
        self.terms.as_ref().map(|terms| terms.embed_all(texts))
    }
}

/// A vector as numbers.
pub fn plain(vectors: &Vectors, position: usize) -> Vec<f32> {
    let (scale, data) = vectors.at(position);
    data.iter().map(|&byte| f32::from(byte) * scale).collect()
}

pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Brings a vector to length 1; one of zeros stays.
pub fn normalise(vector: &mut [f32]) {
    let length = dot(vector, vector).sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|value| *value /= length);
    }
}

/// The mean of vectors, of length 1.
pub fn mean<'a>(vectors: impl IntoIterator<Item = &'a [f32]>, dimensions: usize) -> Vec<f32> {
    let mut sum = vec![0.0; dimensions];
    for vector in vectors {
        sum.iter_mut().zip(vector).for_each(|(sum, value)| *sum += value);
    }
    normalise(&mut sum);
    sum
}
