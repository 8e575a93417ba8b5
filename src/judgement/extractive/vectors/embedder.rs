//! The embedder that needs no model: vectors trained on the corpus itself (`term_space`).

use std::sync::Arc;

use futures::future::BoxFuture;

use super::term_space::{DIMENSIONS, TermSpace};
use crate::judgement::{Embedder, Judged};
use crate::model::Usage;

/// The name that vectors trained on the corpus go by.
pub const MODEL: &str = "corpus";

/// Embeds with the words of one corpus; texts in other words have no direction.
#[derive(Clone, Debug)]
pub struct CorpusEmbedder {
    space: Arc<TermSpace>,
}

impl CorpusEmbedder {
    pub fn new(space: Arc<TermSpace>) -> Self {
        Self { space }
    }
}

impl Embedder for CorpusEmbedder {
    fn model(&self) -> &str {
        MODEL
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn concurrency(&self) -> usize {
        1
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> BoxFuture<'a, Judged<Vec<Vec<f32>>>> {
        Box::pin(async move { Ok((self.space.embed_all(texts), Usage::default())) })
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn it_embeds_for_nothing_in_the_corpus_own_words() {
        let space = Arc::new(TermSpace::train(&["the pump leaks oil", "the pump leaks steam", "a queen and a crown"]));
        let embedder = CorpusEmbedder::new(space);
        let texts = ["pump".to_owned(), "zebra".to_owned()];
        let (vectors, usage) = embedder.embed(&texts).now_or_never().expect("ready at once").expect("vectors");
        assert_eq!(usage, Usage::default());
        assert_eq!(vectors.iter().map(Vec::len).collect::<Vec<_>>(), [embedder.dimensions(); 2]);
        assert!(vectors[0].iter().any(|&x| x != 0.0) && vectors[1].iter().all(|&x| x == 0.0));
    }
}
