//! Headings directly over their text, with no empty line between ("3. Money", "Clause 14. Recall"). A line of that form
//! may begin a paragraph that is wrapped, a verse or a list as well: it is a heading where the break behind it was not
//! made by wrapping, what follows begins anew and ends as sentences do, and the text has several like it.

use std::collections::HashMap;

use super::blocks::{NARROWEST_WRAP, WIDEST_WRAP};
use super::line_kinds;
use crate::text::cutting::lines::{self, Line};
use crate::text::cutting::punctuation::ends_sentence;
use crate::text::language::word_lists;
use crate::text::words::terms::is_digits;

word_lists! { static WORDS = "tight_headings.toml": agenda }

/// Characters of such a heading, at most, and of one in capitals.
const LONGEST: usize = 60;
const LONGEST_SHOUTED: usize = 100;
/// Headings of this form that a text has, at least.
const FEWEST: usize = 2;
/// Paragraphs per heading without a number, at most.
const PARAGRAPHS: usize = 12;

/// A line that may head what stands below it.
struct Likely<'t> {
    start: usize,
    line: &'t str,
    numbered: bool,
    /// True where what stands below it is clearly longer.
    sure: bool,
}

/// Where the lines of a text begin that head what stands directly below them, in order. Linear.
pub(super) fn headings(text: &str) -> Vec<usize> {
    let all: Vec<Line> = lines::lines(text).collect();
    let mut likely = Vec::new();
    let mut paragraphs = 0;
    for paragraph in all.split(|line| line.span.is_empty()).filter(|paragraph| !paragraph.is_empty()) {
        paragraphs += 1;
        if !ends_sentence(paragraph[paragraph.len() - 1].content(text)) {
            continue;
        }
        let widest = paragraph.iter().map(|line| line.chars(text)).max().unwrap_or(0);
        for (at, pair) in paragraph.windows(2).enumerate() {
            let (line, next) = (pair[0].content(text), pair[1].content(text));
            let numbered = line_kinds::list_mark(line).is_some() || is_of_agenda(line);
            let opens = at == 0 || numbered && ends_sentence(paragraph[at - 1].content(text));
            // Whoever speaks is named with the time, often.
            let alone = numbered || !line.contains(':');
            let prose = || paragraph.get(at + 2).is_none_or(|third| is_prose(next, third.content(text), widest));
            if opens && alone && names(line) && is_below(line, next) && !is_wrapped(line, next, widest) && prose() {
                let (length, below) = (pair[0].chars(text), pair[1].chars(text));
                let sure = below >= NARROWEST_WRAP && below >= 2 * length;
                likely.push(Likely { start: pair[0].span.start, line, numbered, sure });
            }
        }
    }
    // Whoever speaks is named over each of the speeches.
    let mut written: HashMap<&str, usize> = HashMap::new();
    likely.iter().for_each(|line| *written.entry(line.line).or_default() += 1);
    likely.retain(|line| line.numbered || written[line.line] == 1);
    let sure = |numbered| likely.iter().filter(|line| line.sure && line.numbered == numbered).count();
    let (with, without) = (sure(true), sure(false));
    // "1. Pump" and "2. Any other business" number all that there is.
    let numbers = likely.iter().filter(|line| line.numbered).map(|line| number(line.line));
    let in_turn = numbers.clone().count() >= FEWEST && numbers.zip(1..).all(|(number, place)| number == Some(place));
    // A short line over a short one is a heading where other numbers surely are.
    let heads = |line: &&Likely| match line.numbered {
        true => with >= FEWEST || with > 0 && in_turn,
        false => line.sure && without >= FEWEST && without * PARAGRAPHS >= paragraphs,
    };
    likely.iter().filter(heads).map(|line| line.start).collect()
}

/// The number that a line begins with.
fn number(line: &str) -> Option<usize> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    line[..digits].parse().ok()
}

/// True for an item of an agenda: "TOP 2: Hafenlampe".
fn is_of_agenda(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let item = words.next().is_some_and(|word| WORDS.agenda.has(&word.to_lowercase()));
    let number = words.next().map(|word| word.trim_end_matches([':', '.', ')']));
    item && number.is_some_and(is_digits) && words.next().is_some()
}

/// True for a short line that could head something and begins no list of things.
fn names(line: &str) -> bool {
    let mark = line_kinds::list_mark(line).unwrap_or(0);
    let title = line[mark..].trim_start();
    let longest = if title.contains(char::is_lowercase) { LONGEST } else { LONGEST_SHOUTED };
    (mark == 0 || line.starts_with(|c: char| c.is_ascii_digit()))
        && title.contains(char::is_alphabetic)
        && title.chars().count() <= longest
        && !ends_sentence(title)
        && !line_kinds::ends_open(title)
        && !title.contains('|')
        && line_kinds::looks_like_title(title)
}

/// True for a line that begins anew: with a capital, or with a mark of the parts of what stands above it.
fn is_below(line: &str, next: &str) -> bool {
    let listed = line_kinds::list_mark(line).is_some();
    let part = || !listed || !next.starts_with(|c: char| c.is_ascii_digit());
    match line_kinds::list_mark(next) {
        Some(_) => part(),
        None => next.starts_with(|c: char| c.is_uppercase() || c.is_numeric() || "\"“‘«„'([".contains(c)),
    }
}

/// True where the first word below would not have had room behind a line; nobody wraps by hand very early.
fn is_wrapped(line: &str, next: &str, widest: usize) -> bool {
    let length = line.chars().count();
    let first = next.split_whitespace().next().map_or(0, |word| word.chars().count());
    widest <= WIDEST_WRAP && length + 1 + first > widest.max(NARROWEST_WRAP) * 17 / 20
}

/// False where two lines below a likely heading are verses: the first is broken off before its end and none of wrapping
/// did that.
fn is_prose(line: &str, next: &str, widest: usize) -> bool {
    let verse = line.ends_with(',') && next.starts_with(char::is_uppercase);
    let broken = || is_wrapped(line, next, widest) || widest > WIDEST_WRAP || line_kinds::list_mark(next).is_some();
    !verse && (ends_sentence(line) || broken())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        headings(text).into_iter().map(|start| text[start..].lines().next().unwrap_or_default()).collect()
    }

    #[test]
    fn lines_directly_over_their_text_head_it() {
        let minutes = "Board of the quay\n4 May 2031\n\n1. Minutes of 4 April\nApproved, with one correction: the fund was proposed by \
                       Mrs Lund and not by the chair.\n\n2. What is not disputed\nSalt was found in hold D7 and on the deck.\n\n\
                       3. Decisions\n(a) The lamp is to be lit on every night of the winter.\n(b) Ada Voss keeps it.\n\n\
                       4. Staff\nNone left.\n";
        let headed = ["1. Minutes of 4 April", "2. What is not disputed", "3. Decisions", "4. Staff"];
        assert_eq!(found(minutes), headed);
        let shouted = "95. HARBOUR DREDGING LEVY\nDeferred at the request of the keeper, who was not able to come to the \
                       town.\n\n96. THE QUAYS OF ORSK - A LOAN TO THE KEEPERS OF LAMPS LTD\n(Part of the report is \
                       not open to the public, which stayed in the room all the same and listened to all the rest of it \
                       in the dark of the night.)\n";
        assert_eq!(found(shouted).len(), 2);
        let contract = "Clause 6. Quality\n6.1 The keeper shall comply with the code of the harbour as it stands.\n\n\
                        Clause 14. Recall\n14.1 Where a lamp is recalled, the keeper shall bear the price of it.\n";
        assert_eq!(found(contract), ["Clause 6. Quality", "Clause 14. Recall"]);
    }

    #[test]
    fn lines_that_are_numbered_in_turn_head_what_stands_below_them_where_one_is_long() {
        let minutes = "1. Waterpomp\nDe heer Voss meldt dat de pomp sinds de vorige vergadering kapot is.\n\n\
                       2. Rondvraag\nTilla vraagt om een slot.\n";
        assert_eq!(found(minutes), ["1. Waterpomp", "2. Rondvraag"]);
    }

    #[test]
    fn items_of_an_agenda_head_what_stands_below_them() {
        let minutes = "TOP 1: Fragen\nEin Anwohner fragt, ob die alte Lampe am Kai wieder brennen soll. Das wird verneint.\n\n\
                       TOP 2: Lampe am Kai\nFrau Voss stellt den Entwurf vor, den der Hafen im Mai bekommen hat.\n";
        assert_eq!(found(minutes), ["TOP 1: Fragen", "TOP 2: Lampe am Kai"]);
    }

    #[test]
    fn what_is_wrapped_listed_or_said_is_not_headed() {
        let wrapped = "1. Keep the lamp of the upper quay at the\nHarbour Office until the keeper has come back to it.\n\n\
                       2. Let the people of the lower quay at\nOrsk come and lag the pipes of the boat house.\n";
        assert_eq!(found(wrapped), [""; 0]);
        let verse = "O lamp of the quay\nHow long and cold the night in which the keeper sleeps,\nHow low the tide.\n\n\
                     O boat of the bay\nWho rows the little boat in which the keeper weeps,\nWho knows?\n";
        assert_eq!(found(verse), [""; 0]);
        let said = "Ada Voss\nThe lamp was lit at nine, as far as I remember it.\n\nTom Reed\nNobody lit it.\n\n\
                    Ada Voss\nThen somebody else did, and I should like to know who.\n";
        assert_eq!(found(said), [""; 0]);
        let letter =
            "Quay Office\nby Orsk\n4 May 2031\n\nDear Tom,\n\nThe lamp is out.\n\nAda Voss\nKeeper of the lamp\n";
        assert_eq!(found(letter), [""; 0]);
        let list = "1. Bread\n2. Buy the long loaf at the market before noon on Monday.\n3. Salt\n4. Wine from the hills of the south, \
                    if there is any.\n";
        assert_eq!(found(list), [""; 0]);
    }
}
