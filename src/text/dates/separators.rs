//! Lines that part days, as chats and logs have them: `---------- Thursday, 2 May 2024 ----------`. Nobody says them,
//! and what stands below is of that day.

use super::calendar::{CalendarDate, calendar_dates};
use crate::text::language::word_lists;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::words;

word_lists! { static WORDS = "separators.toml": parting }

/// Bytes of such a line, at most.
const LONGEST: usize = 160;
/// Signs of a rule, at least.
const RULE: usize = 3;
/// Signs that rules are drawn with; stars and underscores set off what they stand directly beside.
const SIGNS: [char; 8] = ['-', '=', '~', '–', '—', '─', '*', '_'];

/// True for a line that has a day in square brackets and nothing else: it heads what stands below.
pub fn is_day_in_brackets(line: &str) -> bool {
    let inner = line.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let Some(inner) = inner.filter(|inner| inner.len() <= LONGEST) else { return false };
    let Some(day) = calendar_dates(inner).into_iter().find(|date| date.day.is_some()) else { return false };
    let mut beside = words(&inner[..day.span.start]).chain(words(&inner[day.span.end..]));
    beside.all(|word| is_parting(&word.text.to_lowercase()))
}

fn is_parting(word: &str) -> bool {
    flags(word).has(Flags::WEEKDAY) || WORDS.parting.has(word)
}

/// The day that a line tells between rules, with nothing else in it.
pub fn day_between_rules(line: &str) -> Option<CalendarDate> {
    let line = line.trim();
    let is_drawn = |c: char| SIGNS.contains(&c) || c == ' ';
    let drawn = |part: &str| part.chars().filter(|c| SIGNS.contains(c)).count();
    let behind = line.trim_start_matches(is_drawn);
    let inner = behind.trim_end_matches(is_drawn);
    let (front, back) = (&line[..line.len() - behind.len()], &behind[inner.len()..]);
    if line.len() > LONGEST || drawn(front).max(drawn(back)) < RULE {
        return None;
    }
    if front.ends_with(['*', '_']) {
        return None;
    }
    let day = calendar_dates(inner).into_iter().find(|date| date.day.is_some())?;
    let (before, behind) = (&inner[..day.span.start], &inner[day.span.end..]);
    let mut beside = words(before).chain(words(behind)).map(|word| word.text.to_lowercase());
    beside.all(|word| is_parting(&word)).then_some(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_in_brackets_heads_what_stands_below() {
        for line in ["[12 February 2031]", "[Thu 2 May 2024]", "[2024-05-02]"] {
            assert!(is_day_in_brackets(line), "{line}");
        }
        for line in ["[12]", "12 May 2031", "[seen 12 May 2031]", "[12 May 2031] Ada: yes", "[2024]"] {
            assert!(!is_day_in_brackets(line), "{line}");
        }
    }

    #[test]
    fn a_day_between_rules_parts_days() {
        for line in [
            "---------- Thursday, 2 May 2024 ----------",
            "=== 2024-05-02 ===",
            "——— Thu 2 May 2024 ———",
            "--- Day changed Thu May 2 2024",
            "* * * 2 May 2024 * * *",
            "*** Thursday, May 2nd, 2024 ***",
            "──────  jeudi 2 mai 2024  ──────",
        ] {
            let day = day_between_rules(line).map(|day| (day.year, day.month, day.day));
            assert_eq!(day, Some((Some(2024), 5, Some(2))), "{line}");
        }
        let any_year = day_between_rules("----- Thursday, May 2nd -----").map(|day| (day.year, day.month, day.day));
        assert_eq!(any_year, Some((None, 5, Some(2))));
        for line in [
            "2 May 2024",
            "- 2 May 2024",
            "---------- the quay on 2 May 2024 ----------",
            "***2 May 2024***",
            "---------- forwarded message ----------",
            "-----",
            "",
        ] {
            assert_eq!(day_between_rules(line), None, "{line}");
        }
    }
}
