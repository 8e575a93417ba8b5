//! How the documents write a name in a sentence: *the Quay Board* with an article, *Orsk Ferries* without; and what is
//! an adjective in front of what it tells of, by which nobody asks for anything.

use crate::model::Span;
use crate::text::language::word_lists;
use crate::text::names::is_determiner;
use crate::text::names::tag::is_verb;
use crate::text::words::terms::{last_word, words};
use crate::text::words::wordlist::is_function_word;

word_lists! { static WORDS = "articles.toml": definite }

/// Share of the places of a name in front of a noun from which on it is an adjective.
const ADJECTIVE: f32 = 0.8;

/// In how many places a name stands how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// By itself, behind the definite article.
    definite: u32,
    /// By itself, behind no determiner.
    bare: u32,
    /// Directly in front of a noun.
    in_front: u32,
    all: u32,
}

impl Written {
    /// Counts the place of a name in a text.
    pub fn count(&mut self, text: &str, name: Span) {
        let (Some(before), Some(behind)) = (text.get(..name.start), text.get(name.end..)) else { return };
        let next = behind.strip_prefix(' ').and_then(|rest| words(rest).next().filter(|word| word.span.start == 0));
        let is_noun = |word: &str| !is_function_word(&word.to_lowercase()) && !is_verb(&word.to_lowercase());
        self.all += 1;
        if next.is_some_and(|next| is_noun(next.text)) {
            self.in_front += 1;
            return;
        }
        let last = last_word(before.trim_end()).to_lowercase();
        let tied = before.ends_with(char::is_whitespace) && !last.is_empty();
        if tied && WORDS.definite.has(&last) {
            self.definite += 1;
        } else if !tied || is_function_word(&last) && !is_determiner(&last) || is_verb(&last) {
            self.bare += 1;
        }
    }

    /// Counts the places where a phrase stands in a text.
    pub fn count_phrase(&mut self, text: &str, phrase: &str) {
        let (lower, wanted) = (text.to_lowercase(), phrase.to_lowercase());
        if lower.len() == text.len() && !wanted.is_empty() {
            let places = lower.match_indices(&wanted).map(|(at, _)| Span::new(at, at + wanted.len()));
            places.for_each(|place| self.count(text, place));
        }
    }

    /// True for what stands with the article more often than without; `None` where it stands in neither way.
    pub fn is_definite(&self) -> Option<bool> {
        (self.definite + self.bare > 0).then_some(self.definite > self.bare)
    }

    /// True for a word that hardly stands by itself.
    pub fn is_adjective(&self) -> bool {
        self.all > 0 && self.in_front as f32 >= ADJECTIVE * self.all as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str, phrase: &str) -> Written {
        let mut written = Written::default();
        written.count_phrase(text, phrase);
        written
    }

    #[test]
    fn the_article_is_that_of_the_text() {
        let board = "The Quay Board met. In May the Quay Board closed the lock, said the Quay Board.";
        assert_eq!(written(board, "Quay Board").is_definite(), Some(true));
        let ferries = "Orsk Ferries sails. We asked Orsk Ferries. The Orsk Ferries office is shut.";
        assert_eq!(written(ferries, "Orsk Ferries").is_definite(), Some(false));
        assert_eq!(
            written("She learned of Machine learning and machine learning.", "machine learning").is_definite(),
            Some(false)
        );
        assert_eq!(written("A lamp.", "lamp").is_definite(), None);
    }

    #[test]
    fn what_stands_in_front_of_nouns_is_an_adjective() {
        let text = "The Tarnish people and Tarnish leaders met. A Tarnish state.";
        assert!(written(text, "Tarnish").is_adjective());
        assert!(!written("Tarn and its people met in Tarn.", "Tarn").is_adjective());
    }
}
