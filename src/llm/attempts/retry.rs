//! When to try again: full jitter (Brooker, "Exponential Backoff and Jitter", 2015), and what `retry-after` says.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use crate::text::dates::{DAY, date};

/// The first wait at most; each further one is at most twice as long.
const FIRST: Duration = Duration::from_millis(500);
/// Any wait at most.
const LONGEST: Duration = Duration::from_secs(30);

/// How long to wait before attempt `number` (from 1): anything from nothing to the bound.
pub(super) fn backoff(number: u32) -> Duration {
    bound(number).mul_f64(random())
}

fn bound(number: u32) -> Duration {
    FIRST.saturating_mul(1u32 << number.saturating_sub(1).min(16)).min(LONGEST)
}

/// A number from 0 to 1, for spreading retries only.
fn random() -> f64 {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let bits = RandomState::new().hash_one(COUNT.fetch_add(1, Ordering::Relaxed));
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

/// How long a `retry-after` header asks to wait: seconds, or a date seen from `now`, which is the server's own time
/// where it tells it, so that a clock that is wrong here does no harm.
pub(in crate::llm) fn retry_after(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<f64>() {
        return (seconds.is_finite() && seconds >= 0.0).then(|| Duration::from_secs_f64(seconds.min(DAY as f64)));
    }
    http_date(value).map(|date| date.duration_since(now).unwrap_or_default())
}

/// Reads a date as HTTP writes it: `Wed, 21 Oct 2026 07:28:00 GMT`.
pub(in crate::llm) fn http_date(text: &str) -> Option<SystemTime> {
    let mut words = text.split([' ', ',']).filter(|word| !word.is_empty()).skip(1);
    let day: u32 = words.next()?.parse().ok()?;
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let name = words.next()?;
    let month = MONTHS.iter().position(|month| *month == name)? as u32 + 1;
    let year: i64 = words.next()?.parse().ok()?;
    let mut clock = words.next()?.split(':').map(str::parse::<i64>);
    let (hour, minute, second) = (clock.next()?.ok()?, clock.next()?.ok()?, clock.next()?.ok()?);
    if words.next() != Some("GMT")
        || !(0..=24).contains(&hour)
        || !(0..60).contains(&minute)
        || !(0..=60).contains(&second)
    {
        return None;
    }
    let seconds = u64::try_from(date(year, month, day)? + hour * 3600 + minute * 60 + second).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn waits_grow_to_a_bound_and_are_spread_over_it() {
        assert_eq!((bound(1), bound(2), bound(3)), (FIRST, FIRST * 2, FIRST * 4));
        assert_eq!(bound(40), LONGEST);
        let waits: Vec<_> = (0..200).map(|_| backoff(3)).collect();
        assert!(waits.iter().all(|wait| *wait <= FIRST * 4));
        assert!(waits.iter().any(|wait| *wait < FIRST) && waits.iter().any(|wait| *wait > FIRST * 3));
    }

    #[test]
    fn dates_of_http() {
        assert_eq!(http_date("Thu, 01 Jan 1970 00:00:00 GMT"), Some(at(0)));
        assert_eq!(http_date("Sun, 06 Nov 1994 08:49:37 GMT"), Some(at(784_111_777)));
        assert_eq!(http_date("Thu, 29 Feb 2024 23:59:59 GMT"), Some(at(1_709_251_199)));
        for odd in [
            "",
            "tomorrow",
            "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 99 Nov 1994 08:49:37 GMT",
            "Sun, 06 Foo 1994 1:1:1 GMT",
        ] {
            assert_eq!(http_date(odd), None, "{odd}");
        }
    }

    #[test]
    fn what_retry_after_says() {
        let now = at(784_111_777);
        assert_eq!(retry_after("7", now), Some(Duration::from_secs(7)));
        assert_eq!(retry_after("0.25", now), Some(Duration::from_millis(250)));
        assert_eq!(retry_after("Sun, 06 Nov 1994 08:50:07 GMT", now), Some(Duration::from_secs(30)));
        assert_eq!(retry_after("Sun, 06 Nov 1994 08:00:00 GMT", now), Some(Duration::ZERO));
        for odd in ["-3", "soon", "NaN", ""] {
            assert_eq!(retry_after(odd, now), None, "{odd}");
        }
    }
}
