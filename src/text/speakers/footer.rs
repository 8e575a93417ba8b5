//! What stands below the last turn of a conversation, and is nobody's.

use super::transcript::{Label, Told};
use crate::text::cutting::lines;

/// What stands below the last turn in a paragraph of its own, where no turn before has a second one: nobody said it.
pub(super) fn footer(text: &str, labels: &[Label]) -> Option<Label> {
    const FEWEST: usize = 6;
    let starts: Vec<usize> = labels.iter().map(|label| label.span.start).collect();
    let second = |from: usize, to: usize| paragraph_behind(text.get(from..to)?).map(|at| from + at);
    let (&last, before) = starts.split_last()?;
    let in_one =
        starts.len() > FEWEST && before.iter().zip(&starts[1..]).all(|(&from, &to)| second(from, to).is_none());
    let start = second(last, text.len()).filter(|_| in_one)?;
    Some(Label::of_nobody(start, Told::Said))
}

/// Where the second paragraph of a text begins.
fn paragraph_behind(text: &str) -> Option<usize> {
    let mut blank = false;
    for line in lines::lines(text) {
        let empty = line.content(text).is_empty();
        if blank && !empty {
            return Some(line.span.start);
        }
        blank |= empty;
    }
    None
}
