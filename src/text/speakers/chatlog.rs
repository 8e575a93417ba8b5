//! What a chat's log says by itself: who came and went, what the topic is (`12:04 -!- ada has joined #quay`). Nobody
//! says it, and it tells of nothing that was talked about.

use std::collections::BTreeMap;

use super::label::{Opening, is_nick, looks_named, skip_time, time};
use crate::text::language::word_lists;
use crate::text::words::fold::lower_in_place;

word_lists! {
    static WORDS = "chatlog.toml": marks, moves, notices
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
fn tells_move(line: &str) -> bool {
    let lower = line.to_lowercase();
    line.len() <= LONGEST && WORDS.moves.iter().any(|told| lower.contains(told))
}

/// True for a line that the program of a chat writes where nothing marks what is its own: a name, and what became of
/// whoever bears it in this room ("Kai Sund has been added to the channel by Ada Lund"). Below the name of whoever it
/// is of, the rest of it: "joined #quay".
pub(super) fn is_notice(line: &str, below_name: bool) -> bool {
    const NAME: usize = 4;
    if line.len() > LONGEST {
        return false;
    }
    let lower = lower_in_place(line);
    let is_name = |name: &str| {
        let count = name.split_whitespace().count();
        count == 1 && is_nick(name) || (1..=NAME).contains(&count) && looks_named(name)
    };
    let told = |notice: &str| {
        let at = lower.find(notice)?;
        let rest = &lower[at + notice.len()..];
        // "#" opens the name of a room. Who asks whether it is so says it.
        let ends = notice.ends_with('#') || !rest.starts_with(|c: char| c.is_alphanumeric() || c == '?');
        let name = line[..at].trim_end();
        Some(ends && if below_name { name.is_empty() } else { name.len() < at && is_name(name) })
    };
    WORDS.notices.iter().filter_map(told).any(|told| told)
}

/// Where the lines of a chat begin that a program says in it, which brings people into it from elsewhere: a quarter of
/// what it says tells who came and went, with an address at least once (`[sip/4711]`).
pub(super) fn of_programs(openings: &[(Opening, bool)], text: &str) -> Vec<usize> {
    const PART: usize = 4;
    let mut said: BTreeMap<&str, (usize, bool, Vec<usize>)> = BTreeMap::new();
    for (opening, _) in openings.iter().filter(|(opening, _)| opening.in_chat) {
        let (moves, addressed, lines) = said.entry(opening.name).or_default();
        let told = opening.said.slice(text).filter(|said| tells_move(said));
        *moves += usize::from(told.is_some());
        *addressed |= told.is_some_and(|said| said.contains(['[', '(']) && said.contains(['/', '@']));
        lines.push(opening.span.start);
    }
    let programs = said.into_values().filter(|(moves, addressed, lines)| *addressed && moves * PART >= lines.len());
    programs.flat_map(|(.., lines)| lines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_tells_what_became_of_somebody_in_the_room() {
        for line in [
            "Kai Sund has been added to the channel by Ada Lund",
            "Kai Sund was added to #quay by Ada Lund.",
            "Kai Sund has left the channel",
            "kai joined #quay.",
            "Ada van der Lund set the channel topic: who has the key",
            "Ada Lund pinned a message to this channel.",
            "Ada Lund renamed the channel from \"quay\" to \"pier\"",
        ] {
            assert!(is_notice(line, false), "{line}");
        }
        assert!(is_notice("joined #quay along with 2 others.", true) && !is_notice("joined #quay.", false));
        for line in [
            "Nobody knows why Kai Sund has left the channel",
            "the boat has left the channel at noon",
            "Has Kai left the channel?",
            "Kai Sund joined the board.",
        ] {
            assert!(!is_notice(line, false), "{line}");
        }
    }

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
