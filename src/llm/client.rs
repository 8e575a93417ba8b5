//! The provider that asks real endpoints: what was answered before comes from the ledger, everything else goes out
//! within limits and budget, and is kept before it is used.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use futures::future::BoxFuture;
use futures::stream::BoxStream;
use serde_json::json;
use tokio::sync::{Mutex, Semaphore};
use tokio::time::Instant;

use super::abilities::{Book, probe};
use super::attempts::circuit::Circuit;
use super::attempts::pace::Pace;
use super::batch::{Batches, MOST_CALLS};
use super::calls::{embedding, reranking, streaming, thinking};
use super::money::ledger_thread::{self, Paid};
use super::transport::http::{Failed, Http};
use super::transport::wire::{self, WireAnswer};
use super::{
    Abilities, AnswerShape, Answered, ChatAnswer, ChatRequest, Delta, Embedded, Endpoint, Finish, Gate, Key, LlmError,
    Meter, Prices, Provider, Reranked, Role,
};
use crate::config::Settings;
use crate::model::Usage;
use crate::store::{Kept, Ledger, LeftAside};

/// How a client is made, apart from the settings.
#[derive(Default)]
pub struct ClientOptions {
    /// `--offline`: no client is made.
    pub offline: bool,
    /// The most that may be spent, in dollars.
    pub budget_usd: Option<f64>,
    /// The file that remembers what endpoints can do.
    pub remembered: Option<PathBuf>,
    /// Where answers are kept; without one, everything is asked each time.
    pub ledger: Option<Ledger>,
    /// What failed before and is not asked for.
    pub left: LeftAside,
}

/// Asks the models that the settings name.
pub struct Client {
    pub(super) http: Http,
    pub(super) book: Book,
    pub(super) circuit: Circuit,
    pub(super) meter: Arc<Meter>,
    pub(super) slots: Semaphore,
    pub(super) requests: Pace,
    pub(super) tokens: Pace,
    pub(super) timeout: Duration,
    pub(super) patience: Duration,
    pub(super) paid: Option<Paid>,
    pub(super) batches: Batches,
    left: LeftAside,
    /// What waits before retries are multiplied by: 1, but in tests.
    pub(super) haste: f64,
    /// One call at a time finds out what a model can do.
    pub(super) probing: Mutex<()>,
    /// Of the vectors of this run; 0 before the first.
    pub(super) dimensions: AtomicUsize,
    prices: Prices,
    models: [String; Role::ALL.len()],
    concurrency: usize,
}

impl Client {
    /// A client for the endpoint and the models of the settings. Nothing is sent yet.
    ///
    /// # Errors
    /// A setting that cannot be used, or `--offline`.
    pub fn new(settings: &Settings, key: Option<Key>, options: ClientOptions) -> Result<Self, LlmError> {
        let endpoint = Endpoint::new(&settings.base_url, &settings.api_version, key)?;
        let gate = if options.offline { Gate::Closed } else { Gate::Open };
        let timeout = Duration::from_secs(u64::from(settings.request_timeout));
        let patience = Duration::from_secs(u64::from(settings.patience));
        let prices = Prices::new(&settings.prices, endpoint.is_local())?;
        let models = Role::ALL.map(|role| model_of(settings, role));
        if options.budget_usd.is_some() {
            let unknown = models.iter().find(|model| !model.is_empty() && prices.of(model).is_none());
            if let Some(model) = unknown {
                return Err(LlmError::Setting {
                    what: "--budget".to_owned(),
                    detail: format!("no price is known for `{model}`; set `prices = [\"{model} PROMPT ANSWER\"]`"),
                });
            }
        }
        Ok(Self {
            book: Book::open(endpoint.shown(), options.remembered),
            circuit: Circuit::new(endpoint.shown(), patience),
            meter: Arc::new(Meter::with_budget(options.budget_usd)),
            slots: Semaphore::new(settings.concurrency as usize),
            requests: Pace::new(u64::from(settings.requests_per_minute)),
            tokens: Pace::new(u64::from(settings.tokens_per_minute)),
            paid: options.ledger.map(Paid::new).transpose()?,
            left: options.left,
            batches: Batches::new(settings.batch_jobs),
            haste: 1.0,
            probing: Mutex::new(()),
            dimensions: AtomicUsize::new(0),
            concurrency: settings.concurrency as usize,
            http: Http::new(endpoint, gate, timeout)?,
            timeout,
            patience,
            prices,
            models,
        })
    }

    pub fn prices(&self) -> &Prices {
        &self.prices
    }

    pub fn endpoint(&self) -> &Endpoint {
        self.http.endpoint()
    }

    /// What is known of a model, if anything.
    pub fn abilities(&self, model: &str) -> Option<Abilities> {
        self.book.of(model)
    }

    /// The model of a role.
    ///
    /// # Errors
    /// None is configured.
    pub(super) fn model_for(&self, role: Role) -> Result<&str, LlmError> {
        match self.model(role) {
            "" => Err(LlmError::NoModel(role)),
            model => Ok(model),
        }
    }

    /// What a model can do, found by probing when nobody knows yet.
    async fn known(&self, model: &str) -> Result<(), LlmError> {
        if self.book.of(model).is_some() {
            return Ok(());
        }
        let _alone = self.probing.lock().await;
        if self.book.of(model).is_none() {
            probe::chat(self, model).await?;
        }
        Ok(())
    }

    /// What a request may come to, in dollars; none where no price is known.
    pub(super) fn may_cost(&self, request: &ChatRequest, model: &str) -> Option<f64> {
        /// An answer without a limit is taken to be no longer.
        const LONG: u64 = 2_000;
        let answer = request.max_tokens.map_or(LONG, u64::from);
        Some(self.prices.of(model)?.cost(prompt_tokens(request), answer))
    }

    /// Where the ledger keeps the answer to a request.
    pub(super) fn key(&self, request: &ChatRequest, model: &str) -> String {
        key(request, &self.endpoint().identity(model))
    }

    /// What the ledger keeps of a request.
    fn row(
        &self,
        request: &ChatRequest,
        model: &str,
        answered_by: String,
        usage: Usage,
        output: Option<String>,
    ) -> Kept {
        Kept {
            task: request.purpose.name().to_owned(),
            key: self.key(request, model),
            about: request.item.clone(),
            model: answered_by,
            usage,
            output,
            data: None,
            used: true,
        }
    }

    /// The answer in the ledger, when there is one.
    pub(super) async fn kept(&self, request: &ChatRequest, model: &str) -> Result<Option<ChatAnswer>, LlmError> {
        let Some(paid) = &self.paid else { return Ok(None) };
        let found = paid.answers(request.purpose.name(), vec![self.key(request, model)]).await?;
        let Some(kept) = found.into_iter().flatten().next() else { return Ok(None) };
        if kept.output.as_deref() == Some(DIVIDED) {
            return Err(LlmError::Divided);
        }
        let saved = kept.usage.cost_usd;
        let Some(answer) = read_kept(kept) else { return Ok(None) };
        self.meter.count(Some(request.purpose), answer.usage, saved);
        Ok(Some(answer))
    }

    /// Keeps an answer and counts it.
    pub(super) async fn keep(&self, request: &ChatRequest, model: &str, answer: &ChatAnswer) -> Result<(), LlmError> {
        // Paid for is paid for, whether it can be kept or not.
        self.meter.count(Some(request.purpose), answer.usage, 0.0);
        let Some(paid) = &self.paid else { return Ok(()) };
        let row = self.row(request, model, answer.model.clone(), answer.usage, Some(written(answer)));
        paid.keep(vec![row]).await.inspect_err(|_| self.meter.not_kept())
    }

    /// Counts an answer that was let go of, or broke off, while it was written, as far as it came: most endpoints
    /// charge for that.
    pub(super) fn let_go(&self, request: &ChatRequest, model: &str, said: &WireAnswer) {
        self.spend(request, model, Some(charged(request, said)));
    }

    /// Counts an answer that is of no use, by what it says of its tokens, else by the prompt alone: whatever an answer
    /// with status 200 holds, it is charged for. No answer is kept.
    fn spend(&self, request: &ChatRequest, model: &str, usage: Option<(u64, u64)>) {
        let (prompt, completion) = usage.unwrap_or_else(|| (prompt_tokens(request), 0));
        let usage = self.usage(model, prompt, completion);
        self.meter.count(Some(request.purpose), usage, 0.0);
        if let Some(paid) = &self.paid {
            paid.spent(request.purpose.name(), self.row(request, model, model.to_owned(), usage, None));
        }
    }

    /// The error of a call, which is counted where it was answered.
    fn failed(&self, request: &ChatRequest, model: &str, failed: Failed) -> LlmError {
        if failed.answered {
            self.spend(request, model, failed.usage);
        }
        failed.error
    }

    /// Puts a whole answer together; one that says nothing is counted here, because nobody else ever has it.
    pub(super) fn answer(
        &self,
        request: &ChatRequest,
        model: &str,
        mut said: WireAnswer,
        begun: Instant,
    ) -> Result<ChatAnswer, LlmError> {
        said.cut(most_bytes(request));
        let (prompt, completion) = charged(request, &said);
        let (thought, text) = thinking::split(&said.text);
        let finish = said.finish.unwrap_or_default();
        if text.trim().is_empty() {
            self.spend(request, model, Some((prompt, completion)));
            return Err(match (finish, said.refusal.is_empty()) {
                (Finish::Filter, _) => {
                    LlmError::Filtered { model: model.to_owned(), detail: "it gave no reason".to_owned() }
                }
                (_, false) => {
                    LlmError::Filtered { model: model.to_owned(), detail: self.endpoint().clean(&said.refusal) }
                }
                _ => LlmError::Empty { model: model.to_owned() },
            });
        }
        self.tokens.correct((prompt + completion) as i64 - expected_tokens(request) as i64);
        let thinking = [said.thinking, thought].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        Ok(ChatAnswer {
            text,
            thinking: thinking.join("\n"),
            finish,
            usage: self.usage(model, prompt, completion),
            model: said.model.filter(|name| !name.is_empty()).unwrap_or_else(|| model.to_owned()),
            answered: Answered::Now(begun.elapsed()),
        })
    }

    /// One call with its cost.
    pub(super) fn usage(&self, model: &str, prompt_tokens: u64, completion_tokens: u64) -> Usage {
        let cost_usd = self.prices.of(model).unwrap_or_default().cost(prompt_tokens, completion_tokens);
        Usage { calls: 1, cached_calls: 0, prompt_tokens, completion_tokens, cost_usd }
    }

    async fn ask(&self, request: &ChatRequest) -> Result<ChatAnswer, LlmError> {
        let model = self.model_for(request.purpose.role())?;
        if let Some(answer) = self.kept(request, model).await? {
            return Ok(answer);
        }
        if let Some(why) = self.left.why(request.purpose.name(), &request.item.name) {
            return Err(LlmError::LeftAside { why: why.to_owned() });
        }
        self.known(model).await?;
        if let Some(answer) = self.by_job(request, model).await? {
            return Ok(answer);
        }
        let answer = self
            .persist(model, expected_tokens(request), self.may_cost(request, model), |can| async move {
                let begun = Instant::now();
                let body = wire::chat_body(request, model, &can, false);
                let answer =
                    self.http.chat(model, &body).await.map_err(|failed| self.failed(request, model, failed))?;
                let Some(said) = wire::said(&answer) else {
                    self.spend(request, model, wire::usage(&answer));
                    return Err(LlmError::NotAnApi {
                        endpoint: self.endpoint().shown().to_owned(),
                        detail: format!("it sent `{}`", self.endpoint().clean(&answer.to_string())),
                    });
                };
                self.answer(request, model, said, begun)
            })
            .await;
        match answer {
            Ok((answer, _flight)) => {
                self.keep(request, model, &answer).await?;
                Ok(answer)
            }
            Err(error) => Err(self.set_aside(request, model, error).await),
        }
    }

    /// Enters a failure of one item; trouble that concerns everything is no failure of an item.
    pub(super) async fn set_aside(&self, request: &ChatRequest, model: &str, error: LlmError) -> LlmError {
        let Some(paid) = self.paid.as_ref().filter(|_| !error.ends_the_run()) else { return error };
        // One that is too long may yet be divided by whoever asked.
        if !matches!(error, LlmError::ContextLength { .. }) {
            self.meter.gave_up();
        }
        if request.purpose.answers() {
            return error;
        }
        let entered =
            paid.fail(request.purpose.name(), self.key(request, model), &request.item, error.to_string()).await;
        entered.err().unwrap_or(error)
    }

    /// Opens a stream: kept, or from the endpoint.
    pub(super) async fn open<'a>(&'a self, request: &'a ChatRequest) -> Result<streaming::Opened<'a>, LlmError> {
        let model = self.model_for(request.purpose.role())?;
        if let Some(answer) = self.kept(request, model).await? {
            return Ok(streaming::Opened::Kept(answer));
        }
        self.known(model).await?;
        let opened = self
            .persist(model, expected_tokens(request), self.may_cost(request, model), |can| async move {
                let body = wire::chat_body(request, model, &can, true);
                self.http.stream(model, &body).await.map_err(|failed| self.failed(request, model, failed))
            })
            .await;
        match opened {
            Ok((chunks, flight)) => {
                Ok(streaming::Opened::Live(streaming::Live::new(self, request, model, flight, chunks)))
            }
            Err(error) => Err(self.set_aside(request, model, error).await),
        }
    }
}

/// What the ledger has in place of an answer where parts were asked for.
const DIVIDED: &str = r#"{"divided":true}"#;

/// The model that the settings name for a role.
pub fn model_of(settings: &Settings, role: Role) -> String {
    let own = match role {
        Role::Extraction => &settings.extraction_model,
        Role::Report => &settings.report_model,
        Role::Rating => &settings.rating_model,
        Role::Answer => &settings.answer_model,
        // A chat model embeds nothing and puts nothing in order: there is no default.
        Role::Embedding => return settings.embedding_model.trim().to_owned(),
        Role::Rerank => return settings.rerank_model.trim().to_owned(),
    };
    let own = own.trim();
    if own.is_empty() { settings.model.trim().to_owned() } else { own.to_owned() }
}

/// An answer that has more bytes than this has no end: it is cut, as one that met its limit of tokens.
/// Far above what is asked for, because not every server keeps to that.
pub(super) const MOST_BYTES: usize = 256 << 10;

pub(super) fn most_bytes(request: &ChatRequest) -> usize {
    const TOKEN: usize = 32;
    request.max_tokens.map_or(0, |tokens| tokens as usize).saturating_mul(TOKEN).max(MOST_BYTES)
}

/// The tokens of a request as they are guessed.
pub(super) fn prompt_tokens(request: &ChatRequest) -> u64 {
    let said: u64 = request.messages.iter().map(|message| wire::guess_tokens(&message.text) + 4).sum();
    said + wire::guess_tokens(&request.aside)
}

/// The tokens that an answer is charged for: what it says, else a guess.
fn charged(request: &ChatRequest, said: &WireAnswer) -> (u64, u64) {
    said.usage.unwrap_or_else(|| (prompt_tokens(request), said_tokens(said)))
}

/// The tokens of an answer as they are guessed.
pub(super) fn said_tokens(said: &WireAnswer) -> u64 {
    wire::guess_tokens(&said.text) + wire::guess_tokens(&said.thinking)
}

/// What a request takes of the tokens of a minute, as far as can be told before.
fn expected_tokens(request: &ChatRequest) -> u64 {
    const ANSWER: u64 = 500;
    prompt_tokens(request) + request.max_tokens.map_or(ANSWER, |most| u64::from(most).min(ANSWER))
}

/// Everything an answer follows from; the model by its [`Endpoint::identity`].
fn key(request: &ChatRequest, model: &str) -> String {
    let shape = match &request.shape {
        AnswerShape::Text => json!("text"),
        AnswerShape::Json => json!("json"),
        AnswerShape::Schema(schema) => schema.schema.clone(),
    };
    ledger_thread::key(&json!([model, request.messages, shape, request.max_tokens, request.temperature]))
}

/// An answer as it is kept.
pub(super) fn written(answer: &ChatAnswer) -> String {
    let mut output = json!({ "text": answer.text, "finish": answer.finish });
    if !answer.thinking.is_empty() {
        output["thinking"] = json!(answer.thinking);
    }
    output.to_string()
}

/// An answer as it was kept; none where it is in no form that is known.
fn read_kept(kept: Kept) -> Option<ChatAnswer> {
    let output: serde_json::Value = serde_json::from_str(kept.output.as_deref()?).ok()?;
    Some(ChatAnswer {
        text: output["text"].as_str()?.to_owned(),
        thinking: output["thinking"].as_str().unwrap_or_default().to_owned(),
        finish: serde_json::from_value(output["finish"].clone()).unwrap_or_default(),
        usage: Usage { cached_calls: 1, ..Usage::default() },
        model: kept.model,
        answered: Answered::Before,
    })
}

impl Provider for Client {
    fn model(&self, role: Role) -> &str {
        let at = Role::ALL.iter().position(|other| *other == role).unwrap_or_default();
        &self.models[at]
    }

    fn concurrency(&self) -> usize {
        // What goes with a job is asked for together.
        if self.batches.on() { MOST_CALLS } else { self.concurrency }
    }

    fn meter(&self) -> &Arc<Meter> {
        &self.meter
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest) -> BoxFuture<'a, Result<ChatAnswer, LlmError>> {
        Box::pin(self.ask(request))
    }

    fn stream<'a>(&'a self, request: &'a ChatRequest) -> BoxStream<'a, Result<Delta, LlmError>> {
        streaming::deltas(self, request)
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> BoxFuture<'a, Result<Embedded, LlmError>> {
        Box::pin(embedding::embed(self, texts))
    }

    fn rerank<'a>(&'a self, question: &'a str, texts: &'a [String]) -> BoxFuture<'a, Result<Reranked, LlmError>> {
        Box::pin(reranking::rerank(self, question, texts))
    }

    fn spoil<'a>(&'a self, request: &'a ChatRequest, why: &'a str) -> BoxFuture<'a, Result<(), LlmError>> {
        Box::pin(async move {
            let model = self.model_for(request.purpose.role())?;
            let Some(paid) = &self.paid else { return Ok(()) };
            if request.purpose.answers() {
                return paid.withdraw(request.purpose.name(), self.key(request, model)).await;
            }
            paid.fail(request.purpose.name(), self.key(request, model), &request.item, why.to_owned()).await
        })
    }

    fn divide<'a>(&'a self, request: &'a ChatRequest) -> BoxFuture<'a, Result<(), LlmError>> {
        Box::pin(async move {
            let model = self.model_for(request.purpose.role())?;
            let Some(paid) = &self.paid else { return Ok(()) };
            let divided = Some(DIVIDED.to_owned());
            paid.keep(vec![self.row(request, model, model.to_owned(), Usage::default(), divided)]).await
        })
    }
}
