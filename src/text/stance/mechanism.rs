//! Whether a sentence says how something works, or what it is: it must be what the sentence is about, and not stand in it by
//! the way.

use super::super::terms::{Stems, words};
use super::{Stance, Token, tokens};
use crate::text::language::word_lists;

word_lists! {
    static WORDS = "mechanism.toml": tells, done, being, praise, told_of, placing, kinds
}

/// Words over which the words of the thing may be spread.
const SPREAD: usize = 3;
/// Words of a term that a glossary explains.
const LONGEST_TERM: usize = 6;
/// Words between the thing and what is said of it.
const NEAR: usize = 2;

/// How plainly a sentence says how a thing works, from 0 to 1. `subject` are the stems of the thing's words; without
/// any, only the wording counts.
pub fn explains(sentence: &str, subject: &[String], stems: &mut Stems) -> f32 {
    let tokens = tokens(sentence);
    let worded = super::cues::strength(Stance::Mechanism, &tokens);
    if subject.is_empty() {
        return worded;
    }
    let best = places(&tokens, subject, stems)
        .into_iter()
        .map(|(start, last)| told_at(&tokens, start, last))
        .fold(0.0, f32::max);
    // By the way of explaining, in a sentence that is about the thing.
    if best > 0.0 { 1.0 - (1.0 - best) * (1.0 - worded * 0.6) } else { 0.0 }
}

/// How plainly a sentence says what a thing is, from 0 to 1; `subject` are the stems of the thing's words.
pub fn defines(sentence: &str, subject: &[String], stems: &mut Stems) -> f32 {
    let tokens = tokens(sentence);
    let stemmed: Vec<String> = tokens.iter().map(|token| stems.stem(&token.folded).to_owned()).collect();
    let wide = subject.len().max(1);
    let named = (0..(stemmed.len() + 1).saturating_sub(wide)).filter(|&at| stemmed[at..at + wide] == *subject);
    named.map(|at| defined_at(&tokens, at, at + wide - 1, sentence)).fold(0.0, f32::max)
}

/// What is said that a thing is which stands from one word to another.
fn defined_at(tokens: &[Token], start: usize, last: usize, sentence: &str) -> f32 {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.folded.as_str());
    let parted = |at: usize| tokens.get(at).is_none_or(|token| token.parted);
    let before = |back: usize| start.checked_sub(back).map_or("", word);
    // "… is called a tide gate", "known as the tide gate".
    let article = usize::from(matches!(before(1), "a" | "an" | "the"));
    let called = before(1 + article);
    if matches!(called, "called" | "termed") || called == "as" && before(2 + article) == "known" {
        return 0.75;
    }
    let first = start - article;
    if first != 0 && !parted(first) {
        return 0.0;
    }
    let next = last + 1;
    // "Tide gate: a door …", "**Tide gate** — a door …" is how a glossary says it.
    let end = words(sentence).nth(last).map_or(sentence.len(), |word| word.span.end);
    let behind = sentence.get(end..).unwrap_or_default().trim_start_matches(['*', '_', '"', '”', '\'']);
    if first == 0
        && next < LONGEST_TERM
        && [":", "—", "–", " - ", " — ", " – "].iter().any(|mark| behind.starts_with(mark))
    {
        return 0.9;
    }
    if parted(next) {
        // "A tide gate, a door that …, was built" says it by the way.
        return if matches!(word(next), "a" | "an") && first == 0 { 0.7 } else { 0.0 };
    }
    match word(next) {
        "means" | "mean" | "refers" | "denotes" | "consists" | "comprises" => 0.95,
        "shall" if word(next + 1) == "mean" => 0.95,
        "includes" | "include" => 0.7,
        being if WORDS.being.has(being) => match word(next + 1) {
            "defined" => 0.95,
            "a" | "an" | "the" | "any" | "one" if WORDS.praise.has(word(next + 2)) => 0.0,
            "a" | "an" | "any" => 0.9,
            "the" | "one" => 0.85,
            // "Wetlands are areas that …", "Grouting is pumping …".
            "not" | "also" | "no" | "" => 0.0,
            kind if !WORDS.praise.has(kind)
                && (next + 2..next + 8).any(|at| matches!(word(at), "that" | "which" | "where" | "of" | "who"))
                && kind.len() > 3
                && !kind.ends_with("ed")
                && !kind.ends_with("ly")
                && !kind.ends_with("ing") =>
            {
                0.75
            }
            _ => 0.0,
        },
        _ => 0.0,
    }
}

/// Where the words of a thing stand together in a sentence, from the first to the last.
fn places(tokens: &[Token], subject: &[String], stems: &mut Stems) -> Vec<(usize, usize)> {
    let stemmed: Vec<String> = tokens.iter().map(|token| stems.stem(&token.folded).to_owned()).collect();
    let mut found = Vec::new();
    for start in 0..stemmed.len() {
        if !subject.contains(&stemmed[start]) || start > 0 && subject.contains(&stemmed[start - 1]) {
            continue;
        }
        let reach = (start + subject.len() + SPREAD).min(stemmed.len());
        let last = (start..reach).rev().find(|&at| subject.contains(&stemmed[at])).unwrap_or(start);
        if subject.iter().any(|stem| !stemmed[start..=last].contains(stem)) {
            continue;
        }
        found.push((start, last));
    }
    found
}

/// What is said of a thing that stands from one word to another.
fn told_at(tokens: &[Token], start: usize, last: usize) -> f32 {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.folded.as_str());
    let before = |back: usize| start.checked_sub(back).map_or("", |at| word(at));
    // "How the gate works", "the way a gate works".
    let works =
        (last + 1..=last + NEAR).any(|at| matches!(word(at), "works" | "work" | "worked" | "functions" | "operates"));
    if works && (1..=4).any(|back| matches!(before(back), "how" | "way" | "ways")) {
        return 0.6;
    }
    // "measured at pH 7.6 with …", "the measurement of pH was made twice": said of something else.
    if WORDS.placing.has(before(1)) {
        return 0.0;
    }
    // "We measure pH by …", "define a corridor as …".
    let told = (1..=NEAR + 1).any(|back| WORDS.told_of.has(before(back)));
    let by = (last + 1..=last + 4).any(|at| matches!(word(at), "by" | "as" | "from" | "with" | "using"));
    if told && by {
        return 0.8;
    }
    // What is said of it must be said of it as the subject: near the beginning of its clause.
    let opens = (0..=start).rev().take(6).any(|at| at == 0 || tokens[at].parted);
    if !opens {
        return 0.0;
    }
    for at in last + 1..=last + 1 + NEAR {
        if tokens.get(at).is_some_and(|token| token.parted) {
            break;
        }
        let next = word(at + 1);
        if WORDS.tells.has(word(at)) {
            return if matches!(next, "by" | "like" | "of" | "when" | "because") { 0.9 } else { 0.7 };
        }
        if WORDS.being.has(word(at)) {
            let participle = (at + 1..=at + 3).find(|&at| WORDS.done.has(word(at)));
            if participle.is_some() {
                return 0.8;
            }
            // "Is a list that …" says what it is; "is a great thing" does not.
            let kind = WORDS.kinds.has(word(at + 2));
            let says = kind || (at + 3..=at + 9).any(|at| matches!(word(at), "that" | "which" | "where" | "between"));
            if matches!(next, "a" | "an" | "the") && says {
                return 0.7;
            }
            // "The Vegetated Corridor is the land and the water": a thing with a name of several words is told what it is.
            let of_name = last > start && start <= 1 && at == last + 1;
            if of_name && matches!(next, "a" | "an" | "the") && !WORDS.praise.has(word(at + 2)) {
                return 0.9;
            }
            return 0.0;
        }
    }
    0.0
}
