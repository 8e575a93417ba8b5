//! Lists of names that have a line for each: whoever stands in one beside another has nothing to do with him but the
//! list. So it is with the names that a form lists behind a label, and with the rows of a table.

use std::collections::HashSet;

use crate::judgement::rank::features::is_roster;
use crate::judgement::{DocumentText, Passage};
use crate::model::{SentenceKind, Span};
use crate::text::language::word_lists;

word_lists! { static WORDS = "rosters.toml": spelled_out }

/// Lines of a list of names, at least: a few names below each other may well belong together.
const FEWEST_LINES: usize = 5;
/// Words of a name in a list at most.
const MOST_WORDS: usize = 6;
/// Letters of a small word inside a name at most: "Ludwig van Orsted".
const SMALL: usize = 3;

/// The lines of the lists of names in a passage, in their order.
#[derive(Debug, Default)]
pub(super) struct Rosters(Vec<Span>);

impl Rosters {
    pub fn of(passage: &Passage) -> Self {
        let mut found = Vec::new();
        let mut run: Vec<Span> = Vec::new();
        let mut end = |run: &mut Vec<Span>| match run.len() >= FEWEST_LINES {
            true => found.append(run),
            false => run.clear(),
        };
        for at in passage.sentences.clone() {
            for (line, is_name) in lines(&passage.document, at) {
                if is_name {
                    run.push(line);
                } else {
                    end(&mut run);
                }
            }
        }
        end(&mut run);
        Self(found)
    }

    /// Where the line of a list begins in which a place of the text lies.
    pub fn line(&self, place: u32) -> Option<usize> {
        let place = place as usize;
        let before = self.0.partition_point(|line| line.start <= place).checked_sub(1)?;
        Some(self.0[before]).filter(|line| place < line.end).map(|line| line.start)
    }
}

/// The lines of a sentence, and whether each holds a name and nothing else but addresses.
fn lines(document: &DocumentText, at: usize) -> Vec<(Span, bool)> {
    let Some(sentence) = document.sentences.get(at) else { return Vec::new() };
    let names = !matches!(sentence.kind, SentenceKind::Furniture | SentenceKind::Heading) && sentence.speaker.is_none();
    let mut start = sentence.span.start;
    let mut found = Vec::new();
    for line in sentence.span.slice(&document.text).unwrap_or_default().split_inclusive('\n') {
        let span = Span::new(start, start + line.len());
        start = span.end;
        if !line.trim().is_empty() {
            found.push((span, names && is_name(line)));
        }
    }
    found
}

/// True for a line that holds a name and nothing else but figures and addresses.
fn is_name(line: &str) -> bool {
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    let spelled: Vec<bool> = words.iter().map(|word| WORDS.spelled_out.has(&bare(word))).collect();
    let is_address = |at: usize| {
        let dotted = bare(words[at]).split('.').filter(|part| part.chars().count() > 1).count() > 1;
        let beside = at > 0 && spelled[at - 1] || spelled.get(at + 1).is_some_and(|&next| next);
        dotted || spelled[at] || beside || words[at].contains('@') || words[at].contains("://")
    };
    let (mut capital, mut small, mut all, mut addresses) = (0, 0, 0, 0);
    for (at, word) in words.iter().enumerate() {
        if is_address(at) {
            addresses += 1;
        } else if let Some(first) = word.chars().find(|c| c.is_alphabetic()) {
            all += 1;
            capital += usize::from(!first.is_lowercase());
            small += usize::from(first.is_lowercase() && bare(word).chars().count() > SMALL);
        }
    }
    let ends = line.trim_end().ends_with(['.', '!', '?', ':', ';']) && addresses == 0;
    small == 0 && !ends && all <= MOST_WORDS && capital + addresses > 0
}

/// The sentences of a passage that are rows of a table: several cells to each, and other rows beside them. A register's
/// lines of one cell belong together.
pub(super) fn rows(passage: &Passage) -> HashSet<u32> {
    const CELLS: usize = 3;
    let document = &passage.document;
    let is_row = |at: &usize| {
        let sentence = document.sentences.get(*at).filter(|sentence| sentence.kind == SentenceKind::Row);
        sentence.and_then(|sentence| sentence.span.slice(&document.text)).is_some_and(|text| {
            let fields = text.split("; ").filter(|cell| cell.contains(": ")).count();
            fields >= CELLS || text.matches(['|', '\t']).count() >= CELLS
        })
    };
    passage.sentences.clone().filter(is_row).map(|at| at as u32).collect()
}

/// True for a line of names that a label opens: *Present: Ada Voss, Tom Orlen …*.
pub(super) fn is_form(passage: &Passage, sentence: u32) -> bool {
    /// Words of a label at most.
    const LABEL: usize = 3;
    let document = &passage.document;
    let text = document.sentences.get(sentence as usize).and_then(|sentence| sentence.span.slice(&document.text));
    let labelled = text.filter(|text| is_roster(text)).and_then(|text| text.split_once(':'));
    labelled.is_some_and(|(label, _)| label.split_whitespace().count() <= LABEL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_a_name_alone_is_told_from_one_that_says_something() {
        for line in [
            "Ada Voss <ada@tarn.example>",
            "Kai Sund  kai at tarn dot example",
            "Ludwig van Orsted",
            "Ines D. Calder (ines@orsk.example)",
            "tom.reed@orsk.example",
            "1998, 2003 Ida Ek",
        ] {
            assert!(is_name(line), "{line}");
        }
        for line in ["Ada Voss keeps the light", "Kai Sund.", "the ferry", "Ada Voss, who wrote to kai@tarn.example"] {
            assert!(!is_name(line), "{line}");
        }
    }
}
