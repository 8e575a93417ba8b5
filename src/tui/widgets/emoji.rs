//! Emoji that are written with several code points: terminals differ in how many cells they give them, and what one
//! counts otherwise than we do stays behind on the screen when something else is drawn there.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

/// Letters of flags.
const FLAG: std::ops::RangeInclusive<char> = '\u{1f1e6}'..='\u{1f1ff}';
/// What changes or joins the emoji before it: variation selectors, tones of skin, the joiner, the frame of a key.
const JOINER: char = '\u{200d}';

fn changes(c: char) -> bool {
    matches!(c, '\u{fe0f}' | JOINER | '\u{20e3}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
}

/// Writes each emoji with one code point, its first, and flags as their letters.
pub fn simple(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| changes(c) || FLAG.contains(&c)) {
        return Cow::Borrowed(text);
    }
    let mut simple = String::with_capacity(text.len());
    for cluster in text.graphemes(true) {
        let first = cluster.chars().next().unwrap_or_default();
        match first {
            first if FLAG.contains(&first) => {
                let letter = |c: char| FLAG.contains(&c).then(|| char::from(b'A' + (c as u32 - 0x1f1e6) as u8));
                simple.extend(cluster.chars().filter_map(letter));
            }
            // In scripts that join letters the joiner is one of them.
            first if is_emoji(first) && cluster.chars().skip(1).any(changes) => simple.push(first),
            _ => simple.push_str(cluster),
        }
    }
    Cow::Owned(simple)
}

fn is_emoji(c: char) -> bool {
    matches!(c, '0'..='9' | '#' | '*' | '\u{a9}' | '\u{ae}' | '\u{203c}'..='\u{3299}' | '\u{1f000}'..='\u{1faff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_emoji_is_one_code_point() {
        assert_eq!(simple("🇩🇪 and 🇫🇷"), "DE and FR");
        assert_eq!(simple("👩‍🚀 👍🏽 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿"), "👩 👍 ❤ 1 🏴");
        assert_eq!(simple("plain 🙂 text"), "plain 🙂 text");
        // A joiner between letters is part of how they are written.
        assert_eq!(simple("क्‍ष"), "क्‍ष");
    }
}
