//! What a chat's log says by itself: who came and went, what the topic is (`12:04 -!- ada has joined #quay`). Nobody
//! says it, and it tells of nothing that was talked about.

use super::label::{skip_time, time};
use crate::text::language::word_lists;

word_lists! {
    static WORDS = "chatlog.toml": marks, moves
}

/// Bytes of a line that tells a coming or going without a mark in front, at most:
/// `ada [~ada@holm.example] has joined #quay`.
const LONGEST: usize = 160;

/// True for a line that a chat's log says by itself.
pub(super) fn is_of_log(content: &str) -> bool {
    let line = skip_time(content);
    // "-->" behind a time looks like the dash that some put there.
    let first = content[time(content)..].split_whitespace().next().unwrap_or_default();
    // "* ada nods" is what somebody does.
    WORDS.marks.has(first) || !line.starts_with('<') && tells_move(line)
}

/// True for words that tell of a coming or going, as a program does that brings people into a chat.
pub(super) fn tells_move(line: &str) -> bool {
    let lower = line.to_lowercase();
    line.len() <= LONGEST && WORDS.moves.iter().any(|told| lower.contains(told))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_tells_who_comes_and_goes() {
        for line in [
            "12:04 *** ada_71 has joined #quay",
            "[12:04] -!- kai [~kai@holm.example] has quit [Client Quit]",
            "2031-04-17 12:04 --> tom joined",
            "* Joins: kai (~kai@holm.example)",
            "--- Log opened Thu Apr 17 12:00:01 2031",
            "[Thu 12:04:11] *\tkai (~kai@holm.example) has joined #quay",
            "(Thu Apr 17 12:04) --> tom joined",
        ] {
            assert!(is_of_log(line), "{line}");
        }
        for line in [
            "12:04 <ada> has the tide turned?",
            "<kai> --> that way",
            "* kai nods",
            "12:04 ada: it is in",
            "[Thu 12:04] *\tkai nods",
        ] {
            assert!(!is_of_log(line), "{line}");
        }
    }
}
