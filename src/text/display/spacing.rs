//! White space collapsed: the words of a text with one space between each two, none at the ends. And words put together
//! as a list.

use std::borrow::Borrow;

/// Returns `text` with every run of white space, line breaks included, as one space.
pub fn single_spaced(text: &str) -> String {
    first_words(text, usize::MAX)
}

/// Returns the first `most` words of a text, one space between each two.
pub fn first_words(text: &str, most: usize) -> String {
    let mut spaced = String::new();
    for word in text.split_whitespace().take(most) {
        if !spaced.is_empty() {
            spaced.push(' ');
        }
        spaced.push_str(word);
    }
    spaced
}

/// Words as a list: `ropes, lamps and boats`, with what joins the last of them.
pub fn enumerated<S: Borrow<str>>(words: &[S], joining: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.borrow().to_owned(),
        [front @ .., last] => format!("{} {joining} {}", front.join(", "), last.borrow()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_becomes_single_spaces() {
        assert_eq!(single_spaced("  one\r\n\ttwo\u{a0} three "), "one two three");
        assert_eq!(single_spaced(" \n"), "");
        assert_eq!(first_words(" one  two three", 2), "one two");
        assert_eq!(first_words("one", 0), "");
    }

    #[test]
    fn the_last_of_a_list_is_joined_by_a_word() {
        let words = ["ropes", "lamps", "boats"];
        assert_eq!(enumerated(&words, "and"), "ropes, lamps and boats");
        assert_eq!(enumerated(&words[..2], "or"), "ropes or lamps");
        assert_eq!((enumerated(&words[..1], "and"), enumerated(&words[..0], "and")), ("ropes".into(), String::new()));
    }
}
