//! How far the passage that leads an answer reaches: where it names what is asked about, and the sentence behind it gives the day,
//! the figure or the name that is asked for, both are shown as one.

use crate::judgement::ContextRecord;
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::features::Candidate;
use crate::judgement::rank::select::Ranked;
use crate::model::{Evidence, SentenceKind, Span};
use crate::text::lines::ends_sentence;
use crate::text::question::{Reading, tells_money};
use crate::text::terms::{Stems, words};

/// Sentences behind it that are looked at, and bytes that are shown together.
const FURTHER: usize = 2;
const LONGEST: usize = 640;

/// The passage with what goes on from it as far as the sentence that gives what is asked for; `None` where it gives that itself,
/// nothing near does, or a sentence alone is no passage of running text.
pub(super) fn reaching(
    reading: &Reading,
    asked: &PreparedQuestion,
    context: &[ContextRecord],
    one: &Ranked<'_>,
    stems: &mut Stems,
) -> Option<Evidence> {
    let evidence = &one.candidate.evidence;
    let wants = &reading.wants;
    let mut gives = |text: &str| match () {
        () if wants.money => tells_money(text),
        () if asked.figure => asked.has_figure(text, stems) >= 1.0,
        () if wants.person || wants.place => names_another(text, reading),
        () => true,
    };
    // A line that heads what follows, though it is no heading, is followed by it.
    let heads = one.candidate.kind == SentenceKind::Item && !ends_sentence(evidence.quoted());
    let alone = one.candidate.kind != SentenceKind::Prose || evidence.lead.is_some();
    if alone && !heads || gives(&evidence.text) {
        return None;
    }
    let record = context.get(one.record)?;
    let goes_on = |other: &&Candidate| {
        other.kind == SentenceKind::Prose
            && other.evidence.heading == evidence.heading
            && other.evidence.speaker == evidence.speaker
    };
    let mut behind = record
        .candidates
        .iter()
        .filter(|other| {
            other.evidence.document == evidence.document && other.evidence.quote.start >= evidence.window.end
        })
        .take(FURTHER)
        .take_while(goes_on);
    let giver = behind.find(|other| gives(other.evidence.quoted()))?;
    let end = giver.evidence.quote.end;
    let length = end - evidence.window.start;
    let starts = record.text.match_indices(&evidence.text).map(|(at, _)| at);
    let text = starts
        .filter_map(|at| record.text.get(at..at + length))
        .find(|text| text.ends_with(giver.evidence.quoted()) && length <= LONGEST)?;
    let window = Span::new(evidence.window.start, end);
    let quote = Span::new(evidence.quote.start, end);
    Some(Evidence { window, quote, text: text.to_owned(), ..evidence.clone() })
}

/// True for a text with a name, behind its first word, that is none of the question's.
pub(super) fn names_another(text: &str, reading: &Reading) -> bool {
    let is_asked = |word: &str| reading.names.iter().any(|name| name.split_whitespace().any(|own| own == word));
    words(text).skip(1).any(|word| word.text.starts_with(char::is_uppercase) && !is_asked(word.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::judgement::rank::{Linear, Ranker};
    use crate::judgement::{Quotable, samples};
    use crate::model::{DocumentId, Kind};

    fn reached(question: &str, sentences: [&str; 3]) -> Option<String> {
        let mut at = 0;
        let passages = sentences.map(|text| {
            let place = Some((DocumentId(1), Span::new(at, at + text.len())));
            at += text.len() + 1;
            Quotable { text: text.to_owned(), cites: Vec::new(), speaker: None, place, relevance: None }
        });
        let context = [samples::record(Kind::Source, 1, "Minutes", passages.into())];
        let reading = Reading::of(question);
        let asked = PreparedQuestion::new(&reading, &NoLexicon);
        let mut stems = Stems::default();
        let ranked = Linear { lexicon: &NoLexicon }.rank(&asked, &context, &mut stems);
        reaching(&reading, &asked, &context, &ranked[0], &mut stems).map(|evidence| evidence.text)
    }

    #[test]
    fn what_names_the_thing_is_shown_with_what_gives_the_fact() {
        let told = ["The quay had two lamps.", "Both were lit in 1931.", "It rained."];
        assert_eq!(
            reached("When were the lamps of the quay lit?", told).as_deref(),
            Some("The quay had two lamps. Both were lit in 1931.")
        );
        assert_eq!(reached("What did the quay have?", told), None, "no such fact is asked for");
        let late = ["The quay had two lamps.", "It rained.", "Nobody saw them."];
        assert_eq!(reached("When were the lamps of the quay lit?", late), None);
        let bought = ["The quay bought 2 lamps.", "They cost £40.", "It rained."];
        assert_eq!(
            reached("What did the lamps of the quay cost?", bought).as_deref(),
            Some("The quay bought 2 lamps. They cost £40.")
        );
        let himself = ["The lamp was lit in 1931.", "It went out in 1940.", "It rained."];
        assert_eq!(reached("When was the lamp lit?", himself), None, "it gives the year itself");
    }
}
