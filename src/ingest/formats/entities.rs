//! Characters that are written by their names, `&amp;` and `&nbsp;`: what they read as.

use html5gum::{Token, Tokenizer};

use crate::text::provenance::span_map::{SpanMap, SpanMapBuilder};

/// How many bytes the entity or line break at the beginning of `rest` takes.
pub(super) fn written_length(rest: &str) -> usize {
    if rest.starts_with("\r\n") {
        return 2;
    }
    if !rest.starts_with('&') {
        return 1;
    }
    let name = rest[1..].bytes().take(40).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    1 + name + usize::from(rest.as_bytes().get(1 + name) == Some(&b';'))
}

/// What a short piece of text reads as.
pub(super) fn decode_one(written: &str) -> String {
    let mut out = String::new();
    for token in Tokenizer::new(written) {
        let Ok(token) = token;
        if let Token::String(string) = token {
            out.push_str(&String::from_utf8_lossy(&string.value));
        }
    }
    out
}

/// A text of marks, of which `start` bytes of the file stand in front, with its entities read, but for those in code.
/// `None` where it has none.
pub(super) fn read_in_markdown(text: &str, start: usize) -> Option<(String, SpanMap)> {
    let mut map = SpanMapBuilder::default();
    let mut out = String::new();
    let (mut at, mut copied, mut fenced) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        fenced ^= fence;
        if !fence && !fenced {
            for (place, written, read) in entities(line) {
                let place = at + place;
                out.push_str(&text[copied..place]);
                map.copy(place - copied, start + copied);
                out.push_str(&read);
                map.replace(read.len(), start + place, written);
                copied = place + written;
            }
        }
        at += line.len();
    }
    if copied == 0 {
        return None;
    }
    out.push_str(&text[copied..]);
    map.copy(text.len() - copied, start + copied);
    Some((out, map.finish()))
}

/// The entities of a line outside code: where they stand, how many bytes they take, and what they read as.
fn entities(line: &str) -> Vec<(usize, usize, String)> {
    let (mut found, mut at, mut code) = (Vec::new(), 0, false);
    while let Some(next) = line[at..].find(['&', '`']).map(|next| at + next) {
        if line[next..].starts_with('`') {
            code = !code && line[next + 1..].contains('`');
            at = next + 1;
            continue;
        }
        let written = written_length(&line[next..]);
        let entity = &line[next..next + written];
        let read = if entity.ends_with(';') && !code { decode_one(entity) } else { entity.to_owned() };
        if read != entity {
            // A blank that keeps words together is one.
            found.push((next, written, read.replace(char::is_whitespace, " ")));
        }
        at = next + written;
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::Span;

    #[test]
    fn entities_are_read_where_no_code_stands() {
        let source = "468&nbsp;km, salt &amp; bread\n\n```\na &amp; b\n```\n`&lt;` &amp;lt; AT&T & co; &nosuch;\n";
        let (text, map) = read_in_markdown(source, 10).expect("some");
        assert_eq!(text, "468 km, salt & bread\n\n```\na &amp; b\n```\n`&lt;` &lt; AT&T & co; &nosuch;\n");
        let at = text.find("bread").expect("there");
        let place = map.to_file(Span::new(at, at + 5));
        assert_eq!(&source[place.start - 10..place.end - 10], "bread");
        assert_eq!(read_in_markdown("salt & bread", 0), None);
    }

    proptest! {
        #[test]
        fn every_place_leads_back(text in "(\\PC|&(amp|nbsp|#8212|x)?;|`|\n){0,40}") {
            let Some((read, map)) = read_in_markdown(&text, 0) else { return Ok(()) };
            for (at, c) in read.char_indices() {
                let place = map.to_file(Span::new(at, at + c.len_utf8()));
                prop_assert!(place.slice(&text).is_some());
            }
        }
    }
}
