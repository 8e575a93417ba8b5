//! The words of a title: how phrases are joined, told apart and written.

use super::MAX_CHARS;
use crate::judgement::Topic;
use crate::text::words::fold::{is_joining, with_capital};
use crate::text::words::wordlist::is_function_word;

/// True for a name written as names are, and not in capitals as acronyms are.
pub fn is_bare(name: &str) -> bool {
    name.split(' ').all(|word| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
    })
}

/// True for a scrap of code or of a table, which no title begins with: signs that no phrase has, words written like
/// `sideEffect`, or nothing but figures, Roman ones too.
pub fn is_scrap(phrase: &str) -> bool {
    let signs = |c: char| "(){}[]<>=;\\_@#$%^*|`\"~+".contains(c);
    let humped = |word: &str| {
        let mut letters = word.chars();
        let low = letters.by_ref().take_while(|c| c.is_lowercase()).count();
        // `iPhone` is a name.
        low > 1 && word.chars().any(char::is_uppercase)
    };
    phrase.contains(signs)
        || phrase.contains("::")
        || phrase.split(' ').any(humped)
        || phrase.chars().filter(|c| c.is_alphabetic()).all(|c| "IVX".contains(c))
}

/// True when two phrases have a word in common, or words that begin alike: `robots` and `robotics`. Of two letters only
/// those in capitals are one: `AI`.
pub fn share_a_word(a: &str, b: &str) -> bool {
    let short = |word: &str| word.len() == 2 && word.chars().all(char::is_uppercase);
    let words = |phrase: &str| -> Vec<String> {
        phrase
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.chars().count() > 2 || short(word))
            .map(str::to_lowercase)
            .collect()
    };
    let (a, b) = (words(a), words(b));
    let begin_alike = |x: &str, y: &str| {
        let shared = x.chars().zip(y.chars()).take_while(|(p, q)| p == q).count();
        // One may be the other with an ending: `free` and `freer`.
        shared >= 5 || shared == 4 && (x.len() == 4 || y.len() == 4)
    };
    a.iter().any(|x| b.iter().any(|y| x == y || begin_alike(x, y)))
}

/// `design and discovery`, or with a comma when one of them has an "and" of its own.
pub(super) fn joined(first: &Topic, second: &Topic) -> String {
    listed(&[first, second])
}

/// True for a topic that is two, joined.
pub(super) fn is_joined(topic: &Topic) -> bool {
    topic.phrase.split(' ').any(is_joining)
}

/// `design`, `design and discovery`, `design, discovery and use`; with commas alone when one of them has an "and" of
/// its own. What has a preposition stands last: in `keeper of the weir and lock` he would keep both.
pub(super) fn listed(topics: &[&Topic]) -> String {
    let mut phrases: Vec<&str> = topics.iter().map(|topic| topic.phrase.as_str()).collect();
    phrases.sort_by_key(|phrase| phrase.split(' ').any(is_function_word));
    let last = phrases.pop().unwrap_or_default();
    let holds_and = topics.iter().any(|topic| is_joined(topic));
    match phrases.is_empty() {
        true => last.to_owned(),
        false => format!("{}{}{last}", phrases.join(", "), if holds_and { ", " } else { " and " }),
    }
}

/// The phrase with a capital in front, unless its first word has one of its own inside: `iPhone`.
pub fn raised(phrase: &str) -> String {
    let first = phrase.split(' ').next().unwrap_or_default();
    if first.chars().any(char::is_uppercase) { phrase.to_owned() } else { with_capital(phrase) }
}

pub(super) fn fits(title: &str) -> bool {
    (1..=MAX_CHARS).contains(&title.chars().count())
}

pub(super) fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}
