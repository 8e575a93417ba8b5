//! Whether a passage tells of whoever, or whatever, the question asks about what it asks: "I am leaving", said by Ada
//! Voss, where it is asked why she leaves, and not her "Tom left in May".

use super::kind_asked::has_stem;
use super::other_names::{NEAR, is_of_himself};
use super::precedence::share_named;
use crate::judgement::extractive::answers::answer::confidence;
use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::select::Ranked;
use crate::model::Evidence;
use crate::text::language::word_lists;
use crate::text::question::{Reading, is_light, is_past};
use crate::text::statements::stance::Stance;
use crate::text::words::terms::{Stems, fold, folded, words};

word_lists! { static WORDS = "subject.toml": causes }

/// Words of a heading for causes, at most.
const CAUSES: usize = 3;
/// What a passage has of a question without a name to tell of what it asks.
const NEARLY_ALL: f32 = 0.75;

/// True where whoever is asked about stands in front of the verb that is asked for, or says so of themselves.
pub(super) fn tells_of_doer(
    reading: &Reading,
    asked: &PreparedQuestion,
    evidence: &Evidence,
    stems: &mut Stems,
) -> bool {
    let (Some(doer), Some(verb)) = (&reading.doer, &reading.predicate) else { return false };
    let all: Vec<&str> = words(evidence.quoted()).map(|word| word.text).collect();
    let speaks = evidence.speaker.as_deref().is_some_and(|who| asked.calls(doer, &folded(who)));
    let done: Vec<usize> = (0..all.len()).filter(|&at| asked.has_word(verb, all[at], stems)).collect();
    let named = |&at: &usize| all[at.saturating_sub(NEAR)..at].iter().any(|word| asked.calls(doer, &[fold(word)]));
    speaks && is_of_himself(&all, &done) || done.iter().any(named)
}

impl PassageAnswer<'_> {
    /// Asked why something came about, what stands first under a heading for causes in the text that has most of what
    /// is asked: a report tells its cause there, and seldom again of what.
    pub(in crate::judgement::extractive) fn told_under_causes<'r>(&self, ranked: &[Ranked<'r>]) -> Option<Ranked<'r>> {
        if self.reading.statement.stance != Some(Stance::Cause) {
            return None;
        }
        let most = ranked.iter().map(|one| one.within).fold(0.0, f32::max);
        let under = |one: &&Ranked<'_>| {
            let heading = one.candidate.evidence.heading.last().map(|heading| folded(heading)).unwrap_or_default();
            let headed = (1..=CAUSES).contains(&heading.len()) && heading.iter().any(|word| WORDS.causes.has(word));
            headed && one.within >= most && one.within >= NEARLY_ALL
        };
        ranked.iter().filter(under).min_by_key(|one| (one.record, one.candidate.evidence.quote.start)).cloned()
    }

    /// Asked why something happened, the passage that tells that it did, of what is named, where the one that would
    /// begin the answer does not: what brought it about stands behind it, while many a sentence has a *because*.
    pub(in crate::judgement::extractive) fn event_of_cause<'r>(
        &self,
        first: &Ranked<'r>,
        ranked: &[Ranked<'r>],
        stems: &mut Stems,
    ) -> Option<Ranked<'r>> {
        let Self { reading, asked, .. } = *self;
        let past = || reading.content.iter().rev().find(|word| is_past(word));
        let verb = reading.predicate.as_ref().or_else(past).filter(|verb| !is_light(verb))?;
        if reading.statement.stance != Some(Stance::Cause) {
            return None;
        }
        let mut tells = |one: &Ranked<'_>| {
            let evidence = &one.candidate.evidence;
            let of_it = match reading.names.is_empty() {
                true => confidence(asked, evidence, stems) >= NEARLY_ALL,
                false => share_named(asked, evidence.quoted()) >= 1.0,
            };
            of_it && has_stem(verb, evidence.quoted(), stems)
        };
        if tells(first) {
            return None;
        }
        let told = ranked.iter().filter(|one| tells(one));
        told.max_by(|a, b| a.worth.total_cmp(&b.worth)).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::judgement::samples;

    #[test]
    fn whoever_does_it_stands_before_the_verb_or_says_so() {
        let reading = Reading::of("Why did Ada Voss resign?");
        let asked = PreparedQuestion::new(&reading, &NoLexicon);
        let tells = |speaker: Option<&str>, text: &str| {
            let evidence = Evidence { speaker: speaker.map(str::to_owned), ..samples::passage(text).evidence };
            tells_of_doer(&reading, &asked, &evidence, &mut Stems::default())
        };
        assert!(tells(None, "Ada Voss has since resigned."));
        assert!(tells(Some("Voss"), "I'm resigning as well."));
        assert!(!tells(Some("Voss"), "Tom Reed resigned in May, and I was there."));
        assert!(!tells(Some("Reed"), "I resigned in May."));
    }
}
