//! Who judges while an index is built: without a model, or with one, by the method.

use std::sync::Arc;

use super::BuildError;
use crate::config::Settings;
use crate::judgement::extractive::embedder;
use crate::judgement::extractive::extractor::ExtractiveExtractor;
use crate::judgement::extractive::reporter::ExtractiveReporter;
use crate::judgement::extractive::term_space;
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
    /// None for vectors trained on the corpus itself.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// Extraction tells relationships and descriptions of its own.
    pub tells: bool,
    /// Reports are a model's, and what failed is in its ledger.
    pub tells_reports: bool,
}

impl Minds {
    pub fn extractive(settings: &Settings) -> Self {
        Self {
            extractor: Arc::new(ExtractiveExtractor::new(&settings.stop_words)),
            reporter: Arc::new(ExtractiveReporter),
            embedder: None,
            tells: false,
            tells_reports: false,
        }
    }

    /// `standard`: a model for all of it. `fast`: the graph without one. Vectors are a model's when one is set for them.
    pub fn with_model(mind: Mind, settings: &Settings) -> Self {
        let standard = settings.method == "standard";
        let embeds = !mind.provider.model(Role::Embedding).is_empty();
        let plain = Self::extractive(settings);
        Self {
            extractor: if standard { Arc::new(ModelExtractor::new(mind.clone())) } else { plain.extractor },
            reporter: Arc::new(ModelReporter::new(mind.clone(), !standard)),
            embedder: embeds.then(|| Arc::new(ModelEmbedder::new(mind)) as Arc<dyn Embedder>),
            tells: standard,
            tells_reports: true,
        }
    }

    /// The model of the vectors and their dimensions.
    pub fn vectors(&self, writer: &Writer) -> Result<(String, u32), BuildError> {
        match &self.embedder {
            None => Ok((embedder::MODEL.to_owned(), term_space::DIMENSIONS as u32)),
            Some(embedder) => {
                let kept = writer.fact(DIMENSIONS)?.and_then(|number| number.parse().ok());
                Ok((embedder.model().to_owned(), kept.unwrap_or(embedder.dimensions() as u32)))
            }
        }
    }
}
