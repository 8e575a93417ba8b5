//! Where words are taken from, and where to read on: references in brackets (*[Ada Voss, The Ebb, p. 12]*), and
//! sentences that send their reader elsewhere. They name authors and works, and say nothing of the matter.

use super::language::word_lists;
use crate::model::Span;

word_lists! { static WORDS = "reference.toml": places, again, sends }

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

    proptest::proptest! {
        #[test]
        fn anything_may_be_read(text in "[\\[\\]() pP.0-9a-zé]{0,60}") {
            for span in references(&text) {
                proptest::prop_assert!(span.slice(&text).is_some());
            }
            refers(&text);
        }
    }
}
