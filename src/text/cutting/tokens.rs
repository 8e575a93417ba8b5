//! Exact token counts with the o200k vocabulary. The vocabulary is unpacked on first use (about 0.1 s), which only
//! indexing causes: counts are stored, and no question needs one.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::OnceLock;

use rayon::prelude::*;
use tiktoken::CoreBpe;

use super::words::is_combining;
use crate::model::hash::hash64;

static O200K: OnceLock<CoreBpe> = OnceLock::new();

/// Texts longer than this are counted in pieces cut where the vocabulary's own rules would cut them too.
const PIECE: usize = 64 * 1024;
/// A run of so many bytes of one sort (letters, white space, signs) is no text: the vocabulary's rules do not cut it,
/// and merging its bytes costs a thousand times what words do. It is counted in pieces of this many bytes.
const RUN: usize = 1024;
/// Pieces of runs whose counts each thread remembers: what is long without end mostly repeats itself.
const REMEMBERED: usize = 64;

thread_local! {
    static COUNTED: RefCell<Vec<(String, usize)>> = RefCell::new(vec![(String::new(), 0); REMEMBERED]);
}

fn vocabulary() -> &'static CoreBpe {
    O200K.get_or_init(tiktoken::encoding::o200k_base)
}

/// Unpacks the vocabulary, so that the first count does not wait for it. Worth calling on a thread of its own.
pub fn warm_up() {
    vocabulary();
}

/// A rough count for text that is made on the way: no vocabulary is loaded for it.
pub fn guess(text: &str) -> u32 {
    const BYTES: usize = 4;
    u32::try_from(text.len().div_ceil(BYTES)).unwrap_or(u32::MAX)
}

/// Returns the number of o200k tokens of `text`.
///
/// A run of more than 1 kB of one sort (letters, white space, signs) is counted in pieces of 1 kB, and text of more
/// than 64 kB without a place to cut in pieces of 64 kB; the count then differs by at most a token or two a piece.
pub fn count(text: &str) -> u32 {
    let (mut counted, mut rest) = (0, text);
    while let Some(run) = long_run(rest) {
        let (run, after) = (&rest[run.clone()], run);
        counted += count_text(&rest[..after.start]) + count_run(run);
        rest = &rest[after.end..];
    }
    u32::try_from(counted + count_text(rest)).unwrap_or(u32::MAX)
}

/// Counts text without long runs.
fn count_text(text: &str) -> usize {
    let mut rest = text;
    let mut pieces = Vec::new();
    while rest.len() > PIECE {
        let (head, tail) = rest.split_at(cut_before(rest, PIECE));
        pieces.push(head);
        rest = tail;
    }
    let counted: usize = pieces.into_par_iter().map(|piece| vocabulary().count(piece)).sum();
    counted + vocabulary().count(rest)
}

/// Counts a run, piece by piece; a piece that this thread counted lately costs nothing.
fn count_run(run: &str) -> usize {
    let (mut counted, mut rest) = (0, run);
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(RUN));
        counted += COUNTED.with_borrow_mut(|known| {
            let place = hash64(piece.as_bytes(), 0) as usize % REMEMBERED;
            if known[place].0 != piece {
                known[place] = (piece.to_owned(), vocabulary().count(piece));
            }
            known[place].1
        });
        rest = after;
    }
    counted
}

/// The first run of more than [`RUN`] bytes of one sort.
fn long_run(text: &str) -> Option<Range<usize>> {
    let mut from = 0;
    while text.len() - from > RUN {
        // A run that is long enough holds the place this far on: most words are passed over without being looked at.
        let place = text.floor_char_boundary(from + RUN);
        let sort = Sort::of(text[place..].chars().next()?);
        let other = text[from..place].char_indices().rev().find(|&(_, c)| Sort::of(c) != sort);
        let end = match other {
            Some((at, c)) => from + at + c.len_utf8(),
            None => {
                let end = text[place..].find(|c| Sort::of(c) != sort).map_or(text.len(), |after| place + after);
                if end - from > RUN {
                    return Some(from..end);
                }
                end
            }
        };
        from = end;
    }
    None
}

/// What the vocabulary's rules tell apart.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Letter,
    Digit,
    Space,
    Sign,
}

impl Sort {
    fn of(c: char) -> Sort {
        match c {
            'a'..='z' | 'A'..='Z' => Sort::Letter,
            _ if c.is_alphabetic() || is_combining(c) => Sort::Letter,
            _ if c.is_numeric() => Sort::Digit,
            _ if c.is_whitespace() => Sort::Space,
            _ => Sort::Sign,
        }
    }
}

/// Returns the last place before `limit` where no token reaches across: between a letter and a single space before a
/// letter. Without one, the last character boundary.
fn cut_before(text: &str, limit: usize) -> usize {
    let bytes = text.as_bytes();
    let clean =
        |at: &usize| bytes[*at] == b' ' && bytes[*at - 1].is_ascii_lowercase() && bytes[*at + 1].is_ascii_lowercase();
    (limit / 2..limit).rev().find(clean).unwrap_or_else(|| text.floor_char_boundary(limit))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn counts_are_those_of_the_published_vocabulary() {
        // Figures from the vocabulary's reference implementation.
        assert_eq!(count(""), 0);
        assert_eq!(count("hello world"), 2);
        assert_eq!(count("tiktoken is great!"), 6);
        assert_eq!(count("お誕生日おめでとう"), 8);
    }

    #[test]
    fn long_text_counts_like_one_piece() {
        let text = "The ferry left the northern pier at noon, with 12 crates of salt.\n\n".repeat(4_000);
        assert!(text.len() > 4 * PIECE);
        assert_eq!(count(&text) as usize, vocabulary().count(&text));
    }

    #[test]
    fn a_run_is_counted_in_pieces_and_what_stands_around_it_is_not() {
        let exact = |text: &str| vocabulary().count(text) as u32;
        for sign in ["a", "xy", " ", "\n", "=", "…", "字", "a\u{301}"] {
            let run = sign.repeat(20 * RUN);
            let text = format!("The ferry left. {run} It came back at noon.");
            let pieces = (run.len() / RUN) as u32;
            let counted = count(&text);
            assert!(exact(&text).abs_diff(counted) <= 2 * pieces + 4, "{sign:?}: {counted}");
        }
        assert!(count(&"a".repeat(4 << 20)) > 100_000);
    }

    #[test]
    fn the_first_long_run_is_found_wherever_it_stands() {
        for before in [0, 1, 5, RUN - 1, RUN, RUN + 1, 3 * RUN + 7] {
            let words = "to ".repeat(before / 3) + &"7".repeat(before % 3);
            let text = format!("{words}{}.", "é".repeat(RUN));
            assert_eq!(long_run(&text), Some(words.len()..text.len() - 1), "{before}");
            assert_eq!(long_run(&format!("{words}{}.", "e".repeat(RUN))), None, "{before}");
        }
    }

    proptest! {
        #[test]
        fn text_without_long_runs_counts_as_it_always_did(
            words in prop::collection::vec("[a-zA-Zäé字の]{1,12}|[0-9]{1,6}|[ \n\t]{1,3}|\\PC{1,4}", 0..400),
        ) {
            let text = words.concat();
            prop_assert_eq!(count(&text) as usize, vocabulary().count(&text));
        }
    }
}
