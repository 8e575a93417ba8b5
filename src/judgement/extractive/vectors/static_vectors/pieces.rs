//! A piece of text → tokens, by the four models that tokenizers have: the longest match (WordPiece), the likeliest cut
//! (Unigram; Kudo, 2018), pairs merged in the order in which they were learnt (BPE; Sennrich et al., 2016), or the
//! whole.

use std::collections::HashMap;

/// A piece that no token stands for.
const UNKNOWN: u32 = u32::MAX;
/// How much less likely than the least likely token an unknown letter is.
const UNLIKELY: f64 = 10.0;

/// How pieces become tokens. What has no token gives none.
#[derive(Debug)]
pub(super) enum Model {
    Whole { ids: HashMap<String, u32> },
    WordPiece { ids: HashMap<String, u32>, prefix: String, longest: usize },
    Unigram { pieces: HashMap<String, (u32, f64)>, longest: usize, unknown: f64 },
    Pairs { ids: HashMap<String, u32>, merges: HashMap<(u32, u32), (u32, u32)> },
}

impl Model {
    /// Tokens in order, with the logarithm of how likely each is.
    pub fn unigram(scored: Vec<(String, f64)>, unknown: Option<u32>) -> Self {
        let least = scored.iter().map(|(_, score)| *score).filter(|score| score.is_finite()).fold(0.0, f64::min);
        let longest = scored.iter().map(|(piece, _)| piece.len()).max().unwrap_or(0);
        let numbered = scored
            .into_iter()
            .zip(0..)
            .filter(|((piece, score), id)| !piece.is_empty() && score.is_finite() && Some(*id) != unknown);
        let pieces = numbered.map(|((piece, score), id)| (piece, (id, score))).collect();
        Model::Unigram { pieces, longest, unknown: least - UNLIKELY }
    }

    /// Tokens with their numbers, and which two become one, those that were learnt first before others.
    pub fn pairs<'a>(ids: HashMap<String, u32>, learnt: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut merges = HashMap::new();
        let mut joined = String::new();
        for ((front, back), rank) in learnt.zip(0..) {
            joined.clear();
            joined.push_str(front);
            joined.push_str(back);
            if let (Some(&front), Some(&back), Some(&whole)) = (ids.get(front), ids.get(back), ids.get(&joined)) {
                merges.entry((front, back)).or_insert((rank, whole));
            }
        }
        Model::Pairs { ids, merges }
    }

    pub fn tokens(&self, piece: &str) -> Vec<u32> {
        match self {
            Model::Whole { ids } => ids.get(piece).copied().into_iter().collect(),
            Model::WordPiece { ids, prefix, longest } => longest_match(piece, ids, prefix, *longest),
            Model::Unigram { pieces, longest, unknown } => likeliest(piece, pieces, *longest, *unknown),
            Model::Pairs { ids, merges } => merged(piece, ids, merges),
        }
    }
}

fn longest_match(word: &str, ids: &HashMap<String, u32>, prefix: &str, longest: usize) -> Vec<u32> {
    let mut tokens = Vec::new();
    if word.chars().count() > longest {
        return tokens;
    }
    let mut begin = 0;
    let mut looked_for = String::new();
    while begin < word.len() {
        let mut ends = word[begin..].char_indices().map(|(at, c)| begin + at + c.len_utf8()).rev();
        let found = ends.find_map(|end| {
            looked_for.clear();
            looked_for.push_str(if begin > 0 { prefix } else { "" });
            looked_for.push_str(&word[begin..end]);
            ids.get(&looked_for).map(|&id| (id, end))
        });
        // A word that cannot be put together is unknown as a whole.
        let Some((id, end)) = found else { return Vec::new() };
        tokens.push(id);
        begin = end;
    }
    tokens
}

/// The cut whose tokens are likeliest together (Viterbi).
fn likeliest(piece: &str, pieces: &HashMap<String, (u32, f64)>, longest: usize, unknown: f64) -> Vec<u32> {
    // By the byte behind it: how likely the best cut up to there is, where its last token begins, and which that is.
    let mut best = vec![(f64::NEG_INFINITY, 0, UNKNOWN); piece.len() + 1];
    best[0].0 = 0.0;
    for (begin, first) in piece.char_indices() {
        let so_far = best[begin].0;
        let mut offer = |end: usize, score: f64, id: u32| {
            if so_far + score > best[end].0 {
                best[end] = (so_far + score, begin, id);
            }
        };
        let mut end = begin;
        for c in piece[begin..].chars() {
            end += c.len_utf8();
            if end - begin > longest {
                break;
            }
            if let Some(&(id, score)) = pieces.get(&piece[begin..end]) {
                offer(end, score, id);
            }
        }
        offer(begin + first.len_utf8(), unknown, UNKNOWN);
    }
    let mut tokens = Vec::new();
    let mut end = piece.len();
    while end > 0 {
        let (_, begin, id) = best[end];
        tokens.push(id);
        end = begin;
    }
    tokens.reverse();
    tokens.retain(|&id| id != UNKNOWN);
    tokens
}

fn merged(piece: &str, ids: &HashMap<String, u32>, merges: &HashMap<(u32, u32), (u32, u32)>) -> Vec<u32> {
    let mut letter = [0; 4];
    let mut tokens: Vec<u32> =
        piece.chars().map(|c| ids.get(&*c.encode_utf8(&mut letter)).copied().unwrap_or(UNKNOWN)).collect();
    let first = |tokens: &[u32]| {
        let pairs = tokens.windows(2).enumerate();
        pairs.filter_map(|(at, pair)| merges.get(&(pair[0], pair[1])).map(|&(rank, whole)| (rank, at, whole))).min()
    };
    while let Some((_, at, whole)) = first(&tokens) {
        tokens[at] = whole;
        tokens.remove(at + 1);
    }
    tokens.retain(|&id| id != UNKNOWN);
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(tokens: &[&str]) -> HashMap<String, u32> {
        tokens.iter().map(|token| (*token).to_owned()).zip(0..).collect()
    }

    #[test]
    fn the_longest_match_goes_first_and_a_word_with_a_gap_is_unknown() {
        let ids = ids(&["un", "under", "##stand", "##s", "##tand"]);
        let model = Model::WordPiece { ids, prefix: "##".to_owned(), longest: 20 };
        assert_eq!(model.tokens("understands"), [1, 2, 3]);
        assert_eq!(model.tokens("undo"), [0; 0]);
        assert_eq!(model.tokens(&"s".repeat(21)), [0; 0]);
    }

    #[test]
    fn the_likeliest_cut_wins_over_the_longest_token() {
        let scored = [("<unk>", 0.0), ("▁ab", -9.0), ("▁a", -2.0), ("b", -2.5), ("c", -3.0), ("bc", -3.5)];
        let model = Model::unigram(scored.map(|(piece, score)| (piece.to_owned(), score)).to_vec(), Some(0));
        assert_eq!(model.tokens("▁abc"), [2, 5]);
        assert_eq!(model.tokens("▁a?b"), [2, 3]);
    }

    #[test]
    fn pairs_merge_in_the_order_they_were_learnt() {
        let ids = ids(&["l", "o", "w", "e", "lo", "we", "low"]);
        let model = Model::pairs(ids, [("w", "e"), ("l", "o"), ("lo", "w")].into_iter());
        assert_eq!(model.tokens("low"), [6]);
        assert_eq!(model.tokens("lowe"), [4, 5]);
        assert_eq!(model.tokens("l?o"), [0, 1]);
    }
}
