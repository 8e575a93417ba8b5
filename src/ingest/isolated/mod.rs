//! Reads files in a process of their own, so that nothing a file can do to its reader reaches anything else: a stack
//! that overflows, an abort in a dependency, memory that runs out, a loop without end cost that one file, and its
//! reason is told. The process is this program started again (`child`), with limits that it sets itself; it is fed
//! through a pipe (`frames`), reused for many files, and ended when the reading is.
//!
//! A program that links this library and has not said that it can be started so reads files on threads instead: panics
//! and loops are contained there as well, overflows and aborts are not.

mod child;
mod frames;

use std::io::{self, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

pub use child::serve;
use frames::Answer;

use super::formats::limits::{Budget, MEMORY};
use super::formats::{self, Extracted, Part, TableFields, Unreadable};

/// The argument that starts the program as a reader of files.
pub const ARGUMENT: &str = "--read-files";

/// Exit code of a reader whose time is over.
const OUT_OF_TIME: u8 = 75;
/// Factor by which a busy machine may delay the next frame of a reader.
const BUSY: u32 = 10;
/// Bytes of a file from which on its reader is not used again: its memory is fragmented.
const LARGE: usize = 32 << 20;
/// Files after which a reader is not used again.
const MANY: u32 = 5_000;

/// The program to start, and the readers that have nothing to do. One for the process: files are read by whatever
/// thread is free.
static READERS: OnceLock<Readers> = OnceLock::new();

struct Readers {
    program: PathBuf,
    idle: Mutex<Vec<Reader>>,
}

/// Says that `program` run with [`ARGUMENT`] calls [`serve`], so that files are read in processes of their own.
pub fn isolate(program: PathBuf) {
    // Said twice, the first holds.
    let _ = READERS.set(Readers { program, idle: Mutex::default() });
}

/// Ends the readers that have nothing to do.
pub(super) fn rest() {
    if let Some(readers) = READERS.get() {
        readers.idle().clear();
    }
}

/// Reads a file, and hands over what is found as it comes. Returns what is worth saying of it.
///
/// # Errors
/// A file that holds no text that can be had, whose reader ended, or that nobody waits for any more.
pub(super) fn read(
    name: &str,
    bytes: &Arc<Vec<u8>>,
    fields: &TableFields,
    cancelled: &dyn Fn() -> bool,
    part: &mut dyn FnMut(Part),
) -> Result<Option<String>, Unreadable> {
    // Where no process can be had, a thread is better than nothing.
    let Some(mut reader) = READERS.get().and_then(Readers::take) else {
        let Extracted { format, encoding, items, remark } = formats::read(name, bytes, fields)?;
        part(Part::Head { format, encoding });
        items.into_iter().for_each(|item| part(Part::Item(Box::new(item))));
        return Ok(remark);
    };
    let read = reader.read(name, bytes, fields, cancelled, part);
    reader.files += 1;
    match read {
        Ok(read) => {
            if bytes.len() < LARGE
                && reader.files < MANY
                && let Some(readers) = READERS.get()
            {
                readers.idle().push(reader);
            }
            read
        }
        Err(error) => Err(reader.why_it_ended(&error, cancelled())),
    }
}

impl Readers {
    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Reader>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A reader that has nothing to do, or a new one.
    fn take(&self) -> Option<Reader> {
        while let Some(mut reader) = self.idle().pop() {
            // One that was ended while it waited is no fault of the file that comes next.
            if matches!(reader.process.try_wait(), Ok(None)) {
                return Some(reader);
            }
        }
        Reader::start(&self.program).ok()
    }
}

/// A process that reads files.
struct Reader {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<Patient>,
    files: u32,
}

impl Reader {
    fn start(program: &PathBuf) -> io::Result<Self> {
        let mut command = Command::new(program);
        // It has no use for keys and settings; one arena of memory and one thread keep it small.
        command.arg(ARGUMENT).env_clear().env("MALLOC_ARENA_MAX", "1").env("RAYON_NUM_THREADS", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // What interrupts the program from the keyboard is not for it: the file would be named as broken.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let (Some(requests), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let answers = BufReader::with_capacity(1 << 16, Patient { answers, until: Instant::now(), given_up: false });
        Ok(Self { process, requests, answers, files: 0 })
    }

    /// The outer error is one of the pipe: the reader is of no more use.
    fn read(
        &mut self,
        name: &str,
        bytes: &[u8],
        fields: &TableFields,
        cancelled: &dyn Fn() -> bool,
        part: &mut dyn FnMut(Part),
    ) -> io::Result<Result<Option<String>, Unreadable>> {
        frames::ask(&mut self.requests, name, fields, bytes)?;
        loop {
            // It ends itself when its time is over; this is for one that cannot, on a machine that has time for it.
            self.answers.get_mut().until = Instant::now() + BUSY * Budget::patience();
            let mut patiently = Patiently { answers: &mut self.answers, cancelled };
            match frames::next_answer(&mut patiently)? {
                Answer::Part(found) => part(found),
                Answer::Done(remark) => return Ok(Ok(remark)),
                Answer::Unreadable(why) => return Ok(Err(why)),
            }
        }
    }

    /// What to say of the file at which it ended.
    fn why_it_ended(mut self, error: &io::Error, cancelled: bool) -> Unreadable {
        if cancelled {
            return Unreadable::plain("the reading was stopped");
        }
        if self.answers.get_ref().given_up {
            return Budget::out_of_time();
        }
        if error.kind() == io::ErrorKind::InvalidData {
            return broken("its reader gave no answer that makes sense");
        }
        // A pipe that has ended is that of a process that ends.
        let status = self.process.wait().ok();
        let said = self.process.stderr.take().map(last_words).unwrap_or_default();
        match status {
            Some(status) if status.code() == Some(i32::from(OUT_OF_TIME)) => Budget::out_of_time(),
            _ if said.contains("memory allocation of") => Budget::out_of_memory(),
            _ if said.contains("overflowed its stack") => {
                broken("it is nested so deep that its reader ran out of stack")
            }
            Some(status) => broken(&format!("its reader ended before it was done ({})", how(status))),
            None => broken("its reader ended before it was done"),
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn broken(reason: &str) -> Unreadable {
    Unreadable::new(reason, "open it in its own program and save it anew, or leave it out")
}

#[cfg(unix)]
fn how(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("signal {signal}"),
        (None, code) => format!("code {}", code.unwrap_or_default()),
    }
}

#[cfg(not(unix))]
fn how(status: ExitStatus) -> String {
    format!("code {}", status.code().unwrap_or_default())
}

/// What a process that has ended said last.
fn last_words(errors: ChildStderr) -> String {
    let mut said = Vec::new();
    // Nothing more is known where it cannot be read.
    let _ = errors.take(4_096).read_to_end(&mut said);
    String::from_utf8_lossy(&said).into_owned()
}

/// The end of a pipe that nobody waits at for ever.
struct Patient {
    answers: ChildStdout,
    until: Instant,
    given_up: bool,
}

impl Read for Patient {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.answers.read(into)
    }
}

/// Reads answers, and looks up now and then whether they are still wanted.
struct Patiently<'a> {
    answers: &'a mut BufReader<Patient>,
    cancelled: &'a dyn Fn() -> bool,
}

impl Read for Patiently<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.answers.buffer().is_empty() {
            self.answers.get_mut().wait(self.cancelled)?;
        }
        self.answers.read(into)
    }
}

impl Patient {
    /// Waits until there is something to read.
    #[cfg(unix)]
    fn wait(&mut self, cancelled: &dyn Fn() -> bool) -> io::Result<()> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let look = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
        loop {
            let mut pipes = [PollFd::new(&self.answers, PollFlags::IN)];
            match poll(&mut pipes, Some(&look)) {
                Ok(0) if cancelled() => return Err(io::ErrorKind::ConnectionAborted.into()),
                Ok(0) if Instant::now() > self.until => {
                    self.given_up = true;
                    return Err(io::ErrorKind::TimedOut.into());
                }
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
    }

    #[cfg(not(unix))]
    fn wait(&mut self, _: &dyn Fn() -> bool) -> io::Result<()> {
        Ok(())
    }
}
