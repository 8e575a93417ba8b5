//! The wire: async-openai over a transport of our own, which keeps the status and the body of what was refused (the
//! crate's own loses both), retries nothing, and passes the gate.

use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, SystemTime};

use async_openai::Client;
use async_openai::config::Config;
use async_openai::error::OpenAIError;
use async_openai::middleware::HttpRequestFactory;
use futures::stream::{BoxStream, StreamExt};
pub(in crate::llm) use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, DATE, HeaderMap, RETRY_AFTER};
use serde_json::Value;

use super::refusal;
use super::wire::{self, EmbeddingBody};
use crate::llm::attempts::retry;
use crate::llm::{Endpoint, Gate, LlmError};

/// More of a refusal is not read.
const REFUSAL_BYTES: usize = 64 << 10;
/// More of a whole answer where a stream was asked for is not read.
const ANSWER_BYTES: usize = 16 << 20;

/// More of any body is not read: it has no end.
const BODY_BYTES: usize = 64 << 20;

/// An answer that is none: its status and what came with it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("status {status}")]
pub(in crate::llm) struct Rejected {
    pub status: u16,
    pub retry_after: Option<Duration>,
    pub location: Option<String>,
    pub body: String,
}

/// A call of which nothing could be used.
#[derive(Debug)]
pub(in crate::llm) struct Failed {
    pub error: LlmError,
    /// It was answered with status 200, and is charged for, whatever the answer holds.
    pub answered: bool,
    /// The tokens of the prompt and of the answer, where it says them.
    pub usage: Option<(u64, u64)>,
}

impl From<LlmError> for Failed {
    fn from(error: LlmError) -> Self {
        Self { error, answered: false, usage: None }
    }
}

impl From<Failed> for LlmError {
    fn from(failed: Failed) -> Self {
        failed.error
    }
}

/// Calls one endpoint.
pub(in crate::llm) struct Http {
    endpoint: Endpoint,
    whole: Client<Endpoint>,
    streamed: Client<Endpoint>,
    reranks: Client<Endpoint>,
    client: reqwest::Client,
    gate: Gate,
}

impl Http {
    /// # Errors
    /// The gate is closed, or no secure client can be made.
    pub fn new(endpoint: Endpoint, gate: Gate, patience: Duration) -> Result<Self, LlmError> {
        let client = gate.http_client(endpoint.shown(), endpoint.is_local(), patience)?;
        let to = endpoint.shown().to_owned();
        let over = |streams, endpoint: &Endpoint| {
            let transport = Transport { client: client.clone(), gate, to: to.clone(), streams };
            Client::build(client.clone(), endpoint.clone()).with_http_service(transport)
        };
        let (whole, streamed) = (over(false, &endpoint), over(true, &endpoint));
        let reranks = over(false, &endpoint.calling("/rerank"));
        Ok(Self { whole, streamed, reranks, client, gate, endpoint })
    }

    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// A whole chat answer.
    pub async fn chat(&self, model: &str, body: &Value) -> Result<Value, Failed> {
        let answer: Value = self.whole.chat().create_byot(body).await.map_err(|e| self.failed(model, e))?;
        self.accepted(model, answer)
    }

    /// The chunks of a chat answer; or the whole of it as one, from an endpoint that does not stream.
    pub async fn stream(
        &self,
        model: &str,
        body: &Value,
    ) -> Result<BoxStream<'static, Result<Value, LlmError>>, Failed> {
        let opened = self.streamed.chat().create_stream_byot::<_, Value>(body).await;
        match opened {
            Ok(chunks) => {
                let (endpoint, model) = (self.endpoint.clone(), model.to_owned());
                let read = move |chunk: Result<Value, OpenAIError>| {
                    let chunk = chunk.map_err(|e| failure(&endpoint, &model, e))?;
                    match refusal::within(&chunk) {
                        Some(rejected) => Err(refusal::classify(&endpoint, &model, &rejected)),
                        None => Ok(chunk),
                    }
                };
                Ok(chunks.map(read).boxed())
            }
            Err(error) => match whole_answer(&error) {
                Some(answer) => Ok(futures::stream::iter([Ok(answer)]).boxed()),
                None => Err(self.failed(model, error)),
            },
        }
    }

    pub async fn embed(&self, model: &str, body: &Value) -> Result<EmbeddingBody, Failed> {
        let answer: EmbeddingBody =
            self.whole.embeddings().create_byot(body).await.map_err(|e| self.failed(model, e))?;
        match &answer.error {
            Some(error) => {
                let rejected = refusal::of_error(error);
                let error = refusal::classify(&self.endpoint, model, &rejected);
                Err(Failed { error, answered: true, usage: answer.prompt_tokens().map(|prompt| (prompt, 0)) })
            }
            None => Ok(answer),
        }
    }

    /// How well texts fit a question, as llama.cpp and vLLM answer it.
    pub async fn rerank(&self, model: &str, body: &Value) -> Result<Value, Failed> {
        let answer: Value = self.reranks.embeddings().create_byot(body).await.map_err(|e| {
            let failed = self.failed(model, e);
            match failed.error {
                // The endpoint may well do everything else: this is no trouble of its own, and does not pass.
                LlmError::NotAnApi { endpoint, detail } if !failed.answered => Failed {
                    error: LlmError::Refused {
                        endpoint,
                        status: 404,
                        parameter: None,
                        detail: format!("it has no /rerank ({detail})"),
                    },
                    ..failed
                },
                // llama.cpp calls what does not fit into its batch a fault of its own, which would be tried again.
                LlmError::Server { endpoint, detail, .. } if detail.contains("too large") => {
                    Failed { error: LlmError::Refused { endpoint, status: 413, parameter: None, detail }, ..failed }
                }
                error => Failed { error, ..failed },
            }
        })?;
        self.accepted(model, answer)
    }

    /// Any call under the endpoint's address, with a body of some kind or none.
    pub async fn call(&self, method: Method, path: &str, body: Option<(&str, Vec<u8>)>) -> Result<Vec<u8>, LlmError> {
        self.gate.pass(self.endpoint.shown())?;
        let mut request = self.client.request(method, self.endpoint.url(path)).headers(self.endpoint.headers());
        if let Some((kind, body)) = body {
            request = request.header(CONTENT_TYPE, kind).body(body);
        }
        let mut request = request.build().map_err(|error| of_transport(&self.endpoint, error))?;
        let query = self.endpoint.query();
        if !query.is_empty() {
            request.url_mut().query_pairs_mut().extend_pairs(query);
        }
        let response = self.client.execute(request).await.map_err(|error| of_transport(&self.endpoint, error))?;
        if !response.status().is_success() {
            let rejected = rejected(response).await;
            let endpoint = self.endpoint.shown().to_owned();
            return Err(match refusal::classify(&self.endpoint, "", &rejected) {
                // What is not there is no trouble of the endpoint's, and does not pass.
                LlmError::NotAnApi { detail, .. } | LlmError::UnknownModel { detail, .. } => {
                    LlmError::Refused { endpoint, status: rejected.status, parameter: None, detail }
                }
                other => other,
            });
        }
        let body = bounded(response, BODY_BYTES).bytes().await;
        Ok(body.map_err(|error| of_transport(&self.endpoint, error))?.to_vec())
    }

    /// An answer that is no refusal in the shape of one.
    fn accepted(&self, model: &str, answer: Value) -> Result<Value, Failed> {
        match refusal::within(&answer) {
            Some(rejected) => Err(Failed {
                error: refusal::classify(&self.endpoint, model, &rejected),
                answered: true,
                usage: wire::usage(&answer),
            }),
            None => Ok(answer),
        }
    }

    /// The names of the models offered.
    pub async fn models(&self) -> Result<Vec<String>, LlmError> {
        let list: Value = self.whole.models().list_byot().await.map_err(|e| self.failure("", e))?;
        if let Some(rejected) = refusal::within(&list) {
            return Err(refusal::classify(&self.endpoint, "", &rejected));
        }
        let rows = list["data"].as_array().or_else(|| list["models"].as_array()).or_else(|| list.as_array());
        let name = |row: &Value| row["id"].as_str().or_else(|| row["name"].as_str()).map(str::to_owned);
        match rows {
            Some(rows) => Ok(rows.iter().filter_map(name).collect()),
            None => Err(LlmError::NotAnApi {
                endpoint: self.endpoint.shown().to_owned(),
                detail: "its list of models is none".to_owned(),
            }),
        }
    }

    fn failure(&self, model: &str, error: OpenAIError) -> LlmError {
        failure(&self.endpoint, model, error)
    }

    fn failed(&self, model: &str, error: OpenAIError) -> Failed {
        let answered = match &error {
            // The status is looked at before the body is.
            OpenAIError::JSONDeserialize(..) => true,
            OpenAIError::Reqwest(error) => error.is_body() || error.is_decode(),
            OpenAIError::Boxed(inner) => {
                inner.downcast_ref::<Rejected>().is_some_and(|rejected| rejected.status == 200)
            }
            _ => false,
        };
        Failed { error: self.failure(model, error), answered, usage: None }
    }
}

/// A whole chat answer that came where a stream was asked for.
fn whole_answer(error: &OpenAIError) -> Option<Value> {
    let OpenAIError::Boxed(inner) = error else { return None };
    let rejected = inner.downcast_ref::<Rejected>().filter(|rejected| rejected.status == 200)?;
    serde_json::from_str::<Value>(&rejected.body).ok().filter(|answer| answer["choices"].is_array())
}

/// Sorts an error of the client by what can be done about it.
fn failure(endpoint: &Endpoint, model: &str, error: OpenAIError) -> LlmError {
    let shown = || endpoint.shown().to_owned();
    match error {
        OpenAIError::Boxed(inner) => match inner.downcast::<Rejected>() {
            Ok(rejected) => refusal::classify(endpoint, model, &rejected),
            Err(inner) => match inner.downcast::<LlmError>() {
                Ok(error) => *error,
                Err(other) => LlmError::BrokenOff { endpoint: shown(), detail: endpoint.clean(&other.to_string()) },
            },
        },
        OpenAIError::Reqwest(error) => of_transport(endpoint, error),
        OpenAIError::JSONDeserialize(error, content) if content.trim_start().starts_with('{') && error.is_eof() => {
            LlmError::BrokenOff { endpoint: shown(), detail: "the answer ends in the middle".to_owned() }
        }
        OpenAIError::JSONDeserialize(error, _) if error.to_string().starts_with("invalid unicode") => {
            LlmError::Garbled { endpoint: shown() }
        }
        // The client hands on words alone.
        OpenAIError::StreamError(error) => match error.to_string() {
            said if said.contains("UTF8 error") => LlmError::Garbled { endpoint: shown() },
            said if said.contains("Transport error") => {
                LlmError::BrokenOff { endpoint: shown(), detail: "the connection was cut".to_owned() }
            }
            said => LlmError::BrokenOff { endpoint: shown(), detail: endpoint.clean(&said) },
        },
        OpenAIError::JSONDeserialize(_, content) => refusal::not_an_api(endpoint, &content),
        OpenAIError::ApiError(error) => LlmError::Server {
            endpoint: shown(),
            status: error.status_code.as_u16(),
            retry_after: None,
            detail: endpoint.clean(&error.api_error.message),
        },
        other => LlmError::BrokenOff { endpoint: shown(), detail: endpoint.clean(&other.to_string()) },
    }
}

/// Sorts an error of the transport.
fn of_transport(endpoint: &Endpoint, error: reqwest::Error) -> LlmError {
    let shown = endpoint.shown().to_owned();
    let error = error.without_url();
    let detail = endpoint.clean(&causes(&error));
    if error.is_timeout() {
        // The waiting itself is limited by the caller, who knows for how long; here only connecting is.
        return LlmError::Unreachable { endpoint: shown, detail: "it does not answer at all".to_owned() };
    }
    if error.is_connect() {
        let said = detail.to_lowercase();
        let tls = ["certificate", "tls", "handshake", "invalid peer", "corrupt message", "close_notify"];
        return match tls.iter().any(|word| said.contains(word)) {
            true => LlmError::Tls { endpoint: shown, detail },
            false => LlmError::Unreachable { endpoint: shown, detail },
        };
    }
    LlmError::BrokenOff { endpoint: shown, detail }
}

/// An error with what caused it, each said once.
pub(super) fn causes(error: &(dyn Error + 'static)) -> String {
    let mut said: Vec<String> = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next {
        let text = error.to_string();
        if !said.iter().any(|before| before.contains(&text)) {
            said.push(text);
        }
        next = error.source();
    }
    said.join(": ")
}

/// The transport under async-openai.
#[derive(Clone)]
struct Transport {
    client: reqwest::Client,
    gate: Gate,
    to: String,
    /// Events are wanted, not one body.
    streams: bool,
}

type Sent = Pin<Box<dyn Future<Output = Result<reqwest::Response, OpenAIError>> + Send>>;

impl tower_service::Service<HttpRequestFactory> for Transport {
    type Response = reqwest::Response;
    type Error = OpenAIError;
    type Future = Sent;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), OpenAIError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: HttpRequestFactory) -> Sent {
        let Transport { client, gate, to, streams } = self.clone();
        Box::pin(async move {
            gate.pass(&to).map_err(|e| OpenAIError::Boxed(Box::new(e)))?;
            let response = client.execute(request.build().await?).await.map_err(OpenAIError::Reqwest)?;
            let taken = response.status().is_success() && !(streams && is_whole(response.headers()));
            if taken {
                Ok(bounded(response, BODY_BYTES))
            } else {
                Err(OpenAIError::Boxed(Box::new(rejected(response).await)))
            }
        })
    }
}

/// The same response, which fails when its body is longer than this.
fn bounded(response: reqwest::Response, most: usize) -> reqwest::Response {
    let (status, headers) = (response.status(), response.headers().clone());
    let mut read = 0;
    let pieces = response.bytes_stream().map(move |piece| {
        let piece = piece.map_err(std::io::Error::other)?;
        read += piece.len();
        match read > most {
            true => Err(std::io::Error::other(format!("the answer has no end: more than {most} bytes came"))),
            false => Ok(piece),
        }
    });
    let mut bounded = http::Response::new(reqwest::Body::wrap_stream(pieces));
    *bounded.status_mut() = status;
    *bounded.headers_mut() = headers;
    bounded.into()
}

/// True for a body that is no stream of events, whatever was asked for.
fn is_whole(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.starts_with("application/json") || kind.starts_with("text/html")
}

async fn rejected(response: reqwest::Response) -> Rejected {
    let text = |name| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let now = text(DATE).and_then(|date| retry::http_date(&date)).unwrap_or_else(SystemTime::now);
    let retry_after = text(RETRY_AFTER).and_then(|value| retry::retry_after(&value, now));
    let location = text(reqwest::header::LOCATION);
    let status = response.status().as_u16();
    let limit = if status == 200 { ANSWER_BYTES } else { REFUSAL_BYTES };
    let mut bytes = Vec::new();
    let mut pieces = response.bytes_stream();
    // A refusal that breaks off is as good as what came of it.
    while let Some(Ok(piece)) = pieces.next().await {
        bytes.extend_from_slice(&piece);
        if bytes.len() >= limit {
            break;
        }
    }
    Rejected { status, retry_after, location, body: String::from_utf8_lossy(&bytes).into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_body_without_an_end_is_not_read_to_its_end() {
        let response = |bytes: usize| reqwest::Response::from(http::Response::new("x".repeat(bytes)));
        assert_eq!(bounded(response(100), 100).text().await.unwrap().len(), 100);
        let endless = bounded(response(101), 100).text().await.unwrap_err();
        assert!(causes(&endless).contains("more than 100 bytes"), "{}", causes(&endless));
    }
}
