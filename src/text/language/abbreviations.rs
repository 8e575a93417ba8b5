//! Words that are cut short and have a full stop behind them: those of the languages, and those that nobody could
//! speak.

use super::in_any;

/// Letters of a word that tells by them that it is cut short.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=5;

/// True for a word, as it is written in front of its full stop, that is cut short: one of a language's abbreviations,
/// or one written as a name is that has no vowel: *Std*, *Cpl*.
pub fn is_abbreviation(word: &str) -> bool {
    let lower = word.to_lowercase();
    let named = word.starts_with(char::is_uppercase);
    in_any(|pack| &pack.never, &lower)
        || in_any(|pack| &pack.maybe, &lower)
        || named && in_any(|pack| &pack.shortened, &lower)
        || named && is_unspoken(word, &lower)
}

/// True for a word of Latin letters, small behind the first, none of which is a vowel.
fn is_unspoken(word: &str, lower: &str) -> bool {
    let vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'w');
    LETTERS.contains(&word.chars().count())
        && word.chars().skip(1).all(char::is_lowercase)
        && lower.chars().all(|c| c.is_ascii_lowercase() && !vowel(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_nobody_could_speak_is_cut_short() {
        for word in ["Std", "Cpl", "Dr", "prof", "Benj", "Ing"] {
            assert!(is_abbreviation(word), "{word}");
        }
        for word in ["BBC", "Ann", "Wynn", "std", "Tarn", "Łódź", "km"] {
            assert!(!is_abbreviation(word), "{word}");
        }
    }
}
