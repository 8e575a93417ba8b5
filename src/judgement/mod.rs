//! The five judgements that building and asking need (extract, report, analyse, embed, rerank), each a trait with its minds:
//! extractive (no model, over `text/` and `graph/`) and model; to rerank takes a model. No engine or pane knows which one it has.
//!
//! [`scripted`] is a stand-in for a model (slow, streaming, failing, costing), so that the traits are shaped by what a
//! model does and tests can drive everything above them.

pub mod abbreviations;
pub mod extractive;
pub mod headings;
pub mod model;
pub mod outline;
pub mod rank;
#[cfg(test)]
pub(crate) mod samples;
pub mod scripted;
mod sources;
pub mod support;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use futures::future::BoxFuture;
use futures::stream::BoxStream;

use crate::llm::LlmError;
use crate::model::{
    ClaimStatus, Document, DocumentId, Entity, EntityType, Evidence, Ref, Relationship, Report, Sentence, SentenceKind,
    Span, Speaker, Support, TextUnit, Usage,
};
use crate::text::question::Reading;

pub use sources::{Documents, Passages, UnitTexts};
pub use support::Statement;

/// A judgement could not be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum JudgementError {
    /// The model's provider failed; the message names what happened and `hint` what to do next.
    #[error("{message}")]
    Provider { message: String, hint: Option<String>, retriable: bool },
    /// Every other request would meet the same: no key, no money left, the provider is down. The work stops, and goes on
    /// from there when it is mended.
    #[error("{message}")]
    Stopped { message: String, hint: Option<String> },
    /// An answer came, but could not be read.
    #[error("the answer could not be read: {0}")]
    Unreadable(String),
}

impl JudgementError {
    /// What to do next.
    pub fn hint(&self) -> Option<&str> {
        match self {
            JudgementError::Provider { hint, .. } | JudgementError::Stopped { hint, .. } => hint.as_deref(),
            JudgementError::Unreadable(_) => Some(
                "this model does not write what it is asked for: set another as `model`, a larger one if it is small",
            ),
        }
    }
}

impl From<LlmError> for JudgementError {
    fn from(error: LlmError) -> Self {
        let (message, hint) = (error.to_string(), error.hint());
        if error.ends_the_run() {
            JudgementError::Stopped { message, hint }
        } else {
            // The provider has tried again already, as often as it was of use.
            JudgementError::Provider { message, hint, retriable: false }
        }
    }
}

/// What was judged, and what it cost.
pub type Judged<T> = Result<(T, Usage), JudgementError>;

/// A document as the judgements see it: its text and everything that was found out about its structure.
#[derive(Clone, Debug)]
pub struct DocumentText {
    pub document: Document,
    /// The extracted text that all spans refer to.
    pub text: String,
    /// All sentences, in order; `Sentence::speaker` points into `speakers`.
    pub sentences: Vec<Sentence>,
    /// Whoever speaks in it, by first appearance.
    pub speakers: Vec<Speaker>,
}

impl DocumentText {
    /// True for fields beside what is said in the document, which nobody says: the head of a message, a row's other cells.
    pub fn is_beside_speech(&self, sentence: &Sentence) -> bool {
        let fields = |row: &str| row.contains(": ") && !row.contains(['|', '\t']);
        sentence.kind == SentenceKind::Row
            && sentence.speaker.is_none()
            && !self.speakers.is_empty()
            && sentence.span.slice(&self.text).is_some_and(fields)
    }
}

/// A text unit to extract from.
#[derive(Clone, Debug)]
pub struct Passage {
    pub document: Arc<DocumentText>,
    pub unit: TextUnit,
    /// The unit's sentences, as positions in `document.sentences`. A sentence that an overlap puts into two units
    /// is fresh (begins at or after `unit.fresh_from`) in exactly one of them.
    pub sentences: Range<usize>,
}

/// An entity as one text unit shows it. Names are as written; folding and merging come later.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtractedEntity {
    pub name: String,
    /// Its type, as far as this passage tells. Without a model `Concept` marks a common noun phrase, and a proper name
    /// whose type nothing told has none.
    pub kind: Option<EntityType>,
    /// False for a doubtful reading (a capitalised word that opens a sentence or stands in a heading): merging keeps it
    /// only when the same name is sure elsewhere.
    pub sure: bool,
    /// Description in the model's words; none without a model, where sentences describe.
    pub description: Option<String>,
    /// Bytes of the document's text where it is named; empty when it could not be located.
    pub mentions: Vec<Span>,
}

/// A relationship as one text unit shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtractedRelationship {
    pub source: String,
    pub target: String,
    pub description: String,
    pub strength: f32,
    /// The few words that show it; empty where nobody said which.
    pub quote: String,
    /// Where these words stand in the document's text; none when they stand nowhere.
    pub quote_span: Option<Span>,
}

/// A claim as one text unit shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtractedClaim {
    pub subject: String,
    pub object: Option<String>,
    pub kind: String,
    pub status: ClaimStatus,
    pub start_date: Option<String>,
    pub end_date: Option<String>,
    pub description: String,
    pub quote: String,
    /// Where the quotation stands in the document's text; none when it stands nowhere.
    pub quote_span: Option<Span>,
}

/// Everything found in one text unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extraction {
    pub entities: Vec<ExtractedEntity>,
    /// Empty without a model: co-occurrence relates entities after merging.
    pub relationships: Vec<ExtractedRelationship>,
    pub claims: Vec<ExtractedClaim>,
    pub usage: Usage,
}

/// Text unit → elements.
pub trait Extractor: Send + Sync {
    /// `extractive`, or the model's name.
    fn name(&self) -> &str;

    /// How many text units to have under way at once.
    fn concurrency(&self) -> usize;

    /// Is shown all passages before the first is extracted from, so that it knows what is around each. It waits for nobody.
    fn survey(&self, _passages: &dyn Passages) {}

    /// Extracts from one text unit; only what begins at or after `passage.unit.fresh_from`, and nothing from
    /// sentences marked as recurring.
    fn extract<'a>(&'a self, passage: &'a Passage) -> BoxFuture<'a, Result<Extraction, JudgementError>>;

    /// Judges for each pair whether it is one thing; none where that is left open, as it always is without a model.
    fn same<'a>(&'a self, pairs: &'a [Pair]) -> BoxFuture<'a, Judged<Vec<Option<bool>>>> {
        Box::pin(async move { Ok((vec![None; pairs.len()], Usage::default())) })
    }

    /// Makes one description of several that `extract` gave of one element. Without a model there are none to be made
    /// into one, and they are put one after another.
    fn describe<'a>(&'a self, described: &'a Described<'a>) -> BoxFuture<'a, Judged<String>> {
        Box::pin(async move { Ok((described.notes.join(" "), Usage::default())) })
    }
}

/// Two names that are likely one thing, with what is told of each.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub names: [String; 2],
    pub told: [String; 2],
    /// What speaks for it.
    pub why: &'static str,
}

/// An element that was described more than once.
#[derive(Clone, Debug)]
pub struct Described<'a> {
    /// Its name, or both names of a relationship.
    pub subject: &'a str,
    pub notes: &'a [String],
}

/// A sentence that may be quoted in a report or an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Quotable {
    /// Verbatim.
    pub text: String,
    /// What to cite for it: the source first, then entities and relationships it shows, or the records that the
    /// report it comes from cites.
    pub cites: Vec<Ref>,
    /// Where it stands in its document's text.
    pub place: Option<(crate::model::DocumentId, Span)>,
    /// Who says it, ready to print: `Fei-Fei Li, Stanford University`.
    pub speaker: Option<String>,
    /// How much of what is asked the passage around it speaks of, from 0 to 1, where an engine looked.
    pub relevance: Option<f32>,
}

/// What a community is about, in a few words that its documents use.
#[derive(Clone, Debug, PartialEq)]
pub struct Topic {
    /// In the case it has inside a sentence: `protein design`, `Marrow Bay`.
    pub phrase: String,
    /// How distinctive it is for the community; the first topic has 1.
    pub weight: f32,
    /// The member it names; a topic that is a common noun names none.
    pub entity: Option<crate::model::EntityId>,
    pub kind: crate::model::EntityType,
}

/// Names of one kind that much of a community is.
#[derive(Clone, Debug, PartialEq)]
pub struct Crowd {
    pub kind: crate::model::EntityType,
    /// What the documents call several of them, in the plural: *customers*.
    pub called: Option<String>,
}

/// How a community stands among those of its level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// From 0 to 10, spread by rank over the level; see `index::report`.
    pub rating: f32,
    /// From 1.
    pub rank: u32,
    /// Communities of the level.
    pub of: u32,
    /// Text units and relationships it draws on.
    pub text_units: u32,
    pub relationships: u32,
}

/// What a report is written from. Everything is ranked, best first.
#[derive(Clone, Debug, Default)]
pub struct ReportContext {
    pub community: Option<crate::model::Community>,
    pub standing: Option<Standing>,
    /// Each unlike those before it, and unlike what leads the community's siblings and ancestors.
    pub topics: Vec<Topic>,
    /// A heading of its documents that much of what names its members stands under.
    pub heading: Option<String>,
    /// The names that much of it is.
    pub crowd: Option<Crowd>,
    /// Whoever says most of what is said here, when one person does and is not heard everywhere.
    pub voice: Option<String>,
    pub entities: Vec<Entity>,
    pub relationships: Vec<Relationship>,
    /// Passages that tell what it is about, none of which is quoted in the report of an ancestor.
    pub gist: Vec<Evidence>,
    /// Further ones, unlike one another; none for a community with sub-communities.
    pub passages: Vec<Evidence>,
    /// Those about it that the report of the community above quotes.
    pub above: Vec<Evidence>,
    /// What most of its sub-communities speak of, most of them first.
    pub shared: Vec<Entity>,
    /// Text units that name its members.
    pub text_units: Vec<crate::model::TextUnitId>,
    /// Titles of documents that name its members, those that name most of them first.
    pub documents: Vec<String>,
    /// Claims about its entities.
    pub claims: Vec<crate::model::Claim>,
    /// Reports of the sub-communities; already written, because reports go bottom-up.
    pub children: Vec<Report>,
    /// Passages about each of these sub-communities that their own reports do not quote.
    pub of_children: Vec<Vec<Evidence>>,
    /// The members of each of these sub-communities.
    pub child_members: Vec<Vec<crate::model::EntityId>>,
    /// Titles that are taken (siblings' and ancestors').
    pub taken_titles: Vec<String>,
    /// Titles of the reports on its siblings that are written already.
    pub sibling_titles: Vec<String>,
    /// Text units that its elements rest on, each with the title of its document.
    pub sources: Vec<(crate::model::TextUnitId, String)>,
}

/// Community → report.
pub trait Reporter: Send + Sync {
    fn name(&self) -> &str;
    fn concurrency(&self) -> usize;

    /// How many entities and relationships it has use for.
    fn elements(&self) -> usize {
        30
    }

    fn report<'a>(&'a self, context: &'a ReportContext) -> BoxFuture<'a, Judged<Report>>;
}

/// A record put before an analyst.
#[derive(Clone, Debug, PartialEq)]
pub struct ContextRecord {
    pub record: Ref,
    pub title: String,
    /// What the model would be given.
    pub text: String,
    /// What it would be given only to judge whether the record helps, where that is less: of a report what it is about and what
    /// it finds, without what shows it.
    pub in_short: Option<String>,
    /// Passages that may be quoted from it.
    pub candidates: Vec<rank::features::Candidate>,
    /// How much it matters, as retrieval or the rating of a report has it; comparable within one context.
    pub rank: f32,
    pub tokens: u32,
}

impl ContextRecord {
    /// What is enough to judge whether it helps.
    pub fn to_judge(&self) -> &str {
        self.in_short.as_deref().unwrap_or(&self.text)
    }
}

/// A question as asked, with what the conversation before it adds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    pub text: String,
    /// Whose words are asked for, by the names of those whom the index knows as speakers.
    pub said_by: Vec<String>,
    /// The question without what names the documents to ask, where that is a matter of where to look.
    pub looked_for: Option<String>,
    /// Earlier turns, oldest first: question, answer.
    pub history: Vec<(String, String)>,
    /// What the engine counted for it, ready to print: "In 14 of 60 documents, in 41 passages."
    pub facts: Vec<String>,
    /// What the graph knows of the one that it is about, ready to print behind the passages: how often it is named, and with
    /// whom.
    pub dossier: Option<String>,
    /// Where each record is a row of a list that was asked for: how many rows it has, of which the records are the first.
    pub listed: Option<usize>,
    /// What whoever asks has before them already, of the same question asked of more: the document and the bytes shown. Who
    /// answers by quoting says something else, and names where these stand.
    pub said: Vec<(DocumentId, Span)>,
}

impl Question {
    /// True for a passage that whoever asks has before them.
    pub fn has_said(&self, evidence: &Evidence) -> bool {
        let shown = |&(document, span): &(DocumentId, Span)| {
            evidence.document == Some(document) && evidence.quote.overlaps(span)
        };
        self.said.iter().any(shown)
    }

    /// What is looked for: the question without the documents that it names and whose words it asks for, where that is a matter
    /// of where to look.
    pub fn asks(&self) -> Cow<'_, str> {
        let text = self.looked_for.as_deref().unwrap_or(&self.text);
        let told = if self.said_by.is_empty() { None } else { Reading::attribution(text) };
        told.map_or(Cow::Borrowed(text), |told| Cow::Owned(told.rest))
    }
}

/// What a question looks for, on two levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keywords {
    /// Its themes.
    pub high: Vec<String>,
    /// The things it names.
    pub low: Vec<String>,
}

/// A partial answer of the map step.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Markdown with citations.
    pub text: String,
    /// From 0 (of no use) to 100.
    pub score: f32,
    /// What it quotes; empty where a model wrote it.
    pub evidence: Vec<Evidence>,
    /// The record the point was made from, and its title.
    pub from: Ref,
    pub title: String,
}

/// A piece of a streamed answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    Text(String),
    /// Passages that the text before quotes, in the order shown.
    Evidence(Vec<Evidence>),
    /// What it cost so far; adds up.
    Usage(Usage),
}

/// Rates relevance, makes scored points from a context (map), writes the answer from points (reduce) or from records.
/// Dropping a future or a stream cancels the work.
pub trait Analyst: Send + Sync {
    fn name(&self) -> &str;
    fn concurrency(&self) -> usize;

    /// Returns the question with what the conversation before it adds, so that it can be understood, and searched for,
    /// by itself. Without a model, the question as it is.
    fn fold<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Judged<String>> {
        Box::pin(async move { Ok((question.text.clone(), Usage::default())) })
    }

    /// The questions that a question consists of, where each is to be answered by itself; one as a rule.
    fn parts(&self, question: &str) -> Vec<String> {
        vec![question.to_owned()]
    }

    /// The questions whose answers together answer a broad one; the question itself as a rule.
    fn subquestions<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Judged<Vec<String>>> {
        Box::pin(async move { Ok((self.parts(&question.text), Usage::default())) })
    }

    /// Questions that records raise and that would lead further towards an answer, the most promising first.
    fn follow_ups<'a>(
        &'a self,
        question: &'a Question,
        records: &'a [ContextRecord],
    ) -> BoxFuture<'a, Judged<Vec<String>>> {
        let _ = (question, records);
        Box::pin(async move { Ok((Vec::new(), Usage::default())) })
    }

    /// What the question looks for; none where nobody but the question's own words can tell.
    fn keywords<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Judged<Option<Keywords>>> {
        let _ = question;
        Box::pin(async move { Ok((None, Usage::default())) })
    }

    /// Rates how much a record helps with the question, from 0 to 10.
    fn rate<'a>(&'a self, question: &'a Question, record: &'a ContextRecord) -> BoxFuture<'a, Judged<f32>>;

    /// How far records bear out each of some statements that cite them; none where nobody but the words can tell.
    fn bears_out<'a>(
        &'a self,
        statements: &'a [Statement],
        records: &'a [(Ref, String)],
    ) -> BoxFuture<'a, Judged<Option<Vec<Support>>>> {
        let _ = (statements, records);
        Box::pin(async move { Ok((None, Usage::default())) })
    }

    /// Whether it answers from these records in one go, rather than from points that are noted batch by batch.
    fn answers_at_once(&self, _records: &[ContextRecord]) -> bool {
        false
    }

    /// Makes scored points from a batch of records.
    fn map<'a>(&'a self, question: &'a Question, batch: &'a [ContextRecord]) -> BoxFuture<'a, Judged<Vec<Point>>>;

    /// Writes the answer from the points kept, best first.
    fn reduce<'a>(
        &'a self,
        question: &'a Question,
        points: &'a [Point],
    ) -> BoxStream<'a, Result<Piece, JudgementError>>;

    /// Writes the answer from records directly.
    fn answer<'a>(
        &'a self,
        question: &'a Question,
        context: &'a [ContextRecord],
    ) -> BoxStream<'a, Result<Piece, JudgementError>>;
}

/// Text → vector.
pub trait Embedder: Send + Sync {
    /// Recorded with the vectors; another model's vectors are never compared.
    fn model(&self) -> &str;
    fn dimensions(&self) -> usize;
    fn concurrency(&self) -> usize;

    /// Returns one vector of unit length (or all zero) for each text.
    fn embed<'a>(&'a self, texts: &'a [String]) -> BoxFuture<'a, Judged<Vec<Vec<f32>>>>;
}

/// Question and texts → how well each fits.
pub trait Reranker: Send + Sync {
    fn model(&self) -> &str;

    /// Returns a score for each text, in order; higher is better, comparable within one call alone.
    fn rerank<'a>(&'a self, question: &'a str, texts: &'a [String]) -> BoxFuture<'a, Judged<Vec<f32>>>;
}
