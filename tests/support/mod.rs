//! A scripted OpenAI-compatible server: it answers over a real socket by a rule, as slowly and as faultily as told,
//! streams when asked to, and keeps a log of every call. Shared by unit tests, end-to-end tests and benches (each
//! includes it by path), so not all of it is used by each.
#![allow(dead_code, unused_imports)]

mod jobs;
mod kept;
mod reply;
mod serve;

pub use jobs::Jobs;
pub use kept::kept_calls;
pub use reply::{Faults, Reply};

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::Value;

/// A call as the server received it.
#[derive(Clone, Debug)]
pub struct Call {
    /// From 0, in the order in which they came.
    pub number: usize,
    /// How often a call with the same path and body came before.
    pub before: usize,
    /// `POST /v1/chat/completions`, without a query.
    pub line: String,
    pub query: String,
    /// Names in lower case.
    pub headers: HashMap<String, String>,
    pub body: Value,
    /// The body where it is no JSON.
    pub raw: Vec<u8>,
}

impl Call {
    pub fn is_chat(&self) -> bool {
        self.line.ends_with("/chat/completions")
    }

    pub fn is_embedding(&self) -> bool {
        self.line.ends_with("/embeddings")
    }

    /// All messages of a chat as one text.
    pub fn prompt(&self) -> String {
        let messages = self.body["messages"].as_array().into_iter().flatten();
        messages.filter_map(|message| message["content"].as_str()).collect::<Vec<_>>().join("\n")
    }

    pub fn model(&self) -> &str {
        self.body["model"].as_str().unwrap_or_default()
    }
}

type Rule = dyn Fn(&Call) -> Reply + Send + Sync;

/// A server on a port of its own; it ends when it is dropped.
pub struct Server {
    port: u16,
    shared: Arc<Shared>,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

struct Shared {
    rule: Box<Rule>,
    faults: Faults,
    jobs: Option<Jobs>,
    log: Mutex<Log>,
    under_way: AtomicUsize,
    most_at_once: AtomicUsize,
}

#[derive(Default)]
struct Log {
    calls: Vec<Call>,
    times: HashMap<String, usize>,
    kept: bool,
    count: usize,
    /// Calls whose answer was sent to its end, and when.
    sent: HashMap<usize, Instant>,
    /// Calls whose client went away before it had the answer, and when.
    left: HashMap<usize, Instant>,
    /// Calls whose answer the client has read off its socket to the end.
    read: HashSet<usize>,
}

impl Server {
    /// Starts a server that answers every call by `rule`.
    pub fn start(rule: impl Fn(&Call) -> Reply + Send + Sync + 'static) -> Self {
        Self::faulty(Faults::default(), rule)
    }

    /// The same, with faults strewn over the answers.
    pub fn faulty(faults: Faults, rule: impl Fn(&Call) -> Reply + Send + Sync + 'static) -> Self {
        Self::of(faults, None, rule)
    }

    /// A server that takes batch jobs, whose calls it answers by the same rule.
    pub fn with_jobs(jobs: Jobs, rule: impl Fn(&Call) -> Reply + Send + Sync + 'static) -> Self {
        Self::of(Faults::default(), Some(jobs), rule)
    }

    fn of(faults: Faults, jobs: Option<Jobs>, rule: impl Fn(&Call) -> Reply + Send + Sync + 'static) -> Self {
        let shared = Arc::new(Shared {
            rule: Box::new(rule),
            faults,
            jobs,
            log: Mutex::new(Log { kept: true, ..Log::default() }),
            under_way: AtomicUsize::new(0),
            most_at_once: AtomicUsize::new(0),
        });
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let (tell_port, port) = std::sync::mpsc::channel();
        let served = shared.clone();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
                tell_port.send(listener.local_addr().unwrap().port()).unwrap();
                tokio::select! {
                    () = serve::serve(listener, served) => {}
                    _ = stopped => {}
                }
            });
        });
        Self { port: port.recv().unwrap(), shared, stop: Some(stop), thread: Some(thread) }
    }

    /// What `base_url` is set to.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }

    /// How many calls there were.
    pub fn total(&self) -> usize {
        self.shared.log().count
    }

    /// Every call so far.
    pub fn calls(&self) -> Vec<Call> {
        self.shared.log().calls.clone()
    }

    pub fn count(&self, which: impl Fn(&Call) -> bool) -> usize {
        self.shared.log().calls.iter().filter(|call| which(call)).count()
    }

    /// The most calls that were under way at once.
    pub fn most_at_once(&self) -> usize {
        self.shared.most_at_once.load(Ordering::Relaxed)
    }

    /// Whether the client has read the answer to a call to its end. A client that was killed before leaves bytes
    /// unread, and its system then resets the connection instead of closing it (RFC 1122, 4.2.2.13).
    pub fn was_read(&self, call: usize) -> bool {
        self.shared.log().read.contains(&call)
    }

    /// When the answer to a call had been sent to its end.
    pub fn sent_at(&self, call: usize) -> Option<Instant> {
        self.shared.log().sent.get(&call).copied()
    }

    /// When the client of a call was seen to have gone away before it had the answer.
    pub fn left_at(&self, call: usize) -> Option<Instant> {
        self.shared.log().left.get(&call).copied()
    }

    /// Counts calls without keeping them, for long runs.
    pub fn keep_no_log(&self) {
        self.shared.log().kept = false;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_sent(&self, call: usize) {
        self.log().sent.insert(call, Instant::now());
    }

    fn has_left(&self, call: usize) {
        self.log().left.insert(call, Instant::now());
    }

    fn has_read(&self, call: usize) {
        self.log().read.insert(call);
    }

    /// Notes a call and returns what is answered to it.
    fn reply(&self, mut call: Call) -> (Call, Reply) {
        {
            let mut log = self.log();
            if log.kept {
                let times = log.times.entry(format!("{} {}", call.line, call.body)).or_default();
                call.before = *times;
                *times += 1;
            }
            call.number = log.count;
            log.count += 1;
            if log.kept {
                log.calls.push(call.clone());
            }
        }
        if let Some(reply) = self.jobs.as_ref().and_then(|jobs| jobs.reply(&call, &*self.rule)) {
            return (call, reply);
        }
        let reply = self.faults.strew(&call, (self.rule)(&call));
        (call, reply)
    }
}
