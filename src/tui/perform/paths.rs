//! Paths that are completed while they are typed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::config::from_home;

/// Files of a folder that are looked at for what a path goes on with.
const LOOKED_AT: usize = 10_000;
/// Ways of going on that are offered at most.
const CHOICES: usize = 40;

/// A path as far as the files that there are leave no choice of how it goes on, and all that it may go on to where they
/// do; behind a folder a slash.
pub fn completed(typed: &str) -> (String, Vec<String>) {
    if typed == "~" {
        return ("~/".to_owned(), Vec::new());
    }
    let (folder, begun) =
        typed.rsplit_once('/').map_or(("", typed), |(folder, begun)| (&typed[..=folder.len()], begun));
    let lies = if folder.is_empty() { PathBuf::from(".") } else { from_home(Path::new(folder)) };
    let Ok(files) = fs::read_dir(&lies) else { return (typed.to_owned(), Vec::new()) };
    let files = files.take(LOOKED_AT).flatten().filter_map(|file| file.file_name().into_string().ok());
    // What is hidden is meant by whoever types its dot.
    let mut found: Vec<String> =
        files.filter(|name| name.starts_with(begun) && (begun.starts_with('.') || !name.starts_with('.'))).collect();
    let Some(first) = found.first() else { return (typed.to_owned(), Vec::new()) };
    let same = |other: &String| first.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let same = found.iter().map(same).min().unwrap_or(0);
    let common: String = first.chars().take(same).collect();
    let whole = |name: &str| {
        let slash = if lies.join(name).is_dir() { "/" } else { "" };
        format!("{folder}{name}{slash}")
    };
    if found.len() == 1 {
        return (whole(first), Vec::new());
    }
    found.sort_by_key(|name| name.to_lowercase());
    found.truncate(CHOICES);
    (format!("{folder}{common}"), found.iter().map(|name| whole(name)).collect())
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
            assert_eq!(completed(&at(typed)).0, at(whole));
        }
        assert_eq!(completed(&at("m")).1, [at("minute books/"), at("minutes/")]);
        assert_eq!(completed(&at("minutes")).1, Vec::<String>::new());
        assert_eq!(completed("/no/such/folder/a"), ("/no/such/folder/a".to_owned(), Vec::new()));
    }
}
