//! What a provider has done so far: calls, tokens, money, failures, and why it waits. Read by whoever watches, at any
//! moment; the pause switch is here too.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::watch;

use crate::model::Usage;

/// A moment's reading of the meter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeterReading {
    pub usage: Usage,
    /// What the cached calls would have cost.
    pub saved_usd: f64,
    /// Calls under way.
    pub in_flight: u64,
    /// Attempts that failed and were made again.
    pub retries: u64,
    /// Requests given up.
    pub failed: u64,
    pub budget_usd: Option<f64>,
    /// True when some model has no price: the cost is a lower bound.
    pub unpriced: bool,
    /// Why nothing is sent at the moment: paused by hand, or the endpoint is failing.
    pub waiting: Option<String>,
}

/// Counters of a provider.
#[derive(Debug)]
pub struct Meter {
    reading: Mutex<MeterReading>,
    in_flight: AtomicU64,
    paused: watch::Sender<bool>,
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
        Self { reading: Mutex::new(reading), in_flight: AtomicU64::new(0), paused: watch::Sender::new(false) }
    }

    pub fn read(&self) -> MeterReading {
        let mut reading = self.lock().clone();
        reading.in_flight = self.in_flight.load(Ordering::Relaxed);
        if *self.paused.borrow() {
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

    /// Counts what a call came to, a cached one with what it would have cost.
    pub(super) fn count(&self, usage: Usage, saved_usd: f64) {
        let mut reading = self.lock();
        reading.usage += usage;
        reading.saved_usd += saved_usd;
    }

    /// A poisoned lock holds counters that are as good as any.
    fn lock(&self) -> std::sync::MutexGuard<'_, MeterReading> {
        self.reading.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
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
}
