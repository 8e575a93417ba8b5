//! Extraction: every text unit goes to the extractor, as many at once as it can take (`extract`). What was found is
//! held packed (`findings`). Where a model is to read a share of the text units and rules the rest, `hybrid` hands them
//! out.

pub(super) mod findings;
pub(super) mod hybrid;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use futures::StreamExt;
use tokio::runtime::Handle;

use crate::config::cores;
use crate::judgement::{Extraction, Extractor, JudgementError, Passage, Passages};
use crate::model::{Progress, Stage, TextUnitId};

use self::findings::UnitFindings;
use super::BuildError;

/// A text unit that a provider failed on is tried this often.
const ATTEMPTS: usize = 3;

/// Text units in a row, from the first on, of which none could be judged: the others will fare no better, and each is
/// paid for.
const USELESS: u64 = 12;

/// What came of extraction.
#[derive(Debug, Default)]
pub struct Extracted {
    /// In the order of the passages; empty for one that failed.
    pub found: Vec<UnitFindings>,
    pub failures: Vec<(TextUnitId, JudgementError)>,
}

/// Extracts from all passages, as many at once as the extractor takes, spread over the cores.
///
/// # Errors
/// Cancelled, a provider that failed on everything or on all of what it was asked first, or trouble that every other
/// passage would meet too.
pub fn extract(
    passages: &dyn Passages,
    extractor: &dyn Extractor,
    runtime: &Handle,
    progress: &Progress,
) -> Result<Extracted, BuildError> {
    let counters = progress.stage(Stage::Extract);
    counters.expect(passages.len() as u64);
    let next = AtomicUsize::new(0);
    let stopped: Mutex<Option<JudgementError>> = Mutex::new(None);
    let done: Mutex<Vec<Option<Result<UnitFindings, JudgementError>>>> =
        Mutex::new(std::iter::repeat_with(|| None).take(passages.len()).collect());
    let at_once = extractor.concurrency().max(1);
    let threads = at_once.min(cores()).min(passages.len().max(1));
    let any = AtomicBool::new(false);
    let (taken, trouble, results, judged) = (&next, &stopped, &done, &any);
    let work = move |share: usize| async move {
        let take = || (!progress.is_cancelled()).then(|| taken.fetch_add(1, Ordering::Relaxed));
        let passages_left = std::iter::from_fn(|| {
            let whole = trouble.lock().is_ok_and(|trouble| trouble.is_none());
            let at = take().filter(|_| whole)?;
            (at < passages.len()).then(|| (at, passages.at(at)))
        });
        let mut answers = futures::stream::iter(passages_left)
            .map(|(at, passage)| async move { (at, try_extract(extractor, &passage).await) })
            .buffer_unordered(share);
        while let Some((at, result)) = answers.next().await {
            counters.add(1);
            if let Ok(extraction) = &result {
                judged.store(true, Ordering::Relaxed);
                progress.spend(extraction.usage);
            }
            if let Err(error) = &result {
                let failed = counters.failed.fetch_add(1, Ordering::Relaxed) + 1;
                let useless = failed >= USELESS && !judged.load(Ordering::Relaxed);
                if (error.concerns_all() || useless)
                    && let Ok(mut stopped) = trouble.lock()
                {
                    stopped.get_or_insert_with(|| error.clone());
                }
            }
            let result = result.map(|extraction| UnitFindings::of(extraction, passages.text(at)));
            if let Ok(mut done) = results.lock() {
                done[at] = Some(result);
            }
        }
    };
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let share = (at_once / threads + usize::from(thread < at_once % threads)).max(1);
            let work = &work;
            scope.spawn(move || runtime.block_on(or_cancelled(progress, work(share))));
        }
    });
    if progress.is_cancelled() {
        return Err(BuildError::Cancelled);
    }
    if let Some(error) = stopped.into_inner().unwrap_or_default() {
        return Err(BuildError::Judgement(error));
    }
    let mut extracted = Extracted::default();
    for (at, result) in done.into_inner().unwrap_or_default().into_iter().enumerate() {
        extracted.found.push(match result {
            Some(Ok(found)) => found,
            Some(Err(error)) => {
                extracted.failures.push((passages.unit(at).id, error));
                UnitFindings::default()
            }
            None => UnitFindings::default(),
        });
    }
    match extracted.failures.first() {
        Some((_, error)) if extracted.failures.len() == passages.len() => Err(BuildError::Judgement(error.clone())),
        _ => Ok(extracted),
    }
}

/// Waits for work, unless it is cancelled meanwhile: then it is dropped, and with it the calls under way.
pub async fn or_cancelled<T>(progress: &Progress, work: impl Future<Output = T>) -> Option<T> {
    let cancelled = async {
        while !progress.is_cancelled() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        biased;
        done = work => Some(done),
        () = cancelled => None,
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

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
    }

    fn scripted(script: Script) -> Scripted<ExtractiveExtractor> {
        Scripted::new(ExtractiveExtractor::default(), script)
    }

    #[test]
    fn a_model_that_is_slow_and_fails_now_and_then_is_asked_again_and_its_price_added_up() {
        let extractor =
            scripted(Script { latency: Duration::from_millis(1), fail_every: 7, cost_usd: 0.5, ..Script::default() });
        let progress = Progress::default();
        let extracted = extract(&passages(10), &extractor, runtime().handle(), &progress).unwrap();
        assert_eq!((extracted.found.len(), extracted.failures.len()), (10, 0));
        let text = &passages(1)[0].document.text.clone();
        assert!(extracted.found.iter().all(|found| !found.unpacked(text).entities.is_empty()));
        assert_eq!(progress.spent().cost_usd, 5.0);
        assert_eq!(extractor.calls(), 11, "the seventh call failed and was made again");
        assert_eq!(progress.stage(Stage::Extract).done.load(Ordering::Relaxed), 10);
    }

    #[test]
    fn a_model_that_always_fails_is_an_error() {
        let extractor = scripted(Script { fail_every: 1, ..Script::default() });
        let failed = extract(&passages(3), &extractor, runtime().handle(), &Progress::default());
        assert!(matches!(failed, Err(BuildError::Judgement(JudgementError::Provider { .. }))));
        assert_eq!(extractor.calls(), 9);
    }

    #[test]
    fn a_cancelled_extraction_asks_nobody() {
        let extractor = scripted(Script::default());
        let progress = Progress::default();
        progress.cancel();
        assert!(matches!(extract(&passages(3), &extractor, runtime().handle(), &progress), Err(BuildError::Cancelled)));
        assert_eq!(extractor.calls(), 0);
    }
}
