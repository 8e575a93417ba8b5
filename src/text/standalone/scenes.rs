//! Scenes: what sets a stage, calls something to mind or tells what somebody was about to do, and leaves its point to the
//! sentences behind it.

use super::super::wordlist;
use super::english::View;

/// What is left of a scene that is called to mind, of a plan made with whoever listens, and of what people are said to say.
const RECALLED: f32 = 0.7;
const PLANNED: f32 = 0.7;
const HEARSAY: f32 = 0.75;
/// What is left where nothing at all happens in it.
const STILL: f32 = 0.5;
/// What is left of something that there was, nobody says where or when.
const UNPLACED: f32 = 0.6;

impl View<'_> {
    /// How much of a sentence is more than a scene: "I remember the basement …", "We should drive to …", "I was living in a
    /// shed in Tolland.", "There were two boats."
    pub(super) fn scene(&self) -> f32 {
        let at = self.range.start;
        let opens = |phrase: &str| self.says(at, phrase);
        if self.is_still() {
            STILL
        } else if ["i remember", "i remembered", "i can still remember", "i happened"].into_iter().any(opens)
            || self.is_in_the_midst()
        {
            RECALLED
        } else if opens("we should") {
            PLANNED
        } else if ["people talk", "people say", "everyone knows", "everybody knows"].into_iter().any(opens) {
            HEARSAY
        } else if self.is_unplaced() {
            UNPLACED
        } else {
            1.0
        }
    }

    /// "I'm looking at ferries to Tolland", "I was sitting in the cannery": a scene in which something is about to happen.
    fn is_in_the_midst(&self) -> bool {
        let at = self.range.start;
        let doing = at + 1 + usize::from(self.says(at, "i was"));
        matches!(self.word(at), "i'm" | "i") && is_posture(self.word(doing)) && self.word(doing) != "living"
    }

    /// "The Ardens were standing on the quay.", "In the spring I was on a panel of welders.": nothing happens, and
    /// nothing is said of it.
    fn is_still(&self) -> bool {
        let Some(was) = self.range.clone().find(|&at| matches!(self.word(at), "was" | "were")) else { return false };
        let goes_on = |at: usize| {
            self.comma_after(at) && at + 1 < self.range.end
                || matches!(
                    self.word(at),
                    "and" | "but" | "when" | "while" | "until" | "as" | "because" | "so" | "who" | "that" | "which"
                )
        };
        let told = (was..self.range.end).any(goes_on);
        let alone = was <= self.range.start + 3 && !(self.range.start..was).any(goes_on);
        let gathered = matches!(self.word(was + 1), "on" | "at" | "in")
            && matches!(self.word(was + 2), "a" | "an" | "some")
            && (was + 3..was + 5).any(|at| is_gathering(self.word(at)));
        !told && (gathered || alone && is_posture(self.word(was + 1)))
    }

    /// "There were two boats, the Merle and the Tern.": where, and when?
    fn is_unplaced(&self) -> bool {
        let at = self.range.start;
        let placed = |at: usize| {
            let word = self.word(at);
            wordlist::is_preposition(word) && !matches!(word, "of" | "for" | "to" | "with" | "about" | "by" | "as")
                || matches!(word, "when" | "before" | "after" | "during" | "where" | "ago" | "here")
                || word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit())
        };
        self.word(at) == "there" && matches!(self.word(at + 1), "was" | "were") && !(at + 2..self.range.end).any(placed)
    }
}

/// What somebody does while a story has not begun.
fn is_posture(word: &str) -> bool {
    matches!(word, "looking" | "sitting" | "standing" | "walking" | "driving" | "watching" | "reading" | "living")
}

/// Where people come together, and something is then said.
fn is_gathering(word: &str) -> bool {
    matches!(word, "panel" | "dinner" | "conference" | "meeting" | "party" | "workshop" | "call" | "flight" | "plane")
}

#[cfg(test)]
mod tests {
    use crate::text::standalone::tests::worth;

    #[test]
    fn a_scene_in_which_nothing_happens_is_worth_less_than_one_with_a_point() {
        for (still, told) in [
            (
                "I was living in a shed by the old cannery in Tolland.",
                "I was living in a shed by the old cannery in Tolland when I built my first kiln.",
            ),
            (
                "The Ardens were standing on the quay of Marrow Bay on the evening of the fair.",
                "The Ardens were mending boats on the quay of Marrow Bay on the evening of the fair.",
            ),
            (
                "In the spring of 1987 I was on a panel of welders from the northern coast.",
                "In the spring of 1987 I was on a panel that chose the welders of the northern coast.",
            ),
            (
                "There were two ferries, the Merle and the Tern, and a small boat with oars.",
                "There were two ferries in Tolland, the Merle and the Tern, and a small boat with oars.",
            ),
        ] {
            assert!(worth(still) < 0.7 * worth(told), "{still}: {} of {}", worth(still), worth(told));
        }
    }

    #[test]
    fn what_is_called_to_mind_planned_or_only_heard_is_worth_less() {
        for (open, closed) in [
            (
                "I remember the cannery of Marrow Bay in the winter of 1987.",
                "I left the cannery of Marrow Bay in the winter of 1987.",
            ),
            (
                "I'm looking at the ferries from Tolland to Marrow Bay in 1987.",
                "I was at the ferries from Tolland to Marrow Bay in 1987.",
            ),
            (
                "We should absolutely drive to Tolland to see the ferries and the old cannery.",
                "We would gladly drive to Tolland to see the ferries and the old cannery.",
            ),
            (
                "Everyone knows the ferries of Tolland are the future of the northern coast.",
                "Ines Calder knows the ferries of Tolland are the future of the northern coast.",
            ),
            (
                "There was endless hammering and the want of a quay led to a quarrel.",
                "There was endless hammering in Tolland and the want of a quay led to a quarrel.",
            ),
        ] {
            assert!(worth(open) < 0.85 * worth(closed), "{open}: {} of {}", worth(open), worth(closed));
        }
    }
}
