//! Whether a passage tells of whoever the question asks about that they did what it asks: "I am leaving", said by Ada
//! Voss, where it is asked why she leaves, and not her "Tom left in May".

use super::other_names::{NEAR, is_of_himself};
use crate::judgement::rank::asked::PreparedQuestion;
use crate::model::Evidence;
use crate::text::question::Reading;
use crate::text::words::terms::{Stems, fold, folded, words};

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
