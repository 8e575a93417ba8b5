//! Vectors from a model. The provider sends texts in batches and keeps each vector in the ledger.

use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::BoxFuture;

use super::Mind;
use crate::judgement::{Embedder, Judged};
use crate::llm::Role;

/// Embeds with a model.
pub struct ModelEmbedder {
    mind: Mind,
    /// As the first answer had it; 0 before.
    dimensions: AtomicUsize,
}

impl ModelEmbedder {
    pub fn new(mind: Mind) -> Self {
        Self { mind, dimensions: AtomicUsize::new(0) }
    }
}

impl Embedder for ModelEmbedder {
    fn model(&self) -> &str {
        self.mind.provider.model(Role::Embedding)
    }

    fn dimensions(&self) -> usize {
        self.dimensions.load(Ordering::Relaxed)
    }

    fn concurrency(&self) -> usize {
        self.mind.provider.concurrency()
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> BoxFuture<'a, Judged<Vec<Vec<f32>>>> {
        Box::pin(async move {
            let embedded = self.mind.provider.embed(texts).await?;
            if let Some(vector) = embedded.vectors.first() {
                self.dimensions.store(vector.len(), Ordering::Relaxed);
            }
            Ok((embedded.vectors, embedded.usage))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::extractor::tests::mind;
    use super::*;
    use crate::config::Settings;
    use crate::llm::scripted::ScriptedProvider;

    #[tokio::test]
    async fn it_learns_its_dimensions_from_the_first_answer() {
        let provider = Arc::new(ScriptedProvider::new(|_, _| panic!("no chat")).dimensions(12));
        let embedder = ModelEmbedder::new(mind(&provider, &Settings::default()));
        assert_eq!(embedder.dimensions(), 0);
        let (vectors, _) = embedder.embed(&["a".to_owned(), "b".to_owned()]).await.expect("vectors");
        assert_eq!((vectors.len(), vectors[0].len(), embedder.dimensions()), (2, 12, 12));
    }
}
