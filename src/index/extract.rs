//! Extraction: every text unit goes to the extractor, as many at once as it can take.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::judgement::{Extraction, Extractor, JudgementError, Passage};
use crate::model::{Progress, Stage, TextUnitId, Usage};

use super::BuildError;

/// A text unit that a provider failed on is tried this often.
const ATTEMPTS: usize = 3;
/// However many an extractor takes at once, threads are bounded.
const MAX_THREADS: usize = 64;

/// What came of extraction.
#[derive(Debug, Default)]
pub struct Extracted {
    /// In the order of the passages; empty for one that failed.
    pub extractions: Vec<Extraction>,
    pub failures: Vec<(TextUnitId, JudgementError)>,
    pub usage: Usage,
}

/// Extracts from all passages.
///
/// # Errors
/// Cancelled, or a provider that failed on everything.
pub fn extract(passages: &[Passage], extractor: &dyn Extractor, progress: &Progress) -> Result<Extracted, BuildError> {
    let counters = progress.stage(Stage::Extract);
    counters.expect(passages.len() as u64);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Result<Extraction, JudgementError>>>> =
        Mutex::new(std::iter::repeat_with(|| None).take(passages.len()).collect());
    // A runtime for extractors that wait for a network; one that only computes never needs it.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build();
    let runtime = runtime.map_err(|e| BuildError::System(e.to_string()))?;
    let threads = extractor.concurrency().clamp(1, MAX_THREADS).min(passages.len().max(1));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !progress.is_cancelled() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(passage) = passages.get(at) else { return };
                    let result = runtime.block_on(try_extract(extractor, passage));
                    counters.add(1);
                    if result.is_err() {
                        counters.failed.fetch_add(1, Ordering::Relaxed);
                    }
                    if let Ok(mut done) = done.lock() {
                        done[at] = Some(result);
                    }
                }
            });
        }
    });
    if progress.is_cancelled() {
        return Err(BuildError::Cancelled);
    }
    let mut extracted = Extracted::default();
    for (passage, result) in passages.iter().zip(done.into_inner().unwrap_or_default()) {
        match result {
            Some(Ok(extraction)) => {
                extracted.usage += extraction.usage;
                extracted.extractions.push(extraction);
            }
            Some(Err(error)) => {
                extracted.failures.push((passage.unit.id, error));
                extracted.extractions.push(Extraction::default());
            }
            None => extracted.extractions.push(Extraction::default()),
        }
    }
    match extracted.failures.first() {
        Some((_, error)) if extracted.failures.len() == passages.len() => Err(BuildError::Judgement(error.clone())),
        _ => Ok(extracted),
    }
}

async fn try_extract(extractor: &dyn Extractor, passage: &Passage) -> Result<Extraction, JudgementError> {
    let mut attempt = 1;
    loop {
        match extractor.extract(passage).await {
            Err(JudgementError::Provider { retriable: true, .. }) if attempt < ATTEMPTS => attempt += 1,
            result => return result,
        }
    }
}
