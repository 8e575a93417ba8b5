//! The minds that ask a model, one for each of the five traits, over any [`Provider`] and the prompts.
//!
//! All minds of a run share one [`Mind`]: the provider, which bounds how many calls are under way, the prompts, and
//! what the corpus is told to be ([`Brief`]).

pub mod analyst;
mod check;
pub mod context;
pub mod embedder;
pub mod extractor;
mod fence;
mod identity;
#[cfg(test)]
mod injections;
mod keywords;
mod locate;
pub mod parse;
mod planning;
pub mod reporter;
pub mod reranker;
mod schema;
pub mod summary;
mod surroundings;
mod table;
pub mod tune;

use std::sync::Arc;

use super::{Judged, JudgementError};
use crate::config::Settings;
use crate::llm::{ChatAnswer, ChatRequest, LlmError, Provider};
use crate::model::Usage;
use crate::prompts::Prompts;

/// An answer that cannot be read is asked for this often in all.
const ATTEMPTS: u32 = 3;

/// What a model is told of the corpus, and how it is to write.
#[derive(Clone, Debug, PartialEq)]
pub struct Brief {
    /// As it stands in a sentence: `English`, `the language of the passage`.
    pub language: String,
    pub entity_types: Vec<String>,
    /// A sentence, or nothing.
    pub domain: String,
    pub persona: String,
    /// Examples in the form that extraction asks for, or nothing.
    pub examples: String,
    /// Records instead of JSON.
    pub records: bool,
    pub gleanings: u32,
    pub claims: bool,
    pub claim_description: String,
    pub report_words: u32,
    /// Tokens of records that a report is written from.
    pub report_tokens: u32,
    pub description_words: u32,
    /// The form of an answer: `several paragraphs`.
    pub response: String,
}

impl Brief {
    pub fn new(settings: &Settings) -> Self {
        let sentence = |lead: &str, text: &str| match text.trim() {
            "" => String::new(),
            text => format!("{lead}{text}"),
        };
        let automatic = settings.language.is_empty() || settings.language == "auto";
        Self {
            language: if automatic { String::new() } else { settings.language.clone() },
            entity_types: settings.entity_types.clone(),
            domain: sentence("The collection is about: ", &settings.domain),
            persona: sentence(" ", &settings.persona),
            examples: String::new(),
            records: settings.extraction_form == "records",
            gleanings: settings.gleanings,
            claims: settings.claims,
            claim_description: settings.claim_description.clone(),
            report_words: settings.report_words,
            report_tokens: settings.report_tokens,
            description_words: settings.description_words,
            response: settings.response.clone(),
        }
    }

    /// What a tuning says of the corpus, beside the settings.
    pub fn tuned(&self) -> String {
        serde_json::json!([self.language, self.entity_types, self.domain, self.persona, self.examples]).to_string()
    }

    /// The language to write in, where none is set that of `what`.
    fn language(&self, what: &str) -> String {
        if self.language.is_empty() { format!("the language of {what}") } else { self.language.clone() }
    }

    fn types(&self) -> String {
        self.entity_types.join(", ")
    }
}

/// What the minds of a run share.
#[derive(Clone)]
pub struct Mind {
    pub provider: Arc<dyn Provider>,
    pub prompts: Arc<Prompts>,
    pub brief: Arc<Brief>,
}

/// Why there is no judgement.
#[derive(Debug)]
enum Refusal {
    Model(LlmError),
    Unreadable {
        why: String,
        /// Every answer ended in the middle: less should be asked for at once.
        cut: bool,
    },
}

impl Refusal {
    /// Asking about a part of it may do.
    fn wants_less(&self) -> bool {
        match self {
            Refusal::Model(_) => self.is_too_long(),
            Refusal::Unreadable { cut, .. } => *cut,
        }
    }

    /// Less of what is asked about may do, whatever the answer is.
    fn is_too_long(&self) -> bool {
        // The parts of what is left aside may have been answered before; they are left aside with it where they were
        // not.
        let Refusal::Model(error) = self else { return false };
        matches!(error, LlmError::ContextLength { .. } | LlmError::Divided | LlmError::LeftAside { .. })
    }
}

impl From<Refusal> for JudgementError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Model(error) => error.into(),
            Refusal::Unreadable { why, .. } => JudgementError::Unreadable(why),
        }
    }
}

/// An answer that could not be used.
struct Unusable {
    why: String,
    cut: bool,
}

impl Mind {
    pub fn new(provider: Arc<dyn Provider>, prompts: Arc<Prompts>, brief: Brief) -> Self {
        Self { provider, prompts, brief: Arc::new(brief) }
    }

    /// Asks for text, made of `most` bytes of what is shown; of half as many where the model cannot take them, and so
    /// on, as long as enough is left to write from.
    async fn ask_of_less(&self, mut most: usize, request: impl Fn(usize) -> ChatRequest) -> Judged<String> {
        const LEAST: usize = 1_000;
        loop {
            let request = request(most);
            match self.ask(&request, extractor::read_text).await {
                Err(refusal) if refusal.is_too_long() && most / 2 >= LEAST => {
                    self.divide(&request, &refusal).await?;
                    most /= 2;
                }
                other => return Ok(other?),
            }
        }
    }

    /// Asks until an answer can be read, and returns what was read. `read` is told which attempt it is, from 0.
    async fn ask<T>(
        &self,
        request: &ChatRequest,
        read: impl Fn(&ChatAnswer, u32) -> Result<T, Unusable>,
    ) -> Result<(T, Usage), Refusal> {
        let mut request = request.clone();
        let mut usage = Usage::default();
        loop {
            let answer = self.provider.chat(&request).await.map_err(Refusal::Model)?;
            usage += answer.usage;
            let Unusable { why, cut } = match read(&answer, request.attempt) {
                Ok(value) => return Ok((value, usage)),
                Err(unusable) => unusable,
            };
            self.provider.spoil(&request, &why).await.map_err(Refusal::Model)?;
            request.attempt += 1;
            if request.attempt >= ATTEMPTS {
                return Err(Refusal::Unreadable { why, cut });
            }
        }
    }

    /// Asks until an answer holds JSON that `read` can read: for judgements that are none of the five traits'.
    ///
    /// # Errors
    /// The model could not be asked, or none of its answers could be read.
    pub async fn ask_json<T>(
        &self,
        request: &ChatRequest,
        read: impl Fn(&serde_json::Value) -> Option<T>,
    ) -> Result<(T, Usage), JudgementError> {
        let read = |answer: &ChatAnswer, _| {
            let thought = parse::clean::without_thoughts(&answer.text);
            let text = parse::clean::without_fences(&thought);
            let found = parse::json::find(&text, |value| read(value).is_some());
            found.and_then(|found| read(&found.value)).ok_or_else(|| Unusable {
                why: "no JSON of the form that was asked for".to_owned(),
                cut: answer.finish == crate::llm::Finish::Length,
            })
        };
        Ok(self.ask(request, read).await?)
    }

    /// Says that a request is asked for in parts from now on, because of this refusal.
    async fn divide(&self, request: &ChatRequest, refusal: &Refusal) -> Result<(), Refusal> {
        match refusal {
            // That is known, or it is to stay a failure.
            Refusal::Model(LlmError::Divided | LlmError::LeftAside { .. }) => Ok(()),
            _ => self.provider.divide(request).await.map_err(Refusal::Model),
        }
    }
}

/// A passage for the tests of other layers.
#[cfg(test)]
pub fn extractor_passage(text: &str) -> super::Passage {
    extractor::tests::passage(text, 0)
}
