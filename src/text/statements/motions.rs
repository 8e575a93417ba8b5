//! Motions and what came of them: what somebody puts to a vote, and the short sentence that tells how it went.

use crate::text::language::word_lists;
use crate::text::words::terms::{fold, words};

word_lists! { static WORDS = "motions.toml": moving, deciding, outcomes }

/// Words of a sentence that tells what came of a vote, at most.
const BRIEF: usize = 16;

/// True for a text that puts something to a vote.
pub fn moves(text: &str) -> bool {
    WORDS.moving.is_said_in(text)
}

/// True for a text that says, be it among other things, what came of a vote.
pub fn decides(text: &str) -> bool {
    WORDS.deciding.is_said_in(text)
}

/// True for a short sentence that tells what came of a vote.
pub fn tells_outcome(sentence: &str) -> bool {
    let mut all = words(sentence);
    let first = all.next().map(|word| fold(word.text));
    all.nth(BRIEF - 1).is_none() && (decides(sentence) || first.is_some_and(|first| WORDS.outcomes.has(&first)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_moved_and_what_came_of_it_are_told_apart() {
        assert!(moves("Ada Voss moved that the gate be shut at dusk.") && !moves("The motion was lost."));
        for outcome in ["Motion lost, for 5, against 8.", "Carried.", "It was carried, nobody against."] {
            assert!(tells_outcome(outcome), "{outcome}");
        }
        for other in ["The gate is shut.", "Ada Voss carried the lamp.", ""] {
            assert!(!tells_outcome(other), "{other}");
        }
        let long =
            "It is told in the book of the keeper that the motion was lost by the hand of the one who had put it.";
        assert!(decides(long) && !tells_outcome(long));
    }
}
