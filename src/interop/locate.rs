//! Finding what a table only asserts: where a name stands in a passage, and a passage in its document.

use memchr::memmem;

use crate::model::Span;
use crate::text::cutting::script::{HAN, HAN_AGAIN, HAN_RARE, KANA, THAI};

/// Places kept of one name in one passage.
const PLACES: usize = 16;
/// Lines that may stand before a passage's own text: some programs put a document's fields there.
const PREFIX_LINES: usize = 8;
/// Bytes that two passages share at least when one goes on where the other ends.
const MIN_OVERLAP: usize = 24;
/// Bytes of a shared stretch that are examined at most.
const MAX_OVERLAP: usize = 16 * 1024;

/// Finds a name in a text, whatever its case and however its words are parted (a line break, several spaces), standing
/// alone: not inside another word, unless the script writes none apart. In order, without overlaps.
pub fn names(text: &str, name: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let Some(first) = name.chars().next() else { return found };
    let lower = first.to_lowercase().next().unwrap_or(first);
    let upper = first.to_uppercase().next().unwrap_or(first);
    let mut buffers = ([0; 4], [0; 4]);
    let lower = lower.encode_utf8(&mut buffers.0).as_bytes();
    let upper = upper.encode_utf8(&mut buffers.1).as_bytes();
    let mut from = 0;
    while found.len() < PLACES {
        let rest = &text.as_bytes()[from..];
        let at = match (lower, upper) {
            (&[a], &[b]) => memchr::memchr2(a, b, rest),
            _ => {
                let at = memmem::find(rest, lower);
                // Only what lies before is still of interest.
                memmem::find(&rest[..at.unwrap_or(rest.len())], upper).or(at)
            }
        };
        let Some(at) = at.map(|at| from + at) else { break };
        match match_at(&text[at..], name) {
            Some(length) if stands_alone(text, at, at + length) => {
                found.push(Span::new(at, at + length));
                from = at + length;
            }
            _ => from = at + text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    found
}

/// The bytes at the beginning of `text` that are the name.
fn match_at(text: &str, name: &str) -> Option<usize> {
    let mut rest = text.char_indices().peekable();
    let mut wanted = name.chars().peekable();
    while let Some(&c) = wanted.peek() {
        if c.is_whitespace() {
            rest.next_if(|(_, there)| there.is_whitespace())?;
            while rest.next_if(|(_, there)| there.is_whitespace()).is_some() {}
            while wanted.next_if(|c| c.is_whitespace()).is_some() {}
            continue;
        }
        let (_, there) = rest.next()?;
        let alike = match there.is_ascii() && c.is_ascii() {
            true => there.eq_ignore_ascii_case(&c),
            false => there == c || there.to_lowercase().eq(c.to_lowercase()),
        };
        if !alike {
            return None;
        }
        wanted.next();
    }
    Some(rest.peek().map_or(text.len(), |&(at, _)| at))
}

fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let joins = |a: Option<char>, b: Option<char>| matches!((a, b), (Some(a), Some(b)) if is_word(a) && is_word(b));
    let name = &text[start..end];
    !joins(text[..start].chars().next_back(), name.chars().next())
        && !joins(name.chars().next_back(), text[end..].chars().next())
}

/// A letter of a script that parts its words.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() && ![THAI, KANA, HAN, HAN_AGAIN, HAN_RARE].iter().any(|script| script.contains(&c))
}

/// Finds passages in their document. Bytes looked through are bounded, so that a thousand passages that stand nowhere
/// in a huge document do not read it a thousand times.
pub struct PassageFinder<'a> {
    document: &'a str,
    /// Where the passage before began.
    after: usize,
    budget: u64,
}

impl<'a> PassageFinder<'a> {
    pub fn new(document: &'a str, passages: usize) -> Self {
        let budget = (document.len() as u64 * 64).max(1 << 20) + passages as u64 * 4096;
        Self { document, after: 0, budget }
    }

    /// Where a passage stands: behind the one before where it can, else anywhere. A character that was cut in two at
    /// its ends, and lines put before it, are left out.
    pub fn find(&mut self, passage: &str) -> Option<Span> {
        let whole = passage.trim_matches(['\u{fffd}', '\u{feff}']);
        let lines = whole.match_indices('\n').take(PREFIX_LINES).map(|(at, _)| &whole[at + 1..]);
        for candidate in std::iter::once(whole).chain(lines) {
            // What is left of it must say more than a line or two.
            if candidate.trim().is_empty() || (candidate.len() < whole.len() && candidate.len() * 2 < whole.len()) {
                break;
            }
            if let Some(span) = self.find_exactly(candidate) {
                self.after = span.start;
                return Some(span);
            }
            let bare = candidate.trim();
            if bare.len() < candidate.len()
                && let Some(span) = self.find_exactly(bare)
            {
                self.after = span.start;
                return Some(span);
            }
        }
        None
    }

    fn find_exactly(&mut self, passage: &str) -> Option<Span> {
        let finder = memmem::Finder::new(passage);
        for from in [self.after, 0] {
            let rest = &self.document.as_bytes()[from..];
            if self.budget == 0 {
                return None;
            }
            let found = finder.find(rest);
            let read = found.map_or(rest.len(), |at| at + passage.len());
            self.budget = self.budget.saturating_sub(read as u64);
            if let Some(at) = found {
                return Some(Span::new(from + at, from + at + passage.len()));
            }
            if from == 0 {
                break;
            }
        }
        None
    }
}

/// Bytes at the end of `text` that `next` begins with, where they are enough to be no accident. Linear (the failure
/// function of Knuth, Morris and Pratt).
pub fn overlap(text: &str, next: &str) -> usize {
    let longest = text.len().min(next.len()).min(MAX_OVERLAP);
    let (tail, head) = (&text.as_bytes()[text.len() - longest..], &next.as_bytes()[..longest]);
    let mut borders = vec![0usize; longest];
    let mut length = 0;
    for at in 1..longest {
        while length > 0 && head[at] != head[length] {
            length = borders[length - 1];
        }
        length += usize::from(head[at] == head[length]);
        borders[at] = length;
    }
    let mut matched = 0;
    for &byte in tail {
        while matched > 0 && (matched == longest || byte != head[matched]) {
            matched = borders[matched - 1];
        }
        matched += usize::from(!head.is_empty() && byte == head[matched]);
    }
    if matched >= MIN_OVERLAP && next.is_char_boundary(matched) { matched } else { 0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
        names(text, name).into_iter().filter_map(|span| span.slice(text)).collect()
    }

    #[test]
    fn a_name_is_found_however_it_is_written() {
        assert_eq!(
            found("Old Ida of\n  Harrow met IDA OF HARROW.", "IDA OF HARROW"),
            ["Ida of\n  Harrow", "IDA OF HARROW"]
        );
        assert_eq!(found("Idas Haus, Ida's house", "IDA"), ["Ida"]);
        assert_eq!(found("Der Ölpreis; ölpreis", "ÖLPREIS"), ["Ölpreis", "ölpreis"]);
        assert_eq!(found("国家发展和改革委员会主任", "改革委员会"), ["改革委员会"]);
        assert!(found("Idaho", "IDA").is_empty());
        assert!(found("text", "").is_empty());
    }

    #[test]
    fn a_passage_is_found_in_its_document() {
        let document = "One two three. Four five six. One two three. Seven.";
        let mut passages = PassageFinder::new(document, 3);
        assert_eq!(passages.find("Four five six."), Some(Span::new(15, 29)));
        assert_eq!(passages.find("One two three."), Some(Span::new(30, 44)));
        assert_eq!(passages.find("title: Numbers\nFour five six. One two\u{fffd}"), Some(Span::new(15, 37)));
        assert_eq!(passages.find("Eight."), None);
        assert_eq!(passages.find(" "), None);
    }

    #[test]
    fn a_passage_goes_on_where_another_ends() {
        assert_eq!(overlap("He sold the mill in the spring of 1840.", "in the spring of 1840. Then he left."), 0);
        assert_eq!(overlap("He sold the old mill in the spring of 1840.", "mill in the spring of 1840. Then."), 27);
        assert_eq!(overlap("", "a"), 0);
        assert_eq!(overlap(&"a".repeat(50_000), &"a".repeat(50_000)), MAX_OVERLAP);
    }

    proptest! {
        #[test]
        fn found_names_lie_in_the_text(text in "\\PC{0,40}|[aAbB éÉß\n]{0,30}", name in "\\PC{0,6}|[abAéß ]{0,4}") {
            let spans = names(&text, &name);
            prop_assert!(spans.iter().all(|span| span.slice(&text).is_some_and(|found| !found.is_empty())));
            prop_assert!(spans.windows(2).all(|pair| pair[0].end <= pair[1].start));
        }

        #[test]
        fn an_overlap_is_one(a in "[ab]{20,60}", b in "[ab]{20,60}", shared in "[abé]{24,40}") {
            let (text, next) = (format!("{a}{shared}"), format!("{shared}{b}"));
            let length = overlap(&text, &next);
            prop_assert!(length >= shared.len());
            prop_assert_eq!(&text[text.len() - length..], &next[..length]);
        }
    }
}
