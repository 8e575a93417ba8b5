//! A document's sentences, and those of them that are quoted together: a sentence with what it leans on, a contradiction
//! with what it contradicts, who somebody is with what goes on about him.

use crate::judgement::attribution::{Attribution, before};
use crate::judgement::leant_on::with_what_it_leans_on;
use crate::model::{Sentence, SentenceKind, Span, Speaker};
use crate::text::office::Sought;
use crate::text::standalone::{Setting, is_fluent, readable, stand_alone};
use crate::text::terms::{fold, folded, words};

/// An answer may begin a paragraph back: "The board asked for it. ¶ Ms Voss advised against it."
const FURTHER: u32 = 1;

/// What is known of a document, as far as quoting from it goes.
pub(super) struct Structure {
    pub title: String,
    pub author: Option<String>,
    /// In another language than English.
    pub foreign: bool,
    pub sentences: Vec<Sentence>,
    pub speakers: Vec<Speaker>,
}

impl Structure {
    /// A sentence that does not stand alone together with the one or two that it leans on, as far as they stand in
    /// `text`, a window of the document, and where that is; `behind` stands behind it, as `written`.
    pub(super) fn with_what_it_leans_on<'t>(
        &self,
        at: usize,
        window: Span,
        text: &'t str,
        behind: Attribution<'_>,
        written: &str,
    ) -> Option<(&'t str, Span)> {
        let inside = |span: Span| {
            let start = span.start.checked_sub(window.start)?;
            Span::new(start, span.end - window.start).slice(text)
        };
        let points = inside(self.sentences.get(at)?.span).is_some_and(points_back);
        let further = if points && behind.speaker.is_none() { FURTHER } else { 0 };
        let whole = with_what_it_leans_on(&self.sentences, at, further, inside, |at| {
            let words = inside(self.sentences.get(at)?.span)?;
            let first = stand_alone(words, Setting { attributed: behind.speaker.is_some(), foreign: false })?;
            let before = before(&self.sentences, at, window, text);
            let carried = behind.carries(words, written, &before, self.names());
            (first.span.start == 0).then_some(first.worth * carried)
        })?;
        Some((inside(whole)?, whole))
    }

    /// A contradiction together with the sentence before it, which says what it contradicts: where both stand in `text`,
    /// a window of the document.
    pub(super) fn with_what_is_disputed(&self, at: usize, window: Span, text: &str) -> Option<(usize, usize)> {
        const LONGEST: usize = 420;
        let (before, sentence) = (self.sentences.get(at.checked_sub(1)?)?, self.sentences.get(at)?);
        let contradiction = Span::new(sentence.span.start.checked_sub(window.start)?, sentence.span.end - window.start);
        let first = contradiction.slice(text).and_then(|said| words(said).next())?;
        if !matches!(first.text, "I" | "We" | "He" | "She" | "They") {
            return None;
        }
        let together = before.kind == SentenceKind::Prose
            && sentence.kind == SentenceKind::Prose
            && before.speaker == sentence.speaker
            && before.paragraph == sentence.paragraph;
        let start = before.span.start.checked_sub(window.start).filter(|_| together)?;
        // "His sons row. He is opposed to it.": whose?
        let words = Span::new(start, before.span.end - window.start).slice(text).filter(|words| !points_back(words))?;
        let setting = Setting { attributed: before.speaker.is_some(), foreign: self.foreign };
        let quote = readable(words, setting).filter(|quote| quote.span.end == words.len())?;
        let end = sentence.span.end - window.start;
        let start = start + quote.span.start;
        (end - start <= LONGEST).then_some((start, end))
    }

    /// What stands behind a quotation that says who somebody is and goes on about him: the next sentences of the same
    /// speaker that begin with *he*, *she* or the name, as far as they make a short quotation, and where the last of them
    /// ends.
    pub(super) fn with_what_follows<'t>(
        &self,
        at: usize,
        place: Span,
        window: Span,
        text: &'t str,
        whois: &Sought,
    ) -> Option<(&'t str, usize)> {
        const LONGEST: usize = 440;
        const SENTENCES: usize = 2;
        let Sought::Name(name) = whois else { return None };
        let told = self.sentences.get(at)?;
        let inside = |span: Span| Span::new(span.start.checked_sub(window.start)?, span.end - window.start).slice(text);
        let mut end = None;
        for next in self.sentences.get(at + 1..)?.iter().take(SENTENCES) {
            let goes_on = next.kind == SentenceKind::Prose
                && !next.recurring
                && next.speaker == told.speaker
                && next.paragraph - told.paragraph <= FURTHER
                && next.span.end - place.start <= LONGEST;
            let Some(words) = Some(next.span).filter(|_| goes_on).and_then(inside) else { break };
            if !is_fluent(words) || !is_of_same(words, name) {
                break;
            }
            end = Some(next.span.end);
        }
        let end = end?;
        Some((inside(Span::new(place.end, end))?, end))
    }

    /// Names of all who speak in it.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.speakers.iter().map(|speaker| speaker.name.as_str())
    }

    /// The two sentences before one, given by its position, that belong to its paragraph and its speaker, as far as they
    /// stand in `text`, a window of the document.
    pub(super) fn said_before(&self, at: usize, window: Span, text: &str) -> String {
        const BEFORE: usize = 2;
        let of = |sentence: &Sentence| (sentence.paragraph, sentence.speaker);
        let before =
            self.sentences[at.saturating_sub(BEFORE)..at].iter().filter(|before| of(before) == of(&self.sentences[at]));
        let said = before.filter_map(|before| {
            let start = before.span.start.checked_sub(window.start)?;
            Span::new(start, before.span.end - window.start).slice(text)
        });
        said.collect::<Vec<_>>().join(" ")
    }
}

/// True for a sentence that goes on about somebody: it begins with *he*, *she*, *they* or his first or last name.
fn is_of_same(sentence: &str, name: &str) -> bool {
    let first = words(sentence).next().map(|word| fold(word.text)).unwrap_or_default();
    let first = first.split(['\'', '’']).next().unwrap_or_default();
    let own = folded(name);
    matches!(first, "he" | "she" | "they" | "his" | "her" | "hes" | "shes")
        || own.first().is_some_and(|own| own == first)
        || own.last().is_some_and(|own| own == first)
}

/// True for a sentence that begins with what was spoken of before: "It was lowered too fast."
pub(super) fn points_back(text: &str) -> bool {
    const OPENING: usize = 6;
    words(text).take(OPENING).any(|word| {
        matches!(
            fold(word.text).as_str(),
            "it" | "its" | "he" | "his" | "him" | "she" | "her" | "they" | "their" | "them" | "this" | "that" | "these"
        )
    })
}
