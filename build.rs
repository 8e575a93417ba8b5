//! Names the rules by which documents are read and extracted from: a hash of their source. An index that was made by
//! other rules is not taken over by an update, though it may come from the same version of the program. Names the
//! source as a whole, too: answers that were measured by another one are measured again.

use std::fs;
use std::path::{Path, PathBuf};

/// What the reading, the structure and the extraction of a document depend on, and the form in which an index keeps
/// what was found.
const RULES: [&str; 12] = [
    "src/model",
    "src/text",
    "src/ingest",
    "src/judgement/extractive",
    "src/judgement/mod.rs",
    "src/judgement/extraction.rs",
    "src/judgement/sources.rs",
    "src/index/corpus",
    "src/index/extraction/findings.rs",
    "src/index/extraction/mod.rs",
    "assets/languages",
    "Cargo.lock",
];

/// What an answer depends on.
const SOURCE: [&str; 4] = ["src", "prompts", "assets", "Cargo.lock"];

fn main() {
    println!("cargo::rustc-env=GLEANER_RULES={:016x}", hash_of(&RULES));
    println!("cargo::rustc-env=GLEANER_SOURCE={:016x}", hash_of(&SOURCE));
}

fn hash_of(places: &[&str]) -> u64 {
    let mut files = Vec::new();
    for place in places {
        println!("cargo::rerun-if-changed={place}");
        collect(Path::new(place), &mut files);
    }
    files.sort();
    // FNV-1a, 64 bits: names a state of the source, and guards nothing.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for file in files {
        for byte in fs::read(&file).unwrap_or_default() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    hash
}

fn collect(path: &Path, into: &mut Vec<PathBuf>) {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().for_each(|entry| collect(&entry.path(), into)),
        Err(_) => into.push(path.to_owned()),
    }
}
