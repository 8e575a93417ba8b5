//! Common nouns of a text: single words that can head a topic. Names and noun phrases are found elsewhere.

use std::collections::HashMap;

use harper_brill::{Tagger, UPOS, brill_tagger};

use crate::model::Span;
use crate::text::language::word_lists;
use crate::text::similarity::term_vectors::{Term, Terms};
use crate::text::words::terms::{is_hyphen, words};
use crate::text::words::wordlist;

word_lists! {
    static WORDS = "common_nouns.toml": endings
}

/// Finds common nouns; remembers the words it has met.
#[derive(Default)]
pub struct Nouns {
    terms: Terms,
    known: HashMap<String, Option<Term>>,
}

impl Nouns {
    /// The common nouns of an English sentence, with their terms and where they stand: words in lower case that are
    /// usually nouns. Capitalised words are left to the recogniser of names.
    pub fn of_text(&mut self, text: &str) -> Vec<(Term, Span)> {
        let mut found = Vec::new();
        for word in words(text) {
            // Half of *multi-cloud* is no word of its own.
            let compound = text[..word.span.start].ends_with(is_hyphen) || text[word.span.end..].starts_with(is_hyphen);
            if !compound
                && !is_of_address(text, word.span)
                && word.text.starts_with(char::is_lowercase)
                && let Some(term) = self.of_word(word.text)
            {
                found.push((term, word.span));
            }
        }
        found
    }

    fn of_word(&mut self, word: &str) -> Option<Term> {
        if let Some(&known) = self.known.get(word) {
            return known;
        }
        let term = is_noun(word).then(|| self.terms.of_word(word)).flatten();
        self.known.insert(word.to_owned(), term);
        term
    }
}

/// True for a part of an address or an identifier: *holm* in `ada@holm.example`, *gate* in `upper.gate`.
fn is_of_address(text: &str, word: Span) -> bool {
    let joint = |c: char| matches!(c, '@' | '.' | '_' | '\\');
    let before = text[..word.start].strip_suffix(joint).is_some_and(|rest| rest.ends_with(char::is_alphanumeric));
    let behind = text[word.end..].strip_prefix(joint).is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    before || behind
}

/// A guess by the commonest use of the word; words that the lexicon does not know go by their endings.
fn is_noun(word: &str) -> bool {
    if word.chars().count() < 4 || !word.chars().all(char::is_alphabetic) || wordlist::is_light_noun(word) {
        return false;
    }
    match brill_tagger().tag_sentence(&[word.to_owned()]).first() {
        Some(Some(tag)) => *tag == UPOS::NOUN,
        _ => !WORDS.endings.iter().any(|end| word.ends_with(end)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_addresses_head_no_topic() {
        let mut nouns = Nouns::default();
        let text = "Write to ferry@harbours.example, or take the ferry.";
        let found: Vec<&str> = nouns.of_text(text).into_iter().filter_map(|(_, word)| word.slice(text)).collect();
        assert_eq!(found, ["ferry"]);
    }

    #[test]
    fn words_that_can_head_a_topic() {
        let mut nouns = Nouns::default();
        let text = "Ines sailed the ferry quickly to harbours, which is a good thing for on-premises fishermen.";
        let found: Vec<&str> = nouns.of_text(text).into_iter().filter_map(|(_, word)| word.slice(text)).collect();
        assert_eq!(found, ["ferry", "harbours", "fishermen"]);
    }
}
