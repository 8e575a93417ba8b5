//! Index files whose header was read: their handles stay open as long as the file is there.
//!
//! On Unix, closing any handle of a file gives up every lock that the process holds on it, whoever took it (fcntl(2)).
//! An index that is open here would then seem to be closed to other programs; the next of them to close it would fold
//! its log in and throw the log away, under the feet of the connections here.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

static HELD: Mutex<Vec<File>> = Mutex::new(Vec::new());

/// Reads the beginning of a file, as many bytes as `into` has where there are as many; returns how many there were.
pub(super) fn read_head(path: &Path, into: &mut [u8]) -> io::Result<(Metadata, usize)> {
    let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
    // Nobody else can open what is deleted.
    held.retain(|file| file.metadata().is_ok_and(|about| about.nlink() > 0));
    let wanted = path.metadata()?;
    // Opening a pipe waits for somebody to write to it.
    if !wanted.is_file() {
        return Ok((wanted, 0));
    }
    let is_wanted = |file: &&File| {
        let about = file.metadata();
        about.is_ok_and(|about| (about.dev(), about.ino()) == (wanted.dev(), wanted.ino()))
    };
    if let Some(file) = held.iter().find(is_wanted) {
        return read(file, into);
    }
    let file = File::open(path)?;
    let read = read(&file, into);
    held.push(file);
    read
}

fn read(file: &File, into: &mut [u8]) -> io::Result<(Metadata, usize)> {
    let about = file.metadata()?;
    let mut done = 0;
    while about.is_file() && done < into.len() {
        match file.read_at(&mut into[done..], done as u64)? {
            0 => break,
            more => done += more,
        }
    }
    Ok((about, done))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_held(path: &Path) -> usize {
        let about = path.metadata().expect("it is there");
        let held = HELD.lock().expect("no panic");
        held.iter().filter(|file| file.metadata().is_ok_and(|held| held.ino() == about.ino())).count()
    }

    #[test]
    fn a_file_is_opened_once_and_held_as_long_as_it_is_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        std::fs::write(&one, "a beginning and more").expect("room");
        std::fs::write(&other, "x").expect("room");
        let head = |path: &Path| {
            let mut head = [0; 11];
            read_head(path, &mut head).map(|(_, read)| String::from_utf8_lossy(&head[..read]).into_owned())
        };
        for _ in 0..3 {
            assert_eq!(head(&one).expect("a head"), "a beginning");
            assert_eq!(head(&other).expect("a head"), "x");
        }
        assert_eq!((is_held(&one), is_held(&other)), (1, 1));
        let again = folder.path().join("again");
        std::fs::hard_link(&one, &again).expect("a link");
        std::fs::remove_file(&one).expect("removed");
        assert_eq!(head(&again).expect("a head"), "a beginning");
        assert_eq!(is_held(&again), 1, "by another name it is the same file");
        let ino = again.metadata().expect("it is there").ino();
        std::fs::remove_file(&again).expect("removed");
        assert_eq!(head(&again).expect_err("it is gone").kind(), io::ErrorKind::NotFound);
        let held = HELD.lock().expect("no panic");
        assert!(held.iter().all(|file| file.metadata().is_ok_and(|held| held.ino() != ino)), "room is given back");
    }
}
