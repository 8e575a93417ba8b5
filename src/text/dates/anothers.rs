//! Which days near the beginning of a text are those of something else: of the text that it replaces, of a letter that
//! it answers, of what a column tells of. Such a day dates no document.

use crate::model::Span;
use crate::text::cutting::lines::line_around;
use crate::text::cutting::punctuation::is_terminal;
use crate::text::language::{WordList, word_lists};
use crate::text::words::terms::words;

word_lists! { static WORDS = "anothers.toml": replacing, texts, pointing, dating, own, matters, numbered }

/// Words of a label in front of a colon, at most.
const LABEL: usize = 4;
/// Words of what points to another text, in front of the word for that.
const POINTING: usize = 3;

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
    if has(&WORDS.replacing) {
        return true;
    }
    let label = front.split_once(':').map(|(label, _)| words(label).map(|word| word.text.to_lowercase()));
    if label.is_some_and(|label| label.take(LABEL).any(|word| WORDS.matters.has(&word))) {
        return true;
    }
    // "the minutes of 4 May" points to others; "Minutes of 4 May", or "The minutes" in front of all, to itself.
    let [rest @ .., text, dating] = lower.as_slice() else { return false };
    let pointed = || rest.iter().rposition(|word| WORDS.pointing.has(word));
    WORDS.dating.has(dating)
        && WORDS.texts.has(text)
        && pointed().is_some_and(|at| (1..).contains(&at) && rest.len() - at <= POINTING)
}

/// True for a day behind a word that tells the text's own, with which its sentence begins: *Issued 4 May 2031*.
pub(super) fn is_own(text: &str, day: Span) -> bool {
    let mut front = words(before(text, day));
    let begins = front.next().is_some_and(|word| WORDS.own.has(&word.text.to_lowercase()));
    begins && front.next().is_none_or(|_| front.next().is_none())
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
        for text in
            ["Issued 4 May 2031.", "They replace those of 2 May 2031. Adopted on 4 May 2031.", "**Date:** 4 May 2031"]
        {
            assert!(of(text, is_own), "{text}");
        }
        assert!(!of("The boat was issued a pass on 4 May 2031", is_own));
    }
}
