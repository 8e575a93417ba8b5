//! Which words of a question tell apart what was found, and how much of them a passage adds: a word that every passage
//! found has tells none from the others, one that few have tells much, and what was said once is worth less the second
//! time (coverage with diminishing returns, as in xQuAD, Santos, Macdonald and Ounis 2010, with words as aspects).

use super::asked::FoundParts;
use super::weights::{Covering, covering};

/// Per-word coverage of a question by one passage.
#[derive(Clone, Debug, Default)]
pub struct Covered {
    /// For each word of the question, what the passage gains by having it, itself or right beside it.
    gains: Vec<f32>,
    /// For each word, how far the passage itself has it, from 0 to 1.
    has: Vec<f32>,
    /// Factor by which the gain of a word shrinks each time a chosen passage has it.
    again: f32,
}

impl Covered {
    /// True for a passage that has each word of a question of at least so many itself.
    pub fn has_all(&self, words: usize) -> bool {
        self.has.len() >= words && self.has.iter().all(|&has| has >= 1.0)
    }
}

/// A passage as it is weighed: position of its record, what it has of the question, and whether somebody speaks in it.
pub struct WeighedPassage<'a> {
    pub record: usize,
    pub parts: &'a FoundParts,
    pub spoken: bool,
}

/// Weighs passages against each other; those of one record stand side by side. `telling` is what each word of the
/// question counts before its rarity.
pub fn covered(found: &[WeighedPassage<'_>], telling: &[f32]) -> Vec<Covered> {
    let count = telling.len();
    let whole = |part: &f32| if *part >= 1.0 { 1.0 } else { 0.0 };
    let mut having = vec![0.0_f32; count];
    for one in found {
        having.iter_mut().zip(one.parts.found()).for_each(|(having, part)| *having += whole(part));
    }
    let all = found.len() as f32 + 1.0;
    let rare = |having: f32| if having > 0.0 { (1.0 + all / (1.0 + having)).ln() } else { 0.0 };
    let rarity: Vec<f32> = having.iter().zip(telling).map(|(&having, telling)| telling * rare(having)).collect();
    let total = rarity.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    found
        .iter()
        .enumerate()
        .map(|(at, one)| {
            let Covering { own, near, again } = covering(one.spoken);
            let has: Vec<f32> = one.parts.found().iter().map(whole).collect();
            let beside =
                |other: Option<usize>| other.and_then(|other| found.get(other)).filter(|o| o.record == one.record);
            let (before, behind) = (beside(at.checked_sub(1)), beside(Some(at + 1)));
            let gains = has.iter().zip(&rarity).enumerate().map(|(word, (&has, &rarity))| {
                let stands = |other: Option<&WeighedPassage<'_>>| {
                    other.and_then(|other| other.parts.found().get(word)).map_or(0.0, whole)
                };
                rarity / total * (own * has + near * has.max(stands(before)).max(stands(behind)))
            });
            Covered { gains: gains.collect(), has, again }
        })
        .collect()
}

/// What is left to be said of a question.
#[derive(Debug, Default)]
pub struct Left(Vec<f32>);

impl Left {
    /// What a passage adds, about 0 to 1.5.
    pub fn gain(&self, covered: &Covered) -> f32 {
        let left = |word: usize| self.0.get(word).copied().unwrap_or(1.0);
        covered.gains.iter().enumerate().map(|(word, gain)| gain * left(word)).sum()
    }

    /// Notes that a passage was said.
    pub fn say(&mut self, covered: &Covered) {
        self.0.resize(self.0.len().max(covered.has.len()), 1.0);
        for (left, has) in self.0.iter_mut().zip(&covered.has) {
            *left *= 1.0 - has * (1.0 - covered.again);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::asked::PreparedQuestion;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::text::question::Reading;
    use crate::text::words::terms::Stems;

    #[test]
    fn what_few_have_and_nobody_said_adds_most() {
        let asked = PreparedQuestion::new(&Reading::of("Why did the ferry sink in the storm?"), &NoLexicon);
        let mut stems = Stems::default();
        let texts = [
            "The ferry was new.",
            "The ferry was red.",
            "A ferry met a storm.",
            "Nobody saw the storm.",
            "It was late.",
        ];
        let parts: Vec<FoundParts> = texts.iter().map(|text| asked.hits_with_parts(text, &mut stems).1).collect();
        let found: Vec<WeighedPassage> =
            parts.iter().enumerate().map(|(record, parts)| WeighedPassage { record, parts, spoken: false }).collect();
        let all = covered(&found, &asked.telling());
        let mut left = Left::default();
        let gains = |left: &Left| all.iter().map(|one| left.gain(one)).collect::<Vec<_>>();
        let first = gains(&left);
        assert!(first[2] > first[3] && first[3] > first[0] && first[0] > first[4], "{first:?}");
        assert_eq!((first[0], first[4]), (first[1], 0.0));
        left.say(&all[0]);
        let second = gains(&left);
        assert!(second[1] < first[1] && second[1] > 0.0, "said again it is worth less, and something");
        assert_eq!(second[3], first[3], "what was not said is worth what it was");
    }

    #[test]
    fn a_neighbour_counts_within_one_record_only() {
        let asked = PreparedQuestion::new(&Reading::of("Why did the ferry sink?"), &NoLexicon);
        let mut stems = Stems::default();
        let parts: Vec<FoundParts> =
            ["The ferry sank.", "Nobody knows."].map(|text| asked.hits_with_parts(text, &mut stems).1).into();
        let gain_of_second = |records: [usize; 2]| {
            let found: Vec<WeighedPassage> = parts
                .iter()
                .zip(records)
                .map(|(parts, record)| WeighedPassage { record, parts, spoken: false })
                .collect();
            Left::default().gain(&covered(&found, &asked.telling())[1])
        };
        assert!(gain_of_second([0, 0]) > gain_of_second([0, 1]));
        assert!(covered(&[], &asked.telling()).is_empty());
    }
}
