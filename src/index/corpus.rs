//! The documents of a build, in memory while it lasts: their text and structure, and the text units cut from them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::ingest::{LoadedDocument, ReadFile, Reading, SkippedFile};
use crate::judgement::{DocumentText, Passage};
use crate::model::{Document, DocumentId, RecurringSpan, Span, TextUnit, TextUnitId};
use crate::store::{self, FileRecord, FileStatus, WayBack, Writer};
use crate::text::chunk::{Chunk, ChunkOptions, chunk, sentences_in};
use crate::text::tokens;

use super::BuildError;
use super::numbering::Numbering;
use super::previous::Previous;
use super::subjects::heading_names;

/// Rows of this many documents, or of so many bytes of text, are one transaction: a model's answers may wait for its end.
const BATCH: usize = 512;
const BATCH_BYTES: usize = 2 << 20;

/// A document with what only the store wants of it.
struct Read {
    text: Arc<DocumentText>,
    way_back: WayBack,
    recurring: Vec<RecurringSpan>,
    own_title: String,
}

/// The documents of a build with their text units.
#[derive(Default)]
pub struct Corpus {
    files: Vec<ReadFile>,
    skipped: Vec<SkippedFile>,
    documents: Vec<Read>,
    pub units: Vec<TextUnit>,
    /// The sentences of each text unit, as positions among its document's.
    sentences: Vec<Range<usize>>,
    /// The position of each text unit's document.
    owners: Vec<usize>,
    documents_of: HashMap<TextUnitId, DocumentId>,
    /// What the text units that are what they were were called in the index before, with what they are called now.
    same: HashMap<TextUnitId, TextUnitId>,
    /// Documents that were not read, because they are what they were.
    taken_over: usize,
}

/// A document as it was read, and how it is cut.
struct Cut {
    document: LoadedDocument,
    spans: Vec<Cutting>,
    /// The text units it had, when it is cut as it was.
    before: Option<Vec<TextUnit>>,
    /// Whether what was found in them holds: the same sentences count.
    holds: bool,
}

/// A text unit without ids.
struct Cutting {
    span: Span,
    fresh_from: usize,
    tokens: u32,
    sentences: Range<usize>,
}

impl Corpus {
    /// Takes the documents of a reading and cuts them into text units, or takes over how they were cut.
    pub fn new(
        reading: Reading<'_>,
        options: &ChunkOptions,
        previous: Option<&Previous>,
        numbering: &mut Numbering<'_>,
    ) -> Result<Self, BuildError> {
        let mut corpus = Corpus { skipped: reading.skipped().to_vec(), ..Corpus::default() };
        let mut cut: Vec<Cut> = Vec::new();
        for batch in reading.batches() {
            corpus.skipped.extend(batch.skipped);
            corpus.files.extend(batch.files);
            cut.par_extend(batch.documents.into_par_iter().map(|document| Cut::of(document, options, previous)));
        }
        let about: Vec<&Document> = cut.iter().map(|cut| &cut.document.document).collect();
        let ids = numbering.documents(&about);
        for (cut, &id) in cut.into_iter().zip(&ids) {
            corpus.add(cut, id, &ids, numbering)?;
        }
        Ok(corpus)
    }

    /// Adds a document under its id; `ids` are those of all documents, by position.
    fn add(
        &mut self,
        cut: Cut,
        id: DocumentId,
        ids: &[DocumentId],
        numbering: &mut Numbering<'_>,
    ) -> Result<(), BuildError> {
        let Cut { mut document, spans, before, holds } = cut;
        document.document.id = id;
        for recurring in &mut document.recurring {
            recurring.document = id;
            recurring.first_document =
                ids.get(recurring.first_document.0 as usize).copied().unwrap_or(recurring.first_document);
        }
        self.taken_over += usize::from(document.earlier.is_some());
        let places: Vec<Span> = spans.iter().map(|cutting| cutting.span).collect();
        let units = numbering.units(id, &document.text, &places, before.as_deref())?;
        if holds {
            self.same.extend(before.iter().flatten().map(|unit| unit.id).zip(units.iter().copied()));
        }
        for ((ordinal, cutting), unit) in (0..).zip(spans).zip(units) {
            let inside = document.sentences.get(cutting.sentences.clone()).unwrap_or_default();
            let mut fresh = inside.iter().filter(|sentence| sentence.span.end > cutting.fresh_from).peekable();
            let recurring = fresh.peek().is_some() && fresh.all(|sentence| sentence.recurring);
            self.units.push(TextUnit {
                id: unit,
                document: id,
                ordinal,
                span: cutting.span,
                fresh_from: cutting.fresh_from,
                tokens: cutting.tokens,
                recurring,
            });
            self.sentences.push(cutting.sentences);
            self.owners.push(self.documents.len());
            self.documents_of.insert(unit, id);
        }
        self.documents.push(read(document));
        Ok(())
    }

    /// Documents that were not read, because they are what they were.
    pub fn taken_over(&self) -> usize {
        self.taken_over
    }

    /// What was found before in text units that are what they were, by what they are called now.
    pub fn remembered(&self, mut found: HashMap<TextUnitId, Vec<u8>>) -> HashMap<TextUnitId, Vec<u8>> {
        self.same.iter().filter_map(|(before, now)| Some((*now, found.remove(before)?))).collect()
    }

    /// Whether a text unit is what it was, and called what it was called.
    pub fn is_unchanged(&self, unit: TextUnitId) -> bool {
        self.same.get(&unit) == Some(&unit)
    }

    pub fn skipped(&self) -> &[SkippedFile] {
        &self.skipped
    }

    pub fn files(&self) -> &[ReadFile] {
        &self.files
    }

    /// Whether the files met are these, byte for byte and date for date.
    pub fn files_are(&self, before: &[FileRecord]) -> bool {
        let now: Vec<FileRecord> =
            self.files.iter().map(read_record).chain(self.skipped.iter().map(skipped_record)).collect();
        now == before
    }

    /// The documents, in reading order.
    pub fn documents(&self) -> impl ExactSizeIterator<Item = &Arc<DocumentText>> {
        self.documents.iter().map(|document| &document.text)
    }

    /// The document a text unit was cut from.
    pub fn document_of(&self, unit: TextUnitId) -> Option<DocumentId> {
        self.documents_of.get(&unit).copied()
    }

    /// What to extract from: every text unit that is not all repetition.
    pub fn passages(&self) -> Vec<Passage> {
        let parts = self.units.iter().zip(&self.sentences).zip(&self.owners);
        parts
            .filter(|((unit, _), _)| !unit.recurring)
            .map(|((unit, sentences), &owner)| Passage {
                document: self.documents[owner].text.clone(),
                unit: unit.clone(),
                sentences: sentences.clone(),
            })
            .collect()
    }

    /// Every text unit with its text.
    pub fn unit_texts(&self) -> Vec<(TextUnit, &str)> {
        let parts = self.units.iter().zip(&self.owners);
        parts
            .map(|(unit, &owner)| (unit.clone(), unit.span.slice(&self.documents[owner].text.text).unwrap_or_default()))
            .collect()
    }

    /// Tokens of all documents.
    pub fn tokens(&self) -> u64 {
        self.documents().map(|document| u64::from(document.document.tokens)).sum()
    }

    /// Writes everything that reading found. `each` is called with the documents written, and stops it by saying so.
    pub fn write(&self, writer: &Writer, each: impl Fn(usize) -> bool) -> store::Result<()> {
        let mut file_ids = HashMap::new();
        writer.batch(|writer| {
            let read = self.files.iter().map(read_record);
            for (id, file) in (0..).zip(read.chain(self.skipped.iter().map(skipped_record))) {
                writer.add_file(id, &file)?;
                file_ids.insert(file.path, id);
            }
            Ok::<_, store::StoreError>(())
        })?;
        let mut units = self.units.as_slice();
        let mut left = self.documents.as_slice();
        while !left.is_empty() {
            let mut bytes = 0;
            let fits = left.iter().take(BATCH).take_while(|read| {
                let fits = bytes < BATCH_BYTES;
                bytes += read.text.text.len();
                fits
            });
            let (documents, rest) = left.split_at(fits.count());
            left = rest;
            writer.batch(|writer| {
                for Read { text, way_back, recurring, own_title } in documents {
                    let about = &text.document;
                    let file = file_ids.get(&about.path).copied().unwrap_or_default();
                    writer.add_document(file, about, &text.text, &text.sentences, &text.speakers, way_back)?;
                    writer.leave_to_the_next(about.id, own_title)?;
                    writer.add_recurring(recurring)?;
                    let own = units.iter().take_while(|unit| unit.document == about.id).count();
                    let (own, rest) = units.split_at(own);
                    units = rest;
                    writer.add_text_units(own)?;
                }
                Ok::<_, store::StoreError>(())
            })?;
            if !each(documents.len()) {
                return Err(store::StoreError::Interrupted);
            }
        }
        self.write_words(writer, each)
    }

    /// Makes the text units findable by their words, those that are all repetition left out. In the order of their ids,
    /// which is not that of the documents after an update, and as one transaction where no ledger waits: full text closes
    /// what it holds together at every step back and at every end.
    fn write_words(&self, writer: &Writer, each: impl Fn(usize) -> bool) -> store::Result<()> {
        let mut counted: Vec<(&TextUnit, usize)> =
            self.units.iter().zip(self.owners.iter().copied()).filter(|(unit, _)| !unit.recurring).collect();
        counted.sort_unstable_by_key(|(unit, _)| unit.id);
        writer.in_batches(&counted, |writer, units| {
            for (number, (unit, owner)) in units.iter().enumerate() {
                if number.is_multiple_of(BATCH) && !each(0) {
                    return Err(store::StoreError::Interrupted);
                }
                let document = &self.documents[*owner].text;
                let words = unit.span.slice(&document.text).unwrap_or_default();
                let title = &document.document.title;
                let names = heading_names(unit, words, title);
                writer.add_unit_words(unit.id, &format!("{title} {names}"), words)?;
            }
            Ok(())
        })
    }
}

impl Cut {
    fn of(mut document: LoadedDocument, options: &ChunkOptions, previous: Option<&Previous>) -> Self {
        if document.earlier.is_none() {
            document.document.tokens = tokens::count(&document.text);
        }
        let earlier = document.earlier.as_ref();
        let before = previous.zip(earlier).and_then(|(previous, earlier)| previous.units(earlier.id).ok());
        let holds = earlier.is_some_and(|earlier| earlier.counts(&document.sentences));
        let spans = match &before {
            Some(units) => units
                .iter()
                .map(|unit| Cutting {
                    span: unit.span,
                    fresh_from: unit.fresh_from,
                    tokens: unit.tokens,
                    sentences: sentences_in(&document.sentences, unit.span),
                })
                .collect(),
            None => chunk(&document.text, &document.sentences, options)
                .into_iter()
                .map(|Chunk { span, fresh_from, tokens, sentences }| Cutting { span, fresh_from, tokens, sentences })
                .collect(),
        };
        Self { holds: holds && before.is_some(), document, spans, before }
    }
}

fn read(document: LoadedDocument) -> Read {
    let LoadedDocument { document, text, map, landmarks, sentences, speakers, recurring, own_title, .. } = document;
    let text = Arc::new(DocumentText { document, text, sentences, speakers });
    let way_back = WayBack { span_map: map.encode(), landmarks: landmarks.encode() };
    Read { text, way_back, recurring, own_title }
}

fn read_record(file: &ReadFile) -> FileRecord {
    FileRecord {
        path: file.path.clone(),
        status: FileStatus::Read,
        reason: file.remark.clone(),
        size: file.bytes,
        modified: file.modified,
        hash: Some(file.hash.clone()),
    }
}

fn skipped_record(file: &SkippedFile) -> FileRecord {
    FileRecord {
        path: file.path.clone(),
        status: FileStatus::Skipped,
        reason: Some(file.reason.clone()),
        size: file.bytes,
        modified: file.modified,
        hash: None,
    }
}
