//! The documents of a build, in memory while it lasts: their text and structure, and the text units cut from them.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::ingest::{LoadedDocument, ReadFile, Reading, SkippedFile};
use crate::judgement::{DocumentText, Passage};
use crate::model::{DocumentId, RecurringSpan, Span, TextUnit, TextUnitId};
use crate::store::{self, FileRecord, FileStatus, Writer};
use crate::text::chunk::{Chunk, ChunkOptions, chunk};

/// Rows of this many documents are one transaction.
const BATCH: usize = 512;

/// A document with what only the store wants of it.
struct Read {
    text: Arc<DocumentText>,
    span_map: Vec<u8>,
    recurring: Vec<RecurringSpan>,
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
}

impl Corpus {
    /// Takes the documents of a reading and cuts them into text units.
    pub fn new(reading: Reading, options: &ChunkOptions) -> Self {
        let mut corpus = Corpus { skipped: reading.skipped().to_vec(), ..Corpus::default() };
        for batch in reading.batches() {
            corpus.skipped.extend(batch.skipped);
            corpus.files.extend(batch.files);
            let cut: Vec<(Read, Vec<Chunk>)> = batch
                .documents
                .into_par_iter()
                .map(|document| {
                    let chunks = chunk(&document.text, &document.sentences, options);
                    (read(document), chunks)
                })
                .collect();
            for (document, chunks) in cut {
                corpus.add(document, chunks);
            }
        }
        corpus
    }

    fn add(&mut self, document: Read, chunks: Vec<Chunk>) {
        let (owner, id) = (self.documents.len(), document.text.document.id);
        for (ordinal, chunk) in (0..).zip(chunks) {
            let inside = &document.text.sentences[chunk.sentences.clone()];
            let mut fresh = inside.iter().filter(|sentence| sentence.span.end > chunk.fresh_from).peekable();
            let recurring = fresh.peek().is_some() && fresh.all(|sentence| sentence.recurring);
            self.units.push(TextUnit {
                id: TextUnitId(self.units.len() as u32),
                document: id,
                ordinal,
                span: chunk.span,
                fresh_from: chunk.fresh_from,
                tokens: chunk.tokens,
                recurring,
            });
            self.sentences.push(chunk.sentences);
            self.owners.push(owner);
        }
        self.documents.push(document);
    }

    pub fn skipped(&self) -> &[SkippedFile] {
        &self.skipped
    }

    pub fn files(&self) -> &[ReadFile] {
        &self.files
    }

    /// The documents, in reading order.
    pub fn documents(&self) -> impl ExactSizeIterator<Item = &Arc<DocumentText>> {
        self.documents.iter().map(|document| &document.text)
    }

    /// The document a text unit was cut from.
    pub fn document_of(&self, unit: TextUnitId) -> Option<DocumentId> {
        self.units.get(unit.0 as usize).map(|unit| unit.document)
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
    pub fn write(&self, writer: &Writer, mut each: impl FnMut(usize) -> bool) -> store::Result<()> {
        let mut file_ids = std::collections::HashMap::new();
        writer.batch(|writer| {
            let read = self.files.iter().map(read_record);
            for (id, file) in (0..).zip(read.chain(self.skipped.iter().map(skipped_record))) {
                writer.add_file(id, &file)?;
                file_ids.insert(file.path, id);
            }
            Ok::<_, store::StoreError>(())
        })?;
        let mut units = self.units.as_slice();
        for documents in self.documents.chunks(BATCH) {
            writer.batch(|writer| {
                for Read { text, span_map, recurring } in documents {
                    let about = &text.document;
                    let file = file_ids.get(&about.path).copied().unwrap_or_default();
                    writer.add_document(file, about, &text.text, &text.sentences, &text.speakers, span_map)?;
                    writer.add_recurring(recurring)?;
                    let own = units.iter().take_while(|unit| unit.document == about.id).count();
                    let (own, rest) = units.split_at(own);
                    units = rest;
                    writer.add_text_units(own)?;
                    for unit in own.iter().filter(|unit| !unit.recurring) {
                        let words = Span::slice(unit.span, &text.text).unwrap_or_default();
                        writer.add_unit_words(unit.id, &about.title, words)?;
                    }
                }
                Ok::<_, store::StoreError>(())
            })?;
            if !each(documents.len()) {
                return Err(store::StoreError::Interrupted);
            }
        }
        Ok(())
    }
}

fn read(document: LoadedDocument) -> Read {
    let LoadedDocument { document, text, map, sentences, speakers, recurring } = document;
    let text = Arc::new(DocumentText { document, text, sentences, speakers });
    Read { text, span_map: map.encode(), recurring }
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
