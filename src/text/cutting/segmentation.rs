//! Words of Chinese and Japanese, which are written without spaces: cut by a dictionary.

use std::sync::LazyLock;

use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

use super::script::is_han_word;
use crate::model::Span;

/// Cuts by the dictionary alone; what it cannot tell is cut into characters.
static SEGMENTER: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(Default::default()));

/// Where the words of a text stand, and what is between them: all of the text, in order.
pub fn segments(text: &str) -> impl Iterator<Item = Span> {
    let mut start = 0;
    SEGMENTER.segment_str(text).filter(|end| *end > 0).map(move |end| {
        let span = Span::new(start, end);
        start = end;
        span
    })
}

/// The pairs of letters, as full text has them, that stand inside words of content: of a text whose pairs across words
/// would be found in what says something else. `ties` are characters that no such word has.
pub fn content_pairs(text: &str, ties: &str) -> Vec<String> {
    let mut pairs: Vec<String> = Vec::new();
    let mut push = |pair: String| {
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    };
    // A name is cut into characters, and a suffix stands alone: their pairs stand across words.
    let mut before: Option<(char, bool)> = None;
    for word in segments(text).filter_map(|span| span.slice(text)) {
        let letters: Vec<char> = word.chars().collect();
        let ties_in = letters.iter().any(|c| ties.contains(*c));
        let (Some(first), Some(last)) = (letters.first(), letters.last()) else { continue };
        if !is_han_word(word) || ties_in {
            before = None;
            continue;
        }
        let single = letters.len() == 1;
        if let Some((end, _)) = before.filter(|(_, alone)| *alone || single) {
            push(format!("{end}{first}"));
        }
        letters.windows(2).for_each(|pair| push(pair.iter().collect()));
        before = Some((*last, single));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::script::is_han;
    use super::*;

    #[test]
    fn text_is_cut_into_words() {
        for text in ["鳴瀬町の郷土史会", "环境科技有限公司", "no 桥 there", ""] {
            let words: Vec<&str> = segments(text).filter_map(|span| span.slice(text)).collect();
            assert_eq!(words.concat(), text);
        }
        assert!(segments("有限公司的报告").count() < 7);
    }

    #[test]
    fn pairs_stand_inside_words() {
        assert_eq!(content_pairs("传感器的报告", "的"), ["传感", "感器", "报告"]);
        assert!(content_pairs("六号站", "").contains(&"号站".to_owned()));
        assert!(content_pairs("駅長に聞きました", "").iter().all(|pair| pair.chars().all(is_han)));
    }
}
