//! The heading that a sentence stands under, in words that tell what it is about: a heading that names no subject of
//! its own ("Opponents", "2. Parks") comes with the one above it.

use crate::text::dates::{day_in_front, first_date};
use crate::text::display::inline::unmarked;
use crate::text::language::word_lists;
use crate::text::numbers::years::is_year;
use crate::text::words::terms::{folded, is_digits};

word_lists! { static WORDS = "headings.toml": numbered, passing }

/// Headings looked at for those that a sentence stands under.
const LOOKED_AT: usize = 40;
/// Longest heading, in characters.
const LONGEST: usize = 90;
/// Letters that a heading has at least.
const LETTERS: usize = 4;
/// Words up to which a heading needs the one above it.
const BARE: usize = 2;
/// Words from which on a heading is put above another.
const TELLING: usize = 3;
/// Rank of a heading that is a bold line; those marked by "#" have lower ones.
const BOLD: usize = 7;
/// Rank of a numbered one.
const NUMBERED: usize = 8;
/// Between a heading and the one that stands below it.
const BELOW: &str = " › ";
/// Rank of any other.
const PLAIN: usize = 9;

/// Returns the heading that a sentence stands under as it may stand behind a quotation, given the lines of the headings
/// before it, the nearest first; none where they say nothing.
///
/// # Errors
/// Those of reading a line.
pub fn under<L: AsRef<str>, E>(lines: impl Iterator<Item = Result<L, E>>) -> Result<Option<String>, E> {
    let mut nearest: Option<(usize, String)> = None;
    let mut lines = lines.take(LOOKED_AT).peekable();
    while let Some(line) = lines.next() {
        let line = line?;
        let marked = line.as_ref();
        if is_passing(marked) {
            continue;
        }
        let (rank, line) = (rank(marked), unmarked(marked));
        let line = line.as_ref();
        match &nearest {
            None => {
                if let Some(version) = version(line) {
                    return Ok(Some(shortened(version, LONGEST)));
                }
                // One line in capitals is a letterhead; of several, each heads what follows it.
                let mut another = || -> Result<bool, E> {
                    for line in lines.by_ref() {
                        if shouted(line?.as_ref()).is_some() {
                            return Ok(true);
                        }
                    }
                    Ok(false)
                };
                if let Some(heading) = shouted(line) {
                    return Ok(another()?.then(|| shortened(heading, LONGEST)));
                }
                let Some(heading) = tidy(line) else { return Ok(None) };
                let written = shortened(heading, LONGEST);
                if words(heading) > BARE {
                    return Ok(Some(written));
                }
                nearest = Some((rank, written));
            }
            // A version heads what stands below it, however both are set.
            Some((below, heading)) => match version(line) {
                Some(version) if rank <= *below => {
                    return Ok(Some(format!("{} › {heading}", shortened(version, LONGEST))));
                }
                _ if rank >= *below => {}
                _ => match tidy(line).filter(|above| words(above) >= TELLING) {
                    Some(above) => return Ok(Some(format!("{} › {heading}", shortened(above, LONGEST)))),
                    None => nearest = Some((rank, heading.clone())),
                },
            },
        }
    }
    Ok(nearest.map(|(_, heading)| heading))
}

/// Cut at a space, with "…" when something went.
pub fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let cut: String = text.chars().take(longest - 1).collect();
    let whole = cut.rfind(' ').map_or(cut.as_str(), |space| &cut[..space]);
    format!("{}…", whole.trim_end_matches([',', ' ', '·']))
}

/// The heading of a passage as a reader needs it, of the headings that it stands under, outermost first: the last, with
/// the one above it where it names no subject of its own.
pub fn shown(path: &[String]) -> Option<String> {
    let (last, above) = path.split_last()?;
    match above.last().filter(|above| words(last) <= BARE && words(above) >= TELLING) {
        Some(above) => Some(format!("{above}{BELOW}{last}")),
        None => Some(last.clone()),
    }
}

/// A heading of a document with this title, without the parts of its path that repeat the title.
pub fn untitled(heading: &str, title: &str) -> Option<String> {
    let parts: Vec<&str> = heading.split(BELOW).filter(|part| !repeats(part, title)).collect();
    (!parts.is_empty()).then(|| parts.join(BELOW))
}

/// True for a heading that says what the document is called, whatever the case and the marks: it is the title, or a
/// part of it at either end, or has hardly more than it at one end.
fn repeats(heading: &str, title: &str) -> bool {
    /// Of so many words of the title, a heading may have one more.
    const MORE: usize = 4;
    let (heading, title) = (folded(heading.trim_end_matches('…')), folded(title));
    let ends = |long: &[String], short: &[String]| long.starts_with(short) || long.ends_with(short);
    match heading.len().checked_sub(title.len()) {
        _ if heading.is_empty() => false,
        None => ends(&title, &heading),
        Some(more) => more <= title.len() / MORE && ends(&heading, &title),
    }
}

/// How far up a heading stands, the highest first: by its "#", else by how it is set apart.
pub(super) fn rank(line: &str) -> usize {
    let line = line.trim();
    let marks = line.bytes().take_while(|&byte| byte == b'#').count();
    match line.as_bytes() {
        _ if marks > 0 => marks,
        [b'*', b'*', ..] | [b'_', b'_', ..] => BOLD,
        _ if is_numbered(line) => NUMBERED,
        _ if WORDS.numbered.iter().any(|word| line.starts_with(word)) => NUMBERED,
        _ => PLAIN,
    }
}

/// True for a line behind the number of a part: `6.1. Powers`. What a year stands in front of is of that year.
fn is_numbered(line: &str) -> bool {
    let number = line.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    !number.is_empty() && !is_year(number)
}

fn words(line: &str) -> usize {
    line.split_whitespace().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 2).count()
}

/// True for a heading that those before it stay in force under: who speaks next at a meeting, with the address; the
/// number of a table.
pub fn is_passing(line: &str) -> bool {
    let line = line.trim_matches(['#', '*', '_', ' ']);
    let address =
        line.split([',', '–']).skip(1).any(|part| part.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    let mut words = line.split_whitespace();
    let numbered = words.next().is_some_and(|word| WORDS.passing.has(word));
    address || numbered && words.next().is_some_and(|word| word.len() < 4)
}

/// True for the name of a paper with the day it is of: *The Orsk Herald, Friday 20 September 2031*.
pub fn is_dateline(line: &str) -> bool {
    let Some((paper, day)) = line.trim_matches(['#', '*', '_', ' ']).split_once(',') else { return false };
    let is_named = |word: &str| word.starts_with(char::is_uppercase);
    first_date(day).is_some() && words(paper) > 1 && paper.split_whitespace().all(is_named)
}

/// Returns a heading without its marks; none for one that says nothing (a number, a date, a label), and for one in
/// capitals, as letterheads are.
pub(super) fn tidy(line: &str) -> Option<&str> {
    said(line).filter(|line| !is_shouted(line))
}

/// Returns a heading in capitals without its marks.
pub(super) fn shouted(line: &str) -> Option<&str> {
    said(line).filter(|line| is_shouted(line))
}

/// Returns a heading that a version opens, without its marks: *4.22.0 - 2024-10-08*; one of two numbers only by itself
/// or with its day: *4.22 (2024-10-08)*.
fn version(line: &str) -> Option<&str> {
    const PARTS: usize = 3;
    const DIGITS: usize = 3;
    let line = line.trim().trim_matches(['#', '*', '_', ' ']);
    let number = line.split_whitespace().next()?.trim_matches(['[', ']', ':', 'v']);
    let is_part = |part: &str| part.len() <= DIGITS && is_digits(part);
    let rest = line.split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
    let rest = rest.trim_matches(|c: char| !c.is_alphanumeric());
    let least = if rest.is_empty() || first_date(rest).is_some() { PARTS - 1 } else { PARTS };
    (number.split('.').count() >= least && number.split('.').all(is_part)).then_some(line)
}

fn is_shouted(line: &str) -> bool {
    !line.contains(char::is_lowercase)
        && line.contains(char::is_uppercase)
        && !line.contains(|c: char| c.is_ascii_digit())
}

/// A heading without the links at its ends that have no words: pages that were converted keep what led to it.
pub fn without_anchors(line: &str) -> &str {
    let mut line = line;
    while let Some((_, rest)) = line.strip_prefix("[](").and_then(|rest| rest.split_once(')')) {
        line = rest.trim_start();
    }
    while let Some((front, link)) = line.strip_suffix(')').and_then(|front| front.rsplit_once("[](")) {
        if link.contains([' ', ')']) {
            break;
        }
        line = front.trim_end();
    }
    line
}

fn said(line: &str) -> Option<&str> {
    let line = without_anchors(line.trim().trim_start_matches(['#', ' ']));
    // The sign behind a heading that led to it.
    let line = line.trim().trim_matches(['#', '*', '_', '|', ' ', '.', ':', '-', '–', '—', '¶']);
    let words = words(line);
    // "6.1. Powers" has as much to say as "Powers".
    let unnumbered = line.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '));
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    // "gate_width (default: 4)" heads what is said of it: brackets behind a term add to it.
    let term = unnumbered.split(" (").next().unwrap_or_default();
    let others = term.chars().filter(|c| !c.is_alphanumeric() && !c.is_whitespace()).count();
    // A line of text that was taken for a heading begins or goes on like one.
    let text = line.starts_with(char::is_lowercase) && term.contains(' ')
        || line.contains(". ") && !line.starts_with(|c: char| c.is_ascii_digit()) && words > 6;
    // "May 10" tells when.
    let tells = letters >= LETTERS || day_in_front(line).is_some();
    let says = words > 0 && tells && others * 3 < letters && !line.contains(['“', '”', '\n', '{', '\\']);
    (says && !text).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines in the order of the text.
    fn standing(lines: &[&str]) -> Option<String> {
        under(lines.iter().rev().map(Ok::<_, ()>)).expect("lines")
    }

    #[test]
    fn a_paper_and_its_day_head_nothing() {
        assert!(is_dateline("*The Orsk Herald, Friday 20 September 2031*"));
        for line in ["Minutes of Friday 20 September 2031", "20 September 2031", "Lamps, oil and wicks", "Orsk, May"] {
            assert!(!is_dateline(line), "{line}");
        }
    }

    #[test]
    fn headings_that_say_nothing_are_left_out() {
        assert_eq!(tidy("## 62. Dead fish at Orsk:"), Some("62. Dead fish at Orsk"));
        assert_eq!(tidy("6.1. Powers"), Some("6.1. Powers"));
        assert_eq!(tidy("## Ferry and its days¶"), Some("Ferry and its days"));
        assert_eq!(tidy("## [](https://orsk.example/ebb#2)2. Ferry and its days"), Some("2. Ferry and its days"));
        assert_eq!(tidy("## Ferry and its days[](#ferry)"), Some("Ferry and its days"));
        assert_eq!(tidy("# May 10."), Some("May 10"));
        assert_eq!(tidy("gate_width (default: 4)"), Some("gate_width (default: 4)"));
        for line in
            ["THE HARBOUR BOARD", "the quay of Orsk. Therefore", "4.", "* * *", "12/06/2018", "{{name}}", "--- x ---"]
        {
            assert_eq!(standing(&["## Dues of the moorings", line]), None, "{line}");
        }
    }

    #[test]
    fn a_version_heads_what_changed_in_it() {
        assert_eq!(standing(&["# Changes", "## 4.22.0 - 2024-10-08"]).as_deref(), Some("4.22.0 - 2024-10-08"));
        let in_part = standing(&["# Changes", "## 4.22 (2024-10-08)", "### Added"]);
        assert_eq!(in_part.as_deref(), Some("4.22 (2024-10-08) › Added"));
        assert_eq!(standing(&["## [v1.0.3]", "### Added"]).as_deref(), Some("[v1.0.3] › Added"));
        assert_eq!(standing(&["## 12.06.2018", "### Added"]).as_deref(), Some("Added"));
        let dated = standing(&["# Changelog", "## [2.3.1] - 2025-02-19", "### Fixed"]);
        assert_eq!(dated.as_deref(), Some("[2.3.1] - 2025-02-19 › Fixed"));
        let unmarked = standing(&["[2.3.1] - 2025-02-19", "Fixed"]);
        assert_eq!(unmarked.as_deref(), Some("[2.3.1] - 2025-02-19 › Fixed"));
    }

    #[test]
    fn of_several_lines_in_capitals_each_heads_what_follows() {
        assert_eq!(
            standing(&["QUAYS", "# Dues of the moorings", "LANDS OF THE HARBOUR"]).as_deref(),
            Some("LANDS OF THE HARBOUR")
        );
        assert_eq!(standing(&["# Dues of the moorings", "THE HARBOUR BOARD"]), None);
    }

    #[test]
    fn the_last_heading_holds() {
        assert_eq!(standing(&[]), None);
        assert_eq!(standing(&["# Dues of May", "# Moorings of June"]).as_deref(), Some("Moorings of June"));
        assert_eq!(standing(&["# Dues of May", "Ada Voss, 12 Quay Street, Orsk"]).as_deref(), Some("Dues of May"));
        assert_eq!(standing(&["# Dues of May", "Table 2"]).as_deref(), Some("Dues of May"));
    }

    #[test]
    fn a_heading_without_a_subject_has_the_one_above_it() {
        let minutes = ["# Minutes", "## New Business", "### 1. Hearing on the hours of the quay", "**Opponents:**"];
        let spoken = [&minutes[..], &["**Ada Voss, 12 Quay Street, Orsk**"]].concat();
        let whole = Some("1. Hearing on the hours of the quay › Opponents");
        assert_eq!(standing(&minutes).as_deref(), whole);
        assert_eq!(standing(&spoken).as_deref(), whole);
        assert_eq!(standing(&[&minutes[..], &["**Neutral:**"]].concat()).as_deref().map(|it| it.len()), Some(47));
        assert_eq!(standing(&["2031 Calendar of the harbour", "Winter Party"]).as_deref(), Some("Winter Party"));
        // What stands above says no more, or is of the same rank.
        assert_eq!(standing(&["## New Business", "### 2. Parks"]).as_deref(), Some("2. Parks"));
        assert_eq!(standing(&["## Hearing on the hours", "## Parks"]).as_deref(), Some("Parks"));
    }
}
