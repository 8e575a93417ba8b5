//! Noun phrases that are tied into one, as headings have them: *recall of Tarn Blue*, *Ada Voss's resignation*, *Tarn
//! Blue batch*. What stands in a text like this is a title that reads as one.

use super::View;
use super::tag::Tag;
use super::token::TokenShape;
use crate::model::Span;
use crate::text::language::word_lists;
use crate::text::words::lexicon::{Flags, flags_of_noun, means_little};

word_lists! {
    static WORDS = "construction.toml": ties, articles
}

/// Words of each of the phrases, at most.
const LONGEST: usize = 4;

impl View<'_> {
    /// Finds the tied noun phrases of a sentence, each without the article in front of it.
    pub(super) fn constructions(&self, found: &mut Vec<Span>) {
        let mut at = 0;
        while at < self.tokens.len() {
            let Some(end) = self.chunk(at) else {
                at += 1;
                continue;
            };
            // A name that tells whose, or what of, is tied to the noun behind it.
            let named = (at..end).any(|word| self.tokens[word].is_capital());
            if self.heads(end - 1)
                && named
                && end - at <= LONGEST + 1
                && self.tokens[end - 1].shape == TokenShape::Lower
            {
                found.push(self.bytes(at, end));
            }
            if let Some(last) = self.tied(end) {
                let start = self.front(at, end);
                if self.heads(end - 1) && end - start <= LONGEST {
                    found.push(self.bytes(start, last));
                }
            }
            at = end;
        }
    }

    fn bytes(&self, start: usize, end: usize) -> Span {
        Span::new(self.tokens[start].start, self.tokens[end - 1].end)
    }

    /// Where the second phrase ends, if a word that ties stands at `at` and a phrase behind it.
    fn tied(&self, at: usize) -> Option<usize> {
        let word = |at: usize| self.words.get(at).map_or("", String::as_str);
        if !WORDS.ties.has(word(at)) || !self.tokens[at].gap {
            return None;
        }
        let start = if WORDS.articles.has(word(at + 1)) { at + 2 } else { at + 1 };
        let end = self.chunk(start)?;
        let possessive = self.tokens[end - 1].possessive;
        (end - start <= LONGEST && !possessive && self.closes(end - 1)).then_some(end)
    }

    /// Where the noun phrase that begins at a token ends.
    fn chunk(&self, start: usize) -> Option<usize> {
        let inside = |at: usize| {
            let Some(token) = self.tokens.get(at) else { return false };
            let flags = self.flags[at];
            let small = flags.has(Flags::FUNCTION | Flags::WEEKDAY | Flags::FILLER) && !flags.has(Flags::NOMINAL);
            token.is_word()
                && !small
                && token.shape != TokenShape::Number
                && (token.is_capital() && at > 0
                    || matches!(self.tags[at].tag, Tag::Noun | Tag::Proper | Tag::Adjective)
                    || self.tags[at].tag == Tag::Verb && flags.has(Flags::NOMINAL))
        };
        if !inside(start) {
            return None;
        }
        let mut end = start + 1;
        while inside(end) && self.tokens[end].gap {
            end += 1;
        }
        Some(end)
    }

    /// The first token of the phrase from `start` to `end` that a heading would begin with.
    fn front(&self, start: usize, end: usize) -> usize {
        let idle = |at: usize| {
            self.flags[at].has(Flags::WEAK | Flags::NUMBER | Flags::NEVER | Flags::MILD)
                && !self.tokens[at].is_capital()
        };
        (start..end - 1).find(|&at| !idle(at)).unwrap_or(end - 1)
    }

    /// True for a common noun that says something: *recall*, not *number*, *part* or *director*.
    fn heads(&self, at: usize) -> bool {
        let flags = flags_of_noun(&self.words[at]);
        self.tags[at].tag == Tag::Noun
            && self.tokens[at].shape == TokenShape::Lower
            && !self.tokens[at].possessive
            && self.words[at].chars().count() > 2
            && !means_little(&self.words[at])
            && !flags.has(Flags::NEVER | Flags::MEASURE | Flags::NUMBER | Flags::ROLE)
    }

    /// True for a token that the second phrase can end on.
    fn closes(&self, at: usize) -> bool {
        self.tokens[at].is_capital() && self.tokens[at].shape != TokenShape::Initial
            || self.tags[at].tag == Tag::Noun && !flags_of_noun(&self.words[at]).has(Flags::NEVER | Flags::WEAK)
    }
}
