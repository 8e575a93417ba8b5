//! What is asked of a model, and what comes back.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::config::Method;
use crate::model::Usage;
use crate::store::About;

/// Which of the configured models a request goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Extraction,
    Report,
    Rating,
    Answer,
    Embedding,
    Rerank,
}

impl Role {
    pub const ALL: [Role; 6] =
        [Role::Extraction, Role::Report, Role::Rating, Role::Answer, Role::Embedding, Role::Rerank];

    /// `extraction`, as in the setting `extraction_model`.
    pub fn name(self) -> &'static str {
        match self {
            Role::Extraction => "extraction",
            Role::Report => "report",
            Role::Rating => "rating",
            Role::Answer => "answer",
            Role::Embedding => "embedding",
            Role::Rerank => "rerank",
        }
    }

    /// The roles without whose models an index cannot be built by a method.
    pub fn needed_by(method: Method) -> &'static [Role] {
        match method {
            Method::Offline => &[],
            Method::Fast => &[Role::Report],
            Method::Hybrid | Method::Standard => &[Role::Extraction, Role::Report],
        }
    }

    /// The setting that names its model.
    pub fn setting(self) -> &'static str {
        match self {
            Role::Extraction => "extraction_model",
            Role::Report => "report_model",
            Role::Rating => "rating_model",
            Role::Answer => "answer_model",
            Role::Embedding => "embedding_model",
            Role::Rerank => "rerank_model",
        }
    }
}

/// What a request is for. It chooses the model and names the task in the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    Extract,
    Glean,
    Claims,
    /// Whether two names are one thing.
    Same,
    /// Several descriptions of one element made into one.
    Describe,
    Report,
    /// Where a text unit stands in its document.
    Context,
    /// Texts that are alike, summed up.
    Summary,
    Rate,
    Map,
    /// What a question looks for.
    Keywords,
    /// How a question is gone about: its parts, and what an answer might look like.
    Plan,
    /// Whether what an answer cites bears it out.
    Check,
    /// The reduce step, and answers from records.
    Answer,
    /// Proposing entity types, persona, domain and examples for a corpus.
    Tune,
    Embed,
    /// How well passages fit a question.
    Rerank,
}

impl Purpose {
    pub const ALL: [Purpose; 17] = [
        Purpose::Extract,
        Purpose::Glean,
        Purpose::Claims,
        Purpose::Same,
        Purpose::Describe,
        Purpose::Report,
        Purpose::Context,
        Purpose::Summary,
        Purpose::Rate,
        Purpose::Map,
        Purpose::Keywords,
        Purpose::Plan,
        Purpose::Check,
        Purpose::Answer,
        Purpose::Tune,
        Purpose::Embed,
        Purpose::Rerank,
    ];

    /// The task's name in the ledger.
    pub fn name(self) -> &'static str {
        match self {
            Purpose::Extract => "extract",
            Purpose::Glean => "glean",
            Purpose::Claims => "claims",
            Purpose::Same => "same",
            Purpose::Describe => "describe",
            Purpose::Report => "report",
            Purpose::Context => "context",
            Purpose::Summary => "summary",
            Purpose::Rate => "rate",
            Purpose::Map => "map",
            Purpose::Keywords => "keywords",
            Purpose::Plan => "plan",
            Purpose::Check => "check",
            Purpose::Answer => "answer",
            Purpose::Tune => "tune",
            Purpose::Embed => "embed",
            Purpose::Rerank => "rerank",
        }
    }

    /// True for a step of answering a question. What fails of it is told to whoever asked, who asks again or not; it is
    /// nothing that the index lacks.
    pub fn answers(self) -> bool {
        matches!(
            self,
            Purpose::Rate
                | Purpose::Map
                | Purpose::Keywords
                | Purpose::Plan
                | Purpose::Check
                | Purpose::Answer
                | Purpose::Rerank
        )
    }

    /// True for what a build asks for many times over, none of which needs the answer of another at once.
    pub fn can_wait(self) -> bool {
        matches!(
            self,
            Purpose::Extract
                | Purpose::Glean
                | Purpose::Claims
                | Purpose::Describe
                | Purpose::Report
                | Purpose::Context
                | Purpose::Summary
        )
    }

    pub fn role(self) -> Role {
        match self {
            Purpose::Extract
            | Purpose::Glean
            | Purpose::Claims
            | Purpose::Same
            | Purpose::Describe
            | Purpose::Context
            | Purpose::Tune => Role::Extraction,
            Purpose::Report | Purpose::Summary => Role::Report,
            Purpose::Rate => Role::Rating,
            Purpose::Map | Purpose::Keywords | Purpose::Plan | Purpose::Check | Purpose::Answer => Role::Answer,
            Purpose::Embed => Role::Embedding,
            Purpose::Rerank => Role::Rerank,
        }
    }
}

/// What a message is to the model that reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MessageRole {
    /// Folded into the first user message where an endpoint takes no system messages.
    System,
    User,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Message {
    pub role: MessageRole,
    #[serde(rename = "content")]
    pub text: String,
}

impl Message {
    pub fn system(text: impl Into<String>) -> Self {
        Self { role: MessageRole::System, text: text.into() }
    }

    pub fn user(text: impl Into<String>) -> Self {
        Self { role: MessageRole::User, text: text.into() }
    }
}

/// A JSON schema with a name (letters, digits, `_`).
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    pub name: String,
    pub schema: serde_json::Value,
}

/// The form an answer is asked for in. An endpoint that cannot do it is asked for less (schema, then JSON, then text),
/// so the prompt must say the form too, and the answer must be read leniently whatever was asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum AnswerShape {
    #[default]
    Text,
    Json,
    Schema(Schema),
}

/// A question to a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatRequest {
    pub purpose: Purpose,
    /// What it is about. No part of the ledger's key.
    pub item: About,
    pub messages: Vec<Message>,
    pub shape: AnswerShape,
    /// What may help with the answer and changes from run to run: it is sent before what the user says last, and is no
    /// part of the ledger's key, so that nothing is paid for again because of it. Empty as a rule.
    pub aside: String,
    /// The most tokens of the answer; the endpoint's own limit when none.
    pub max_tokens: Option<u32>,
    /// Left out where an endpoint refuses it.
    pub temperature: Option<f32>,
    /// From 0: how often this same request was asked and spoiled before. A later attempt is sent a little warmer, so
    /// that it is not answered alike. No part of the ledger's key.
    pub attempt: u32,
}

impl ChatRequest {
    pub fn new(purpose: Purpose, item: impl Into<About>, messages: Vec<Message>) -> Self {
        Self {
            purpose,
            item: item.into(),
            messages,
            aside: String::new(),
            shape: AnswerShape::Text,
            max_tokens: None,
            temperature: Some(0.0),
            attempt: 0,
        }
    }

    pub fn shape(mut self, shape: AnswerShape) -> Self {
        self.shape = shape;
        self
    }

    pub fn aside(mut self, aside: impl Into<String>) -> Self {
        self.aside = aside.into();
        self
    }

    /// The messages as they are sent.
    pub fn sent(&self) -> Vec<Message> {
        let mut messages = self.messages.clone();
        if let Some(last) = messages.last_mut().filter(|_| !self.aside.is_empty()) {
            last.text = format!("{}\n\n{}", self.aside, last.text);
        }
        messages
    }

    pub fn max_tokens(mut self, tokens: u32) -> Self {
        self.max_tokens = Some(tokens);
        self
    }

    pub fn temperature(mut self, temperature: f32) -> Self {
        self.temperature = Some(temperature);
        self
    }

    pub fn attempt(mut self, attempt: u32) -> Self {
        self.attempt = attempt;
        self
    }
}

/// Why an answer ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Finish {
    /// It was complete.
    #[default]
    Stop,
    /// Cut off by the limit of tokens.
    Length,
    /// Cut off by the provider's filter.
    Filter,
}

/// Where an answer came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// The model, after so long.
    Now(Duration),
    /// The ledger: it was paid for before.
    Before,
}

/// A whole answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatAnswer {
    /// Without the model's thinking. Never empty: an empty answer is an error.
    pub text: String,
    /// What the model thought aloud before it answered; empty when it did not.
    pub thinking: String,
    pub finish: Finish,
    /// One call, or one cached call.
    pub usage: Usage,
    /// The model as the endpoint names it.
    pub model: String,
    pub answered: Answered,
}

impl ChatAnswer {
    pub fn cached(&self) -> bool {
        self.answered == Answered::Before
    }
}

/// A piece of an answer that is being written.
#[derive(Clone, Debug, PartialEq)]
pub enum Delta {
    Text(String),
    Thinking(String),
    /// The end, with all of it.
    Done(ChatAnswer),
}

/// Vectors with what they cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// Of unit length, in the order of the texts.
    pub vectors: Vec<Vec<f32>>,
    pub usage: Usage,
}

/// How well texts fit a question, with what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Reranked {
    /// In the order of the texts; higher is better, comparable within one call alone.
    pub scores: Vec<f32>,
    pub usage: Usage,
}
