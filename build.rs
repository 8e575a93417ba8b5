//! Names the rules by which documents are read and extracted from: a hash of their source. An index that was made by
//! other rules is not taken over by an update, though it may come from the same version of the program.

use std::fs;
use std::path::{Path, PathBuf};

/// What the reading, the structure and the extraction of a document depend on.
const RULES: [&str; 5] = ["src/model", "src/text", "src/ingest", "src/judgement/extractive", "Cargo.lock"];

fn main() {
    let mut files = Vec::new();
    for rules in RULES {
        println!("cargo::rerun-if-changed={rules}");
        collect(Path::new(rules), &mut files);
    }
    files.sort();
    // FNV-1a, 64 bits: names a state of the source, and guards nothing.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for file in files {
        for byte in fs::read(&file).unwrap_or_default() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    println!("cargo::rustc-env=GLEANER_RULES={hash:016x}");
}

fn collect(path: &Path, into: &mut Vec<PathBuf>) {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().for_each(|entry| collect(&entry.path(), into)),
        Err(_) => into.push(path.to_owned()),
    }
}
