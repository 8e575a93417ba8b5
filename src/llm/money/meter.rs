//! What a provider has done so far: calls, tokens, money, failures, and why it waits. Read by whoever watches, at any
//! moment; the pause switch is here too.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, watch};

use crate::llm::{LlmError, Purpose, Spent};
use crate::model::Usage;

/// What was answered for one purpose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PurposeTotal {
    /// From the ledger or not.
    pub calls: u64,
    /// What they cost, in dollars; those from the ledger, what they would have.
    pub worth_usd: f64,
}

/// A moment's reading of the meter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeterReading {
    pub usage: Usage,
    /// What the cached calls would have cost.
    pub saved_usd: f64,
    pub asked: BTreeMap<Purpose, PurposeTotal>,
    /// Calls under way.
    pub in_flight: u64,
    /// Batch jobs that the endpoint has, and whose answers are not here yet.
    pub jobs: u64,
    /// Attempts that failed and were made again.
    pub retries: u64,
    /// Requests given up.
    pub failed: u64,
    /// Answers that were paid for and could not be kept.
    pub unkept: u64,
    pub budget_usd: Option<f64>,
    /// True when some model has no price: the cost is a lower bound.
    pub unpriced: bool,
    /// Why nothing is sent at the moment: paused by hand, or the endpoint is failing.
    pub waiting: Option<String>,
}

/// Counters of a provider.
#[derive(Debug)]
pub struct Meter {
    state: Mutex<State>,
    landed: Notify,
    paused: watch::Sender<bool>,
}

#[derive(Debug, Default)]
struct State {
    reading: MeterReading,
    /// Calls that were begun and have not landed.
    begun: u32,
    /// What they may come to, in dollars.
    reserved: f64,
}

impl Default for Meter {
    fn default() -> Self {
        Self::with_budget(None)
    }
}

impl Meter {
    /// A meter with a cap on what may be spent, in dollars.
    pub fn with_budget(budget_usd: Option<f64>) -> Self {
        let reading = MeterReading { budget_usd, ..MeterReading::default() };
        let state = State { reading, ..State::default() };
        Self { state: Mutex::new(state), landed: Notify::new(), paused: watch::Sender::new(false) }
    }

    pub fn read(&self) -> MeterReading {
        let mut reading = self.state().reading.clone();
        if self.is_paused() {
            reading.waiting = Some("paused".to_owned());
        }
        reading
    }

    /// Lets calls that are under way finish, and sends no other until [`Meter::resume`].
    pub fn pause(&self) {
        self.paused.send_replace(true);
    }

    pub fn resume(&self) {
        self.paused.send_replace(false);
    }

    pub fn is_paused(&self) -> bool {
        *self.paused.borrow()
    }

    /// Waits until it is not paused.
    pub async fn until_resumed(&self) {
        // The sender lives as long as `self`, so that waiting cannot fail.
        let _ = self.paused.subscribe().wait_for(|paused| !paused).await;
    }

    /// Counts what came of calls for a purpose (none: finding out what a model can do); cached ones with what they
    /// would have cost.
    pub(in crate::llm) fn count(&self, purpose: Option<Purpose>, usage: Usage, saved_usd: f64) {
        Spent::count(usage);
        let reading = &mut self.state().reading;
        reading.usage += usage;
        reading.saved_usd += saved_usd;
        if let Some(purpose) = purpose {
            let asked = reading.asked.entry(purpose).or_default();
            asked.calls += u64::from(usage.calls + usage.cached_calls);
            asked.worth_usd += usage.cost_usd + saved_usd;
        }
    }

    /// Begins a call that may cost so much (none: nobody knows). Within a budget, it waits for what is under way to
    /// land where that may leave room.
    ///
    /// # Errors
    /// The budget has no room for it.
    pub(in crate::llm) async fn begin(&self, may_cost: Option<f64>) -> Result<Flight<'_>, LlmError> {
        loop {
            let landed = self.landed.notified();
            {
                let mut state = self.state();
                state.reading.unpriced |= may_cost.is_none();
                let cost = may_cost.unwrap_or(0.0);
                let spent = state.reading.usage.cost_usd;
                match state.reading.budget_usd {
                    Some(cap) if cost > 0.0 && spent + state.reserved + cost > cap => {
                        if state.begun == 0 {
                            return Err(LlmError::Budget { cap, spent, next: cost });
                        }
                    }
                    _ => {
                        state.reserved += cost;
                        state.begun += 1;
                        return Ok(Flight { meter: self, cost });
                    }
                }
            }
            landed.await;
        }
    }

    /// Begins a call that may cost so much, where there is room for it now.
    pub(in crate::llm) fn begin_at_once(&self, may_cost: Option<f64>) -> Option<Flight<'_>> {
        let mut state = self.state();
        state.reading.unpriced |= may_cost.is_none();
        let cost = may_cost.unwrap_or(0.0);
        let taken = state.reading.usage.cost_usd + state.reserved;
        if cost > 0.0 && state.reading.budget_usd.is_some_and(|cap| taken + cost > cap) {
            return None;
        }
        state.reserved += cost;
        state.begun += 1;
        Some(Flight { meter: self, cost })
    }

    /// The budget has no room for a call that may cost so much.
    pub(in crate::llm) fn no_room(&self, next: Option<f64>) -> LlmError {
        let reading = &self.state().reading;
        let (cap, spent) = (reading.budget_usd.unwrap_or_default(), reading.usage.cost_usd);
        LlmError::Budget { cap, spent, next: next.unwrap_or_default() }
    }

    pub(in crate::llm) fn job_begun(&self) {
        self.state().reading.jobs += 1;
    }

    pub(in crate::llm) fn job_landed(&self) {
        self.state().reading.jobs -= 1;
    }

    /// Counts a request that is sent as under way for as long as it is kept.
    pub(in crate::llm) fn sending(&self) -> Sending<'_> {
        self.state().reading.in_flight += 1;
        Sending(self)
    }

    pub(in crate::llm) fn retried(&self) {
        self.state().reading.retries += 1;
    }

    pub(in crate::llm) fn gave_up(&self) {
        self.state().reading.failed += 1;
    }

    pub(in crate::llm) fn not_kept(&self) {
        self.state().reading.unkept += 1;
    }

    /// Says why nothing is sent, or that it is again.
    pub(in crate::llm) fn wait_for(&self, why: Option<String>) {
        if let Some(why) = &why {
            Spent::waits(why);
        }
        self.state().reading.waiting = why;
    }

    /// A poisoned lock holds counters that are as good as any.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request under way.
pub(in crate::llm) struct Sending<'a>(&'a Meter);

impl Drop for Sending<'_> {
    fn drop(&mut self) {
        self.0.state().reading.in_flight -= 1;
    }
}

/// A call that was begun, whether it is sent already or waits for its turn; it has landed when this is dropped.
pub(in crate::llm) struct Flight<'a> {
    meter: &'a Meter,
    cost: f64,
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        let mut state = self.meter.state();
        state.begun -= 1;
        state.reserved = if state.begun == 0 { 0.0 } else { state.reserved - self.cost };
        drop(state);
        self.meter.landed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_paused_meter_says_so_and_lets_go_when_resumed() {
        let meter = Meter::with_budget(Some(2.0));
        meter.pause();
        assert_eq!(meter.read().waiting.as_deref(), Some("paused"));
        let waiting = meter.until_resumed();
        tokio::pin!(waiting);
        assert!(futures::poll!(&mut waiting).is_pending());
        meter.resume();
        waiting.await;
        assert_eq!(meter.read(), MeterReading { budget_usd: Some(2.0), ..MeterReading::default() });
    }

    #[tokio::test]
    async fn a_budget_is_never_passed_and_used_as_far_as_it_goes() {
        let meter = Meter::with_budget(Some(1.0));
        let first = meter.begin(Some(0.6)).await.unwrap();
        let second = meter.begin(Some(0.6));
        tokio::pin!(second);
        assert!(futures::poll!(&mut second).is_pending(), "what is under way may come to less");
        meter.count(None, Usage { calls: 1, cost_usd: 0.3, ..Usage::default() }, 0.0);
        drop(first);
        drop(second.await.unwrap());
        meter.count(None, Usage { calls: 1, cost_usd: 0.5, ..Usage::default() }, 0.0);
        assert!(matches!(meter.begin(Some(0.6)).await, Err(LlmError::Budget { cap: 1.0, spent: 0.8, .. })));
        assert!(meter.begin(Some(0.0)).await.is_ok(), "what costs nothing goes on");
    }
}
