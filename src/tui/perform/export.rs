//! Text written to a file. Nothing that is there is overwritten.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Names that are tried beside the one asked for.
const TRIED: u32 = 1_000;

/// Writes a text to a path, or beside it with a number where it is taken, and returns where it was written.
pub fn write(wanted: &Path, text: &str) -> io::Result<PathBuf> {
    if wanted.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    for number in 1..=TRIED {
        let path = numbered(wanted, number);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => {
                return file.write_all(text.as_bytes()).map(|()| std::path::absolute(&path).unwrap_or(path));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// `notes.md`, `notes-2.md`
fn numbered(wanted: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return wanted.to_owned();
    }
    let mut name = wanted.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    let path = wanted.with_file_name(name);
    match wanted.extension() {
        Some(extension) => path.with_added_extension(extension),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        for (name, beside) in [("a.md", "a-2.md"), ("v1.2 notes.md", "v1.2 notes-2.md"), ("bare", "bare-2")] {
            let wanted = folder.path().join(name);
            let first = write(&wanted, "one").unwrap();
            let second = write(&wanted, "two").unwrap();
            assert_eq!((first.file_name().unwrap(), second.file_name().unwrap()), (name.as_ref(), beside.as_ref()));
            assert_eq!(std::fs::read_to_string(first).unwrap(), "one");
            assert_eq!(std::fs::read_to_string(second).unwrap(), "two");
        }
        assert_eq!(write(folder.path(), "three").unwrap_err().kind(), io::ErrorKind::IsADirectory);
    }
}
