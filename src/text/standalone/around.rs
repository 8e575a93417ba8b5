//! What a sentence needs from outside it, and whether that stands behind the quotation: somebody who says "I", the
//! surname of a bare first name, the document that "this agreement" is, the day that "this year" is in.

use std::cell::OnceCell;

use super::words::Words;
use crate::text::wordlist;

/// What a reader sees beside a quotation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around<'a> {
    /// Words behind the dash: who says it, the document, the heading.
    pub behind: &'a str,
    /// Somebody is named as saying it.
    pub spoken: bool,
}

/// What each thing that is missing leaves of a quotation's worth.
const NO_SPEAKER: f32 = 0.35;
const NO_SPEAKERS: f32 = 0.45;
const NO_SURNAME: f32 = 0.38;
const NO_INSTRUMENT: f32 = 0.38;
const NO_NOUN: f32 = 0.5;
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
            "we" | "our" | "us" | "ours" if !quoting => many = true,
            "this" | "these" | "said" | "aforesaid" if is_instrument(next) && !is_behind(next) => kept *= NO_INSTRUMENT,
            "this" | "last" | "next" if wordlist::is_time(next) && !dated && !has_year(quoted) => kept *= NO_DATE,
            "today" | "yesterday" | "tomorrow" | "tonight" | "recently" | "currently" if !dated => kept *= NO_DATE,
            "the" => {
                let noun = at + usize::from(points_anew(next));
                let next = words.get(noun + 1);
                if is_bare_definite(&words, noun, quoted) && !is_behind(next) && !is_said(&words, at, next) {
                    kept *= if is_instrument(next) { NO_INSTRUMENT } else { NO_NOUN };
                }
            }
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
    if names_barely(&words, quoted, names, is_behind) {
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

/// A noun and its plural or possessive.
fn same_noun(word: &str, other: &str) -> bool {
    let stem = |word: &str| {
        let word = word.split('\'').next().unwrap_or_default();
        word.strip_suffix('s').unwrap_or(word).to_owned()
    };
    stem(word) == stem(other)
}

fn has_year(quoted: &str) -> bool {
    let digits = |word: &str| word.len() == 4 && word.chars().all(|c| c.is_ascii_digit());
    quoted.split(|c: char| !c.is_alphanumeric()).any(digits)
}

/// Nouns for texts that speak of themselves.
#[rustfmt::skip]
fn is_instrument(word: &str) -> bool {
    matches!(
        word.strip_suffix('s').unwrap_or(word),
        "ordinance" | "agreement" | "resolution" | "section" | "subsection" | "article" | "chapter" | "act"
                | "statute" | "contract" | "charter" | "policy" | "code" | "regulation" | "rule" | "provision"
                | "document" | "letter" | "report" | "appeal" | "order" | "memo" | "memorandum" | "minute"
                | "meeting" | "certificate" | "lease" | "deed" | "permit" | "exhibit" | "amendment"
                | "interpretation" | "paper" | "book" | "title" | "part"
    )
}

/// Nouns that with a bare *the* point at something told before.
#[rustfmt::skip]
fn is_pointing_noun(word: &str) -> bool {
    is_instrument(word)
        || matches!(
            word.strip_suffix('s').unwrap_or(word),
            "request" | "matter" | "issue" | "proposal" | "deposit" | "measure" | "question" | "answer" | "change"
                | "case" | "decision" | "project" | "program" | "programme" | "plan" | "event"
                | "grant" | "department" | "group" | "team" | "site" | "premise" | "building" | "house" | "room"
                | "thing" | "applicant" | "application" | "appellant" | "variance" | "fee" | "amount" | "problem"
                | "idea" | "story" | "film" | "movie" | "show" | "game" | "device" | "product" | "feature"
                | "company" | "deal" | "acquisition" | "transaction" | "motion" | "vote" | "item" | "topic"
                | "subject" | "process" | "work" | "task" | "job" | "test" | "result" | "sheet" | "ticket" | "form"
                | "sample" | "lot" | "area" | "zone" | "park" | "tree" | "man"
                | "woman" | "software" | "machine" | "system" | "image" | "boy" | "girl" | "guy" | "activity" | "regulation" | "exemption"
                | "notice"
        )
}

/// Adjectives that say which of those told of before is meant.
fn points_anew(word: &str) -> bool {
    matches!(
        word,
        "proposed"
            | "revised"
            | "previous"
            | "current"
            | "existing"
            | "attached"
            | "final"
            | "requested"
            | "amended"
            | "new"
            | "first"
            | "second"
            | "original"
            | "entire"
            | "whole"
            | "recent"
            | "protected"
            | "affected"
    )
}

/// "the request was …", "the proposed ordinance is …": nothing behind the noun says which.
fn is_bare_definite(words: &Words, at: usize, quoted: &str) -> bool {
    let next = words.get(at + 1);
    let behind = words.get(at + 2);
    let parted = at + 1 < words.len() && !words.gap_after(at + 1, quoted).trim().is_empty();
    let capital = |at: usize| at < words.len() && quoted[words.source(at)].starts_with(char::is_uppercase);
    let told = !parted
        && (matches!(
            behind,
            "of" | "that"
                | "who"
                | "which"
                | "for"
                | "to"
                | "in"
                | "on"
                | "at"
                | "from"
                | "by"
                | "between"
                | "with"
                | "where"
                | "when"
                | "about"
                | "we"
                | "i"
                | "he"
                | "she"
                | "they"
                | "you"
        ) || capital(at + 2)
            || behind.ends_with("ed")
            || behind.starts_with(|c: char| c.is_ascii_digit()));
    is_pointing_noun(next) && !capital(at + 1) && !told
}

/// True when the noun stood in the sentence before.
fn is_said(words: &Words, at: usize, noun: &str) -> bool {
    (0..at).any(|earlier| same_noun(words.get(earlier), noun))
}
