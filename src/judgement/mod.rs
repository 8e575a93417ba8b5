//! The five judgements that building and asking need (extract, report, analyse, embed, rerank), each a trait with its
//! minds: extractive (no model, over `text/` and `graph/`) and model; to rerank takes a model. No engine or pane knows
//! which one it has.
//!
//! `scripted`, which only tests have, is a stand-in for a model (slow, streaming, failing, costing), so that the traits
//! are shaped by what a model does.

pub mod abbreviations;
mod analysis;
mod extraction;
pub mod extractive;
pub mod headings;
pub mod model;
pub mod outline;
pub mod question_forms;
pub mod quotation;
pub mod rank;
mod reporting;
#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
pub mod scripted;
mod sources;
pub mod support;

use futures::future::BoxFuture;

use crate::llm::LlmError;
use crate::model::{Document, Sentence, SentenceKind, Speaker, Usage};
use crate::text::dates::dated_title;

pub use analysis::{
    ANSWER_TOKENS, Analyst, AnswerPiece, ContextRecord, Explored, FOUND_NOTHING, FollowUp, Keywords, NEAREST_TO_IT,
    Point, Question, ROW,
};
pub use extraction::{
    Described, ExtractedClaim, ExtractedEntity, ExtractedRelationship, Extraction, Extractor, Pair, Passage,
};
pub use quotation::Quotable;
pub use reporting::{CommunityStanding, Crowd, ReportContext, Reporter, Topic};
pub use sources::{Documents, Passages, UnitTexts};
pub use support::Statement;

/// A judgement could not be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum JudgementError {
    /// The model's provider failed; the message names what happened and `hint` what to do next.
    #[error("{message}")]
    Provider { message: String, hint: Option<String>, retriable: bool },
    /// Every other request would meet the same: no key, no money left, the provider is down. The work stops, and goes
    /// on from there when it is mended.
    #[error("{message}")]
    Stopped { message: String, hint: Option<String> },
    /// An answer came, but could not be read.
    #[error("the answer could not be read: {0}")]
    Unreadable(String),
}

impl JudgementError {
    /// True for what every other request would meet, too.
    pub fn concerns_all(&self) -> bool {
        matches!(self, JudgementError::Stopped { .. })
    }

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

/// What somebody says in a document, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spoken {
    pub sentences: u32,
    /// Those of them that stand elsewhere as well.
    pub recurring: u32,
}

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
    /// Its title, with the day that it tells of itself where the title tells no year.
    pub fn dated_title(&self) -> String {
        dated_title(&self.document.title, self.document.modified)
    }

    /// For each speaker how many sentences are his, and how many of those recur.
    pub fn spoken(&self) -> Vec<Spoken> {
        let mut spoken = vec![Spoken::default(); self.speakers.len()];
        for sentence in &self.sentences {
            if let Some(own) = sentence.speaker.and_then(|speaker| spoken.get_mut(usize::from(speaker))) {
                own.sentences += 1;
                own.recurring += u32::from(sentence.recurring);
            }
        }
        spoken
    }

    /// True for fields beside what is said in the document, which nobody says: the head of a message, a row's other
    /// cells.
    pub fn is_beside_speech(&self, sentence: &Sentence) -> bool {
        let fields = |row: &str| row.contains(": ") && !row.contains(['|', '\t']);
        sentence.kind == SentenceKind::Row
            && sentence.speaker.is_none()
            && !self.speakers.is_empty()
            && sentence.span.slice(&self.text).is_some_and(fields)
    }
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
