//! Days of the week: what is told of "Friday evening" in an article of the Thursday after is of one day.

use super::DAY;
use crate::text::language::{WordList, word_lists};
use crate::text::words::terms::words;

word_lists! {
    static WORDS = "weekdays.toml": monday, tuesday, wednesday, thursday, friday, saturday, sunday
}

/// True where a text names the day of the week of a moment, in seconds since 1970.
pub fn is_named(text: &str, moment: i64) -> bool {
    let list = of(moment);
    words(text).any(|word| list.has(&word.text.to_lowercase()))
}

/// True for what the day of the week of a moment is called, in seconds since 1970, or what is short for that: *Weds*.
pub(super) fn is_called(word: &str, moment: i64) -> bool {
    /// Letters of what is short for it, at least.
    const SHORTEST: usize = 2;
    let lower = word.to_lowercase();
    let short = lower.strip_suffix('s').unwrap_or(&lower);
    let list = of(moment);
    list.has(&lower) || short.len() >= SHORTEST && list.iter().any(|name| name.starts_with(short))
}

fn of(moment: i64) -> &'static WordList {
    // The first day of 1970 was a Thursday.
    match moment.div_euclid(DAY).rem_euclid(7) {
        0 => &WORDS.thursday,
        1 => &WORDS.friday,
        2 => &WORDS.saturday,
        3 => &WORDS.sunday,
        4 => &WORDS.monday,
        5 => &WORDS.tuesday,
        _ => &WORDS.wednesday,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::dates::date;

    #[test]
    fn a_day_of_the_week_is_told_in_any_language() {
        let friday = date(2019, 2, 1).expect("a day");
        for text in ["It began on Friday evening.", "Am Freitag kam niemand.", "Le vendredi suivant."] {
            assert!(is_named(text, friday), "{text}");
        }
        assert!(!is_named("It began on Thursday.", friday));
        assert!(["Fri", "friday", "Ven"].iter().all(|word| is_called(word, friday)) && !is_called("Thurs", friday));
        assert!(is_called("Weds", date(2019, 1, 30).expect("a day")));
        assert!(is_named("It began on Thursday.", date(1969, 12, 25).expect("a day")));
    }
}
