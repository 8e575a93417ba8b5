//! Who or what did it, told the other way round: "What killed the char?" is answered by "were killed by caustic water",
//! though that calls the char by other words.

use super::surroundings::with_surroundings;
use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::rank::features::asks;
use crate::judgement::rank::select::Ranked;
use crate::text::language::word_lists;
use crate::text::question::{is_light, negates};
use crate::text::words::terms::{Stems, fold, words};

word_lists! { static WORDS = "by_whom.toml": by, being, supposing }

/// Words between what was done and whoever did it, at most, and in front of it in which it is only supposed.
const BEHIND: usize = 2;
const FRONT: usize = 5;
/// Of what is asked besides the deed, what stands around the passage has at least this part.
const OF_THE_MATTER: f32 = 0.6;
/// Passages that are told so.
const TOLD: usize = 2;

impl PassageAnswer<'_> {
    /// The passages that tell by whom or what was done what the question asks, the best first.
    pub(in crate::judgement::extractive) fn told_by_whom<'r>(
        &self,
        ranked: &[Ranked<'r>],
        stems: &mut Stems,
    ) -> Vec<Ranked<'r>> {
        let Self { reading, asked, context, .. } = *self;
        let Some(deed) = reading.predicate.as_deref().filter(|deed| asks_for_doer(&self.question.asks(), deed)) else {
            return Vec::new();
        };
        let thing: Vec<&String> = reading.content.iter().filter(|word| *word != deed && !is_light(word)).collect();
        let mut told: Vec<(f32, &Ranked<'r>)> = Vec::new();
        for one in ranked {
            let text = &one.candidate.evidence.text;
            let mut has = |text: &str| thing.iter().filter(|word| asked.has_word(word, text, stems)).count();
            if thing.is_empty() || asks(text) || has(text) == 0 {
                continue;
            }
            let share = has(&with_surroundings(context, one)) as f32 / thing.len() as f32;
            if share >= OF_THE_MATTER && done_by(text, deed, stems) {
                told.push((share + one.answered, one));
            }
        }
        told.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.worth.total_cmp(&a.1.worth)));
        told.into_iter().map(|(_, one)| one.clone()).take(TOLD).collect()
    }
}

/// True for a question that opens with who or what, and what that did.
fn asks_for_doer(question: &str, deed: &str) -> bool {
    /// Words with which a question opens, the deed among them.
    const OPENING: usize = 3;
    let opening: Vec<String> = words(question).take(OPENING).map(|word| fold(word.text)).collect();
    let deed = fold(deed);
    !is_light(&deed) && opening.iter().skip(1).any(|word| *word == deed)
}

/// True for a text in which something was done by somebody or something, and not only supposed or denied.
fn done_by(text: &str, deed: &str, stems: &mut Stems) -> bool {
    let deed = stems.stem(deed).to_owned();
    let all: Vec<_> = words(text).collect();
    let lower: Vec<String> = all.iter().map(|word| word.text.to_lowercase()).collect();
    (0..all.len()).any(|at| {
        let behind = (at + 1..all.len().min(at + 2 + BEHIND)).find(|&next| WORDS.by.has(&lower[next]));
        let front = at.saturating_sub(FRONT);
        let clause = text.get(all[front].span.start..all[at].span.end).unwrap_or_default();
        let supposed = lower[front..at].iter().any(|word| WORDS.supposing.has(word));
        let passive = behind == Some(at + 1) || lower[front..at].iter().any(|word| WORDS.being.has(word));
        let doer = behind.and_then(|by| lower.get(by + 1));
        stems.stem(all[at].text) == deed
            && doer.is_some_and(|doer| !doer.starts_with(|c: char| c.is_ascii_digit()))
            && passive
            && !supposed
            && !negates(clause)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_by_somebody_tells_who_did_it() {
        let done = |text: &str| done_by(text, "killed", &mut Stems::default());
        for text in ["In my opinion the fish were killed by caustic water.", "The men, killed by gas, were two."] {
            assert!(done(text), "{text}");
        }
        for text in [
            "The fish were not killed by water.",
            "The fish may have been killed by water.",
            "They killed time by the sea.",
            "The fish were killed.",
            "The fish were killed by 9.",
        ] {
            assert!(!done(text), "{text}");
        }
        assert!(asks_for_doer("What killed the char?", "killed") && asks_for_doer("Which gas killed them?", "killed"));
        assert!(!asks_for_doer("How many fish were killed?", "killed"));
    }
}
