//! A module imports only from layers above its own, and the two faces never import each other; inside the layers of
//! many parts the same holds of these.

#[path = "support/sources.rs"]
mod sources;

use std::fs;
use std::path::Path;

use sources::rust_files;

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

/// The parts of the layers that have many, each from the bottom to the top: what lies in a folder or a file of its own.
const PARTS: [(&str, &[&str]); 3] = [
    (
        "text",
        &[
            "cutting",
            "language",
            "words",
            "numbers",
            "titles",
            "dates",
            "display",
            "similarity",
            "names",
            "speakers",
            "statements",
            "layout",
            "provenance",
            "question",
        ],
    ),
    (
        "query",
        &[
            "drill",
            "writing",
            "task",
            "context",
            "rows",
            "cache",
            "entities",
            "rewriting",
            "narrowing",
            "counting",
            "engines",
            "suggestions",
        ],
    ),
    (
        "tui",
        &[
            "theme", "keys", "data", "notice", "effect", "widgets", "panes", "overlays", "placing", "session", "msg",
            "app", "screen", "update", "library", "perform", "terminal", "run",
        ],
    ),
];

/// A text without its comments and what stands in its strings, of the same lines.
fn code(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        let hashes = rest.strip_prefix('r').map_or(0, |raw| raw.bytes().take_while(|&byte| byte == b'#').count());
        let raw = rest.starts_with('r') && rest[1 + hashes..].starts_with('"');
        let is_name = code.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let length = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' => string(rest),
            'r' if raw && !is_name => {
                let end = format!("\"{}", "#".repeat(hashes));
                let from = hashes + 2;
                rest[from..].find(&end).map_or(rest.len(), |at| from + at + end.len())
            }
            // A quotation mark by itself begins no string.
            '\'' if rest.starts_with("'\"'") => 3,
            '\'' if rest.starts_with("'\\\"'") => 4,
            _ => {
                code.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
        };
        code.extend(rest[..length].chars().filter(|&c| c == '\n'));
        rest = &rest[length..];
    }
    code
}

/// The bytes of the string that a text begins with.
fn string(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

/// The first names of the paths in the group that a text begins with, behind its opening brace, and where each stands.
fn grouped(group: &str) -> Vec<(usize, &str)> {
    let (mut depth, mut from) = (0, 0);
    let mut names = Vec::new();
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                let part = &group[from..at];
                names.push((at - part.trim_start().len(), first_name(part)));
                from = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names
}

fn first_name(path: &str) -> &str {
    path.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// Layers that a text names behind `crate::`, groups over several lines included, each with the number of its line.
fn named_layers(text: &str) -> Vec<(usize, usize)> {
    let code = code(text);
    let mut named = Vec::new();
    for (at, mark) in code.match_indices("crate::") {
        let start = at + mark.len();
        let rest = &code[start..];
        let names = match rest.strip_prefix('{') {
            Some(group) => grouped(group).into_iter().map(|(at, name)| (start + 1 + at, name)).collect(),
            None => vec![(start, first_name(rest))],
        };
        for (at, name) in names {
            let line = code[..at].matches('\n').count() + 1;
            named.extend(LAYERS.iter().position(|&layer| layer == name).map(|layer| (line, layer)));
        }
    }
    named
}

/// What a text of a layer names that it must not, with the number of the line.
fn breaches_of(layer: usize, text: &str) -> Vec<(usize, &'static str)> {
    let faces = |named: usize| LAYERS[layer] == "tui" && LAYERS[named] == "cli";
    let breaches = named_layers(text).into_iter().filter(|&(_, named)| named > layer || faces(named));
    breaches.map(|(line, named)| (line, LAYERS[named])).collect()
}

/// The parts of a layer that a text names, each with the number of its line: behind `crate::`, or behind as many
/// `super::` as lead from the text's module, so many deep in the layer, to the layer. Tests may name what they need.
fn named_parts(layer: &str, parts: &[&'static str], deep: usize, text: &str) -> Vec<(usize, usize)> {
    let text = &text[..text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len())];
    let code = code(text);
    let mut named = Vec::new();
    for mark in [format!("crate::{layer}::"), "super::".repeat(deep)] {
        for (at, _) in code.match_indices(&mark) {
            let start = at + mark.len();
            let is_whole = !code[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ':'));
            if !is_whole || code[start..].starts_with("super::") {
                continue;
            }
            let names = match code[start..].strip_prefix('{') {
                Some(group) => grouped(group),
                None => vec![(0, first_name(&code[start..]))],
            };
            let line = code[..at].matches('\n').count() + 1;
            let places = names.iter().filter_map(|(_, name)| parts.iter().position(|part| part == name));
            named.extend(places.map(|place| (line, place)));
        }
    }
    named
}

#[test]
fn parts_of_a_layer_import_only_from_parts_below_them() {
    let mut breaches = Vec::new();
    for (layer, parts) in PARTS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(layer);
        let mut files = Vec::new();
        rust_files(&folder, &mut files);
        for file in files {
            let inside = file.strip_prefix(&folder).expect("a file of the layer").with_extension("");
            let module: Vec<_> = inside.iter().map(|name| name.to_string_lossy().into_owned()).collect();
            let is_of_tests = module.iter().any(|name| name == "tests" || name.ends_with("_tests"));
            if is_of_tests || module == ["mod"] {
                continue;
            }
            let own = parts.iter().position(|part| *part == module[0]);
            let own = own.unwrap_or_else(|| panic!("src/{layer}/{} is in no order", module[0]));
            let deep = module.len() - usize::from(module.last().is_some_and(|name| name == "mod"));
            let text = fs::read_to_string(&file).expect("readable source");
            for (line, named) in named_parts(layer, parts, deep, &text).into_iter().filter(|&(_, named)| named > own) {
                breaches.push(format!("{}:{line} uses {}", file.display(), parts[named]));
            }
        }
    }
    assert!(breaches.is_empty(), "order of parts breached:\n{}", breaches.join("\n"));
}

#[test]
fn a_part_is_found_wherever_it_is_named() {
    let (layer, parts) = PARTS[0];
    let text = "use super::super::layout::{a, b};\nuse super::names;\nuse crate::text::{\n    dates,\n    question::Reading,\n};\n\
        fn f() { crate::text::words::g(super::super::titles::h()) }\n#[cfg(test)]\nmod tests { use crate::text::layout; }\n";
    let mut named: Vec<_> =
        named_parts(layer, parts, 2, text).into_iter().map(|(line, part)| (line, parts[part])).collect();
    named.sort_unstable();
    assert_eq!(named, [(1, "layout"), (3, "dates"), (3, "question"), (7, "titles"), (7, "words")]);
}

#[test]
fn modules_import_only_from_layers_above_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut breaches = Vec::new();
    for (position, layer) in LAYERS.iter().enumerate() {
        let mut files = Vec::new();
        rust_files(&src.join(layer), &mut files);
        assert!(!files.is_empty(), "layer {layer} has no files: was it renamed?");
        for file in files {
            let text = fs::read_to_string(&file).expect("readable source");
            for (line, named) in breaches_of(position, &text) {
                breaches.push(format!("{}:{line} uses {named}", file.display()));
            }
        }
    }
    assert!(breaches.is_empty(), "layers breached:\n{}", breaches.join("\n"));
}

#[test]
fn a_breach_is_found_wherever_it_stands() {
    let store = LAYERS.iter().position(|&layer| layer == "store").expect("a layer");
    let planted = "use crate::{\n    model::{Ref, Span},\n    // crate::tui is a comment\n    index::{merge::{a, b}, report},\n    text,\n};\n\
        fn f() -> crate::model::Ref { crate::text::g(crate::query::h()) }\n";
    assert_eq!(breaches_of(store, planted), [(4, "index"), (7, "query")]);
    let strings = r##"fn g() -> &'static str {
    f("http://a.b \" crate::tui", crate::index::i()); r#"a "crate::cli"#;
    let quotes = ['"', c, '"']; crate::query::j()
}
"##;
    assert_eq!(breaches_of(store, strings), [(2, "index"), (3, "query")]);
    let tui = LAYERS.len() - 1;
    assert_eq!(breaches_of(tui, "use crate::{cli::args, query};"), [(1, "cli")]);
    assert!(breaches_of(tui, "use crate::{query, tui};").is_empty());
}

#[test]
fn the_architecture_lists_the_layers_in_their_order() {
    let architecture = include_str!("../ARCHITECTURE.md");
    let table = &architecture[..architecture.find("## ").expect("a section")];
    let listed: Vec<&str> = table
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once(" |").map(|(folders, _)| folders))
        .flat_map(|folders| folders.split(", "))
        .map(|folder| folder.trim_matches('`').trim_end_matches('/'))
        .collect();
    assert_eq!(listed, LAYERS);
}

#[test]
fn the_architecture_lists_the_parts_of_layers_in_their_order() {
    let architecture = include_str!("../ARCHITECTURE.md");
    for (layer, parts) in PARTS {
        let front = format!("- `{layer}/`: ");
        let at = architecture.find(&front).unwrap_or_else(|| panic!("ARCHITECTURE.md orders the parts of {layer}"));
        let list = architecture[at + front.len()..].split_once(".\n").map_or("", |(list, _)| list);
        let listed: Vec<&str> = list.split(',').map(|part| part.trim().trim_matches('`')).collect();
        assert_eq!(listed, parts, "{layer}");
    }
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
