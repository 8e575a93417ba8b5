//! The names in a question, and which of them does what is asked.

use std::collections::HashSet;

use super::lists::WORDS;
use crate::text::dates::is_month;
use crate::text::names::is_joining;
use crate::text::names::lexicon::{self, Flags};
use crate::text::terms::without_genitive;
use crate::text::wordlist::is_title_of_person;

/// Capitalised names inside a question; its first word counts only when it is no ordinary opening.
pub(super) fn names(question: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    let mut first = true;
    let mut pieces = question.split_whitespace().peekable();
    while let Some(piece) = pieces.next() {
        let word = piece.trim_matches(|c: char| !c.is_alphanumeric());
        let word = without_genitive(word);
        let lower = word.to_lowercase();
        let capital = word.chars().next().is_some_and(char::is_uppercase);
        let ordinary = WORDS.function.has(&lower)
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
    }
    if !run.is_empty() {
        names.push(run.join(" "));
    }
    let mut seen = HashSet::new();
    // *On 1 February* names a day, and nobody called February.
    names.retain(|name| !name.split(' ').all(|word| is_month(&word.to_lowercase())) && seen.insert(name.clone()));
    names
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
    named.is_some_and(|name| rest.strip_prefix("the ").unwrap_or(rest).starts_with(&name))
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
}
