//! Markdown: the text is kept as it stands, marks included, but for characters that are written by name. Front matter gives title and date and is left out.

use super::{Extracted, Item, entities};
use crate::model::Span;
use crate::text::blocks::Markup;
use crate::text::span_map::SpanMap;

pub(super) fn extract(text: String) -> Extracted {
    let matter = front_matter(&text);
    let (title, date) = match matter {
        Some(matter) => {
            (field(&text[matter.start..matter.end], "title"), field(&text[matter.start..matter.end], "date"))
        }
        None => (None, None),
    };
    let source = Span::new(0, text.len());
    let (text, map) = match matter {
        Some(matter) => (text[matter.end..].to_owned(), SpanMap::shifted(matter.end, text.len() - matter.end)),
        None => (text, SpanMap::identity()),
    };
    let start = matter.map_or(0, |matter| matter.end);
    let (text, map) = entities::read_in_markdown(&text, start).unwrap_or((text, map));
    let item = Item { title, date, source, text, map, markup: Markup::Markdown, ..Item::default() };
    Extracted { format: "markdown".into(), items: vec![item], ..Extracted::default() }
}

/// The block between two lines of three dashes at the very beginning, both lines included.
fn front_matter(text: &str) -> Option<Span> {
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
