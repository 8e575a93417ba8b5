//! Long work: start, watch, cancel. A panic becomes a failed job. [`connection`] is how both faces reach a model, and
//! [`checkup`] looks whether that works.

pub mod checkup;
pub mod connection;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::JoinHandle;

use crate::model::{Fact, Progress};

/// Rare facts kept for a watcher that is slow.
const FACTS: usize = 256;

/// How a job ended when it did not end well.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobError<E> {
    #[error(transparent)]
    Failed(E),
    /// A bug of ours; what it said.
    #[error("an internal error: {0}")]
    Panicked(String),
}

/// Work on a thread of its own. Dropping the handle asks it to stop and does not wait.
pub struct Job<T, E> {
    progress: Arc<Progress>,
    facts: Receiver<Fact>,
    thread: Option<JoinHandle<Result<T, JobError<E>>>>,
}

impl<T: Send + 'static, E: Send + 'static> Job<T, E> {
    /// Starts `work`, which looks at the progress it is given for whether to stop.
    ///
    /// # Errors
    /// The system has no thread to give.
    pub fn start(work: impl FnOnce(&Progress) -> Result<T, E> + Send + 'static) -> std::io::Result<Self> {
        let (sender, facts) = sync_channel(FACTS);
        let progress = Arc::new(Progress::telling(sender));
        let shared = progress.clone();
        let thread = std::thread::Builder::new().name("job".to_owned()).spawn(move || {
            // The work is dropped with its panic; what it shares is made of atomics and transactions.
            match catch_unwind(AssertUnwindSafe(|| work(&shared))) {
                Ok(result) => result.map_err(JobError::Failed),
                Err(panic) => Err(JobError::Panicked(panic_message(panic.as_ref()))),
            }
        })?;
        Ok(Self { progress, facts, thread: Some(thread) })
    }

    pub fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// The facts told since the last call.
    pub fn facts(&self) -> impl Iterator<Item = Fact> + '_ {
        self.facts.try_iter()
    }

    pub fn cancel(&self) {
        self.progress.cancel();
    }

    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the end and returns what came of it.
    pub fn join(mut self) -> Result<T, JobError<E>> {
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(result)) => result,
            Some(Err(panic)) => Err(JobError::Panicked(panic_message(panic.as_ref()))),
            None => Err(JobError::Panicked("the job was joined before".to_owned())),
        }
    }
}

impl<T, E> Drop for Job<T, E> {
    fn drop(&mut self) {
        if self.thread.is_some() {
            self.progress.cancel();
        }
    }
}

/// What a panic said.
fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let said = panic.downcast_ref::<&str>().map(|said| (*said).to_owned());
    said.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it did not say what".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Stage;

    #[test]
    fn a_job_returns_what_its_work_returns_and_tells_its_facts() {
        let job = Job::<u32, String>::start(|progress| {
            progress.begin(Stage::Read);
            progress.stage(Stage::Read).add(3);
            progress.finish(Stage::Read);
            Ok(7)
        })
        .unwrap();
        while !job.is_finished() {
            std::thread::yield_now();
        }
        assert_eq!(job.facts().collect::<Vec<_>>(), [Fact::Begun(Stage::Read), Fact::Finished(Stage::Read)]);
        assert_eq!(job.progress().current(), Some(Stage::Extract));
        assert_eq!(job.join(), Ok(7));
    }

    #[test]
    fn a_panic_becomes_a_failed_job() {
        let job = Job::<(), String>::start(|_| panic!("the file was {}", "odd")).unwrap();
        assert_eq!(job.join(), Err(JobError::Panicked("the file was odd".to_owned())));
    }

    #[test]
    fn a_cancelled_job_ends() {
        let job = Job::<(), &str>::start(|progress| {
            while !progress.is_cancelled() {
                std::thread::yield_now();
            }
            Err("cancelled")
        })
        .unwrap();
        job.cancel();
        assert_eq!(job.join(), Err(JobError::Failed("cancelled")));
    }
}
