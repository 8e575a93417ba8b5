//! What time it is.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the seconds since 1970; 0 where the clock stands before that.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}
