//! Texts whose lines stand apart: programs that read pages often put an empty line behind every line of running text,
//! so that no paragraph is left. The empty lines that stand inside a sentence are told from those that end a paragraph.

use super::blocks::{NARROWEST_WRAP, WIDEST_WRAP};
use super::line_kinds;
use crate::text::cutting::lines::{self, Line};
use crate::text::cutting::punctuation::ends_sentence;
use crate::text::language::word_lists;
use crate::text::words::terms::first_word;

word_lists! { static WORDS = "line_spacing.toml": joins }

/// Lines that have to go on behind an empty line.
const FEWEST: usize = 8;
/// Percent of the long lines that these have to be.
const SHARE: usize = 30;

/// Where the empty lines begin, in order, that stand within a sentence of a text with its lines apart; none of other
/// texts. Linear.
pub fn within_sentences(text: &str) -> Vec<usize> {
    let all: Vec<Line> = lines::lines(text).collect();
    let is_long = |line: &Line| (NARROWEST_WRAP..=WIDEST_WRAP).contains(&line.chars(text));
    let is_empty = |at: usize| all.get(at).is_none_or(|line| line.content(text).is_empty());
    let (mut long, mut surely) = (0, 0);
    let mut within = Vec::new();
    for (at, line) in all.iter().enumerate().filter(|(_, line)| is_long(line)) {
        long += 1;
        // One empty line, and no more.
        if !is_empty(at + 1) || is_empty(at + 2) {
            continue;
        }
        let (content, next) = (line.content(text), all[at + 2].content(text));
        if ends_sentence(content) || line_kinds::list_mark(next).is_some() {
            continue;
        }
        let goes_on = content.ends_with('-') || next.starts_with(char::is_lowercase);
        surely += usize::from(goes_on);
        within.push(all[at + 1].span.start);
    }
    if surely >= FEWEST && surely * 100 >= long * SHARE { within } else { Vec::new() }
}

/// How a line goes on in the next where both are shown as one: how many of its bytes are, and what stands between the
/// two. A word that the end of the line cuts is whole again; a hyphen stays before a capital and where only a part of a
/// word is shared, as in *heat- and power station*.
pub fn joint(line: &str, next: &str) -> (usize, &'static str) {
    let bare = line.trim_end_matches(['-', '\u{ad}', '\u{2010}']);
    if bare.len() == line.len() || !bare.ends_with(char::is_alphabetic) {
        return (line.len(), " ");
    }
    let word = first_word(next);
    match next.starts_with(char::is_lowercase) {
        true if WORDS.joins.has(word) => (line.len(), " "),
        true => (bare.len(), ""),
        false => (line.len(), ""),
    }
}

#[cfg(test)]
mod tests {
    use super::joint;

    use super::super::blocks::{BlockKind, Markup, blocks};

    /// A page of which every line is followed by an empty one.
    fn page() -> String {
        let lines = [
            "The keepers of the upper sluice were asked in the spring of that year whether",
            "the gate could be opened by one man alone, and they answered that it could in",
            "summer, when the water is low, but never in the weeks of the thaw, because the",
            "ice of the lake comes down on the gate and has to be kept away from it by those",
            "who stand on the bank with poles. The board of the harbour did not believe it.",
            "It sent a clerk to the sluice, who stayed for a week and wrote down what he saw",
            "of the gate, of the ice and of the men, and who asked at the end of it to be sent",
            "home. The clerk wrote that he had seen nine men at the gate in one night and that",
            "none of them had been able to leave it before the morning came over the lake and",
            "the cold went. The board read what he wrote and doubled the wages of the keepers.",
            "Nobody has spoken of one man alone since then, neither in the harbour nor at the",
            "sluice of the lake.",
        ];
        lines.map(|line| format!("{line}\n\n")).concat()
    }

    #[test]
    fn lines_that_stand_apart_are_one_text() {
        let text = format!("{}2. The dues\n\nThey are paid in the spring of the year.\n", page());
        let found = blocks(&text, Markup::Plain);
        let texts: Vec<&str> = found.iter().filter_map(|block| block.span.slice(&text)).collect();
        assert!(
            texts[0].starts_with("The keepers") && texts[0].contains("thaw, because the\n\nice of the lake"),
            "{texts:?}"
        );
        assert!(found.iter().any(|block| block.kind == BlockKind::Heading), "{found:?}");
        assert!(texts.len() <= 6, "{texts:?}");
    }

    #[test]
    fn a_word_that_a_line_ends_in_is_whole_again() {
        let joined = |line: &str, next: &str| {
            let (kept, between) = joint(line, next);
            format!("{}{between}{next}", &line[..kept])
        };
        assert_eq!(joined("die Nut-", "zung des Daches"), "die Nutzung des Daches");
        assert_eq!(joined("the gate of the", "harbour"), "the gate of the harbour");
        assert_eq!(joined("die Wärme-", "und Industrie"), "die Wärme- und Industrie");
        assert_eq!(joined("die PV-", "Anlagen"), "die PV-Anlagen");
        assert_eq!(joined("nine –", "or ten"), "nine – or ten");
    }

    #[test]
    fn paragraphs_of_one_line_stay_apart() {
        let text = "The gate was opened by one man alone on the first day of the thaw.\n\n".repeat(12);
        assert_eq!(blocks(&text, Markup::Plain).len(), 12);
        let verse = "The gate was opened by the keeper of the upper sluice of Orsk\n\n".repeat(12);
        assert_eq!(blocks(&verse, Markup::Plain).len(), 12);
    }
}
