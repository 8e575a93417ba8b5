//! Exact token counts with the o200k vocabulary. The vocabulary is unpacked on first use (about 0.1 s), which only
//! indexing causes: counts are stored, and no question needs one.

use std::sync::OnceLock;

use rayon::prelude::*;
use tiktoken::CoreBpe;

static O200K: OnceLock<CoreBpe> = OnceLock::new();

/// Texts longer than this are counted in pieces cut where the vocabulary's own rules would cut them too.
const PIECE: usize = 64 * 1024;
/// A piece without any white space is no text; merging its bytes costs more than in proportion, so that it is counted in
/// pieces of this many bytes.
const RUN: usize = 1024;

fn vocabulary() -> &'static CoreBpe {
    O200K.get_or_init(tiktoken::encoding::o200k_base)
}

/// Unpacks the vocabulary, so that the first count does not wait for it. Worth calling on a thread of its own.
pub fn warm_up() {
    vocabulary();
}

/// Returns the number of o200k tokens of `text`.
///
/// A run of more than 64 kB without a place to cut is counted in pieces (of 1 kB where it has no white space at all); its
/// count is then too high by at most one token a piece.
pub fn count(text: &str) -> u32 {
    let mut rest = text;
    let mut pieces = Vec::new();
    while rest.len() > PIECE {
        let (mut head, tail) = rest.split_at(cut_before(rest, PIECE));
        let length = if head.contains(char::is_whitespace) { PIECE } else { RUN };
        while head.len() > length {
            let (run, after) = head.split_at(head.floor_char_boundary(length));
            pieces.push(run);
            head = after;
        }
        pieces.push(head);
        rest = tail;
    }
    let counted: usize = pieces.into_par_iter().map(|piece| vocabulary().count(piece)).sum();
    u32::try_from(counted + vocabulary().count(rest)).unwrap_or(u32::MAX)
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
    fn a_line_without_any_cut_is_counted_in_linear_time() {
        assert!(count(&"a".repeat(400_000)) > 10_000);
    }

    #[test]
    fn a_run_is_counted_in_small_pieces_and_text_is_not() {
        let (run, spaced) = ("xy".repeat(PIECE), format!("{} {}", "xy".repeat(PIECE / 4), "xy".repeat(PIECE)));
        let exact = |text: &str| vocabulary().count(text) as u32;
        let pieces = (run.len() / RUN) as u32;
        assert!((exact(&run)..=exact(&run) + pieces).contains(&count(&run)));
        assert!(count(&spaced) <= exact(&spaced) + pieces);
    }
}
