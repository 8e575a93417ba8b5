//! Files that a person wrote for the program: settings, keys, prompts. They are small, and they are files: a pipe would be
//! waited at for ever, and a device has no end.

use std::fs::File;
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
}
