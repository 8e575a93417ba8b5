//! What a sentence needs from outside it, and whether that stands behind the quotation: somebody who says "I", the
//! surname of a bare first name, the document that "this agreement" is, the day that "this year" is in.

use std::cell::OnceCell;

use super::definites::{Definite, Missing, is_instrument, same_noun};
use super::words::Words;
use crate::text::names::lexicon::{Flags, flags};
use crate::text::wordlist;

/// What a reader sees beside a quotation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around<'a> {
    /// Words behind the dash: who says it, the document, the heading.
    pub behind: &'a str,
    /// Somebody is named as saying it.
    pub spoken: bool,
    /// What was said just before, which the reader does not see.
    pub before: &'a [&'a str],
}

/// What each thing that is missing leaves of a quotation's worth.
const NO_SPEAKER: f32 = 0.35;
const NO_SPEAKERS: f32 = 0.45;
const NO_SURNAME: f32 = 0.38;
const NO_INSTRUMENT: f32 = 0.38;
const NO_NOUN: f32 = 0.5;
const NO_WHOLE: f32 = 0.55;
const NO_DATE: f32 = 0.6;

/// Returns how much of a quotation can be understood with what stands around it, from 0 to 1. `names` are full names of
/// those who speak in the document.
pub fn leaning<'n>(quoted: &str, around: Around<'_>, names: impl Iterator<Item = &'n str>) -> f32 {
    let words = Words::of(quoted);
    // Most sentences ask nothing of what stands behind them.
    let behind: OnceCell<Words> = OnceCell::new();
    let is_behind = |word: &str| {
        let behind = behind.get_or_init(|| Words::of(around.behind));
        (0..behind.len()).any(|at| same_noun(behind.get(at), word))
    };
    let dated = around.behind.contains(|c: char| c.is_ascii_digit());
    let mut kept = 1.0f32;
    let mut quoting = false;
    let (mut one, mut many) = (false, false);
    for at in 0..words.len() {
        let (word, next) = (words.get(at), words.get(at + 1));
        let gap = if at > 0 { words.gap_after(at - 1, quoted) } else { &quoted[..words.source(0).start] };
        for mark in gap.chars() {
            match mark {
                '“' => quoting = true,
                '”' => quoting = false,
                '"' => quoting = !quoting,
                _ => {}
            }
        }
        match word.split('\'').next().unwrap_or_default() {
            // Somebody else's words inside the sentence are said by whom it names.
            "i" | "my" | "me" | "mine" | "myself" if !quoting && word != "i.e" => one = true,
            "our" if !quoting && matches!(next, "name" | "logo" | "names") => kept *= NO_NOUN,
            "we" | "our" | "us" | "ours" if !quoting => many = true,
            "this" | "these" | "said" | "aforesaid" if is_instrument(next) && !is_behind(next) => kept *= NO_INSTRUMENT,
            "this" | "last" | "next" if wordlist::is_time(next) && !dated && !has_year(quoted) => kept *= NO_DATE,
            "today" | "yesterday" | "tomorrow" | "tonight" | "recently" | "currently" if !dated => kept *= NO_DATE,
            "the" => {
                let definite = Definite { words: &words, sentence: quoted, the: at };
                kept *= match definite.missing(is_behind, around.before) {
                    Some(Missing::Instrument) => NO_INSTRUMENT,
                    Some(Missing::Noun) => NO_NOUN,
                    Some(Missing::Whole) => NO_WHOLE,
                    None => 1.0,
                };
            }
            "later" | "earlier" if is_span_of_time(&words, at) && !has_year(quoted) => kept *= NO_DATE,
            _ => {}
        }
    }
    if !around.spoken {
        kept *= match (one, many) {
            (true, _) => NO_SPEAKER,
            (false, true) => NO_SPEAKERS,
            (false, false) => 1.0,
        };
    }
    if names_barely(&words, quoted, names, is_behind) || calls_by_first_name(&words, quoted, is_behind) {
        kept *= NO_SURNAME;
    }
    kept
}

/// True when the sentence has a first name of somebody and neither it nor what stands behind it has the rest.
fn names_barely<'n>(
    words: &Words,
    quoted: &str,
    names: impl Iterator<Item = &'n str>,
    is_behind: impl Fn(&str) -> bool,
) -> bool {
    let capital = |at: usize| at < words.len() && quoted[words.source(at)].starts_with(char::is_uppercase);
    names.into_iter().any(|name| {
        let Some((first, last)) = name.split_once(' ').filter(|(first, _)| quoted.contains(first)) else {
            return false;
        };
        let (first, last) = (first.to_lowercase(), last.rsplit(' ').next().unwrap_or_default().to_lowercase());
        let told = is_behind(&last) || (0..words.len()).any(|at| same_noun(words.get(at), &last));
        !told
            && (0..words.len()).any(|at| {
                let stem = words.get(at).split('\'').next().unwrap_or_default();
                let alone =
                    !capital(at + 1) || words.get(at).contains('\'') || !words.gap_after(at, quoted).trim().is_empty();
                let led = at > 0
                    && capital(at - 1)
                    && !wordlist::is_function_word(words.get(at - 1))
                    && words.gap_after(at - 1, quoted) == " ";
                stem == first && capital(at) && alone && !led
            })
    })
}

/// True when somebody is called by a first name only, known as one from the list, and nothing behind the quotation has it.
fn calls_by_first_name(words: &Words, quoted: &str, is_behind: impl Fn(&str) -> bool) -> bool {
    let capital = |at: usize| at < words.len() && quoted[words.source(at)].starts_with(char::is_uppercase);
    let joined = |at: usize| words.gap_after(at, quoted) == " ";
    (0..words.len()).any(|at| {
        let word = words.get(at);
        let stem = word.split('\'').next().unwrap_or_default();
        let known = flags(stem);
        let named = known.has(Flags::FIRST_NAME)
            && !known.has(Flags::PLACE | Flags::FUNCTION | Flags::MONTH)
            // "Mark the date": at the front a capital says nothing.
            && (at > 0 || !known.has(Flags::SAY) && !wordlist::is_base_verb_opening(stem));
        let alone = !(capital(at + 1) && joined(at)) || word.contains('\'');
        let before = at.checked_sub(1).map_or("", |before| words.get(before));
        let led = at > 0 && capital(at - 1) && joined(at - 1) && !wordlist::is_function_word(before)
            || flags(before).has(Flags::HONORIFIC);
        let once = (0..at).all(|earlier| !capital(earlier) || !words.get(earlier).starts_with(stem));
        named && capital(at) && alone && !led && once && !is_behind(stem)
    })
}

fn has_year(quoted: &str) -> bool {
    let digits = |word: &str| word.len() == 4 && word.chars().all(|c| c.is_ascii_digit());
    quoted.split(|c: char| !c.is_alphanumeric()).any(digits)
}

/// "a decade earlier", "three years later": than what?
fn is_span_of_time(words: &Words, at: usize) -> bool {
    let unit = at.checked_sub(1).map_or("", |before| words.get(before));
    let unit = unit.strip_suffix('s').unwrap_or(unit);
    let told = matches!(words.get(at + 1), "than" | "this" | "in" | "that" | "when" | "on" | "by");
    !told && matches!(unit, "year" | "month" | "week" | "day" | "decade" | "century" | "hour" | "minute" | "generation")
}
