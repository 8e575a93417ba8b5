//! Comments are no wider than code: rustfmt breaks no comment, so that they grow over its edge one word at a time.

#[path = "support/sources.rs"]
mod sources;

use std::fs;
use std::path::Path;

use sources::rust_files;

/// `max_width` of rustfmt.toml.
const WIDTH: usize = 120;

/// Beneath the root of the crate: what is compiled and what tests it.
const FOLDERS: [&str; 4] = ["src", "tests", "benches", "examples"];

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
