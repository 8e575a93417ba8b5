//! Texts that hold no more: what a text says near its beginning that it replaces (*Supersedes LP-4 of 1 March*), and
//! how one says of itself that it is replaced (*Status: superseded*).

use crate::text::language::word_lists;
use crate::text::words::terms::{fold, folded, words};

word_lists! { static WORDS = "replacing.toml": replacing, labels, ended }

/// Bytes at the beginning of a text in which it says so.
const HEAD: usize = 2_000;

/// The codes, folded, of the texts that a text says near its beginning to replace: of each sentence those behind the
/// word that says it.
pub fn replaces(text: &str) -> Vec<String> {
    let head = &text[..text.floor_char_boundary(HEAD)];
    let behind = head.lines().filter_map(|line| {
        let verb = words(line).find(|word| WORDS.replacing.has(&fold(word.text)))?;
        line[verb.span.end..].split(". ").next()
    });
    behind.flat_map(codes).collect()
}

/// The codes in a title, folded: letters and a number with a dash between, `LP-4`.
pub fn codes(text: &str) -> impl Iterator<Item = String> {
    let is_code = |piece: &&str| {
        let ends = piece.rsplit_once('-').is_some_and(|(_, last)| last.starts_with(|c: char| c.is_ascii_digit()));
        ends && piece.starts_with(char::is_alphabetic)
    };
    text.split(|c: char| !c.is_alphanumeric() && c != '-')
        .map(|piece| piece.trim_matches('-'))
        .filter(is_code)
        .map(fold)
}

/// True where a text says in a line near its beginning that it holds no more.
pub fn is_replaced(text: &str) -> bool {
    let head = &text[..text.floor_char_boundary(HEAD)];
    let told = head.lines().filter_map(|line| line.trim_start_matches(['#', '-', '*', ' ']).split_once(':'));
    told.into_iter().any(|(label, value)| says_ended(label, value))
}

/// True for a field by which a document says that it holds no more: `Status` with `Superseded by RULE-7`.
pub fn says_ended(label: &str, value: &str) -> bool {
    let first = words(value).next();
    WORDS.labels.has(&folded(label).join(" ")) && first.is_some_and(|first| WORDS.ended.has(&fold(first.text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_says_what_it_replaces() {
        let told = |text: &str| replaces(text).join(" ");
        assert_eq!(told("# Policy LP-5\n\nIn force 1 May. Supersedes LP-4 and LP-4a of May. See LP-9."), "lp-4 lp-4a");
        assert_eq!(told("Ersetzt die Richtlinie QM-12"), "qm-12");
        assert_eq!(told("# Policy LP-5\n\nSee LP-4. Nobody was replaced."), "");
        assert_eq!(codes("Warranty policy (LP-4), well-known, 2031-05-04").collect::<Vec<_>>(), ["lp-4"]);
    }

    #[test]
    fn a_text_says_that_it_is_replaced() {
        assert!(is_replaced("# Rule 6\n\n- **Status:** Superseded by RULE-7\n"));
        assert!(is_replaced("Status: withdrawn"));
        assert!(!is_replaced("Status: in force\nThe lamp was withdrawn."));
    }
}
