//! A line for each text unit that says where it stands: the document's title, the headings it lies under, and what a
//! model that is shown the document says of it (Contextual Retrieval, Anthropic, 2024), or else the sentence that opens
//! what it goes on from. Found in full text with the text unit's own words and in vectors with its text.

use std::sync::Arc;

use serde_json::{Value, json};

use super::scribe::Scribe;
use super::vectors::Space;
use super::{StructureError, go_on};
use crate::judgement::extractive::vectors::static_vectors::StaticVectors;
use crate::judgement::model::Mind;
use crate::judgement::model::context::{DocumentStretch, situate};
use crate::judgement::{DocumentText, Passage};
use crate::llm::Purpose;
use crate::model::Progress;
use crate::model::{Sentence, SentenceKind, Span, TextUnit};
use crate::store::{Reader, Writer};
use crate::text::display::spacing::single_spaced;

pub const NAME: &str = "contextual";
/// Vectors of text units with their lines.
pub const SPACE: &str = "contextual";
/// Letters of a sentence in a line.
const SENTENCE: usize = 160;
/// Headings of a line, the nearest.
const HEADINGS: usize = 3;
/// Bytes of a document that a model is shown at once: about six thousand tokens.
pub const SHOWN: usize = 24_000;
/// Bytes of the beginning of a longer document that it is shown, too.
pub const BEGINNING: usize = 2_000;
/// Documents' bytes that are held together while a model is asked about them.
const TOGETHER: usize = 4 << 20;

/// Makes the lines, their words and their vectors.
pub fn build(
    reader: &Reader,
    writer: &Writer,
    fixed: Option<&Arc<StaticVectors>>,
    mind: Option<&Mind>,
    progress: &Progress,
) -> Result<Value, StructureError> {
    let scribe = Scribe::new(mind, Purpose::Context, progress)?;
    let units = reader.all_text_units()?;
    let space = Space::read(reader, fixed)?;
    let mut lines: Vec<(TextUnit, String, String)> = Vec::new();
    let mut placed: Vec<Placed> = Vec::new();
    let mut held = 0;
    for of_document in units.chunk_by(|a, b| a.document == b.document) {
        go_on(progress)?;
        let stored = reader.stored_document(of_document[0].document)?;
        let (document, text) = (stored.document, stored.text);
        let of_use: Vec<&TextUnit> = of_document.iter().filter(|unit| !unit.recurring).collect();
        for unit in &of_use {
            let line = line(&document.title, &text, &stored.sentences, unit);
            let text = unit.span.slice(&text).unwrap_or_default().to_owned();
            lines.push(((*unit).clone(), line, text));
        }
        let Some(scribe) = &scribe else { continue };
        held += text.len();
        let whole = DocumentText { document, text, sentences: stored.sentences, speakers: stored.speakers };
        place(&Arc::new(whole), &of_use, lines.len() - of_use.len(), &mut placed);
        if held > TOGETHER {
            written(scribe, &std::mem::take(&mut placed), &mut lines)?;
            held = 0;
        }
    }
    if let Some(scribe) = &scribe {
        written(scribe, &placed, &mut lines)?;
    }
    let texts: Vec<String> = lines.iter().map(|(_, line, text)| format!("{line}\n{text}")).collect();
    let vectors = space.embed_own(&texts).unwrap_or_default();
    let vectors: Vec<(u32, Vec<f32>)> = lines.iter().map(|(unit, ..)| unit.id.0).zip(vectors).collect();
    lines.sort_unstable_by_key(|(unit, ..)| unit.id);
    writer.batch(|writer| {
        writer.remove_structure(NAME)?;
        writer.remove_contexts()?;
        lines.iter().try_for_each(|(unit, line, text)| writer.add_context(unit.id, line, text))?;
        writer.add_space_vectors(SPACE, &vectors)
    })?;
    Ok(Scribe::facts(scribe.as_ref(), json!({ "lines": lines.len(), "vectors": vectors.len() })))
}

/// A text unit with what a model is shown of its document.
struct Placed {
    /// Its line, by position.
    line: usize,
    passage: Passage,
    stretch: Arc<DocumentStretch>,
}

/// Cuts a document into stretches of whole text units, and places each text unit in its own; `first` is the position of
/// the first one's line.
fn place(document: &Arc<DocumentText>, units: &[&TextUnit], first: usize, placed: &mut Vec<Placed>) {
    let (text, sentences) = (&document.text, &document.sentences);
    let whole = text.len() <= SHOWN;
    let mut from = 0;
    while from < units.len() {
        let start = if whole { 0 } else { units[from].span.start };
        let within = |unit: &&TextUnit| whole || unit.span.end.saturating_sub(start) <= SHOWN;
        let count = units[from..].iter().take_while(|unit| within(unit)).count().max(1);
        let end = if whole { text.len() } else { units[from + count - 1].span.end };
        let beginning = if start == 0 { "" } else { &text[..text.floor_char_boundary(BEGINNING.min(start))] };
        let shown = Span::new(start, end).slice(text).unwrap_or_default();
        let stretch = Arc::new(DocumentStretch { beginning: beginning.to_owned(), text: shown.to_owned() });
        for (at, unit) in units[from..from + count].iter().enumerate() {
            let begins = sentences.partition_point(|sentence| sentence.span.end <= unit.span.start);
            let ends = sentences.partition_point(|sentence| sentence.span.start < unit.span.end);
            let (unit, document) = ((*unit).clone(), document.clone());
            let passage = Passage { document, unit, sentences: begins..ends.max(begins) };
            placed.push(Placed { line: first + from + at, passage, stretch: stretch.clone() });
        }
        from += count;
    }
}

/// Has a model say where text units stand, and puts that in the place of what was said without one: behind the title
/// and the headings, which no model need repeat.
fn written(
    scribe: &Scribe<'_>,
    placed: &[Placed],
    lines: &mut [(TextUnit, String, String)],
) -> Result<(), StructureError> {
    let told = scribe.write(placed, |mind, one: &Placed| Box::pin(situate(mind, &one.passage, &one.stretch)))?;
    for (one, told) in placed.iter().zip(told) {
        if let Some(told) = told {
            let document = &one.passage.document;
            let path = path(&document.document.title, &document.text, &document.sentences, &one.passage.unit);
            lines[one.line].1 = format!("{path}: {told}");
        }
    }
    Ok(())
}

/// The sentences before what is fresh of a text unit.
fn before<'a>(sentences: &'a [Sentence], unit: &TextUnit) -> &'a [Sentence] {
    let begins = unit.fresh_from.max(unit.span.start);
    &sentences[..sentences.partition_point(|sentence| sentence.span.start < begins)]
}

/// The document's title and the headings that a text unit lies under: "Board minutes › Repairs".
fn path(title: &str, text: &str, sentences: &[Sentence], unit: &TextUnit) -> String {
    let mut path: Vec<&str> = vec![title];
    let headings: Vec<&str> = before(sentences, unit)
        .iter()
        .rev()
        .filter(|sentence| sentence.kind == SentenceKind::Heading && !sentence.recurring)
        .take(HEADINGS)
        .filter_map(|sentence| sentence.span.slice(text))
        .collect();
    path.extend(headings.into_iter().rev().filter(|heading| *heading != title));
    path.join(" › ")
}

/// Where a text unit stands: "Board minutes › Repairs: The board met to hear the engineer."
fn line(title: &str, text: &str, sentences: &[Sentence], unit: &TextUnit) -> String {
    let before = before(sentences, unit);
    let prose = |sentence: &&Sentence| sentence.kind == SentenceKind::Prose && sentence.span.len() > SENTENCE / 4;
    // The document's first sentence says what it is about, the paragraph's first what it goes on from.
    let first = before.iter().find(prose);
    let last = before.iter().rev().find(prose);
    let opening = last.and_then(|last| before.iter().find(|s| s.paragraph == last.paragraph && prose(s)));
    let mut line = path(title, text, sentences, unit);
    for sentence in [first, opening].into_iter().flatten() {
        let span = Span::new(sentence.span.start, sentence.span.end);
        let said = span.slice(text).unwrap_or_default();
        let said = &said[..said.floor_char_boundary(SENTENCE)];
        if !line.contains(said) {
            line.push_str(if line.ends_with('…') { " " } else { ": " });
            line.push_str(&single_spaced(said));
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DocumentId, TextUnitId};

    #[test]
    fn a_line_names_the_document_its_headings_and_what_went_before() {
        let text = "Repairs\nThe board met in May to hear the engineer on the weir.\nIt was closed after that.";
        let at = |part: &str, kind, paragraph| {
            let start = text.find(part).expect("part");
            Sentence { span: Span::new(start, start + part.len()), kind, speaker: None, paragraph, recurring: false }
        };
        let sentences = [
            at("Repairs", SentenceKind::Heading, 0),
            at("The board met in May to hear the engineer on the weir.", SentenceKind::Prose, 1),
            at("It was closed after that.", SentenceKind::Prose, 2),
        ];
        let unit = TextUnit {
            id: TextUnitId(1),
            document: DocumentId(0),
            ordinal: 1,
            span: sentences[2].span,
            fresh_from: sentences[2].span.start,
            tokens: 5,
            recurring: false,
        };
        assert_eq!(
            line("Minutes", text, &sentences, &unit),
            "Minutes › Repairs: The board met in May to hear the engineer on the weir."
        );
    }
}
