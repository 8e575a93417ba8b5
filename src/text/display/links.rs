//! What a heading or a line says beside its links, pictures and tags; emphasis is `inline`'s.

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
