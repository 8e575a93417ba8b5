//! A sentence that leans on what was said just before is quoted together with it, where that is short and can be
//! understood itself: "The board asked for the lake to be lowered by May. Ms Voss advised against it."

use crate::model::{Sentence, SentenceKind, Span};
use crate::text::standalone::is_fluent;

/// What is understood less than this, from 0 to 1, leans on its text; what is leant on must be understood so well.
pub const LEANS: f32 = 0.65;
/// At most so many sentences are put in front, and so many characters are quoted in all.
const LEANT_ON: usize = 2;
const LONGEST: usize = 420;

/// Returns where the sentence at `at` stands together with the one or two before it, when they belong to one paragraph,
/// or one `further` back at most, and one speaker, break off nowhere, and the first of them can be understood; `text` gives what a span says, and `understood` how well a
/// whole sentence, given by its position, is understood with what stands behind it.
pub fn with_what_it_leans_on<'t>(
    sentences: &[Sentence],
    at: usize,
    further: u32,
    text: impl Fn(Span) -> Option<&'t str>,
    mut understood: impl FnMut(usize) -> Option<f32>,
) -> Option<Span> {
    let sentence = sentences.get(at).filter(|sentence| sentence.kind == SentenceKind::Prose)?;
    let fluent = |sentence: &Sentence| text(sentence.span).is_some_and(is_fluent);
    if !fluent(sentence) {
        return None;
    }
    for back in 1..=LEANT_ON.min(at) {
        let before = sentences.get(at - back)?;
        let goes_on = before.kind == SentenceKind::Prose
            && !before.recurring
            && fluent(before)
            && before.speaker == sentence.speaker
            && sentence.paragraph - before.paragraph <= further;
        let place = Span::new(before.span.start, sentence.span.end);
        if !goes_on || text(place)?.chars().count() > LONGEST {
            return None;
        }
        if understood(at - back).is_some_and(|understood| understood >= LEANS) {
            return Some(place);
        }
    }
    None
}
