//! Headings that a number in front makes: the next number after that of the heading before, or a title directly over
//! its text.

use super::blocks::{Block, BlockKind};
use super::line_kinds;
use crate::text::cutting::lines::Line;
use crate::text::cutting::punctuation::ends_sentence;

/// True when the number in front of a position is the next after that of the last heading.
pub(super) fn follows(text: &str, blocks: &[Block], start: usize) -> bool {
    let number = |start: usize| -> Option<u32> {
        let mark = text[..start].trim_end().strip_suffix('.')?;
        let digits = mark.len() - mark.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        mark[mark.len() - digits..].parse().ok()
    };
    let last = blocks.iter().rev().find(|block| block.kind == BlockKind::Heading);
    let before = last.and_then(|heading| number(heading.span.start));
    before.zip(number(start)).is_some_and(|(before, this)| before.checked_add(1) == Some(this))
}

/// True where the first of some lines, which a number stands in front of, is a title of what stands directly below it:
/// "11. LAW", or a few words behind the next number that are no wrapped line.
pub(super) fn heads_below(text: &str, blocks: &[Block], lines: &[Line]) -> bool {
    let [first, second, ..] = lines else { return false };
    let (title, below) = (first.content(text), second.content(text));
    let widest = lines.iter().map(|line| line.chars(text)).max().unwrap_or(0);
    let shouted = !title.contains(char::is_lowercase) && title.chars().filter(|c| c.is_alphabetic()).count() > 1;
    (shouted || follows(text, blocks, first.span.start))
        && first.chars(text) * 2 <= widest
        && below.starts_with(char::is_uppercase)
        && !ends_sentence(title)
        && line_kinds::looks_like_title(title)
}
