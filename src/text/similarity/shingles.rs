//! Words of a text as hashes, and the hashes of every few words in a row: what finds text that returns.
//!
//! The hash of a row of words rolls along (Karp and Rabin, 1987). In large corpora only every k-th hash by value is
//! kept, which keeps the same ones in every text (Manber, 1994).

use crate::model::Span;
use crate::model::hash::hash64;
use crate::text::cutting::script::is_east_asian;

/// Words in a row that make a shingle: long enough to be said once, short enough to survive small edits around it.
pub const LEN: usize = 8;

const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// A word: its hash in lower case, and its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    pub hash: u64,
    pub start: usize,
    pub end: usize,
}

/// Returns the words of `text`: runs of letters and digits, and each sign of scripts that are written without spaces.
pub fn words(text: &str) -> impl Iterator<Item = Word> + '_ {
    let mut chars = text.char_indices().peekable();
    let mut lower = String::new();
    std::iter::from_fn(move || {
        let (start, first) = chars.find(|(_, c)| c.is_alphanumeric())?;
        let mut end = start + first.len_utf8();
        if !is_east_asian(first) {
            while let Some((at, c)) = chars.next_if(|&(_, c)| c.is_alphanumeric() && !is_east_asian(c)) {
                end = at + c.len_utf8();
            }
        }
        let word = &text[start..end];
        let plain = word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        let hash = if plain {
            hash64(word.as_bytes(), 0)
        } else {
            lower.clear();
            lower.extend(word.chars().flat_map(char::to_lowercase));
            hash64(lower.as_bytes(), 0)
        };
        Some(Word { hash, start, end })
    })
}

/// The shingles of a text that are kept, each with the position of its first word, how many words there are, and
/// every sentence as one hash of all its words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prints {
    pub words: u32,
    pub shingles: Vec<(u64, u32)>,
    pub sentences: Vec<u64>,
}

/// Returns the shingles of `text` whose hash is a multiple of `every`. A text of fewer words than a shingle is one
/// shingle of its own kind. `sentences` are in order; of those without words the hash is 0.
pub fn prints(text: &str, every: u64, sentences: impl IntoIterator<Item = Span>) -> Prints {
    let every = every.max(1);
    // BASE to the power of LEN, to take the oldest word out again.
    let oldest = (0..LEN).fold(1u64, |power, _| power.wrapping_mul(BASE));
    let mut window = [0u64; LEN];
    let mut state = 0u64;
    let mut count = 0usize;
    let mut shingles = Vec::new();
    let mut spans = sentences.into_iter().peekable();
    let (mut hashes, mut sentence) = (Vec::new(), 0u64);
    for word in words(text) {
        while spans.next_if(|span| span.end <= word.start).is_some() {
            hashes.push(std::mem::take(&mut sentence));
        }
        if spans.peek().is_some_and(|span| span.start < word.end) {
            sentence = sentence.wrapping_mul(BASE).wrapping_add(word.hash).max(1);
        }
        let leaving = std::mem::replace(&mut window[count % LEN], word.hash);
        state = state.wrapping_mul(BASE).wrapping_add(word.hash).wrapping_sub(leaving.wrapping_mul(oldest));
        count += 1;
        if count >= LEN && scramble(state).is_multiple_of(every) {
            shingles.push((state, (count - LEN) as u32));
        }
    }
    if count > 0 && count < LEN {
        shingles.push((state ^ count as u64, 0));
    }
    hashes.extend(spans.map(|_| std::mem::take(&mut sentence)));
    Prints { words: u32::try_from(count).unwrap_or(u32::MAX), shingles, sentences: hashes }
}

/// The low bits of a rolling hash depend on the low bits of the words only.
fn scramble(state: u64) -> u64 {
    (state ^ state >> 32).wrapping_mul(BASE) >> 16
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_folded_and_placed() {
        let text = "The PIER, the pier — 国家.";
        let found: Vec<Word> = words(text).collect();
        assert_eq!(found.len(), 6);
        assert_eq!(found[0].hash, found[2].hash);
        assert_eq!(found[1].hash, found[3].hash);
        assert_eq!(&text[found[4].start..found[4].end], "国");
    }

    #[test]
    fn a_sentence_is_one_hash_of_all_its_words() {
        let text = "The pier is shut. — The Pier, is SHUT! The pier is not shut.";
        let spans = [Span::new(0, 17), Span::new(18, 21), Span::new(22, 39), Span::new(40, 61)];
        let hashes = prints(text, 1, spans).sentences;
        assert_eq!(hashes.len(), 4);
        assert_eq!(hashes[0], hashes[2]);
        assert_eq!(hashes[1], 0);
        assert_ne!(hashes[0], hashes[3]);
    }

    proptest! {
        #[test]
        fn a_shingle_depends_on_its_words_alone(a in "[a-c ]{0,40}", shared in "[d-z]{3}( [d-z]{3}){9}", b in "[a-c ]{0,40}") {
            let hashes = |text: &str| prints(text, 1, []).shingles.into_iter().map(|(hash, _)| hash).collect::<Vec<_>>();
            let inside = hashes(&format!("{a} {shared} {b}"));
            prop_assert!(hashes(&shared).iter().all(|hash| inside.contains(hash)));
        }

        #[test]
        fn sampling_keeps_the_same_ones_everywhere(text in "[a-e]{1,3}( [a-e]{1,3}){0,60}", every in 1..9u64) {
            let all = prints(&text, 1, []).shingles;
            let some = prints(&text, every, []).shingles;
            prop_assert!(some.iter().all(|shingle| all.contains(shingle)));
        }
    }
}
