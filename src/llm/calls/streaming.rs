//! An answer as it is written: chunks become deltas, thinking is set apart, and the whole is kept before its end is
//! told.

use std::collections::VecDeque;
use std::time::Duration;

use futures::stream::{self, BoxStream, StreamExt};
use serde_json::Value;
use tokio::time::Instant;

use super::thinking::{Part, Splitter};
use crate::llm::client;
use crate::llm::money::meter::{Flight, Sending};
use crate::llm::transport::wire::{self, WireAnswer};
use crate::llm::{ChatAnswer, ChatRequest, Client, Delta, LlmError, Provider};

/// A stream that is open.
pub(in crate::llm) enum Opened<'a> {
    /// The whole answer was in the ledger.
    Kept(ChatAnswer),
    Live(Live<'a>),
}

/// An answer that is being written.
pub(in crate::llm) struct Live<'a> {
    client: &'a Client,
    request: &'a ChatRequest,
    model: &'a str,
    chunks: BoxStream<'static, Result<Value, LlmError>>,
    said: WireAnswer,
    splitter: Splitter,
    ready: VecDeque<Delta>,
    begun: Instant,
    /// How long was waited for a word: a server may send pieces without one for ever.
    silent: Duration,
    ended: bool,
    /// What it cost is counted.
    counted: bool,
    /// Counted as under way while they are there.
    flight: Option<(Flight<'a>, Sending<'a>)>,
}

/// The deltas of an answer.
pub(in crate::llm) fn deltas<'a>(
    client: &'a Client,
    request: &'a ChatRequest,
) -> BoxStream<'a, Result<Delta, LlmError>> {
    stream::once(client.open(request))
        .flat_map(|opened| match opened {
            Err(error) => stream::iter([Err(error)]).boxed(),
            Ok(Opened::Kept(answer)) => {
                stream::iter([Ok(Delta::Text(answer.text.clone())), Ok(Delta::Done(answer))]).boxed()
            }
            Ok(Opened::Live(live)) => stream::unfold(live, Live::next).boxed(),
        })
        .boxed()
}

impl<'a> Live<'a> {
    pub fn new(
        client: &'a Client,
        request: &'a ChatRequest,
        model: &'a str,
        flight: Flight<'a>,
        chunks: BoxStream<'static, Result<Value, LlmError>>,
    ) -> Self {
        Self {
            client,
            request,
            model,
            chunks,
            said: WireAnswer::default(),
            splitter: Splitter::default(),
            ready: VecDeque::new(),
            begun: Instant::now(),
            silent: Duration::ZERO,
            ended: false,
            counted: false,
            flight: Some((flight, client.meter.sending())),
        }
    }

    async fn next(mut self) -> Option<(Result<Delta, LlmError>, Self)> {
        loop {
            if let Some(delta) = self.ready.pop_front() {
                return Some((Ok(delta), self));
            }
            if self.ended {
                return None;
            }
            let waits_from = Instant::now();
            let left = self.client.timeout.saturating_sub(self.silent);
            let step = match tokio::time::timeout(left, self.chunks.next()).await {
                Ok(Some(Ok(chunk))) => {
                    self.silent += waits_from.elapsed();
                    self.take(&chunk);
                    match self.said.cut(client::most_bytes(self.request)) {
                        true => self.end().await,
                        false if self.silent >= self.client.timeout => self.give_up().await,
                        false => Ok(()),
                    }
                }
                Ok(Some(Err(error))) => Err(error),
                Ok(None) => self.end().await,
                Err(_) => self.give_up().await,
            };
            if let Err(LlmError::Empty { .. }) = step
                && let Ok(answer) = self.asked_again().await
            {
                self.ready.extend([Delta::Text(answer.text.clone()), Delta::Done(answer)]);
                continue;
            }
            if let Err(error) = step {
                self.let_go();
                self.ended = true;
                let error = self.client.set_aside(self.request, self.model, error).await;
                return Some((Err(error), self));
            }
        }
    }

    /// Nothing is said any more: that is the end where the model said that it ended, and none elsewhere.
    async fn give_up(&mut self) -> Result<(), LlmError> {
        if self.said.finish.is_some() {
            return self.end().await;
        }
        let (endpoint, after) = (self.client.endpoint().shown().to_owned(), self.client.timeout);
        if self.said.text.trim().is_empty() && self.said.thinking.trim().is_empty() {
            return Err(LlmError::Timeout { endpoint, after });
        }
        Err(LlmError::Stalled { endpoint, after })
    }

    /// Counts what came: the stream was opened with status 200, and the prompt is charged for at least.
    fn let_go(&mut self) {
        if !std::mem::replace(&mut self.counted, true) {
            self.client.let_go(self.request, self.model, &self.said);
        }
    }

    fn take(&mut self, chunk: &Value) {
        let Some(said) = wire::said(chunk) else { return };
        let words = [&said.text, &said.thinking, &said.refusal];
        if self.said.finish.is_none() && words.iter().any(|words| !words.trim().is_empty()) {
            self.silent = Duration::ZERO;
        }
        if !said.thinking.is_empty() {
            self.ready.push_back(Delta::Thinking(said.thinking.clone()));
            self.said.thinking.push_str(&said.thinking);
        }
        self.ready.extend(self.splitter.take(&said.text).into_iter().map(delta));
        self.said.text.push_str(&said.text);
        self.said.refusal.push_str(&said.refusal);
        self.said.finish = said.finish.or(self.said.finish);
        self.said.usage = said.usage.or(self.said.usage);
        self.said.model = said.model.or(self.said.model.take());
    }

    /// The whole answer, where nothing of it was streamed: it is asked for as often as any other.
    async fn asked_again(&mut self) -> Result<ChatAnswer, LlmError> {
        self.flight = None;
        let answer = self.client.chat(self.request).await?;
        self.ended = true;
        Ok(answer)
    }

    /// The end of the chunks: the answer is whole only when the model said that it ended.
    async fn end(&mut self) -> Result<(), LlmError> {
        let broke_off = |detail: &str| LlmError::BrokenOff {
            endpoint: self.client.endpoint().shown().to_owned(),
            detail: detail.to_owned(),
        };
        if self.said.finish.is_none() {
            if !self.said.text.is_empty() || !self.said.thinking.is_empty() {
                return Err(broke_off("it ends in the middle"));
            }
            // Some servers have begun to stream before they notice what is wrong: asked for a whole answer, they say
            // it.
            self.let_go();
            let answer = self.asked_again().await?;
            self.ready.extend([Delta::Text(answer.text.clone()), Delta::Done(answer)]);
            return Ok(());
        }
        let said = std::mem::take(&mut self.said);
        self.counted = true;
        let answer = self.client.answer(self.request, self.model, said, self.begun)?;
        self.client.keep(self.request, self.model, &answer).await?;
        self.ready.extend(std::mem::take(&mut self.splitter).end().map(delta));
        self.ready.push_back(Delta::Done(answer));
        self.ended = true;
        Ok(())
    }
}

impl Drop for Live<'_> {
    /// Whoever lets go of an answer half-way has it charged as far as it came.
    fn drop(&mut self) {
        if !self.ended {
            self.let_go();
        }
    }
}

fn delta(part: Part) -> Delta {
    match part {
        Part::Thinking(text) => Delta::Thinking(text),
        Part::Answer(text) => Delta::Text(text),
    }
}
