//! Descriptions: the sentences that say best what an entity is, and the one that shows a relationship, verbatim and
//! cited.

use rayon::prelude::*;

use super::relate::Place;
use crate::judgement::extractive::quotation::quotation;
use crate::judgement::{Passage, Quotable};
use crate::model::{EntityType, Ref, Sentence, SentenceKind};
use crate::text::standalone::{Setting, stand_alone};

fn setting(passage: &Passage, sentence: &Sentence) -> Setting {
    Setting {
        attributed: sentence.speaker.is_some(),
        foreign: !matches!(passage.document.document.language.as_deref(), None | Some("eng")),
    }
}

/// How well each sentence of each passage can be read by itself.
pub(super) struct Worths {
    by_unit: Vec<(usize, Vec<f32>)>,
}

impl Worths {
    /// Judges every sentence once.
    pub fn of(passages: &[Passage]) -> Worths {
        let by_unit = passages
            .par_iter()
            .map(|passage| {
                (passage.sentences.start, passage.sentences.clone().map(|sentence| worth(passage, sentence)).collect())
            })
            .collect();
        Worths { by_unit }
    }

    /// From 0 to 1; 0 for a sentence that lies elsewhere.
    pub fn get(&self, unit: u32, sentence: u32) -> f32 {
        let Some((start, worths)) = self.by_unit.get(unit as usize) else { return 0.0 };
        (sentence as usize).checked_sub(*start).and_then(|at| worths.get(at)).copied().unwrap_or(0.0)
    }
}

/// How well a sentence can be read by itself, from 0 to 1.
fn worth(passage: &Passage, sentence: usize) -> f32 {
    let Some(sentence) = passage.document.sentences.get(sentence) else { return 0.0 };
    let Some(text) = sentence.span.slice(&passage.document.text) else { return 0.0 };
    match sentence.kind {
        SentenceKind::Prose => stand_alone(text, setting(passage, sentence)).map_or(0.0, |quote| quote.worth),
        SentenceKind::Item => 0.2,
        _ => 0.0,
    }
}

/// Returns the quotation of a sentence with its citation; a sentence that does not stand alone is quoted whole, unless
/// it is too long, and then up to the last word that fits.
pub(super) fn quote(passage: &Passage, sentence: u32) -> Option<String> {
    const LONGEST: usize = 320;
    let sentence = passage.document.sentences.get(sentence as usize)?;
    let text = sentence.span.slice(&passage.document.text)?;
    let text = match stand_alone(text, setting(passage, sentence)) {
        Some(quote) => quote.text(text)?.into_owned(),
        None if text.chars().count() <= LONGEST => text.to_owned(),
        None => {
            let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
            let end = text[..end].rfind(char::is_whitespace).unwrap_or(end);
            format!("{} …", &text[..end])
        }
    };
    let speaker = sentence
        .speaker
        .and_then(|speaker| passage.document.speakers.get(usize::from(speaker)))
        .map(crate::model::Speaker::attribution);
    Some(quotation(&Quotable { text, cites: vec![Ref::from(passage.unit.id)], place: None, speaker }))
}

/// How well a sentence tells what the entity at `place` is: a definition, an apposition, an early and full mention.
/// With it comes the type that the sentence defines it as, if any.
pub(super) fn tells(passage: &Passage, place: &Place, base: f32) -> (f32, Option<EntityType>) {
    let Some(sentence) = passage.document.sentences.get(place.sentence as usize) else { return (0.0, None) };
    let text = &passage.document.text;
    let behind = text.get(place.end..sentence.span.end.max(place.end)).unwrap_or("");
    let before = text.get(sentence.span.start..place.start.max(sentence.span.start)).unwrap_or("");
    let position = before.len() as f32 / sentence.span.len().max(1) as f32;
    let words: Vec<&str> = behind.split_whitespace().take(3).collect();
    let kind = super::kinds::defined(behind);
    if base <= 0.0 {
        return (0.0, kind);
    }
    let copula = matches!(words.first(), Some(&("is" | "was" | "are" | "were" | "means" | "refers" | "became")))
        && matches!(words.get(1), Some(&("a" | "an" | "the" | "one" | "to" | "how" | "what")));
    let apposition = behind.starts_with(", a ")
        || behind.starts_with(", an ")
        || behind.starts_with(", the ")
        || behind.starts_with(", who ");
    let introduced = before.trim_end().ends_with(['—', ',']) && position > 0.1;
    let mut score = base;
    if kind.is_some() {
        score += 0.9;
    } else if copula {
        score += 0.6;
    } else if apposition {
        score += 0.5;
    } else if introduced {
        score += 0.1;
    }
    (score + (1.0 - position) * 0.35, kind)
}
