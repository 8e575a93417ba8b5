//! Comments are no wider than code: rustfmt breaks no comment, so that they grow over its edge one word at a time.

use std::fs;
use std::path::{Path, PathBuf};

/// `max_width` of rustfmt.toml.
const WIDTH: usize = 120;

/// Beneath the root of the crate: what is compiled and what tests it.
const FOLDERS: [&str; 4] = ["src", "tests", "benches", "examples"];

fn rust_files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("readable source folder") {
        let path = entry.expect("readable entry").path();
        if path.is_dir() {
            rust_files(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

#[test]
fn no_comment_is_wider_than_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    FOLDERS.iter().for_each(|folder| rust_files(&root.join(folder), &mut files));
    let mut wide = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("readable source");
        let is_wide = |line: &str| line.trim_start().starts_with("//") && line.chars().count() > WIDTH;
        let lines = text.lines().zip(1..).filter(|(line, _)| is_wide(line));
        let path = path.strip_prefix(root).unwrap_or(&path);
        wide.extend(lines.map(|(_, number)| format!("{}:{number}", path.display())));
    }
    assert!(wide.is_empty(), "wider than {WIDTH} columns: {}", wide.join(", "));
}
