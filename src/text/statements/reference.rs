//! Where words are taken from, and where to read on: references in brackets (*[Ada Voss, The Ebb, p. 12]*), and
//! sentences that send their reader elsewhere. They name authors and works, and say nothing of the matter.

use crate::model::Span;
use crate::text::language::word_lists;
use crate::text::numbers::years::is_year;
use crate::text::titles::designators::unnumbered;
use crate::text::words::terms::fold;
use crate::text::words::wordlist::is_function_word;

word_lists! { static WORDS = "reference.toml": places, again, sends, headings, found_at }

/// Part of a sentence that references are, from which on it is nothing besides.
const MOSTLY: f32 = 0.5;
/// Bytes of a reference, at most.
const LONGEST: usize = 400;

/// The references in brackets of a sentence, in order, brackets and all. A sentence may begin or end inside of one.
pub fn references(text: &str) -> Vec<Span> {
    // Hardly any sentence has one.
    if !text.contains(['[', ']', '(', ')']) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let (mut open, mut closed_before) = (None, false);
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' => open = Some(at),
            ']' | ')' => {
                let start = open.take().or((!closed_before).then_some(0));
                closed_before = true;
                found.extend(start.map(|start| Span::new(start, at + 1)));
            }
            _ => {}
        }
    }
    found.extend(open.map(|start| Span::new(start, text.len())));
    found.retain(|span| span.len() <= LONGEST && span.slice(text).is_some_and(is_reference));
    found
}

/// True for what names a page, a volume, or a work that was named before.
fn is_reference(text: &str) -> bool {
    let lower = text.to_lowercase();
    let again = WORDS.again.iter().any(|again| lower.contains(again));
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let mut words = lower.split_whitespace().map(|word| word.trim_start_matches(['[', '('])).peekable();
    let mut of_page = || {
        while let Some(word) = words.next() {
            if WORDS.places.has(word) && words.peek().is_some_and(|next| is_number(next)) {
                return true;
            }
        }
        false
    };
    again || of_page()
}

/// True for a sentence that is little more than a reference, or that sends its reader elsewhere.
pub fn refers(text: &str) -> bool {
    let told: usize = references(text).into_iter().map(Span::len).sum();
    let lower = || text.trim_start_matches(['(', '[', ' ']).to_lowercase();
    told as f32 >= MOSTLY * text.len() as f32 && told > 0 || WORDS.sends.iter().any(|sends| lower().starts_with(sends))
}

/// True for a heading of the list of works that a text cites: *References*, *7. Works cited:*.
pub fn heads_works(heading: &str) -> bool {
    WORDS.headings.has(&fold(unnumbered(heading.trim_matches([' ', ':', '.'])).trim()))
}

/// True for an entry of such a list: `37. Voss A.B. The ebb at Orsk. Tides 2031; 12:4-9`.
pub fn is_work(line: &str) -> bool {
    let lower = line.to_lowercase();
    if WORDS.found_at.iter().any(|mark| lower.contains(mark)) {
        return true;
    }
    let bare = line.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' ' | '[' | ']' | ')'));
    let numbered = bare.len() < line.trim_start().len();
    let mut words = bare.split(' ');
    let surname = words.next().is_some_and(|word| {
        let lower = word.trim_end_matches(',').chars().skip(1).any(char::is_lowercase);
        word.starts_with(char::is_uppercase) && lower && !is_function_word(&word.to_lowercase())
    });
    // *A.B.*, *AB,*, *C.2009.*
    let initials = words.next().is_some_and(|word| {
        let letters = word.trim_end_matches([',', '.', ':', ';']).trim_end_matches(|c: char| c.is_ascii_digit());
        let capitals = letters.chars().filter(|c| c.is_uppercase()).count();
        (1..=3).contains(&capitals)
            && letters.chars().all(|c| c.is_uppercase() || matches!(c, '.' | '-'))
            && (letters.contains('.') || word.ends_with([',', '.']))
    });
    let dated = || line.split(|c: char| !c.is_ascii_alphanumeric()).any(is_year);
    surname && initials && (numbered || dated())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        references(text).into_iter().filter_map(|span| span.slice(text)).collect()
    }

    #[test]
    fn references_stand_in_brackets_and_name_a_page() {
        let ebb = "The tide \"waits for nobody.\" [Ada Voss, The Ebb, p. 12 and pp. 14-5] It never did (in 1931).";
        assert_eq!(found(ebb), ["[Ada Voss, The Ebb, p. 12 and pp. 14-5]"]);
        assert_eq!(found("[Ada Voss, Op. Cit., p. 3"), ["[Ada Voss, Op. Cit., p. 3"], "cut at its end");
        assert_eq!(found("Voss, The Ebb, p. 12]"), ["Voss, The Ebb, p. 12]"], "and at its beginning");
        assert!(found("The board (three keepers, 2 p. m.) met [see the minutes].").is_empty());
        assert!(found("No brackets, p. 12").is_empty());
    }

    #[test]
    fn what_is_a_reference_or_sends_elsewhere_says_nothing_itself() {
        assert!(refers("[Ada Voss, The Ebb, p. 12]") && refers("(See section B.2 for the lamps.)"));
        assert!(!refers("The tide waits for nobody who is late for the ferry. [Voss, p. 12]"));
        assert!(!refers("Seeing the section, he laughed."));
    }

    #[test]
    fn an_entry_of_a_list_of_works_is_told_by_who_wrote_it() {
        for line in [
            "37.Voss A.B. The ebb at Orsk.",
            "Voss C.2009. Taming the tide: a challenge. Tides 5:220–24",
            "[4] Reed, T., Lind, K. Lamps of the quay. 1931.",
            "The ebb at Orsk. Tides 12, 4-9. https://doi.org/10.1/ebb",
        ] {
            assert!(is_work(line), "{line}");
        }
        for line in [
            "Voss said that A.B. Reed left in 1931.",
            "4. Reed lit the lamps.",
            "In A. D. 1931 it was lit.",
            "Voss A left in 1931.",
        ] {
            assert!(!is_work(line), "{line}");
        }
        assert!(heads_works("7. References:") && !heads_works("Terms of reference"));
    }

    proptest::proptest! {
        #[test]
        fn anything_may_be_read(text in "[\\[\\]() pP.0-9a-zé]{0,60}") {
            for span in references(&text) {
                proptest::prop_assert!(span.slice(&text).is_some());
            }
            refers(&text);
            is_work(&text);
        }
    }
}
