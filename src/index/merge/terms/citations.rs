//! Lists of the works that a document cites. Whoever is named there is named as an author, beside others of whom
//! nothing is told: a few hundred pages with such lists would be communities of co-authors and of journals, and little
//! else.

use std::ops::Range;

use crate::index::merge::table::Table;
use crate::judgement::headings::without_anchors;
use crate::judgement::{DocumentText, Passages};
use crate::model::{SentenceKind, Span};
use crate::text::numbers::years::is_year;
use crate::text::statements::reference::{heads_works, is_work};

/// Entries of a document that are told by their form, from which on they are a list of works, under whatever heading.
const WORKS: usize = 4;
/// Bytes of an entry, with its links, at most.
const LONGEST: usize = 1_200;
/// Years that a list of works has at least, and the words to one of them at most: every work has its year.
const YEARS: usize = 4;
const TO_A_YEAR: usize = 60;

/// Leaves out what is named in lists of works.
pub(in crate::index::merge) fn leave_out(table: &mut Table, passages: &dyn Passages) {
    let lists: Vec<Vec<Range<u32>>> = (0..table.documents)
        .map(|document| {
            let unit = table.units.of(document).first();
            unit.map_or_else(Vec::new, |&unit| lists(&passages.at(unit as usize).document))
        })
        .collect();
    if lists.iter().all(Vec::is_empty) {
        return;
    }
    table.occurrences.retain(|occurrence| {
        !lists[occurrence.document as usize].iter().any(|list| list.contains(&occurrence.sentence))
    });
    table.count(passages);
}

/// The sentences of a document that lists of works are, each from its heading to the next.
fn lists(document: &DocumentText) -> Vec<Range<u32>> {
    let headings: Vec<usize> = (document.sentences.iter().enumerate())
        .filter(|(_, sentence)| sentence.kind == SentenceKind::Heading)
        .map(|(at, _)| at)
        .collect();
    let words = |at: usize| document.sentences[at].span.slice(&document.text).unwrap_or_default();
    let mut found = Vec::new();
    for (place, &at) in headings.iter().enumerate() {
        if !heads_a_list(words(at)) {
            continue;
        }
        let end = headings.get(place + 1).copied().unwrap_or(document.sentences.len());
        let from = document.sentences[at].span.end;
        let until = document.sentences.get(end).map_or(document.text.len(), |next| next.span.start);
        if document.text.get(from..until).is_some_and(is_list) {
            found.push(at as u32..end as u32);
        }
    }
    let works = works(document);
    if works.len() >= WORKS {
        found.extend(works);
    }
    found
}

/// The entries that are a work each by their form: `37. Voss A.B. The ebb at Orsk. Tides 2031; 12:4-9`.
fn works(document: &DocumentText) -> Vec<Range<u32>> {
    let entries = document.sentences.chunk_by(|one, next| one.paragraph == next.paragraph && one.kind == next.kind);
    let mut at = 0;
    let mut found = Vec::new();
    for entry in entries {
        let from = at;
        at += entry.len();
        let span = Span::new(entry[0].span.start, entry[entry.len() - 1].span.end);
        let says = matches!(entry[0].kind, SentenceKind::Prose | SentenceKind::Item | SentenceKind::Row);
        if says && span.len() <= LONGEST && span.slice(&document.text).is_some_and(is_work) {
            found.push(from as u32..at as u32);
        }
    }
    found
}

fn heads_a_list(heading: &str) -> bool {
    heads_works(without_anchors(heading.trim().trim_matches(['#', '*', '_', ' ', ':', '.'])))
}

/// True for a text of which every work has its year.
fn is_list(text: &str) -> bool {
    let years = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| is_year(word.trim_end_matches(['a', 'b'])))
        .count();
    years >= YEARS && text.split_whitespace().count() <= years * TO_A_YEAR
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples;

    #[test]
    fn entries_are_told_by_their_form_under_whatever_heading() {
        let entry = |n: usize| {
            format!("* {n}. Voss A, Reeder T, et al. The ebb at Orsk. Tides. 2031;{n}(10):773–781. doi: 10.7/M{n}\n")
        };
        let text = |works: usize| {
            format!("# The ebb\n\nAda Voss wrote of it in 2031.\n\n{}", (0..works).map(entry).collect::<String>())
        };
        let found = |works| lists(&samples::document(&text(works))).len();
        assert_eq!((found(WORKS), found(WORKS - 1)), (WORKS, 0));
    }

    #[test]
    fn a_list_of_works_is_told_by_its_heading_and_its_years() {
        for heading in ["References", "## 7. References", "[](https://orsk.example/ebb)Bibliography", "Works cited:"] {
            assert!(heads_a_list(heading), "{heading}");
        }
        for heading in ["Reference stations", "Terms of reference", "The ferry"] {
            assert!(!heads_a_list(heading), "{heading}");
        }
        let works = "Voss A., Reeder T. (2031a). The ebb at Orsk. Tides 12, 4-9.\nLund K. 2032. Wicks. Orsk.\n";
        assert!(is_list(&works.repeat(2)) && !is_list(works));
        let talk = "Ada Voss has kept the light of Orsk for long, and would say so to whoever asks her for it. ";
        assert!(!is_list(&format!("{}2031 2032 2033 2034", talk.repeat(20))));
    }
}
