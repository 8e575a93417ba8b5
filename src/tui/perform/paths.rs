//! Paths that are completed while they are typed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::config::from_home;

/// Files of a folder that are looked at for what a path goes on with.
const LOOKED_AT: usize = 10_000;

/// A path as far as the files that there are leave no choice of how it goes on; behind a folder a slash.
pub fn completed(typed: &str) -> String {
    if typed == "~" {
        return "~/".to_owned();
    }
    let (folder, begun) =
        typed.rsplit_once('/').map_or(("", typed), |(folder, begun)| (&typed[..=folder.len()], begun));
    let lies = if folder.is_empty() { PathBuf::from(".") } else { from_home(Path::new(folder)) };
    let Ok(files) = fs::read_dir(&lies) else { return typed.to_owned() };
    let files = files.take(LOOKED_AT).flatten().filter_map(|file| file.file_name().into_string().ok());
    // What is hidden is meant by whoever types its dot.
    let found: Vec<String> =
        files.filter(|name| name.starts_with(begun) && (begun.starts_with('.') || !name.starts_with('.'))).collect();
    let Some(first) = found.first() else { return typed.to_owned() };
    let same = |other: &String| first.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let same = found.iter().map(same).min().unwrap_or(0);
    let common: String = first.chars().take(same).collect();
    let slash = if found.len() == 1 && lies.join(first).is_dir() { "/" } else { "" };
    format!("{folder}{common}{slash}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_completed_as_far_as_there_is_no_choice() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["minutes", "minute books", ".minutes-old", "letters"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        fs::write(folder.path().join("ledger.txt"), "").unwrap();
        let at = |end: &str| format!("{}/{end}", folder.path().to_string_lossy());
        for (typed, whole) in [
            ("mi", "minute"),
            ("minutes", "minutes/"),
            ("led", "ledger.txt"),
            ("l", "le"),
            ("x", "x"),
            (".m", ".minutes-old/"),
        ] {
            assert_eq!(completed(&at(typed)), at(whole));
        }
        assert_eq!(completed("/no/such/folder/a"), "/no/such/folder/a");
    }
}
