//! Signs by which a sentence takes a side, tells a deed, lays something down, tells of a day by the clock, or says next to
//! nothing.

use crate::text::question::is_light;
use crate::text::stance::is_negative;
use crate::text::terms::{fold, is_stop, words};

/// Words of content that make a statement a full one.
const FULL: f32 = 8.0;

/// True for a sentence by which somebody says what he wants of a matter: he implores, supports, would rather not.
pub(super) fn takes_a_side(text: &str) -> bool {
    let all: Vec<String> = words(text).map(|word| fold(word.text)).collect();
    let named = text.starts_with(char::is_uppercase);
    let urges = |word: &String| {
        matches!(
            word.as_str(),
            "implored"
                | "urged"
                | "supports"
                | "supported"
                | "opposes"
                | "opposed"
                | "favors"
                | "favours"
                | "favored"
                | "favoured"
                | "objects"
                | "objected"
                | "disputed"
                | "disagreed"
                | "disagrees"
                | "protested"
                | "against"
        )
    };
    let rather = |pair: &[String]| {
        matches!(
            (pair[0].as_str(), pair[1].as_str()),
            ("would", "like")
                | ("not", "like")
                | ("not", "support")
                | ("not", "want")
                | ("should", "not")
                | ("should", "be")
        )
    };
    named && (all.iter().any(urges) || all.windows(2).any(rather))
}

/// True for a sentence that tells what somebody did about something, and does not deny it.
pub(super) fn is_deed(text: &str) -> bool {
    let did = |word: &str| {
        matches!(
            word,
            "ordered"
                | "orders"
                | "evacuated"
                | "evacuating"
                | "repaired"
                | "mended"
                | "banned"
                | "dismissed"
                | "suspended"
                | "investigated"
                | "inspected"
                | "fined"
                | "recalled"
                | "rebuilt"
                | "prohibited"
                | "mitigated"
                | "patched"
                | "restored"
                | "safeguards"
                | "guardrails"
        )
    };
    let inquiry = text.contains("public inquiry") || text.contains("Public Inquiry");
    (inquiry || words(text).any(|word| did(&word.text.to_lowercase()))) && !is_negative(text)
}

/// True for what an ordinance or a contract lays down, and for what says what a word means.
pub(super) fn is_norm(text: &str) -> bool {
    let all: Vec<String> = words(text).map(|word| fold(word.text)).collect();
    let lays_down = all.iter().any(|word| word == "shall")
        || all.windows(3).any(|run| {
            run[0] == "may" && run[1] == "be" && run[2].ends_with("ed") || run[0] == "must" && run[1] == "be"
        });
    let article = all.first().is_some_and(|word| matches!(word.as_str(), "a" | "an"));
    let means = article
        && all
            .iter()
            .take(7)
            .collect::<Vec<_>>()
            .windows(2)
            .any(|pair| pair[0] == "is" && matches!(pair[1].as_str(), "a" | "an" | "the"))
        || article
            && all.iter().take(5).any(|word| word == "that")
            && !all.iter().any(|word| matches!(word.as_str(), "was" | "were" | "had"));
    lays_down || means
}

/// True for what happened by the clock: "at twenty past four", "at 19:42".
pub(super) fn is_of_a_day(text: &str) -> bool {
    let all: Vec<String> = words(text).map(|word| fold(word.text)).collect();
    let hour = |word: &str| {
        matches!(
            word,
            "one"
                | "two"
                | "three"
                | "four"
                | "five"
                | "six"
                | "seven"
                | "eight"
                | "nine"
                | "ten"
                | "eleven"
                | "twelve"
                | "noon"
                | "midnight"
        )
    };
    let year =
        |word: &String| word.len() == 4 && word.starts_with(['1', '2']) && word.bytes().all(|b| b.is_ascii_digit());
    !all.iter().any(year)
        && all
            .windows(2)
            .any(|pair| matches!(pair[0].as_str(), "at" | "past" | "to") && hour(&pair[1]) && pair[0] != "to")
}

/// True for a sentence that lays down what is required, allowed or measured.
pub(super) fn lays_down(text: &str) -> bool {
    words(text).any(|word| {
        matches!(
            word.text,
            "shall"
                | "must"
                | "may"
                | "required"
                | "requires"
                | "allowed"
                | "permitted"
                | "prohibited"
                | "specified"
                | "means"
        )
    })
}

/// True for a row of a table, or a piece that begins within a sentence.
pub(super) fn is_piece(text: &str) -> bool {
    text.contains('|') || text.starts_with(char::is_lowercase)
}

/// How much a sentence says, from 0 to 1: "There are problems we need to think about" says next to nothing.
pub(super) fn substance(text: &str) -> f32 {
    let telling = |word: &str| {
        (word.chars().count() > 3 || word.chars().skip(1).any(char::is_uppercase))
            && !is_stop(&fold(word))
            && !is_light(&word.to_lowercase())
            && !is_filler(word)
    };
    let count = words(text)
        .map(|word| word.text)
        .filter(|word| telling(word) || word.starts_with(|c: char| c.is_ascii_digit()));
    (count.count() as f32 / FULL).min(1.0)
}

/// Words of talk that say nothing by themselves.
pub(super) fn is_filler(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "thing"
            | "things"
            | "think"
            | "really"
            | "kind"
            | "need"
            | "know"
            | "like"
            | "going"
            | "people"
            | "want"
            | "sort"
            | "actually"
            | "little"
            | "about"
            | "something"
            | "problem"
            | "problems"
            | "work"
            | "just"
            | "very"
            | "well"
            | "much"
            | "many"
            | "getting"
            | "make"
            | "biggest"
            | "issue"
            | "issues"
            | "said"
            | "says"
            | "asked"
    )
}
