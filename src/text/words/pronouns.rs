//! Words that stand for something that was named before: *it*, *diese*, *ils*.

use crate::text::language::word_lists;

word_lists! { static WORDS = "pronouns.toml": always, at_times }

/// True for a text with a word that stands for something named before, whatever else stands around it.
pub fn points_back(text: &str) -> bool {
    WORDS.always.is_said_in(text)
}

/// True also for one with a word that does so at times: *that*.
pub fn may_point_back(text: &str) -> bool {
    points_back(text) || WORDS.at_times.is_said_in(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_for_something_is_told_from_what_may() {
        for text in ["How is it repaired?", "Wem gehört dieses?", "Quand elles partent"] {
            assert!(points_back(text) && may_point_back(text), "{text}");
        }
        assert!(!points_back("Who said that?") && may_point_back("Who said that?"));
        assert!(!may_point_back("Who repaired the sluice?"));
    }
}
