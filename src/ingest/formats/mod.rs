//! One file per format: decoded text → items, each a document's text with the map back to the decoded text. No format
//! does IO, and none fails: what cannot be understood becomes text, or a remark.

mod delimited;
mod flow;
mod html;
mod json;
mod markdown;
mod table;

use std::path::Path;

use crate::model::Span;
use crate::text::blocks::{Block, Markup};

use crate::text::span_map::SpanMap;

/// One document of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Item {
    /// Row or item number, from 0, where a file holds several.
    pub row: Option<u32>,
    /// The bytes of the decoded text it was made from; all of it when `row` is none.
    pub source: Span,
    pub title: Option<String>,
    /// What the item says of its date, as written.
    pub date: Option<String>,
    pub text: String,
    /// From `text` to the decoded text of the file.
    pub map: SpanMap,
    pub markup: Markup,
    /// The blocks of `text`, where the format knows them.
    pub blocks: Option<Vec<Block>>,
}

/// What a format made of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Extracted {
    pub format: &'static str,
    pub items: Vec<Item>,
    /// Worth saying though the file was read.
    pub remark: Option<String>,
}

/// Which fields of a table hold the text and the title; guessed when not said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableFields {
    pub text: Option<String>,
    pub title: Option<String>,
}

/// Reads decoded text by what the file's name says it is.
pub(super) fn extract(path: &Path, text: String, fields: &TableFields) -> Extracted {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).unwrap_or_default();
    match extension.as_str() {
        "md" | "markdown" | "mdown" | "mkd" | "qmd" | "rmd" => markdown::extract(text),
        "html" | "htm" | "xhtml" => html::extract(text),
        "csv" => delimited::extract(text, false, fields),
        "tsv" | "tab" => delimited::extract(text, true, fields),
        "json" => json::extract_json(text, fields),
        "jsonl" | "ndjson" => json::extract_lines(text, fields),
        _ if looks_like_html(&text) => html::extract(text),
        _ => Extracted {
            format: "text",
            items: vec![Item { source: Span::new(0, text.len()), text, ..Item::default() }],
            remark: None,
        },
    }
}

/// A page that was saved without its extension.
fn looks_like_html(text: &str) -> bool {
    let head = text.trim_start();
    let begins = |mark: &str| head.get(..mark.len()).is_some_and(|found| found.eq_ignore_ascii_case(mark));
    begins("<!doctype html") || begins("<html")
}

#[cfg(test)]
mod tests;
