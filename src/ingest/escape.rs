//! What stands in a text for a terminal: colours and movements (`ESC [ 1 m`), titles of windows and links
//! (`ESC ] 0 ; … BEL`), other character sets. Pages of a manual, logs of builds and recorded sessions hold them. They
//! are told by their form (ECMA-48, 5.3 to 5.6) and never obeyed.

const ESCAPE: char = '\u{1b}';
/// `ESC [` as one character.
const CONTROL: char = '\u{9b}';
/// Ends a string that is meant for the terminal.
const BELL: u8 = 0x07;
/// Bytes of a sequence's parameters at most.
const LONGEST: usize = 64;
/// Bytes of a string that is never closed at most.
const LONGEST_STRING: usize = 4_096;

/// True for a character that may begin an escape sequence.
pub(super) fn begins(c: char) -> bool {
    matches!(c, ESCAPE | CONTROL)
}

/// The characters of a text that are in no escape sequence, with where they stand. Linear.
pub(super) fn outside(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let c = text[at..].chars().next()?;
            let here = at;
            at += if begins(c) { length(&text[at..]) } else { c.len_utf8() };
            if !begins(c) {
                return Some((here, c));
            }
        }
    })
}

/// Bytes of the escape sequence that a text begins with. Of what is none, the first character is one by itself.
fn length(text: &str) -> usize {
    let bytes = text.as_bytes();
    if text.starts_with(CONTROL) {
        return control(bytes, CONTROL.len_utf8());
    }
    match bytes.get(1) {
        Some(b'[') => control(bytes, 2),
        Some(b']' | b'P' | b'X' | b'^' | b'_') => string(bytes),
        Some(0x20..=0x2f) => {
            let inner = bytes[1..].iter().take(LONGEST).take_while(|byte| matches!(byte, 0x20..=0x2f)).count();
            1 + inner + usize::from(matches!(bytes.get(1 + inner), Some(0x30..=0x7e)))
        }
        Some(0x30..=0x7e) => 2,
        _ => 1,
    }
}

/// Parameters, then what is to be done: `1;31m`.
fn control(bytes: &[u8], from: usize) -> usize {
    let inner = bytes[from..].iter().take(LONGEST).take_while(|byte| matches!(byte, 0x20..=0x3f)).count();
    from + inner + usize::from(matches!(bytes.get(from + inner), Some(0x40..=0x7e)))
}

/// A string goes up to the bell or `ESC \`; one that is not closed ends with its line.
fn string(bytes: &[u8]) -> usize {
    for (at, byte) in bytes.iter().enumerate().take(LONGEST_STRING).skip(2) {
        match byte {
            &BELL => return at + 1,
            0x1b => return at + if bytes.get(at + 1) == Some(&b'\\') { 2 } else { 0 },
            b'\n' | b'\r' => return at,
            _ => {}
        }
    }
    2
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str) -> String {
        outside(text).map(|(_, c)| c).collect()
    }

    #[test]
    fn sequences_of_every_form_go() {
        for (text, left) in [
            ("\u{1b}[1;31mred\u{1b}[0m", "red"),
            ("\u{1b}(Bplain\u{1b}7\u{1b}=", "plain"),
            ("\u{1b}]0;a title\u{7}words", "words"),
            ("\u{1b}]8;;https://holm.example\u{1b}\\link\u{1b}]8;;\u{1b}\\", "link"),
            ("\u{9b}2Kline", "line"),
            ("\u{1b}[?25l\u{1b}[2Jéa", "éa"),
            ("\u{1b}]0;never closed\nwords", "\nwords"),
            ("\u{1b}[12é", "é"),
            ("\u{1b}é\u{1b}", "é"),
        ] {
            assert_eq!(shown(text), left, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_left_stands_where_it_stood(text in "[a-c\u{1b}\u{9b}\\[\\]0-9;mé\u{7}\n]{0,60}") {
            let mut before = None;
            for (at, c) in outside(&text) {
                prop_assert!(!begins(c) && text[at..].starts_with(c) && before < Some(at));
                before = Some(at);
            }
        }
    }
}
