//! Markdown in the text of a document, line by line: its signs are left out and what they mean is shown, while every
//! letter keeps its place in the text.

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::text::display::inline::MARKUP;

/// How a stretch of a line looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dress {
    pub heading: bool,
    pub strong: bool,
    pub emphasis: bool,
    pub code: bool,
    /// Struck out; its signs stay, since not every terminal draws a line through words.
    pub struck: bool,
}

/// The stretches of a line that are shown, in order, each with its look. What lies between them are signs.
pub fn dress(line: &str) -> Vec<(Range<usize>, Dress)> {
    // A line that is far in is still a line of text here: the block it belongs to is not known.
    let indent = line.len() - line.trim_start().len();
    let text = &line[indent..];
    let mut shown: Vec<(Range<usize>, Dress)> = Vec::new();
    let mut now = Dress::default();
    let mut before = vec![now];
    if indent > 0 {
        shown.push((0..indent, now));
    }
    for (event, range) in Parser::new_ext(text, MARKUP).into_offset_iter() {
        let range = range.start + indent..(range.end + indent).min(line.len());
        match event {
            Event::Start(tag) => {
                before.push(now);
                match tag {
                    Tag::Heading { .. } => now.heading = true,
                    Tag::Strong => now.strong = true,
                    Tag::Emphasis => now.emphasis = true,
                    Tag::Strikethrough => {
                        now.struck = true;
                        let signs = line[range.clone()].bytes().take_while(|&byte| byte == b'~').count();
                        shown.push((range.start..range.start + signs, now));
                        shown.push((range.end - signs..range.end, now));
                    }
                    Tag::Item => {
                        // The mark of an item stays: it is how people write lists.
                        let mark = line[range.clone()].find(char::is_whitespace).map_or(range.len(), |at| at + 1);
                        shown.push((range.start..range.start + mark, now));
                    }
                    _ => {}
                }
            }
            Event::End(TagEnd::List(_)) => {
                before.pop();
            }
            Event::End(_) => now = before.pop().unwrap_or_default(),
            Event::Code(code) => {
                let inner = line[range.clone()]
                    .find(&*code)
                    .map_or(range.clone(), |at| range.start + at..range.start + at + code.len());
                shown.push((inner, Dress { code: true, ..now }));
            }
            Event::Text(_) | Event::Html(_) | Event::InlineHtml(_) | Event::Rule => shown.push((range, now)),
            _ => {}
        }
    }
    // Nothing that has letters vanishes whole (a definition of a link, a fence).
    if shown.iter().all(|(range, _)| line[range.clone()].trim().is_empty()) {
        return vec![(0..line.len(), Dress::default())];
    }
    shown.sort_by_key(|(range, _)| range.start);
    // Nested events may tell a stretch twice.
    let mut end = 0;
    shown.retain_mut(|(range, _)| {
        range.start = range.start.max(end);
        end = end.max(range.end);
        range.start < range.end
    });
    shown
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(line: &str) -> String {
        dress(line).into_iter().map(|(range, _)| &line[range]).collect()
    }

    #[test]
    fn signs_are_left_out_and_letters_stay() {
        assert_eq!(shown("## The **old** mill"), "The old mill");
        assert_eq!(shown("- see [the report](http://a.b/c) and `code`"), "- see the report and code");
        assert_eq!(shown("    far in, *said* he"), "    far in, said he");
        assert_eq!(shown("```rust"), "```rust");
        assert_eq!(shown("| a | b |"), "| a | b |");
        assert_eq!(shown("paid (~~**£2.94m**~~ at first) **£2.86m**"), "paid (~~£2.94m~~ at first) £2.86m");
        assert!(dress("~~a~~ b")[1].1.struck && !dress("~~a~~ b").last().unwrap().1.struck);
        assert!(dress("# Head")[0].1.heading && dress("a **b**")[1].1.strong);
    }

    proptest! {
        #[test]
        fn stretches_are_in_order_and_between_letters(line in "[#*_`>\\[\\]()!<a-zé \\-0-9.|~]{0,40}") {
            let mut end = 0;
            for (range, _) in dress(&line) {
                prop_assert!(range.start >= end && line.get(range.clone()).is_some());
                end = range.end;
            }
        }
    }
}
