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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::judgement::DocumentText;
    use crate::judgement::extractive::extractor::ExtractiveExtractor;
    use crate::judgement::scripted::{Script, Scripted};
    use crate::model::{Document, DocumentId, Sentence, SentenceKind, Span, TextUnit};

    fn passages(number: u32) -> Vec<Passage> {
        let text = "The harbour board met Ada Quill at Kelpmouth.".to_owned();
        let span = Span::new(0, text.len());
        let document = Document {
            id: DocumentId(0),
            title: "Minutes".to_owned(),
            path: "minutes.txt".to_owned(),
            row: None,
            format: "text".to_owned(),
            encoding: "UTF-8".to_owned(),
            language: None,
            bytes: 1,
            modified: None,
            hash: String::new(),
            text_len: text.len(),
            tokens: 9,
        };
        let sentence = Sentence { span, kind: SentenceKind::Prose, speaker: None, paragraph: 0, recurring: false };
        let document = Arc::new(DocumentText { document, text, sentences: vec![sentence], speakers: Vec::new() });
        let unit = |id| TextUnit {
            id: TextUnitId(id),
            document: DocumentId(0),
            ordinal: id,
            span,
            fresh_from: 0,
            tokens: 9,
            recurring: false,
        };
        (0..number).map(|id| Passage { document: document.clone(), unit: unit(id), sentences: 0..1 }).collect()
    }

    fn scripted(script: Script) -> Scripted<ExtractiveExtractor> {
        Scripted::new(ExtractiveExtractor::default(), script)
    }

    #[test]
    fn a_model_that_is_slow_and_fails_now_and_then_is_asked_again_and_its_price_added_up() {
        let extractor =
            scripted(Script { latency: Duration::from_millis(1), fail_every: 7, cost_usd: 0.5, ..Script::default() });
        let progress = Progress::default();
        let extracted = extract(&passages(10), &extractor, &progress).unwrap();
        assert_eq!((extracted.extractions.len(), extracted.failures.len()), (10, 0));
        assert!(extracted.extractions.iter().all(|extraction| !extraction.entities.is_empty()));
        assert_eq!(extracted.usage.cost_usd, 5.0);
        assert_eq!(extractor.calls(), 11, "the seventh call failed and was made again");
        assert_eq!(progress.stage(Stage::Extract).done.load(Ordering::Relaxed), 10);
    }

    #[test]
    fn a_model_that_always_fails_is_an_error() {
        let extractor = scripted(Script { fail_every: 1, ..Script::default() });
        let failed = extract(&passages(3), &extractor, &Progress::default());
        assert!(matches!(failed, Err(BuildError::Judgement(JudgementError::Provider { .. }))));
        assert_eq!(extractor.calls(), 9);
    }

    #[test]
    fn a_cancelled_extraction_asks_nobody() {
        let extractor = scripted(Script::default());
        let progress = Progress::default();
        progress.cancel();
        assert!(matches!(extract(&passages(3), &extractor, &progress), Err(BuildError::Cancelled)));
        assert_eq!(extractor.calls(), 0);
    }
}
