//! Whether passages answer a question plainly, or only lie near it: whether any says what was done, gives the figure asked for,
//! and tells of all who are named together.

use super::answer::SOUGHT_IN;
use super::precedence::names;
use crate::judgement::rank::asked::Asked;
use crate::judgement::rank::select::Ranked;
use crate::judgement::{ContextRecord, Question};
use crate::model::Evidence;
use crate::text::question::{Reading, is_choice, is_light};
use crate::text::terms::{Stems, fold, folded, words};

/// True where what was chosen is an answer, and not only near to one.
pub(super) fn answers_plainly(
    reading: &Reading,
    asked: &Asked,
    question: &Question,
    context: &[ContextRecord],
    chosen: &[Ranked<'_>],
    stems: &mut Stems,
) -> bool {
    has_figure(reading, asked, chosen, stems)
        && says_deed(reading, asked, chosen, stems)
        && tells_together(reading, asked, question, context, chosen, stems)
}

/// True unless "How many?" or "When?" is asked and nobody says a number.
fn has_figure(reading: &Reading, asked: &Asked, chosen: &[Ranked<'_>], stems: &mut Stems) -> bool {
    let has = |one: &Ranked<'_>| {
        let Evidence { title, text, .. } = &one.candidate.evidence;
        asked.has_figure(&format!("{title}. {text}"), stems) > 0.0
    };
    reading.counted.is_none() && !reading.happened || chosen.iter().take(SOUGHT_IN).any(has)
}

/// What a question asks besides the names in it.
fn besides(reading: &Reading) -> Vec<&str> {
    let own: Vec<String> = reading.names.iter().flat_map(|name| folded(name)).collect();
    let besides = reading.content.iter().filter(|word| !own.contains(&fold(word)) && !is_light(word));
    besides.map(String::as_str).collect()
}

/// True unless a question for one fact of one who is named ("When did Ada Voss die?", "Who is Ada Voss's sister?") has a single
/// word besides the name, and none of the best passages has that word and the name: they are near, and answer nothing.
fn says_deed(reading: &Reading, asked: &Asked, chosen: &[Ranked<'_>], stems: &mut Stems) -> bool {
    let of_a_fact = reading.happened || reading.person || reading.place || reading.when;
    let [_] = reading.names.as_slice() else { return true };
    let [deed] = besides(reading)[..] else { return true };
    if !of_a_fact || reading.stance.is_some() {
        return true;
    }
    chosen.iter().take(SOUGHT_IN).any(|one| {
        let Evidence { title, heading, speaker, text, .. } = &one.candidate.evidence;
        let above = format!("{title} {} {}", heading.join(" "), speaker.as_deref().unwrap_or_default());
        (names(asked, text) || names(asked, &above)) && (one.answered >= 1.0 || asked.has_word(deed, text, stems))
    })
}

/// True unless no record that was chosen from, with what stands above it, has every name of the question and any word that it asks
/// besides: of a visit by somebody to a place nothing is known where neither is told with the other, nor of what somebody says
/// of a matter who never has a word of it.
fn tells_together(
    reading: &Reading,
    asked: &Asked,
    question: &Question,
    context: &[ContextRecord],
    chosen: &[Ranked<'_>],
    stems: &mut Stems,
) -> bool {
    let of_whole = reading.relation || reading.definition || reading.coverage || reading.stance.is_some();
    let listed = reading.list.is_some() || reading.count || reading.over_time || reading.sort.is_some();
    let named = !reading.names.is_empty() || !question.said_by.is_empty();
    let own: Vec<String> = reading.names.iter().flat_map(|name| folded(name)).collect();
    let besides: Vec<&String> = reading.content.iter().filter(|word| !own.contains(&fold(word))).collect();
    if !named || of_whole || listed || besides.is_empty() || is_choice(&question.text) {
        return true;
    }
    chosen.iter().any(|one| {
        let Evidence { title, heading, speaker, text, .. } = &one.candidate.evidence;
        // Of somebody's own words those around them are another's.
        let around =
            if question.said_by.is_empty() { context.get(one.record).map(|record| &record.text) } else { None };
        let speaker = speaker.as_deref().unwrap_or_default();
        let whole = format!("{title} {} {speaker} {}", heading.join(" "), around.unwrap_or(text));
        let all: Vec<String> = words(&whole).map(|word| fold(word.text)).collect();
        let has_names = reading.names.is_empty() || asked.named(&all) >= 1.0;
        has_names && besides.iter().any(|word| asked.has_word(word, &whole, stems))
    })
}
