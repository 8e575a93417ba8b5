//! What an answer shows its reader: the passages it quotes, in their order, and its words without marks. Evidence is
//! taken as the data it is; of an answer that comes without (a model's), what stands between quotation marks or behind
//! the mark of a block quote is what it quotes.

use crate::judgement::NEAREST_TO_IT;
use crate::model::{Answer, without_citations};
use crate::text::words::terms::is_digits;

/// Phrases by which an answer says that it has none.
const REFUSALS: &str = include_str!("refusals.txt");

/// An answer as a reader has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// What is quoted, in the order shown.
    pub passages: Vec<String>,
    /// The answer without citations and headings.
    pub text: String,
}

impl Shown {
    pub fn of(answer: &Answer) -> Self {
        let passages = match answer.evidence.is_empty() {
            true => quoted(&answer.text),
            false => answer.evidence.iter().map(|evidence| evidence.text.clone()).collect(),
        };
        Self { passages, text: without_marks(&answer.text) }
    }

    /// What is measured: the passages, or all it says where it quotes none.
    pub fn said(&self) -> String {
        if self.passages.is_empty() { self.text.clone() } else { self.passages.join(" ") }
    }

    /// True when it quotes nothing and says so, quotes what is nearest and says that it is no more, or says nothing at
    /// all.
    pub fn refuses(&self) -> bool {
        let says_so = || REFUSALS.lines().any(|phrase| self.text.contains(phrase));
        let nearest = || self.text.lines().any(|line| line.trim_end_matches(':').ends_with(NEAREST_TO_IT));
        self.text.trim().is_empty() || self.passages.is_empty() && says_so() || nearest()
    }
}

/// Takes out citations, numbered marks and headings.
fn without_marks(markdown: &str) -> String {
    let plain = without_citations(markdown);
    let lines = plain.split('\n').map(|line| {
        let is_heading = line.starts_with('#') && line.trim_start_matches('#').starts_with(' ');
        if is_heading { String::new() } else { without_numbers(line) }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Takes `[3]` and `[1, 2]` out of a line.
fn without_numbers(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('[') {
        let (before, mark) = rest.split_at(at);
        out.push_str(before);
        let end = mark.find(']').filter(|end| is_numbers(&mark[1..*end]));
        let taken = end.map_or(1, |end| end + 1);
        if end.is_none() {
            out.push('[');
        }
        rest = &mark[taken..];
    }
    out.push_str(rest);
    out
}

fn is_numbers(inside: &str) -> bool {
    inside.split(',').all(|part| is_digits(part.trim()))
}

/// Passages that a Markdown text quotes: between quotation marks, and lines of block quotes.
fn quoted(markdown: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = markdown;
    while let Some(open) = rest.find('“') {
        let inside = &rest[open + '“'.len_utf8()..];
        let ends = inside.match_indices('”').map(|(at, mark)| (at, &inside[at + mark.len()..]));
        match ends.into_iter().find(|(_, behind)| closes(behind)) {
            Some((end, behind)) => {
                found.push(inside[..end].to_owned());
                rest = behind;
            }
            None => rest = inside,
        }
    }
    let lines = markdown.split('\n').filter_map(|line| line.strip_prefix('>'));
    found.extend(lines.map(|line| line.trim_start().to_owned()));
    found
}

/// True when what follows a closing mark ends a quotation: who says it, a citation, a bracket, or the line's end.
fn closes(behind: &str) -> bool {
    let next = behind.trim_start();
    let gap = &behind[..behind.len() - next.len()];
    let numbered = next.strip_prefix('[').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    gap.contains('\n') || next.is_empty() || numbered || next.starts_with(['—', '(']) || next.starts_with("[Data")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DocumentId, Evidence, Span};

    fn answer(text: &str) -> Answer {
        Answer { text: text.to_owned(), ..Answer::default() }
    }

    #[test]
    fn quotations_end_where_their_source_is_named() {
        let shown = Shown::of(&answer(
            "## Gates\n\n- “The “north” gate leaked.” — Ilse Brandt [Data: Sources (1)]\n“It held.”\nHe said “no” twice.\n> Cement rose.",
        ));
        assert_eq!(shown.passages, ["The “north” gate leaked.", "It held.", "Cement rose."]);
        assert!(!shown.text.contains("Data") && !shown.text.contains("Gates"));
        assert!(!shown.refuses());
    }

    #[test]
    fn evidence_comes_before_what_is_rendered() {
        let evidence = Evidence {
            cites: Vec::new(),
            document: Some(DocumentId(1)),
            lead: None,
            quote: Span::new(0, 4),
            window: Span::new(0, 9),
            text: "It leaked.".to_owned(),
            speaker: None,
            title: String::new(),
            day: None,
            heading: Vec::new(),
            cut: false,
        };
        let shown = Shown::of(&Answer { evidence: vec![evidence], ..answer("“Something else.”") });
        assert_eq!(shown.passages, ["It leaked."]);
    }

    #[test]
    fn an_answer_without_one_is_told() {
        assert!(Shown::of(&answer("Nothing in these documents answers this.")).refuses());
        assert!(Shown::of(&answer("  ")).refuses());
        let nearest = "Nothing says this in so many words. Nearest to it:\n\n- “The gate held.” — Ilse Brandt";
        assert!(Shown::of(&answer(nearest)).refuses());
        assert!(!Shown::of(&answer("“Nothing held.” — Ilse Brandt")).refuses());
        assert!(!Shown::of(&answer("Twelve gates.")).refuses());
    }

    #[test]
    fn numbered_marks_are_no_words() {
        assert_eq!(without_marks("It leaked [1, 2] at [north] gate [3]."), "It leaked  at [north] gate .");
    }
}
