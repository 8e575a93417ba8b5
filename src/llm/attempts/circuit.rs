//! A circuit that opens when an endpoint keeps failing: instead of burning attempts, everything waits, one call at a
//! time tries whether it is back, and the reason shows on the meter. The clock is the monotonic one.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::llm::{LlmError, Meter};

/// Failures in a row, with no success between them, that open the circuit.
const FAILURES: u32 = 5;
/// Pause when it opens.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// Pause at most, as it doubles.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(in crate::llm) struct Circuit {
    endpoint: String,
    /// How long a failing endpoint is waited for.
    patience: Duration,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    /// When the first failure of the row was.
    since: Option<Instant>,
    /// Nothing is sent before; set while the circuit is open, or while the endpoint asks for a pause.
    until: Option<Instant>,
    open: bool,
    pause: Duration,
    /// One call tries whether the endpoint is back.
    trying: bool,
    ever_succeeded: bool,
    detail: String,
}

/// Leave to send one call.
pub(in crate::llm) struct Pass<'a> {
    circuit: &'a Circuit,
    trial: bool,
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        if self.trial {
            self.circuit.state().trying = false;
            self.circuit.changed.notify_waiters();
        }
    }
}

impl Circuit {
    pub fn new(endpoint: &str, patience: Duration) -> Self {
        Self { endpoint: endpoint.to_owned(), patience, state: Mutex::default(), changed: Notify::new() }
    }

    /// Waits until a call may be sent.
    ///
    /// # Errors
    /// The endpoint was waited for long enough.
    pub async fn admit(&self) -> Result<Pass<'_>, LlmError> {
        loop {
            let changed = self.changed.notified();
            let now = Instant::now();
            let wait_until = {
                let mut state = self.state();
                let wait = match state.until {
                    Some(until) if until > now => Some(Some(until)),
                    _ if state.open && state.trying => Some(None),
                    // Whoever comes when the pause is over may try, however long it has been down.
                    _ => None,
                };
                match wait {
                    Some(wait) => match self.down(&state, now) {
                        Some(down) => return Err(down),
                        None => wait,
                    },
                    None => {
                        let trial = state.open;
                        state.trying = trial;
                        return Ok(Pass { circuit: self, trial });
                    }
                }
            };
            match wait_until {
                Some(until) => tokio::select! {
                    () = tokio::time::sleep_until(until) => {}
                    () = changed => {}
                },
                None => changed.await,
            }
        }
    }

    fn down(&self, state: &State, now: Instant) -> Option<LlmError> {
        let since = state.since.map(|since| now.duration_since(since))?;
        (state.open && since >= self.patience).then(|| self.down_since(state, since))
    }

    fn down_since(&self, state: &State, since: Duration) -> LlmError {
        LlmError::Down { endpoint: self.endpoint.clone(), since, detail: state.detail.clone() }
    }

    /// True before anything has ever succeeded: then trouble is more likely a mistake in the settings than a failing
    /// endpoint, and is said at once.
    pub fn is_fresh(&self) -> bool {
        !self.state().ever_succeeded
    }

    pub fn is_open(&self) -> bool {
        self.state().open
    }

    /// Closes the circuit: the endpoint is there. `answered` tells a success from a refusal, which says less of the
    /// settings.
    pub fn succeeded(&self, meter: &Meter, answered: bool) {
        let mut state = self.state();
        let was_open = state.open;
        // A pause that the endpoint asked for stands.
        let until = state.until.filter(|until| !was_open && *until > Instant::now());
        let waited = was_open || (state.until.is_some() && until.is_none());
        let ever_succeeded = state.ever_succeeded || answered;
        *state = State { ever_succeeded, until, trying: state.trying, ..State::default() };
        drop(state);
        if waited {
            meter.wait_for(None);
            self.changed.notify_waiters();
        }
    }

    /// Counts a failure of the endpoint, of a call that was made at a moment; opens the circuit when there were too
    /// many in a row.
    ///
    /// # Errors
    /// The endpoint was waited for long enough: a call that hangs is waited for, too.
    pub fn failed(&self, why: &LlmError, called: Instant, meter: &Meter) -> Result<(), LlmError> {
        let now = Instant::now();
        let mut state = self.state();
        state.failures += 1;
        let since = *state.since.get_or_insert(called);
        state.detail = why.to_string();
        let down = if now - since >= self.patience { Err(self.down_since(&state, now - since)) } else { Ok(()) };
        if state.failures < FAILURES {
            return down;
        }
        // Calls that were under way when it opened tell nothing new.
        if state.open && state.until.is_some_and(|until| until > now) {
            return down;
        }
        state.pause = if state.open { (state.pause * 2).min(LONGEST_PAUSE) } else { FIRST_PAUSE };
        state.open = true;
        state.until = Some(now + state.pause);
        let line = format!("{}; trying again in {} s", state.detail, state.pause.as_secs());
        drop(state);
        meter.wait_for(Some(line));
        self.changed.notify_waiters();
        down
    }

    /// Sends nothing for so long, because the endpoint asks for it.
    pub fn hold(&self, pause: Duration) {
        let until = Instant::now() + pause;
        let mut state = self.state();
        state.until = Some(state.until.map_or(until, |before| before.max(until)));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trouble() -> LlmError {
        LlmError::Server { endpoint: "x".to_owned(), status: 503, retry_after: None, detail: "busy".to_owned() }
    }

    #[tokio::test(start_paused = true)]
    async fn an_endpoint_that_keeps_failing_is_left_alone_and_tried_by_one() {
        let (circuit, meter) = (Circuit::new("x", Duration::from_secs(100)), Meter::default());
        circuit.succeeded(&meter, true);
        for _ in 0..FAILURES {
            circuit.failed(&trouble(), Instant::now(), &meter).unwrap();
        }
        assert!(meter.read().waiting.is_some_and(|why| why.contains("busy")));
        let begun = Instant::now();
        let trial = circuit.admit().await.unwrap();
        assert_eq!(begun.elapsed(), FIRST_PAUSE);
        // The others wait for what comes of the trial.
        let second = circuit.admit();
        tokio::pin!(second);
        assert!(futures::poll!(&mut second).is_pending());
        circuit.succeeded(&meter, true);
        drop(trial);
        assert!(second.await.is_ok());
        assert_eq!(meter.read().waiting, None);
    }

    #[tokio::test(start_paused = true)]
    async fn patience_ends() {
        let (circuit, meter) = (Circuit::new("x", Duration::from_secs(30)), Meter::default());
        let mut trials = 0;
        let down = loop {
            match circuit.admit().await {
                Ok(_) => {
                    trials += 1;
                    if let Err(down) = circuit.failed(&trouble(), Instant::now(), &meter) {
                        break down;
                    }
                }
                Err(error) => break error,
            }
        };
        assert!(matches!(down, LlmError::Down { .. }));
        assert!((FAILURES..FAILURES + 10).contains(&trials), "{trials} trials");
    }

    #[tokio::test(start_paused = true)]
    async fn a_trial_that_is_given_up_lets_another_try() {
        let (circuit, meter) = (Circuit::new("x", Duration::from_secs(100)), Meter::default());
        for _ in 0..FAILURES {
            circuit.failed(&trouble(), Instant::now(), &meter).unwrap();
        }
        drop(circuit.admit().await.unwrap());
        assert!(circuit.admit().await.unwrap().trial);
        circuit.hold(Duration::from_secs(3));
        let begun = Instant::now();
        drop(circuit.admit().await);
        assert_eq!(begun.elapsed().as_secs(), 3);
        // Long after it was given up, the next who comes may try.
        tokio::time::advance(Duration::from_secs(1000)).await;
        assert!(circuit.admit().await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn an_endpoint_that_hangs_is_waited_for_no_longer_than_one_that_fails() {
        let (circuit, meter) = (Circuit::new("x", Duration::from_secs(15)), Meter::default());
        let mut ends = Vec::new();
        for _ in 0..2 {
            let called = Instant::now();
            tokio::time::advance(Duration::from_secs(8)).await;
            ends.push(circuit.failed(&trouble(), called, &meter).is_err());
        }
        assert_eq!(ends, [false, true]);
    }
}
