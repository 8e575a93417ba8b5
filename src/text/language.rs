//! The language of a document.

use whatlang::{Detector, Lang};

/// Small words that make up a third of any English text.
#[rustfmt::skip]
const ENGLISH: &[&str] = &[
    "the", "of", "and", "to", "in", "is", "was", "for", "that", "it", "with", "as", "are", "be", "this", "by",
    "from", "have", "we", "you", "not",
];

/// Bytes of text that are looked at.
const SAMPLE: usize = 1_000;

/// Returns the ISO 639-3 code of the language `text` is in, when there is enough of it to tell.
pub fn of(text: &str) -> Option<&'static str> {
    // The middle is more telling than a beginning full of names and labels.
    let middle = text.len() / 2;
    let start = text.floor_char_boundary(middle.saturating_sub(SAMPLE / 2));
    let end = text.ceil_char_boundary((middle + SAMPLE / 2).min(text.len()));
    let sample = &text[start..end];
    // The detector compares trigrams with those of 69 languages and is slow; English gives itself away.
    let (mut small, mut all) = (0, 0);
    for word in sample.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        all += 1;
        small += usize::from(ENGLISH.iter().any(|known| word.eq_ignore_ascii_case(known)));
    }
    if all >= 5 && small * 6 > all {
        return Some(Lang::Eng.code());
    }
    let info = Detector::new().detect(sample)?;
    // Short texts full of names pass for anything: without certainty nothing is said.
    let certain = info.is_reliable() || info.confidence() > 0.9;
    certain.then(|| info.lang().code())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_told() {
        assert_eq!(
            of(&"The harbour board met on Monday to discuss the new pier and its costs. ".repeat(3)),
            Some("eng")
        );
        assert_eq!(
            of(&"Der Hafenrat tagte am Montag, um über die neue Mole und ihre Kosten zu beraten. ".repeat(3)),
            Some("deu")
        );
        assert_eq!(of(&"国家发展和改革委员会今天发布了新的政策，旨在促进经济增长。".repeat(3)), Some("cmn"));
        assert_eq!(of(""), None);
    }
}
