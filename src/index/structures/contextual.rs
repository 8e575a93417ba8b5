//! A line for each text unit that says where it stands: the document's title, the headings it lies under, and the sentence
//! that opens what it goes on from. Found in full text with the text unit's own words and in vectors with its text
//! (Contextual Retrieval, Anthropic, 2024, where a model writes the line).

use std::sync::Arc;

use serde_json::{Value, json};

use super::vectors::Space;
use super::{StructureError, go_on};
use crate::judgement::extractive::static_vectors::StaticVectors;
use crate::model::Progress;
use crate::model::{Sentence, SentenceKind, Span, TextUnit};
use crate::store::{Reader, Writer};

pub const NAME: &str = "contextual";
/// Vectors of text units with their lines.
pub const SPACE: &str = "contextual";
/// Letters of a sentence in a line.
const SENTENCE: usize = 160;
/// Headings of a line, the nearest.
const HEADINGS: usize = 3;

/// Makes the lines, their words and their vectors.
pub fn build(
    reader: &Reader,
    writer: &Writer,
    fixed: Option<&Arc<StaticVectors>>,
    progress: &Progress,
) -> Result<Value, StructureError> {
    let units = reader.all_text_units()?;
    let space = Space::read(reader, fixed)?;
    let mut lines: Vec<(TextUnit, String, String)> = Vec::new();
    for of_document in units.chunk_by(|a, b| a.document == b.document) {
        go_on(progress)?;
        let document = reader.stored_document(of_document[0].document)?;
        for unit in of_document.iter().filter(|unit| !unit.recurring) {
            let line = line(&document.document.title, &document.text, &document.sentences, unit);
            let text = unit.span.slice(&document.text).unwrap_or_default().to_owned();
            lines.push((unit.clone(), line, text));
        }
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
    Ok(json!({ "lines": lines.len(), "vectors": vectors.len(), "written_by": "extractive" }))
}

/// Where a text unit stands: "Board minutes › Repairs: The board met to hear the engineer."
fn line(title: &str, text: &str, sentences: &[Sentence], unit: &TextUnit) -> String {
    let begins = unit.fresh_from.max(unit.span.start);
    let before = &sentences[..sentences.partition_point(|sentence| sentence.span.start < begins)];
    let mut path: Vec<&str> = vec![title];
    let headings: Vec<&str> = before
        .iter()
        .rev()
        .filter(|sentence| sentence.kind == SentenceKind::Heading && !sentence.recurring)
        .take(HEADINGS)
        .filter_map(|sentence| sentence.span.slice(text))
        .collect();
    path.extend(headings.into_iter().rev().filter(|heading| *heading != title));
    let prose = |sentence: &&Sentence| sentence.kind == SentenceKind::Prose && sentence.span.len() > SENTENCE / 4;
    // The document's first sentence says what it is about, the paragraph's first what it goes on from.
    let first = before.iter().find(prose);
    let last = before.iter().rev().find(prose);
    let opening = last.and_then(|last| before.iter().find(|s| s.paragraph == last.paragraph && prose(s)));
    let mut line = path.join(" › ");
    for sentence in [first, opening].into_iter().flatten() {
        let span = Span::new(sentence.span.start, sentence.span.end);
        let said = span.slice(text).unwrap_or_default();
        let said = &said[..said.floor_char_boundary(SENTENCE)];
        if !line.contains(said) {
            line.push_str(if line.ends_with('…') { " " } else { ": " });
            line.push_str(&said.split_whitespace().collect::<Vec<_>>().join(" "));
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
