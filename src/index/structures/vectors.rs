//! The space that an index's vectors are of, for the vectors of what structures add.

use std::sync::Arc;

use crate::index::search::embed::{self, MODEL};
use crate::judgement::extractive::vectors::static_vectors::StaticVectors;
use crate::judgement::extractive::vectors::term_space::TermSpace;
use crate::model::Kind;
use crate::store::{Reader, Result, Vectors};

/// The index's own vectors, and what makes further ones.
pub struct Space {
    pub units: Vectors,
    /// None where a model made the vectors, or static ones that are not at hand: what is added is then placed at the
    /// mean of what it stands for.
    own: Option<embed::EmbeddingSpace>,
}

impl Space {
    /// Reads the space of an index, whose vectors may be these static ones.
    pub fn read(reader: &Reader, fixed: Option<&Arc<StaticVectors>>) -> Result<Self> {
        let model = reader.meta()?.embedding_model.unwrap_or_else(|| MODEL.to_owned());
        let fixed = fixed.filter(|fixed| fixed.label() == model);
        let own = match (fixed, model == MODEL) {
            (Some(fixed), _) => Some(embed::EmbeddingSpace::new(TermSpace::default(), Some(Arc::clone(fixed)))),
            (None, true) => {
                let terms = reader.all_term_vectors()?.into_iter();
                let terms = TermSpace::of_terms(terms.map(|term| (term.term, term.weight, term.vector)));
                Some(embed::EmbeddingSpace::new(terms, None))
            }
            (None, false) => None,
        };
        Ok(Self { units: reader.vectors(Kind::Source)?, own })
    }

    /// Returns the vectors of texts; where only a model could make them, the means given instead.
    pub fn embed(&self, texts: &[String], means: Vec<Vec<f32>>) -> Vec<Vec<f32>> {
        match &self.own {
            Some(own) => own.embed_all(texts),
            None => means,
        }
    }

    /// The vectors of texts, made without asking anybody; `None` where only a model could.
    pub fn embed_own(&self, texts: &[String]) -> Option<Vec<Vec<f32>>> {
        self.own.as_ref().map(|own| own.embed_all(texts))
    }
}
