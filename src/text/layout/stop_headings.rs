//! Headings that end in a full stop, as minutes and contracts have them: a line of nouns alone above a paragraph
//! ("Insurance.", "3. Keeper of the lamp."). It says nothing that could be quoted. One alone may be an exclamation;
//! several in a text are its headings.

use super::line_kinds;
use crate::text::cutting::lines::{self, Line};
use crate::text::language;
use crate::text::names::tag::is_of_noun_phrase;

/// Words of such a heading, at most.
const MOST_WORDS: usize = 8;
/// Headings of this form that a text has, at least: a tale has few.
const FEWEST: usize = 2;
/// Paragraphs per such heading, at most.
const PARAGRAPHS: usize = 12;

/// Where the lines of a text begin that are such headings, in order. Linear.
pub(super) fn bare(text: &str) -> Vec<usize> {
    let all: Vec<Line> = lines::lines(text).collect();
    let blank = |at: Option<usize>| at.and_then(|at| all.get(at)).is_none_or(|line| line.span.is_empty());
    let below = |at: usize| all[at + 1..].iter().find(|line| !line.span.is_empty());
    let mut found = Vec::new();
    let mut paragraphs = 0;
    for (at, line) in all.iter().enumerate().filter(|(_, line)| !line.span.is_empty()) {
        let opens = blank(at.checked_sub(1));
        paragraphs += usize::from(opens);
        let heads = |next: &Line| next.span.len() > line.span.len() && !names(next.content(text));
        if opens && blank(Some(at + 1)) && names(line.content(text)) && below(at).is_some_and(heads) {
            found.push(line.span.start);
        }
    }
    let several = found.len() >= FEWEST && found.len() * PARAGRAPHS >= paragraphs;
    // Which words are verbs is known of English alone.
    if several && language::of(text).is_none_or(|language| language == "eng") { found } else { Vec::new() }
}

/// True for a line that names something, up to its full stop, and does not say anything of it.
fn names(content: &str) -> bool {
    let inner = line_kinds::list_mark(content).map_or(content, |mark| content[mark..].trim_start());
    let Some(phrase) = inner.strip_suffix('.').filter(|phrase| !phrase.ends_with('.')) else { return false };
    let mut words = phrase.split_whitespace();
    let plain = |c: char| c.is_alphanumeric() || c.is_whitespace() || "'’-–&/,".contains(c);
    phrase.chars().all(plain)
        && phrase.starts_with(char::is_uppercase)
        && words.clone().count() <= MOST_WORDS
        && words.all(|word| is_of_noun_phrase(&word.trim_matches(',').to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headings(text: &str) -> Vec<&str> {
        bare(text).into_iter().map(|start| text[start..].lines().next().unwrap_or_default()).collect()
    }

    #[test]
    fn nouns_alone_above_paragraphs_head_them() {
        let rules = "Insurance.\n\nEvery keeper shall be insured by the board against the loss of a boat.\n\n\
                     3. Keeper of the lamp.\n\nThe board appoints the keeper for a term of three years at most.\n\n\
                     Claim of Ada Voss.\n\nThe claim was read out and put to the board on Monday.\n";
        assert_eq!(headings(rules), ["Insurance.", "3. Keeper of the lamp.", "Claim of Ada Voss."]);
    }

    #[test]
    fn what_is_said_heads_nothing() {
        let tale = "He left.\n\nNobody knew where the old man had gone that night in the rain.\n\nThe pier sank.\n\n\
                    It was never built again by those who lived there in those days.\n\nSilence.\n\n\
                    Then the lamp was lit by somebody who nobody could see from the shore.\n";
        assert!(headings(tale).is_empty());
        let listed = "Bread.\n\nSalt.\n\nWater.\n\nWine.\n";
        assert!(headings(listed).is_empty());
    }
}
