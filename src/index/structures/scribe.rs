//! A model that writes what a structure is made of: asked for many texts at once, through the ledger of the index. What
//! it cannot give is made without it.

use std::cell::Cell;

use futures::StreamExt;
use futures::future::BoxFuture;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::StructureError;
use crate::index::extraction::or_cancelled;
use crate::judgement::model::Mind;
use crate::judgement::{Judged, JudgementError};
use crate::llm::{self, Purpose};
use crate::model::{EXTRACTIVE, Fact, Progress, Stage};

/// Writes for one structure.
pub struct Scribe<'a> {
    mind: &'a Mind,
    purpose: Purpose,
    runtime: Runtime,
    progress: &'a Progress,
    failed: Cell<usize>,
}

impl<'a> Scribe<'a> {
    /// A scribe where a model is configured for what it is asked; none elsewhere.
    ///
    /// # Errors
    /// The system has no threads to give.
    pub fn new(
        mind: Option<&'a Mind>,
        purpose: Purpose,
        progress: &'a Progress,
    ) -> Result<Option<Self>, StructureError> {
        let Some(mind) = mind.filter(|mind| !mind.provider.model(purpose.role()).is_empty()) else { return Ok(None) };
        let runtime = llm::runtime().map_err(|e| StructureError::Failed(e.to_string()))?;
        progress.begin(Stage::Describe);
        Ok(Some(Self { mind, purpose, runtime, progress, failed: Cell::new(0) }))
    }

    /// Has something written of each item, in their order; none where that failed.
    ///
    /// # Errors
    /// Trouble that every item would meet, or the work was cancelled: what was answered is kept.
    pub fn write<T, W: Default>(
        &self,
        items: &[T],
        ask: impl for<'i> Fn(&'i Mind, &'i T) -> BoxFuture<'i, Judged<W>>,
    ) -> Result<Vec<Option<W>>, StructureError> {
        let counters = self.progress.stage(Stage::Describe);
        counters.expect(items.len() as u64);
        let mut written: Vec<Option<W>> = (0..items.len()).map(|_| None).collect();
        let work = async {
            let mut answers = futures::stream::iter(items.iter().enumerate())
                .map(|(at, item)| {
                    let asked = ask(self.mind, item);
                    async move { (at, asked.await) }
                })
                .buffer_unordered(self.mind.provider.concurrency().max(1));
            while let Some((at, judged)) = answers.next().await {
                counters.add(1);
                match judged {
                    Ok((text, usage)) => {
                        self.progress.spend(usage);
                        written[at] = Some(text);
                    }
                    Err(error @ JudgementError::Stopped { .. }) => return Err(StructureError::Judgement(error)),
                    Err(error) => {
                        self.failed.set(self.failed.get() + 1);
                        let what = self.purpose.name().to_owned();
                        self.progress.tell(Fact::Failed { what, why: error.to_string() });
                    }
                }
            }
            Ok(())
        };
        self.runtime.block_on(or_cancelled(self.progress, work)).ok_or(StructureError::Cancelled)??;
        Ok(written)
    }

    /// What a structure says of who wrote it.
    pub fn facts(scribe: Option<&Self>, facts: Value) -> Value {
        let mut facts = facts;
        if let Some(object) = facts.as_object_mut() {
            let by = scribe.map_or(EXTRACTIVE, |scribe| scribe.mind.provider.model(scribe.purpose.role()));
            object.insert("written_by".to_owned(), json!(by));
            if let Some(failed) = scribe.map(|scribe| scribe.failed.get()).filter(|&failed| failed > 0) {
                object.insert("without_the_model".to_owned(), json!(failed));
            }
        }
        facts
    }
}
