//! Trying until it is answered, or until trying is of no use: one loop for chats, streams and vectors.
//! Beside it what an attempt waits for: its pace, the time until a retry, and the circuit of an endpoint that is down.

pub(super) mod circuit;
pub(super) mod pace;
pub(super) mod retry;

use std::future::Future;
use std::time::Duration;

use tokio::time::Instant;

use crate::llm::money::meter::Flight;
use crate::llm::{Abilities, Client, LlmError, Spent};

/// A request that failed so often while others succeed is given up.
const TRIES: u32 = 6;
/// While nothing has ever succeeded, an endpoint that cannot be reached, or hangs up, is given up sooner.
const FIRST_TRIES: u32 = 3;
/// A model that answers nothing is asked so often.
const EMPTY_TRIES: u32 = 3;
/// Steps down in what is asked for.
const LOWERED: u32 = 12;
/// A wait that is worth telling.
const TELL: Duration = Duration::from_secs(2);

impl Client {
    /// Makes attempts until one succeeds. Each waits for room in the budget (it may cost so much; none: nobody knows),
    /// because one that failed may have been charged for, and for its turn (pause, slot, circuit, pace). It is given
    /// what the model can do as far as is known by then; a refusal that names a parameter lowers that, and is
    /// remembered. Whoever gets the answer counts it before letting go of the flight.
    pub(super) async fn persist<T, F>(
        &self,
        model: &str,
        tokens: u64,
        may_cost: Option<f64>,
        mut attempt: impl FnMut(Abilities) -> F,
    ) -> Result<(T, Flight<'_>), LlmError>
    where
        F: Future<Output = Result<T, LlmError>>,
    {
        let (mut tries, mut empty, mut lowered, mut limited) = (0, 0, 0, 0);
        let mut limited_since: Option<Instant> = None;
        loop {
            let can = self.book.of(model).unwrap_or_default();
            let flight = self.meter.begin(may_cost).await?;
            let called = Instant::now();
            let error = match self.once(tokens, attempt(can.clone())).await {
                Ok(value) => return Ok((value, flight)),
                Err(error) => error,
            };
            drop(flight);
            let wait = match &error {
                LlmError::Refused { parameter: Some(parameter), .. }
                    if lowered < LOWERED && self.book.lower(model, &can, parameter) =>
                {
                    lowered += 1;
                    Duration::ZERO
                }
                LlmError::Empty { .. } if empty + 1 < EMPTY_TRIES => {
                    empty += 1;
                    Duration::ZERO
                }
                LlmError::RateLimited { retry_after, .. } => {
                    limited += 1;
                    let since = *limited_since.get_or_insert_with(Instant::now);
                    let wait = self.limited(*retry_after, limited);
                    if since.elapsed() + wait > self.patience {
                        return Err(error);
                    }
                    wait
                }
                error if self.is_passing(error) => {
                    if self.circuit.is_fresh()
                        && matches!(error, LlmError::Unreachable { .. } | LlmError::BrokenOff { .. })
                        && tries + 1 >= FIRST_TRIES
                    {
                        return Err(error.clone());
                    }
                    self.circuit.failed(error, called, &self.meter)?;
                    // While the endpoint fails for everybody, it is no fault of this request.
                    tries += u32::from(!self.circuit.is_open());
                    if tries >= TRIES {
                        return Err(error.clone());
                    }
                    let asked = match error {
                        LlmError::Server { retry_after, .. } => retry_after.unwrap_or_default(),
                        _ => Duration::ZERO,
                    };
                    self.backoff(tries).max(asked.min(self.patience))
                }
                _ => return Err(error),
            };
            self.meter.retried();
            tokio::time::sleep(wait).await;
        }
    }

    /// One attempt, when it is its turn, within the time that an answer may take.
    async fn once<T>(&self, tokens: u64, attempt: impl Future<Output = Result<T, LlmError>>) -> Result<T, LlmError> {
        self.meter.until_resumed().await;
        // The semaphore is never closed.
        let _slot = self.slots.acquire().await.map_err(|_| LlmError::Cancelled)?;
        let pass = self.circuit.admit().await?;
        self.in_turn(tokens).await;
        let _sending = self.meter.sending();
        let timeout = || LlmError::Timeout { endpoint: self.endpoint().shown().to_owned(), after: self.timeout };
        let result = tokio::time::timeout(self.timeout, attempt).await.unwrap_or_else(|_| Err(timeout()));
        // A refusal is an answer too: the endpoint is there.
        let answers = match &result {
            Ok(_) => true,
            Err(error) => !self.is_passing(error) && !matches!(error, LlmError::RateLimited { .. }),
        };
        if answers {
            self.circuit.succeeded(&self.meter, result.is_ok());
        }
        drop(pass);
        result
    }

    /// Waits for its turn by the requests and tokens that may be sent in a minute.
    async fn in_turn(&self, tokens: u64) {
        let turn = self.requests.turn(1).max(self.tokens.turn(tokens));
        let wait = turn.saturating_duration_since(Instant::now());
        if wait >= TELL {
            let seconds = wait.as_secs_f64().ceil();
            Spent::waits(&format!("{seconds} s, for `requests_per_minute` and `tokens_per_minute`"));
        }
        tokio::time::sleep_until(turn).await;
    }

    /// True for trouble that may pass. An endpoint that has answered as it should before and sends a page now is having
    /// trouble; one that never did is none.
    fn is_passing(&self, error: &LlmError) -> bool {
        match error {
            LlmError::NotAnApi { .. } => !self.circuit.is_fresh(),
            LlmError::Empty { .. } => false,
            other => other.is_passing(),
        }
    }

    /// How long to wait when there were too many requests; everything else waits too when the endpoint says how long.
    fn limited(&self, retry_after: Option<Duration>, number: u32) -> Duration {
        let Some(asked) = retry_after else { return self.backoff(number) };
        // Nobody waits so long: it is said, and the run ends.
        if asked > self.patience {
            return asked;
        }
        self.circuit.hold(asked);
        if asked >= TELL {
            let line = format!("{} asks to wait {} s", self.endpoint().shown(), asked.as_secs());
            self.meter.wait_for(Some(line));
        }
        // Not all at once when the time has come; and a date that is past, or no time at all, is none to ask at.
        (asked + self.backoff(1).mul_f64(0.2)).max(self.backoff(number))
    }

    /// Waits for so long, in tests for less.
    pub(super) async fn pause(&self, wait: Duration) {
        tokio::time::sleep(wait.mul_f64(self.haste)).await;
    }

    fn backoff(&self, number: u32) -> Duration {
        retry::backoff(number).mul_f64(self.haste)
    }
}
