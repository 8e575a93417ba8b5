//! The names in a question, and which of them does what is asked.

use std::collections::HashSet;

use super::lists::{WORDS, is_function};
use crate::text::dates::is_month;
use crate::text::language::in_any;
use crate::text::names::is_joining;
use crate::text::words::lexicon::{self, Flags};
use crate::text::words::terms::without_genitive;
use crate::text::words::wordlist::{is_article, is_preposition, is_title_of_person};

/// Capitalised names inside a question; its first word counts only when it is no ordinary opening.
pub(super) fn names(question: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    let mut first = true;
    let mut before = String::new();
    // Where all is shouted, capitals tell nothing.
    let shouted = !question.contains(char::is_lowercase);
    // So do they where every word has one.
    let small = |word: &str| word.starts_with(char::is_lowercase);
    let titled = !question.split_whitespace().skip(1).any(|word| small(word) && is_function(&word.to_lowercase()));
    let mut pieces = question.split_whitespace().peekable();
    while let Some(piece) = pieces.next() {
        let word = piece.trim_matches(|c: char| !c.is_alphanumeric());
        let word = without_genitive(word);
        let lower = word.to_lowercase();
        let capital = word.chars().next().is_some_and(char::is_uppercase);
        // *The WHO*, *in the US*: no pronoun stands behind an article, nor one in capitals behind a preposition.
        let acronym = !shouted
            && word.chars().count() > 1
            && word.chars().all(char::is_uppercase)
            && (is_article(&before) || is_preposition(&before));
        // *Per Sund*: inside a question a capital says that a function word is a name, where a name follows.
        let named = !first
            && capital
            && !titled
            && word.chars().nth(1).is_some()
            && !is_article(&lower)
            && piece.ends_with(char::is_alphabetic)
            && pieces.peek().is_some_and(|next| is_capital_name(next));
        let ordinary = !acronym && !named && is_function(&lower)
            || first && in_any(|pack| &pack.question.asking, &lower)
            || WORDS.frame.has(&lower) && (first || run.is_empty())
            || WORDS.document.has(&lower) && run.is_empty();
        // *Ludwig van Beethoven* is one name.
        let ties = !run.is_empty()
            && !ordinary
            && lexicon::flags(word).has(Flags::PARTICLE)
            && !is_joining(word)
            && pieces.peek().is_some_and(|next| next.starts_with(char::is_uppercase));
        if capital && !ordinary || ties {
            run.push(word);
        } else if !run.is_empty() {
            names.push(run.join(" "));
            run.clear();
        }
        // *Mr. Voss* and *J. Voss* are one name each.
        let abbreviated = piece.ends_with('.')
            && pieces.peek().is_some_and(|next| next.starts_with(char::is_uppercase))
            && (is_title_of_person(&lower) || WORDS.ranks.has(&lower) || word.chars().count() == 1);
        if !run.is_empty() && piece.ends_with([',', '.', ';', '?', '!', ':', ')']) && !abbreviated {
            names.push(run.join(" "));
            run.clear();
        }
        first = false;
        before = lower;
    }
    if !run.is_empty() {
        names.push(run.join(" "));
    }
    let mut seen = HashSet::new();
    // *On 1 February* names a day, and nobody called February.
    names.retain(|name| !name.split(' ').all(|word| is_month(&word.to_lowercase())) && seen.insert(name.clone()));
    names
}

/// True for a word with a capital that is no function word.
fn is_capital_name(piece: &str) -> bool {
    let word = without_genitive(piece.trim_matches(|c: char| !c.is_alphanumeric()));
    word.starts_with(char::is_uppercase) && piece.starts_with(char::is_uppercase) && !is_function(&word.to_lowercase())
}

/// True for a word that says something by what stands in front of it: a noun that looks like a function word (*the
/// mine*, *her will*), a verb that looks like what texts are called ("How do I report a leak?").
pub(super) fn says_behind(before: &str, word: &str) -> bool {
    let noun = WORDS.nouns_too.has(word) && (is_article(before) || WORDS.owned_by.has(before));
    noun || WORDS.verbs_too.has(word) && WORDS.doers.has(before)
}

/// The name that stands right behind the auxiliary of a question.
pub(super) fn doer(question: &str, names: &[String]) -> Option<String> {
    let stands = |name: &&String| {
        question.match_indices(name.as_str()).any(|(at, _)| {
            let before = question[..at].split_whitespace().next_back().unwrap_or_default().to_lowercase();
            WORDS.inquired.has(&before)
        })
    };
    names.iter().find(stands).cloned()
}

/// True when what is left of a question, in lower case, begins with the first name in it.
pub(super) fn opens_with_name(rest: &str, question: &str) -> bool {
    let named = names(question).first().map(|name| name.to_lowercase());
    let bare = rest.split_once(' ').filter(|(first, _)| WORDS.definite.has(first)).map_or(rest, |(_, bare)| bare);
    named.is_some_and(|name| bare.starts_with(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_stop_behind_a_title_or_an_initial_ends_no_name() {
        assert_eq!(names("Who is Mr. Voss?"), ["Mr Voss"]);
        assert_eq!(names("Compare Mr. Voss and J. Reed."), ["Mr Voss", "J Reed"]);
        assert_eq!(names("Who is Gen. Voss?"), ["Gen Voss"]);
        assert_eq!(names("When did Lt. Col. Reed arrive?"), ["Lt Col Reed"]);
        assert_eq!(names("It is about Orsk. Who is Voss?"), ["Orsk", "Voss"]);
    }

    #[test]
    fn a_first_name_that_looks_like_a_function_word_is_a_part_of_the_name_behind_it() {
        assert_eq!(names("Who is Per Sund?"), ["Per Sund"]);
        assert_eq!(names("What did Will Reed say to May Lund?"), ["Will Reed", "May Lund"]);
        assert_eq!(names("What happened in The Orsk?"), ["Orsk"]);
        assert_eq!(names("Who Is For Orsk?"), ["Orsk"], "a title has capitals throughout");
    }

    #[test]
    fn what_asks_in_any_language_begins_no_name() {
        assert_eq!(names("Combien Ada Voss a-t-elle touché ?"), ["Ada Voss"]);
        assert_eq!(names("Ada Voss, combien touche-t-elle ?"), ["Ada Voss"]);
    }

    #[test]
    fn an_acronym_that_looks_like_a_pronoun_is_a_name_behind_an_article_or_a_preposition() {
        assert_eq!(names("What is said about the WHO?"), ["WHO"]);
        assert_eq!(names("What did the WHO and the US agree on?"), ["WHO", "US"]);
        assert_eq!(names("How is money spent on IT in Orsk?"), ["IT", "Orsk"]);
        assert!(names("What did SHE say?").is_empty() && names("WHAT IS THE WHO?").is_empty());
    }
}
