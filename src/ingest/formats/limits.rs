//! What one file may cost. A file that asks for more is left out, or read as far as it goes, and the message names the
//! limit. The figures leave room for the largest honest files we know of (books of 2,000 pages, workbooks of a million
//! rows), and keep what a hostile one can do to a gigabyte and a minute.

use std::cell::Cell;
use std::time::Duration;

use super::Unreadable;
use super::clock::Clock;

/// Bytes that all packed parts of one file may unpack to. A bomb of 100 kB would fill the memory.
const UNPACKED: u64 = 512 << 20;
/// Time for one file. Nobody waits longer for a single document among thousands.
const TIME: Duration = Duration::from_secs(60);
/// How much earlier a reader that checks the clock stops, and keeps what it has read.
const EARLIER: Duration = Duration::from_secs(10);
/// Memory for one file, in the process that reads it.
pub(in crate::ingest) const MEMORY: u64 = 1 << 30;
/// Archives in archives, and messages in messages: honest ones are rarely nested twice.
const DEPTH: u8 = 3;
/// Files of an archive with those in it, messages of one mailbox, attachments of a message.
pub(super) const MEMBERS: usize = 50_000;
/// Elements within elements of one XML part, groups within groups of RTF, and values within values of JSON.
pub(super) const NESTED: usize = 500;
/// Pages of a PDF, slides of a presentation, chapters of a book.
pub(super) const PAGES: usize = 20_000;
/// Bytes of text made of one file. Repeated cells and forms can say the same thing a million times.
pub(super) const TEXT: usize = 128 << 20;
/// The same of all files of an archive: many documents of many sentences take more than one long one.
pub(super) const ARCHIVE_TEXT: usize = 80 << 20;

/// That of so many pages, slides or chapters not all were read.
pub(super) fn only_first(count: usize, what: &str) -> Option<String> {
    (count > PAGES).then(|| format!("only the first {PAGES} of {count} {what} were read"))
}

/// What is left for one file, with all that is packed into it.
#[derive(Debug)]
pub(in crate::ingest) struct Budget {
    clock: Clock,
    unpacked: Cell<u64>,
    members: Cell<usize>,
    depth: Cell<u8>,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            clock: Clock::begin(TIME - EARLIER),
            unpacked: Cell::new(UNPACKED),
            members: Cell::new(MEMBERS),
            depth: Cell::new(0),
        }
    }
}

impl Budget {
    /// How long a file may be worked at: longer than readers take that look at the clock.
    pub fn clock() -> Clock {
        Clock::begin(TIME)
    }

    /// How long anybody waits for a file that does not stop itself.
    pub fn patience() -> Duration {
        TIME
    }

    /// What is said of a file whose reader did not stop.
    pub fn out_of_time() -> Unreadable {
        let reason = format!("reading it took longer than the limit of {} s", TIME.as_secs());
        Unreadable::new(reason, "open it in its own program and save it anew, or leave it out")
    }

    /// What is said of a file whose reader had no memory left.
    pub fn out_of_memory() -> Unreadable {
        let reason = format!("reading it took more than the limit of {} MB of memory", MEMORY >> 20);
        Unreadable::new(reason, "split it, or save what is worth reading in it as text")
    }

    /// Says so when the time is over.
    pub fn check_time(&self) -> Result<(), Unreadable> {
        if self.clock.is_over() { Err(Self::out_of_time()) } else { Ok(()) }
    }

    /// Returns how many bytes may still be unpacked.
    pub fn unpackable(&self) -> u64 {
        self.unpacked.get()
    }

    /// Takes `bytes` off what may be unpacked.
    pub fn unpack(&self, bytes: u64) -> Result<(), Unreadable> {
        match self.unpacked.get().checked_sub(bytes) {
            Some(left) => {
                self.unpacked.set(left);
                Ok(())
            }
            None => Err(Self::bomb()),
        }
    }

    /// Takes one off the files that may be read of all archives in one; false when none is left.
    pub fn member(&self) -> bool {
        let left = self.members.get().checked_sub(1);
        self.members.set(left.unwrap_or(0));
        left.is_some()
    }

    /// What is said of a file that unpacks to too much.
    pub fn bomb() -> Unreadable {
        let reason = format!("it unpacks to more than the limit of {} MB", UNPACKED >> 20);
        Unreadable::new(reason, "unpack it yourself, and index what is worth reading")
    }

    /// Does `work` one level deeper.
    pub fn nested<T>(&self, work: impl FnOnce() -> Result<T, Unreadable>) -> Result<T, Unreadable> {
        if self.depth.get() >= DEPTH {
            let reason = format!("it is packed deeper than the limit of {DEPTH} archives or messages in each other");
            return Err(Unreadable::new(reason, "unpack the outer ones yourself"));
        }
        self.depth.set(self.depth.get() + 1);
        let made = work();
        self.depth.set(self.depth.get() - 1);
        made
    }
}
