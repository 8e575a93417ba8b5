//! Requests and tokens per minute: each takes its turn on a clock that only goes forward (GCRA, the leaky bucket of
//! ATM Forum TM 4.0).

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// What may be sent at once after a pause, as time.
const BURST: Duration = Duration::from_secs(2);

/// A limit of so many units a minute.
#[derive(Debug)]
pub(in crate::llm) struct Pace {
    per_minute: u64,
    next: Mutex<Option<Instant>>,
}

impl Pace {
    /// 0 for no limit.
    pub fn new(per_minute: u64) -> Self {
        Self { per_minute, next: Mutex::new(None) }
    }

    /// Takes the next turn to use so many units, and returns when it is.
    pub fn turn(&self, units: u64) -> Instant {
        let now = Instant::now();
        if self.per_minute == 0 {
            return now;
        }
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = next.map_or(now, |next| next.max(now.checked_sub(BURST).unwrap_or(now)));
        *next = Some(turn + Duration::from_secs(60).mul_f64(units as f64 / self.per_minute as f64));
        turn
    }

    /// Sets right what was guessed before: `more` units were used than were taken, or fewer.
    pub fn correct(&self, more: i64) {
        if self.per_minute == 0 {
            return;
        }
        let by = Duration::from_secs(60).mul_f64(more.unsigned_abs() as f64 / self.per_minute as f64);
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        *next = next.and_then(|next| if more >= 0 { next.checked_add(by) } else { next.checked_sub(by) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn requests_keep_their_pace() {
        let pace = Pace::new(60);
        let begun = Instant::now();
        for _ in 0..10 {
            tokio::time::sleep_until(pace.turn(1)).await;
        }
        assert_eq!(begun.elapsed().as_secs(), 9);
        // After a pause, no more than two seconds' worth comes at once.
        tokio::time::advance(Duration::from_secs(100)).await;
        let begun = Instant::now();
        for _ in 0..10 {
            tokio::time::sleep_until(pace.turn(1)).await;
        }
        assert_eq!(begun.elapsed().as_secs(), 7);
    }

    #[tokio::test(start_paused = true)]
    async fn a_guess_is_set_right() {
        let pace = Pace::new(6_000);
        tokio::time::sleep_until(pace.turn(100)).await;
        pace.correct(200);
        let begun = Instant::now();
        tokio::time::sleep_until(pace.turn(1)).await;
        assert_eq!(begun.elapsed().as_secs(), 3);
        let free = Pace::new(0);
        tokio::time::sleep_until(free.turn(1_000_000)).await;
        assert_eq!(begun.elapsed().as_secs(), 3);
    }
}
