//! Whether a sentence says what a thing is: it must be what the sentence is about, and not stand in it by the way.

use super::{PARTING, Token, tokens};
use crate::model::Span;
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
    let told = named.filter_map(|at| defined_at(&tokens, at, at + wide - 1, sentence));
    told.map(Definition::strength).fold(0.0, f32::max)
}

/// How a sentence says what a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// "A tide gate means a door", "a tide gate is defined as".
    Means,
    /// "A tide gate is any door".
    Any,
    /// "A tide gate is the door".
    Is,
    /// "Tide gate: a door", as a glossary says it.
    Explained,
    /// "A tide gate, a door that …, was built", by the way.
    Apposition,
    /// "The door is called a tide gate".
    Called,
    /// "Tide gates are doors that".
    Kind,
    /// "A tide gate includes".
    Includes,
}

impl Definition {
    /// How plainly that says what the thing is, from 0 to 1.
    fn strength(self) -> f32 {
        match self {
            Self::Means => 0.95,
            Self::Any | Self::Explained => 0.9,
            Self::Is => 0.85,
            Self::Called | Self::Kind => 0.75,
            Self::Apposition | Self::Includes => 0.7,
        }
    }
}

/// How a sentence says what it is that it names at a place (bytes), where it does.
pub fn definition_at(sentence: &str, name: Span) -> Option<Definition> {
    let tokens = tokens(sentence);
    let named = words(sentence).take(tokens.len()).enumerate().filter(|(_, word)| name.contains(word.span));
    let places: Vec<usize> = named.map(|(at, _)| at).collect();
    defined_at(&tokens, *places.first()?, *places.last()?, sentence)
}

/// What is said that a thing is which stands from one word to another.
fn defined_at(tokens: &[Token<'_>], start: usize, last: usize, sentence: &str) -> Option<Definition> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.folded.as_str());
    let parted = |at: usize| tokens.get(at).is_none_or(|token| token.is_parted(&PARTING));
    let before = |back: usize| start.checked_sub(back).map_or("", word);
    // "… is called a tide gate", "known as the tide gate".
    let article = usize::from(is_article(before(1)));
    let called = before(1 + article);
    if WORDS.called.has(called) || WORDS.behind_known.has(called) && WORDS.known.has(before(2 + article)) {
        return Some(Definition::Called);
    }
    let first = start - article;
    if first != 0 && !parted(first) {
        return None;
    }
    // "Tide gate: a door …", "**Tide gate** — a door …" is how a glossary says it.
    let end = words(sentence).nth(last).map_or(sentence.len(), |word| word.span.end);
    let behind = sentence.get(end..).unwrap_or_default().trim_start_matches(['*', '_', '"', '”', '\'']);
    // "Orsk Power (ORK), the maker of …", "Orsk (1921) is a …": a bracket is passed over.
    let bracket = behind.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let (next, apart) = match bracket {
        Some((inside, rest)) => (last + 1 + words(inside).count(), rest.trim_start().starts_with(',')),
        None => (last + 1, parted(last + 1)),
    };
    if first == 0
        && next < LONGEST_TERM
        && [":", "—", "–", " - ", " — ", " – "].iter().any(|mark| behind.starts_with(mark))
    {
        return Some(Definition::Explained);
    }
    if apart {
        let told = || (next + 2..next + 6).any(|at| WORDS.telling.has(word(at)) && !parted(at));
        let begins = WORDS.indefinite.has(word(next)) || is_article(word(next)) && told();
        return (begins && first == 0).then_some(Definition::Apposition);
    }
    match word(next) {
        verb if WORDS.means.has(verb) => Some(Definition::Means),
        ruling if WORDS.ruling.has(ruling) && WORDS.means.has(word(next + 1)) => Some(Definition::Means),
        verb if WORDS.includes.has(verb) => Some(Definition::Includes),
        being if WORDS.being.has(being) => match word(next + 1) {
            defined if WORDS.defined.has(defined) => Some(Definition::Means),
            first if begins_what_it_is(first) && WORDS.praise.has(word(next + 2)) => None,
            any if WORDS.indefinite.has(any) || WORDS.any.has(any) => Some(Definition::Any),
            one if begins_what_it_is(one) => Some(Definition::Is),
            // "Wetlands are areas that …", "Grouting is pumping …".
            kind if kind.is_empty() || WORDS.otherwise.has(kind) => None,
            kind => {
                let is_kind = !WORDS.praise.has(kind)
                    && (next + 2..next + 8).any(|at| WORDS.telling.has(word(at)))
                    && kind.len() > 3
                    && !WORDS.endings.iter().any(|ending| kind.ends_with(ending));
                is_kind.then_some(Definition::Kind)
            }
        },
        _ => None,
    }
}

/// True for what stands behind a form of *be* and in front of what something is.
fn begins_what_it_is(word: &str) -> bool {
    is_article(word) || WORDS.any.has(word) || WORDS.one.has(word)
}
