//! Text written to a file in the folder one stands in. Nothing that is there is overwritten.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Names that are tried beside the one asked for.
const TRIED: u32 = 1_000;

/// Writes a text to a file of that name, or of that name with a number where it is taken, and returns its path.
pub fn write(name: &str, text: &str) -> io::Result<PathBuf> {
    write_in(&std::env::current_dir()?, name, text)
}

fn write_in(folder: &Path, name: &str, text: &str) -> io::Result<PathBuf> {
    let wanted = Path::new(name);
    let (stem, extension) = (wanted.file_stem().unwrap_or_default(), wanted.extension().unwrap_or_default());
    for number in 1..=TRIED {
        let path = match number {
            1 => folder.join(wanted.file_name().unwrap_or_default()),
            _ => folder.join(format!("{}-{number}.{}", stem.to_string_lossy(), extension.to_string_lossy())),
        };
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => return file.write_all(text.as_bytes()).map(|()| path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let first = write_in(folder.path(), "a.md", "one").unwrap();
        let second = write_in(folder.path(), "a.md", "two").unwrap();
        assert_eq!(second.file_name().unwrap(), "a-2.md");
        assert_eq!(std::fs::read_to_string(first).unwrap(), "one");
        assert_eq!(std::fs::read_to_string(second).unwrap(), "two");
    }
}
