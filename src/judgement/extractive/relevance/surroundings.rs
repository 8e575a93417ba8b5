//! What stands around a passage and says what it is of: "the club", "crews" and "he" are named in the title of the
//! document, in a heading, or in the sentences before, and seldom again in the sentence that answers.

use super::plainly::above;
use crate::judgement::ContextRecord;
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::features::Candidate;
use crate::judgement::rank::select::Ranked;
use crate::text::words::terms::Stems;

/// Sentences before one, in its paragraph, that are looked at.
const BEFORE: usize = 6;

/// Title, headings and speaker of a passage, and the paragraph up to its end.
pub(in crate::judgement::extractive) fn with_surroundings(context: &[ContextRecord], one: &Ranked<'_>) -> String {
    format!("{} {}", above(&one.candidate.evidence), paragraph(context, one))
}

/// The sentences before a passage in its paragraph, and the passage.
pub(super) fn paragraph(context: &[ContextRecord], one: &Ranked<'_>) -> String {
    let mut sentences: Vec<&str> = before(context, one).map(|other| other.evidence.quoted()).collect();
    sentences.reverse();
    sentences.push(&one.candidate.evidence.text);
    sentences.join(" ")
}

/// The sentences before a passage in its paragraph, nearest first.
pub(in crate::judgement::extractive) fn before<'a>(
    context: &'a [ContextRecord],
    one: &Ranked<'_>,
) -> impl Iterator<Item = &'a Candidate> {
    let candidates = context.get(one.record).map_or(&[][..], |record| &record.candidates);
    let own = &one.candidate.evidence;
    let same = |at: &usize| {
        let other = &candidates[*at].evidence;
        other.document == own.document && other.quote == own.quote
    };
    let at = (0..candidates.len()).find(same).unwrap_or(0);
    // Of those in front of it, up to the one that opens the paragraph.
    let mut opened = candidates.get(at).is_none_or(|own| own.opens);
    candidates[..at].iter().rev().take(BEFORE).take_while(move |other| !std::mem::replace(&mut opened, other.opens))
}

/// How much of a question a passage has, word by word: what it says itself before what its surroundings say, and that
/// before what else its text unit says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Matter {
    pub own: f32,
    pub near: f32,
    pub within: f32,
}

impl Matter {
    pub fn of(asked: &PreparedQuestion, context: &[ContextRecord], one: &Ranked<'_>, stems: &mut Stems) -> Self {
        let share = |text: &str, stems: &mut Stems| {
            let hits = asked.hits(text, stems);
            (hits.exact + hits.related).min(1.0)
        };
        let own = share(&one.candidate.evidence.text, stems).max(one.answered);
        let near = share(&with_surroundings(context, one), stems).max(own);
        Self { own, near, within: near.max(one.within) }
    }

    /// The same with so much more of the question, which it says in other words.
    pub fn with(self, share: f32) -> Self {
        let more = |part: f32| (part + share).min(1.0);
        Self { own: more(self.own), near: more(self.near), within: more(self.within) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::judgement::rank::rank;
    use crate::judgement::{Quotable, samples};
    use crate::model::{DocumentId, Kind, Span};
    use crate::text::question::Reading;

    #[test]
    fn the_title_and_the_sentences_before_say_what_a_passage_is_of() {
        let mut at = 0;
        let told = ["The chairman of Orsk Rovers was not there.", "He sold his shares in May."];
        let passages = told.map(|text| {
            let place = Some((DocumentId(1), Span::new(at, at + text.len())));
            at += text.len() + 1;
            Quotable { text: text.to_owned(), place, ..Quotable::default() }
        });
        let mut context = [samples::record(Kind::Source, 1, "Rovers come home", passages.into())];
        context[0].candidates.iter_mut().for_each(|one| one.evidence.title = "Rovers come home".to_owned());
        context[0].candidates[0].opens = true;
        let reading = Reading::of("Who sold the shares of Orsk Rovers?");
        let asked = PreparedQuestion::new(&reading, &NoLexicon);
        let mut stems = Stems::default();
        let matter = |context: &[ContextRecord], stems: &mut Stems| {
            let ranked = rank(&asked, context, &NoLexicon, stems);
            Matter::of(&asked, context, &ranked[1], stems)
        };
        let both = matter(&context, &mut stems);
        assert!(both.own < both.near && both.near == 1.0, "{both:?}");
        context[0].candidates[1].opens = true;
        let alone = matter(&context, &mut stems);
        assert!(alone.near < both.near && alone.near > alone.own, "a title says so of every paragraph: {alone:?}");
    }
}
