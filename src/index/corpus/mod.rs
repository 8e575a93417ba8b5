//! The documents of a build, in memory while it lasts: their text and structure, and the text units cut from them.

mod documents;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use crate::ingest::{LoadedDocument, ReadFile, SkippedFile, SurveyedCorpus};
use crate::judgement::{DocumentText, Documents, Passage, Passages, UnitTexts};
use crate::model::{Document, DocumentId, RecurringSpan, Span, TextUnit, TextUnitId};
use crate::store::{self, FileRecord, FileStatus, WayBack, Writer};
use crate::text::cutting::tokens;
use crate::text::layout::chunk::{Chunk, ChunkOptions, chunk, sentences_in};

use super::BuildError;
use super::search::subjects::heading_names;
use super::updates::numbering::Numbering;
use super::updates::previous::Previous;
use documents::Held;

/// Documents of one transaction at most: a model's answers may wait for its end.
const BATCH: usize = 512;
/// Bytes of text of one transaction at most.
const BATCH_BYTES: usize = 2 << 20;

/// What only the store wants of a document.
struct Aside {
    way_back: WayBack,
    recurring: Vec<RecurringSpan>,
    /// None where that is its title.
    own_title: Option<String>,
}

/// The documents of a build with their text units.
#[derive(Default)]
pub struct Corpus {
    files: Vec<ReadFile>,
    skipped: Vec<SkippedFile>,
    documents: Held,
    /// By document; let go of as it is written.
    asides: Mutex<Vec<Option<Aside>>>,
    pub units: Vec<TextUnit>,
    /// The sentences of each text unit, as positions among its document's.
    sentences: Vec<Range<u32>>,
    /// The position of each text unit's document.
    owners: Vec<u32>,
    /// Whose each text unit is, sorted.
    documents_of: Vec<(TextUnitId, DocumentId)>,
    /// What the text units that are what they were were called in the index before, with what they are called now.
    same: HashMap<TextUnitId, TextUnitId>,
    /// Documents that were not read, because they are what they were.
    taken_over: usize,
    /// Tokens of all documents.
    tokens: u64,
}

/// A document as it was read, and how it is cut.
struct Cut {
    text: DocumentText,
    aside: Aside,
    rest: Uncalled,
}

/// What is known of the text units of a document before they have ids.
struct Uncalled {
    spans: Box<[Cutting]>,
    /// The text units it had, when it is cut as it was.
    before: Option<Box<[TextUnit]>>,
    /// Whether what was found in them holds: the same sentences count.
    holds: bool,
    taken_over: bool,
}

/// A text unit without ids.
struct Cutting {
    span: Span,
    fresh_from: usize,
    tokens: u32,
    sentences: Range<u32>,
    recurring: bool,
}

/// How documents are cut.
#[derive(Clone, Copy)]
pub struct Cutter<'a> {
    pub chunks: ChunkOptions,
    pub previous: Option<&'a Previous>,
}

impl Corpus {
    /// Takes the documents of a reading and cuts them into text units, or takes over how they were cut.
    pub fn new(
        reading: SurveyedCorpus<'_>,
        cutter: Cutter<'_>,
        numbering: &mut Numbering<'_>,
    ) -> Result<Self, BuildError> {
        let mut corpus = Corpus { skipped: reading.skipped().to_vec(), ..Corpus::default() };
        let (mut uncalled, mut asides) = (Vec::new(), Vec::new());
        reading.hand_out(&mut |batch| {
            let kept = uncalled.len() - batch.withdrawn.min(uncalled.len());
            uncalled.truncate(kept);
            asides.truncate(kept);
            corpus.documents.withdraw(batch.withdrawn);
            corpus.skipped.extend(batch.skipped);
            corpus.files.extend(batch.files);
            let cut: Vec<Cut> = batch.documents.into_par_iter().map(|document| Cut::of(document, cutter)).collect();
            for Cut { text, aside, rest } in cut {
                corpus.documents.push(text);
                asides.push(Some(aside));
                uncalled.push(rest);
            }
        });
        let about: Vec<Document> = match cutter.previous {
            Some(_) => (0..corpus.documents.len()).map(|at| corpus.documents.at(at).document.clone()).collect(),
            // Nobody was called anything.
            None => Vec::new(),
        };
        let ids = numbering.documents(&about, corpus.documents.len());
        for (at, (rest, &id)) in uncalled.into_iter().zip(&ids).enumerate() {
            corpus.documents.call(at, id);
            if let Some(aside) = &mut asides[at] {
                for recurring in &mut aside.recurring {
                    recurring.document = id;
                    recurring.first_document =
                        ids.get(recurring.first_document.0 as usize).copied().unwrap_or(recurring.first_document);
                }
            }
            corpus.add_units(at, rest, numbering)?;
        }
        corpus.units.shrink_to_fit();
        corpus.sentences.shrink_to_fit();
        corpus.owners.shrink_to_fit();
        corpus.documents_of.shrink_to_fit();
        corpus.documents_of.sort_unstable();
        corpus.asides = Mutex::new(asides);
        corpus.tokens = corpus.documents().map(|document| u64::from(document.document.tokens)).sum();
        Ok(corpus)
    }

    /// Gives the text units of the document at a position their ids.
    fn add_units(&mut self, at: usize, rest: Uncalled, numbering: &mut Numbering<'_>) -> Result<(), BuildError> {
        let Uncalled { spans, before, holds, taken_over } = rest;
        let id = self.documents.id(at);
        self.taken_over += usize::from(taken_over);
        let places: Vec<Span> = spans.iter().map(|cutting| cutting.span).collect();
        let units = numbering.units(id, self.documents.text(at), &places, before.as_deref())?;
        if holds {
            self.same.extend(before.iter().flatten().map(|unit| unit.id).zip(units.iter().copied()));
        }
        for ((ordinal, cutting), unit) in (0..).zip(spans).zip(units) {
            let Cutting { span, fresh_from, tokens, sentences, recurring } = cutting;
            self.units.push(TextUnit { id: unit, document: id, ordinal, span, fresh_from, tokens, recurring });
            self.sentences.push(sentences);
            self.owners.push(at as u32);
            self.documents_of.push((unit, id));
        }
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
    pub fn documents(&self) -> impl ExactSizeIterator<Item = Arc<DocumentText>> {
        (0..self.documents.len()).map(|at| self.documents.at(at))
    }

    /// The documents, by position.
    pub fn all_documents(&self) -> &dyn Documents {
        &self.documents
    }

    /// The titles of the documents.
    pub fn titles(&self) -> impl Iterator<Item = (DocumentId, &str)> {
        (0..self.documents.len()).map(|at| (self.documents.id(at), self.documents.title(at)))
    }

    /// The document a text unit was cut from.
    pub fn document_of(&self, unit: TextUnitId) -> Option<DocumentId> {
        let found = self.documents_of.binary_search_by_key(&unit, |&(id, _)| id).ok()?;
        Some(self.documents_of[found].1)
    }

    /// What to extract from: every text unit that is not all repetition.
    pub fn passages(&self) -> CountedUnits<'_> {
        CountedUnits { corpus: self, units: self.counted() }
    }

    /// Tokens of all documents.
    pub fn tokens(&self) -> u64 {
        self.tokens
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
        let mut next = 0;
        while next < self.documents.len() {
            let mut bytes = 0;
            let fits = (next..self.documents.len()).take(BATCH).take_while(|&at| {
                let fits = bytes < BATCH_BYTES;
                bytes += self.documents.text(at).len();
                fits
            });
            let documents = next..next + fits.count();
            next = documents.end;
            let asides: Vec<Option<Aside>> = match self.asides.lock() {
                Ok(mut asides) => asides[documents.clone()].iter_mut().map(Option::take).collect(),
                Err(_) => return Err(store::StoreError::Interrupted),
            };
            let written = documents.len();
            writer.batch(|writer| {
                for (at, aside) in documents.zip(asides) {
                    let text = self.documents.at(at);
                    let Some(Aside { way_back, recurring, own_title }) = aside else { continue };
                    let about = &text.document;
                    let own_title = own_title.as_ref().unwrap_or(&about.title);
                    let file = file_ids.get(&about.path).copied().unwrap_or_default();
                    writer.add_document(file, about, &text.text, &text.sentences, &text.speakers, &way_back)?;
                    writer.leave_to_the_next(about.id, own_title)?;
                    writer.add_recurring(&recurring)?;
                    let own = units.iter().take_while(|unit| unit.document == about.id).count();
                    let (own, rest) = units.split_at(own);
                    units = rest;
                    writer.add_text_units(own)?;
                }
                Ok::<_, store::StoreError>(())
            })?;
            if !each(written) {
                return Err(store::StoreError::Interrupted);
            }
        }
        if let Ok(mut asides) = self.asides.lock() {
            *asides = Vec::new();
        }
        self.write_words(writer, each)
    }

    /// Makes the text units findable by their words, those that are all repetition left out. In the order of their ids,
    /// which is not that of the documents after an update, and as one transaction where no ledger waits: full text
    /// closes what it holds together at every step back and at every end.
    fn write_words(&self, writer: &Writer, each: impl Fn(usize) -> bool) -> store::Result<()> {
        let mut counted: Vec<u32> = self.passages().units;
        counted.sort_unstable_by_key(|&at| self.units[at as usize].id);
        writer.in_batches(&counted, |writer, units| {
            for (number, &at) in units.iter().enumerate() {
                if number.is_multiple_of(BATCH) && !each(0) {
                    return Err(store::StoreError::Interrupted);
                }
                let (unit, words) = (&self.units[at as usize], self.text(at as usize));
                let title = self.documents.title(self.owners[at as usize] as usize);
                let names = heading_names(unit, words, title);
                writer.add_unit_words(unit.id, &format!("{title} {names}"), words)?;
            }
            Ok(())
        })
    }
}

impl UnitTexts for Corpus {
    fn len(&self) -> usize {
        self.units.len()
    }

    fn unit(&self, at: usize) -> &TextUnit {
        &self.units[at]
    }

    fn text(&self, at: usize) -> &str {
        self.units[at].span.slice(self.documents.text(self.owners[at] as usize)).unwrap_or_default()
    }
}

/// What to extract from: the text units of a corpus that are not all repetition.
pub struct CountedUnits<'a> {
    corpus: &'a Corpus,
    /// Positions among the text units.
    units: Vec<u32>,
}

impl CountedUnits<'_> {
    fn owner(&self, at: usize) -> usize {
        self.corpus.owners[self.units[at] as usize] as usize
    }
}

impl Passages for CountedUnits<'_> {
    fn len(&self) -> usize {
        self.units.len()
    }

    fn at(&self, at: usize) -> Passage {
        let sentences = &self.corpus.sentences[self.units[at] as usize];
        Passage {
            document: self.corpus.documents.at(self.owner(at)),
            unit: self.unit(at).clone(),
            sentences: sentences.start as usize..sentences.end as usize,
        }
    }

    fn unit(&self, at: usize) -> &TextUnit {
        &self.corpus.units[self.units[at] as usize]
    }

    fn text(&self, at: usize) -> &str {
        self.corpus.documents.text(self.owner(at))
    }

    fn title(&self, at: usize) -> &str {
        self.corpus.documents.title(self.owner(at))
    }
}

impl Cut {
    fn of(mut document: LoadedDocument, cutter: Cutter<'_>) -> Self {
        if document.earlier.is_none() {
            document.document.tokens = tokens::count(&document.text);
        }
        let earlier = document.earlier.as_ref();
        let before = cutter.previous.zip(earlier).and_then(|(previous, earlier)| previous.units(earlier.id).ok());
        let holds = earlier.is_some_and(|earlier| earlier.holds(&document.sentences, &document.speakers));
        let cutting = |span: Span, fresh_from: usize, tokens: u32, sentences: Range<usize>| {
            let inside = document.sentences.get(sentences.clone()).unwrap_or_default();
            let mut fresh = inside.iter().filter(|sentence| sentence.span.end > fresh_from).peekable();
            let recurring = fresh.peek().is_some() && fresh.all(|sentence| sentence.recurring);
            let sentences = sentences.start as u32..sentences.end as u32;
            Cutting { span, fresh_from, tokens, sentences, recurring }
        };
        let spans = match &before {
            Some(units) => units
                .iter()
                .map(|unit| {
                    cutting(unit.span, unit.fresh_from, unit.tokens, sentences_in(&document.sentences, unit.span))
                })
                .collect(),
            None => chunk(&document.text, &document.sentences, &cutter.chunks)
                .into_iter()
                .map(|Chunk { span, fresh_from, tokens, sentences }| cutting(span, fresh_from, tokens, sentences))
                .collect(),
        };
        let holds = holds && before.is_some();
        let rest = Uncalled {
            spans,
            before: before.map(Vec::into_boxed_slice),
            holds,
            taken_over: document.earlier.is_some(),
        };
        let LoadedDocument { document, text, map, landmarks, sentences, speakers, recurring, own_title, .. } = document;
        let way_back = WayBack { span_map: map.encode(), landmarks: landmarks.encode() };
        let own_title = Some(own_title).filter(|own| *own != document.title);
        let text = DocumentText { document, text, sentences, speakers };
        Self { text, aside: Aside { way_back, recurring, own_title }, rest }
    }
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
