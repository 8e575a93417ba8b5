//! Small files: what a person wrote for the program (settings, keys, prompts), and what the program keeps of its own.
//! What is read has to be a file: a pipe would be waited at for ever, and a device has no end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Far more than anybody writes by hand.
const MOST: u64 = 4 << 20;

/// Reads such a file as text.
///
/// # Errors
/// It cannot be read, is no regular file, or is too large.
pub fn small_file(path: &Path) -> io::Result<String> {
    // Asked before it is opened: opening a pipe waits for somebody to write to it.
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut text = String::new();
    let read = File::open(path)?.take(MOST + 1).read_to_string(&mut text)?;
    if read as u64 > MOST {
        return Err(io::Error::other(format!("it is larger than {} MB", MOST >> 20)));
    }
    Ok(text)
}

/// Writes such a file, and the folder that it lies in. It is written beside and renamed: whoever reads it or is
/// interrupted has the old one or the new one, never half of either.
///
/// # Errors
/// It cannot be written.
pub fn replace_file(file: &Path, content: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    replace_file_by(file, &file.with_extension(format!("{}.tmp", std::process::id())), content)
}

/// The same by way of another file, where whoever looks into its folder is to see nothing of it.
///
/// # Errors
/// It cannot be written.
pub fn replace_file_by(file: &Path, way: &Path, content: &[u8]) -> io::Result<()> {
    fs::write(way, content).and_then(|()| fs::rename(way, file)).inspect_err(|_| drop(fs::remove_file(way)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_small_files_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings");
        std::fs::write(&path, "a = 1").expect("room");
        assert_eq!(small_file(&path).expect("a file"), "a = 1");
        std::fs::write(&path, vec![b'x'; MOST as usize + 1]).expect("room");
        assert!(small_file(&path).expect_err("too large").to_string().contains("larger"));
        assert_eq!(small_file(&folder.path().join("none")).expect_err("none").kind(), io::ErrorKind::NotFound);
        for odd in [folder.path(), Path::new("/dev/zero")] {
            assert!(small_file(odd).expect_err("no file").to_string().contains("regular"), "{odd:?}");
        }
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_stays_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("kept").join("list.json");
        replace_file(&path, b"[1]").expect("room");
        replace_file(&path, b"[2]").expect("room");
        assert_eq!(small_file(&path).expect("a file"), "[2]");
        let inside = path.parent().expect("a folder");
        assert!(replace_file(inside, b"").is_err(), "a folder is no file");
        let names = |folder: &Path| fs::read_dir(folder).expect("a folder").count();
        assert_eq!((names(folder.path()), names(inside)), (1, 1));
    }
}
