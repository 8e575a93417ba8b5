//! Source code. Comments are read as what they are, running text without their marks; lines of code stay as they stand
//! and are furniture: they can be read, searched and cited, and no name is made of their syntax.

use std::path::Path;

use super::{CODE, Extracted, Item};
use crate::model::Span;
use crate::text::layout::blocks::{Block, BlockKind};
use crate::text::provenance::span_map::{SpanMap, SpanMapBuilder};

/// How a language writes its comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Language {
    /// Marks that begin a comment up to the end of the line.
    line: &'static [&'static str],
    /// Marks around a comment.
    block: &'static [(&'static str, &'static str)],
}

/// Nothing in it is a comment.
pub(super) const NONE: Language = Language { line: &[], block: &[] };
const C: Language = Language { line: &["///", "//!", "//"], block: &[("/*", "*/")] };
const HASH: Language = Language { line: &["#"], block: &[] };
const PYTHON: Language = Language { line: &["#"], block: &[("\"\"\"", "\"\"\""), ("'''", "'''")] };
const SQL: Language = Language { line: &["--"], block: &[("/*", "*/")] };
const LUA: Language = Language { line: &["--"], block: &[("--[[", "]]")] };
const HASKELL: Language = Language { line: &["--"], block: &[("{-", "-}")] };
const LISP: Language = Language { line: &[";"], block: &[] };
const PERCENT: Language = Language { line: &["%"], block: &[] };
const ML: Language = Language { line: &[], block: &[("(*", "*)")] };
const CSS: Language = Language { line: &["//"], block: &[("/*", "*/")] };
const BASIC: Language = Language { line: &["'", "REM "], block: &[] };

/// Returns how the language of a file writes its comments; none when it is no source code.
pub(super) fn language(extension: &str, path: &Path) -> Option<Language> {
    Some(match extension {
        "rs" | "c" | "h" | "cc" | "cpp" | "cxx" | "hpp" | "hh" | "cs" | "java" | "js" | "mjs" | "cjs" | "jsx"
        | "ts" | "tsx" | "go" | "swift" | "kt" | "kts" | "scala" | "dart" | "php" | "m" | "mm" | "proto" | "groovy"
        | "zig" | "v" | "sol" => C,
        "py" | "pyi" | "pyw" => PYTHON,
        "rb" | "sh" | "bash" | "zsh" | "fish" | "pl" | "pm" | "r" | "jl" | "tcl" | "ps1" | "mk" | "cmake" | "nix"
        | "awk" | "ex" | "exs" => HASH,
        "sql" | "ada" | "adb" | "ads" | "vhd" | "vhdl" => SQL,
        "lua" => LUA,
        "hs" | "elm" | "purs" => HASKELL,
        "lisp" | "cl" | "el" | "clj" | "cljs" | "scm" | "rkt" | "asm" | "s" => LISP,
        "erl" | "hrl" | "sty" | "cls" | "bst" => PERCENT,
        "ml" | "mli" | "pas" | "sml" => ML,
        "css" | "scss" | "less" => CSS,
        "bas" | "vb" | "vbs" => BASIC,
        "" => match path.file_name()?.to_str()? {
            "Makefile" | "makefile" | "GNUmakefile" | "Dockerfile" | "Containerfile" | "Rakefile" | "Gemfile" => HASH,
            "Jenkinsfile" => C,
            _ => return None,
        },
        _ => return None,
    })
}

pub(super) fn extract(source: String, language: Language) -> Extracted {
    let mut code = Code::default();
    code.read(&source, language, SpanMap::shifted);
    let item = Item { source: Span::new(0, source.len()), ..code.finish() };
    Extracted { format: CODE.into(), items: vec![item], ..Extracted::default() }
}

/// Code on its way into a text.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub text: String,
    pub map: SpanMapBuilder,
    pub blocks: Vec<Block>,
    /// Where the open comment begins.
    comment: Option<usize>,
}

impl Code {
    /// Reads `source`; `place` gives the map of a stretch of it.
    pub fn read(&mut self, source: &str, language: Language, place: impl Fn(usize, usize) -> SpanMap) {
        let mut until: Option<&str> = None;
        let mut at = 0;
        for raw in source.split_inclusive('\n') {
            let start = at;
            at += raw.len();
            let line = raw.trim_end();
            let indent = line.len() - line.trim_start().len();
            let content = &line[indent..];
            if let Some(end) = until {
                let close = content.find(end);
                let inner = &content[..close.unwrap_or(content.len())];
                let marks = inner.len() - inner.trim_start_matches(['*', ' ']).len();
                self.comment(&inner[marks..], start + indent + marks, &place);
                if close.is_some() {
                    until = None;
                    self.close();
                }
                continue;
            }
            let opened = language.block.iter().find(|(open, _)| content.starts_with(open));
            if let Some((open, end)) = opened {
                self.close();
                let inner = &content[open.len()..];
                let marks = open.len() + inner.len() - inner.trim_start_matches(['*', '!', ' ']).len();
                let inner = &content[marks..];
                let close = inner.find(end);
                self.comment(&inner[..close.unwrap_or(inner.len())], start + indent + marks, &place);
                match close {
                    Some(_) => self.close(),
                    None => until = Some(end),
                }
                continue;
            }
            let mark = language
                .line
                .iter()
                .find(|mark| content.starts_with(**mark) && !content.starts_with("#!") && !content.starts_with("#["));
            match mark {
                Some(mark) => {
                    let rest = &content[mark.len()..];
                    let marks =
                        content.len() - rest.trim_start_matches([' ', '/', '#', '-', '*', ';', '%', '!', '=']).len();
                    self.comment(&content[marks..], start + indent + marks, &place);
                }
                None => {
                    self.close();
                    self.line(line, start, &place);
                }
            }
        }
        self.close();
    }

    /// A line of a comment; an empty one ends a paragraph.
    fn comment(&mut self, words: &str, at: usize, place: &impl Fn(usize, usize) -> SpanMap) {
        let words = words.trim_end();
        if words.is_empty() {
            return self.close();
        }
        match self.comment {
            Some(_) => self.make(" "),
            None => self.comment = Some(self.text.len()),
        }
        self.copy(words, at, place);
    }

    /// Ends the open comment.
    fn close(&mut self) {
        let Some(start) = self.comment.take() else { return };
        let span = Span::new(start, self.text.len());
        let kind = super::office::kind_of(span.slice(&self.text).unwrap_or_default());
        self.blocks.push(Block { span, kind });
        self.make("\n");
    }

    fn line(&mut self, line: &str, at: usize, place: &impl Fn(usize, usize) -> SpanMap) {
        let start = self.text.len();
        if !line.is_empty() {
            self.copy(line, at, place);
            self.blocks.push(Block { span: Span::new(start, self.text.len()), kind: BlockKind::Furniture });
        }
        self.make("\n");
    }

    fn copy(&mut self, words: &str, at: usize, place: &impl Fn(usize, usize) -> SpanMap) {
        self.text.push_str(words);
        self.map.append(&place(at, words.len()), words.len());
    }

    pub fn make(&mut self, text: &str) {
        self.text.push_str(text);
        self.map.skip_text(text.len());
    }

    pub fn finish(self) -> Item {
        Item { text: self.text, map: self.map.finish(), blocks: Some(self.blocks), ..Item::default() }
    }
}
