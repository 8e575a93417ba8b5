//! The way from paths to documents: survey the files once (in parallel, keeping what is small), then hand the documents
//! out in batches, in the same order on every run.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::document::{LoadedDocument, ReadFile, SkippedFile};
use super::formats::{self, Item, TableFields};
use super::walk::{self, FoundFile};
use super::{decode, title};
use crate::model::{Document, DocumentId, Progress, SentenceKind, Stage};
use crate::text::{dates, hash, language, structure, tokens};

/// What to read, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Larger files are skipped, in bytes.
    pub max_file_size: u64,
    /// Read hidden files and folders too.
    pub hidden: bool,
    /// Read what `.gitignore` and `.ignore` files exclude too.
    pub ignored: bool,
    pub fields: TableFields,
    /// Id of the first document.
    pub first_document: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_file_size: 256 << 20,
            hidden: false,
            ignored: false,
            fields: TableFields::default(),
            first_document: 1,
        }
    }
}

/// Reading could not go on.
#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    #[error("{path}: there is no such file or folder")]
    NoSuchPath { path: PathBuf },
    #[error("cancelled")]
    Cancelled,
}

/// Documents kept between survey and hand-out: this many bytes of text, the rest is read again.
const KEPT: u64 = 64 << 20;
/// A batch ends when it holds this much text.
const BATCH: u64 = 8 << 20;

/// A file that was surveyed.
struct Slot {
    found: FoundFile,
    file: ReadFile,
    /// Id of its first document.
    first: u32,
    kept: Option<Vec<LoadedDocument>>,
}

/// A surveyed corpus.
pub struct Reading {
    slots: Vec<Slot>,
    skipped: Vec<SkippedFile>,
    options: Options,
}

/// Documents of one or more files, in order.
#[derive(Debug, Default)]
pub struct Batch {
    pub files: Vec<ReadFile>,
    pub documents: Vec<LoadedDocument>,
    /// Files that changed since the survey.
    pub skipped: Vec<SkippedFile>,
}

/// Walks `paths` (folders and files) and reads every file once.
///
/// # Errors
/// A path that does not exist, or a cancelled reading. A file that cannot be read is no error: it is listed.
pub fn survey(paths: &[PathBuf], options: &Options, progress: &Progress) -> Result<Reading, IngestError> {
    if let Some(path) = paths.iter().find(|path| !path.exists()) {
        return Err(IngestError::NoSuchPath { path: path.clone() });
    }
    let (found, mut skipped) = walk::walk(paths, options.hidden, options.ignored);
    let counters = progress.stage(Stage::Read);
    counters.expect(found.len() as u64);
    let kept = AtomicU64::new(0);
    let outcomes: Vec<_> = found
        .into_par_iter()
        .map(|found| {
            if progress.is_cancelled() {
                return Err(IngestError::Cancelled);
            }
            let outcome = load(&found, options);
            counters.add(1);
            Ok(match outcome {
                Ok((file, documents)) => {
                    let size: u64 = documents.iter().map(|document| document.text.len() as u64).sum();
                    let keep = kept.fetch_add(size, Ordering::Relaxed) + size <= KEPT;
                    Ok(Slot { found, file, first: 0, kept: keep.then_some(documents) })
                }
                Err(skipped) => Err(skipped),
            })
        })
        .collect();
    let mut slots = Vec::with_capacity(outcomes.len());
    let mut first = options.first_document;
    for outcome in outcomes {
        match outcome? {
            Ok(mut slot) => {
                slot.first = first;
                first += slot.file.documents;
                slots.push(slot);
            }
            Err(skip) => skipped.push(skip),
        }
    }
    skipped.sort_by(|a, b| walk::natural(&a.path, &b.path));
    Ok(Reading { slots, skipped, options: options.clone() })
}

impl Reading {
    /// Files that were not read, in order.
    pub fn skipped(&self) -> &[SkippedFile] {
        &self.skipped
    }

    /// Returns how many documents the batches will hold.
    pub fn documents(&self) -> u32 {
        self.slots.iter().map(|slot| slot.file.documents).sum()
    }

    /// Hands out all documents, in natural order of their paths and rows, some megabytes at a time.
    pub fn batches(self) -> impl Iterator<Item = Batch> {
        let options = self.options;
        let mut slots = self.slots.into_iter().peekable();
        std::iter::from_fn(move || {
            let mut size = 0;
            let mut window = Vec::new();
            while let Some(slot) = slots.next_if(|slot| size == 0 || size + slot.found.bytes <= BATCH) {
                size += slot.found.bytes.max(1);
                window.push(slot);
            }
            (!window.is_empty()).then(|| hand_out(window, &options))
        })
    }
}

fn hand_out(window: Vec<Slot>, options: &Options) -> Batch {
    let loaded: Vec<_> = window
        .into_par_iter()
        .map(|slot| {
            let documents = match slot.kept {
                Some(documents) => Some(documents),
                None => load(&slot.found, options)
                    .ok()
                    .filter(|(file, _)| file.hash == slot.file.hash)
                    .map(|(_, documents)| documents),
            };
            (slot.file, slot.first, documents)
        })
        .collect();
    let mut batch = Batch::default();
    for (file, first, documents) in loaded {
        let Some(documents) = documents else {
            batch.skipped.push(SkippedFile {
                path: file.path,
                bytes: file.bytes,
                modified: file.modified,
                reason: "it changed or vanished while the folder was read".to_owned(),
                hint: Some("index the folder again when nothing writes to it".to_owned()),
            });
            continue;
        };
        for (id, mut document) in (first..).zip(documents) {
            document.document.id = DocumentId(id);
            batch.documents.push(document);
        }
        batch.files.push(file);
    }
    batch
}

/// Reads one file.
fn load(found: &FoundFile, options: &Options) -> Result<(ReadFile, Vec<LoadedDocument>), SkippedFile> {
    let skip = |reason: String, hint: Option<&str>| SkippedFile {
        path: found.path.clone(),
        bytes: found.bytes,
        modified: found.modified,
        reason,
        hint: hint.map(str::to_owned),
    };
    if found.bytes > options.max_file_size {
        let reason =
            format!("larger than the limit ({} MB of at most {} MB)", found.bytes >> 20, options.max_file_size >> 20);
        return Err(skip(reason, Some("raise the limit with --max-file-size, or split the file")));
    }
    let bytes = std::fs::read(&found.location).map_err(|error| {
        let hint =
            (error.kind() == std::io::ErrorKind::PermissionDenied).then_some("change its permissions, or leave it out");
        skip(walk::reason(&error), hint)
    })?;
    if bytes.is_empty() {
        return Err(skip("empty".to_owned(), None));
    }
    let Ok(decoded) = decode::decode(&bytes) else {
        return Err(skip(
            "a binary file, or a format that is not read yet".to_owned(),
            Some("convert it to text, Markdown or HTML"),
        ));
    };
    if decoded.text.trim().is_empty() {
        return Err(skip("empty: it holds nothing but white space".to_owned(), None));
    }
    let extracted = formats::extract(Path::new(&found.path), decoded.text, &options.fields);
    let file_hash = hash::hex(&bytes);
    let format = extracted.format;
    let documents: Vec<LoadedDocument> = extracted
        .items
        .into_iter()
        .filter(|item| !item.text.trim().is_empty())
        .map(|item| {
            let map = item.map.compose(&decoded.map);
            let source = decoded.map.to_file(item.source);
            let row_bytes = bytes.get(source.start..source.end).filter(|_| item.row.is_some());
            let document = Document {
                id: DocumentId(0),
                title: String::new(),
                path: found.path.clone(),
                row: item.row,
                format: format.to_owned(),
                encoding: decoded.encoding.clone(),
                language: language::of(&item.text).map(str::to_owned),
                bytes: row_bytes.map_or(found.bytes, |row| row.len() as u64),
                modified: own_date(&item, &found.path).or(found.modified),
                hash: row_bytes.map_or_else(|| file_hash.clone(), hash::hex),
                text_len: item.text.len(),
                tokens: tokens::count(&item.text),
            };
            finish(document, item, map)
        })
        .collect();
    if documents.is_empty() {
        return Err(skip("no text in it".to_owned(), None));
    }
    let remark = extracted
        .remark
        .or_else(|| decoded.damaged.then(|| format!("some bytes are not {} and stand as \u{fffd}", decoded.encoding)));
    let file = ReadFile {
        path: found.path.clone(),
        bytes: bytes.len() as u64,
        modified: found.modified,
        hash: file_hash,
        documents: documents.len() as u32,
        remark,
    };
    Ok((file, documents))
}

/// The date a document gives itself: in its front matter or row, its file's name, or its first lines.
fn own_date(item: &Item, path: &str) -> Option<i64> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let head = &item.text[..item.text.floor_char_boundary(400)];
    let stated = item.date.as_deref().and_then(dates::first_date);
    stated.or_else(|| dates::first_date(name)).or_else(|| dates::first_date(head)).or_else(|| dates::leading_year(name))
}

/// Finds the structure and the title of an item.
fn finish(mut document: Document, item: Item, map: crate::text::span_map::SpanMap) -> LoadedDocument {
    let found = match item.blocks {
        Some(blocks) => structure::of_blocks(&item.text, blocks),
        None => structure::of_text(&item.text, item.markup),
    };
    document.title = item.title.unwrap_or_else(|| {
        let named = title::from_path(&document.path);
        let heading = found.sentences.iter().take(5).find(|sentence| sentence.kind == SentenceKind::Heading);
        let heading = heading.and_then(|heading| heading.span.slice(&item.text));
        match heading {
            Some(heading) if document.format == "markdown" || title::is_poor(&named) => heading.to_owned(),
            _ => named,
        }
    });
    LoadedDocument {
        document,
        text: item.text,
        map,
        sentences: found.sentences,
        speakers: found.speakers,
        recurring: Vec::new(),
    }
}
