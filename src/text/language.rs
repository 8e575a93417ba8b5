//! The language of a document.

use whatlang::{Detector, Lang};

/// Returns the ISO 639-3 code of the language `text` is in, when there is enough of it to tell.
pub fn of(text: &str) -> Option<&'static str> {
    // The middle is more telling than a beginning full of names and labels.
    let middle = text.len() / 2;
    let start = text.floor_char_boundary(middle.saturating_sub(2_000));
    let end = text.ceil_char_boundary((middle + 2_000).min(text.len()));
    let info = Detector::new().detect(&text[start..end])?;
    // Short English texts full of names pass for Dutch or Danish: without certainty nothing is said.
    let certain = info.is_reliable() || info.confidence() > 0.9 || info.lang() == Lang::Eng && end - start > 200;
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
