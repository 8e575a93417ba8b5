//! The answers that are paid for. One thread owns the ledger; what comes in while it writes is kept in one transaction,
//! and nobody gets an answer before it is kept.

use std::sync::mpsc;

use tokio::sync::oneshot;

use crate::llm::LlmError;
use crate::model::hash;
use crate::store::{About, Kept, Ledger, StoreError};

/// At most so many answers in one transaction.
const TOGETHER: usize = 256;

type Reply<T> = oneshot::Sender<Result<T, LlmError>>;

enum Errand {
    Answer { task: &'static str, keys: Vec<String>, reply: Reply<Vec<Option<Kept>>> },
    All { task: &'static str, reply: Reply<Vec<Kept>> },
    Keep(Vec<Kept>, Reply<()>),
    Forget { task: &'static str, key: String, reply: Reply<()> },
    Withdraw { task: &'static str, key: String, reply: Reply<()> },
    Fail { task: &'static str, key: String, about: About, error: String, reply: Reply<()> },
}

/// The ledger, for any number of calls at once. The last handle to be dropped closes it.
pub struct Paid {
    errands: Option<mpsc::Sender<Errand>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Drop for Paid {
    /// Waits until the ledger is closed, so that a build can be published from then on.
    fn drop(&mut self) {
        self.errands = None;
        if let Some(thread) = self.thread.take() {
            // A panic in there has failed the calls that waited for it.
            let _ = thread.join();
        }
    }
}

impl Paid {
    /// # Errors
    /// The system has no thread to give.
    pub fn new(ledger: Ledger) -> Result<Self, LlmError> {
        let (errands, incoming) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name("ledger".to_owned())
            .spawn(move || serve(&ledger, &incoming))
            .map_err(|e| LlmError::Ledger { message: e.to_string(), hint: None })?;
        Ok(Self { errands: Some(errands), thread: Some(thread) })
    }

    /// The answers to units of work that have one.
    pub(in crate::llm) async fn answers(
        &self,
        task: &'static str,
        keys: Vec<String>,
    ) -> Result<Vec<Option<Kept>>, LlmError> {
        self.ask(|reply| Errand::Answer { task, keys, reply }).await
    }

    /// All units of work of a task that have an answer.
    pub(in crate::llm) async fn all(&self, task: &'static str) -> Result<Vec<Kept>, LlmError> {
        self.ask(|reply| Errand::All { task, reply }).await
    }

    /// Removes a unit of work that is none any more.
    pub(in crate::llm) async fn forget(&self, task: &'static str, key: String) -> Result<(), LlmError> {
        self.ask(|reply| Errand::Forget { task, key, reply }).await
    }

    /// Keeps answers; they are safe when this returns.
    pub(in crate::llm) async fn keep(&self, kept: Vec<Kept>) -> Result<(), LlmError> {
        self.ask(|reply| Errand::Keep(kept, reply)).await
    }

    /// Enters what was spent on work that nobody waits for any more: it is no answer, and nobody is told how that went.
    pub(in crate::llm) fn spent(&self, task: &'static str, kept: Kept) {
        let Some(errands) = &self.errands else { return };
        let (key, kept) = (kept.key.clone(), vec![kept]);
        // A thread that is gone has said so to everybody else.
        let _ = errands.send(Errand::Keep(kept, oneshot::channel().0));
        let _ = errands.send(Errand::Withdraw { task, key, reply: oneshot::channel().0 });
    }

    /// Takes an answer back that was of no use.
    pub(in crate::llm) async fn withdraw(&self, task: &'static str, key: String) -> Result<(), LlmError> {
        self.ask(|reply| Errand::Withdraw { task, key, reply }).await
    }

    /// Sets a unit of work aside with its error.
    pub(in crate::llm) async fn fail(
        &self,
        task: &'static str,
        key: String,
        about: &About,
        error: String,
    ) -> Result<(), LlmError> {
        let about = about.clone();
        self.ask(|reply| Errand::Fail { task, key, about, error, reply }).await
    }

    async fn ask<T>(&self, errand: impl FnOnce(Reply<T>) -> Errand) -> Result<T, LlmError> {
        let closed = || LlmError::Ledger { message: "it was closed by an internal error".to_owned(), hint: None };
        let (reply, answer) = oneshot::channel();
        self.errands.as_ref().and_then(|errands| errands.send(errand(reply)).ok()).ok_or_else(closed)?;
        answer.await.unwrap_or_else(|_| Err(closed()))
    }
}

fn serve(ledger: &Ledger, incoming: &mpsc::Receiver<Errand>) {
    let mut next = None;
    while let Some(errand) = next.take().or_else(|| incoming.recv().ok()) {
        match errand {
            Errand::Answer { task, keys, reply } => {
                // Whoever was cancelled does not wait for it.
                let _ = reply.send(answers(ledger, task, &keys).map_err(|e| LlmError::from(&e)));
            }
            Errand::All { task, reply } => drop(reply.send(ledger.all(task).map_err(|e| LlmError::from(&e)))),
            Errand::Forget { task, key, reply } => {
                let _ = reply.send(ledger.forget(task, &key).map_err(|e| LlmError::from(&e)));
            }
            Errand::Withdraw { task, key, reply } => {
                let done = ledger.withdraw(task, &key);
                let _ = reply.send(done.map_err(|e| LlmError::from(&e)));
            }
            Errand::Fail { task, key, about, error, reply } => {
                let done = ledger.fail(task, &key, &about, &error);
                let _ = reply.send(done.map_err(|e| LlmError::from(&e)));
            }
            Errand::Keep(kept, reply) => {
                let mut together = vec![(kept, reply)];
                while together.len() < TOGETHER {
                    match incoming.try_recv() {
                        Ok(Errand::Keep(kept, reply)) => together.push((kept, reply)),
                        Ok(other) => {
                            next = Some(other);
                            break;
                        }
                        Err(_) => break,
                    }
                }
                let all = together.iter().flat_map(|(kept, _)| kept);
                let done = ledger.batch(|ledger| all.into_iter().try_for_each(|kept| ledger.keep(kept)));
                let done = done.map_err(|e| LlmError::from(&e));
                for (_, reply) in together {
                    let _ = reply.send(done.clone());
                }
            }
        }
    }
}

/// The answers that there are, which are of use from now on.
fn answers(ledger: &Ledger, task: &str, keys: &[String]) -> Result<Vec<Option<Kept>>, StoreError> {
    let found = keys.iter().map(|key| ledger.answer(task, key)).collect::<Result<Vec<_>, _>>()?;
    let of_use = found.iter().flatten().filter(|kept| !kept.used).map(|kept| kept.key.as_str());
    let of_use: Vec<&str> = of_use.collect();
    if !of_use.is_empty() {
        ledger.batch(|ledger| ledger.mark_used(task, of_use))?;
    }
    Ok(found)
}

/// The key of a unit of work: a hash of everything its answer follows from.
pub(in crate::llm) fn key(parts: &serde_json::Value) -> String {
    hash::hex(parts.to_string().as_bytes())
}
