//! Batch jobs of a provider (OpenAI's `/files` and `/batches`): many calls at once, answered within a day at a part of
//! the price, as another way to the same ledger.
//!
//! Nobody who asks knows of it. A call that a build can wait for joins the others that are waiting; when no more come,
//! the first of them sends all as one job, waits for it, puts its answers into the ledger under the keys that direct
//! calls have, and hands them out. A stage whose calls know nothing of each other is therefore one job; what depends on
//! its answers is the next. What a job does not answer is asked for directly, and so are a few calls, which are not
//! worth a wait.
//!
//! A job is in the ledger from before it is made until its answers are there, so that a run that was stopped finds it
//! again ([`Client::take_over`]), with or without the setting.

mod job;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OnceCell, oneshot};
use tokio::time::Instant;

use super::{ChatAnswer, ChatRequest, Client, LlmError};

/// Fewer calls than this are sent directly.
pub const JOB_FROM: usize = 8;
/// Calls of one job, well within what providers take; so many are waited for at once.
pub(super) const MOST_CALLS: usize = 5_000;
/// Bytes of the calls of one job.
const MOST_BYTES: usize = 90 << 20;
/// When nothing was asked for so long, a wave is whole.
const QUIET: Duration = Duration::from_secs(1);

/// Calls that wait for a job.
pub(super) struct Batches {
    /// Without it calls are sent directly; jobs of earlier runs are waited for all the same.
    on: bool,
    wave: Mutex<Wave>,
    /// Jobs of earlier runs are taken over once; whether there were any.
    taken_over: OnceCell<bool>,
}

#[derive(Default)]
struct Wave {
    waiting: Vec<Waiting>,
    /// Somebody waits until it is whole.
    is_led: bool,
    last: Option<Instant>,
}

/// A call, and who waits for it.
struct Waiting {
    request: ChatRequest,
    model: String,
    /// Its purpose and its key in the ledger.
    id: String,
    tell: Vec<oneshot::Sender<Told>>,
}

/// What came of waiting.
#[derive(Clone)]
enum Told {
    Answer(Box<ChatAnswer>),
    /// No job answers it.
    Directly,
    /// It may be in the ledger by now, or go with the next job.
    Again,
    Failed(LlmError),
}

impl Waiting {
    fn told(self, told: &Told) {
        for tell in self.tell {
            // Whoever was cancelled does not wait for it.
            let _ = tell.send(told.clone());
        }
    }
}

impl Batches {
    pub fn new(on: bool) -> Self {
        Self { on, wave: Mutex::default(), taken_over: OnceCell::new() }
    }

    pub fn on(&self) -> bool {
        self.on
    }

    /// Joins the wave under the request's key in the ledger; true for whoever is to lead it.
    fn join(&self, request: &ChatRequest, model: &str, key: &str) -> (oneshot::Receiver<Told>, bool) {
        let (tell, told) = oneshot::channel();
        let id = format!("{}.{key}", request.purpose.name());
        let mut wave = self.wave();
        wave.last = Some(Instant::now());
        match wave.waiting.iter_mut().find(|waiting| waiting.id == id) {
            Some(same) => same.tell.push(tell),
            None => {
                let (request, model) = (request.clone(), model.to_owned());
                wave.waiting.push(Waiting { request, model, id, tell: vec![tell] });
            }
        }
        let leads = !std::mem::replace(&mut wave.is_led, true);
        (told, leads)
    }

    /// Waits until nothing more comes, and takes what has come.
    async fn whole(&self, quiet: Duration) -> Vec<Waiting> {
        let mut leading = Leading { batches: self, taken: false };
        loop {
            let since = self.wave().last.map_or(quiet, |last| last.elapsed());
            let Some(left) = quiet.checked_sub(since).filter(|left| !left.is_zero()) else { break };
            tokio::time::sleep(left).await;
        }
        leading.taken = true;
        let mut wave = self.wave();
        wave.is_led = false;
        std::mem::take(&mut wave.waiting)
    }

    /// A poisoned lock holds calls that are as good as any.
    fn wave(&self) -> MutexGuard<'_, Wave> {
        self.wave.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who leads a wave and may be cancelled: the others then ask anew.
struct Leading<'a> {
    batches: &'a Batches,
    taken: bool,
}

impl Drop for Leading<'_> {
    fn drop(&mut self) {
        if !self.taken {
            let mut wave = self.batches.wave();
            wave.is_led = false;
            wave.waiting.clear();
        }
    }
}

impl Client {
    /// The answer to a call by way of a job; none where it is to be asked for directly.
    pub(super) async fn by_job(&self, request: &ChatRequest, model: &str) -> Result<Option<ChatAnswer>, LlmError> {
        if self.paid.is_none() || !request.purpose.can_wait() {
            return Ok(None);
        }
        // What they answered may have been looked for before.
        let mut found = *self.batches.taken_over.get_or_try_init(|| self.take_over()).await?;
        // A later attempt at an answer that could not be read, and whoever has not asked for jobs.
        if request.attempt > 0 || !self.batches.on {
            return if found { self.kept(request, model).await } else { Ok(None) };
        }
        loop {
            if found && let Some(answer) = self.kept(request, model).await? {
                return Ok(Some(answer));
            }
            let (told, leads) = self.batches.join(request, model, &self.key(request, model));
            if leads {
                let wave = self.batches.whole(QUIET.mul_f64(self.haste)).await;
                self.send_wave(wave).await;
            }
            match told.await {
                Ok(Told::Answer(answer)) => return Ok(Some(*answer)),
                Ok(Told::Directly) => return Ok(None),
                Ok(Told::Failed(error)) => return Err(self.set_aside(request, model, error).await),
                Ok(Told::Again) | Err(_) => found = true,
            }
        }
    }

    /// Sends a wave: a job for each model, or several where it is large.
    async fn send_wave(&self, wave: Vec<Waiting>) {
        let mut by_model: BTreeMap<String, Vec<Waiting>> = BTreeMap::new();
        wave.into_iter().for_each(|waiting| by_model.entry(waiting.model.clone()).or_default().push(waiting));
        let mut jobs = Vec::new();
        for waiting in by_model.into_values() {
            let (mut job, mut bytes) = (Vec::new(), 0);
            for one in waiting {
                let more: usize = one.request.messages.iter().map(|message| message.text.len()).sum();
                if !job.is_empty() && (job.len() == MOST_CALLS || bytes + more > MOST_BYTES) {
                    jobs.push(std::mem::take(&mut job));
                    bytes = 0;
                }
                bytes += more;
                job.push(one);
            }
            jobs.push(job);
        }
        let send = jobs.into_iter().map(|job| async move {
            match job.len() < JOB_FROM {
                true => job.into_iter().for_each(|waiting| waiting.told(&Told::Directly)),
                false => self.send_job(job).await,
            }
        });
        futures::future::join_all(send).await;
    }
}
