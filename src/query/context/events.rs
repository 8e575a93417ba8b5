//! What the sentences of a document say of times. Nothing of it is kept in the index: the sentences are there with the
//! text, and reading them for days takes less than a second of thousands of passages.

use crate::model::{DocumentId, Sentence, Span};
use crate::store::{Reader, StoreError};
use crate::text::dates::events::{Event, Events};
use crate::text::dates::passage_days::{PassageDays, READ};

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
    let (sentences, _) = reader.structure(id)?;
    let (mut window, mut text) = reader.text(id, Span::new(0, READ))?;
    let events = Events::new(PassageDays::of(&document, &text), &text);
    for sentence in &sentences {
        if sentence.span.end > window.end {
            go_on()?;
            let from = sentence.span.start;
            (window, text) = reader.text(id, Span::new(from, (from + READ).max(sentence.span.end)))?;
        }
        let local = |span: Span| Span::new(span.start - window.start, span.end - window.start);
        let Some(words) = local(sentence.span).slice(&text) else { continue };
        for event in events.of(sentence, words) {
            tell(sentence, event, local(event.says).slice(&text).unwrap_or_default());
        }
    }
    Ok(())
}
