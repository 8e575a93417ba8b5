//! Whether a sentence says what a thing is: it must be what the sentence is about, and not stand in it by the way.

use super::{Token, tokens};
use crate::text::language::word_lists;
use crate::text::words::terms::{Stems, words};
use crate::text::words::wordlist::is_article;

word_lists! {
    static WORDS = "definition.toml":
        being, praise, called, means, includes, telling, otherwise, known, behind_known, indefinite, any, one,
        defined, ruling, endings
}

/// Words of a term that a glossary explains.
const LONGEST_TERM: usize = 6;

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
    let article = usize::from(is_article(before(1)));
    let called = before(1 + article);
    if WORDS.called.has(called) || WORDS.behind_known.has(called) && WORDS.known.has(before(2 + article)) {
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
        return if WORDS.indefinite.has(word(next)) && first == 0 { 0.7 } else { 0.0 };
    }
    match word(next) {
        verb if WORDS.means.has(verb) => 0.95,
        ruling if WORDS.ruling.has(ruling) && WORDS.means.has(word(next + 1)) => 0.95,
        verb if WORDS.includes.has(verb) => 0.7,
        being if WORDS.being.has(being) => match word(next + 1) {
            defined if WORDS.defined.has(defined) => 0.95,
            first if begins_what_it_is(first) && WORDS.praise.has(word(next + 2)) => 0.0,
            any if WORDS.indefinite.has(any) || WORDS.any.has(any) => 0.9,
            one if begins_what_it_is(one) => 0.85,
            // "Wetlands are areas that …", "Grouting is pumping …".
            kind if kind.is_empty() || WORDS.otherwise.has(kind) => 0.0,
            kind if !WORDS.praise.has(kind)
                && (next + 2..next + 8).any(|at| WORDS.telling.has(word(at)))
                && kind.len() > 3
                && !WORDS.endings.iter().any(|ending| kind.ends_with(ending)) =>
            {
                0.75
            }
            _ => 0.0,
        },
        _ => 0.0,
    }
}

/// True for what stands behind a form of *be* and in front of what something is.
fn begins_what_it_is(word: &str) -> bool {
    is_article(word) || WORDS.any.has(word) || WORDS.one.has(word)
}
