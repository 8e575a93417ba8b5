//! Whether a text holds what a reference says: by the share of the reference's words of content that are in it. Words
//! are runs of letters and digits, pairs of letters where no space parts words, small, without one ending; function
//! words are left out (`function_words.txt`).

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::text::words::terms;

/// The share of a reference's words that a text must have to hold it.
pub const HOLDS: f64 = 0.7;

/// Endings, the first that a word has is taken off where this many letters stay.
const ENDINGS: [&str; 5] = ["ing", "ies", "ed", "es", "s"];
const STAYS: usize = 4;

static FUNCTION_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("function_words.txt").lines().collect());

/// The words of content of a text.
pub fn content_words(text: &str) -> HashSet<String> {
    let mut spaced = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    for c in text.chars() {
        // Glued words of a camel's case are two.
        if before.is_ascii_lowercase() && c.is_ascii_uppercase() {
            spaced.push(' ');
        }
        spaced.push(c);
        before = c;
    }
    let lower = spaced.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).flat_map(terms::words).map(|word| word.text);
    words.filter(|word| !FUNCTION_WORDS.contains(word)).map(bare).collect()
}

fn bare(word: &str) -> String {
    let stem = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending).filter(|stem| stem.len() >= STAYS));
    stem.unwrap_or(word).to_owned()
}

/// The share of the reference's words that are in the text; 0 for a reference without any.
pub fn coverage(reference: &str, text: &str) -> f64 {
    covered(&content_words(reference), &content_words(text))
}

/// The share of these words that are among those.
pub fn covered(reference: &HashSet<String>, text: &HashSet<String>) -> f64 {
    if reference.is_empty() {
        return 0.0;
    }
    reference.intersection(text).count() as f64 / reference.len() as f64
}

/// True when the text has enough of the reference's words.
pub fn holds(reference: &str, text: &str) -> bool {
    coverage(reference, text) >= HOLDS
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_lose_one_ending_and_only_where_enough_is_left() {
        let mut words: Vec<String> =
            content_words("The leases were signed, TypeNames and 3 gates: ring, goes.").into_iter().collect();
        words.sort_unstable();
        assert_eq!(words, ["3", "gate", "goes", "leas", "name", "ring", "sign", "type"]);
    }

    #[test]
    fn words_of_any_script_are_words() {
        assert!(holds("Базальноклеточная карцинома", "Это базальноклеточная карцинома кожи."));
        assert!(holds("灯塔守护者", "他是灯塔守护者。") && !holds("灯塔守护者", "他是渔夫。"));
        assert!(content_words("yes").is_empty() || coverage("yes", "Yes, it was.") > 0.0);
    }

    #[test]
    fn a_text_holds_a_reference_by_most_of_its_words() {
        assert!(holds("The gate leaked in March", "In March, water leaked past the gates."));
        assert!(!holds("The gate leaked in March", "The gate held."));
        assert!(!holds("of the", "of the"), "nothing is asked for");
    }

    proptest! {
        #[test]
        fn more_text_never_covers_less(reference in "([a-z]{1,9} ){0,12}", text in "([a-z]{1,9} ){0,12}", more in "([a-z]{1,9} ){0,12}") {
            let before = coverage(&reference, &text);
            let longer = format!("{text} {more}");
            prop_assert!(coverage(&reference, &longer) >= before);
            prop_assert!((0.0..=1.0).contains(&before));
        }
    }
}
