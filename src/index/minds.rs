//! Who judges while an index is built: without a model, or with one, by the method.

use std::sync::Arc;

use super::BuildError;
use super::extraction::hybrid::HybridExtractor;
use super::search::embed::EmbeddingSpace;
use crate::config::{Method, Settings};
use crate::judgement::extractive::extractor::ExtractiveExtractor;
use crate::judgement::extractive::summaries::reporter::ExtractiveReporter;
use crate::judgement::extractive::vectors::static_vectors::StaticVectors;
use crate::judgement::model::Mind;
use crate::judgement::model::embedder::ModelEmbedder;
use crate::judgement::model::extractor::ModelExtractor;
use crate::judgement::model::reporter::ModelReporter;
use crate::judgement::{Embedder, Extractor, Reporter};
use crate::llm::Role;
use crate::store::Writer;

/// The fact that holds the dimensions of a model's vectors, for a build that goes on behind them.
pub(super) const DIMENSIONS: &str = "embedding_dimensions";

/// The judges of a build.
pub(super) struct Minds {
    pub extractor: Arc<dyn Extractor>,
    pub reporter: Arc<dyn Reporter>,
    /// None for vectors that need no model: static ones, or those trained on the corpus itself.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// The static vectors that a person named.
    pub fixed: Option<Arc<StaticVectors>>,
    /// Extraction tells relationships and descriptions of its own.
    pub tells: bool,
    /// Words of a description that is put together of what was told, at the most.
    pub description_words: u32,
    /// Reports are a model's, and what failed is in its ledger.
    pub tells_reports: bool,
}

impl Minds {
    pub fn extractive(settings: &Settings, fixed: Option<Arc<StaticVectors>>) -> Self {
        Self {
            extractor: Arc::new(ExtractiveExtractor::new(&settings.stop_words)),
            reporter: Arc::new(ExtractiveReporter),
            embedder: None,
            fixed,
            tells: false,
            description_words: settings.description_words,
            tells_reports: false,
        }
    }

    /// `standard`: a model for all of it. `hybrid`: it reads a share. `fast`: the graph without one. Vectors are a
    /// model's when one is set for them and no static ones are.
    pub fn with_model(mind: Mind, settings: &Settings, fixed: Option<Arc<StaticVectors>>) -> Self {
        let tells = settings.method.reads();
        let embeds = fixed.is_none() && !mind.provider.model(Role::Embedding).is_empty();
        let plain = Self::extractive(settings, fixed);
        Self {
            extractor: match settings.method {
                Method::Standard => Arc::new(ModelExtractor::new(mind.clone())),
                Method::Hybrid => {
                    let rules = ExtractiveExtractor::new(&settings.stop_words);
                    let model = Arc::new(ModelExtractor::new(mind.clone()));
                    Arc::new(HybridExtractor::new(model, rules, settings.model_share))
                }
                Method::Fast | Method::Offline => plain.extractor,
            },
            reporter: Arc::new(ModelReporter::new(mind.clone(), !tells)),
            embedder: embeds.then(|| Arc::new(ModelEmbedder::new(mind)) as Arc<dyn Embedder>),
            fixed: plain.fixed,
            tells,
            description_words: settings.description_words,
            tells_reports: true,
        }
    }

    /// The model of the vectors and their dimensions.
    pub fn vectors(&self, writer: &Writer) -> Result<(String, u32), BuildError> {
        match &self.embedder {
            None => {
                let (model, dimensions) = EmbeddingSpace::named(self.fixed.as_deref());
                Ok((model.to_owned(), dimensions as u32))
            }
            Some(embedder) => {
                let kept = writer.fact(DIMENSIONS)?.and_then(|number| number.parse().ok());
                Ok((embedder.model().to_owned(), kept.unwrap_or(embedder.dimensions() as u32)))
            }
        }
    }
}
