//! An interview that is printed: whoever answers is named in front of each answer, and the questions stand between them
//! in lines of their own, said by nobody.

use std::collections::BTreeMap;

use super::label::{Form, Opening};
use crate::text::cutting::punctuation::is_closer;

/// Answers of one, at least.
const FEWEST: usize = 3;

/// Where the questions of an interview begin, in front of the answers of the one who is named; none where the text is
/// no interview.
pub(super) fn questions(openings: &[(Opening<'_>, bool)], text: &str) -> Vec<usize> {
    let mut answers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (opening, _) in openings.iter().filter(|(opening, _)| opening.form >= Form::Common) {
        answers.entry(opening.name).or_default().push(opening.span.start);
    }
    let mut often = answers.into_values().filter(|starts| starts.len() >= FEWEST);
    let (Some(starts), None) = (often.next(), often.next()) else { return Vec::new() };
    let above: Vec<(usize, bool)> = starts.iter().filter_map(|&start| question_above(text, start)).collect();
    let asked = above.iter().filter(|(_, asks)| *asks).count();
    if asked >= FEWEST.min(starts.len()) && asked * 2 >= starts.len() {
        above.into_iter().map(|(start, _)| start).collect()
    } else {
        Vec::new()
    }
}

/// Where the paragraph above an answer begins, with an empty line between, and whether it asks.
fn question_above(text: &str, answer: usize) -> Option<(usize, bool)> {
    let above = text.get(..answer)?;
    let paragraph = above.trim_end();
    if above[paragraph.len()..].matches('\n').count() < 2 {
        return None;
    }
    let start = paragraph.rfind("\n\n").map_or(0, |at| at + 2);
    Some((start, paragraph.trim_end_matches(is_closer).ends_with('?')))
}

#[cfg(test)]
#[path = "interview_tests.rs"]
mod tests;
