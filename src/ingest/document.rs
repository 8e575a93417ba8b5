//! What reading a file gives.

use super::walk::FoundFile;
use crate::model::{Document, DocumentId, RecurringSpan, Sentence, SentenceKind, Speaker};
use crate::text::provenance::landmarks::Landmarks;
use crate::text::provenance::span_map::SpanMap;

/// A document with everything that reading finds out about it.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedDocument {
    /// Its id counts documents in reading order from [`super::Options::first_document`].
    pub document: Document,
    /// The extracted text that every span refers to.
    pub text: String,
    /// From `text` to the bytes of the file.
    pub map: SpanMap,
    /// The pages, sheets, messages of the file.
    pub landmarks: Landmarks,
    /// In order; those that lie in a recurring stretch are marked.
    pub sentences: Vec<Sentence>,
    /// Whoever speaks in it, by first appearance.
    pub speakers: Vec<Speaker>,
    /// Stretches that were counted in another document, in order.
    pub recurring: Vec<RecurringSpan>,
    /// The title it gives itself, before it is told apart from its neighbours'.
    pub own_title: String,
    /// The document of an earlier reading that this is, byte for byte.
    pub earlier: Option<EarlierDocument>,
}

/// A document of an earlier reading.
#[derive(Clone, Debug, PartialEq)]
pub struct EarlierDocument {
    pub id: DocumentId,
    /// What each of its sentences was when everything had been read: its kind, and whether it recurs.
    pub counted: Vec<(SentenceKind, bool)>,
    /// Who spoke in it then: a list of handles in another document may name them otherwise now.
    pub speakers: Vec<Speaker>,
}

impl EarlierDocument {
    pub fn new(id: DocumentId, sentences: &[Sentence], speakers: &[Speaker]) -> Self {
        Self { id, counted: counted(sentences).collect(), speakers: speakers.to_owned() }
    }

    /// Whether the same sentences count as did then, and the same people speak. That they are the same sentences is
    /// given: they were not read anew.
    pub fn holds(&self, sentences: &[Sentence], speakers: &[Speaker]) -> bool {
        counted(sentences).eq(self.counted.iter().copied()) && self.speakers == speakers
    }
}

fn counted(sentences: &[Sentence]) -> impl Iterator<Item = (SentenceKind, bool)> {
    sentences.iter().map(|sentence| (sentence.kind, sentence.recurring))
}

/// What an earlier reading by the same rules found: files that are what they were are not read again.
pub trait Earlier: Sync {
    /// Whether a file of this path was read.
    fn has(&self, path: &str) -> bool;

    /// Whether a file's name, size and date say that it is what it was.
    fn is_same(&self, file: &FoundFile) -> bool;

    /// The documents of a file whose name, size and date say that it is what it was, as [`super::survey`] gave them:
    /// before anything was marked as recurring, and titled as they title themselves.
    fn unchanged(&self, file: &FoundFile) -> Option<(ReadFile, Vec<LoadedDocument>)>;

    /// The documents of a file of the same name that held bytes of this hash, wherever it lay, unless a list of members
    /// lay there or lies here.
    fn same_bytes(&self, file: &FoundFile, hash: &str) -> Option<(ReadFile, Vec<LoadedDocument>)>;
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFile {
    /// Relative to the folder, with `/` between its parts.
    pub path: String,
    pub bytes: u64,
    /// Last modified, seconds since 1970.
    pub modified: Option<i64>,
    /// Hex hash of the bytes.
    pub hash: String,
    /// Documents made from it.
    pub documents: u32,
    /// Worth saying, though the file was read: "3 lines are no JSON".
    pub remark: Option<String>,
}

/// A file that was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedFile {
    pub path: String,
    pub bytes: u64,
    pub modified: Option<i64>,
    /// Why, for a person: `binary file`, `empty`, `no permission to read it`.
    pub reason: String,
    /// What to do about it, where something can be done.
    pub hint: Option<String>,
}
