//! Which script a letter is of. A rule that takes more or fewer letters than these says so where it stands.

use std::ops::RangeInclusive;

/// Hiragana and katakana, with their marks.
pub const KANA: RangeInclusive<char> = '\u{3040}'..='\u{30ff}';
/// Han characters, as far as nearly all texts have them, and the hexagrams between their blocks.
pub const HAN: RangeInclusive<char> = '\u{3400}'..='\u{9fff}';
/// Han characters that other character sets had twice.
pub const HAN_AGAIN: RangeInclusive<char> = '\u{f900}'..='\u{faff}';
/// Rare Han characters.
pub const HAN_RARE: RangeInclusive<char> = '\u{20000}'..='\u{3ffff}';
/// Syllables of Korean.
pub const HANGUL: RangeInclusive<char> = '\u{ac00}'..='\u{d7af}';
/// Thai and Lao.
pub const THAI: RangeInclusive<char> = '\u{0e00}'..='\u{0eff}';

/// Letters of scripts that put no space between words.
pub fn is_unspaced(c: char) -> bool {
    // Of Burma, and of Cambodia.
    is_east_asian(c) || THAI.contains(&c) || matches!(c, '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}')
}

/// Signs of Chinese, Japanese and Korean: radicals and punctuation, too.
pub fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}') || HANGUL.contains(&c) || HAN_AGAIN.contains(&c) || HAN_RARE.contains(&c)
}

/// True for a sign of Japanese alone.
pub fn is_kana(c: char) -> bool {
    KANA.contains(&c)
}

/// True for a Han character.
pub fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '々') || HAN_AGAIN.contains(&c)
}

/// True for a letter of katakana, in which foreign words are written.
pub fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30a1}'..='\u{30fa}' | 'ー')
}

/// True for a letter of hiragana, in which endings and particles are written.
pub fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309f}')
}

/// True for a word of Han characters and katakana.
pub fn is_han_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| is_han(c) || is_katakana(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_of_their_scripts() {
        for (c, unspaced, han, kana) in [
            ('青', true, true, false),
            ('の', true, false, true),
            ('ー', true, false, true),
            ('々', true, true, false),
            ('한', true, false, false),
            ('ไ', true, false, false),
            ('a', false, false, false),
            ('я', false, false, false),
            ('é', false, false, false),
        ] {
            assert_eq!((is_unspaced(c), is_han(c), is_kana(c)), (unspaced, han, kana), "{c}");
        }
        assert!(is_han_word("青石タウン") && !is_han_word("青い") && !is_han_word(""));
        assert!(is_east_asian('。') && !is_east_asian('ไ'));
    }
}
