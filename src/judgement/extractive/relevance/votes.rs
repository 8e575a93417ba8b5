//! Votes: what is put to one stands with what came of it. "Motion fails, one to four" says nothing of the matter, and
//! "I move that we leave the bank" nothing of the outcome.

use crate::judgement::ContextRecord;
use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::extractive::quotes::reaching::between;
use crate::judgement::rank::documents_of;
use crate::judgement::rank::features::{Candidate, asks};
use crate::judgement::rank::select::Ranked;
use crate::model::{Evidence, Span};
use crate::text::cutting::punctuation::is_terminal;
use crate::text::language::word_lists;
use crate::text::statements::motions::{decides, moves, tells_outcome};
use crate::text::statements::stance::Stance;
use crate::text::words::terms::{Stems, fold, is_digits, words};

word_lists! { static WORDS = "votes.toml": calling, counts }

/// Passages between a motion and what came of it.
const BETWEEN: usize = 8;
/// Words of a call for votes that does not say on what: "In favour?", "All those in favour?".
const CALL: usize = 3;
/// Bytes of a motion that is quoted with what came of it as one passage.
const ONE_PASSAGE: usize = 900;
/// Votes of one meeting that are told, and of one matter.
const VOTES: usize = 12;
const OF_MATTER: usize = 3;
/// Of the question a vote has at least this part, where it is of its matter.
const ITS_MATTER: f32 = 0.5;

/// Records in which what came of a vote stands with what was voted on; `None` where nothing was.
pub(in crate::judgement::extractive) fn with_motions(context: &[ContextRecord]) -> Option<Vec<ContextRecord>> {
    let told = |one: &Candidate| {
        let quoted = one.evidence.quoted();
        tells_outcome(quoted) || calls(quoted) || called(&one.evidence).is_some()
    };
    if !context.iter().flat_map(|record| &record.candidates).any(told) {
        return None;
    }
    Some(context.iter().map(joined).collect())
}

/// A record in which motions go on as far as what came of them.
fn joined(record: &ContextRecord) -> ContextRecord {
    let mut order: Vec<usize> = (0..record.candidates.len()).collect();
    order.sort_by_key(|&at| record.candidates[at].evidence.quote.start);
    let mut joined = record.clone();
    let mut gone: Vec<usize> = Vec::new();
    let quoted = |place: usize| record.candidates[order[place]].evidence.quoted();
    for place in 0..order.len() {
        let told = &record.candidates[order[place]];
        if let Some(called) = called(&told.evidence) {
            joined.candidates[order[place]].evidence = called;
            continue;
        }
        let theirs = |next: usize| record.candidates[order[next]].evidence.speaker == told.evidence.speaker;
        let counted = |place: usize| {
            let next = Some(place + 1).filter(|&next| calls(quoted(place)) && next < order.len());
            next.filter(|&next| begins_with_count(quoted(next)))
        };
        // "Five. Carried."
        let last = counted(place).filter(|&next| theirs(next)).map(|next| {
            let further = Some(next + 1).filter(|&next| next < order.len() && theirs(next));
            further.filter(|&next| tells_outcome(quoted(next))).unwrap_or(next)
        });
        let outcome = match last {
            Some(last) => match up_to(record, &told.evidence, &record.candidates[order[last]].evidence) {
                Some(evidence) => Candidate { evidence, ..told.clone() },
                None => continue,
            },
            None if tells_outcome(quoted(place)) && !gone.contains(&order[place]) => told.clone(),
            None => continue,
        };
        let back = (place.saturating_sub(BETWEEN)..place).rev();
        let motion = back
            .take_while(|&before| !tells_outcome(quoted(before)) && counted(before).is_none())
            .filter(|&before| record.candidates[order[before]].evidence.heading == outcome.evidence.heading)
            .find(|&before| moves(quoted(before)));
        let Some(motion) = motion else { continue };
        let moved = &record.candidates[order[motion]].evidence;
        gone.extend(last.map_or(&[][..], |last| &order[place + 1..=last]));
        if outcome.spoken && moved.speaker != outcome.evidence.speaker {
            let lead = Some(asked_of(moved));
            joined.candidates[order[place]].evidence = Evidence { lead, ..outcome.evidence };
            gone.push(order[motion]);
            gone.extend((motion..place).filter(|&between| calls(quoted(between))).map(|between| order[between]));
        } else if let Some(whole) = up_to(record, moved, &outcome.evidence) {
            joined.candidates[order[motion]].evidence = whole;
            gone.push(order[place]);
        }
    }
    let mut at = 0;
    joined.candidates.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
    joined
}

/// What is said from one passage to another, as one.
fn up_to(record: &ContextRecord, from: &Evidence, to: &Evidence) -> Option<Evidence> {
    let bare = from.narrowed();
    let text = between(record, &bare, to).filter(|text| text.len() <= ONE_PASSAGE)?;
    let span = Span::new(from.quote.start, to.quote.end);
    Some(Evidence { window: span, quote: span, text, ..bare })
}

/// A motion as what somebody else tells the outcome of: with whoever moves it, unless it asks.
fn asked_of(moved: &Evidence) -> String {
    let quoted = moved.quoted();
    match moved.speaker.as_deref().filter(|_| !asks(quoted)) {
        Some(speaker) => format!("{speaker}: {quoted}"),
        None => quoted.to_owned(),
    }
}

/// The votes of the one document that is asked what was decided there, in their order; none where a matter is asked
/// for, or there is but one.
pub(in crate::judgement::extractive) fn of_meeting<'r>(
    answer: &PassageAnswer<'_>,
    ranked: &[Ranked<'r>],
    stems: &mut Stems,
) -> Vec<Ranked<'r>> {
    if answer.asked.stance != Some(Stance::Decision) || documents_of(ranked.iter().map(|one| one.candidate)) > 1 {
        return Vec::new();
    }
    let mut votes: Vec<Ranked<'r>> = ranked.iter().filter(|one| is_vote(one)).cloned().collect();
    if votes.len() < 2 || votes.iter().any(|one| has_matter(answer, one, stems)) {
        return Vec::new();
    }
    votes.sort_by_key(|one| one.candidate.evidence.quote.start);
    votes.truncate(VOTES);
    votes
}

/// The votes on the matter that it is asked what was decided of, the one that has most of it first.
pub(in crate::judgement::extractive) fn of_matter<'r>(
    answer: &PassageAnswer<'_>,
    ranked: &[Ranked<'r>],
    stems: &mut Stems,
) -> Vec<Ranked<'r>> {
    if answer.asked.stance != Some(Stance::Decision) {
        return Vec::new();
    }
    let votes = ranked.iter().filter(|one| is_vote(one) && has_matter(answer, one, stems));
    let mut votes: Vec<Ranked<'r>> = votes.cloned().collect();
    votes.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    votes.truncate(OF_MATTER);
    votes
}

/// True where a vote, with what it stands under, has most of what the question asks about.
fn has_matter(answer: &PassageAnswer<'_>, one: &Ranked<'_>, stems: &mut Stems) -> bool {
    let evidence = &one.candidate.evidence;
    let heading = evidence.heading.last().map_or("", String::as_str);
    let lead = evidence.lead.as_deref().unwrap_or_default();
    answer.asked.exact(&format!("{heading} {lead} {}", evidence.text), stems) >= ITS_MATTER
}

/// True for a passage that tells what came of what it says was voted on.
fn is_vote(one: &Ranked<'_>) -> bool {
    let evidence = &one.candidate.evidence;
    called(evidence).is_some()
        || evidence.lead.as_deref().is_some_and(moves)
        || moves(&evidence.text) && (decides(&evidence.text) || is_counted(&evidence.text))
}

/// What is voted on, as far as the count behind it: "In favour of the new gate? Five."
fn called(evidence: &Evidence) -> Option<Evidence> {
    let (call, count) = evidence.text.split_once('?')?;
    let is_one = WORDS.calling.is_said_in(call) && words(call).nth(CALL).is_some() && begins_with_count(count);
    let end = count.find(is_terminal).map_or(evidence.text.len(), |at| call.len() + 1 + at + 1);
    let text = evidence.text.get(..end).filter(|_| is_one)?.to_owned();
    let span = Span::new(evidence.window.start, evidence.window.start + end);
    Some(Evidence { quote: span, ..evidence.with_window(span, text) })
}

/// True for a text in which votes that were called for are counted.
fn is_counted(text: &str) -> bool {
    let parts: Vec<&str> = text.split('?').collect();
    parts.windows(2).any(|pair| WORDS.calling.is_said_in(pair[0]) && begins_with_count(pair[1]))
}

/// True for a call for votes that does not say on what: "In favour?".
fn calls(quoted: &str) -> bool {
    asks(quoted) && WORDS.calling.is_said_in(quoted) && words(quoted).nth(CALL).is_none()
}

/// True for words that count votes: "Five.", "4 to 1".
fn begins_with_count(said: &str) -> bool {
    let first = words(said).next().map(|word| fold(word.text));
    first.is_some_and(|first| is_digits(&first) || WORDS.counts.has(&first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::{Quotable, samples};
    use crate::model::{DocumentId, Kind};

    fn minutes(said: &[(&str, Option<&str>)]) -> ContextRecord {
        let mut at = 0;
        let passages = said.iter().map(|(text, speaker)| {
            let place = Some((DocumentId(1), Span::new(at, at + text.len())));
            at += text.len() + 1;
            let speaker = speaker.map(str::to_owned);
            Quotable { text: (*text).to_owned(), place, speaker, ..Quotable::default() }
        });
        let mut record = samples::record(Kind::Source, 1, "Minutes", passages.collect());
        for (candidate, (_, speaker)) in record.candidates.iter_mut().zip(said) {
            candidate.spoken = speaker.is_some();
        }
        record
    }

    #[test]
    fn a_motion_goes_on_as_far_as_what_came_of_it() {
        let record = minutes(&[
            ("Ada Voss moved that the gate be shut at dusk.", None),
            ("Tom Reed seconded.", None),
            ("Motion passed 5-0.", None),
            ("The lamp is old.", None),
        ]);
        let joined = with_motions(&[record]).expect("a vote").remove(0);
        let texts: Vec<&str> = joined.candidates.iter().map(|one| one.evidence.text.as_str()).collect();
        assert_eq!(texts.len(), 3);
        assert!(texts[0].starts_with("Ada Voss moved") && texts[0].ends_with("passed 5-0."), "{texts:?}");
    }

    #[test]
    fn what_somebody_else_tells_of_a_motion_is_told_behind_it() {
        let (ada, tom) = (Some("Ada Voss"), Some("Tom Reed"));
        let record = minutes(&[
            ("I move that we leave the bank.", ada),
            ("I see one hand.", tom),
            ("Motion fails, one to four.", tom),
            ("In favour of the new gate? Five.", ada),
            ("I propose to mend the lamp.", tom),
            ("In favour?", ada),
            ("Four, and Tom abstains.", ada),
        ]);
        let joined = with_motions(&[record]).expect("a vote").remove(0);
        let lead = joined.candidates[1].evidence.lead.as_deref();
        assert_eq!(lead, Some("Ada Voss: I move that we leave the bank."));
        assert!(called(&joined.candidates[2].evidence).is_some() && joined.candidates[2].evidence.lead.is_none());
        let mended = &joined.candidates[3].evidence;
        assert_eq!(mended.lead.as_deref(), Some("Tom Reed: I propose to mend the lamp."));
        assert_eq!((mended.text.as_str(), joined.candidates.len()), ("In favour? Four, and Tom abstains.", 4));
        assert!(with_motions(&[minutes(&[("The gate is shut.", None)])]).is_none());
    }
}
