//! Keeps which records were read, on a thread of its own: another process may hold the index for seconds, and no key
//! waits for that.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;

use tokio::sync::mpsc::UnboundedSender;

use super::READ;
use crate::model::Ref;
use crate::store::{Desk, Reader, StoreError};
use crate::tui::msg::Msg;

/// Writes which records were read into an index; what is still to be written is, before it is let go of.
pub(super) struct ReadKeeper {
    read: Option<Sender<Vec<Ref>>>,
    thread: Option<JoinHandle<()>>,
}

impl ReadKeeper {
    /// Starts its thread.
    ///
    /// # Errors
    /// No thread is to be had.
    pub fn start(index: &Path, reader: Arc<Reader>, messages: UnboundedSender<Msg>) -> Result<Self, StoreError> {
        let (read, to_keep) = mpsc::channel();
        let path = index.to_owned();
        let keep = move || keep_all(&path, &reader, &to_keep, &messages);
        let thread = std::thread::Builder::new().name("read".to_owned()).spawn(keep);
        let thread =
            thread.map_err(|error| StoreError::NotWritable { path: index.to_owned(), detail: error.to_string() })?;
        Ok(Self { read: Some(read), thread: Some(thread) })
    }

    /// Keeps that records were read, some time soon.
    pub fn keep(&self, read: Vec<Ref>) {
        if let Some(sender) = &self.read {
            let _ = sender.send(read);
        }
    }
}

impl Drop for ReadKeeper {
    fn drop(&mut self) {
        self.read.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Keeps what comes, beside what other windows kept of it, and tells what those did. That it cannot be kept is said
/// when the index is left, with what else cannot.
fn keep_all(index: &Path, reader: &Reader, to_keep: &Receiver<Vec<Ref>>, messages: &UnboundedSender<Msg>) {
    let mut known: HashSet<Ref> = HashSet::new();
    while let Ok(mut read) = to_keep.recv() {
        // What came while another was written is written with it.
        read.extend(to_keep.try_iter().flatten());
        let mut elsewhere = reader.ui_values::<Ref>(READ).unwrap_or_default();
        elsewhere.retain(|record| known.insert(*record));
        let _ = Desk::open(index).and_then(|desk| desk.add_ui_values(READ, &read));
        known.extend(read);
        let _ = messages.send(Msg::ReadElsewhere(elsewhere));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Kind;
    use crate::store::tests::bare;

    #[test]
    fn what_was_read_is_kept_once_the_index_is_free_and_nobody_waits_for_it() {
        let (_folder, index) = bare();
        let reader = Arc::new(Reader::open(&index).unwrap());
        let (messages, _told) = tokio::sync::mpsc::unbounded_channel();
        let keeper = ReadKeeper::start(&index, reader.clone(), messages).unwrap();
        let other = rusqlite::Connection::open(&index).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let read = [Ref::new(Kind::Report, 3), Ref::new(Kind::Report, 5)];
        read.iter().for_each(|one| keeper.keep(vec![*one]));
        other.execute_batch("COMMIT").unwrap();
        drop(keeper);
        assert_eq!(reader.ui_values::<Ref>(READ).unwrap(), read);
    }
}
