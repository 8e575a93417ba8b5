//! What a heading or a line says beside its links, pictures and tags; emphasis is `inline`'s.

use crate::model::Span;

/// Links in links: what nests deeper was not written for anybody to read.
const DEEPEST: usize = 4;

/// The text without pictures, tags and where links lead: what a link is called stays, and what stands between tags.
pub fn unlinked(text: &str) -> String {
    unlinked_to(&untagged(text), DEEPEST)
}

fn unlinked_to(text: &str, depth: usize) -> String {
    if depth == 0 {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let picture = rest[..open].ends_with('!');
        out.push_str(&rest[..open - usize::from(picture)]);
        let Some(close) = closing(&rest[open..], '[', ']') else {
            out.push_str(&rest[open - usize::from(picture)..]);
            return out;
        };
        let (called, behind) = (&rest[open + 1..open + close], &rest[open + close + 1..]);
        let leads = match behind.chars().next() {
            Some('(') => closing(behind, '(', ')'),
            Some('[') => closing(behind, '[', ']'),
            _ => None,
        };
        let shown = if picture { String::new() } else { unlinked_to(called, depth - 1) };
        match leads {
            _ if picture => {}
            Some(_) => out.push_str(&shown),
            // A link by its name alone, around a picture.
            None if shown.trim().is_empty() => {}
            None => out.extend(["[", shown.as_str(), "]"]),
        }
        rest = &behind[leads.map_or(0, |end| end + 1)..];
    }
    out.push_str(rest);
    out
}

/// The text without tags of HTML: what stands between them stays.
fn untagged(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // Once none closes any more, none is looked for: a line may open a hundred thousand.
    let mut closes = true;
    while let Some(open) = rest.find('<') {
        let tag = closes && rest[open + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        let close = if tag { rest[open..].find('>') } else { None };
        closes &= !tag || close.is_some();
        match close {
            Some(close) => {
                out.push_str(&rest[..open]);
                rest = &rest[open + close + 1..];
            }
            None => {
                out.push_str(&rest[..open + 1]);
                rest = &rest[open + 1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// True for a line that shows pictures and nothing else, as those are that tell how a program fares.
pub fn only_pictures(line: &str) -> bool {
    (line.contains("![") || line.contains("<img")) && !unlinked(line).contains(char::is_alphanumeric)
}

/// What stands in a text for a program and not for its reader: pictures with what they are called
/// (`![A gull](gull.png)`), and where links lead.
pub fn unread(text: &str) -> Vec<Span> {
    // Hardly any sentence has an address.
    if !text.contains("![") && !text.contains("](") && !text.contains("://") {
        return Vec::new();
    }
    let (mut found, mut at): (Vec<Span>, usize) = (Vec::new(), 0);
    // Once one does not close, none is looked for: a line may open a hundred thousand.
    let last = text.rfind(')').unwrap_or(0);
    let mut closes = text.contains("![");
    while let Some(open) = text[at..].find(['!', ']', 'h']).map(|open| at + open) {
        let rest = &text[open..];
        at = open + 1;
        if closes && rest.starts_with("![") {
            let Some(close) = closing(&rest[1..], '[', ']') else {
                closes = false;
                continue;
            };
            let leads = target(&rest[close + 2..], last.saturating_sub(open + close + 2));
            at = open + close + 2 + leads;
        } else if rest.starts_with("](") {
            at = open + 1 + target(&rest[1..], last.saturating_sub(open + 1));
        } else if rest.starts_with("http://") || rest.starts_with("https://") {
            at = open + rest.find(|c: char| c.is_whitespace() || "()<>[]\"".contains(c)).unwrap_or(rest.len());
        } else {
            continue;
        }
        found.push(Span::new(open, at));
    }
    found
}

/// The one of the spans that [`unread`] gives which a place of the text begins in, or in front of. They are in order
/// and apart, and a line may have a hundred thousand.
fn nearest(unread: &[Span], place: Span) -> Option<Span> {
    unread.get(unread.partition_point(|span| span.end <= place.start)).copied()
}

/// True for a place of a text of which something is not read, by its spans that are not.
pub fn touches_unread(unread: &[Span], place: Span) -> bool {
    nearest(unread, place).is_some_and(|span| span.overlaps(place))
}

/// True for a place of which all is not read.
pub fn is_unread(unread: &[Span], place: Span) -> bool {
    nearest(unread, place).is_some_and(|span| span.contains(place))
}

/// Bytes of what stands in round brackets at the head of a text, of which the last closes at a place; 0 for none.
fn target(text: &str, last: usize) -> usize {
    let leads = text.starts_with('(') && last > 0;
    if leads { text.find(')').map_or(0, |end| end + 1) } else { 0 }
}

/// Where the bracket that a text begins with closes.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        depth += usize::from(c == open);
        depth -= usize::from(c == close);
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_taken_out_and_what_never_closes_stays() {
        assert_eq!(untagged("a <b>bold</b> word"), "a bold word");
        assert_eq!(untagged("x < y and <i>z</i>"), "x < y and z");
        let never = "<div <![CDATA[".repeat(50_000);
        assert_eq!(untagged(&never), never);
    }

    #[test]
    fn pictures_and_where_links_lead_are_not_read() {
        let text =
            "The ![A gull](gull.png) and [![Logo](a.png)](b/icons) of [Orsk](/x) at https://o.example/a?b=c, ![open";
        let told: Vec<&str> = unread(text).into_iter().filter_map(|span| span.slice(text)).collect();
        let expected = ["![A gull](gull.png)", "![Logo](a.png)", "](b/icons)", "](/x)", "https://o.example/a?b=c,"];
        assert_eq!(told, expected);
        let spans = unread(text);
        let place = |word: &str| text.find(word).map(|at| Span::new(at, at + word.len())).expect("a word of it");
        for word in ["gull", "icons", "Logo", "example", "The", "Orsk", "open"] {
            let (touched, inside) =
                (spans.iter().any(|s| s.overlaps(place(word))), spans.iter().any(|s| s.contains(place(word))));
            assert_eq!((touches_unread(&spans, place(word)), is_unread(&spans, place(word))), (touched, inside));
        }
        assert!(touches_unread(&spans, place("Orsk](")) && !is_unread(&spans, place("Orsk](")));
        assert_eq!(unread(&"![a](".repeat(50_000)).len(), 50_000);
        for hostile in ["![", "](", "http://", "!", "[](h"] {
            unread(&hostile.repeat(50_000));
        }
    }

    #[test]
    fn pictures_say_nothing() {
        for line in [
            "[![Build Status](https://example.org/a.svg)](https://example.org) ![Crate][crate-img]",
            "[<img alt=\"build\" src=\"https://example.org/a_(b).svg\" height=\"20\">](https://example.org/b)",
            "<p><img src=a.png></p>",
        ] {
            assert!(only_pictures(line), "{line}");
        }
        assert!(unlinked(&"[".repeat(90_000)).len() == 90_000);
        assert!(unlinked(&format!("{}{}", "[".repeat(90_000), "]".repeat(90_000))).len() <= 180_000);
        for line in ["![The pier](a.png) as it was.", "[The pier](a.html)", "[![Logo](a.png)](b) Ropes", ""] {
            assert!(!only_pictures(line), "{line}");
        }
    }
}
