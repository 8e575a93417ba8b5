//! Names and headings in capitals, as they are written elsewhere.

use crate::text::language::{in_any, word_lists};
use crate::text::names::tag::is_ordinary_word;
use crate::text::words::lexicon::{Flags, flags};

word_lists! { static WORDS = "capitals.toml": spoken_letters }

/// Letters of a word that may be an abbreviation, at most.
const ABBREVIATION: usize = 4;

/// A heading in capitals as others are written: `CHARTER OF THE CITY` → `Charter of the City`. A word that no
/// dictionary has stays where it is short: `FEMA`. What is in small letters for the most part is left alone, and so is
/// one short word.
pub fn uncapped(heading: &str) -> String {
    let (capitals, small) = heading.chars().fold((0, 0), |(capitals, small), c| {
        (capitals + usize::from(c.is_uppercase()), small + usize::from(c.is_lowercase()))
    });
    if capitals <= ABBREVIATION || capitals < small {
        return heading.to_owned();
    }
    let written = |(at, word): (usize, &str)| {
        let bare: String = word.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
        match () {
            () if word.contains(char::is_lowercase) => word.to_owned(),
            () if at > 0 && in_any(|pack| &pack.function, &bare) => word.to_lowercase(),
            () if bare.chars().count() <= ABBREVIATION && !is_ordinary_word(&bare) => word.to_owned(),
            () => title_case(word),
        }
    };
    heading.split(' ').enumerate().map(written).collect::<Vec<_>>().join(" ")
}

/// `KEVIN SCOTT` → `Kevin Scott`, `JP LUND II` → `JP Lund II`; what has small letters is left alone.
pub fn title_case(label: &str) -> String {
    if label.chars().any(char::is_lowercase) {
        return label.to_owned();
    }
    // *OB:* alone is whoever has the initials; *ED:* may be called so.
    let lower = label.to_lowercase();
    let two = label.chars().count() == 2 && label.chars().all(|c| c.is_ascii_uppercase());
    let called = flags(&lower).has(Flags::FIRST_NAME | Flags::HONORIFIC) || WORDS.spoken_letters.has(&lower);
    if two && !called && !in_any(|pack| &pack.titles, &lower) {
        return label.to_owned();
    }
    let words: Vec<String> =
        label.split(' ').map(|word| if are_initials(word) { word.to_owned() } else { capitalised(word) }).collect();
    words.join(" ")
}

/// Letters that nobody speaks as a word: two or three consonants that are no title, or a number.
fn are_initials(word: &str) -> bool {
    let letters = word.chars().count();
    let spoken = word.contains(['A', 'E', 'I', 'O', 'U', 'Y']) || !word.chars().all(|c| c.is_ascii_uppercase());
    let lower = word.to_lowercase();
    let title =
        in_any(|pack| &pack.titles, &lower) || in_any(|pack| &pack.never, &lower) || in_any(|pack| &pack.maybe, &lower);
    let number = letters > 1 && word.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    number || (2..=3).contains(&letters) && !spoken && !title && !WORDS.spoken_letters.has(&lower)
}

fn capitalised(label: &str) -> String {
    let mut out = String::with_capacity(label.len());
    let mut fresh = true;
    for c in label.chars() {
        if fresh {
            out.push(c);
        } else {
            out.extend(c.to_lowercase());
        }
        // O'Neil, but not Women'S.
        let inside = matches!(c, '\'' | '’') && out.chars().rev().nth(1).is_some_and(char::is_lowercase);
        fresh = !c.is_alphanumeric() && !inside;
        // McMillan
        fresh |= out.ends_with("Mc") && !out[..out.len() - 2].ends_with(char::is_alphanumeric);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_in_their_case() {
        assert_eq!(title_case("ROSS MCMILLAN"), "Ross McMillan");
        assert_eq!(title_case("FEI-FEI O'NEIL"), "Fei-Fei O'Neil");
        assert_eq!(title_case("danah lund"), "danah lund");
        assert_eq!(title_case("JP LUND II"), "JP Lund II");
        assert_eq!((title_case("OB"), title_case("ED")), ("OB".to_owned(), "Ed".to_owned()));
        assert_eq!(title_case("DR. K.C. ED NG"), "Dr. K.C. Ed Ng");
    }

    #[test]
    fn a_heading_in_capitals_is_written_as_others_are() {
        assert_eq!(uncapped("CHARTER OF THE CITY OF ORSK"), "Charter of the City of ORSK");
        assert_eq!(uncapped("REGISTER OF LOANS, 2031 (extract)"), "Register of Loans, 2031 (extract)");
        assert_eq!(uncapped("FEE SCHEDULE"), "Fee Schedule");
        for heading in ["FEMA", "Quay rules", "The NATO and the EU", ""] {
            assert_eq!(uncapped(heading), heading);
        }
    }
}
