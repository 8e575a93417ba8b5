//! The words of a sentence with what stands around each, for what is told by the order of words: who holds an office,
//! what somebody says of a thing, who did something to whom. What finds names cuts its text by itself
//! (`text/names/token`), since marks and contractions count there.

use super::terms::{fold, words};
use crate::model::Span;

/// A word of a sentence with what stands around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    pub folded: String,
    pub span: Span,
    /// It begins with a capital.
    pub capital: bool,
    /// What stands between it and the word before.
    pub gap: &'t str,
}

impl Token<'_> {
    /// True where one of some marks parts it from the word before.
    pub fn is_parted(&self, marks: &[char]) -> bool {
        self.gap.contains(marks)
    }
}

/// The words of a text as tokens, in order.
pub fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut end = 0;
    words(text).map(move |word| {
        let gap = text.get(end..word.span.start).unwrap_or_default();
        end = word.span.end;
        Token { folded: fold(word.text), span: word.span, capital: word.text.starts_with(char::is_uppercase), gap }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_knows_what_stands_around_it() {
        let found: Vec<Token<'_>> = tokens("The clerk, Ada Voss's aunt").collect();
        let told: Vec<_> = found.iter().map(|token| (token.folded.as_str(), token.gap, token.capital)).collect();
        let wanted = [
            ("the", "", true),
            ("clerk", " ", false),
            ("ada", ", ", true),
            ("voss", " ", true),
            ("aunt", "'s ", false),
        ];
        assert_eq!(told, wanted);
        assert!(found[2].is_parted(&[',', ';']) && !found[3].is_parted(&[',', ';']));
        assert_eq!(found[2].span, Span::new(11, 14));
    }
}
