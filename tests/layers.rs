//! A module imports only from layers above its own, and the two faces never import each other.

use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom of the house to its two faces.
const LAYERS: [&str; 17] = [
    "model",
    "config",
    "text",
    "graph",
    "store",
    "llm",
    "prompts",
    "ingest",
    "judgement",
    "index",
    "retrieve",
    "query",
    "interop",
    "eval",
    "jobs",
    "cli",
    "tui",
];

fn rust_files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("readable source folder") {
        let path = entry.expect("readable entry").path();
        if path.is_dir() {
            rust_files(&path, into);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            into.push(path);
        }
    }
}

/// Layers named after `crate::` in a line of code, braces included: `use crate::{model::Ref, store::Reader}`.
fn named_layers(line: &str) -> Vec<usize> {
    let code = line.split("//").next().unwrap_or_default();
    let Some(at) = code.find("crate::") else { return Vec::new() };
    let rest = &code[at + "crate::".len()..];
    let names: Vec<&str> = match rest.strip_prefix('{') {
        Some(list) => list.split(',').map(|part| part.trim().split("::").next().unwrap_or_default()).collect(),
        None => rest.split(|c: char| !c.is_alphanumeric() && c != '_').take(1).collect(),
    };
    names.into_iter().filter_map(|name| LAYERS.iter().position(|&layer| layer == name)).collect()
}

#[test]
fn modules_import_only_from_layers_above_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut breaches = Vec::new();
    for (position, layer) in LAYERS.iter().enumerate() {
        let mut files = Vec::new();
        let alone = src.join(format!("{layer}.rs"));
        if alone.exists() {
            files.push(alone);
        } else {
            rust_files(&src.join(layer), &mut files);
        }
        assert!(!files.is_empty(), "layer {layer} has no files: was it renamed?");
        for file in files {
            let text = fs::read_to_string(&file).expect("readable source");
            for (number, line) in text.lines().enumerate() {
                for named in named_layers(line) {
                    let faces = *layer == "tui" && LAYERS[named] == "cli";
                    if named > position || faces {
                        breaches.push(format!("{}:{} uses {}", file.display(), number + 1, LAYERS[named]));
                    }
                }
            }
        }
    }
    assert!(breaches.is_empty(), "layers breached:\n{}", breaches.join("\n"));
}

#[test]
fn every_folder_of_src_is_a_layer() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(src).expect("readable src") {
        let entry = entry.expect("readable entry");
        if entry.path().is_dir() {
            let name = entry.file_name().to_string_lossy().into_owned();
            assert!(LAYERS.contains(&name.as_str()), "src/{name} is in no layer");
        }
    }
}
