//! A reader thread: answers requests one at a time, newest on each lane only. A request for the lane that is being
//! answered interrupts the answer nobody waits for any more.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Library, Stop};
use crate::store::StoreError;
use crate::tui::data::{Lane, LibraryError, Loaded, Request};

/// How often an idle thread looks whether another process has built the index anew.
const WATCH: Duration = Duration::from_secs(2);

/// What came of a request.
pub struct LoadedAnswer {
    pub lane: Lane,
    pub ticket: u64,
    pub result: Result<Loaded, LibraryError>,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<(Lane, u64, Request)>,
    running: Option<Lane>,
    closed: bool,
    /// Look whether the index was built anew, without waiting for the time to.
    look: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // A panic while answering leaves the queue as it was.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Dropping it ends the thread after interrupting what it does.
pub struct Loader {
    shared: Arc<Shared>,
    stop: Stop,
}

impl Loader {
    /// Opens an index and begins to answer. `changed` is called when the index was built anew, if it is to be watched.
    pub fn start(
        index: &Path,
        answered: impl Fn(LoadedAnswer) + Send + 'static,
        changed: Option<Box<dyn Fn() + Send>>,
    ) -> Result<Loader, StoreError> {
        let mut library = Library::open(index)?;
        let stop = library.stop();
        let shared = Arc::new(Shared::default());
        let its = shared.clone();
        let work = move || {
            while let Some(next) = take(&its, &library, changed.as_deref()) {
                let Some((lane, ticket, request)) = next else {
                    // Names kept in memory are those of the build before.
                    library.refresh();
                    continue;
                };
                // A panic over one damaged record costs that record only.
                let result = catch_unwind(AssertUnwindSafe(|| library.answer(request)))
                    .unwrap_or_else(|_| Err(LibraryError::Failed("an internal error; the index is untouched".into())));
                its.lock().running = None;
                answered(LoadedAnswer { lane, ticket, result });
            }
        };
        let spawned = std::thread::Builder::new().name("reader".to_owned()).spawn(work);
        spawned.map_err(|_| StoreError::Busy(index.to_owned()))?;
        Ok(Loader { shared, stop })
    }

    pub fn ask(&self, lane: Lane, ticket: u64, request: Request) {
        let mut queue = self.shared.lock();
        queue.waiting.retain(|(waiting, ..)| *waiting != lane);
        queue.waiting.push_back((lane, ticket, request));
        if queue.running == Some(lane) {
            self.stop.interrupt();
        }
        drop(queue);
        self.shared.wake.notify_one();
    }
}

impl Loader {
    /// Looks at once whether the index was built anew.
    pub fn look(&self) {
        self.shared.lock().look = true;
        self.shared.wake.notify_one();
    }
}

impl Drop for Loader {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.stop.interrupt();
        self.shared.wake.notify_one();
    }
}

type Next = Option<(Lane, u64, Request)>;

/// Waits for a request. `Some(None)` means that the index was built anew; `None`, that nobody asks any more.
fn take(shared: &Shared, library: &Library, changed: Option<&(dyn Fn() + Send)>) -> Option<Next> {
    let mut queue = shared.lock();
    loop {
        if queue.closed {
            return None;
        }
        if let Some(next) = queue.waiting.pop_front() {
            if library.is_stale() {
                queue.waiting.push_front(next);
                drop(queue);
                if let Some(changed) = changed {
                    changed();
                }
                return Some(None);
            }
            queue.running = Some(next.0);
            return Some(Some(next));
        }
        match changed {
            Some(changed) => {
                let (back, waited) = shared.wake.wait_timeout(queue, WATCH).unwrap_or_else(PoisonError::into_inner);
                queue = back;
                if (waited.timed_out() || std::mem::take(&mut queue.look)) && library.is_stale() {
                    drop(queue);
                    changed();
                    return Some(None);
                }
            }
            None => queue = shared.wake.wait(queue).unwrap_or_else(PoisonError::into_inner),
        }
    }
}
