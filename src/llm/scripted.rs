//! A test double: a provider without a network, for tests of everything above it. Nothing of the program uses it; it is
//! public because integration tests see the library as any other crate does, and a feature that they alone switch on
//! would have benches and the program build the library twice. What no one calls is left out of the program when it is
//! linked.
//!
//! It answers by a rule, as slowly and as faultily as the rule says, streams word by word, remembers what it was asked,
//! and keeps what it answered as a ledger does.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::future::BoxFuture;
use futures::stream::{self, BoxStream, StreamExt};

use super::{
    Answered, ChatAnswer, ChatRequest, Delta, Embedded, Finish, LlmError, Meter, Provider, Purpose, Reranked, Role,
};
use crate::model::{Fnv, Usage, dense};

/// Answers a request; the number is how often the same request (its messages) was sent before.
pub type Rule = Box<dyn Fn(&ChatRequest, u32) -> Result<String, LlmError> + Send + Sync>;

/// How long a request takes to be answered.
pub type Delay = Box<dyn Fn(&ChatRequest) -> Duration + Send + Sync>;

/// A provider that answers by a rule.
pub struct ScriptedProvider {
    rule: Rule,
    latency: Duration,
    delay: Option<Delay>,
    dimensions: usize,
    finish: Finish,
    concurrency: usize,
    meter: Arc<Meter>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Everything that was sent, in order; answers from the ledger are not sent.
    sent: Vec<ChatRequest>,
    times: BTreeMap<String, u32>,
    answers: BTreeMap<String, ChatAnswer>,
    spoiled: Vec<(String, String)>,
    divided: BTreeSet<String>,
    embedded: u32,
}

impl ScriptedProvider {
    pub fn new(rule: impl Fn(&ChatRequest, u32) -> Result<String, LlmError> + Send + Sync + 'static) -> Self {
        Self {
            rule: Box::new(rule),
            latency: Duration::ZERO,
            delay: None,
            dimensions: 64,
            finish: Finish::Stop,
            concurrency: 8,
            meter: Arc::default(),
            state: Mutex::default(),
        }
    }

    /// Before each answer, and before each piece of a stream.
    pub fn latency(mut self, latency: Duration) -> Self {
        self.latency = latency;
        self
    }

    /// Before each answer, by what is asked: answers come in another order than they were asked for.
    pub fn delayed(mut self, delay: impl Fn(&ChatRequest) -> Duration + Send + Sync + 'static) -> Self {
        self.delay = Some(Box::new(delay));
        self
    }

    /// How answers end, e.g. cut off.
    pub fn finish(mut self, finish: Finish) -> Self {
        self.finish = finish;
        self
    }

    pub fn concurrency(mut self, concurrency: usize) -> Self {
        self.concurrency = concurrency;
        self
    }

    pub fn dimensions(mut self, dimensions: usize) -> Self {
        self.dimensions = dimensions;
        self
    }

    /// What was sent, in order.
    pub fn sent(&self) -> Vec<ChatRequest> {
        self.state().sent.clone()
    }

    /// Texts embedded, in all.
    pub fn embedded(&self) -> u32 {
        self.state().embedded
    }

    /// Items whose answers were spoiled, with why.
    pub fn spoiled(&self) -> Vec<(String, String)> {
        self.state().spoiled.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer kept, or a new one.
    async fn answer(&self, request: &ChatRequest) -> Result<ChatAnswer, LlmError> {
        self.meter.until_resumed().await;
        let key = key(request);
        if self.state().divided.contains(&key) {
            return Err(LlmError::Divided);
        }
        if let Some(answer) = self.state().answers.get(&key).cloned() {
            let usage = Usage { cached_calls: 1, ..Usage::default() };
            self.meter.count(Some(request.purpose), usage, 0.0);
            return Ok(ChatAnswer { usage, answered: Answered::Before, ..answer });
        }
        let before = {
            let mut state = self.state();
            state.sent.push(request.clone());
            let times = state.times.entry(key.clone()).or_default();
            *times += 1;
            *times - 1
        };
        tokio::time::sleep(self.delay.as_ref().map_or(self.latency, |delay| delay(request))).await;
        let text = (self.rule)(request, before)?;
        let words = |text: &str| text.split_whitespace().count() as u64;
        let usage = Usage {
            calls: 1,
            prompt_tokens: request.messages.iter().map(|message| words(&message.text)).sum(),
            completion_tokens: words(&text),
            ..Usage::default()
        };
        if text.is_empty() {
            return Err(LlmError::Empty { model: "scripted".to_owned() });
        }
        let answer = ChatAnswer {
            text,
            thinking: String::new(),
            finish: self.finish,
            usage,
            model: "scripted".to_owned(),
            answered: Answered::Now(self.latency),
        };
        self.meter.count(Some(request.purpose), usage, 0.0);
        self.state().answers.insert(key, answer.clone());
        Ok(answer)
    }
}

/// What makes two requests the same: their messages and purpose.
fn key(request: &ChatRequest) -> String {
    format!("{:?}{:?}", request.purpose, request.messages)
}

impl Provider for ScriptedProvider {
    fn model(&self, _: Role) -> &str {
        "scripted"
    }

    fn concurrency(&self) -> usize {
        self.concurrency
    }

    fn meter(&self) -> &Arc<Meter> {
        &self.meter
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest) -> BoxFuture<'a, Result<ChatAnswer, LlmError>> {
        Box::pin(self.answer(request))
    }

    fn stream<'a>(&'a self, request: &'a ChatRequest) -> BoxStream<'a, Result<Delta, LlmError>> {
        let pieces = async move {
            match self.answer(request).await {
                Ok(answer) => {
                    let words = answer.text.split_inclusive(' ').map(|word| Ok(Delta::Text(word.to_owned())));
                    let mut pieces: Vec<_> = words.collect();
                    pieces.push(Ok(Delta::Done(answer)));
                    pieces
                }
                Err(error) => vec![Err(error)],
            }
        };
        let paced = move |piece| async move {
            tokio::time::sleep(self.latency).await;
            piece
        };
        stream::once(pieces).flat_map(stream::iter).then(paced).boxed()
    }

    /// Bags of words, hashed: texts that share words are alike.
    fn embed<'a>(&'a self, texts: &'a [String]) -> BoxFuture<'a, Result<Embedded, LlmError>> {
        Box::pin(async move {
            self.meter.until_resumed().await;
            tokio::time::sleep(self.latency).await;
            self.state().embedded += texts.len() as u32;
            let usage = Usage { calls: 1, ..Usage::default() };
            self.meter.count(Some(Purpose::Embed), usage, 0.0);
            Ok(Embedded { vectors: texts.iter().map(|text| bag_of_words(text, self.dimensions)).collect(), usage })
        })
    }

    /// Texts that share more words with the question score higher.
    fn rerank<'a>(&'a self, question: &'a str, texts: &'a [String]) -> BoxFuture<'a, Result<Reranked, LlmError>> {
        Box::pin(async move {
            self.meter.until_resumed().await;
            tokio::time::sleep(self.latency).await;
            let usage = Usage { calls: 1, ..Usage::default() };
            self.meter.count(Some(Purpose::Rerank), usage, 0.0);
            let asked = bag_of_words(question, self.dimensions);
            let score = |text: &String| dense::dot(&bag_of_words(text, self.dimensions), &asked);
            Ok(Reranked { scores: texts.iter().map(score).collect(), usage })
        })
    }

    fn spoil<'a>(&'a self, request: &'a ChatRequest, why: &'a str) -> BoxFuture<'a, Result<(), LlmError>> {
        Box::pin(async move {
            let mut state = self.state();
            state.answers.remove(&key(request));
            state.spoiled.push((request.item.name.clone(), why.to_owned()));
            Ok(())
        })
    }

    fn divide<'a>(&'a self, request: &'a ChatRequest) -> BoxFuture<'a, Result<(), LlmError>> {
        Box::pin(async move {
            self.state().divided.insert(key(request));
            Ok(())
        })
    }
}

/// A vector of unit length with a place for each hashed word.
pub fn bag_of_words(text: &str, dimensions: usize) -> Vec<f32> {
    let mut vector = vec![0.0f32; dimensions];
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let hash = Fnv::of(word.to_lowercase().as_bytes());
        vector[(hash % dimensions as u64) as usize] += 1.0;
    }
    dense::normalise(&mut vector);
    vector
}

#[cfg(test)]
mod tests {
    use super::super::Message;
    use super::*;

    fn request(text: &str) -> ChatRequest {
        ChatRequest::new(Purpose::Extract, "text unit 1", vec![Message::user(text)])
    }

    #[tokio::test]
    async fn what_was_answered_is_not_asked_again_until_it_is_spoiled() {
        let provider = ScriptedProvider::new(|request, before| Ok(format!("{} {before}", request.messages[0].text)));
        let first = provider.chat(&request("a")).await.unwrap();
        assert_eq!((first.text.as_str(), first.cached()), ("a 0", false));
        assert!(provider.chat(&request("a")).await.unwrap().cached());
        provider.spoil(&request("a"), "not JSON").await.unwrap();
        let second = provider.chat(&request("a").attempt(1)).await.unwrap();
        assert_eq!((second.text.as_str(), second.cached()), ("a 1", false));
        assert_eq!(provider.sent().len(), 2);
        assert_eq!(provider.spoiled(), [("text unit 1".to_owned(), "not JSON".to_owned())]);
    }

    #[tokio::test]
    async fn a_stream_is_the_answer_in_pieces() {
        let provider = ScriptedProvider::new(|_, _| Ok("one two three".to_owned()));
        let ask = request("x");
        let pieces: Vec<_> = provider.stream(&ask).map(Result::unwrap).collect().await;
        let text: String = pieces
            .iter()
            .filter_map(|piece| match piece {
                Delta::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(text, "one two three");
        assert!(matches!(pieces.last(), Some(Delta::Done(answer)) if answer.text == text));
    }

    #[tokio::test]
    async fn alike_texts_have_alike_vectors() {
        let provider = ScriptedProvider::new(|_, _| Ok(String::new()));
        let texts = ["the dam leaked", "the dam held", "quite another matter"].map(str::to_owned);
        let vectors = provider.embed(&texts).await.unwrap().vectors;
        assert!(dense::dot(&vectors[0], &vectors[1]) > dense::dot(&vectors[0], &vectors[2]));
    }
}
