//! A circumstance of a thing that is not told from others of its kind: "a controller installed in June 2024" asks what
//! holds for a controller, and of no document of June.

use unicode_segmentation::UnicodeSegmentation;

use super::lists::WORDS;
use super::{is_content, is_past};
use crate::text::dates::calendar::calendar_dates;

/// Words of such a thing, at most.
const LONGEST: usize = 3;

/// A question without a circumstance of which it tells the day, and that circumstance; `None` where it has none.
pub fn without_circumstance(question: &str) -> Option<(String, &str)> {
    let dates = calendar_dates(question);
    let [date] = &dates[..] else { return None };
    let front: Vec<(usize, &str)> = question.get(..date.span.start)?.unicode_word_indices().collect();
    let lower = |at: usize| front.get(at).map_or_else(String::new, |(_, word)| word.to_lowercase());
    let bound = front.len().checked_sub(1).filter(|&at| is_bound(&lower(at)))?;
    let deed = bound.checked_sub(1).filter(|&at| is_past(&lower(at)))?;
    let article = (deed.saturating_sub(LONGEST + 1)..deed).rev().find(|&at| WORDS.one_of.has(&lower(at)))?;
    let of_thing = (article + 1..deed).all(|at| is_content(&lower(at)));
    let rest = question.get(date.span.end..)?.trim_matches(['?', ' ', '.', ',']);
    if !of_thing || article + 1 == deed || !rest.is_empty() {
        return None;
    }
    let start = front[deed].0;
    let kept = question.get(..start)?.trim_end();
    Some((format!("{kept}?"), question.get(start..date.span.end)?))
}

/// True for what stands between a deed and its day.
fn is_bound(word: &str) -> bool {
    WORDS.bounding_days.has(word) || WORDS.before_asking.has(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_of_one_of_several_is_a_circumstance() {
        let of = |question| without_circumstance(question).map(|(rest, told)| (rest, told.to_owned()));
        assert_eq!(
            of("How long is the guarantee on a lamp fitted in June 2031?"),
            Some(("How long is the guarantee on a lamp?".to_owned(), "fitted in June 2031".to_owned()))
        );
        assert!(of("What is due for an old boat bought on 3 May 2031?").is_some());
        for other in [
            "Where is the lamp that was fitted in June 2031?",
            "What was fitted in June 2031?",
            "What happened in June 2031?",
            "Who sold a boat in June 2031?",
            "What is the guarantee on a lamp?",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
