//! The order of passages by a model made for that.

use futures::future::BoxFuture;

use super::Mind;
use crate::judgement::{Judged, Reranker};
use crate::llm::Role;

/// Scores texts with a model.
pub struct ModelReranker {
    mind: Mind,
}

impl ModelReranker {
    pub fn new(mind: Mind) -> Self {
        Self { mind }
    }
}

impl Reranker for ModelReranker {
    fn model(&self) -> &str {
        self.mind.provider.model(Role::Rerank)
    }

    fn rerank<'a>(&'a self, question: &'a str, texts: &'a [String]) -> BoxFuture<'a, Judged<Vec<f32>>> {
        Box::pin(async move {
            let reranked = self.mind.provider.rerank(question, texts).await?;
            Ok((reranked.scores, reranked.usage))
        })
    }
}
