//! Which days near the beginning of a text are those of something else: of the text that it replaces, of a letter that
//! it answers, of what a column tells of. Such a day dates no document.

use crate::model::Span;
use crate::text::cutting::lines::line_around;
use crate::text::cutting::punctuation::is_terminal;
use crate::text::language::{WordList, word_lists};
use crate::text::words::lexicon::is_foreign_function;
use crate::text::words::terms::words;
use crate::text::words::wordlist::{is_function_word, is_preposition};

word_lists! {
    static WORDS = "anothers.toml":
        replacing, added, onto, texts, pointing, dating, dated, own, changing, last, as_at, matters, numbered, editions,
        issuing
}

/// Words of a label in front of a colon, at most.
const LABEL: usize = 4;
/// Words of where a text was recorded, in front of the day of that.
const PLACE: usize = 8;
/// Words of what points to another text, in front of the word for that.
const POINTING: usize = 3;
/// Words between the one that says that a text was changed and the day: *on*.
const BESIDE: usize = 1;

/// What stands in front of a day in its sentence: a line, from the last mark on that ends one.
fn before(text: &str, day: Span) -> &str {
    let line = line_around(text, day);
    let front = text.get(line.start..day.start).unwrap_or_default();
    // "No. 3" ends nothing: a sentence ends where a blank and a capital follow.
    let ends = front.char_indices().rev().find(|&(at, c)| {
        let behind = &front[at + c.len_utf8()..];
        let goes_on = behind.trim_start();
        is_terminal(c) && behind.len() > goes_on.len() && goes_on.starts_with(char::is_uppercase)
    });
    ends.map_or(front, |(at, c)| &front[at + c.len_utf8()..])
}

/// True for a day that a text tells of another text, or of what it is about.
pub(super) fn is_anothers(text: &str, day: Span) -> bool {
    let front = before(text, day);
    let lower: Vec<String> = words(front).map(|word| word.text.to_lowercase()).collect();
    let has = |list: &WordList| lower.iter().any(|word| list.has(word));
    if has(&WORDS.replacing) && !is_edition(front) {
        return true;
    }
    let label = front.split_once(':').map(|(label, _)| words(label).map(|word| word.text.to_lowercase()));
    if label.is_some_and(|label| label.take(LABEL).any(|word| WORDS.matters.has(&word))) {
        return true;
    }
    // "Amendment to the agreement between Voss and Reed dated 4 May"
    let added = lower.iter().position(|word| WORDS.added.has(word));
    let onto = added.and_then(|at| Some(at + lower[at..].iter().position(|word| WORDS.onto.has(word))?));
    // "a codicil to my will, made this 4th day of May" is of that day.
    let this_day = lower.last().is_some_and(|word| WORDS.pointing.has(word));
    if !this_day && onto.is_some_and(|at| lower[at..].iter().any(|word| WORDS.texts.has(word))) {
        return true;
    }
    // "the minutes of 4 May" points to others; "Minutes of 4 May", or "The minutes" in front of all, to itself.
    let [rest @ .., text, dating] = lower.as_slice() else { return false };
    let pointed = || rest.iter().rposition(|word| WORDS.pointing.has(word));
    WORDS.dating.has(dating)
        && WORDS.texts.has(text)
        && pointed().is_some_and(|at| (1..).contains(&at) && rest.len() - at <= POINTING)
}

/// True for what names the version of a text, set off from the day of that: *Version 2 (corrected), *.
fn is_edition(front: &str) -> bool {
    /// Words of a version, brackets aside.
    const LONGEST: usize = 3;
    let bare = front.trim_start_matches(['#', '*', '_', ' ']).trim_end();
    let unbracketed = bare.split_once('(').map_or(bare, |(before, _)| before);
    let mut told = words(unbracketed);
    let is_named = told.next().is_some_and(|word| WORDS.editions.has(&word.text.to_lowercase()));
    let numbered = told.next().is_some_and(|word| word.text.starts_with(|c: char| c.is_ascii_digit()));
    let set_off = bare.ends_with([',', '(', ':', '–', '—', '-', '·']);
    let replaces = words(unbracketed).any(|word| WORDS.replacing.has(&word.text.to_lowercase()));
    is_named && numbered && set_off && !replaces && told.nth(LONGEST - 2).is_none()
}

/// True for what leads to a time, so that it is told of something: *lit until*, *seen in*.
pub(super) fn is_led(front: &str) -> bool {
    // "AV" is somebody.
    let last = words(front).last().filter(|word| !word.text.chars().all(char::is_uppercase));
    last.is_some_and(|word| {
        let word = word.text.to_lowercase();
        is_preposition(&word) || is_function_word(&word) || is_foreign_function(&word)
    })
}

/// True for a day behind a word that tells the text's own, with which its sentence begins, or behind a word for the
/// text: *Issued 4 May 2031*, *Report dated 4 May 2031*, *Date of this deed: 4 May 2031*, *Recorded at the mill, Orsk,
/// 4 May 2031*.
pub(super) fn is_own(text: &str, day: Span) -> bool {
    let front = before(text, day);
    let lower: Vec<String> = words(front).map(|word| word.text.to_lowercase()).collect();
    // "Report of the keeper dated 4 May": what is another text's was told before.
    let of_text = (2..=PLACE).contains(&lower.len())
        && lower.last().is_some_and(|word| WORDS.dated.has(word))
        && WORDS.texts.has(&lower[0]);
    // "Report issued: 4 May"
    let issued = (2..=LABEL).contains(&lower.len())
        && lower.last().is_some_and(|word| WORDS.issuing.has(word))
        && lower.iter().any(|word| WORDS.texts.has(word));
    let mut told = lower.iter();
    let begins = told.next().is_some_and(|word| WORDS.own.has(word));
    let set_off = || front.trim_end_matches([' ', '*', '_']).ends_with([':', ',']) && told.clone().count() <= PLACE;
    of_text || issued || is_edition(front) || begins && (told.clone().nth(1).is_none() || set_off())
}

/// True for a day on which a text says that it was changed last, or to which it holds: *last touched Oct. 1996*, *as at
/// 4 May 2031*.
pub(super) fn is_of_last_change(text: &str, day: Span) -> bool {
    let front = before(text, day);
    // A clause of its own: "begun in 1979, updated in 1996".
    let clause = front.rfind([',', ';', '(', '[', '–', '—']).map_or(0, |at| at + 1);
    let clause = front.get(front.ceil_char_boundary(clause)..).unwrap_or_default();
    let lower: Vec<String> = words(clause).map(|word| word.text.to_lowercase()).collect();
    let as_at = lower.len() > 1 && WORDS.as_at.has(&lower[lower.len() - 2..].join(" "));
    let changed = lower.iter().rposition(|word| WORDS.changing.has(word));
    let last = |at: usize| at == 0 || lower[..at].iter().any(|word| WORDS.last.has(word));
    let behind = |at: usize| lower[at + 1..].iter().any(|word| WORDS.last.has(word));
    as_at
        || changed
            .is_some_and(|at| lower.len() - at <= BESIDE + 1 + usize::from(behind(at)) && (last(at) || behind(at)))
}

/// True for a word behind which a number is no day.
pub(super) fn is_numbered(word: &str) -> bool {
    WORDS.numbered.has(&word.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::super::calendar::full_days;
    use super::*;

    #[test]
    fn a_day_of_another_text_is_told_from_its_own() {
        let of = |text: &str, is: fn(&str, Span) -> bool| {
            let (_, span) = full_days(text).last().expect("a day");
            is(text, span)
        };
        for text in [
            "These minutes replace those of 4 May 2031, which were wrong.",
            "This version supersedes the draft of 4 May 2031.",
            "The resolution of the council is amended as of 4 May 2031.",
            "Re: your letter of 4 May 2031",
            "An answer to the report dated 4 May 2031",
            "AMENDMENT No. 2 to the Supply Agreement between Orsk Works Ltd and Tarn plc dated 4 May 2031",
            "Nachtrag 2 zum Vertrag mit der Tarn AG vom 4. Mai 2031",
            "registered: 2031-05-04",
            "**Date of birth:** 4 May 2031",
        ] {
            assert!(of(text, is_anothers), "{text}");
        }
        for text in [
            "Harbour board: minutes of 4 May 2031",
            "The minutes of 4 May 2031",
            "Minutes of the meeting of 4 May 2031",
            "Lamp report: DRAFT of 4 May 2031",
            "They replace those of March. Issued 4 May 2031.",
            "date: 2031-05-04",
            "Orsk, 4 May 2031",
        ] {
            assert!(!of(text, is_anothers), "{text}");
        }
        for text in [
            "Issued 4 May 2031.",
            "Seen on 2 May 2031. Report dated 4 May 2031.",
            "Signed and dated: 4 May 2031",
            "They replace those of 2 May 2031. Adopted on 4 May 2031.",
            "**Date:** 4 May 2031",
            "Date of this Amendment: 4 May 2031",
            "Recorded at Lindhavn Home, Orsk, 4 May 2031",
        ] {
            assert!(of(text, is_own), "{text}");
        }
        assert!(!of("The boat was issued a pass on 4 May 2031", is_own));
        for text in [
            "Begun in 1979, last touched 4 May 2031",
            "Updated on 4 May 2031",
            "Questions and answers (as at 4 May 2031)",
            "Stand vom 4. Mai 2031",
            "Última actualización: actualizado el 4 de mayo de 2031",
        ] {
            assert!(of(text, is_of_last_change), "{text}");
        }
        for text in ["The lock was changed on 4 May 2031", "They met as planned on 4 May 2031", "Orsk, 4 May 2031"] {
            assert!(!of(text, is_of_last_change), "{text}");
        }
    }
}
