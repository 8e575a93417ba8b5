//! Documents, their sentences, and the text units cut from them.

use serde::{Deserialize, Serialize};

use super::{DocumentId, Span, TextUnitId};

/// One source file, or one row of a table file. `text` is the extracted text that every span of the index refers to;
/// it is kept apart, because documents can be large.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub id: DocumentId,
    /// Readable title: the text's own heading, a field of the row, or the tidied file name.
    pub title: String,
    /// Path relative to the indexed folder, with `/` between its parts.
    pub path: String,
    /// Row or item number inside the file, from 0, where the file holds several documents.
    pub row: Option<u32>,
    /// Short name of the format: `text`, `markdown`, `html`, `csv`, `json`, …
    pub format: String,
    /// Name of the encoding the bytes were in, e.g. `UTF-8`, `windows-1252`.
    pub encoding: String,
    /// ISO 639-3 code of the language, when it could be told.
    pub language: Option<String>,
    /// Size of the file in bytes (of the row, for a row).
    pub bytes: u64,
    /// Date the document or its file's name says of itself, seconds since 1970.
    pub modified: Option<i64>,
    /// Hex hash of the file's bytes (of the row, for a row).
    pub hash: String,
    /// Length of the extracted text in bytes.
    pub text_len: usize,
    /// Exact o200k tokens of the extracted text.
    pub tokens: u32,
}

/// The last part of a document's path.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The same without its ending.
pub fn file_stem(path: &str) -> &str {
    let name = file_name(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// What a document is called: by its title, else by its file.
pub fn called<'a>(title: &'a str, path: &'a str) -> &'a str {
    match title.trim() {
        "" => file_name(path),
        title => title,
    }
}

/// True where days are known of enough documents to date a pile by them: a fifth. Those of a few say nothing of the
/// others.
pub fn are_dated(known: usize, documents: usize) -> bool {
    known * 5 >= documents
}

/// Formats that are tables, or lists of records.
const TABLES: [&str; 6] = ["csv", "tsv", "json", "jsonl", "xlsx", "ods"];

/// True for the name of a format that is a table, or a list of records.
pub fn is_table(format: &str) -> bool {
    TABLES.contains(&format)
}

/// Endings of files that are settings of a program.
const SETTINGS: [&str; 9] = ["toml", "yaml", "yml", "ini", "cfg", "conf", "cnf", "env", "properties"];

/// True for the path of a file of settings: it tells how something is set, and not what happened.
pub fn is_settings(path: &str) -> bool {
    file_name(path).rsplit_once('.').is_some_and(|(_, ending)| SETTINGS.contains(&ending.to_ascii_lowercase().as_str()))
}

impl Document {
    /// True for a row of a table: what its neighbours say is said after the same pattern, and it is called by a title
    /// that somebody gave it as a name. The messages of a mailbox and the members of an archive have numbers too, and
    /// are texts of their own.
    pub fn is_row(&self) -> bool {
        self.row.is_some() && is_table(&self.format)
    }

    /// True when it is known to be in another language than English, whose rules then do not hold.
    pub fn is_foreign(&self) -> bool {
        self.language.as_deref().is_some_and(|language| language != "eng")
    }
}

/// What a stretch of a document is, as far as quoting it is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SentenceKind {
    /// A sentence of running text.
    Prose,
    /// Running text that returns across documents (an intro, a disclaimer): counted here, where it stands first, and
    /// never quoted.
    Boilerplate,
    /// A heading or title line.
    Heading,
    /// An item of a list that is no full sentence.
    Item,
    /// A row of a table, a record of a log, a line of a source file.
    Row,
    /// A line of code or of a console in a text.
    Code,
    /// What a figure or a listing is called, and what it shows.
    Caption,
    /// Page furniture, a speaker's label standing alone, a stage direction, a signature.
    Furniture,
}

/// A sentence, or a line that stands for one, of a document's extracted text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sentence {
    /// Bytes of the extracted text, trimmed, without the speaker's label in front.
    pub span: Span,
    pub kind: SentenceKind,
    /// Who says it, by position in the document's list of speakers.
    pub speaker: Option<u16>,
    /// Number of the paragraph, from 0.
    pub paragraph: u32,
    /// True when the sentence lies in a stretch that recurs elsewhere and was counted there.
    pub recurring: bool,
}

/// What somebody who speaks in a document is there for, as the document says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpeakerPart {
    Host,
    Guest,
    #[default]
    Other,
}

/// Somebody who speaks in a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speaker {
    /// The name in readable case: `Kevin Scott` for `KEVIN SCOTT:`.
    pub name: String,
    /// The labels as written, by first appearance.
    pub labels: Vec<String>,
    /// Title or role where the document says it, short: `chief technology officer for Microsoft`.
    pub role: Option<String>,
    pub part: SpeakerPart,
    /// What their own document calls them, where another one tells whose handle that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_name: Option<String>,
}

impl Speaker {
    /// Returns the name with the role, ready to stand after a dash: `Amy Hood, chief financial officer`.
    pub fn attribution(&self) -> String {
        match &self.role {
            Some(role) => format!("{}, {role}", self.name),
            None => self.name.clone(),
        }
    }
}

/// Why a stretch of text was counted once only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecurringKind {
    /// Overlapping parts of one text: the end of one file is the beginning of another.
    Overlap,
    /// (Nearly) the whole document is another document.
    Duplicate,
    /// Text that returns across documents: intros, disclaimers, signatures, page furniture.
    Boilerplate,
}

/// A stretch of a document's extracted text that was counted elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecurringSpan {
    pub document: DocumentId,
    pub span: Span,
    pub kind: RecurringKind,
    /// Where it was counted.
    pub first_document: DocumentId,
}

impl RecurringSpan {
    /// True where another document was counted for it, and not an earlier line of the same.
    pub fn is_of_another(&self) -> bool {
        self.document != self.first_document
    }

    /// Bytes of a text for which another document was counted.
    pub fn bytes_of_another(recurring: &[Self]) -> usize {
        recurring.iter().filter(|stretch| stretch.is_of_another()).map(|stretch| stretch.span.len()).sum()
    }
}

/// A chunk of a document; cited as *Sources*.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextUnit {
    pub id: TextUnitId,
    pub document: DocumentId,
    /// Position among the document's text units, from 0.
    pub ordinal: u32,
    /// Bytes of the document's extracted text.
    pub span: Span,
    /// Where the part that the unit before did not hold begins: `span.start` but for the overlap.
    pub fresh_from: usize,
    /// Exact o200k tokens.
    pub tokens: u32,
    /// True when all of it was counted elsewhere: it can be opened, and is left out of search and of the graph.
    pub recurring: bool,
}
