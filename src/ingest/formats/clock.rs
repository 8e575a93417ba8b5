//! How long a file is worked at. What counts is the time of the processor where the system tells it: a machine that is
//! busy, or whoever takes what was read and is slow, costs no file. Elsewhere it is the time of the clock.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// A limit of time that begins when it is made.
#[derive(Debug)]
pub(in crate::ingest) struct Clock {
    limit: Duration,
    /// What the process had used at the beginning.
    used: Option<Duration>,
    /// Wall-clock time before which the limit of processor time cannot have been reached.
    until: Cell<Instant>,
}

impl Clock {
    pub fn begin(limit: Duration) -> Self {
        Self { limit, used: used(), until: Cell::new(Instant::now() + limit) }
    }

    /// True when as much time was worked as the limit says.
    pub fn is_over(&self) -> bool {
        let now = Instant::now();
        if now < self.until.get() {
            return false;
        }
        let worked = used().zip(self.used).map(|(now, before)| now.saturating_sub(before));
        match worked.and_then(|worked| self.limit.checked_sub(worked)).filter(|left| !left.is_zero()) {
            Some(left) => {
                self.until.set(now + left);
                false
            }
            None => true,
        }
    }
}

/// The processor's time that this process has used, all threads together.
#[cfg(target_os = "linux")]
fn used() -> Option<Duration> {
    /// What the kernel counts in, whatever its own clock is (`USER_HZ`, proc(5)).
    const TICKS: u64 = 100;
    let told = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program stands in brackets and may hold anything; user and system time are the 12th and 13th
    // behind it.
    let mut fields = told.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    let (user, system) = (next()?, next()?);
    Some(Duration::from_millis((user + system) * (1000 / TICKS)))
}

#[cfg(not(target_os = "linux"))]
fn used() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_not_over_and_what_works_is() {
        let hour = Duration::from_secs(3_600);
        let past = Cell::new(Instant::now());
        let waited = Clock { limit: hour, used: used(), until: past.clone() };
        assert_eq!(waited.is_over(), used().is_none());
        assert!(waited.until.get() > past.get() || used().is_none());
        assert!(Clock { limit: Duration::ZERO, used: used(), until: past }.is_over());
        assert!(!Clock::begin(hour).is_over());
    }
}
