//! Of a record's passages, those that the speakers asked for say.

use crate::judgement::ContextRecord;
use crate::judgement::rank::features::{Candidate, asks};
use crate::query::Ask;
use crate::text::question::{Reporting, labels_words};
use crate::text::words::terms::folded;

/// Bytes between a sentence and one that goes on from it, at most.
const GAP: usize = 2;

/// Leaves of a record's passages those of the speakers asked for, with the questions that they reply to, and where a
/// question asks for their words, what others tell of them; all where none are asked for.
pub(in crate::query) fn keep_speakers(record: &mut ContextRecord, ask: &Ask) {
    keep_said(record, ask, true);
}

/// The same, with or without the questions that they reply to.
pub(in crate::query) fn keep_said(record: &mut ContextRecord, ask: &Ask, with_asked: bool) {
    let speakers = &ask.scope.speakers;
    if speakers.is_empty() {
        return;
    }
    let goes_by = |who: &str, name: &str| {
        name.split(' ').all(|word| who.split([' ', ',']).any(|one| one.eq_ignore_ascii_case(word)))
    };
    let is_theirs = |one: &Candidate| {
        one.evidence.speaker.as_ref().is_some_and(|who| speakers.iter().any(|name| goes_by(who, name)))
    };
    let mut kept: Vec<bool> = record.candidates.iter().map(is_theirs).collect();
    let names: Vec<Vec<String>> = ask.question.said_by.iter().map(|name| folded(name)).collect();
    for name in &names {
        let mut reporting = Reporting::default();
        let mut end = 0;
        for (kept, Candidate { evidence, .. }) in kept.iter_mut().zip(&record.candidates) {
            if !(end..=end + GAP).contains(&evidence.quote.start) {
                reporting.breaks_off();
            }
            end = evidence.quote.end;
            *kept |= reporting.tells(evidence.quoted(), name);
        }
    }
    // What they were asked says what they speak of.
    for at in (1..kept.len()).filter(|_| with_asked) {
        let (before, own) = (&record.candidates[at - 1], &record.candidates[at]);
        let replies = kept[at] && own.spoken && !kept[at - 1] && is_theirs(own);
        kept[at - 1] |= replies && before.spoken && asks(before.evidence.quoted());
    }
    // What somebody is quoted with behind a label stands behind what they speak of.
    for at in 1..kept.len() {
        let own = &record.candidates[at];
        let labelled = || names.iter().any(|name| labels_words(own.evidence.quoted(), name));
        kept[at - 1] |= kept[at] && !own.opens && labelled();
    }
    let mut kept = kept.into_iter();
    record.candidates.retain(|_| kept.next().unwrap_or(false));
}
