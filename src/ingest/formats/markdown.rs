//! Markdown: the text is kept as it stands, marks included, but for characters that are written by name. Front matter
//! gives title and date; its other fields stand beside the text, as the cells of a row do.

use super::{Extracted, Item, entities};
use crate::ingest::memo::are_minutes;
use crate::model::Span;
use crate::text::language::word_lists;
use crate::text::layout::blocks::{Block, BlockKind, Markup, blocks};
use crate::text::provenance::span_map::SpanMap;

word_lists! {
    static WORDS = "markdown.toml": of_the_page, writers, joining
}

pub(super) fn extract(text: String) -> Extracted {
    let source = Span::new(0, text.len());
    let matter = front_matter(&text);
    let told = |name| matter.and_then(|matter| field(matter.slice(&text)?, name));
    let (title, date) = (told("title"), told("date"));
    let author = WORDS.writers.iter().find_map(told).filter(|author| is_one(author));
    // Front matter that tells nothing of the text is no part of it.
    let start = matter.filter(|&matter| fields(&text, matter).is_empty()).map_or(0, |matter| matter.end);
    let kept = &text[start..];
    let whole = || match start {
        0 => SpanMap::identity(),
        _ => SpanMap::shifted(start, kept.len()),
    };
    let (text, map) = entities::read_in_markdown(kept, start).unwrap_or_else(|| (kept.to_owned(), whole()));
    let blocks = front_matter(&text).map(|matter| {
        let mut told = fields(&text, matter);
        let moved = |block: Block| Block { span: block.span.shifted(matter.end), ..block };
        told.extend(blocks(&text[matter.end..], Markup::Markdown).into_iter().map(moved));
        told
    });
    let blocks = blocks.filter(|blocks| blocks.first().is_some_and(|first| first.kind.is_beside()));
    let spoken = blocks.is_some();
    let authors = if are_minutes(&text) { None } else { author };
    let authors = authors.into_iter().map(|author| (0, author)).collect();
    let item =
        Item { authors, title, date, source, text, map, markup: Markup::Markdown, blocks, spoken, ..Item::default() };
    Extracted { format: "markdown".into(), items: vec![item], ..Extracted::default() }
}

/// True for a text under another name whose headings are marked as Markdown marks them, as pages are that were saved
/// from a site: several lines behind a "#", each by itself. What begins so in settings and scripts is a remark, over
/// the line that it is of.
pub(super) fn is_written(text: &str) -> bool {
    const FEWEST: usize = 2;
    const LONGEST: usize = 160;
    const DEEPEST: usize = 6;
    let (mut headings, mut remarks, mut others) = (0_usize, 0_usize, 0_usize);
    let mut lines = text.lines().map(str::trim_end).peekable();
    let mut above = "";
    while let Some(line) = lines.next() {
        let depth = line.bytes().take_while(|&byte| byte == b'#').count();
        let below = lines.peek().copied().unwrap_or_default();
        let title = line[depth..].strip_prefix(' ').is_some_and(|title| title.contains(char::is_alphabetic));
        let alone = above.is_empty() && below.is_empty() && line.len() <= LONGEST;
        match depth {
            0 => others += usize::from(!line.is_empty()),
            1..=DEEPEST if title && alone => headings += 1,
            _ => remarks += 1,
        }
        above = line;
    }
    headings >= FEWEST && remarks * 4 <= headings && others >= headings
}

/// True for the name of one author: neither a list, an address nor several.
fn is_one(author: &str) -> bool {
    const MOST: usize = 5;
    let plain = author.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '.' | '-' | '\'' | '’'));
    let mut words = author.split_whitespace();
    plain
        && author.starts_with(char::is_uppercase)
        && author.split_whitespace().count() <= MOST
        && !words.any(|word| WORDS.joining.has(&word.to_lowercase()))
}

/// The fields of front matter that tell something of the text, each with what is listed below it.
fn fields(text: &str, matter: Span) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let (mut at, mut told) = (matter.start, false);
    for line in text[matter.start..matter.end].split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        let span = Span::new(start.min(at + line.len()), start.min(at + line.len()) + line.trim().len());
        at += line.len();
        let said = line.trim();
        if said.starts_with(['-', ']', '}']) {
            let listed = said.trim_start_matches('-').chars().any(char::is_alphanumeric);
            if let Some(last) = found.last_mut().filter(|_| told && listed) {
                last.span.end = span.end;
            }
            continue;
        }
        let Some((name, value)) = said.split_once(':').filter(|_| !said.starts_with('#')) else { continue };
        told = !WORDS.of_the_page.has(&name.trim().to_lowercase());
        if told && (value.chars().any(char::is_alphanumeric) || value.trim().is_empty()) {
            found.push(Block { span, kind: BlockKind::Cell });
        }
    }
    // What has neither a value nor a list tells nothing.
    found.retain(|block| block.span.slice(text).is_some_and(|said| !said.trim_end().ends_with(':')));
    found
}

/// The block between two lines of three dashes at the very beginning, both lines included.
pub(in crate::ingest) fn front_matter(text: &str) -> Option<Span> {
    let first = text.lines().next()?;
    if first.trim_end() != "---" {
        return None;
    }
    let mut at = text.find('\n')? + 1;
    for line in text[at..].split_inclusive('\n').take(200) {
        at += line.len();
        match line.trim_end() {
            "---" | "..." => return Some(Span::new(0, at)),
            // A rule and then text: front matter is fields, lists and comments.
            line if line.is_empty() || line.contains(':') || line.starts_with([' ', '-', '#', '\t', ']', '}']) => {}
            _ => return None,
        }
    }
    None
}

/// The value of a `name: value` line, without quotes.
fn field(matter: &str, name: &str) -> Option<String> {
    matter.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        let value = value.trim().trim_matches(['"', '\'']).trim();
        (key.trim().eq_ignore_ascii_case(name) && !value.is_empty()).then(|| value.to_owned())
    })
}
