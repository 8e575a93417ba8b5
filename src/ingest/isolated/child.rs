//! The process that reads files: it takes requests from its standard input until that ends, opens nothing itself, and
//! keeps its own limits of memory, time and stack. What goes beyond them ends it, and costs one file.

use std::io::{BufReader, BufWriter};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::frames::{self, Answer, Request};
use crate::ingest::formats::clock::Clock;
use crate::ingest::formats::{self, guard, limits};

/// How often it looks at the clock, and whether anybody is there who waits.
const LOOK: Duration = Duration::from_millis(200);

/// Reads files until nobody asks any more.
pub fn serve() -> ExitCode {
    std::panic::set_hook(Box::new(|_| {}));
    limit_memory();
    // The time of the file under way, while there is one.
    let clock: Arc<Mutex<Option<Clock>>> = Arc::default();
    let of_reader = clock.clone();
    let (alive, ended) = mpsc::channel::<()>();
    let reader = std::thread::Builder::new().name("reader".to_owned()).stack_size(guard::STACK).spawn(move || {
        let _alive = alive;
        answer_all(|working| {
            let begun = working.then(limits::Budget::clock);
            *of_reader.lock().unwrap_or_else(PoisonError::into_inner) = begun;
        })
    });
    if reader.is_err() {
        return ExitCode::FAILURE;
    }
    let parent = parent();
    while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(LOOK) {
        let clock = clock.lock().unwrap_or_else(PoisonError::into_inner);
        if clock.as_ref().is_some_and(Clock::is_over) {
            return ExitCode::from(super::OUT_OF_TIME);
        }
        drop(clock);
        if self::parent() != parent {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Answers requests one after the other; `working` is told when a file is begun and when it is done.
fn answer_all(working: impl Fn(bool)) {
    let mut requests = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut answers = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    while let Ok(Some(Request { name, fields, bytes })) = frames::next_request(&mut requests) {
        working(true);
        let mut sent = Ok(());
        let read = guard::contained(|| {
            formats::read_parts(&name, bytes, &fields, &mut |part| {
                if sent.is_ok() {
                    sent = frames::answer(&mut answers, &Answer::Part(part));
                }
            })
        });
        let last = match read {
            Ok(remark) => Answer::Done(remark),
            Err(unreadable) => Answer::Unreadable(unreadable),
        };
        // Nobody is there to read the answer.
        if sent.and_then(|()| frames::answer(&mut answers, &last)).is_err() {
            return;
        }
        working(false);
    }
}

#[cfg(unix)]
fn limit_memory() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let most = Some(limits::MEMORY);
    // Where a system knows no such limit, what is bounded file by file still is.
    let _ = setrlimit(Resource::As, Rlimit { current: most, maximum: most });
    let none = Some(0);
    // A process that ends as it was meant to leaves no image of its memory behind: it holds the documents of somebody.
    let _ = setrlimit(Resource::Core, Rlimit { current: none, maximum: none });
}

#[cfg(not(unix))]
fn limit_memory() {}

/// Who waits: another one once that has ended.
#[cfg(unix)]
fn parent() -> i32 {
    rustix::process::getppid().map_or(0, |parent| parent.as_raw_nonzero().get())
}

#[cfg(not(unix))]
fn parent() -> i32 {
    0
}
