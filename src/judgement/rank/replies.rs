//! What somebody replies to: in interviews, hearings and calls the words of a question stand in what is asked, and what
//! answers stands in the turn behind it, often without a word of them.

use super::asked::{FoundParts, Hits};
use super::features::{Candidate, asks};

/// Sentences at the end of a turn among which a question is one that the next turn replies to.
pub const ASKED_LAST: usize = 5;
/// Sentences of a reply that are counted.
const REPLY: usize = 8;
/// Factor by which each counts less than the one before.
const FADES: f32 = 0.85;
/// A turn of fewer words is an interjection: whoever spoke before goes on.
const INTERJECTION: usize = 5;

/// For each passage of a record, in the order of its text, how much of the question is asked by what it replies to,
/// from 0 to 1. `own` is what each has of the question itself.
pub(super) fn replies(candidates: &[Candidate], own: &[(Hits, FoundParts)]) -> Vec<f32> {
    let speaker = |at: usize| candidates[at].evidence.speaker.as_deref().filter(|_| candidates[at].spoken);
    let asks = |at: usize| asks(candidates[at].evidence.quoted());
    let mut found = vec![0.0; candidates.len()];
    // What the turn under way replies to, how far it has come, and the same of the turn before an interjection.
    let (mut asked, mut said) = (0.0_f32, 0);
    let mut interrupted: Option<(&str, f32, usize)> = None;
    let mut start = 0;
    for (at, found) in found.iter_mut().enumerate() {
        if at > 0 && speaker(at) != speaker(at - 1) {
            let words: usize = (start..at).map(|one| own[one].0.words).sum();
            let last = at.saturating_sub(ASKED_LAST).max(start)..at;
            let question = last.filter(|&one| asks(one)).map(|one| own[one].0.exact).reduce(f32::max);
            let before = (speaker(at - 1).unwrap_or_default(), asked, said);
            (asked, said) = match (question, interrupted.take()) {
                (Some(question), _) => (question, 0),
                (None, Some((who, asked, said))) if words < INTERJECTION && speaker(at) == Some(who) => (asked, said),
                _ => (0.0, 0),
            };
            interrupted = Some(before);
            start = at;
        }
        if speaker(at).is_some() && said < REPLY && !asks(at) {
            *found = asked * FADES.powi(said as i32);
        }
        said += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::asked::PreparedQuestion;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::judgement::samples;
    use crate::text::question::Reading;
    use crate::text::words::terms::Stems;

    #[test]
    fn what_is_said_behind_a_question_replies_to_it_across_interjections() {
        let turns = [
            ("ADA VOSS", "Let us turn to money."),
            ("ADA VOSS", "What became of the insurance of the ferry?"),
            ("TOM REED", "It was never paid."),
            ("ADA VOSS", "I see."),
            ("TOM REED", "Nobody asked for it."),
            ("ADA VOSS", "Then we come to the gate and to those who kept it."),
            ("TOM REED", "Very well."),
        ];
        let candidates: Vec<Candidate> = turns
            .iter()
            .map(|(who, said)| {
                let mut candidate = samples::passage(said);
                candidate.spoken = true;
                candidate.evidence.speaker = Some((*who).to_owned());
                candidate
            })
            .collect();
        let asked = PreparedQuestion::new(&Reading::of("Was the insurance of the ferry paid?"), &NoLexicon);
        let mut stems = Stems::default();
        let own: Vec<_> = turns.iter().map(|(_, said)| asked.hits_with_parts(said, &mut stems)).collect();
        let found = replies(&candidates, &own);
        assert!(found[2] > 0.5 && found[4] > 0.0 && found[4] < found[2], "{found:?}");
        assert!([0, 1, 3, 5, 6].iter().all(|&at| found[at] == 0.0), "{found:?}");
        assert!(replies(&[], &[]).is_empty());
    }

    #[test]
    fn what_nobody_speaks_replies_to_nothing() {
        let candidates = ["Was the ferry insured?", "It was."].map(samples::passage);
        let asked = PreparedQuestion::new(&Reading::of("Was the ferry insured?"), &NoLexicon);
        let mut stems = Stems::default();
        let own = candidates.each_ref().map(|one| asked.hits_with_parts(one.evidence.quoted(), &mut stems));
        assert_eq!(replies(&candidates, &own), [0.0, 0.0]);
    }
}
