//! Records ready to be read, and rows of lists.

use std::path::PathBuf;

use super::{AskedQuestion, CommunityRow, Titled};
use crate::model::{
    Claim, Document, DocumentId, Entity, EntityType, Evidence, RecurringSpan, Ref, Relationship, Report, Span, TextUnit,
};
use crate::text::dates::events::When;
use crate::text::similarity::differences::Difference;

/// A record ready to be read.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordPage {
    Report(ReportPage),
    Entity(EntityPage),
    Relationship(RelationshipPage),
    Claim(ClaimPage),
    Source(SourcePage),
    Document(DocumentPage),
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReportPage {
    pub report: Report,
    /// What its summary quotes; empty where a model wrote it.
    pub gist: Vec<Evidence>,
    pub level: u32,
    pub documents: u32,
    /// How many there are in all.
    pub all_documents: u64,
    /// A model rated it; else its rating says no more than its place on its level.
    pub rated: bool,
    /// From the root down.
    pub above: Vec<Titled>,
    pub below: Vec<CommunityRow>,
    /// The most central members, each with what it is.
    pub members: Vec<(EntityType, Titled)>,
    pub member_count: u32,
}

impl ReportPage {
    /// All that it quotes, in the order of the page.
    pub fn quoted(&self) -> impl Iterator<Item = &Evidence> {
        self.gist.iter().chain(self.report.findings.iter().flat_map(|finding| &finding.evidence))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct EntityPage {
    pub entity: Entity,
    /// The entity at the other end, the strongest first; `note` is the weight.
    pub relationships: Vec<(Ref, Titled)>,
    pub communities: Vec<Titled>,
    pub sources: Vec<Titled>,
    pub source_count: u32,
    pub claims: Vec<Titled>,
    /// Documents that name it, of each month or year, or each few of them; empty where none is dated.
    pub years: Vec<(String, u32)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RelationshipPage {
    pub relationship: Relationship,
    pub ends: [Titled; 2],
    /// How many text units name both.
    pub named_in: u64,
    /// Sentences that name both, each with its source.
    pub passages: Vec<(Ref, String)>,
    pub sources: Vec<Titled>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ClaimPage {
    pub claim: Claim,
    pub subject: Titled,
    pub object: Option<Titled>,
    pub source: Titled,
}

/// A passage with what stands around it.
#[derive(Clone, Debug, PartialEq)]
pub struct SourcePage {
    pub unit: TextUnit,
    pub document: Document,
    /// The title of the document, told from others of that title.
    pub name: String,
    /// The unit and some text on either side.
    pub window: TextWindow,
    pub place: Place,
    pub entities: Vec<Titled>,
    pub previous: Option<Ref>,
    pub next: Option<Ref>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DocumentPage {
    pub document: Document,
    /// Its title, told from others of that title.
    pub name: String,
    /// The part of its file where it begins, where a file holds several documents.
    pub locator: Option<String>,
    pub entities: Vec<Titled>,
    pub recurring: Vec<RecurringSpan>,
    pub window: TextWindow,
    /// Those before it and behind it in the order of reading.
    pub previous: Option<Ref>,
    pub next: Option<Ref>,
}

/// A stretch of a document's extracted text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextWindow {
    /// Where it begins, in bytes of the whole text.
    pub from: usize,
    pub text: String,
    /// Length of the whole text.
    pub of: usize,
}

impl TextWindow {
    pub fn end(&self) -> usize {
        self.from + self.text.len()
    }
}

/// Two documents held against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferencesPage {
    pub sides: [ComparedText; 2],
    /// All sentences of both, by their positions there.
    pub rows: Vec<Difference>,
}

/// One of two documents that are held against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedText {
    pub document: DocumentId,
    /// Its title, told from others of that title.
    pub name: String,
    pub sentences: Vec<ComparedSentence>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ComparedSentence {
    pub text: String,
    /// Where it stands in the document.
    pub span: Span,
    pub paragraph: u32,
    pub is_heading: bool,
}

/// A row of the browser.
#[derive(Clone, Debug, PartialEq)]
pub struct ListRow {
    pub id: u32,
    pub name: String,
    /// What the other columns show, ready to print.
    pub cells: Vec<String>,
}

/// A record found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub record: Ref,
    pub title: String,
    pub snippet: String,
}

/// A place in a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place {
    pub path: PathBuf,
    /// From 1, or 0 when the file cannot be read; none in a file that has no lines.
    pub line: Option<u64>,
    /// Bytes of the file; of the extracted text where the file has no lines.
    pub bytes: Span,
    /// The page, sheet, message, for a person.
    pub locator: Option<String>,
}

/// A conversation as a row.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatRow {
    pub id: i64,
    pub title: String,
    /// When it was gone on with last, in seconds since 1970.
    pub used: i64,
    pub turns: u32,
    /// The question in which what was looked for stands, else the first.
    pub question: String,
}

/// A turn as it was kept.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedTurn {
    pub id: u64,
    pub parent: Option<u64>,
    /// True when it was asked of an index that was built anew since: its citations may mean other records.
    pub stale: bool,
    pub question: AskedQuestion,
    pub answer: crate::model::Answer,
}

/// What is dated, by time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    /// Sentences, items and rows that name a time or stand under one.
    pub events: Vec<Dated>,
    /// Documents with the day that they are from.
    pub documents: Vec<Dated>,
    /// Documents that have no day.
    pub undated: u32,
}

/// What is of a time.
#[derive(Clone, Debug, PartialEq)]
pub struct Dated {
    pub when: When,
    /// The sentence in its document, or the document.
    pub record: Ref,
    pub says: String,
    /// What the document of a sentence is called.
    pub title: String,
}
