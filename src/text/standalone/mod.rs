//! Does a sentence stand alone? Judges whether a sentence, taken out of its document, can be understood by somebody who
//! has not read what came before, and finds the part of it that can be quoted.
//!
//! What is quoted is always one contiguous span of the sentence. A discourse marker in front ("So, ", "Yeah, ") or a
//! clause behind may be left out; [`Quote::text`] then shows a visible "…" at that end.
//!
//! The rules are of four kinds: *shape* (length, closed quotes and brackets, ends like a statement), which hold for
//! every language; and for English, which the words listed here belong to: *openings* (no conjunction, no answer to
//! somebody), *references* (no pronoun or demonstrative whose antecedent is not in the sentence) and *speech*
//! (fillers, false starts, greetings, housekeeping). Weak signs multiply into [`Quote::worth`]; strong ones reject.

mod announced;
mod clauses;
mod english;
mod housekeeping;
mod open;
mod references;
mod scenes;
mod speech;
mod words;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use self::english::View;
use self::words::Words;
use super::wordlist;
use crate::model::Span;

/// Shortest and longest quotation, in characters.
const MIN_CHARS: usize = 40;
const MAX_CHARS: usize = 320;
/// From this length on, in characters, a sentence mostly says what it is about; what the shortest is worth less.
const FULL_CHARS: usize = 100;
const SHORT: f32 = 0.25;
/// What a sentence is worth that has neither a name nor a figure.
const NAMELESS: f32 = 0.9;
/// Fewest words of a quotation.
const MIN_WORDS: usize = 6;
/// Longer sentences are not even looked at: they are no sentences.
const MAX_BYTES: usize = 4_000;
/// What is worth less than this is not quoted.
const THRESHOLD: f32 = 0.5;

/// What is known of a sentence besides its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// The quotation will name who says it, so that "I" and "we" can be understood.
    pub attributed: bool,
    /// The sentence is in a language other than English: only the rules of shape apply.
    pub foreign: bool,
}

/// The part of a sentence that can be quoted by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quote {
    /// Bytes of the sentence.
    pub span: Span,
    /// From 0.3 (barely, and hardly says what it is about) to 1 (needs nothing around it).
    pub worth: f32,
}

impl Quote {
    /// The words quoted, with "…" where something was left out. Returns `None` when the span is not one of `sentence`.
    pub fn text<'a>(&self, sentence: &'a str) -> Option<Cow<'a, str>> {
        let words = self.span.slice(sentence)?;
        let front = self.span.start > 0;
        let back = self.span.end < sentence.len();
        Some(match (front, back) {
            (false, false) => Cow::Borrowed(words),
            (true, false) => Cow::Owned(format!("… {words}")),
            (false, true) => Cow::Owned(format!("{words} …")),
            (true, true) => Cow::Owned(format!("… {words} …")),
        })
    }
}

/// Returns the part of `sentence` (trimmed, without a speaker's label) that stands alone, or `None`.
pub fn stand_alone(sentence: &str, setting: Setting) -> Option<Quote> {
    if sentence.len() > MAX_BYTES || !has_statement_shape(sentence) {
        return None;
    }
    let words = Words::of(sentence);
    if setting.foreign {
        return stand_alone_by_shape(sentence, &words);
    }
    let first = words.after_opening(sentence)?;
    let (last, shortened) = words.before_overrun(sentence, first)?;
    let start = words.source(first).start;
    let start = start - opening_marks(&sentence[..start]);
    let start = if first == 0 { 0 } else { start };
    let end = if shortened { words.source(last - 1).end } else { sentence.len() };
    // The main clause of "When …, …" may be what was cut off.
    if shortened && words.opens_subordinate(first) {
        return None;
    }
    let quoted = sentence.get(start..end)?;
    let chars = quoted.chars().count();
    if !(MIN_CHARS..=MAX_CHARS).contains(&chars) || last - first < MIN_WORDS || !is_closed(quoted) {
        return None;
    }
    let view = View { words: &words, sentence, range: first..last };
    let mut worth = view.opening()? * view.speech(setting)? * view.references(setting)? * view.completeness()?;
    worth *= view.open_ends() * view.announces();
    if first > 0 {
        worth *= begun_late(words.get(first), quoted.starts_with(char::is_uppercase));
    }
    if shortened {
        worth *= 0.8;
    }
    if chars > 240 {
        worth *= 0.9;
    }
    // It may be quoted all the same: but what names nothing and says little is seldom the best that there is.
    let told = fullness(chars) * if view.names_something() { 1.0 } else { NAMELESS };
    (worth >= THRESHOLD).then_some(Quote { span: Span::new(start, end), worth: worth * told })
}

/// What is left where a sentence is quoted without its front. What stood before "through the ferries and …" may be what that
/// belongs to, and a bare "welding was …" may be the end of what was begun: of 220 such quotations that readers judged, one
/// in four could not be understood, and one in nine of those with an ordinary subject.
fn begun_late(first: &str, named: bool) -> f32 {
    let subject =
        named || matches!(first, "i" | "we" | "the" | "a" | "an" | "my" | "our" | "there" | "every" | "if" | "when");
    match subject || first == "in" {
        true => 0.85,
        false if wordlist::is_preposition(first) => 0.7,
        false => 0.75,
    }
}

/// How much of what it tells a sentence of so many characters is likely to say itself. Of 1,250 quotations that readers
/// judged, a sixth of those below 60 characters could not be understood alone, and one in twenty from 100 on.
fn fullness(chars: usize) -> f32 {
    let short = FULL_CHARS.saturating_sub(chars) as f32 / (FULL_CHARS - MIN_CHARS) as f32;
    1.0 - SHORT * short
}

/// Languages whose words are not known here: a whole sentence of a sensible length.
fn stand_alone_by_shape(sentence: &str, words: &Words) -> Option<Quote> {
    let chars = sentence.chars().count();
    // Scripts without spaces put far more into a character, and count as few words.
    let dense = sentence.len() >= chars * 2 + chars / 2;
    let (shortest, fewest) = if dense { (MIN_CHARS / 3, 1) } else { (MIN_CHARS, MIN_WORDS) };
    let fits = (shortest..=MAX_CHARS).contains(&chars) && words.len() >= fewest && is_closed(sentence);
    fits.then_some(Quote { span: Span::new(0, sentence.len()), worth: 0.8 })
}

/// True when the text begins and ends like a statement and is no list mark, link, table row or shouting.
fn has_statement_shape(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    let begins = first.is_uppercase()
        || first.is_numeric()
        || matches!(first, '"' | '“' | '‘' | '\'' | '«' | '„' | '¿' | '¡' | '(' | '「')
        || (first.is_alphabetic() && !first.is_lowercase());
    if !begins {
        return false;
    }
    let closed = text.trim_end_matches(['"', '”', '’', '\'', '»', '“', ')', '」', '*', '_']);
    let ends =
        closed.ends_with(['.', '!', '。', '！', '।', '۔']) && !closed.ends_with("..") && !closed.contains(['?', '？']);
    if is_badly_read(text) {
        return false;
    }
    if !ends
        || text.contains(['|', '`', '\t', '{', '}', '\u{fffd}'])
        || text.contains("](")
        || text.contains("</")
        || text.contains("http")
    {
        return false;
    }
    let (mut letters, mut capitals, mut digits, mut others) = (0usize, 0usize, 0usize, 0usize);
    for c in text.chars() {
        if c.is_alphabetic() {
            letters += 1;
            capitals += usize::from(c.is_uppercase());
        } else if c.is_numeric() {
            digits += 1;
        } else if !c.is_whitespace() {
            others += 1;
        }
    }
    letters > 0 && capitals * 3 < letters && digits * 3 < letters.max(1) && others * 5 < letters
}

/// True for a sentence with words that ran together, or with letters and digits in one word that nobody writes: a page was
/// read badly.
fn is_badly_read(text: &str) -> bool {
    has_lost_spaces(text) || text.split_whitespace().any(is_misread)
}

/// True for words that ran together when a page was read: "ofTolland", "developingthe".
fn has_lost_spaces(text: &str) -> bool {
    const JOINED: [&str; 5] = ["ofthe", "tothe", "forthe", "ingthe", "andthe"];
    text.split(|c: char| !c.is_alphanumeric()).any(|word| {
        let joined = word
            .find(char::is_uppercase)
            .filter(|&at| at > 1)
            .is_some_and(|at| word[..at].chars().all(char::is_lowercase) && wordlist::is_function_word(&word[..at]));
        joined || word.is_ascii() && word.len() > 4 && JOINED.iter().any(|join| word.ends_with(join))
    })
}

/// True for letters and digits in one word that no writer puts together: "l99g", "9N94", "lst".
fn is_misread(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    // Years, ordinals, units, models and versions begin or end with their digits: "1990s", "3D", "A380", "B2B".
    let classes: Vec<bool> = word.chars().filter(|c| c.is_alphanumeric()).map(|c| c.is_ascii_digit()).collect();
    let turns = classes.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let lower = word.chars().any(char::is_lowercase);
    let plain = !word.contains(['-', '/', '.', ',', ':', '\'', '’', '@', '_', '#', '%', '&', '+', '(', ')']);
    let cut = word.len() > 2 && word.strip_suffix(['0', '1']).is_some_and(|rest| rest.chars().all(char::is_lowercase));
    cut || matches!(word, "lst" | "l0" | "l1" | "2l" | "l9") || plain && lower && word.len() > 3 && turns > 1
}

/// True when quotation marks and brackets that open in the text also close in it, and no citation mark hides there.
fn is_closed(text: &str) -> bool {
    let mut round = 0i32;
    let mut square = 0i32;
    let mut curly = 0i32;
    let mut straight = 0u32;
    let mut stars = 0u32;
    for c in text.chars() {
        match c {
            '(' => round += 1,
            ')' => round -= 1,
            '[' => square += 1,
            ']' => square -= 1,
            '“' | '„' | '«' => curly += 1,
            '”' | '»' => curly -= 1,
            '"' => straight += 1,
            '*' => stars += 1,
            _ => {}
        }
        if round < 0 || square < 0 || curly < 0 {
            return false;
        }
    }
    let square_is_note = square == 0 && !text.contains('[');
    round == 0
        && square_is_note
        && curly == 0
        && straight.is_multiple_of(2)
        && stars.is_multiple_of(2)
        && text.matches("**").count().is_multiple_of(2)
}

/// Bytes of the quotation marks and brackets that stand directly before a position.
fn opening_marks(before: &str) -> usize {
    before.len() - before.trim_end_matches(['"', '“', '‘', '«', '(', '$', '€', '£', '#', '@', '_', '*']).len()
}
