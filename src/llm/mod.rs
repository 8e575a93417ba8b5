//! Chat, embedding and reranking models behind one trait, [`Provider`]. It owns everything between a request and its
//! answer: the wire, what an endpoint can do, rate limits, retries, prices, the answers that are already paid for, and
//! the gate that no socket is opened through when offline. It knows nothing of prompts or of what an answer means.

mod abilities;
mod attempts;
mod batch;
mod calls;
mod client;
mod error;
mod money;
pub mod scripted;
#[cfg(test)]
mod tests;
mod transport;

use std::sync::Arc;

use futures::future::BoxFuture;
use futures::stream::BoxStream;

pub use abilities::{Abilities, Chatting, Embedding, Form, LimitName, Reranking};
pub use batch::JOB_FROM;
pub use calls::{
    AnswerShape, Answered, ChatAnswer, ChatRequest, Delta, Embedded, Finish, Message, MessageRole, Purpose, Reranked,
    Role, Schema,
};
pub use client::{Client, ClientOptions, model_of};
pub use error::LlmError;
pub use money::{Meter, MeterReading, Price, Prices, PurposeTotal, Spent};
pub use transport::{Endpoint, Gate, Key, OPENAI, without_secrets};

/// A runtime for providers: they need timers and sockets, and their connections live as long as the runtime they were
/// made in, so that one runtime should serve a whole run.
///
/// # Errors
/// The system has no thread or no poll to give.
pub fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).thread_name("models").enable_all().build()
}

/// Models behind an endpoint, or a stand-in for them. Dropping a future or a stream cancels the call. All of it must be
/// polled within a tokio runtime that has time and IO enabled.
pub trait Provider: Send + Sync {
    /// The model that serves a role; empty when none is configured.
    fn model(&self, role: Role) -> &str;

    /// How many calls to have under way at once.
    fn concurrency(&self) -> usize;

    /// Counters of everything asked through this provider, and the switch that pauses it; may outlive the provider.
    fn meter(&self) -> &Arc<Meter>;

    /// Asks, and returns the whole answer. What was answered before is taken from the ledger (`cached`), what is
    /// answered now is in the ledger before this returns. Passing trouble (429, 5xx, a connection that broke) has been
    /// retried.
    fn chat<'a>(&'a self, request: &'a ChatRequest) -> BoxFuture<'a, Result<ChatAnswer, LlmError>>;

    /// Asks, and returns the answer as it is written. The last item is [`Delta::Done`] or an error; an error after some
    /// text means that the answer broke off. The whole answer is in the ledger before `Done`.
    fn stream<'a>(&'a self, request: &'a ChatRequest) -> BoxStream<'a, Result<Delta, LlmError>>;

    /// Returns one vector for each text, in order, all of one length, as the index will keep them. Texts may be any
    /// number: they are sent in batches, and each is kept in the ledger by itself.
    fn embed<'a>(&'a self, texts: &'a [String]) -> BoxFuture<'a, Result<Embedded, LlmError>>;

    /// Returns how well each text fits a question, in order. The answer is kept in the ledger.
    fn rerank<'a>(&'a self, question: &'a str, texts: &'a [String]) -> BoxFuture<'a, Result<Reranked, LlmError>>;

    /// Says that the answer to a request was of no use (it could not be read). Its row in the ledger becomes a failure
    /// with this reason, and the same request will be sent again when it is asked again, in this run or a later one.
    /// The failure is gone as soon as a later answer is not spoiled.
    fn spoil<'a>(&'a self, request: &'a ChatRequest, why: &'a str) -> BoxFuture<'a, Result<(), LlmError>>;

    /// Says that a request is too much at once, and that its parts are asked for in its place. It is no failure any
    /// more: what is missing then is a part. Asked again, in this run or a later one, it is not sent: that gives
    /// [`LlmError::Divided`].
    fn divide<'a>(&'a self, request: &'a ChatRequest) -> BoxFuture<'a, Result<(), LlmError>>;
}
