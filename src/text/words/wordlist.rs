//! Closed classes of English words that readers of names, subjects and titles rest on.

use crate::text::language::{english, word_lists};

word_lists! {
    static WORDS = "wordlist.toml":
        articles, auxiliaries, prepositions, reporting, titles, function, light_nouns, counting, copulas, own, objects
}

/// Articles, lower case.
pub fn is_article(word: &str) -> bool {
    WORDS.articles.has(word)
}

/// Words with which somebody speaks of himself, as they are written: *I'm*.
pub fn is_own(word: &str) -> bool {
    WORDS.own.has(&word.to_lowercase().replace('’', "'"))
}

/// What stands for a thing that was named before, where something is done to it, lower case: *Fetch it*.
pub fn is_object(word: &str) -> bool {
    WORDS.objects.has(word)
}

/// Forms of be, have and do, and the modals, with their negative contractions.
pub fn is_auxiliary(word: &str) -> bool {
    WORDS.auxiliaries.has(word)
}

/// An auxiliary that is typed without its apostrophe, lower case, as it is written: *won't* of *wont*.
pub fn with_apostrophe(typed: &str) -> Option<&'static str> {
    WORDS.auxiliaries.iter().find(|written| written.contains('\'') && written.replace('\'', "") == typed)
}

/// Lower case.
pub fn is_preposition(word: &str) -> bool {
    WORDS.prepositions.has(word)
}

/// Verbs that report what somebody said, in the past: at the front of a sentence they lack whoever said it.
pub fn is_reporting_verb(word: &str) -> bool {
    WORDS.reporting.has(word)
}

/// What stands between something and what it is, lower case.
pub fn is_copula(word: &str) -> bool {
    WORDS.copulas.has(word)
}

/// All of them.
pub fn copulas() -> impl Iterator<Item = &'static str> {
    WORDS.copulas.iter()
}

/// What a count is announced by, lower case: *the number of*.
pub fn announces_count(word: &str) -> bool {
    WORDS.counting.has(word)
}

/// What stands in front of a person's name.
pub fn is_title_of_person(word: &str) -> bool {
    WORDS.titles.has(word)
}

/// Articles, pronouns, prepositions, conjunctions, auxiliaries and the commonest adverbs: words without a topic.
pub fn is_function_word(word: &str) -> bool {
    english().closed.has(word) || is_auxiliary(word) || is_preposition(word) || WORDS.function.has(word)
}

/// Nouns that name no topic by themselves.
pub fn is_light_noun(word: &str) -> bool {
    WORDS.light_nouns.has(word)
}
