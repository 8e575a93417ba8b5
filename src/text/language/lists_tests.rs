//! Words that can never match: a list that is asked with folded words has them folded, one that is asked with words in
//! small letters has them small.

use std::fs;
use std::path::{Path, PathBuf};

use super::ByName;
use crate::model::shown_path;
use crate::text::words::terms::fold;

fn files_of(folder: &Path, kind: &str, into: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).expect("readable").map(|entry| entry.expect("readable").path()) {
        match path.is_dir() {
            true => files_of(&path, kind, into),
            false if path.extension().is_some_and(|end| end == kind) => into.push(path),
            false => {}
        }
    }
}

/// The lists of a module's source that are asked with what one of some beginnings writes, or one of some ends.
fn asked<'a>(source: &'a str, begins: &[&str], ends: &[&str]) -> Vec<&'a str> {
    let lists = source.split("WORDS.").skip(1).filter_map(|rest| rest.split_once(".has("));
    let asks = |word: &str| {
        let bare = word.trim_start_matches(['&', '*']);
        let word = bare.split_once(')').map_or(bare, |(word, _)| word);
        begins.iter().any(|begin| bare.starts_with(begin)) || ends.iter().any(|end| word.ends_with(end))
    };
    lists.filter(|(_, word)| asks(word)).map(|(list, _)| list).collect()
}

#[test]
fn every_word_can_match_what_its_list_is_asked_with() {
    let mut files = Vec::new();
    files_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "rs", &mut files);
    let (mut seen, mut dead) = (0, Vec::new());
    for file in files {
        let source = fs::read_to_string(&file).expect("readable source");
        let data = source.split_once("static WORDS = \"").and_then(|(_, rest)| rest.split_once('"'));
        let Some(data) = data.map(|(name, _)| file.with_file_name(name)).filter(|data| data.is_file()) else {
            continue;
        };
        let lists: ByName = toml::from_str(&fs::read_to_string(data).expect("readable")).expect("lists");
        for list in asked(&source, &["fold(", "terms::fold("], &["folded"]) {
            let words = lists.get(list).into_iter().flat_map(|list| list.iter());
            seen += 1;
            // A phrase is asked for with its blanks.
            dead.extend(
                words.filter(|word| fold(word) != **word).map(|word| format!("{}: {list}: {word}", shown_path(&file))),
            );
        }
        for list in asked(&source, &[], &["to_lowercase(", "lower"]) {
            let words = lists.get(list).into_iter().flat_map(|list| list.iter());
            seen += 1;
            dead.extend(
                words
                    .filter(|word| word.to_lowercase() != **word)
                    .map(|word| format!("{}: {list}: {word}", shown_path(&file))),
            );
        }
    }
    // Symbols of units are also asked for as they are written.
    dead.retain(|word| !word.contains("symbols: "));
    assert!(seen > 40, "{seen} lists are asked for: are they written otherwise now?");
    assert!(dead.is_empty(), "never matched:\n{}", dead.join("\n"));
}

/// The lists of a file that say that they have no marks on letters: all where its head does, else those below a comment
/// that does.
fn unmarked(data: &str) -> Vec<&str> {
    let says = |part: &str| {
        let told: Vec<&str> = part.lines().filter_map(|line| line.strip_prefix("# ")).collect();
        told.join(" ").contains("without marks on letters")
    };
    let head = data.find("\n\n").map_or(data, |end| &data[..end]);
    let parts = data.split("\n\n").filter(|part| says(head) || says(part));
    let named = |line: &'_ str| line.split_once(" = \"").map(|(name, _)| name.len());
    parts.flat_map(str::lines).filter_map(|line| line.get(..named(line)?)).collect()
}

#[test]
fn what_is_asked_for_without_marks_on_letters_has_none() {
    let mut files = Vec::new();
    files_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "toml", &mut files);
    let (mut seen, mut dead) = (0, Vec::new());
    for file in files {
        let data = fs::read_to_string(&file).expect("readable");
        let unmarked = unmarked(&data);
        if unmarked.is_empty() {
            continue;
        }
        let lists: ByName = toml::from_str(&data).expect("lists");
        for list in unmarked {
            seen += 1;
            let marked = lists[list].iter().filter(|word| fold(word) != **word);
            dead.extend(marked.map(|word| format!("{}: {list}: {word}", shown_path(&file))));
        }
    }
    assert!(seen > 30, "{seen} lists say so: is it said otherwise now?");
    assert!(dead.is_empty(), "never matched:\n{}", dead.join("\n"));
}

#[test]
fn a_word_of_the_closed_classes_stands_in_no_other_list_of_function_words() {
    let lists = |file: &str| -> toml::Table {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        toml::from_str(&fs::read_to_string(file).expect("readable")).expect("lists")
    };
    let closed = &super::super::english().closed;
    for (file, list) in [
        ("assets/languages/eng.toml", "stop"),
        ("assets/languages/eng.toml", "function"),
        ("src/text/words/wordlist.toml", "function"),
        ("src/text/question/words.toml", "function"),
    ] {
        let words = lists(file)[list].as_str().expect("words").to_owned();
        let twice: Vec<&str> = words.split_whitespace().filter(|word| closed.has(word)).collect();
        assert!(twice.is_empty(), "{file}: {list}: {twice:?}");
    }
}
