//! The extractor that needs no model: names and noun phrases by rules, sentence by sentence.

use std::collections::{HashMap, HashSet};

use futures::future::{self, BoxFuture};

use crate::config::cores;
use crate::judgement::{DocumentText, ExtractedEntity, Extraction, Extractor, JudgementError, Passage};
use crate::model::{EXTRACTIVE, EntityType, Sentence, SentenceKind, Span};
use crate::text::cutting::lines::line_around;
use crate::text::display::links::{touches_unread, unread};
use crate::text::layout::labels::Labels;
use crate::text::layout::line_kinds::is_code;
use crate::text::names::{FoundName, Recogniser, StretchKind, upright};
use crate::text::speakers::letters::is_greeting;
use crate::text::statements::reference::references;
use crate::text::words::fold;
use crate::text::words::terms::folded;

/// Finds names and noun phrases by rules. What is kept of them is decided when everything is merged.
#[derive(Debug, Default)]
pub struct ExtractiveExtractor {
    stop: HashSet<String>,
}

impl ExtractiveExtractor {
    /// Makes an extractor that never returns a word or phrase of the user's stop list, whatever its case and number.
    pub fn new<S: AsRef<str>>(stop: &[S]) -> Self {
        let keys = stop.iter().flat_map(|word| [fold::key(word.as_ref()), fold::noun_key(word.as_ref())]);
        Self { stop: keys.filter(|key| !key.is_empty()).collect() }
    }

    /// Extracts from one text unit at once. Costs nothing and cannot fail.
    pub fn extract_now(&self, passage: &Passage) -> Extraction {
        let document = &passage.document;
        let people = document.speakers.iter().map(|speaker| speaker.name.as_str());
        let mut recogniser = Recogniser::new(document.document.language.as_deref(), people);
        let mut entities: Vec<ExtractedEntity> = Vec::new();
        let mut positions: HashMap<(&str, Option<EntityType>, bool), usize> = HashMap::new();
        let mut found: Vec<FoundName> = Vec::new();
        let sentences = document.sentences.get(passage.sentences.clone()).unwrap_or_default();
        let columns = columns_of(passage);
        for sentence in sentences {
            if sentence.recurring || sentence.span.start < passage.unit.fresh_from {
                continue;
            }
            let reading = match sentence.kind {
                SentenceKind::Prose | SentenceKind::Item | SentenceKind::Caption => StretchKind::Prose,
                SentenceKind::Heading => StretchKind::Heading,
                SentenceKind::Row | SentenceKind::Boilerplate => StretchKind::Row,
                // Whoever is greeted is written to.
                SentenceKind::Furniture if sentence.span.slice(&document.text).is_some_and(is_greeting) => {
                    StretchKind::Prose
                }
                SentenceKind::Furniture => {
                    entities.extend(teller(document, sentence));
                    continue;
                }
                // What a program is made of names nothing.
                SentenceKind::Code => continue,
            };
            let Some(text) = sentence.span.slice(&document.text) else { continue };
            // What a program is made of names nothing: `let mut Foo: Bar;`
            if sentence.kind == SentenceKind::Row && (is_code(text) || heads_table(&document.text, sentence.span)) {
                continue;
            }
            let columns = if sentence.kind == SentenceKind::Row { columns.in_row(text) } else { Vec::new() };
            found.clear();
            recogniser.find(text, reading, &mut found);
            // Who is quoted as a source is not spoken of.
            let references = if found.is_empty() { Vec::new() } else { references(text) };
            // Nor is what a picture shows, or an address is made of.
            let unread = if found.is_empty() { Vec::new() } else { unread(text) };
            let referred = |span: Span| references.iter().any(|reference| reference.overlaps(span));
            found.retain(|found| !referred(found.span) && !touches_unread(&unread, found.span));
            for found in found.drain(..) {
                let Some(name) = found.span.slice(text) else { continue };
                // What its column or its field is called says nothing of a row.
                let labels = || columns.iter().any(|column| column.overlaps(found.span));
                if reading == StretchKind::Row && (labels() || labels_field(text, found.span)) {
                    continue;
                }
                if is_constant(text, found.span) {
                    continue;
                }
                if !self.stop.is_empty()
                    && (self.stop.contains(&fold::key(name)) || self.stop.contains(&fold::noun_key(name)))
                {
                    continue;
                }
                let mention = found.span.shifted(sentence.span.start);
                match positions.get(&(name, found.kind.clone(), found.sure)) {
                    Some(&at) => entities[at].mentions.push(mention),
                    None => {
                        positions.insert((name, found.kind.clone(), found.sure), entities.len());
                        entities.push(ExtractedEntity {
                            name: upright(name).unwrap_or_else(|| name.to_owned()),
                            kind: found.kind,
                            sure: found.sure,
                            description: None,
                            mentions: vec![mention],
                        });
                    }
                }
            }
        }
        Extraction { entities, ..Extraction::default() }
    }
}

/// The names of columns among the rows of a passage and around it.
fn columns_of(passage: &Passage) -> Labels<'_> {
    /// Sentences looked at in front of the passage and behind it.
    const AROUND: usize = 40;
    let document = &passage.document;
    let (from, to) = (passage.sentences.start.saturating_sub(AROUND), passage.sentences.end + AROUND);
    let around = document.sentences.get(from..to.min(document.sentences.len())).unwrap_or_default();
    let rows = around.iter().filter(|sentence| sentence.kind == SentenceKind::Row);
    Labels::of_rows(rows.filter_map(|row| row.span.slice(&document.text)))
}

/// True for the row that a line of strokes parts from the rest of its table: it says what the columns are.
fn heads_table(text: &str, row: Span) -> bool {
    let below = text.get(row.end..).and_then(|rest| rest.lines().nth(1)).unwrap_or_default().trim();
    below.contains("--") && below.contains('|') && below.chars().all(|c| matches!(c, '|' | '-' | ':' | '+' | ' '))
}

/// True for a single word with a colon behind it, within marks or not: `**Assignee:** Ada Voss`.
fn labels_field(text: &str, span: Span) -> bool {
    let one = span.slice(text).is_some_and(|name| !name.contains(char::is_whitespace));
    one && text[span.end..].trim_start_matches(['*', '_']).starts_with([':', '：'])
}

/// True for a word in capitals in a line of a program, or beside the marks that a variable has: `echo "$ORSKDIR"`,
/// `-j ACCEPT`.
fn is_constant(text: &str, span: Span) -> bool {
    let Some(name) = span.slice(text) else { return false };
    let capitals = name.chars().filter(|c| c.is_uppercase()).count() > 1
        && !name.chars().any(|c| c.is_lowercase() || c.is_whitespace());
    if !capitals {
        return false;
    }
    let (before, behind) = (&text[..span.start], &text[span.end..]);
    if before.ends_with(['$', '=', '{', '_', '%']) || behind.starts_with(['=', '}', '_', '%']) {
        return true;
    }
    let line = line_around(text, span).slice(text).unwrap_or_default();
    // *-A FORWARD -p tcp*: what a command is told.
    let option = |word: &&str| word.trim_start_matches('-').starts_with(char::is_alphabetic) && word.starts_with('-');
    is_code(line) || line.split_whitespace().filter(option).count() > 1
}

/// Whoever speaks in a document, where a line beside the text tells who says it: `speaker: Lund, Ada`.
fn teller(document: &DocumentText, sentence: &Sentence) -> Option<ExtractedEntity> {
    let line = sentence.span.slice(&document.text)?;
    let value = line.split_once(": ")?.1.split('<').next()?.trim();
    let key = |name: &str| {
        let mut words = folded(name);
        words.sort_unstable();
        words
    };
    let told = key(value);
    let speaker = document.speakers.iter().find(|speaker| key(&speaker.name) == told)?;
    let start = sentence.span.start + line.find(value)?;
    Some(ExtractedEntity {
        name: speaker.name.clone(),
        kind: Some(EntityType::Person),
        sure: true,
        description: None,
        mentions: vec![Span::new(start, start + value.len())],
    })
}

impl Extractor for ExtractiveExtractor {
    fn name(&self) -> &str {
        EXTRACTIVE
    }

    fn concurrency(&self) -> usize {
        cores()
    }

    fn extract<'a>(&'a self, passage: &'a Passage) -> BoxFuture<'a, Result<Extraction, JudgementError>> {
        Box::pin(future::ready(Ok(self.extract_now(passage))))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::judgement::samples;
    use crate::model::{Document, DocumentId, Speaker, SpeakerPart};

    #[test]
    fn a_constant_of_a_program_is_no_name() {
        for (line, name, constant) in [
            ("mv $ORSKD $ORSKDERR", "ORSKD", true),
            ("ORSKD=/etc/orsk", "ORSKD", true),
            ("orsktables -A FORWARD -p tcp --dport 80 -j ACCEPT", "ACCEPT", true),
            ("The NSF pays for it.", "NSF", false),
            ("the pump - a gift of the NSF - is old", "NSF", false),
            ("Orsk = NSF", "Orsk", false),
        ] {
            let start = line.find(name).unwrap();
            assert_eq!(is_constant(line, Span::new(start, start + name.len())), constant, "{line}");
        }
    }

    #[test]
    fn what_columns_are_called_names_nothing() {
        let names = |text: &str| {
            let mut passage = passage(text);
            Arc::make_mut(&mut passage.document).sentences.iter_mut().for_each(|row| row.kind = SentenceKind::Row);
            let found = ExtractiveExtractor::default().extract_now(&passage).entities;
            found.into_iter().map(|entity| entity.name).collect::<Vec<_>>()
        };
        let row = |place: &str| format!("Pegel: 4; Ort: {place}; Höchster Stand 2021: 12; Mittlerer Wert (cm): 9\n");
        let table: String = ["Orsk", "Drava", "Lund"].into_iter().map(row).collect();
        assert_eq!(names(&table), ["Orsk", "Drava", "Lund"]);
        assert_eq!(names("| Bidder Orsk | Price |\n|---|---|\n| Ada Voss | 12 |"), ["Ada Voss"]);
    }

    #[test]
    fn whoever_is_quoted_as_a_source_is_not_spoken_of() {
        let passage = passage("Ada Voss keeps the lamp of Orsk. [Tom Reed, The Ebb, p. 12]");
        let found = ExtractiveExtractor::default().extract_now(&passage).entities;
        let names: Vec<&str> = found.iter().map(|entity| entity.name.as_str()).collect();
        assert!(names.contains(&"Ada Voss") && !names.contains(&"Tom Reed") && !names.contains(&"Ebb"), "{names:?}");
    }

    /// A passage of one text unit whose lines are its sentences.
    fn passage(text: &str) -> Passage {
        let mut sentences = Vec::new();
        let mut start = 0;
        for (number, line) in text.split('\n').enumerate() {
            sentences.push(Sentence {
                span: Span::new(start, start + line.len()),
                kind: SentenceKind::Prose,
                speaker: None,
                paragraph: number as u32,
                recurring: false,
            });
            start += line.len() + 1;
        }
        let document = Document {
            id: DocumentId(0),
            title: "Notes".into(),
            path: "notes.txt".into(),
            row: None,
            format: "text".into(),
            encoding: "UTF-8".into(),
            language: Some("eng".into()),
            bytes: text.len() as u64,
            modified: None,
            hash: String::new(),
            text_len: text.len(),
            tokens: 0,
        };
        let unit = samples::unit(text);
        let count = sentences.len();
        Passage {
            document: Arc::new(DocumentText { document, text: text.into(), sentences, speakers: Vec::new() }),
            unit,
            sentences: 0..count,
        }
    }

    #[test]
    fn a_line_that_tells_who_speaks_names_somebody() {
        let mut passage = passage("speaker: Lund Ek, Ada\nThe quay is mended.\nDate: Monday");
        let document = Arc::make_mut(&mut passage.document);
        document.sentences[0].kind = SentenceKind::Furniture;
        document.sentences[2].kind = SentenceKind::Furniture;
        let name = "Ada Lund Ek".to_owned();
        document.speakers =
            vec![Speaker { labels: vec![name.clone()], name, role: None, part: SpeakerPart::Other, own_name: None }];
        let found = ExtractiveExtractor::default().extract_now(&passage);
        let people: Vec<_> = found.entities.iter().filter(|one| one.kind == Some(EntityType::Person)).collect();
        assert_eq!(
            (people.len(), people[0].name.as_str(), people[0].mentions[0]),
            (1, "Ada Lund Ek", Span::new(9, 21))
        );
    }

    #[test]
    fn groups_mentions_by_name_with_their_bytes() {
        let passage = passage("We met Oda Lindqvist there.\nLater Oda Lindqvist left Tromsø.");
        let extraction = ExtractiveExtractor::default().extract_now(&passage);
        let oda = extraction.entities.iter().find(|e| e.name == "Oda Lindqvist").unwrap();
        assert_eq!(oda.mentions.len(), 2);
        for mention in &oda.mentions {
            assert_eq!(mention.slice(&passage.document.text), Some("Oda Lindqvist"));
        }
        assert!(extraction.entities.iter().any(|e| e.name == "Tromsø"));
    }

    #[test]
    fn leaves_out_what_recurs_what_overlaps_and_the_stop_list() {
        let mut passage = passage("We met Oda there.\nWe met Nils there.\nWe met Signe by the salt marshes.");
        Arc::get_mut(&mut passage.document).unwrap().sentences[1].recurring = true;
        passage.unit.fresh_from = passage.document.sentences[1].span.start;
        let names = |extractor: ExtractiveExtractor| -> Vec<String> {
            extractor.extract_now(&passage).entities.into_iter().map(|e| e.name).collect()
        };
        assert_eq!(names(ExtractiveExtractor::default()), ["Signe", "salt marshes"]);
        assert_eq!(names(ExtractiveExtractor::new(&["Salt Marsh"])), ["Signe"]);
    }

    #[test]
    fn common_phrases_are_concepts() {
        let extraction = ExtractiveExtractor::default().extract_now(&passage("They study tidal energy."));
        assert_eq!(extraction.entities[0].kind, Some(EntityType::Concept));
    }
}
