//! Notes that stand in a conversation in brackets, on lines of their own: "[AV: the tape is cut here]", "[comment
//! deleted by its author]". Nobody in the conversation says them, and whoever spoke goes on behind them.

use super::transcript::{Label, Told};
use crate::model::Span;
use crate::text::cutting::lines;

/// Words from which on what stands in brackets is a note; fewer may be a word that somebody left out.
const WORDS: usize = 4;

/// The labels that take notes from whoever speaks around them, beside those of the text.
pub(super) fn around_notes(text: &str, labels: &[Label]) -> Vec<Label> {
    let mut found = Vec::new();
    let mut resumes: Option<Label> = None;
    for line in lines::lines(text) {
        let content = line.content(text);
        if content.is_empty() {
            continue;
        }
        let start = line.span.start;
        let behind = labels.partition_point(|label| label.span.start <= start);
        let last = behind.checked_sub(1).map(|at| labels[at]);
        let opens = last.is_some_and(|label| label.span.start == start);
        if opens || !is_note(content) {
            let back = resumes.take().filter(|_| !opens);
            found.extend(back.map(|label| Label { span: Span::new(start, start), ..label }));
            continue;
        }
        if let Some(speaking) = last.filter(|label| label.speaker.is_some()) {
            found.push(Label::of_nobody(start, Told::Said));
            resumes = Some(speaking);
        }
    }
    found
}

/// True for a line all in one pair of brackets that is a sentence, or says whose note it is.
fn is_note(line: &str) -> bool {
    let inner = line.trim_start_matches(['>', ' ']).strip_prefix('[').and_then(|line| line.strip_suffix(']'));
    inner.is_some_and(|inner| {
        !inner.contains(['[', ']']) && (inner.contains(": ") || inner.split_whitespace().nth(WORDS - 1).is_some())
    })
}
