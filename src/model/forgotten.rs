//! What a saved answer loses with a text that is gone: every place that quotes it.

use std::collections::HashSet;

use super::{Answer, Evidence, Kind, TraceStep, find_citations};

/// What stands for a quotation whose text is gone.
const NOTE: &str = "*(what stood here quoted a text that is no longer among the documents)*";

impl Answer {
    /// Returns the ids of the text units that it cites anywhere.
    pub fn sources(&self) -> HashSet<u32> {
        let points = self.trace.iter().filter_map(|step| match step {
            TraceStep::Point { text, .. } => Some(text),
            _ => None,
        });
        let cited = std::iter::once(&self.text).chain(points).flat_map(|text| find_citations(text));
        let cited = cited.flat_map(|citation| citation.refs().collect::<Vec<_>>());
        let shown = self.evidence.iter().flat_map(|evidence| evidence.cites.iter().copied());
        let weak = self.weak.iter().flat_map(|weak| weak.cites.iter().copied());
        let all = cited.chain(shown).chain(weak).filter(|record| record.kind == Kind::Source);
        all.map(|record| record.id).collect()
    }

    /// Puts a note in the place of each statement that `is_gone`, told by a source it cites and its words, and drops
    /// what was shown of it; true where there was any.
    pub fn forget(
        &mut self,
        is_gone: impl Fn(u32, &str) -> bool,
        is_evidence_gone: impl Fn(&Evidence) -> bool,
    ) -> bool {
        let points = self.trace.iter_mut().filter_map(|step| match step {
            TraceStep::Point { text, .. } => Some(text),
            _ => None,
        });
        let mut changed = false;
        for text in std::iter::once(&mut self.text).chain(points) {
            if let Some(forgotten) = forget(text, &is_gone) {
                *text = forgotten;
                changed = true;
            }
        }
        let before = self.evidence.len() + self.weak.len();
        self.evidence.retain(|evidence| !is_evidence_gone(evidence));
        self.weak.retain(|weak| {
            let mut sources = weak.cites.iter().filter(|record| record.kind == Kind::Source);
            !sources.any(|source| is_gone(source.id, &weak.sentence))
        });
        changed || before != self.evidence.len() + self.weak.len()
    }
}

/// Text with a note in the place of each statement that `is_gone`, told by a source it cites and its words; none when
/// there is no such statement. A statement reaches from the citation, line or paragraph before it to its citation.
fn forget(text: &str, is_gone: impl Fn(u32, &str) -> bool) -> Option<String> {
    let mut kept = String::new();
    let mut from = 0;
    let mut forgotten = false;
    for citation in find_citations(text) {
        let before = text.get(from..citation.span.start)?;
        let paragraph = before.rfind("\n\n").map_or(0, |at| at + 2);
        let statement = &before[paragraph..];
        let sources = citation.refs().filter(|record| record.kind == Kind::Source);
        if sources.map(|record| record.id).any(|source| is_gone(source, statement)) {
            let mark = statement.len() - statement.trim_start_matches([' ', '\n', '-', '*', '>', '.', ',', ';']).len();
            kept.push_str(&before[..paragraph]);
            kept.push_str(&statement[..mark]);
            kept.push_str(NOTE);
            kept.push(' ');
            forgotten = true;
        } else {
            kept.push_str(before);
        }
        kept.push_str(text.get(citation.span.start..citation.span.end)?);
        from = citation.span.end;
    }
    kept.push_str(text.get(from..)?);
    forgotten.then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Ref, Span};

    const ANSWER: &str = "Two letters tell of it.\n\n- “The ledger was sold in May.” [Data: Sources (3)]\n- “Nobody \
                          wrote it down.” [Data: Sources (4); Entities (1)]. So much for that.";

    #[test]
    fn only_what_is_gone_is_forgotten() {
        let left = forget(ANSWER, |source, statement| source == 3 && statement.contains("ledger")).unwrap();
        assert!(!left.contains("ledger") && left.contains(&format!("- {NOTE} [Data: Sources (3)]")), "{left}");
        assert!(left.starts_with("Two letters") && left.ends_with("So much for that."), "{left}");
        assert!(left.contains("Nobody wrote it down"));
        assert_eq!(forget(ANSWER, |source, _| source == 1), None, "an entity of that number is no source");
    }

    #[test]
    fn what_was_shown_of_a_text_goes_with_it() {
        let shown = |source: u32, text: &str| Evidence {
            cites: vec![Ref::new(Kind::Source, source)],
            document: None,
            quote: Span::new(0, text.len()),
            window: Span::new(0, text.len()),
            text: text.to_owned(),
            lead: None,
            speaker: None,
            title: String::new(),
            day: None,
            heading: Vec::new(),
            cut: false,
        };
        let evidence = vec![shown(3, "The ledger was sold in May."), shown(4, "Nobody wrote it down.")];
        let mut answer = Answer { text: ANSWER.to_owned(), evidence, ..Answer::default() };
        assert_eq!(answer.sources(), HashSet::from([3, 4]));
        let of_three = |evidence: &Evidence| evidence.source().is_some_and(|source| source.id == 3);
        assert!(answer.forget(|source, _| source == 3, of_three));
        assert!(!serde_json::to_string(&answer).unwrap().contains("ledger"), "{answer:?}");
        assert_eq!(answer.evidence.len(), 1);
        assert!(!answer.forget(|source, _| source == 30, of_three), "nothing is left to forget");
    }
}
