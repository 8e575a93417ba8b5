//! Finding out what an endpoint can do with a model: one small question that asks for everything, and where that is
//! refused, the same with one thing less.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::{Abilities, Form, LimitName};
use crate::llm::calls::reranking;
use crate::llm::transport::wire::{self, WireAnswer};
use crate::llm::{AnswerShape, ChatRequest, Client, LlmError, Message, Purpose, Schema};

/// Enough for the answer, and for a little thinking before it.
const TOKENS: u32 = 300;
/// Before a failure is met again.
const REPEATED: Duration = Duration::from_secs(1);
/// About what the question takes.
const PROMPT: u64 = 60;

fn question() -> ChatRequest {
    let schema = json!({
        "type": "object",
        "properties": { "colour": { "type": "string" } },
        "required": ["colour"],
        "additionalProperties": false,
    });
    let messages = vec![
        Message::system("You answer in JSON, as an object with the key `colour`."),
        Message::user("Which colour has fresh snow? Answer in JSON."),
    ];
    ChatRequest::new(Purpose::Answer, "a test of the endpoint", messages)
        .shape(AnswerShape::Schema(Schema { name: "colour".to_owned(), schema }))
        .max_tokens(TOKENS)
}

/// Finds out what a model can do in a chat, and remembers it.
///
/// # Errors
/// It cannot chat at all.
pub(in crate::llm) async fn chat(client: &Client, model: &str) -> Result<Abilities, LlmError> {
    let mut can = Abilities::default();
    let mut repeated = false;
    // Refusals that name what they are about lead straight on; each lowers something, so this ends.
    let refused = loop {
        match try_with(client, model, &can).await {
            Ok(said) => return Ok(keep(client, model, can, &said)),
            // A failure may pass: only one that stays is taken for a refusal.
            Err(LlmError::Server { .. }) if !repeated => {
                repeated = true;
                client.pause(REPEATED).await;
            }
            Err(LlmError::Refused { parameter: Some(parameter), .. }) if can.without(&parameter).is_some() => {
                can = can.without(&parameter).unwrap_or(can);
            }
            Err(error) if may_be_refusal(&error) => break error,
            Err(error) => return Err(error),
        }
    };
    // One that names nothing: each thing is left out by itself, and at last all of them.
    for less in [
        Abilities { form: Form::JsonWithSchema, ..can.clone() },
        Abilities { form: Form::Json, ..can.clone() },
        Abilities { form: Form::Plain, ..can.clone() },
        Abilities { limit: LimitName::MaxCompletionTokens, ..can.clone() },
        Abilities { temperature: false, ..can.clone() },
        Abilities { system: false, ..can.clone() },
        Abilities { form: Form::Plain, limit: LimitName::None, temperature: false, system: false, ..can.clone() },
    ] {
        match try_with(client, model, &less).await {
            Ok(said) => {
                // What answers now may have been failing before, whatever was asked.
                let is_failure = matches!(refused, LlmError::Server { .. });
                return match if is_failure { try_with(client, model, &can).await.ok() } else { None } {
                    Some(said) => Ok(keep(client, model, can, &said)),
                    None => Ok(keep(client, model, less, &said)),
                };
            }
            Err(error) if may_be_refusal(&error) => {}
            Err(error) => return Err(error),
        }
    }
    match refused {
        // Whatever is asked, it fails: that is waited for.
        LlmError::Server { .. } => {
            let said = outlasting(client, model, &can).await?;
            Ok(keep(client, model, can, &said))
        }
        refused => Err(refused),
    }
}

/// Some servers fail where they should refuse.
fn may_be_refusal(error: &LlmError) -> bool {
    matches!(error, LlmError::Refused { .. } | LlmError::Server { status: 500 | 501, .. })
}

fn keep(client: &Client, model: &str, can: Abilities, said: &WireAnswer) -> Abilities {
    let thinks = !said.thinking.is_empty() || said.text.contains("</think");
    let can = Abilities { thinks, ..can };
    client.book.keep(model, can.clone());
    can
}

/// One try; passing trouble other than a plain failure is waited out as always.
async fn try_with(client: &Client, model: &str, can: &Abilities) -> Result<WireAnswer, LlmError> {
    // Taken out of the loop, which would try it again.
    tried(client, model, can, may_be_refusal).await
}

/// Tries as long as an endpoint is waited for.
async fn outlasting(client: &Client, model: &str, can: &Abilities) -> Result<WireAnswer, LlmError> {
    tried(client, model, can, |_| false).await
}

/// What is answered to the question; an error that `ends` it is not tried again.
async fn tried(
    client: &Client,
    model: &str,
    can: &Abilities,
    ends: impl Fn(&LlmError) -> bool,
) -> Result<WireAnswer, LlmError> {
    let request = question();
    let (body, ends) = (&wire::chat_body(&request, model, can, false), &ends);
    let may_cost = client.prices().of(model).map(|price| price.cost(PROMPT, u64::from(TOKENS)));
    let (outcome, _flight) = client
        .persist(model, 200, may_cost, |_| async move {
            match client.http.chat(model, body).await.map_err(|failed| client.count_failed(None, model, PROMPT, failed))
            {
                Err(error) if ends(&error) => Ok(Err(error)),
                other => other.map(Ok),
            }
        })
        .await?;
    let answer = outcome?;
    let said = wire::said(&answer);
    let guess = (PROMPT, said.as_ref().map_or(0, |said| wire::guess_tokens(&said.text)));
    let (prompt, completion) = wire::usage(&answer).unwrap_or(guess);
    client.meter.count(None, client.usage(model, prompt, completion), 0.0);
    said.ok_or_else(|| LlmError::NotAnApi {
        endpoint: client.endpoint().shown().to_owned(),
        detail: format!("it sent `{}`", client.endpoint().clean(&answer.to_string())),
    })
}

/// What a chat model does.
#[derive(Clone, Debug, PartialEq)]
pub struct Chatting {
    pub model: String,
    pub can: Abilities,
    /// The answer came in pieces.
    pub streams: bool,
    pub milliseconds: u64,
}

/// What an embedding model does.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding {
    pub model: String,
    pub dimensions: usize,
    pub base64: bool,
    pub milliseconds: u64,
}

/// What a model does that puts texts in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Reranking {
    pub model: String,
    /// It put the text that answers before the one that does not.
    pub sensible: bool,
    pub milliseconds: u64,
}

impl Client {
    /// The models that the endpoint offers.
    ///
    /// # Errors
    /// It cannot be reached, or has no list.
    pub async fn models(&self) -> Result<Vec<String>, LlmError> {
        let work = self.http.models();
        let late = || LlmError::Timeout { endpoint: self.endpoint().shown().to_owned(), after: self.timeout };
        tokio::time::timeout(self.timeout, work).await.unwrap_or_else(|_| Err(late()))
    }

    /// Tries a chat model anew, whatever is remembered of it: a whole answer, then a streamed one.
    ///
    /// # Errors
    /// It cannot chat.
    pub async fn try_chat(&self, model: &str) -> Result<Chatting, LlmError> {
        let can = chat(self, model).await?;
        let begun = Instant::now();
        // It has just answered: one that cannot stream, or is too slow to, can chat all the same.
        let pieces = self.pieces(model).await.unwrap_or(0);
        let can = self.book.of(model).unwrap_or(can);
        let milliseconds = begun.elapsed().as_millis() as u64;
        Ok(Chatting { model: model.to_owned(), can, streams: pieces > 1, milliseconds })
    }

    /// In how many pieces a streamed answer comes.
    async fn pieces(&self, model: &str) -> Result<u32, LlmError> {
        use futures::StreamExt;
        let question = ChatRequest { shape: AnswerShape::Text, ..question() };
        let (mut pieces, mut usage) = (0u32, None);
        let may_cost = self.prices().of(model).map(|price| price.cost(PROMPT, u64::from(TOKENS)));
        let opened = self.persist(model, 200, may_cost, |can| {
            let body = wire::chat_body(&question, model, &can, true);
            async move {
                let opened = self.http.stream(model, &body).await;
                opened.map_err(|failed| self.count_failed(None, model, PROMPT, failed))
            }
        });
        let (mut chunks, _flight) = opened.await?;
        let mut broken = Ok(());
        while let Some(chunk) = tokio::time::timeout(self.timeout, chunks.next()).await.unwrap_or(None) {
            match chunk {
                Ok(chunk) => usage = wire::usage(&chunk).or(usage),
                Err(error) => broken = Err(error),
            }
            pieces += 1;
        }
        // A piece is about a token.
        let (prompt, completion) = usage.unwrap_or((PROMPT, u64::from(pieces)));
        self.meter.count(None, self.usage(model, prompt, completion), 0.0);
        broken.map(|()| pieces)
    }

    /// Tries an embedding model with two short texts.
    ///
    /// # Errors
    /// It cannot embed.
    pub async fn try_embedding(&self, model: &str) -> Result<Embedding, LlmError> {
        let begun = Instant::now();
        /// About the tokens of both.
        const SHORT: u64 = 20;
        let texts = ["fresh snow", "an old map"];
        let may_cost = self.prices().of(model).map(|price| price.cost(SHORT, 0));
        let (body, _flight) = self
            .persist(model, SHORT, may_cost, |can| {
                let body = wire::embedding_body(model, &texts, &can);
                async move {
                    let answer = self.http.embed(model, &body).await;
                    answer.map_err(|failed| self.count_failed(None, model, SHORT, failed))
                }
            })
            .await?;
        self.meter.count(None, self.usage(model, body.prompt_tokens().unwrap_or(SHORT), 0), 0.0);
        let dimensions = body.data.first().map_or(0, |datum| datum.embedding.0.len());
        let known = self.book.of(model).unwrap_or_default();
        self.book.keep(model, Abilities { dimensions: Some(dimensions), ..known.clone() });
        let milliseconds = begun.elapsed().as_millis() as u64;
        Ok(Embedding { model: model.to_owned(), dimensions, base64: known.base64, milliseconds })
    }

    /// Tries a model that puts texts in order, with two short ones.
    ///
    /// # Errors
    /// It cannot.
    pub async fn try_reranking(&self, model: &str) -> Result<Reranking, LlmError> {
        let begun = Instant::now();
        let texts = ["The kettle is on the stove.", "Snow fell in the mountains last night."];
        let answer = reranking::once(self, None, model, "Where did it snow?", &texts).await?;
        let sensible = answer.scores[1] > answer.scores[0];
        Ok(Reranking { model: model.to_owned(), sensible, milliseconds: begun.elapsed().as_millis() as u64 })
    }
}
