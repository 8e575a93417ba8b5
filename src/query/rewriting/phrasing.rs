//! Verbs and other phrases of several words in a question, read as the one word that the documents use for them: "How
//! do I turn on logging?" where they say *enable*. What is looked for in their place is told.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::config::entries;
use crate::query::QueryError;
use crate::store::Reader;
use crate::text::words::terms::{Stems, Word, fold, words};

/// A phrase of several words behind its first: the others as they are, and the word that stands for them.
struct Phrase {
    others: Vec<&'static str>,
    word: &'static str,
}

/// The phrases of `phrasing.txt`, by the stem of the first word, in the order of the file.
static PHRASES: LazyLock<HashMap<String, Vec<Phrase>>> = LazyLock::new(|| {
    let mut stems = Stems::default();
    let lines = entries(include_str!("phrasing.txt"));
    let mut phrases: HashMap<String, Vec<Phrase>> = HashMap::new();
    for (written, word) in lines.filter_map(|line| line.split_once(" = ")) {
        for phrase in written.split(", ") {
            let mut all = phrase.split(' ');
            let first = stems.stem(all.next().unwrap_or_default()).to_owned();
            phrases.entry(first).or_default().push(Phrase { others: all.collect(), word });
        }
    }
    phrases
});

/// A question with one word for each phrase that the documents use less often than that.
pub(in crate::query) struct Rephrased {
    pub question: String,
    /// The phrases as they were asked, and what is looked for in their place.
    read: Vec<(String, &'static str)>,
}

impl Rephrased {
    /// What was read as what: "“turn on” is looked for as “enable”".
    pub fn told(&self) -> String {
        let read = self.read.iter().map(|(phrase, word)| format!("“{phrase}” is looked for as “{word}”"));
        read.collect::<Vec<_>>().join(", ")
    }
}

/// The question with such words; none where there is no phrase to read so.
pub(in crate::query) fn in_one_word(reader: &Reader, question: &str) -> Result<Option<Rephrased>, QueryError> {
    let mut phrases = Vec::new();
    let all: Vec<Word<'_>> = words(question).collect();
    let mut stems = Stems::default();
    let (mut text, mut from) = (String::with_capacity(question.len()), 0);
    let mut at = 0;
    while at < all.len() {
        let Some((end, phrase)) = phrase_at(&all, at, &mut stems) else {
            at += 1;
            continue;
        };
        let (start, stop) = (all[at].span.start, all[end - 1].span.end);
        let written = question.get(start..stop).unwrap_or_default();
        if reader.units_with(phrase.word)? > reader.units_with(&format!("\"{written}\""))? {
            text.push_str(question.get(from..start).unwrap_or_default());
            text.push_str(phrase.word);
            phrases.push((written.to_owned(), phrase.word));
            from = stop;
        }
        at = end;
    }
    text.push_str(question.get(from..).unwrap_or_default());
    Ok((!phrases.is_empty()).then_some(Rephrased { question: text, read: phrases }))
}

/// The phrase that begins at a word, with the word behind it.
fn phrase_at(all: &[Word<'_>], at: usize, stems: &mut Stems) -> Option<(usize, &'static Phrase)> {
    let is_it = |phrase: &&'static Phrase| {
        let behind = all.get(at + 1..at + 1 + phrase.others.len());
        behind.is_some_and(|behind| behind.iter().zip(&phrase.others).all(|(word, other)| fold(word.text) == *other))
    };
    PHRASES.get(stems.stem(all[at].text))?.iter().find(is_it).map(|phrase| (at + 1 + phrase.others.len(), phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_of_several_words_is_found_in_any_form() {
        let mut stems = Stems::default();
        let mut found = |question: &str| {
            let all: Vec<Word<'_>> = words(question).collect();
            (0..all.len()).find_map(|at| phrase_at(&all, at, &mut stems)).map(|(_, phrase)| phrase.word)
        };
        assert_eq!(found("How do I turn on the lamp?"), Some("enable"));
        assert_eq!(found("Who turned off the lamp?"), Some("disable"));
        assert_eq!(found("How do I get rid of a buoy?"), Some("remove"));
        assert_eq!(found("Which lamp is on the quay?"), None);
    }

    #[test]
    fn every_phrase_is_one_of_several_words() {
        let phrases: Vec<&Phrase> = PHRASES.values().flatten().collect();
        assert!(phrases.len() > 20);
        assert!(phrases.iter().all(|phrase| !phrase.others.is_empty() && !phrase.word.contains(' ')));
    }
}
