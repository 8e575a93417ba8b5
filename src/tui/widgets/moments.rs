//! Moments for people. How long ago a thing was is the same in every time zone, which no terminal tells; what is longer
//! ago has its day.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::config::data_file;
use crate::text::dates::{DAY, civil};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
/// Days that are told as such.
const COUNTED: i64 = 7;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    months: Vec<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| data_file!("moments.toml"));

/// `just now`, `14 min ago`, `3 h ago`, `2 days ago`, `3 Nov`, `3 Nov 2024`; both in seconds since 1970.
pub fn moment(then: i64, now: i64) -> String {
    match now - then {
        ..MINUTE => "just now".to_owned(),
        past @ MINUTE..HOUR => format!("{} min ago", past / MINUTE),
        past @ HOUR..DAY => format!("{} h ago", past / HOUR),
        past if past < 2 * DAY => "1 day ago".to_owned(),
        past if past < COUNTED * DAY => format!("{} days ago", past / DAY),
        _ => {
            let [(year, month, day), (this_year, ..)] = [then, now].map(|at| civil(at.div_euclid(DAY)));
            let month = WORDS.months.get(month as usize - 1).map_or("", String::as_str);
            if year == this_year { format!("{day} {month}") } else { format!("{day} {month} {year}") }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_told_by_how_long_ago_it_was() {
        // The 8th of March 2026, 14:05.
        let now = 1_772_978_700;
        let told = |past: i64| moment(now - past, now);
        assert_eq!([told(-5), told(59), told(14 * MINUTE)], ["just now", "just now", "14 min ago"]);
        assert_eq!([told(3 * HOUR), told(30 * HOUR), told(6 * DAY)], ["3 h ago", "1 day ago", "6 days ago"]);
        assert_eq!([told(8 * DAY), told(66 * DAY), told(67 * DAY)], ["28 Feb", "1 Jan", "31 Dec 2025"]);
    }
}
