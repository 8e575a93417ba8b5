//! A build under way. It is a file of its own beside the index (`NAME.building`), and takes the index's place when it
//! is whole. Killed at any moment, it goes on from its last finished stage; the index there was is untouched till then.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};

use crate::store::index_file::reader::with_suffix;
use crate::store::index_file::schema::{self, Header};
use crate::store::{INPUTS, Result, StoreError, Writer};

/// Attempts to take the index's place while others write to it.
const TRIES: u32 = 100;
/// Pause between two attempts.
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// The place of a build, held by one process.
pub struct BuildFile {
    index: PathBuf,
    building: PathBuf,
    lock: PathBuf,
    _held: File,
}

impl BuildFile {
    /// Where the build of an index is written.
    pub fn path_for(index: &Path) -> PathBuf {
        with_suffix(index, ".building")
    }

    /// Takes the place of building `index`. Refuses when the index's own place is taken by a file that is not one, or
    /// when another process is building it.
    pub fn begin(index: &Path) -> Result<Self> {
        schema::inspect(index)?;
        if let Some(folder) = index.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|e| StoreError::from_io(folder, &e))?;
        }
        let (building, lock) = (Self::path_for(index), with_suffix(index, ".lock"));
        Ok(Self { _held: hold(&lock, index)?, index: index.to_owned(), building, lock })
    }

    /// Opens the build. One that was begun from the same `inputs` goes on; one begun from others begins anew.
    pub fn open(&self, inputs: &str) -> Result<Writer> {
        let writer = Writer::open(&self.building)?;
        writer.make_indexes()?;
        match writer.fact(INPUTS)? {
            Some(found) if found == inputs => Ok(writer),
            // What was paid for is no part of what was begun: the answers stay, and serve what has not changed.
            Some(_) if writer.holds_answers()? => {
                writer.begin_anew()?;
                writer.set_fact(INPUTS, inputs)?;
                Ok(writer)
            }
            Some(_) => {
                drop(writer);
                remove_database(&self.building)?;
                let writer = Writer::open(&self.building)?;
                writer.set_fact(INPUTS, inputs)?;
                Ok(writer)
            }
            None => {
                writer.set_fact(INPUTS, inputs)?;
                Ok(writer)
            }
        }
    }

    /// The index that the build will replace.
    pub fn index(&self) -> &Path {
        &self.index
    }

    /// Where the build is written until it is published.
    pub fn path(&self) -> &Path {
        &self.building
    }

    /// Puts the whole build in the index's place. Chats and where one left move over; processes that have the index
    /// open see the new one with their next request.
    pub fn publish(self, mut writer: Writer) -> Result<()> {
        writer.overwrite_what_is_removed()?;
        match schema::inspect(&self.index)? {
            Header::Absent | Header::Empty => {
                if writer.misses_text(None)? {
                    writer.forget_answers()?;
                    // Rows that were moved between pages leave copies behind them.
                    writer.compact()?;
                }
                writer.close()?;
                // A log left by an index that somebody removed would be taken for the new one's.
                for suffix in ["-wal", "-shm"] {
                    remove(&with_suffix(&self.index, suffix))?;
                }
                fs::rename(&self.building, &self.index).map_err(|e| StoreError::from_io(&self.index, &e))?;
                if let Some(folder) = self.index.parent().and_then(|folder| File::open(folder).ok()) {
                    // The new name survives a power cut; where folders cannot be synced, nothing is lost but that.
                    let _ = folder.sync_all();
                }
            }
            Header::Ours(_) => {
                let (mut target, watch) = (Writer::open(&self.index)?, Writer::open(&self.index)?);
                let mut tries = 0;
                // What somebody writes while their chats are taken over would be lost: they are taken over once more.
                loop {
                    let before = data_version(&watch)?;
                    take_over(&writer, &self.index)?;
                    if replace(&mut writer, &mut target, || Ok(data_version(&watch)? == before))? {
                        break;
                    }
                    tries += 1;
                    if tries == TRIES {
                        return Err(StoreError::Busy(self.index.clone()));
                    }
                    std::thread::sleep(BETWEEN_TRIES);
                }
                watch.close()?;
                target.close()?;
                // Its log need not be folded in: the file is removed.
                writer.abandon()?;
                remove_database(&self.building)?;
            }
        }
        Ok(())
    }
}

impl Drop for BuildFile {
    /// The lock goes with whoever holds it. One that cannot be removed, or that a killed process left, guards nothing.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.lock);
    }
}

/// Copies what a person left in the old index into the new one, and what was paid for; without what tells of text that
/// is gone.
fn take_over(writer: &Writer, index: &Path) -> Result<()> {
    writer.run("ATTACH ?1 AS old", [index.to_string_lossy()])?;
    let misses_text = writer.misses_text(Some("old"));
    let copied = writer.batch(|writer| {
        writer.run_batch(
            "DELETE FROM main.turns; DELETE FROM main.chats; DELETE FROM main.ui_state; \
             INSERT INTO main.chats SELECT * FROM old.chats; \
             INSERT INTO main.turns SELECT * FROM old.turns; \
             INSERT INTO main.ui_state SELECT * FROM old.ui_state; \
             DELETE FROM main.sqlite_sequence; \
             INSERT INTO main.sqlite_sequence SELECT * FROM old.sqlite_sequence;",
        )?;
        writer.forget_quotations()
    });
    writer.run_batch("DETACH old")?;
    copied?;
    // Questions asked meanwhile were paid for too.
    writer.take_answers(index)?;
    if misses_text? { writer.forget_answers() } else { Ok(()) }
}

/// Changes when another connection writes to the file.
fn data_version(writer: &Writer) -> Result<i64> {
    let version = writer.connection().query_row("PRAGMA data_version", [], |row| row.get(0));
    version.map_err(|e| StoreError::from_sqlite(writer.path(), e))
}

/// Copies the pages of a build over those of the index, as one transaction of the index. False, and nothing copied,
/// where another process holds the write lock for a moment (a chat being kept), or where the index is no longer
/// `as_taken_over`, which is asked once nobody else can write to it any more.
fn replace(build: &mut Writer, target: &mut Writer, as_taken_over: impl FnOnce() -> Result<bool>) -> Result<bool> {
    let path = target.path().to_owned();
    let wrap = |e| StoreError::from_sqlite(&path, e);
    let backup = Backup::new(build.connection(), target.connection_mut()).map_err(wrap)?;
    // A step over no page takes the write lock, which is held until the backup ends.
    let held = matches!(backup.step(0).map_err(wrap)?, StepResult::More);
    Ok(held && as_taken_over()? && matches!(backup.step(-1).map_err(wrap)?, StepResult::Done))
}

/// Locks a file for as long as the returned handle lives; the lock of a killed process is gone with it.
fn hold(lock: &Path, index: &Path) -> Result<File> {
    loop {
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(lock)
            .map_err(|e| StoreError::from_io(lock, &e))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Busy(index.to_owned())),
            Err(TryLockError::Error(e)) => return Err(StoreError::from_io(lock, &e)),
        }
        // The holder before may have removed the file between our opening and locking it: then it guards nothing.
        if is_at(&file, lock) {
            return Ok(file);
        }
    }
}

/// True when `path` still names the open file.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        matches!((file.metadata(), fs::metadata(path)), (Ok(ours), Ok(there)) if ours.ino() == there.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(StoreError::from_io(path, &e)),
        _ => Ok(()),
    }
}

/// Removes a build of ours with the files SQLite keeps beside it.
fn remove_database(path: &Path) -> Result<()> {
    // The database first: SQLite drops a log that has no database, while a database without its log may be torn.
    for suffix in ["", "-wal", "-shm"] {
        remove(&with_suffix(path, suffix))?;
    }
    Ok(())
}
