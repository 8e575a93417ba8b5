//! The title that a plain text begins with: a line by itself that has a word of the file's name, or runs as a headline
//! does. People write both, and the line says more: *Telephone note - Orsk - 11 Jan 2031*, of `18_note_phone.txt`.

use super::title::{as_in_text, is_talk, of_heading, says_something};
use crate::text::cutting::punctuation::ends_sentence;
use crate::text::dates::is_month;
use crate::text::display::spacing::single_spaced;
use crate::text::names::capitals::uncapped;
use crate::text::words::fold;

/// Characters of a title, at most.
const LONGEST: usize = 140;
/// Words of one, at least and at most.
const WORDS: (usize, usize) = (2, 20);
/// Letters of a word that tells something.
const TELLS: usize = 4;
/// Words of a letterhead that tell something, at most.
const LETTERHEAD: usize = 3;
/// Words of a label in front of a colon, at most.
const LABEL: usize = 4;
/// Characters of the line below it, where that is no paragraph.
const SHORT: usize = 90;

/// The first line of a text where it is a title, given the words of the file's name.
pub(super) fn of(text: &str, named: &str) -> Option<String> {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty())?;
    let below = lines.next().unwrap_or_default();
    let words = first.split_whitespace().count();
    let fits = (WORDS.0..=WORDS.1).contains(&words) && first.chars().count() <= LONGEST;
    let begins =
        first.chars().next().is_some_and(|c| c.is_uppercase() || c.is_numeric() || !c.is_ascii() && c.is_alphabetic());
    // *Interview 3: Ada Voss, keeper* says what it is and with whom.
    let talk = first.split_whitespace().next().is_some_and(|word| is_talk(&word.to_lowercase()));
    // What has a sentence in front of its colon is no label.
    let labelled = first.split_once(": ").is_some_and(|(label, _)| label.split_whitespace().count() <= LABEL);
    // A field, a row, or the head of a message.
    let is_field = labelled && !talk || first.contains(['|', '\t', '@', '{', '<', '[']);
    let alone = below.is_empty() || below.chars().count() <= SHORT && (below.contains(':') || !ends_sentence(below));
    let fits = fits
        && begins
        && !is_field
        && !first.ends_with([',', '-'])
        && (alone || shouted(first))
        && !ends_sentence(first);
    let title = as_in_text(&uncapped(&single_spaced(&of_heading(first))), text);
    let tells = shares_a_word(first, named) || below.is_empty() && is_running(first);
    (fits && tells && says_something(&title)).then_some(title)
}

/// True for a line of several running words, as a headline is, which stands over its text whatever the file is called.
fn is_running(line: &str) -> bool {
    const WORDS: usize = 5;
    const RUNNING: usize = 3;
    let running = |word: &&str| word.starts_with(char::is_lowercase) && word.chars().count() >= TELLS;
    line.split_whitespace().count() >= WORDS && line.split_whitespace().filter(running).count() >= RUNNING
}

/// True for a line in capitals.
fn shouted(line: &str) -> bool {
    !line.contains(char::is_lowercase)
}

/// True where a line has a word of a file's name, and is no letterhead: a name in capitals, where the file's name says
/// besides what it is that was written under it.
fn shares_a_word(line: &str, named: &str) -> bool {
    let telling = |text: &str| -> Vec<String> {
        let all = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() >= TELLS);
        all.map(str::to_owned).collect()
    };
    let (of_line, of_name) = (telling(line), telling(named));
    let alike = |one: &str, other: &str| {
        let (one, other) = (fold::key(one), fold::key(other));
        one.starts_with(&other) || other.starts_with(&one)
    };
    let is_said = |name: &String| of_line.iter().any(|word| alike(word, name));
    let counted = of_line.iter().filter(|word| !is_month(word)).count();
    let letterhead = counted <= LETTERHEAD
        && of_line.iter().all(|word| word.starts_with(char::is_uppercase))
        && !of_name.iter().all(is_said);
    of_name.iter().any(is_said) && !letterhead
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_by_itself_with_a_word_of_the_file_s_name_is_the_title() {
        for (text, named, title) in [
            (
                "Orsk summer fete, Saturday 6 July\n\nAda: two cakes.",
                "17 recipe summer fete",
                Some("Orsk summer fete, Saturday 6 July"),
            ),
            (
                "HARBOUR TRUST  -  PROPERTY INSPECTION\nProperty: 3 Quay Row",
                "04 inspection quay3",
                Some("Harbour Trust - Property Inspection"),
            ),
            (
                "ORSK PYLE PROPERTY MANAGEMENT\n\nWe at Orsk Pyle own the quay.",
                "letter orsk pyle",
                Some("Orsk Pyle Property Management"),
            ),
            ("Interview 3: Ada Voss, keeper\n\nWho lit it?", "Keeper voss", Some("Interview 3: Ada Voss, keeper")),
            ("Tide tables of the quay\n\n", "Tide tables june", Some("Tide tables of the quay")),
            (
                "No evidence for a loss of light in lamps of the quay after a winter of storms: a second study\n\nAda Voss",
                "Voss2031 lamps",
                Some("No evidence for a loss of light in lamps of the quay after a winter of storms: a second study"),
            ),
            ("ORSK LANE FILMS\nCall sheet: 4 May", "Orsk films call sheet", None),
            ("Orsk Herald, 4 May 2031\n\nThe quay", "Orsk herald cutting", None),
            ("Dear Ada Voss,\n\nthe quay", "Letter to ada", None),
            ("From: Ada Voss\nTo: Tom", "Mail from ada", None),
            ("The quay was shut on Monday.\n\nIt rained.", "Quay shut", None),
            (
                "Lamps of the quay\nburn all night and nobody knows who pays for the oil that they burn, or why it is so dear. Ada asked.",
                "Lamps",
                None,
            ),
            ("Minutes of the trust\n\nAda spoke.", "Harbour notes", None),
            (
                "Ferry comes home after forty days at sea\n\nAda was aboard.",
                "2031 cutting",
                Some("Ferry comes home after forty days at sea"),
            ),
            ("Ferry comes home after forty days at sea\nand Ada was aboard.", "2031 cutting", None),
            ("quay lamps today\n\nburn", "Quay lamps", None),
            ("THIS LEASE OF THE QUAY is made the fourth day of Sep-\ntember", "Lease of the quay", None),
        ] {
            assert_eq!(of(text, named).as_deref(), title, "{text}");
        }
    }
}
