//! The index that a build takes the place of: documents that are what they were are taken over from it instead of
//! being read and extracted from again, and what lives on keeps its id.

use std::collections::HashMap;
use std::path::Path;

use crate::config::Settings;
use crate::ingest::{Earlier, EarlierDocument, FoundFile, LoadedDocument, ReadFile, lists_beside};
use crate::model::{DocumentId, SentenceKind, TextUnit, TextUnitId, file_name};
use crate::store::{KeptDocument, Meta, Reader, Result, StoreError, StoredDocument};

/// By which rules a document is read and extracted from: a hash of their source, see `build.rs`.
pub const RULES: &str = env!("GLEANER_RULES");

/// Readers of the index at the most.
const READERS: usize = 8;

/// Fact of an index: the hash of the rules it was made by.
pub const RULES_FACT: &str = "rules";
/// Fact of an index: a hash of what its model was told beside the settings (prompts, tuning).
pub const TOLD_FACT: &str = "told";
/// Fact of an index: when its build began to read, in seconds since 1970.
pub const READ_FACT: &str = "read_from";

/// The index there was.
pub struct Previous {
    /// One for each thread that reads: they do not wait for each other.
    readers: Vec<Reader>,
    meta: Meta,
    documents: Vec<KeptDocument>,
    /// Positions in `documents`, by path.
    by_path: HashMap<String, Vec<usize>>,
    /// A path of each file, by the file's name and the hash of its bytes.
    by_bytes: HashMap<(String, String), String>,
    /// Whether it was made by the same rules and settings, so that what was read and found still holds.
    same_rules: bool,
    /// Seconds since 1970 at which its reading began: a file dated later, or in the same second, may have been written
    /// to since it was read.
    read_from: i64,
}

impl Previous {
    /// Opens the index at a place; `None` when there is none, or one that was never finished. With `afresh` only ids
    /// are taken over from it.
    ///
    /// # Errors
    /// A file that is there and cannot be read as an index.
    pub fn open(path: &Path, settings: &Settings, told: &str, afresh: bool) -> Result<Option<Self>> {
        let reader = match Reader::open(path) {
            Err(StoreError::NotFound(_)) => return Ok(None),
            // An empty file: a first build that was stopped at once.
            Err(StoreError::NotAnIndex { .. }) if path.metadata().is_ok_and(|about| about.len() == 0) => {
                return Ok(None);
            }
            other => other?,
        };
        let meta = reader.meta()?;
        if meta.build.is_empty() {
            return Ok(None);
        }
        let documents = reader.kept_documents()?;
        let mut by_path: HashMap<String, Vec<usize>> = HashMap::new();
        let mut by_bytes = HashMap::new();
        for (position, document) in documents.iter().enumerate() {
            by_path.entry(document.path.clone()).or_default().push(position);
            by_bytes
                .entry((file_name(&document.path).to_owned(), document.file_hash.clone()))
                .or_insert_with(|| document.path.clone());
        }
        let same_rules = !afresh
            && reader.fact(RULES_FACT)?.as_deref() == Some(RULES)
            && meta.settings == settings.shaping()
            && reader.fact(TOLD_FACT)?.unwrap_or_default() == told;
        let read_from = reader.fact(READ_FACT)?.and_then(|at| at.parse().ok()).unwrap_or(i64::MIN);
        let mut readers = vec![reader];
        for _ in 1..if same_rules { rayon::current_num_threads().min(READERS) } else { 1 } {
            readers.push(Reader::open(path)?);
        }
        Ok(Some(Self { readers, meta, documents, by_path, by_bytes, same_rules, read_from }))
    }

    /// The reader of this thread.
    pub fn reader(&self) -> &Reader {
        &self.readers[rayon::current_thread_index().unwrap_or(0) % self.readers.len()]
    }

    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Every document with the state of its file, in reading order.
    pub fn documents(&self) -> &[KeptDocument] {
        &self.documents
    }

    /// Whether it was made by the same rules and settings.
    pub fn has_same_rules(&self) -> bool {
        self.same_rules
    }

    /// Whether a file's date is old enough that it was not written to after it was read.
    pub fn is_settled(&self, found: &FoundFile) -> bool {
        found.modified.is_some_and(|modified| modified < self.read_from)
    }

    /// The text units of a document, in order.
    pub fn units(&self, document: DocumentId) -> Result<Vec<TextUnit>> {
        self.reader().units_of_document(document)
    }

    /// What was found in the text units, packed; nothing when other rules found it.
    pub fn extractions(&self) -> Result<HashMap<TextUnitId, Vec<u8>>> {
        if self.same_rules { self.reader().extractions() } else { Ok(HashMap::new()) }
    }

    fn file(&self, path: &str, found: &FoundFile) -> Option<(ReadFile, Vec<LoadedDocument>)> {
        let positions = self.by_path.get(path)?;
        let first = &self.documents[*positions.first()?];
        let file = ReadFile {
            path: found.path.clone(),
            bytes: found.bytes,
            modified: found.modified,
            hash: first.file_hash.clone(),
            documents: positions.len() as u32,
            remark: first.remark.clone(),
        };
        let documents: Option<Vec<LoadedDocument>> =
            positions.iter().map(|&position| self.load(&self.documents[position], found).ok().flatten()).collect();
        Some((file, documents?))
    }

    /// A document as reading gave it; `None` when the index does not hold all of that.
    fn load(&self, kept: &KeptDocument, found: &FoundFile) -> Result<Option<LoadedDocument>> {
        let Ok(whole) = self.reader().whole_document(kept.id) else { return Ok(None) };
        if whole.own_title.is_empty() {
            return Ok(None);
        }
        let StoredDocument { mut document, text, mut sentences, mut speakers } = whole.stored;
        let earlier = EarlierDocument::new(kept.id, &sentences, &speakers);
        for sentence in &mut sentences {
            sentence.recurring = false;
            if sentence.kind == SentenceKind::Boilerplate {
                sentence.kind = SentenceKind::Prose;
            }
        }
        // Whose handles are whose is found out anew.
        for speaker in &mut speakers {
            if let Some(own) = speaker.own_name.take() {
                speaker.name = own;
            }
        }
        document.id = DocumentId(0);
        document.path.clone_from(&found.path);
        document.title = whole.own_title;
        Ok(Some(LoadedDocument {
            document,
            text,
            map: whole.map,
            landmarks: whole.landmarks,
            sentences,
            speakers,
            recurring: Vec::new(),
            own_title: String::new(),
            earlier: Some(earlier),
        }))
    }
}

impl Earlier for Previous {
    fn has(&self, path: &str) -> bool {
        self.by_path.contains_key(path)
    }

    fn is_same(&self, found: &FoundFile) -> bool {
        let kept = self.by_path.get(&found.path).and_then(|at| at.first()).map(|&first| &self.documents[first]);
        let same = kept.is_some_and(|kept| kept.file_size == found.bytes && kept.file_modified == found.modified);
        self.same_rules && same && self.is_settled(found)
    }

    fn unchanged(&self, found: &FoundFile) -> Option<(ReadFile, Vec<LoadedDocument>)> {
        self.is_same(found).then(|| self.file(&found.path, found)).flatten()
    }

    fn same_bytes(&self, found: &FoundFile, hash: &str) -> Option<(ReadFile, Vec<LoadedDocument>)> {
        if !self.same_rules {
            return None;
        }
        let here = self.by_path.get(&found.path).is_some_and(|at| self.documents[at[0]].file_hash == hash);
        let path = match here {
            true => &found.path,
            false => self.by_bytes.get(&(file_name(&found.path).to_owned(), hash.to_owned()))?,
        };
        let is_named = |path: &str| lists_beside(path).any(|list| self.has(&list));
        if !here && (is_named(path) || is_named(&found.path)) {
            return None;
        }
        self.file(path, found)
    }
}
