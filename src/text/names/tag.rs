//! Parts of speech: the Brill tagger's where the text is English, with rules of our own for words it does not know.

use harper_brill::UPOS;

use super::brill::brill;
use super::token::{Token, TokenShape};
use crate::text::language::word_lists;
use crate::text::words::inflection::{ends_as_past, ends_as_progressive};
use crate::text::words::lexicon::{Flags, flags};

word_lists! {
    static WORDS = "tag.toml": before_verbs, adjective_endings, verb_endings, adverb_endings
}

/// Parts of speech as far as noun phrases need them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    Noun,
    /// A proper noun by the tagger's lexicon.
    Proper,
    Adjective,
    Verb,
    Adverb,
    Number,
    /// Determiners, pronouns, prepositions, conjunctions, auxiliaries, particles, interjections.
    Function,
    Punct,
}

/// A word's tag and whether the lexicon knew the word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tagged {
    pub tag: Tag,
    pub known: bool,
}

/// Tags an English sentence; `words` are the tokens' texts in lower case.
pub(super) fn tag_english(tokens: &[Token], words: &[String], into: &mut Vec<Tagged>) {
    into.clear();
    let mut tags = Vec::with_capacity(words.len());
    brill().tag(words, &mut tags);
    for ((token, word), tag) in tokens.iter().zip(words).zip(tags) {
        into.push(match (token.shape, tag) {
            (TokenShape::Punct, _) => Tagged { tag: Tag::Punct, known: true },
            (TokenShape::Number, _) => Tagged { tag: Tag::Number, known: true },
            (_, Some(tag)) => Tagged { tag: from_upos(tag), known: true },
            (_, None) => Tagged { tag: guess(token, word), known: false },
        });
    }
    // An unknown small word behind *to*, a modal or a pronoun is a verb: *to enforce*, *we infer*.
    for at in 1..into.len() {
        if !into[at].known
            && into[at].tag == Tag::Noun
            && tokens[at].shape == TokenShape::Lower
            && takes_verb(&words[at - 1])
        {
            into[at].tag = Tag::Verb;
        }
    }
}

fn takes_verb(word: &str) -> bool {
    WORDS.before_verbs.has(word)
}

/// Tags a sentence of any other language by its function words alone.
pub(super) fn tag_foreign(tokens: &[Token], words: &[String], into: &mut Vec<Tagged>) {
    into.clear();
    into.extend(tokens.iter().zip(words).map(|(token, word)| {
        let tag = match token.shape {
            TokenShape::Punct => Tag::Punct,
            TokenShape::Number => Tag::Number,
            _ if crate::text::words::lexicon::is_foreign_function(word) => Tag::Function,
            _ => Tag::Noun,
        };
        Tagged { tag, known: tag == Tag::Function }
    }));
}

fn from_upos(tag: UPOS) -> Tag {
    match tag {
        UPOS::NOUN => Tag::Noun,
        UPOS::PROPN => Tag::Proper,
        UPOS::ADJ => Tag::Adjective,
        UPOS::VERB => Tag::Verb,
        UPOS::ADV => Tag::Adverb,
        UPOS::NUM => Tag::Number,
        UPOS::PUNCT | UPOS::SYM => Tag::Punct,
        _ => Tag::Function,
    }
}

/// Guesses the tag of a word that no lexicon has, by its capitals and its ending.
fn guess(token: &Token, word: &str) -> Tag {
    if token.is_capital() {
        return Tag::Proper;
    }
    let found = flags(word);
    if found.has(Flags::FUNCTION) {
        return Tag::Function;
    }
    if found.has(Flags::NOMINAL) {
        return Tag::Noun;
    }
    // A compound takes the part of speech of its last part: `bee-keeping`, `long-lived`.
    let last = word.rsplit(['-', '‐', '‑']).next().unwrap_or(word);
    if last.len() < word.len() {
        let known = brill().tag_of(last);
        if ends_as_past(last) || flags(last).has(Flags::WEAK) || matches!(known, Some(UPOS::VERB | UPOS::ADJ)) {
            return Tag::Adjective;
        }
    }
    let ends = |suffix: &str| last.len() > suffix.len() + 2 && last.ends_with(suffix);
    if WORDS.adverb_endings.iter().any(&ends) {
        Tag::Adverb
    } else if WORDS.verb_endings.iter().any(&ends) {
        Tag::Verb
    } else if WORDS.adjective_endings.iter().any(&ends) {
        Tag::Adjective
    } else {
        Tag::Noun
    }
}

/// True when the English lexicon has the word (in lower case) as a verb, an adjective or an adverb.
pub(crate) fn is_no_noun(word: &str) -> bool {
    brill().tag_of(word).is_some_and(|tag| !matches!(tag, UPOS::NOUN | UPOS::PROPN))
}

/// True when the English lexicon has the word (in lower case) as an adjective before all.
pub(crate) fn is_adjective(word: &str) -> bool {
    brill().tag_of(word) == Some(UPOS::ADJ)
}

/// True for a word (in lower case) that may stand in a noun phrase as titles have them: a noun, what describes one and
/// what ties two, or what the English lexicon does not know.
pub(crate) fn is_of_noun_phrase(word: &str) -> bool {
    let told = |tag| {
        let nominal = matches!(tag, UPOS::NOUN | UPOS::PROPN | UPOS::ADJ | UPOS::NUM);
        nominal || matches!(tag, UPOS::ADP | UPOS::DET | UPOS::CCONJ)
    };
    ends_as_progressive(word) || brill().tag_of(word).is_none_or(told)
}

/// True for what the English lexicon has as a verb before all, in a form that may be a sentence's.
pub(crate) fn is_verb(word: &str) -> bool {
    !ends_as_progressive(word) && brill().tag_of(word) == Some(UPOS::VERB)
}

/// True when the English lexicon has the word (in lower case), whatever it is.
pub(crate) fn is_ordinary_word(word: &str) -> bool {
    brill().tag_of(word).is_some_and(|tag| tag != UPOS::PROPN)
}
