//! Writing behind: rows go to a thread of their own in the order they come, so that whoever makes them need not wait
//! for the file. Full text closes what it holds together whenever a transaction ends, therefore many pieces of work
//! share one.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;

use crate::store::{Result, StoreError, Writer};

/// Pieces of work that may wait. What they hold is in memory until they are written.
const WAITING: usize = 4;
/// Pieces of one transaction.
const TOGETHER: usize = 48;

type Write = Box<dyn FnOnce(&Writer) -> Result<()> + Send>;

enum Work {
    Write(Write),
    /// Ends the transaction and answers: what came before can be read.
    Settle(Sender<()>),
}

/// A writer on a thread of its own.
pub struct WriterBehind {
    path: PathBuf,
    work: Option<SyncSender<Work>>,
    thread: Option<JoinHandle<Result<Writer>>>,
}

impl WriterBehind {
    /// # Errors
    /// The system gives no thread.
    pub fn new(writer: Writer) -> Result<Self> {
        let path = writer.path().to_owned();
        let (work, incoming) = sync_channel(WAITING);
        let thread = std::thread::Builder::new().name("writer".to_owned());
        let thread = thread.spawn(move || write_all(&writer, &incoming).map(|()| writer));
        let thread = thread.map_err(|e| StoreError::from_io(&path, &e))?;
        Ok(Self { path, work: Some(work), thread: Some(thread) })
    }

    /// The file.
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// Has rows written after all that came before.
    ///
    /// # Errors
    /// Something that came before could not be written; nothing of its transaction is kept.
    pub fn write(&mut self, write: impl FnOnce(&Writer) -> Result<()> + Send + 'static) -> Result<()> {
        self.give(Work::Write(Box::new(write)))
    }

    /// Waits until everything so far can be read by others.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn settle(&mut self) -> Result<()> {
        let (settled, told) = channel();
        self.give(Work::Settle(settled))?;
        match told.recv() {
            Ok(()) => Ok(()),
            Err(_) => self.join().map(drop),
        }
    }

    /// Waits until everything is written, and gives the writer back.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn finish(mut self) -> Result<Writer> {
        self.join()
    }

    fn give(&mut self, work: Work) -> Result<()> {
        match self.work.as_ref().map(|given| given.send(work)) {
            Some(Ok(())) => Ok(()),
            // The thread ends before it is told to with an error only.
            _ => self.join().map(drop),
        }
    }

    fn join(&mut self) -> Result<Writer> {
        self.work = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(written)) => written,
            Some(Err(panicked)) => std::panic::resume_unwind(panicked),
            None => Err(StoreError::Interrupted),
        }
    }
}

impl Drop for WriterBehind {
    /// Nothing is written to the file once its place is given up.
    fn drop(&mut self) {
        self.work = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn write_all(writer: &Writer, incoming: &Receiver<Work>) -> Result<()> {
    loop {
        let (mut settled, mut over) = (None, false);
        writer.batch(|writer| {
            for _ in 0..TOGETHER {
                match incoming.recv() {
                    Ok(Work::Write(write)) => write(writer)?,
                    Ok(Work::Settle(tell)) => {
                        settled = Some(tell);
                        break;
                    }
                    Err(_) => {
                        over = true;
                        break;
                    }
                }
            }
            Ok::<_, StoreError>(())
        })?;
        if let Some(tell) = settled {
            // Whoever asked may have given up.
            let _ = tell.send(());
        }
        if over {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Reader, StageMark};

    fn mark(name: &str) -> StageMark {
        StageMark { name: name.to_owned(), done: 1, millis: 0 }
    }

    #[test]
    fn rows_are_written_in_their_order_and_can_be_read_once_settled() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("index");
        let mut behind = WriterBehind::new(Writer::open(&path).expect("new index")).expect("a thread");
        // More than one transaction holds.
        for number in 0..100 {
            behind.write(move |writer| writer.set_fact("last", &number.to_string())).expect("room");
        }
        behind.settle().expect("room");
        let reader = Reader::open(&path).expect("index");
        assert_eq!(reader.fact("last").expect("a fact").as_deref(), Some("99"));
        behind.write(|writer| writer.mark_stage(&mark("read"))).expect("room");
        let writer = behind.finish().expect("everything written");
        assert_eq!(writer.stage("read").expect("a stage"), Some(mark("read")));
    }

    #[test]
    fn a_failure_is_told_and_ends_the_writing() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("index");
        let mut behind = WriterBehind::new(Writer::open(&path).expect("new index")).expect("a thread");
        behind.write(|writer| writer.set_fact("kept", "no")).expect("room");
        behind.write(|writer| Err(StoreError::Busy(writer.path().to_owned()))).expect("the failure comes later");
        let told = (0..20).find_map(|_| behind.write(|writer| writer.set_fact("kept", "no")).err());
        let told = told.unwrap_or_else(|| behind.finish().err().expect("the failure"));
        assert!(matches!(told, StoreError::Busy(_)), "{told}");
        assert_eq!(Writer::open(&path).expect("index").fact("kept").expect("a fact"), None);
    }
}
