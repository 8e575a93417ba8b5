//! Cuts a document into text units: as many whole sentences as a budget of tokens holds, ending at a paragraph where
//! one ends late enough, each unit repeating the last sentences of the one before it.

use std::ops::Range;

use rayon::prelude::*;

use crate::model::{Sentence, Span};
use crate::text::cutting::tokens;

/// How large text units are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkOptions {
    /// The most tokens of a text unit.
    pub size: u32,
    /// The most tokens that a text unit repeats from the one before.
    pub overlap: u32,
}

impl Default for ChunkOptions {
    fn default() -> Self {
        Self { size: 600, overlap: 100 }
    }
}

/// A text unit before it has an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    pub span: Span,
    /// Where the part that the chunk before did not hold begins.
    pub fresh_from: usize,
    /// Exact o200k tokens.
    pub tokens: u32,
    /// The sentences that lie in it, by position. Pieces of one oversized sentence all name that sentence.
    pub sentences: Range<usize>,
}

/// A unit that is not full ends at a paragraph when that leaves at least this share of the budget used.
const PARAGRAPH_SHARE: f32 = 0.7;

/// A sentence with what stands before it (a speaker's label, white space), which goes where the sentence goes.
struct Segment {
    span: Span,
    tokens: u32,
}

/// Cuts `text` into chunks that respect its `sentences`. A sentence is cut only when it alone exceeds the budget.
/// Linear in the length of the text. A text without sentences gives no chunks.
pub fn chunk(text: &str, sentences: &[Sentence], options: &ChunkOptions) -> Vec<Chunk> {
    let size = options.size.max(1);
    let overlap = options.overlap.min(size / 2);
    let whole = sentences
        .first()
        .zip(sentences.last())
        .map(|(first, last)| Span::new(segment_start(text, 0, first.span.start), last.span.end));
    let Some(whole) = whole else { return Vec::new() };
    // Most rows and short letters are one unit: one count is enough. A token has at most some 128 bytes.
    if whole.len() < size as usize * 12 {
        let tokens = count(text, whole);
        if tokens <= size {
            return vec![Chunk { span: whole, fresh_from: whole.start, tokens, sentences: 0..sentences.len() }];
        }
    }
    let segments = segments(text, sentences);
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut next = 0;
    while next < segments.len() {
        if segments[next].tokens > size {
            cut_monster(text, next, segments[next].span, size, &mut chunks);
            next += 1;
            continue;
        }
        let start = overlap_start(&segments, &chunks, next, overlap, size);
        let mut end = fill(&segments, sentences, start, next, size);
        let mut span = Span::new(segments[start].span.start, segments[end - 1].span.end);
        let mut tokens = count(text, span);
        while tokens > size && end > next + 1 {
            end -= 1;
            span.end = segments[end - 1].span.end;
            tokens = count(text, span);
        }
        let (mut first, mut fresh_from) = (start, segments[next].span.start);
        if tokens > size && start < next {
            first = next;
            fresh_from = segments[next].span.start;
            span.start = fresh_from;
            tokens = count(text, span);
        }
        // Counted with the white space before it, it was within the budget: by itself it may be a token longer.
        if tokens > size {
            cut_monster(text, next, segments[next].span, size, &mut chunks);
            next += 1;
            continue;
        }
        chunks.push(Chunk { span, fresh_from, tokens, sentences: first..end });
        next = end;
    }
    chunks
}

/// The sentences that lie in a chunk of this span, by position, as [`chunk`] tells them.
pub fn sentences_in(sentences: &[Sentence], span: Span) -> Range<usize> {
    let first = sentences.partition_point(|sentence| sentence.span.end <= span.start);
    // What stands before a sentence (a speaker's label) goes where the sentence goes.
    let behind = sentences.partition_point(|sentence| sentence.span.end < span.end);
    first..(behind + 1).min(sentences.len()).max(first)
}

fn count(text: &str, span: Span) -> u32 {
    span.slice(text).map_or(0, tokens::count)
}

/// The first byte that is no white space between the sentence before and this one.
fn segment_start(text: &str, from: usize, sentence: usize) -> usize {
    let gap = text.get(from..sentence).unwrap_or_default();
    sentence - gap.trim_start().len()
}

fn segments(text: &str, sentences: &[Sentence]) -> Vec<Segment> {
    let ends = std::iter::once(0).chain(sentences.iter().map(|sentence| sentence.span.end));
    let between: Vec<(usize, &Sentence)> = ends.zip(sentences).collect();
    between
        .into_par_iter()
        .with_min_len(64)
        .map(|(before, sentence)| {
            let start = segment_start(text, before, sentence.span.start.max(before));
            // Counted with the white space before it, as it would be inside a chunk.
            let counted = Span::new(before, sentence.span.end);
            Segment { span: Span::new(start, sentence.span.end), tokens: count(text, counted) }
        })
        .collect()
}

/// The first segment of the next chunk: as many of the last ones of the chunk before as fit into the overlap.
fn overlap_start(segments: &[Segment], chunks: &[Chunk], next: usize, overlap: u32, size: u32) -> usize {
    let Some(last) = chunks.last() else { return next };
    let room = overlap.min(size.saturating_sub(segments[next].tokens));
    let mut start = next;
    let mut used = 0;
    // Never the whole chunk before, and never pieces of an oversized sentence.
    while start > last.sentences.start + 1 && segments[start - 1].tokens <= size {
        used += segments[start - 1].tokens;
        if used > room {
            break;
        }
        start -= 1;
    }
    start
}

/// The end of a chunk that starts at `start` and holds at least segment `next`.
fn fill(segments: &[Segment], sentences: &[Sentence], start: usize, next: usize, size: u32) -> usize {
    let mut used: u32 = segments[start..=next].iter().map(|segment| segment.tokens).sum();
    let mut end = next + 1;
    let mut paragraph_end = None;
    while end < segments.len() {
        if sentences[end].paragraph != sentences[end - 1].paragraph && used as f32 >= size as f32 * PARAGRAPH_SHARE {
            paragraph_end = Some(end);
        }
        if used + segments[end].tokens > size {
            return paragraph_end.unwrap_or(end);
        }
        used += segments[end].tokens;
        end += 1;
    }
    end
}

/// Cuts one sentence that exceeds the budget, at white space where there is any.
fn cut_monster(text: &str, sentence: usize, span: Span, size: u32, chunks: &mut Vec<Chunk>) {
    let mut at = span.start;
    while at < span.end {
        // English has four bytes to a token; what has fewer is halved until it fits.
        let mut step = (size as usize * 4).min(span.end - at);
        loop {
            let end = cut_near(text, at, at + step, span.end);
            let piece = Span::new(at, end);
            let tokens = count(text, piece);
            if tokens <= size || piece.len() <= 4 {
                chunks.push(Chunk { span: piece, fresh_from: at, tokens, sentences: sentence..sentence + 1 });
                at = end;
                break;
            }
            step = (step / 2).max(1);
        }
    }
}

/// A place near `wanted`, at most `end`, where cutting hurts least; always behind `from`.
fn cut_near(text: &str, from: usize, wanted: usize, end: usize) -> usize {
    if wanted >= end {
        return end;
    }
    let low = from + (wanted - from) / 2;
    let bytes = text.as_bytes();
    match (low + 1..=wanted).rev().find(|&at| bytes[at].is_ascii_whitespace()) {
        Some(at) => at,
        None => {
            let at = text.floor_char_boundary(wanted);
            if at > from { at } else { text.ceil_char_boundary(from + 1).min(end) }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::layout::blocks::Markup;
    use crate::text::layout::structure;

    fn cut(text: &str, size: u32, overlap: u32) -> (Vec<Sentence>, Vec<Chunk>) {
        let sentences = structure::of_text(text, Markup::Plain).sentences;
        let chunks = chunk(text, &sentences, &ChunkOptions { size, overlap });
        (sentences, chunks)
    }

    #[test]
    fn a_short_text_is_one_unit() {
        let (sentences, chunks) = cut("  One sentence. And another.  ", 600, 100);
        assert_eq!(chunks, [Chunk { span: Span::new(2, 28), fresh_from: 2, tokens: 6, sentences: 0..sentences.len() }]);
        assert!(cut(" \n ", 600, 100).1.is_empty());
    }

    #[test]
    fn units_end_at_paragraphs_where_they_can() {
        let paragraph = "The boat came in with salt. It was unloaded by noon. The crew went home.";
        let text = [paragraph; 12].join("\n\n");
        let (_, chunks) = cut(&text, 60, 10);
        assert!(chunks.len() > 3);
        assert!(
            chunks[..chunks.len() - 1].iter().all(|chunk| text[..chunk.span.end].ends_with("went home.")),
            "{chunks:?}"
        );
    }

    #[test]
    fn a_sentence_that_is_longer_without_the_blank_before_it_is_cut() {
        let (_, chunks) = cut("Aa. Irbf. a a Aobm. Aa.", 9, 5);
        assert!(chunks.len() > 1 && chunks.iter().all(|chunk| chunk.tokens <= 9), "{chunks:?}");
    }

    #[test]
    fn a_monster_is_cut_and_nothing_of_it_is_lost() {
        let text = format!("A start. {} The end.", "salt ".repeat(20_000));
        let (_, chunks) = cut(&text, 100, 20);
        assert!(chunks.iter().all(|chunk| chunk.tokens <= 100));
        let letters: usize =
            chunks.iter().map(|chunk| text[chunk.fresh_from..chunk.span.end].matches("salt").count()).sum();
        assert_eq!(letters, 20_000);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn every_sentence_is_fresh_once_and_counts_are_exact(
            words in prop::collection::vec("[a-z]{1,9}|[A-Z][a-z]{1,5}\\.|\n\n|国家", 0..200),
            size in 8..60u32,
            overlap in 0..30u32,
        ) {
            let text = words.join(" ");
            let (sentences, chunks) = cut(&text, size, overlap);
            for chunk in &chunks {
                let content = chunk.span.slice(&text).expect("on character bounds");
                prop_assert_eq!(chunk.tokens, tokens::count(content));
                prop_assert!(chunk.tokens <= size);
                prop_assert_eq!(sentences_in(&sentences, chunk.span), chunk.sentences.clone());
                prop_assert!(chunk.span.start <= chunk.fresh_from && chunk.fresh_from < chunk.span.end);
            }
            for (position, sentence) in sentences.iter().enumerate() {
                let fresh = chunks
                    .iter()
                    .filter(|chunk| chunk.sentences.contains(&position) && (chunk.fresh_from..chunk.span.end).contains(&sentence.span.start))
                    .count();
                prop_assert_eq!(fresh, 1);
            }
        }
    }
}
