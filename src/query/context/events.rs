//! What the sentences of a document say of times. Nothing of it is kept in the index: the sentences are there with the
//! text, and reading them for days takes less than a second of thousands of passages.

use crate::model::{DocumentId, Sentence, Span, SpeakerPart, is_settings};
use crate::store::{Reader, StoreError};
use crate::text::dates::events::{Event, Events};
use crate::text::dates::passage_days::{PassageDays, READ};
use crate::text::language::word_lists;

word_lists! { static WORDS = "events.toml": asking }

/// Words of an answer that tells something, at least.
const FEWEST_WORDS: usize = 4;

/// Tells each sentence of a document that is of a time: what it says of it, and its words. `go_on` is asked from
/// stretch to stretch of a long text.
///
/// # Errors
/// Those of reading the index, and what `go_on` fails with.
pub fn read_events<E: From<StoreError>>(
    reader: &Reader,
    id: DocumentId,
    go_on: impl Fn() -> Result<(), E>,
    mut tell: impl FnMut(&Sentence, Event, &str),
) -> Result<(), E> {
    let document = reader.document(id)?;
    if is_settings(&document.path) {
        return Ok(());
    }
    let (sentences, speakers) = reader.structure(id)?;
    // Whoever leads a talk asks with the last sentence of a turn, also where it is a request: "Tell me of the lamp."
    let asks = |at: usize, words: &str| {
        let speaker = |at: usize| sentences.get(at).and_then(|sentence: &Sentence| sentence.speaker);
        let leads = |who: u16| speakers.get(usize::from(who)).is_some_and(|one| one.part == SpeakerPart::Host);
        let bids = || words.split_whitespace().nth(1).is_some_and(|second| WORDS.asking.has(second));
        speaker(at).is_some_and(|who| words.ends_with('?') || leads(who) && speaker(at + 1) != Some(who) && bids())
    };
    // The day that a question names, and who asks: it is that of what is answered.
    let mut asked: Option<(Event, Option<u16>)> = None;
    let (mut window, mut text) = reader.text(id, Span::new(0, READ))?;
    let events = Events::new(PassageDays::of(&document, &text), &text);
    for (at, sentence) in sentences.iter().enumerate() {
        if sentence.span.end > window.end {
            go_on()?;
            let from = sentence.span.start;
            (window, text) = reader.text(id, Span::new(from, (from + READ).max(sentence.span.end)))?;
        }
        let local = |span: Span| Span::new(span.start - window.start, span.end - window.start);
        let Some(words) = local(sentence.span).slice(&text) else { continue };
        let told = events.of(sentence, words);
        if asks(at, words) {
            asked = told.first().map(|&event| (event, sentence.speaker)).or(asked);
            continue;
        }
        if let Some((event, _)) = asked.filter(|(_, who)| sentence.speaker.is_some() && *who != sentence.speaker) {
            if told.is_empty() && words.split_whitespace().nth(FEWEST_WORDS - 1).is_none() {
                continue;
            }
            asked = None;
            if told.is_empty() {
                tell(sentence, Event { span: sentence.span, says: sentence.span, ..event }, words);
            }
        }
        for event in told {
            tell(sentence, event, local(event.says).slice(&text).unwrap_or_default());
        }
    }
    Ok(())
}
