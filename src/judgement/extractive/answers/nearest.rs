//! What is said where nothing answers: that it is so, which kind of answer is not given, and what is nearest.

use super::answer::{Answer, NOT_SAID, not_of_year};
use super::from_passages::{GIVEN, PassageAnswer};
use crate::judgement::NEAREST_TO_IT;
use crate::judgement::extractive::relevance::fitting::keep_sentences;
use crate::judgement::extractive::relevance::plainly::ChosenPassages;
use crate::judgement::rank::features::asks;
use crate::judgement::rank::select::{Ranked, Room, select};
use crate::model::Evidence;
use crate::text::dates;
use crate::text::display::spacing::enumerated;
use crate::text::words::terms::{Stems, folded};

/// Fewer passages than an answer has: they are shown for want of one.
const NEAREST: Room = Room { words: 130, passages: 4, per_document: 3, redundancy: 0.35, depth: 1.0 };

impl PassageAnswer<'_> {
    /// Whose words are asked for.
    fn said_by(&self) -> Option<Vec<String>> {
        self.question.attribution().filter(|told| !told.deed).map(|told| told.names.clone())
    }

    /// Says that nothing answers, and shows what is nearest.
    pub(super) fn nearest(&self, ranked: &[Ranked<'_>], stems: &mut Stems) -> Answer {
        let Self { asked, question, .. } = *self;
        let mut answer = Answer { finds_nothing: true, ..Answer::default() };
        let sought = !asked.is_empty() || asked.stance.is_some();
        // What somebody was asked is none of their words.
        let theirs = |one: &&Ranked<'_>| question.said_by.is_empty() || !asks(one.candidate.evidence.quoted());
        let mut told: Vec<Ranked<'_>> = ranked.iter().filter(theirs).cloned().collect();
        keep_sentences(&mut told);
        // Beside what is by or about whoever is asked for, what is of others is not near.
        let said_by = self.said_by();
        let named = said_by.as_deref().unwrap_or_default();
        let of_them: Vec<Ranked<'_>> = told.iter().filter(|one| names_any(one, named)).cloned().collect();
        let told = if of_them.is_empty() { told } else { of_them };
        let nearest = if sought { select(&told, NEAREST, stems) } else { Vec::new() };
        if nearest.is_empty() {
            answer.say_unused(&asked.unknown);
            answer.find_nothing(&question.facts);
        } else {
            let denial = self.denial(&nearest, said_by.as_deref(), stems);
            answer.say_unused_beside(&denial, &asked.unknown);
            answer.deny(&denial, &question.facts);
            nearest.iter().for_each(|one| answer.item(&one.candidate.evidence));
            self.mark_superseded(&mut answer.text, &answer.evidence);
            answer.say_sought(&asked.replaced);
        }
        answer
    }

    /// What is said in front of what is nearest, where nothing answers: which kind of answer is not given, where it is
    /// one. Of whoever is named in what is quoted it is not said that nothing is theirs.
    fn denial(&self, nearest: &[Ranked<'_>], said_by: Option<&[String]>, stems: &mut Stems) -> String {
        let mut tells_day = |one: &Ranked<'_>| self.asked.has_figure(&one.candidate.evidence.text, stems) >= GIVEN;
        let wants = &self.reading.wants;
        let denied = match said_by {
            Some(names) if nearest.iter().any(|one| names_any(one, names)) => {
                return format!("Nearest to this, by or about {}", enumerated(names, "and"));
            }
            Some(names) => format!("Nothing that was found is said by {} on this.", enumerated(names, "or")),
            None if wants.happened && !nearest.iter().any(&mut tells_day) => {
                match nearest.first().and_then(|one| said_on(&one.candidate.evidence)) {
                    Some(day) => format!("No day or year was found for this; what stands first was said on {day}."),
                    None => "No day or year was found for this.".to_owned(),
                }
            }
            None if wants.duration => "Nothing was found that says how long.".to_owned(),
            None if wants.counted.is_some() => "No number was found for this.".to_owned(),
            None => ChosenPassages::new(*self, nearest).lack_year(0.0).map_or_else(|| NOT_SAID.to_owned(), not_of_year),
        };
        format!("{denied} {NEAREST_TO_IT}")
    }
}

/// The day, ready to print, on which somebody said or wrote a passage, where that is known.
fn said_on(evidence: &Evidence) -> Option<String> {
    let day = evidence.day.as_ref().filter(|day| evidence.speaker.is_some() && day.matches('-').count() == 2)?;
    Some(dates::spelled(day))
}

/// True for a passage by or about one of some people: its text or its document has the surname, its speaker any word of
/// the name.
fn names_any(one: &Ranked<'_>, names: &[String]) -> bool {
    let evidence = &one.candidate.evidence;
    let told = folded(&format!("{} {}", evidence.title, evidence.text));
    let speaker = folded(evidence.speaker.as_deref().unwrap_or_default());
    names.iter().map(|name| folded(name)).any(|name| {
        name.last().is_some_and(|last| told.contains(last)) || name.iter().any(|word| speaker.contains(word))
    })
}
