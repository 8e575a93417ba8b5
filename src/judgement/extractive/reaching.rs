//! How far a passage of an answer reaches: where the one that leads names what is asked about, and the sentence behind it gives the
//! day, the figure or the name that is asked for, both are shown as one; what points back to a passage, or corrects it, is shown
//! with it; of a question in talk the reply is shown.

use super::precedence::corrects;
use crate::judgement::ContextRecord;
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::features::{Candidate, asks};
use crate::judgement::rank::select::Ranked;
use crate::model::{Evidence, SentenceKind, Span};
use crate::text::lines::ends_sentence;
use crate::text::question::{Reading, tells_money};
use crate::text::stance::STATED;
use crate::text::terms::{Stems, is_unspaced, words};

/// Sentences behind it that are looked at, and bytes that are shown together.
const FURTHER: usize = 2;
const LONGEST: usize = 640;
/// Bytes of a passage with what points back to it, and of a reply.
const GOES_ON: usize = 420;

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
    let mut near = behind(record, evidence).take(FURTHER).take_while(goes_on);
    let giver = near.find(|other| gives(other.evidence.quoted()))?;
    let end = giver.evidence.quote.end;
    let text = between(record, evidence, &giver.evidence).filter(|text| text.len() <= LONGEST)?;
    let window = Span::new(evidence.window.start, end);
    let quote = Span::new(evidence.quote.start, end);
    Some(Evidence { window, quote, text, ..evidence.clone() })
}

/// The words of a record from where a passage begins to where what another quotes ends.
fn between(record: &ContextRecord, from: &Evidence, to: &Evidence) -> Option<String> {
    let length = to.quote.end.checked_sub(from.window.start)?;
    let starts = record.text.match_indices(&from.text).map(|(at, _)| at);
    let mut texts = starts.filter_map(|at| record.text.get(at..at + length));
    texts.find(|text| text.ends_with(to.quoted())).map(str::to_owned)
}

/// The passage with the sentences behind it that point back to it or correct it: half of what is said may be taken back there ("It
/// was thought to be lost. It was not."). `further` sentences behind it are shown whatever they say.
pub(super) fn going_on(
    reading: &Reading,
    context: &[ContextRecord],
    one: &Ranked<'_>,
    further: usize,
) -> Option<Evidence> {
    let evidence = &one.candidate.evidence;
    if one.candidate.kind != SentenceKind::Prose || evidence.lead.is_some() || !ends_sentence(evidence.quoted()) {
        return None;
    }
    let record = context.get(one.record)?;
    let mut text = evidence.text.clone();
    let mut last = evidence;
    for (at, other) in behind(record, evidence).enumerate() {
        let next = &other.evidence;
        let points_back = next.window.start <= last.quote.start;
        let follows = at < further || points_back || corrects(reading, next.quoted()) >= STATED;
        let Some(longer) = between(record, evidence, next).filter(|longer| longer.len() <= GOES_ON) else { break };
        // A label, the mark of an item or an empty line between them begins something else.
        let gap = longer.get(text.len()..longer.len() - next.quoted().len()).unwrap_or("-");
        let runs_on = gap.chars().all(char::is_whitespace) && gap.matches('\n').count() <= 1;
        let same = next.speaker == evidence.speaker && other.kind == SentenceKind::Prose;
        if !(follows && same && runs_on && is_worded(next.quoted())) {
            break;
        }
        (text, last) = (longer, next);
    }
    let window = Span::new(evidence.window.start, last.quote.end);
    (last.quote != evidence.quote).then(|| Evidence { window, text, ..evidence.clone() })
}

/// True for more than initials, marks and figures.
fn is_worded(text: &str) -> bool {
    text.contains(is_unspaced) || words(text).any(|word| word.text.chars().filter(|c| c.is_lowercase()).count() > 1)
}

/// The passages of a record behind one, in their order.
fn behind<'a>(record: &'a ContextRecord, evidence: &'a Evidence) -> impl Iterator<Item = &'a Candidate> {
    record.candidates.iter().filter(move |other| {
        other.evidence.document == evidence.document && other.evidence.quote.start >= evidence.window.end
    })
}

/// What somebody replies to a question that a passage asks, with the question as what leads to it; `None` where the passage asks
/// nothing, or nobody replies.
pub(super) fn reply(context: &[ContextRecord], one: &Ranked<'_>) -> Option<Evidence> {
    let evidence = &one.candidate.evidence;
    let asker = evidence.speaker.as_ref().filter(|_| one.candidate.spoken && asks(evidence.quoted()))?;
    let record = context.get(one.record)?;
    let mut behind = behind(record, evidence).skip_while(|other| other.evidence.speaker.as_ref() == Some(asker));
    let first = behind.next().filter(|other| other.spoken && !asks(other.evidence.quoted()))?;
    let from = &first.evidence;
    let mut last = from;
    for other in behind {
        if other.evidence.speaker != from.speaker || other.evidence.quote.end - from.quote.start > GOES_ON {
            break;
        }
        last = &other.evidence;
    }
    let opening = Evidence { window: from.quote, text: from.quoted().to_owned(), ..from.clone() };
    let text = between(record, &opening, last)?;
    let span = Span::new(from.quote.start, last.quote.end);
    Some(Evidence { window: span, quote: span, text, lead: Some(evidence.quoted().to_owned()), ..opening })
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
