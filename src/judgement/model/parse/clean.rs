//! What is around an answer and inside its fields: thoughts, fences, quotes, HTML entities.

use std::borrow::Cow;

use crate::text::display::sanitise;
use crate::text::display::spacing::single_spaced;
use crate::text::language::word_lists;

word_lists! { static WORDS = "clean.toml": placeholders }

/// Pairs of marks between which models think.
const THOUGHTS: [(&str, &str); 6] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("[THINK]", "[/THINK]"),
];

/// Returns the answer without the model's thoughts. Thoughts that never end leave nothing: the answer did not begin.
/// A closing mark alone (some servers swallow the opening one) ends thoughts that began with the answer.
pub fn without_thoughts(answer: &str) -> Cow<'_, str> {
    let mut kept = Cow::Borrowed(answer);
    for (open, close) in THOUGHTS {
        if !kept.contains(close) && !kept.trim_start().starts_with(open) {
            continue;
        }
        let mut out = String::with_capacity(kept.len());
        let mut rest: &str = &kept;
        let first_open = rest.find(open);
        if let Some(end) = rest.find(close).filter(|&end| first_open.is_none_or(|open| end < open)) {
            rest = &rest[end + close.len()..];
        }
        while let Some(start) = rest.find(open) {
            out.push_str(&rest[..start]);
            let thought = &rest[start + open.len()..];
            match thought.find(close) {
                Some(end) => rest = &thought[end + close.len()..],
                None => {
                    rest = "";
                }
            }
        }
        out.push_str(rest);
        kept = Cow::Owned(out);
    }
    kept
}

/// Returns the text without the lines that only open or close a fence.
pub fn without_fences(answer: &str) -> Cow<'_, str> {
    if !answer.contains("```") && !answer.contains("~~~") {
        return Cow::Borrowed(answer);
    }
    let mut out = String::with_capacity(answer.len());
    for line in answer.split_inclusive('\n') {
        let bare = line.trim();
        let fence = bare.strip_prefix("```").or_else(|| bare.strip_prefix("~~~"));
        match fence {
            // A language after the opening fence; anything longer is content on the same line.
            Some(tag) if tag.len() <= 12 && tag.chars().all(|c| c.is_ascii_alphanumeric()) => {}
            Some(tag) => {
                out.push_str(tag.trim_start_matches("json").trim_end_matches('`'));
                out.push('\n');
            }
            None => match line.trim_end().strip_suffix("```") {
                Some(content) => {
                    out.push_str(content);
                    out.push('\n');
                }
                None => out.push_str(line),
            },
        }
    }
    Cow::Owned(out)
}

/// Returns a field as a reader would write it: on one line, without the quotes and asterisks around it, without HTML
/// entities and control characters.
pub fn field(raw: &str) -> String {
    let plain = unescape(raw);
    let plain = sanitise::one_line(&plain);
    let mut text = plain.trim().trim_matches('*').trim();
    // Quotes go in pairs, so that a quotation at the end of a description keeps its mark.
    loop {
        let mut chars = text.chars();
        let (Some(first), Some(last)) = (chars.next(), chars.next_back()) else { break };
        let inner = chars.as_str();
        let pair = matches!((first, last), ('"', '"') | ('“', '”') | ('\'', '\'') | ('«', '»') | ('`', '`'));
        if !pair || inner.contains(first) {
            break;
        }
        text = inner.trim();
    }
    // A quote that was opened and never closed, or the other way round.
    let quotes = text.matches('"').count();
    if quotes == 1 {
        text = text.trim_start_matches('"').trim_end_matches('"').trim();
    }
    single_spaced(text)
}

/// Resolves the few HTML entities that models write.
fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        let known = [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"'), ("&#39;", '\''), ("&apos;", '\'')];
        match known.iter().find(|(entity, _)| tail.starts_with(entity)) {
            Some((entity, c)) => {
                out.push(*c);
                rest = &tail[entity.len()..];
            }
            None => {
                out.push('&');
                rest = &tail[1..];
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// True for a name that is a prompt's placeholder and not a name.
pub fn is_placeholder(name: &str) -> bool {
    let bare: String = name
        .chars()
        .filter(|c| c.is_alphanumeric() || c.is_whitespace() || matches!(c, '_' | '-'))
        .map(|c| if matches!(c, '_' | '-') { ' ' } else { c.to_ascii_lowercase() })
        .collect();
    let bare: Vec<&str> = bare.split_whitespace().collect();
    let joined = bare.join(" ");
    let brackets = matches!(name.chars().next(), Some('<' | '{' | '['))
        && matches!(name.chars().next_back(), Some('>' | '}' | ']'));
    joined.is_empty() || WORDS.placeholders.has(&joined) || (brackets && bare.len() <= 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_go_and_what_follows_stays() {
        assert_eq!(without_thoughts("<think>\nhm { }\n</think>\n{\"a\": 1}"), "\n{\"a\": 1}");
        assert_eq!(without_thoughts("so I think</think>yes"), "yes");
        assert_eq!(without_thoughts("<think>never ends"), "");
        assert_eq!(without_thoughts("a<think>b</think>c<think>d</think>e"), "ace");
        assert_eq!(without_thoughts("I <think about> it"), "I <think about> it");
    }

    #[test]
    fn fences_go_and_their_content_stays() {
        assert_eq!(without_fences("Here:\n```json\n{}\n```\nDone"), "Here:\n{}\nDone");
        assert_eq!(without_fences("```{\"a\":1}```").trim(), "{\"a\":1}");
        assert_eq!(without_fences("no fence"), "no fence");
    }

    #[test]
    fn fields_are_bare() {
        assert_eq!(field(" \"Ada Quill\" "), "Ada Quill");
        assert_eq!(field("\"Ada\" and \"Bo\""), "\"Ada\" and \"Bo\"");
        assert_eq!(field("**Kelp &amp; Sons**"), "Kelp & Sons");
        assert_eq!(field("two\n  lines\u{7}"), "two lines");
        assert_eq!(field("Ada Quill\""), "Ada Quill");
        assert_eq!(field("'Tis the season"), "'Tis the season");
    }

    #[test]
    fn placeholders_are_told_from_names() {
        for name in ["<entity_name>", "entity_name", "{source_entity}", "Entity Name", "[name]", "N/A", ""] {
            assert!(is_placeholder(name), "{name}");
        }
        for name in ["Entity Systems Ltd", "Ada Quill", "[Anonymous] & Sons", "C++"] {
            assert!(!is_placeholder(name), "{name}");
        }
    }
}
