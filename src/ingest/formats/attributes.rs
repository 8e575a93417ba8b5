//! Bounds how many quoted attributes in a row the tokenizer of HTML is given. It calls itself once for each attribute
//! whose value stands in double quotes, so that one tag with some thousands of them would run out of stack, and no
//! thread or caught panic can help against that.
//!
//! A slash between two attributes means nothing in HTML and ends such a row. So where a row is longer than any honest
//! tag has, a blank in it is read as a slash: the same tag, and every byte where it was.

use std::borrow::Cow;

/// Attributes in a row: honest tags have a dozen.
const ROW: usize = 64;

/// Returns `source` with rows of quoted attributes broken up; borrowed when there is none that long.
///
/// Whether a quote opens a value, ends one or is part of a name depends on all that comes before it, and is not worked
/// out here: every reading is followed at once, and what may be a row that is too long is broken up.
pub(super) fn bounded(source: &str) -> Cow<'_, str> {
    let bytes = source.as_bytes();
    let mut broken = Vec::new();
    // Quotes since the last `>` outside a value: each may have ended the value before the next attribute.
    let mut ends = Vec::new();
    // The longest row that such a quote may end, and the one that the last quote may be the opening of.
    let (mut row, mut opened) = (0usize, 0usize);
    let mut last = 0;
    for quote in memchr::memchr_iter(b'"', bytes) {
        let between = &bytes[last..quote];
        if memchr::memchr(b'>', between).is_some() {
            (row, ends) = (0, Vec::new());
        }
        let mut opens = 0;
        if between.trim_ascii_end().last() == Some(&b'=') {
            opens = row + 1;
            if opens > ROW {
                broken.append(&mut ends);
                (row, opens) = (0, 1);
            }
        }
        row = row.max(std::mem::replace(&mut opened, opens));
        last = quote + 1;
        if bytes.get(last).is_some_and(u8::is_ascii_whitespace) {
            ends.push(last);
        }
    }
    if broken.is_empty() {
        return Cow::Borrowed(source);
    }
    let mut bounded = bytes.to_vec();
    broken.iter().for_each(|&at| bounded[at] = b'/');
    // Blanks and slashes are a byte each: what was text is text.
    String::from_utf8(bounded).map_or(Cow::Borrowed(source), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use html5gum::{Token, Tokenizer};

    use super::*;

    #[test]
    fn a_tag_with_very_many_attributes_is_read() {
        // Of one name and of many; with marks in their values; with a quote in the name, which is part of it.
        for between in [" ", "\n", "\t x "] {
            for name in ["a", "numbered-", "x\"", "\"\"y-"] {
                let number = |at: usize| if name.ends_with('-') { at.to_string() } else { String::new() };
                let attributes: String =
                    (0..50_000).map(|at| format!("{between}{name}{}= \"<{at}>\"", number(at))).collect();
                let page = format!("<p{attributes}>One boat.</p>");
                let made = crate::ingest::formats::html::extract(page);
                assert_eq!(made.items[0].text, "One boat.");
            }
        }
    }

    #[test]
    fn a_row_that_is_broken_up_says_the_same() {
        let attributes: String = (0..3_000).map(|at| format!(" a{at}=\"{at}\"")).collect();
        let page = format!("<p{attributes}>");
        let bounded = bounded(&page);
        assert_eq!(bounded.len(), page.len());
        assert!(bounded.contains('/'));
        let tags = Tokenizer::new(bounded.as_ref()).filter_map(Result::ok);
        let tags: Vec<_> = tags.filter(|token| !matches!(token, Token::Error(_))).collect();
        assert!(matches!(&tags[..], [Token::StartTag(tag)] if tag.attributes.len() == 3_000 && !tag.self_closing));
    }

    #[test]
    fn honest_pages_are_not_copied() {
        let page = "<p class=\"a\" id=\"b\">He said \"x = \"y\" \" twice.</p>".repeat(2_000);
        assert!(matches!(bounded(&page), Cow::Borrowed(_)));
    }
}
