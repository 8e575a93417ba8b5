//! Which words of a question stand for somebody or something that was asked about before it, and which do not: "that"
//! that opens a clause, "it" that stands for what follows, "he" for whoever the question itself names.

use unicode_segmentation::UnicodeSegmentation;

use crate::text::question::Reading;
use crate::text::question::lists::{WORDS, is_doing, is_function};
use crate::text::words::fold::singular;
use crate::text::words::terms::without_genitive;
use crate::text::words::wordlist::is_article;

/// A word that stands for something, by where it stands among the words of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pointing<'q> {
    pub number: usize,
    pub word: &'q str,
    /// Whom the question names cannot be meant, though they stand in front of it: "What did Voss say of him?".
    pub another: bool,
}

/// The first word of a question that stands for somebody or something.
pub(super) fn pronoun(question: &str) -> Option<&str> {
    let words: Vec<&str> = question.unicode_words().collect();
    (0..words.len()).find(|&at| stands_alone(&words, at)).map(|at| words[at])
}

pub(super) fn is_for_somebody(word: &str) -> bool {
    WORDS.for_somebody.has(&word.to_lowercase())
}

/// True for a word that stands for one who was named.
pub(super) fn is_singular(word: &str) -> bool {
    is_for_somebody(word) && !WORDS.several.has(&word.to_lowercase())
}

/// The words of a question that stand for what nothing in it names, in order.
pub(super) fn pointing<'q>(question: &'q str, reading: &Reading) -> Vec<Pointing<'q>> {
    let words: Vec<&str> = question.unicode_words().collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let own: Vec<usize> = (0..words.len()).filter(|&at| names_thing(&words, at, reading)).collect();
    let found = (0..words.len()).filter(|&at| stands_alone(&words, at)).filter_map(|number| {
        let word = lower[number].as_str();
        let picked_from = number > 0 && WORDS.of_whom.has(&lower[number - 1]) && WORDS.several.has(word);
        if picked_from || is_expletive(&lower, number) {
            return None;
        }
        if is_told_in_front(&lower, number, reading) {
            return None;
        }
        // "When did Voss say she left?": whoever is named in front of it.
        let in_front: Vec<usize> = own.iter().copied().filter(|&at| at < number).collect();
        let Some(&last) = in_front.last() else {
            return Some(Pointing { number, word: words[number], another: false });
        };
        let whose = is_whose(&lower, number);
        // "What did Voss think it would cost her?": what is thought is told of whoever thinks.
        let opens_clause = |word: &String| WORDS.opening_clauses.has(word) || WORDS.auxiliaries.has(word);
        let another_clause = lower[last..number].iter().any(opens_clause);
        // "Why did Voss's sister leave her?": whoever something is of, is no doer.
        let owner = without_genitive(&lower[last]) != lower[last];
        let is_object = WORDS.objects.has(word) && !whose && !another_clause && !owner;
        is_object.then_some(Pointing { number, word: words[number], another: true })
    });
    found.collect()
}

/// True for a word for a thing or for several that stands for what the question itself tells in front of it: in a
/// clause before ("When the bell was found, who sold it?"), or as the several whose something is ("What do guests say
/// of their work?").
pub(super) fn is_told_in_front(lower: &[String], number: usize, reading: &Reading) -> bool {
    let word = lower[number].as_str();
    let several = WORDS.several.has(word);
    if !(several || WORDS.for_thing.has(word)) {
        return false;
    }
    let tells = |at: &usize| reading.content.contains(&lower[*at]);
    let asked_behind = |at: usize| lower[at + 1..number].iter().any(|between| WORDS.asking.has(between));
    let are_folk = |at: usize| [&WORDS.guest, &WORDS.folk].iter().any(|list| list.has(&lower[at]));
    let are_several = |at: usize| are_folk(at) || tells(&at) && singular(&lower[at]) != lower[at];
    let theirs = several && WORDS.owned_by.has(word) && (0..number).any(are_several);
    theirs || (0..number).any(|at| (tells(&at) || are_folk(at)) && asked_behind(at))
}

/// The word of a question that stands for several of whom some are asked about: "the last of them".
pub(super) fn picked_from(question: &str) -> Option<&str> {
    let words: Vec<&str> = question.unicode_words().collect();
    let of =
        |at: &usize| WORDS.of_whom.has(&words[at - 1].to_lowercase()) && WORDS.several.has(&words[*at].to_lowercase());
    (1..words.len()).filter(of).find(|&at| stands_alone(&words, at)).map(|at| words[at])
}

/// True where a word for somebody stands in front of a noun of theirs: *her mill*, and not *with her*.
pub(super) fn is_whose(lower: &[String], at: usize) -> bool {
    let owned = WORDS.owned_by.has(&lower[at]);
    owned && (!WORDS.hers.has(&lower[at]) || lower.get(at + 1).is_some_and(|next| !is_function(next)))
}

/// True for a name in a question, or a noun behind an article.
fn names_thing(words: &[&str], at: usize, reading: &Reading) -> bool {
    let lower = words[at].to_lowercase();
    let bare = without_genitive(&lower);
    let content = reading.content.iter().any(|known| known == bare);
    let behind_article = at > 0 && is_article(&words[at - 1].to_lowercase());
    at > 0 && content && (behind_article || words[at].starts_with(char::is_uppercase))
}

/// True for a word that stands for something where it stands for it alone: "that" in "Who did that?", not in "that
/// gate", "said that", "the man that left".
fn stands_alone(words: &[&str], at: usize) -> bool {
    let lower = words[at].to_lowercase();
    if !(WORDS.for_somebody.has(&lower) || WORDS.for_something.has(&lower)) {
        return false;
    }
    if !WORDS.demonstratives.has(&lower) {
        // "It" at the head is told, not asked.
        return at > 0 || words.len() == 1 || WORDS.owned_by.has(&lower) || is_for_somebody(&lower);
    }
    let auxiliary = |word: &&&str| WORDS.auxiliaries.has(&word.to_lowercase());
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let ends = |at: usize| words.get(at).is_none_or(|next| WORDS.before_asking.has(&next.to_lowercase()));
    let asked = before.filter(auxiliary);
    match asked {
        // "What did that cost?", "Why was that?", "Why was that done?", and not "Why was that gate shut?".
        Some(asked) if is_doing(&asked.to_lowercase()) => ends(at + 1) || ends(at + 2),
        Some(_) => ends(at + 1) || words.get(at + 1).is_some_and(|next| WORDS.light_verbs.has(&next.to_lowercase())),
        None => before.is_some() && ends(at + 1),
    }
}

/// True for a word that stands for a clause behind it: "Is it known whether …?", "How long does it take to …?".
fn is_expletive(lower: &[String], at: usize) -> bool {
    let behind = lower.get(at + 1..).unwrap_or_default();
    let mut behind = behind.iter().skip_while(|word| WORDS.light_verbs.has(word));
    WORDS.expletive.has(&lower[at])
        && behind.next().is_some_and(|word| WORDS.of_clauses.has(word) || WORDS.opens_said.has(word))
        && (behind.any(|word| WORDS.opens_said.has(word) || WORDS.asking.has(word))
            || lower.get(at + 1).is_some_and(|word| WORDS.opens_said.has(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointed(question: &str) -> Vec<&str> {
        pointing(question, &Reading::of(question)).iter().map(|one| one.word).collect()
    }

    #[test]
    fn what_stands_for_something_is_told_from_what_does_not() {
        for (question, words) in [
            ("When did he sell his mill?", &["he", "his"][..]),
            ("What did Voss say about him?", &["him"]),
            ("Who typed it?", &["it"]),
            ("What did that cost?", &["that"]),
            ("Who wrote that?", &["that"]),
            ("What did Reed say when he left?", &[]),
            ("Did the king lose his crown?", &[]),
            ("Who said that the gate is shut?", &[]),
            ("Who is the man that left?", &[]),
            ("Why was that gate shut?", &[]),
            ("Who signed this lease?", &[]),
            ("Is it known whether the gate was shut?", &[]),
            ("How long does it take to drain the lake?", &[]),
            ("Why is it that the lake rises?", &[]),
            ("Where is Orsk and how big is it?", &[]),
            ("When the bell was found, who sold it and for how much?", &[]),
            ("What do guests say about their childhood and how it led to the mill?", &[]),
            ("What do people say about their work?", &[]),
            ("What did the keepers say about it?", &["it"]),
            ("Who found their boat?", &["their"]),
            ("What did the last of them say about it?", &["it"]),
        ] {
            assert_eq!(pointed(question), words, "{question}");
        }
    }
}
