//! A stand-in for a model: slow, streaming, failing and costing as told, and otherwise doing what another judge does.
//!
//! It wraps any implementation of the traits (in tests: the extractive ones) and adds what a model adds: latency,
//! text in small pieces, failures, a price. Everything above the traits is tested with it, so that streaming, cost,
//! failure and cancelling are met before any provider is.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures::future::BoxFuture;
use futures::stream::{BoxStream, StreamExt};

use super::{
    Analyst, AnswerPiece, ContextRecord, Embedder, Extraction, Extractor, FollowUp, Judged, JudgementError, Passage,
    Point, Question, ReportContext, Reporter,
};
use crate::llm::Spent;
use crate::model::{Report, Usage};

/// How the stand-in behaves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Script {
    /// Before each call answers, and before each piece of a stream.
    pub latency: Duration,
    /// Every n-th call fails with a provider error; 0 for never.
    pub fail_every: u32,
    /// A stream fails after so many pieces; 0 for never.
    pub cut_stream_after: u32,
    /// Price of one call, in dollars.
    pub cost_usd: f64,
}

/// A judge with a script.
pub struct Scripted<T> {
    inner: T,
    script: Script,
    calls: AtomicU32,
}

impl<T: Sync> Scripted<T> {
    pub fn new(inner: T, script: Script) -> Self {
        Self { inner, script, calls: AtomicU32::new(0) }
    }

    /// Calls made so far, failed ones included.
    pub fn calls(&self) -> u32 {
        self.calls.load(Ordering::Relaxed)
    }

    /// Counts a call, waits, and fails when it is its turn to.
    async fn call(&self) -> Result<Usage, JudgementError> {
        let number = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        if !self.script.latency.is_zero() {
            tokio::time::sleep(self.script.latency).await;
        }
        if self.script.fail_every > 0 && number.is_multiple_of(self.script.fail_every) {
            return Err(JudgementError::Provider {
                message: format!("call {number} was refused by the script"),
                hint: Some("ask again".to_owned()),
                retriable: true,
            });
        }
        let usage = Usage { calls: 1, cost_usd: self.script.cost_usd, ..Usage::default() };
        Spent::count(usage);
        Ok(usage)
    }

    /// The stream of another judge, word by word, slowly.
    fn stream<'a>(
        &'a self,
        inner: BoxStream<'a, Result<AnswerPiece, JudgementError>>,
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        let start = futures::stream::once(self.call()).map(|started| match started {
            Ok(_) => Vec::new(),
            Err(error) => vec![Err(error)],
        });
        let words = inner.map(|piece| match piece {
            Ok(AnswerPiece::Text(text)) => {
                text.split_inclusive(' ').map(|word| Ok(AnswerPiece::Text(word.to_owned()))).collect()
            }
            other => vec![other],
        });
        let mut sent = 0;
        let mut failed = false;
        start
            .chain(words)
            .flat_map(futures::stream::iter)
            .then(move |piece: Result<AnswerPiece, JudgementError>| async move {
                if !self.script.latency.is_zero() {
                    tokio::time::sleep(self.script.latency).await;
                }
                piece
            })
            .map(move |piece| {
                sent += 1;
                if self.script.cut_stream_after > 0 && sent > self.script.cut_stream_after {
                    return Err(JudgementError::Provider {
                        message: "the stream was cut by the script".to_owned(),
                        hint: Some("ask again".to_owned()),
                        retriable: true,
                    });
                }
                piece
            })
            .take_while(move |piece| {
                // Nothing follows an error.
                let go_on = !failed;
                failed |= piece.is_err();
                futures::future::ready(go_on)
            })
            .boxed()
    }
}

impl<T: Extractor> Extractor for Scripted<T> {
    fn name(&self) -> &str {
        "scripted"
    }

    fn concurrency(&self) -> usize {
        self.inner.concurrency()
    }

    fn extract<'a>(&'a self, passage: &'a Passage) -> BoxFuture<'a, Result<Extraction, JudgementError>> {
        Box::pin(async move {
            let usage = self.call().await?;
            let mut extraction = self.inner.extract(passage).await?;
            extraction.usage += usage;
            Ok(extraction)
        })
    }
}

impl<T: Reporter> Reporter for Scripted<T> {
    fn name(&self) -> &str {
        "scripted"
    }

    fn concurrency(&self) -> usize {
        self.inner.concurrency()
    }

    fn report<'a>(&'a self, context: &'a ReportContext) -> BoxFuture<'a, Judged<Report>> {
        Box::pin(async move {
            let mut cost = self.call().await?;
            let (report, usage) = self.inner.report(context).await?;
            cost += usage;
            Ok((report, cost))
        })
    }
}

impl<T: Embedder> Embedder for Scripted<T> {
    fn model(&self) -> &str {
        "scripted"
    }

    fn dimensions(&self) -> usize {
        self.inner.dimensions()
    }

    fn concurrency(&self) -> usize {
        self.inner.concurrency()
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> BoxFuture<'a, Judged<Vec<Vec<f32>>>> {
        Box::pin(async move {
            let mut cost = self.call().await?;
            let (vectors, usage) = self.inner.embed(texts).await?;
            cost += usage;
            Ok((vectors, cost))
        })
    }
}

impl<T: Analyst> Analyst for Scripted<T> {
    fn name(&self) -> &str {
        "scripted"
    }

    fn concurrency(&self) -> usize {
        self.inner.concurrency()
    }

    fn parts(&self, question: &str) -> Vec<String> {
        self.inner.parts(question)
    }

    fn follow_ups<'a>(
        &'a self,
        question: &'a Question,
        records: &'a [ContextRecord],
    ) -> BoxFuture<'a, Judged<Vec<FollowUp>>> {
        Box::pin(async move {
            let mut cost = self.call().await?;
            let (questions, usage) = self.inner.follow_ups(question, records).await?;
            cost += usage;
            Ok((questions, cost))
        })
    }

    fn rate<'a>(&'a self, question: &'a Question, record: &'a ContextRecord) -> BoxFuture<'a, Judged<f32>> {
        Box::pin(async move {
            let mut cost = self.call().await?;
            let (rating, usage) = self.inner.rate(question, record).await?;
            cost += usage;
            Ok((rating, cost))
        })
    }

    fn map<'a>(&'a self, question: &'a Question, batch: &'a [ContextRecord]) -> BoxFuture<'a, Judged<Vec<Point>>> {
        Box::pin(async move {
            let mut cost = self.call().await?;
            let (points, usage) = self.inner.map(question, batch).await?;
            cost += usage;
            Ok((points, cost))
        })
    }

    fn reduce<'a>(
        &'a self,
        question: &'a Question,
        points: &'a [Point],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        self.stream(self.inner.reduce(question, points))
    }

    fn answer<'a>(
        &'a self,
        question: &'a Question,
        context: &'a [ContextRecord],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        self.stream(self.inner.answer(question, context))
    }
}
