//! The way from paths to documents: survey the files once (in parallel, keeping what is small), then hand the documents
//! out in batches, in the same order on every run.

mod made;
mod members;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use self::made::Made;
use self::members::MemberLists;
use super::document::{Earlier, LoadedDocument, ReadFile, SkippedFile};
use super::formats::TableFields;
use super::recurring::{self, Marks, RecurringNumbers};
use super::walk::{self, FoundFile, Walking};
use super::{isolated, title};
use crate::model::{DocumentId, Progress, Stage, hash};
use crate::text::similarity::shingles::Prints;
use crate::text::speakers::handles::Handles;

/// What to read, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Larger files are skipped, in bytes.
    pub max_file_size: u64,
    /// Which files are met.
    pub walking: Walking,
    pub fields: TableFields,
    /// Id of the first document.
    pub first_document: u32,
    /// Bytes of text kept in memory between survey and hand-out; files beyond it are read again.
    pub keep: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_file_size: 256 << 20,
            walking: Walking::default(),
            fields: TableFields::default(),
            first_document: 1,
            keep: 64 << 20,
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

/// A batch ends when it holds this much text.
const BATCH: u64 = 8 << 20;

/// A file that was surveyed.
struct Slot {
    found: FoundFile,
    file: ReadFile,
    /// Id of its first document.
    first: u32,
    kept: Option<Vec<LoadedDocument>>,
    /// The shingles of its documents, until all have been compared.
    prints: Vec<Prints>,
    /// What recurs in each of its documents.
    marks: Vec<Marks>,
    /// The title of each of its documents.
    titles: Vec<String>,
    /// What stands over the first of them.
    head: title::Head,
    /// By what handles they say that people go.
    handles: Handles,
}

/// A surveyed corpus.
pub struct SurveyedCorpus<'a> {
    slots: Vec<Slot>,
    skipped: Vec<SkippedFile>,
    recurring: RecurringNumbers,
    options: Options,
    members: MemberLists,
    handles: Handles,
    earlier: Option<&'a dyn Earlier>,
}

/// Bytes that a document takes in memory besides its text, about.
const BESIDES: u64 = 800;

/// Documents of one or more files, in order.
#[derive(Debug, Default)]
pub struct Batch {
    pub files: Vec<ReadFile>,
    pub documents: Vec<LoadedDocument>,
    /// Files that changed since the survey.
    pub skipped: Vec<SkippedFile>,
    /// So many of the documents that were handed out last are of a file that turned out to have changed, and do not
    /// count.
    pub withdrawn: usize,
}

/// Walks `paths` (folders and files) and reads every file once, but for those that an earlier reading knows.
///
/// # Errors
/// A path that does not exist, or a cancelled reading. A file that cannot be read is no error: it is listed.
pub fn survey<'a>(
    paths: &[PathBuf],
    options: &Options,
    earlier: Option<&'a dyn Earlier>,
    progress: &Progress,
) -> Result<SurveyedCorpus<'a>, IngestError> {
    if let Some(path) = paths.iter().find(|path| !path.exists()) {
        return Err(IngestError::NoSuchPath { path: path.clone() });
    }
    let (found, mut skipped) = walk::walk(paths, options.walking);
    let members = MemberLists::of(&found);
    let counters = progress.stage(Stage::Read);
    counters.expect(found.len() as u64);
    let every = recurring::sampling(found.iter().map(|file| file.bytes.min(options.max_file_size)).sum());
    let kept = AtomicU64::new(0);
    let outcomes: Vec<_> = found
        .into_par_iter()
        .map(|found| {
            if progress.is_cancelled() {
                return Err(IngestError::Cancelled);
            }
            let (mut titles, mut prints, mut head) = (Vec::new(), Vec::new(), title::Head::default());
            let (mut documents, mut size, mut handles) = (Some(Vec::new()), 0, Handles::default());
            let source = Source { options, members: &members, earlier };
            let outcome = source.load(&found, &|| progress.is_cancelled(), &mut |made| {
                if titles.is_empty() {
                    let head_of = |made: &LoadedDocument| title::head(&made.text, &made.document.title);
                    head = made.first().map(head_of).unwrap_or_default();
                }
                titles.extend(made.iter().map(|loaded| loaded.document.title.clone()));
                made.iter().for_each(|loaded| handles.take(&loaded.text));
                prints.extend(made.iter().map(|document| recurring::prints(document, every)));
                let more: u64 = made.iter().map(|document| document.text.len() as u64 + BESIDES).sum();
                if let Some(documents) = &mut documents {
                    size += more;
                    documents.extend(made);
                    if kept.fetch_add(more, Ordering::Relaxed) + more <= options.keep {
                        return;
                    }
                }
                // What is not kept leaves its room to others.
                if documents.take().is_some() {
                    kept.fetch_sub(size, Ordering::Relaxed);
                }
            });
            counters.add(1);
            let marks = Vec::new();
            let slot = |file| Slot { found, file, first: 0, kept: documents, prints, marks, titles, head, handles };
            Ok(outcome.map(slot))
        })
        .collect();
    isolated::rest();
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
    let all: Vec<&Prints> = slots.iter().flat_map(|slot| &slot.prints).collect();
    let (marks, recurring) = recurring::find(&all, every);
    let mut marks = marks.into_iter();
    for slot in &mut slots {
        slot.marks = marks.by_ref().take(slot.prints.len()).collect();
        slot.prints = Vec::new();
    }
    settle_titles(&mut slots);
    let mut handles = Handles::default();
    slots.iter_mut().for_each(|slot| handles.join(std::mem::take(&mut slot.handles)));
    Ok(SurveyedCorpus { recurring, slots, skipped, options: options.clone(), members, handles, earlier })
}

fn settle_titles(slots: &mut [Slot]) {
    let mut drafts: Vec<title::Draft> = slots
        .iter_mut()
        .flat_map(|slot| {
            let name = title::from_path(&slot.found.path);
            let whole_file = slot.titles.len() == 1;
            let head = std::mem::take(&mut slot.head);
            let mut head = Some(head).filter(|_| whole_file);
            slot.titles
                .drain(..)
                .map(move |title| {
                    let head = head.take().unwrap_or_default();
                    title::Draft { title, name: name.clone(), head, whole_file }
                })
                .collect::<Vec<_>>()
        })
        .collect();
    title::settle(&mut drafts);
    let mut settled = drafts.into_iter().map(|draft| draft.title);
    for slot in slots {
        slot.titles = settled.by_ref().take(slot.file.documents as usize).collect();
    }
}

impl<'a> SurveyedCorpus<'a> {
    /// Files that were not read, in order.
    pub fn skipped(&self) -> &[SkippedFile] {
        &self.skipped
    }

    /// Returns how much of the corpus is counted once only.
    pub fn recurring(&self) -> RecurringNumbers {
        self.recurring
    }

    /// Returns how many documents the batches will hold.
    pub fn documents(&self) -> u32 {
        self.slots.iter().map(|slot| slot.file.documents).sum()
    }

    /// Hands out all documents, in natural order of their paths and rows, some megabytes at a time.
    pub fn hand_out(self, take: &mut dyn FnMut(Batch)) {
        let Self { slots, options, members, handles, earlier, .. } = self;
        let source = Source { options: &options, members: &members, earlier };
        let mut slots = slots.into_iter().peekable();
        loop {
            let mut size = 0;
            let mut window = Vec::new();
            while let Some(slot) = slots.next_if(|slot| size == 0 || size + slot.found.bytes <= BATCH) {
                size += slot.found.bytes.max(1);
                window.push(slot);
            }
            match window.pop() {
                None => break,
                Some(large) if window.is_empty() && large.kept.is_none() => in_parts(large, &source, &handles, take),
                Some(last) => {
                    window.push(last);
                    take(together(window, &source, &handles));
                }
            }
        }
        isolated::rest();
    }
}

/// Hands out the documents of a file while it is read again.
fn in_parts(slot: Slot, source: &Source<'_>, handles: &Handles, take: &mut dyn FnMut(Batch)) {
    let Slot { found, file, first, marks, titles, .. } = slot;
    let mut settled = (first..).zip(&marks).zip(titles);
    let mut handed = 0;
    let outcome = source.load(&found, &|| false, &mut |made| {
        let documents: Vec<LoadedDocument> = made
            .into_iter()
            .zip(settled.by_ref())
            .map(|(mut document, settled)| {
                settle(&mut document, settled, source.options);
                handles.name_speakers(&mut document.speakers);
                document
            })
            .collect();
        handed += documents.len();
        take(Batch { documents, ..Batch::default() });
    });
    take(match outcome {
        Ok(again) if again.hash == file.hash => Batch { files: vec![file], ..Batch::default() },
        Ok(_) => Batch { withdrawn: handed, skipped: vec![changed(file)], ..Batch::default() },
        Err(skipped) => Batch { withdrawn: handed, skipped: vec![skipped], ..Batch::default() },
    });
}

/// Gives a document what only the whole survey could tell: its id, its title and what recurs in it.
fn settle(document: &mut LoadedDocument, ((id, marks), title): ((u32, &Marks), String), options: &Options) {
    document.document.id = DocumentId(id);
    document.own_title = std::mem::replace(&mut document.document.title, title);
    recurring::mark(document, marks, options.first_document);
}

fn changed(file: ReadFile) -> SkippedFile {
    SkippedFile {
        path: file.path,
        bytes: file.bytes,
        modified: file.modified,
        reason: "it changed while the folder was read".to_owned(),
        hint: Some("index the folder again when nothing writes to it".to_owned()),
    }
}

fn together(window: Vec<Slot>, source: &Source<'_>, handles: &Handles) -> Batch {
    let loaded: Vec<_> = window
        .into_par_iter()
        .map(|slot| {
            let documents = match slot.kept {
                Some(documents) => Ok(documents),
                None => {
                    let mut documents = Vec::new();
                    match source.load(&slot.found, &|| false, &mut |made| documents.extend(made)) {
                        Ok(file) if file.hash == slot.file.hash => Ok(documents),
                        Ok(_) => Err(None),
                        Err(skipped) => Err(Some(skipped)),
                    }
                }
            };
            let documents = documents.map(|mut documents| {
                let settled = (slot.first..).zip(&slot.marks).zip(slot.titles);
                for (document, settled) in documents.iter_mut().zip(settled) {
                    settle(document, settled, source.options);
                    handles.name_speakers(&mut document.speakers);
                }
                documents
            });
            (slot.file, documents)
        })
        .collect();
    let mut batch = Batch::default();
    for (file, documents) in loaded {
        match documents {
            Ok(documents) => {
                batch.documents.extend(documents);
                batch.files.push(file);
            }
            Err(skipped) => batch.skipped.push(skipped.unwrap_or_else(|| changed(file))),
        }
    }
    batch
}

/// What the files of a reading are read with.
struct Source<'a> {
    options: &'a Options,
    members: &'a MemberLists,
    earlier: Option<&'a dyn Earlier>,
}

impl Source<'_> {
    /// Reads one file, unless an earlier reading knows it, and hands its documents on, some at a time.
    fn load(
        &self,
        found: &FoundFile,
        cancelled: &(dyn Fn() -> bool + Sync),
        take: &mut dyn FnMut(Vec<LoadedDocument>),
    ) -> Result<ReadFile, SkippedFile> {
        let Self { options, members, earlier } = *self;
        let earlier = earlier.filter(|earlier| !members.are_new_beside(found, *earlier));
        if let Some((file, documents)) = earlier.and_then(|earlier| earlier.unchanged(found)) {
            take(documents);
            return Ok(file);
        }
        let skip = |reason: String, hint: Option<&str>| SkippedFile {
            path: found.path.clone(),
            bytes: found.bytes,
            modified: found.modified,
            reason,
            hint: hint.map(str::to_owned),
        };
        if found.bytes > options.max_file_size {
            let reason = format!(
                "larger than the limit ({} MB of at most {} MB)",
                found.bytes >> 20,
                options.max_file_size >> 20
            );
            return Err(skip(reason, Some("raise the limit with --max-file-size, or split the file")));
        }
        let bytes = read_bounded(&found.location, options.max_file_size).map_err(|error| {
            let hint = (error.kind() == std::io::ErrorKind::PermissionDenied)
                .then_some("change its permissions, or leave it out");
            skip(walk::reason(&error), hint)
        })?;
        if bytes.is_empty() {
            return Err(skip("empty".to_owned(), None));
        }
        let file_hash = hash::hex(&bytes);
        if let Some((file, documents)) = earlier.and_then(|earlier| earlier.same_bytes(found, &file_hash)) {
            take(documents);
            return Ok(file);
        }
        let bytes = Arc::new(bytes);
        let fields = members.beside(found, &options.fields);
        let mut made = Made::of(found, &bytes, &file_hash, take);
        let remark = isolated::read(&found.path, &bytes, &fields, cancelled, &mut |part| made.take(part))
            .map_err(|unreadable| skip(unreadable.reason, unreadable.hint.as_deref()))?;
        let documents = made.finish();
        if documents == 0 {
            return Err(skip(remark.unwrap_or_else(|| "no text in it".to_owned()), None));
        }
        let file = ReadFile {
            path: found.path.clone(),
            bytes: bytes.len() as u64,
            modified: found.modified,
            hash: file_hash,
            documents,
            remark,
        };
        Ok(file)
    }
}

/// The bytes of a file; one that grows while it is read is read as far as the limit goes.
fn read_bounded(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let file = std::fs::File::open(path)?;
    let mut bytes = Vec::with_capacity(file.metadata().map_or(0, |about| about.len().min(most)) as usize);
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
